//! How the pieces of a variant stand to each other: which is stronger than which, which are equal, and what a piece
//! lacks of another though it goes as far on the empty board. All for White.
//!
//! A piece *holds* another if it may stand wherever that one may, goes and takes from there wherever that one does, on
//! the empty board and with a single other piece anywhere, moved or not, has all its powers, and is kept from nothing
//! from which the other is not kept. Two are equal if, besides, they do the same in every position. Royalty is no
//! strength, and neither is what a piece becomes.

use crate::model::{Cell, CellSet, Deed, KindId, Piece, Position, Side, Variant};
use crate::reach::{Comparison, MovementOf, Reach, Rules};

const SIDE: Side = Side::White;

/// What a piece is to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Apart,
    Stronger,
    Weaker,
    Equal,
    /// It goes on the empty board wherever the other goes, and lacks this of it.
    Lacks(Vec<&'static str>),
}

/// What each of some pieces is to each.
pub(crate) fn relations(rules: &Rules, kinds: &[KindId]) -> Vec<Vec<Relation>> {
    let lacks = all_lacks(rules, kinds);
    let relation = |first: usize, second: usize| match (&lacks[first][second], &lacks[second][first]) {
        _ if first == second => Relation::Equal,
        (Some(one), Some(other)) if one.is_empty() && other.is_empty() => {
            let [a, b] = [first, second].map(|index| MovementOf::Kind(kinds[index]));
            match rules.compare(a, b, SIDE) {
                Comparison::Same => Relation::Equal,
                Comparison::Differ(_) => Relation::Lacks(vec!["what it does among several others"]),
                Comparison::Undecided => Relation::Lacks(vec!["perhaps something among several others"]),
            }
        }
        (Some(lacks), _) if lacks.is_empty() => Relation::Stronger,
        (_, Some(lacks)) if lacks.is_empty() => Relation::Weaker,
        (Some(lacks), _) => Relation::Lacks(lacks.clone()),
        (None, _) => Relation::Apart,
    };
    let indices = 0..kinds.len();
    indices.clone().map(|first| indices.clone().map(|second| relation(first, second)).collect()).collect()
}

/// What each piece lacks of each that goes nowhere else on the empty board; none of others.
type Lacks = Vec<Vec<Option<Vec<&'static str>>>>;

fn all_lacks(rules: &Rules, kinds: &[KindId]) -> Lacks {
    let mut pairs: Vec<Pair> = Vec::new();
    for (first, a) in kinds.iter().enumerate() {
        let others = kinds.iter().enumerate().filter(|(_, b)| a != *b);
        let covered = others.filter(|(_, b)| covers(rules, *a, **b));
        pairs.extend(covered.map(|(second, _)| Pair { first, second, short: Short::default() }));
    }
    look_among_others(rules, kinds, &mut pairs);
    let mut lacks: Lacks = vec![vec![None; kinds.len()]; kinds.len()];
    for Pair { first, second, short } in pairs {
        let captures = || if takes(rules, kinds[first]) { "some captures" } else { "captures" };
        let movement = [
            short.captures.then(captures),
            short.moves.then_some("moves past other pieces"),
            short.first_move.then_some("its first move"),
        ];
        let powers = lacking_powers(&rules.variant, kinds[first], kinds[second]);
        lacks[first][second] = Some(movement.into_iter().flatten().chain(powers).collect());
    }
    lacks
}

/// Whether a piece may stand wherever another may, and goes from there on the empty board wherever it goes.
fn covers(rules: &Rules, first: KindId, second: KindId) -> bool {
    let [wide, narrow] = [first, second].map(|kind| rules.variant.stands_on(kind, SIDE));
    let [more, less] = [first, second].map(|kind| rules.alone(kind, SIDE));
    narrow.is_subset(&wide) && narrow.iter().all(|from| less.of(from).is_subset(&more.of(from)))
}

/// What a piece lacks of another's powers, and of its freedom from limits.
fn lacking_powers(variant: &Variant, first: KindId, second: KindId) -> Vec<&'static str> {
    let own = |kind: KindId, limits: bool| variant.powers(kind).filter(move |deed| deed.is_limit() == limits);
    let missing = own(second, false).filter(|deed| own(first, false).all(|other| other != *deed));
    let bound = own(first, true).filter(|deed| own(second, true).all(|other| other != *deed));
    let freedom = bound.map(|deed| match deed {
        Deed::Mandatory => "the choice not to capture",
        Deed::Barrier { .. } => "freedom from barriers",
        _ => "freedom from a bond",
    });
    missing.map(Deed::noun).chain(freedom).collect()
}

/// Two pieces of which the first goes on the empty board wherever the second does.
struct Pair {
    first: usize,
    second: usize,
    short: Short,
}

/// What the second of two pieces does among others and the first does not.
#[derive(Clone, Copy, Default)]
struct Short {
    moves: bool,
    captures: bool,
    /// Any of it, but only before it has moved.
    first_move: bool,
}

impl Short {
    /// Notes whether the second piece moves, and whether it takes, where the first does not. Those that have moved come
    /// before those that have not.
    fn note(&mut self, (moves, captures): (bool, bool), has_moved: bool) {
        if has_moved {
            self.moves |= moves;
            self.captures |= captures;
        } else {
            self.first_move |= moves && !self.moves || captures && !self.captures;
        }
    }
}

/// Whether a piece takes an enemy, wherever a single one stands.
fn takes(rules: &Rules, kind: KindId) -> bool {
    let empty = rules.variant.empty_position();
    let mut cells = rules.variant.board.cells();
    cells.any(|from| !rules.attacks(kind, SIDE, from, &empty, true).is_empty())
}

/// Looks for what the second piece of each pair does with one other piece on the board, and the first does not.
fn look_among_others(rules: &Rules, kinds: &[KindId], pairs: &mut [Pair]) {
    let variant = &rules.variant;
    let is_plain = |pair: &Pair| {
        let [a, b] = [pair.first, pair.second].map(|index| kinds[index]);
        !variant.kind(a).is_bound && rules.plainly_holds(a.into(), b.into())
    };
    let mut open: Vec<&mut Pair> = pairs.iter_mut().filter(|pair| !is_plain(pair)).collect();
    let mut position = variant.empty_position();
    for has_moved in [true, false] {
        let matters = |pair: &Pair| {
            let first_move = |index: usize| rules.table(kinds[index], SIDE).has_first_move();
            has_moved || first_move(pair.first) || first_move(pair.second)
        };
        for from in variant.board.cells() {
            let mut views: Vec<Option<View>> = kinds.iter().map(|_| None).collect();
            for pair in open.iter_mut().filter(|pair| matters(pair)) {
                let is_resolved = pair.short.moves && pair.short.captures;
                if is_resolved || !variant.stands_on(kinds[pair.second], SIDE).contains(from) {
                    continue;
                }
                for index in [pair.first, pair.second] {
                    let new = || View::new(rules, kinds[index], from, has_moved, &mut position);
                    views[index].get_or_insert_with(new);
                }
                if let [Some(first), Some(second)] = [&views[pair.first], &views[pair.second]] {
                    pair.short.note(second.exceeds(first), has_moved);
                }
            }
        }
    }
}

/// What a piece can do from a cell on the empty board, and with one other piece on it.
struct View {
    alone: Reach,
    /// Where it matters whether a piece stands there; for each such cell the reach if it is one of its own side, an
    /// enemy, or a royal enemy.
    sight: CellSet,
    blocked: Vec<(Cell, [Reach; BLOCKERS])>,
}

const BLOCKERS: usize = 3;

impl View {
    fn new(rules: &Rules, kind: KindId, from: Cell, has_moved: bool, position: &mut Position) -> View {
        let sight = rules.sight(kind, SIDE, from, position, has_moved);
        let reach = |position: &Position| rules.reach(kind, SIDE, from, position, has_moved);
        let royal = rules.variant.kind_ids().find(|kind| rules.variant.kind(*kind).royal);
        let heeds_royals = rules.table(kind, SIDE).heeds_royals();
        let alone = reach(position);
        let mut blocked = Vec::with_capacity(sight.len());
        for cell in sight.iter().filter(|cell| *cell != from) {
            let mut with = |side: Side, kind: Option<KindId>| {
                position.put(cell, Some(Piece { side, kind }));
                reach(position)
            };
            let (own, enemy) = (with(SIDE, None), with(SIDE.other(), None));
            let royal = if heeds_royals { with(SIDE.other(), royal) } else { enemy };
            position.put(cell, None);
            blocked.push((cell, [own, enemy, royal]));
        }
        View { alone, sight, blocked }
    }

    fn with(&self, cell: Cell, blocker: usize) -> &Reach {
        let found = self.blocked.binary_search_by_key(&cell, |(cell, _)| *cell);
        found.map_or(&self.alone, |place| &self.blocked[place].1[blocker])
    }

    /// Whether it goes, and whether it takes, somewhere that another does not.
    fn exceeds(&self, other: &View) -> (bool, bool) {
        let (mut moves, mut captures) = (false, false);
        let mut note = |own: &Reach, others: &Reach| {
            moves |= !own.moves.is_subset(&others.moves);
            captures |= !own.captures.is_subset(&others.captures);
        };
        note(&self.alone, &other.alone);
        for cell in (self.sight | other.sight).iter() {
            for blocker in 0..BLOCKERS {
                note(self.with(cell, blocker), other.with(cell, blocker));
            }
        }
        (moves, captures)
    }
}
