//! Castling: several unmoved men of one side who move at once.

use super::arbiter::Arbiter;
use super::effect::{Draft, Effect, Moves};
use super::state::State;
use crate::model::{Board, Castling, Cell, CellSet, Man, Mover, PieceId, Sheet, Side, Variant};
use crate::movement::betza::{Castling as Step, Leap};

/// A castling that the rules name, for one side.
#[derive(Clone, Debug)]
pub(super) struct Castle {
    pub name: String,
    pub side: Side,
    pub movers: Vec<Mover>,
    /// Cells that must be empty.
    clear: CellSet,
    /// For each royal man where he starts and what he crosses.
    crossed: Vec<(Cell, Vec<Cell>)>,
}

/// Why a castling is not to be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CastlingFault {
    /// The man is not there, or has moved.
    Moved {
        piece: PieceId,
        cell: Cell,
    },
    /// The man cannot move.
    Frozen {
        piece: PieceId,
        cell: Cell,
    },
    Occupied {
        cell: Cell,
    },
    /// The king is or would be attacked there.
    Attacked {
        cell: Cell,
    },
}

impl CastlingFault {
    /// The cell where the reason is.
    pub fn cell(&self) -> Cell {
        match self {
            CastlingFault::Moved { cell, .. }
            | CastlingFault::Frozen { cell, .. }
            | CastlingFault::Occupied { cell }
            | CastlingFault::Attacked { cell } => *cell,
        }
    }
}

impl Castle {
    /// `None` where a side has no men for it.
    pub fn new(castling: &Castling, side: Side, variant: &Variant) -> Option<Castle> {
        let movers = castling.of(side).to_vec();
        let royal = |mover: &&Mover| variant.piece(mover.piece).royal;
        let crossed = movers.iter().filter(royal).map(|mover| (mover.from, way(&variant.board, mover)));
        let crossed = crossed.collect();
        (!movers.is_empty()).then(|| Castle {
            name: castling.name.clone(),
            side,
            clear: clear(&variant.board, &movers),
            crossed,
            movers,
        })
    }

    /// The man in whose name the move is written: the first royal one, or else the first.
    pub fn leader(&self) -> Mover {
        let royal = self.crossed.first().and_then(|(from, _)| self.movers.iter().find(|m| m.from == *from));
        *royal.unwrap_or(&self.movers[0])
    }
}

/// All that the men of a castling cross or come to, their own cells apart.
fn clear(board: &Board, movers: &[Mover]) -> CellSet {
    let own: CellSet = movers.iter().map(|mover| mover.from).collect();
    let cells: CellSet = movers.iter().flat_map(|mover| way(board, mover)).collect();
    cells - own
}

/// The cells a man comes over, the last included: by the direction that takes the most steps, so that none
/// is left out.
fn way(board: &Board, mover: &Mover) -> Vec<Cell> {
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
    let ways = board.directions().filter_map(|(dir, _)| walk(dir));
    ways.max_by_key(Vec::len).unwrap_or_else(|| vec![mover.to])
}

impl Arbiter<'_, '_> {
    /// Adds the castlings of the side to move. Whether the king is safe at the end is asked later, as of any move.
    pub(super) fn castlings(&mut self, state: &mut State, out: &mut Moves) {
        let (game, side) = (self.game, state.to_move);
        for (place, castle) in game.castles.iter().enumerate() {
            let leader = castle.leader();
            if castle.side == side && self.may_castle(state, &castle.movers, &castle.clear, &castle.crossed) {
                let draft = Draft {
                    piece: leader.piece,
                    side,
                    from: Some(leader.from),
                    to: leader.to,
                    castling: Some(place as u16),
                };
                out.push(draft, &effects(&castle.movers, side), &[]);
            }
        }
        if game.steps.iter().any(|steps| !steps.is_empty()) {
            self.long_steps(state, out);
        }
    }

    fn may_castle(
        &mut self,
        state: &mut State,
        movers: &[Mover],
        clear: &CellSet,
        crossed: &[(Cell, Vec<Cell>)],
    ) -> bool {
        let side = state.to_move;
        let ready = |mover: &Mover| {
            let man = Man { side, piece: Some(mover.piece) };
            state.unmoved.contains(mover.from)
                && state.position.man(mover.from) == Some(man)
                && !self.is_frozen(state, mover.from)
        };
        movers.iter().all(ready)
            && clear.iter().all(|cell| state.position.man(cell).is_none())
            && crossed.iter().all(|(from, cells)| self.crosses_safely(state, *from, cells))
    }

    /// Whether a royal man is attacked neither where he stands nor on any cell he crosses. The last cell is
    /// asked about when all men stand where they go.
    fn crosses_safely(&mut self, state: &mut State, from: Cell, cells: &[Cell]) -> bool {
        let between = &cells[..cells.len().saturating_sub(1)];
        !self.attacked(state, from, state.to_move.other())
            && between.iter().all(|cell| !self.attacked_on(state, from, *cell))
    }

    /// Whether a man would be attacked on another cell.
    fn attacked_on(&mut self, state: &mut State, from: Cell, cell: Cell) -> bool {
        let (man, other) = (state.position.man(from), state.position.man(cell));
        state.lift(from, cell, man);
        let attacked = self.attacked(state, cell, state.to_move.other());
        state.lift(cell, from, man);
        state.stand(cell, other);
        attacked
    }

    /// What stands in the way of a castling that is not legal.
    pub(super) fn castling_fault(&mut self, state: &mut State, castling: u16) -> CastlingFault {
        let castle = &self.game.castles[usize::from(castling)];
        let side = castle.side;
        let away = |mover: &&Mover| {
            let man = Man { side, piece: Some(mover.piece) };
            state.position.man(mover.from) != Some(man) || !state.unmoved.contains(mover.from)
        };
        if let Some(mover) = castle.movers.iter().find(away) {
            return CastlingFault::Moved { piece: mover.piece, cell: mover.from };
        }
        if let Some(mover) = castle.movers.iter().find(|mover| self.is_frozen(state, mover.from)) {
            return CastlingFault::Frozen { piece: mover.piece, cell: mover.from };
        }
        if let Some(cell) = castle.clear.iter().find(|cell| state.position.man(*cell).is_some()) {
            return CastlingFault::Occupied { cell };
        }
        let leader = castle.leader();
        if self.attacked(state, leader.from, side.other()) {
            return CastlingFault::Attacked { cell: leader.from };
        }
        let crossed = castle.crossed.iter().flat_map(|(from, cells)| cells.iter().map(|cell| (*from, *cell)));
        let attacked = crossed.into_iter().find(|(from, cell)| self.attacked_on(state, *from, *cell));
        CastlingFault::Attacked { cell: attacked.map_or(leader.to, |(_, cell)| cell) }
    }

    /// The long steps of Betza's `O`: exactly so many cells towards a man at the edge, who goes to the other side.
    fn long_steps(&mut self, state: &mut State, out: &mut Moves) {
        let (game, side) = (self.game, state.to_move);
        let standing = state.standing[side as usize] & state.unmoved;
        for from in standing.iter() {
            let Some(piece) = state.position.man(from).and_then(|man| man.piece) else { continue };
            for step in &game.steps[piece.index()] {
                for (wanted, x) in [(step.left, -1), (step.right, 1)] {
                    let ahead = wanted.then(|| self.partner(state, (piece, from), step, Leap { x, y: 0 }));
                    let Some(movers) = ahead.flatten() else { continue };
                    let board = &game.variant().board;
                    let (clear, cells) = (clear(board, &movers), way(board, &movers[0]));
                    let crossed = if game.is_royal(Some(piece)) { vec![(from, cells)] } else { Vec::new() };
                    if self.may_castle(state, &movers, &clear, &crossed) {
                        let draft = Draft { piece, side, from: Some(from), to: movers[0].to, castling: None };
                        out.push(draft, &effects(&movers, side), &[]);
                    }
                }
            }
        }
    }

    /// The king's step and his partner's, on the first sheet where there is a partner.
    fn partner(&self, state: &State, king: (PieceId, Cell), step: &Step, ahead: Leap) -> Option<[Mover; 2]> {
        let mut sheets = self.game.variant().board.sheets();
        sheets.find_map(|sheet| self.partner_on(sheet, state, king, step, ahead))
    }

    fn partner_on(
        &self,
        sheet: Sheet,
        state: &State,
        (piece, from): (PieceId, Cell),
        step: &Step,
        ahead: Leap,
    ) -> Option<[Mover; 2]> {
        let (board, side) = (&self.game.variant().board, state.to_move);
        let next = |cell: Cell| board.leap(cell, ahead, sheet, side);
        let row: Vec<Cell> = std::iter::successors(next(from), |cell| next(*cell)).collect();
        let to = *row.get(usize::from(step.cells).checked_sub(1)?)?;
        // The man at the edge; with `skip` so many men behind him are passed over.
        let man = |cell: &&Cell| state.position.man(**cell).is_some();
        let at = *row.iter().rev().filter(man).nth(usize::from(step.skip))?;
        if step.skip == 0 && Some(&at) != row.last() {
            return None;
        }
        let partner = state.position.man(at).filter(|man| man.side == side)?.piece?;
        let behind = board.leap(to, Leap { x: -ahead.x, y: 0 }, sheet, side)?;
        Some([Mover { piece, from, to }, Mover { piece: partner, from: at, to: behind }])
    }
}

/// The effects of men who move at once, in an order in which each finds his cell free.
fn effects(movers: &[Mover], side: Side) -> Vec<Effect> {
    let man = |mover: &Mover| Man { side, piece: Some(mover.piece) };
    if let [a, b] = movers
        && (a.from, a.to) == (b.to, b.from)
    {
        return vec![Effect::Swap { man: man(a), from: a.from, to: a.to, other: man(b) }];
    }
    let mut waiting = movers.to_vec();
    let mut effects = Vec::new();
    while !waiting.is_empty() {
        let free = |mover: &Mover| !waiting.iter().any(|other| other.from == mover.to && other != mover);
        // The rules' castlings are free of circles, and two men who change places have been seen to.
        let next = waiting.remove(waiting.iter().position(free).unwrap_or(0));
        effects.push(Effect::Move { man: man(&next), from: next.from, to: next.to });
    }
    effects
}
