//! Grid boards: files and ranks of squares.
//!
//! The directions have the names of Betza's atoms, besides `orthogonal`, `diagonal` and `contiguous`:
//!
//! ```
//! use padma::model::grid::{self, Plan};
//! let board = grid::board(&Plan { files: 8, ranks: 8 }).map_err(|errors| format!("{errors:?}"))?;
//! assert_eq!(board.len(), 64);
//! assert_eq!(board.cells().next().map(|cell| board.name(cell)), Some("a1"));
//! # Ok::<(), String>(())
//! ```

use std::collections::BTreeMap;

use super::board::{
    Board, BoardError, CellInfo, Contact, Coordinate, Kind, Plan as BoardPlan, PlannedDirection, Point,
};
use super::cells::{Cell, PerCell};
use super::lattice::Lattice;
use super::lotus::file_letters;
use crate::movement::Heading;

/// The largest number of files and of ranks.
pub const MOST: usize = 32;

/// What a grid is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub files: usize,
    pub ranks: usize,
}

/// The atoms of Betza's notation that are a single leap, longer coordinate first.
const ATOMS: [(&str, (i16, i16)); 9] = [
    ("W", (1, 0)),
    ("F", (1, 1)),
    ("D", (2, 0)),
    ("N", (2, 1)),
    ("A", (2, 2)),
    ("H", (3, 0)),
    ("C", (3, 1)),
    ("Z", (3, 2)),
    ("G", (3, 3)),
];

/// Builds the board.
///
/// # Errors
///
/// All that is wrong with the plan.
pub fn board(plan: &Plan) -> Result<Board, Vec<BoardError>> {
    if plan.files == 0 || plan.ranks == 0 {
        return Err(vec![BoardError::Empty]);
    }
    if plan.files > MOST || plan.ranks > MOST {
        return Err(vec![BoardError::TooLarge { item: 0 }]);
    }
    let files: Vec<String> = (0..plan.files).map(file_letters).collect();
    let places: Vec<(i16, i16)> =
        (0..plan.files).flat_map(|x| (0..plan.ranks).map(move |y| (x as i16, y as i16))).collect();
    let cells = places.iter().map(|(x, y)| info(&files, *x, *y)).collect();
    let lattice = Lattice::new(PerCell::from_fn(places.len(), |cell| Some(places[cell.index()])));
    let (directions, classes) = directions(&lattice);
    Ok(Board::build(BoardPlan {
        cells,
        contacts: contacts(&lattice),
        coordinates: coordinates(&files, plan.ranks),
        sketch: None,
        files,
        directions,
        classes,
        lattice: Some(lattice),
    }))
}

fn info(files: &[String], x: i16, y: i16) -> CellInfo {
    let (left, low) = (f64::from(x) - 0.5, f64::from(y) - 0.5);
    CellInfo {
        name: format!("{}{}", files[x as usize], y + 1),
        kind: Kind::Square,
        file: x as usize,
        rank: y as usize + 1,
        outline: [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
            .map(|(dx, dy)| Point { x: left + dx, y: low + dy })
            .to_vec(),
        centre: Point { x: f64::from(x), y: f64::from(y) },
        // a1 is dark.
        shade: ((x + y) % 2) as u8,
    }
}

/// All turns and mirror images of a leap, counter-clockwise from the right.
fn turns((long, short): (i16, i16)) -> Vec<(i16, i16)> {
    let mut all = Vec::new();
    let (mut a, mut b) = ((long, short), (long, -short));
    for _ in 0..4 {
        for leap in [a, b] {
            if !all.contains(&leap) {
                all.push(leap);
            }
        }
        (a, b) = ((-a.1, a.0), (-b.1, b.0));
    }
    all
}

fn directions(lattice: &Lattice) -> (Vec<PlannedDirection>, BTreeMap<String, Vec<usize>>) {
    let (mut directions, mut classes) = (Vec::new(), BTreeMap::new());
    for (name, leap) in ATOMS {
        let first = directions.len();
        let all = turns(leap);
        for (right, up) in &all {
            let mirror = all.iter().position(|other| *other == (-right, -up)).unwrap_or(0);
            let heading = match up.signum() {
                1 => Heading::Forward,
                -1 => Heading::Backward,
                _ => Heading::Sideways,
            };
            let edges =
                lattice.places.iter().filter_map(|(from, _)| Some((from, lattice.step(from, *right, *up)?)));
            directions.push(PlannedDirection {
                name: format!("{name}({right},{up})"),
                heading: Some(heading),
                mirror: first + mirror,
                edges: edges.collect(),
            });
        }
        let dirs: Vec<usize> = (first..directions.len()).collect();
        match name {
            "W" => classes.insert("orthogonal".to_string(), dirs.clone()),
            "F" => classes.insert("diagonal".to_string(), dirs.clone()),
            _ => None,
        };
        if matches!(name, "W" | "F") {
            classes.entry("contiguous".to_string()).or_insert_with(Vec::new).extend(&dirs);
        }
        classes.insert(name.to_string(), dirs);
    }
    (directions, classes)
}

fn contacts(lattice: &Lattice) -> Vec<(Cell, Cell, Contact)> {
    let ways =
        [(1, 0, Contact::Side), (0, 1, Contact::Side), (1, 1, Contact::Corner), (1, -1, Contact::Corner)];
    let of = |cell: Cell| {
        ways.into_iter().filter_map(move |(x, y, contact)| Some((cell, lattice.step(cell, x, y)?, contact)))
    };
    lattice.places.iter().flat_map(|(cell, _)| of(cell)).collect()
}

fn coordinates(files: &[String], ranks: usize) -> Vec<Coordinate> {
    let below =
        |(x, text): (usize, &String)| Coordinate { text: text.clone(), at: Point { x: x as f64, y: -0.95 } };
    let left = |y: usize| Coordinate { text: (y + 1).to_string(), at: Point { x: -0.95, y: y as f64 } };
    files.iter().enumerate().map(below).chain((0..ranks).map(left)).collect()
}
