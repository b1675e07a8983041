//! What comes after any move: the effects that rules add to it, whose turn it is then, and what is counted.

use padma_rules::model::{
    CaptureWay, Cell, CellsTerm, EffectKind, EffectRule, KindId, Piece, Rule, Side, Truth, TurnRule,
};
use padma_rules::reach::Rules;

use super::terms::{Asked, Deed};
use super::{Played, in_check, is_royal, owned, stands};
use crate::oracles::powers::{self, Done};
use crate::oracles::standing::Standing;

fn effects(rules: &Rules) -> impl Iterator<Item = &EffectRule> {
    rules.variant.rules.iter().filter_map(|rule| match rule {
        Rule::Effect(rule) => Some(rule),
        _ => None,
    })
}

/// Whether a rule is about the moves of a kind.
fn is_about(rule: &EffectRule, kind: Option<KindId>) -> bool {
    rule.kinds
        .is_none_or(|kinds| kind.is_some_and(|kind| kinds.contains(kind)))
}

/// A move once for each way to choose the effects that rules add to it, one rule after another. Every rule reads the
/// position before the move; it acts on the pieces that are there after the move and after the rules before it.
pub(super) fn with_effects(rules: &Rules, before: &Standing, played: Played) -> Vec<Played> {
    let deed = Deed::of(&played);
    let asked = Asked {
        rules,
        standing: before,
        mover: before.side(),
        deed: &deed,
        legal: None,
    };
    let mut all = vec![played];
    for rule in effects(rules) {
        if is_about(rule, deed.kind) && asked.holds(&rule.when.truth, &[]) {
            all = all
                .into_iter()
                .flat_map(|so_far| continued(asked, rule, so_far))
                .collect();
        }
    }
    all
}

/// A move with each way in which a rule continues it. A choice without anything to choose is left out.
fn continued(asked: Asked<'_>, rule: &EffectRule, so_far: Played) -> Vec<Played> {
    let mut ways = match &rule.effect {
        choice if choice.is_choice() => choices(asked, choice, &so_far),
        _ => match changed(asked, &rule.effect, so_far.clone()) {
            Some(way) => vec![way],
            None => return Vec::new(),
        },
    };
    if rule.may || ways.is_empty() {
        ways.push(so_far);
    }
    ways
}

/// Those of the cells on which a piece can be put.
fn free(asked: Asked<'_>, cells: &CellsTerm, after: &Standing) -> Vec<Cell> {
    let is_free = |cell: &Cell| !after.pieces.contains_key(cell) && !after.absent.contains(cell);
    asked
        .cells(cells, &[])
        .into_iter()
        .filter(is_free)
        .collect()
}

/// A move with what a rule does to the pieces on some cells, where its side has no choice; nothing if that is illegal.
fn changed(asked: Asked<'_>, effect: &EffectKind, mut played: Played) -> Option<Played> {
    let (rules, mover) = (asked.rules, asked.mover);
    match effect {
        EffectKind::Takes(cells) => {
            for cell in asked.cells(cells, &[]) {
                take(rules, mover, &mut played, cell);
            }
        }
        EffectKind::Puts(cells) => {
            let places = free(asked, cells, &played.after);
            for ((_, victim), place) in played.victims.clone().into_iter().zip(places) {
                let kind = victim.kind.expect("a piece of a kind");
                played.put.push((None, place, kind));
                played.after.pieces.insert(place, (victim.side, kind));
                // A piece that begins anew has not moved, so that it may castle.
                played.after.unmoved.insert(place);
            }
        }
        EffectKind::Becomes(cells, into) => {
            for cell in asked.cells(cells, &[]) {
                change(rules, &mut played, cell, |(side, _)| (side, *into));
            }
        }
        EffectKind::Turns(cells, side) => {
            let side = asked.side(*side);
            for cell in asked.cells(cells, &[]) {
                change(rules, &mut played, cell, |(_, kind)| (side, kind));
            }
        }
        EffectKind::Transfers(onto) => {
            if in_check(rules, &played.after, mover) {
                return None;
            }
            for from in played.came.clone() {
                let deed = Deed {
                    to: Some(from),
                    ..Deed::default()
                };
                let after = Asked {
                    standing: &played.after,
                    deed: &deed,
                    ..asked
                };
                let all: Vec<Cell> = after.cells(onto, &[]).into_iter().collect();
                let [to] = all[..] else { return None };
                let is_free = free(after, onto, &played.after).contains(&to);
                let piece = played.after.pieces.remove(&from).filter(|_| is_free)?;
                played.after.pieces.insert(to, piece);
            }
        }
        EffectKind::Adds(..) | EffectKind::Drops(..) | EffectKind::Moves(..) => {
            unreachable!("a choice")
        }
    }
    Some(played)
}

/// The piece on a cell is captured.
fn take(rules: &Rules, by: Side, played: &mut Played, cell: Cell) {
    let Some((side, kind)) = played.after.pieces.remove(&cell) else {
        return;
    };
    played.after.unmoved.remove(&cell);
    played.taken.insert(cell);
    played.counts = true;
    if is_royal(rules, kind) {
        played.lost.insert(side);
    }
    let victim = Piece::of(side, kind);
    played.victims.insert((cell, victim));
    if let Some(kind) = powers::into_hand(rules, victim, &[CaptureWay::Effect]) {
        played.after.add_to_hand(by, kind, 1);
    }
}

/// The piece on a cell becomes another. It is no longer the one that began there.
fn change(
    rules: &Rules,
    played: &mut Played,
    cell: Cell,
    other: impl Fn((Side, KindId)) -> (Side, KindId),
) {
    let Some(old) = played.after.pieces.get(&cell).copied() else {
        return;
    };
    let new = other(old);
    if new == old {
        return;
    }
    played.after.pieces.insert(cell, new);
    played.after.unmoved.remove(&cell);
    if is_royal(rules, old.1) && (old.0 != new.0 || !is_royal(rules, new.1)) {
        played.lost.insert(old.0);
    }
}

/// The ways to choose.
fn choices(asked: Asked<'_>, effect: &EffectKind, so_far: &Played) -> Vec<Played> {
    let (rules, mover, mut all) = (asked.rules, asked.mover, Vec::new());
    let mut choose = |from: Option<Cell>, to: Cell, (side, kind): (Side, KindId)| {
        let mut way = so_far.clone();
        if let Some(from) = from {
            way.after.pieces.remove(&from);
            way.after.unmoved.remove(&from);
            way.came.insert(to);
        }
        way.after.pieces.insert(to, (side, kind));
        way.put.push((from, to, kind));
        all.push(way);
    };
    let after = &so_far.after;
    match effect {
        EffectKind::Adds(on, kind) => {
            let piece = owned(rules, (mover, *kind));
            free(asked, on, after)
                .into_iter()
                .for_each(|to| choose(None, to, piece));
            // A piece that begins there has not moved.
            all.iter_mut().for_each(|way| {
                way.after
                    .unmoved
                    .extend(way.put.last().map(|(_, to, _)| *to))
            });
        }
        // No piece that comes in saves a king.
        EffectKind::Drops(..) if in_check(rules, after, mover) => {}
        EffectKind::Drops(on, kinds) => {
            for kind in kinds.iter().filter(|kind| after.hand(mover, **kind) > 0) {
                let fits = |to: &Cell| stands(rules, (mover, *kind), *to);
                free(asked, on, after)
                    .into_iter()
                    .filter(fits)
                    .for_each(|to| choose(None, to, (mover, *kind)));
            }
            for way in &mut all {
                let (_, _, kind) = *way.put.last().expect("a choice");
                way.after.add_to_hand(mover, kind, -1);
            }
        }
        EffectKind::Moves(on, kinds) => {
            // Neither what the move has moved nor what a rule before has put there.
            let has_come = |cell: &Cell| {
                so_far.came.contains(cell) || so_far.put.iter().any(|(_, to, _)| to == cell)
            };
            let others = after
                .pieces
                .iter()
                .filter(|(from, (_, kind))| kinds.contains(kind) && !has_come(from));
            for (from, piece) in others {
                free(asked, on, after)
                    .into_iter()
                    .for_each(|to| choose(Some(*from), to, *piece));
            }
        }
        _ => unreachable!("no choice"),
    }
    all
}

/// Whether what a rule adds to a move takes one of some pieces, and so attacks it.
pub(super) fn attacks(
    rules: &Rules,
    standing: &Standing,
    done: &Done,
    is_one: &dyn Fn(&Cell) -> bool,
) -> bool {
    let piece = done.from.map(|from| standing.pieces[&from]);
    let Some((mover, kind)) = piece else {
        return false;
    };
    let deed = Deed {
        from: done.from,
        to: Some(done.to),
        taken: done.taken.clone(),
        kind: Some(kind),
        castles: false,
    };
    let asked = Asked {
        rules,
        standing,
        mover,
        deed: &deed,
        legal: None,
    };
    let takes = |rule: &EffectRule| match &rule.effect {
        EffectKind::Takes(cells) => {
            rule.attacks
                && is_about(rule, Some(kind))
                && asked.holds(&rule.when.truth, &[])
                && asked.cells(cells, &[]).iter().any(is_one)
        }
        _ => false,
    };
    effects(rules).any(takes)
}

/// Whose turn it is after a move and its effects, and what has been counted.
pub(super) fn end_move(rules: &Rules, before: &Standing, played: &mut Played) {
    // The cells that a piece has passed, as far as an effect has not filled them.
    if let Some((cells, _)) = &mut played.after.en_passant {
        cells.retain(|cell| !played.after.pieces.contains_key(cell));
    }
    played.after.en_passant = played
        .after
        .en_passant
        .take()
        .filter(|(cells, _)| !cells.is_empty());
    let (side, deed) = (before.side(), Deed::of(played));
    let holds = |after: &Standing, truth: &Truth| {
        let asked = Asked {
            rules,
            standing: after,
            mover: side,
            deed: &deed,
            legal: None,
        };
        asked.holds(truth, &[])
    };
    let turn = rules.variant.rules.iter().find_map(|rule| match rule {
        Rule::Turn(turn) => Some(turn),
        _ => None,
    });
    let goes_on = |turn: &TurnRule| {
        let ends = turn.ends.as_ref();
        before.turn_move < turn.moves && !ends.is_some_and(|ends| holds(&played.after, &ends.truth))
    };
    let (black, turn_move) = match turn.is_some_and(goes_on) {
        true => (before.black, before.turn_move + 1),
        false => (!before.black, 1),
    };
    (played.after.black, played.after.turn_move) = (black, turn_move);
    let mut place = 0;
    for rule in &rules.variant.rules {
        let Rule::Counter(counter) = rule else {
            continue;
        };
        let after = &mut played.after;
        let mut count = after.counts.remove(&(place, side)).unwrap_or(0);
        count += u16::from(holds(after, &counter.when.truth));
        if counter
            .until
            .as_ref()
            .is_some_and(|until| holds(after, &until.truth))
        {
            count = 0;
        }
        if count > 0 {
            after.counts.insert((place, side), count);
        }
        place += 1;
    }
}
