//! The cells that a string reaches, on an empty board and among pieces.

use padma_rules::movement::betza::Dialect;

use crate::betza::{cells, on_nine};
use kit_rules::components::{Place, PlacedDiagram, parse, reach};

/// Strings and the cells they reach from the middle of an empty board, in both dialects.
pub const DIRECTIONS: &[(&str, &str)] = &[
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

/// Strings and how many cells they reach from the middle of an empty board of 9 by 9.
pub const COUNTS: &[(&str, usize)] = &[
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

/// A string, own pieces, enemies (with `!` royal ones), and what it reaches from the middle of 9 by 9.
pub const AMONG_PIECES: &[(&str, &str, &str, &str)] = &[
    ("fmWfcF", "", "(0,1) (1,1)", "(1,1)"),
    (
        "mN",
        "",
        "(1,2) (2,1) (2,-1)",
        "(-2,-1) (-2,1) (-1,-2) (-1,2) (1,-2)",
    ),
    ("cN", "(2,1)", "(1,2)", "(1,2)"),
    ("dN", "(1,2)", "(2,1)", "(1,2)"),
    (
        "nN",
        "",
        "(0,1)",
        "(-2,-1) (-2,1) (-1,-2) (1,-2) (2,-1) (2,1)",
    ),
    (
        "afsW",
        "",
        "(0,1)",
        "(-2,-1) (-2,1) (-1,-2) (1,-2) (2,-1) (2,1)",
    ),
    ("frafF", "", "(1,1)", ""),
    ("frnA", "", "(1,1)", ""),
    (
        "afsF",
        "",
        "(1,1)",
        "(-2,-1) (-2,1) (-1,-2) (-1,2) (1,-2) (2,-1)",
    ),
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

#[test]
fn directions_are_those_of_the_measured_tables() {
    for (text, expected) in DIRECTIONS {
        for dialect in Dialect::ALL {
            assert_eq!(
                on_nine(text, dialect),
                cells(expected),
                "{text} in {}",
                dialect.name()
            );
        }
    }
}

#[test]
fn reach_has_the_measured_sizes() {
    for (text, expected) in COUNTS {
        assert_eq!(on_nine(text, Dialect::Xbetza).len(), *expected, "{text}");
    }
    for (text, (x, y)) in SUFFIXED {
        let ways = [(*x, *y), (*y, *x)]
            .into_iter()
            .flat_map(|(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)]);
        let found = reach(&parse(text, Dialect::Xbetza), &PlacedDiagram::empty(13, 13));
        assert_eq!(found, ways.collect(), "{text}");
    }
    let four_diamond = reach(
        &parse("WNZFXDX", Dialect::Xbetza),
        &PlacedDiagram::empty(13, 13),
    );
    assert_eq!(four_diamond.len(), 32);
    let wrapped = reach(&parse("loR3", Dialect::Xbetza), &PlacedDiagram::empty(5, 1));
    assert_eq!(wrapped, cells("(-1,0) (-2,0) (2,0)"));
}

#[test]
fn strings_capture_hop_and_stop_at_pieces_as_their_letters_demand() {
    for (text, own, enemy, expected) in AMONG_PIECES {
        let (royal, enemy): (Vec<&str>, Vec<&str>) = enemy
            .split_whitespace()
            .partition(|word| word.starts_with('!'));
        let figure = PlacedDiagram {
            own: cells(own),
            enemy: cells(&enemy.join(" ")),
            royal: cells(&royal.join(" ").replace('!', "")),
            ..PlacedDiagram::empty(9, 9)
        };
        let found = reach(&parse(text, Dialect::Xbetza), &figure);
        assert_eq!(
            found,
            cells(expected),
            "{text} with own {own} and enemy {enemy:?} {royal:?}"
        );
    }
}
