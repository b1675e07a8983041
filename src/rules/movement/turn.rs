//! Turns a movement about the cell its piece stands on.
//!
//! A leap to a cell r king's steps away ends on a *ring* of 8r cells. A turn of 45 degrees moves
//! its end r cells along the ring, so that (1,0) becomes (1,1), (2,1) becomes (1,2) and (3,1)
//! becomes (2,3); two such turns are a quarter turn. So Wazir and Ferz turn into each other, as do
//! Rook and Bishop, and Camel and Zebra. This module knows no boards.

use super::betza::{Betza, as_lame_leap, steps_of_lame_leap};
use super::leaps::{NoLeaps, grid_components};
use super::leg::{Family, Lame, Leap, Leg, LegWay, Motion};
use super::{Clause, ClauseKind, Dialect, Joint, Sentence};

/// How far to turn to the left: 1 to 7 times 45 degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eighths(u8);

impl Eighths {
    /// Converts a number of degrees; `None` unless it is positive, a multiple of 45 and not a
    /// multiple of 360.
    pub fn from_degrees(degrees: i64) -> Option<Eighths> {
        let eighths = u8::try_from(degrees % 360 / 45).ok()?;
        (degrees % 45 == 0 && eighths > 0).then_some(Eighths(eighths))
    }

    pub(crate) fn degrees(self) -> u16 {
        45 * u16::from(self.0)
    }

    /// Whether it turns orthogonal directions into diagonal ones.
    fn is_odd(self) -> bool {
        self.0 % 2 == 1
    }

    fn turn_leap(self, leap: Leap) -> Leap {
        (0..self.0).fold(leap, |leap, _| turn_eighth(leap))
    }

    fn turn_family(self, family: Family) -> Family {
        if !self.is_odd() {
            return family;
        }
        let turn_oblique = |(longer, shorter)| {
            turn_eighth(Leap {
                x: longer as i16,
                y: shorter as i16,
            })
            .longer_shorter()
        };
        let oblique = family.oblique.map(turn_oblique);
        Family {
            orthogonal: family.diagonal,
            diagonal: family.orthogonal,
            oblique,
        }
    }
}

/// Moves the end of a leap by an eighth of its ring, counter-clockwise.
fn turn_eighth(leap: Leap) -> Leap {
    let Leap { x, y } = leap;
    let radius = x.abs().max(y.abs());
    if radius == 0 {
        leap
    } else if x == radius && y < radius {
        // It moves up the right side of the ring, then along the top.
        Leap {
            x: radius - y.max(0),
            y: (y + radius).min(radius),
        }
    } else {
        let Leap { x, y } = turn_eighth(Leap { x: y, y: -x });
        Leap { x: -y, y: x }
    }
}

/// Why a movement cannot be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unturnable {
    /// It cannot be written with leaps.
    NoLeaps(NoLeaps),
    /// It wraps round the side edges of the board, and no movement wraps round the other two.
    Wraps,
    /// It must step orthogonally first, and no lame leap steps diagonally first.
    Lame,
}

impl std::fmt::Display for Unturnable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unturnable::NoLeaps(why) => why.fmt(f),
            Unturnable::Wraps => f.write_str("it goes on over the side edges of the board"),
            Unturnable::Lame => {
                f.write_str("it steps orthogonally first, and no such leap steps diagonally first")
            }
        }
    }
}

/// Turns a movement on a grid to the left. `piece` returns the sentence of another piece by its
/// id.
///
/// # Errors
///
/// Why it cannot be turned.
pub fn turn_left<'a>(
    sentence: &'a Sentence,
    by: Eighths,
    piece: &dyn Fn(&str) -> Option<&'a Sentence>,
) -> Result<Sentence, Unturnable> {
    let mut components = grid_components(sentence, piece).map_err(Unturnable::NoLeaps)?;
    for component in &mut components {
        if let Motion::Legs(legs) = &mut component.motion {
            // No lame leap steps diagonally first, but two legs may.
            if let [leg] = &legs[..]
                && let Some(steps) = steps_of_lame_leap(leg).filter(|_| by.is_odd())
            {
                *legs = steps;
            }
            legs.iter_mut().try_for_each(|leg| turn_leg(leg, by))?;
            *legs = as_lame_leap(std::mem::take(legs));
        }
    }
    let Some(first) = sentence.clauses.first() else {
        return Ok(sentence.clone());
    };
    let span = first.span;
    let text = format!("({sentence}) turned by {}°", by.degrees());
    let betza = Betza {
        text,
        dialect: Dialect::default(),
        span,
        components,
    };
    let clause = Clause {
        joint: Joint::Semicolon,
        otherwise: false,
        kind: ClauseKind::Betza(betza),
        span,
    };
    Ok(Sentence {
        clauses: vec![clause],
    })
}

fn turn_leg(leg: &mut Leg, by: Eighths) -> Result<(), Unturnable> {
    if leg.wraps {
        return Err(Unturnable::Wraps);
    }
    if leg.lame == Lame::OrthogonalFirst && by.is_odd() {
        return Err(Unturnable::Lame);
    }
    match &mut leg.way {
        LegWay::Leaps(leaps) => leaps
            .iter_mut()
            .for_each(|leap| *leap = by.turn_leap(*leap)),
        LegWay::Directions { .. } => {}
        // The turns are relative to the leg before, which this function turns as well.
        LegWay::Turns { family, .. } => *family = by.turn_family(*family),
    }
    Ok(())
}
