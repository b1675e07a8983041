//! Movement sentences: what prints back, and what they say in English.

use padma_rules::movement::{self, MAX_NUMBER, Sentence};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use proptest::prelude::*;

fn parse(text: &str) -> Sentence {
    let mut sources = Sources::default();
    let id = sources.add("sentence", text);
    let mut diagnostics = Diagnostics::default();
    let sentence = movement::parse(
        &Excerpt::verbatim(text, sources.whole(id)),
        &mut diagnostics,
    );
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
    sentence
}

/// Sentences and what they say; the English was written first.
const SAYINGS: &[(&str, &str)] = &[
    ("step contiguous", "steps to a cell it touches"),
    (
        "step corner onto square",
        "steps across a corner, onto squares",
    ),
    ("slide along X, Z", "slides along X and Z"),
    (
        "slide along Y, VW over square, hexagon onto triangle",
        "slides along Y and VW, over squares and hexagons, empty or not, onto triangles",
    ),
    (
        "leap 2 along Y, VW onto triangle",
        "leaps along Y and VW to the second cell, onto triangles",
    ),
    (
        "ride 2 along X, Z onto hexagon",
        "rides along X and Z in leaps of two cells, onto hexagons",
    ),
    (
        "wander ring up to 3",
        "wanders along rings, from one to another where they meet, turning at any cell and entering none twice, at most three cells",
    ),
    ("slide ring", "slides round a ring"),
    (
        "leap to distance 2 by king",
        "leaps to any cell that a king needs exactly two moves to reach",
    ),
    (
        "king + rook + bishop",
        "moves as the king, the rook or the bishop",
    ),
    (
        "rook; slide along X+; step side onto triangle",
        "moves as the rook; or slides along X+; or steps across a side, onto triangles",
    ),
    (
        "step forward along Y, Z only to move; otherwise step forward along VW from outside the-last-rank only to move",
        "steps forward along Y and Z, without capturing; where the board offers no such cell, steps forward along \
         VW, from anywhere but the last rank, without capturing",
    ),
    (
        "hop along X onward only to capture",
        "hops along X over the first piece on the line, near or far, to any cell behind it, only to capture",
    ),
    (
        "slide forward, sideways along X up to 1 first move",
        "slides forward or sideways along X, at most one cell, as its first move",
    ),
];

#[test]
fn sentences_print_back_and_say_what_they_mean() {
    for (text, english) in SAYINGS {
        let sentence = parse(text);
        assert_eq!(sentence.to_string(), *text);
        assert_eq!(movement::describe(&sentence), *english, "{text}");
    }
}

#[test]
fn white_space_in_a_movement_does_not_matter() {
    let spread = "  step\nforward  along Y ,Z  only to move ;otherwise step along X+,Y+king ";
    assert_eq!(
        parse(spread).to_string(),
        "step forward along Y, Z only to move; otherwise step along X+, Y + king"
    );
}

#[test]
fn the_pieces_of_the_book_print_back() {
    for kind in &kit_rules::content::variant("lotus-39").variant.kinds {
        assert_eq!(
            parse(&kind.movement.to_string()),
            kind.movement,
            "{}",
            kind.id
        );
    }
}

proptest! {
    #[test]
    fn any_sentence_prints_back(
        sentence in kit_rules::sentences::sentence(kit_rules::sentences::Names::new(
            &["X", "X+", "VW", "ring", "half-way_2"], &["square", "the-last-rank"], &["king", "long-leaper"], MAX_NUMBER,
        )),
    ) {
        let text = sentence.to_string();
        prop_assert_eq!(parse(&text), sentence, "{}", text);
    }
}
