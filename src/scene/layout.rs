//! A diagram as a scene: its board, its marks, its pieces and its legend, and the room they take.

use super::cells::{self, Place};
use super::fonts::Fonts;
use super::shape::{At, Scene, UNIT, View};
use super::{legend, marks, occupants};
use crate::diagram::Diagram;
use crate::model::Board;

/// What stays free round everything, and between the board and its legend.
const MARGIN: f64 = 0.16 * UNIT;

const BEFORE_LEGEND: f64 = 0.3 * UNIT;

/// How far letters and numbers at the board's edge reach from their middle.
const COORDINATE: f64 = 0.14 * UNIT;

/// What a picture shows besides the diagram itself.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Letters and numbers at the board's edge.
    pub coordinates: bool,
    /// What the marks stand for, below the board.
    pub legend: bool,
    /// Which letters there are.
    pub fonts: &'a Fonts<'a>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { coordinates: true, legend: false, fonts: &Fonts::BUILT_IN }
    }
}

/// Lays a diagram out. Its pieces and marks must lie on cells of this board; a piece that does not is left out.
pub fn lay_out(diagram: &Diagram, board: &Board, options: &Options<'_>) -> Scene {
    let on_board = |cell: crate::model::Cell| cell.index() < board.len();
    let mut diagram = diagram.clone();
    diagram.pieces.retain(|piece| on_board(piece.cell));
    let places = Place::all(&diagram, board);
    let bodies = occupants::bodies(&diagram, &places, options.fonts);

    let mut items = vec![cells::cells(&places)];
    items.extend(cells::lines(&places, board));
    if diagram.names {
        items.push(cells::names(&places));
    } else if options.coordinates {
        items.extend(cells::names_apart(&places, board));
    }
    items.extend(marks::marks(&diagram, &places));
    items.extend(occupants::pieces(&diagram, &places, &bodies, options.fonts));
    if options.coordinates {
        items.push(cells::coordinates(board));
    }
    let bodies = bodies.iter().map(|body| {
        let form = body.form.grown(marks::RING);
        Extent::round(form.centre, form.half_width, form.half_height)
    });
    let mut view = bounds(board, &places, bodies, options.coordinates);
    if options.legend && !diagram.marks.is_empty() {
        let left = view.corner.moved(MARGIN, view.height - MARGIN + BEFORE_LEGEND);
        let (entries, height) = legend::legend(&diagram, left, view.width - 2.0 * MARGIN, options.fonts);
        items.extend(entries);
        view.height += BEFORE_LEGEND + height;
    }
    Scene { view, items }
}

/// What holds the board, its coordinates and further things, the board in the middle from left to right.
pub(super) fn bounds(
    board: &Board,
    places: &[Place],
    further: impl Iterator<Item = Extent>,
    coordinates: bool,
) -> View {
    let mut board_box = Extent::NONE;
    for place in places {
        board_box.add(place.centre, place.inner, place.inner);
        place.outline.iter().for_each(|at| board_box.add(*at, 0.0, 0.0));
    }
    if places.is_empty() {
        return View { corner: At { x: 0.0, y: 0.0 }, width: MARGIN, height: MARGIN };
    }
    let mut all = board_box;
    for extent in further {
        all.join(extent);
    }
    if coordinates {
        let places = board.coordinates().iter().map(|coordinate| cells::scene(coordinate.at));
        places.for_each(|at| all.add(at, COORDINATE, COORDINATE));
    }
    let side = (board_box.left - all.left).max(all.right - board_box.right) + MARGIN;
    View {
        corner: At { x: board_box.left - side, y: all.top - MARGIN },
        width: board_box.right - board_box.left + 2.0 * side,
        height: all.bottom - all.top + 2.0 * MARGIN,
    }
}

/// The smallest upright rectangle round some things.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Extent {
    pub const NONE: Extent = Extent {
        left: f64::INFINITY,
        right: f64::NEG_INFINITY,
        top: f64::INFINITY,
        bottom: f64::NEG_INFINITY,
    };

    /// The rectangle of this size round a place.
    pub fn round(at: At, half_width: f64, half_height: f64) -> Extent {
        Extent {
            left: at.x - half_width,
            right: at.x + half_width,
            top: at.y - half_height,
            bottom: at.y + half_height,
        }
    }

    pub fn add(&mut self, at: At, half_width: f64, half_height: f64) {
        self.join(Extent::round(at, half_width, half_height));
    }

    pub fn join(&mut self, other: Extent) {
        self.left = self.left.min(other.left);
        self.right = self.right.max(other.right);
        self.top = self.top.min(other.top);
        self.bottom = self.bottom.max(other.bottom);
    }
}
