//! Describes a string of Betza's notation in plain English, from its components.

use super::Betza;
use super::canonical::shape_of;
use super::dialect::AtomShape;
use super::ways;
use crate::movement::LeapKind;
use crate::movement::leg::{
    Bend, CastlingMotion, Component, Content, Drop, End, EndAction, Hop, Lame, Leg, LegWay, Length,
    Motion, Start, Turn,
};
use crate::movement::words::{cell_ordinal, number_in_words};

/// Describes what the piece does, without a capital or a full stop: first the moves it always has,
/// then those of an unmoved piece.
///
/// ```
/// # use padma_rules::movement::betza::{self, Dialect};
/// # use padma_text::{diag::Diagnostics, Excerpt, Sources};
/// # let mut sources = Sources::default();
/// # let id = sources.add("sniff", "FsN");
/// # let text = Excerpt::verbatim("FsN", sources.whole(id));
/// # let sniff = betza::parse(&text, Dialect::Xbetza, &mut Diagnostics::default()).ok_or("FsN")?;
/// assert_eq!(betza::describe(&sniff), "steps one cell diagonally; or leaps (1,2) the long way sideways");
/// # Ok::<(), &str>(())
/// ```
pub fn describe(betza: &Betza) -> String {
    describe_with(betza, ANY_PARTNER)
}

/// The name of the piece that another castles with, if no better one is known.
pub const ANY_PARTNER: &str = "piece of its side";

/// Like [`describe`], for a piece that castles with the `partner`.
pub fn describe_with(betza: &Betza, partner: &str) -> String {
    if betza.components.is_empty() {
        return "never moves".into();
    }
    let mut texts: Vec<String> = Vec::new();
    let is_first_move = |component: &&Component| component.start == Start::Unmoved;
    let (first_moves, usual_moves): (Vec<&Component>, Vec<&Component>) =
        betza.components.iter().partition(is_first_move);
    let in_order = [usual_moves, first_moves].concat();
    let mut rest = in_order.as_slice();
    while let Some((component, later)) = rest.split_first() {
        let mut text = describe_component(component, partner);
        let mut count = 1;
        let mut last = *component;
        for next in later.iter().copied() {
            if adds_en_passant(last, next) {
                text.push_str(", also en passant");
            } else if let Some(leg) = describe_continuation(last, next) {
                text.push_str(&leg);
            } else {
                break;
            }
            count += 1;
            last = next;
        }
        texts.push(text);
        rest = &rest[count..];
    }
    texts.join("; or ")
}

/// Describes the castling in a string, if it has any.
pub fn castling(betza: &Betza, partner: &str) -> Option<String> {
    betza
        .components
        .iter()
        .find_map(|component| match &component.motion {
            Motion::Castling(castling) => Some(describe_castling(castling, partner)),
            _ => None,
        })
}

/// Whether a move may capture where one of its legs ends; en passant does not count.
pub fn may_capture(betza: &Betza) -> bool {
    betza
        .components
        .iter()
        .any(|component| match &component.motion {
            Motion::Legs(legs) => legs.iter().any(|leg| {
                [leg.end.enemy, leg.end.own]
                    .into_iter()
                    .flatten()
                    .any(|action| action == EndAction::Take)
            }),
            Motion::Distance { end, .. } | Motion::Anywhere(end) => end.enemy.is_some(),
            Motion::Castling(_) | Motion::Drop(_) => false,
        })
}

fn describe_component(component: &Component, partner: &str) -> String {
    let mut text = match &component.motion {
        Motion::Legs(legs) => {
            let legs = legs
                .iter()
                .enumerate()
                .map(|(index, leg)| describe_leg(leg, index + 1 == legs.len()));
            legs.collect::<Vec<_>>().join(", then ")
        }
        Motion::Distance { moves, end, .. } => {
            format!(
                "goes as far as another piece in {} moves{}",
                number_in_words(*moves),
                describe_ending(end)
            )
        }
        Motion::Anywhere(end) => format!("goes to any cell{}", describe_ending(end)),
        Motion::Castling(castling) => describe_castling(castling, partner),
        Motion::Drop(drop) => describe_drop(drop),
    };
    if component.start == Start::Unmoved {
        text = format!("on its first move {text}");
    }
    text.push_str(if component.open_to_en_passant {
        ", and can be taken en passant"
    } else {
        ""
    });
    text
}

/// Whether a component is the same as the one before, but captures en passant.
fn adds_en_passant(before: &Component, component: &Component) -> bool {
    let (Motion::Legs(old), Motion::Legs(new)) = (&before.motion, &component.motion) else {
        return false;
    };
    let ([.., old_last], [.., new_last]) = (&old[..], &new[..]) else {
        return false;
    };
    let captures = old_last.end.enemy.is_some() && !old_last.end.en_passant;
    let only_en_passant = new_last.end.en_passant
        && new_last.end.enemy.is_none()
        && new_last.end.empty.is_none()
        && new_last.end.own.is_none();
    let with_end = |legs: &[Leg]| {
        let mut legs = legs.to_vec();
        if let Some(leg) = legs.last_mut() {
            leg.end = old_last.end;
        }
        legs
    };
    captures && only_en_passant && before.start == component.start && with_end(old) == with_end(new)
}

/// Describes the last leg of a component, if it goes on from cells on which the one before may end.
fn describe_continuation(before: &Component, component: &Component) -> Option<String> {
    let (Motion::Legs(old), Motion::Legs(new)) = (&before.motion, &component.motion) else {
        return None;
    };
    let (added_leg, shared_legs) = new.split_last()?;
    let (old_last, new_last) = (old.last()?, shared_legs.last()?);
    let comparable = before.start == component.start
        && !before.open_to_en_passant
        && old.len() == shared_legs.len();
    let same_legs = Leg {
        end: old_last.end,
        ..new_last.clone()
    } == *old_last
        && old[..old.len() - 1] == shared_legs[..shared_legs.len() - 1];
    if !comparable || !same_legs || new_last.hop != Hop::Never {
        return None;
    }
    let condition = describe_condition(&old_last.end, &new_last.end)?;
    Some(format!(
        "{condition} may go on: it {}",
        describe_leg(added_leg, true)
    ))
}

/// Describes after which of the endings of a leg the next may follow; `None` if it may follow after
/// something else than an ending.
fn describe_condition(ending: &End, onward: &End) -> Option<&'static str> {
    let on_pieces = |end: &End| (end.enemy, end.own, end.content);
    let takes = |end: &End| end.enemy.is_some() || end.own.is_some();
    let same_pieces = on_pieces(ending) == on_pieces(onward);
    match (ending.empty == onward.empty, same_pieces) {
        _ if ending.en_passant => None,
        (true, true) => Some(", and then"),
        (true, false) if onward.empty.is_some() && !takes(onward) => {
            Some(", and if that cell was empty")
        }
        (false, true) if onward.empty.is_none() && takes(onward) => Some(", and after a capture"),
        _ => None,
    }
}

/// Describes a leg with what it may end on.
fn describe_leg(leg: &Leg, is_last: bool) -> String {
    let (shape, way) = match &leg.way {
        LegWay::Leaps(leaps) => {
            let shape = shape_of(leaps).map(|(shape, _)| shape);
            (
                shape,
                shape.map_or(String::new(), |shape| ways::directions(shape, leaps)),
            )
        }
        LegWay::Directions { classes, .. } => (None, format!("along {}", classes.join(", "))),
        LegWay::Turns { turns, family } => {
            let shape = AtomShape::of_family(*family);
            let kind = match shape {
                Some(AtomShape::Orthogonal(_)) if turns[..] != [Turn::By(0)] => "orthogonally, ",
                Some(AtomShape::Diagonal(_)) if turns[..] != [Turn::By(0)] => "diagonally, ",
                _ => "",
            };
            (shape, format!("{kind}{}", ways::turns(turns)))
        }
    };
    let mut text = verb(shape, leg.length, &way, leg.lame != Lame::No);
    text.push_str(&manner(leg));
    if is_last {
        return text + &describe_ending(&leg.end);
    }
    let onward = describe_onward_end(&leg.end);
    text.push_str(if text.contains(',') && !onward.starts_with(',') {
        ","
    } else {
        ""
    });
    text + &onward
}

fn verb(shape: Option<AtomShape>, length: Length, way: &str, is_lame: bool) -> String {
    let way = if way.is_empty() {
        String::new()
    } else {
        format!(" {way}")
    };
    let (reach, leap) = match shape {
        Some(AtomShape::Orthogonal(n) | AtomShape::Diagonal(n) | AtomShape::Both(n)) => (n, None),
        Some(AtomShape::Oblique(long, short)) => {
            (long, Some(LeapKind::new(long, short).to_string()))
        }
        None => (1, None),
    };
    match (length, leap) {
        (Length::UpTo(1), Some(leap)) => format!("leaps {leap}{way}"),
        (Length::UpTo(most), Some(leap)) => {
            format!(
                "rides{way} in leaps of {leap}, at most {} of them",
                number_in_words(most)
            )
        }
        (Length::Unlimited, Some(leap)) => format!("rides{way} in leaps of {leap}"),
        (Length::Same, Some(leap)) => format!("rides{way} in as many leaps of {leap} as before"),
        (Length::UpTo(1), None) if reach == 1 => format!("steps one cell{way}"),
        // A lame leap crosses cells that must be empty, so it "goes" and does not "leap".
        (Length::UpTo(1), None) if is_lame => {
            format!("goes{way} to the {} cell", cell_ordinal(reach))
        }
        (Length::UpTo(1), None) => format!("leaps{way} to the {} cell", cell_ordinal(reach)),
        (Length::UpTo(most), None) if reach == 1 => {
            format!("slides up to {} cells{way}", number_in_words(most))
        }
        (Length::Unlimited, None) if reach == 1 => format!("slides{way}"),
        (Length::Same, None) if reach == 1 => format!("slides{way}, as many cells as before"),
        (length, None) => {
            let each = format!("rides{way} in leaps of {} cells", number_in_words(reach));
            match length {
                Length::UpTo(most) => format!("{each}, at most {} of them", number_in_words(most)),
                Length::Unlimited => each,
                Length::Same => format!("{each}, as many as before"),
            }
        }
    }
}

/// Describes how a leg bends, and how it treats pieces and edges on its way.
fn manner(leg: &Leg) -> String {
    let mut text = String::new();
    match leg.bend {
        Bend::Straight => {}
        Bend::Free => text.push_str(", turning at any cell"),
        Bend::Round(by) => text.push_str(&format!(
            ", turning by {} degrees to the same side each time",
            degrees(by)
        )),
        Bend::Crooked(by) => text.push_str(&format!(
            ", turning by {} degrees to either side in turn",
            degrees(by)
        )),
    }
    let hurdle = |own_only| {
        if own_only {
            "one piece of its own side"
        } else {
            "one piece"
        }
    };
    match leg.hop {
        Hop::Never => {}
        Hop::Beyond { own_only } => text.push_str(&format!(
            ", over exactly {} to any cell behind",
            hurdle(own_only)
        )),
        Hop::Next { own_only } => text.push_str(&format!(
            ", over {} to the cell just behind",
            hurdle(own_only)
        )),
        Hop::SkipFirst => text.push_str(", passing over the first cell whatever stands there"),
        Hop::Inside => text.push_str(", over exactly one piece"),
    }
    match leg.lame {
        Lame::No => {}
        Lame::Straight if leg.length == Length::UpTo(1) => {
            text.push_str(", if the cell between is empty")
        }
        Lame::Straight => text.push_str(", if the cells between are empty"),
        Lame::OrthogonalFirst => {
            text.push_str(", if the orthogonal step on the way leads to an empty cell")
        }
    }
    text.push_str(if leg.wraps {
        ", going on round the side edges"
    } else {
        ""
    });
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
fn describe_ending(end: &End) -> String {
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
    let unloads = [enemy, own].contains(&Some(EndAction::Unload));
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
        (false, ..) if unloads => format!(", only onto {victim}, which goes where this leg began"),
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
    let takes = [enemy, own]
        .iter()
        .flatten()
        .any(|action| *action != EndAction::Leave);
    let victim = describe_victim(end);
    let unloads = [enemy, own].contains(&Some(EndAction::Unload));
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
            let unloading = if unloads {
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

fn describe_castling(castling: &CastlingMotion, partner: &str) -> String {
    let CastlingMotion {
        cells,
        skip,
        left,
        right,
    } = *castling;
    let side = match (left, right) {
        (true, false) => "the left",
        (false, true) => "the right",
        _ => "either side",
    };
    let unit = if cells == 1 { "cell" } else { "cells" };
    let partner_phrase = match skip {
        0 => format!("the unmoved {partner} on the edge cell of that side"),
        skip => {
            format!(
                "the {} piece from the edge of that side, if it is of its own side and unmoved,",
                cell_ordinal(skip + 1)
            )
        }
    };
    format!(
        "castles: it goes {} {unit} to {side}, and {partner_phrase} leaps over it to the cell next to it",
        number_in_words(cells)
    )
}

fn describe_drop(drop: &Drop) -> String {
    let Drop {
        ranks,
        not_back_rank,
        on_file,
        on_shade,
        on_board,
    } = *drop;
    let most = if ranks == 1 {
        "rank".to_string()
    } else {
        format!("{} ranks", number_in_words(ranks))
    };
    let mut text = format!("may be dropped from the hand on the first {most} of its side");
    text.push_str(if not_back_rank {
        ", but not on the very first"
    } else {
        ""
    });
    for (most, place) in [
        (on_file, "one file"),
        (on_shade, "cells of one shade"),
        (on_board, "the board"),
    ] {
        if let Some(most) = most {
            text.push_str(&format!(
                ", at most {} of its kind on {place}",
                number_in_words(u16::from(most))
            ));
        }
    }
    text
}
