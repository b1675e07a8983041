//! Castlings as the rules name them: which pieces go where, what must be empty, and which cells a
//! king crosses.

use crate::model::{Board, Castling, Cell, CellSet, Dir, Mover, Rule, Side, Variant};

/// A castling that the rules name, for one side.
#[derive(Clone, Debug)]
pub struct Castle {
    /// Its name in records.
    pub name: String,
    /// The side that castles.
    pub side: Side,
    /// The pieces that move.
    pub movers: Vec<Mover>,
    /// The index in `movers` of the piece whose move is written: the first royal one, or else the
    /// first.
    pub leader: usize,
    /// Cells that must be empty.
    pub clear: CellSet,
    /// For each royal piece, the cell where it starts and the cells it crosses.
    pub crossed: Vec<(Cell, Vec<Cell>)>,
}

impl Castle {
    /// Returns all castlings of a variant, in the order of its rules, White's before Black's.
    pub(crate) fn all(variant: &Variant) -> Vec<Castle> {
        let rules = variant.rules.iter().filter_map(|rule| match rule {
            Rule::Castling(castling) => Some(castling),
            _ => None,
        });
        let of_both = |castling| {
            let castles = Side::BOTH.map(|side| Castle::new(castling, side, variant));
            castles.into_iter().flatten()
        };
        rules.flat_map(of_both).collect()
    }

    /// Builds a castling for one side; `None` if the side has no pieces for it, or if one of them
    /// may not stand on its last cell.
    fn new(castling: &Castling, side: Side, variant: &Variant) -> Option<Castle> {
        let movers = castling.movers.of(side).to_vec();
        let is_possible = movers
            .iter()
            .all(|mover| variant.stands_on(mover.kind, side).contains(mover.to));
        let royal = |mover: &Mover| variant.kind(mover.kind).royal;
        (!movers.is_empty() && is_possible).then(|| Castle {
            name: castling.name.clone(),
            side,
            leader: movers.iter().position(royal).unwrap_or(0),
            clear: cells_to_clear(&variant.board, &movers),
            crossed: crossed_by_royals(variant, &movers),
            movers,
        })
    }

    /// Returns the cells that its pieces leave.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.movers.iter().map(|mover| mover.from)
    }

    /// Returns the piece whose move is written.
    pub(crate) fn leader(&self) -> Mover {
        self.movers[self.leader]
    }
}

/// Returns the cell where each royal piece of a castling starts, and the cells it crosses.
pub(crate) fn crossed_by_royals(variant: &Variant, movers: &[Mover]) -> Vec<(Cell, Vec<Cell>)> {
    let royals = movers.iter().filter(|mover| variant.kind(mover.kind).royal);
    let crossed = royals.map(|mover| (mover.from, path(&variant.board, mover)));
    crossed.collect()
}

/// Returns the cells that the pieces of a castling cross or arrive on, except those they leave.
pub(crate) fn cells_to_clear(board: &Board, movers: &[Mover]) -> CellSet {
    let own: CellSet = movers.iter().map(|mover| mover.from).collect();
    let cells: CellSet = movers.iter().flat_map(|mover| path(board, mover)).collect();
    cells - own
}

/// Returns the cells that a castling piece crosses, its destination included. If several
/// directions lead there, the one with the most steps counts, so that no cell is left out; on a
/// ring, the shorter way round. A piece that stays has only its own cell.
pub(crate) fn path(board: &Board, mover: &Mover) -> Vec<Cell> {
    if mover.from == mover.to {
        return vec![mover.to];
    }
    let paths = board.directions().filter_map(|(dir, _)| {
        let cells = walk(board, dir, mover.from, mover.to)?;
        let is_longer_way_round =
            walk(board, dir, mover.to, mover.from).is_some_and(|back| back.len() < cells.len());
        (!is_longer_way_round).then_some(cells)
    });
    paths.max_by_key(Vec::len).unwrap_or_else(|| vec![mover.to])
}

/// Returns the cells from one to another in a direction, the last included; `None` if the
/// direction does not lead there.
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
