//! An automaton flattened for walking: one transition for each state, sort of cell and occupant.

use super::pattern::{Automaton, Men, Sort, Stop};
use crate::model::{Occupant, Side};

#[derive(Clone, Debug)]
pub(super) struct Program {
    /// Twelve for each state: see [`Program::transition`].
    transitions: Vec<Transition>,
    /// If every walk goes on over empty cells, ends at any man, and does the same on a cell however it
    /// came there: what it does, by sort and occupant.
    pub steady: Option<Steady>,
    stops: [u8; 3],
}

/// What a walk does on a cell, whatever its state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steady([Stop; 16]);

impl Steady {
    #[inline]
    pub fn stop(&self, sort: u8, occupant: Occupant) -> Stop {
        self.0[Steady::place(sort, occupant)]
    }

    /// Below sixteen, so that no bound need be asked for.
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
    pub const END: u16 = u16::MAX;
    const NONE: Transition = Transition { stop: Stop::No, next: Transition::END };
}

const OCCUPANTS: [Occupant; 4] = [Occupant::Nobody, Occupant::White, Occupant::Black, Occupant::Absent];
/// For each state so many transitions: sorts times occupants.
const ROW: usize = Sort::ALL.len() * OCCUPANTS.len();

impl Program {
    /// Of an automaton whose walks meet cells of these sorts.
    pub fn new(automaton: &Automaton, sorts: &[Sort], side: Side) -> Program {
        let mut transitions = Vec::with_capacity(automaton.states.len() * ROW);
        for state in &automaton.states {
            for sort in Sort::ALL {
                for occupant in OCCUPANTS {
                    // The automata have one edge at most for each of these.
                    let edge = state
                        .iter()
                        .find(|edge| edge.sorts.contains(&sort) && accepts(edge.men, occupant, side));
                    transitions.push(edge.map_or(Transition::NONE, |edge| Transition {
                        stop: edge.stop,
                        next: edge.next.unwrap_or(Transition::END),
                    }));
                }
            }
        }
        let mut program = Program { transitions, steady: None, stops: [0; 3] };
        let mut steady = true;
        let mut reached: Vec<u16> = vec![0];
        let mut at = 0;
        while let Some(state) = reached.get(at).copied() {
            at += 1;
            for sort in sorts.iter().map(|sort| *sort as u8) {
                let first = program.possible(0, sort);
                for (place, (here, first)) in program.possible(state, sort).into_iter().zip(first).enumerate()
                {
                    if here.stop != Stop::No {
                        program.stops[usize::from(sort)] |= 1 << here.stop as u8;
                    }
                    let passes_men = place > 0 && here.next != Transition::END;
                    steady &= here.stop == first.stop && !passes_men;
                    if here.next != Transition::END && !reached.contains(&here.next) {
                        reached.push(here.next);
                    }
                }
            }
        }
        program.steady = steady.then(|| program.first_stops());
        program
    }

    /// What the first state does.
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
    pub fn transition(&self, state: u16, sort: u8, occupant: Occupant) -> Transition {
        self.transitions[usize::from(state) * ROW + usize::from(sort) * OCCUPANTS.len() + occupant as usize]
    }

    pub fn states(&self) -> usize {
        self.transitions.len() / ROW
    }

    /// What each state may do and where it may lead, whoever stands on the cell.
    pub fn possible(&self, state: u16, sort: u8) -> [Transition; OCCUPANTS.len()] {
        OCCUPANTS.map(|occupant| self.transition(state, sort, occupant))
    }

    /// What a walk may ever do on a cell of that sort, a bit for each way to stop.
    pub fn stops(&self, sort: u8) -> u8 {
        self.stops[usize::from(sort)]
    }

    /// For walks over cells of these sorts, one after another: how many of the first so many cells
    /// are of use, since the walk may still stop on the last of them.
    pub fn useful(&self, sorts: impl Iterator<Item = u8>) -> impl Iterator<Item = usize> {
        // The states the walk may be in, whoever stands on the cells so far; seldom more than one.
        let (mut states, mut after) = (vec![0_u16], Vec::new());
        let mut useful = 0;
        sorts.enumerate().map(move |(index, sort)| {
            for state in states.drain(..) {
                for Transition { stop, next } in self.possible(state, sort) {
                    if stop != Stop::No {
                        useful = index + 1;
                    }
                    if next != Transition::END && !after.contains(&next) {
                        after.push(next);
                    }
                }
            }
            std::mem::swap(&mut states, &mut after);
            useful
        })
    }
}

fn accepts(men: Men, occupant: Occupant, side: Side) -> bool {
    match (occupant, side) {
        (Occupant::Nobody, _) => men.nobody,
        (Occupant::Absent, _) => men.absent,
        (Occupant::White, Side::White) | (Occupant::Black, Side::Black) => men.own,
        (Occupant::White, Side::Black) | (Occupant::Black, Side::White) => men.enemy,
    }
}
