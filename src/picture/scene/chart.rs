//! Pictures of a board as a whole: one with lines drawn over it, and a thumbnail of a piece's
//! reach. Knows no rules.

use std::collections::BTreeMap;

use super::cells::{self, SceneCell};
use super::class::{STROKES, ShapeClass, ink};
use super::fonts::Fonts;
use super::layout::bounds;
use super::letters::{Align, Type, write};
use super::shape::UNIT;
use super::shape::{Item, Scene, ScenePoint, Segment, Shape, ShapeOutline};
use padma_rules::diagram::{Diagram, Track};
use padma_rules::model::{Board, Cell, CellSet, Owner};

/// The radius of the disc with a track's label, the distance of the disc from the track's first
/// cell, and the height of its letters.
const DISC: f64 = 0.19 * UNIT;
const LABEL_DISTANCE: f64 = 0.56 * UNIT;
/// Maximum number of labels in a row beyond the end of a line.
const MOST_RINGS: u8 = 4;
const LABEL: f64 = 0.19 * UNIT;
/// The factor by which a closed track is shrunk, so that two tracks that share cells run side by
/// side.
const CLOSED_SCALE: f64 = 0.93;
/// Half the width and the length of an arrow's head, and the position of its tip as a part of a
/// step. The tip is past the middle, so that heads in opposite directions do not overlap.
const HEAD: (f64, f64) = (0.11 * UNIT, 0.26 * UNIT);
const TIP_POSITION: f64 = 0.7;
/// The radius of the piece in a thumbnail, and of a point that the piece reaches.
const PIECE: f64 = 0.3 * UNIT;
const REACHED: f64 = 0.26 * UNIT;

/// Lays out a board with lines over it.
pub fn chart(tracks: &[Track], board: &Board) -> Scene {
    let places = SceneCell::all(&Diagram::of_board(board), board);
    let mut items = cells::cells(&places);
    items.extend(cells::lines(&places, board));
    let shape = |class: ShapeClass, outline: ShapeOutline| Item::Shape(Shape::of(class, outline));
    let routes: Vec<Route> = tracks
        .iter()
        .filter_map(|track| Route::new(track, &places))
        .collect();
    items.extend(
        routes
            .iter()
            .map(|route| shape(ShapeClass::Bed, route.path())),
    );
    items.extend(
        routes
            .iter()
            .map(|route| shape(ShapeClass::track(route.track.stroke), route.path())),
    );
    items.extend(routes.iter().flat_map(Route::arrow_heads));
    let discs = place_labels(&routes, board);
    items.extend(
        discs
            .iter()
            .flat_map(|(route, centre)| route.draw_label(*centre)),
    );
    items.push(cells::coordinates(board));
    let extents = discs.iter().map(|(_, centre)| (*centre, DISC, DISC));
    Scene {
        view: bounds(board, &places, extents, true),
        items,
    }
}

/// Lays out a thumbnail of a piece's reach. The cells it can go to are filled, with one colour
/// for each set; the piece's own cell has a disc.
pub fn thumbnail(piece: Cell, reach: &[CellSet], board: &Board) -> Scene {
    let places = SceneCell::all(&Diagram::of_board(board), board);
    let class_if_reached = |index: usize| {
        let layer = reach
            .iter()
            .position(|layer| layer.contains(Cell::new(index)));
        layer.map(|layer| ShapeClass::Mark(ink(layer)))
    };
    // The board is the same in every thumbnail, so that a page contains it once.
    let mut items = cells::cells(&places);
    items.extend(reached_cells(&places, class_if_reached));
    items.extend(cells::lines(&places, board));
    // Points lie on the lines and are too small to differ by colour only.
    let points = places
        .iter()
        .enumerate()
        .filter(|(_, place)| place.outline.is_empty());
    items.extend(points.filter_map(|(index, place)| {
        let outline = ShapeOutline::Circle {
            centre: place.centre,
            radius: REACHED,
        };
        Some(Item::Shape(Shape::of(class_if_reached(index)?, outline)))
    }));
    if let Some(place) = places.get(piece.index()) {
        let outline = ShapeOutline::Circle {
            centre: place.centre,
            radius: PIECE,
        };
        items.push(Item::Shape(Shape::of(
            ShapeClass::Piece(Owner::White),
            outline,
        )));
    }
    Scene {
        view: bounds(board, &places, std::iter::empty(), false),
        items,
    }
}

/// Places the label of each route at the first of its possible places that is free.
fn place_labels<'a>(routes: &'a [Route<'a>], board: &Board) -> Vec<(&'a Route<'a>, ScenePoint)> {
    let mut occupied: Vec<ScenePoint> = board
        .coordinates()
        .iter()
        .map(|coordinate| cells::to_scene(coordinate.at))
        .collect();
    let mut discs = Vec::new();
    for route in routes.iter().filter(|route| !route.track.label.is_empty()) {
        let places = route.label_places();
        let overlap = |a: ScenePoint, b: ScenePoint| {
            let (x, y) = (a.x - b.x, a.y - b.y);
            x * x + y * y < 4.0 * DISC * DISC
        };
        let free = places
            .iter()
            .find(|place| !occupied.iter().any(|other| overlap(**place, *other)));
        if let Some(centre) = free.or(places.first()) {
            occupied.push(*centre);
            discs.push((route, *centre));
        }
    }
    discs
}

/// Draws the cells that a piece reaches, those of one class as one path.
fn reached_cells(
    places: &[SceneCell],
    class: impl Fn(usize) -> Option<ShapeClass>,
) -> impl Iterator<Item = Item> {
    let mut paths: BTreeMap<ShapeClass, Vec<Segment>> = BTreeMap::new();
    for (index, place) in places.iter().enumerate() {
        let is_drawn = !place.is_absent && !place.outline.is_empty();
        let Some(class) = class(index).filter(|_| is_drawn) else {
            continue;
        };
        let path = paths.entry(class).or_default();
        match place.outline.split_first() {
            Some((first, rest)) if rest.len() > 1 => {
                path.push(Segment::Move(*first));
                path.extend(rest.iter().map(|at| Segment::Line(*at)));
                path.push(Segment::Close);
            }
            _ => path.extend(super::shape::circle(place.centre, place.inner, true)),
        }
    }
    let item = |(class, path)| Item::Shape(Shape::of(class, ShapeOutline::Path(path)));
    paths.into_iter().map(item)
}

/// A track as placed in the scene.
struct Route<'a> {
    track: &'a Track,
    /// At least two points.
    points: Vec<ScenePoint>,
    middle: ScenePoint,
}

impl<'a> Route<'a> {
    fn new(track: &'a Track, places: &[SceneCell]) -> Option<Route<'a>> {
        let centres = track
            .cells
            .iter()
            .filter_map(|cell| places.get(cell.index()));
        let points: Vec<ScenePoint> = centres.map(|place| place.centre).collect();
        if points.len() < 2 {
            return None;
        }
        let share = 1.0 / points.len() as f64;
        let middle = points
            .iter()
            .fold(ScenePoint { x: 0.0, y: 0.0 }, |sum, at| {
                sum.moved(at.x * share, at.y * share)
            });
        let scale = if track.closed { CLOSED_SCALE } else { 1.0 };
        let scaled =
            |at: ScenePoint| middle.moved(scale * (at.x - middle.x), scale * (at.y - middle.y));
        Some(Route {
            track,
            points: points.into_iter().map(scaled).collect(),
            middle,
        })
    }

    fn path(&self) -> ShapeOutline {
        let mut path: Vec<Segment> = self.points.iter().map(|at| Segment::Line(*at)).collect();
        path[0] = Segment::Move(self.points[0]);
        if self.track.closed {
            path.push(Segment::Close);
        }
        ShapeOutline::Path(path)
    }

    /// Draws an arrow's head on each step of a one-way track.
    fn arrow_heads(&self) -> Vec<Item> {
        if !self.track.one_way {
            return Vec::new();
        }
        let class = ShapeClass::Mark(ink(self.track.stroke % usize::from(STROKES)));
        let head = |(from, to): (&ScenePoint, &ScenePoint)| {
            let (x, y) = unit(*from, *to)?;
            let tip = from.moved(
                TIP_POSITION * (to.x - from.x),
                TIP_POSITION * (to.y - from.y),
            );
            let back = tip.moved(-HEAD.1 * x, -HEAD.1 * y);
            let corners = vec![
                tip,
                back.moved(-HEAD.0 * y, HEAD.0 * x),
                back.moved(HEAD.0 * y, -HEAD.0 * x),
            ];
            Some(Item::Shape(Shape::of(
                class,
                ShapeOutline::Polygon(corners),
            )))
        };
        self.points
            .iter()
            .zip(&self.points[1..])
            .filter_map(head)
            .collect()
    }

    /// Returns possible places for the label: the middle of a closed track, or beyond each end of
    /// an open one.
    fn label_places(&self) -> Vec<ScenePoint> {
        if self.track.closed {
            return vec![self.middle];
        }
        let beyond = |from: ScenePoint, to: ScenePoint, distance: f64| {
            unit(from, to).map(|(x, y)| to.moved(distance * x, distance * y))
        };
        let ends = self.points.first().zip(self.points.get(1));
        let others = self.points.last().zip(self.points.iter().rev().nth(1));
        let both = || [ends, others].into_iter().flatten();
        // Where many lines end, some labels stand farther out.
        let distances = (0..MOST_RINGS).map(|ring| LABEL_DISTANCE + 2.0 * DISC * f64::from(ring));
        distances
            .flat_map(|distance| {
                both().filter_map(move |(end, inner)| beyond(*inner, *end, distance))
            })
            .collect()
    }

    fn draw_label(&self, centre: ScenePoint) -> Vec<Item> {
        let ink = ink(self.track.stroke % usize::from(STROKES));
        let seat = Shape::of(
            ShapeClass::Seat(ink),
            ShapeOutline::Circle {
                centre,
                radius: DISC,
            },
        );
        let label = write(
            &Fonts::BUILT_IN,
            Type::Label,
            &self.track.label,
            LABEL,
            centre,
            Align::Middle,
        );
        let label = label.map(|outline| Shape::of(ShapeClass::Mark(ink), outline));
        [Some(seat), label]
            .into_iter()
            .flatten()
            .map(Item::Shape)
            .collect()
    }
}

/// Returns the vector of length 1 that points from one place to another.
fn unit(from: ScenePoint, to: ScenePoint) -> Option<(f64, f64)> {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = (x * x + y * y).sqrt();
    (length > 0.0).then(|| (x / length, y / length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use padma_rules::model::lotus::{self, Axial, LotusPlan};

    fn board() -> Board {
        let petals = [(0, 0), (1, 0), (0, 1), (1, -1)].map(|(q, r)| Axial { q, r });
        lotus::board(&LotusPlan {
            petals: petals.to_vec(),
            extras: Vec::new(),
        })
        .expect("a board")
    }

    fn routes(board: &Board, class: &str) -> Vec<Track> {
        let lines = board.lines(board.class(class).expect("a class"));
        let track = |(index, line): (usize, &padma_rules::model::Line)| Track {
            cells: line.cells.clone(),
            closed: line.closed,
            one_way: false,
            label: (index + 1).to_string(),
            stroke: index,
        };
        lines.iter().enumerate().map(track).collect()
    }

    #[test]
    fn labels_of_lines_cover_neither_each_other_nor_the_coordinates() {
        let board = board();
        let places = SceneCell::all(&Diagram::default(), &board);
        for class in ["X", "Y", "Z", "VW", "ring"] {
            let tracks = routes(&board, class);
            let routes: Vec<Route> = tracks
                .iter()
                .filter_map(|track| Route::new(track, &places))
                .collect();
            let mut seen: Vec<ScenePoint> = board
                .coordinates()
                .iter()
                .map(|c| cells::to_scene(c.at))
                .collect();
            let discs = place_labels(&routes, &board);
            assert_eq!(
                discs.len(),
                tracks.len(),
                "{class}: each line has its label"
            );
            for (_, at) in discs {
                let apart =
                    |other: &ScenePoint| (at.x - other.x).hypot(at.y - other.y) >= 2.0 * DISC;
                assert!(seen.iter().all(apart), "{class}");
                seen.push(at);
            }
        }
    }

    #[test]
    fn lines_run_through_the_centres_of_their_cells() {
        let board = board();
        let drawn = chart(&routes(&board, "X"), &board);
        let first = ShapeClass::track(0);
        let path = drawn.items.iter().find_map(|item| match item {
            Item::Shape(Shape {
                class: Some(class),
                outline: ShapeOutline::Path(path),
                ..
            }) if *class == first => Some(path),
            _ => None,
        });
        let centre =
            |name: &str| cells::to_scene(board.info(board.cell(name).expect("a cell")).centre);
        let expected: Vec<Segment> = ["c4", "e4", "g4", "i4"]
            .map(|name| Segment::Line(centre(name)))
            .to_vec();
        assert_eq!(path.expect("a line")[0], Segment::Move(centre("a4")));
        assert_eq!(path.expect("a line")[1..], expected);
    }

    #[test]
    fn a_thumbnail_distinguishes_reached_cells_and_the_piece() {
        let board = board();
        let piece = board.cell("c4").expect("a cell");
        let reach = ["e2", "e6", "g4"]
            .iter()
            .filter_map(|name| board.cell(name))
            .collect();
        let drawn = thumbnail(piece, &[reach], &board);
        let pieces = |shape: &Shape| match &shape.outline {
            ShapeOutline::Path(path) => path
                .iter()
                .filter(|segment| **segment == Segment::Close)
                .count(),
            _ => 1,
        };
        let count = |wanted: ShapeClass| -> usize {
            let shapes = drawn.items.iter().flat_map(|item| match item {
                Item::Shape(shape) => std::slice::from_ref(shape),
                Item::Group(group) => &group.shapes,
            });
            let wanted = shapes.filter(|shape| shape.class == Some(wanted));
            wanted.map(pieces).sum()
        };
        assert_eq!(count(ShapeClass::Mark(0)), 3, "the cells it reaches");
        assert_eq!(
            [0, 1, 2].map(|shade| count(ShapeClass::Cell(shade))),
            [4, 19, 16],
            "four hexagons, squares, triangles: the whole board, below the marks"
        );
        assert!(drawn.items.iter().any(|item| matches!(
            item,
            Item::Shape(Shape {
                class: Some(ShapeClass::Piece(Owner::White)),
                ..
            })
        )));
    }
}
