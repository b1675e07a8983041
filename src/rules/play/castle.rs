//! Castlings as the rules name them: which pieces go where, what must be empty, and what a king crosses.

use crate::model::{Board, Castling, Cell, CellSet, Dir, Mover, Side, Variant};

/// A castling that the rules name, for one side.
#[derive(Clone, Debug)]
pub struct Castle {
    /// Its name in records.
    pub name: String,
    /// Whose castling it is.
    pub side: Side,
    /// The pieces that move.
    pub movers: Vec<Mover>,
    /// The place of the piece in whose name the move is written: the first royal one, or else the first.
    pub leader: usize,
    /// Cells that must be empty.
    pub clear: CellSet,
    /// For each royal piece where it starts and what it crosses.
    pub crossed: Vec<(Cell, Vec<Cell>)>,
}

impl Castle {
    /// `None` where a side has no pieces for it, or one of them may not stand where it comes to.
    pub(crate) fn new(castling: &Castling, side: Side, variant: &Variant) -> Option<Castle> {
        let movers = castling.movers.of(side).to_vec();
        let is_possible = movers
            .iter()
            .all(|mover| variant.stands_on(mover.kind, side).contains(mover.to));
        let royal = |mover: &&Mover| variant.kind(mover.kind).royal;
        let crossed = movers
            .iter()
            .filter(royal)
            .map(|mover| (mover.from, path(&variant.board, mover)));
        let crossed = crossed.collect();
        (!movers.is_empty() && is_possible).then(|| Castle {
            name: castling.name.clone(),
            side,
            leader: movers.iter().position(|mover| royal(&mover)).unwrap_or(0),
            clear: cells_to_clear(&variant.board, &movers),
            crossed,
            movers,
        })
    }

    /// The cells that its pieces leave.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.movers.iter().map(|mover| mover.from)
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

/// The cells a piece comes over, the last included: by the direction that takes the most steps, so that none
/// is left out; round a ring the shorter way. One that stays comes over none.
pub(super) fn path(board: &Board, mover: &Mover) -> Vec<Cell> {
    if mover.from == mover.to {
        return vec![mover.to];
    }
    let ways = board.directions().filter_map(|(dir, _)| {
        let there = walk(board, dir, mover.from, mover.to)?;
        let is_longer_way_round =
            walk(board, dir, mover.to, mover.from).is_some_and(|back| back.len() < there.len());
        (!is_longer_way_round).then_some(there)
    });
    ways.max_by_key(Vec::len).unwrap_or_else(|| vec![mover.to])
}

/// The cells from one to another in a direction, the last included; `None` if it does not lead there.
fn walk(board: &Board, dir: Dir, from: Cell, to: Cell) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut cell = from;
    while let Some(next) = board.next(cell, dir).filter(|next| !cells.contains(next)) {
        cells.push(next);
        if next == to {
            return Some(cells);
        }
        cell = next;
    }
    None
}
