//! Says in what position two movements differ.

use padma_rules::model::{Side, Variant};
use padma_rules::moves::{Difference, OtherKind, OtherPiece};
use padma_words::{Listing, Say, SlotValue, say};

/// Says in what position two movements differ, as seen by the side of the piece: "from e4, not yet
/// moved, with an enemy on e6". `ground` follows the cell.
pub fn say_setting(
    difference: &Difference,
    ground: Option<Say>,
    side: Side,
    variant: &Variant,
) -> Say {
    let pieces = difference.pieces.iter();
    let pieces: Vec<Say> = pieces
        .map(|piece| other_piece(piece, side, variant))
        .collect();
    say!(
        play::Setting,
        cell = variant.board.name(difference.from),
        ground,
        unmoved = difference.unmoved,
        pieces = (!pieces.is_empty()).then(|| Listing::And.of(pieces))
    )
}

fn other_piece(piece: &OtherPiece, side: Side, variant: &Variant) -> Say {
    let whose = match piece.en_passant {
        Some(_) => "passing",
        None if piece.side == side => "own",
        None => "enemy",
    };
    let kind = match piece.kind {
        OtherKind::Any => "any",
        OtherKind::Royal => "royalpiece",
        OtherKind::Barrier(_) => "barrier",
    };
    let barrier = match piece.kind {
        OtherKind::Barrier(kind) => Some(&variant.kind(kind).name),
        OtherKind::Any | OtherKind::Royal => None,
    };
    say!(
        play::SettingPiece,
        whose = SlotValue::Key(whose),
        kind = SlotValue::Key(kind),
        barrier,
        cell = variant.board.name(piece.cell)
    )
}
