//! Describes a sentence in plain English, for readers who will never see the notation.

use super::words::{cell_ordinal, join_list, number_in_words, with_article};
use super::{
    Action, Clause, ClauseKind, Course, Limit, Places, Sentence, ThenLeg, Via, Word, betza,
};

/// Describes in English what the piece does, without a capital or a full stop.
///
/// ```
/// # use padma_rules::movement;
/// # use padma_text::{diag::Diagnostics, Excerpt, Sources};
/// # let text = "slide along Y, VW over square onto triangle, hexagon";
/// # let mut sources = Sources::default();
/// # let id = sources.add("archbishop", text);
/// # let text = Excerpt::verbatim(text, sources.whole(id));
/// # let sentence = movement::parse(&text, &mut Diagnostics::default());
/// // slide along Y, VW over square onto triangle, hexagon
/// assert_eq!(
///     movement::describe(&sentence),
///     "slides along Y and VW, over squares, empty or not, onto triangles and hexagons"
/// );
/// ```
pub fn describe(sentence: &Sentence) -> String {
    describe_among(sentence, spell_out, betza::ANY_PARTNER)
}

/// Like [`describe`], with the names of other pieces. `name` turns the word for a piece into its
/// name; `partner` is the name of the piece it castles with.
pub fn describe_among(sentence: &Sentence, name: impl Fn(&str) -> String, partner: &str) -> String {
    let mut text = String::new();
    let mut rest = sentence.clauses.as_slice();
    while let Some(clause) = rest.first() {
        // Consecutive pieces form one phrase: "moves as the king, the rook or the bishop".
        let run_length = rest.iter().take_while(|c| is_plain_piece(c)).count().max(1);
        if !text.is_empty() {
            text.push_str(if clause.otherwise {
                "; where the board offers no such cell, "
            } else {
                "; or "
            });
        }
        text.push_str(&match &clause.kind {
            ClauseKind::Piece(_) => {
                let names: Vec<String> = rest[..run_length]
                    .iter()
                    .filter_map(|clause| piece_name(clause, &name))
                    .collect();
                format!("moves as {}", join_list(&names, "or"))
            }
            ClauseKind::Action {
                action,
                limits,
                then,
            } => describe_legs(action, limits, then),
            ClauseKind::Betza(betza) => betza::describe_with(betza, partner),
        });
        rest = &rest[run_length..];
    }
    text
}

/// Describes the castling in a sentence, if it has any.
pub fn castling(sentence: &Sentence, partner: &str) -> Option<String> {
    let betza = |clause: &Clause| match &clause.kind {
        ClauseKind::Betza(betza) => betza::castling(betza, partner),
        ClauseKind::Piece(_) | ClauseKind::Action { .. } => None,
    };
    sentence.clauses.iter().find_map(betza)
}

/// Whether a sentence may let its piece capture. Assumes that each piece it names captures.
pub fn may_capture(sentence: &Sentence) -> bool {
    sentence.clauses.iter().any(|clause| match &clause.kind {
        ClauseKind::Piece(_) => true,
        ClauseKind::Action { limits, then, .. } => match then.last() {
            None => !limits.contains(&Limit::OnlyToMove),
            Some(last) => {
                let earlier = || then.iter().rev().skip(1).flat_map(|leg| &leg.limits);
                let takes_before = || {
                    limits
                        .iter()
                        .chain(earlier())
                        .any(|limit| *limit == Limit::OnlyToCapture)
                };
                !last.limits.contains(&Limit::OnlyToMove) || takes_before()
            }
        },
        ClauseKind::Betza(betza) => betza::may_capture(betza),
    })
}

fn is_plain_piece(clause: &Clause) -> bool {
    matches!(clause.kind, ClauseKind::Piece(_)) && !clause.otherwise
}

fn piece_name(clause: &Clause, name: impl Fn(&str) -> String) -> Option<String> {
    match &clause.kind {
        ClauseKind::Piece(word) => Some(format!("the {}", name(&word.text))),
        ClauseKind::Action { .. } | ClauseKind::Betza(_) => None,
    }
}

/// Describes a move of one leg or several. All but the last lead to empty cells, or take what
/// stands where they lead.
fn describe_legs(action: &Action, limits: &[Limit], then: &[ThenLeg]) -> String {
    let first = std::iter::once((action, limits));
    let later = then.iter().map(|leg| (&leg.action, &leg.limits[..]));
    let legs = first
        .chain(later)
        .enumerate()
        .map(|(place, (action, limits))| {
            let is_last = place == then.len();
            let plain: Vec<Limit> = limits
                .iter()
                .filter(|limit| {
                    is_last || !matches!(limit, Limit::OnlyToMove | Limit::OnlyToCapture)
                })
                .cloned()
                .collect();
            let passes = match (is_last, limits.contains(&Limit::OnlyToCapture)) {
                (true, _) => "",
                (false, true) => " to an enemy piece, taking it",
                (false, false) => " to an empty cell",
            };
            describe_action(action, &plain) + passes
        });
    legs.collect::<Vec<_>>().join(", then ")
}

fn describe_action(action: &Action, limits: &[Limit]) -> String {
    let mut text = match action {
        Action::Step(via) if via.classes.iter().all(is_leap) && via.course == Course::Any => {
            let leaps: Vec<String> = via.classes.iter().map(|class| class.text.clone()).collect();
            format!("leaps {}{}", join_list(&leaps, "or"), heading_phrase(via))
        }
        Action::Step(via) => format!("steps{}", via_phrase(via)),
        Action::Leap(n, via) => {
            format!("leaps{} to the {} cell", via_phrase(via), cell_ordinal(*n))
        }
        Action::Slide(via) => format!("slides{}", via_phrase(via)),
        Action::Ride(n, via) => {
            format!(
                "rides{} in leaps of {} cells",
                via_phrase(via),
                number_in_words(*n)
            )
        }
        Action::Wander(via) => {
            // A wandering piece may pass from one ring to another: the phrase for rings differs.
            let directions = via_phrase(via).replace(
                " round a ring",
                " along rings, from one to another where they meet",
            );
            format!("wanders{directions}, turning at any cell and entering none twice")
        }
        Action::Hop { via, onward: false } => {
            format!(
                "hops{} over the first piece on the line, near or far, to the cell just behind it",
                via_phrase(via)
            )
        }
        Action::Hop { via, onward: true } => {
            format!(
                "hops{} over the first piece on the line, near or far, to any cell behind it",
                via_phrase(via)
            )
        }
        Action::Distance(n, by) => {
            let moves = if *n == 1 {
                "one move".to_string()
            } else {
                format!("{} moves", number_in_words(*n))
            };
            format!(
                "leaps to any cell that {} needs exactly {moves} to reach",
                with_article(&spell_out(&by.text))
            )
        }
    };
    for limit in limits {
        text.push_str(&match limit {
            Limit::Over(places) => format!(", over {}, empty or not", describe_places(places)),
            Limit::Onto(places) => format!(", onto {}", describe_places(places)),
            Limit::From(places) => format!(", from {}", describe_places(places)),
            Limit::UpTo(n) => {
                let unit = if matches!(action, Action::Ride(..)) {
                    "leap"
                } else {
                    "cell"
                };
                format!(
                    ", at most {} {unit}{}",
                    number_in_words(*n),
                    if *n == 1 { "" } else { "s" }
                )
            }
            Limit::OnlyToMove => ", without capturing".to_string(),
            Limit::OnlyToCapture => ", only to capture".to_string(),
            Limit::FirstMove => ", as its first move".to_string(),
            Limit::OpenToEnPassant if passes_several(action, limits) => {
                ", and can be taken en passant on any cell that it has passed".to_string()
            }
            Limit::OpenToEnPassant => ", and can be taken en passant".to_string(),
            Limit::AlsoEnPassant => ", also en passant".to_string(),
        });
    }
    text
}

/// Whether a move may pass over more than one cell.
fn passes_several(action: &Action, limits: &[Limit]) -> bool {
    let limit = limits.iter().find_map(|limit| {
        if let Limit::UpTo(n) = limit {
            Some(*n)
        } else {
            None
        }
    });
    matches!(action, Action::Slide(_) | Action::Wander(_)) && limit.is_none_or(|limit| limit > 2)
}

/// Whether a class is given as a leap: `(1,2)`.
fn is_leap(class: &Word) -> bool {
    class.text.starts_with('(')
}

/// Describes the headings of an action, beginning with a space; empty if it has none.
fn heading_phrase(via: &Via) -> String {
    let headings: Vec<String> = via.headings.iter().map(|h| h.word().to_string()).collect();
    if headings.is_empty() {
        String::new()
    } else {
        format!(" {}", join_list(&headings, "or"))
    }
}

/// Describes the directions of an action, beginning with a space.
fn via_phrase(via: &Via) -> String {
    let mut text = heading_phrase(via);
    match via.course {
        Course::Any => {}
        Course::Outward => text.insert_str(0, " outward"),
        Course::Onward => return " on in the same direction".to_string(),
    }
    let phrase = |class: &Word| class_phrase(&class.text);
    let axes: Vec<String> = via
        .classes
        .iter()
        .filter(|class| phrase(class).is_none())
        .map(|class| class.text.clone())
        .collect();
    let mut phrases: Vec<String> = via
        .classes
        .iter()
        .filter_map(phrase)
        .map(str::to_string)
        .collect();
    if !axes.is_empty() {
        phrases.insert(0, format!("along {}", join_list(&axes, "and")));
    }
    text.push(' ');
    text.push_str(&join_list(&phrases, "or"));
    text
}

/// Returns the phrase for a class with a common name, such as "orthogonally"; `None` for an axis such as `Y`.
pub fn class_phrase(class: &str) -> Option<&'static str> {
    Some(match class {
        "contiguous" => "to a cell it touches",
        "side" => "across a side",
        "corner" => "across a corner",
        "ring" => "round a ring",
        "fork" => {
            "to either of the two squares at the ends of the side of its square that faces forward along Y or Z"
        }
        "orthogonal" => "orthogonally",
        "diagonal" => "diagonally",
        "triagonal" => "triagonally",
        "above" => "straight up through the levels",
        "below" => "straight down through the levels",
        "n" => "straight ahead",
        "s" => "straight back",
        "e" => "straight to the right",
        "w" => "straight to the left",
        "ne" => "ahead to the right",
        "nw" => "ahead to the left",
        "se" => "back to the right",
        "sw" => "back to the left",
        // Only hexagons of which a side points up have these four.
        "nne" => "through the corner ahead to the right",
        "nnw" => "through the corner ahead to the left",
        "sse" => "through the corner back to the right",
        "ssw" => "through the corner back to the left",
        "ene" => "to the right and a little ahead",
        "wnw" => "to the left and a little ahead",
        "ese" => "to the right and a little back",
        "wsw" => "to the left and a little back",
        _ => return None,
    })
}

fn describe_places(places: &Places) -> String {
    let names: Vec<String> = places
        .names
        .iter()
        .map(|word| describe_set(&word.text))
        .collect();
    if places.outside {
        format!("anywhere but {}", join_list(&names, "and"))
    } else {
        join_list(&names, "and")
    }
}

/// Names a set of cells in words: a kind of cell in the plural, a named set by its name.
pub fn describe_set(name: &str) -> String {
    match name {
        "square" | "triangle" | "hexagon" | "point" => format!("{name}s"),
        _ if name.starts_with("the-") => spell_out(name),
        _ => format!("the {}", spell_out(name)),
    }
}

fn spell_out(name: &str) -> String {
    name.replace('-', " ")
}
