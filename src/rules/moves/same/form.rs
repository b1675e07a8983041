//! The form of a table: a normal form of its contents, so that equal contents have equal forms.
//! Each automaton has the fewest states for the sorts of cell that its walks enter. It begins
//! where what stands on a cell first matters, so a leap has the same form as a walk over cells
//! whatever is on them. A multi-leg move is split into single ways.

use std::collections::BTreeSet;

use super::ways::{SingleWay, ways};
use crate::model::{Cell, Occupant, PerCell};
use crate::moves::automaton::{Sort, Stop};
use crate::moves::program::{OCCUPANTS, Program, Transition};
use crate::moves::rays::{ComponentHead, RayEntry};
use crate::moves::table::MoveTable;

/// The form of one table.
#[derive(Clone, Debug)]
pub(crate) struct TableForm {
    /// The automaton of each program.
    automata: Vec<MinimalAutomaton>,
    /// The ways of its multi-leg moves; `None` if there are too many.
    multi_legs: Option<BTreeSet<SingleWay>>,
}

impl TableForm {
    pub(crate) fn of(table: &MoveTable) -> TableForm {
        let sorts = sorts_entered(table);
        // Only a board that may lack some of its cells has absent cells.
        let occupants = if table.may_miss_cells() {
            &OCCUPANTS[..]
        } else {
            &OCCUPANTS[..3]
        };
        let walks_a_graph = |program: usize| {
            table
                .step_graphs
                .iter()
                .any(|graph| usize::from(graph.head.program) == program)
        };
        let automata =
            table
                .programs
                .iter()
                .zip(sorts)
                .enumerate()
                .map(|(index, (program, sorts))| {
                    ProgramReading {
                        program,
                        sorts,
                        occupants,
                    }
                    .automaton(!walks_a_graph(index))
                });
        let multi_legs = table
            .multi_legs
            .iter()
            .map(|multi_leg| ways(table, multi_leg))
            .collect::<Option<Vec<_>>>();
        TableForm {
            automata: automata.collect(),
            multi_legs: multi_legs.map(|ways| ways.into_iter().flatten().collect()),
        }
    }
}

/// The forms of two tables side by side.
pub(super) struct Forms<'a> {
    tables: [&'a MoveTable; 2],
    forms: [&'a TableForm; 2],
    /// For each table and program the index of its automaton among those of both tables.
    automata: [Vec<usize>; 2],
    has_same_multi_legs: bool,
}

impl<'a> Forms<'a> {
    pub(crate) fn of(tables: [&'a MoveTable; 2], forms: [&'a TableForm; 2]) -> Forms<'a> {
        let mut known: Vec<&[StateRow]> = Vec::new();
        let automata = forms.map(|form| {
            let mut number = |automaton: &'a MinimalAutomaton| {
                known
                    .iter()
                    .position(|other| *other == automaton.rows)
                    .unwrap_or_else(|| {
                        known.push(&automaton.rows);
                        known.len() - 1
                    })
            };
            form.automata.iter().map(&mut number).collect()
        });
        let [a, b] = forms.map(|form| &form.multi_legs);
        Forms {
            tables,
            forms,
            automata,
            has_same_multi_legs: a.is_some() && a == b,
        }
    }

    /// Whether the forms prove that both tables do the same from a cell; `false` proves nothing.
    pub(crate) fn are_alike(&self, from: Cell) -> bool {
        self.has_same_multi_legs && self.has_same_graphs(from) && self.has_same_rays(from)
    }

    fn has_same_rays(&self, from: Cell) -> bool {
        let [a, b] = [0, 1].map(|which| {
            let rays = self.tables[which].rays(from).iter();
            rays.map(move |(head, entries)| {
                let idle = self.forms[which].automata[usize::from(head.program)].idle;
                (&entries[idle.min(entries.len())..], self.head(which, head))
            })
        });
        if a.len() == b.len() && a.clone().eq(b.clone()) {
            return true;
        }
        // The order of the rays does not matter, and a ray may occur twice.
        let [a, b] = [a, b].map(|rays| {
            let mut rays: Vec<_> = rays.collect();
            rays.sort_unstable();
            rays.dedup();
            rays
        });
        a == b
    }

    /// Whether both tables have the same step graphs from a cell.
    pub(crate) fn has_same_graphs(&self, from: Cell) -> bool {
        let step_graphs = |which: usize| -> BTreeSet<_> {
            let table = self.tables[which];
            let near = |near: &PerCell<(u32, u32)>| -> Vec<Vec<RayEntry>> {
                let run = |(_, (start, end)): (Cell, &(u32, u32))| {
                    table.neighbours[*start as usize..*end as usize].to_vec()
                };
                near.iter().map(run).collect()
            };
            table
                .step_graphs(from)
                .map(|graph| (self.head(which, graph.head), near(&graph.neighbour_ranges)))
                .collect()
        };
        step_graphs(0) == step_graphs(1)
    }

    fn head(&self, which: usize, head: ComponentHead) -> (usize, bool) {
        (
            self.automata[which][usize::from(head.program)],
            head.first_move,
        )
    }
}

/// For each sort and occupant: how the walk may stop, and the state in which it goes on.
type StateRow = Vec<(Stop, Option<usize>)>;

/// A minimal automaton. Two that do the same are equal.
#[derive(Clone, Debug)]
struct MinimalAutomaton {
    /// The number of cells that a walk first passes over, whatever is on them.
    idle: usize,
    /// Its states: the start first, the others in the order in which a walk may enter them.
    /// Equivalent states are one.
    rows: Vec<StateRow>,
}

/// Returns for each program the sorts of the cells that its walks enter.
fn sorts_entered(table: &MoveTable) -> Vec<[bool; 3]> {
    let mut entered = vec![[false; 3]; table.programs.len()];
    let mut mark = |program: u16, entries: &[RayEntry]| {
        entries
            .iter()
            .for_each(|entry| entered[usize::from(program)][usize::from(entry.sort)] = true);
    };
    for (head, entries) in
        (0..table.cell_count()).flat_map(|cell| table.rays(Cell::new(cell)).iter())
    {
        mark(head.program, entries);
    }
    for graph in &table.step_graphs {
        let near = |(start, end): (u32, u32)| &table.neighbours[start as usize..end as usize];
        graph
            .neighbour_ranges
            .iter()
            .for_each(|(_, run)| mark(graph.head.program, near(*run)));
    }
    entered
}

/// A program, and the sorts and occupants of the cells that its walks may enter.
struct ProgramReading<'a> {
    program: &'a Program,
    sorts: [bool; 3],
    occupants: &'a [Occupant],
}

impl ProgramReading<'_> {
    fn automaton(&self, may_idle: bool) -> MinimalAutomaton {
        let (mut start, mut idle) = (0, 0);
        while let Some(next) = self
            .idle_successor(start)
            .filter(|_| may_idle && idle < self.program.states())
        {
            (start, idle) = (next, idle + 1);
        }
        MinimalAutomaton {
            idle,
            rows: self.rows(start),
        }
    }

    fn pairs_entered(&self) -> impl Iterator<Item = (u8, Occupant)> {
        let sorts = Sort::ALL
            .into_iter()
            .filter(|sort| self.sorts[*sort as usize]);
        sorts.flat_map(|sort| {
            self.occupants
                .iter()
                .map(move |occupant| (sort as u8, *occupant))
        })
    }

    /// Returns the state that follows, if this one goes on in the same way over any cell.
    fn idle_successor(&self, state: u16) -> Option<u16> {
        let mut all = self
            .pairs_entered()
            .map(|(sort, occupant)| self.program.transition(state, sort, occupant));
        let first = all.next()?;
        let idles = first.stop == Stop::No
            && first.next != Transition::END
            && all.all(|other| other == first);
        idles.then_some(first.next)
    }

    fn row(&self, state: u16, class: &dyn Fn(u16) -> usize) -> StateRow {
        let entry = |(sort, occupant)| {
            let Transition { stop, next } = self.program.transition(state, sort, occupant);
            (stop, (next != Transition::END).then(|| class(next)))
        };
        self.pairs_entered().map(entry).collect()
    }

    fn rows(&self, start: u16) -> Vec<StateRow> {
        let states = self.program.states() as u16;
        let mut classes = vec![0; usize::from(states)];
        let mut count = 1;
        loop {
            let rows: Vec<StateRow> = (0..states)
                .map(|state| self.row(state, &|next| classes[usize::from(next)]))
                .collect();
            let mut kinds: Vec<&StateRow> = rows.iter().collect();
            kinds.sort_unstable();
            kinds.dedup();
            // Each row equals one of the kinds, so the search finds it.
            classes = rows
                .iter()
                .map(|row| kinds.partition_point(|kind| *kind < row))
                .collect();
            if kinds.len() == count {
                break;
            }
            count = kinds.len();
        }
        self.in_order(start, &classes)
    }

    /// Returns one row for each class of states, in the order in which a walk may meet them.
    fn in_order(&self, start: u16, classes: &[usize]) -> Vec<StateRow> {
        let mut met: Vec<usize> = classes
            .get(usize::from(start))
            .copied()
            .into_iter()
            .collect();
        let mut rows: Vec<StateRow> = Vec::new();
        while let Some(class) = met.get(rows.len()).copied() {
            let state = classes
                .iter()
                .position(|other| *other == class)
                .unwrap_or_default() as u16;
            let by_class = self.row(state, &|next| classes[usize::from(next)]);
            let mut place = |class: usize| {
                met.iter()
                    .position(|other| *other == class)
                    .unwrap_or_else(|| {
                        met.push(class);
                        met.len() - 1
                    })
            };
            rows.push(
                by_class
                    .into_iter()
                    .map(|(stop, next)| (stop, next.map(&mut place)))
                    .collect(),
            );
        }
        rows
    }
}
