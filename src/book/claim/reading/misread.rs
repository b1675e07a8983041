//! Texts that do not state the value that is required, and the complaints about them.

use std::ops::Range;

use super::author::{AuthorText, StatedText};
use padma_expr::{ExprType, Scope, unknown_number};
use padma_rules::names::unknown_cell;
use padma_text::Span;
use padma_text::diag::{Code, Diagnostic};
use padma_variant::resolve::NoRun;

/// The reason why a text does not state the value that is required.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MisreadText {
    /// The text states no value of this type.
    Missing,
    /// The text has more than one number.
    Several(Vec<String>),
    /// The word at these bytes has the form of a cell's name, but no cell has that name.
    NoCell(Range<usize>),
    /// The word at these bytes has the form of a section's or figure's number, but no section or
    /// figure has that number.
    NoNumber(Range<usize>),
    /// The word or symbol at these bytes changes the meaning of the number or list beside it.
    Unclear(Range<usize>),
    /// No run leads from the first cell at these bytes to the second.
    NoRun(Range<usize>, NoRun),
}

impl MisreadText {
    /// Returns the complaint about a text that should state a value of this type.
    pub(super) fn complaint(
        self,
        statement: StatedText<'_>,
        kind: ExprType,
        scope: Scope<'_>,
    ) -> Diagnostic {
        let StatedText { text, span, .. } = statement;
        let word_at = |range: Range<usize>| (&text.text()[range.clone()], text.span(range));
        match self {
            MisreadText::NoCell(range) => {
                let (word, at) = word_at(range);
                unknown_cell(word, at, &scope.rules.variant.board)
            }
            MisreadText::NoNumber(range) => {
                let (word, at) = word_at(range);
                unknown_number(word, at, scope.outline)
            }
            MisreadText::NoRun(range, why) => why.complaint(text.span(range)),
            MisreadText::Unclear(range) => {
                let (word, at) = word_at(range);
                unclear_word(word, at, kind)
            }
            MisreadText::Missing => missing_value(statement, kind),
            MisreadText::Several(words) => {
                let message = format!("the text of this claim states {} numbers", words.len());
                let label = format!("which one is meant: {}?", words.join(" or "));
                Diagnostic::error(Code::ClaimText, message).at(span, label)
            }
        }
    }
}

/// Returns the complaint about a word that changes the meaning of the number or list beside it.
fn unclear_word(word: &str, at: Span, kind: ExprType) -> Diagnostic {
    let (beside, expected) = match kind {
        ExprType::Position => (
            "in a position".to_string(),
            "`White: King e1, Pawns a2 b2; Black: King e8`",
        ),
        ExprType::Number | ExprType::Share => (
            "beside a number".to_string(),
            "the number itself, or `at least`, `at most`, `more than`, `fewer than` or `not` before it",
        ),
        kind => (
            format!("in a list of {}", kind.name()),
            "every name written out",
        ),
    };
    let message = format!("`{word}` is not understood {beside}");
    Diagnostic::error(Code::ClaimText, message).at(at, format!("expected {expected}"))
}

/// Returns the complaint about a text that states no value.
fn missing_value(statement: StatedText<'_>, kind: ExprType) -> Diagnostic {
    let text = statement.text.text();
    let value_name = match kind {
        ExprType::Share => "a percentage",
        kind => kind.name(),
    };
    let hint = match kind {
        ExprType::Number | ExprType::Share if text.chars().any(char::is_alphabetic) => {
            Some(match statement.language.is_some() {
                true => "write a number in digits, or as an English word such as `twelve`",
                false => "write a number in digits",
            })
        }
        ExprType::Cells | ExprType::Pieces
            if AuthorText::in_english(text).numbers().next().is_some() =>
        {
            Some("to state how many there are, put `count(…)` around the expression")
        }
        _ => None,
    };
    let message = format!("the text of this claim states nothing to check: it needs {value_name}");
    Diagnostic::error(Code::ClaimText, message)
        .at(statement.span, format!("expected {value_name}"))
        .help_if(hint)
}
