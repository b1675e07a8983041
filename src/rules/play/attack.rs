//! Attacks: whether a piece could capture another, ignoring the safety of its own king.

use super::additional::captures_additionally;
use super::asked::{AnswersAttacks, Asked};
use super::effect::{Move, Moves};
use super::game::Game;
use super::game_position::{GamePosition, PieceOn};
use super::in_play::Play;
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
pub(super) fn royals<'a>(pos: GamePosition<'a>, side: Side) -> impl Iterator<Item = Cell> + 'a {
    let standing = pos.standing(side).iter();
    standing.filter(move |cell| pos.game.is_royal(pos.kind(*cell)))
}

/// Whether a side's royal piece is attacked.
pub fn in_check(game: &Game<'_>, state: &State, scratch: &mut Scratch, side: Side) -> bool {
    let pos = GamePosition::new(game, state);
    royals(pos, side).any(|king| is_attacked(pos, scratch, king, side.other()))
        && !is_exempt(pos, side)
}

/// Whether a side could capture a piece on a cell.
pub fn attacked(
    game: &Game<'_>,
    state: &State,
    scratch: &mut Scratch,
    cell: Cell,
    by: Side,
) -> bool {
    would_be_attacked(GamePosition::new(game, state), scratch, cell, by)
}

/// Whether a side could capture a piece on this cell; where a piece of its own stands, whether it
/// could capture an enemy there.
fn would_be_attacked(pos: GamePosition<'_>, scratch: &mut Scratch, cell: Cell, by: Side) -> bool {
    match pos.piece(cell).filter(|piece| piece.side == by) {
        None => is_attacked(pos, scratch, cell, by),
        Some(own) => {
            let enemy = Piece {
                side: by.other(),
                ..own
            };
            let mut state = pos.state.clone();
            state.place(cell, Some(enemy), true);
            is_attacked(GamePosition::new(pos.game, &state), scratch, cell, by)
        }
    }
}

/// Answers what the pieces of a position attack.
pub(super) struct AttackAnswers<'a> {
    pub pos: GamePosition<'a>,
    pub scratch: &'a mut Scratch,
}

impl AnswersAttacks for AttackAnswers<'_> {
    fn in_check(&mut self, side: Side) -> bool {
        in_check(self.pos.game, self.pos.state, self.scratch, side)
    }

    fn attacked(&mut self, cell: Cell, by: Side) -> bool {
        would_be_attacked(self.pos, self.scratch, cell, by)
    }
}

/// Whether a rule says that a side's royal pieces are not in check now, whatever attacks them.
#[inline]
pub(super) fn is_exempt(pos: GamePosition<'_>, side: Side) -> bool {
    let rules = &pos.game.term_rules;
    rules
        .not_checks
        .iter()
        .any(|rule| Asked::new(pos, None, side).holds(&rule.truth))
}

impl Play<'_> {
    /// Whether a side's royal piece is attacked.
    #[inline]
    pub(super) fn in_check(&mut self, side: Side) -> bool {
        in_check(self.game, self.state, self.scratch, side)
    }

    /// Whether a royal piece on this cell is in check by a side.
    #[inline]
    pub(super) fn is_checked_on(&mut self, cell: Cell, by: Side) -> bool {
        let (pos, scratch) = self.split();
        is_attacked(pos, scratch, cell, by) && !is_exempt(pos, by.other())
    }
}

/// Whether a side could capture a piece on this cell.
fn is_attacked(pos: GamePosition<'_>, scratch: &mut Scratch, cell: Cell, by: Side) -> bool {
    let attacks = &pos.game.attacks[by as usize];
    let takes = |(kind, threat): (KindId, &Threat)| {
        let piece = PieceOn {
            cell: threat.origin,
            side: by,
            kind,
        };
        pos.game.table(kind, by).takes(threat, &pos.state.position)
            && (pos.game.powers.is_empty() || may_go(pos, piece, cell))
    };
    let takes_otherwise = |origin: Cell| {
        let Some(piece) = pos.piece_on(origin) else {
            return false;
        };
        let mut walks = || {
            attacks.off_lines(piece.kind, origin).contains(cell)
                && !pos.is_frozen(origin)
                && captures_by_walking(pos, &mut scratch.walker, piece, cell, &|to| {
                    bonds_allow(pos, piece, to)
                })
        };
        walks() || !pos.game.powers.is_empty() && power_takes(pos, scratch, piece, cell)
    };
    lines_towards(pos, cell, by).any(takes)
        || (attacks.any_off_lines || !pos.game.powers.is_empty())
            && pos.standing(by).iter().any(takes_otherwise)
        || faced_by(pos, cell, by).is_some()
        || displacer(pos, &mut scratch.threats, cell, by).is_some()
        || pos.game.term_rules.effects_attack && captures_additionally(pos, scratch, cell, by)
}

/// Returns the lines of a side's pieces towards a cell.
#[inline]
pub(super) fn lines_towards<'a>(
    pos: GamePosition<'a>,
    cell: Cell,
    by: Side,
) -> impl Iterator<Item = (KindId, &'a Threat)> {
    pos.game.attacks[by as usize].lines_towards(
        cell,
        &pos.state.position,
        pos.standing(by),
        &pos.state.unmoved,
    )
}

/// Whether a piece may go to a cell: it is not frozen, and its bonds allow it.
fn may_go(pos: GamePosition<'_>, piece: PieceOn, to: Cell) -> bool {
    !pos.is_frozen(piece.cell) && bonds_allow(pos, piece, to)
}

/// Whether the bonds of a piece allow it to go to a cell.
fn bonds_allow(pos: GamePosition<'_>, piece: PieceOn, to: Cell) -> bool {
    let bonds = &pos.game.powers.bonds;
    bonds.let_go(pos.view(), piece.cell, to, piece.piece())
}

/// Whether a piece, or a part of it, captures the piece on `target` by landing on a cell that
/// `may_land` allows. Walks the whole table.
fn captures_by_walking(
    pos: GamePosition<'_>,
    walker: &mut Walker,
    piece: PieceOn,
    target: Cell,
    may_land: &dyn Fn(Cell) -> bool,
) -> bool {
    let PieceOn { cell, side, kind } = piece;
    let stacks = pos
        .game
        .stacks
        .as_ref()
        .filter(|stacks| stacks.parts_take(kind));
    let parts = stacks.map_or(&[][..], |stacks| stacks.divisions(kind));
    let mut parts = parts
        .iter()
        .filter(|division| pos.game.may_stand(division.rest, side, cell));
    let takes = |landing: &Landing<'_>| landing.taken.contains(&target) && may_land(landing.to);
    // A part that leaves must go to another cell, and may carry nothing.
    let leaves = |landing: &Landing<'_>| landing.to != cell && landing.carried.is_empty();
    any_landing(pos, walker, pos.game.table(kind, side), cell, &|landing| {
        takes(&landing)
    }) || parts.any(|division| {
        let table = pos.game.table(division.part, side);
        any_landing(pos, walker, table, cell, &|landing| {
            takes(&landing) && leaves(&landing)
        })
    })
}

/// Whether any landing of a piece with this table satisfies a condition.
pub(super) fn any_landing(
    pos: GamePosition<'_>,
    walker: &mut Walker,
    table: &MoveTable,
    from: Cell,
    condition: &dyn Fn(Landing<'_>) -> bool,
) -> bool {
    let (moved, mut satisfied) = (!pos.state.unmoved.contains(from), false);
    walker.landings(table, &pos.state.position, from, moved, &mut |landing| {
        satisfied |= condition(landing)
    });
    satisfied
}

/// Whether a piece could capture the piece on `target`.
pub(super) fn takes(
    pos: GamePosition<'_>,
    scratch: &mut Scratch,
    piece: PieceOn,
    target: Cell,
) -> bool {
    !pos.is_frozen(piece.cell)
        && (takes_by_movement(pos, &mut scratch.walker, piece, target, &|to| {
            bonds_allow(pos, piece, to)
        }) || power_takes(pos, scratch, piece, target))
}

/// Whether a piece that is not frozen captures the piece on `target` by its movement, landing on a
/// cell that `may_land` allows.
fn takes_by_movement(
    pos: GamePosition<'_>,
    walker: &mut Walker,
    piece: PieceOn,
    target: Cell,
    may_land: &dyn Fn(Cell) -> bool,
) -> bool {
    let PieceOn { cell, side, kind } = piece;
    let attacks = &pos.game.attacks[side as usize];
    if !attacks.off_lines(kind, cell).is_empty() {
        return captures_by_walking(pos, walker, piece, target, may_land);
    }
    let table = pos.game.table(kind, side);
    let mut lines = attacks.lines_between(cell, kind, target, &pos.state.unmoved);
    may_land(target) && lines.any(|threat| table.takes(threat, &pos.state.position))
}

/// Whether a piece could capture on `target` with some placement of the other pieces. If not,
/// there is no need to search the position.
pub(super) fn may_threaten(pos: GamePosition<'_>, piece: PieceOn, target: Cell) -> bool {
    let PieceOn { cell, side, kind } = piece;
    let attacks = &pos.game.attacks[side as usize];
    pos.game.powers.kit(kind, side).is_some()
        || attacks.off_lines(kind, cell).contains(target)
        || attacks
            .lines_between(cell, kind, target, &pos.state.unmoved)
            .next()
            .is_some()
}

/// Whether some piece of the side to move could capture en passant, ignoring the king's safety.
pub(super) fn may_take_en_passant(pos: GamePosition<'_>, scratch: &mut Scratch) -> bool {
    let (Some(en_passant), side) = (pos.state.position.en_passant(), pos.state.to_move) else {
        return false;
    };
    en_passant
        .all()
        .any(|(_, piece)| may_take_passer(pos, scratch, side, piece))
}

/// Whether some piece of a side could capture en passant the piece on a cell.
fn may_take_passer(pos: GamePosition<'_>, scratch: &mut Scratch, side: Side, passer: Cell) -> bool {
    let victim = pos.kind(passer);
    pos.standing(side).iter().any(|cell| {
        let Some(piece) = pos.piece_on(cell) else {
            return false;
        };
        let takes = any_landing(
            pos,
            &mut scratch.walker,
            pos.game.table(piece.kind, side),
            cell,
            &|landing| landing.to != passer && landing.taken.contains(&passer),
        );
        let mimics = || {
            let kit = pos.game.powers.kit(piece.kind, side);
            victim.filter(|victim| kit.is_some_and(|kit| kit.mimics.contains(victim)))
        };
        takes
            || mimics().is_some_and(|kind| {
                let mimic = PieceOn { kind, ..piece };
                captures_by_walking(pos, &mut scratch.walker, mimic, passer, &|_| true)
            })
    })
}

/// Returns the cell of the enemy royal piece that the one on `cell` faces, if the rules forbid
/// that.
pub(super) fn faced_by(pos: GamePosition<'_>, cell: Cell, by: Side) -> Option<Cell> {
    if pos.game.facings.is_empty() {
        return None;
    }
    let king = pos.piece(cell).filter(|piece| piece.side != by)?;
    let other = Piece { side: by, ..king };
    facing_lines(pos, cell, king).find_map(|line| {
        let first = line.into_iter().find(|cell| pos.piece(*cell).is_some())?;
        (pos.piece(first) == Some(other)).then_some(first)
    })
}

/// Returns the lines along which a royal piece may not face that of the enemy.
pub(super) fn facing_lines(
    pos: GamePosition<'_>,
    from: Cell,
    king: Piece,
) -> impl Iterator<Item = Vec<Cell>> {
    let board = &pos.game.variant().board;
    let rules = pos
        .game
        .facings
        .iter()
        .filter(move |rule| king.kind == Some(rule.kind));
    let dirs = rules.flat_map(move |rule| rule.along.of(king.side));
    dirs.map(move |dir| {
        let is_open = |next: &Cell| *next != from && !pos.state.position.closed().contains(*next);
        let next = |cell: &Cell| board.next(*cell, *dir).filter(is_open);
        // Some lines lead round a ring.
        std::iter::successors(next(&from), next)
            .take(board.len())
            .collect()
    })
}

/// Whether a piece could capture another by a power. Generates its moves only if a cheap test of
/// each power says that this could matter.
fn power_takes(pos: GamePosition<'_>, scratch: &mut Scratch, piece: PieceOn, target: Cell) -> bool {
    if !power_may_take(pos, &mut scratch.walker, piece, target) || pos.is_frozen(piece.cell) {
        return false;
    }
    let Scratch {
        walker,
        arrivals,
        threats,
        ..
    } = scratch;
    threats.clear();
    arrive(pos, walker, arrivals, piece, threats);
    threats.iter().any(|mv| {
        threats.captures(mv).any(|(_, cell)| cell == target) && bonds_allow(pos, piece, mv.to)
    })
}

fn power_may_take(
    pos: GamePosition<'_>,
    walker: &mut Walker,
    piece: PieceOn,
    target: Cell,
) -> bool {
    let (origin, kit) = (piece.cell, pos.game.powers.kit(piece.kind, piece.side));
    let (Some(kit), Some(victim)) = (kit, pos.piece(target)) else {
        return false;
    };
    let view = pos.view();
    let coordinates = || {
        // A swap or a push may also move the partner.
        let may_move_partner = !kit.swaps.is_empty() || !kit.pushes.is_empty();
        let mut fits = kit
            .coordinations
            .iter()
            .filter(|power| power.takes.fits(victim));
        pos.game.powers.crossings.as_ref().is_some_and(|crossings| {
            fits.any(|power| {
                may_move_partner
                    || power.may_take(crossings, &partners(kit, pos, origin, piece.side), target)
            })
        })
    };
    let mimics = |walker: &mut Walker| {
        let other = victim.kind.filter(|other| kit.mimics.contains(other));
        other.is_some_and(|kind| {
            takes_by_movement(pos, walker, PieceOn { kind, ..piece }, target, &|_| true)
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

/// Returns the origin of a teleport or rotation that would capture the piece on `target`.
pub(super) fn displacer(
    pos: GamePosition<'_>,
    buffer: &mut Moves,
    target: Cell,
    by: Side,
) -> Option<Cell> {
    if pos.game.powers.teleports.is_empty() && pos.game.powers.rotations.is_empty() {
        return None;
    }
    buffer.clear();
    teleports(pos, by, buffer);
    rotations(pos, by, buffer);
    let takes = |mv: &&Move| buffer.captures(mv).any(|(_, cell)| cell == target);
    buffer.iter().find(takes).and_then(|mv| mv.from)
}
