//! Direction classes that an author adds to a board: by links from cell to cell, and by leaps that are not
//! turned.

use std::collections::BTreeMap;

use super::board::{Board, Class, Contact, Dir, Direction, Point, Sheet};
use super::cells::Cell;
use super::graph;
use super::lattice::Lattice;
use crate::movement::Heading;
use crate::movement::leg::Leap;

/// The class of all links of a board of an author's own cells.
const CONTIGUOUS: &str = "contiguous";

/// A way of a class: where each of its cells leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkWay {
    /// Its name among the directions of the board.
    pub name: String,
    /// The links, as White follows them; no cell leads to two cells, or is led to from two.
    pub links: Vec<(Cell, Cell)>,
    /// Where the links lead as White sees them.
    pub heading: Option<Heading>,
    /// Whether the class holds the way back as well. Either way, Black follows the links backwards.
    pub both_ways: bool,
}

/// Why links cannot be one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkFlaw {
    /// The second link at this index leads from the same cell as an earlier one.
    TwoFrom(usize),
    /// The second link at this index leads to the same cell as an earlier one.
    TwoTo(usize),
}

impl LinkWay {
    /// Returns the first link that leads from a cell, or to one, as an earlier link does.
    pub fn flaw(&self) -> Option<LinkFlaw> {
        let (mut from, mut to) = (BTreeMap::new(), BTreeMap::new());
        for (index, link) in self.links.iter().enumerate() {
            if *from.entry(link.0).or_insert(link.1) != link.1 {
                return Some(LinkFlaw::TwoFrom(index));
            }
            if *to.entry(link.1).or_insert(link.0) != link.0 {
                return Some(LinkFlaw::TwoTo(index));
            }
        }
        None
    }
}

impl Board {
    /// Returns the same board with a further class of directions. On a board of crossing lines, the
    /// links that lead both ways are lines.
    pub fn with_class(mut self, name: &str, ways: &[LinkWay]) -> Board {
        let mut class = Class::default();
        for way in ways {
            let [there, back] = self.add_way(way);
            class.dirs.push(there);
            class.dirs.extend(way.both_ways.then_some(back));
            if self.has_own_links() || way.both_ways && !self.crossing_lines.is_empty() {
                let ends = |(a, b): &(Cell, Cell)| (self.info(*a).centre, self.info(*b).centre);
                let line = |link| match (self.has_own_links(), ends(link)) {
                    (true, (from, to)) => graph::line_between(from, to),
                    (false, line) => line,
                };
                let lines: Vec<(Point, Point)> = way.links.iter().map(line).collect();
                self.crossing_lines.extend(lines);
            }
        }
        if self.has_own_links() {
            ways.iter().for_each(|way| self.join(&way.links));
            let all = self.classes.entry(CONTIGUOUS.to_string()).or_default();
            all.dirs.extend(&class.dirs);
        }
        self.classes.insert(name.to_string(), class);
        self
    }

    /// Lets the cells of links touch.
    fn join(&mut self, links: &[(Cell, Cell)]) {
        for (from, to) in links {
            for (one, other) in [(*from, *to), (*to, *from)] {
                if !self.contacts[one].iter().any(|(near, _)| *near == other) {
                    self.contacts[one].push((other, Contact::Side));
                }
            }
        }
    }

    /// Adds a way and the way back as directions, each the mirror of the other.
    fn add_way(&mut self, way: &LinkWay) -> [Dir; 2] {
        let dirs = [self.directions.len(), self.directions.len() + 1].map(Dir::numbered);
        let sheet = self.sheet_of(&way.links);
        let opposite = way.heading.map(|heading| match heading {
            Heading::Forward => Heading::Backward,
            Heading::Backward => Heading::Forward,
            Heading::Sideways => Heading::Sideways,
        });
        let back = way.links.iter().map(|(from, to)| (*to, *from)).collect();
        let names = [way.name.clone(), format!("{} back", way.name)];
        let both = [(way.heading, way.links.clone()), (opposite, back)];
        for ((name, mirror), (heading, links)) in
            names.into_iter().zip([dirs[1], dirs[0]]).zip(both)
        {
            self.directions.push(Direction {
                name,
                sheet,
                heading,
                mirror,
            });
            let start = self.next.len();
            self.next.resize(start + self.cells.len(), None);
            for (from, to) in links {
                self.next[start + from.index()] = Some(to);
            }
        }
        dirs
    }

    /// Returns the sheet that has all cells of some links.
    fn sheet_of(&self, links: &[(Cell, Cell)]) -> Option<Sheet> {
        // Directions in a space of levels are on no sheet.
        let mut sheets = self.sheets().filter(|_| self.space.is_none());
        let has = |sheet: &Sheet, cell: Cell| self.lattice(*sheet).place(cell).is_some();
        sheets.find(|sheet| {
            links
                .iter()
                .all(|(from, to)| has(sheet, *from) && has(sheet, *to))
        })
    }

    /// Returns the heading of links: that of the first one, which is a leap if a sheet has both of its
    /// cells, and otherwise leads up or down the picture.
    pub fn heading_of(&self, links: &[(Cell, Cell)]) -> Option<Heading> {
        let (from, to) = *links.first()?;
        let leap = self.on_first_sheet(|lattice| {
            let ((x, y), (to_x, to_y)) = (lattice.place(from)?, lattice.place(to)?);
            Some(Leap {
                x: to_x - x,
                y: to_y - y,
            })
        });
        let up = self.info(to).centre.y - self.info(from).centre.y;
        Some(leap.map_or_else(|| Heading::of_height(up), Leap::heading))
    }

    /// Returns the ways of a leap that is not turned, one for each sheet: by columns and ranks to the right and
    /// up, and on linked levels by levels; on hexagons by the first two of the axial coordinates. `None` if a
    /// leap of these numbers means nothing on this board.
    pub fn leap_ways(&self, name: &str, numbers: &[i16]) -> Option<Vec<LinkWay>> {
        let leap = self.geometry().leap(numbers)?;
        let way = |lattice: &Lattice| LinkWay {
            name: name.to_string(),
            links: lattice.links(leap),
            heading: self.geometry().heading(leap),
            both_ways: false,
        };
        Some(self.lattices().map(way).collect())
    }
}
