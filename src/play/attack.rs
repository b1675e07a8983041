//! What attacks what: whether a piece could take another, the safety of its own king aside.

use super::effect::{Move, Moves};
use super::game::Game;
use super::powers::arrive::{arrive, partners};
use super::powers::enclosure::Enclosure;
use super::powers::kit::Kit;
use super::powers::rotation::rotations;
use super::powers::teleport::teleports;
use super::powers::withdrawal::Withdrawal;
use super::scratch::Scratch;
use super::state::State;
use crate::model::{Cell, Man, PieceId, Side};
use crate::moves::{Threat, Walker};

/// The cells of a side's royal pieces.
#[inline]
pub(super) fn royals<'a>(
    game: &'a Game<'_>,
    state: &'a State,
    side: Side,
) -> impl Iterator<Item = Cell> + 'a {
    let is_royal = |cell: &Cell| state.position.man(*cell).is_some_and(|man| game.is_royal(man.piece));
    state.standing[side as usize].iter().filter(is_royal)
}

/// Whether a side's royal piece is attacked.
pub fn in_check(game: &Game<'_>, state: &State, scratch: &mut Scratch, side: Side) -> bool {
    royals(game, state, side).any(|king| is_attacked(game, state, scratch, king, side.other()))
}

/// Whether a piece on a cell could be taken there by the other side.
pub(super) fn is_attacked(
    game: &Game<'_>,
    state: &State,
    scratch: &mut Scratch,
    cell: Cell,
    by: Side,
) -> bool {
    let takes = |(piece, threat): (PieceId, &Threat)| {
        game.table(piece, by).takes(threat, &state.position)
            && (game.powers.is_empty() || may_take_from(game, state, piece, by, threat.origin, cell))
    };
    lines_towards(game, state, cell, by).any(takes)
        || takes_off_lines(game, state, &mut scratch.walker, cell, by)
        || powers_take(game, state, scratch, cell, by)
        || faced_by(game, state, cell, by).is_some()
        || displacer(game, state, &mut scratch.threats, cell, by).is_some()
}

/// The lines of a side's pieces towards a cell.
#[inline]
pub(super) fn lines_towards<'a>(
    game: &'a Game<'_>,
    state: &'a State,
    cell: Cell,
    by: Side,
) -> impl Iterator<Item = (PieceId, &'a Threat)> {
    game.attacks[by as usize].towards(cell, &state.position, &state.standing[by as usize], &state.unmoved)
}

/// Whether neither freezing nor a bond keeps a piece from taking from one cell to another.
fn may_take_from(game: &Game<'_>, state: &State, piece: PieceId, side: Side, from: Cell, to: Cell) -> bool {
    let (view, man) = (state.view(game), Man { side, piece: Some(piece) });
    !game.powers.freezing.is_frozen(view, from) && game.powers.bonds.let_go(view, from, to, man)
}

/// Whether a piece whose captures are no lines takes the piece on a cell.
fn takes_off_lines(game: &Game<'_>, state: &State, walker: &mut Walker, cell: Cell, by: Side) -> bool {
    let attacks = &game.attacks[by as usize];
    attacks.any_off_lines
        && state.standing[by as usize].iter().any(|origin| {
            let Some(piece) = state.position.man(origin).and_then(|man| man.piece) else { return false };
            attacks.takes_off_lines(piece, origin)
                && walks_to(game, state, walker, (origin, by, piece), cell)
                && may_take_from(game, state, piece, by, origin, cell)
        })
}

/// Whether a piece, or a part of it, takes the piece on a cell, by walking its whole table.
pub(super) fn walks_to(
    game: &Game<'_>,
    state: &State,
    walker: &mut Walker,
    (origin, side, piece): (Cell, Side, PieceId),
    cell: Cell,
) -> bool {
    let stacks = game.stacks.as_ref().filter(|stacks| stacks.parts_take(piece));
    let parts = stacks.map_or(&[][..], |stacks| stacks.divisions(piece));
    let parts = parts.iter().filter(|division| game.stands(division.rest, side, origin));
    let moved = !state.unmoved.contains(origin);
    std::iter::once(piece).chain(parts.map(|division| division.part)).any(|piece| {
        let mut takes = false;
        walker.landings(game.table(piece, side), &state.position, origin, moved, &mut |landing| {
            takes |= landing.taken.contains(&cell);
        });
        takes
    })
}

/// Whether a piece on a cell could take the piece on another.
pub(super) fn takes(
    game: &Game<'_>,
    state: &State,
    scratch: &mut Scratch,
    (origin, man): (Cell, Man),
    cell: Cell,
) -> bool {
    let Some(piece) = man.piece else { return false };
    !game.powers.freezing.is_frozen(state.view(game), origin)
        && (takes_by_movement(game, state, &mut scratch.walker, (origin, man.side, piece), cell)
            && game.powers.bonds.let_go(state.view(game), origin, cell, man)
            || power_takes(game, state, scratch, (origin, man), cell))
}

/// Whether a piece that can move takes the piece on a cell by its movement.
fn takes_by_movement(
    game: &Game<'_>,
    state: &State,
    walker: &mut Walker,
    (origin, side, piece): (Cell, Side, PieceId),
    cell: Cell,
) -> bool {
    let attacks = &game.attacks[side as usize];
    if attacks.takes_off_lines(piece, origin) {
        return walks_to(game, state, walker, (origin, side, piece), cell);
    }
    let table = game.table(piece, side);
    let mut lines = attacks.between(origin, piece, cell, &state.unmoved);
    lines.any(|threat| table.takes(threat, &state.position))
}

/// Whether a piece could take from one cell to another, whatever else stands where; if not, no need to look.
pub(super) fn may_threaten(
    game: &Game<'_>,
    state: &State,
    (from, side, piece): (Cell, Side, PieceId),
    to: Cell,
) -> bool {
    let attacks = &game.attacks[side as usize];
    game.powers.kit(piece, side).is_some()
        || attacks.takes_off_lines(piece, from)
        || attacks.between(from, piece, to, &state.unmoved).next().is_some()
}

/// Whether some piece of the side to move could take en passant, the king's safety aside.
pub(super) fn may_take_en_passant(game: &Game<'_>, state: &State, scratch: &mut Scratch) -> bool {
    let (Some(en_passant), side) = (state.position.en_passant(), state.to_move) else { return false };
    let victim = state.position.man(en_passant.man).and_then(|man| man.piece);
    state.standing[side as usize].iter().any(|cell| {
        let Some(piece) = state.position.man(cell).and_then(|man| man.piece) else { return false };
        let moved = !state.unmoved.contains(cell);
        let mut takes = false;
        let table = game.table(piece, side);
        scratch.walker.landings(table, &state.position, cell, moved, &mut |landing| {
            takes |= landing.to != en_passant.man && landing.taken.contains(&en_passant.man);
        });
        let mimics = || {
            let kit = game.powers.kit(piece, side);
            victim.filter(|victim| kit.is_some_and(|kit| kit.mimics.contains(victim)))
        };
        takes
            || mimics().is_some_and(|victim| {
                walks_to(game, state, &mut scratch.walker, (cell, side, victim), en_passant.man)
            })
    })
}

/// The piece of a side that the royal piece on a cell faces and may not.
pub(super) fn faced_by(game: &Game<'_>, state: &State, cell: Cell, by: Side) -> Option<Cell> {
    if game.facings.is_empty() {
        return None;
    }
    let king = state.position.man(cell).filter(|man| man.side != by)?;
    let other = Man { side: by, ..king };
    facing_lines(game, state, cell, king).find_map(|line| {
        let first = line.into_iter().find(|seen| state.position.man(*seen).is_some())?;
        (state.position.man(first) == Some(other)).then_some(first)
    })
}

/// The lines along which a royal piece may not face an enemy's.
pub(super) fn facing_lines(
    game: &Game<'_>,
    state: &State,
    from: Cell,
    king: Man,
) -> impl Iterator<Item = Vec<Cell>> {
    let board = &game.variant().board;
    let laws = game.facings.iter().filter(move |law| king.piece == Some(law.piece));
    let dirs = laws.flat_map(move |law| law.along.of(king.side));
    dirs.map(move |dir| {
        let is_open = |next: &Cell| *next != from && !state.position.absent().contains(*next);
        let next = |cell: &Cell| board.next(*cell, *dir).filter(is_open);
        // Some lines run in a circle.
        std::iter::successors(next(&from), next).take(board.len()).collect()
    })
}

/// Whether a piece of a side could take the piece on a cell by a power.
fn powers_take(game: &Game<'_>, state: &State, scratch: &mut Scratch, cell: Cell, by: Side) -> bool {
    !game.powers.is_empty()
        && state.standing[by as usize].iter().any(|origin| {
            let man = state.position.man(origin);
            man.is_some_and(|man| power_takes(game, state, scratch, (origin, man), cell))
        })
}

/// Whether a piece could take another by a power. Each power first says cheaply whether it could matter; only then the
/// moves are put together.
fn power_takes(
    game: &Game<'_>,
    state: &State,
    scratch: &mut Scratch,
    (origin, man): (Cell, Man),
    target: Cell,
) -> bool {
    if !power_may_take(game, state, &mut scratch.walker, (origin, man), target)
        || game.powers.freezing.is_frozen(state.view(game), origin)
    {
        return false;
    }
    let Scratch { walker, arrivals, threats, .. } = scratch;
    threats.clear();
    arrive(game, state, (walker, arrivals), (origin, man), threats);
    threats.iter().any(|found| threats.taken(found).any(|(_, cell)| cell == target))
}

fn power_may_take(
    game: &Game<'_>,
    state: &State,
    walker: &mut Walker,
    (origin, man): (Cell, Man),
    target: Cell,
) -> bool {
    let kit = man.piece.and_then(|piece| game.powers.kit(piece, man.side));
    let (Some(kit), Some(victim)) = (kit, state.position.man(target)) else { return false };
    let view = state.view(game);
    let coordinates = || {
        // The other piece, too, may come to another cell by the move.
        let stirs = !kit.swaps.is_empty() || !kit.pushes.is_empty();
        let mut fits = kit.coordinations.iter().filter(|power| power.prey.fits(victim));
        game.powers.crossings.as_ref().is_some_and(|crossings| {
            fits.any(|power| {
                stirs || power.may_take(crossings, &partners(kit, state, origin, man.side), target)
            })
        })
    };
    let mimics = |walker: &mut Walker| {
        let other = victim.piece.filter(|other| kit.mimics.contains(other));
        other.is_some_and(|other| takes_by_movement(game, state, walker, (origin, man.side, other), target))
    };
    let withdraws = |power: &Withdrawal| power.prey.fits(victim) && power.may_take(origin, target);
    kit.withdrawals.iter().any(withdraws)
        || kit
            .long_leaps
            .iter()
            .any(|power| power.prey.fits(victim) && power.may_take(view, origin, man.side, target))
        || coordinates()
        || kit
            .enclosures
            .iter()
            .any(|power| power.prey.fits(victim) && may_enclose(kit, power, state, game, origin, target))
        || mimics(walker)
}

fn may_enclose(
    kit: &Kit,
    power: &Enclosure,
    state: &State,
    game: &Game<'_>,
    origin: Cell,
    target: Cell,
) -> bool {
    let view = state.view(game);
    if kit.only_fills {
        power.may_fill(view, origin, target)
    } else {
        // A push may fill any number of cells.
        !kit.pushes.is_empty() || power.may_cut(view, target)
    }
}

/// From where a side could take the piece on a cell by putting its own pieces elsewhere: the one that would take.
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
    let takes = |found: &&Move| room.taken(found).any(|(_, cell)| cell == target);
    room.iter().find(takes).and_then(|found| found.from)
}
