//! The pieces: the name by which the program knows each of them, its letter, and its string.

use super::rays::RayMovement;
use crate::fairy::slots::PieceSlot;
use padma_rules::model::{CellSet, KindId, Piece, Side, Variant};

/// The pieces of chess, which the defaults of keys name by their letters.
const CHESS: [(PieceSlot, char); 6] = [
    (PieceSlot::PAWN, 'p'),
    (PieceSlot::KNIGHT, 'n'),
    (PieceSlot::BISHOP, 'b'),
    (PieceSlot::ROOK, 'r'),
    (PieceSlot::QUEEN, 'q'),
    (PieceSlot::KING, 'k'),
];

/// A piece as the program knows it.
pub(crate) struct SlottedPiece {
    pub slot: PieceSlot,
    pub letter: char,
    /// Its string, unless the name stands for it.
    pub string: Option<String>,
    /// A comment above its line.
    pub remark: Option<String>,
}

/// The pieces of a variant, by their kinds.
#[derive(Default)]
pub(crate) struct Pieces {
    pub movements: Vec<RayMovement>,
    pub named: Vec<Option<SlottedPiece>>,
    /// For each piece that only promotion makes, and that is captured as what it was: what it was.
    pub forms: Vec<Option<KindId>>,
    /// For each piece, the one whose name and letter it shares: itself, as a rule.
    pub same_as: Vec<KindId>,
    /// The lines that limit where pieces may stand.
    pub areas: Vec<String>,
    /// The royal piece that the program treats as the king.
    pub king: Option<KindId>,
    /// The built-in variant whose king the section inherits, if no section can say how it moves.
    pub king_of: Option<&'static str>,
    /// The pieces that do not take their own kind.
    pub immune: Vec<KindId>,
    /// The royal pieces, if none of them can be the king.
    pub pseudo_royal: Vec<KindId>,
}

impl Pieces {
    fn named(&self, kind: KindId) -> Option<&SlottedPiece> {
        let same = self.same_as.get(kind.index())?;
        self.named.get(same.index())?.as_ref()
    }

    /// Returns a piece's name in the program.
    pub(crate) fn slot(&self, kind: KindId) -> Option<PieceSlot> {
        self.named(kind).map(|piece| piece.slot)
    }

    /// Returns a piece's letter, in lower case.
    pub(crate) fn letter(&self, kind: KindId) -> Option<char> {
        self.named(kind).map(|piece| piece.letter)
    }

    /// Returns the letters of some pieces in the program's order; `-` if there is none.
    pub(crate) fn letters(&self, kinds: &[KindId]) -> String {
        let named = kinds.iter().filter_map(|kind| self.named(*kind));
        let mut letters: Vec<(PieceSlot, char)> =
            named.map(|piece| (piece.slot, piece.letter)).collect();
        letters.sort_unstable();
        letters.dedup();
        if letters.is_empty() {
            "-".to_string()
        } else {
            letters.into_iter().map(|(_, letter)| letter).collect()
        }
    }

    /// Whether a piece has both the name and the letter of a piece of chess, or neither.
    pub(crate) fn is_usual(&self, kind: KindId) -> bool {
        let usual = |piece: &SlottedPiece| {
            let by_slot = CHESS.iter().position(|(slot, _)| *slot == piece.slot);
            let by_letter = CHESS.iter().position(|(_, letter)| *letter == piece.letter);
            by_slot == by_letter
        };
        self.named(kind).is_none_or(usual)
    }

    /// Returns the piece that has the program's name for pawns.
    pub(crate) fn pawn(&self) -> Option<KindId> {
        let is_pawn = |piece: &Option<SlottedPiece>| {
            piece
                .as_ref()
                .is_some_and(|piece| piece.slot == PieceSlot::PAWN)
        };
        self.named.iter().position(is_pawn).map(KindId::new)
    }

    /// Returns the lines of the pieces.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for piece in self.named.iter().flatten() {
            if self.king_of.is_some() && piece.slot == PieceSlot::KING {
                continue;
            }
            if let Some(remark) = &piece.remark {
                text.push_str(&format!("# {remark}\n"));
            }
            let (key, letter) = (piece.slot.key(), piece.letter);
            let string = piece.string.as_ref();
            let string = string.map_or_else(String::new, |string| format!(":{string}"));
            text.push_str(&format!("{key} = {letter}{string}\n"));
        }
        text + &self.areas.concat()
    }
}

/// Returns the cells on which pieces of a kind begin.
pub(crate) fn starts(variant: &Variant, kind: KindId, side: Side) -> CellSet {
    let piece = Piece {
        side,
        kind: Some(kind),
    };
    let setup = variant.setup.as_ref();
    let pieces = setup.into_iter().flat_map(|setup| setup.position.pieces());
    pieces
        .filter(|(_, other)| *other == piece)
        .map(|(cell, _)| cell)
        .collect()
}
