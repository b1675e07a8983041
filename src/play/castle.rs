//! Castlings as the rules name them: which pieces go where, what must be empty, and what a king crosses.

use crate::model::{Board, Castling, Cell, CellSet, Dir, Mover, Side, Variant};

/// A castling that the rules name, for one side.
#[derive(Clone, Debug)]
pub(crate) struct Castle {
    pub name: String,
    pub side: Side,
    pub movers: Vec<Mover>,
    /// The place of the piece in whose name the move is written: the first royal one, or else the first.
    pub leader: usize,
    /// Cells that must be empty.
    pub clear: CellSet,
    /// For each royal piece where it starts and what it crosses.
    pub crossed: Vec<(Cell, Vec<Cell>)>,
}

impl Castle {
    /// `None` where a side has no pieces for it.
    pub(crate) fn new(castling: &Castling, side: Side, variant: &Variant) -> Option<Castle> {
        let movers = castling.movers.of(side).to_vec();
        let royal = |mover: &&Mover| variant.kind(mover.kind).royal;
        let crossed = movers.iter().filter(royal).map(|mover| (mover.from, path(&variant.board, mover)));
        let crossed = crossed.collect();
        (!movers.is_empty()).then(|| Castle {
            name: castling.name.clone(),
            side,
            leader: movers.iter().position(|mover| royal(&mover)).unwrap_or(0),
            clear: cells_to_clear(&variant.board, &movers),
            crossed,
            movers,
        })
    }

    /// The piece in whose name the move is written.
    pub(super) fn leader(&self) -> Mover {
        self.movers[self.leader]
    }
}

/// All that the pieces of a castling cross or come to, their own cells apart.
pub(super) fn cells_to_clear(board: &Board, movers: &[Mover]) -> CellSet {
    let own: CellSet = movers.iter().map(|mover| mover.from).collect();
    let cells: CellSet = movers.iter().flat_map(|mover| path(board, mover)).collect();
    cells - own
}

/// The cells a piece comes over, the last included: by the direction that takes the most steps, so that none is left out. Where
/// a direction and its opposite both lead there, round a ring, the shorter way counts.
pub(super) fn path(board: &Board, mover: &Mover) -> Vec<Cell> {
    let walk = |dir| {
        let mut cells = Vec::new();
        let mut cell = mover.from;
        while let Some(next) = board.next(cell, dir).filter(|next| !cells.contains(next)) {
            cells.push(next);
            if next == mover.to {
                return Some(cells);
            }
            cell = next;
        }
        None
    };
    let ways: Vec<(Dir, Vec<Cell>)> =
        board.directions().filter_map(|(dir, _)| Some((dir, walk(dir)?))).collect();
    let goes_round = |(dir, cells): &&(Dir, Vec<Cell>)| {
        let turns_back = |other: &[Cell]| board.next(other[0], *dir) == Some(mover.from);
        ways.iter().any(|(_, other)| other.len() < cells.len() && turns_back(other))
    };
    let direct = ways.iter().filter(|way| !goes_round(way)).map(|(_, cells)| cells);
    direct.max_by_key(|cells| cells.len()).cloned().unwrap_or_else(|| vec![mover.to])
}
