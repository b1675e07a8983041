//! Writes what the rules give into a claim's text, and keeps the author's words about it.
//!
//! A number keeps its form, a list its separators, emphasis and line breaks. What would have to be
//! worded anew is left to the author. Knows no files.

mod list;
mod number;

use super::position::sentence;
use super::read::{cell_words, kind_words, leap_words, stated};
use super::value::ExprValue;
use crate::lower::Outline;
use crate::model::{KindId, Variant};
use crate::movement::LeapKind;
use crate::text::{Excerpt, Sources};
use list::WrittenList;
pub(crate) use number::Edit;

/// The edits, in order, after which a text states `value`.
///
/// # Errors
///
/// Why its author must word it anew.
pub(crate) fn restate(
    text: &Excerpt,
    value: &ExprValue,
    variant: &Variant,
    sources: &Sources,
) -> Result<Vec<Edit>, String> {
    let (board, of) = (&variant.board, value.kind());
    let edits = match value {
        ExprValue::Number(number) | ExprValue::Share(number) => {
            vec![number::restated(text, *number, of, sources)?]
        }
        ExprValue::Cells(set) => {
            let (cells, name) =
                (set.iter().collect::<Vec<_>>(), |cell, _: &str| board.name(cell).to_string());
            WrittenList::read(text, cell_words(text.text(), board), of, sources)?.restated(&cells, name)?
        }
        ExprValue::Kinds(kinds) => {
            let name = |kind, like: &str| piece_name(kind, like, variant);
            WrittenList::read(text, kind_words(text.text(), variant), of, sources)?.restated(kinds, name)?
        }
        ExprValue::Leaps(leaps) => {
            let name = |leap: LeapKind, _: &str| leap.to_string();
            WrittenList::read(text, leap_words(text.text()), of, sources)?.restated(leaps, name)?
        }
        ExprValue::Position(parts) => {
            let whole = 0..text.text().len();
            if !number::stands_as_read(text, whole.clone(), sources) {
                return Err(number::NOT_AS_READ.to_string());
            }
            vec![Edit { span: text.span(whole), new: sentence(parts, variant) }]
        }
        ExprValue::Truth(_) | ExprValue::Text(_) | ExprValue::Numbers(_) => {
            return Err("only numbers and lists of cells, pieces or leaps are corrected".to_string());
        }
    };
    let read = stated(&after(text, &edits, sources), of, variant, Outline::NONE);
    match read {
        Ok(read) if read.value == *value => Ok(edits),
        _ => Err("its other words would be misread".to_string()),
    }
}

/// A text's source as the edits leave it, without the signs of emphasis and code.
fn after(text: &Excerpt, edits: &[Edit], sources: &Sources) -> String {
    // An edit may take in emphasis about the text.
    let whole = edits.iter().fold(text.span(0..text.text().len()), |all, edit| all.to(edit.span));
    let mut raw = sources.slice(whole).to_string();
    for edit in edits.iter().rev() {
        let range = (edit.span.start - whole.start) as usize..(edit.span.end - whole.start) as usize;
        raw.replace_range(range, &edit.new);
    }
    raw.replace(['*', '_', '`'], "")
}

/// A piece's name in the form that another's had: in small letters, in the plural.
fn piece_name(kind: KindId, like: &str, variant: &Variant) -> String {
    let is_plural = kind_words(like, variant).first().is_some_and(|(_, named)| {
        let singular = variant.kind(*named);
        like.len() > singular.name.len().min(singular.id.len()) && like.ends_with('s')
    });
    let name = &variant.kind(kind).name;
    let name = if like.starts_with(char::is_lowercase) { name.to_lowercase() } else { name.clone() };
    if is_plural { name + "s" } else { name }
}
