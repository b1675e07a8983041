//! Grids that are not drawn as squares: crossings of lines, and rings.

use std::collections::BTreeSet;
use std::f64::consts::PI;

use super::plan::{GridDrawing, GridPlan, Place};
use crate::model::board::{Coordinate, Point};
use crate::model::circle::on_circle;

/// The distance from the middle of a cell at the edge to the middle of its file's letters or its
/// rank's number.
pub(super) const MARGIN: f64 = 0.95;

/// The width of the innermost cells of a ring in their middle, in units of a square's side.
const INNER_WIDTH: f64 = 0.85;

/// The angle that one side of a cell of a ring turns by at most, in radians.
const STRAIGHT: f64 = 0.07;

/// How far the number of a rank lies from the side of its cell, and outwards from its middle.
const CORNER: (f64, f64) = (0.12, 0.34);

/// Returns the lines whose crossings are the cells, if the grid is drawn so. Inner files end at the
/// river.
pub(super) fn crossing_lines(plan: &GridPlan, places: &BTreeSet<Place>) -> Vec<(Point, Point)> {
    let GridDrawing::Points { river } = plan.drawn else {
        return Vec::new();
    };
    let (files, _) = plan.size();
    let at = |(x, y): Place| Point::new(x, y);
    let mut lines = Vec::new();
    for (x, y) in places.iter().copied() {
        let is_river = river == usize::try_from(y + 1).ok() && (1..files - 1).contains(&x);
        for next in [(x + 1, y), (x, y + 1)] {
            let is_cut = is_river && next.0 == x;
            if !is_cut && places.contains(&next) {
                lines.push((at((x, y)), at(next)));
            }
        }
    }
    lines
}

/// Writes into a river of nine files or more what boards of Xiangqi have there: the river of Chu and
/// the border of Han.
pub(super) fn inscription(plan: &GridPlan) -> Vec<Coordinate> {
    let GridDrawing::Points { river: Some(river) } = plan.drawn else {
        return Vec::new();
    };
    let middle = (plan.files.len() as f64 - 1.0) / 2.0;
    let letters = [('楚', -3.0), ('河', -2.0), ('漢', 2.0), ('界', 3.0)];
    let letter = |(letter, x): (char, f64)| Coordinate {
        text: letter.to_string(),
        at: Point::new(middle + x, river as f64 - 0.5),
    };
    let has_room = middle >= 4.0;
    letters
        .into_iter()
        .filter(|_| has_room)
        .map(letter)
        .collect()
}

/// Returns the place of a file on the circle, as part of a turn; files and fractions between them are counted from the
/// left. The middle of the files is at the top, and they follow one another clockwise.
fn turn(plan: &GridPlan, x: f64) -> f64 {
    let files = plan.files.len() as f64;
    0.25 - (x - (files - 1.0) / 2.0) / files
}

/// The distance of a rank from the middle of the ring.
fn radius(plan: &GridPlan, y: f64) -> f64 {
    let innermost = INNER_WIDTH * plan.files.len() as f64 / (2.0 * PI);
    innermost.max(1.0) + y
}

fn round(plan: &GridPlan, x: f64, y: f64) -> Point {
    on_circle(radius(plan, y), turn(plan, x))
}

/// Returns the middle and the outline of a cell of a ring.
pub(super) fn round_cell(plan: &GridPlan, (x, y): Place) -> (Point, Vec<Point>) {
    let (x, y) = (f64::from(x), f64::from(y));
    let width = 2.0 * PI / plan.files.len() as f64;
    let parts = (width / STRAIGHT).ceil() as usize;
    let along = |part: usize| x - 0.5 + part as f64 / parts as f64;
    // Counter-clockwise: the outer side from its right end to its left, then the inner side back.
    let outer = (0..=parts)
        .rev()
        .map(|part| round(plan, along(part), y + 0.5));
    let inner = (0..=parts).map(|part| round(plan, along(part), y - 0.5));
    (round(plan, x, y), outer.chain(inner).collect())
}

/// Returns where the letters of a file stand, outside a ring.
pub(super) fn beside_file(plan: &GridPlan, x: f64) -> Point {
    round(plan, x, plan.ranks.len() as f64 - 1.0 + MARGIN - 0.05)
}

/// Returns where the number of a rank stands: in the outer corner of the cell where the ring begins.
pub(super) fn in_rank(plan: &GridPlan, y: f64) -> Point {
    let outwards = y + CORNER.1;
    let width = 2.0 * PI * radius(plan, outwards) / plan.files.len() as f64;
    round(plan, CORNER.0 / width - 0.5, outwards)
}
