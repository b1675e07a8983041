//! Betza's notation: what strings say, as cells on a board and in words, and which have no meaning.

mod dialects;
mod mistakes;
mod play;
mod reach;
mod strange;
mod words;

use std::collections::BTreeSet;

use kit_rules::components::{Place, PlacedDiagram, parse, reach};
use padma_rules::movement::betza::Dialect;
use padma_text::diag::Diagnostics;

fn cells(text: &str) -> BTreeSet<Place> {
    let number = |text: &str| text.parse().unwrap();
    let place = |pair: &str| {
        let (x, y) = pair.trim_matches(['(', ')']).split_once(',').unwrap();
        (number(x), number(y))
    };
    text.split_whitespace().map(place).collect()
}

fn on_nine(text: &str, dialect: Dialect) -> BTreeSet<Place> {
    reach(&parse(text, dialect), &PlacedDiagram::empty(9, 9))
}

fn codes(diagnostics: &Diagnostics) -> Vec<&'static str> {
    diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code.name())
        .collect()
}
