//! Mimicry: towards an enemy of another piece a man has that piece's own way of capture.

use crate::model::{Deed, Man, PieceId, Side, Variant};

use super::{Kit, Powers, Prey};

/// Adds to a kit what a piece can do by mimicry. It mimics no mimicry, and not its own kind.
pub(super) fn learn(kit: &mut Kit, variant: &Variant, deeds: &[Vec<&Deed>], piece: PieceId, side: Side) {
    for other in variant.piece_ids().filter(|other| *other != piece) {
        kit.mimics.push(other);
        for deed in &deeds[other.index()] {
            kit.add(deed, Prey::only(other, variant.pieces.len()), variant, side);
        }
    }
}

impl Powers {
    /// The pieces in whose ways a man of a piece may take another by movement: his own, and by mimicry the other's.
    pub fn moves_as(&self, piece: PieceId, victim: Option<Man>) -> impl Iterator<Item = PieceId> + use<> {
        let other = victim.and_then(|man| Some((man.piece?, man.side.other())));
        let mimicked = other
            .filter(|(other, side)| self.kit(piece, *side).is_some_and(|kit| kit.mimics.contains(other)));
        std::iter::once(piece).chain(mimicked.map(|(other, _)| other))
    }
}
