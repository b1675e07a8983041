//! The plain cells of a board as a few paths. Knows no marks and no pieces.

use crate::scene::{Group, Item, Scene, ScenePoint, Segment, Shape, ShapeClass, ShapeOutline};

/// Whether a group consists of plain cells, none of which covers another.
pub(super) fn is_of_cells(group: &Group) -> bool {
    group.class.is_none() && group.shapes.iter().all(|shape| shade(shape).is_some())
}

fn shade(shape: &Shape) -> Option<u8> {
    match shape.class {
        Some(ShapeClass::Cell(shade)) => Some(shade),
        _ => None,
    }
}

/// Returns the cells that [`merged`] joins, each as its shade and its name, so that a script can take
/// them apart again: the next piece of the path with the class of this shade is the cell.
pub(super) fn cell_names(cells: &[Shape]) -> String {
    let names = cells.iter().filter_map(|cell| {
        corners(cell)?;
        Some(format!("{}{}", shade(cell)?, cell.cell.as_deref()?))
    });
    names.collect::<Vec<_>>().join(" ")
}

/// Joins the polygons of one class into a path, and leaves each other cell by itself.
pub(super) fn merged(cells: &[Shape]) -> Vec<Shape> {
    let mut paths: Vec<(Option<ShapeClass>, Vec<Segment>)> = Vec::new();
    let mut others = Vec::new();
    for cell in cells {
        let Some((first, rest)) = corners(cell) else {
            others.push(cell.clone());
            continue;
        };
        let of_class = paths.iter().position(|(class, _)| *class == cell.class);
        let of_class = of_class.unwrap_or_else(|| {
            paths.push((cell.class, Vec::new()));
            paths.len() - 1
        });
        let path = &mut paths[of_class].1;
        path.push(Segment::Move(*first));
        path.extend(rest.iter().map(|at| Segment::Line(*at)));
        path.push(Segment::Close);
    }
    let path = |(class, path)| Shape {
        class,
        ..Shape::plain(ShapeOutline::Path(path))
    };
    paths.into_iter().map(path).chain(others).collect()
}

/// Whether a group consists of the tints of marked cells.
pub(super) fn is_of_tints(group: &Group) -> bool {
    let is_tint = |shape: &Shape| matches!(shape.class, Some(ShapeClass::Tinted { .. }));
    group.class.is_none() && !group.shapes.is_empty() && group.shapes.iter().all(is_tint)
}

/// Joins the tints of whole cells, and leaves the bands above them, which have no cell.
pub(super) fn merged_tints(tints: &[Shape]) -> Vec<Shape> {
    let (whole, bands): (Vec<Shape>, Vec<Shape>) =
        tints.iter().cloned().partition(|tint| tint.cell.is_some());
    let mut shapes = merged(&whole);
    shapes.extend(bands);
    shapes
}

/// Joins cells, and draws those of the class with the longest path below all others, as everything
/// within the rim of the board.
pub(super) fn merged_within(cells: &[Shape], scene: &Scene) -> Vec<Shape> {
    let mut shapes = merged(cells);
    let length = |shape: &Shape| match &shape.outline {
        ShapeOutline::Path(path) => path.len(),
        _ => 0,
    };
    let longest = (0..shapes.len()).max_by_key(|index| length(&shapes[*index]));
    if let (Some(rim), Some(longest)) = (closed_rim(scene), longest)
        && rim.len() < length(&shapes[longest])
    {
        let class = shapes.remove(longest).class;
        let ground = Shape {
            class,
            even_odd: true,
            ..Shape::plain(ShapeOutline::Path(rim.to_vec()))
        };
        shapes.insert(0, ground);
    }
    shapes
}

/// Returns the line round the board if it is closed. It is then the outline of all plain cells.
fn closed_rim(scene: &Scene) -> Option<&[Segment]> {
    let path = scene.items.iter().find_map(|item| match item {
        Item::Shape(Shape {
            class: Some(ShapeClass::Rim),
            outline: ShapeOutline::Path(path),
            ..
        }) => Some(path),
        _ => None,
    })?;
    let count =
        |is_wanted: fn(&Segment) -> bool| path.iter().filter(|segment| is_wanted(segment)).count();
    let starts = count(|segment| matches!(segment, Segment::Move(_)));
    let ends = count(|segment| matches!(segment, Segment::Close));
    (starts == ends).then_some(path)
}

fn corners(cell: &Shape) -> Option<(&ScenePoint, &[ScenePoint])> {
    match &cell.outline {
        ShapeOutline::Polygon(corners) => corners.split_first(),
        _ => None,
    }
}
