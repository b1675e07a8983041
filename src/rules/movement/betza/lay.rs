//! Lays legs one after another, with turns that lead exactly to leaps of each leg's atom.
//!
//! The letters may ask for a turn to which the atom has no leap: `R` straight on after a diagonal
//! step. This module replaces such a turn by the nearest exact ones: half left and half right. It
//! may need several components for that, because a turn that is exact after an orthogonal step may
//! not be exact after a diagonal one. Two strings that describe the same path therefore have the
//! same components. This module knows no letters.

use super::compass::reduce_turn;
use super::dialect::AtomShape;
use super::effort::MOST_COMPONENTS;
use crate::movement::leg::{Bend, End, Family, Hop, Lame, Leg, LegWay, Length, Turn};

/// The legs of a component as the letters ask for them, before their turns are exact.
#[derive(Clone)]
pub(in crate::movement) struct LegPlan {
    pub directions: Vec<u8>,
    pub first: LegManner,
    pub rest: Vec<LaterLeg>,
}

/// A leg after the first.
#[derive(Clone)]
pub(in crate::movement) struct LaterLeg {
    pub turns: Vec<Turn>,
    /// Whether the leg must make exactly these turns, rather than the nearest ones of its atom.
    pub exact: bool,
    pub manner: LegManner,
    /// Its index among the legs of the string.
    pub index: usize,
}

/// Everything about a leg but its direction.
#[derive(Clone)]
pub(in crate::movement) struct LegManner {
    pub shape: AtomShape,
    pub length: Length,
    pub hop: Hop,
    pub lame: Lame,
    pub bend: Bend,
    pub wraps: bool,
    pub end: End,
}

/// The reason legs cannot be laid, with the index of the leg at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::movement) enum LayFault {
    /// It asks for a direction that its atom does not have.
    NoSuchDirection(usize),
    /// It asks for left or right only, after oblique leaps of both kinds. That would treat mirror
    /// images of a leap differently.
    Sided(usize),
    /// The legs make too many components.
    TooMany,
}

/// Returns the legs of each component that the asked legs make.
pub(in crate::movement) fn lay(asked: &LegPlan) -> Result<Vec<Vec<Leg>>, LayFault> {
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

impl LegPlan {
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

/// Returns the classes that some directions belong to: orthogonal (0), diagonal (2), and the two
/// kinds of oblique directions (1 and 3), which are mirror images of each other.
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

    fn later_leg(&self, turns: Vec<Turn>, classes: [bool; 4]) -> Leg {
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

/// Resolves `z` and `q`, which refer to an earlier turn. If no earlier leg has turned to a side,
/// they mean both sides. If an earlier leg may or may not turn, each case becomes a component.
fn resolve_sides(asked: &LegPlan) -> Vec<LegPlan> {
    let mut resolved = vec![LegPlan {
        rest: Vec::new(),
        ..asked.clone()
    }];
    for (index, next) in asked.rest.iter().enumerate() {
        let is_asked_later = asked.rest[index + 1..]
            .iter()
            .any(|next| next.turns.iter().any(|turn| turn.depends_on_earlier()));
        let mut longer = Vec::new();
        for part in resolved {
            let has_turned = part
                .rest
                .iter()
                .any(|leg| leg.turns.iter().all(|turn| is_sideways(*turn)));
            let mut turns: Vec<Turn> = if has_turned {
                next.turns.clone()
            } else {
                either_side(&next.turns)
            };
            turns.sort_unstable();
            turns.dedup();
            let (sideways, straight): (Vec<Turn>, Vec<Turn>) =
                turns.iter().partition(|turn| is_sideways(**turn));
            let cases = if is_asked_later && !has_turned {
                vec![straight, sideways]
            } else {
                vec![turns]
            };
            for turns in cases.into_iter().filter(|turns| !turns.is_empty()) {
                let mut part = part.clone();
                part.rest.push(LaterLeg {
                    turns,
                    ..next.clone()
                });
                longer.push(part);
            }
        }
        resolved = longer;
    }
    resolved
}

fn either_side(turns: &[Turn]) -> Vec<Turn> {
    turns
        .iter()
        .flat_map(|turn| match *turn {
            Turn::By(by) => vec![Turn::By(by)],
            Turn::Again(by) | Turn::Opposite(by) => vec![
                Turn::By(self::reduce_turn(-i16::from(by))),
                Turn::By(self::reduce_turn(i16::from(by))),
            ],
        })
        .collect()
}

fn is_sideways(turn: Turn) -> bool {
    !matches!(turn, Turn::By(0 | 8))
}

/// Rejects an oblique leg that turns to only one side after oblique leaps of both kinds. Such a
/// turn would bend one kind outwards and the other inwards.
fn check_sides(asked: &LegPlan, next: &LaterLeg) -> Result<(), LayFault> {
    let mut classes = classes_of(&asked.directions);
    for before in asked
        .rest
        .iter()
        .take_while(|before| before.index < next.index)
    {
        classes = classes_after(classes, &before.turns);
    }
    let has_mirror_image = |turn: &Turn| match *turn {
        Turn::By(by) => next
            .turns
            .contains(&Turn::By(self::reduce_turn(-i16::from(by)))),
        Turn::Again(_) | Turn::Opposite(_) => true,
    };
    let is_oblique = matches!(next.manner.shape, AtomShape::Oblique(..));
    if is_oblique && classes[1] && classes[3] && !next.turns.iter().all(has_mirror_image) {
        return Err(LayFault::Sided(next.index));
    }
    Ok(())
}

/// Lays the legs as one component. Returns `None` if the exact turns of a leg depend on the class
/// of the direction before it, or if a leg would mix kinds of leap that no single atom has.
fn lay_at_once(asked: &LegPlan) -> Result<Option<Vec<Leg>>, LayFault> {
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
        legs.push(next.manner.later_leg(turns, classes));
    }
    Ok(Some(legs))
}

/// Lays a component for each sequence of orthogonal, diagonal and oblique directions that the legs
/// can take.
fn lay_apart(
    asked: &LegPlan,
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
    for next_class in 0..4 {
        let leads_to_class = |turn: &Turn| class_after(class, *turn) == next_class;
        let turns: Vec<Turn> = turns.iter().copied().filter(leads_to_class).collect();
        if !turns.is_empty() {
            let mut classes = [false; 4];
            classes[usize::from(next_class)] = true;
            let mut legs = legs.clone();
            legs.push(next.manner.later_leg(turns, classes));
            lay_apart(asked, next_class, legs, laid)?;
        }
    }
    Ok(())
}

fn classes_present(classes: [bool; 4]) -> impl Iterator<Item = u8> {
    (0..4).filter(move |class| classes[usize::from(*class)])
}

pub(super) fn classes_after(classes: [bool; 4], turns: &[Turn]) -> [bool; 4] {
    let mut after = [false; 4];
    for class in classes_present(classes) {
        for turn in turns {
            after[usize::from(class_after(class, *turn))] = true;
        }
    }
    after
}

/// Returns the exact turns that replace an asked turn on a leg of this shape; `None` if there are
/// none, or if they depend on the class of the direction before the leg.
pub(super) fn exact_turns_after(
    classes: [bool; 4],
    asked: Turn,
    shape: AtomShape,
) -> Option<Vec<Turn>> {
    let mut by_class =
        classes_present(classes).map(|class| exact_turns(class, &[asked], shape, false));
    let first = by_class.next()??;
    by_class
        .all(|turns| turns.as_ref() == Some(&first))
        .then_some(first)
}

/// Returns the class of the direction after a turn. `z` and `q` turn by whole eighths, which lead
/// to the same class on either side.
fn class_after(class: u8, turn: Turn) -> u8 {
    let by = match turn {
        Turn::By(by) => i16::from(by),
        Turn::Again(by) | Turn::Opposite(by) => i16::from(by),
    };
    (i16::from(class) + by).rem_euclid(4) as u8
}

/// Returns the exact turns of a leg after a direction of this class.
fn exact_turns_of(class: u8, next: &LaterLeg) -> Result<Vec<Turn>, LayFault> {
    let turns = exact_turns(class, &next.turns, next.manner.shape, next.exact);
    turns.ok_or(LayFault::NoSuchDirection(next.index))
}

fn exact_turns(class: u8, asked: &[Turn], shape: AtomShape, exact: bool) -> Option<Vec<Turn>> {
    let family = shape.family();
    let has_leap = |turn: &Turn| family.leap(class_after(class, *turn)).is_some();
    let mut exact_turns = Vec::new();
    for asked in asked {
        match *asked {
            turn if has_leap(&turn) => exact_turns.push(turn),
            Turn::By(by) if !exact => {
                let turns_at_distance = |distance: i16| {
                    [-distance, distance]
                        .map(|distance| Turn::By(reduce_turn(i16::from(by) + distance)))
                };
                let nearest = (1..=3)
                    .map(turns_at_distance)
                    .find(|turns| turns.iter().any(has_leap))?;
                exact_turns.extend(nearest.into_iter().filter(has_leap));
            }
            _ => return None,
        }
    }
    exact_turns.sort_unstable();
    exact_turns.dedup();
    Some(exact_turns)
}

/// Returns two single leaps over an empty cell as the lame leap that they are: two equal steps, or
/// an orthogonal step and a diagonal one. Any other legs are returned as they are.
pub(in crate::movement) fn as_lame_leap(legs: Vec<Leg>) -> Vec<Leg> {
    let [first, last] = &legs[..] else {
        return legs;
    };
    let (LegWay::Leaps(steps), LegWay::Turns { turns, family }) = (&first.way, &last.way) else {
        return legs;
    };
    let Some((shape, from)) = AtomShape::of_leaps(steps) else {
        return legs;
    };
    // A turn of two sixteenths halfway turns the whole leap by one.
    let (leap, lame, sums) = match (shape, AtomShape::of_family(*family), &turns[..]) {
        (AtomShape::Orthogonal(1), Some(AtomShape::Orthogonal(1)), [Turn::By(0)]) => {
            (AtomShape::Orthogonal(2), Lame::Straight, &[0][..])
        }
        (AtomShape::Diagonal(1), Some(AtomShape::Diagonal(1)), [Turn::By(0)]) => {
            (AtomShape::Diagonal(2), Lame::Straight, &[0][..])
        }
        (AtomShape::Orthogonal(1), Some(AtomShape::Diagonal(1)), [Turn::By(-2), Turn::By(2)]) => (
            AtomShape::Oblique(2, 1),
            Lame::OrthogonalFirst,
            &[-1, 1][..],
        ),
        _ => return legs,
    };
    if !first.is_single_leap() || !last.is_single_leap() || first.end != End::PASSING {
        return legs;
    }
    let turned = |from: &u8| {
        let from = i16::from(*from);
        let turned = move |by: &i16| (from + by).rem_euclid(16) as u8;
        sums.iter().map(turned)
    };
    let mut directions: Vec<u8> = from.iter().flat_map(turned).collect();
    directions.sort_unstable();
    let leaps = directions
        .iter()
        .filter_map(|direction| leap.family().leap(*direction));
    vec![Leg {
        way: LegWay::Leaps(leaps.collect()),
        lame,
        ..last.clone()
    }]
}

/// Returns the orthogonal and the diagonal step that make a lame leap; `None` for any other leg, or if it
/// has only one of the two leaps that begin with some orthogonal step.
pub fn steps_of_lame_leap(leg: &Leg) -> Option<Vec<Leg>> {
    let LegWay::Leaps(leaps) = &leg.way else {
        return None;
    };
    let (shape, directions) = AtomShape::of_leaps(leaps)?;
    if (leg.lame, leg.length) != (Lame::OrthogonalFirst, Length::ONCE)
        || shape != AtomShape::Oblique(2, 1)
    {
        return None;
    }
    let beside = |step: &u8| [(step + 1) % 16, (step + 15) % 16];
    let is_begun = |step: &u8| {
        beside(step)
            .iter()
            .any(|turned| directions.contains(turned))
    };
    let steps: Vec<u8> = [0, 4, 8, 12].into_iter().filter(is_begun).collect();
    let (orthogonal, family) = (
        AtomShape::Orthogonal(1).family(),
        AtomShape::Diagonal(1).family(),
    );
    let step = Leg {
        way: LegWay::Leaps(
            steps
                .iter()
                .filter_map(|step| orthogonal.leap(*step))
                .collect(),
        ),
        lame: Lame::No,
        end: End::PASSING,
        ..leg.clone()
    };
    let turns = vec![Turn::By(-2), Turn::By(2)];
    let outward = Leg {
        way: LegWay::Turns { turns, family },
        lame: Lame::No,
        ..leg.clone()
    };
    (directions.len() == 2 * steps.len()).then(|| vec![step, outward])
}
