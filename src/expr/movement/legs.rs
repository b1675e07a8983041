//! Says legs: how they go, and what they may end on.

use super::ways::{Way, way_of};
use padma_rules::movement::leg::{Bend, Content, End, EndAction, Hop, Lame, Leg, LegWay, Length};
use padma_rules::movement::steps_of_lame_leap;
use padma_words::{Say, SlotValue, say};

/// Says the last leg of a move, with the cells that it passes, lands on and begins from, and what
/// it may end on.
pub(super) fn last_leg(leg: &Leg, [over, onto, from]: [Option<SlotValue>; 3]) -> Say {
    say!(
        movement::LastLeg,
        run = run(leg),
        over,
        onto,
        from,
        ending = end(&leg.end)
    )
}

/// Says a leg before the last, and what it may end on.
pub(super) fn leg(leg: &Leg) -> Say {
    let End {
        empty, enemy, own, ..
    } = leg.end;
    let takes = leg.end.removes();
    let unloads = leg.end.may(EndAction::Unload);
    let (run, victim) = (run(leg), victim(&leg.end));
    match (empty.is_some(), enemy.is_some() || own.is_some()) {
        (_, false) => say!(movement::ToEmpty, run),
        (true, true) if !takes && enemy.is_some() && own.is_some() => {
            say!(movement::Whatever, run)
        }
        (true, true) if !takes => say!(movement::ToEmptyOrPiece, run, victim),
        (false, true) if !takes => say!(movement::ToPiece, run, victim),
        (true, true) => say!(movement::OrCapturing, run, victim, unloads),
        (false, true) => say!(movement::Capturing, run, victim, unloads),
    }
}

/// Says how a leg goes: its directions, its length, and how it treats pieces, edges and the cells
/// on its way.
fn run(leg: &Leg) -> Say {
    let is_single = leg.length == Length::ONCE;
    let (verb, leaps) = verb(leg, is_single, way_of(&leg.way));
    let Some(leaps) = leaps else {
        return verb;
    };
    let hurdle = match leg.hop {
        Hop::Beyond { own_only } => Some((own_only, false)),
        Hop::Next { own_only } => Some((own_only, true)),
        Hop::Never | Hop::SkipFirst | Hop::Inside => None,
    };
    let length = match leg.length {
        Length::UpTo(1) | Length::Unlimited => None,
        Length::UpTo(most) => Some(say!(movement::AtMost, most, leaps)),
        Length::Same => Some(say!(movement::AsBefore, leaps)),
    };
    let turning = |by, sides| {
        let sides = SlotValue::Key(sides);
        Some(say!(movement::Turning, degrees = degrees(by), sides))
    };
    let bend = match leg.bend {
        Bend::Straight | Bend::Free => None,
        Bend::Round(by) => turning(by, "same"),
        Bend::Crooked(by) => turning(by, "either"),
    };
    let passing = match leg.hop {
        Hop::SkipFirst => "first",
        Hop::Inside => "inside",
        Hop::Never | Hop::Beyond { .. } | Hop::Next { .. } => "none",
    };
    let between = match leg.lame {
        Lame::No => "any",
        Lame::Straight if is_single => "cell",
        Lame::Straight => "cells",
        Lame::OrthogonalFirst => "step",
    };
    say!(
        movement::Run,
        verb,
        hurdle = hurdle.map(|(own, next)| say!(movement::OverHurdle, own, next)),
        length,
        bend,
        passing = SlotValue::Key(passing),
        between = SlotValue::Key(between),
        wraps = leg.wraps
    )
}

/// Says what a leg does and where to, and whether its length is counted in leaps; `None` if that
/// says all about it.
fn verb(leg: &Leg, is_single: bool, found: Way) -> (Say, Option<bool>) {
    let Way { way, leap, reach } = found;
    let hops = matches!(leg.hop, Hop::Beyond { .. } | Hop::Next { .. });
    let (verb, leaps) = match (leap, reach) {
        // The Horse of Xiangqi, which may go either way from its orthogonal step.
        (Some(_), _)
            if goes_every_way(&leg.way) && !leg.wraps && steps_of_lame_leap(leg).is_some() =>
        {
            return (say!(movement::Horse), None);
        }
        (Some(leap), _) if is_single => (say!(movement::Leaps, leap, way), true),
        (Some(leap), _) => (say!(movement::Rides, way, leap), true),
        // A wandering piece may pass from one ring to another.
        (None, 1) if leg.bend == Bend::Free => (say!(movement::Wanders, way), false),
        (None, 1) if hops => (say!(movement::Hops, way), false),
        (None, 1) if is_single => (say!(movement::Steps, way), false),
        (None, 1) => (say!(movement::Slides, way), false),
        (None, reach) if is_single && leg.lame == Lame::No => {
            (say!(movement::LeapsFar, way, reach), true)
        }
        // A lame leap crosses cells that must be empty, so it "goes" and does not "leap".
        (None, reach) if is_single => (say!(movement::GoesFar, way, reach), true),
        (None, reach) => (say!(movement::RidesFar, way, reach), true),
    };
    (verb, Some(leaps))
}

/// Whether leaps are all the eight that a Knight has.
fn goes_every_way(way: &LegWay) -> bool {
    matches!(way, LegWay::Leaps(leaps) if leaps.len() == 8)
}

fn degrees(sixteenths: u8) -> String {
    let half_degrees = u16::from(sixteenths) * 45;
    if half_degrees % 2 == 0 {
        (half_degrees / 2).to_string()
    } else {
        format!("{}.5", half_degrees / 2)
    }
}

/// Says what a last leg may end on; `None` if that goes without saying.
pub(super) fn end(end: &End) -> Option<Say> {
    let End {
        empty,
        enemy,
        own,
        en_passant,
        content,
    } = *end;
    if en_passant && empty.is_none() && enemy.is_none() && own.is_none() {
        return Some(say!(movement::Passed));
    }
    let unloads = end.may(EndAction::Unload);
    let victim = victim(end);
    if !unloads && empty.is_some() && enemy.is_some() && own.is_none() {
        return match content {
            Content::Any => None,
            Content::NotRoyal => Some(say!(movement::SparesRoyals)),
            Content::RoyalOnly => Some(say!(movement::CapturingOnly, victim)),
        };
    }
    Some(match (empty.is_some(), enemy.is_some(), own.is_some()) {
        (_, false, false) => say!(movement::NotCapturing),
        (true, ..) if unloads => say!(movement::ChangingPlaces, victim),
        (false, ..) if unloads => say!(movement::PuttingBack, victim),
        (true, true, true) if content == Content::Any => say!(movement::EitherSide),
        (true, ..) => say!(movement::CapturingOnly, victim),
        (false, true, false) if content == Content::Any => {
            say!(movement::OnlyToCapture, victim = SlotValue::None)
        }
        (false, ..) => say!(movement::OnlyToCapture, victim),
    })
}

/// Says on which piece a leg may end.
fn victim(end: &End) -> Say {
    let whose = match (end.enemy.is_some(), end.own.is_some(), end.content) {
        (true, false, Content::RoyalOnly) => return say!(movement::Royal),
        (true, false, _) => "enemy",
        (false, true, _) => "own",
        _ => "either",
    };
    let not_royal = end.content == Content::NotRoyal;
    say!(movement::Victim, whose = SlotValue::Key(whose), not_royal)
}
