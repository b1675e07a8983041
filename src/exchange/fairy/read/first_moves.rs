//! First moves: those marked `i` in a string, and the double step of pawns.
//!
//! In the program, every piece in `doubleStepRegion` may make them without capturing, whether it
//! has moved or not. A string can express that if no piece that has moved can be there. Otherwise
//! each first move becomes a clause with the squares from which it is allowed:
//!
//! ```text
//! "fmWfceF"; slide forward along W up to 2 only to move open to en passant from pawn-double-step
//! ```

use std::collections::BTreeSet;

use super::drops;
use crate::draft::{ImportedClause, ImportedMovement};
use crate::fairy::fen::StartPosition;
use crate::fairy::leaps::only_leg;
use crate::fairy::rules::IniRules;
use crate::fairy::slots::PieceSlot;
use crate::places::{Square, Squares};
use padma_rules::model::Side;
use padma_rules::movement::Dialect;
use padma_rules::movement::betza::{self, Betza};
use padma_rules::movement::leg::Start;
use padma_rules::movement::leg::{
    Component, Content, EndAction, Hop, Lame, Leap, Leg, LegWay, Length,
};
use padma_text::Excerpt;
use padma_text::diag::Diagnostics;

/// What to do with a piece's first moves.
pub(crate) enum FirstMoves {
    /// Keep the string. It says what the program does, or has no first moves, or cannot be read.
    AsWritten,
    Never {
        without: ImportedMovement,
    },
    Region {
        movement: ImportedMovement,
        passed_over: bool,
    },
    /// The movement language cannot express them.
    Inexpressible,
}

/// A string with first moves, and the piece it belongs to.
pub(crate) struct BetzaPiece<'a> {
    pub slot: PieceSlot,
    pub text: &'a Excerpt,
    pub dialect: Dialect,
}

pub(crate) fn find(piece: &BetzaPiece<'_>, rules: &IniRules, start: &StartPosition) -> FirstMoves {
    let Some(parsed) = betza::parse(piece.text, piece.dialect, &mut Diagnostics::default()) else {
        return FirstMoves::AsWritten;
    };
    let (first, others): (Vec<Component>, Vec<Component>) = parsed
        .components
        .iter()
        .cloned()
        .partition(|component| component.start == Start::Unmoved);
    if first.is_empty() {
        return FirstMoves::AsWritten;
    }
    let squares = region(rules, piece.slot);
    // A side without such a piece does not matter.
    let sides = Side::BOTH
        .into_iter()
        .filter(|side| !start.squares_of(piece.slot, *side).is_empty());
    let sides: Vec<Side> = sides.collect();
    if squares.iter().all(BTreeSet::is_empty) {
        let text = Betza {
            components: others,
            ..parsed
        }
        .canonical();
        let text = Excerpt::inexact(&text, piece.text.whole());
        return FirstMoves::Never {
            without: ImportedMovement::Betza {
                text,
                dialect: Dialect::Xbetza,
            },
        };
    }
    let advances = first.iter().chain(&others).all(is_forward);
    let only_first = |side: &Side| {
        let region = &squares[*side as usize];
        let starts = start.squares_of(piece.slot, *side);
        starts.is_subset(region)
            && !region
                .iter()
                .any(|square| is_ahead(rules, *side, *square, &starts))
    };
    // A dropped piece counts as having moved, so it needs clauses to make a first move.
    let is_dropped = |side: Side| {
        let region = &squares[side as usize];
        let held = rules.truth("capturesToHand") || start.hand.contains_key(&piece.slot);
        let dropped = &drops::drop_squares(rules, piece.slot)[side as usize];
        rules.truth("pieceDrops") && held && !dropped.is_disjoint(region)
    };
    if advances
        && !Side::either(is_dropped)
        && first.iter().all(is_as_in_program)
        && !sides.is_empty()
        && sides.iter().all(only_first)
    {
        return FirstMoves::AsWritten;
    }
    let everywhere: BTreeSet<Square> = rules.all_squares().collect();
    let is_all = squares.iter().all(|squares| *squares == everywhere);
    let from = (!is_all).then_some((squares, "double-step"));
    let mut passed_over = false;
    let mut clauses = Vec::new();
    for component in &first {
        let Some(first_move) = clause(component, &others) else {
            return FirstMoves::Inexpressible;
        };
        passed_over |= first_move.passes_over;
        clauses.push(ImportedClause {
            text: first_move.text,
            from: from.clone(),
            within: false,
        });
    }
    let text = Betza {
        components: others,
        ..parsed
    }
    .canonical();
    if !text.is_empty() {
        clauses.insert(
            0,
            ImportedClause {
                text: format!("\"{text}\""),
                from: None,
                within: false,
            },
        );
    }
    FirstMoves::Region {
        movement: ImportedMovement::Clauses(clauses),
        passed_over,
    }
}

/// Returns the squares from which a piece may make its first moves.
pub(crate) fn region(rules: &IniRules, slot: PieceSlot) -> Squares {
    Side::BOTH.map(|side| {
        let all = match rules.truth("doubleStep") {
            true => rules.squares("doubleStepRegion", side),
            false => BTreeSet::new(),
        };
        match rules.area(slot, side) {
            Some(area) => all.intersection(&area).copied().collect(),
            None => all,
        }
    })
}

/// Whether a square lies ahead of the rearmost start, so that a piece may get there.
fn is_ahead(rules: &IniRules, side: Side, square: Square, starts: &BTreeSet<Square>) -> bool {
    let row = |square: &Square| match side {
        Side::White => square.rank,
        Side::Black => rules.board().1 - 1 - square.rank,
    };
    starts
        .iter()
        .map(row)
        .min()
        .is_some_and(|rearmost| row(&square) > rearmost)
}

fn leaps(leg: &Leg) -> &[Leap] {
    match &leg.way {
        LegWay::Leaps(leaps) => leaps,
        LegWay::Directions { .. } | LegWay::Turns { .. } => &[],
    }
}

/// Returns the leaps of a component of one leg.
pub(crate) fn leaps_of(component: &Component) -> Option<&[Leap]> {
    let leg = only_leg(component)?;
    match &leg.way {
        LegWay::Leaps(leaps) => Some(leaps),
        LegWay::Directions { .. } | LegWay::Turns { .. } => None,
    }
}

fn is_forward(component: &Component) -> bool {
    only_leg(component).is_some_and(|leg| leaps(leg).iter().all(|leap| leap.y > 0))
}

/// Whether a string expresses a first move exactly as the program treats it: it does not capture,
/// and can be captured en passant wherever it passes over a square.
fn is_as_in_program(component: &Component) -> bool {
    let Some(leg) = only_leg(component) else {
        return false;
    };
    let touches = leaps(leg)
        .iter()
        .all(|leap| leap.x.abs() <= 1 && leap.y.abs() <= 1);
    let is_step = touches && leg.length == Length::UpTo(1);
    leg.end.enemy.is_none() && (component.open_to_en_passant || is_step)
}

/// A first move as a clause of the movement language.
struct FirstMoveClause {
    text: String,
    /// Whether it passes over squares where the program would allow en passant, which the clause
    /// does not express.
    passes_over: bool,
}

/// Returns a first move in the movement language, if a clause can express it.
fn clause(component: &Component, others: &[Component]) -> Option<FirstMoveClause> {
    let leg = only_leg(component)?;
    let all = leaps(leg);
    let distance = all
        .iter()
        .map(|leap| leap.x.abs().max(leap.y.abs()))
        .max()?;
    let straight = |leap: &Leap| {
        let (x, y) = (leap.x.abs(), leap.y.abs());
        (x == y || x.min(y) == 0) && x.max(y) == distance
    };
    let plain = leg.hop == Hop::Never
        && !leg.wraps
        && leg.end.empty == Some(EndAction::Leave)
        && leg.end.content == Content::Any;
    if !plain || !all.iter().all(straight) {
        return None;
    }
    let steps: BTreeSet<(i16, i16)> = all
        .iter()
        .map(|leap| (leap.x / distance, leap.y / distance))
        .collect();
    let directions = direction_words(&steps)?;
    let (verb, limit, is_slide) = match (leg.length, leg.lame, distance) {
        (Length::UpTo(1), _, 1) => ("step".to_string(), String::new(), false),
        (Length::UpTo(most), Lame::No, 1) => ("slide".to_string(), format!(" up to {most}"), true),
        (Length::Unlimited, Lame::No, 1) => ("slide".to_string(), String::new(), true),
        (Length::UpTo(1), Lame::No, _) => (format!("leap {distance}"), String::new(), false),
        // A slide may also end one step earlier, where the piece can step anyway.
        (Length::UpTo(1), Lame::Straight, 2)
            if steps.iter().all(|step| is_stepped(step, others)) =>
        {
            ("slide".to_string(), " up to 2".to_string(), true)
        }
        _ => return None,
    };
    let passing = if is_slide { " open to en passant" } else { "" };
    let text = format!("{verb} {directions}{limit} only to move{passing}");
    Some(FirstMoveClause {
        text,
        passes_over: !is_slide && distance > 1,
    })
}

/// Whether a piece may step in a direction without capturing.
fn is_stepped(step: &(i16, i16), components: &[Component]) -> bool {
    let (x, y) = *step;
    components.iter().filter_map(only_leg).any(|leg| {
        leg.hop == Hop::Never
            && leg.lame == Lame::No
            && leg.end.empty.is_some()
            && leaps(leg).contains(&Leap { x, y })
    })
}

/// Describes directions in words, if the movement language has words for this set of them.
fn direction_words(steps: &BTreeSet<(i16, i16)>) -> Option<String> {
    let known = [
        ("forward along W", vec![(0, 1)]),
        ("backward along W", vec![(0, -1)]),
        ("sideways along W", vec![(1, 0), (-1, 0)]),
        ("forward, backward along W", vec![(0, 1), (0, -1)]),
        ("along W", vec![(0, 1), (0, -1), (1, 0), (-1, 0)]),
        ("forward along F", vec![(1, 1), (-1, 1)]),
        ("backward along F", vec![(1, -1), (-1, -1)]),
        ("along F", vec![(1, 1), (-1, 1), (1, -1), (-1, -1)]),
    ];
    let words = known
        .into_iter()
        .find(|(_, set)| set.iter().copied().collect::<BTreeSet<_>>() == *steps);
    words.map(|(words, _)| words.to_string())
}
