//! Movement sentences: what prints back, and what they say in English.

use padma_expr::movement::{MovementSayer, describe};
use padma_rules::model::grid::{self, GridPlan, LeapClass};
use padma_rules::movement::{self, Eighths, MAX_NUMBER, Sentence, lower, turn_left};
use padma_rules::moves::on_board;
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
        "hops along X over the first piece on the line, near or far, to any cell beyond it, only to capture",
    ),
    (
        "slide forward, sideways along X up to 1 first move",
        "on its first move steps forward or sideways along X",
    ),
];

#[test]
fn sentences_print_back_and_say_what_they_mean() {
    for (text, english) in SAYINGS {
        let sentence = parse(text);
        assert_eq!(sentence.to_string(), *text);
        assert_eq!(describe(&sentence), *english, "{text}");
    }
}

/// Sentences and strings of Betza's notation that are the same move on a grid.
const SAME: &[(&str, &str)] = &[
    ("step orthogonal", "W"),
    ("step contiguous", "K"),
    ("step orthogonal, diagonal", "K"),
    ("step diagonal; slide orthogonal", "FR"),
    ("slide along orthogonal, diagonal", "Q"),
    ("slide diagonal up to 3 only to move", "mF3"),
    ("slide diagonal up to 1", "F"),
    ("leap 2 along orthogonal", "D"),
    ("ride 2 along diagonal", "AA"),
    ("step (1,2)", "N"),
    ("step N, C", "NC"),
    ("step (1,2), orthogonal", "WN"),
    ("step forward along (1,2)", "fN"),
    ("step forward orthogonal only to move", "fmW"),
    ("step n, ne, nw", "fWfF"),
    ("slide n up to 2 only to move first move", "ifmW2"),
    (
        "step forward diagonal only to capture also en passant",
        "fceF",
    ),
    ("hop orthogonal onward only to capture", "cpR"),
    ("hop contiguous", "gQ"),
    // Steps over empty cells are lame leaps.
    ("step orthogonal then step outward along diagonal", "nN"),
    ("step orthogonal then step outward along diagonal", "[W-F]"),
    ("step orthogonal then step outward along diagonal", "afsW"),
    ("step n then step outward along diagonal", "fnN"),
    ("step diagonal then step onward", "nA"),
    (
        "step diagonal then step outward along diagonal only to move",
        "mnA",
    ),
    ("step orthogonal then step onward", "[W-W]"),
    ("step diagonal then step outward along orthogonal", "[F-W]"),
    (
        "step orthogonal then step outward along diagonal then step onward",
        "[W-F-F]",
    ),
    ("step orthogonal then step along diagonal", "[W-fsbsF]"),
    // Bent riders, and captures on the way.
    ("step diagonal then slide outward along orthogonal", "[F-R]"),
    (
        "slide orthogonal then slide outward along diagonal up to 2",
        "[R-F2]",
    ),
    (
        "step diagonal only to capture then step onward only to move",
        "cafmF",
    ),
];

#[test]
fn what_is_the_same_move_is_the_same_data_and_the_same_english() {
    let mut plan = GridPlan::of(8, 8);
    plan.leaps.extend(LeapClass::named("(1,2)"));
    let board = grid::board(&plan).unwrap();
    let sayer = MovementSayer {
        on_board: &|components| on_board(components, &board),
        ..MovementSayer::default()
    };
    for (words, string) in SAME {
        let sentence = parse(words);
        let quoted = parse(&format!("\"{string}\""));
        let [from_words, from_string] =
            [&sentence, &quoted].map(|text| on_board(lower(text, &|_| None), &board));
        assert_eq!(from_words, from_string, "{words} and {string}");
        assert_eq!(
            sayer.sentence(&sentence),
            sayer.sentence(&quoted),
            "{words} and {string}"
        );
        let on_a_grid = movement::grid_components(&sentence, &|_| None);
        assert_eq!(on_a_grid.as_ref(), Ok(&from_string), "{words} and {string}");
    }
}

#[test]
fn moves_that_differ_are_told_apart() {
    for (one, other) in [
        ("step orthogonal then step outward along diagonal", "\"N\""),
        (
            "step orthogonal then step outward along diagonal",
            "\"[F-W]\"",
        ),
        ("step diagonal then step onward", "\"A\""),
        ("step orthogonal only to capture then step onward", "\"nD\""),
        ("hop orthogonal onward", "\"gR\""),
    ] {
        let [one, other] = [one, other].map(parse);
        let components = |sentence| movement::grid_components(sentence, &|_| None);
        assert_ne!(components(&one), components(&other), "{one} and {other}");
        let english = [&one, &other].map(describe);
        assert_ne!(english[0], english[1], "{one} and {other}");
    }
}

#[test]
fn a_lame_leap_turns_into_two_steps_and_back() {
    let eighth = Eighths::from_degrees(45).unwrap();
    let turned = |sentence: &Sentence| turn_left(sentence, eighth, &|_| None).unwrap();
    let components = |sentence: &Sentence| movement::grid_components(sentence, &|_| None).unwrap();
    for (words, string, quarter) in [
        (
            "step orthogonal then step outward along diagonal",
            "\"[F-W]\"",
            "\"nN\"",
        ),
        ("\"fnN\"", "\"[flF-W]\"", "\"lnN\""),
    ] {
        let once = turned(&parse(words));
        assert_eq!(components(&once), components(&parse(string)), "{words}");
        assert_eq!(
            components(&turned(&once)),
            components(&parse(quarter)),
            "{words}"
        );
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
