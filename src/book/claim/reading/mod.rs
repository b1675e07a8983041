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
mod facts;
mod form;
mod misread;
mod numbers;
mod ordinals;
mod position;
mod understood;
mod value;
mod words;

pub use author::AuthorText;
pub(crate) use author::{StatedText, are_apart};
pub(super) use bounds::bound;
pub use content::ExprContent;
pub(super) use form::says_result;
pub use numbers::NumberWord;
pub(super) use numbers::{MOST_DECIMALS, NumberForm};
pub use understood::demands;
pub(crate) use understood::{joined_parts, unshown_words};
pub(super) use value::{StatedValue, leap_words, read_value, single_number};
pub(super) use value::{is_named, unexplained_word};
pub use words::{Understood, WordKind};

use padma_expr::{Expr, ExprType, Scope};
use padma_text::diag::Diagnostic;
use padma_words::english;

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
) -> Result<StatedValue, Box<Diagnostic>> {
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
    let mut stated = read_value(value_text, kind, &scope.rules.variant, scope.outline)
        .map_err(|misread| Box::new(misread.complaint(statement, kind, scope)))?;
    if kind == ExprType::Truth {
        stated.words = understood::understood_words(read, statement.code, expr, scope);
    }
    stated.unread = unread.flatten();
    Ok(stated)
}
