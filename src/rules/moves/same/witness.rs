//! Looks for a position in which two tables differ, and reduces it to as few pieces as possible.

use super::terms::{BareLanding, PositionTerm, Terms};
use crate::model::{Cell, CellSet, EnPassant, KindId, Piece, Position, Side};
use crate::moves::automaton::{EMPTY, ENEMY, ENEMY_ROYAL, OWN, OWN_ROYAL, Occupants};
use crate::moves::landing::Reach;
use crate::moves::table::MoveTable;
use crate::moves::walk::Walker;

/// A position in which two movements differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The cell of the piece.
    pub from: Cell,
    /// Whether the piece has not moved before.
    pub unmoved: bool,
    /// The other pieces.
    pub pieces: Vec<OtherPiece>,
    /// What the piece reaches by the first movement.
    pub first: Reach,
    /// What the piece reaches by the second movement.
    pub second: Reach,
}

/// Another piece, which is needed for the difference to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherPiece {
    /// The cell where it stands.
    pub cell: Cell,
    /// The side it belongs to.
    pub side: Side,
    /// What it must be.
    pub kind: OtherKind,
    /// The cell on which it may be captured en passant, if any.
    pub en_passant: Option<Cell>,
}

/// What another piece must be for the difference to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherKind {
    /// Any piece that is not royal.
    Any,
    /// Any royal piece.
    Royal,
    /// This kind of piece, which is a barrier to one of the movements.
    Barrier(KindId),
}

/// Two tables and a cell from which they may differ.
pub(super) struct WitnessSearch<'a> {
    pub tables: [&'a MoveTable; 2],
    pub from: Cell,
}

pub(super) enum SearchResult {
    Found(Box<Difference>),
    /// Every position that could matter has been tried.
    Nowhere,
    Unknown,
}

/// The most positions that are tried for one way to land.
const MOST: usize = 20_000;

/// What stands on some cells.
type Setting = Vec<(Cell, Occupants)>;

impl WitnessSearch<'_> {
    /// Looks for a difference, given the different terms of the two tables.
    pub(crate) fn between(&self, a: &Terms, b: &Terms, walker: &mut Walker) -> SearchResult {
        let none = Vec::new();
        let mut outcomes: Vec<&BareLanding> = a.keys().chain(b.keys()).collect();
        outcomes.sort_unstable();
        outcomes.dedup();
        let mut undecided = false;
        for outcome in outcomes {
            if walker.fuel.is_spent() {
                return SearchResult::Unknown;
            }
            let [a, b] = [a, b].map(|terms| terms.get(outcome).unwrap_or(&none));
            if a == b {
                continue;
            }
            let found =
                self.try_likely(outcome, a, b, walker)
                    .or_else(|| match self.settings(a, b) {
                        Some(settings) => {
                            let pieces =
                                |setting: Setting| self.pieces(&setting, outcome.en_passant_on());
                            self.first_difference(settings.filter_map(pieces), walker)
                        }
                        None => {
                            undecided = true;
                            None
                        }
                    });
            if let Some(difference) = found {
                return SearchResult::Found(Box::new(difference));
            }
        }
        if undecided {
            SearchResult::Unknown
        } else {
            SearchResult::Nowhere
        }
    }

    /// Tries the empty board, and any one or two pieces.
    pub(crate) fn among_few(&self, walker: &mut Walker) -> SearchResult {
        let cells = (0..self.tables[0].cell_count())
            .map(Cell::new)
            .filter(|cell| *cell != self.from);
        let pieces = || {
            cells
                .clone()
                .flat_map(|cell| [OWN, ENEMY].map(|occupants| (cell, occupants)))
        };
        let pairs = pieces().flat_map(|first| {
            pieces()
                .filter(move |second| first.0 < second.0)
                .map(move |second| vec![first, second])
        });
        let settings = std::iter::once(Vec::new())
            .chain(pieces().map(|piece| vec![piece]))
            .chain(pairs.take(MOST));
        self.try_placements(
            settings.filter_map(|setting| self.pieces(&setting, None)),
            walker,
        )
    }

    /// Tries each barrier piece on each cell, alone and with one other piece.
    pub(crate) fn among_barriers(&self, walker: &mut Walker) -> SearchResult {
        let cells = || {
            (0..self.tables[0].cell_count())
                .map(Cell::new)
                .filter(|cell| *cell != self.from)
        };
        let kinds = self
            .tables
            .iter()
            .flat_map(|table| &table.barriers)
            .copied()
            .map(OtherKind::Barrier);
        let pieces = |kind: OtherKind| {
            let of_side = move |cell| {
                Side::BOTH.map(|side| OtherPiece {
                    cell,
                    side,
                    kind,
                    en_passant: None,
                })
            };
            cells().flat_map(of_side)
        };
        let barriers = || kinds.clone().flat_map(pieces);
        let pairs = barriers().flat_map(|barrier| {
            let others = pieces(OtherKind::Any).filter(move |other| other.cell != barrier.cell);
            others.map(move |other| vec![barrier, other])
        });
        self.try_placements(
            barriers()
                .map(|barrier| vec![barrier])
                .chain(pairs)
                .take(MOST),
            walker,
        )
    }

    /// Tries these placements. Others could matter too, so a failure decides nothing.
    fn try_placements(
        &self,
        others: impl Iterator<Item = Vec<OtherPiece>>,
        walker: &mut Walker,
    ) -> SearchResult {
        let found = self.first_difference(others, walker);
        found.map_or(SearchResult::Unknown, |difference| {
            SearchResult::Found(Box::new(difference))
        })
    }

    /// Tries each term that only one table has, with all other cells empty, own or enemy in turn.
    fn try_likely(
        &self,
        outcome: &BareLanding,
        a: &[PositionTerm],
        b: &[PositionTerm],
        walker: &mut Walker,
    ) -> Option<Difference> {
        let only = a
            .iter()
            .filter(|term| !b.contains(term))
            .chain(b.iter().filter(|term| !a.contains(term)));
        let cells = cells_of(a, b);
        for term in only {
            for fill in [EMPTY, OWN, ENEMY] {
                let occupants = |cell: Cell| {
                    let asked = term.conditions.iter().find(|(asked, _)| *asked == cell);
                    asked.map_or(fill, |(_, occupants)| simplest_of(*occupants))
                };
                let setting: Setting = cells.iter().map(|cell| (cell, occupants(cell))).collect();
                let pieces = self.pieces(&setting, outcome.en_passant_on());
                if let Some(difference) =
                    pieces.and_then(|pieces| self.smallest_difference(pieces, walker))
                {
                    return Some(difference);
                }
            }
        }
        None
    }

    /// Returns every setting of the cells in these terms, up to differences that no term sees;
    /// `None` if there are too many.
    fn settings(
        &self,
        a: &[PositionTerm],
        b: &[PositionTerm],
    ) -> Option<impl Iterator<Item = Setting> + use<>> {
        let cells: Vec<Cell> = cells_of(a, b).iter().collect();
        let possible = if self.tables[0].royals.is_empty() {
            EMPTY | OWN | ENEMY
        } else {
            !0 >> 3
        };
        let mut choices: Vec<(Cell, Vec<Occupants>)> = Vec::new();
        let mut count: usize = 1;
        for cell in cells {
            let asked = |term: &PositionTerm| {
                term.conditions
                    .iter()
                    .find(|(asked, _)| *asked == cell)
                    .map_or(possible, |(_, occupants)| *occupants)
            };
            let answers = |occupants: Occupants| -> Vec<bool> {
                a.iter()
                    .chain(b)
                    .map(|term| asked(term) & occupants != 0)
                    .collect()
            };
            let mut kinds: Vec<(Occupants, Vec<bool>)> = Vec::new();
            for occupants in [EMPTY, OWN, ENEMY, OWN_ROYAL, ENEMY_ROYAL]
                .into_iter()
                .filter(|occupants| occupants & possible != 0)
            {
                let own = answers(occupants);
                if kinds.iter().all(|(_, known)| *known != own) {
                    kinds.push((occupants, own));
                }
            }
            count = count
                .checked_mul(kinds.len())
                .filter(|count| *count <= MOST)?;
            choices.push((
                cell,
                kinds.into_iter().map(|(occupants, _)| occupants).collect(),
            ));
        }
        Some((0..count).map(move |mut number| {
            let mut choose = |(cell, options): &(Cell, Vec<Occupants>)| {
                let occupants = options[number % options.len()];
                number /= options.len();
                (*cell, occupants)
            };
            choices.iter().map(&mut choose).collect()
        }))
    }

    /// Returns the difference of the first placement that shows one; `None` if none does, or if
    /// the fuel runs out before.
    fn first_difference(
        &self,
        others: impl Iterator<Item = Vec<OtherPiece>>,
        walker: &mut Walker,
    ) -> Option<Difference> {
        for pieces in others {
            if !walker.fuel.spend(self.tables[0].cell_count() as u64) {
                return None;
            }
            if let Some(difference) = self.smallest_difference(pieces, walker) {
                return Some(difference);
            }
        }
        None
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
        let position = self.position(&pieces);
        let mut reach = |table: &MoveTable| *walker.reach(table, &position, self.from, !unmoved);
        let [first, second] = self.tables.map(&mut reach);
        Some(Difference {
            from: self.from,
            unmoved,
            pieces,
            first,
            second,
        })
    }

    fn pieces(&self, setting: &Setting, en_passant: Option<Cell>) -> Option<Vec<OtherPiece>> {
        let own = self.tables[0].side;
        let piece = |(cell, occupants): &(Cell, Occupants)| {
            let side = if occupants & (OWN | OWN_ROYAL) != 0 {
                own
            } else {
                own.other()
            };
            let is_royal = occupants & (OWN | ENEMY | EMPTY) == 0;
            let kind = if is_royal {
                OtherKind::Royal
            } else {
                OtherKind::Any
            };
            OtherPiece {
                cell: *cell,
                side,
                kind,
                en_passant: None,
            }
        };
        let mut pieces: Vec<OtherPiece> = setting
            .iter()
            .filter(|(_, occupants)| occupants & EMPTY == 0)
            .map(piece)
            .collect();
        if let Some(en_passant) = en_passant {
            let is_free =
                |cell: &Cell| *cell != self.from && setting.iter().all(|(asked, _)| asked != cell);
            let cell = (0..self.tables[0].cell_count())
                .map(Cell::new)
                .find(is_free)?;
            pieces.push(OtherPiece {
                cell,
                side: own.other(),
                kind: OtherKind::Any,
                en_passant: Some(en_passant),
            });
        }
        Some(pieces)
    }

    fn position(&self, pieces: &[OtherPiece]) -> Position {
        let mut position = Position::empty(self.tables[0].cell_count());
        for piece in pieces {
            let kind = match piece.kind {
                OtherKind::Any => None,
                OtherKind::Royal => self.tables[0].royals.first().copied(),
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

    fn lands_differently(&self, pieces: &[OtherPiece], unmoved: bool, walker: &mut Walker) -> bool {
        let position = self.position(pieces);
        let mut landings = |table: &MoveTable| {
            let mut all: Vec<Landed> = Vec::new();
            walker.landings(table, &position, self.from, !unmoved, &mut |landing| {
                let mut taken = landing.taken.to_vec();
                taken.sort_unstable();
                all.push((landing.to, taken, landing.carried.to_vec()));
            });
            all.sort_unstable();
            all.dedup();
            all
        };
        let [a, b] = self.tables.map(&mut landings);
        a != b
    }
}

/// The cell where a piece lands, the cells it captures on, and the pieces it puts elsewhere.
type Landed = (Cell, Vec<Cell>, Vec<(Cell, Cell)>);

/// Returns the cells that any of the terms has a condition on.
fn cells_of(a: &[PositionTerm], b: &[PositionTerm]) -> CellSet {
    a.iter()
        .chain(b)
        .flat_map(|term| &term.conditions)
        .map(|(cell, _)| *cell)
        .collect()
}

/// Returns the simplest occupant of those that may stand on a cell.
fn simplest_of(occupants: Occupants) -> Occupants {
    [EMPTY, ENEMY, OWN, ENEMY_ROYAL, OWN_ROYAL]
        .into_iter()
        .find(|one| occupants & one != 0)
        .unwrap_or(EMPTY)
}
