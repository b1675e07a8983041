//! The layout of a diagram: shapes with classes, in paint order. Knows no rules, no colours
//! outside the [`theme`] and no file format. Uses only `+ - * /` and square roots, so two
//! machines compute the same scene to the last bit.
//!
//! ```
//! use padma_rules::model::lotus::{self, Axial, LotusPlan};
//! use padma_picture::scene;
//! use padma_rules::diagram::Diagram;
//! let board =
//!     lotus::board(&LotusPlan { petals: vec![Axial { q: 0, r: 0 }], extras: Vec::new() });
//! let board = board.map_err(|_| "no board")?;
//! let drawn = scene::lay_out(&Diagram::default(), &board, &scene::Options::default());
//! assert!(drawn.view.width > 0.0);
//! # Ok::<(), &str>(())
//! ```

mod cells;
mod chart;
mod class;
mod colour;
mod cover;
pub mod fonts;
mod layout;
mod legend;
mod letters;
mod lines;
mod marks;
mod occupants;
pub mod own;
mod pieces;
mod shape;
pub mod theme;
pub mod themed;
mod tiles;

pub use chart::chart;
pub use chart::thumbnail;
pub use class::{Ink, ShapeClass};
pub use colour::Colour;
pub(crate) use colour::WHITE;
pub use cover::cover;
pub use fonts::Fonts;
pub use layout::{Kit, kit};
pub use layout::{Options, lay_out, with_legend};
pub use legend::{key, patch};
pub use shape::{
    CAPITALS, DrawnWords, Group, Item, LetterOutline, OwnPaint, Scene, ScenePoint, Segment, Shape,
    ShapeOutline, UNIT, View,
};
pub use theme::{Theme, Themes};

use padma_rules::diagram::PieceFace;
use padma_rules::model::{Owner, PieceImage, PieceSet};

/// Lays out the picture of a White piece by itself.
pub fn portrait(picture: &PieceImage) -> Scene {
    cell_high(pieces::shapes(picture, Owner::White, 1.0), UNIT / 2.0)
}

/// Whether a picture points towards the enemy, so that it turns with the board.
pub fn is_turned(image: &PieceImage) -> bool {
    matches!(image, PieceImage::Set(PieceSet::Shogi, picture)
        if tiles::shapes(PieceSet::Shogi, *picture, Owner::White).is_some())
}

/// Lays out a piece by itself: its picture, with its letter where others have the same, or the
/// disc with its letter.
pub fn lone_piece(face: &PieceFace, letter: &str, owner: Owner, fonts: &Fonts<'_>) -> Scene {
    match face {
        PieceFace::Picture { picture, labelled } => {
            let tag = labelled.then_some(letter);
            let shapes = occupants::lone_picture(picture, tag, owner, fonts);
            cell_high(shapes, UNIT / 2.0)
        }
        PieceFace::Label => {
            let (shapes, half_width) = occupants::letter_disc(letter, owner, fonts);
            cell_high(shapes, half_width.max(UNIT / 2.0))
        }
    }
}

/// Frames shapes centred on the origin, at the height of a cell.
fn cell_high(shapes: Vec<Shape>, half_width: f64) -> Scene {
    let corner = ScenePoint {
        x: -half_width,
        y: -UNIT / 2.0,
    };
    let view = View {
        corner,
        width: 2.0 * half_width,
        height: UNIT,
    };
    let group = Group {
        shapes,
        ..Group::default()
    };
    Scene {
        view,
        items: vec![Item::Group(group)],
    }
}
