//! Prints a sentence back as its author wrote it, except for white space.

use std::fmt::{Display, Formatter, Result};

use super::{Action, Clause, ClauseKind, Course, Joint, Limit, Places, Sentence, Via, Word};

impl Display for Sentence {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (index, clause) in self.clauses.iter().enumerate() {
            match clause.joint {
                _ if index == 0 => {}
                Joint::Semicolon => f.write_str("; ")?,
                Joint::Plus => f.write_str(" + ")?,
            }
            if clause.otherwise {
                f.write_str("otherwise ")?;
            }
            clause.kind.fmt(f)?;
        }
        Ok(())
    }
}

impl Sentence {
    /// Returns what its author wrote after `movement` or `betza`. There, a string of Betza's
    /// notation has no quotes.
    pub fn source_text(&self) -> String {
        match &self.clauses[..] {
            [
                Clause {
                    kind: ClauseKind::Betza(betza),
                    ..
                },
            ] => betza.to_string(),
            _ => self.to_string(),
        }
    }
}

impl Display for ClauseKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            ClauseKind::Piece(word) => f.write_str(&word.text),
            ClauseKind::Betza(betza) => write!(f, "\"{betza}\""),
            ClauseKind::Action {
                action,
                limits,
                then,
            } => {
                write_leg(action, limits, f)?;
                then.iter().try_for_each(|leg| {
                    f.write_str(" then ")?;
                    write_leg(&leg.action, &leg.limits, f)
                })
            }
        }
    }
}

fn write_leg(action: &Action, limits: &[Limit], f: &mut Formatter<'_>) -> Result {
    action.fmt(f)?;
    limits.iter().try_for_each(|limit| write!(f, " {limit}"))
}

impl Display for Action {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Action::Step(via) => write!(f, "step {via}"),
            Action::Leap(1, via) if is_by_coordinates(via) => write!(f, "leap {via}"),
            Action::Leap(n, via) => write!(f, "leap {n} {via}"),
            Action::Slide(via) => write!(f, "slide {via}"),
            Action::Ride(1, via) if is_by_coordinates(via) => write!(f, "ride {via}"),
            Action::Ride(n, via) => write!(f, "ride {n} {via}"),
            Action::Wander(via) => write!(f, "wander {via}"),
            Action::Hop { via, onward } => {
                write!(f, "hop {via}{}", if *onward { " onward" } else { "" })
            }
            Action::Distance(n, by) => write!(f, "leap to distance {n} by {}", by.text),
        }
    }
}

/// Whether the first thing that is written of these directions is a leap such as `(1,2)`.
fn is_by_coordinates(via: &Via) -> bool {
    let is_leap = via
        .classes
        .first()
        .is_some_and(|class| class.text.starts_with('('));
    is_leap && !via.along && via.headings.is_empty() && via.course == Course::Any
}

impl Display for Via {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.course {
            Course::Any => {}
            Course::Outward => f.write_str("outward ")?,
            Course::Onward => return f.write_str("onward"),
        }
        let headings: Vec<&str> = self.headings.iter().map(|heading| heading.word()).collect();
        if !headings.is_empty() {
            write!(f, "{} ", headings.join(", "))?;
        }
        if self.along {
            f.write_str("along ")?;
        }
        f.write_str(&list_text(&self.classes))
    }
}

impl Display for Limit {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Limit::Over(places) => write!(f, "over {places}"),
            Limit::Onto(places) => write!(f, "onto {places}"),
            Limit::From(places) => write!(f, "from {places}"),
            Limit::UpTo(n) => write!(f, "up to {n}"),
            Limit::OnlyToMove => f.write_str("only to move"),
            Limit::OnlyToCapture => f.write_str("only to capture"),
            Limit::FirstMove => f.write_str("first move"),
            Limit::OpenToEnPassant => f.write_str("open to en passant"),
            Limit::AlsoEnPassant => f.write_str("also en passant"),
        }
    }
}

impl Display for Places {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(
            f,
            "{}{}",
            if self.outside { "outside " } else { "" },
            list_text(&self.names)
        )
    }
}

fn list_text(words: &[Word]) -> String {
    words
        .iter()
        .map(|word| word.text.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}
