//! Betza's notation: what strings say, as cells on a board.

#[path = "kit/courses.rs"]
mod courses;

use std::collections::BTreeSet;

use courses::{Place, Stage, parse, reach, read};
use padma::diag::Diagnostics;
use padma::movement::betza::{self, Dialect};
use padma::movement::{self, What};
use padma::text::{Excerpt, Sources};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::select;

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
    ("L", 8),
    ("Z", 8),
    ("J", 8),
    ("K", 8),
    ("U", 80),
    ("B", 16),
    ("R", 16),
    ("Q", 32),
    ("R4", 16),
    ("K2", 16),
    ("Q2", 16),
    ("jR", 12),
    ("W3", 12),
    ("N2", 16),
    ("N0", 16),
    ("NN", 16),
    ("R3", 12),
    ("DD", 8),
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
    ("KNADcaKmcabK", 24 + 1),
];

/// Atoms with a suffix and their leaps, by the chart.
const SUFFIXED: &[(&str, Place)] = &[
    ("WX", (4, 0)),
    ("FX", (4, 1)),
    ("DX", (5, 0)),
    ("NX", (5, 1)),
    ("HX", (6, 0)),
    ("CX", (6, 1)),
    ("DY", (4, 2)),
    ("NY", (4, 3)),
    ("AY", (4, 4)),
    ("CY", (5, 3)),
    ("ZY", (5, 4)),
];

/// A string, own men, enemies (with `!` royal ones), and what it reaches from the middle of 9 by 9.
const AMONG_MEN: &[(&str, &str, &str, &str)] = &[
    ("fmWfcF", "", "(0,1) (1,1)", "(1,1)"),
    ("mN", "", "(1,2) (2,1) (2,-1)", "(-2,-1) (-2,1) (-1,-2) (-1,2) (1,-2)"),
    ("cN", "(2,1)", "(1,2)", "(1,2)"),
    ("dN", "(1,2)", "(2,1)", "(1,2)"),
    ("nN", "", "(0,1)", "(-2,-1) (-2,1) (-1,-2) (1,-2) (2,-1) (2,1)"),
    ("afsW", "", "(0,1)", "(-2,-1) (-2,1) (-1,-2) (1,-2) (2,-1) (2,1)"),
    ("frafF", "", "(1,1)", ""),
    ("frnA", "", "(1,1)", ""),
    ("afsF", "", "(1,1)", "(-2,-1) (-2,1) (-1,-2) (-1,2) (1,-2) (2,-1)"),
    ("fhafsK", "", "(0,1)", "(-2,1) (-1,2) (1,2) (2,1)"),
    ("fhafsK", "", "(0,1) (1,1)", "(-2,1) (-1,2)"),
    ("fpR", "", "(0,2)", "(0,3) (0,4)"),
    ("fpR", "(0,2)", "(0,4)", "(0,3) (0,4)"),
    ("fcpR", "", "(0,2)", ""),
    ("fcpR", "(0,1)", "(0,3)", "(0,3)"),
    ("fmpR", "(0,1)", "(0,3)", "(0,2)"),
    ("ftpR", "", "(0,2)", ""),
    ("ftpR", "(0,2)", "", "(0,3) (0,4)"),
    ("fgQ", "", "(0,2)", "(0,3)"),
    ("fgafK", "", "(0,1)", "(0,2) (0,3) (0,4)"),
    ("fpafK", "", "(0,1)", "(0,2)"),
    ("ftpafR", "", "(0,2)", ""),
    ("ftpafR", "(0,2)", "", "(0,3) (0,4)"),
    ("fcafmF", "", "(1,1)", "(2,2)"),
    ("fcafmF", "", "(1,1) (2,2)", ""),
    ("fcafmF", "(1,1)", "", ""),
    ("fcabK", "", "(0,1)", "(0,0)"),
    ("caibR", "", "(0,3)", "(0,0)"),
    ("jD", "", "(0,1)", "(0,2)"),
    ("fjR", "", "(0,1)", "(0,2) (0,3) (0,4)"),
    ("f[W-R]", "", "(0,1)", ""),
    ("fkR", "", "!(0,3)", "(0,3)"),
    ("fkR", "", "(0,3)", ""),
    ("ftcR", "", "!(0,3)", ""),
    ("ftcR", "", "(0,3)", "(0,3)"),
    ("fucR", "", "(0,3)", "(0,3)"),
    ("fmpafW", "", "(0,1)", "(0,2)"),
    ("fmpafW", "", "", "(0,2)"),
    ("frmpafN", "", "(2,1)", "(4,2)"),
    ("fyafW", "", "(0,1)", ""),
    ("fyafW", "", "(0,3)", "(0,2) (0,3)"),
    (
        "v[F?R]",
        "(-1,0) (1,0)",
        "",
        "(-1,-4) (-1,-3) (-1,-2) (-1,-1) (-1,1) (-1,2) (-1,3) (-1,4) (1,-4) (1,-3) (1,-2) (1,-1) (1,1) (1,2) (1,3) (1,4)",
    ),
    ("fr[W?B]", "", "", "(1,0) (2,1) (3,2) (4,3)"),
    ("fl[W?B]", "", "(-3,2)", "(-1,0) (-2,1) (-3,2)"),
];

/// Strings that say the same, so that they come to the same courses.
const EQUAL: &[(&str, &str)] = &[
    ("[F?R]", "FyafsF"),
    ("[F?R]", "[F?fsR]"),
    ("[F-R]", "yafsF"),
    ("[W?B]", "WyafsW"),
    ("[W?sR]", "WyasW"),
    ("[sW?B]", "sWsyafsW"),
    ("[W-F]", "afsW"),
    ("[F-W]", "afsF"),
    ("[cF-mF]", "cafmF"),
    ("[W-FA-W]", "[W-F-W][W-A-W]"),
    ("[A?B?N]", "A[A-B][A-B-N]"),
    ("K2", "Q2"),
    ("R4", "W4"),
    ("BB", "F0"),
    ("NN", "N0"),
    ("L", "C"),
    ("J", "Z"),
    ("FX", "(1,4)"),
    ("mcW", "W"),
    ("fmcW", "mfcW"),
    ("c(ac)2K", "cKcacKcacacK"),
    ("afsafzK", "[K-fsK-fzK]"),
    ("fhK", "fWfF"),
    ("fmWfceF", "fmWfcFfeF"),
    ("aafqW", "afafsWasafqW"),
];

/// Strings that reach the same cells whoever stands where, by other courses.
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

/// What Fairy-Stockfish skips or reads in part, so that its dialect refuses it.
const ONLY_XBETZA: &[&str] = &[
    "afsW", "masR", "fcafmF", "oR2", "jD", "jR", "[F?fsR]", "FX", "U", "(4,1)", "KO2", "R10", "DD", "AA",
    "GG", "CC", "D0", "G0", "qN", "zB", "ucR", "dN", "tcQ", "fkR", "j@7", "(az)N",
];

/// Strings without one meaning, and words of the readings that are shown.
const UNSETTLED: &[(&str, &[&str])] = &[
    ("fsF", &["write no direction", "(1,1) (-1,1), write `f`"]),
    ("bsF", &["write no direction", "write `b`"]),
    ("sfF", &["write `f`"]),
    ("vlF", &["write `l`"]),
    ("lvF", &["write `l`"]),
    ("hrW", &["`h` makes halves"]),
    ("sfN", &["(2,1) (1,2) (-1,2) (-2,1) (-2,-1) (2,-1), write `fhs`"]),
    ("vlN", &["write `lhv`"]),
    ("vrN", &["write `rhv`"]),
    ("vsN", &["write no direction"]),
    ("ssN", &["write `s`"]),
    ("vvN", &["write `v`"]),
    ("lvK", &["write `vlW`"]),
    ("nH", &["write `afafW`"]),
    ("nC", &["`[W-W-F]`", "`[F-W-W]`"]),
    ("nZ", &["`[W-F-F]`", "`[F-F-W]`"]),
    ("GX", &["`(6,3)` or `(4,3)`"]),
    ("AX", &["`(5,2)` or `(4,2)`"]),
    ("ZX", &["`(6,2)` or `(5,2)`"]),
    ("jjD", &[]),
    ("nnD", &[]),
    ("jN", &["`[pW-F]`"]),
    ("jD2", &[]),
    ("qB", &["`(afq)`", "`(aq)`"]),
    ("zN", &["`(afz)`", "`(az)`"]),
    ("afrN", &["`fs`", "`hr`"]),
    ("t[FR]", &["`[F-R]`", "`[F?R]`", "`FR`"]),
    ("[WF]", &["`[W-F]`", "`[W?F]`"]),
    ("[F?fqR]", &["`fs`"]),
    ("[F-R]3", &["`[F-R3]`"]),
];

/// Strings with a mistake, the letters it is at, and words of the message.
const WRONG: &[(&str, &str, &str)] = &[
    ("fsn", "fsn", "no atom stands behind `fsn`"),
    ("FsN!", "!", "`!` has no meaning here"),
    ("W-F", "-", "`-` stands outside of brackets"),
    ("wN", "w", "`w` is no modifier of XBetza"),
    ("xaN", "x", "`x` is no modifier of XBetza"),
    ("WEF", "E", "`E` is no atom of XBetza"),
    ("I", "I", "`I` is no atom of XBetza"),
    ("WY", "WY", "`WY` is no atom of XBetza"),
    ("iifmW", "i", "`ii` (on the cell ahead of the first)"),
    ("m(AB)", "A", "in these parentheses something else"),
    ("(a)K", "(a)", "no number ends it"),
    ("NN3", "NN3", "goes on without limit and has a range"),
    ("NR32", "32", "this number is too large"),
    ("R1000000000", "1000000000", "this number is too large"),
    ("(4,1", "(4,1", "no coordinates of a leap"),
    ("(0,0)", "(0,0)", "no coordinates of a leap"),
    ("O", "O", "`O` needs the number of cells"),
    ("Kis04", "is", "no atom stands behind `is`"),
    ("fU", "f", "`f` has no meaning before this"),
    ("pW", "p", "`p` on a single step leads nowhere"),
    ("jW", "j", "`j` on a single step leads nowhere"),
    ("fmuR", "u", "it takes nobody"),
    ("mtN", "t", "takes nobody whom `t` could spare"),
    ("fcrN", "r", "the directions `f` and `r` stand apart"),
    ("mmW", "m", "`m` stands here twice"),
    ("yR", "y", "`y` has no meaning on this leg"),
    ("kafW", "k", "`k` has no meaning on this leg"),
    ("afr(4,0)", "fr", "turns where its atom has no leap"),
    ("[W-yF]", "y", "`y` has no meaning on this leg"),
    ("[W--F]", "-", "a leg is missing here"),
    ("[W", "[", "this bracket is not closed"),
    ("v[WD?B]", "v[WD?B]", "letters before a bracket choose"),
];

/// Strings of hostile size.
fn too_large() -> Vec<String> {
    let many = |text: &str, count| text.repeat(count);
    vec![
        many("a", 1_000_000) + "K",
        many("é", 1_000_000),
        many("(", 1000),
        format!("{}a{}K", many("(", 9), many(")", 9)),
        "(((((a)9)9)9)9)9K".into(),
        many("(azaf)9", 9) + "K",
        "[WFDANC-WFDANC-WFDANC-WFDANC]".into(),
        format!("cp{}K", many("acp", 60)),
        format!("[W{}]", many("-W", 100)),
        format!("{}K", many("a", 64)),
        format!("[{}W]", many("K-N-", 20)),
        "R1000000000".into(),
        // A capture at each of many steps: every order is a way of its own.
        format!("c{}K", many("ac", 7)),
        format!("mc{}Q", many("amc", 3)),
    ]
}

/// Strings and what they say; the English was written first.
const SAYINGS: &[(&str, &str)] = &[
    ("", "never moves"),
    ("W", "steps one cell orthogonally"),
    ("K", "steps one cell in any direction"),
    ("FsN", "steps one cell diagonally; or leaps (1,2) sideways"),
    (
        "F3mAmG",
        "slides up to three cells diagonally; or leaps diagonally to the second cell, without capturing; \
        or leaps diagonally to the third cell, without capturing",
    ),
    ("NN", "rides in leaps of (1,2)"),
    ("D2", "rides orthogonally in leaps to each second cell, at most two of them"),
    ("vRsB2", "slides straight forward or straight backward; or slides up to two cells diagonally"),
    ("frlN", "leaps (1,2) to the left or to the right and forward"),
    ("fhC", "leaps (1,3) to any of the cells ahead"),
    (
        "fmWfceFifmnD",
        "steps one cell straight forward, without capturing; or steps one cell diagonally forward, only to \
        capture, also in passing; or leaps straight forward to the second cell, if the cell between is empty, \
        without capturing, as its first move, and can be taken in passing",
    ),
    (
        "mRcpR",
        "slides orthogonally, without capturing; or slides orthogonally, over exactly one man to any cell behind, \
        only to capture",
    ),
    ("gQ", "slides in any direction, over one man to the cell just behind"),
    ("ctgB", "slides diagonally, over one man of its own to the cell just behind, only to capture"),
    ("jR", "slides orthogonally, passing over the first cell whoever stands there"),
    ("jD", "leaps orthogonally to the second cell, over exactly one man"),
    ("nN", "leaps (1,2), if the orthogonal step on the way leads to an empty cell"),
    ("oR", "slides orthogonally, going on round the side edges"),
    ("dK", "steps one cell in any direction, only to capture a man of its own"),
    ("cdK", "steps one cell in any direction, only to capture a man of either side"),
    ("mcdK", "steps one cell in any direction, capturing men of either side"),
    ("fkR", "slides straight forward, only to capture a royal man"),
    ("tK", "steps one cell in any direction, but no royal man"),
    ("ucR", "slides orthogonally, only onto an enemy, who goes where this leg began"),
    ("qN", "rides in leaps of (1,2), turning by 45 degrees to the same side each time"),
    ("zB", "slides diagonally, turning by 90 degrees to either side in turn"),
    (
        "[F-R]",
        "steps one cell diagonally to an empty cell, then slides orthogonally, half left or half right",
    ),
    (
        "[sW?B]",
        "steps one cell sideways, and from an empty cell may go on: it slides diagonally, half left or half right",
    ),
    (
        "fcafmF",
        "steps one cell diagonally forward, capturing an enemy, then steps one cell straight on, without capturing",
    ),
    ("cabK", "steps one cell in any direction, capturing an enemy, then steps one cell back"),
    (
        "gafK",
        "steps one cell in any direction to a man of either side, who stays there, then slides straight on",
    ),
    ("mpafN", "leaps (1,2), whoever stands there, then leaps (1,2) straight on"),
    (
        "caibR",
        "slides orthogonally, capturing an enemy, then slides orthogonally, back, as many cells as before",
    ),
    (
        "afsafzK",
        "steps one cell in any direction to an empty cell, then steps one cell half left or half right to an \
        empty cell, then steps one cell half to the other side than before",
    ),
    ("mU", "goes to any cell, without capturing"),
    (
        "isO2",
        "castles: goes two cells to either side, and the man nearest to that edge goes to its other side, as its \
        first move",
    ),
    (
        "rjO3",
        "castles: goes three cells to the right, and the second man from that edge goes to its other side",
    ),
    (
        "jff@7",
        "may be dropped from the hand on the first seven ranks of its side, but not on the very first, at most \
        two of its kind on one file",
    ),
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

fn codes(diagnostics: &Diagnostics) -> Vec<&'static str> {
    diagnostics.iter().map(|diagnostic| diagnostic.code.name()).collect()
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
        let warnings = codes(&read(text, Dialect::Xbetza).1);
        assert_eq!(warnings, ["betza-unsettled"], "{text} is read in two ways");
    }
    assert_eq!(on_nine("ffrrK", Dialect::Xbetza), cells("(0,1) (1,0) (1,1)"));
}

#[test]
fn reach_has_the_measured_sizes() {
    for (text, expected) in COUNTS {
        assert_eq!(on_nine(text, Dialect::Xbetza).len(), *expected, "{text}");
    }
    for (text, (x, y)) in SUFFIXED {
        let ways = [(*x, *y), (*y, *x)].into_iter().flat_map(|(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)]);
        let found = reach(&parse(text, Dialect::Xbetza), &Stage::empty(13, 13));
        assert_eq!(found, ways.collect(), "{text}");
    }
    let four_diamond = reach(&parse("WNZFXDX", Dialect::Xbetza), &Stage::empty(13, 13));
    assert_eq!(four_diamond.len(), 32);
    let wrapped = reach(&parse("loR3", Dialect::Xbetza), &Stage::empty(5, 1));
    assert_eq!(wrapped, cells("(-1,0) (-2,0) (2,0)"));
}

#[test]
fn men_are_met_as_the_letters_say() {
    for (text, own, enemy, expected) in AMONG_MEN {
        let (royal, enemy): (Vec<&str>, Vec<&str>) =
            enemy.split_whitespace().partition(|word| word.starts_with('!'));
        let stage = Stage {
            own: cells(own),
            enemy: cells(&enemy.join(" ")),
            royal: cells(&royal.join(" ").replace('!', "")),
            ..Stage::empty(9, 9)
        };
        let found = reach(&parse(text, Dialect::Xbetza), &stage);
        assert_eq!(found, cells(expected), "{text} with own {own} and enemy {enemy:?} {royal:?}");
    }
}

#[test]
fn strings_that_say_the_same_come_to_the_same_courses() {
    for (one, other) in EQUAL {
        let [left, right] = [one, other].map(|text| parse(text, Dialect::Xbetza).courses);
        assert_eq!(left, right, "{one} and {other}");
    }
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
    assert_eq!(one.courses, other.courses);
    for text in ["sfN", "vlN", "hrW", "nH", "nC"] {
        assert!(read(text, Dialect::Fsf).0.is_none(), "{text}: Fairy-Stockfish finds no move");
    }
}

#[test]
fn what_is_not_settled_shows_its_readings() {
    for (text, readings) in UNSETTLED {
        let (read, diagnostics) = read(text, Dialect::Xbetza);
        assert!(read.is_none(), "{text}");
        assert_eq!(codes(&diagnostics), ["betza-unsettled"], "{text}");
        let help: String = diagnostics
            .iter()
            .flat_map(|diagnostic| diagnostic.help.join("\n").chars().collect::<Vec<_>>())
            .collect();
        for reading in *readings {
            assert!(help.contains(reading), "{text}: {reading} in\n{help}");
        }
    }
}

#[test]
fn mistakes_point_at_their_letters() {
    for (text, letters, words) in WRONG {
        let mut sources = Sources::default();
        let id = sources.add("string", *text);
        let mut diagnostics = Diagnostics::default();
        let read =
            betza::parse(&Excerpt::verbatim(text, sources.whole(id)), Dialect::Xbetza, &mut diagnostics);
        assert!(read.is_none(), "{text}");
        let first = diagnostics.iter().next().unwrap();
        assert!(first.message.contains(words), "{text}: {}", first.message);
        assert_eq!(sources.slice(first.primary.as_ref().unwrap().span), *letters, "{text}");
    }
}

#[test]
fn long_ways_without_captures_are_no_hostile_strings() {
    for text in [format!("{}K", "a".repeat(63)), format!("c{}K", "ac".repeat(5)), "mcamcaQ".to_string()] {
        assert!(read(&text, Dialect::Xbetza).0.is_some(), "{text}");
    }
}

#[test]
fn hostile_strings_are_refused() {
    for text in too_large() {
        let (read, diagnostics) = read(&text, Dialect::Xbetza);
        let shown: String = text.chars().take(30).collect();
        assert!(read.is_none(), "{shown}");
        assert_eq!(codes(&diagnostics), ["too-large"], "{shown}");
    }
    let (read, diagnostics) = read(&"[".repeat(1000), Dialect::Xbetza);
    assert!(read.is_none() && diagnostics.errors() < 10);
}

#[test]
fn strings_are_told_in_english() {
    for (text, english) in SAYINGS {
        assert_eq!(betza::describe(&parse(text, Dialect::Xbetza)), *english, "{text}");
    }
}

#[test]
fn canonical_strings_say_the_same() {
    let texts = COUNTS.iter().map(|row| row.0).chain(DIRECTIONS.iter().map(|row| row.0));
    let texts = texts.chain(AMONG_MEN.iter().map(|row| row.0)).chain(SAYINGS.iter().map(|row| row.0));
    for text in texts.chain(EQUAL.iter().flat_map(|(one, other)| [*one, *other])) {
        says_the_same(text, Dialect::Xbetza);
    }
    for (text, canonical) in [
        ("FyafsF", "[F?R]"),
        ("sWsyafsW", "[sW?B]"),
        ("afsW", "[W-F]"),
        ("fcafmF", "[fcF-mF]"),
        ("afsafzK", "[K-fsK-fzK]"),
        ("Q2", "K2"),
        ("NN", "N0"),
        ("cmfW", "fW"),
        ("fK", "fW"),
        ("WX", "(4,0)"),
    ] {
        assert_eq!(parse(text, Dialect::Xbetza).canonical(), canonical, "{text}");
    }
}

fn says_the_same(text: &str, dialect: Dialect) {
    let betza = parse(text, dialect);
    assert_eq!(betza.to_string(), text);
    let canonical = betza.canonical();
    assert_eq!(parse(&canonical, Dialect::Xbetza).courses, betza.courses, "{text} as {canonical}");
    assert_eq!(parse(&canonical, Dialect::Xbetza).canonical(), canonical, "{text}");
}

#[test]
fn a_sentence_may_quote_a_string() {
    let sentence = |text: &str| {
        let mut sources = Sources::default();
        let id = sources.add("sentence", text);
        let mut diagnostics = Diagnostics::default();
        let sentence = movement::parse(&Excerpt::verbatim(text, sources.whole(id)), &mut diagnostics);
        let at = |diagnostic: &padma::diag::Diagnostic| {
            sources.slice(diagnostic.primary.as_ref().unwrap().span).to_string()
        };
        (sentence, diagnostics.iter().map(at).collect::<Vec<_>>())
    };
    let (read, wrong) = sentence("king; \"FsN\" + \"[W?sR]\"");
    assert!(wrong.is_empty());
    assert_eq!(read.to_string(), "king; \"FsN\" + \"[W?sR]\"");
    assert!(matches!(&read.clauses[2].what, What::Betza(betza) if betza.text == "[W?sR]"));
    assert_eq!(sentence("\"FwN\"; slide along X").1, ["w"]);
    assert_eq!(sentence("slide along X; \"FN").1, ["\""]);
}

/// Bits of strings; most put together mean nothing.
const BITS: [&str; 48] = [
    "f", "b", "l", "r", "s", "v", "fs", "fr", "bl", "h", "m", "c", "d", "p", "g", "t", "y", "a", "a", "a",
    "n", "j", "o", "z", "q", "u", "i", "k", "e", "W", "F", "N", "D", "A", "C", "R", "B", "Q", "K", "U", "[",
    "]", "-", "?", "0", "3", "(a", "z)",
];

/// A leg in brackets or of a chain that has a meaning nearly always.
fn leg() -> impl Strategy<Value = (String, String)> {
    let letters = select(vec!["", "", "m", "c", "mp", "d", "mc", "tp", "cu", "o"]);
    let directions = select(vec!["", "", "s", "fs", "f", "bs", "b", "v"]);
    let atom = select(vec!["W", "F", "K", "R", "B2", "N", "D", "A3", "Q", "(4,1)", "C"]);
    (directions, letters, atom)
        .prop_map(|(directions, letters, atom)| (format!("{directions}{letters}"), atom.to_string()))
}

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
    fn no_text_is_too_strange_to_be_refused(text in "\\PC{0,30}") {
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
        let stage = Stage { own, enemy, ..Stage::empty(9, 9) };
        for (one, other) in ALIKE {
            let [left, right] = [one, other].map(|text| reach(&parse(text, Dialect::Xbetza), &stage));
            prop_assert_eq!(left, right, "{} and {}", one, other);
        }
    }
}
