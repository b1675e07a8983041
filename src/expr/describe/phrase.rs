//! The parts of the phrases of functions, which stand among the words, in `functions.txt`.
//!
//! ```text
//! {M} <reach|es> [cells]{from}      a clause: subject, verb, what it is about, the rest
//! {1} <is> royal                    one that is about nothing but its arguments
//! [cells] of {1:the rank}           what lies somewhere
//! the letter of {1}                 a value
//! ```
//!
//! [`padma_words`] explains the marks, and [`calls`](super::calls) the slots.

use padma_words::{MessagePart, MessageText, Verb};

/// A phrase, split into its parts.
pub(crate) enum Phrase<'m> {
    Value(&'m [MessagePart]),
    Place {
        noun: String,
        tail: &'m [MessagePart],
    },
    Clause(PhraseClause<'m>),
}

/// The parts of a clause.
pub(crate) struct PhraseClause<'m> {
    pub subject: &'m [MessagePart],
    pub verb: &'m Verb,
    pub middle: &'m [MessagePart],
    pub hole: Option<Hole<'m>>,
    pub tail: &'m [MessagePart],
}

/// The gap for the object of a clause.
pub(crate) struct Hole<'m> {
    /// A plural noun, or a singular one if there is always exactly one object.
    pub noun: &'m [MessagePart],
    pub is_number: bool,
}

/// Splits a phrase into its parts.
pub(crate) fn parts(phrase: &MessageText) -> Phrase<'_> {
    let all = phrase.0.as_slice();
    if let [MessagePart::Hole { noun, .. }, tail @ ..] = all {
        let noun = plain(&noun.0).unwrap_or_default();
        return Phrase::Place { noun, tail };
    }
    let verb = all.iter().enumerate().find_map(|(at, part)| match part {
        MessagePart::Verb(verb) => Some((at, verb)),
        _ => None,
    });
    let Some((at, verb)) = verb else {
        return Phrase::Value(all);
    };
    let (subject, rest) = (&all[..at], &all[at + 1..]);
    let is_hole = |part: &MessagePart| matches!(part, MessagePart::Hole { .. });
    let end = rest.iter().position(is_hole).unwrap_or(rest.len());
    let (hole, tail) = match &rest[end..] {
        [MessagePart::Hole { noun, is_number }, tail @ ..] => {
            let (noun, is_number) = (noun.0.as_slice(), *is_number);
            (Some(Hole { noun, is_number }), tail)
        }
        tail => (None, tail),
    };
    Phrase::Clause(PhraseClause {
        subject,
        verb,
        middle: &rest[..end],
        hole,
        tail,
    })
}

/// Returns the text of parts without slots.
pub(crate) fn plain(parts: &[MessagePart]) -> Option<String> {
    let text = |part: &MessagePart| match part {
        MessagePart::Text(text) => Some(text.clone()),
        _ => None,
    };
    parts.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use crate::functions::{calls, function_names};
    use padma_words::{MessagePart, english};

    #[test]
    fn every_call_of_every_function_has_a_phrase_and_every_phrase_a_call() {
        const KEYS: [&str; 8] = [
            "M", "from", "to", "White", "mover", "whose", "for", "subject",
        ];
        const FORMATS: [&str; 8] = [
            "", "a", "bare", "plural", "way", "the file", "the rank", "the kind",
        ];
        let mut used = Vec::new();
        for function in function_names() {
            assert!(calls(function).next().is_some(), "{function}");
            for (form, parameters) in calls(function) {
                let phrase = form.phrase(function, parameters);
                let phrase = phrase.unwrap_or_else(|| panic!("{function} has no phrase"));
                used.push(std::ptr::from_ref(phrase));
                // An optional side is not an argument of its own.
                let count = parameters.len();
                let check = |part: &MessagePart| {
                    let MessagePart::Slot { slot, form } = part else {
                        return;
                    };
                    let is_argument = slot
                        .parse()
                        .is_ok_and(|place: usize| (1..=count).contains(&place));
                    assert!(
                        KEYS.contains(&slot.as_str()) && form.is_empty()
                            || is_argument && FORMATS.contains(&form.as_str()),
                        "{function}: {slot}"
                    );
                };
                for part in &phrase.0 {
                    check(part);
                    if let MessagePart::Hole { noun, .. } = part {
                        noun.0.iter().for_each(check);
                    }
                }
            }
        }
        for (key, phrase) in english().rows("functions.function") {
            assert!(
                used.contains(&std::ptr::from_ref(phrase)),
                "no call has {key}"
            );
        }
    }
}
