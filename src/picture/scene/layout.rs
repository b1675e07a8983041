//! Lays a diagram out as a scene: its board, marks, pieces and legend, and the space they take.
//! Also makes the parts that many positions on one board share.

use super::cells::{self, SceneCell};
use super::fonts::Fonts;
use super::shape::{Scene, ScenePoint, Shape, UNIT, View};
use super::{legend, marks, occupants};
use padma_rules::diagram::{Diagram, ShownPiece};
use padma_rules::model::{Board, Cell, CellSet, PerCell};
use padma_words::{Language, english};

/// The margin round everything, and the space between the board and its legend.
const MARGIN: f64 = 0.16 * UNIT;
const LEGEND_GAP: f64 = 0.3 * UNIT;

/// Half the width and height that a coordinate takes, in heights of its letters.
const HALF_COORDINATE: f64 = 0.7;

/// What a picture shows in addition to the diagram, its fonts and its language.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Whether to show letters and numbers at the board's edge.
    pub coordinates: bool,
    /// The fonts to write with.
    pub fonts: &'a Fonts<'a>,
    /// The language of its words.
    pub words: &'a Language,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            coordinates: true,
            fonts: &Fonts::BUILT_IN,
            words: english(),
        }
    }
}

/// Lays a diagram out. Its pieces and marks must be on cells of this board; a piece that is not
/// is left out.
pub fn lay_out(diagram: &Diagram, board: &Board, options: &Options<'_>) -> Scene {
    let on_board = |cell: Cell| cell.index() < board.len();
    let mut diagram = diagram.clone();
    diagram.pieces.retain(|piece| on_board(piece.cell));
    let places = SceneCell::all(&diagram, board);
    let bodies = occupants::bodies(&diagram, &places, options.fonts);

    let mut items = cells::cells(&places);
    items.extend(cells::lines(&places, board));
    if diagram.names {
        items.push(cells::names(&places));
    } else if options.coordinates {
        items.extend(cells::irregular_names(&places, board));
    }
    items.extend(marks::marks(&diagram, &places));
    items.extend(occupants::pieces(
        &diagram,
        &places,
        &bodies,
        options.fonts,
        options.words,
    ));
    if options.coordinates {
        items.push(cells::coordinates(board));
    }
    let bodies = bodies.iter().map(|body| {
        let form = body.form.grown(marks::RING);
        (form.centre, form.half_width, form.half_height)
    });
    let view = bounds(board, &places, bodies, options.coordinates);
    Scene { view, items }
}

/// Adds the explanation of a diagram's marks below its board.
pub fn with_legend(mut scene: Scene, diagram: &Diagram, options: &Options<'_>) -> Scene {
    let Scene { view, items } = &mut scene;
    if !diagram.marks.is_empty() {
        let left = view.corner.moved(MARGIN, view.height - MARGIN + LEGEND_GAP);
        let width = view.width - 2.0 * MARGIN;
        let (entries, height) = legend::legend(diagram, left, width, options.fonts, options.words);
        items.extend(entries);
        view.height += LEGEND_GAP + height;
    }
    scene
}

/// A centre, and the distances from it to the sides and to the top and bottom.
pub(super) type Extent = (ScenePoint, f64, f64);

/// Returns the view that contains the board, its coordinates and some extra extents. The board is
/// centred from left to right.
pub(super) fn bounds(
    board: &Board,
    places: &[SceneCell],
    extra: impl Iterator<Item = Extent>,
    coordinates: bool,
) -> View {
    if places.is_empty() {
        return View {
            corner: ScenePoint { x: 0.0, y: 0.0 },
            width: MARGIN,
            height: MARGIN,
        };
    }
    let cells = || {
        let circles = places
            .iter()
            .map(|place| (place.centre, place.inner, place.inner));
        circles.chain(
            places
                .iter()
                .flat_map(|place| place.outline.iter().map(|at| (*at, 0.0, 0.0))),
        )
    };
    let half = HALF_COORDINATE * cells::coordinate_height(board);
    let edge = board.coordinates().iter().filter(|_| coordinates);
    let edge = edge.map(|coordinate| (cells::to_scene(coordinate.at), half, half));
    let (board_least, board_most) = hull(cells());
    let (least, most) = hull(cells().chain(extra).chain(edge));
    let side = (board_least.x - least.x).max(most.x - board_most.x) + MARGIN;
    View {
        corner: ScenePoint {
            x: board_least.x - side,
            y: least.y - MARGIN,
        },
        width: board_most.x - board_least.x + 2.0 * side,
        height: most.y - least.y + 2.0 * MARGIN,
    }
}

/// Returns the upper left and the lower right corner of the smallest upright rectangle that
/// contains some extents.
fn hull(extents: impl Iterator<Item = Extent>) -> (ScenePoint, ScenePoint) {
    let infinity = ScenePoint {
        x: f64::INFINITY,
        y: f64::INFINITY,
    };
    extents.fold(
        (
            infinity,
            ScenePoint {
                x: -infinity.x,
                y: -infinity.y,
            },
        ),
        |(least, most), (at, wide, high)| {
            let least = ScenePoint {
                x: least.x.min(at.x - wide),
                y: least.y.min(at.y - high),
            };
            (
                least,
                ScenePoint {
                    x: most.x.max(at.x + wide),
                    y: most.y.max(at.y + high),
                },
            )
        },
    )
}

/// The parts from which many positions on one board are drawn: the board once, and each piece
/// once.
pub struct Kit {
    /// The board without pieces.
    pub board: Scene,
    /// The pieces, each centred on the origin.
    pub pieces: Vec<Vec<Shape>>,
    /// Half the side of a square round each piece.
    pub reaches: Vec<f64>,
    /// The middles of the cells.
    pub centres: PerCell<ScenePoint>,
    /// The radius of the circle that fits in each cell.
    pub inners: PerCell<f64>,
    /// The radius of the circle that fits in every cell.
    pub inner: f64,
}

/// Returns the board, and the pieces as they look with nothing nearby. Each piece is small enough
/// for all the cells that come with it.
pub fn kit(pieces: &[(ShownPiece, CellSet)], board: &Board, fonts: &Fonts<'_>) -> Kit {
    let places = SceneCell::all(&Diagram::default(), board);
    let least = |inners: &mut dyn Iterator<Item = f64>| inners.fold(f64::INFINITY, f64::min);
    let inner = least(&mut places.iter().map(|place| place.inner));
    let at_origin = |(piece, cells): &(ShownPiece, CellSet)| {
        let least_of_piece = least(&mut cells.iter().map(|cell| places[cell.index()].inner));
        let inner = if least_of_piece.is_finite() {
            least_of_piece
        } else {
            inner
        };
        SceneCell {
            centre: ScenePoint { x: 0.0, y: 0.0 },
            inner,
            ..places[piece.cell.index()].clone()
        }
    };
    let drawn = pieces
        .iter()
        .map(|piece| occupants::draw_lone(&piece.0, &at_origin(piece), fonts));
    let (pieces, reaches) = drawn.unzip();
    Kit {
        board: lay_out(&Diagram::default(), board, &Options::default()),
        pieces,
        reaches,
        centres: PerCell::from_fn(board.len(), |cell| places[cell.index()].centre),
        inners: PerCell::from_fn(board.len(), |cell| places[cell.index()].inner),
        inner,
    }
}
