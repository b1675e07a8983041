//! Lays legs one after another, so that each turn leads exactly where the leg has a leap.
//!
//! A leg asks for a turn (`R` after a diagonal step: straight on), and its atom may have no leap
//! there, but two that lie equally near. Here every turn becomes exact (half left and half right).
//! That may take several components: what is half left after an orthogonal step need not be so
//! after a diagonal one. Two strings that describe the same path therefore give the same
//! components. This module knows no letters.

use super::compass::turn;
use super::dialect::AtomShape;
use super::effort::MOST_COMPONENTS;
use crate::movement::leg::{Bend, End, Family, Hop, Lame, Leg, LegWay, Length, Turn};

/// The first leg of a component and the later legs, as they are asked for.
#[derive(Clone)]
pub(super) struct Asked {
    pub directions: Vec<u8>,
    pub first: LegManner,
    pub rest: Vec<Next>,
}

/// A leg after the first.
#[derive(Clone)]
pub(super) struct Next {
    pub turns: Vec<Turn>,
    /// Whether only these exact turns will do, and not the nearest ones that its atom has.
    pub exact: bool,
    pub manner: LegManner,
    /// Its index among the legs of the string.
    pub index: usize,
}

/// Everything about a leg but its direction.
#[derive(Clone)]
pub(super) struct LegManner {
    pub shape: AtomShape,
    pub length: Length,
    pub hop: Hop,
    pub lame: Lame,
    pub bend: Bend,
    pub wraps: bool,
    pub end: End,
}

/// Why legs cannot be laid, with the index of the leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayFault {
    /// It asks for a direction that its atom does not have.
    NoSuchDirection(usize),
    /// It asks for left or right after an oblique leap to either side of straight on. That would
    /// treat the mirror images of the leap differently.
    Sided(usize),
    /// They make too many components.
    TooMany,
}

/// Returns the components that legs make.
pub(super) fn lay(asked: &Asked) -> Result<Vec<Vec<Leg>>, LayFault> {
    let mut laid = Vec::new();
    for asked in resolve_sides(asked) {
        for rest in &asked.rest {
            check_sides(&asked, rest)?;
        }
        match lay_at_once(&asked)? {
            Some(legs) => laid.push(legs),
            None => {
                for class in 0..4 {
                    let mut part = asked.clone();
                    part.directions.retain(|direction| direction % 4 == class);
                    if !part.directions.is_empty() {
                        lay_apart(&part, class, vec![part.first_leg()], &mut laid)?;
                    }
                }
            }
        }
    }
    Ok(laid)
}

impl Asked {
    fn first_leg(&self) -> Leg {
        let family = self.first.shape.family();
        let leaps = self
            .directions
            .iter()
            .filter_map(|direction| family.leap(*direction))
            .collect();
        self.first.leg(LegWay::Leaps(leaps))
    }
}

/// Returns which classes of directions there are: orthogonal (0), diagonal (2), and the two kinds
/// of oblique ones, which are mirror images of each other.
pub(super) fn classes_of(directions: &[u8]) -> [bool; 4] {
    [0, 1, 2, 3].map(|class| directions.iter().any(|direction| direction % 4 == class))
}

impl LegManner {
    fn leg(&self, way: LegWay) -> Leg {
        let LegManner {
            length,
            hop,
            lame,
            bend,
            wraps,
            end,
            ..
        } = *self;
        Leg {
            way,
            length,
            hop,
            lame,
            bend,
            wraps,
            end,
        }
    }

    fn turning(&self, turns: Vec<Turn>, classes: [bool; 4]) -> Leg {
        let Family {
            orthogonal,
            diagonal,
            oblique,
        } = self.shape.family();
        let family = Family {
            orthogonal: orthogonal.filter(|_| classes[0]),
            diagonal: diagonal.filter(|_| classes[2]),
            oblique: oblique.filter(|_| classes[1] || classes[3]),
        };
        self.leg(LegWay::Turns { turns, family })
    }
}

/// Resolves `z` and `q`. If no earlier leg has turned to a side, they mean both sides. If an
/// earlier leg may or may not have turned, each case becomes a component of its own.
fn resolve_sides(asked: &Asked) -> Vec<Asked> {
    let mut all = vec![Asked {
        rest: Vec::new(),
        ..asked.clone()
    }];
    for (index, next) in asked.rest.iter().enumerate() {
        let is_asked_later = asked.rest[index + 1..]
            .iter()
            .any(|next| next.turns.iter().any(|turn| turn.compares()));
        let mut longer = Vec::new();
        for part in all {
            let turned = part
                .rest
                .iter()
                .any(|leg| leg.turns.iter().all(|turn| is_sideways(*turn)));
            let mut turns: Vec<Turn> = if turned {
                next.turns.clone()
            } else {
                either_side(&next.turns)
            };
            turns.sort_unstable();
            turns.dedup();
            let (sideways, straight): (Vec<Turn>, Vec<Turn>) =
                turns.iter().partition(|turn| is_sideways(**turn));
            let cases = if is_asked_later && !turned {
                vec![straight, sideways]
            } else {
                vec![turns]
            };
            for turns in cases.into_iter().filter(|turns| !turns.is_empty()) {
                let mut part = part.clone();
                part.rest.push(Next {
                    turns,
                    ..next.clone()
                });
                longer.push(part);
            }
        }
        all = longer;
    }
    all
}

fn either_side(turns: &[Turn]) -> Vec<Turn> {
    turns
        .iter()
        .flat_map(|turn| match *turn {
            Turn::By(by) => vec![Turn::By(by)],
            Turn::Again(by) | Turn::Opposite(by) => vec![
                Turn::By(self::turn(-i16::from(by))),
                Turn::By(self::turn(i16::from(by))),
            ],
        })
        .collect()
}

fn is_sideways(turn: Turn) -> bool {
    !matches!(turn, Turn::By(0 | 8))
}

/// Rejects an oblique leg that turns to one side only after oblique leaps of both kinds: it would
/// bend one kind outwards and the other inwards.
fn check_sides(asked: &Asked, next: &Next) -> Result<(), LayFault> {
    let mut classes = classes_of(&asked.directions);
    for before in asked
        .rest
        .iter()
        .take_while(|before| before.index < next.index)
    {
        classes = classes_after(classes, &before.turns);
    }
    let mirrored = |turn: &Turn| match *turn {
        Turn::By(by) => next.turns.contains(&Turn::By(self::turn(-i16::from(by)))),
        Turn::Again(_) | Turn::Opposite(_) => true,
    };
    let is_oblique = matches!(next.manner.shape, AtomShape::Oblique(..));
    if is_oblique && classes[1] && classes[3] && !next.turns.iter().all(mirrored) {
        return Err(LayFault::Sided(next.index));
    }
    Ok(())
}

/// Lays everything as one component. `None` if a leg's turns depend on the direction before it, or
/// if a leg would mix two kinds of leap that no single atom has.
fn lay_at_once(asked: &Asked) -> Result<Option<Vec<Leg>>, LayFault> {
    let mut legs = vec![asked.first_leg()];
    let mut classes = classes_of(&asked.directions);
    for next in &asked.rest {
        let mut common: Option<Vec<Turn>> = None;
        for class in classes_present(classes) {
            let turns = exact_turns_of(class, next)?;
            if common.as_ref().is_some_and(|common| *common != turns) {
                return Ok(None);
            }
            common = Some(turns);
        }
        let turns = common.unwrap_or_default();
        classes = classes_after(classes, &turns);
        if classes[0] && classes[2] && next.manner.shape != AtomShape::Both(1) {
            return Ok(None);
        }
        legs.push(next.manner.turning(turns, classes));
    }
    Ok(Some(legs))
}

/// Lays a component for each way in which orthogonal, diagonal and oblique legs can follow each
/// other.
fn lay_apart(
    asked: &Asked,
    class: u8,
    legs: Vec<Leg>,
    laid: &mut Vec<Vec<Leg>>,
) -> Result<(), LayFault> {
    let Some(next) = asked.rest.get(legs.len() - 1) else {
        laid.push(legs);
        return if laid.len() > MOST_COMPONENTS {
            Err(LayFault::TooMany)
        } else {
            Ok(())
        };
    };
    let turns = exact_turns_of(class, next)?;
    for class_behind in 0..4 {
        let leads_there = |turn: &Turn| class_after(class, *turn) == class_behind;
        let turns: Vec<Turn> = turns.iter().copied().filter(leads_there).collect();
        if !turns.is_empty() {
            let mut classes = [false; 4];
            classes[usize::from(class_behind)] = true;
            let mut legs = legs.clone();
            legs.push(next.manner.turning(turns, classes));
            lay_apart(asked, class_behind, legs, laid)?;
        }
    }
    Ok(())
}

fn classes_present(classes: [bool; 4]) -> impl Iterator<Item = u8> {
    (0..4).filter(move |class| classes[usize::from(*class)])
}

pub(super) fn classes_after(classes: [bool; 4], turns: &[Turn]) -> [bool; 4] {
    let mut behind = [false; 4];
    for class in classes_present(classes) {
        for turn in turns {
            behind[usize::from(class_after(class, *turn))] = true;
        }
    }
    behind
}

/// Returns the exact turns that an asked turn gives on a leg of this shape; `None` if they depend
/// on the class of direction that the component comes from, or if the leg has no such turn.
pub(super) fn reachable(classes: [bool; 4], asked: Turn, shape: AtomShape) -> Option<Vec<Turn>> {
    let mut all = classes_present(classes).map(|class| exact_turns(class, &[asked], shape, false));
    let first = all.next()??;
    all.all(|turns| turns.as_ref() == Some(&first))
        .then_some(first)
}

/// Returns the class of the direction after a turn. A turn by whole eighths leads to the same
/// class on either side, so its side makes no difference.
fn class_after(class: u8, turn: Turn) -> u8 {
    let by = match turn {
        Turn::By(by) => i16::from(by),
        Turn::Again(by) | Turn::Opposite(by) => i16::from(by),
    };
    (i16::from(class) + by).rem_euclid(4) as u8
}

/// Returns the turns that a leg really makes from a direction of a class.
fn exact_turns_of(class: u8, next: &Next) -> Result<Vec<Turn>, LayFault> {
    let found = exact_turns(class, &next.turns, next.manner.shape, next.exact);
    found.ok_or(LayFault::NoSuchDirection(next.index))
}

fn exact_turns(class: u8, asked: &[Turn], shape: AtomShape, exact: bool) -> Option<Vec<Turn>> {
    let family = shape.family();
    let has = |turn: &Turn| family.leap(class_after(class, *turn)).is_some();
    let mut found = Vec::new();
    for asked in asked {
        match *asked {
            turn if has(&turn) => found.push(turn),
            Turn::By(by) if !exact => {
                let beside =
                    |away: i16| [-away, away].map(|away| Turn::By(turn(i16::from(by) + away)));
                let nearest = (1..=3).map(beside).find(|turns| turns.iter().any(has))?;
                found.extend(nearest.into_iter().filter(has));
            }
            _ => return None,
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}
