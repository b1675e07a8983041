//! Movements of different variants side by side: which are one rule, and where two part.
//!
//! A movement in its [`portable`] form needs no other piece and no named set, so it can be laid on a board that is none
//! of the variants': the *common ground* of all boards of its kind. There two are one rule just if they do the same from
//! every cell in every position. Movements that need the board they were written for are like none but themselves.
//! Knows no pages.

mod family;

pub use family::{PieceFamily, families, uses_en_passant};

use std::sync::Arc;

use crate::library;
use crate::resolve::sentence_of;
use padma_rules::model::{Board, Cell, CellKind, CellSet, KindId, Side, Variant};
use padma_rules::movement::leg::{Component, Length, Motion};
use padma_rules::movement::words::joined;
use padma_rules::movement::{Action, Clause, Dialect, Limit, Sentence, What, lower};
use padma_rules::reach::{Comparison, FreeMovement, MovementOf, Reach, Rules};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};

padma_text::named! {
    /// Boards on which one sentence can be laid.
    pub enum CommonBoard by name {
        /// Files and ranks of cells, on one sheet or several.
        Grid "grid",
        /// Petals of hexagons, squares and triangles.
        Petals "petals",
    }
}

/// How many files and ranks the common grid has. A leg that counts its leaps counts to less.
const GRID: u16 = 16;

impl CommonBoard {
    /// The ground that a board has in common with others of its kind.
    pub fn of(board: &Board) -> CommonBoard {
        if board.has_sheets() {
            CommonBoard::Grid
        } else {
            CommonBoard::Petals
        }
    }

    /// What its board is called behind an article.
    pub fn called(self) -> String {
        match self {
            CommonBoard::Grid => format!("board of {GRID} × {GRID} cells"),
            CommonBoard::Petals => "board of seven petals".to_string(),
        }
    }

    fn toml(self) -> String {
        let board = match self {
            CommonBoard::Grid => format!("kind = 'grid'\nfiles = {GRID}\nranks = {GRID}"),
            CommonBoard::Petals => {
                "kind = 'lotus'\npetals = [[0, 0], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]".into()
            }
        };
        format!("[board]\n{board}\n[[piece]]\nid = 'none'\nmovement = 'step contiguous'\n")
    }
}

/// A piece's movement in words that mean the same on every board of its ground; `None` if it has no such form.
pub fn portable(variant: &Variant, kind: KindId) -> Option<String> {
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
    let form = written_out(movement, &named)?;
    lower(movement, &named)
        .iter()
        .all(is_short)
        .then(|| form.to_string())
}

/// A sentence with the movements of other pieces in place of their names.
fn written_out<'a>(
    sentence: &Sentence,
    named: &dyn Fn(&str) -> Option<&'a Sentence>,
) -> Option<Sentence> {
    let mut clauses: Vec<Clause> = Vec::new();
    for (place, clause) in sentence.clauses.iter().enumerate() {
        let What::Piece(word) = &clause.what else {
            clauses.push(Clause {
                what: plain(&clause.what)?,
                ..clause.clone()
            });
            continue;
        };
        let others = written_out(named(&word.text)?, named)?.clauses;
        // What stands in for all of a piece's clauses, or all of which stand in for another, has no other form.
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

/// A clause, if it speaks of no other piece and no named set; a string in the one form that all dialects have.
fn plain(what: &What) -> Option<What> {
    match what {
        What::Piece(_) => None,
        What::Betza(betza) => {
            let text = betza.canonical();
            let is_read = betza.dialect == Dialect::Xbetza || text != betza.text;
            let mut betza = betza.clone();
            (betza.text, betza.dialect) = (text, Dialect::Xbetza);
            is_read.then_some(What::Betza(betza))
        }
        What::Action {
            action: Action::Distance(..),
            ..
        } => None,
        What::Action { limits, .. } => {
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

/// A movement that is to be compared with others: its ground, and its portable form.
pub type Portable<'a> = (CommonBoard, Option<&'a str>);

/// What was found out of some movements.
pub struct Likeness {
    grounds: Vec<(CommonBoard, library::Variant)>,
    /// For each movement the number of its rule: those of one number do the same everywhere on their ground.
    pub rules: Vec<usize>,
    /// For each rule the movement that stands for it.
    laid: Vec<Option<LaidMovement>>,
}

/// A movement on its ground.
type LaidMovement = (CommonBoard, Arc<FreeMovement>);

/// Where two rules part.
pub struct Parting {
    /// The position: "from h8 of an empty board of 16 × 16 cells".
    pub setting: String,
    /// What each does there that the other does not, as verbs: "goes to h10", "takes g9".
    pub more: [Vec<String>; 2],
}

impl Likeness {
    /// Compares movements with each other.
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
            laid: Vec::new(),
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

    /// The number of a movement's rule: that of the first movement that is the same, or a new one.
    fn rule(&mut self, (ground, words): Portable<'_>) -> usize {
        let laid = words.zip(self.ground(ground)).and_then(|(words, rules)| {
            let movement = sentence(words, rules)?;
            Some((ground, rules.free_movement(words, movement)))
        });
        let same = laid.as_ref().and_then(|laid| {
            let mut earlier = self.laid.iter().enumerate();
            earlier.find(|(_, other)| {
                other
                    .as_ref()
                    .is_some_and(|other| self.are_one(other, laid))
            })
        });
        if let Some((rule, _)) = same {
            return rule;
        }
        self.laid.push(laid);
        self.laid.len() - 1
    }

    fn are_one(&self, first: &LaidMovement, second: &LaidMovement) -> bool {
        let Some(rules) = self.ground(first.0).filter(|_| first.0 == second.0) else {
            return false;
        };
        let [a, b] = [&*first.1, &*second.1].map(MovementOf::Free);
        let is_one = |side, cell| rules.alone(a, side).of(cell) == rules.alone(b, side).of(cell);
        Side::BOTH.into_iter().all(|side| {
            let mut cells = rules.variant.board.cells();
            cells.all(|cell| is_one(side, cell)) && rules.compare(a, b, side) == Comparison::Same
        })
    }

    /// Where two rules of one ground part: in the middle of the empty board if they do there, else in a position that
    /// shows them apart. `None` if either cannot be laid, or none was found.
    pub fn parting(&self, first: usize, second: usize) -> Option<Parting> {
        let (a, b) = (
            self.laid.get(first)?.as_ref()?,
            self.laid.get(second)?.as_ref()?,
        );
        let rules = self.ground(a.0).filter(|_| a.0 == b.0)?;
        let movers = [&*a.1, &*b.1].map(MovementOf::Free);
        let board = &rules.variant.board;
        let of_board = format!("of an empty {}", a.0.called());
        let middle = middle(board);
        let [one, other] = movers.map(|mover| rules.alone(mover, Side::White).of(middle));
        if one != other {
            let goes = |more: CellSet| cells("goes to", more, board).into_iter().collect();
            let setting = format!("from {} {of_board}", board.name(middle));
            return Some(Parting {
                setting,
                more: [goes(one - other), goes(other - one)],
            });
        }
        let Comparison::Differ(difference) = rules.compare(movers[0], movers[1], Side::White)
        else {
            return None;
        };
        let first_move = if difference.unmoved {
            ", not yet moved"
        } else {
            ""
        };
        let placed = difference.pieces.iter().map(|piece| {
            let whose = if piece.side == Side::White {
                "a piece of its own"
            } else {
                "an enemy"
            };
            let passed = if piece.en_passant.is_some() {
                " that has just passed"
            } else {
                ""
            };
            format!("{whose}{passed} on {}", board.name(piece.cell))
        });
        let placed: Vec<String> = placed.collect();
        let from = board.name(difference.from);
        let setting = match placed.is_empty() {
            true => format!("from {from} {of_board}{first_move}"),
            false => {
                format!(
                    "from {from} of a {}{first_move}, with {}",
                    a.0.called(),
                    joined(&placed, "and")
                )
            }
        };
        let (one, other) = (difference.first, difference.second);
        let moves = |reach: Reach| reach.cells() - reach.captures;
        let more = |own: Reach, others: Reach| {
            let goes = cells("goes to", moves(own) - moves(others), board);
            goes.into_iter()
                .chain(cells("takes", own.captures - others.captures, board))
                .collect()
        };
        Some(Parting {
            setting,
            more: [more(one, other), more(other, one)],
        })
    }
}

/// A sentence of a common ground; none that is not understood there.
fn sentence(words: &str, rules: &Rules) -> Option<Sentence> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("movement", words);
    let text = Excerpt::verbatim(words, sources.whole(id));
    sentence_of(&text, &rules.variant, &mut diagnostics).filter(|_| !diagnostics.has_errors())
}

/// The cell with the most others about it, as far as its lines show.
fn middle(board: &Board) -> Cell {
    let off = |cell: Cell| {
        board.on_first_sheet(|lattice| lattice.place(cell).map(|_| lattice.off_middle(cell)))
    };
    let far = |cell: Cell| std::cmp::Reverse(board.contacts(cell).len());
    board
        .cells()
        .min_by_key(|cell| (off(*cell), far(*cell)))
        .unwrap_or(Cell::new(0))
}

/// The most cells that are named; of more the number is said.
const MOST_NAMED: usize = 8;

fn cells(verb: &str, cells: CellSet, board: &Board) -> Option<String> {
    let names = board.names_of(&cells);
    match names.len() {
        0 => None,
        count if count > MOST_NAMED => Some(format!("{verb} {count} cells")),
        _ => Some(format!("{verb} {}", joined(&names, "and"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules_of(movements: &[(CommonBoard, &str)]) -> Vec<usize> {
        let movements: Vec<Portable<'_>> = movements
            .iter()
            .map(|(ground, words)| (*ground, Some(*words)))
            .collect();
        Likeness::of(&movements).rules
    }

    #[test]
    fn movements_of_one_ground_are_one_rule_however_they_are_written() {
        let grid = |words| (CommonBoard::Grid, words);
        let found = rules_of(&[
            grid("step contiguous"),
            grid("\"K\""),
            grid("slide along orthogonal up to 1; step diagonal"),
            grid("step orthogonal"),
            (CommonBoard::Petals, "step contiguous"),
            (CommonBoard::Petals, "step side; step corner"),
            grid("\"N\""),
            grid("step N"),
            grid("\"nN\""),
        ]);
        assert_eq!(found, [0, 0, 0, 1, 2, 2, 3, 3, 4]);
    }

    #[test]
    fn it_is_said_where_two_rules_part() {
        let grid = |words| (CommonBoard::Grid, Some(words));
        let likeness = Likeness::of(&[
            grid("step contiguous"),
            grid("step orthogonal"),
            grid("\"N\""),
            grid("\"nN\""),
        ]);
        let parting = likeness.parting(0, 1).unwrap();
        assert_eq!(
            parting.setting,
            "from h8 of an empty board of 16 × 16 cells"
        );
        assert_eq!(
            parting.more,
            [vec!["goes to g7, g9, i7 and i9".to_string()], Vec::new()]
        );
        let lame = likeness.parting(2, 3).unwrap();
        assert!(
            lame.setting.contains(" on ") && !lame.more[0].is_empty() && lame.more[1].is_empty()
        );
        let undecided = Likeness::of(&[(CommonBoard::Grid, None), (CommonBoard::Grid, None)]);
        assert_eq!(
            undecided.rules,
            [0, 1],
            "what has no portable form is like nothing else"
        );
        assert!(undecided.parting(0, 1).is_none());
    }
}
