//! Reads a claim's text: the value it states, or for a truth the words that are understood.
//!
//! ```text
//! "at least 11 cells"        a number, and how it is compared
//! "c4, g4 and the e file"    cells
//! "no Pawn stands on e4"     words that the expression must account for
//! ```

mod author;
mod bare;
mod bounds;
mod cells;
mod content;
mod misread;
mod numbers;
mod position;
mod understood;
mod value;

pub use author::AuthorText;
pub(crate) use author::are_apart;
pub(super) use bounds::bound;
pub(crate) use cells::line_words;
pub use content::ExprContent;
pub(super) use numbers::MOST_DECIMALS;
pub use numbers::NumberWord;
pub(crate) use understood::unshown_words;
pub use understood::{Understood, WordKind, demands};
pub(crate) use value::{StatedValue, leap_words, read_value, section_words, single_number};
pub(super) use value::{is_named, unexplained_word};

use std::ops::Range;

use padma_expr::{Expr, ExprType, Scope};
use padma_text::diag::Diagnostic;
use padma_text::{Excerpt, Span};
use padma_words::{Language, english};

/// A claim's text, and its place.
#[derive(Clone, Copy)]
pub(crate) struct StatedText<'a> {
    pub(crate) text: &'a Excerpt,
    /// The parts of the text that are code, where words are not prose.
    pub(crate) code: &'a [Range<usize>],
    /// The language whose words are read; without one, only the values are.
    pub(crate) language: Option<&'static Language>,
    /// The place of the text.
    pub span: Span,
}

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
    let language = statement.language;
    let whole = AuthorText::new(statement.text.text(), language.unwrap_or_else(english));
    let bare = language
        .is_none()
        .then(|| bare::bare_text(&whole, kind, scope));
    let (bare, unread) = bare.unzip();
    let bare = bare
        .as_ref()
        .map(|bare| AuthorText::new(bare, whole.language));
    let read = bare.as_ref().unwrap_or(&whole);
    // A truth has no value, so that any text states it.
    let value_text = if kind == ExprType::Truth {
        &whole
    } else {
        read
    };
    let stated = read_value(value_text, kind, &scope.rules.variant, scope.outline)
        .map_err(|misread| Box::new(misread.complaint(statement, kind, scope)))?;
    let words = match kind {
        ExprType::Truth => understood::understood_words(read, statement.code, expr, scope),
        _ => Vec::new(),
    };
    Ok(TextReading {
        stated,
        words,
        unread: unread.flatten(),
    })
}
