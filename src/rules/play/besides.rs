//! What a move does besides, by the rules of a variant: pieces that are captured, come back,
//! become another or change sides.
//!
//! The expressions read the position before the move. What they name happens to the pieces that
//! stand there after it.

use super::asked::{Asked, MoveAsked};
use super::effect::{Effect, Moves};
use super::game_position::{GamePosition, PieceOn};
use super::in_play::Play;
use super::powers::arrive::arrive;
use super::scratch::Scratch;
use crate::model::{CaptureWay, Cell, CellSet, EffectDeed, EffectRule, Occupant, Piece, Side};

/// What a rule does besides one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Besides {
    /// The index of the rule among the effects of the game.
    rule: usize,
    cells: CellSet,
}

/// Adds to each move from index `start` on what it does besides. A move whose side may leave
/// something out is replaced by two.
pub(super) fn add_effects(play: &mut Play<'_>, start: usize, out: &mut Moves) {
    if play.game.laws.effects.is_empty() {
        return;
    }
    let (end, mut replaced) = (out.len(), false);
    let mut besides = std::mem::take(&mut play.scratch.besides);
    for index in start..end {
        besides.clear();
        let mv = out.get(index);
        let asked = MoveAsked::of(mv, out.effects(mv));
        collect(play.position(), asked, play.state.to_move, &mut besides);
        if besides.is_empty() && !replaced {
            continue;
        }
        if !replaced {
            // From here on every move is copied to the end, which keeps the order.
            (start..index).for_each(|index| out.push_copy(index));
            replaced = true;
        }
        let optional = besides.iter().filter(|one| rule_of(play, one).may).count();
        // Every choice of what is left out is a move of its own.
        for left_out in 0..1_usize << optional.min(MOST_CHOICES) {
            let mut choice = 0;
            let chosen = besides.iter().filter(|one| {
                let is_left_out = rule_of(play, one).may && left_out >> choice & 1 == 1;
                choice += usize::from(rule_of(play, one).may);
                !is_left_out
            });
            let chosen: Vec<Besides> = chosen.copied().collect();
            out.push_copy(index);
            let effects = out.effects(out.get(index)).to_vec();
            let more = play.after(&effects, &[], |play| deeds(play, &effects, &chosen));
            more.into_iter().for_each(|effect| out.add_effect(effect));
        }
    }
    if replaced {
        out.remove(start..end);
    }
    play.scratch.besides = besides;
}

/// The most effects of one move that its side may leave out.
const MOST_CHOICES: usize = 4;

fn rule_of<'r>(play: &Play<'r>, besides: &Besides) -> &'r EffectRule {
    play.game.laws.effects[besides.rule]
}

/// Collects what a move does besides.
fn collect(pos: GamePosition<'_>, mv: MoveAsked, mover: Side, out: &mut Vec<Besides>) {
    for (index, rule) in pos.game.laws.effects.iter().enumerate() {
        if let Some(cells) = cells_of(pos, rule, mv, mover) {
            out.push(Besides { rule: index, cells });
        }
    }
}

/// Returns the cells that an effect names for a move; `None` if it does not happen.
fn cells_of(
    pos: GamePosition<'_>,
    rule: &EffectRule,
    mv: MoveAsked,
    mover: Side,
) -> Option<CellSet> {
    let is_meant = match (&rule.kinds, mv.kind) {
        (Some(kinds), Some(kind)) => kinds.contains(kind),
        (Some(_), None) => false,
        (None, _) => true,
    };
    if !is_meant {
        return None;
    }
    let mut asked = Asked::new(pos, None, mover).with_move(mv);
    if !asked.holds(&rule.when.truth) {
        return None;
    }
    Some(match &rule.deed {
        EffectDeed::Takes(cells)
        | EffectDeed::Puts(cells)
        | EffectDeed::Becomes(cells, _)
        | EffectDeed::Turns(cells, _) => asked.cells(cells),
    })
}

/// Returns the effects of some rules on the position after a move, in order.
fn deeds(play: &mut Play<'_>, made: &[Effect], besides: &[Besides]) -> Vec<Effect> {
    let mover = play.state.to_move.other();
    let mut all: Vec<Effect> = Vec::new();
    for Besides { rule, cells } in besides {
        let rule = play.game.laws.effects[*rule];
        let pos = play.position();
        match &rule.deed {
            EffectDeed::Takes(_) => {
                for cell in cells.iter() {
                    let taken = [(cell, CaptureWay::Effect)];
                    let piece = standing(pos, &all, cell);
                    pos.game.capture(&taken, mover, &mut all, |_| piece);
                }
            }
            EffectDeed::Puts(_) => {
                let captured = made.iter().filter_map(|effect| match effect {
                    Effect::Capture { piece, .. } => Some(*piece),
                    _ => None,
                });
                let is_free = |cell: &Cell| {
                    pos.state.position.occupant(*cell) != Occupant::Absent
                        && standing(pos, &all, *cell).is_none()
                };
                let free: CellSet = cells.iter().filter(is_free).collect();
                let revived = captured.zip(free.iter());
                all.extend(revived.map(|(piece, cell)| Effect::Revive { piece, cell }));
            }
            EffectDeed::Becomes(_, to) => {
                for cell in cells.iter() {
                    let Some((piece, from)) = standing(pos, &all, cell)
                        .and_then(|piece| Some((piece, piece.kind?)))
                        .filter(|(_, from)| from != to)
                    else {
                        continue;
                    };
                    all.push(Effect::Promote {
                        side: piece.side,
                        cell,
                        from,
                        to: *to,
                        from_reserve: false,
                    });
                }
            }
            EffectDeed::Turns(_, side) => {
                let side = Asked::new(pos, None, mover).side(*side);
                for cell in cells.iter() {
                    let piece = standing(pos, &all, cell).filter(|piece| piece.side != side);
                    all.extend(piece.map(|piece| Effect::Turn { piece, cell }));
                }
            }
        }
    }
    all
}

/// Returns the piece on a cell after some effects, none of which happen at once.
fn standing(pos: GamePosition<'_>, effects: &[Effect], cell: Cell) -> Option<Piece> {
    let mut changes = effects.iter().rev().flat_map(Effect::changes);
    match changes.find(|change| change.cell == cell) {
        Some(change) => change.after,
        None => pos.piece(cell),
    }
}

/// Whether a side could capture the piece on a cell by what a move does besides, where that
/// counts as an attack.
pub(super) fn takes_besides(
    pos: GamePosition<'_>,
    scratch: &mut Scratch,
    target: Cell,
    by: Side,
) -> bool {
    let rules = || pos.game.laws.effects.iter().filter(|rule| rule.attacks);
    let takes = |mv: MoveAsked| {
        rules().any(|rule| {
            matches!(rule.deed, EffectDeed::Takes(_))
                && cells_of(pos, rule, mv, by).is_some_and(|cells| cells.contains(target))
        })
    };
    let mut moves = std::mem::take(&mut scratch.threats);
    let is_taken = pos.standing(by).iter().any(|cell| {
        let Some(piece) = pos.piece_on(cell).filter(|_| !pos.is_frozen(cell)) else {
            return false;
        };
        let is_meant = |rule: &&EffectRule| {
            rule.kinds
                .as_ref()
                .is_none_or(|kinds| kinds.contains(piece.kind))
        };
        if !rules().any(|rule| is_meant(&rule)) {
            return false;
        }
        moves.clear();
        moves_of(pos, scratch, piece, &mut moves);
        moves
            .iter()
            .any(|mv| takes(MoveAsked::of(mv, moves.effects(mv))))
    });
    scratch.threats = moves;
    is_taken
}

fn moves_of(pos: GamePosition<'_>, scratch: &mut Scratch, piece: PieceOn, out: &mut Moves) {
    match pos.game.powers.kit(piece.kind, piece.side) {
        Some(_) => arrive(pos, &mut scratch.walker, &mut scratch.arrivals, piece, out),
        None => super::generate::walk(pos, &mut scratch.walker, piece, out),
    }
}
