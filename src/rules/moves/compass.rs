//! The sixteen directions of leaps, and turning from one to another. Directions are as seen by the
//! side that moves; this module knows no board.

use crate::movement::leg::{Family, Leap, Turn};

/// A direction in sixteenths of a full circle, counter-clockwise from the mover's right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CompassPoint(u8);

/// The side to which a move turned last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spin {
    None,
    Left,
    Right,
}

impl Spin {
    pub(crate) const ALL: [Spin; 3] = [Spin::None, Spin::Left, Spin::Right];

    /// Returns the signs of a turn to this side: 1 for left, -1 for right. Before the first turn
    /// both sides are possible.
    fn signs(self) -> &'static [i16] {
        match self {
            Spin::None => &[1, -1],
            Spin::Left => &[1],
            Spin::Right => &[-1],
        }
    }

    fn opposite(self) -> Spin {
        match self {
            Spin::None => Spin::None,
            Spin::Left => Spin::Right,
            Spin::Right => Spin::Left,
        }
    }
}

/// The direction in which a move is going, and its last turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MoveHeading {
    pub compass: CompassPoint,
    pub spin: Spin,
}

impl MoveHeading {
    pub(crate) const COUNT: usize = 48;

    /// Returns the heading before any turn.
    pub(crate) fn start(compass: CompassPoint) -> MoveHeading {
        MoveHeading {
            compass,
            spin: Spin::None,
        }
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.compass.0) * 3 + self.spin as usize
    }

    pub(crate) fn all() -> impl Iterator<Item = MoveHeading> {
        (0..16).flat_map(|c| {
            Spin::ALL.into_iter().map(move |spin| MoveHeading {
                compass: CompassPoint(c),
                spin,
            })
        })
    }

    /// Returns the heading after turning to another direction.
    pub(crate) fn towards(self, compass: CompassPoint) -> MoveHeading {
        let spin = match (compass.0 + 16 - self.compass.0) % 16 {
            0 | 8 => self.spin,
            1..8 => Spin::Left,
            _ => Spin::Right,
        };
        MoveHeading { compass, spin }
    }

    /// Returns the directions that a turn may lead to.
    pub(super) fn after_turn(self, turn: Turn) -> impl Iterator<Item = CompassPoint> {
        let (by, signs) = match turn {
            Turn::By(by) => (i16::from(by), Spin::Left.signs()),
            Turn::Again(by) => (i16::from(by), self.spin.signs()),
            Turn::Opposite(by) => (i16::from(by), self.spin.opposite().signs()),
        };
        signs.iter().map(move |sign| self.compass.turned(sign * by))
    }
}

impl CompassPoint {
    /// Returns the direction of a leap, which must not be null.
    pub(crate) fn of(leap: Leap) -> CompassPoint {
        let family = family_of(&[leap]);
        CompassPoint(
            (0..16)
                .find(|direction| family.leap(*direction) == Some(leap))
                .unwrap_or_default(),
        )
    }

    pub(super) fn turned(self, by: i16) -> CompassPoint {
        CompassPoint((i16::from(self.0) + by).rem_euclid(16) as u8)
    }

    /// Returns the leap of a family that lies exactly in this direction.
    pub(crate) fn leap(self, family: Family) -> Option<Leap> {
        family
            .leap(self.0)
            .filter(|leap| *leap != Leap { x: 0, y: 0 })
    }

    /// Returns the leaps of a family nearest to this direction: one, or two equally near.
    pub(crate) fn nearest(self, family: Family) -> impl Iterator<Item = (CompassPoint, Leap)> {
        let at = |compass: CompassPoint| compass.leap(family).map(|leap| (compass, leap));
        let both = |away: i16| {
            [
                at(self.turned(away)),
                at(self.turned(-away)).filter(|_| away % 8 != 0),
            ]
        };
        let nearest = (0..=8)
            .map(both)
            .find(|both| both.iter().any(Option::is_some));
        nearest.into_iter().flatten().flatten()
    }
}

/// Returns the family of these leaps: the first orthogonal, diagonal and oblique one.
pub(super) fn family_of(leaps: &[Leap]) -> Family {
    let mut family = Family {
        orthogonal: None,
        diagonal: None,
        oblique: None,
    };
    for leap in leaps {
        let (long, short) = leap.longer_shorter();
        match short {
            0 => family.orthogonal = family.orthogonal.or(Some(long)),
            short if short == long => family.diagonal = family.diagonal.or(Some(long)),
            _ => family.oblique = family.oblique.or(Some((long, short))),
        }
    }
    family
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sixteen_directions_go_round_the_circle() {
        let family = Family {
            orthogonal: Some(1),
            diagonal: Some(1),
            oblique: Some((2, 1)),
        };
        let round = [
            (1, 0),
            (2, 1),
            (1, 1),
            (1, 2),
            (0, 1),
            (-1, 2),
            (-1, 1),
            (-2, 1),
            (-1, 0),
            (-2, -1),
            (-1, -1),
            (-1, -2),
            (0, -1),
            (1, -2),
            (1, -1),
            (2, -1),
        ];
        for (place, (x, y)) in round.into_iter().enumerate() {
            let leap = Leap { x, y };
            assert_eq!(
                CompassPoint::of(leap),
                CompassPoint(place as u8),
                "{leap:?}"
            );
            let nearest: Vec<_> = CompassPoint(place as u8).nearest(family).collect();
            assert_eq!(nearest, [(CompassPoint(place as u8), leap)]);
        }
    }

    #[test]
    fn a_leap_between_two_others_may_be_either() {
        let rook = Family {
            orthogonal: Some(1),
            diagonal: None,
            oblique: None,
        };
        let directions = |from: u8| {
            CompassPoint(from)
                .nearest(rook)
                .map(|(c, _)| c.0)
                .collect::<Vec<_>>()
        };
        assert_eq!(directions(2), [4, 0]);
        assert_eq!(directions(1), [0]);
        assert_eq!(directions(15), [0]);
    }
}
