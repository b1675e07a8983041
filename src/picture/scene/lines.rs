//! The lines of a board: those between its cells and the line round it, each as few strokes of the
//! pen. Knows no cells, only their outlines.

use std::collections::BTreeMap;

use super::class::ShapeClass;
use super::shape::{Item, ScenePoint, Segment, Shape, ShapeOutline};

/// A line from one point to another.
type SceneLine = (ScenePoint, ScenePoint);

/// Iterates over the sides of an outline.
pub(crate) fn sides(outline: &[ScenePoint]) -> impl Iterator<Item = (ScenePoint, ScenePoint)> + '_ {
    outline
        .iter()
        .copied()
        .zip(outline.iter().copied().cycle().skip(1))
}

/// Draws the lines between outlines, and the line round them all. A side that two outlines share is
/// drawn once.
pub(crate) fn between<'a>(outlines: impl Iterator<Item = &'a [ScenePoint]>) -> Vec<Item> {
    let mut index_of: BTreeMap<[PointKey; 2], usize> = BTreeMap::new();
    let mut all: Vec<(SceneLine, usize)> = Vec::new();
    for (a, b) in outlines.flat_map(sides) {
        let mut ends = [key(a), key(b)];
        ends.sort_unstable();
        let index = *index_of.entry(ends).or_insert(all.len());
        match all.get_mut(index) {
            Some((_, cells)) => *cells += 1,
            None => all.push(((a, b), 1)),
        }
    }
    let (outer, shared): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, cells)| *cells == 1);
    let lines = |sides: Vec<(SceneLine, usize)>| sides.into_iter().map(|(line, _)| line).collect();
    let rim = item(ShapeClass::Rim, join_sides(lines(outer)));
    along(ShapeClass::Lines, lines(shared))
        .into_iter()
        .chain(rim)
        .collect()
}

/// Draws lines, in the fewest strokes that are easily found.
pub(crate) fn along(class: ShapeClass, lines: Vec<SceneLine>) -> Option<Item> {
    item(class, trails(&straight_lines(&lines)))
}

fn item(class: ShapeClass, path: Vec<Segment>) -> Option<Item> {
    (!path.is_empty()).then(|| Item::Shape(Shape::of(class, ShapeOutline::Path(path))))
}

/// A point rounded: corners computed in two ways may differ in their last bits.
type PointKey = (i64, i64);

fn key(at: ScenePoint) -> PointKey {
    ((at.x * 16.0).round() as i64, (at.y * 16.0).round() as i64)
}

/// The lines, by the keys of their ends.
type ByEnd = BTreeMap<PointKey, Vec<usize>>;

fn by_end(lines: &[SceneLine]) -> ByEnd {
    let mut by_end = ByEnd::new();
    for (index, (a, b)) in lines.iter().enumerate() {
        by_end.entry(key(*a)).or_default().push(index);
        by_end.entry(key(*b)).or_default().push(index);
    }
    by_end
}

/// Joins sides that continue one another straight.
fn straight_lines(sides: &[SceneLine]) -> Vec<SceneLine> {
    let by_end = by_end(sides);
    let mut is_left = vec![true; sides.len()];
    // Returns the far end of a side that continues the line from one point to another.
    let extended = |from: ScenePoint, to: ScenePoint, is_left: &mut Vec<bool>| {
        let next = by_end.get(&key(to))?.iter().find_map(|index| {
            let (a, b) = sides[*index];
            let far = if key(a) == key(to) { b } else { a };
            (is_left[*index] && is_straight(from, to, far)).then_some((*index, far))
        });
        let (index, far) = next?;
        is_left[index] = false;
        Some(far)
    };
    let mut lines = Vec::new();
    for index in 0..sides.len() {
        if !std::mem::replace(&mut is_left[index], false) {
            continue;
        }
        let (mut a, mut b) = sides[index];
        while let Some(far) = extended(a, b, &mut is_left) {
            b = far;
        }
        while let Some(far) = extended(b, a, &mut is_left) {
            a = far;
        }
        lines.push((a, b));
    }
    lines
}

/// Whether the way through three points has no corner.
fn is_straight(a: ScenePoint, b: ScenePoint, c: ScenePoint) -> bool {
    let (first, second) = ((b.x - a.x, b.y - a.y), (c.x - b.x, c.y - b.y));
    let across = first.0 * second.1 - first.1 * second.0;
    let along = first.0 * second.0 + first.1 * second.1;
    along > 0.0 && across.abs() < 1e-6 * along
}

/// Draws lines one after another, each from where the last ended if one begins there.
fn trails(lines: &[SceneLine]) -> Vec<Segment> {
    let by_end = by_end(lines);
    let mut is_left = vec![true; lines.len()];
    let mut path = Vec::new();
    for first in 0..lines.len() {
        let mut next = is_left[first].then_some((first, lines[first]));
        if let Some((_, (start, _))) = next {
            path.push(Segment::Move(start));
        }
        while let Some((index, (_, end))) = next {
            is_left[index] = false;
            path.push(Segment::Line(end));
            let meeting = by_end.get(&key(end)).into_iter().flatten();
            let following = meeting.copied().find(|index| is_left[*index]);
            next = following.map(|index| {
                let (a, b) = lines[index];
                let is_forward = key(a) == key(end);
                (index, if is_forward { (a, b) } else { (b, a) })
            });
        }
    }
    path
}

/// Joins sides into long paths, so that their corners are round.
fn join_sides(mut sides: Vec<SceneLine>) -> Vec<Segment> {
    let mut path = Vec::new();
    while !sides.is_empty() {
        let (start, mut end) = sides.remove(0);
        path.push(Segment::Move(start));
        let mut before = start;
        while let Some(index) = sides.iter().position(|(a, _)| key(*a) == key(end)) {
            let far = sides.remove(index).1;
            if !is_straight(before, end, far) {
                path.push(Segment::Line(end));
                before = end;
            }
            end = far;
            if key(end) == key(start) {
                path.push(Segment::Close);
                break;
            }
        }
        if key(end) != key(start) {
            path.push(Segment::Line(end));
        }
    }
    path
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
        let drawn = between(squares.iter().map(Vec::as_slice));
        let [lines, rim] = drawn.as_slice() else {
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
    fn a_line_begins_where_the_last_one_ended() {
        let lines = vec![
            (at(0.0, 0.0), at(1.0, 1.0)),
            (at(2.0, 0.0), at(1.0, 1.0)),
            (at(5.0, 5.0), at(6.0, 5.0)),
        ];
        let drawn = along(ShapeClass::Link, lines);
        let moves = drawn.iter().flat_map(path);
        let moves = moves.filter(|segment| matches!(segment, Segment::Move(_)));
        assert_eq!(moves.count(), 2, "{drawn:?}");
    }
}
