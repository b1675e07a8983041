//! What many positions on one board are drawn with: the board once, and each piece once.

use super::cells::SceneCell;
use super::fonts::Fonts;
use super::layout::{Options, lay_out};
use super::occupants;
use super::shape::{Scene, ScenePoint, Shape};
use crate::diagram::{Diagram, ShownPiece};
use crate::model::{Board, CellSet, PerCell};

pub(crate) struct Kit {
    /// The board without pieces.
    pub board: Scene,
    /// The pieces, each round the origin.
    pub pieces: Vec<Vec<Shape>>,
    /// The middles of the cells, and how far each cell reaches from there, and every cell at least.
    pub centres: PerCell<ScenePoint>,
    pub(crate) inners: PerCell<f64>,
    pub(crate) inner: f64,
}

/// The board, and the pieces as they look where nothing is near, on whichever of their cells they stand.
pub(crate) fn kit(pieces: &[(ShownPiece, CellSet)], board: &Board, fonts: &Fonts<'_>) -> Kit {
    let places = SceneCell::all(&Diagram::default(), board);
    let least = |inners: &mut dyn Iterator<Item = f64>| inners.fold(f64::INFINITY, f64::min);
    let inner = least(&mut places.iter().map(|place| place.inner));
    let origin = |(piece, cells): &(ShownPiece, CellSet)| {
        let own = least(&mut cells.iter().map(|cell| places[cell.index()].inner));
        let inner = if own.is_finite() { own } else { inner };
        SceneCell { centre: ScenePoint { x: 0.0, y: 0.0 }, inner, ..places[piece.cell.index()].clone() }
    };
    Kit {
        board: lay_out(&Diagram::default(), board, &Options::default()),
        pieces: pieces.iter().map(|piece| occupants::alone(&piece.0, &origin(piece), fonts)).collect(),
        centres: PerCell::from_fn(board.len(), |cell| places[cell.index()].centre),
        inners: PerCell::from_fn(board.len(), |cell| places[cell.index()].inner),
        inner,
    }
}
