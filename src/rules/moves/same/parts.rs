//! The parts that two tables have in common. Tables with the same parts do the same.

use crate::model::Cell;
use crate::moves::rays::{ComponentHead, RayEntry};
use crate::moves::table::{MoveTable, StepGraph};

/// The parts of two tables side by side. Equal programs, and equal step graphs, have one number.
pub(super) struct CommonParts<'a> {
    tables: [&'a MoveTable; 2],
    programs: [Vec<usize>; 2],
    step_graphs: [Vec<usize>; 2],
    has_same_rest: bool,
}

impl<'a> CommonParts<'a> {
    pub(super) fn of(tables: [&'a MoveTable; 2]) -> CommonParts<'a> {
        let [a, b] = tables;
        let programs = numbers(tables.map(|table| table.programs.iter().collect()));
        let graph = |which: usize, graph: &StepGraph| {
            let ranges = graph.neighbour_ranges.iter();
            let neighbours = ranges.map(|(_, (start, end))| {
                tables[which].neighbours[*start as usize..*end as usize].to_vec()
            });
            let head = part_head(&programs[which], graph.head);
            (head, neighbours.collect::<Vec<Vec<RayEntry>>>())
        };
        let graphs = |which: usize| {
            let graphs = tables[which].step_graphs.iter();
            graphs.map(|laid| graph(which, laid)).collect()
        };
        let step_graphs = numbers([graphs(0), graphs(1)]);
        let has_same_rest = a.barriers == b.barriers
            && a.multi_legs == b.multi_legs
            && (a.multi_legs.is_empty() || a.leaps == b.leaps && a.ends_on == b.ends_on);
        CommonParts {
            tables,
            programs,
            step_graphs,
            has_same_rest,
        }
    }

    /// Whether both tables have the same parts from a cell.
    pub(super) fn all(&self, from: Cell) -> bool {
        self.has_same_rest && self.step_graphs(from) && self.rays(from)
    }

    /// Whether both tables have the same rays from a cell, in any order.
    fn rays(&self, from: Cell) -> bool {
        let rays = |which: usize| {
            let rays = self.tables[which].rays(from).iter();
            rays.map(move |(head, entries)| (part_head(&self.programs[which], head), entries))
        };
        rays(0).eq(rays(1)) || sorted(rays(0)) == sorted(rays(1))
    }

    /// Whether both tables have the same step graphs from a cell.
    pub(super) fn step_graphs(&self, from: Cell) -> bool {
        let graphs = |which: usize| {
            let graphs = self.tables[which].step_graphs.iter();
            let numbered = graphs.zip(&self.step_graphs[which]);
            sorted(
                numbered
                    .filter_map(|(graph, number)| graph.origins.contains(from).then_some(*number)),
            )
        };
        graphs(0) == graphs(1)
    }
}

/// Returns the number of a component's program, and whether it serves only a first move.
fn part_head(programs: &[usize], head: ComponentHead) -> (usize, bool) {
    (programs[usize::from(head.program)], head.first_move)
}

/// Numbers the items of two lists. Equal items have one number.
fn numbers<T: PartialEq>(lists: [Vec<T>; 2]) -> [Vec<usize>; 2] {
    let mut known: Vec<T> = Vec::new();
    let mut number = |item: T| {
        let place = known.iter().position(|other| *other == item);
        place.unwrap_or_else(|| {
            known.push(item);
            known.len() - 1
        })
    };
    lists.map(|list| list.into_iter().map(&mut number).collect())
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}
