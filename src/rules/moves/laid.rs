//! A move table in parts, for a walker outside this program. That walker treats each component as
//! [`Walker`](super::Walker) treats the whole table; a piece reaches the union over all
//! components. This module knows no file format.

use super::automaton::{Sort, Stop};
use super::landing::enemy_of;
use super::multi_leg::{Departure, MultiLeg, Starts};
use super::program::Transition;
use super::rays::{ComponentHead, RayEntry};
use super::table::MoveTable;
use crate::model::{Cell, CellSet, Occupant, PerCell};

/// One component of a move table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidComponent {
    /// Whether only a piece that has not moved may use it.
    pub first_move: bool,
    /// Whether the piece can then be captured en passant on the cells it passed over.
    pub open_to_en_passant: bool,
    /// Twelve transitions for each state: for each sort of cell, what happens on a cell that is
    /// empty, holds an own piece, holds an enemy, or is absent. Each says how the walk may stop,
    /// and the state in which it goes on, if it does.
    pub transitions: Vec<(Stop, Option<u16>)>,
    /// For each cell the index of its sort in `Sort::ALL`, except where it lies inside a leap.
    /// Meaningless for a cell that is never entered.
    pub sorts: PerCell<u8>,
    /// The cells it enters.
    pub way: LaidWay,
}

/// The cells that a component enters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaidWay {
    /// For each origin its rays, each with its cells in the order in which they are entered.
    Rays(PerCell<Vec<Vec<RayCell>>>),
    /// The origins, and the neighbours of each cell.
    StepGraph {
        /// The cells from which it starts.
        origins: CellSet,
        /// The neighbours of each cell.
        near: PerCell<CellSet>,
    },
}

/// A cell of a ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RayCell {
    /// The cell.
    pub cell: Cell,
    /// Whether the cell lies inside a leap of this ray. It then has the sort `Over`, whatever it
    /// is to other rays.
    pub inside: bool,
}

/// A multi-leg move of a move table, as a graph of leaps: which leaps may begin a leg, and which
/// may follow each.
#[derive(Clone, Debug)]
pub struct LaidMultiLeg<'a> {
    /// The move itself.
    pub multi_leg: &'a MultiLeg,
    /// How the move begins.
    pub starts: MultiLegStarts,
    /// All leaps of its legs.
    pub leaps: Vec<LegLeap>,
    /// The cells where the move may end; `None` if it may end on every cell.
    pub ends_on: Option<&'a CellSet>,
}

/// How a multi-leg move begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MultiLegStarts {
    /// In one leap to any of these cells, which is the whole move.
    Anywhere(Vec<Cell>),
    /// By any of these leaps, given as indices in `leaps`.
    Leaps(Vec<usize>),
}

/// One leap of a leg in one direction, at one stage of the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegLeap {
    /// The cell to which it leads, by origin.
    pub to: PerCell<Option<Cell>>,
    /// The cells inside the leap, each by origin.
    pub inside: Vec<PerCell<Option<Cell>>>,
    /// The leaps with which the next leg may begin if this one is the last of its leg.
    pub then: Vec<usize>,
    /// For a leg that bends: the leap that follows when it turns left, and when it turns right.
    pub bends: Option<[Option<usize>; 2]>,
}

impl MoveTable {
    /// Returns the moves that are walked leg by leg.
    pub fn multi_legs(&self) -> Vec<LaidMultiLeg<'_>> {
        self.multi_legs
            .iter()
            .map(|multi_leg| LeapGraph::of(self, multi_leg))
            .collect()
    }

    /// Returns the components, without those that have neither a ray nor a step graph.
    pub fn components(&self) -> Vec<LaidComponent> {
        (0..self.programs.len())
            .filter_map(|program| self.component(program))
            .collect()
    }

    fn component(&self, program: usize) -> Option<LaidComponent> {
        let transitions = self.transitions(program);
        let graph = self
            .step_graphs
            .iter()
            .position(|graph| usize::from(graph.head.program) == program);
        if let Some(index) = graph {
            let (sorts, way) = self.step_graph_way(index);
            return Some(LaidComponent {
                first_move: self.step_graphs[index].head.first_move,
                open_to_en_passant: false,
                transitions,
                sorts,
                way,
            });
        }
        let all = (0..self.cell_count()).flat_map(|cell| self.rays(Cell::new(cell)).iter());
        let (head, _) = all
            .into_iter()
            .find(|(head, _)| usize::from(head.program) == program)?;
        let (sorts, way) = self.ray_way(program);
        let ComponentHead {
            first_move,
            open_to_en_passant,
            ..
        } = head;
        Some(LaidComponent {
            first_move,
            open_to_en_passant,
            transitions,
            sorts,
            way,
        })
    }

    fn step_graph_way(&self, index: usize) -> (PerCell<u8>, LaidWay) {
        let graph = &self.step_graphs[index];
        let mut sorts = PerCell::from_fn(self.cell_count(), |_| 0);
        let near = PerCell::from_fn(self.cell_count(), |cell| {
            let (start, end) = graph.neighbour_ranges[cell];
            let entries = &self.neighbours[start as usize..end as usize];
            entries
                .iter()
                .for_each(|entry| sorts[entry.cell] = entry.sort);
            entries.iter().map(|entry| entry.cell).collect()
        });
        (
            sorts,
            LaidWay::StepGraph {
                origins: graph.origins,
                near,
            },
        )
    }

    fn ray_way(&self, program: usize) -> (PerCell<u8>, LaidWay) {
        let rays_from = |origin: Cell| {
            let rays = self.rays(origin).iter();
            rays.filter(|(head, _)| usize::from(head.program) == program)
                .map(|(_, entries)| entries)
        };
        let all = || {
            (0..self.cell_count())
                .flat_map(|cell| rays_from(Cell::new(cell)))
                .flatten()
        };
        // A cell inside one leap may be the end of another, so its sort may differ between rays.
        let mut sorts: PerCell<Option<u8>> = PerCell::from_fn(self.cell_count(), |_| None);
        let over = Sort::Over as u8;
        all()
            .filter(|entry| entry.sort != over)
            .for_each(|entry| sorts[entry.cell] = Some(entry.sort));
        let sorts_vary = all().any(|entry| entry.sort == over && sorts[entry.cell].is_some());
        let inside = |entry: &RayEntry| sorts_vary && entry.sort == over;
        let cells = |entries: &[RayEntry]| {
            let cell = |entry: &RayEntry| RayCell {
                cell: entry.cell,
                inside: inside(entry),
            };
            entries.iter().map(cell).collect()
        };
        let rays = PerCell::from_fn(self.cell_count(), |cell| {
            rays_from(cell).map(cells).collect()
        });
        if !sorts_vary {
            all().for_each(|entry| sorts[entry.cell] = Some(entry.sort));
        }
        let sort = |cell| sorts[cell].unwrap_or(Sort::Landing as u8);
        (
            PerCell::from_fn(self.cell_count(), sort),
            LaidWay::Rays(rays),
        )
    }

    fn transitions(&self, program: usize) -> Vec<(Stop, Option<u16>)> {
        let program = &self.programs[program];
        let occupants = [
            Occupant::Empty,
            self.side.into(),
            enemy_of(self.side),
            Occupant::Absent,
        ];
        let mut transitions = Vec::new();
        for state in 0..program.states() as u16 {
            for sort in Sort::ALL {
                for occupant in occupants {
                    let Transition { stop, next } = program.transition(state, sort as u8, occupant);
                    transitions.push((stop, (next != Transition::END).then_some(next)));
                }
            }
        }
        transitions
    }
}

/// The leaps that a walk of a multi-leg move can make, each with the index of its leg.
struct LeapGraph {
    leaps: Vec<(usize, Departure)>,
}

impl LeapGraph {
    fn of<'a>(table: &'a MoveTable, multi_leg: &'a MultiLeg) -> LaidMultiLeg<'a> {
        let mut graph = LeapGraph { leaps: Vec::new() };
        let starts = match &multi_leg.starts {
            Starts::Anywhere(cells) => MultiLegStarts::Anywhere(cells.clone()),
            Starts::Departures(departures) => {
                MultiLegStarts::Leaps(graph.indices_of(0, departures))
            }
        };
        let mut leaps = Vec::new();
        while let Some((index, departure)) = graph.leaps.get(leaps.len()).copied() {
            let leg = &multi_leg.legs[index];
            let next = multi_leg
                .legs
                .get(index + 1)
                .map_or(&[] as &[Departure], |next| next.starts(departure.heading));
            let then = graph.indices_of(index + 1, next);
            let mut bend = |side| {
                leg.bend(departure, side)
                    .map(|departure| graph.index_of(index, departure))
            };
            let bends = (!leg.bends.is_empty()).then(|| [bend(0), bend(1)]);
            let cells = table.cell_count();
            let inner = table.leaps.rows_inside(departure.leap);
            leaps.push(LegLeap {
                to: PerCell::from_fn(cells, |cell| table.leaps.to(departure.leap, cell)),
                inside: inner
                    .map(|row| PerCell::from_fn(cells, |cell| table.leaps.at(row, cell)))
                    .collect(),
                then,
                bends,
            });
        }
        LaidMultiLeg {
            multi_leg,
            starts,
            leaps,
            ends_on: table.ends_on.as_ref(),
        }
    }

    fn indices_of(&mut self, leg: usize, departures: &[Departure]) -> Vec<usize> {
        departures
            .iter()
            .map(|departure| self.index_of(leg, *departure))
            .collect()
    }

    fn index_of(&mut self, leg: usize, departure: Departure) -> usize {
        let known = self
            .leaps
            .iter()
            .position(|known| *known == (leg, departure));
        known.unwrap_or_else(|| {
            self.leaps.push((leg, departure));
            self.leaps.len() - 1
        })
    }
}
