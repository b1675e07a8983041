//! The forms of two tables: what they are made of, so written that the same is written alike. An automaton is reduced
//! to as few states as it needs, on the sorts of cell it meets; a trip is taken apart into single ways.

use std::collections::BTreeSet;

use super::Formed;
use super::trips::{Way, ways};
use crate::model::{Cell, Occupant, PerCell};
use crate::moves::lay::MoveTable;
use crate::moves::lines::{Entry, Head};
use crate::moves::pattern::{Sort, Stop};
use crate::moves::program::{Program, Transition};

const OCCUPANTS: [Occupant; 3] = [Occupant::Nobody, Occupant::White, Occupant::Black];

/// What a table is made of.
#[derive(Clone, Debug)]
pub struct Form {
    /// For each program its automaton.
    automata: Vec<Vec<Row>>,
    /// The ways of its trips; none if they are too many.
    trips: Option<BTreeSet<Way>>,
}

impl Form {
    pub fn of(table: &MoveTable) -> Form {
        let sorts = sorts_met(table);
        let automata = table.programs.iter().zip(sorts).map(|(program, sorts)| reduced(program, sorts));
        let trips = table.trips.iter().map(|trip| ways(table, trip)).collect::<Option<Vec<_>>>();
        Form { automata: automata.collect(), trips: trips.map(|ways| ways.into_iter().flatten().collect()) }
    }
}

/// The forms of two tables side by side.
pub(super) struct Forms<'a> {
    both: [Formed<'a>; 2],
    /// For each table and program its number among the automata of both.
    automata: [Vec<usize>; 2],
    like_trips: bool,
}

impl<'a> Forms<'a> {
    pub fn of(both: [Formed<'a>; 2]) -> Forms<'a> {
        let mut known: Vec<&[Row]> = Vec::new();
        let automata = both.map(|formed| {
            let mut number = |form: &'a Vec<Row>| {
                known.iter().position(|other| other == form).unwrap_or_else(|| {
                    known.push(form);
                    known.len() - 1
                })
            };
            formed.form.automata.iter().map(&mut number).collect()
        });
        let [a, b] = both.map(|formed| &formed.form.trips);
        Forms { both, automata, like_trips: a.is_some() && a == b }
    }

    /// Whether both do the same from a cell, as far as their forms show it.
    pub fn are_alike(&self, from: Cell) -> bool {
        self.like_trips && self.has_like_webs(from) && self.has_like_lines(from)
    }

    fn has_like_lines(&self, from: Cell) -> bool {
        let [a, b] = [0, 1].map(|which| {
            let table = self.both[which].table;
            let (start, end) = table.lines_from[from];
            let lines = table.lines[start as usize..end as usize].iter();
            lines.map(move |line| {
                (&table.entries[line.start as usize..line.end as usize], self.head(which, line.head))
            })
        });
        if a.len() == b.len() && a.clone().eq(b.clone()) {
            return true;
        }
        // In any order, and some may stand there twice.
        let [a, b] = [a, b].map(|lines| {
            let mut lines: Vec<_> = lines.collect();
            lines.sort_unstable();
            lines.dedup();
            lines
        });
        a == b
    }

    /// Whether the walks that may turn at each step are the same, from a cell.
    pub fn has_like_webs(&self, from: Cell) -> bool {
        let webs = |which: usize| -> BTreeSet<_> {
            let table = self.both[which].table;
            let near = |near: &PerCell<(u32, u32)>| -> Vec<Vec<Entry>> {
                let run = |(_, (start, end)): (Cell, &(u32, u32))| {
                    table.neighbours[*start as usize..*end as usize].to_vec()
                };
                near.iter().map(run).collect()
            };
            let webs = table.webs_from[from].iter().map(|web| &table.webs[usize::from(*web)]);
            webs.map(|web| (self.head(which, web.head), near(&web.near))).collect()
        };
        webs(0) == webs(1)
    }

    fn head(&self, which: usize, head: Head) -> (usize, bool) {
        (self.automata[which][usize::from(head.program)], head.first_move)
    }
}

/// What a state does for each sort and occupant: whether it stops, and where it goes on.
type Row = Vec<(Stop, Option<usize>)>;

/// For each program the sorts of the cells it meets.
fn sorts_met(table: &MoveTable) -> Vec<[bool; 3]> {
    let mut met = vec![[false; 3]; table.programs.len()];
    let mut meet = |program: u16, entries: &[Entry], (start, end): (u32, u32)| {
        let run = &entries[start as usize..end as usize];
        run.iter().for_each(|entry| met[usize::from(program)][usize::from(entry.sort)] = true);
    };
    table.lines.iter().for_each(|line| meet(line.head.program, &table.entries, (line.start, line.end)));
    for web in &table.webs {
        web.near.iter().for_each(|(_, run)| meet(web.head.program, &table.neighbours, *run));
    }
    met
}

/// An automaton's states, the start first and the others in the order they are met, those that do the same as one.
fn reduced(program: &Program, sorts: [bool; 3]) -> Vec<Row> {
    let states = program.states();
    let alphabet = || {
        let sorts = Sort::ALL.into_iter().filter(move |sort| sorts[*sort as usize]);
        sorts.flat_map(|sort| OCCUPANTS.map(|occupant| (sort as u8, occupant)))
    };
    let row = |state: usize, class: &dyn Fn(u16) -> usize| -> Row {
        let entry = |(sort, occupant)| {
            let Transition { stop, next } = program.transition(state as u16, sort, occupant);
            (stop, (next != Transition::END).then(|| class(next)))
        };
        alphabet().map(entry).collect()
    };
    let mut classes = vec![0; states];
    let mut count = 1;
    loop {
        let rows: Vec<Row> =
            (0..states).map(|state| row(state, &|next| classes[usize::from(next)])).collect();
        let mut kinds: Vec<&Row> = rows.iter().collect();
        kinds.sort_unstable();
        kinds.dedup();
        // Rows are among the kinds they were gathered into.
        classes = rows.iter().map(|row| kinds.partition_point(|kind| *kind < row)).collect();
        if kinds.len() == count {
            break;
        }
        count = kinds.len();
    }
    in_order(states, &classes, row)
}

/// One row for each class of states, in the order in which a walk may meet them.
fn in_order(states: usize, classes: &[usize], row: impl Fn(usize, &dyn Fn(u16) -> usize) -> Row) -> Vec<Row> {
    let Some(start) = classes.first() else { return Vec::new() };
    let mut met: Vec<usize> = vec![*start];
    let mut rows: Vec<Row> = Vec::new();
    while let Some(class) = met.get(rows.len()).copied() {
        let state = (0..states).find(|state| classes[*state] == class).unwrap_or_default();
        let by_class = row(state, &|next| classes[usize::from(next)]);
        let mut place = |class: usize| {
            met.iter().position(|other| *other == class).unwrap_or_else(|| {
                met.push(class);
                met.len() - 1
            })
        };
        rows.push(by_class.into_iter().map(|(stop, next)| (stop, next.map(&mut place))).collect());
    }
    rows
}
