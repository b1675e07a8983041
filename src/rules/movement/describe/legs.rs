//! Describes legs: how they go, and what they may end on.

use super::ways::WayWords;
use crate::movement::betza::steps_of_lame_leap;
use crate::movement::leg::{Bend, Content, End, EndAction, Hop, Lame, Leg, Length};
use crate::movement::words::{cell_ordinal, number_in_words};

/// Describes a leg and what it may end on. The limits of its places are said of the last leg.
pub(super) fn describe_leg(leg: &Leg, is_last: bool, limits: &str) -> String {
    let mut text = describe_run(leg);
    if is_last {
        return text + limits + &describe_ending(&leg.end);
    }
    let onward = describe_onward_end(&leg.end);
    if text.contains(',') && !onward.starts_with(',') {
        text.push(',');
    }
    text + &onward
}

/// Describes how a leg goes: its directions, its length, and how it treats pieces, edges and the
/// cells on its way.
fn describe_run(leg: &Leg) -> String {
    let WayWords { way, leap, reach } = WayWords::of(&leg.way);
    let is_single = leg.length == Length::ONCE;
    let hops = match leg.hop {
        Hop::Beyond { own_only } => Some((own_only, "any cell beyond it")),
        Hop::Next { own_only } => Some((own_only, "the cell just beyond it")),
        Hop::Never | Hop::SkipFirst | Hop::Inside => None,
    };
    let (verb, unit) = match (leap, reach) {
        // The Horse of Xiangqi, which may go either way from its orthogonal step.
        (Some(_), _) if way.is_empty() && !leg.wraps && steps_of_lame_leap(leg).is_some() => {
            return "steps orthogonally to an empty cell, then steps outward diagonally".into();
        }
        (Some(leap), _) if is_single => (format!("leaps {leap}{way}"), "leap"),
        (Some(leap), _) => (format!("rides{way} in leaps of {leap}"), "leap"),
        (None, 1) if leg.bend == Bend::Free => {
            // A wandering piece may pass from one ring to another.
            let way = way.replace(
                " round a ring",
                " along rings, from one to another where they meet",
            );
            (
                format!("wanders{way}, turning at any cell and entering none twice"),
                "cell",
            )
        }
        (None, 1) if hops.is_some() => (format!("hops{way}"), "cell"),
        (None, 1) if is_single => (format!("steps{way}"), "cell"),
        (None, 1) => (format!("slides{way}"), "cell"),
        // A lame leap crosses cells that must be empty, so it "goes" and does not "leap".
        (None, reach) if is_single => {
            let verb = if leg.lame == Lame::No {
                "leaps"
            } else {
                "goes"
            };
            (
                format!("{verb}{way} to the {} cell", cell_ordinal(reach)),
                "leap",
            )
        }
        (None, reach) => (
            format!("rides{way} in leaps of {} cells", number_in_words(reach)),
            "leap",
        ),
    };
    let mut text = verb;
    if let Some((own_only, landing)) = hops {
        let whose = if own_only {
            ", if it is of its own side,"
        } else {
            ","
        };
        text.push_str(&format!(
            " over the first piece on the line, near or far{whose} to {landing}"
        ));
    }
    match leg.length {
        Length::UpTo(1) | Length::Unlimited => {}
        Length::UpTo(most) => {
            text.push_str(&format!(", at most {} {unit}s", number_in_words(most)));
        }
        Length::Same => text.push_str(&format!(", as many {unit}s as before")),
    }
    match leg.bend {
        Bend::Straight | Bend::Free => {}
        Bend::Round(by) => text.push_str(&format!(
            ", turning by {} degrees to the same side each time",
            degrees(by)
        )),
        Bend::Crooked(by) => text.push_str(&format!(
            ", turning by {} degrees to either side in turn",
            degrees(by)
        )),
    }
    text.push_str(match leg.hop {
        Hop::SkipFirst => ", passing over the first cell whatever stands there",
        Hop::Inside => ", over exactly one piece",
        Hop::Never | Hop::Beyond { .. } | Hop::Next { .. } => "",
    });
    text.push_str(match leg.lame {
        Lame::No => "",
        Lame::Straight if is_single => ", if the cell between is empty",
        Lame::Straight => ", if the cells between are empty",
        Lame::OrthogonalFirst => ", if the orthogonal step on the way leads to an empty cell",
    });
    if leg.wraps {
        text.push_str(", going on round the side edges");
    }
    text
}

fn degrees(sixteenths: u8) -> String {
    let half_degrees = u16::from(sixteenths) * 45;
    if half_degrees % 2 == 0 {
        (half_degrees / 2).to_string()
    } else {
        format!("{}.5", half_degrees / 2)
    }
}

/// Describes what a last leg may end on.
pub(super) fn describe_ending(end: &End) -> String {
    let End {
        empty,
        enemy,
        own,
        en_passant,
        content,
    } = *end;
    if en_passant && empty.is_none() && enemy.is_none() && own.is_none() {
        return ", onto an empty cell that a piece has just passed, which is taken".into();
    }
    let unloads = end.may(EndAction::Unload);
    let victim = describe_victim(end);
    if !unloads && empty.is_some() && enemy.is_some() && own.is_none() {
        return match content {
            Content::Any => String::new(),
            Content::NotRoyal => ", but captures no royal piece".to_string(),
            Content::RoyalOnly => format!(", capturing none but {victim}"),
        };
    }
    match (empty.is_some(), enemy.is_some(), own.is_some()) {
        (_, false, false) => ", without capturing".to_string(),
        (true, ..) if unloads => format!(", or changes places with {victim}"),
        (false, ..) if unloads => {
            format!(", only onto {victim}, which is put where this leg began")
        }
        (true, true, true) if content == Content::Any => {
            ", capturing pieces of either side".to_string()
        }
        (true, ..) => format!(", capturing none but {victim}"),
        (false, true, false) if content == Content::Any => ", only to capture".to_string(),
        (false, ..) => format!(", only to capture {victim}"),
    }
}

/// Describes a piece on which a leg may end.
fn describe_victim(end: &End) -> String {
    let whose = match (end.enemy.is_some(), end.own.is_some(), end.content) {
        (true, false, Content::RoyalOnly) => return "a royal piece".to_string(),
        (true, false, _) => "an enemy",
        (false, true, _) => "a piece of its own side",
        _ => "a piece of either side",
    };
    let royal = match end.content {
        Content::NotRoyal => " that is not royal",
        Content::Any | Content::RoyalOnly => "",
    };
    format!("{whose}{royal}")
}

/// Describes what a leg before the last may end on.
fn describe_onward_end(end: &End) -> String {
    let End {
        empty, enemy, own, ..
    } = *end;
    let takes = end.removes();
    let victim = describe_victim(end);
    match (empty.is_some(), enemy.is_some() || own.is_some()) {
        (_, false) => " to an empty cell".into(),
        (true, true) if !takes && enemy.is_some() && own.is_some() => {
            ", whatever stands there".into()
        }
        (true, true) if !takes => {
            format!(" to an empty cell or to {victim}, which stays there")
        }
        (false, true) if !takes => format!(" to {victim}, which stays there"),
        (is_empty, true) => {
            let or_empty = if is_empty { " to an empty cell or" } else { "" };
            let unloading = if end.may(EndAction::Unload) {
                " and putting it where this leg began"
            } else {
                ""
            };
            format!(
                "{or_empty}{} capturing {victim}{unloading}",
                if is_empty { "" } else { "," }
            )
        }
    }
}
