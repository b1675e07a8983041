//! Looks for a position in which two tables differ, and reduces it to as few pieces as possible.

use std::collections::{BTreeMap, BTreeSet};

use super::difference::{Difference, OtherKind, OtherPiece, TablePair};
use super::terms::{BareLanding, PositionTerm, possible_occupants, terms};

use crate::model::{Cell, CellSet, EnPassant, KindId, Piece, Position, Side};
use crate::moves::automaton::{EMPTY, ENEMY, ENEMY_ROYAL, OWN, OWN_ROYAL, Occupants};
use crate::moves::landing::Reach;
use crate::moves::walk::Walker;

/// Two tables and a cell from which they may differ.
#[derive(Clone, Copy)]
pub(super) struct WitnessSearch<'a> {
    pub pair: TablePair<'a>,
    pub from: Cell,
}

pub(super) enum SearchResult {
    Found(Box<Difference>),
    /// Every position that could matter has been tried.
    Nowhere,
    Unknown,
}

/// The most positions of a few pieces that are tried from one cell, and the most parts into which
/// the positions of a term are divided.
const MOST: usize = 20_000;
/// The most terms of a table that must fail where a term of the other holds.
const MOST_OTHERS: usize = 500;

impl WitnessSearch<'_> {
    /// Whether the piece of each table may stand on the cell.
    pub(super) fn stands(&self) -> [bool; 2] {
        self.pair.starts.map(|starts| starts.contains(self.from))
    }

    /// Looks for a difference on the empty board.
    pub(super) fn alone(&self, walker: &mut Walker) -> Option<Difference> {
        let mut tables = self.pair.tables.iter();
        let has_first_move = tables.any(|table| table.has_first_move());
        let manners = if has_first_move {
            &[false, true][..]
        } else {
            &[false]
        };
        manners.iter().find_map(|unmoved| {
            let unmoved = *unmoved;
            let [first, second] = self.reaches(self.pair.empty, unmoved, walker);
            (first != second).then_some(Difference {
                from: self.from,
                unmoved,
                pieces: Vec::new(),
                first,
                second,
            })
        })
    }

    /// Looks for a difference with other pieces on the board. `has_terms` says that nothing but
    /// the terms of the tables can differ.
    pub(super) fn among_others(&self, has_terms: bool, walker: &mut Walker) -> SearchResult {
        let [first, second] = self.pair.tables;
        let fuel = &mut walker.fuel;
        let both_terms = has_terms.then(|| {
            Some([
                terms(first, self.from, fuel)?,
                terms(second, self.from, fuel)?,
            ])
        });
        let Some([a, b]) = both_terms.flatten() else {
            return self.among_few(walker);
        };
        let none = Vec::new();
        let mut outcomes: Vec<&BareLanding> = a.keys().chain(b.keys()).collect();
        outcomes.sort_unstable();
        outcomes.dedup();
        let different = outcomes.into_iter().filter_map(|outcome| {
            let terms = [&a, &b].map(|terms| terms.get(outcome).unwrap_or(&none));
            (terms[0] != terms[1]).then_some((outcome, terms))
        });
        let different: Vec<(&BareLanding, [&Vec<PositionTerm>; 2])> = different.collect();
        let terms = different.iter().flat_map(|(_, terms)| terms).copied();
        let conditions = terms.flatten().flat_map(|term| &term.conditions);
        let cells: CellSet = conditions.map(|(cell, _)| *cell).collect();
        let singles = self.others(&cells).into_iter().map(|other| vec![other]);
        if let found @ SearchResult::Found(_) = self.result_of(singles, walker) {
            return found;
        }
        let mut result = SearchResult::Nowhere;
        for (outcome, [a, b]) in different {
            for (terms, others) in [(a, b), (b, a)] {
                for term in terms.iter().filter(|term| !others.contains(term)) {
                    let mut search = TermSearch {
                        search: *self,
                        outcome,
                        cells,
                        all: possible_occupants(first),
                        left: MOST,
                    };
                    match search.apart(term, others, walker) {
                        SearchResult::Nowhere => {}
                        SearchResult::Unknown => result = SearchResult::Unknown,
                        found => return found,
                    }
                }
            }
        }
        // The terms ignore barrier pieces.
        match result {
            SearchResult::Nowhere if self.has_barriers() => self.among_few(walker),
            result => result,
        }
    }

    fn has_barriers(&self) -> bool {
        self.pair
            .tables
            .iter()
            .any(|table| !table.barriers.is_empty())
    }

    /// Tries any one or two other pieces. More could matter, so a failure decides nothing.
    fn among_few(&self, walker: &mut Walker) -> SearchResult {
        let cells = (0..self.pair.empty.len()).map(Cell::new);
        let others = self.others(&cells.collect());
        let pairs = others.iter().enumerate().rev().flat_map(|(place, first)| {
            let seconds = others[..place].iter();
            seconds
                .filter(|second| second.cell != first.cell)
                .map(|second| vec![*first, *second])
        });
        let singles = others.iter().map(|other| vec![*other]);
        self.result_of(singles.chain(pairs).take(MOST), walker)
    }

    /// Tries these placements. Others could matter too, so a failure decides nothing.
    fn result_of(
        &self,
        placements: impl IntoIterator<Item = Vec<OtherPiece>>,
        walker: &mut Walker,
    ) -> SearchResult {
        let difference = placements.into_iter().find_map(|pieces| {
            let may_try = walker.fuel.spend(self.pair.empty.len() as u64);
            may_try.then(|| self.smallest_difference(pieces, walker))?
        });
        difference.map_or(SearchResult::Unknown, |difference| {
            SearchResult::Found(Box::new(difference))
        })
    }

    /// Returns each piece that may make a difference, on each of these cells. Barriers are last.
    fn others(&self, cells: &CellSet) -> Vec<OtherPiece> {
        let tables = self.pair.tables.iter();
        let heeds_royals = tables.clone().any(|table| table.depends_on_royals());
        let barriers: BTreeSet<KindId> =
            tables.flat_map(|table| &table.barriers).copied().collect();
        let mut kinds = vec![OtherKind::Any];
        kinds.extend(heeds_royals.then_some(OtherKind::Royal));
        kinds.extend(barriers.into_iter().map(OtherKind::Barrier));
        let own = self.pair.tables[0].side;
        let places = |kind: OtherKind| {
            let others = cells.iter().filter(|cell| *cell != self.from);
            others.flat_map(move |cell| {
                [own, own.other()].map(|side| other_piece(cell, side, kind, None))
            })
        };
        kinds.into_iter().flat_map(places).collect()
    }

    /// Returns the difference that a placement shows, with only the pieces that it needs.
    fn smallest_difference(
        &self,
        mut pieces: Vec<OtherPiece>,
        walker: &mut Walker,
    ) -> Option<Difference> {
        let unmoved = [false, true]
            .into_iter()
            .find(|unmoved| self.lands_differently(&pieces, *unmoved, walker))?;
        for place in (0..pieces.len()).rev() {
            let piece = pieces.remove(place);
            if !self.lands_differently(&pieces, unmoved, walker) {
                pieces.insert(place, piece);
            }
        }
        let [first, second] = self.reaches(&self.position(&pieces), unmoved, walker);
        Some(Difference {
            from: self.from,
            unmoved,
            pieces,
            first,
            second,
        })
    }

    fn position(&self, pieces: &[OtherPiece]) -> Position {
        let mut position = self.pair.empty.clone();
        for piece in pieces {
            let kind = match piece.kind {
                OtherKind::Any => None,
                OtherKind::Royal => self.pair.tables[0].royals.first().copied(),
                OtherKind::Barrier(kind) => Some(kind),
            };
            position.put(
                piece.cell,
                Some(Piece {
                    side: piece.side,
                    kind,
                }),
            );
            if let Some(cell) = piece.en_passant {
                let cells = CellSet::from_iter([cell]);
                position.set_en_passant(Some(EnPassant {
                    cells,
                    piece: piece.cell,
                    second: None,
                }));
            }
        }
        position
    }

    /// Returns what the piece reaches by each table.
    fn reaches(&self, position: &Position, unmoved: bool, walker: &mut Walker) -> [Reach; 2] {
        [0, 1].map(|which| match self.stands()[which] {
            true => *walker.reach(self.pair.tables[which], position, self.from, !unmoved),
            false => Reach::default(),
        })
    }

    fn lands_differently(&self, pieces: &[OtherPiece], unmoved: bool, walker: &mut Walker) -> bool {
        let position = self.position(pieces);
        let [a, b] = [0, 1].map(|which| {
            let mut all: Vec<Landed> = Vec::new();
            if self.stands()[which] {
                let table = self.pair.tables[which];
                walker.landings(table, &position, self.from, !unmoved, &mut |landing| {
                    let mut taken = landing.taken.to_vec();
                    taken.sort_unstable();
                    all.push((landing.to, taken, landing.carried.to_vec()));
                });
            }
            all.sort_unstable();
            all.dedup();
            all
        });
        a != b
    }
}

/// The cell where a piece lands, the cells it captures on, and the pieces it puts elsewhere.
type Landed = (Cell, Vec<Cell>, Vec<(Cell, Cell)>);

/// What may stand on some cells.
type Setting = BTreeMap<Cell, Occupants>;

/// A search for a position in which a piece can land in one way by one table only.
struct TermSearch<'a> {
    search: WitnessSearch<'a>,
    outcome: &'a BareLanding,
    /// The cells that any term mentions.
    cells: CellSet,
    /// All that may stand on a cell.
    all: Occupants,
    /// The number of settings that may still be divided.
    left: usize,
}

impl TermSearch<'_> {
    /// Looks for a position in which a term holds and none of the other table's does.
    fn apart(
        &mut self,
        term: &PositionTerm,
        others: &[PositionTerm],
        walker: &mut Walker,
    ) -> SearchResult {
        let setting: Setting = term.conditions.iter().copied().collect();
        let others = others.iter().filter(|other| other.unmoved <= term.unmoved);
        let others: Vec<&PositionTerm> = others.filter(|other| may_hold(other, &setting)).collect();
        match others.len() {
            0..=MOST_OTHERS => self.divide(setting, &others, walker),
            _ => SearchResult::Unknown,
        }
    }

    /// Divides a setting into those in which the first of these terms fails, for each of its
    /// conditions, until all of the terms fail.
    fn divide(
        &mut self,
        mut setting: Setting,
        others: &[&PositionTerm],
        walker: &mut Walker,
    ) -> SearchResult {
        let Some(next) = others.iter().position(|other| may_hold(other, &setting)) else {
            return self.attempt(&setting, walker);
        };
        if self.left == 0 || !walker.fuel.spend(others.len() as u64) {
            return SearchResult::Unknown;
        }
        self.left -= 1;
        let mut result = SearchResult::Nowhere;
        for (cell, occupants) in &others[next].conditions {
            let here = setting.get(cell).copied().unwrap_or(self.all);
            if here & !occupants != 0 {
                let mut broken = setting.clone();
                broken.insert(*cell, here & !occupants);
                match self.divide(broken, &others[next + 1..], walker) {
                    SearchResult::Nowhere => {}
                    SearchResult::Unknown => result = SearchResult::Unknown,
                    found => return found,
                }
            }
            setting.insert(*cell, here & occupants);
        }
        result
    }

    /// Tries the simplest position of a setting.
    fn attempt(&self, setting: &Setting, walker: &mut Walker) -> SearchResult {
        let own = self.search.pair.tables[0].side;
        let simplest = [
            (ENEMY, own.other(), OtherKind::Any),
            (OWN, own, OtherKind::Any),
            (ENEMY_ROYAL, own.other(), OtherKind::Royal),
            (OWN_ROYAL, own, OtherKind::Royal),
        ];
        let filled = setting.iter().filter(|(_, here)| *here & EMPTY == 0);
        let others = filled.filter_map(|(cell, here)| {
            let (_, side, kind) = simplest.iter().find(|(bit, ..)| here & bit != 0)?;
            Some(other_piece(*cell, *side, *kind, None))
        });
        let mut pieces: Vec<OtherPiece> = others.collect();
        if self.outcome.en_passant {
            let mut cells = (0..self.search.pair.empty.len()).map(Cell::new);
            let free = |cell: &Cell| *cell != self.search.from && !self.cells.contains(*cell);
            let Some(cell) = cells.find(free) else {
                return SearchResult::Unknown;
            };
            pieces.push(other_piece(
                cell,
                own.other(),
                OtherKind::Any,
                Some(self.outcome.to),
            ));
        }
        self.search.result_of([pieces], walker)
    }
}

fn other_piece(cell: Cell, side: Side, kind: OtherKind, en_passant: Option<Cell>) -> OtherPiece {
    OtherPiece {
        cell,
        side,
        kind,
        en_passant,
    }
}

/// Whether a term holds in some position of a setting.
fn may_hold(term: &PositionTerm, setting: &Setting) -> bool {
    term.conditions
        .iter()
        .all(|(cell, occupants)| setting.get(cell).is_none_or(|here| here & occupants != 0))
}
