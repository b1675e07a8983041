//! The whole law of a game, read slowly and in one place: what may be done in a position, what it leads to, what is check,
//! and whether the game has ended and how.
//!
//! Every function follows the words of the rules. It shares nothing with the program's play: only movement along tables and
//! the powers of a piece are taken from elsewhere, the first from tables that a reading of its own is held against, the
//! second from the slow reading beside this one. Neither law is changed to agree with the other before it is known who is
//! right.

mod besides;
mod castling;
mod change;
mod displace;
mod ends;

use std::collections::BTreeSet;

use padma_rules::model::{CaptureWay, Cell, KindId, Piece, Power, Rule, Side, Stacking};
use padma_rules::moves::Walker;
use padma_rules::reach::Rules;

use super::legality::forbids_check;
use super::powers::{self, Done};
use super::standing::Standing;

pub use ends::Course;

/// What does a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    Goes,
    Drops,
    Castles,
    Teleported,
    Turns { clockwise: bool },
    Travels,
}

/// A move, by what it does and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Played {
    pub from: Option<Cell>,
    pub to: Cell,
    pub how: How,
    pub taken: BTreeSet<Cell>,
    pub after: Standing,
    /// Whether it begins the count of quiet moves anew.
    pub counts: bool,
}

/// The legal moves of the side to move, repetition and the end of the game apart.
pub fn legal(rules: &Rules, standing: &Standing) -> BTreeSet<Played> {
    dutiful(rules, standing, &safe(rules, standing))
}

/// The moves that take no king, leave none to be taken, and give no forbidden check.
pub fn safe(rules: &Rules, standing: &Standing) -> BTreeSet<Played> {
    let side = standing.side();
    let no_check = forbids_check(rules);
    let king = |cell: &Cell| {
        let piece = standing.pieces.get(cell);
        piece.is_some_and(|(_, kind)| is_royal(rules, *kind))
    };
    let is_safe = |played: &Played| {
        !(played.taken.iter().any(king)
            || in_check(rules, &played.after, side)
            || no_check && in_check(rules, &played.after, side.other()))
    };
    moves(rules, standing).into_iter().filter(is_safe).collect()
}

/// Those of the moves that no duty to take excludes.
pub fn dutiful(rules: &Rules, standing: &Standing, all: &BTreeSet<Played>) -> BTreeSet<Played> {
    // What must take and can does nothing else.
    let must = |played: &Played| {
        let piece = played.from.and_then(|from| standing.pieces.get(&from));
        let is_bound = piece.is_some_and(|(_, kind)| {
            powers_of(rules, *kind).any(|power| *power == Power::Mandatory)
        });
        let own = |how: How| matches!(how, How::Goes | How::Castles | How::Turns { .. });
        let takes =
            |other: &Played| other.from == played.from && own(other.how) && !other.taken.is_empty();
        is_bound && own(played.how) && all.iter().any(takes)
    };
    all.iter()
        .filter(|played| !played.taken.is_empty() || !must(played))
        .cloned()
        .collect()
}

/// All moves by which no king explodes, whether they leave one attacked or not.
fn moves(rules: &Rules, standing: &Standing) -> Vec<Played> {
    let side = standing.side();
    let mut all = Vec::new();
    for (from, (_, kind)) in standing.pieces.iter().filter(|(_, (own, _))| *own == side) {
        for done in moves_of(rules, standing, *from) {
            all.extend(change::become_others(
                rules,
                standing,
                moved(rules, standing, &done, How::Goes, *kind),
            ));
        }
        all.extend(stacking(rules, standing, *from));
    }
    for done in powers::drops(rules, standing, &|after, side| in_check(rules, after, side)) {
        all.push(dropped(rules, standing, &done));
    }
    all.extend(castling::castlings(rules, standing));
    all.extend(displace::displacements(rules, standing));
    all.retain(|played| stands_well(rules, standing, &played.after));
    all.retain_mut(|played| !besides::explodes_king(rules, standing, played));
    for played in &mut all {
        besides::pass_turn(rules, standing, &mut played.after);
    }
    all
}

/// The moves of the piece on a cell by its movement and powers, before it becomes another.
fn moves_of(rules: &Rules, standing: &Standing, from: Cell) -> Vec<Done> {
    let (side, kind) = standing.pieces[&from];
    if !is_bound_well(rules, standing, from, (side, kind), None) {
        return Vec::new();
    }
    let piece = Piece {
        side,
        kind: Some(kind),
    };
    let mut all = powers::of_piece(rules, standing, from, piece);
    all.retain(|done| is_bound_well(rules, standing, done.to, (side, kind), Some(from)));
    all
}

/// A move as it is done, before anything becomes another piece.
fn moved(rules: &Rules, standing: &Standing, done: &Done, how: How, kind: KindId) -> Played {
    let mut after = powers::standing_after(done, standing);
    done.hand
        .iter()
        .for_each(|kind| after.add_to_hand(standing.side(), *kind, 1));
    after.en_passant = (!done.en_passant.is_empty()).then(|| (done.en_passant.clone(), done.to));
    after.black = !standing.black;
    let counts = !done.taken.is_empty() || counting(rules).contains(&kind);
    Played {
        from: done.from,
        to: done.to,
        how,
        taken: done.taken.clone(),
        after,
        counts,
    }
}

/// A piece that comes out of hand.
fn dropped(rules: &Rules, standing: &Standing, done: &Done) -> Played {
    let kind = done.dropped.expect("a drop");
    let mut played = moved(rules, standing, done, How::Drops, kind);
    played.after.add_to_hand(standing.side(), kind, -1);
    // It makes no move on the board.
    played.counts = !done.taken.is_empty();
    played
}

/// The pieces whose moves begin the count of quiet moves anew.
fn counting(rules: &Rules) -> &[KindId] {
    let limit = rules
        .variant
        .rules
        .iter()
        .rev()
        .find_map(|rule| match rule {
            Rule::QuietLimit(limit) => Some(&limit.restarting[..]),
            _ => None,
        });
    limit.unwrap_or_default()
}

fn powers_of(rules: &Rules, kind: KindId) -> impl Iterator<Item = &Power> {
    rules
        .variant
        .rules
        .iter()
        .filter_map(move |rule| match rule {
            Rule::Power(rule) if rule.kind == kind => Some(&rule.power),
            _ => None,
        })
}

fn is_royal(rules: &Rules, kind: KindId) -> bool {
    rules.variant.kind(kind).royal
}

fn stands(rules: &Rules, (side, kind): (Side, KindId), cell: Cell) -> bool {
    let kind = rules.variant.kind(kind);
    !kind.is_bound || kind.stands_on.of(side).contains(cell)
}

/// Whether all that has come to a cell may stand there, and the cell is there.
fn stands_well(rules: &Rules, before: &Standing, after: &Standing) -> bool {
    after.pieces.iter().all(|(cell, piece)| {
        !after.absent.contains(cell)
            && (before.pieces.get(cell) == Some(piece) || stands(rules, *piece, *cell))
    })
}

fn is_frozen(rules: &Rules, standing: &Standing, cell: Cell) -> bool {
    powers::frozen(rules, standing, standing.pieces[&cell].0).contains(&cell)
}

/// Whether the bonds of a piece let it be on a cell: for each a friend stands one step away, on another cell than the one it
/// leaves.
fn is_bound_well(
    rules: &Rules,
    standing: &Standing,
    cell: Cell,
    (side, kind): (Side, KindId),
    left: Option<Cell>,
) -> bool {
    powers_of(rules, kind).all(|power| match power {
        Power::Bond { with, near } => near.of(side).iter().any(|dir| {
            let beside = rules
                .variant
                .board
                .next(cell, *dir)
                .filter(|beside| Some(*beside) != left);
            let friend = beside.and_then(|beside| standing.pieces.get(&beside));
            friend.is_some_and(|(other, kind)| *other == side && with.contains(kind))
        }),
        _ => true,
    })
}

/// Whether a royal piece of a side could be taken now.
pub fn in_check(rules: &Rules, standing: &Standing, side: Side) -> bool {
    let king = |cell: &Cell| {
        standing
            .pieces
            .get(cell)
            .is_some_and(|(own, kind)| *own == side && is_royal(rules, *kind))
    };
    let mut enemies = standing
        .pieces
        .iter()
        .filter(|(_, (other, _))| *other != side);
    let kings = || standing.pieces.keys().filter(|cell| king(cell));
    kings().next().is_some()
        && (enemies.any(|(from, _)| takes(rules, standing, *from, &king))
            || displace::shifts(rules, standing, side.other())
                .iter()
                .any(|shift| shift.taken.iter().any(king))
            || kings().any(|cell| faces(rules, standing, *cell)))
}

/// Whether the piece on a cell, or a part of it, could take a piece on one of some cells.
fn takes(rules: &Rules, standing: &Standing, from: Cell, is_one: &dyn Fn(&Cell) -> bool) -> bool {
    let own = moves_of(rules, standing, from);
    own.iter().any(|done| done.taken.iter().any(is_one))
        || partings(rules, standing, from)
            .iter()
            .any(|done| done.taken.iter().any(is_one))
}

/// Whether a royal piece looks at the other side's along a line on which they may not face each other.
fn faces(rules: &Rules, standing: &Standing, cell: Cell) -> bool {
    let (side, kind) = standing.pieces[&cell];
    let along = |dir| {
        let mut at = cell;
        for _ in 0..rules.variant.board.len() {
            match rules.variant.board.next(at, dir) {
                Some(next) if next != cell && !standing.absent.contains(&next) => at = next,
                _ => return false,
            }
            if let Some(other) = standing.pieces.get(&at) {
                return *other == (side.other(), kind);
            }
        }
        false
    };
    rules.variant.rules.iter().any(|rule| match rule {
        Rule::Facing(law) if law.kind == kind => law.along.of(side).iter().any(|dir| along(*dir)),
        _ => false,
    })
}

fn stacking_rule(rules: &Rules) -> Option<Stacking> {
    rules
        .variant
        .rules
        .iter()
        .rev()
        .find_map(|rule| match rule {
            Rule::Stacking(rule) => Some(*rule),
            _ => None,
        })
}

/// Each part of a piece with what remains.
fn divisions(rules: &Rules, whole: KindId) -> Vec<(KindId, KindId)> {
    let made = |kind: KindId| rules.variant.kind(kind).checkers;
    let pairs = rules
        .variant
        .kind_ids()
        .flat_map(|part| rules.variant.kind_ids().map(move |rest| (part, rest)));
    let fits = |(part, rest): &(KindId, KindId)| {
        !made(*part).is_empty()
            && !made(*rest).is_empty()
            && made(*part).joined_with(made(*rest)) == made(whole)
    };
    pairs.filter(fits).collect()
}

/// The ways in which parts of a piece leave it, to empty cells or taking.
fn partings(rules: &Rules, standing: &Standing, from: Cell) -> Vec<Done> {
    let Some(rule) = stacking_rule(rules).filter(|rule| rule.split) else {
        return Vec::new();
    };
    let (side, whole) = standing.pieces[&from];
    if is_frozen(rules, standing, from) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (part, rest) in divisions(rules, whole)
        .into_iter()
        .filter(|(_, rest)| stands(rules, (side, *rest), from))
    {
        for (to, taken, en_passant) in landings(rules, standing, from, (side, part)) {
            if (taken.is_empty() || rule.parts_take) && powers::may_end(rules, (side, part), to) {
                let mut left = standing.clone();
                let hand = taken.iter().filter_map(|cell| {
                    let (side, kind) = left.pieces.remove(cell)?;
                    let victim = Piece {
                        side,
                        kind: Some(kind),
                    };
                    powers::into_hand(rules, victim, &[CaptureWay::Movement])
                });
                let hand = hand.collect();
                left.pieces.insert(from, (side, rest));
                left.pieces.insert(to, (side, part));
                let pieces = left
                    .pieces
                    .into_iter()
                    .map(|(cell, (side, kind))| (cell, side, Some(kind)));
                let touched = taken.iter().copied().chain([from, to]).collect();
                let (from, pieces) = (Some(from), pieces.collect());
                all.push(Done {
                    from,
                    to,
                    taken,
                    pieces,
                    hand,
                    en_passant,
                    touched,
                    dropped: None,
                });
            }
        }
    }
    all
}

type Way = (Cell, BTreeSet<Cell>, BTreeSet<Cell>);

/// The landings of a piece of a kind from a cell that put nothing elsewhere: what it takes, and where it is passed.
fn landings(
    rules: &Rules,
    standing: &Standing,
    from: Cell,
    (side, kind): (Side, KindId),
) -> Vec<Way> {
    let (position, mut all) = (standing.position(rules), Vec::new());
    let moved = !standing.unmoved.contains(&from);
    Walker::default().landings(
        rules.free_table(kind, side),
        &position,
        from,
        moved,
        &mut |landing| {
            if landing.carried.is_empty() && landing.to != from {
                let [taken, passed] = [landing.taken, landing.en_passant]
                    .map(|cells| cells.iter().copied().collect());
                all.push((landing.to, taken, passed));
            }
        },
    );
    all
}

/// The moves by which a piece joins others, or parts of it leave.
fn stacking(rules: &Rules, standing: &Standing, from: Cell) -> Vec<Played> {
    let Some(rule) = stacking_rule(rules) else {
        return Vec::new();
    };
    let (side, whole) = standing.pieces[&from];
    if is_frozen(rules, standing, from) {
        return Vec::new();
    }
    let mut all = Vec::new();
    if rule.merge {
        all.extend(joins(rules, standing, from, whole, None));
    }
    for done in partings(rules, standing, from) {
        let kind = done
            .pieces
            .iter()
            .find(|(cell, ..)| *cell == done.to)
            .and_then(|(_, _, kind)| *kind);
        let played = moved(rules, standing, &done, How::Goes, kind.expect("the part"));
        all.extend(change::become_others(rules, standing, played));
    }
    for (part, rest) in divisions(rules, whole) {
        if rule.split && rule.parts_merge && stands(rules, (side, rest), from) {
            all.extend(joins(rules, standing, from, part, Some(rest)));
        }
    }
    all
}

/// The ways of a piece, or a part that leaves a rest, to the cells of friends with whom it is one piece.
fn joins(
    rules: &Rules,
    standing: &Standing,
    from: Cell,
    kind: KindId,
    rest: Option<KindId>,
) -> Vec<Played> {
    let side = standing.side();
    let made = |kind: KindId| rules.variant.kind(kind).checkers;
    let mut all = Vec::new();
    for (to, (other_side, other)) in standing.pieces.iter().filter(|(to, _)| **to != from) {
        let into = rules.variant.kind_ids().find(|into| {
            !made(kind).is_empty()
                && !made(*other).is_empty()
                && made(kind).joined_with(made(*other)) == made(*into)
        });
        let Some(into) = into.filter(|_| *other_side == side) else {
            continue;
        };
        let mut without = standing.clone();
        without.pieces.remove(to);
        let goes = |way: &Way| way.0 == *to && way.1.is_empty();
        if landings(rules, &without, from, (side, kind))
            .iter()
            .any(goes)
        {
            let mut after = standing.clone();
            after.pieces.remove(&from);
            after.pieces.extend(rest.map(|rest| (from, (side, rest))));
            after.pieces.insert(*to, (side, into));
            after.unmoved.retain(|cell| ![from, *to].contains(cell));
            (after.en_passant, after.black) = (None, !standing.black);
            let (how, counts) = (How::Goes, counting(rules).contains(&kind));
            all.push(Played {
                from: Some(from),
                to: *to,
                how,
                taken: BTreeSet::new(),
                after,
                counts,
            });
        }
    }
    all
}
