//! The piece set, drawn for this project: what each [`Picture`] looks like.
//!
//! A picture is a few bodies, filled and outlined in a man's colours, with lines and dots within them. All
//! stand in a cell of 100 by 100, `y` downwards, and are written as paths of absolute places, as in SVG:
//!
//! ```text
//! M 50 20 L 60 30 C 62 40 66 44 70 50 Q 75 60 70 88 Z     moves, lines, curves
//! O 50 30 12                                               a circle: centre and radius
//! ```

mod beasts;
mod compound;
mod fairy;
mod orthodox;
mod pen;
mod points;
mod shogi;
mod ultima;

use super::UNIT;
use super::class::Class;
use super::shape::{At, Shape};
use crate::model::{Picture, Side};
use pen::{Drawing, Part};

/// How much of a cell's width a picture's own cell takes.
const SIZE: f64 = 0.96 * UNIT;

/// The shapes of a man's picture, in paint order, on a cell with this centre.
pub fn shapes(picture: Picture, side: Side, centre: At) -> Vec<Shape> {
    let Drawing { bodies, lines, dots } = drawing(picture);
    let corner = centre.moved(-SIZE / 2.0, -SIZE / 2.0);
    let laid = |parts: &'static [Part], class: Class| {
        parts.iter().map(move |part| Shape::of(class, pen::outline(part, corner, SIZE / 100.0)))
    };
    let shapes = laid(bodies, Class::Man(side)).chain(laid(lines, Class::Inlay(side)));
    shapes.chain(laid(dots, Class::Label(side))).collect()
}

fn drawing(picture: Picture) -> &'static Drawing {
    match picture {
        Picture::King => &orthodox::KING,
        Picture::Queen => &orthodox::QUEEN,
        Picture::Rook => &orthodox::ROOK,
        Picture::Bishop => &orthodox::BISHOP,
        Picture::Knight => &orthodox::KNIGHT,
        Picture::Pawn => &orthodox::PAWN,
        Picture::Archbishop => &compound::ARCHBISHOP,
        Picture::Chancellor => &compound::CHANCELLOR,
        Picture::Amazon => &compound::AMAZON,
        Picture::Guard => &fairy::GUARD,
        Picture::Ferz => &fairy::FERZ,
        Picture::FerzWide => &fairy::FERZ_WIDE,
        Picture::Wazir => &fairy::WAZIR,
        Picture::Dabbaba => &fairy::DABBABA,
        Picture::Elephant => &beasts::ELEPHANT,
        Picture::Camel => &beasts::CAMEL,
        Picture::Zebra => &compound::ZEBRA,
        Picture::Nightrider => &compound::NIGHTRIDER,
        Picture::Grasshopper => &fairy::GRASSHOPPER,
        Picture::Cannon => &fairy::CANNON,
        Picture::Griffon => &beasts::GRIFFON,
        Picture::Warpriest => &fairy::WARPRIEST,
        Picture::Caballero => &compound::CABALLERO,
        Picture::Dragon => &beasts::DRAGON,
        Picture::Walrus => &beasts::WALRUS,
        Picture::Jackal => &beasts::JACKAL,
        Picture::Mongoose => &beasts::MONGOOSE,
        Picture::FourDiamond => &fairy::FOUR_DIAMOND,
        Picture::Adviser => &fairy::ADVISER,
        Picture::Spy => &fairy::SPY,
        Picture::Joker => &fairy::JOKER,
        Picture::Wiseman => &beasts::WISEMAN,
        Picture::Gold => &shogi::GOLD,
        Picture::Silver => &shogi::SILVER,
        Picture::ChadRook => &points::CHAD_ROOK,
        Picture::Spider => &points::SPIDER,
        Picture::Wizard => &points::WIZARD,
        Picture::Castle => &points::CASTLE,
        Picture::CastleOrthogonal => &points::CASTLE_ORTHOGONAL,
        Picture::CastleDiagonal => &points::CASTLE_DIAGONAL,
        Picture::Immobilizer => &ultima::IMMOBILIZER,
        Picture::Pusher => &ultima::PUSHER,
        Picture::LongLeaper => &ultima::LONG_LEAPER,
        Picture::Withdrawer => &ultima::WITHDRAWER,
        Picture::Coordinator => &ultima::COORDINATOR,
        Picture::Encloser => &ultima::ENCLOSER,
        Picture::SpentEncloser => &ultima::SPENT_ENCLOSER,
        Picture::Swapper => &ultima::SWAPPER,
        Picture::Chameleon => &ultima::CHAMELEON,
    }
}
