//! The functions of claims and of rules, by theme. Each function is one item: its name, the forms in which it
//! is called, the value of each form, and its body.
//!
//! Everything that lists functions reads [`THEMES`]: resolving and checking calls, suggestions,
//! `padma explain` and the tables of `docs/reference/functions.md`.

mod cells;
mod checkers;
mod dates;
mod endings;
mod in_play;
mod measured;
mod movements;
mod outline;
mod pieces;
mod play;
mod problems;
mod reach;
mod rules;

use super::form::{CallForm, FormCall, FormParameter};
use super::formula::Formula;
use super::resolve::lower::{RuleFunctions, RuleScope, RuleUse, cells, condition};
use super::resolve::{self, CallSubject, Function, Origin, Scope};
use super::syntax::{Expr, ExprKind};
use padma_rules::model::{CellsTerm, Condition, RuleStage};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, first_statement, without_links};
use padma_words::MessageText;

/// Lists the themes: the functions of each, and its section of `docs/reference/functions.md`, in
/// which `{functions}` stands for the table.
macro_rules! themes {
    ($($functions:expr, $section:literal;)*) => {
        /// All functions, by theme.
        const THEMES: &[&[Function]] = &[$($functions),*];
        const SECTIONS: &[&str] = &[$(include_str!($section)),*];
    };
}

themes! {
    reach::REACH, "reach.md";
    movements::MOVEMENTS, "movements.md";
    pieces::PIECES, "pieces.md";
    rules::RULES, "rules.md";
    checkers::CHECKERS, "checkers.md";
    cells::CELLS, "cells.md";
    play::PLAY, "play.md";
    problems::PROBLEMS, "problems.md";
    endings::ENDINGS, "endings.md";
    measured::MEASURED, "measured.md";
    dates::BOARDS, "boards.md";
    dates::DATES, "dates.md";
    outline::OUTLINE, "outline.md";
}

/// Resolves an expression. Errors go to `diagnostics`.
pub fn resolve(expr: &Expr, scope: Scope<'_>, diagnostics: &mut Diagnostics) -> Option<Formula> {
    resolve::resolve(expr, scope, THEMES, diagnostics)
}

/// The functions, as rules call them.
const IN_RULES: RuleFunctions = RuleFunctions {
    find: |name| find_function(name).map(Function::rule_call),
    names: || {
        rule_functions()
            .map(|(function, _)| function.name)
            .collect()
    },
};

/// Lowers the text of a rule's condition.
pub fn rule_condition(
    text: &Excerpt,
    scope: RuleScope<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Condition> {
    condition(text, scope, IN_RULES, diagnostics)
}

/// Lowers the text of a rule's set of cells.
pub fn rule_cells(
    text: &Excerpt,
    scope: RuleScope<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<CellsTerm> {
    cells(text, scope, IN_RULES, diagnostics)
}

/// Returns the functions that a rule may ask, each with the stage that it asks about.
pub fn rule_functions() -> impl Iterator<Item = (&'static Function, RuleStage)> {
    all_functions().filter_map(|function| match function.rule {
        RuleUse::Asks { stage, .. } => Some((function, stage)),
        RuleUse::Refused(_) => None,
    })
}

/// A call of a function, with the phrase by which a sentence says it.
pub struct SpokenCall {
    /// The function.
    pub function: &'static str,
    /// The letters or examples that document its arguments: `P` for a piece, `c` for a cell, `white` for a side.
    pub arguments: Vec<&'static str>,
    /// The phrase, whose slots `1`, `2` and so on are the arguments.
    pub phrase: &'static MessageText,
}

/// Returns the calls that ask about no recorded game, each with its phrase.
pub fn spoken_calls() -> impl Iterator<Item = SpokenCall> {
    let forms =
        |function: &'static Function| function.forms.iter().map(move |form| (function.name, form));
    let forms = all_functions()
        .flat_map(forms)
        .filter(|(_, form)| !form.of_game);
    forms.flat_map(|(function, form)| {
        form.calls.iter().filter_map(move |parameters| {
            let (_, phrase) = form.phrase(function, parameters)?;
            let arguments = parameters.iter().map(|parameter| parameter.example());
            Some(SpokenCall {
                function,
                arguments: arguments.collect(),
                phrase,
            })
        })
    })
}

fn all_functions() -> impl Iterator<Item = &'static Function> {
    THEMES.iter().copied().flatten()
}

/// Returns the row of a function.
pub fn find_function(name: &str) -> Option<&'static Function> {
    all_functions().find(|function| function.name == name)
}

/// Writes the sections of `docs/reference/functions.md`, one for each theme.
pub fn function_sections() -> impl Iterator<Item = String> {
    THEMES.iter().zip(SECTIONS).map(|(theme, section)| {
        let rows: String = theme.iter().flat_map(table_rows).collect();
        let table = format!("| function | value | in a rule |\n| --- | --- | --- |\n{rows}");
        section.replace("{functions}\n", &table)
    })
}

/// Writes the themes in short, for the page with the whole language: a few words about each form of
/// a function, and the first example.
pub fn function_summaries() -> impl Iterator<Item = String> {
    THEMES.iter().zip(SECTIONS).map(|(theme, section)| {
        let lines: String = theme.iter().flat_map(summary_lines).collect();
        let heading = section.lines().next().unwrap_or_default();
        let example = section
            .split_once("```expression\n")
            .and_then(|(_, examples)| examples.lines().next())
            .map(|example| format!("\n```expression\n{example}\n```\n"));
        format!("#{heading}\n\n{lines}{}", example.unwrap_or_default())
    })
}

fn summary_lines(function: &'static Function) -> impl Iterator<Item = String> {
    function.forms.iter().map(move |form| {
        let calls: Vec<String> = form.example_calls(function.name).collect();
        let value = without_links(form.value);
        // `a text: who invented it`: the type comes first.
        let mut parts = first_statement(&value).split(": ");
        let words = match (parts.next().unwrap_or_default(), parts.next()) {
            (kind @ ("a text" | "a position"), Some(what)) => format!("{kind}: {what}"),
            (what, _) => what.to_string(),
        };
        format!("- `{}`: {words}\n", calls.join("`, `"))
    })
}

fn table_rows(function: &'static Function) -> impl Iterator<Item = String> {
    function.forms.iter().map(move |form| {
        let in_rule = match function.rule {
            RuleUse::Asks { stage, takes, .. } if form.is_askable(takes) => {
                format!("asks {}", stage.asks())
            }
            _ => String::new(),
        };
        let calls: Vec<String> = form.example_calls(function.name).collect();
        format!(
            "| `{}` | {} | {in_rule} |\n",
            calls.join("`, `"),
            form.value
        )
    })
}

/// Returns the names of all functions.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    all_functions().map(|function| function.name)
}

/// Whether a function takes the label of a diagram's piece.
pub fn takes_label(name: &str) -> bool {
    find_function(name).is_some_and(|function| {
        let has_label =
            |parameters: &FormCall| matches!(parameters.first(), Some(FormParameter::Label(_)));
        function
            .forms
            .iter()
            .any(|form| form.calls.iter().any(has_label))
    })
}

/// Explains what a function gives, in each of its forms.
pub fn explain(name: &str) -> Option<String> {
    let forms = find_function(name)?.forms.iter();
    let texts = forms.map(|form| {
        let calls: Vec<String> = form.example_calls(name).collect();
        format!("{}\n    {}\n", calls.join(", "), without_links(form.value))
    });
    Some(texts.collect())
}

/// Returns the calls of a function, each with its form.
pub(super) fn calls(name: &str) -> impl Iterator<Item = (CallForm, FormCall)> + Clone + use<> {
    let forms = find_function(name).map_or(&[][..], |function| function.forms);
    forms
        .iter()
        .flat_map(|form| form.calls.iter().map(move |call| (*form, *call)))
}

/// Whether the text of an expression names a function that needs solved endings.
pub fn solves_endings(expression: &str) -> bool {
    endings::ENDINGS
        .iter()
        .any(|function| expression.contains(function.name))
}

/// Returns where the value of a function comes from; an unknown one is taken to compute it.
pub(super) fn origin_of(name: &str) -> Origin {
    find_function(name).map_or(Origin::Computed, |function| function.origin)
}

/// Whether a function asks about a diagram's position.
pub fn asks_diagram(name: &str) -> bool {
    find_function(name).is_some_and(|function| function.subject == CallSubject::Diagram)
}

/// Whether a source can print what an expression states: values, names, the source's own numbers,
/// or the leaps of a written movement, but nothing computed from the rules.
pub fn is_printable(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Movement(..) => true,
        ExprKind::Binary(_, a, b) => is_printable(a) && is_printable(b),
        ExprKind::Call(name, arguments) if name.text == "leaps" => arguments
            .iter()
            .all(|expr| matches!(expr.kind, ExprKind::Movement(..))),
        ExprKind::Call(name, arguments) => {
            find_function(&name.text).is_some_and(|function| function.is_of_source)
                && arguments.iter().all(is_printable)
        }
        // Only a filter can list pieces.
        ExprKind::Filter(binder) => binder
            .domain
            .iter()
            .chain(&binder.condition)
            .all(|part| is_printable(part)),
        _ => expr.is_constant(),
    }
}
