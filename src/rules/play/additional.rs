//! The effects that the rules of a variant add to a move: pieces are captured, come back, become
//! another, change sides, or go elsewhere.
//!
//! The expressions read the position before the move. They act on the pieces that are on those
//! cells after it.

use super::asked::{Asked, MoveAsked};
use super::choices::{ChoiceList, continued, count_choices, each_continued, movable};
use super::effect::{Effect, Move, Moves};
use super::game_position::{GamePosition, PieceOn};
use super::in_play::Play;
use super::powers::arrive::arrive;
use super::scope_now::{ScopeNow, ScopedMove, set_scopes};
use super::scratch::Scratch;
use super::term_rules::AdditionalEffects;
use super::walk::walk;
use crate::model::{Cell, CellSet, EffectKind, EffectRule, KindId, KindSet, Occupant, Piece, Side};

/// Adds these effects to each move from index `start` on. A move with a choice is replaced by one for
/// each of its choices.
pub(super) fn add_effects(play: &mut Play<'_>, start: usize, out: &mut Moves) {
    if play.game.term_rules.effects.is_empty() {
        return;
    }
    let (end, mut replaced) = (out.len(), false);
    if start == end {
        return;
    }
    let mut scopes = std::mem::take(&mut play.scratch.scopes);
    set_scopes(
        &mut scopes,
        &play.game.term_rules.effect_scopes,
        play.position(),
    );
    let mut additional = std::mem::take(&mut play.scratch.additional);
    for index in start..end {
        additional.clear();
        let mv = out.get(index);
        let to = mv.to;
        collect(
            play.position(),
            &scopes,
            (mv, out.effects(mv)),
            &mut additional,
        );
        if additional.is_empty() && !replaced {
            continue;
        }
        if !replaced {
            // From here on every move is copied to the end, which keeps the order.
            (start..index).for_each(|index| out.push_copy(index));
            replaced = true;
        }
        if additional.is_empty() {
            out.push_copy(index);
            continue;
        }
        if !add_choices(play, (index, to), &additional, out) || out.len() - end > Moves::MOST {
            out.give_up();
            play.scratch.too_many_moves = true;
            play.scratch.additional = additional;
            play.scratch.scopes = scopes;
            return;
        }
    }
    if replaced {
        out.remove(start..end);
    }
    play.scratch.additional = additional;
    play.scratch.scopes = scopes;
}

/// Adds a copy of the move at an index, which goes to `to`, for each choice of what some rules add to
/// it. Returns false if there are too many.
fn add_choices(
    play: &mut Play<'_>,
    (index, to): (usize, Cell),
    additional: &[AdditionalEffects],
    out: &mut Moves,
) -> bool {
    let made = out.effects(out.get(index)).to_vec();
    let mover = play.state.to_move;
    let effects = &play.game.term_rules.effects;
    let effect = |one: &AdditionalEffects| &effects[one.rule].effect;
    let transfers = |one: &AdditionalEffects| matches!(effect(one), EffectKind::Transfers(_));
    let drops = |one: &AdditionalEffects| matches!(effect(one), EffectKind::Drops(..));
    let must_be_safe = additional.iter().any(|one| transfers(one) || drops(one));
    let puts = |one: &AdditionalEffects| matches!(effect(one), EffectKind::Puts(_));
    let has_puts = additional.iter().any(puts);
    let first = out.len();
    play.after(&made, &[], |play| {
        // What is left in check may neither go on nor be saved by a piece that comes in.
        let in_check = must_be_safe && play.in_check(mover);
        if in_check && additional.iter().any(transfers) {
            return true;
        }
        let mut rules = additional
            .iter()
            .filter(|one| !(in_check && drops(one)))
            .peekable();
        let mut before = ChoiceList::default();
        before.push(&[], &[]);
        let mut add = |effects: &[Effect], way: &[Effect]| {
            out.push_copy(index);
            out.add_additional(effects);
            out.add_additional(way);
            if has_puts {
                out.keep_from_hand(effects);
                out.keep_from_hand(way);
            }
            out.len() - first <= Moves::MOST
        };
        let pos = play.position();
        while let Some(one) = rules.next() {
            if rules.peek().is_none() && !before.may_repeat {
                each_continued(pos, (mover, to), &made, (one, &before), &mut add);
                return true;
            }
            before = continued(pos, (mover, to), &made, (one, &before));
            if before.len() > Moves::MOST {
                return false;
            }
        }
        before.iter().all(|effects| add(effects, &[]))
    }) && {
        out.mark_choices_of_piece(first);
        true
    }
}

/// Counts moves with these effects, a move with a choice once for each of its choices. Every choice must
/// be legal.
pub(super) fn count_with_effects(play: &mut Play<'_>, moves: &Moves) -> usize {
    if play.game.term_rules.effects.is_empty() {
        return moves.len();
    }
    let mut scopes = std::mem::take(&mut play.scratch.scopes);
    set_scopes(
        &mut scopes,
        &play.game.term_rules.effect_scopes,
        play.position(),
    );
    let mut additional = std::mem::take(&mut play.scratch.additional);
    let mover = play.state.to_move;
    let mut count = 0;
    for mv in moves.iter() {
        additional.clear();
        let (made, to) = (moves.effects(mv), mv.to);
        collect(play.position(), &scopes, (mv, made), &mut additional);
        count += match &additional[..] {
            [] => 1,
            [one] => play.after(made, &[], |play| {
                count_ways(play.position(), (mover, to), made, one)
            }),
            several => play.after(made, &[], |play| {
                count_choices(play.position(), (mover, to), made, several.iter())
            }),
        };
    }
    play.scratch.additional = additional;
    play.scratch.scopes = scopes;
    count
}

/// The ways to go on after any plain move, where one rule gives them whatever the move is.
#[derive(Debug)]
pub(super) struct Ways {
    /// The number of pieces that may go on, or that may come.
    pieces: usize,
    /// The cells to go to, and how many of them are free before the move.
    cells: CellSet,
    free: usize,
    may: bool,
}

/// Returns the ways to go on after any plain move by an effect that happens with every move; `None`
/// if they depend on the move.
pub(super) fn ways_of_every_move(pos: GamePosition<'_>, effect: usize) -> Option<Ways> {
    let rule = pos.game.term_rules.effects[effect];
    let (cells, kinds, is_new) = match &rule.effect {
        EffectKind::Moves(cells, kinds) => (cells, kinds.iter().copied().collect(), false),
        EffectKind::Adds(cells, _) => (cells, KindSet::default(), true),
        _ => return None,
    };
    if rule.kinds.is_some() || cells.depends_on_move() {
        return None;
    }
    let cells = Asked::new(pos, None, pos.state.to_move).cells(cells);
    let position = &pos.state.position;
    let free = (cells & *position.cells(Occupant::Empty)).len();
    let is_movable = |piece: Piece| piece.kind.is_some_and(|kind| kinds.contains(kind));
    let can_be_taken =
        |(cell, piece): (Cell, Piece)| is_movable(piece) && !position.closed().contains(cell);
    if free < 2 || position.pieces().any(can_be_taken) {
        return None;
    }
    let pieces = match is_new {
        true => 1,
        false => position
            .pieces()
            .filter(|(_, piece)| is_movable(*piece))
            .count(),
    };
    Some(Ways {
        pieces,
        cells,
        free,
        may: rule.may,
    })
}

impl Ways {
    /// Counts the plain moves of a piece from a cell, with the ways to go on. `moves` is the number of
    /// all of them, and `quiet` the cells that those without a capture go to.
    pub(super) fn count(&self, from: Cell, moves: usize, quiet: &[u64]) -> usize {
        let free = self.free + usize::from(self.cells.contains(from));
        let mut filled = CellSet::EMPTY;
        filled.insert_shared(quiet, &self.cells);
        let ways = self.pieces * (moves * free - filled.len());
        let leaves_out = self.may || self.pieces == 0;
        ways + if leaves_out { moves } else { 0 }
    }
}

/// Counts the ways in which one rule continues a move, whose effects have been made.
fn count_ways(
    pos: GamePosition<'_>,
    (mover, to): (Side, Cell),
    made: &[Effect],
    additional: &AdditionalEffects,
) -> usize {
    let rule = pos.game.term_rules.effects[additional.rule];
    let EffectKind::Moves(_, kinds) = &rule.effect else {
        return count_choices(pos, (mover, to), made, [additional].into_iter());
    };
    let position = &pos.state.position;
    let free = additional.cells - position.occupied() - *position.closed();
    let ways = movable(pos, made, &[], kinds).count() * free.len();
    ways + usize::from(rule.may || ways == 0)
}

/// Collects the additional effects of a move of the side to move. `scopes` are the moves that each
/// effect may concern.
fn collect(
    pos: GamePosition<'_>,
    scopes: &[Option<ScopeNow>],
    (mv, effects): (&Move, &[Effect]),
    out: &mut Vec<AdditionalEffects>,
) {
    let rules = pos.game.term_rules.effects.iter().zip(scopes);
    let plain = ScopedMove::of(mv, effects);
    for (index, (rule, scope)) in rules.enumerate() {
        if !ScopedMove::is_in(plain, scope) {
            continue;
        }
        let asked = MoveAsked::of(mv, effects);
        if let Some(cells) = cells_of(pos, rule, asked, pos.state.to_move) {
            out.push(AdditionalEffects { rule: index, cells });
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
    let victims = victims(pos, rule, mv.kind, mover)?;
    let mut asked = Asked::new(pos, None, mover).with_move(mv);
    if !asked.holds(&rule.when.truth) {
        return None;
    }
    let cells = match &rule.effect {
        EffectKind::Takes(cells)
        | EffectKind::Puts(cells)
        | EffectKind::Becomes(cells, _)
        | EffectKind::Turns(cells, _)
        | EffectKind::Adds(cells, _)
        | EffectKind::Drops(cells, _)
        | EffectKind::Moves(cells, _) => asked.cells(cells),
        // Each piece that the move has moved goes on from a cell of its own.
        EffectKind::Transfers(_) => CellSet::EMPTY,
    };
    Some(match victims {
        Victims::Any => cells,
        Victims::EnemiesOf(kinds) => {
            let enemies = cells & *pos.standing(mover.other());
            let fits = |cell: &Cell| pos.kind(*cell).is_some_and(|kind| kinds.contains(kind));
            enemies.iter().filter(fits).collect()
        }
    })
}

/// The pieces that an effect may concern.
enum Victims<'r> {
    Any,
    /// The enemies of these kinds, by a piece that captures them as they capture.
    EnemiesOf(&'r KindSet),
}

/// Returns which pieces an effect concerns when a side's piece of a kind moves; `None` if it does
/// not happen then.
fn victims<'r>(
    pos: GamePosition<'_>,
    rule: &'r EffectRule,
    kind: Option<KindId>,
    side: Side,
) -> Option<Victims<'r>> {
    let Some(kinds) = &rule.kinds else {
        return Some(Victims::Any);
    };
    let kind = kind?;
    if kinds.contains(kind) {
        return Some(Victims::Any);
    }
    let kit = pos.game.powers.kit(kind, side)?;
    let captures = rule.attacks && matches!(rule.effect, EffectKind::Takes(_));
    let mimics = captures && kit.mimics.iter().any(|other| kinds.contains(*other));
    mimics.then_some(Victims::EnemiesOf(kinds))
}

/// Whether a side could capture the piece on a cell by an additional effect of a move, where that
/// counts as an attack.
pub(super) fn captures_additionally(
    pos: GamePosition<'_>,
    scratch: &mut Scratch,
    target: Cell,
    by: Side,
) -> bool {
    let rules = || {
        pos.game
            .term_rules
            .effects
            .iter()
            .filter(|rule| rule.attacks)
    };
    let takes = |mv: MoveAsked| {
        rules().any(|rule| {
            matches!(rule.effect, EffectKind::Takes(_))
                && cells_of(pos, rule, mv, by).is_some_and(|cells| cells.contains(target))
        })
    };
    let mut moves = std::mem::take(&mut scratch.threats);
    let is_taken = pos.standing(by).iter().any(|cell| {
        let Some(piece) = pos.piece_on(cell).filter(|_| !pos.is_frozen(cell)) else {
            return false;
        };
        if !rules().any(|rule| victims(pos, rule, Some(piece.kind), by).is_some()) {
            return false;
        }
        moves.clear();
        moves_of(pos, scratch, piece, &mut moves);
        let bonds = &pos.game.powers.bonds;
        moves.iter().any(|mv| {
            bonds.let_go(pos.view(), cell, mv.to, piece.piece())
                && takes(MoveAsked::of(mv, moves.effects(mv)))
        })
    });
    scratch.threats = moves;
    is_taken
}

fn moves_of(pos: GamePosition<'_>, scratch: &mut Scratch, piece: PieceOn, out: &mut Moves) {
    match pos.game.powers.kit(piece.kind, piece.side) {
        Some(_) => arrive(pos, &mut scratch.walker, &mut scratch.arrivals, piece, out),
        None => walk(pos, &mut scratch.walker, piece, out),
    }
}
