//! Names the pieces, sets and directions of a variant.

use super::noun::{ItemKind, Noun, NounPart, Qualifier, Set};
use crate::movement::{class_said, is_axis};
use padma_rules::model::{Board, KindId, Side, Variant};
use padma_rules::movement::GRID_ATOMS;
use padma_words::{Say, SlotValue, row, say};

/// Returns a piece's name, in quotes if it contains a comma.
pub(crate) fn kind_name(variant: &Variant, kind: KindId) -> SlotValue {
    let name = &variant.kind(kind).name;
    match name.contains(',') {
        true => say!(restate::Quoted, text = name).into(),
        false => name.into(),
    }
}

/// Names a kind of piece, perhaps of a side, with its article.
pub(crate) fn the_piece(variant: &Variant, side: Option<Side>, kind: KindId) -> Say {
    let (side, name) = (side_key(side), kind_name(variant, kind));
    say!(restate::ThePiece, side, name)
}

/// Returns the key of a side; nothing for none.
pub(crate) fn side_key(side: Option<Side>) -> SlotValue {
    side.map_or(SlotValue::None, |side| SlotValue::Key(side.name()))
}

/// Describes a named set. Kinds of cell, and plural names, become nouns.
pub(crate) fn named_set(variant: &Variant, name: &str, side: Option<Side>) -> Set {
    if variant.sets.is_part(name) {
        let place = Qualifier::place(NounPart::Place, row("restate.part", name), false);
        return Set::with(Noun::plain("cells"), place);
    }
    let (is_axis, words) = match name.split_once('-') {
        Some((axis, rest)) if axis.len() == 1 => {
            (true, format!("{axis}-{}", rest.replace('-', " ")))
        }
        _ => (false, name.replace('-', " ")),
    };
    let whose = side_key(side);
    if ["square", "triangle", "hexagon", "point"].contains(&name) {
        return Set::of(Noun::new(row("places.ground", name), ItemKind::Cell));
    }
    let plain = words.strip_prefix("the ").unwrap_or(&words);
    let one = plain.strip_suffix('s');
    if let Some(noun) = one.filter(|_| is_axis || !words.starts_with("the ")) {
        let noun = say!(restate::SidedNoun, whose, noun);
        return Set::of(Noun::new(noun, ItemKind::Cell));
    }
    let place = match words.contains(' ') {
        true => say!(restate::SidedSet, whose, name = plain),
        false => say!(restate::QuotedSet, whose, name = words),
    };
    Set::with(
        Noun::plain("cells"),
        Qualifier::place(NounPart::Of, place, false),
    )
}

/// Says a direction class by its name: "along X"; nothing for all directions.
pub(crate) fn way(board: &Board, class: &str) -> SlotValue {
    // On a grid, the letter of a direction class could be mistaken for a piece.
    let is_grid = board.class("orthogonal").is_some();
    let atom = GRID_ATOMS
        .iter()
        .find(|(atom, _)| is_grid && *atom == class)
        .map(|(_, leap)| *leap);
    match (class, atom) {
        (_, Some((1, 0))) => class_said("orthogonal"),
        (_, Some((1, 1))) => class_said("diagonal"),
        (_, Some((longer, shorter))) => say!(
            restate::LeapsOf,
            shorter = shorter.to_string(),
            longer = longer.to_string()
        )
        .into(),
        ("contiguous", _) => SlotValue::None,
        (class, _) if class == "fork" || is_axis(class) => say!(restate::Along, class).into(),
        _ => class_said(class),
    }
}
