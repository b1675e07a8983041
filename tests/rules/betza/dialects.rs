//! Where the dialects part.

use padma_rules::movement::betza::Dialect;

use crate::betza::{cells, codes, on_nine};
use kit_rules::components::{parse, read};

/// Where the dialects part: the string, what it reaches in XBetza, and in Fairy-Stockfish.
const KINGS: &[(&str, &str, &str)] = &[
    ("fK", "(0,1)", "(-1,1) (0,1) (1,1)"),
    ("fsK", "(-1,1) (1,1)", "(-1,0) (-1,1) (1,0) (1,1)"),
    ("frK", "(1,1)", "(1,0) (1,1)"),
    (
        "fhK",
        "(-1,1) (0,1) (1,1)",
        "(-1,0) (-1,1) (0,1) (1,0) (1,1)",
    ),
    (
        "sK",
        "(-1,0) (1,0)",
        "(-1,-1) (-1,0) (-1,1) (1,-1) (1,0) (1,1)",
    ),
    (
        "vK",
        "(0,-1) (0,1)",
        "(-1,-1) (-1,1) (0,-1) (0,1) (1,-1) (1,1)",
    ),
];

/// What Fairy-Stockfish skips or reads in part, so that its dialect refuses it.
const ONLY_XBETZA: &[&str] = &[
    "afsW", "masR", "fcafmF", "oR2", "jD", "jR", "[F?fsR]", "FX", "U", "(4,1)", "KO2", "R10", "DD",
    "AA", "GG", "CC", "D0", "G0", "qN", "zB", "ucR", "dN", "tcQ", "fkR", "j@7", "(az)N",
];

#[test]
fn a_kings_directions_are_read_in_two_ways() {
    for (text, xbetza, fsf) in KINGS {
        assert_eq!(on_nine(text, Dialect::Xbetza), cells(xbetza), "{text}");
        assert_eq!(on_nine(text, Dialect::Fsf), cells(fsf), "{text} in fsf");
        let warnings = codes(&read(text, Dialect::Xbetza).1);
        assert_eq!(warnings, ["betza-unsettled"], "{text} is read in two ways");
    }
    assert_eq!(
        on_nine("ffrrK", Dialect::Xbetza),
        cells("(0,1) (1,0) (1,1)")
    );
}

#[test]
fn the_dialects_differ_where_they_are_known_to() {
    for text in ONLY_XBETZA {
        parse(text, Dialect::Xbetza);
        let (read, diagnostics) = read(text, Dialect::Fsf);
        assert!(read.is_none() && diagnostics.has_errors(), "{text} in fsf");
    }
    assert_eq!(on_nine("fsF", Dialect::Fsf), cells("(-1,1) (1,1)"));
    assert_eq!(on_nine("nZ", Dialect::Fsf), on_nine("Z", Dialect::Fsf));
    let (one, other) = (parse("nZ", Dialect::Fsf), parse("[W-F-F]", Dialect::Xbetza));
    assert_eq!(one.components, other.components);
    for text in ["sfN", "vlN", "hrW", "nH", "nC"] {
        assert!(
            read(text, Dialect::Fsf).0.is_none(),
            "{text}: Fairy-Stockfish finds no move"
        );
    }
}
