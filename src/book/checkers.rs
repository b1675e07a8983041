//! The tables of a variant whose pieces are made of checkers, before any name is looked up: `[[checker]]`,
//! `[[scale]]`, and the rules that combine, join and part pieces.

use super::toml::{At, Table};
use crate::diag::Diagnostics;
use crate::text::Span;

/// A kind of checker.
#[derive(Clone, Debug)]
pub struct CheckerDecl {
    pub id: At<String>,
    pub name: Option<String>,
    pub value: Option<At<String>>,
    pub count: At<i64>,
    pub most: Option<At<i64>>,
}

/// An order of names, the lowest first.
#[derive(Clone, Debug)]
pub struct ScaleDecl {
    pub id: At<String>,
    pub steps: Vec<StepDecl>,
}

#[derive(Clone, Debug)]
pub struct StepDecl {
    pub name: At<String>,
    pub value: Option<At<String>>,
}

/// All combinations of the pieces that are made of one of these kinds each.
#[derive(Clone, Debug)]
pub struct CombineDecl {
    pub checkers: Vec<At<String>>,
    pub most: Option<At<i64>>,
    /// The table's head, for which the pieces it makes stand.
    pub span: Span,
}

/// What men made of checkers may do; all of it, where nothing is said.
#[derive(Clone, Copy, Debug)]
pub struct StackingDecl {
    pub merge: bool,
    pub split: bool,
    pub parts_take: bool,
    pub parts_merge: bool,
    /// The table's head.
    pub span: Span,
}

pub(super) fn checker(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Option<CheckerDecl> {
    let id = table.required("id", diagnostics);
    let name = table.words("name", diagnostics).map(|name| name.value);
    let value = table.string("value", diagnostics);
    let count = table.integer("count", diagnostics);
    if count.is_none() {
        table.missing("count", "how many of them a suit has,", diagnostics);
    }
    let most = table.integer("most", diagnostics);
    table.finish(diagnostics);
    Some(CheckerDecl { id: id?, name, value, count: count?, most })
}

pub(super) fn scale(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Option<ScaleDecl> {
    let id = table.required("id", diagnostics);
    if !table.has("steps") {
        table.missing("steps", "a list such as `[{ name = \"Master\", value = \"100\" }]`", diagnostics);
    }
    let steps = table.tables("steps", diagnostics).into_iter().filter_map(|mut step| {
        let name = step.required_words("name", diagnostics);
        let value = step.string("value", diagnostics);
        step.finish(diagnostics);
        Some(StepDecl { name: name?, value })
    });
    let steps = steps.collect();
    table.finish(diagnostics);
    Some(ScaleDecl { id: id?, steps })
}

pub(super) fn combine(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<CombineDecl> {
    let checkers = table.some_strings("checkers", diagnostics);
    if checkers.is_none() {
        table.missing("checkers", "a list of checkers", diagnostics);
    }
    let most = table.integer("most", diagnostics);
    Some(CombineDecl { checkers: checkers?, most, span: table.span })
}

pub(super) fn stacking(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> StackingDecl {
    let span = table.span;
    let mut may = |key: &str| table.boolean(key, diagnostics).unwrap_or(true);
    StackingDecl {
        merge: may("merge"),
        split: may("split"),
        parts_take: may("parts_take"),
        parts_merge: may("parts_merge"),
        span,
    }
}
