//! The lines of a board: those between its cells and the line round it, each as few strokes of the
//! pen. Knows no cells, only their outlines.

use super::UNIT;
use super::class::ShapeClass;
use super::shape::{Item, ScenePoint, Segment, Shape, ShapeOutline};

/// A line from one point to another.
type SceneLine = (ScenePoint, ScenePoint);

/// Iterates over the sides of an outline.
pub(crate) fn sides(outline: &[ScenePoint]) -> impl Iterator<Item = SceneLine> + '_ {
    outline
        .iter()
        .copied()
        .zip(outline.iter().copied().cycle().skip(1))
}

/// Draws the lines between outlines, in a class, and the line round them all. A side that two outlines share
/// is drawn once.
pub(crate) fn between<'a>(
    class: ShapeClass,
    outlines: impl Iterator<Item = &'a [ScenePoint]>,
) -> [Option<Item>; 2] {
    let mut net = Net::of(outlines.flat_map(sides));
    let [outer, shared] = net.split();
    let rim = item(ShapeClass::Rim, net.rim(outer));
    net.lines = shared;
    let between = item(class, net.trails(&net.straight_lines()));
    [between, rim]
}

/// The distance between the hatching lines of a hole.
const HATCHING: f64 = 0.16 * UNIT;

/// Hatches the holes that outlines close in.
pub(crate) fn hatching<'a>(outlines: impl Iterator<Item = &'a [ScenePoint]>) -> Option<Item> {
    // The sides of all outlines go round in the same direction.
    let sides_of = |outline| {
        let is_other = area(outline) > 0.0;
        let turned = move |(a, b): SceneLine| if is_other { (b, a) } else { (a, b) };
        sides(outline).map(turned)
    };
    let mut net = Net::of(outlines.flat_map(sides_of));
    let [outer, _] = net.split();
    let lines = net.holes(&outer).into_iter().flat_map(|hole| {
        let height = |at: ScenePoint| (at.x + at.y) / HATCHING;
        let heights = hole.iter().map(|at| height(*at));
        let (least, most) = heights
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), at| {
                (least.min(at), most.max(at))
            });
        // Half a step from whole ones, no line runs through the corner of a square.
        let steps = (least.floor() as i64..=most.ceil() as i64).map(|step| step as f64 + 0.5);
        let crossings = steps.map(move |step| {
            let crossing = |(a, b): SceneLine| {
                let part = (step - height(a)) / (height(b) - height(a));
                let at = a.moved(part * (b.x - a.x), part * (b.y - a.y));
                ((height(a) < step) != (height(b) < step)).then_some(at)
            };
            let mut crossings: Vec<ScenePoint> = sides(&hole).filter_map(crossing).collect();
            crossings.sort_by(|a, b| a.x.total_cmp(&b.x));
            crossings
        });
        let lines = crossings.flat_map(|ends| {
            let pairs = ends.chunks_exact(2).map(|pair| (pair[0], pair[1]));
            pairs.collect::<Vec<SceneLine>>()
        });
        lines.collect::<Vec<SceneLine>>()
    });
    let path = lines.flat_map(|(a, b)| [Segment::Move(a), Segment::Line(b)]);
    item(ShapeClass::Hole, path.collect())
}

/// Draws lines, in the fewest strokes that are easily found.
pub(crate) fn along(class: ShapeClass, lines: impl Iterator<Item = SceneLine>) -> Option<Item> {
    let net = Net::of(lines);
    item(class, net.trails(&net.straight_lines()))
}

fn item(class: ShapeClass, path: Vec<Segment>) -> Option<Item> {
    (!path.is_empty()).then(|| Item::Shape(Shape::of(class, ShapeOutline::Path(path))))
}

/// A line, by the corners at its ends.
type LineEnds = [usize; 2];

/// Lines that meet at corners.
struct Net {
    corners: Vec<ScenePoint>,
    lines: Vec<LineEnds>,
}

impl Net {
    fn of(lines: impl Iterator<Item = SceneLine>) -> Net {
        let ends: Vec<ScenePoint> = lines.flat_map(|(a, b)| [a, b]).collect();
        // Corners computed in two ways may differ in their last bits.
        let key = |at: &ScenePoint| ((at.x * 16.0).round() as i64, (at.y * 16.0).round() as i64);
        let mut order: Vec<_> = ends.iter().map(key).zip(0..).collect();
        order.sort_unstable();
        let mut corners = Vec::new();
        let mut corner_at = vec![0; ends.len()];
        for same in order.chunk_by(|(one, _), (next, _)| one == next) {
            same.iter()
                .for_each(|(_, end)| corner_at[*end] = corners.len());
            corners.push(ends[same[0].1]);
        }
        let lines = corner_at.chunks_exact(2).map(|ends| [ends[0], ends[1]]);
        Net {
            corners,
            lines: lines.collect(),
        }
    }

    /// Takes the lines apart: those of one outline, and those that several share.
    fn split(&mut self) -> [Vec<LineEnds>; 2] {
        let mut sides_at: Vec<Vec<usize>> = vec![Vec::new(); self.corners.len()];
        let mut counted: Vec<(LineEnds, usize)> = Vec::new();
        for line in std::mem::take(&mut self.lines) {
            let known = &mut sides_at[line[0].min(line[1])];
            let is_same = |other: LineEnds| other == line || other == [line[1], line[0]];
            match known.iter().find(|index| is_same(counted[**index].0)) {
                Some(index) => counted[*index].1 += 1,
                None => {
                    known.push(counted.len());
                    counted.push((line, 1));
                }
            }
        }
        let (outer, shared): (Vec<_>, Vec<_>) =
            counted.into_iter().partition(|(_, cells)| *cells == 1);
        [outer, shared].map(|sides| sides.into_iter().map(|(line, _)| line).collect())
    }

    /// Returns the outlines of the places that some sides close in. At a corner where two such places
    /// meet, each keeps to its own sides.
    fn holes(&self, sides: &[LineEnds]) -> Vec<Vec<ScenePoint>> {
        let mut left = sides.to_vec();
        let mut holes = Vec::new();
        while let Some([start, mut end]) = left.pop() {
            let mut around = vec![start];
            while end != start {
                let before = around[around.len() - 1];
                let turn = |side: &&[usize; 2]| self.turn([before, end, side[1]]);
                let next = left.iter().filter(|side| side[0] == end);
                let Some(next) = next.max_by(|a, b| turn(a).total_cmp(&turn(b))).copied() else {
                    break;
                };
                left.retain(|side| *side != next);
                around.push(end);
                end = next[1];
            }
            let outline: Vec<ScenePoint> = around.iter().map(|at| self.corners[*at]).collect();
            if end == start && area(&outline) > 0.0 && !is_round(&outline) {
                holes.push(outline);
            }
        }
        holes
    }

    /// Returns a number that grows with the angle by which the way through three points turns.
    fn turn(&self, way: [usize; 3]) -> f64 {
        let [a, b, c] = way.map(|corner| self.corners[corner]);
        let (first, second) = ((b.x - a.x, b.y - a.y), (c.x - b.x, c.y - b.y));
        let across = first.0 * second.1 - first.1 * second.0;
        let along = first.0 * second.0 + first.1 * second.1;
        let straight = along / (across * across + along * along).sqrt();
        if across < 0.0 {
            straight - 1.0
        } else {
            1.0 - straight
        }
    }

    /// Returns the lines at each corner.
    fn lines_at(&self, lines: &[LineEnds]) -> Vec<Vec<usize>> {
        let mut lines_at = vec![Vec::new(); self.corners.len()];
        for (index, line) in lines.iter().enumerate() {
            line.iter().for_each(|corner| lines_at[*corner].push(index));
        }
        lines_at
    }

    /// Joins lines that continue one another straight.
    fn straight_lines(&self) -> Vec<LineEnds> {
        let lines_at = self.lines_at(&self.lines);
        let mut is_left = vec![true; self.lines.len()];
        // Returns the far end of a line that continues the way from one corner to another.
        let extended = |[from, to]: LineEnds, is_left: &mut [bool]| {
            let (index, far) = lines_at[to].iter().find_map(|index| {
                let far = far_end(self.lines[*index], to);
                (is_left[*index] && self.is_straight([from, to, far])).then_some((*index, far))
            })?;
            is_left[index] = false;
            Some(far)
        };
        let mut straight = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            if !std::mem::replace(&mut is_left[index], false) {
                continue;
            }
            let [mut a, mut b] = *line;
            while let Some(far) = extended([a, b], &mut is_left) {
                b = far;
            }
            while let Some(far) = extended([b, a], &mut is_left) {
                a = far;
            }
            straight.push([a, b]);
        }
        straight
    }

    /// Whether the way through three points has no corner.
    fn is_straight(&self, way: [usize; 3]) -> bool {
        let [a, b, c] = way.map(|corner| self.corners[corner]);
        let (first, second) = ((b.x - a.x, b.y - a.y), (c.x - b.x, c.y - b.y));
        let across = first.0 * second.1 - first.1 * second.0;
        let along = first.0 * second.0 + first.1 * second.1;
        along > 0.0 && across.abs() < 1e-6 * along
    }

    /// Joins lines into paths: the next line begins at the end of the last one if any line does.
    fn trails(&self, lines: &[LineEnds]) -> Vec<Segment> {
        let lines_at = self.lines_at(lines);
        let mut is_left = vec![true; lines.len()];
        let mut path = Vec::new();
        for first in 0..lines.len() {
            if !is_left[first] {
                continue;
            }
            let mut at = lines[first][0];
            path.push(Segment::Move(self.corners[at]));
            let mut next = Some(first);
            while let Some(index) = next {
                is_left[index] = false;
                at = far_end(lines[index], at);
                path.push(Segment::Line(self.corners[at]));
                next = lines_at[at].iter().copied().find(|index| is_left[*index]);
            }
        }
        path
    }

    /// Joins sides into long paths, so that their corners are round.
    fn rim(&self, sides: Vec<LineEnds>) -> Vec<Segment> {
        let mut starts_at: Vec<Vec<usize>> = vec![Vec::new(); self.corners.len()];
        for (index, [start, _]) in sides.iter().enumerate() {
            starts_at[*start].push(index);
        }
        let mut is_left = vec![true; sides.len()];
        let mut path = Vec::new();
        for (first, side) in sides.iter().enumerate() {
            if !std::mem::replace(&mut is_left[first], false) {
                continue;
            }
            let [start, mut end] = *side;
            path.push(Segment::Move(self.corners[start]));
            let mut before = start;
            while let Some(next) = starts_at[end].iter().find(|index| is_left[**index]) {
                is_left[*next] = false;
                let far = sides[*next][1];
                if !self.is_straight([before, end, far]) {
                    path.push(Segment::Line(self.corners[end]));
                    before = end;
                }
                end = far;
                if end == start {
                    path.push(Segment::Close);
                    break;
                }
            }
            if end != start {
                path.push(Segment::Line(self.corners[end]));
            }
        }
        path
    }
}

/// Returns twice the area of an outline; less than zero, depending on its direction.
fn area(outline: &[ScenePoint]) -> f64 {
    sides(outline).map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}

/// Whether an outline is a circle of many corners: the middle of a ring, which nobody takes for a cell.
fn is_round(outline: &[ScenePoint]) -> bool {
    let count = outline.len() as f64;
    let mean = |of: fn(&ScenePoint) -> f64| outline.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|at| at.x), mean(|at| at.y));
    let squares = outline
        .iter()
        .map(|at| (at.x - x) * (at.x - x) + (at.y - y) * (at.y - y));
    let (least, most) = squares.fold((f64::INFINITY, 0.0_f64), |(least, most), square| {
        (least.min(square), most.max(square))
    });
    outline.len() > CORNERS_OF_CELL && most - least < 0.02 * most
}

/// The most corners of an outline that could be a cell's.
const CORNERS_OF_CELL: usize = 24;

fn far_end([a, b]: LineEnds, near: usize) -> usize {
    if a == near { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> ScenePoint {
        ScenePoint { x, y }
    }

    fn square(x: f64, y: f64) -> Vec<ScenePoint> {
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
            .map(|(right, down)| at(x + right, y + down))
            .to_vec()
    }

    fn path(item: &Item) -> &[Segment] {
        match item {
            Item::Shape(Shape {
                outline: ShapeOutline::Path(path),
                ..
            }) => path,
            _ => panic!("{item:?}"),
        }
    }

    #[test]
    fn four_squares_have_two_lines_and_a_rim_of_four_sides() {
        let squares = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(x, y)| square(x, y));
        let drawn = between(ShapeClass::Lines, squares.iter().map(Vec::as_slice));
        let [Some(lines), Some(rim)] = &drawn else {
            panic!("{drawn:?}");
        };
        let down = [Segment::Move(at(1.0, 0.0)), Segment::Line(at(1.0, 2.0))];
        let right = [Segment::Move(at(2.0, 1.0)), Segment::Line(at(0.0, 1.0))];
        assert_eq!(path(lines), [down, right].concat());
        let corners = path(rim).iter();
        let corners = corners.filter(|segment| matches!(segment, Segment::Line(_)));
        assert_eq!(corners.count(), 3, "{rim:?}");
        assert_eq!(path(rim).last(), Some(&Segment::Close));
    }

    #[test]
    fn only_a_place_that_cells_close_in_is_hatched() {
        // The corner that is missing touches the middle.
        let is_there = |(column, row): &(u8, u8)| (*column, *row) != (1, 1) && column + row > 0;
        let places = (0..3).flat_map(|column| (0..3).map(move |row| (column, row)));
        let scaled = |(column, row): (u8, u8)| -> Vec<ScenePoint> {
            let outline = square(column.into(), row.into()).into_iter();
            outline
                .map(|corner| at(UNIT * corner.x, UNIT * corner.y))
                .collect()
        };
        let drawn = |places: Vec<(u8, u8)>| {
            let outlines: Vec<_> = places.into_iter().map(scaled).collect();
            hatching(outlines.iter().map(Vec::as_slice))
        };
        let hatched = drawn(places.clone().filter(is_there).collect()).unwrap();
        for segment in path(&hatched) {
            let (Segment::Move(end) | Segment::Line(end)) = segment else {
                panic!("{segment:?}");
            };
            let is_in_the_middle = |along: f64| (UNIT..=2.0 * UNIT).contains(&along);
            assert!(
                is_in_the_middle(end.x) && is_in_the_middle(end.y),
                "{end:?}"
            );
        }
        assert_eq!(
            drawn(places.filter(|place| *place != (0, 0)).collect()),
            None
        );
    }

    #[test]
    fn a_line_begins_where_the_last_one_ended() {
        let lines = vec![
            (at(0.0, 0.0), at(1.0, 1.0)),
            (at(2.0, 0.0), at(1.0, 1.0)),
            (at(5.0, 5.0), at(6.0, 5.0)),
        ];
        let drawn = along(ShapeClass::Link, lines.into_iter());
        let moves = drawn.iter().flat_map(path);
        let moves = moves.filter(|segment| matches!(segment, Segment::Move(_)));
        assert_eq!(moves.count(), 2, "{drawn:?}");
    }
}
