//! Symmetries of a board: permutations of its cells that carry the rays of some move tables into one another, so that
//! whatever moves by them in one position moves alike in its image.
//!
//! They are found by colour refinement: two cells can be images of one another only if their rays lead over cells that
//! can. What the colours suggest is then held against the tables, ray by ray, and counts only if it is so.

use super::rays::RayEntry;
use super::table::MoveTable;
use crate::model::{Cell, CellSet, PerCell};

/// How many times colours are refined in search of symmetries, for each cell. A symmetry missed costs only time.
const REFINEMENTS_A_CELL: usize = 4;

/// The cells that symmetries carry into one another.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries {
    /// One cell of each orbit, with the number of cells of its orbit.
    pub orbits: Vec<(Cell, u32)>,
    /// For each cell the place of its orbit, and a symmetry that carries it to that orbit's cell.
    pub home: PerCell<(usize, PerCell<Cell>)>,
}

type Permutation = PerCell<Cell>;
/// A number for each cell, by which cells are told apart that no symmetry exchanges.
type CellColours = PerCell<u64>;

impl Symmetries {
    /// That of each cell with itself.
    pub(crate) fn none(cells: usize) -> Symmetries {
        Symmetries::generated(&[], cells)
    }

    /// Those that keep these sets and what pieces that have moved may do by these tables, which must go along rays only.
    pub(crate) fn of(tables: &[&MoveTable], sets: &[CellSet], cells: usize) -> Symmetries {
        let rays = PerCell::from_fn(cells, |origin| rays_from(tables, origin));
        let mut search = Search {
            rays: &rays,
            sets,
            left: REFINEMENTS_A_CELL * cells,
        };
        let mut refined = PerCell::from_fn(cells, |cell| {
            sets.iter().fold(0, |colour, set| {
                mixed(colour, u64::from(set.contains(cell)))
            })
        });
        search.refine(&mut refined, None);
        let mut generators = Vec::new();
        let mut found = Symmetries::none(cells);
        for cell in (0..cells).map(Cell::new) {
            let first = found.orbits[found.home[cell].0].0;
            let others = found.orbits.iter().map(|(other, _)| *other);
            let mut like = others.filter(|other| *other < cell && refined[*other] == refined[cell]);
            let new = (first == cell)
                .then(|| like.find_map(|other| search.carry(&refined, other, &refined, cell)))
                .flatten();
            if let Some(new) = new {
                generators.push(new);
                found = Symmetries::generated(&generators, cells);
            }
        }
        found
    }

    /// Those that come of these, one after another.
    fn generated(generators: &[Permutation], cells: usize) -> Symmetries {
        let same = || PerCell::from_fn(cells, |cell| cell);
        let mut orbits = Vec::new();
        let mut homes: Vec<Option<(usize, Permutation)>> = vec![None; cells];
        for first in (0..cells).map(Cell::new) {
            if homes[first.index()].is_some() {
                continue;
            }
            homes[first.index()] = Some((orbits.len(), same()));
            let mut orbit = vec![first];
            let mut at = 0;
            while let Some(cell) = orbit.get(at).copied() {
                at += 1;
                for generator in generators {
                    let image = generator[cell];
                    let Some((_, back)) = &homes[cell.index()] else {
                        continue;
                    };
                    if homes[image.index()].is_none() {
                        let mut home = same();
                        for other in (0..cells).map(Cell::new) {
                            home[generator[other]] = back[other];
                        }
                        homes[image.index()] = Some((orbits.len(), home));
                        orbit.push(image);
                    }
                }
            }
            orbits.push((first, orbit.len() as u32));
        }
        let home = PerCell::from_fn(cells, |cell| {
            homes[cell.index()].take().unwrap_or_else(|| (0, same()))
        });
        Symmetries { orbits, home }
    }
}

/// A ray, by what goes along it: the place of its table and its program.
type ProgramRay<'a> = ((usize, u16, bool), &'a [RayEntry]);

fn rays_from<'a>(tables: &[&'a MoveTable], origin: Cell) -> Vec<ProgramRay<'a>> {
    let rays = tables.iter().enumerate().flat_map(|(place, table)| {
        let rays = table
            .rays(origin)
            .iter()
            .filter(|(head, _)| !head.first_move);
        rays.map(move |(head, entries)| ((place, head.program, head.open_to_en_passant), entries))
    });
    rays.collect()
}

struct Search<'a> {
    /// The rays from each cell.
    rays: &'a PerCell<Vec<ProgramRay<'a>>>,
    sets: &'a [CellSet],
    /// How many more times colours may be refined.
    left: usize,
}

impl Search<'_> {
    /// A permutation that carries one cell to another and keeps colours and rays.
    fn carry(
        &mut self,
        from: &CellColours,
        cell: Cell,
        to: &CellColours,
        image: Cell,
    ) -> Option<Permutation> {
        let [mut from, mut to] = [(from, cell), (to, image)].map(|(colours, cell)| {
            let mut colours = colours.clone();
            colours[cell] = mixed(colours[cell], 1);
            colours
        });
        let rounds = self.refine(&mut from, None)?;
        self.refine(&mut to, Some(rounds))?;
        let [sorted, images] = [&from, &to].map(in_order);
        if !sorted
            .iter()
            .map(|(colour, _)| colour)
            .eq(images.iter().map(|(colour, _)| colour))
        {
            return None;
        }
        let Some(pair) = sorted.windows(2).find(|pair| pair[0].0 == pair[1].0) else {
            let mut permutation = PerCell::from_fn(sorted.len(), |cell| cell);
            for ((_, cell), (_, image)) in sorted.iter().zip(&images) {
                permutation[*cell] = *image;
            }
            return self.is_symmetry(&permutation).then_some(permutation);
        };
        let (colour, next) = pair[0];
        let like = images.iter().filter(|(other, _)| *other == colour);
        like.map(|(_, image)| *image)
            .find_map(|image| self.carry(&from, next, &to, image))
    }

    /// Tells cells apart by the colours of those that their rays lead over, so many times or until nothing more comes
    /// of it, and says how often; `None` if that has been done too often.
    fn refine(&mut self, colours: &mut CellColours, rounds: Option<usize>) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let (mut known, mut round) = (kinds(colours), 0);
        loop {
            if rounds == Some(round) {
                return rounds;
            }
            *colours = PerCell::from_fn(colours.len(), |cell| self.colour(colours, cell));
            round += 1;
            let now = kinds(colours);
            if rounds.is_none() && now == known {
                return Some(round);
            }
            known = now;
        }
    }

    fn colour(&self, colours: &CellColours, cell: Cell) -> u64 {
        let rays = self.rays[cell]
            .iter()
            .map(|((table, program, open), entries)| {
                let start = mixed(*table as u64, u64::from(*program) << 1 | u64::from(*open));
                entries.iter().fold(start, |ray, entry| {
                    mixed(ray, mixed(colours[entry.cell], u64::from(entry.sort)))
                })
            });
        // In whatever order the rays stand.
        mixed(colours[cell], rays.fold(0, u64::wrapping_add))
    }

    /// Whether the rays from each cell, carried over, are those from its image, and each set is its own image.
    fn is_symmetry(&self, permutation: &Permutation) -> bool {
        let keeps_sets = |cell: Cell| {
            self.sets
                .iter()
                .all(|set| set.contains(cell) == set.contains(permutation[cell]))
        };
        let carry = |entry: &RayEntry| RayEntry {
            cell: permutation[entry.cell],
            ..*entry
        };
        self.rays.iter().all(|(origin, rays)| {
            let carried = rays
                .iter()
                .map(|(head, entries)| (*head, entries.iter().map(carry).collect()));
            let mut carried: Vec<(_, Vec<RayEntry>)> = carried.collect();
            let images = self.rays[permutation[origin]].iter();
            let mut images: Vec<_> = images
                .map(|(head, entries)| (*head, entries.to_vec()))
                .collect();
            carried.sort_unstable();
            images.sort_unstable();
            keeps_sets(origin) && carried == images
        })
    }
}

fn in_order(colours: &CellColours) -> Vec<(u64, Cell)> {
    let mut sorted: Vec<_> = colours
        .iter()
        .map(|(cell, colour)| (*colour, cell))
        .collect();
    sorted.sort_unstable();
    sorted
}

/// How many colours there are.
fn kinds(colours: &CellColours) -> usize {
    in_order(colours).chunk_by(|a, b| a.0 == b.0).count()
}

/// Two numbers made one, whose bits all depend on those of both.
fn mixed(a: u64, b: u64) -> u64 {
    let number = (a ^ b.rotate_left(32))
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(b);
    let number = (number ^ (number >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number ^ (number >> 32)
}
