//! How a piece spreads from a cell: its rays joined, so that few sweeps give the cells it moves to and
//! those it captures on. Where two landings differ by more than these sets show, there is no
//! spread.

use super::automaton::Stop;
use super::program::Program;
use super::rays::{RayRun, Rays, cells_of};
use super::sweep::Sweep;
use crate::model::CellSet;

/// The rays of an origin, joined.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    /// The rays of a piece that may have moved, and the further ones of a piece that has not.
    pub always: SpreadRays,
    pub first_move: SpreadRays,
}

/// Some of the rays of an origin.
#[derive(Clone, Debug)]
pub(super) struct SpreadRays {
    pub sweeps: Box<[Sweep]>,
    /// The indices of the runs that must be walked.
    pub walked: Box<[usize]>,
}

impl Spread {
    /// Joins the rays of an origin, laid for these programs on a board of `words` words. Returns `None` if
    /// two landings may have the same cells and yet differ.
    pub(crate) fn of(rays: &Rays, programs: &[Program], words: usize) -> Option<Spread> {
        let of_runs = |first_move| SpreadRays::of(rays, programs, words, first_move);
        tells_landings_apart(rays, programs).then(|| Spread {
            always: of_runs(false),
            first_move: of_runs(true),
        })
    }
}

impl SpreadRays {
    fn of(rays: &Rays, programs: &[Program], words: usize, first_move: bool) -> SpreadRays {
        let joined = |runs: &[&RayRun]| {
            let all = runs.iter().flat_map(|run| {
                let program = &programs[usize::from(run.head.program)];
                rays.rays_of(run).map(move |ray| (program, cells_of(ray)))
            });
            Sweep::new(all, words)
        };
        let (mut groups, mut walked): (Vec<Vec<&RayRun>>, Vec<usize>) = Default::default();
        let runs = rays.bare_runs().iter().enumerate();
        for (index, run) in runs.filter(|(_, run)| run.head.first_move == first_move) {
            let fits = |group: &&mut Vec<&RayRun>| joined(&[&group[..], &[run]].concat()).is_some();
            if run.sweep.is_none() {
                walked.push(index);
            } else if let Some(group) = groups.iter_mut().find(fits) {
                group.push(run);
            } else {
                groups.push(vec![run]);
            }
        }
        SpreadRays {
            sweeps: groups.iter().filter_map(|group| joined(group)).collect(),
            walked: walked.into(),
        }
    }
}

/// Whether no two landings differ only in the cells on which the piece may then be captured en
/// passant, and none is twice en passant.
fn tells_landings_apart(rays: &Rays, programs: &[Program]) -> bool {
    let (mut plain, mut passing) = (CellSet::EMPTY, CellSet::EMPTY);
    let mut victims = CellSet::EMPTY;
    for (head, entries) in rays.iter() {
        let program = &programs[usize::from(head.program)];
        for (place, entry) in entries.iter().enumerate() {
            let may = |stop: Stop| program.stops(entry.sort) & 1 << stop as u8 != 0;
            if may(Stop::EnPassant) {
                if victims.contains(entry.cell) {
                    return false;
                }
                victims.insert(entry.cell);
            }
            if may(Stop::Move) || may(Stop::Capture) {
                let passes = head.open_to_en_passant && place > 0;
                let meets_plain = passes && plain.contains(entry.cell);
                if meets_plain || passing.contains(entry.cell) {
                    return false;
                }
                let landed = if passes { &mut passing } else { &mut plain };
                landed.insert(entry.cell);
            }
        }
    }
    true
}
