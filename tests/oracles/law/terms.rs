//! What the expressions of rules say, read as their words go: over plain sets, and without a thought for speed.
//!
//! Where a piece goes by its movement is read along tables, as everywhere in this law. What is attacked, and which moves
//! are legal, is what the rest of this law says.

use std::collections::BTreeSet;

use padma_rules::model::{
    Arithmetic, Cell, CellSet, CellsTerm, Dir, KindId, KindsTerm, NumberRelation, NumberTerm,
    SetOperator, Side, SideTerm, Truth, WalkQuery,
};
use padma_rules::reach::Rules;

use super::{Played, in_check, is_attacked, powers};
use crate::oracles::standing::Standing;

/// What an expression may know of a move.
#[derive(Clone, Debug, Default)]
pub struct Deed {
    pub from: Option<Cell>,
    pub to: Option<Cell>,
    pub taken: BTreeSet<Cell>,
    pub kind: Option<KindId>,
    pub castles: bool,
}

impl Deed {
    pub fn of(played: &Played) -> Deed {
        Deed {
            from: played.from,
            to: Some(played.to),
            taken: played.taken.clone(),
            kind: played.kind,
            castles: played.castles,
        }
    }
}

/// The legal moves of a side, were it to move.
pub type LegalMoves<'a> = &'a dyn Fn(Side) -> Vec<Played>;

/// A position that expressions are asked about.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub rules: &'a Rules,
    pub standing: &'a Standing,
    pub mover: Side,
    pub deed: &'a Deed,
    pub legal: Option<LegalMoves<'a>>,
}

type Cells = BTreeSet<Cell>;

impl Asked<'_> {
    pub fn side(self, side: SideTerm) -> Side {
        match side {
            SideTerm::Fixed(side) => side,
            SideTerm::Mover => self.mover,
            SideTerm::Opponent => self.mover.other(),
        }
    }

    /// Whether a condition holds. `bound` has what the variables around it stand for, the outermost first.
    pub fn holds(self, truth: &Truth, bound: &[Cell]) -> bool {
        let cells = |cells| self.cells(cells, bound);
        match truth {
            Truth::Fixed(holds) => *holds,
            Truth::Not(inner) => !self.holds(inner, bound),
            Truth::Both(both) => both.iter().all(|one| self.holds(one, bound)),
            Truth::Either(either) => either.iter().any(|one| self.holds(one, bound)),
            Truth::Compares(relation, numbers) => {
                let [one, other] = [0, 1].map(|place| self.number(&numbers[place], bound));
                match relation {
                    NumberRelation::Equal => one == other,
                    NumberRelation::Less => one < other,
                    NumberRelation::AtMost => one <= other,
                }
            }
            Truth::Within(sets) => cells(&sets[0]).is_subset(&cells(&sets[1])),
            Truth::Meets(sets) => !cells(&sets[0]).is_disjoint(&cells(&sets[1])),
            Truth::KindsWithin(kinds) => {
                let [one, other] = [0, 1].map(|place| self.kinds(&kinds[place], bound));
                one.is_subset(&other)
            }
            Truth::SameSide([one, other]) => self.side(*one) == self.side(*other),
            Truth::Every(domain, truth) => {
                let mut all = cells(domain).into_iter();
                all.all(|cell| self.holds(truth, &[bound, &[cell]].concat()))
            }
            Truth::Castles => self.deed.castles,
            Truth::Passes => false,
            Truth::InCheck(side) => in_check(self.rules, self.standing, self.side(*side)),
            Truth::Attacked(all, side) => {
                let is_one = |cell| is_attacked(self.rules, self.standing, cell, self.side(*side));
                cells(all).into_iter().all(is_one)
            }
        }
    }

    pub fn cells(self, term: &CellsTerm, bound: &[Cell]) -> Cells {
        let standing = self.standing;
        let of_side = |side: &Option<SideTerm>, (own, kind)| {
            let is_nobodys = self.rules.variant.kind(kind).neutral;
            side.is_none_or(|side| self.side(side) == own && !is_nobodys)
        };
        match term {
            CellsTerm::Fixed(cells) => cells.iter().collect(),
            CellsTerm::Sided(cells, side) => cells.of(self.side(*side)).iter().collect(),
            CellsTerm::From => self.deed.from.into_iter().collect(),
            CellsTerm::To => self.deed.to.into_iter().collect(),
            CellsTerm::Taken => self.deed.taken.clone(),
            CellsTerm::Variable(place) => Cells::from([bound[*place]]),
            CellsTerm::Empty => {
                let has_none = |cell: &Cell| !standing.pieces.contains_key(cell);
                let all = self.rules.variant.board.cells().filter(has_none);
                all.filter(|cell| !standing.absent.contains(cell)).collect()
            }
            CellsTerm::Unmoved => standing.unmoved.clone(),
            CellsTerm::Pieces(side) => self.pieces(|own, kind| of_side(side, (own, kind))),
            CellsTerm::OfKinds(kinds, side) => {
                let kinds = self.kinds(kinds, bound);
                self.pieces(|own, kind| of_side(side, (own, kind)) && kinds.contains(&kind))
            }
            CellsTerm::Near(table, side, from) => {
                let near = |cell: Cell| table.of(self.side(*side)).of(cell);
                union(self.cells(from, bound), |cell| near(cell).iter().collect())
            }
            CellsTerm::Goes(kinds, side) => {
                let kinds = self.kinds(kinds, bound);
                let all = self.legal(*side).into_iter();
                let fits = |played: &Played| played.kind.is_some_and(|kind| kinds.contains(&kind));
                all.filter(fits).map(|played| played.to).collect()
            }
            CellsTerm::Between(dirs, ends) => {
                self.on_lines(dirs, ends, bound, |line, end| line[..end].to_vec())
            }
            CellsTerm::Beyond(dirs, ends) => self.on_lines(dirs, ends, bound, |line, end| {
                line.get(end + 1).copied().into_iter().collect()
            }),
            CellsTerm::Walk(query, kinds, side, from) => {
                let kinds = self.kinds(kinds, bound);
                union(self.cells(from, bound), |cell| {
                    let of_kind = kinds
                        .iter()
                        .flat_map(|kind| self.walk(*query, (self.side(*side), *kind), cell));
                    of_kind.collect()
                })
            }
            CellsTerm::Range(kinds, side) => self.of_each(kinds, bound, |kind| {
                self.rules.range(kind, self.side(*side))
            }),
            CellsTerm::StandsOn(kinds, side) => self.of_each(kinds, bound, |kind| {
                self.rules.stands_on(kind.into(), self.side(*side))
            }),
            CellsTerm::AtStart(kinds, side) => self.of_each(kinds, bound, |kind| {
                let setup = self.rules.variant.setup.iter();
                let all = setup.flat_map(|setup| setup.position.pieces());
                let piece = (self.side(*side), Some(kind));
                let begins = all.filter(|(_, other)| (other.side, other.kind) == piece);
                begins.map(|(cell, _)| cell).collect()
            }),
            CellsTerm::Absent => standing.absent.clone(),
            CellsTerm::Frozen(side) => {
                let seen = standing.without_nobodys(self.rules);
                powers::frozen(self.rules, &seen, self.side(*side))
            }
            CellsTerm::Join(operator, sets) => {
                let [one, other] = [0, 1].map(|place| self.cells(&sets[place], bound));
                match operator {
                    SetOperator::Union => &one | &other,
                    SetOperator::Intersection => &one & &other,
                    SetOperator::Minus => &one - &other,
                }
            }
            CellsTerm::Where(domain, truth) => self.for_which(domain, truth, bound),
            CellsTerm::Each(domain, truth, body) => {
                union(self.for_which(domain, truth, bound), |cell| {
                    self.cells(body, &[bound, &[cell]].concat())
                })
            }
        }
    }

    /// Those of some cells for which a condition holds.
    fn for_which(self, domain: &CellsTerm, truth: &Truth, bound: &[Cell]) -> Cells {
        let mut all = self.cells(domain, bound);
        all.retain(|cell| self.holds(truth, &[bound, &[*cell]].concat()));
        all
    }

    fn pieces(self, fits: impl Fn(Side, KindId) -> bool) -> Cells {
        let all = self.standing.pieces.iter();
        let all = all.filter(|(_, (side, kind))| fits(*side, *kind));
        all.map(|(cell, _)| *cell).collect()
    }

    fn of_each(self, kinds: &KindsTerm, bound: &[Cell], of: impl Fn(KindId) -> CellSet) -> Cells {
        let kinds = self.kinds(kinds, bound).into_iter();
        kinds
            .flat_map(|kind| of(kind).iter().collect::<Cells>())
            .collect()
    }

    /// Joins the cells that `wanted` gives for each line along one of some directions, from a cell of one set through a
    /// cell of another. `wanted` gets the line and the place of the second cell on it.
    fn on_lines(
        self,
        dirs: &[Dir],
        ends: &[CellsTerm; 2],
        bound: &[Cell],
        wanted: impl Fn(&[Cell], usize) -> Vec<Cell>,
    ) -> Cells {
        let [starts, ends] = [0, 1].map(|place| self.cells(&ends[place], bound));
        // No line leads over a cell that is absent, or over a piece of nobody's.
        let closed = self.standing.without_nobodys(self.rules).absent;
        let mut all = Cells::new();
        for (start, dir) in starts
            .iter()
            .flat_map(|start| dirs.iter().map(move |dir| (*start, *dir)))
        {
            let mut line = Vec::new();
            let mut at = start;
            while let Some(next) = self.rules.variant.board.next(at, dir) {
                if next == start || line.contains(&next) || closed.contains(&next) {
                    break;
                }
                line.push(next);
                at = next;
            }
            for (place, _) in line
                .iter()
                .enumerate()
                .filter(|(_, cell)| ends.contains(cell))
            {
                all.extend(wanted(&line, place));
            }
        }
        all
    }

    /// Returns the cells to which a piece goes from a cell, as if it stood there.
    fn walk(self, query: WalkQuery, (side, kind): (Side, KindId), from: Cell) -> Cells {
        let rules = self.rules;
        if query == WalkQuery::Closure {
            return rules.closure(kind, side, from).iter().collect();
        }
        let position = self.standing.without_nobodys(rules).position(rules);
        let moved = query != WalkQuery::First && !self.standing.unmoved.contains(&from);
        let reach = rules.reach(kind, side, from, &position, moved);
        let cells = match query {
            WalkQuery::Moves => reach.moves,
            WalkQuery::Captures => reach.captures,
            WalkQuery::Attacks => rules.attacks(kind, side, from, &position, moved),
            _ => reach.cells(),
        };
        cells.iter().collect()
    }

    pub fn kinds(self, term: &KindsTerm, bound: &[Cell]) -> BTreeSet<KindId> {
        match term {
            KindsTerm::Fixed(kinds) => kinds.iter().collect(),
            KindsTerm::Moving => self.deed.kind.into_iter().collect(),
            KindsTerm::On(cells) => {
                let cells = self.cells(cells, bound);
                let pieces = cells
                    .iter()
                    .filter_map(|cell| self.standing.pieces.get(cell));
                pieces.map(|(_, kind)| *kind).collect()
            }
            KindsTerm::Either(either) => {
                &self.kinds(&either[0], bound) | &self.kinds(&either[1], bound)
            }
        }
    }

    fn number(self, term: &NumberTerm, bound: &[Cell]) -> i64 {
        match term {
            NumberTerm::Fixed(number) => *number,
            NumberTerm::Size(cells) => self.cells(cells, bound).len() as i64,
            NumberTerm::InHand(kinds, side) => {
                let kinds = self.kinds(kinds, bound).into_iter();
                let counts = kinds.map(|kind| self.standing.hand(self.side(*side), kind));
                counts.map(i64::from).sum()
            }
            NumberTerm::Counter(counter, side) => {
                let shown = self
                    .standing
                    .counts
                    .get(&(counter.index(), self.side(*side)));
                i64::from(shown.copied().unwrap_or(0))
            }
            NumberTerm::LegalMoves(side) => self.legal(*side).len() as i64,
            NumberTerm::Join(operator, numbers) => {
                let [one, other] = [0, 1].map(|place| self.number(&numbers[place], bound));
                match operator {
                    Arithmetic::Plus => one + other,
                    Arithmetic::Minus => one - other,
                    Arithmetic::Times => one * other,
                }
            }
        }
    }

    fn legal(self, side: SideTerm) -> Vec<Played> {
        let legal = self.legal.expect("a rule that may ask for legal moves");
        legal(self.side(side))
    }
}

fn union(cells: Cells, of: impl Fn(Cell) -> Cells) -> Cells {
    cells.into_iter().flat_map(of).collect()
}
