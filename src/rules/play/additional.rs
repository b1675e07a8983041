//! The effects that the rules of a variant add to a move: pieces are captured, come back, become
//! another, change sides, or go elsewhere.
//!
//! The expressions read the position before the move. They act on the pieces that are on those
//! cells after it.

use super::asked::{Asked, MoveAsked};
use super::effect::{CellChange, Effect, EffectVerb, Moves, of_verb};
use super::game_position::{GamePosition, PieceOn};
use super::in_play::Play;
use super::powers::arrive::arrive;
use super::scratch::Scratch;
use super::term_rules::AdditionalEffects;
use super::walk::walk;
use crate::model::{
    CaptureWay, Cell, CellSet, CellsTerm, EffectKind, EffectRule, KindId, KindSet, Piece, Side,
};

/// Adds these effects to each move from index `start` on. A move with a choice is replaced by one for
/// each of its choices.
pub(super) fn add_effects(play: &mut Play<'_>, start: usize, out: &mut Moves) {
    if play.game.term_rules.effects.is_empty() {
        return;
    }
    let (end, mut replaced) = (out.len(), false);
    let mut additional = std::mem::take(&mut play.scratch.additional);
    for index in start..end {
        additional.clear();
        let mv = out.get(index);
        let (asked, to) = (MoveAsked::of(mv, out.effects(mv)), mv.to);
        collect(play.position(), asked, play.state.to_move, &mut additional);
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
        let made = out.effects(out.get(index)).to_vec();
        let mover = play.state.to_move;
        let effects = &play.game.term_rules.effects;
        let effect = |one: &AdditionalEffects| &effects[one.rule].effect;
        let transfers = |one: &AdditionalEffects| matches!(effect(one), EffectKind::Transfers(_));
        let drops = |one: &AdditionalEffects| matches!(effect(one), EffectKind::Drops(..));
        let must_be_safe = additional.iter().any(|one| transfers(one) || drops(one));
        let choices = play.after(&made, &[], |play| {
            // What is left in check may neither go on nor be saved by a piece that comes in.
            let in_check = must_be_safe && play.in_check(mover);
            if in_check && additional.iter().any(transfers) {
                return Vec::new();
            }
            let pos = play.position();
            let mut choices = vec![Vec::new()];
            for one in additional.iter().filter(|one| !(in_check && drops(one))) {
                choices = continued(pos, (mover, to), &made, one, choices);
            }
            choices
        });
        let displaced =
            |effects: &Vec<Effect>| of_verb(effects, EffectVerb::Teleport).next()?.from();
        let mut origins = choices.iter().filter_map(displaced);
        let first = origins.next();
        let chooses_piece = origins.any(|origin| Some(origin) != first);
        if out.len() - end + choices.len() > Moves::MOST {
            out.give_up();
            play.scratch.too_many_moves = true;
            play.scratch.additional = additional;
            return;
        }
        for effects in choices {
            out.push_copy(index);
            out.add_additional(&effects, chooses_piece);
            out.keep_from_hand(&effects);
        }
    }
    if replaced {
        out.remove(start..end);
    }
    play.scratch.additional = additional;
}

/// Counts moves with these effects, a move with a choice once for each of its choices. Every choice must
/// be legal.
pub(super) fn count_with_effects(play: &mut Play<'_>, moves: &Moves) -> usize {
    if play.game.term_rules.effects.is_empty() {
        return moves.len();
    }
    let mut additional = std::mem::take(&mut play.scratch.additional);
    let mover = play.state.to_move;
    let mut count = 0;
    for mv in moves.iter() {
        additional.clear();
        let (made, to) = (moves.effects(mv), mv.to);
        collect(
            play.position(),
            MoveAsked::of(mv, made),
            mover,
            &mut additional,
        );
        count += match &additional[..] {
            [] => 1,
            [one] => play.after(made, &[], |play| {
                count_ways(play.position(), (mover, to), made, one)
            }),
            several => play.after(made, &[], |play| {
                let pos = play.position();
                let one_by_one = several.iter().fold(vec![Vec::new()], |choices, one| {
                    continued(pos, (mover, to), made, one, choices)
                });
                one_by_one.len()
            }),
        };
    }
    play.scratch.additional = additional;
    count
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
        return continued(pos, (mover, to), made, additional, vec![Vec::new()]).len();
    };
    let position = &pos.state.position;
    let free = additional.cells - position.occupied() - *position.closed();
    let ways = movable(pos, made, &[], kinds).count() * free.len();
    ways + usize::from(rule.may || ways == 0)
}

/// Continues each choice of effects in every way that a rule allows, unless there are too
/// many.
fn continued(
    pos: GamePosition<'_>,
    (mover, to): (Side, Cell),
    made: &[Effect],
    additional: &AdditionalEffects,
    choices: Vec<Vec<Effect>>,
) -> Vec<Vec<Effect>> {
    let rule = pos.game.term_rules.effects[additional.rule];
    let mut all = Vec::new();
    for before in choices {
        let Some(mut ways) = ways(pos, (mover, to), made, &before, rule, &additional.cells) else {
            continue;
        };
        if rule.may || ways.is_empty() {
            ways.push(Vec::new());
        }
        ways.dedup();
        let continued = ways.into_iter().map(|way| [&before[..], &way].concat());
        all.extend(continued);
        if all.len() > Moves::MOST {
            break;
        }
    }
    all
}

/// Collects the additional effects of a move.
fn collect(pos: GamePosition<'_>, mv: MoveAsked, mover: Side, out: &mut Vec<AdditionalEffects>) {
    for (index, rule) in pos.game.term_rules.effects.iter().enumerate() {
        if let Some(cells) = cells_of(pos, rule, mv, mover) {
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

/// Returns the ways in which a rule continues a move, whose effects so far have been made except
/// those in `before`; `None` if the rule makes the move illegal.
fn ways(
    pos: GamePosition<'_>,
    (mover, to): (Side, Cell),
    made: &[Effect],
    before: &[Effect],
    rule: &EffectRule,
    cells: &CellSet,
) -> Option<Vec<Vec<Effect>>> {
    let on = |cell: Cell| standing(pos, before, cell);
    let is_free = |cell: &Cell| on(*cell).is_none() && !pos.state.position.closed().contains(*cell);
    let free = || cells.iter().filter(is_free);
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
            let put = captured.zip(free());
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
                Some(Effect::become_kind(verb, piece, cell, *into))
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
            let places = free().map(|cell| vec![Effect::put(EffectVerb::Place, piece, cell)]);
            return Some(places.collect());
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
                let stands = free().filter(move |cell| pos.game.may_stand(kind, mover, *cell));
                stands
                    .map(move |cell| vec![Effect::out_of_hand(EffectVerb::Gate, mover, kind, cell)])
            };
            return Some(kinds.flat_map(gate).collect());
        }
        EffectKind::Moves(_, kinds) => {
            let ways = movable(pos, made, before, kinds).flat_map(|(from, piece)| {
                free().map(move |to| vec![Effect::go(EffectVerb::Teleport, piece, from, to)])
            });
            return Some(ways.collect());
        }
        EffectKind::Transfers(onto) => all = transfers(pos, mover, made, before, onto)?,
    }
    Some(if all.is_empty() {
        Vec::new()
    } else {
        vec![all]
    })
}

/// Returns the pieces of some kinds that may go elsewhere after a move. Pieces that go are lifted
/// together, so none goes twice.
fn movable<'a>(
    pos: GamePosition<'a>,
    made: &'a [Effect],
    before: &'a [Effect],
    kinds: &'a [KindId],
) -> impl Iterator<Item = (Cell, Piece)> + 'a {
    let fits = |piece: Piece| piece.kind.is_some_and(|kind| kinds.contains(&kind));
    let has_gone = move |cell: Cell| {
        let mut moved = made.iter().filter_map(Effect::moved);
        moved.any(|[_, to]| to == cell) || standing(pos, before, cell).is_none()
    };
    let pieces = pos.state.position.pieces();
    pieces.filter(move |(from, piece)| fits(*piece) && !has_gone(*from))
}

/// Returns how the pieces that a move has moved go on; `None` if one of them cannot.
fn transfers(
    pos: GamePosition<'_>,
    mover: Side,
    made: &[Effect],
    before: &[Effect],
    cells: &CellsTerm,
) -> Option<Vec<Effect>> {
    let transfer = |[_, from]: [Cell; 2]| {
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
    let moved = made.iter().filter_map(Effect::moved);
    moved.map(transfer).collect()
}

/// Returns the piece on a cell after some effects, none of which happen at once.
fn standing(pos: GamePosition<'_>, effects: &[Effect], cell: Cell) -> Option<Piece> {
    let mut changes = effects.iter().rev().flat_map(Effect::changes);
    match changes.find(|change| change.cell == cell) {
        Some(change) => change.after,
        None => pos.piece(cell),
    }
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
        None => walk(pos, &mut scratch.walker, piece, out),
    }
}
