//! Reads the legs of a clause and their limits.

use super::{LIMITS, Parser, SentencePart};
use crate::movement::{Action, ClauseKind, Course, Limit, Places, ThenLeg};

/// The maximum number of legs of one move.
const MOST_LEGS: usize = 8;

impl Parser<'_> {
    /// Reads a verb with its limits, and those that follow it after `then`.
    pub(super) fn legs(&mut self) -> Option<ClauseKind> {
        let action = self.action()?;
        let limits = self.limits(&action, false)?;
        let mut then: Vec<ThenLeg> = Vec::new();
        while self.peek_word() == Some("then") {
            let leg = match then.last() {
                None => self.later_leg(&action, &limits)?,
                Some(before) => self.later_leg(&before.action, &before.limits)?,
            };
            then.push(leg);
            if then.len() == MOST_LEGS && self.peek_word() == Some("then") {
                let label = format!("expected at most {MOST_LEGS} legs");
                return self.error("this move has too many legs", &label);
            }
        }
        Some(ClauseKind::Action {
            action,
            limits,
            then,
        })
    }

    /// Reads `then` and the leg that follows another.
    fn later_leg(&mut self, before: &Action, limits: &[Limit]) -> Option<ThenLeg> {
        if !goes_on(before) {
            let label = "only a step or a slide can go on";
            return self.error("this verb ends its move", label);
        }
        if !limits.iter().all(suits_earlier_leg) {
            let label = "expected only `up to`, `only to` and `first move` before it";
            return self.error("a limit of this clause does not fit several legs", label);
        }
        let first = self.position;
        self.position += 1;
        let verb = self.next_place();
        if !self
            .peek_word()
            .is_some_and(|word| super::VERBS.contains(&word))
        {
            return self.error_suggesting(
                "a verb is missing here",
                "expected `step` or `slide`",
                &super::VERBS,
            );
        }
        self.is_later = true;
        let action = self.action();
        self.is_later = false;
        let action = action?;
        if !goes_on(&action) {
            let label = "expected `step` or `slide`";
            self.complain(
                self.excerpt.span(verb),
                "this verb cannot follow `then`",
                label,
            );
            return None;
        }
        let limits = self.limits(&action, true)?;
        self.report(SentencePart::LaterLeg, first);
        Some(ThenLeg { action, limits })
    }

    /// Reads how the directions of a leg depend on those of the leg before.
    pub(super) fn course(&mut self) -> Option<Course> {
        let (word, course) = match self.peek_word() {
            Some("onward") => ("onward", Course::Onward),
            Some("outward") => ("outward", Course::Outward),
            _ => return Some(Course::Any),
        };
        if !self.is_later {
            return self.error(
                "there is no leg before this one",
                "expected this after a `then`",
            );
        }
        self.take(SentencePart::Option(word));
        Some(course)
    }

    /// Reads the limits of a leg, up to the next `then` or the end of the clause.
    fn limits(&mut self, action: &Action, is_later: bool) -> Option<Vec<Limit>> {
        let mut limits = Vec::new();
        while let Some(word) = self.peek_word().map(str::to_string) {
            let (start, first) = (self.next_place(), self.position);
            if word == "then" {
                break;
            }
            if !LIMITS.contains(&word.as_str()) {
                return self.error_suggesting(
                    &format!("`{word}` cannot continue this clause"),
                    "expected a limit (`over`, `onto`, `from`, `up to`, `only to`, `first move`, `open to en passant`, `also en passant`), `then`, `;` or `+`",
                    &LIMITS,
                );
            }
            self.position += 1;
            let limit = match word.as_str() {
                "over" => Limit::Over(self.places()?),
                "onto" => Limit::Onto(self.places()?),
                "from" => Limit::From(self.places()?),
                "up" => {
                    self.expect_word("to")?;
                    Limit::UpTo(self.number()?)
                }
                "only" => {
                    self.expect_word("to")?;
                    let limit = match self.peek_word() {
                        Some("move") => Limit::OnlyToMove,
                        Some("capture") => Limit::OnlyToCapture,
                        _ => {
                            return self.error_suggesting(
                                "`only to` is not complete",
                                "expected `move` or `capture`",
                                &["move", "capture"],
                            );
                        }
                    };
                    self.take(SentencePart::Purpose);
                    limit
                }
                "first" => {
                    self.expect_word("move")?;
                    Limit::FirstMove
                }
                "open" => {
                    self.expect_word("to")?;
                    self.expect_en_passant()?;
                    Limit::OpenToEnPassant
                }
                _ => {
                    self.expect_en_passant()?;
                    Limit::AlsoEnPassant
                }
            };
            let fault = match is_later && !suits_later_leg(&limit) {
                true => Some((
                    format!("`{word}` cannot limit a leg after `then`"),
                    "expected it with the first verb, or in a sentence without `then`",
                )),
                false => misfit(&limit, &word, &limits, action),
            };
            if let Some((message, label)) = fault {
                self.complain(self.excerpt.span(start), &message, label);
                return None;
            }
            limits.push(limit);
            self.report(SentencePart::Limit, first);
        }
        Some(limits)
    }

    fn expect_en_passant(&mut self) -> Option<()> {
        self.expect_word("en")?;
        self.expect_word("passant")
    }

    fn places(&mut self) -> Option<Places> {
        let outside = self.take_option("outside");
        let expected = "a kind of cell or a named set of cells";
        let names = self.list(SentencePart::Places, |parser| parser.name(expected))?;
        Some(Places { outside, names })
    }
}

/// Whether a move of several legs may have this verb.
fn goes_on(action: &Action) -> bool {
    matches!(action, Action::Step(_) | Action::Slide(_))
}

fn goes_straight(action: &Action) -> bool {
    matches!(
        action,
        Action::Step(_) | Action::Leap(..) | Action::Slide(_) | Action::Ride(..)
    )
}

/// Whether a leg that another follows may have this limit.
fn suits_earlier_leg(limit: &Limit) -> bool {
    use Limit::{FirstMove, OnlyToCapture, OnlyToMove, UpTo};
    matches!(limit, UpTo(_) | OnlyToMove | OnlyToCapture | FirstMove)
}

/// Whether a leg that follows another may have this limit.
fn suits_later_leg(limit: &Limit) -> bool {
    use Limit::{AlsoEnPassant, OnlyToCapture, OnlyToMove, UpTo};
    matches!(limit, UpTo(_) | OnlyToMove | OnlyToCapture | AlsoEnPassant)
}

/// Returns why a limit does not fit its verb or the limits before it, and what is expected.
fn misfit(
    limit: &Limit,
    word: &str,
    limits: &[Limit],
    action: &Action,
) -> Option<(String, &'static str)> {
    let has_range = matches!(
        action,
        Action::Slide(_) | Action::Ride(..) | Action::Wander(_)
    );
    let is_only_to = |limit: &Limit| matches!(limit, Limit::OnlyToMove | Limit::OnlyToCapture);
    let is_same = |old: &Limit| std::mem::discriminant(old) == std::mem::discriminant(limit);
    let captures_nothing = [
        (limit, Limit::AlsoEnPassant, Limit::OnlyToMove),
        (limit, Limit::OnlyToMove, Limit::AlsoEnPassant),
    ]
    .iter()
    .any(|(limit, one, other)| *limit == one && limits.contains(other));
    let (message, label) = if matches!(limit, Limit::UpTo(_)) && !has_range {
        (
            "`up to` does not fit this verb",
            "`up to` limits a slide, a ride or a wander",
        )
    } else if *limit == Limit::AlsoEnPassant && !goes_straight(action) {
        (
            "`also en passant` does not fit this verb",
            "only a step, a leap, a slide or a ride takes en passant",
        )
    } else if captures_nothing {
        (
            "this clause captures nothing",
            "expected `only to move` or `also en passant`, not both",
        )
    } else if is_only_to(limit) && limits.iter().any(is_only_to) {
        (
            "this clause could neither move nor capture",
            "the second `only to`",
        )
    } else if limits.iter().any(is_same) {
        return Some((format!("this clause has two `{word}` limits"), "the second"));
    } else {
        return None;
    };
    Some((message.to_string(), label))
}
