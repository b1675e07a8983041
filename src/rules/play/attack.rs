//! Attacks: whether a piece could capture another, ignoring the safety of its own king.

use super::effect::{Move, Moves};
use super::game::Game;
use super::powers::arrive::{arrive, partners};
use super::powers::enclosure::Enclosure;
use super::powers::long_leap::LongLeap;
use super::powers::rotation::rotations;
use super::powers::teleport::teleports;
use super::powers::withdrawal::Withdrawal;
use super::scratch::Scratch;
use super::state::State;
use crate::model::{Cell, KindId, Piece, Side};
use crate::moves::{Landing, MoveTable, Threat, Walker};

/// Returns the cells of a side's royal pieces.
#[inline]
pub(super) fn royals<'a>(
    game: &'a Game<'_>,
    state: &'a State,
    side: Side,
) -> impl Iterator<Item = Cell> + 'a {
    let is_royal = |cell: &Cell| {
        state
            .position
            .piece(*cell)
            .is_some_and(|piece| game.is_royal(piece.kind))
    };
    state.standing(side).iter().filter(is_royal)
}

/// Whether a side's royal piece is attacked.
pub fn in_check(game: &Game<'_>, state: &State, scratch: &mut Scratch, side: Side) -> bool {
    royals(game, state, side).any(|king| is_attacked(game, state, scratch, king, side.other()))
}

/// Whether the other side could capture a piece on this cell.
pub(super) fn is_attacked(
    game: &Game<'_>,
    state: &State,
    scratch: &mut Scratch,
    cell: Cell,
    by: Side,
) -> bool {
    let attacks = &game.attacks[by as usize];
    let takes = |(kind, threat): (KindId, &Threat)| {
        game.table(kind, by).takes(threat, &state.position)
            && (game.powers.is_empty() || may_take_from(game, state, kind, by, threat.origin, cell))
    };
    let takes_otherwise = |origin: Cell| {
        let Some(piece) = state.position.piece(origin) else {
            return false;
        };
        let walks = |kind| {
            attacks.takes_off_lines(kind, origin)
                && !game.powers.freezing.is_frozen(state.view(game), origin)
                && walks_to(
                    game,
                    state,
                    &mut scratch.walker,
                    (origin, by, kind),
                    cell,
                    &|to| let_go(game, state, (origin, piece), to),
                )
        };
        piece.kind.is_some_and(walks)
            || !game.powers.is_empty() && power_takes(game, state, scratch, (origin, piece), cell)
    };
    lines_towards(game, state, cell, by).any(takes)
        || (attacks.any_off_lines || !game.powers.is_empty())
            && state.standing(by).iter().any(takes_otherwise)
        || faced_by(game, state, cell, by).is_some()
        || displacer(game, state, &mut scratch.threats, cell, by).is_some()
}

/// Returns the lines of a side's pieces towards a cell.
#[inline]
pub(super) fn lines_towards<'a>(
    game: &'a Game<'_>,
    state: &'a State,
    cell: Cell,
    by: Side,
) -> impl Iterator<Item = (KindId, &'a Threat)> {
    game.attacks[by as usize].towards(cell, &state.position, state.standing(by), &state.unmoved)
}

/// Whether a piece may go from one cell to another: it is not frozen, and no bond holds it.
fn may_take_from(
    game: &Game<'_>,
    state: &State,
    kind: KindId,
    side: Side,
    from: Cell,
    to: Cell,
) -> bool {
    !game.powers.freezing.is_frozen(state.view(game), from)
        && let_go(
            game,
            state,
            (
                from,
                Piece {
                    side,
                    kind: Some(kind),
                },
            ),
            to,
        )
}

/// Whether the bonds of a piece allow it to go from its cell to another.
fn let_go(game: &Game<'_>, state: &State, (from, piece): (Cell, Piece), to: Cell) -> bool {
    game.powers.bonds.let_go(state.view(game), from, to, piece)
}

/// Whether a piece, or a part of it, captures the piece on `cell` by landing on a cell where
/// `lets` holds. Walks its whole table.
pub(super) fn walks_to(
    game: &Game<'_>,
    state: &State,
    walker: &mut Walker,
    (origin, side, kind): (Cell, Side, KindId),
    cell: Cell,
    lets: &dyn Fn(Cell) -> bool,
) -> bool {
    let stacks = game
        .stacks
        .as_ref()
        .filter(|stacks| stacks.parts_take(kind));
    let parts = stacks.map_or(&[][..], |stacks| stacks.divisions(kind));
    let mut parts = parts
        .iter()
        .filter(|division| game.stands(division.rest, side, origin));
    let takes = |landing: &Landing<'_>| landing.taken.contains(&cell) && lets(landing.to);
    // A part that leaves must go to another cell, and carries nothing.
    let leaves = |landing: &Landing<'_>| landing.to != origin && landing.carried.is_empty();
    any_landing(state, walker, game.table(kind, side), origin, &|landing| {
        takes(&landing)
    }) || parts.any(|division| {
        let table = game.table(division.part, side);
        any_landing(state, walker, table, origin, &|landing| {
            takes(&landing) && leaves(&landing)
        })
    })
}

/// Whether any landing of a piece by this table satisfies `is_so`.
pub(super) fn any_landing(
    state: &State,
    walker: &mut Walker,
    table: &MoveTable,
    from: Cell,
    is_so: &dyn Fn(Landing<'_>) -> bool,
) -> bool {
    let (moved, mut lands) = (!state.unmoved.contains(from), false);
    walker.landings(table, &state.position, from, moved, &mut |landing| {
        lands |= is_so(landing)
    });
    lands
}

/// Whether a piece could capture the piece on `cell`.
pub(super) fn takes(
    game: &Game<'_>,
    state: &State,
    scratch: &mut Scratch,
    (origin, piece): (Cell, Piece),
    cell: Cell,
) -> bool {
    let Some(kind) = piece.kind else { return false };
    !game.powers.freezing.is_frozen(state.view(game), origin)
        && (takes_by_movement(
            game,
            state,
            &mut scratch.walker,
            (origin, piece.side, kind),
            cell,
            &|to| let_go(game, state, (origin, piece), to),
        ) || power_takes(game, state, scratch, (origin, piece), cell))
}

/// Whether a piece that is not frozen captures the piece on `cell` by its movement, landing on a
/// cell where `lets` holds.
fn takes_by_movement(
    game: &Game<'_>,
    state: &State,
    walker: &mut Walker,
    (origin, side, kind): (Cell, Side, KindId),
    cell: Cell,
    lets: &dyn Fn(Cell) -> bool,
) -> bool {
    let attacks = &game.attacks[side as usize];
    if attacks.takes_off_lines(kind, origin) {
        return walks_to(game, state, walker, (origin, side, kind), cell, lets);
    }
    let table = game.table(kind, side);
    let mut lines = attacks.between(origin, kind, cell, &state.unmoved);
    lets(cell) && lines.any(|threat| table.takes(threat, &state.position))
}

/// Whether a piece could capture from one cell to another for some placement of the other pieces.
/// If not, there is no need to look further.
pub(super) fn may_threaten(
    game: &Game<'_>,
    state: &State,
    (from, side, kind): (Cell, Side, KindId),
    to: Cell,
) -> bool {
    let attacks = &game.attacks[side as usize];
    game.powers.kit(kind, side).is_some()
        || attacks.takes_off_lines(kind, from)
        || attacks
            .between(from, kind, to, &state.unmoved)
            .next()
            .is_some()
}

/// Whether some piece of the side to move could capture en passant, ignoring the king's safety.
pub(super) fn may_take_en_passant(game: &Game<'_>, state: &State, scratch: &mut Scratch) -> bool {
    let (Some(en_passant), side) = (state.position.en_passant(), state.to_move) else {
        return false;
    };
    let victim = state
        .position
        .piece(en_passant.piece)
        .and_then(|piece| piece.kind);
    state.standing(side).iter().any(|cell| {
        let Some(kind) = state.position.piece(cell).and_then(|piece| piece.kind) else {
            return false;
        };
        let takes = any_landing(
            state,
            &mut scratch.walker,
            game.table(kind, side),
            cell,
            &|landing| landing.to != en_passant.piece && landing.taken.contains(&en_passant.piece),
        );
        let mimics = || {
            let kit = game.powers.kit(kind, side);
            victim.filter(|victim| kit.is_some_and(|kit| kit.mimics.contains(victim)))
        };
        takes
            || mimics().is_some_and(|victim| {
                walks_to(
                    game,
                    state,
                    &mut scratch.walker,
                    (cell, side, victim),
                    en_passant.piece,
                    &|_| true,
                )
            })
    })
}

/// Returns the piece of the other side that the royal piece on a cell faces against the rules.
pub(super) fn faced_by(game: &Game<'_>, state: &State, cell: Cell, by: Side) -> Option<Cell> {
    if game.facings.is_empty() {
        return None;
    }
    let king = state
        .position
        .piece(cell)
        .filter(|piece| piece.side != by)?;
    let other = Piece { side: by, ..king };
    facing_lines(game, state, cell, king).find_map(|line| {
        let first = line
            .into_iter()
            .find(|seen| state.position.piece(*seen).is_some())?;
        (state.position.piece(first) == Some(other)).then_some(first)
    })
}

/// Returns the lines along which a royal piece may not face an enemy's.
pub(super) fn facing_lines(
    game: &Game<'_>,
    state: &State,
    from: Cell,
    king: Piece,
) -> impl Iterator<Item = Vec<Cell>> {
    let board = &game.variant().board;
    let laws = game
        .facings
        .iter()
        .filter(move |law| king.kind == Some(law.kind));
    let dirs = laws.flat_map(move |law| law.along.of(king.side));
    dirs.map(move |dir| {
        let is_open = |next: &Cell| *next != from && !state.position.absent().contains(*next);
        let next = |cell: &Cell| board.next(*cell, *dir).filter(is_open);
        // Some lines lead round a ring.
        std::iter::successors(next(&from), next)
            .take(board.len())
            .collect()
    })
}

/// Whether a piece could capture another by a power. Each power first makes a cheap test whether
/// it could matter; the moves are generated only after that.
fn power_takes(
    game: &Game<'_>,
    state: &State,
    scratch: &mut Scratch,
    (origin, piece): (Cell, Piece),
    target: Cell,
) -> bool {
    if !power_may_take(game, state, &mut scratch.walker, (origin, piece), target)
        || game.powers.freezing.is_frozen(state.view(game), origin)
    {
        return false;
    }
    let Scratch {
        walker,
        arrivals,
        threats,
        ..
    } = scratch;
    threats.clear();
    arrive(game, state, (walker, arrivals), (origin, piece), threats);
    threats.iter().any(|mv| {
        threats.captures(mv).any(|(_, cell)| cell == target)
            && let_go(game, state, (origin, piece), mv.to)
    })
}

fn power_may_take(
    game: &Game<'_>,
    state: &State,
    walker: &mut Walker,
    (origin, piece): (Cell, Piece),
    target: Cell,
) -> bool {
    let kit = piece
        .kind
        .and_then(|kind| game.powers.kit(kind, piece.side));
    let (Some(kit), Some(victim)) = (kit, state.position.piece(target)) else {
        return false;
    };
    let view = state.view(game);
    let coordinates = || {
        // The move may also bring the partner to another cell.
        let stirs = !kit.swaps.is_empty() || !kit.pushes.is_empty();
        let mut fits = kit
            .coordinations
            .iter()
            .filter(|power| power.takes.fits(victim));
        game.powers.crossings.as_ref().is_some_and(|crossings| {
            fits.any(|power| {
                stirs
                    || power.may_take(crossings, &partners(kit, state, origin, piece.side), target)
            })
        })
    };
    let mimics = |walker: &mut Walker| {
        let other = victim.kind.filter(|other| kit.mimics.contains(other));
        other.is_some_and(|other| {
            takes_by_movement(
                game,
                state,
                walker,
                (origin, piece.side, other),
                target,
                &|_| true,
            )
        })
    };
    let withdraws = |power: &Withdrawal| power.takes.fits(victim) && power.may_take(origin, target);
    let leaps = |power: &LongLeap| {
        power.takes.fits(victim) && power.may_take(view, origin, piece.side, target)
    };
    let encloses = |power: &Enclosure| {
        let may_take = || match kit.only_fills {
            true => power.may_fill(view, origin, target),
            // A push may fill any number of cells.
            false => !kit.pushes.is_empty() || power.may_cut(view, target),
        };
        power.takes.fits(victim) && may_take()
    };
    kit.withdrawals.iter().any(withdraws)
        || kit.long_leaps.iter().any(leaps)
        || coordinates()
        || kit.enclosures.iter().any(encloses)
        || mimics(walker)
}

/// Returns the cell of a piece with which a side could capture the piece on `target` by putting
/// its own pieces elsewhere.
pub(super) fn displacer(
    game: &Game<'_>,
    state: &State,
    room: &mut Moves,
    target: Cell,
    by: Side,
) -> Option<Cell> {
    if game.powers.teleports.is_empty() && game.powers.rotations.is_empty() {
        return None;
    }
    room.clear();
    teleports(game, state, by, room);
    rotations(game, state, by, room);
    let takes = |mv: &&Move| room.captures(mv).any(|(_, cell)| cell == target);
    room.iter().find(takes).and_then(|mv| mv.from)
}
