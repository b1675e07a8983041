//! Clauses as texts: a subject, a verb, and what the clause is about.

/// A verb: "reaches" and "does not reach".
#[derive(Clone, Debug)]
pub(crate) struct Verb {
    pub is: String,
    pub is_not: String,
}

/// A clause such as "the Knight reaches … from e2".
#[derive(Clone, Debug)]
pub(crate) struct VerbClause {
    pub subject: String,
    pub verb: Verb,
    /// The words before its object: "without capture to".
    pub middle: String,
    /// The words after its object, with a leading space.
    pub tail: String,
}

/// Words that cannot end a relative clause.
const PREPOSITIONS: [&str; 4] = ["to", "on", "into", "of"];

impl VerbClause {
    /// Writes the clause about an object, which may be empty.
    pub(crate) fn say(&self, negated: bool, object: &Object) -> String {
        let verb = if negated {
            &self.verb.is_not
        } else {
            &self.verb.is
        };
        // After an object with a tail of its own, the clause's tail would be read as part of it.
        let (before, behind) = if object.has_tail {
            (self.tail.trim(), "")
        } else {
            ("", self.tail.as_str())
        };
        // In "From c, with an enemy on d, the Bishop reaches" the commas keep "d" and "the Bishop"
        // apart.
        let before = match before.split_once("with ") {
            None => before.to_string(),
            Some(("", _)) => format!("{before},"),
            Some((from, change)) => format!("{}, with {change},", from.trim_end()),
        };
        spaced(&[&before, &self.subject, verb, &self.middle, &object.text]) + behind
    }

    /// Writes the clause about nothing but its arguments.
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

/// Joins the words that are not empty.
pub(super) fn spaced(words: &[&str]) -> String {
    let words: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ")
}

/// What a clause is about, in words.
pub(crate) struct Object {
    pub text: String,
    /// Whether it ends in words such as "of rank 4" or "that the King reaches", so that text after
    /// it would be read as part of them.
    pub has_tail: bool,
}

impl Object {
    /// Returns an object after which a clause may go on.
    pub(crate) fn short(text: impl Into<String>) -> Object {
        Object {
            text: text.into(),
            has_tail: false,
        }
    }
}
