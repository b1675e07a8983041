//! Courses as strands: what a string of Betza's notation says, as walks that know no board.
//!
//! A course of one straight leg becomes leaps along a line, with an automaton. Cells inside a single
//! leap are entered too where they matter; they are of the sort `Over`, and the cells that a leap
//! leads to of the sort `Landing`:
//!
//! ```text
//! R       0: any L· m→0; any Lx c
//! nA      0: any O·→0; any L· m; any Lx c
//! jD      0: any O·→0; any O+x→1. 1: keep O·→1; keep L· m; keep Lx c
//! pR      0: any L·→0; any L+x→1. 1: keep L· m→1; keep Lx c
//! ```
//!
//! Every other course is a trip, which is walked leg by leg.

use super::pattern::{Automaton, Edge, Inside, Legs, Men, Sort, Stop, Strand, Turn, Walk};
use crate::model::grid;
use crate::movement::betza::{
    Bend, Content, Course, Deed, End, Hop, Lame, Leap, Leg, Length, Start, Trip, Way,
};

/// The strands of a course. Castling and drops have none: they are no matter of reach.
pub fn strands(course: &Course, instead_of: &[usize]) -> Vec<Strand> {
    let walks = match &course.trip {
        Trip::Castling(_) | Trip::Drop(_) => Vec::new(),
        Trip::Anywhere(end) => vec![Walk::Anywhere(*end)],
        Trip::Legs(legs) => match legs.as_slice() {
            [Leg { way: Way::Leaps(leaps), .. }] if is_straight(&legs[0]) => {
                straight(&legs[0], leaps, course.open_to_en_passant)
            }
            _ => {
                let inside = legs.iter().map(|leg| Inside::of(leg, course.open_to_en_passant)).collect();
                vec![Walk::Legs(Legs { legs: legs.clone(), inside })]
            }
        },
    };
    let strand = |walk| Strand {
        from: None,
        first_move: course.start == Start::Unmoved,
        open_to_en_passant: course.open_to_en_passant,
        instead_of: instead_of.to_vec(),
        over: None,
        onto: None,
        walk,
    };
    walks.into_iter().map(strand).collect()
}

/// Whether a line of cells and an automaton can hold a leg.
fn is_straight(leg: &Leg) -> bool {
    leg.bend == Bend::Straight
        && ![Length::Same, Length::UpTo(0)].contains(&leg.length)
        && !leg.wraps
        && leg.end.content == Content::Any
        && ![leg.end.own, leg.end.enemy].contains(&Some(Deed::Unload))
}

fn straight(leg: &Leg, leaps: &[Leap], open_to_en_passant: bool) -> Vec<Walk> {
    let walk = |end| Walk::Leaps {
        leaps: leaps.to_vec(),
        inside: Inside::of(leg, open_to_en_passant),
        automaton: line(&Leg { end, ..leg.clone() }),
    };
    split(leg.end).into_iter().map(walk).collect()
}

/// To move to an empty cell and to take en passant there are two things to do on one cell.
fn split(end: End) -> Vec<End> {
    let resting = End { en_passant: false, ..end };
    let en_passant = End { empty: None, enemy: None, own: None, ..end };
    match (end.empty, end.en_passant) {
        (Some(_), true) => vec![resting, en_passant],
        _ => vec![end],
    }
}

/// What a walk does on a cell where it may stop, going on from an empty one.
fn landing(end: End, turn: Turn, next: Option<u16>) -> Vec<Edge> {
    let edge = |men, stop, next| Edge { turn, sorts: &[Sort::Landing], men, stop, next };
    let free = match (end.empty, end.en_passant) {
        (Some(_), _) => Stop::Move,
        (None, true) => Stop::EnPassant,
        (None, false) => Stop::No,
    };
    let mut edges = vec![edge(Men::NOBODY, free, next)];
    let takes = |deed| deed == Some(Deed::Take);
    if takes(end.enemy) {
        edges.push(edge(Men::ENEMY, Stop::Capture, None));
    }
    if takes(end.own) {
        edges.push(edge(Men::OWN, Stop::Capture, None));
    }
    edges
}

/// The automaton of a straight leg.
fn line(leg: &Leg) -> Automaton {
    // Without a bound the walk goes on for ever in the second leap's states.
    let (leaps, bound) = match leg.length {
        Length::UpTo(most) => (most.min(MOST_LEAPS), true),
        Length::Unlimited | Length::Same => (2, false),
    };
    let phases = if matches!(leg.hop, Hop::Never | Hop::SkipFirst) { 1 } else { 2 };
    let mut states = Vec::new();
    for leap in 0..leaps {
        let after = match bound {
            true => (leap + 1 < leaps).then_some(leap + 1),
            false => Some(1),
        };
        for phase in 0..phases {
            let turn = if leap + phase == 0 { Turn::Any } else { Turn::Keep };
            let state = |leap: u16, phase: u16| leap * phases + phase;
            let mut edges = inner(leg, turn, state(leap, phase), state(leap, 1));
            edges.extend(outer(leg, turn, leap, phase, |phase| after.map(|leap| state(leap, phase))));
            states.push(edges);
        }
    }
    Automaton { states }
}

/// No board is so wide that a straight leg could make more leaps.
const MOST_LEAPS: u16 = grid::MOST as u16 + 2 * grid::FURTHEST as u16;

/// The edges into cells inside a leap, from a state to itself or to that with the hurdle passed.
fn inner(leg: &Leg, turn: Turn, here: u16, hurdled: u16) -> Vec<Edge> {
    let edge = |men, next| Edge { turn, sorts: &[Sort::Over], men, stop: Stop::No, next: Some(next) };
    match (leg.lame, leg.hop) {
        (Lame::No, Hop::Inside) if here == hurdled => vec![edge(Men::NOBODY.or_absent(), here)],
        (Lame::No, Hop::Inside) => {
            vec![edge(Men::NOBODY.or_absent(), here), edge(Men::SOMEBODY, hurdled)]
        }
        (Lame::No, _) => vec![edge(Men::ANY.or_absent(), here)],
        (Lame::Straight | Lame::OrthogonalFirst, _) => vec![edge(Men::NOBODY, here)],
    }
}

/// The edges into the cells that leaps lead to; `next` is the state behind, with a hurdle or without.
fn outer(leg: &Leg, turn: Turn, leap: u16, phase: u16, next: impl Fn(u16) -> Option<u16>) -> Vec<Edge> {
    let pass = |men, next| Edge { turn, sorts: &[Sort::Landing], men, stop: Stop::No, next };
    let approach = |own_only| {
        let hurdle = if own_only { Men::OWN } else { Men::SOMEBODY };
        vec![pass(Men::NOBODY, next(0)), pass(hurdle, next(1))]
    };
    match (leg.hop, phase) {
        (Hop::SkipFirst, _) if leap == 0 => vec![pass(Men::ANY, next(0))],
        (Hop::Never | Hop::SkipFirst, _) => landing(leg.end, turn, next(0)),
        (Hop::Beyond { own_only } | Hop::Next { own_only }, 0) => approach(own_only),
        (Hop::Beyond { .. }, _) => landing(leg.end, turn, next(1)),
        (Hop::Next { .. }, _) => landing(leg.end, turn, None),
        (Hop::Inside, 0) => Vec::new(),
        (Hop::Inside, _) => landing(leg.end, turn, next(0)),
    }
}
