//! Movements that stand in an expression, with every name in them looked up.

use super::alternatives::check_alternatives;
use super::variant::{check_names, is_too_long, lengths, of_string, too_long_written_out};
use crate::diag::{Code, Diagnostics};
use crate::model::Variant;
use crate::movement::{self, Dialect, Sentence, betza};
use crate::text::Excerpt;
use crate::variant::names::Names;

/// Reads a movement sentence.
pub fn sentence_of(text: &Excerpt, variant: &Variant, diagnostics: &mut Diagnostics) -> Option<Sentence> {
    let mut complaints = Diagnostics::default();
    let sentence = movement::parse(text, &mut complaints);
    let names = Names { pieces: &variant.kinds, board: &variant.board, sets: &variant.sets };
    check_names(&sentence, names, &mut complaints);
    if is_too_long(&sentence, &variant.kinds, &lengths(&variant.kinds)) {
        complaints.push(too_long_written_out("this movement", &sentence));
    } else if !complaints.has_errors() {
        let named = |id: &str| variant.kind_named(id).map(|id| &variant.kind(id).movement);
        check_alternatives(&sentence, &named, &mut complaints);
    }
    let sound = !complaints.has_errors();
    diagnostics.extend(complaints);
    sound.then_some(sentence)
}

/// Reads a string of Betza's notation.
pub fn betza_of(
    text: &Excerpt,
    variant: &Variant,
    dialect: Dialect,
    diagnostics: &mut Diagnostics,
) -> Option<Sentence> {
    if !variant.board.has_sheets() {
        let label = "this board is none; say it with `says \"…\"`";
        return diagnostics.refuse(Code::WrongValue, "Betza's notation speaks of grids", text.whole(), label);
    }
    Some(of_string(betza::parse(text, dialect, diagnostics)?, text.whole()))
}
