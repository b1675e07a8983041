//! Betza's notation: what strings say, as cells on a board.

#[path = "kit/courses.rs"]
mod courses;

use std::collections::BTreeSet;

use courses::{Place, Stage, parse, reach};
use padma::movement::betza::Dialect;

/// Strings and the cells they reach from the middle of an empty board, in both dialects.
const DIRECTIONS: &[(&str, &str)] = &[
    ("frW", "(0,1) (1,0)"),
    ("fsW", "(-1,0) (0,1) (1,0)"),
    ("ffrrW", "(0,1) (1,0)"),
    ("fF", "(-1,1) (1,1)"),
    ("lF", "(-1,-1) (-1,1)"),
    ("frF", "(1,1)"),
    ("rfF", "(1,1)"),
    ("vF", "(-1,-1) (-1,1) (1,-1) (1,1)"),
    ("sF", "(-1,-1) (-1,1) (1,-1) (1,1)"),
    ("fN", "(-1,2) (1,2)"),
    ("ffN", "(-1,2) (1,2)"),
    ("rN", "(2,-1) (2,1)"),
    ("rrN", "(2,-1) (2,1)"),
    ("fhN", "(-2,1) (-1,2) (1,2) (2,1)"),
    ("rhN", "(1,-2) (1,2) (2,-1) (2,1)"),
    ("lfN", "(-1,2)"),
    ("rfN", "(1,2)"),
    ("flN", "(-2,1)"),
    ("frN", "(2,1)"),
    ("fsN", "(-2,1) (2,1)"),
    ("bsN", "(-2,-1) (2,-1)"),
    ("vN", "(-1,-2) (-1,2) (1,-2) (1,2)"),
    ("sN", "(-2,-1) (-2,1) (2,-1) (2,1)"),
    ("lvN", "(-1,-2) (-1,2)"),
    ("rvN", "(1,-2) (1,2)"),
    ("ffrrN", "(-1,2) (1,2) (2,-1) (2,1)"),
    ("frlN", "(-2,-1) (-2,1) (2,1)"),
    ("hrN", "(-2,1) (-1,-2) (1,2) (2,-1)"),
    ("hlN", "(-2,-1) (-1,2) (1,-2) (2,1)"),
];

/// Where the dialects part: the string, what it reaches in XBetza, and in Fairy-Stockfish.
const KINGS: &[(&str, &str, &str)] = &[
    ("fK", "(0,1)", "(-1,1) (0,1) (1,1)"),
    ("fsK", "(-1,1) (1,1)", "(-1,0) (-1,1) (1,0) (1,1)"),
    ("frK", "(1,1)", "(1,0) (1,1)"),
    ("fhK", "(-1,1) (0,1) (1,1)", "(-1,0) (-1,1) (0,1) (1,0) (1,1)"),
    ("sK", "(-1,0) (1,0)", "(-1,-1) (-1,0) (-1,1) (1,-1) (1,0) (1,1)"),
    ("vK", "(0,-1) (0,1)", "(-1,-1) (-1,1) (0,-1) (0,1) (1,-1) (1,1)"),
];

/// Strings and how many cells they reach from the middle of an empty board of 9 by 9.
const COUNTS: &[(&str, usize)] = &[
    ("W", 4),
    ("F", 4),
    ("D", 4),
    ("A", 4),
    ("N", 8),
    ("H", 4),
    ("G", 4),
    ("C", 8),
    ("Z", 8),
    ("K", 8),
    ("R4", 16),
    ("K2", 16),
    ("Q2", 16),
    ("jR", 12),
    ("W3", 12),
    ("N2", 16),
    ("N0", 16),
    ("NN", 16),
    ("R3", 12),
    ("afsW", 8),
    ("afsF", 8),
    ("afsK", 8),
    ("masR", 64),
    ("RmasR", 80),
    ("yafsF", 24),
    ("FyafsF", 28),
    ("yafsW", 24),
    ("WyafsW", 28),
    ("aK", 24),
    ("aaK", 49),
    ("afraflKaflafrK", 16),
    ("afsafzK", 16),
    ("mRcpR", 16),
    ("fmWfceFifmnD", 2),
    ("U", 80),
];

fn cells(text: &str) -> BTreeSet<Place> {
    let number = |text: &str| text.parse().unwrap();
    let place = |pair: &str| {
        let (x, y) = pair.trim_matches(['(', ')']).split_once(',').unwrap();
        (number(x), number(y))
    };
    text.split_whitespace().map(place).collect()
}

fn on_nine(text: &str, dialect: Dialect) -> BTreeSet<Place> {
    reach(&parse(text, dialect), &Stage::empty(9, 9))
}

#[test]
fn directions_are_those_of_the_measured_tables() {
    for (text, expected) in DIRECTIONS {
        for dialect in Dialect::ALL {
            assert_eq!(on_nine(text, dialect), cells(expected), "{text} in {}", dialect.name());
        }
    }
    for (text, xbetza, fsf) in KINGS {
        assert_eq!(on_nine(text, Dialect::Xbetza), cells(xbetza), "{text}");
        assert_eq!(on_nine(text, Dialect::Fsf), cells(fsf), "{text} in fsf");
    }
    assert_eq!(on_nine("ffrrK", Dialect::Xbetza), cells("(0,1) (1,0) (1,1)"));
}

#[test]
fn reach_has_the_measured_sizes() {
    for (text, expected) in COUNTS {
        assert_eq!(on_nine(text, Dialect::Xbetza).len(), *expected, "{text}");
    }
}

/// Strings that say the same in other words.
const EQUAL: &[(&str, &str)] = &[
    ("[F?R]", "FyafsF"),
    ("[F-R]", "yafsF"),
    ("[W?B]", "WyafsW"),
    ("[sW?B]", "sWsyafsW"),
    ("[W-F]", "afsW"),
    ("[F-W]", "afsF"),
    ("[cF-mF]", "cafmF"),
    ("[K-fsK-fzK]", "afsafzK"),
    ("K", "WF"),
];

#[test]
fn canonical_strings_say_the_same() {
    let texts = COUNTS.iter().map(|row| row.0).chain(DIRECTIONS.iter().map(|row| row.0));
    let pairs = EQUAL.iter().flat_map(|(one, other)| [*one, *other]);
    let more = [
        "c(ac)2K",
        "(az)N",
        "zB",
        "qN",
        "isO2",
        "j@7",
        "ff@9",
        "caibR",
        "afudQ",
        "fkR",
        "tcQ",
        "mpafN",
        "gafK",
        "pafK",
        "tpafR",
        "v[F?R]",
        "fr[W?B]",
        "KNADcaKmcabK",
        "hrarfN",
        "[K-R]",
        "[N?B]",
        "[Q-N2-mW]",
        "oR2",
        "ifmnD",
        "afW2",
        "ndA3",
        "[iF?R]",
        "caDmpafN",
        "(4,1)0",
        "NYAX0".trim_end_matches("AX0"),
        "aazK",
        "aafqW",
    ];
    for text in texts.chain(pairs).chain(more) {
        let betza = parse(text, Dialect::Xbetza);
        let canonical = betza.canonical();
        println!("{text:20} {canonical}  {}", betza.courses.len());
        assert_eq!(parse(&canonical, Dialect::Xbetza).courses, betza.courses, "{text} as {canonical}");
        assert_eq!(parse(&canonical, Dialect::Xbetza).canonical(), canonical, "{text}");
    }
}
