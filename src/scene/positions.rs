//! What many positions on one board are drawn with: the board once, and each piece once.

use super::cells::Place;
use super::fonts::Fonts;
use super::layout::{Options, lay_out};
use super::occupants;
use super::shape::{At, Scene, Shape};
use crate::diagram::{Diagram, ShownPiece};
use crate::model::{Board, PerCell};

pub(crate) struct Kit {
    /// The board without pieces.
    pub board: Scene,
    /// The pieces, each round the origin.
    pub pieces: Vec<Vec<Shape>>,
    /// The middles of the cells, and how far every cell reaches from there at least.
    pub centres: PerCell<At>,
    pub(crate) inner: f64,
}

/// The board, and the pieces as they look where nothing is near, whatever cell they stand on.
pub(crate) fn kit(pieces: &[ShownPiece], board: &Board, fonts: &Fonts<'_>) -> Kit {
    let places = Place::all(&Diagram::default(), board);
    let inner = places.iter().map(|place| place.inner).fold(f64::INFINITY, f64::min);
    let origin = |piece: &ShownPiece| {
        let place = &places[piece.cell.index()];
        Place { centre: At { x: 0.0, y: 0.0 }, inner, ..place.clone() }
    };
    Kit {
        board: lay_out(&Diagram::default(), board, &Options::default()),
        pieces: pieces.iter().map(|piece| occupants::alone(piece, &origin(piece), fonts)).collect(),
        centres: PerCell::from_fn(board.len(), |cell| places[cell.index()].centre),
        inner,
    }
}
