//! The tiling 3.4.6.4 in whole numbers: its tiles, their corners, and the steps from one to the
//! next.
//!
//! A *petal* is a hexagon and the ring of 6 squares and 6 triangles round it. Hexagons stand at
//! the points `(q, r)` of the axial lattice with unit steps `d0 … d5`, where `dk` leads at `60k`
//! degrees. Scaled by 6, the square across side `k` stands at `+3 dk` and the triangle at corner
//! `k` at `+2 (dk + d(k+1))`. Each corner of the tiling belongs to exactly one hexagon, present or
//! not, which gives every corner a name. All of this is exact; nothing here is a floating-point
//! number.

use std::ops::{Add, Mul};

/// A point of the axial lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Axial {
    /// Steps to the right.
    pub q: i32,
    /// Steps at 60 degrees, upwards to the right.
    pub r: i32,
}

impl Add for Axial {
    type Output = Axial;
    fn add(self, other: Axial) -> Axial {
        Axial {
            q: self.q + other.q,
            r: self.r + other.r,
        }
    }
}

impl Mul<i32> for Axial {
    type Output = Axial;
    fn mul(self, factor: i32) -> Axial {
        Axial {
            q: self.q * factor,
            r: self.r * factor,
        }
    }
}

/// Returns the unit step at `60 k` degrees; `k` may be any whole number.
pub fn unit(k: i32) -> Axial {
    const STEPS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
    let (q, r) = STEPS[k.rem_euclid(6) as usize];
    Axial { q, r }
}

/// A tile. Equal tiles have equal values: see [`Tile::square`] and [`Tile::triangle`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Tile {
    Hexagon(Axial),
    /// Across side `k` (0, 1 or 2) of a hexagon.
    Square(Axial, u8),
    /// At corner `k` (0 or 1) of a hexagon, between its sides `k` and `k + 1`. At 0 it points up
    /// like the letter Δ, at 1 down like ∇.
    Triangle(Axial, u8),
}

/// A corner of the tiling: the hexagon it belongs to, and its number there. Corner `k` is at
/// `30 + 60 k` degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Corner {
    pub hexagon: Axial,
    pub k: u8,
}

fn corner(hexagon: Axial, k: i32) -> Corner {
    Corner {
        hexagon,
        k: k.rem_euclid(6) as u8,
    }
}

impl Tile {
    /// Returns the square across side `k` of a hexagon. Both of its hexagons give the same value.
    pub(crate) fn square(hexagon: Axial, k: i32) -> Tile {
        let k = k.rem_euclid(6);
        if k < 3 {
            Tile::Square(hexagon, k as u8)
        } else {
            Tile::Square(hexagon + unit(k), (k - 3) as u8)
        }
    }

    /// Returns the triangle at corner `k` of a hexagon. All three of its hexagons give the same
    /// value.
    pub(crate) fn triangle(hexagon: Axial, k: i32) -> Tile {
        let k = k.rem_euclid(6);
        match k {
            0 | 1 => Tile::Triangle(hexagon, k as u8),
            2 | 3 => Tile::triangle(hexagon + unit(k + 1), k + 4),
            _ => Tile::triangle(hexagon + unit(k), k + 2),
        }
    }

    /// Iterates over the hexagon and the 12 cells of its ring, counter-clockwise from its right.
    pub(crate) fn petal(hexagon: Axial) -> impl Iterator<Item = Tile> {
        std::iter::once(Tile::Hexagon(hexagon)).chain(Tile::ring(hexagon))
    }

    /// Iterates over the 12 cells round a hexagon, counter-clockwise from its right.
    pub(crate) fn ring(hexagon: Axial) -> impl Iterator<Item = Tile> {
        (0..6).flat_map(move |k| [Tile::square(hexagon, k), Tile::triangle(hexagon, k)])
    }

    /// Returns its place on the axial lattice scaled by 6.
    pub(crate) fn place(self) -> Axial {
        match self {
            Tile::Hexagon(h) => h * 6,
            Tile::Square(h, k) => h * 6 + unit(i32::from(k)) * 3,
            Tile::Triangle(h, k) => h * 6 + (unit(i32::from(k)) + unit(i32::from(k) + 1)) * 2,
        }
    }

    /// Returns its corners, counter-clockwise.
    pub(crate) fn corners(self) -> Vec<Corner> {
        match self {
            Tile::Hexagon(h) => (0..6).map(|k| corner(h, k)).collect(),
            Tile::Square(h, k) => {
                let k = i32::from(k);
                let far = h + unit(k);
                vec![
                    corner(h, k - 1),
                    corner(far, k + 3),
                    corner(far, k + 2),
                    corner(h, k),
                ]
            }
            Tile::Triangle(h, k) => {
                let k = i32::from(k);
                vec![
                    corner(h, k),
                    corner(h + unit(k), k + 2),
                    corner(h + unit(k + 1), k + 4),
                ]
            }
        }
    }

    /// Returns the next tile on the straight axis at `30 × angle` degrees, if this tile lies on
    /// it.
    ///
    /// The lines at multiples of 60 degrees run hexagon, square, hexagon, through sides; those at
    /// odd multiples of 30 run hexagon, triangle, square, triangle, hexagon.
    pub(crate) fn straight(self, angle: i32) -> Option<Tile> {
        let angle = angle.rem_euclid(12);
        let half = angle / 2;
        let through_corner = angle % 2 == 1;
        match self {
            Tile::Hexagon(h) if through_corner => Some(Tile::triangle(h, half)),
            Tile::Hexagon(h) => Some(Tile::square(h, half)),
            Tile::Square(h, k) => {
                let k = i32::from(k);
                match (angle - 2 * k).rem_euclid(12) {
                    0 => Some(Tile::Hexagon(h + unit(k))),
                    6 => Some(Tile::Hexagon(h)),
                    3 => Some(Tile::triangle(h, k)),
                    9 => Some(Tile::triangle(h, k - 1)),
                    _ => None,
                }
            }
            Tile::Triangle(h, k) if through_corner => {
                let k = i32::from(k);
                Some(match (half - k).rem_euclid(6) {
                    0 => Tile::square(h + unit(k), k + 2),
                    1 => Tile::Hexagon(h + unit(k + 1)),
                    2 => Tile::square(h, k + 1),
                    3 => Tile::Hexagon(h),
                    4 => Tile::square(h, k),
                    _ => Tile::Hexagon(h + unit(k)),
                })
            }
            Tile::Triangle(..) => None,
        }
    }

    /// Returns the square that a square touches only at a corner, at `60 k` degrees.
    pub(crate) fn corner_square(self, k: i32) -> Option<Tile> {
        let Tile::Square(h, axis) = self else {
            return None;
        };
        let axis = i32::from(axis);
        match (k - axis).rem_euclid(6) {
            1 => Some(Tile::square(h + unit(axis), axis + 2)),
            2 => Some(Tile::square(h, axis + 1)),
            4 => Some(Tile::square(h, axis - 1)),
            5 => Some(Tile::square(h + unit(axis), axis + 4)),
            _ => None,
        }
    }

    /// Returns the angles of its sides, in multiples of 30 degrees.
    pub(crate) fn sides(self) -> impl Iterator<Item = i32> {
        (0..12).filter(move |angle| self.has_side(*angle))
    }

    /// Whether one of its sides faces an angle, in multiples of 30 degrees.
    pub(crate) fn has_side(self, angle: i32) -> bool {
        match self {
            Tile::Hexagon(_) => angle % 2 == 0,
            Tile::Square(_, k) => (angle - 2 * i32::from(k)) % 3 == 0,
            Tile::Triangle(_, k) => (angle - 2 * i32::from(k) - 1) % 4 == 0,
        }
    }

    /// Returns its file, counted from the lattice's origin: the hexagon to the right of another is
    /// 4 files further.
    pub(crate) fn file(self) -> i32 {
        let place = self.place();
        (2 * place.q + place.r).div_euclid(3)
    }

    /// Returns its rank: hexagons lie on even ranks, and the bands between them are the odd ones.
    pub(crate) fn rank(self) -> i32 {
        let r = self.place().r;
        2 * r.div_euclid(6) + i32::from(r.rem_euclid(6) != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_can_be_taken_back() {
        let h = Axial { q: 2, r: -1 };
        for tile in Tile::petal(h) {
            for angle in 0..12 {
                if let Some(next) = tile.straight(angle) {
                    assert_eq!(
                        next.straight(angle + 6),
                        Some(tile),
                        "{tile:?} at {}°",
                        30 * angle
                    );
                }
            }
            for k in 0..6 {
                if let Some(next) = tile.corner_square(k) {
                    assert_eq!(
                        next.corner_square(k + 3),
                        Some(tile),
                        "{tile:?} at {}°",
                        60 * k
                    );
                }
            }
        }
    }

    #[test]
    fn a_step_leads_the_way_its_angle_says() {
        // In the lattice scaled by 6, x is proportional to 2q + r and y to r.
        for tile in Tile::petal(Axial { q: 0, r: 0 }) {
            for angle in 0..12 {
                let Some(next) = tile.straight(angle) else {
                    continue;
                };
                let (from, to) = (tile.place(), next.place());
                let x = 2 * (to.q - from.q) + to.r - from.r;
                let y = to.r - from.r;
                let signs = [(1, 0), (1, 1), (1, 1), (0, 1), (-1, 1), (-1, 1)];
                let (sx, sy) = signs[(angle % 6) as usize];
                let turn = if angle < 6 { 1 } else { -1 };
                assert_eq!(
                    (x.signum(), y.signum()),
                    (turn * sx, turn * sy),
                    "{tile:?} at {}°",
                    30 * angle
                );
            }
        }
    }

    #[test]
    fn tiles_that_share_two_corners_lie_across_a_side() {
        let tiles: Vec<Tile> = Tile::petal(Axial { q: 0, r: 0 }).collect();
        for a in &tiles {
            let across: Vec<Tile> = a.sides().filter_map(|angle| a.straight(angle)).collect();
            assert_eq!(
                across.len(),
                a.corners().len(),
                "a tile has as many sides as corners"
            );
            for b in across {
                let shared = a
                    .corners()
                    .iter()
                    .filter(|c| b.corners().contains(c))
                    .count();
                assert_eq!(shared, 2, "{a:?} and {b:?}");
            }
        }
    }
}
