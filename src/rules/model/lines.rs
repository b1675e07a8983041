//! The lines of a board: the cells that follow one another in a direction. Also how the classes of
//! directions relate to each other, judged by the steps they allow and never by their names.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::board::{Board, Class, Contact, Dir, Sheet};
use super::cells::{Cell, CellSet};
use super::side::Side;

/// The cells that follow one another in a direction, up to its last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The cells, from the first on.
    pub cells: Vec<Cell>,
    /// Whether the last cell leads on to the first.
    pub closed: bool,
    /// Whether the class leads along it in both directions.
    pub both_ways: bool,
}

/// What a class of directions adds to a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassRelation {
    /// Lines of its own.
    Lines(Vec<Line>),
    /// Steps from each cell to all that touch it in one of these ways.
    Contacts(Vec<Contact>),
    /// The same steps as another class.
    Same(String),
    /// The steps of several other classes together.
    Union(Vec<String>),
}

type Steps = BTreeSet<(Cell, Cell)>;

impl Board {
    /// Returns the cells that some directions lead to from a cell, up to `steps` along each, as if
    /// the board were empty.
    pub fn along(&self, dirs: &[Dir], from: Cell, steps: usize) -> CellSet {
        let mut cells = CellSet::EMPTY;
        for dir in dirs {
            let next = |cell: &Cell| self.next(*cell, *dir);
            let line = std::iter::successors(next(&from), next).take_while(|cell| *cell != from);
            // A line may lead into a ring that does not come back to its origin.
            let line = line.take(steps.min(self.len()));
            line.for_each(|cell| cells.insert(cell));
        }
        cells
    }

    /// Returns the cells of the same shade as a cell.
    pub fn shade_of(&self, cell: Cell) -> CellSet {
        self.cells_where(|info| info.shade == self.info(cell).shade)
    }

    /// Whether a direction leads away from where another came from: less than a right angle lies
    /// between them. Directions without a heading, as round a ring, never do.
    pub fn leads_away(&self, before: Dir, after: Dir) -> bool {
        if [before, after]
            .map(|dir| self.direction(dir).heading)
            .contains(&None)
        {
            return false;
        }
        let (before, after) = (self.usual_way(before), self.usual_way(after));
        let product: i32 = before.iter().zip(after).map(|(a, b)| a * b).sum();
        // The parts are rounded, so that a right angle may come out a little smaller.
        product > 500
    }

    /// Returns the way that most steps in a direction lead: to the right, ahead and up, in
    /// hundredths of a step of length 1. Steps round the edges of a board lead another way, and
    /// so may those to its extra cells.
    fn usual_way(&self, dir: Dir) -> [i32; 3] {
        let mut counts: BTreeMap<[i32; 3], usize> = BTreeMap::new();
        for from in self.cells() {
            if let Some(to) = self.next(from, dir) {
                let (a, b) = (self.point(from), self.point(to));
                let way = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
                let length = way.iter().map(|part| part * part).sum::<f64>().sqrt();
                let hundredths = way.map(|part| (100.0 * part / length).round() as i32);
                *counts.entry(hundredths).or_default() += 1;
            }
        }
        let usual = counts
            .into_iter()
            .max_by_key(|(way, count)| (*count, Reverse(*way)));
        usual.map_or([0; 3], |(way, _)| way)
    }

    /// Returns where a cell lies. On files and ranks that is their numbers, and that of the level,
    /// however the board is drawn.
    pub(super) fn point(&self, cell: Cell) -> [f64; 3] {
        let on_sheet = |sheet: Sheet| {
            let (column, row) = self.lattice(sheet).place(cell)?;
            Some([f64::from(column), f64::from(row), sheet.index() as f64])
        };
        let centre = self.info(cell).centre;
        let place = self.sheets().find_map(on_sheet);
        place.unwrap_or([centre.x, centre.y, 0.0])
    }

    /// Returns the directions of single steps. Leaps are directions too, but lead along no line.
    pub fn single_steps(&self) -> Vec<Dir> {
        let class = self.class("contiguous");
        class.map_or_else(Vec::new, |class| self.class_for(class, &[], Side::White))
    }

    /// Returns the cells between a cell of one set and one of another along these directions, and
    /// those after the second on a line through both. No line leads over the cells that are closed.
    pub fn through(
        &self,
        dirs: &[Dir],
        [from, through]: [&CellSet; 2],
        closed: &CellSet,
    ) -> (CellSet, CellSet) {
        let (mut between, mut beyond) = (CellSet::EMPTY, CellSet::EMPTY);
        let lines = from
            .iter()
            .flat_map(|from| dirs.iter().map(move |dir| (from, dir)));
        for (from, dir) in lines {
            let next = |cell: &Cell| {
                self.next(*cell, *dir)
                    .filter(|next| !closed.contains(*next))
            };
            // A line may lead into a ring that does not come back to its origin.
            let line = std::iter::successors(next(&from), next).take(self.len());
            let mut line = line.take_while(|cell| *cell != from);
            let (mut before, mut is_after, mut ends) = (CellSet::EMPTY, false, *through);
            while let Some(cell) = line.next().filter(|_| is_after || !ends.is_empty()) {
                if is_after {
                    beyond.insert(cell);
                }
                is_after = ends.contains(cell);
                if is_after {
                    between = between | before;
                    ends.remove(cell);
                }
                before.insert(cell);
            }
        }
        (between, beyond)
    }

    /// Returns the lines of a class, as White has it, each once and in board order. A single cell
    /// is not a line.
    pub fn lines(&self, class: &Class) -> Vec<Line> {
        let leads = |(from, to): (&Cell, &Cell)| self.steps(class, *from).contains(to);
        let line = |(run, closed): (Vec<Cell>, bool)| {
            let closing_step = closed.then(|| (&run[0], &run[run.len() - 1]));
            let both_ways = run.iter().skip(1).zip(&run).chain(closing_step).all(leads);
            let (forward, backward) = (
                begin_at_first(&run, closed),
                begin_at_first(&reversed(&run), closed),
            );
            // A line that can be walked from either end is one line.
            Line {
                cells: if both_ways {
                    forward.min(backward)
                } else {
                    forward
                },
                closed,
                both_ways,
            }
        };
        let lines: BTreeSet<Line> = class
            .dirs
            .iter()
            .flat_map(|dir| self.runs(*dir))
            .map(line)
            .collect();
        lines.into_iter().collect()
    }

    /// Returns the cells that one step of a class leads to, as White has it.
    pub fn steps(&self, class: &Class, from: Cell) -> BTreeSet<Cell> {
        class
            .dirs
            .iter()
            .filter_map(|dir| self.next(from, *dir))
            .collect()
    }

    /// Returns how each class relates to the others, by name.
    pub fn class_relations(&self) -> Vec<(String, ClassRelation)> {
        let classes: Vec<(&str, &Class, Steps)> = self
            .classes()
            .filter_map(|name| Some((name, self.class(name)?)))
            // A point of the compass is half of another class.
            .filter(|(_, class)| class.dirs.len() > 1)
            .map(|(name, class)| (name, class, self.all_steps(class)))
            .collect();
        let relation = |index: usize| {
            let (name, class, steps) = &classes[index];
            let same = classes[..index].iter().find(|(_, _, other)| other == steps);
            let standing = if let Some(kinds) = self.contacts_of(steps) {
                ClassRelation::Contacts(kinds)
            } else if let Some((other, ..)) = same {
                ClassRelation::Same(other.to_string())
            } else {
                let within = classes
                    .iter()
                    .filter(|(_, _, other)| other.len() < steps.len());
                let within: Vec<_> = within
                    .filter(|(_, _, other)| !other.is_empty() && other.is_subset(steps))
                    .collect();
                let union: Steps = within
                    .iter()
                    .flat_map(|(_, _, other)| other.iter().copied())
                    .collect();
                if !within.is_empty() && union == *steps {
                    ClassRelation::Union(within.iter().map(|(name, ..)| name.to_string()).collect())
                } else {
                    ClassRelation::Lines(self.lines(class))
                }
            };
            (name.to_string(), standing)
        };
        (0..classes.len()).map(relation).collect()
    }

    /// Returns the kinds of contact whose steps are exactly these, if any are.
    fn contacts_of(&self, steps: &Steps) -> Option<Vec<Contact>> {
        let choices = [
            vec![Contact::Side],
            vec![Contact::Corner],
            vec![Contact::Side, Contact::Corner],
        ];
        choices.into_iter().find(|kinds| {
            let touching = |cell: Cell| {
                let near = self
                    .contacts(cell)
                    .iter()
                    .filter(|(_, contact)| kinds.contains(contact));
                near.map(move |(other, _)| (cell, *other))
            };
            let all: Steps = self.cells().flat_map(touching).collect();
            !all.is_empty() && all == *steps
        })
    }

    fn all_steps(&self, class: &Class) -> Steps {
        self.cells()
            .flat_map(|from| {
                self.steps(class, from)
                    .into_iter()
                    .map(move |to| (from, to))
            })
            .collect()
    }

    /// Returns the longest walks in one direction, each with whether it is closed: first from each
    /// cell that the direction does not lead to, then round the cycles that are left.
    fn runs(&self, dir: Dir) -> Vec<(Vec<Cell>, bool)> {
        let entered: BTreeSet<Cell> = self
            .cells()
            .filter_map(|cell| self.next(cell, dir))
            .collect();
        let mut done: BTreeSet<Cell> = BTreeSet::new();
        let mut runs = Vec::new();
        let starts = self.cells().filter(|cell| !entered.contains(cell));
        for start in starts.chain(self.cells()).collect::<Vec<_>>() {
            if done.contains(&start) {
                continue;
            }
            let mut run = vec![start];
            let mut last = start;
            while let Some(next) = self.next(last, dir).filter(|next| !run.contains(next)) {
                run.push(next);
                last = next;
            }
            done.extend(run.iter().copied());
            // Two cells that lead to each other are a line with two ends, not a closed one.
            let closed = run.len() > 2 && self.next(last, dir) == Some(start);
            if run.len() > 1 {
                runs.push((run, closed));
            }
        }
        runs
    }
}

fn reversed(cells: &[Cell]) -> Vec<Cell> {
    cells.iter().rev().copied().collect()
}

/// Rotates a closed line to begin at its first cell in board order; returns any other unchanged.
fn begin_at_first(cells: &[Cell], closed: bool) -> Vec<Cell> {
    let first = cells
        .iter()
        .enumerate()
        .min_by_key(|(_, cell)| **cell)
        .map_or(0, |(index, _)| index);
    let mut cells = cells.to_vec();
    if closed {
        cells.rotate_left(first);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::lotus::{self, Axial, LotusExtra, LotusPlan};

    fn board(petals: &[(i32, i32)], extras: &[(&str, &str, u16)]) -> Board {
        let extra = |(name, host, degrees): &(&str, &str, u16)| LotusExtra {
            name: name.to_string(),
            host: host.to_string(),
            degrees: *degrees,
        };
        let petals = petals.iter().map(|(q, r)| Axial { q: *q, r: *r }).collect();
        lotus::board(&LotusPlan {
            petals,
            extras: extras.iter().map(extra).collect(),
        })
        .expect("a board")
    }

    const RHOMBUS: [(i32, i32); 4] = [(0, 0), (1, 0), (0, 1), (1, -1)];

    fn lines(board: &Board, class: &str) -> Vec<String> {
        let lines = board.lines(board.class(class).expect("a class"));
        let names = |line: &Line| {
            let names: Vec<&str> = line.cells.iter().map(|cell| board.name(*cell)).collect();
            names.join(if line.both_ways { " " } else { ">" })
                + if line.closed { " round" } else { "" }
        };
        lines.iter().map(names).collect()
    }

    #[test]
    fn each_line_is_listed_once() {
        let board = board(&RHOMBUS, &[]);
        assert_eq!(
            lines(&board, "X"),
            ["a4 c4 e4 g4 i4", "c2 e2 g2", "c6 e6 g6"]
        );
        let z = [
            "b3 c4 d5 e6 f7",
            "b5 c4 d3 e2 f1",
            "d1 e2 f3 g4 h5",
            "d7 e6 f5 g4 h3",
        ];
        assert_eq!(lines(&board, "Z"), z);
        assert_eq!(lines(&board, "Y")[0], "a3 a4 a5");
        assert_eq!(
            lines(&board, "ring")[0],
            "a3 a4 a5 b5 c5 d5 e5 e4 e3 d3 c3 b3 round"
        );
        assert_eq!(lines(&board, "ring").len(), 4);
    }

    #[test]
    fn a_one_way_line_keeps_its_direction() {
        // Round the hexagon c2: the forward edges of b1 and d1 face it, those of a2 and e2 lie on
        // top.
        let single = board(&[(0, 0)], &[]);
        assert_eq!(
            lines(&single, "fork"),
            ["a2>b3", "b1>d1>e2", "d1>b1>a2", "e2>d3"]
        );
    }

    #[test]
    fn classes_without_steps_of_their_own_are_recognised() {
        let standing = |extras: &[(&str, &str, u16)], class: &str| {
            let found = board(&RHOMBUS, extras).class_relations();
            found
                .into_iter()
                .find(|(name, _)| name == class)
                .expect("a class")
                .1
        };
        use Contact::{Corner, Side};
        assert_eq!(
            standing(&[], "contiguous"),
            ClassRelation::Contacts(vec![Side, Corner])
        );
        assert_eq!(standing(&[], "side"), ClassRelation::Contacts(vec![Side]));
        assert_eq!(standing(&[], "X+"), ClassRelation::Same("X".to_string()));
        assert!(matches!(standing(&[], "ring"), ClassRelation::Lines(rings) if rings.len() == 4));
        // With a cell fixed to a4 the longer axis X+ has lines of its own.
        let longer = [("z4", "a4", 180)];
        assert!(
            matches!(standing(&longer, "X+"), ClassRelation::Lines(lines) if lines[0].cells.len() == 6)
        );
        assert_eq!(
            standing(&longer, "Z+"),
            ClassRelation::Same("Z".to_string())
        );
        assert_eq!(
            standing(&longer, "contiguous"),
            ClassRelation::Contacts(vec![Side, Corner])
        );
    }
}
