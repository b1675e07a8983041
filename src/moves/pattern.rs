//! Patterns: movement as automata, before any board.
//!
//! An automaton's walk enters one cell after another. Each edge of its present state says which
//! direction may be taken (any of the strand's, or the last one again), what the entered cell must
//! be like, whether the walk may stop there, and in which state it goes on. For one strand every
//! cell of a board is of one of three [`Sort`]s: cells it may land on, cells it passes over whoever
//! stands there, and the others.
//!
//! ```text
//! slide along X     start ──any──▶ cell ──same──▶ cell …   stop on empty or enemy, go on if empty
//! leap 2 along Y    start ──any──▶ skip ──same──▶ cell     stop on empty or enemy
//! wander ring       start ──any──▶ cell ──any──▶ cell …
//! hop along X       start ──any──▶ empties ──same──▶ a man ──same──▶ cell
//! ```

use super::courses::{self, Inside, Legs};
use crate::movement::betza::{End, Leap};
use crate::movement::{Action, Heading, Limit, Places, Sentence, Via, What};

/// A union of strands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    pub strands: Vec<Strand>,
}

/// One clause of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strand {
    /// Where it may start; anywhere, if not said.
    pub from: Option<Places>,
    /// Only for a man that has not moved.
    pub first_move: bool,
    /// Whether the man may be taken en passant on the cells it went over.
    pub open_to_en_passant: bool,
    /// Earlier strands that must offer no cell of the board: this one stands in for them.
    pub instead_of: Vec<usize>,
    pub over: Option<Places>,
    pub onto: Option<Places>,
    pub walk: Walk,
}

impl Pattern {
    /// Whether all its walks go straight on, each along one direction or by one leap.
    pub fn keeps_to_lines(&self) -> bool {
        self.strands.iter().all(|strand| match &strand.walk {
            Walk::Along { automaton, .. } => !automaton.may_turn(),
            Walk::Leaps { .. } | Walk::Distance { .. } => true,
            Walk::Anywhere(_) | Walk::Legs(_) => false,
        })
    }
}

impl Strand {
    /// The sorts of cell it may meet, if the man may stand on every cell or not.
    pub(super) fn sorts(&self, everywhere: bool) -> Vec<Sort> {
        let enters_over = match &self.walk {
            Walk::Leaps { inside, .. } => *inside != Inside::Skipped,
            _ => self.over.is_some(),
        };
        let over = enters_over.then_some(Sort::Over);
        let elsewhere = (self.onto.is_some() || !everywhere).then_some(Sort::Elsewhere);
        [Some(Sort::Landing), over, elsewhere].into_iter().flatten().collect()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Walk {
    /// Along the directions of some classes.
    Along { classes: Vec<String>, headings: Vec<Heading>, automaton: Automaton },
    /// Straight to the cells that another pattern needs exactly so many moves to reach.
    Distance { moves: u16, by: Box<Pattern>, automaton: Automaton },
    /// Equal leaps one after another, from each of these.
    Leaps { leaps: Vec<Leap>, inside: Inside, automaton: Automaton },
    /// In one leap to any cell of a grid but the man's own.
    Anywhere(End),
    /// Leg by leg.
    Legs(Legs),
}

/// State 0 is the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Automaton {
    pub states: Vec<Vec<Edge>>,
}

impl Automaton {
    /// Whether a walk may go on in another direction than it began.
    pub fn may_turn(&self) -> bool {
        let mut later = self.states.iter().skip(1).flatten();
        let mut first = self.states.first().into_iter().flatten();
        later.any(|edge| edge.turn == Turn::Any) || first.any(|edge| edge.next == Some(0))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub turn: Turn,
    /// The sorts of cell it may enter, `Landing` or `Over` or both.
    pub sorts: &'static [Sort],
    /// Who may stand on that cell.
    pub men: Men,
    pub stop: Stop,
    /// The state the walk goes on in, if it goes on.
    pub next: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Any direction of the strand.
    Any,
    /// The direction of the step before.
    Keep,
}

/// What a cell is to a strand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Landing,
    Over,
    /// It is entered as one of the first sort is, and the walk does not stop there.
    Elsewhere,
}

impl Sort {
    pub const ALL: [Sort; 3] = [Sort::Landing, Sort::Over, Sort::Elsewhere];
}

/// Which occupants an edge accepts, relative to the man that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men {
    pub nobody: bool,
    pub own: bool,
    pub enemy: bool,
    /// Not even the cell is there, and the walk leaps over the place.
    pub absent: bool,
}

impl Men {
    pub(super) const NOBODY: Men = Men { nobody: true, own: false, enemy: false, absent: false };
    pub(super) const OWN: Men = Men { nobody: false, own: true, ..Men::NOBODY };
    pub(super) const ENEMY: Men = Men { nobody: false, enemy: true, ..Men::NOBODY };
    pub(super) const SOMEBODY: Men = Men { own: true, ..Men::ENEMY };
    pub(super) const ANY: Men = Men { own: true, enemy: true, ..Men::NOBODY };

    pub(super) fn or_absent(self) -> Men {
        Men { absent: true, ..self }
    }
}

/// What a walk may do on the cell it has entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    No,
    Move,
    /// The man on the cell is taken.
    Capture,
    /// If the cell is one that an enemy has just passed, he is taken.
    EnPassant,
}

/// Compiles a sentence. `piece` gives the sentence of another piece by its id; the sentences must
/// not name each other in a circle. A piece it does not give moves nowhere.
pub fn compile<'a>(sentence: &'a Sentence, piece: &dyn Fn(&str) -> Option<&'a Sentence>) -> Pattern {
    let mut pattern = Pattern::default();
    let mut group: Vec<usize> = Vec::new();
    for clause in &sentence.clauses {
        let start = pattern.strands.len();
        let instead_of = if clause.otherwise { group.clone() } else { Vec::new() };
        match &clause.what {
            What::Piece(word) => {
                let other = piece(&word.text).map(|other| compile(other, piece)).unwrap_or_default();
                pattern.strands.extend(other.strands.into_iter().map(|mut strand| {
                    strand.instead_of.iter_mut().for_each(|index| *index += start);
                    strand.instead_of.extend(&instead_of);
                    strand
                }));
            }
            What::Betza(betza) => {
                let strands = betza.courses.iter().flat_map(|course| courses::strands(course, &instead_of));
                pattern.strands.extend(strands);
            }
            What::Action { action, limits } => {
                pattern.strands.push(strand(action, limits, instead_of, piece));
            }
        }
        let added = start..pattern.strands.len();
        if clause.otherwise { group.extend(added) } else { group = added.collect() }
    }
    pattern
}

fn strand<'a>(
    action: &Action,
    limits: &[Limit],
    instead_of: Vec<usize>,
    piece: &dyn Fn(&str) -> Option<&'a Sentence>,
) -> Strand {
    let find = |wanted: fn(&Limit) -> Option<&Places>| limits.iter().find_map(wanted).cloned();
    let landing = Landing {
        moves: !limits.contains(&Limit::OnlyToCapture),
        captures: !limits.contains(&Limit::OnlyToMove),
    };
    let up_to = limits.iter().find_map(|limit| match limit {
        Limit::UpTo(n) => Some(*n),
        _ => None,
    });
    let along = |via: &Via, automaton| Walk::Along {
        classes: via.classes.iter().map(|class| class.text.clone()).collect(),
        headings: via.headings.clone(),
        automaton,
    };
    let walk = match action {
        Action::Step(via) => along(via, landing.leap(1)),
        Action::Leap(n, via) => along(via, landing.leap(*n)),
        Action::Slide(via) => along(via, landing.line(1, up_to, Turn::Keep)),
        Action::Ride(n, via) => along(via, landing.line(*n, up_to, Turn::Keep)),
        Action::Wander(via) => along(via, landing.line(1, up_to, Turn::Any)),
        Action::Hop { via, onward } => along(via, landing.hop(*onward)),
        Action::Distance(moves, by) => {
            let by = piece(&by.text).map(|other| compile(other, piece)).unwrap_or_default();
            Walk::Distance { moves: *moves, by: Box::new(by), automaton: landing.leap(1) }
        }
    };
    Strand {
        from: find(|limit| if let Limit::From(places) = limit { Some(places) } else { None }),
        over: find(|limit| if let Limit::Over(places) = limit { Some(places) } else { None }),
        onto: find(|limit| if let Limit::Onto(places) = limit { Some(places) } else { None }),
        first_move: limits.contains(&Limit::FirstMove),
        open_to_en_passant: limits.contains(&Limit::OpenToEnPassant),
        instead_of,
        walk,
    }
}

/// What a strand may do where it lands.
#[derive(Clone, Copy)]
struct Landing {
    moves: bool,
    captures: bool,
}

impl Landing {
    /// The edges into a cell that may be landed on; the walk goes on from free cells to `next`.
    fn enter(self, turn: Turn, next: Option<u16>) -> Vec<Edge> {
        let free = if self.moves { Stop::Move } else { Stop::No };
        let mut edges = vec![Edge { turn, sorts: &[Sort::Landing], men: Men::NOBODY, stop: free, next }];
        if self.captures {
            edges.push(Edge {
                turn,
                sorts: &[Sort::Landing],
                men: Men::ENEMY,
                stop: Stop::Capture,
                next: None,
            });
        }
        if next.is_some() {
            edges.push(Edge { turn, sorts: &[Sort::Over], men: Men::ANY, stop: Stop::No, next });
        }
        edges
    }

    /// The edges that pass a cell whatever it is.
    fn skip(turn: Turn, next: u16) -> Vec<Edge> {
        let sorts = &[Sort::Landing, Sort::Over];
        vec![Edge { turn, sorts, men: Men::ANY, stop: Stop::No, next: Some(next) }]
    }

    /// One leap of `stride` cells.
    fn leap(self, stride: u16) -> Automaton {
        let mut states = Vec::new();
        for step in 0..stride {
            let turn = if step == 0 { Turn::Any } else { Turn::Keep };
            states.push(if step + 1 == stride { self.enter(turn, None) } else { Self::skip(turn, step + 1) });
        }
        Automaton { states }
    }

    /// Leaps of `stride` cells one after another, at most `up_to`, turning as `turn` says.
    fn line(self, stride: u16, up_to: Option<u16>, turn: Turn) -> Automaton {
        let mut states: Vec<Vec<Edge>> = Vec::new();
        // Without a bound the walk goes on for ever in the last leap's states.
        for leap in 0..up_to.unwrap_or(2) {
            for step in 0..stride {
                let first = leap == 0 && step == 0;
                let turn = if first { Turn::Any } else { turn };
                let next = match up_to {
                    Some(last) if leap + 1 == last => None,
                    None if leap == 1 => Some(stride),
                    _ => Some((leap + 1) * stride),
                };
                let here = states.len() as u16;
                states.push(if step + 1 == stride {
                    self.enter(turn, next)
                } else {
                    Self::skip(turn, here + 1)
                });
            }
        }
        Automaton { states }
    }

    /// Over exactly one man to the cell behind it, or onward from there as a slide.
    fn hop(self, onward: bool) -> Automaton {
        let approach = |turn| {
            let pass = |sorts, men, next| Edge { turn, sorts, men, stop: Stop::No, next: Some(next) };
            vec![
                pass(&[Sort::Landing], Men::NOBODY, 1),
                pass(&[Sort::Over], Men::ANY, 1),
                pass(&[Sort::Landing], Men::SOMEBODY, 2),
            ]
        };
        let behind = if onward {
            self.enter(Turn::Keep, Some(2))
        } else {
            let mut edges = self.enter(Turn::Keep, None);
            let pass =
                Edge { turn: Turn::Keep, sorts: &[Sort::Over], men: Men::ANY, stop: Stop::No, next: Some(2) };
            edges.push(pass);
            edges
        };
        Automaton { states: vec![approach(Turn::Any), approach(Turn::Keep), behind] }
    }
}
