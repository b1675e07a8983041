//! The functions of what a piece reaches, and the verbs that mean them. Knows no sentence.

use std::collections::BTreeMap;

/// The verbs of a book, each with the functions that it means.
pub(super) type OwnWords = BTreeMap<String, &'static ReachFunctions>;

/// The functions that a verb asks first and then, for a piece of a figure and on an empty board.
#[derive(Debug)]
pub(super) struct ReachFunctions {
    /// The one that it means in a book of its own words.
    pub name: &'static str,
    pub of_label: &'static [&'static str],
    pub of_kind: &'static [&'static str],
}

/// The functions of what a piece reaches.
pub(super) const FUNCTIONS: [ReachFunctions; 6] = [
    ReachFunctions::alone(&["reach"]),
    ReachFunctions::alone(&["moves"]),
    ReachFunctions::alone(&["captures"]),
    ReachFunctions::alone(&["attacks"]),
    ReachFunctions::alone(&["first"]),
    ReachFunctions::alone(&["closure"]),
];

impl ReachFunctions {
    const fn alone(names: &'static [&'static str; 1]) -> ReachFunctions {
        ReachFunctions {
            name: names[0],
            of_label: names,
            of_kind: names,
        }
    }
}
