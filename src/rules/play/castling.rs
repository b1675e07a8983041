//! Castling: several unmoved pieces of one side move at once.

use super::effect::{Effect, EffectVerb, Move, Moves};
use super::game_position::{GamePosition, PieceOn};
use super::in_play::Play;
use super::state::State;
use crate::castle::{Castle, cells_to_clear, crossed_by_royals};
use crate::model::{Cell, CellSet, KindId, Mover, Piece, Sheet, Side};
use crate::movement::leg::{CastlingMotion, Leap};

/// The reason why a castling is not legal, with the cell that it concerns, and with the `kind` of
/// the piece that should move from there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the enum says what its fields are")]
pub enum CastlingFault {
    /// The piece is not there, or has moved.
    Moved { kind: KindId, cell: Cell },
    /// The piece is frozen.
    Frozen { kind: KindId, cell: Cell },
    /// A cell that one of the pieces crosses or arrives on is absent.
    Absent { cell: Cell },
    /// A piece stands on a cell that one of the castling pieces crosses or arrives on.
    Occupied { cell: Cell },
    /// The king is or would be attacked there.
    Attacked { cell: Cell },
}

impl CastlingFault {
    /// Returns the cell that the fault concerns.
    pub fn cell(&self) -> Cell {
        match self {
            CastlingFault::Moved { cell, .. }
            | CastlingFault::Frozen { cell, .. }
            | CastlingFault::Absent { cell }
            | CastlingFault::Occupied { cell }
            | CastlingFault::Attacked { cell } => *cell,
        }
    }
}

/// Adds the castlings of the side to move. Whether the king is safe at the end is tested later, as
/// for any move.
pub(super) fn castlings(play: &mut Play<'_>, out: &mut Moves) {
    let side = play.state.to_move;
    for (index, castle) in play.game.castles.iter().enumerate() {
        let Castle {
            movers,
            clear,
            crossed,
            ..
        } = castle;
        if castle.side == side && obstacle(play, movers, clear, crossed).is_none() {
            let leader = castle.leader();
            let plain = Move::plain(leader.kind, side, Some(leader.from), leader.to);
            out.push(
                Move {
                    castles: true,
                    castling: Some(index as u16),
                    ..plain
                },
                effects(movers, side),
                &[],
            );
        }
    }
    if play.game.has_steps {
        add_castling_steps(play, out);
    }
}

/// Whether a piece of a castling stands on its first cell and has not moved.
pub(super) fn is_ready(state: &State, side: Side, mover: &Mover) -> bool {
    state.unmoved.contains(mover.from)
        && state.position.piece(mover.from) == Some(Piece::of(side, mover.kind))
}

/// Returns what prevents a castling before anything moves: a piece that is not ready or is frozen,
/// a cell that is not empty or is absent, or a king that is attacked where it stands or on a cell
/// it crosses. The king's last cell is tested later, after all pieces have moved.
fn obstacle(
    play: &mut Play<'_>,
    movers: &[Mover],
    clear: &CellSet,
    crossed: &[(Cell, Vec<Cell>)],
) -> Option<CastlingFault> {
    let side = play.state.to_move;
    if let Some(mover) = movers
        .iter()
        .find(|mover| !is_ready(play.state, side, mover))
    {
        return Some(CastlingFault::Moved {
            kind: mover.kind,
            cell: mover.from,
        });
    }
    let pos = play.position();
    if let Some(mover) = movers.iter().find(|mover| pos.is_frozen(mover.from)) {
        return Some(CastlingFault::Frozen {
            kind: mover.kind,
            cell: mover.from,
        });
    }
    let ends: CellSet = movers.iter().map(|mover| mover.to).collect();
    if let Some(cell) = ((ends | *clear) & *pos.state.position.closed())
        .iter()
        .next()
    {
        return Some(CastlingFault::Absent { cell });
    }
    if let Some(cell) = clear.iter().find(|cell| pos.piece(*cell).is_some()) {
        return Some(CastlingFault::Occupied { cell });
    }
    let enemy = side.other();
    let attacked = crossed.iter().find_map(|(from, cells)| {
        if play.is_checked_on(*from, enemy) {
            return Some(*from);
        }
        let mut between = cells[..cells.len().saturating_sub(1)].iter().copied();
        between.find(|cell| play.with_moved(*from, *cell, |play| play.is_checked_on(*cell, enemy)))
    });
    attacked.map(|cell| CastlingFault::Attacked { cell })
}

/// Returns what prevents a castling that is not legal.
pub(super) fn castling_fault(play: &mut Play<'_>, castling: u16) -> CastlingFault {
    let castle = &play.game.castles[usize::from(castling)];
    let obstacle = obstacle(play, &castle.movers, &castle.clear, &castle.crossed);
    obstacle.unwrap_or(CastlingFault::Attacked {
        cell: castle.leader().to,
    })
}

/// Adds the castlings of Betza's `O`, called castling steps: the king goes a fixed number of cells
/// towards a piece at the edge, which goes to the king's other side.
fn add_castling_steps(play: &mut Play<'_>, out: &mut Moves) {
    let (variant, side) = (play.game.variant(), play.state.to_move);
    for movers in step_movers(play.position(), side) {
        let [Mover { kind, from, to }, partner] = movers;
        // Most are refused by what is on the last cells, and need no path.
        let own = [from, partner.from];
        let is_open = |cell: Cell| own.contains(&cell) || play.position().piece(cell).is_none();
        if !is_ready(play.state, side, &partner) || !is_open(to) || !is_open(partner.to) {
            continue;
        }
        let clear = cells_to_clear(&variant.board, &movers);
        let crossed = crossed_by_royals(variant, &movers);
        if obstacle(play, &movers, &clear, &crossed).is_none() {
            let plain = Move::plain(kind, side, Some(from), to);
            let mv = Move {
                castles: true,
                ..plain
            };
            out.push(mv, effects(&movers, side), &[]);
        }
    }
}

/// Calls `visit` with the cells of both pieces of each castling step that may still happen.
pub(super) fn for_each_castling_step(pos: GamePosition<'_>, mut visit: impl FnMut([Cell; 2])) {
    for side in Side::BOTH {
        let steps = step_movers(pos, side);
        let ready = steps
            .iter()
            .filter(|[_, partner]| is_ready(pos.state, side, partner));
        ready.for_each(|[king, partner]| visit([king.from, partner.from]));
    }
}

/// Whether the piece on a cell would be the partner in a castling step if it were unmoved.
pub(super) fn is_step_partner(pos: GamePosition<'_>, cell: Cell) -> bool {
    let mut steps = Side::BOTH
        .into_iter()
        .flat_map(|side| step_movers(pos, side));
    steps.any(|[_, partner]| partner.from == cell)
}

/// Returns the moves of the king and its partner in each castling step of a side's unmoved kings,
/// whatever is in the way.
fn step_movers(pos: GamePosition<'_>, side: Side) -> Vec<[Mover; 2]> {
    let board = &pos.game.variant().board;
    let mut all = Vec::new();
    for from in (*pos.standing(side) & pos.state.unmoved).iter() {
        let Some(king) = pos.piece_on(from) else {
            continue;
        };
        for step in &pos.game.steps[king.kind.index()] {
            for (wanted, x) in [(step.left, -1), (step.right, 1)] {
                let movers = |sheet| movers_on(pos, sheet, king, step, Leap { x, y: 0 });
                all.extend(wanted.then(|| board.sheets().find_map(movers)).flatten());
            }
        }
    }
    all
}

/// Returns the moves of the king and its partner, if there is a partner on the sheet.
fn movers_on(
    pos: GamePosition<'_>,
    sheet: Sheet,
    king: PieceOn,
    step: &CastlingMotion,
    ahead: Leap,
) -> Option<[Mover; 2]> {
    let PieceOn {
        cell: from,
        side,
        kind,
    } = king;
    let board = &pos.game.variant().board;
    let next = |cell: Cell| board.leap(cell, ahead, sheet, side);
    let row = std::iter::successors(next(from), |cell| next(*cell));
    // Where the sides are joined, the rank leads back to the king.
    let row: Vec<Cell> = row.take_while(|cell| *cell != from).collect();
    let to = *row.get(usize::from(step.cells).checked_sub(1)?)?;
    // The partner is the outermost piece; `skip` pieces are passed over from the edge inwards.
    let is_there = |cell: &&Cell| pos.piece(**cell).is_some();
    let partner_cell = *row
        .iter()
        .rev()
        .filter(is_there)
        .nth(usize::from(step.skip))?;
    if step.skip == 0 && Some(&partner_cell) != row.last() {
        return None;
    }
    // A piece of nobody's cannot be the partner.
    let is_own = pos.standing(side).contains(partner_cell);
    let partner = pos.kind(partner_cell).filter(|_| is_own)?;
    // If the game begins with certain pieces at the ends of the rank, only these may castle.
    let partners = &pos.game.partners[kind.index()];
    if step.skip == 0 && !partners.is_empty() && !partners.contains(&partner) {
        return None;
    }
    let partner_to = board.leap(to, Leap { x: -ahead.x, y: 0 }, sheet, side)?;
    Some([
        Mover { kind, from, to },
        Mover {
            kind: partner,
            from: partner_cell,
            to: partner_to,
        },
    ])
}

/// Returns the effects of the pieces of a castling, which move at once.
fn effects(movers: &[Mover], side: Side) -> Vec<Effect> {
    let piece = |mover: &Mover| Piece::of(side, mover.kind);
    if let [a, b] = movers
        && (a.from, a.to) == (b.to, b.from)
    {
        return vec![Effect::swap(piece(a), a.from, a.to, piece(b))];
    }
    let go = |mover: &Mover| Effect::go(EffectVerb::Move, piece(mover), mover.from, mover.to);
    movers.iter().map(go).collect()
}
