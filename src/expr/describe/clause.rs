//! Clauses as texts: a subject, a verb and an object.

use padma_words::Verb;

/// A clause such as "the Knight reaches … from e2".
#[derive(Clone, Debug)]
pub(crate) struct VerbClause {
    pub subject: String,
    pub verb: Verb,
    /// The words between verb and object: "without capture to".
    pub middle: String,
    /// The words after the object, with a leading space.
    pub tail: String,
}

/// Words that cannot end a relative clause.
const PREPOSITIONS: [&str; 4] = ["to", "on", "into", "of"];

impl VerbClause {
    /// Writes the clause with an object, which may be empty.
    pub(crate) fn say(&self, negated: bool, object: &Object) -> String {
        let verb = if negated {
            &self.verb.is_not
        } else {
            &self.verb.is
        };
        // After an object with a tail, the clause's tail would seem to belong to the object.
        let (before, after) = if object.has_tail {
            (self.tail.trim(), "")
        } else {
            ("", self.tail.as_str())
        };
        // Commas separate "d" from "the Bishop" in "From c, with an enemy on d, the Bishop
        // reaches".
        let before = match before.split_once("with ") {
            None => before.to_string(),
            Some(("", _)) => format!("{before},"),
            Some((from, change)) => format!("{}, with {change},", from.trim_end()),
        };
        spaced(&[&before, &self.subject, verb, &self.middle, &object.text]) + after
    }

    /// Writes the clause without an object.
    pub(crate) fn say_alone(&self, negated: bool) -> String {
        self.say(negated, &Object::short(""))
    }

    /// Writes a relative clause: "that the Knight reaches from e2", "to which it comes".
    pub(crate) fn relative(&self) -> String {
        let (before, last) = self.middle.rsplit_once(' ').unwrap_or(("", &self.middle));
        if PREPOSITIONS.contains(&last) {
            let clause = VerbClause {
                middle: before.to_string(),
                ..self.clone()
            };
            return format!("{last} which {}", clause.say_alone(false));
        }
        format!("that {}", self.say_alone(false))
    }
}

/// Joins words by spaces, without the empty ones.
pub(super) fn spaced(words: &[&str]) -> String {
    let words: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ")
}

/// The object of a clause, in words.
pub(crate) struct Object {
    pub text: String,
    /// Whether it ends in words such as "of rank 4" or "that the King reaches", which text after
    /// it would seem to continue.
    pub has_tail: bool,
}

impl Object {
    /// Returns an object without such a tail.
    pub(crate) fn short(text: impl Into<String>) -> Object {
        Object {
            text: text.into(),
            has_tail: false,
        }
    }
}
