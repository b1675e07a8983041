//! What is compared, and the position that shows a difference.

use crate::model::{Cell, CellSet, KindId, Position, Side, Variant};
use crate::movement::words::join_list;
use crate::moves::landing::Reach;
use crate::moves::table::MoveTable;

/// A position in which two movements differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The cell of the piece.
    pub from: Cell,
    /// Whether the piece has not moved before.
    pub unmoved: bool,
    /// The other pieces.
    pub pieces: Vec<OtherPiece>,
    /// What the piece reaches by the first movement.
    pub first: Reach,
    /// What the piece reaches by the second movement.
    pub second: Reach,
}

impl Difference {
    /// Returns for each movement the cells that the piece goes to, and those that it captures on,
    /// by this movement only.
    pub fn extra(&self) -> [[CellSet; 2]; 2] {
        let (a, b) = (self.first, self.second);
        let moves = |reach: Reach| reach.cells() - reach.captures;
        [(a, b), (b, a)]
            .map(|(own, other)| [moves(own) - moves(other), own.captures - other.captures])
    }

    /// Describes the position, as seen by the side of the piece: "from e4, not yet moved, with an
    /// enemy on e6". `ground` follows the cell.
    pub fn describe_setting(&self, ground: &str, side: Side, variant: &Variant) -> String {
        let name = |cell: Cell| variant.board.name(cell);
        let other = |piece: &OtherPiece| {
            let whose = match (piece.side == side, piece.kind) {
                _ if piece.en_passant.is_some() => "an enemy that can now be taken en passant,",
                (true, OtherKind::Any) => "a piece of its own",
                (true, OtherKind::Royal) => "a royal piece of its own",
                (false, OtherKind::Any) => "an enemy",
                (false, OtherKind::Royal) => "a royal enemy",
                (is_own, OtherKind::Barrier(kind)) => {
                    let whose = if is_own { "an own" } else { "an enemy" };
                    let kind = &variant.kind(kind).name;
                    return format!("{whose} {kind} on {}", name(piece.cell));
                }
            };
            format!("{whose} on {}", name(piece.cell))
        };
        let others: Vec<String> = self.pieces.iter().map(other).collect();
        let first = if self.unmoved { ", not yet moved" } else { "" };
        let with = if others.is_empty() { "" } else { ", with " };
        let others = join_list(&others, "and");
        format!("from {}{ground}{first}{with}{others}", name(self.from))
    }
}

/// Another piece, which is needed for the difference to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherPiece {
    /// The cell where it stands.
    pub cell: Cell,
    /// The side it belongs to.
    pub side: Side,
    /// What it must be.
    pub kind: OtherKind,
    /// The cell on which it may be captured en passant, if any.
    pub en_passant: Option<Cell>,
}

/// What another piece must be for the difference to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherKind {
    /// Any piece that is not royal.
    Any,
    /// Any royal piece.
    Royal,
    /// This kind of piece, which is a barrier to one of the movements.
    Barrier(KindId),
}

/// Two tables of one board and side.
#[derive(Clone, Copy)]
pub(crate) struct TablePair<'a> {
    pub tables: [&'a MoveTable; 2],
    /// The cells on which the piece of each table may stand.
    pub starts: [&'a CellSet; 2],
    /// The position without pieces.
    pub empty: &'a Position,
}
