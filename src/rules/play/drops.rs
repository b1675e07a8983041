//! Drops: pieces that come out of hand, or out of the reserve.

use super::asked::{Asked, MoveAsked};
use super::effect::{Effect, EffectVerb, Move, Moves};
use super::freezes::add_freezes;
use super::game::BetzaDropLimit;
use super::game_position::{GamePosition, PieceOn};
use super::in_play::Play;
use super::pins::{CheckMask, DropCells};
use super::powers::arrive::{captures_on_arrival, partners};
use crate::model::{Board, CaptureWay, Cell, CellSet, DropRule, KindId, Occupant, Piece};

/// Adds the drops of the pieces that the side to move has in hand.
pub(super) fn drops(play: &mut Play<'_>, out: &mut Moves) {
    for_each_in_hand(play, |play, rule, kind| {
        let cells = free_cells(play.position(), rule);
        drops_on(play, rule, kind, &cells, out);
    });
}

/// Counts the drops that no rule can concern, and adds all others. `open` gives those of some cells onto
/// which no rule concerns a drop of a kind.
pub(super) fn count_drops(
    play: &mut Play<'_>,
    mask: &CheckMask,
    open: impl Fn(KindId, CellSet) -> CellSet,
    listed: &mut Moves,
) -> usize {
    let mut count = 0;
    for_each_in_hand(play, |play, rule, kind| {
        let free = free_cells(play.position(), rule);
        let is_plain = is_unconditional(rule) && play.game.drop_limits[kind.index()].is_empty();
        let (judged, counted) = match mask.drops() {
            Some(DropCells::On(blocks)) => {
                // Elsewhere a drop answers no check, unless an effect does. What becomes another
                // piece by its drop may be concerned anywhere.
                let asks_all = rule.becomes.is_some() && !play.game.term_rules.effects.is_empty();
                let idle = match asks_all {
                    true => CellSet::EMPTY,
                    false => open(kind, free - *blocks),
                };
                (free - idle, CellSet::EMPTY)
            }
            Some(DropCells::NotOn(hurdles)) if is_plain => {
                let stands = play.game.variant().stands_on(kind, play.state.to_move);
                (free, open(kind, (free - *hurdles) & stands))
            }
            _ => (free, CellSet::EMPTY),
        };
        count += counted.len();
        drops_on(play, rule, kind, &(judged - counted), listed);
    });
    count
}

/// Whether every piece may come onto every free cell of a rule on which it may stand.
fn is_unconditional(rule: &DropRule) -> bool {
    let asks = rule.must_move || rule.gives_no_check || rule.gives_no_mate;
    !asks && rule.when.is_none() && rule.becomes.is_none()
}

/// Calls `visit` with each kind of which the side to move has a piece in hand, and with the rule for
/// its drops.
fn for_each_in_hand(play: &mut Play<'_>, mut visit: impl FnMut(&mut Play<'_>, &DropRule, KindId)) {
    let side = play.state.to_move;
    if play.game.drops.is_empty() {
        return;
    }
    for kind in play.game.variant().kind_ids() {
        if play.state.reserve(side, kind) == 0 {
            continue;
        }
        let applies = |rule: &&&DropRule| {
            rule.kinds
                .as_ref()
                .is_none_or(|kinds| kinds.contains(&kind))
        };
        // If several rules fit, the last one counts.
        if let Some(rule) = play.game.drops.iter().rev().find(applies) {
            visit(play, rule, kind);
        }
    }
}

/// Returns the empty cells on which a rule lets pieces come in.
fn free_cells(pos: GamePosition<'_>, rule: &DropRule) -> CellSet {
    *rule.cells.of(pos.state.to_move) & *pos.state.position.cells(Occupant::Empty)
}

/// Adds the drops of a kind onto these empty cells.
fn drops_on(play: &mut Play<'_>, rule: &DropRule, kind: KindId, cells: &CellSet, out: &mut Moves) {
    let side = play.state.to_move;
    for cell in cells.iter() {
        let pos = play.position();
        if !betza_allows(pos, kind, cell) || !is_met(pos, rule, kind, cell) {
            continue;
        }
        // Each kind that the piece may become on the board is a move of its own.
        let itself = [kind];
        for into in rule.becomes.as_deref().unwrap_or(&itself) {
            if play.game.may_stand(*into, side, cell) {
                let piece = PieceOn {
                    cell,
                    side,
                    kind: *into,
                };
                drop_on(play, rule, kind, piece, out);
            }
        }
    }
}

/// Whether the condition of a rule for drops holds for a piece and a cell.
fn is_met(pos: GamePosition<'_>, rule: &DropRule, kind: KindId, cell: Cell) -> bool {
    let drop = MoveAsked {
        to: Some(cell),
        kind: Some(kind),
        ..MoveAsked::default()
    };
    let mut asked = Asked::new(pos, None, pos.state.to_move).with_move(drop);
    rule.when
        .as_ref()
        .is_none_or(|when| asked.holds(&when.truth))
}

/// Adds the drop by which a piece of the kind `in_hand` becomes `piece` on the board, if the rule
/// allows it.
fn drop_on(play: &mut Play<'_>, rule: &DropRule, in_hand: KindId, piece: PieceOn, out: &mut Moves) {
    let PieceOn {
        cell: to,
        side,
        kind,
    } = piece;
    let mut taken: Vec<(Cell, CaptureWay)> = Vec::new();
    if let Some(kit) = play.game.powers.kit(kind, side) {
        let changes = [(to, Some(piece.piece()))];
        let pos = play.position();
        let (after, partners) = (pos.view().with(&changes), partners(kit, pos, to, side));
        captures_on_arrival(
            pos.game,
            kit,
            after,
            to,
            side,
            &partners,
            &mut |cell, way| taken.push((cell, way)),
        );
    }
    if rule.takes_none && !taken.is_empty() || rule.must_move && !could_move(play, piece) {
        return;
    }
    taken.sort_unstable();
    let mut effects = Vec::new();
    play.game.capture(&taken, side, &mut effects, |cell| {
        play.state.position.piece(cell)
    });
    let drop = (play.game).out_of_hand(EffectVerb::Drop, side, in_hand, to);
    effects.push(drop);
    if kind != in_hand {
        let becomes = (play.game).become_kind(EffectVerb::Promote, drop.piece, to, kind);
        effects.push(becomes);
    }
    let start = out.len();
    out.push(Move::plain(in_hand, side, None, to), effects, &[]);
    if play.game.powers.freezing.can_freeze(piece.piece()) {
        add_freezes(play, start, out, |mv| Some(mv.to));
    }
    let effects = out.effects(out.get(start));
    let freezes = effects
        .iter()
        .any(|effect| effect.verb == EffectVerb::Freeze);
    let is_refused = rule.freezes_none && freezes
        || rule.gives_no_check && play.after(effects, &[], |play| play.in_check(side.other()))
        || rule.gives_no_mate && mates(play, effects);
    if is_refused {
        out.remove(start..start + 1);
    }
}

/// Whether a drop mates. An answer to it counts even if it is a drop that may not mate and does.
fn mates(play: &mut Play<'_>, effects: &[Effect]) -> bool {
    if play.scratch.answers_mate {
        return false;
    }
    let enemy = play.state.to_move.other();
    play.after(effects, &[], |play| {
        play.in_check(enemy) && {
            play.scratch.answers_mate = true;
            let has_answer = play.has_open_move();
            play.scratch.answers_mate = false;
            !has_answer
        }
    })
}

/// Whether a piece could move from its cell if there were no other piece on the board.
fn could_move(play: &mut Play<'_>, piece: PieceOn) -> bool {
    let mut empty = play.game.variant().empty_position();
    empty.set_absent(*play.state.position.closed());
    let table = play.game.table(piece.kind, piece.side);
    !play
        .scratch
        .walker
        .reach(table, &empty, piece.cell, true)
        .cells()
        .is_empty()
}

/// Whether a piece's Betza string allows its side to drop it on a cell; true if the string does
/// not limit drops.
fn betza_allows(pos: GamePosition<'_>, kind: KindId, cell: Cell) -> bool {
    let limits = &pos.game.drop_limits[kind.index()];
    limits.is_empty() || limits.iter().any(|limit| limit_allows(pos, cell, limit))
}

fn limit_allows(pos: GamePosition<'_>, cell: Cell, limit: &BetzaDropLimit) -> bool {
    let BetzaDropLimit { kind, cells, limit } = limit;
    let (board, side) = (&pos.game.variant().board, pos.state.to_move);
    let own = Piece::of(side, *kind);
    let is_below = |most: Option<u8>, counts: &dyn Fn(Cell) -> bool| {
        let alike = pos
            .standing(side)
            .iter()
            .filter(|other| pos.piece(*other) == Some(own));
        most.is_none_or(|most| alike.filter(|other| counts(*other)).count() < usize::from(most))
    };
    cells.of(side).contains(cell)
        && is_below(limit.on_file, &|other| are_on_one_file(board, cell, other))
        && is_below(limit.on_shade, &|other| {
            board.info(other).shade == board.info(cell).shade
        })
        && is_below(limit.on_board, &|_| true)
}

/// Whether two cells are on one file of a sheet.
pub(super) fn are_on_one_file(board: &Board, one: Cell, other: Cell) -> bool {
    board.sheets().any(|sheet| {
        let file = |cell| board.lattice(sheet).place(cell).map(|(column, _)| column);
        file(one).is_some() && file(one) == file(other)
    })
}
