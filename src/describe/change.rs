//! How pieces become others, in English.

use super::Subject;
use super::words::{a, along, any_of, cells};
use crate::model::{Arrivals, Occasion, PieceId, Promotion, Rule, Transformation};
use crate::movement::words::{joined, number};

/// The promotions of a piece by what comes of them: those that differ only in the place and the way are one sentence.
pub fn promotion(subject: Subject<'_>, place: usize, rule: &Promotion) -> Option<String> {
    let alike = |other: &Rule| match other {
        Rule::Promotion(other) => other.piece == rule.piece && has_same_choices(other, rule),
        _ => false,
    };
    let is_first = !subject.variant.rules[..place].iter().any(alike);
    if rule.piece != subject.id || !is_first || rule.to.is_empty() {
        return None;
    }
    let board = &subject.variant.board;
    let all = || {
        subject.variant.rules.iter().filter_map(|other| match other {
            Rule::Promotion(found) if alike(other) => Some(found),
            _ => None,
        })
    };
    let places: Vec<String> =
        all().map(|rule| format!("{} {}", arrivals(rule.by), cells(board, &rule.cells))).collect();
    let chooser = if all().all(|rule| rule.by == OWN_MOVE) { "its side" } else { "the side that moves" };
    Some(format!("{}, it {}", joined(&places, "or"), outcome(subject, rule, chooser)))
}

fn has_same_choices(one: &Promotion, other: &Promotion) -> bool {
    (&one.to, one.may_wait, one.must, one.limit, one.from_reserve)
        == (&other.to, other.may_wait, other.must, other.limit, other.from_reserve)
}

/// What becomes of it there.
fn outcome(subject: Subject<'_>, rule: &Promotion, chooser: &str) -> String {
    let may = if rule.may_wait { "may be" } else { "is" };
    let source = if rule.from_reserve { " out of its side’s reserve" } else { "" };
    let choice = if rule.to.len() > 1 { format!(", as {chooser} chooses") } else { String::new() };
    let limit = rule.limit.map_or_else(String::new, |limit| {
        format!("; of the new piece its side may have no more than {} on the board", number(limit))
    });
    let is_scarce = rule.from_reserve || rule.limit.is_some();
    let none_left = match (is_scarce && !rule.may_wait, rule.must) {
        (true, true) => "; if there is none to be had, it may not go there",
        (true, false) => "; if there is none to be had, it stays what it is",
        (false, _) => "",
    };
    format!("{may} promoted to {}{source}{choice}{limit}{none_left}.", choices(subject, rule))
}

/// The pieces it may become.
fn choices(subject: Subject<'_>, rule: &Promotion) -> String {
    let variant = subject.variant;
    let fits = |id: &PieceId| !variant.piece(*id).royal && *id != rule.piece;
    let all: Vec<PieceId> = variant.piece_ids().filter(fits).collect();
    let covers = all.iter().all(|id| rule.to.contains(id)) && rule.to.iter().all(|id| all.contains(id));
    if covers && all.len() > 2 {
        "any other piece that is not royal".to_string()
    } else {
        any_of(variant, &rule.to)
    }
}

/// How it comes to a place, before the place's name.
fn arrivals(by: Arrivals) -> String {
    let Arrivals { moves, swaps, teleports, rotations, travels } = by;
    let ways = [
        (moves, "a move of its own"),
        (swaps, "a swap"),
        (teleports, "a teleport"),
        (rotations, "a rotation"),
        (travels, "the travel of its cell"),
    ];
    if by == OWN_MOVE {
        return "when it moves to".to_string();
    }
    let words: Vec<String> =
        ways.into_iter().filter(|(does, _)| *does).map(|(_, word)| word.to_string()).collect();
    format!("when {} brings it to", joined(&words, "or"))
}

const OWN_MOVE: Arrivals =
    Arrivals { moves: true, swaps: false, teleports: false, rotations: false, travels: false };

/// That others are promoted to the piece, said with the first rule of them all.
pub fn promoted_from(subject: Subject<'_>, place: usize) -> Option<String> {
    let promoted = |rule: &Rule| match rule {
        Rule::Promotion(rule) if rule.to.contains(&subject.id) => Some(rule.piece),
        _ => None,
    };
    let rules = &subject.variant.rules;
    let is_first = rules.iter().position(|rule| promoted(rule).is_some()) == Some(place);
    let mut pieces: Vec<PieceId> = rules.iter().filter_map(promoted).collect();
    pieces.sort_unstable();
    pieces.dedup();
    is_first.then(|| format!("{} can be promoted to it.", any_of(subject.variant, &pieces)))
}

pub fn transformation(subject: Subject<'_>, rule: &Transformation) -> Option<String> {
    let becomes = if rule.optional { "may become" } else { "becomes" };
    let source = if rule.from_reserve { ", if its side has one in reserve" } else { "" };
    let to = a(subject.name(rule.to));
    (rule.piece == subject.id)
        .then(|| format!("When it {}, it {becomes} {to}{source}.", occasion(subject, &rule.when)))
}

/// That another becomes the piece.
pub fn transformed_from(subject: Subject<'_>, rule: &Transformation) -> Option<String> {
    let becomes = if rule.optional { "may become" } else { "becomes" };
    let from = a(subject.name(rule.piece));
    (rule.to == subject.id)
        .then(|| format!("{from} {becomes} one when it {}.", occasion(subject, &rule.when)))
}

fn occasion(subject: Subject<'_>, when: &Occasion) -> String {
    match when {
        Occasion::Captures => "captures".to_string(),
        Occasion::CapturesPiece(piece) => format!("captures {}", a(subject.name(*piece))),
        Occasion::GivesCheck => "moves and then attacks a royal piece of the enemy".to_string(),
        Occasion::MovesAlong(dirs) => format!("moves straight {}", along(&subject.variant.board, dirs)),
    }
}
