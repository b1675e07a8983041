//! A setup in one text, as this program reads it: rank by rank from above, with the men beside the board
//! behind it in brackets.

use super::draft::{ImportedVariant, Kind, Square};
use crate::model::Side;

pub(super) fn placement(variant: &ImportedVariant) -> String {
    let ranks: Vec<String> = (0..variant.board.ranks).rev().map(|rank| row(variant, rank)).collect();
    let mut text = ranks.join("/");
    let hands = variant.setup.reserve.iter().flat_map(|(kind, counts)| {
        let hand = |side: Side| letter(variant, side, *kind).repeat(counts[side as usize] as usize);
        Side::BOTH.map(hand)
    });
    let hands: String = hands.collect();
    if !hands.is_empty() {
        text += &format!("[{hands}]");
    }
    text
}

fn row(variant: &ImportedVariant, rank: u16) -> String {
    let mut text = String::new();
    let mut empties = 0;
    for file in 0..variant.board.files {
        let square = Square { file, rank };
        let what = match variant.setup.men.get(&square) {
            Some((side, kind)) => letter(variant, *side, *kind),
            None if variant.board.holes.contains(&square) => "*".to_string(),
            None => {
                empties += 1;
                continue;
            }
        };
        if empties > 0 {
            text += &empties.to_string();
        }
        empties = 0;
        text += &what;
    }
    if empties > 0 { text + &empties.to_string() } else { text }
}

/// Capitals are White's; a letter of several characters stands in parentheses.
fn letter(variant: &ImportedVariant, side: Side, kind: Kind) -> String {
    let letter = &variant.pieces[kind].letter;
    let letter = if side == Side::White { letter.to_uppercase() } else { letter.to_lowercase() };
    if letter.chars().count() == 1 { letter } else { format!("({letter})") }
}
