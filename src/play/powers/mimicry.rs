//! Mimicry: towards an enemy of another piece a man has that piece's own way of capture.

use crate::model::{Deed, PieceId, Side, Variant};

use super::{Kit, Prey};

/// Adds to a kit what a piece can do by mimicry. It mimics no mimicry, and not its own kind.
pub(super) fn learn(kit: &mut Kit, variant: &Variant, deeds: &[Vec<&Deed>], piece: PieceId, side: Side) {
    for other in variant.piece_ids().filter(|other| *other != piece) {
        kit.mimics.push(other);
        for deed in &deeds[other.index()] {
            kit.add(deed, Prey::only(other, variant.pieces.len()), variant, side);
        }
    }
}

impl Kit {
    /// Whether a man takes those of a piece as they would take.
    pub fn mimics(&self, piece: PieceId) -> bool {
        self.mimics.contains(&piece)
    }
}
