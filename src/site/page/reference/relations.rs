//! Relations between the pieces of a variant: which is stronger than which, which are equal, and
//! what a piece lacks although it reaches as far as another on the empty board. All for White.
//!
//! A piece is at least as strong as another if all of this is true:
//! - It may stand wherever the other may.
//! - It moves and captures from there wherever the other does, on the empty board and with a
//!   single other piece anywhere, moved or not.
//! - It has all powers of the other.
//! - It is under no restriction that the other is free from.
//!
//! Two pieces are equal if each is at least as strong as the other and both do the same in every
//! position. Royalty is not strength, and neither is what a piece becomes.

use padma_rules::model::{
    Cell, CellSet, KindId, PerCell, Piece, Position, Power, PowerRule, Rule, Side, Variant,
};
use padma_rules::reach::{Comparison, MovementOf, Reach, Rules, measure_work};

const SIDE: Side = Side::White;

/// Maximum work of the walks that compare the pieces of a variant with one other piece on the
/// board. Pairs that are then undecided are not compared further. The work grows with the fifth
/// power of the board's side; two pieces with bent moves on 12 by 12 cells need about this much.
const MOST_WORK: u64 = 40_000_000;

/// The relation of one piece to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// None of the other relations.
    Unrelated,
    Stronger,
    Weaker,
    Equal,
    /// On the empty board it reaches every cell that the other reaches, but it lacks these
    /// abilities: rows of the table `labels.lack`.
    Lacks(Vec<&'static str>),
}

/// Returns the relation of each piece to each other.
pub(crate) fn relations(rules: &Rules, kinds: &[KindId]) -> Vec<Vec<Relation>> {
    let lacks = all_lacks(rules, kinds);
    let mut all: Vec<Vec<Relation>> = Vec::with_capacity(kinds.len());
    for first in 0..kinds.len() {
        let relation = |second: usize| match (&lacks[first][second], &lacks[second][first]) {
            (Some(one), Some(other)) if one.is_empty() && other.is_empty() => {
                if let Some(known) = all.get(second) {
                    return known[first].clone();
                }
                let [a, b] = [first, second].map(|index| MovementOf::Kind(kinds[index]));
                match rules.compare(a, b, SIDE) {
                    Comparison::Same => Relation::Equal,
                    Comparison::Differ(_) => Relation::Lacks(vec!["among-several"]),
                    Comparison::Undecided => Relation::Lacks(vec!["perhaps-among-several"]),
                }
            }
            (Some(lacks), _) if lacks.is_empty() => Relation::Stronger,
            (_, Some(lacks)) if lacks.is_empty() => Relation::Weaker,
            (Some(lacks), _) => Relation::Lacks(lacks.clone()),
            (None, _) => Relation::Unrelated,
        };
        let relations = (0..kinds.len()).map(relation).collect();
        all.push(relations);
    }
    all
}

/// For each pair, what the second piece has and the first lacks; `None` unless the first reaches,
/// on the empty board, every cell that the second reaches.
type Lacks = Vec<Vec<Option<Vec<&'static str>>>>;

fn all_lacks(rules: &Rules, kinds: &[KindId]) -> Lacks {
    let mut pairs: Vec<Pair> = Vec::new();
    for (first, a) in kinds.iter().enumerate() {
        let others = kinds.iter().enumerate().filter(|(_, b)| a != *b);
        let covered = others.filter(|(_, b)| covers(rules, *a, **b));
        pairs.extend(covered.map(|(second, _)| Pair {
            first,
            second,
            shortfall: Shortfall::default(),
            undecided: false,
        }));
    }
    compare_among_others(rules, kinds, &mut pairs);
    let mut lacks: Lacks = vec![vec![None; kinds.len()]; kinds.len()];
    for Pair {
        first,
        second,
        shortfall,
        undecided,
    } in pairs
    {
        let captures = || {
            if can_capture(rules, kinds[first]) {
                "some-captures"
            } else {
                "captures"
            }
        };
        let movement = [
            shortfall.captures.then(captures),
            shortfall.moves.then_some("moves-past"),
            shortfall.first_move.then_some("first-move"),
            undecided.then_some("undecided"),
        ];
        let powers = lacking_powers(&rules.variant, kinds[first], kinds[second]);
        lacks[first][second] = Some(movement.into_iter().flatten().chain(powers).collect());
    }
    lacks
}

/// Whether a piece may stand wherever another may, and reaches from there all that the other does
/// on the empty board.
fn covers(rules: &Rules, first: KindId, second: KindId) -> bool {
    let [wide, narrow] = [first, second].map(|kind| rules.variant.stands_on(kind, SIDE));
    let [more, less] = [first, second].map(|kind| rules.alone(kind, SIDE));
    narrow.is_subset(&wide)
        && narrow
            .iter()
            .all(|from| less.of(from).is_subset(&more.of(from)))
}

/// Returns what the second piece has and the first lacks: powers, and freedom from restrictions.
fn lacking_powers(variant: &Variant, first: KindId, second: KindId) -> Vec<&'static str> {
    let own = |kind: KindId, limits: bool| {
        variant
            .powers(kind)
            .filter(move |power| power.is_limit() == limits)
    };
    let missing = own(second, false).filter(|power| own(first, false).all(|other| other != *power));
    let extra_limits =
        own(first, true).filter(|power| own(second, true).all(|other| other != *power));
    let freedom = extra_limits.map(|power| match power {
        Power::Mandatory => "choice",
        Power::Barrier { .. } => "barriers",
        _ => "bonds",
    });
    // It is also a strength if another piece depends on its presence.
    let guards = |kind: KindId| {
        variant.rules.iter().filter_map(move |rule| match rule {
            Rule::Power(PowerRule {
                kind: holder,
                power: Power::Bond { with, .. },
            }) if with.contains(&kind) => Some(*holder),
            _ => None,
        })
    };
    let guard = guards(second)
        .any(|holder| guards(first).all(|other| other != holder))
        .then_some("guarding");
    missing
        .map(Power::name)
        .chain(freedom)
        .chain(guard)
        .collect()
}

/// Two pieces. On the empty board the first reaches every cell that the second reaches.
struct Pair {
    first: usize,
    second: usize,
    shortfall: Shortfall,
    /// Whether the work ran out before the pair was decided.
    undecided: bool,
}

/// What the second of two pieces can do with another piece on the board, but the first cannot.
#[derive(Clone, Copy, Default)]
struct Shortfall {
    moves: bool,
    captures: bool,
    /// Whether it can do one of these only before it has moved.
    first_move: bool,
}

impl Shortfall {
    /// Whether further search with pieces that have moved, or that have not, can find nothing new.
    /// Those that have moved are searched first.
    fn is_settled(self, has_moved: bool) -> bool {
        self.moves && self.captures || self.first_move && !has_moved
    }

    /// Records whether the second piece moves, and whether it captures, where the first does not.
    fn record(&mut self, moves: bool, captures: bool, has_moved: bool) {
        if has_moved {
            self.moves |= moves;
            self.captures |= captures;
        } else {
            self.first_move |= moves && !self.moves || captures && !self.captures;
        }
    }
}

/// Whether a piece can capture an enemy anywhere on an otherwise empty board.
fn can_capture(rules: &Rules, kind: KindId) -> bool {
    let empty = rules.variant.empty_position();
    let mut cells = rules.variant.board.cells();
    cells.any(|from| !rules.attacks(kind, SIDE, from, &empty, true).is_empty())
}

/// Finds what the second piece of each pair can do with one other piece on the board, but the
/// first cannot.
fn compare_among_others(rules: &Rules, kinds: &[KindId], pairs: &mut [Pair]) {
    let variant = &rules.variant;
    let is_plain = |pair: &Pair| {
        let [a, b] = [pair.first, pair.second].map(|index| kinds[index]);
        !variant.kind(a).is_bound && rules.plainly_includes(a.into(), b.into())
    };
    let mut open: Vec<&mut Pair> = pairs.iter_mut().filter(|pair| !is_plain(pair)).collect();
    let mut work_left = MOST_WORK;
    let starts: Vec<CellSet> = kinds
        .iter()
        .map(|kind| variant.stands_on(*kind, SIDE))
        .collect();
    let mut position = variant.empty_position();
    for has_moved in [true, false] {
        if !has_moved {
            let first_move = |index: usize| rules.table(kinds[index], SIDE).has_first_move();
            open.retain(|pair| first_move(pair.first) || first_move(pair.second));
        }
        for from in variant.board.cells() {
            let mut views: Vec<Option<ReachView>> = kinds.iter().map(|_| None).collect();
            for pair in &mut open {
                if pair.shortfall.is_settled(has_moved) || !starts[pair.second].contains(from) {
                    continue;
                }
                if work_left == 0 {
                    pair.undecided = true;
                    continue;
                }
                for index in [pair.first, pair.second] {
                    let new =
                        || ReachView::new(rules, kinds[index], from, has_moved, &mut position);
                    views[index].get_or_insert_with(|| {
                        let (view, work) = measure_work(new);
                        work_left = work_left.saturating_sub(work);
                        view
                    });
                }
                if let [Some(first), Some(second)] = [&views[pair.first], &views[pair.second]] {
                    let (moves, captures) = second.exceeds(first);
                    pair.shortfall.record(moves, captures, has_moved);
                }
            }
        }
    }
}

/// What a piece can do from a cell, on the empty board and with one other piece on it.
struct ReachView {
    /// The cells on which another piece makes a difference.
    sight: CellSet,
    /// For each of these cells, the row for a piece on that cell; for any other cell 0, the row of
    /// the empty board.
    row_of: PerCell<u16>,
    /// The number of words in a row. The first half holds its moves, the second half its captures,
    /// each with a piece of its own side, an enemy, and a royal enemy.
    width: usize,
    rows: Vec<u64>,
}

impl ReachView {
    fn new(
        rules: &Rules,
        kind: KindId,
        from: Cell,
        has_moved: bool,
        position: &mut Position,
    ) -> ReachView {
        let mut sight = rules.sight(kind, SIDE, from, position, has_moved);
        sight.remove(from);
        let royal = rules
            .variant
            .kind_ids()
            .find(|kind| rules.variant.kind(*kind).royal);
        let heeds_royals = rules.table(kind, SIDE).depends_on_royals();
        let cells = position.len();
        let mut rows = Vec::new();
        let mut add = |reaches: [&Reach; 3]| {
            reaches
                .iter()
                .for_each(|reach| rows.extend_from_slice(reach.moves.words(cells)));
            reaches
                .iter()
                .for_each(|reach| rows.extend_from_slice(reach.captures.words(cells)));
        };
        let reach = |position: &Position| rules.reach(kind, SIDE, from, position, has_moved);
        add([&reach(position); 3]);
        let mut row_of = PerCell::from_fn(cells, |_| 0);
        for (cell, row) in sight.iter().zip(1..) {
            let mut reach_with = |side: Side, kind: Option<KindId>| {
                position.put(cell, Some(Piece { side, kind }));
                reach(position)
            };
            let (own, enemy) = (reach_with(SIDE, None), reach_with(SIDE.other(), None));
            let royal = heeds_royals.then(|| reach_with(SIDE.other(), royal));
            position.put(cell, None);
            add([&own, &enemy, royal.as_ref().unwrap_or(&enemy)]);
            row_of[cell] = row;
        }
        ReachView {
            sight,
            row_of,
            width: rows.len() / (sight.len() + 1),
            rows,
        }
    }

    fn row(&self, row: u16) -> (&[u64], &[u64]) {
        let start = usize::from(row) * self.width;
        self.rows[start..start + self.width].split_at(self.width / 2)
    }

    /// Whether it moves, and whether it captures, anywhere that another piece does not.
    fn exceeds(&self, other: &ReachView) -> (bool, bool) {
        let more = |own: &[u64], others: &[u64]| {
            own.iter()
                .zip(others)
                .fold(0, |more, (own, others)| more | own & !others)
                != 0
        };
        let (mut moves, mut captures) = (false, false);
        let mut compare_rows = |own: u16, others: u16| {
            let (own, others) = (self.row(own), other.row(others));
            moves |= more(own.0, others.0);
            captures |= more(own.1, others.1);
        };
        compare_rows(0, 0);
        let sight = self.sight | other.sight;
        sight
            .iter()
            .for_each(|cell| compare_rows(self.row_of[cell], other.row_of[cell]));
        (moves, captures)
    }
}
