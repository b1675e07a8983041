//! The functions of claims, by theme: each is one item, with its name, how it is called, what it gives, and its body.
//!
//! Whatever knows functions goes through [`THEMES`]: resolving and checking of calls, suggestions, `padma explain` and
//! the tables of `docs/claims.md`.

mod cells;
mod checkers;
mod dates;
mod movements;
mod outline;
mod pieces;
mod play;
mod reach;
mod rules;

use super::formula::Formula;
use super::resolve::{self, CallSubject, Function, Scope};
use super::syntax::{Expr, ExprKind};
use padma_text::diag::Diagnostics;

/// All functions. A theme's rows are a table of their own in `docs/claims.md`.
const THEMES: &[&[Function]] = &[
    reach::REACH,
    movements::MOVEMENTS,
    pieces::PIECES,
    rules::RULES,
    checkers::CHECKERS,
    cells::CELLS,
    play::PLAY,
    play::ENDINGS,
    dates::BOARDS,
    dates::DATES,
    outline::OUTLINE,
];

/// Resolves an expression; complaints go to `diagnostics`.
pub fn resolve(expr: &Expr, scope: Scope<'_>, diagnostics: &mut Diagnostics) -> Option<Formula> {
    resolve::resolve(expr, scope, THEMES, diagnostics)
}

fn all() -> impl Iterator<Item = &'static Function> {
    THEMES.iter().copied().flatten()
}

fn named(name: &str) -> Option<&'static Function> {
    all().find(|function| function.name == name)
}

/// The tables of functions in `docs/claims.md`, one for each theme.
pub fn function_tables() -> impl Iterator<Item = String> {
    let row = |(forms, value): (&str, &str)| {
        format!("| `{}` | {value} |\n", forms.replace("), ", ")`, `"))
    };
    THEMES.iter().map(move |theme| {
        let rows = theme.iter().flat_map(forms).map(row);
        format!(
            "| function | value |\n| --- | --- |\n{}",
            rows.collect::<String>()
        )
    })
}

/// The names of all functions.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    all().map(|function| function.name)
}

/// Whether the label of a diagram's piece can be an argument of a function.
pub fn takes_label(name: &str) -> bool {
    named(name).is_some_and(|function| function.docs.contains("(M"))
}

/// What a function gives in each form in which it is called, for people.
pub fn explain(name: &str) -> Option<String> {
    Some(
        forms(named(name)?)
            .map(|(forms, value)| format!("{forms}\n    {value}\n"))
            .collect(),
    )
}

/// The forms in which a function is called, and what they give.
fn forms(function: &Function) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    function
        .docs
        .lines()
        .filter_map(|line| line.rsplit_once(" | ")?.0.split_once(" | "))
}

/// Each form in which a function is called, and the phrase that says it.
pub(super) fn phrases(
    name: &str,
) -> impl Iterator<Item = (&'static str, &'static str)> + Clone + use<> {
    let lines = named(name).map_or("", |function| function.docs).lines();
    lines
        .filter_map(|line| Some((line.split_once(" | ")?.0, line.rsplit_once(" | ")?.1)))
        .flat_map(|(forms, said)| {
            let last = said.rsplit(" / ").next().unwrap_or(said);
            forms
                .split("), ")
                .zip(said.split(" / ").chain(std::iter::repeat(last)))
        })
}

/// Whether endings must be solved for an expression.
pub fn solves_endings(expression: &str) -> bool {
    play::ENDINGS
        .iter()
        .any(|function| expression.contains(function.name))
}

/// Whether a function asks about a diagram's position.
pub(super) fn asks_diagram(name: &str) -> bool {
    named(name).is_some_and(|function| function.subject == CallSubject::Diagram)
}

/// Whether an expression says what can be printed: values, names, the source's own numbers, leaps by their letters. What
/// the rules give is no such thing.
pub(super) fn is_printable(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Movement(..) => true,
        ExprKind::Binary(_, a, b) => is_printable(a) && is_printable(b),
        ExprKind::Call(name, arguments) if name.text == "leaps" => arguments
            .iter()
            .all(|expr| matches!(expr.kind, ExprKind::Movement(..))),
        ExprKind::Call(name, arguments) => {
            named(&name.text).is_some_and(|function| function.is_of_source)
                && arguments.iter().all(is_printable)
        }
        // There is no other way to list pieces.
        ExprKind::Filter(binder) => binder
            .domain
            .iter()
            .chain(&binder.condition)
            .all(|part| is_printable(part)),
        _ => expr.is_constant(),
    }
}
