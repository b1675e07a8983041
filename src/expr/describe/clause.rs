//! Clauses: the phrase of a function with what fills its slots, and an object.

use padma_words::{MessageText, Say, SlotValue, say};

/// A clause such as "the Knight reaches … from e2".
#[derive(Clone, Debug)]
pub(crate) struct VerbClause {
    /// The phrase of a function.
    pub phrase: Say,
    /// Its message.
    pub message: &'static MessageText,
    /// The position that it asks about.
    pub around: Say,
}

impl VerbClause {
    /// Says the clause with an object, which may be empty.
    pub(crate) fn say(&self, negated: bool, object: Object) -> Say {
        let (core, clause, around) = (self.core(negated), self.phrase.clone(), self.around.clone());
        let (object, has_tail) = (object.said, object.has_tail);
        // After an object with a tail, the clause's tail would seem to belong to the object.
        match has_tail {
            false => say!(restate::Stated, core, clause, object, around),
            true => say!(restate::Fronted, clause, around, core, object),
        }
    }

    fn core(&self, negated: bool) -> Say {
        let clause = self.phrase.clone();
        say!(restate::Core, clause, negated)
    }

    /// Says the clause without an object.
    pub(crate) fn say_alone(&self, negated: bool) -> Say {
        self.say(negated, Object::default())
    }

    /// Says a relative clause: "that the Knight reaches from e2", "to which it comes".
    pub(crate) fn relative(&self) -> Say {
        let (core, clause, around) = (self.core(false), self.phrase.clone(), self.around.clone());
        // A word may join the object, as in "goes to".
        match self
            .message
            .clause()
            .is_some_and(|text| !text.link.is_empty())
        {
            true => say!(restate::RelativeOf, clause, core, around),
            false => say!(restate::Relative, core, clause, around),
        }
    }

    /// Whether another clause differs from it in the subject alone.
    pub(super) fn differs_in_subject(&self, other: &VerbClause) -> bool {
        let mut subject = Vec::new();
        for part in self
            .message
            .clause()
            .into_iter()
            .flat_map(|clause| clause.subject)
        {
            part.each_slot(&mut |slot| subject.push(slot));
        }
        self.message == other.message
            && self.phrase.differs_in(&other.phrase, &subject)
            && self.around == other.around
    }
}

/// The object of a clause.
#[derive(Default)]
pub(crate) struct Object {
    pub said: SlotValue,
    /// Whether it ends in words such as "of rank 4" or "that the King reaches", which text after
    /// it would seem to continue.
    pub has_tail: bool,
}

impl Object {
    /// Returns an object without such a tail.
    pub(crate) fn short(said: impl Into<SlotValue>) -> Object {
        Object {
            said: said.into(),
            has_tail: false,
        }
    }
}
