//! Strings that are refused: those of several meanings, of none, and of hostile size.

use padma_rules::movement::betza::{self, Dialect};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};

use crate::betza::codes;
use kit_rules::components::read;

/// Strings without one meaning, and words of the readings that are shown.
const UNSETTLED: &[(&str, &[&str])] = &[
    ("fsF", &["write no direction", "(1,1) (-1,1), write `f`"]),
    ("bsF", &["write no direction", "write `b`"]),
    ("sfF", &["write `f`"]),
    ("vlF", &["write `l`"]),
    ("lvF", &["write `l`"]),
    ("hrW", &["`h` means half"]),
    (
        "sfN",
        &["(2,1) (1,2) (-1,2) (-2,1) (-2,-1) (2,-1), write `fhs`"],
    ),
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
    ("fsn", "fsn", "there is no atom after `fsn`"),
    ("FsN!", "!", "`!` has no meaning here"),
    ("W-F", "-", "`-` is outside brackets"),
    ("wN", "w", "`w` is not a modifier of XBetza"),
    ("xaN", "x", "`x` is not a modifier of XBetza"),
    ("WEF", "E", "`E` is not an atom of XBetza"),
    ("I", "I", "`I` is not an atom of XBetza"),
    ("WY", "WY", "`WY` is not an atom of XBetza"),
    ("iifmW", "i", "`ii` (on the cell ahead of the first)"),
    ("m(AB)", "A", "parentheses may hold only small letters"),
    ("(a)K", "(a)", "so it needs a limit"),
    ("NN3", "NN3", "has no limit, so it cannot have a range"),
    ("NR32", "32", "this number is too large"),
    ("R1000000000", "1000000000", "this number is too large"),
    ("(4,1", "(4,1", "not the coordinates of a leap"),
    ("(0,0)", "(0,0)", "not the coordinates of a leap"),
    ("O", "O", "`O` needs the number of cells"),
    ("Kis04", "is", "there is no atom after `is`"),
    ("fU", "f", "`f` has no meaning before this"),
    ("pW", "p", "`p` on a single step leads nowhere"),
    ("jW", "j", "`j` on a single step leads nowhere"),
    ("fmuR", "u", "but it captures nothing"),
    ("mtN", "t", "captures nothing that `t` could spare"),
    ("fcrN", "r", "the directions `f` and `r` are separated"),
    ("mmW", "m", "`m` is repeated here"),
    ("yR", "y", "`y` has no meaning on this leg"),
    ("kafW", "k", "`k` has no meaning on this leg"),
    ("afr(4,0)", "fr", "turns where its atom has no leap"),
    ("[W-yF]", "y", "`y` has no meaning on this leg"),
    ("[W--F]", "-", "a leg is missing here"),
    ("[Wf[F]-F]", "f[F]", "a bracket cannot be inside a bracket"),
    ("[[W]-F]", "[", "a bracket cannot be inside a bracket"),
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

#[test]
fn an_unsettled_string_lists_its_possible_readings() {
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
        let read = betza::parse(
            &Excerpt::verbatim(text, sources.whole(id)),
            Dialect::Xbetza,
            &mut diagnostics,
        );
        assert!(read.is_none(), "{text}");
        let first = diagnostics.iter().next().unwrap();
        assert!(first.message.contains(words), "{text}: {}", first.message);
        assert_eq!(
            sources.slice(first.primary.as_ref().unwrap().span),
            *letters,
            "{text}"
        );
    }
}

#[test]
fn long_ways_without_captures_are_no_hostile_strings() {
    for text in [
        format!("{}K", "a".repeat(63)),
        format!("c{}K", "ac".repeat(5)),
        "mcamcaQ".to_string(),
    ] {
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
