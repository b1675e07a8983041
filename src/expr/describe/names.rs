//! Names the pieces, sets and directions of a variant.

use super::noun::{ItemKind, Noun, Set};
use crate::movement::class_phrase;
use padma_rules::model::{Board, PieceKind, Side};
use padma_rules::movement::GRID_ATOMS;

/// Returns a piece's name, in quotes if it contains a comma.
pub(crate) fn kind_name(kind: &PieceKind) -> String {
    if kind.name.contains(',') {
        format!("“{}”", kind.name)
    } else {
        kind.name.clone()
    }
}

/// Describes a named set. Kinds of cell, and plural names, become nouns.
pub(crate) fn named_set(name: &str, side: Option<Side>) -> Set {
    let (is_axis, words) = match name.split_once('-') {
        Some((axis, rest)) if axis.len() == 1 => {
            (true, format!("{axis}-{}", rest.replace('-', " ")))
        }
        _ => (false, name.replace('-', " ")),
    };
    let whose = match side {
        Some(Side::Black) => "Black’s ",
        Some(Side::White) => "White’s ",
        None => "",
    };
    let noun = |one: String, many: String| Set::of(Noun::new(one, many, ItemKind::Cell));
    if ["square", "triangle", "hexagon", "point"].contains(&name) {
        return noun(name.to_string(), format!("{name}s"));
    }
    let plain = words.strip_prefix("the ").unwrap_or(&words);
    match plain.strip_suffix('s') {
        Some(one) if is_axis || !words.starts_with("the ") => {
            noun(format!("{whose}{one}"), format!("{whose}{plain}"))
        }
        _ => {
            let part = match (whose, words.contains(' ')) {
                ("", true) => format!("of the {plain}"),
                (whose, true) => format!("of {whose}{plain}"),
                (whose, false) => {
                    format!("of {whose}set “{words}”").replace("of set", "of the set")
                }
            };
            Set::at(Noun::plain("cells"), &part)
        }
    }
}

/// Describes a direction class by its name: " along X".
pub(crate) fn direction_words(board: &Board, class: &str) -> String {
    // On a grid, the letter of a direction class could be mistaken for a piece.
    let is_grid = board.class("orthogonal").is_some();
    let atom = GRID_ATOMS
        .iter()
        .find(|(atom, _)| is_grid && *atom == class)
        .map(|(_, leap)| *leap);
    match (class, atom) {
        (_, Some((1, 0))) => " orthogonally".to_string(),
        (_, Some((1, 1))) => " diagonally".to_string(),
        (_, Some((longer, shorter))) => format!(" by leaps of ({shorter},{longer})"),
        ("contiguous", _) => String::new(),
        ("fork", _) => " along fork".to_string(),
        _ => class_phrase(class)
            .map_or_else(|| format!(" along {class}"), |phrase| format!(" {phrase}")),
    }
}
