//! Describes a movement in plain English, for readers who will never see a notation. Sentences and
//! strings of Betza's notation are described from their components, so that what is the same move
//! reads the same.

mod legs;
mod ways;

use super::leg::{
    CastlingMotion, Component, Drop, End, EndAction, Hop, Leg, Length, Motion, Start,
};
use super::words::{cell_ordinal, join_list, number_in_words, with_article};
use super::{Action, Clause, ClauseKind, Places, Sentence, lower};
use legs::{describe_ending, describe_leg};
use ways::WayWords;

pub use ways::class_phrase;

/// The name of the piece that another castles with, if no better one is known.
pub const ANY_PARTNER: &str = "piece of its side";

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
    MovementDescriber::default().sentence(sentence)
}

/// What a description of a movement needs to know apart from its components.
pub struct MovementDescriber<'a> {
    /// Turns the word for a piece into its name.
    pub name: &'a dyn Fn(&str) -> String,
    /// The name of the piece it castles with.
    pub partner: &'a str,
    /// Brings components into the form that they have on the board.
    pub on_board: &'a dyn Fn(Vec<Component>) -> Vec<Component>,
}

/// Knows nothing of the game.
impl Default for MovementDescriber<'_> {
    fn default() -> Self {
        MovementDescriber {
            name: &spell_out,
            partner: ANY_PARTNER,
            on_board: &|components| components,
        }
    }
}

impl MovementDescriber<'_> {
    /// Like [`describe`], with what is known of the piece and of its board.
    pub fn sentence(&self, sentence: &Sentence) -> String {
        let keeps_order = sentence.clauses.iter().any(|clause| clause.otherwise);
        let mut text = String::new();
        let mut rest = sentence.clauses.as_slice();
        while let Some(clause) = rest.first() {
            if !text.is_empty() {
                text.push_str(if clause.otherwise {
                    "; where the board offers no such cell, "
                } else {
                    "; or "
                });
            }
            // Consecutive pieces form one phrase: "moves as the king, the rook or the bishop".
            // Clauses of any other kind are described by their components.
            let otherwise = clause.otherwise;
            let is_like = |other: &&Clause| {
                !otherwise && !other.otherwise && manner_of(other) == manner_of(clause)
            };
            let (run, others) = rest.split_at(1 + rest[1..].iter().take_while(is_like).count());
            text.push_str(&match &clause.kind {
                ClauseKind::Piece(_) => self.pieces(run),
                ClauseKind::Action {
                    action: Action::Distance(moves, by),
                    ..
                } => {
                    let distances = components_of(run);
                    let far = distance_phrase(*moves, &spell_out(&by.text));
                    let texts = distances
                        .iter()
                        .map(|component| self.component(component, &far));
                    texts.collect::<Vec<_>>().join("; or ")
                }
                ClauseKind::Action { .. } | ClauseKind::Betza(_) => {
                    self.components(&(self.on_board)(components_of(run)), keeps_order)
                }
            });
            rest = others;
        }
        text
    }

    fn pieces(&self, clauses: &[Clause]) -> String {
        let names = clauses.iter().filter_map(|clause| match &clause.kind {
            ClauseKind::Piece(word) => Some(format!("the {}", (self.name)(&word.text))),
            ClauseKind::Action { .. } | ClauseKind::Betza(_) => None,
        });
        format!("moves as {}", join_list(&names.collect::<Vec<_>>(), "or"))
    }

    /// Describes components: unless they must stay in order, first the moves that the piece always
    /// has, then those of an unmoved piece.
    fn components(&self, components: &[Component], keeps_order: bool) -> String {
        if components.is_empty() {
            return "never moves".into();
        }
        let is_first_move =
            |component: &&Component| component.start == Start::Unmoved && !keeps_order;
        let (first_moves, usual_moves): (Vec<&Component>, Vec<&Component>) =
            components.iter().partition(is_first_move);
        let ordered = [usual_moves, first_moves].concat();
        let mut texts: Vec<String> = Vec::new();
        let mut rest = ordered.as_slice();
        while let Some((component, later)) = rest.split_first() {
            let mut text = self.component(component, "");
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

    /// Describes a component. `far` is what a leap to a distance does.
    fn component(&self, component: &Component, far: &str) -> String {
        let places = |word: &str, places: &Option<Places>, more: &str| {
            let describe = |places| format!(", {word} {}{more}", describe_places(places));
            places.as_ref().map(describe).unwrap_or_default()
        };
        let limits = [
            places("over", &component.over, ", empty or not"),
            places("onto", &component.onto, ""),
            places("from", &component.from, ""),
        ]
        .concat();
        let text = match &component.motion {
            Motion::Legs(legs) => {
                let leg = |(index, leg)| describe_leg(leg, index + 1 == legs.len(), &limits);
                let legs = legs.iter().enumerate().map(leg);
                legs.collect::<Vec<_>>().join(", then ")
            }
            Motion::Distance { end, .. } => format!("{far}{limits}{}", describe_ending(end)),
            Motion::Anywhere(end) => format!("goes to any cell{}", describe_ending(end)),
            Motion::Castling(castling) => describe_castling(castling, self.partner),
            Motion::Drop(drop) => describe_drop(drop),
        };
        let begin = match component.start {
            Start::Always => "",
            Start::Unmoved => "on its first move ",
        };
        let open = match component.open_to_en_passant {
            true if passes_several(&component.motion) => {
                ", and can be taken en passant on any cell that it has passed"
            }
            true => ", and can be taken en passant",
            false => "",
        };
        format!("{begin}{text}{open}")
    }
}

/// Returns what clauses that are described together have in common: that they name pieces, or the
/// distance of their leaps; `None` for a clause that makes components.
fn manner_of(clause: &Clause) -> Option<&str> {
    match &clause.kind {
        ClauseKind::Piece(_) => Some(""),
        ClauseKind::Action {
            action: Action::Distance(_, by),
            ..
        } => Some(&by.text),
        ClauseKind::Action { .. } | ClauseKind::Betza(_) => None,
    }
}

/// Returns the components of clauses, without those of the pieces that they name.
fn components_of(clauses: &[Clause]) -> Vec<Component> {
    let one_by_one = clauses.iter().flat_map(|clause| {
        let clauses = vec![clause.clone()];
        lower(&Sentence { clauses }, &|_| None)
    });
    one_by_one.collect()
}

fn distance_phrase(moves: u16, by: &str) -> String {
    let moves = match moves {
        1 => "one move".to_string(),
        moves => format!("{} moves", number_in_words(moves)),
    };
    format!(
        "leaps to any cell that {} needs exactly {moves} to reach",
        with_article(by)
    )
}

/// Describes the castling in a sentence, if it has any.
pub fn castling(sentence: &Sentence, partner: &str) -> Option<String> {
    components_of(&sentence.clauses)
        .iter()
        .find_map(|component| match &component.motion {
            Motion::Castling(castling) => Some(describe_castling(castling, partner)),
            _ => None,
        })
}

/// Whether a sentence may let its piece capture; en passant does not count. Assumes that each
/// piece it names captures.
pub fn may_capture(sentence: &Sentence) -> bool {
    let takes = |end: &End| end.may(EndAction::Take);
    let is_piece = |clause: &Clause| matches!(clause.kind, ClauseKind::Piece(_));
    sentence.clauses.iter().any(is_piece)
        || components_of(&sentence.clauses)
            .iter()
            .any(|component| match &component.motion {
                Motion::Legs(legs) => legs.iter().any(|leg| takes(&leg.end)),
                Motion::Distance { end, .. } | Motion::Anywhere(end) => takes(end),
                Motion::Castling(_) | Motion::Drop(_) => false,
            })
}

/// Whether a move may pass over more than one cell.
fn passes_several(motion: &Motion) -> bool {
    let Motion::Legs(legs) = motion else {
        return false;
    };
    legs.iter().any(|leg| match leg.length {
        Length::UpTo(most) => most * WayWords::of(&leg.way).reach > 2,
        Length::Unlimited | Length::Same => true,
    })
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
        describe_leg(added_leg, true, "")
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
