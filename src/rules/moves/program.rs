//! An automaton flattened for walking: one transition for each state, sort of cell and occupant.

use super::automaton::{Automaton, Sort, Stop, occupant_bits};
use crate::model::{Occupant, Side};

#[derive(Clone, Debug)]
pub(super) struct Program {
    /// Twelve transitions for each state: see [`Program::transition`].
    transitions: Vec<Transition>,
    /// How a walk stops, by sort and occupant, if every walk goes on over empty cells only and
    /// stops in the same way in every state.
    pub steady: Option<Steady>,
    /// For each sort of cell, a bit for each way in which a walk may ever stop there.
    stops: [u8; 3],
    /// Whether every walk can go on forever, and the sort of a cell alone decides whether a walk
    /// may ever stop there.
    tireless: bool,
    /// The most cells that a walk enters, if there is a limit.
    pub longest: Option<usize>,
}

/// How a walk stops on a cell, whatever its state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steady([Stop; 16]);

impl Steady {
    #[inline]
    pub(crate) fn stop(&self, sort: u8, occupant: Occupant) -> Stop {
        self.0[Steady::place(sort, occupant)]
    }

    /// Returns an index below 16, so that the compiler can leave out the bounds check.
    #[inline]
    fn place(sort: u8, occupant: Occupant) -> usize {
        (usize::from(sort) * 4 + occupant as usize) % 16
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Transition {
    pub stop: Stop,
    /// [`Transition::END`] if the walk ends.
    pub next: u16,
}

impl Transition {
    pub(crate) const END: u16 = u16::MAX;
    const NONE: Transition = Transition {
        stop: Stop::No,
        next: Transition::END,
    };

    fn stops(&self) -> bool {
        self.stop != Stop::No
    }

    fn goes_on(&self) -> bool {
        self.next != Transition::END
    }
}

pub(super) const OCCUPANTS: [Occupant; 4] = [
    Occupant::Empty,
    Occupant::White,
    Occupant::Black,
    Occupant::Absent,
];
/// The number of transitions of a state: sorts times occupants.
const ROW: usize = Sort::ALL.len() * OCCUPANTS.len();

impl Program {
    /// Flattens an automaton whose walks meet cells of these sorts.
    pub(crate) fn new(automaton: &Automaton, sorts: &[Sort], side: Side) -> Program {
        let mut transitions = Vec::with_capacity(automaton.states.len() * ROW);
        for state in &automaton.states {
            for sort in Sort::ALL {
                for occupant in OCCUPANTS {
                    let entered = if sort == Sort::Elsewhere {
                        Sort::Landing
                    } else {
                        sort
                    };
                    // An automaton has at most one edge for each of these.
                    let bits = occupant_bits(occupant, side);
                    let edge = state
                        .iter()
                        .find(|edge| edge.sorts.contains(&entered) && edge.accepts & bits != 0);
                    transitions.push(edge.map_or(Transition::NONE, |edge| Transition {
                        stop: if sort == Sort::Elsewhere {
                            Stop::No
                        } else {
                            edge.stop
                        },
                        next: edge.next.unwrap_or(Transition::END),
                    }));
                }
            }
        }
        let mut program = Program {
            transitions,
            steady: None,
            stops: [0; 3],
            tireless: true,
            longest: None,
        };
        let mut steady = true;
        let mut reached: Vec<u16> = vec![0];
        let mut at = 0;
        while let Some(state) = reached.get(at).copied() {
            at += 1;
            for sort in sorts.iter().map(|sort| *sort as u8) {
                let [transitions, first] = [state, 0].map(|state| program.possible(state, sort));
                program.tireless &= transitions.iter().any(Transition::goes_on)
                    && transitions.iter().any(Transition::stops)
                        == first.iter().any(Transition::stops);
                for (place, (transition, first)) in transitions.into_iter().zip(first).enumerate() {
                    if transition.stops() {
                        program.stops[usize::from(sort)] |= 1 << transition.stop as u8;
                    }
                    steady &= transition.stop == first.stop && !(place > 0 && transition.goes_on());
                    if transition.goes_on() && !reached.contains(&transition.next) {
                        reached.push(transition.next);
                    }
                }
            }
        }
        program.steady = steady.then(|| program.first_stops());
        program.longest = if program.tireless {
            None
        } else {
            program.length(sorts)
        };
        program
    }

    /// Returns the most cells that a walk enters. A walk longer than the number of states repeats
    /// one of them, and has no limit.
    fn length(&self, sorts: &[Sort]) -> Option<usize> {
        let mut states: Vec<u16> = vec![0];
        (1..=self.states()).find(|_| {
            let transitions = states.iter().flat_map(|state| {
                sorts
                    .iter()
                    .flat_map(|sort| self.possible(*state, *sort as u8))
                    .filter(Transition::goes_on)
            });
            let mut after: Vec<u16> = transitions.map(|transition| transition.next).collect();
            after.sort_unstable();
            after.dedup();
            states = after;
            states.is_empty()
        })
    }

    /// Returns how a walk stops in state 0.
    fn first_stops(&self) -> Steady {
        let mut stops = Steady([Stop::No; 16]);
        for sort in Sort::ALL.map(|sort| sort as u8) {
            for occupant in OCCUPANTS {
                stops.0[Steady::place(sort, occupant)] = self.transition(0, sort, occupant).stop;
            }
        }
        stops
    }

    #[inline]
    pub(crate) fn transition(&self, state: u16, sort: u8, occupant: Occupant) -> Transition {
        self.transitions
            [usize::from(state) * ROW + usize::from(sort) * OCCUPANTS.len() + occupant as usize]
    }

    pub(crate) fn states(&self) -> usize {
        self.transitions.len() / ROW
    }

    /// Returns the transition of a state on a cell of this sort, for each occupant.
    pub(crate) fn possible(&self, state: u16, sort: u8) -> [Transition; OCCUPANTS.len()] {
        OCCUPANTS.map(|occupant| self.transition(state, sort, occupant))
    }

    /// Returns the ways in which a walk may ever stop on a cell of this sort, a bit for each.
    pub(crate) fn stops(&self, sort: u8) -> u8 {
        self.stops[usize::from(sort)]
    }

    /// Returns how many of a ray's cells are of use, given their sorts: those up to the last on
    /// which a walk may still stop.
    pub(crate) fn useful_length(
        &self,
        sorts: impl DoubleEndedIterator<Item = u8> + ExactSizeIterator,
    ) -> usize {
        if self.tireless || self.longest == Some(1) {
            let mut sorts = sorts;
            return sorts
                .rposition(|sort| self.stops(sort) != 0)
                .map_or(0, |last| last + 1);
        }
        if self.steady.is_some() {
            return self.steady_useful_length(sorts);
        }
        // The states the walk may be in, for any occupants of the cells so far.
        let (mut states, mut after): (Vec<u16>, Vec<u16>) = (Vec::new(), Vec::new());
        let mut useful = 0;
        for (index, sort) in sorts.enumerate() {
            let now = if index == 0 { &[0][..] } else { &states };
            for state in now {
                for transition in self.possible(*state, sort) {
                    if transition.stops() {
                        useful = index + 1;
                    }
                    if transition.goes_on() && !after.contains(&transition.next) {
                        after.push(transition.next);
                    }
                }
            }
            std::mem::swap(&mut states, &mut after);
            after.clear();
        }
        useful
    }

    /// Returns how many of a ray's cells are of use to a walk that goes on over empty cells only,
    /// and so is in one state at a time.
    fn steady_useful_length(&self, sorts: impl Iterator<Item = u8>) -> usize {
        let (mut useful, mut state) = (0, 0);
        for (index, sort) in sorts.enumerate() {
            if self.stops(sort) != 0 {
                useful = index + 1;
            }
            let over = self.transition(state, sort, Occupant::Empty);
            if !over.goes_on() {
                break;
            }
            state = over.next;
        }
        useful
    }
}
