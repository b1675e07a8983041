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
mod stacking;
mod terms;

use std::collections::BTreeSet;

use padma_rules::model::{Cell, KindId, Piece, Power, Rule, Side, Truth};
use padma_rules::reach::Rules;

use super::powers::{self, Done};
use super::standing::Standing;
use terms::{Asked, Deed};

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
    /// What stood there when it was taken.
    pub victims: BTreeSet<(Cell, Piece)>,
    /// What moves, as it was before the move; nothing where a cell travels.
    pub kind: Option<KindId>,
    pub castles: bool,
    /// The cells to which the move has moved pieces.
    pub came: BTreeSet<Cell>,
    /// What effects put onto which cell, and from which it comes, if from the board.
    pub put: Vec<(Option<Cell>, Cell, KindId)>,
    /// The sides that lose a king by it.
    pub lost: BTreeSet<Side>,
    pub after: Standing,
    /// Whether it begins the count of quiet moves anew.
    pub counts: bool,
}

impl Played {
    /// A move that changes nothing yet.
    pub fn plain(from: Option<Cell>, to: Cell, how: How, kind: Option<KindId>) -> Played {
        Played {
            from,
            to,
            how,
            kind,
            taken: BTreeSet::new(),
            victims: BTreeSet::new(),
            castles: false,
            came: BTreeSet::new(),
            put: Vec::new(),
            lost: BTreeSet::new(),
            after: Standing::default(),
            counts: false,
        }
    }
}

/// The legal moves of the side to move, repetition and the end of the game apart.
pub fn legal(rules: &Rules, standing: &Standing) -> BTreeSet<Played> {
    dutiful(rules, standing, &safe(rules, standing))
}

/// The moves that cost no king, leave none to be taken, and that no rule forbids.
pub fn safe(rules: &Rules, standing: &Standing) -> BTreeSet<Played> {
    let side = standing.side();
    let is_safe = |played: &Played| {
        !in_check(rules, &played.after, side)
            && !loses_king(rules, standing, played)
            && !is_forbidden(rules, standing, played)
    };
    moves(rules, standing).into_iter().filter(is_safe).collect()
}

/// Whether a side loses a king by a move after which the game goes on. One that is exempt from check may lose one of several.
fn loses_king(rules: &Rules, before: &Standing, played: &Played) -> bool {
    let has_another = |side: Side| {
        let mut all = played.after.pieces.values();
        all.any(|(own, kind)| *own == side && is_royal(rules, *kind))
    };
    let may = |side: &Side| is_exempt(rules, before, *side) && has_another(*side);
    !played.lost.iter().all(may) && ends::ended_at_once(rules, &played.after).is_none()
}

fn is_forbidden(rules: &Rules, before: &Standing, played: &Played) -> bool {
    rules.variant.rules.iter().any(|rule| match rule {
        Rule::Forbid(law) => holds_after(rules, before.side(), played, &law.truth),
        _ => false,
    })
}

/// Whether a condition holds after a move of a side.
fn holds_after(rules: &Rules, mover: Side, played: &Played, truth: &Truth) -> bool {
    let deed = Deed::of(played);
    let asked = Asked {
        rules,
        standing: &played.after,
        mover,
        deed: &deed,
        legal: None,
    };
    asked.holds(truth, &[])
}

/// Those of the moves that no duty excludes: to take, and then those that rules state, one after another.
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
    let taking = all
        .iter()
        .filter(|played| !played.taken.is_empty() || !must(played));
    let mut left: BTreeSet<Played> = taking.cloned().collect();
    for rule in &rules.variant.rules {
        let Rule::Must(law) = rule else { continue };
        let fulfils = |played: &&Played| holds_after(rules, standing.side(), played, &law.truth);
        let dutiful: BTreeSet<Played> = left.iter().filter(fulfils).cloned().collect();
        if !dutiful.is_empty() {
            left = dutiful;
        }
    }
    left
}

/// All moves with their effects, whether a king is lost or left attacked or not.
fn moves(rules: &Rules, standing: &Standing) -> Vec<Played> {
    let mut all = without_effects(rules, &standing.without_nobodys(rules));
    for played in &mut all {
        played.after.bring_nobodys_back(rules, standing);
        let is_king = |victim: &Piece| victim.kind.is_some_and(|kind| is_royal(rules, kind));
        let victims = played.victims.iter().map(|(_, victim)| victim);
        played.lost = victims
            .filter(|victim| is_king(victim))
            .map(|king| king.side)
            .collect();
    }
    let mut all: Vec<Played> = all
        .into_iter()
        .flat_map(|played| besides::with_effects(rules, standing, played))
        .collect();
    for played in &mut all {
        besides::end_move(rules, standing, played);
    }
    all
}

/// All moves by themselves, where no piece of nobody's stands.
fn without_effects(rules: &Rules, standing: &Standing) -> Vec<Played> {
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
        all.extend(stacking::stacking(rules, standing, *from));
    }
    for done in powers::drops(rules, standing, &|after, side| in_check(rules, after, side)) {
        all.push(dropped(rules, standing, &done));
    }
    all.extend(castling::castlings(rules, standing));
    all.extend(displace::displacements(rules, standing));
    all.retain(|played| stands_well(rules, standing, &played.after));
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
    after.en_passant = (!done.en_passant.is_empty()).then(|| (done.en_passant.clone(), done.to));
    after.black = !standing.black;
    let counts = !done.taken.is_empty() || counting(rules).contains(&kind);
    let came = done
        .touched
        .iter()
        .filter(|cell| after.pieces.contains_key(cell));
    Played {
        came: came.copied().collect(),
        taken: done.taken.clone(),
        victims: done.victims.clone(),
        after,
        counts,
        ..Played::plain(done.from, done.to, how, Some(kind))
    }
}

/// A piece that comes out of hand.
fn dropped(rules: &Rules, standing: &Standing, done: &Done) -> Played {
    let kind = done.dropped.expect("a drop");
    let mut played = moved(rules, standing, done, How::Drops, kind);
    // It makes no move on the board.
    played.came.clear();
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

/// A piece with the side that has it: a piece of nobody's is among White's.
fn owned(rules: &Rules, (side, kind): (Side, KindId)) -> (Side, KindId) {
    match rules.variant.kind(kind).neutral {
        true => (Side::White, kind),
        false => (side, kind),
    }
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

/// Whether a royal piece of a side could be taken now, and no rule exempts the side from check.
pub fn in_check(rules: &Rules, standing: &Standing, side: Side) -> bool {
    let is_king = |piece: &(Side, KindId)| piece.0 == side && is_royal(rules, piece.1);
    let mut kings = standing.pieces.iter().filter(|(_, piece)| is_king(piece));
    kings.any(|(cell, _)| is_attacked(rules, standing, *cell, side.other()))
        && !is_exempt(rules, standing, side)
}

fn is_exempt(rules: &Rules, standing: &Standing, side: Side) -> bool {
    let asked = Asked {
        rules,
        standing,
        mover: side,
        deed: &Deed::default(),
        legal: None,
    };
    rules.variant.rules.iter().any(|rule| match rule {
        Rule::NotCheck(law) => asked.holds(&law.truth, &[]),
        _ => false,
    })
}

/// Whether a side could take the enemy on a cell.
fn is_attacked(rules: &Rules, standing: &Standing, cell: Cell, by: Side) -> bool {
    let (standing, is_it) = (&standing.without_nobodys(rules), |other: &Cell| {
        *other == cell
    });
    let mut enemies = standing.pieces.iter().filter(|(_, piece)| piece.0 == by);
    enemies.any(|(from, _)| takes(rules, standing, *from, &is_it))
        || displace::shifts(rules, standing, by)
            .iter()
            .any(|shift| shift.victims.iter().any(|(taken, _)| *taken == cell))
        || faces(rules, standing, cell)
}

/// Whether the piece on a cell, or a part of it, could take a piece on one of some cells.
fn takes(rules: &Rules, standing: &Standing, from: Cell, is_one: &dyn Fn(&Cell) -> bool) -> bool {
    let own = moves_of(rules, standing, from);
    own.iter().any(|done| {
        done.taken.iter().any(is_one) || besides::attacks(rules, standing, done, is_one)
    }) || stacking::partings(rules, standing, from)
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
