//! Marks: their symbols, which differ in shape and not only in colour; their places in a cell;
//! and the ring round a piece on a marked cell.

use super::UNIT;
use super::cells::{MarkRow, SceneCell};
use super::class::{ShapeClass, ink};
use super::shape::{Group, Item, Rounded, ScenePoint, Segment, Shape, ShapeOutline, circle};
use padma_rules::diagram::Diagram;

/// Number of marks with a shape of their own; later ones wrap round.
pub(crate) const SHAPES: usize = 8;

/// Distance from a piece to the middle of its ring.
pub(crate) const RING: f64 = 0.085 * UNIT;
/// The radius of a mark on a ring, and of its seat.
const ON_RING: f64 = 0.085 * UNIT;
const SEAT: f64 = 0.135 * UNIT;
/// Distance by which the centre of a seat is outside the middle of the ring.
const SEAT_OFFSET: f64 = 0.035 * UNIT;
/// The leg of a right isosceles triangle whose hypotenuse is 1.
const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// Half the side of an equilateral triangle whose corners are at distance 1 from its centre.
const HALF_SIDE: f64 = 0.866_025_403_784_438_6;

/// Returns the symbol of the mark with this index.
pub(crate) fn symbol(mark: usize, centre: ScenePoint, radius: f64) -> ShapeOutline {
    let polygon = |corners: &[(f64, f64)]| {
        ShapeOutline::Polygon(
            corners
                .iter()
                .map(|(x, y)| centre.moved(x * radius, y * radius))
                .collect(),
        )
    };
    match mark % SHAPES {
        0 => ShapeOutline::Circle {
            centre,
            radius: 0.95 * radius,
        },
        1 => ring(centre, radius, 0.52 * radius),
        2 => cross(centre, radius),
        3 => polygon(&[
            (0.0, -1.15),
            (1.3 * HALF_SIDE, 0.8),
            (-1.3 * HALF_SIDE, 0.8),
        ]),
        4 => polygon(&[(0.0, -1.35), (1.2, 0.0), (0.0, 1.35), (-1.2, 0.0)]),
        5 => polygon(&[(-1.15, -0.42), (1.15, -0.42), (1.15, 0.42), (-1.15, 0.42)]),
        6 => frame(centre, 0.95 * radius, 0.48 * radius),
        _ => polygon(&[
            (-1.0, -1.0),
            (1.0, -1.0),
            (0.0, 0.0),
            (1.0, 1.0),
            (-1.0, 1.0),
            (0.0, 0.0),
        ]),
    }
}

fn ring(centre: ScenePoint, outside: f64, inside: f64) -> ShapeOutline {
    let mut path = circle(centre, outside, true).to_vec();
    path.extend(circle(centre, inside, false));
    ShapeOutline::Path(path)
}

/// Returns two bars that cross at the centre, diagonally.
fn cross(centre: ScenePoint, radius: f64) -> ShapeOutline {
    let (long, short) = (1.25 * radius, 0.36 * radius);
    let upright = [
        (short, -long),
        (short, -short),
        (long, -short),
        (long, short),
        (short, short),
        (short, long),
        (-short, long),
        (-short, short),
        (-long, short),
        (-long, -short),
        (-short, -short),
        (-short, -long),
    ];
    let slanted = |(x, y): (f64, f64)| centre.moved((x - y) * DIAGONAL, (x + y) * DIAGONAL);
    ShapeOutline::Polygon(upright.into_iter().map(slanted).collect())
}

/// Returns a hollow square.
fn frame(centre: ScenePoint, outside: f64, inside: f64) -> ShapeOutline {
    let mut path = Vec::new();
    for (half, turns) in [(outside, 1.0), (inside, -1.0)] {
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let mut corners = corners
            .map(|(x, y)| centre.moved(turns * x * half, y * half))
            .into_iter();
        path.extend(corners.next().map(Segment::Move));
        path.extend(corners.map(Segment::Line));
        path.push(Segment::Close);
    }
    ShapeOutline::Path(path)
}

/// Draws the symbols of each mark on the cells without a piece.
pub(crate) fn marks(diagram: &Diagram, places: &[SceneCell]) -> Vec<Item> {
    let empty_cells = || places.iter().filter(|place| !place.has_piece);
    let group = |(index, mark): (usize, &padma_rules::diagram::Mark)| {
        let shape = |place: &SceneCell| {
            let position_in_row = place.marks.iter().position(|mark| *mark == index)?;
            let row = MarkRow::of(place);
            let row = if diagram.names {
                row.move_below_name(place)
            } else {
                row
            };
            Some(
                Shape::plain(symbol(index, row.centres[position_in_row], row.radius))
                    .on_cell(&place.name),
            )
        };
        let shapes: Vec<Shape> = empty_cells().filter_map(shape).collect();
        let title = (!mark.meaning.is_empty()).then(|| mark.meaning.clone());
        let class = Some(ShapeClass::Mark(ink(index)));
        (!shapes.is_empty()).then_some(Item::Group(Group {
            class,
            title,
            shapes,
            ..Group::default()
        }))
    };
    diagram.marks.iter().enumerate().filter_map(group).collect()
}

/// Draws the rings round a piece with this body. Two marks have half a ring each; otherwise the
/// first mark has the whole ring.
pub(crate) fn rings(body: Rounded, marks: &[usize]) -> Vec<Shape> {
    let body = body.grown(RING);
    let ring_shape =
        |mark: usize, outline: ShapeOutline| Shape::of(ShapeClass::Ring(ink(mark)), outline);
    match marks {
        [] => Vec::new(),
        [left, right] => {
            vec![
                ring_shape(*left, ShapeOutline::Path(body.half(-1.0))),
                ring_shape(*right, ShapeOutline::Path(body.half(1.0))),
            ]
        }
        [first, ..] => vec![ring_shape(*first, body.outline())],
    }
}

/// Draws the symbols of these marks on their seats on the ring. A single symbol avoids the pieces
/// nearby if possible.
pub(crate) fn seats(body: Rounded, marks: &[usize], nearby: &[Rounded]) -> Vec<Shape> {
    let slant = (body.radius + RING + SEAT_OFFSET) * DIAGONAL;
    let (x, y) = (
        body.half_width - body.radius + slant,
        body.half_height - body.radius + slant,
    );
    let at = |(right, down): (f64, f64)| body.centre.moved(right * x, down * y);
    let corners: Vec<ScenePoint> = match marks.len() {
        1 => {
            // The lower right corner may have a tag.
            let corners = [(1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)].map(at);
            let is_covered =
                |seat: ScenePoint| nearby.iter().any(|piece| piece.touches(seat, SEAT));
            vec![
                corners
                    .into_iter()
                    .find(|seat| !is_covered(*seat))
                    .unwrap_or(corners[0]),
            ]
        }
        _ => [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(at)
            .to_vec(),
    };
    let mut shapes = Vec::new();
    // A fifth and a sixth mark go to the top and the bottom.
    let top_and_bottom = [-(body.half_height + RING), body.half_height + RING]
        .map(|down| body.centre.moved(0.0, down));
    for (mark, centre) in marks.iter().zip(corners.into_iter().chain(top_and_bottom)) {
        shapes.push(Shape::of(
            ShapeClass::Seat(ink(*mark)),
            ShapeOutline::Circle {
                centre,
                radius: SEAT,
            },
        ));
        shapes.push(Shape::of(
            ShapeClass::Mark(ink(*mark)),
            symbol(*mark, centre, ON_RING),
        ));
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seat_of_a_single_mark_avoids_pieces_at_the_corners() {
        let piece = |x: f64, y: f64, radius: f64| Rounded {
            centre: ScenePoint {
                x: x * UNIT,
                y: y * UNIT,
            },
            half_width: radius * UNIT,
            half_height: radius * UNIT,
            radius: radius * UNIT,
        };
        let own = piece(0.0, 0.0, 0.375);
        let seat = |nearby: &[Rounded]| match seats(own, &[0], nearby)[0].outline {
            ShapeOutline::Circle { centre, .. } => (centre.x.signum(), centre.y.signum()),
            _ => panic!("a seat is round"),
        };
        let corner = |x: f64, y: f64| piece(x, y, 0.24);
        assert_eq!(seat(&[]), (1.0, -1.0));
        assert_eq!(
            seat(&[piece(1.0, 0.0, 0.375)]),
            (1.0, -1.0),
            "a piece on the next square is far enough"
        );
        assert_eq!(seat(&[corner(0.5, -0.5)]), (-1.0, -1.0));
        assert_eq!(seat(&[corner(0.5, -0.5), corner(-0.5, -0.5)]), (-1.0, 1.0));
    }
}
