//! The pieces of Japan and China: a tile with a character. Knows no boards.
//!
//! A piece of shogi is a pentagon that points towards the enemy, smaller for a lesser piece; the
//! character of a promoted piece is red. A piece of Xiangqi is a disc with a ring, in red for White
//! and in black for Black.

use super::class::ShapeClass;
use super::letters::{self, CHARACTER_SIZE};
use super::shape::{HUNDREDTH, ScenePoint, Segment, Shape, ShapeOutline, circle};
use padma_rules::model::{Owner, Picture, PieceSet, Side};

/// The pieces of shogi: the characters of White's and of Black's, and the size of the pentagon.
const SHOGI: [(Picture, [char; 2], f64); 14] = [
    (Picture::King, ['玉', '王'], 1.0),
    (Picture::Rook, ['飛'; 2], 0.97),
    (Picture::DragonKing, ['龍'; 2], 0.97),
    (Picture::Bishop, ['角'; 2], 0.97),
    (Picture::DragonHorse, ['馬'; 2], 0.97),
    (Picture::Gold, ['金'; 2], 0.94),
    (Picture::Silver, ['銀'; 2], 0.94),
    (Picture::PromotedSilver, ['全'; 2], 0.94),
    (Picture::Knight, ['桂'; 2], 0.91),
    (Picture::PromotedKnight, ['圭'; 2], 0.91),
    (Picture::Lance, ['香'; 2], 0.88),
    (Picture::PromotedLance, ['杏'; 2], 0.88),
    (Picture::Pawn, ['歩'; 2], 0.85),
    (Picture::PromotedPawn, ['と'; 2], 0.85),
];

/// The pieces of Xiangqi: the characters of White's and of Black's.
const XIANGQI: [(Picture, [char; 2]); 7] = [
    (Picture::General, ['帥', '將']),
    (Picture::Adviser, ['仕', '士']),
    (Picture::Elephant, ['相', '象']),
    (Picture::Rook, ['車'; 2]),
    (Picture::Knight, ['馬'; 2]),
    (Picture::Cannon, ['炮', '砲']),
    (Picture::Soldier, ['兵', '卒']),
];

/// The corners of White's pentagon, and the middle of its character, in hundredths of a cell.
const PENTAGON: [(f64, f64); 5] = [
    (0.0, -43.0),
    (25.0, -32.0),
    (36.0, 41.0),
    (-36.0, 41.0),
    (-25.0, -32.0),
];
const LOWERED: f64 = 7.0;
/// The radius of a disc, and those of its ring.
const DISC: f64 = 41.5;
const RING: [f64; 2] = [37.0, 35.0];
/// The sizes of the characters.
const ON_PENTAGON: f64 = 53.0;
const ON_DISC: f64 = 57.0;

/// Returns the shapes of a piece round the origin, in paint order; `None` if the set has no tile
/// for it.
pub(super) fn shapes(set: PieceSet, picture: Picture, owner: Owner) -> Option<Vec<Shape>> {
    let side = usize::from(owner.pictured() == Side::Black);
    match set {
        PieceSet::Figures => None,
        PieceSet::Shogi => {
            let (_, characters, size) = SHOGI.iter().find(|row| row.0 == picture)?;
            let class = match is_promoted(picture) {
                true => ShapeClass::Red(owner),
                false => ShapeClass::Label(owner),
            };
            let corner = |&(x, y): &(f64, f64)| ScenePoint {
                x: x * HUNDREDTH,
                y: y * HUNDREDTH,
            };
            let mut corners = PENTAGON.iter().map(corner);
            let first = corners.next().map(Segment::Move);
            let lines = corners.map(Segment::Line).chain([Segment::Close]);
            let body = ShapeOutline::Path(first.into_iter().chain(lines).collect());
            // Black's are turned by half a circle.
            let size = if side == 0 { *size } else { -size };
            let tile = [
                Shape::of(ShapeClass::Piece(owner), body),
                Shape::of(class, character(characters[side], ON_PENTAGON, LOWERED)),
            ];
            Some(tile.map(|shape| shape.scaled(size)).into())
        }
        PieceSet::Xiangqi => {
            let (_, characters) = XIANGQI.iter().find(|row| row.0 == picture)?;
            let (body, class) = match owner {
                Owner::White => (owner, ShapeClass::Red(owner)),
                Owner::Black => (Owner::White, ShapeClass::Label(Owner::White)),
                Owner::Nobody => (owner, ShapeClass::Label(owner)),
            };
            let round = |radius: f64, clockwise| {
                circle(ScenePoint { x: 0.0, y: 0.0 }, radius * HUNDREDTH, clockwise)
            };
            let ring = [round(RING[0], true), round(RING[1], false)].concat();
            Some(vec![
                Shape::of(
                    ShapeClass::Piece(body),
                    ShapeOutline::Path(round(DISC, true).to_vec()),
                ),
                Shape::of(class, ShapeOutline::Path(ring)),
                Shape::of(class, character(characters[side], ON_DISC, 0.0)),
            ])
        }
    }
}

fn is_promoted(picture: Picture) -> bool {
    matches!(
        picture,
        Picture::DragonKing
            | Picture::DragonHorse
            | Picture::PromotedSilver
            | Picture::PromotedKnight
            | Picture::PromotedLance
            | Picture::PromotedPawn
    )
}

/// Draws a character this large, its middle this far below the origin, all in hundredths of a cell.
fn character(c: char, size: f64, below: f64) -> ShapeOutline {
    let drawn = letters::character(c).scaled(size * HUNDREDTH / CHARACTER_SIZE);
    drawn.moved(0.0, below * HUNDREDTH).outline
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(set: PieceSet, picture: Picture, owner: Owner) -> Vec<Shape> {
        shapes(set, picture, owner).unwrap_or_default()
    }

    #[test]
    fn every_tile_has_its_own_character_in_its_middle() {
        let shogi = SHOGI.iter().map(|row| (PieceSet::Shogi, row.0));
        let xiangqi = XIANGQI.iter().map(|row| (PieceSet::Xiangqi, row.0));
        let mut seen: Vec<(PieceSet, Owner, Vec<Segment>)> = Vec::new();
        for ((set, picture), owner) in shogi
            .chain(xiangqi)
            .flat_map(|piece| [Owner::White, Owner::Black].map(|owner| (piece, owner)))
        {
            let tile = drawn(set, picture, owner);
            let Some(ShapeOutline::Path(path)) = tile.last().map(|shape| shape.outline.clone())
            else {
                panic!("{picture:?} has no character");
            };
            let ends = path.iter().filter_map(|segment| match *segment {
                Segment::Move(at) | Segment::Line(at) | Segment::Quad(_, at) => Some(at),
                _ => None,
            });
            let (mut least, mut most) = (f64::MAX, f64::MIN);
            ends.for_each(|at| (least, most) = (least.min(at.x), most.max(at.x)));
            assert!((least + most).abs() < 0.1 * (most - least), "{picture:?}");
            assert!(most - least > 20.0 * HUNDREDTH, "{picture:?}");
            let piece = (set, owner, path);
            assert!(!seen.contains(&piece), "{picture:?}");
            seen.push(piece);
        }
    }

    #[test]
    fn black_s_pentagons_are_white_s_turned_round() {
        let [white, black] =
            [Owner::White, Owner::Black].map(|owner| drawn(PieceSet::Shogi, Picture::Gold, owner));
        let turned: Vec<ShapeOutline> = white
            .into_iter()
            .map(|shape| shape.scaled(-1.0).outline)
            .collect();
        let black: Vec<ShapeOutline> = black.into_iter().map(|shape| shape.outline).collect();
        assert_eq!(turned, black);
    }
}
