//! The parts of a clause, which a language may put in any order.

use crate::message::{MessagePart, MessageText, Verb};

/// The parts of a clause.
pub struct ClauseText<'m> {
    /// What stands before the verb.
    pub subject: &'m [MessagePart],
    /// The verb.
    pub verb: &'m Verb,
    /// What stands between the verb and the answer.
    pub middle: &'m [MessagePart],
    /// The word that joins the answer; perhaps empty.
    pub link: &'m str,
    /// The noun of the answer, and whether that is a number; `None` if it is yes or no.
    pub asked: Option<(&'m MessageText, bool)>,
    /// What stands after the answer.
    pub tail: &'m [MessagePart],
}

impl MessageText {
    /// Returns the parts of a clause; `None` for a message without a verb.
    pub fn clause(&self) -> Option<ClauseText<'_>> {
        let is_verb = |part: &MessagePart| matches!(part, MessagePart::Verb(_));
        let at = self.0.iter().position(is_verb)?;
        let (subject, [MessagePart::Verb(verb), rest @ ..]) = self.0.split_at(at) else {
            return None;
        };
        let is_hole = |part: &MessagePart| matches!(part, MessagePart::Hole { .. });
        let end = rest.iter().position(is_hole).unwrap_or(rest.len());
        let (middle, rest) = rest.split_at(end);
        let (link, asked, tail) = match rest {
            [
                MessagePart::Hole {
                    link,
                    noun,
                    is_number,
                },
                tail @ ..,
            ] => (link.as_str(), Some((noun, *is_number)), tail),
            tail => ("", None, tail),
        };
        Some(ClauseText {
            subject,
            verb,
            middle,
            link,
            asked,
            tail,
        })
    }

    /// Returns a part of a clause or of a place; `None` if the message has none of this name.
    pub(crate) fn part(&self, name: &str) -> Option<Vec<MessagePart>> {
        if let [MessagePart::Hole { .. }, place @ ..] = &self.0[..] {
            return (name == "place").then(|| place.to_vec());
        }
        let clause = self.clause()?;
        let word = |word: &str| vec![MessagePart::Text(word.to_string())];
        Some(match name {
            "subject" => clause.subject.to_vec(),
            "verb" => word(&clause.verb.is),
            "not" => word(&clause.verb.is_not),
            "middle" => clause.middle.to_vec(),
            "link" => word(clause.link),
            "tail" => clause.tail.to_vec(),
            _ => return None,
        })
    }
}
