//! The functions of what a piece reaches, and the verbs that mean them. Knows no sentence.

use std::collections::BTreeMap;

/// A function of what a piece reaches, by its name.
pub(super) type ReachFunction = [&'static str; 1];

/// The verbs of a book, each with the function that it means.
pub(super) type OwnWords = BTreeMap<String, &'static ReachFunction>;

/// The functions of what a piece reaches.
pub(super) static FUNCTIONS: [ReachFunction; 6] = [
    ["reach"],
    ["moves"],
    ["captures"],
    ["attacks"],
    ["first"],
    ["closure"],
];
