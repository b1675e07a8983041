//! Reads a claim's text: the value it states, or for a truth the words that are understood.
//!
//! ```text
//! "at least 11 cells"        a number, and how it is compared
//! "c4, g4 and the e file"    cells
//! "no Pawn stands on e4"     words that the expression must account for
//! ```

mod bare;
mod bounds;
mod cells;
mod clauses;
mod content;
mod misread;
mod position;
mod text;
mod understood;
mod value;
mod words;

pub(crate) use bare::reads_words;
pub(super) use bounds::{LowerCaseWords, bound};
pub(crate) use cells::{cell_shaped, cell_words, line_words, possible_cells};
pub(super) use clauses::has_pronoun;
pub use content::ExprContent;
pub(crate) use text::StatedText;
pub use understood::{Understood, WordKind, demands, unshown_words};
pub(crate) use value::{StatedValue, leap_words, read_value, section_words, single_number};
pub(super) use value::{is_named, unexplained_word};
pub(super) use words::{MOST_DECIMALS, in_words, last_word};
pub use words::{NumberWord, numbers};

use std::borrow::Cow;
use std::ops::Range;

use padma_expr::{Expr, ExprType, Scope};
use padma_text::diag::Diagnostic;

/// What a claim's text states.
pub(super) struct TextReading {
    /// The stated value.
    pub stated: StatedValue,
    /// For a truth, the words of the text that are understood.
    pub words: Vec<Understood>,
    /// The first word beside the value that is in no table of the text's language.
    pub unread: Option<Range<usize>>,
}

/// Reads a text that states a value of the expression's type.
///
/// # Errors
///
/// The complaint about a text that states no such value.
pub(super) fn read(
    statement: StatedText<'_>,
    expr: &Expr,
    kind: ExprType,
    scope: Scope<'_>,
) -> Result<TextReading, Box<Diagnostic>> {
    let StatedText { text, code, .. } = statement;
    let (text, unread) = match statement.reads_words {
        true => (Cow::Borrowed(text.text()), None),
        false => bare::bare_text(text.text(), kind, scope),
    };
    // A truth has no value, so that any text states it.
    let value_text = if kind == ExprType::Truth {
        statement.text.text()
    } else {
        &text
    };
    let stated = read_value(value_text, kind, &scope.rules.variant, scope.outline)
        .map_err(|misread| Box::new(misread.complaint(statement, kind, scope)))?;
    let words = match kind {
        ExprType::Truth => understood::understood_words(&text, code, expr, scope),
        _ => Vec::new(),
    };
    Ok(TextReading {
        stated,
        words,
        unread,
    })
}
