//! Drops: pieces that come out of hand, or out of the reserve.

use super::attack::in_check;
use super::effect::{Effect, Move, Moves};
use super::game::{Game, LaidLimit};
use super::powers::arrive::{add_freezes, at_place, partners};
use super::scratch::Scratch;
use super::state::State;
use crate::model::{Board, CaptureWay, Cell, DropRule, KindId, Occupant, Piece};

/// Adds the drops of the pieces that the side to move has in hand.
pub(super) fn drops(game: &Game<'_>, state: &mut State, scratch: &mut Scratch, out: &mut Moves) {
    let side = state.to_move;
    if game.drops.is_empty() {
        return;
    }
    for kind in game.variant().kind_ids() {
        if state.reserve(side, kind) == 0 {
            continue;
        }
        let speaks = |rule: &&&DropRule| {
            rule.kinds
                .as_ref()
                .is_none_or(|kinds| kinds.contains(&kind))
        };
        // If several rules fit, the last one counts.
        let Some(rule) = game.drops.iter().rev().find(speaks) else {
            continue;
        };
        for cell in rule.cells.of(side).iter() {
            let is_free = state.position.occupant(cell) == Occupant::Empty;
            if !is_free || !string_lets(game, state, kind, cell) {
                continue;
            }
            // Each kind that the piece may be on the board is a move of its own.
            let itself = [kind];
            for into in rule.becomes.as_deref().unwrap_or(&itself) {
                if game.stands(*into, side, cell) {
                    drop_on(game, state, scratch, rule, (kind, *into), cell, out);
                }
            }
        }
    }
}

/// Adds the drop of a piece that is one kind in hand and another on the board, if the rule allows
/// it.
fn drop_on(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    rule: &DropRule,
    (kind, into): (KindId, KindId),
    to: Cell,
    out: &mut Moves,
) {
    let side = state.to_move;
    let piece = Piece {
        side,
        kind: Some(into),
    };
    let mut taken: Vec<(Cell, CaptureWay)> = Vec::new();
    if let Some(kit) = game.powers.kit(into, side) {
        let changes = [(to, Some(piece))];
        let after = state.view(game).with(&changes);
        let partners = partners(kit, state, to, side);
        at_place(game, kit, after, (to, side), &partners, &mut |cell, way| {
            taken.push((cell, way))
        });
    }
    if rule.takes_none && !taken.is_empty()
        || rule.must_move && !could_move(game, state, scratch, piece, to)
    {
        return;
    }
    taken.sort_unstable();
    let mut effects = Vec::new();
    game.capture(&taken, side, &mut effects, |cell| {
        state.position.piece(cell)
    });
    effects.push(Effect::Drop {
        side,
        kind,
        cell: to,
    });
    if into != kind {
        effects.push(Effect::Promote {
            side,
            cell: to,
            from: kind,
            to: into,
            from_reserve: false,
        });
    }
    let start = out.len();
    out.push(Move::plain(kind, side, None, to), effects, &[]);
    if game.powers.freezing.can_freeze(piece) {
        add_freezes(game, state, start, out, |mv| Some(mv.to));
    }
    let effects = out.effects(out.get(start));
    let freezes = effects
        .iter()
        .any(|effect| matches!(effect, Effect::Freeze { .. }));
    let mut gives_check = || {
        state.after(game, effects, &[], |state| {
            in_check(game, state, scratch, state.to_move)
        })
    };
    if rule.freezes_none && freezes || rule.gives_no_check && gives_check() {
        out.remove(start..start + 1);
    }
}

/// Whether a piece could move from a cell if there were no other piece on the board.
fn could_move(
    game: &Game<'_>,
    state: &State,
    scratch: &mut Scratch,
    piece: Piece,
    from: Cell,
) -> bool {
    let Some(kind) = piece.kind else { return false };
    let mut empty = game.variant().empty_position();
    empty.set_absent(*state.position.absent());
    !scratch
        .walker
        .reach(game.table(kind, piece.side), &empty, from, true)
        .cells()
        .is_empty()
}

/// Whether a piece's Betza string allows its side to drop it on a cell; true if the string does
/// not limit drops.
fn string_lets(game: &Game<'_>, state: &State, kind: KindId, cell: Cell) -> bool {
    let limits = &game.drop_limits[kind.index()];
    limits.is_empty() || limits.iter().any(|limit| fits(game, state, cell, limit))
}

fn fits(
    game: &Game<'_>,
    state: &State,
    cell: Cell,
    LaidLimit { kind, cells, limit }: &LaidLimit,
) -> bool {
    let (board, side) = (&game.variant().board, state.to_move);
    let own = Piece {
        side,
        kind: Some(*kind),
    };
    let room = |most: Option<u8>, counts: &dyn Fn(Cell) -> bool| {
        let alike = state
            .standing(side)
            .iter()
            .filter(|other| state.position.piece(*other) == Some(own));
        most.is_none_or(|most| alike.filter(|other| counts(*other)).count() < usize::from(most))
    };
    cells.of(side).contains(cell)
        && room(limit.on_file, &|other| are_on_one_file(board, cell, other))
        && room(limit.on_shade, &|other| {
            board.info(other).shade == board.info(cell).shade
        })
        && room(limit.on_board, &|_| true)
}

/// Whether two cells are on one file of a sheet.
pub(super) fn are_on_one_file(board: &Board, one: Cell, other: Cell) -> bool {
    board.sheets().any(|sheet| {
        let file = |cell| board.lattice(sheet).place(cell).map(|(column, _)| column);
        file(one).is_some() && file(one) == file(other)
    })
}
