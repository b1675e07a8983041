//! Reach, range, closure and distance: the questions that claims, diagrams and the command line ask
//! of the rules. Knows nothing of text.

use std::sync::OnceLock;

use crate::model::{Cell, CellSet, PerCell, PieceId, Position, Side, Variant};
use crate::moves::{Ground, MoveTable, Walker, compile, distances, lay};

pub use crate::moves::{LaidStrand, Reach, Stop, Way};

/// The move tables of a variant, laid when they are first asked for.
#[derive(Debug)]
pub struct Rules {
    pub variant: Variant,
    royals: Vec<PieceId>,
    tables: Vec<[OnceLock<MoveTable>; 2]>,
    alone: Vec<[OnceLock<PerCell<Reach>>; 2]>,
    ranges: Vec<[OnceLock<CellSet>; 2]>,
}

impl Rules {
    pub fn new(variant: Variant) -> Rules {
        let tables = variant.pieces.iter().map(|_| [OnceLock::new(), OnceLock::new()]).collect();
        let alone = variant.pieces.iter().map(|_| [OnceLock::new(), OnceLock::new()]).collect();
        let ranges = variant.pieces.iter().map(|_| [OnceLock::new(), OnceLock::new()]).collect();
        let royals = variant.piece_ids().filter(|piece| variant.piece(*piece).royal).collect();
        Rules { variant, royals, tables, alone, ranges }
    }

    /// A piece's table for one side.
    pub fn table(&self, piece: PieceId, side: Side) -> &MoveTable {
        self.tables[piece.index()][side as usize].get_or_init(|| {
            let variant = &self.variant;
            let sentence = |id: &str| variant.piece_named(id).map(|id| &variant.piece(id).movement);
            let pattern = compile(&variant.piece(piece).movement, &sentence);
            let ground = Ground { board: &variant.board, sets: &variant.sets, royals: &self.royals };
            lay(&pattern, ground, side)
        })
    }

    /// Where a piece may go from each cell of the empty board.
    pub fn alone(&self, piece: PieceId, side: Side) -> &PerCell<Reach> {
        self.alone[piece.index()][side as usize].get_or_init(|| {
            let (table, empty) = (self.table(piece, side), self.variant.empty_position());
            let mut walker = Walker::default();
            PerCell::from_fn(empty.len(), |from| walker.reach(table, &empty, from))
        })
    }

    /// Where a piece may go from a cell in a position. Whoever stands on that cell does not count.
    pub fn reach(&self, piece: PieceId, side: Side, from: Cell, position: &Position) -> Reach {
        Walker::default().reach(self.table(piece, side), position, from)
    }

    /// The cells where an enemy man would be taken, if one stood there and all else stayed.
    pub fn attacks(&self, piece: PieceId, side: Side, from: Cell, position: &Position) -> CellSet {
        Walker::default().attacks(self.table(piece, side), position, from)
    }

    /// The union of reach over every cell of the empty board on which the piece may stand.
    pub fn range(&self, piece: PieceId, side: Side) -> CellSet {
        *self.ranges[piece.index()][side as usize].get_or_init(|| {
            let alone = self.alone(piece, side);
            let origins = self.variant.stands_on(piece, side);
            origins.iter().fold(CellSet::EMPTY, |all, from| all | alone[from].cells())
        })
    }

    /// The cells a piece comes to in any number of moves on the empty board, its own with none.
    pub fn closure(&self, piece: PieceId, side: Side, from: Cell) -> CellSet {
        let distances = self.distances(piece, side, from);
        distances.iter().filter(|(_, moves)| moves.is_some()).map(|(cell, _)| cell).collect()
    }

    /// How many moves a piece needs to each cell of the empty board; `None` where it never comes.
    pub fn distances(&self, piece: PieceId, side: Side, from: Cell) -> PerCell<Option<u16>> {
        let alone = self.alone(piece, side);
        distances(from, alone.len(), |cell| alone[cell].moves)
    }
}
