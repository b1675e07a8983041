//! The phrases of functions, as written in the rows under [`functions`](crate::functions).
//!
//! ```text
//! {M} <reach|es> [cells]{from}      a clause: subject, verb, what it is about, the rest
//! {1} <is> royal                    one that is about nothing but its arguments
//! [cells] of {1:the rank}           what lies somewhere
//! = the letter of {1}               a value
//! ```
//!
//! `<reach|es>` is "reaches" and "does not reach", and `<is>` is "is" and "is not".
//! `<has|does not have>` spells out both. `[#moves]` stands for a number of moves.
//! [`calls`](super::calls) explains the keys in braces.

use super::clause::Verb;

/// A phrase, split into its parts.
pub(crate) enum Phrase<'t> {
    Value(&'t str),
    Place { noun: &'t str, tail: &'t str },
    Clause(PhraseClause<'t>),
}

/// The parts of a clause.
pub(crate) struct PhraseClause<'t> {
    pub subject: &'t str,
    pub verb: Verb,
    pub middle: &'t str,
    pub hole: Option<Hole<'t>>,
    pub tail: &'t str,
}

/// The gap for the object of a clause.
pub(crate) struct Hole<'t> {
    /// A plural noun, or a singular one if there is always exactly one object.
    pub noun: &'t str,
    pub is_number: bool,
}

/// Splits a phrase into its parts; `None` if it is malformed.
pub(crate) fn parse(text: &str) -> Option<Phrase<'_>> {
    if let Some(value) = text.strip_prefix("= ") {
        return Some(Phrase::Value(value));
    }
    if let Some((noun, tail)) = text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return Some(Phrase::Place { noun, tail });
    }
    let (subject, rest) = text.split_once('<')?;
    let (verb, rest) = rest.split_once('>')?;
    let (middle, hole, tail) = match rest.split_once('[') {
        None => (rest, None, ""),
        Some((middle, rest)) => {
            let (noun, tail) = rest.split_once(']')?;
            let number = noun.strip_prefix('#');
            (
                middle,
                Some(Hole {
                    noun: number.unwrap_or(noun),
                    is_number: number.is_some(),
                }),
                tail,
            )
        }
    };
    Some(Phrase::Clause(PhraseClause {
        subject: subject.trim(),
        verb: verb_of(verb),
        middle: middle.trim(),
        hole,
        tail,
    }))
}

fn verb_of(text: &str) -> Verb {
    let (is, is_not) = match text.split_once('|') {
        None if text == "can" => (text.to_string(), "cannot".to_string()),
        None => (text.to_string(), format!("{text} not")),
        Some((is, is_not)) if is_not.contains(' ') => (is.to_string(), is_not.to_string()),
        Some((many, "")) => (many.to_string(), format!("do not {many}")),
        Some((stem, ending)) => (format!("{stem}{ending}"), format!("does not {stem}")),
    };
    Verb { is, is_not }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::{function_names, phrases};

    #[test]
    fn every_form_of_every_function_has_a_phrase() {
        const KEYS: [&str; 8] = [
            "M", "from", "to", "White", "mover", "whose", "for", "subject",
        ];
        const FORMATS: [&str; 8] = [
            "", "a", "bare", "plural", "way", "the file", "the rank", "the kind",
        ];
        for function in function_names() {
            assert!(phrases(function).next().is_some(), "{function}");
            for (form, (parameters, phrase)) in phrases(function) {
                let form = form.example_calls(function).collect::<Vec<_>>().join(", ");
                assert!(parse(phrase).is_some(), "{form}: {phrase}");
                for slot in phrase
                    .split('{')
                    .skip(1)
                    .map(|rest| rest.split('}').next().unwrap())
                {
                    let (place, format) = slot.split_once(':').unwrap_or((slot, ""));
                    // An optional side is not an argument of its own.
                    let count = parameters.len();
                    let is_argument = place
                        .parse()
                        .is_ok_and(|place: usize| (1..=count).contains(&place));
                    assert!(
                        KEYS.contains(&slot) || is_argument && FORMATS.contains(&format),
                        "{form}: {slot}"
                    );
                }
            }
        }
    }

    #[test]
    fn verbs_have_a_negative_form() {
        for (verb, is, is_not) in [
            ("reach|es", "reaches", "does not reach"),
            ("stand|", "stand", "do not stand"),
            ("can", "can", "cannot"),
            ("is", "is", "is not"),
            ("has|does not have", "has", "does not have"),
        ] {
            let verb_forms = verb_of(verb);
            assert_eq!(
                (&*verb_forms.is, &*verb_forms.is_not),
                (is, is_not),
                "{verb}"
            );
        }
    }
}
