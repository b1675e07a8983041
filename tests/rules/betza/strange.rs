//! Strings put together by chance.

use std::collections::BTreeSet;

use padma_rules::movement::betza::Dialect;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::select;

use crate::betza::words::says_the_same;
use kit_rules::components::{Place, PlacedDiagram, parse, reach, read};

/// Bits of strings; most put together mean nothing.
const BITS: [&str; 48] = [
    "f", "b", "l", "r", "s", "v", "fs", "fr", "bl", "h", "m", "c", "d", "p", "g", "t", "y", "a",
    "a", "a", "n", "j", "o", "z", "q", "u", "i", "k", "e", "W", "F", "N", "D", "A", "C", "R", "B",
    "Q", "K", "U", "[", "]", "-", "?", "0", "3", "(a", "z)",
];

/// A leg in brackets or of a chain that has a meaning nearly always.
fn leg() -> impl Strategy<Value = (String, String)> {
    let letters = select(vec!["", "", "m", "c", "mp", "d", "mc", "tp", "cu", "o"]);
    let directions = select(vec!["", "", "s", "fs", "f", "bs", "b", "v"]);
    let atom = select(vec![
        "W", "F", "K", "R", "B2", "N", "D", "A3", "Q", "(4,1)", "C",
    ]);
    (directions, letters, atom).prop_map(|(directions, letters, atom)| {
        (format!("{directions}{letters}"), atom.to_string())
    })
}

/// Strings that reach the same cells whatever stands where, by other components.
const ALIKE: &[(&str, &str)] = &[
    ("nN", "[W-F]"),
    ("nA", "[F-F]"),
    ("nD", "afW"),
    ("jD", "[pW-fW]"),
    ("R", "WyafW"),
    ("K", "WF"),
    ("gQ", "[Q-pfK-fK]pafK"),
    ("(az)N", "NazNazazN"),
];

proptest! {
    #[test]
    fn whatever_is_read_prints_back_and_has_a_canonical_form(bits in vec(select(BITS.to_vec()), 0..10)) {
        let text = bits.concat();
        for dialect in Dialect::ALL {
            if read(&text, dialect).0.is_some() {
                says_the_same(&text, dialect);
            }
        }
    }

    #[test]
    fn brackets_and_chains_have_a_canonical_form(legs in vec(leg(), 2..5), in_brackets: bool, may_end: bool) {
        let joint = if may_end { "?" } else { "-" };
        let text = if in_brackets {
            format!("[{}]", legs.iter().map(|(letters, atom)| format!("{letters}{atom}")).collect::<Vec<_>>().join(joint))
        } else {
            let letters: Vec<&str> = legs.iter().map(|(letters, _)| letters.as_str()).collect();
            format!("{}{}", letters.join("a"), legs[0].1)
        };
        if read(&text, Dialect::Xbetza).0.is_some() {
            says_the_same(&text, Dialect::Xbetza);
        }
    }

    #[test]
    fn any_text_is_read_or_rejected_with_an_error(text in "\\PC{0,30}") {
        for dialect in Dialect::ALL {
            let (read, diagnostics) = read(&text, dialect);
            prop_assert_eq!(read.is_none(), diagnostics.has_errors());
        }
    }

    #[test]
    fn other_words_for_a_piece_reach_the_same_cells(
        own in btree_set((-4i16..=4, -4i16..=4), 0..14),
        enemy in btree_set((-4i16..=4, -4i16..=4), 0..14),
    ) {
        let middle = BTreeSet::from([(0, 0)]);
        let own: BTreeSet<Place> = &own - &middle;
        let enemy = &(&enemy - &own) - &middle;
        let figure = PlacedDiagram { own, enemy, ..PlacedDiagram::empty(9, 9) };
        for (one, other) in ALIKE {
            let [left, right] = [one, other].map(|text| reach(&parse(text, Dialect::Xbetza), &figure));
            prop_assert_eq!(left, right, "{} and {}", one, other);
        }
    }
}
