//! The choices that a side has after its move: the ways in which one rule after another continues it.
//!
//! This module knows neither conditions nor which cells a rule names: it is given both.

use std::collections::BTreeSet;

use super::asked::{Asked, MoveAsked};
use super::effect::{CellChange, Effect, EffectVerb, Moves};
use super::game_position::GamePosition;
use super::term_rules::AdditionalEffects;
use crate::model::{
    CaptureWay, Cell, CellSet, CellsTerm, EffectKind, EffectRule, KindId, Occupant, Piece, Side,
};

/// Lists of effects to choose from, one after another in one buffer.
#[derive(Default)]
pub(super) struct ChoiceList {
    effects: Vec<Effect>,
    /// For each list the end of its effects.
    ends: Vec<usize>,
    /// Whether a rule may have been left out, so that a later one can do what it would have done.
    pub(super) may_repeat: bool,
}

impl ChoiceList {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn push(&mut self, first: &[Effect], then: &[Effect]) {
        self.effects.extend_from_slice(first);
        self.effects.extend_from_slice(then);
        self.ends.push(self.effects.len());
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[Effect]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let ranges = starts.zip(&self.ends);
        ranges.map(|(start, end)| &self.effects[start..*end])
    }
}

/// Calls `each` with each choice of effects so far and each way in which a rule continues it, after a
/// move whose effects have been made, until `each` returns false.
pub(super) fn each_continued(
    pos: GamePosition<'_>,
    (mover, to): (Side, Cell),
    made: &[Effect],
    (additional, before): (&AdditionalEffects, &ChoiceList),
    each: &mut dyn FnMut(&[Effect], &[Effect]) -> bool,
) {
    let rule = pos.game.term_rules.effects[additional.rule];
    for before in before.iter() {
        let mut goes_on = true;
        let mut add = |way: &[Effect]| goes_on = goes_on && each(before, way);
        let rule_and_cells = (rule, &additional.cells);
        let found = for_each_way(pos, (mover, to), made, before, rule_and_cells, &mut add);
        if found.is_some_and(|any| rule.may || !any) {
            add(&[]);
        }
        if !goes_on {
            return;
        }
    }
}

/// Returns each choice of effects so far, continued in each way that a rule allows.
pub(super) fn continued(
    pos: GamePosition<'_>,
    (mover, to): (Side, Cell),
    made: &[Effect],
    (additional, before): (&AdditionalEffects, &ChoiceList),
) -> ChoiceList {
    let (mut all, mut known) = (ChoiceList::default(), BTreeSet::new());
    let mut add = |effects: &[Effect], way: &[Effect]| {
        if !before.may_repeat || known.insert(outcome(effects, way)) {
            all.push(effects, way);
        }
        all.len() <= Moves::MOST
    };
    each_continued(pos, (mover, to), made, (additional, before), &mut add);
    all.may_repeat = before.may_repeat || pos.game.term_rules.effects[additional.rule].may;
    all
}

/// Returns what effects do: only the order of those that put pieces onto cells matters, which a move's
/// text shows.
fn outcome(effects: &[Effect], then: &[Effect]) -> Vec<Effect> {
    let mut all = [effects, then].concat();
    let puts = [EffectVerb::Place, EffectVerb::Gate, EffectVerb::Teleport];
    all.sort_by_key(|effect| (!puts.contains(&effect.verb)).then_some(*effect));
    all
}

/// Counts the choices of effects that some rules allow one after another after a move, whose effects
/// have been made.
pub(super) fn count_choices<'c>(
    pos: GamePosition<'_>,
    (mover, to): (Side, Cell),
    made: &[Effect],
    additional: impl Iterator<Item = &'c AdditionalEffects>,
) -> usize {
    let mut choices = ChoiceList::default();
    choices.push(&[], &[]);
    for one in additional {
        choices = continued(pos, (mover, to), made, (one, &choices));
    }
    choices.len()
}

/// Calls `each` with every way in which a rule continues a move by what it names, whose effects so
/// far have been made except those in `before`. Returns whether there is any; `None` if the rule makes
/// the move illegal.
fn for_each_way(
    pos: GamePosition<'_>,
    (mover, to): (Side, Cell),
    made: &[Effect],
    before: &[Effect],
    (rule, cells): (&EffectRule, &CellSet),
    each: &mut dyn FnMut(&[Effect]),
) -> Option<bool> {
    let on = |cell: Cell| standing(pos, before, cell);
    let free = free_cells(pos, before, cells);
    let mut all: Vec<Effect> = Vec::new();
    match &rule.effect {
        EffectKind::Takes(_) => {
            for cell in cells.iter() {
                let taken = [(cell, CaptureWay::Effect)];
                pos.game.capture(&taken, mover, &mut all, on);
            }
        }
        EffectKind::Puts(_) => {
            let captured = made.iter().filter_map(Effect::captured);
            let put = captured.zip(free.iter());
            all.extend(put.map(|((piece, _), cell)| Effect::put(EffectVerb::Place, piece, cell)));
        }
        EffectKind::Becomes(_, into) => {
            let pieces = cells.iter().filter_map(|cell| Some((cell, on(cell)?)));
            all.extend(pieces.filter_map(|(cell, piece)| {
                piece.kind.filter(|kind| kind != into)?;
                let verb = if cell == to {
                    EffectVerb::Promote
                } else {
                    EffectVerb::Change
                };
                Some(pos.game.become_kind(verb, piece, cell, *into))
            }));
        }
        EffectKind::Turns(_, side) => {
            let side = Asked::new(pos, None, mover).side(*side);
            let pieces = cells.iter().filter_map(|cell| Some((cell, on(cell)?)));
            let turned = pieces.filter(|(_, piece)| piece.side != side);
            all.extend(turned.map(|(cell, piece)| {
                let after = Some(Piece { side, ..piece });
                Effect::on(
                    EffectVerb::Turn,
                    piece,
                    CellChange::new(cell, Some(piece), after),
                )
            }));
        }
        EffectKind::Adds(_, kind) => {
            let piece = Piece::of(mover, *kind);
            let piece = pos.game.variant().owned(piece);
            let places = free
                .iter()
                .map(|cell| Effect::put(EffectVerb::Place, piece, cell));
            return Some(give_each(places, each));
        }
        EffectKind::Drops(_, kinds) => {
            let gated = |kind: KindId| {
                let same = |effect: &&Effect| {
                    effect.verb == EffectVerb::Gate && effect.piece.kind == Some(kind)
                };
                before.iter().filter(same).count()
            };
            let in_hand =
                |kind: &KindId| usize::from(pos.state.reserve(mover, *kind)) > gated(*kind);
            let kinds = kinds.iter().copied().filter(in_hand);
            let gate = |kind: KindId| {
                let stands = free
                    .iter()
                    .filter(move |cell| pos.game.may_stand(kind, mover, *cell));
                stands.map(move |cell| pos.game.out_of_hand(EffectVerb::Gate, mover, kind, cell))
            };
            return Some(give_each(kinds.flat_map(gate), each));
        }
        EffectKind::Moves(_, kinds) => {
            let ways = movable(pos, made, before, kinds).flat_map(|(from, piece)| {
                let goes = move |to| Effect::go(EffectVerb::Teleport, piece, from, to);
                free.iter().map(goes)
            });
            return Some(give_each(ways, each));
        }
        EffectKind::Transfers(onto) => all = transfers(pos, mover, made, before, onto)?,
    }
    if !all.is_empty() {
        each(&all);
    }
    Some(!all.is_empty())
}

/// Calls `each` with each effect alone, and returns whether there is any.
fn give_each(effects: impl Iterator<Item = Effect>, each: &mut dyn FnMut(&[Effect])) -> bool {
    let mut any = false;
    for effect in effects {
        any = true;
        each(&[effect]);
    }
    any
}

/// Returns the pieces of some kinds that may go elsewhere after a move and some effects, none of
/// which has brought them to their cells.
pub(super) fn movable<'a>(
    pos: GamePosition<'a>,
    made: &'a [Effect],
    before: &'a [Effect],
    kinds: &'a [KindId],
) -> impl Iterator<Item = (Cell, Piece)> + 'a {
    let fits = |piece: Piece| piece.kind.is_some_and(|kind| kinds.contains(&kind));
    let has_come = move |cell: Cell| {
        let mut moved = made.iter().flat_map(Effect::destinations);
        let mut changes = before.iter().flat_map(Effect::changes);
        moved.any(|to| to == cell)
            || changes.any(|change| change.cell == cell && change.before.is_none())
    };
    let pieces = pos.state.position.pieces();
    pieces.filter_map(move |(from, _)| {
        let piece = standing(pos, before, from)?;
        (fits(piece) && !has_come(from)).then_some((from, piece))
    })
}

/// Returns how the pieces that a move has moved go on; `None` if one of them cannot.
fn transfers(
    pos: GamePosition<'_>,
    mover: Side,
    made: &[Effect],
    before: &[Effect],
    cells: &CellsTerm,
) -> Option<Vec<Effect>> {
    let transfer = |from: Cell| {
        let came = MoveAsked {
            to: Some(from),
            ..MoveAsked::default()
        };
        let onto = Asked::new(pos, None, mover).with_move(came).cells(cells);
        let mut onto = onto.iter();
        let to = onto.next().filter(|_| onto.next().is_none())?;
        let piece = standing(pos, before, from)?;
        let is_free = standing(pos, before, to).is_none();
        is_free.then(|| Effect::go(EffectVerb::Transfer, piece, from, to))
    };
    let moved = made.iter().flat_map(Effect::destinations);
    moved.map(transfer).collect()
}

/// Returns those of some cells that are empty after some effects, none of which happen at once.
fn free_cells(pos: GamePosition<'_>, effects: &[Effect], cells: &CellSet) -> CellSet {
    let mut free = *cells & *pos.state.position.cells(Occupant::Empty);
    for change in effects.iter().flat_map(Effect::changes) {
        let empties = change.after.is_none() && cells.contains(change.cell);
        free.remove(change.cell);
        free.insert_if(change.cell, empties);
    }
    free
}

/// Returns the piece on a cell after some effects, none of which happen at once.
fn standing(pos: GamePosition<'_>, effects: &[Effect], cell: Cell) -> Option<Piece> {
    let mut changes = effects.iter().rev().flat_map(Effect::changes);
    match changes.find(|change| change.cell == cell) {
        Some(change) => change.after,
        None => pos.piece(cell),
    }
}
