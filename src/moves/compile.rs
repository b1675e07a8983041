//! Compiles a sentence to its pattern.

use super::courses;
use super::pattern::{Automaton, Edge, Men, Pattern, Sort, Stop, Strand, Turn, Walk};

use crate::movement::{Action, Limit, Places, Sentence, Via, What};

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
