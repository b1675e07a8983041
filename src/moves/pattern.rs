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

use crate::movement::betza::{End, Hop, Lame, Leap, Leg};
use crate::movement::{Heading, Places};

/// The cells inside a single leap that a walk enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// None.
    Skipped,
    /// Those on the straight line from its start to its end.
    Straight,
    /// These too, and a leap over a place where there is no cell is none.
    Paved,
    /// The first on the longer side, which must be there.
    OrthogonalFirst,
}

impl Inside {
    pub fn of(leg: &Leg, open_to_en_passant: bool) -> Inside {
        match leg.lame {
            Lame::Straight => Inside::Paved,
            Lame::OrthogonalFirst => Inside::OrthogonalFirst,
            Lame::No if leg.hop == Hop::Inside || open_to_en_passant => Inside::Straight,
            Lame::No => Inside::Skipped,
        }
    }

    /// Whether every cell inside must be there.
    pub fn must_be_there(self) -> bool {
        matches!(self, Inside::Paved | Inside::OrthogonalFirst)
    }

    /// Where the cells inside a leap lie, seen from its start.
    pub fn cells(self, leap: Leap) -> Vec<Leap> {
        let (wide, high) = (leap.x.unsigned_abs(), leap.y.unsigned_abs());
        match self {
            Inside::Skipped => Vec::new(),
            Inside::OrthogonalFirst if wide > high && high > 0 => vec![Leap { x: leap.x.signum(), y: 0 }],
            Inside::OrthogonalFirst if high > wide && wide > 0 => vec![Leap { x: 0, y: leap.y.signum() }],
            Inside::Straight | Inside::Paved | Inside::OrthogonalFirst => {
                let parts = divisor(wide, high).max(1) as i16;
                let (x, y) = (leap.x / parts, leap.y / parts);
                (1..parts).map(|part| Leap { x: x * part, y: y * part }).collect()
            }
        }
    }
}

fn divisor(a: u16, b: u16) -> u16 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// A course of several legs, or of one that no line can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legs {
    pub legs: Vec<Leg>,
    /// For each leg the cells inside its leaps that are entered.
    pub inside: Vec<Inside>,
}

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
