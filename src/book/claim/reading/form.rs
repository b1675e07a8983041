//! The forms that expressions have, by which they account for words of logic and for numbers of lines.

use padma_expr::{Bound, Expr, ExprKind, Fold, Number, Operator, WordMeaning, find_function};
use padma_words::{Language, Sense};

/// A form that an expression, or any part of it, can have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ExprForm {
    /// `=`, or `same(…)`.
    Equal,
    /// `=` with no number but 1, and not with `{}` unless it is a difference; or `same(…)`.
    Alike,
    /// `all …: …`, or a name with `always` in it.
    Every,
    /// `some …: …`
    Exists,
    /// `not`, `!=`, `not in`, `-`.
    Not,
    /// `{}` or `0`.
    Nothing,
    /// `in`
    In,
    /// `and`
    And,
    /// `<`, `>`, `at most`, `at least`.
    Order,
    /// `max`
    Greatest,
    /// `min`
    Smallest,
    /// A list of two, or 2.
    Two,
    /// A name with `first` in it, `min` or `1`.
    First,
    /// A name with `last` in it, or `max`.
    Last,
    /// `"win"`
    Won,
    /// `"loss"`
    Lost,
    /// `"draw"`
    Drawn,
}

/// The texts by which functions give the result of a game, with the words for it in a text.
const RESULTS: [(&str, ExprForm, Sense); 3] = [
    ("win", ExprForm::Won, Sense::Win),
    ("loss", ExprForm::Lost, Sense::Lose),
    ("draw", ExprForm::Drawn, Sense::Draw),
];

/// Returns the form of a text that is the result of a game.
pub(super) fn result_form(text: &str) -> Option<ExprForm> {
    let mut results = RESULTS.into_iter();
    results.find_map(|(result, form, _)| (result == text).then_some(form))
}

/// Whether a text in a language says the result of a game: `drawn` for "draw".
pub(crate) fn says_result(text: &str, result: &str, language: &Language) -> bool {
    let mut results = RESULTS.iter().filter(|(known, ..)| *known == result);
    results.any(|(.., sense)| language.means(&text.to_lowercase(), *sense))
}

/// Whether two sides of an equation may be things that are the same: not where one is a number above 1, or
/// nothing at all.
pub(super) fn are_alike(a: &Expr, b: &Expr) -> bool {
    let is_difference = matches!(a.kind, ExprKind::Binary(Operator::Minus, ..));
    let is_thing = |side: &Expr| match &side.kind {
        ExprKind::Number(number) => *number == 1,
        ExprKind::Cells(names) => !names.is_empty() || is_difference,
        _ => true,
    };
    is_thing(a) && is_thing(b)
}

/// Returns the forms of an expression itself, without its parts.
pub(super) fn forms(kind: &ExprKind) -> &'static [ExprForm] {
    match kind {
        ExprKind::Quantified { every: true, .. }
        | ExprKind::Fold {
            fold: Fold::Each, ..
        } => &[ExprForm::Every],
        ExprKind::Quantified { every: false, .. } => &[ExprForm::Exists],
        ExprKind::Fold {
            fold: Fold::Max, ..
        } => &[ExprForm::Greatest, ExprForm::Last],
        ExprKind::Fold {
            fold: Fold::Min, ..
        } => &[ExprForm::Smallest, ExprForm::First],
        ExprKind::Not(_) => &[ExprForm::Not],
        ExprKind::Binary(Operator::Compare(Bound::Exactly), ..) => &[ExprForm::Equal],
        ExprKind::Binary(Operator::Compare(Bound::Not) | Operator::NotIn | Operator::Minus, ..) => {
            &[ExprForm::Not]
        }
        ExprKind::Binary(Operator::Compare(_), ..) => &[ExprForm::Order],
        ExprKind::Binary(Operator::In, ..) => &[ExprForm::In],
        ExprKind::Binary(Operator::And, ..) => &[ExprForm::And],
        _ => &[],
    }
}

/// Returns the lines that a call gives, or how many of them there are: ranks or files.
pub(super) fn called_lines(expr: &Expr) -> Option<WordMeaning> {
    let ExprKind::Call(name, _) = &expr.kind else {
        return None;
    };
    let mut senses = find_function(&name.text)?.senses.iter().copied();
    senses.find(|sense| matches!(sense, WordMeaning::Rank | WordMeaning::File))
}

/// Returns the lines whose number an expression gives.
pub(super) fn counted_lines(expr: &Expr) -> Option<WordMeaning> {
    match &expr.kind {
        ExprKind::Call(_, arguments) if arguments.is_empty() => called_lines(expr),
        ExprKind::Call(name, arguments) => {
            let counts = find_function(&name.text)?.counts();
            let counted = arguments.first().filter(|_| counts)?;
            called_lines(counted).map(crossing)
        }
        _ => None,
    }
}

/// Returns the lines that are as many as the cells of a line: a rank has a cell on each file.
pub(super) fn crossing(line: WordMeaning) -> WordMeaning {
    match line {
        WordMeaning::Rank => WordMeaning::File,
        _ => WordMeaning::Rank,
    }
}

/// Returns the number that an expression is.
pub(super) fn as_number(expr: &Expr) -> Option<Number> {
    match &expr.kind {
        ExprKind::Number(number) => Some(Number::whole(*number)),
        _ => None,
    }
}
