//! Compares movements of different variants: which are the same rule, and where two of them
//! differ.
//!
//! A movement in its [`portable`] form needs no other piece and no named set. It can thus be
//! placed on a board that belongs to none of the variants: the *common ground* of all boards of a
//! kind. Two movements are the same rule there if they do the same from every cell in every
//! position. A movement that needs the board it was written for is like no other movement. Knows
//! no pages.

mod family;

pub use family::{PieceFamily, families, is_open_to_en_passant};

use std::sync::Arc;

use crate::library;
use padma_expr::say_setting;
use padma_rules::model::hex::HexUp;
use padma_rules::model::{Board, Cell, CellKind, CellSet, Geometry, KindId, Side, Variant};
use padma_rules::movement::leg::{Component, Length, Motion};
use padma_rules::movement::{Action, Clause, ClauseKind, Dialect, Limit, Sentence, lower};
use padma_rules::reach::{Comparison, FreeMovement, MovementOf, Rules};
use padma_rules::sentence::parse_sentence;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use padma_words::{Listing, Say, say};

padma_text::named! {
    /// The kinds of board on which movements can be compared.
    pub enum CommonBoard by name {
        /// Files and ranks of cells, on one sheet or several.
        Grid "grid",
        /// Grids above one another.
        Levels "levels",
        /// Petals of hexagons, squares and triangles.
        Petals "petals",
        /// Hexagons of which a side points up.
        Hexagons "hexagons",
        /// Hexagons of which a corner points up.
        TurnedHexagons "turned hexagons",
    }
}

/// Number of files and ranks of the common grid. A leg's maximum number of leaps must be smaller,
/// or it would have no effect here.
const GRID: u16 = 16;

/// Number of cells along each side of the common board of hexagons, which is as wide as the grid.
const HEXAGONS: u16 = 8;

/// Number of levels of the common board of levels, and of the files and ranks of each.
const LEVELS: usize = 8;

impl CommonBoard {
    /// Returns the common ground of a board.
    pub fn of(board: &Board) -> CommonBoard {
        match board.geometry() {
            Geometry::Squares | Geometry::Links => CommonBoard::Grid,
            Geometry::Cubes => CommonBoard::Levels,
            Geometry::Petals => CommonBoard::Petals,
            Geometry::Hexagons(HexUp::Side) => CommonBoard::Hexagons,
            Geometry::Hexagons(HexUp::Corner) => CommonBoard::TurnedHexagons,
        }
    }

    /// Returns what to call the common board, without an article.
    pub fn called(self) -> Say {
        let side = match self {
            CommonBoard::Levels => LEVELS as u16,
            CommonBoard::Hexagons | CommonBoard::TurnedHexagons => HEXAGONS,
            CommonBoard::Grid | CommonBoard::Petals => GRID,
        };
        let sort = self.name();
        say!(catalogue::CommonBoard, sort, side)
    }

    fn toml(self) -> String {
        let board = match self {
            CommonBoard::Grid => format!("kind = 'grid'\nfiles = {GRID}\nranks = {GRID}"),
            CommonBoard::Levels => {
                let names = ["A", "B", "C", "D", "E", "F", "G", "H"];
                format!("kind = 'levels'\nlevels = {names:?}\nfiles = {LEVELS}\nranks = {LEVELS}")
            }
            CommonBoard::Petals => {
                "kind = 'lotus'\npetals = [[0, 0], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]".into()
            }
            CommonBoard::Hexagons => format!("kind = 'hex'\noutline = 'hexagon {HEXAGONS}'"),
            CommonBoard::TurnedHexagons => {
                format!("kind = 'hex'\noutline = 'hexagon {HEXAGONS}'\nup = 'corner'")
            }
        };
        format!("[board]\n{board}\n[[piece]]\nid = 'none'\nmovement = 'step contiguous'\n")
    }
}

/// Returns a piece's movement in words that mean the same on every board of its kind; `None` if
/// there is no such form.
pub fn portable(variant: &Variant, kind: KindId) -> Option<String> {
    // An author's own links are on no other board.
    if variant.board.has_own_links() {
        return None;
    }
    let named = |id: &str| {
        variant
            .kind_named(id)
            .map(|kind| &variant.kind(kind).movement)
    };
    let movement = &variant.kind(kind).movement;
    let is_short = |component: &Component| match &component.motion {
        Motion::Legs(legs) => legs
            .iter()
            .all(|leg| !matches!(leg.length, Length::UpTo(most) if most >= GRID)),
        _ => true,
    };
    let sentence = expand_pieces(movement, &named)?;
    lower(movement, &named)
        .iter()
        .all(is_short)
        .then(|| sentence.to_string())
}

/// Returns a sentence with the movements of other pieces in place of their names.
fn expand_pieces<'a>(
    sentence: &Sentence,
    named: &dyn Fn(&str) -> Option<&'a Sentence>,
) -> Option<Sentence> {
    let mut clauses: Vec<Clause> = Vec::new();
    for (place, clause) in sentence.clauses.iter().enumerate() {
        let ClauseKind::Piece(word) = &clause.kind else {
            clauses.push(Clause {
                kind: plain(&clause.kind)?,
                ..clause.clone()
            });
            continue;
        };
        let others = expand_pieces(named(&word.text)?, named)?.clauses;
        // A piece with several clauses cannot be an alternative, nor can it have one.
        let is_alternative = clause.otherwise
            || sentence
                .clauses
                .get(place + 1)
                .is_some_and(|next| next.otherwise);
        if is_alternative && others.len() > 1 {
            return None;
        }
        clauses.extend(others.into_iter().enumerate().map(|(nth, other)| {
            let otherwise = if nth == 0 {
                clause.otherwise
            } else {
                other.otherwise
            };
            Clause {
                otherwise,
                joint: clause.joint,
                ..other
            }
        }));
    }
    Some(Sentence { clauses })
}

/// Returns a clause in its portable form; `None` if it depends on a piece or a named set. A Betza
/// string is converted to the form that all dialects share.
fn plain(what: &ClauseKind) -> Option<ClauseKind> {
    match what {
        ClauseKind::Piece(_) => None,
        ClauseKind::Betza(betza) => {
            let text = betza.canonical();
            let is_portable = betza.dialect == Dialect::Xbetza || text != betza.text;
            let mut betza = betza.clone();
            (betza.text, betza.dialect) = (text, Dialect::Xbetza);
            is_portable.then_some(ClauseKind::Betza(betza))
        }
        ClauseKind::Action {
            action: Action::Distance(..),
            ..
        } => None,
        ClauseKind::Action { limits, .. } => {
            let is_plain = |limit: &Limit| match limit {
                Limit::Over(places) | Limit::Onto(places) | Limit::From(places) => places
                    .names
                    .iter()
                    .all(|name| CellKind::from_name(&name.text).is_some()),
                _ => true,
            };
            limits.iter().all(is_plain).then(|| what.clone())
        }
    }
}

/// A movement to compare: its common ground and its portable form.
pub type Portable<'a> = (CommonBoard, Option<&'a str>);

/// The result of comparing movements.
pub struct Likeness {
    grounds: Vec<(CommonBoard, library::Variant)>,
    /// The number of each movement's rule. Movements with the same number do the same everywhere
    /// on their ground.
    pub rules: Vec<usize>,
    /// For each rule, the movement that represents it.
    representatives: Vec<Option<GroundMovement>>,
}

/// A movement on its common ground.
type GroundMovement = (CommonBoard, Arc<FreeMovement>);

/// A difference between two rules.
pub struct RuleDifference {
    /// The position: "from h8 of an empty board of 16 × 16 cells".
    pub setting: Say,
    /// What each of the two does there and the other does not, as verbs: "goes to h10", "takes
    /// g9".
    pub more: [Vec<Say>; 2],
}

impl Likeness {
    /// Compares movements, and gives the same number to those that do the same.
    pub fn of(movements: &[Portable<'_>]) -> Likeness {
        let load =
            |ground: CommonBoard| Some((ground, library::Variant::load(&ground.toml()).ok()?));
        let used = |ground: &CommonBoard| movements.iter().any(|(of, _)| of == ground);
        let grounds = CommonBoard::ALL
            .into_iter()
            .filter(used)
            .filter_map(load)
            .collect();
        let mut likeness = Likeness {
            grounds,
            rules: Vec::new(),
            representatives: Vec::new(),
        };
        let mut known: Vec<(Portable<'_>, usize)> = Vec::new();
        for movement in movements {
            let same = known
                .iter()
                .find(|(other, _)| movement.1.is_some() && other == movement);
            let rule = same
                .map(|(_, rule)| *rule)
                .unwrap_or_else(|| likeness.rule(*movement));
            known.push((*movement, rule));
            likeness.rules.push(rule);
        }
        likeness
    }

    fn ground(&self, ground: CommonBoard) -> Option<&Rules> {
        self.grounds
            .iter()
            .find(|(of, _)| *of == ground)
            .map(|(_, variant)| variant.rules())
    }

    /// Returns the number of a movement's rule: that of the first movement that is the same, or a
    /// new one.
    fn rule(&mut self, (ground, words): Portable<'_>) -> usize {
        let candidate = words.zip(self.ground(ground)).and_then(|(words, rules)| {
            let movement = sentence(words, rules)?;
            Some((ground, rules.free_movement(words, movement)))
        });
        let same = candidate.as_ref().and_then(|candidate| {
            let mut earlier = self.representatives.iter().enumerate();
            earlier.find(|(_, other)| {
                other
                    .as_ref()
                    .is_some_and(|other| self.are_same(other, candidate))
            })
        });
        if let Some((rule, _)) = same {
            return rule;
        }
        self.representatives.push(candidate);
        self.representatives.len() - 1
    }

    fn are_same(&self, first: &GroundMovement, second: &GroundMovement) -> bool {
        let Some(rules) = self.ground(first.0).filter(|_| first.0 == second.0) else {
            return false;
        };
        let [a, b] = [&*first.1, &*second.1].map(MovementOf::Free);
        let is_same = |side, cell| rules.alone(a, side).of(cell) == rules.alone(b, side).of(cell);
        Side::BOTH.into_iter().all(|side| {
            let mut cells = rules.variant.board.cells();
            cells.all(|cell| is_same(side, cell)) && rules.compare(a, b, side) == Comparison::Same
        })
    }

    /// Finds where two rules on one ground differ: from the middle of the empty board if they
    /// differ there, or else in another position. Returns `None` if a movement cannot be placed
    /// on the ground, or if no difference was found.
    pub fn difference(&self, first: usize, second: usize) -> Option<RuleDifference> {
        let (a, b) = (
            self.representatives.get(first)?.as_ref()?,
            self.representatives.get(second)?.as_ref()?,
        );
        let rules = self.ground(a.0).filter(|_| a.0 == b.0)?;
        let movers = [&*a.1, &*b.1].map(MovementOf::Free);
        let board = &rules.variant.board;
        let of_board = |empty: bool| {
            let board = a.0.called();
            say!(catalogue::OfBoard, empty, board)
        };
        let middle = middle(board);
        let [one, other] = movers.map(|mover| rules.alone(mover, Side::White).of(middle));
        if one != other {
            let goes = |more: CellSet| cells(false, more, board).into_iter().collect();
            let setting = say!(
                catalogue::FromCell,
                cell = board.name(middle),
                board = of_board(true)
            );
            return Some(RuleDifference {
                setting,
                more: [goes(one - other), goes(other - one)],
            });
        }
        let Comparison::Differ(difference) = rules.compare(movers[0], movers[1], Side::White)
        else {
            return None;
        };
        let called = of_board(difference.pieces.is_empty());
        let setting = say_setting(&difference, Some(called), Side::White, &rules.variant);
        let more = difference.extra().map(|[goes, takes]| {
            let goes = cells(false, goes, board).into_iter();
            goes.chain(cells(true, takes, board)).collect()
        });
        Some(RuleDifference { setting, more })
    }
}

/// Reads a sentence on a common ground; `None` if it is not understood there.
fn sentence(words: &str, rules: &Rules) -> Option<Sentence> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("movement", words);
    let text = Excerpt::verbatim(words, sources.whole(id));
    parse_sentence(&text, &rules.variant, &mut diagnostics).filter(|_| !diagnostics.has_errors())
}

/// Returns the most central cell; of several, the one with the most neighbours.
fn middle(board: &Board) -> Cell {
    let off = |cell: Cell| board.distance_from_middle(cell);
    let few_contacts = |cell: Cell| std::cmp::Reverse(board.contacts(cell).len());
    board
        .cells()
        .min_by_key(|cell| (off(*cell), few_contacts(*cell)))
        .unwrap_or(Cell::new(0))
}

/// Maximum number of cells that are named. Of more cells, only the number is given.
const MOST_NAMED: usize = 8;

fn cells(takes: bool, cells: CellSet, board: &Board) -> Option<Say> {
    let said = say!(
        catalogue::GoesTo,
        takes,
        many = cells.len() > MOST_NAMED,
        count = cells.len(),
        cells = Listing::And.of(board.names_of(&cells))
    );
    (!cells.is_empty()).then_some(said)
}
