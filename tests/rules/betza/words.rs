//! Other words for the same: strings that mean one thing, canonical strings, English, and strings in sentences.

use padma_expr::movement::describe;
use padma_rules::movement::betza::Dialect;
use padma_rules::movement::{self, ClauseKind};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};

use crate::betza::reach::{AMONG_PIECES, COUNTS, DIRECTIONS};
use kit_rules::components::parse;

/// Strings that say the same, so that they come to the same components.
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

/// Strings and what they say; the English was written first.
const SAYINGS: &[(&str, &str)] = &[
    ("", "never moves"),
    ("W", "steps orthogonally"),
    ("K", "steps in any direction"),
    (
        "FsN",
        "steps diagonally; or leaps (1,2) the long way sideways",
    ),
    (
        "F3mAmG",
        "slides diagonally, at most three cells; or leaps diagonally to the second cell, without capturing; or \
         leaps diagonally to the third cell, without capturing",
    ),
    ("NN", "rides in leaps of (1,2)"),
    (
        "D2",
        "rides orthogonally in leaps of two cells, at most two leaps",
    ),
    (
        "vRsB2",
        "slides straight forward or straight backward; or slides diagonally, at most two cells",
    ),
    (
        "frlN",
        "leaps (1,2) the long way to the left or the long way to the right and forward",
    ),
    ("fhC", "leaps (1,3) to any of the cells ahead"),
    (
        "fmWfceFifmnD",
        "steps straight forward, without capturing; or steps diagonally forward, only to capture, also en passant; \
         or on its first move goes straight forward to the second cell, if the cell between is empty, without \
         capturing, and can be taken en passant",
    ),
    (
        "mRcpR",
        "slides orthogonally, without capturing; or hops orthogonally over the first piece on the line, near or \
         far, to any cell beyond it, only to capture",
    ),
    (
        "gQ",
        "hops in any direction over the first piece on the line, near or far, to the cell just beyond it",
    ),
    (
        "ctgB",
        "hops diagonally over the first piece on the line, near or far, if it is of its own side, to the cell just \
         beyond it, only to capture",
    ),
    (
        "jR",
        "slides orthogonally, passing over the first cell whatever stands there",
    ),
    (
        "jD",
        "leaps orthogonally to the second cell, over exactly one piece",
    ),
    (
        "nN",
        "steps orthogonally to an empty cell, then steps outward diagonally",
    ),
    ("oR", "slides orthogonally, going on round the side edges"),
    (
        "dK",
        "steps in any direction, only to capture a piece of its own side",
    ),
    (
        "cdK",
        "steps in any direction, only to capture a piece of either side",
    ),
    (
        "mcdK",
        "steps in any direction, capturing pieces of either side",
    ),
    (
        "fkR",
        "slides straight forward, only to capture a royal piece",
    ),
    ("tK", "steps in any direction, but captures no royal piece"),
    (
        "tcK",
        "steps in any direction, only to capture an enemy that is not royal",
    ),
    (
        "ucR",
        "slides orthogonally, only onto an enemy, which is put where this leg began",
    ),
    (
        "qN",
        "rides in leaps of (1,2), turning by 45 degrees to the same side each time",
    ),
    (
        "zB",
        "slides diagonally, turning by 90 degrees to either side in turn",
    ),
    (
        "[F-R]",
        "steps diagonally to an empty cell, then slides outward orthogonally",
    ),
    (
        "[sW?B]",
        "steps sideways, and if that cell was empty may go on: it slides outward diagonally",
    ),
    // What the first leg may end on decides whether the longer move goes on from there.
    (
        "mW[pW-mW]",
        "steps orthogonally, without capturing; or steps orthogonally to a piece of either side, which stays \
         there, then steps on in the same direction, without capturing",
    ),
    (
        "F[dF-F]",
        "steps diagonally; or steps diagonally, capturing a piece of its own side, then steps on in the same \
         direction",
    ),
    (
        "cK[pK-K]",
        "steps in any direction, only to capture; or steps in any direction to a piece of either side, which stays \
         there, then steps on in the same direction",
    ),
    (
        "mK[cK-bK]",
        "steps in any direction, without capturing; or steps in any direction, capturing an enemy, then steps back",
    ),
    (
        "tK[cK-K]",
        "steps in any direction, but captures no royal piece; or steps in any direction, capturing an enemy, then \
         steps on in the same direction",
    ),
    (
        "mcdK[cK-K]",
        "steps in any direction, capturing pieces of either side; or steps in any direction, capturing an enemy, \
         then steps on in the same direction",
    ),
    (
        "K[cK-K]",
        "steps in any direction, and after a capture may go on: it steps on in the same direction",
    ),
    (
        "mW[mW-F]",
        "steps orthogonally, without capturing; or steps orthogonally to an empty cell, then steps outward diagonally",
    ),
    (
        "[tcdK-K]",
        "steps in any direction, capturing a piece of either side that is not royal, then steps on in the same \
         direction",
    ),
    (
        "[mtpW-W]",
        "steps orthogonally to an empty cell or to a piece of its own side, which stays there, then steps on in \
         the same direction",
    ),
    (
        "fcafmF",
        "steps diagonally forward, capturing an enemy, then steps on in the same direction, without capturing",
    ),
    (
        "cabK",
        "steps in any direction, capturing an enemy, then steps back",
    ),
    (
        "gafK",
        "steps in any direction to a piece of either side, which stays there, then slides on in the same direction",
    ),
    (
        "mpafN",
        "leaps (1,2), whatever stands there, then leaps (1,2) on in the same direction",
    ),
    (
        "caibR",
        "slides orthogonally, capturing an enemy, then slides orthogonally, back, as many cells as before",
    ),
    (
        "afsafzK",
        "steps in any direction to an empty cell, then steps half left or half right to an empty cell, then steps \
         half to the other side than before",
    ),
    ("mU", "goes to any cell, without capturing"),
    (
        "isO2",
        "on its first move castles: it goes two cells to either side, and the unmoved piece of its side on the \
         edge cell of that side leaps over it to the cell next to it",
    ),
    (
        "rjO3",
        "castles: it goes three cells to the right, and the second piece from the edge of that side, if it is of \
         its own side and unmoved, leaps over it to the cell next to it",
    ),
    (
        "jff@7",
        "may be dropped from the hand on the first seven ranks of its side, but not on the very first, at most two \
         of its kind on one file",
    ),
];

#[test]
fn equivalent_strings_have_the_same_components() {
    for (one, other) in EQUAL {
        let [left, right] = [one, other].map(|text| parse(text, Dialect::Xbetza).components);
        assert_eq!(left, right, "{one} and {other}");
    }
}

fn described(text: &str) -> String {
    describe(
        &format!("\"{text}\"")
            .parse()
            .expect("a string in a sentence"),
    )
}

#[test]
fn strings_are_described_in_english() {
    for (text, english) in SAYINGS {
        assert_eq!(described(text), *english, "{text}");
    }
}

#[test]
fn canonical_strings_mean_the_same() {
    let texts = COUNTS
        .iter()
        .map(|row| row.0)
        .chain(DIRECTIONS.iter().map(|row| row.0));
    let texts = texts
        .chain(AMONG_PIECES.iter().map(|row| row.0))
        .chain(SAYINGS.iter().map(|row| row.0));
    // A doubled letter is an atom of its own; and a leg that turns to a side is no leg that may go straight on.
    for text in [
        "fQR",
        "fRW0",
        "fK[W3]",
        "gnefQR",
        "(afz)W",
        "s(afz)A",
        "[W-fsF-fzW]",
        "aabzzW",
    ] {
        says_the_same(text, Dialect::Xbetza);
    }
    for text in texts.chain(EQUAL.iter().flat_map(|(one, other)| [*one, *other])) {
        says_the_same(text, Dialect::Xbetza);
    }
    for (text, canonical) in [
        ("FyafsF", "[F?R]"),
        ("sWsyafsW", "[sW?B]"),
        ("afsW", "nN"),
        ("[F-W]", "[F-W]"),
        ("fcafmF", "[fcF-mF]"),
        ("afsafzK", "[K-fsK-fzK]"),
        ("Q2", "K2"),
        ("NN", "N0"),
        ("cmfW", "fW"),
        ("fK", "fW"),
        ("fQR", "fR[R]"),
        // Written out, it is twelve times as long as a string may be.
        ("(afz)sA", "(afz)sA"),
        ("WX", "(4,0)"),
    ] {
        assert_eq!(
            parse(text, Dialect::Xbetza).canonical(),
            canonical,
            "{text}"
        );
    }
}

pub fn says_the_same(text: &str, dialect: Dialect) {
    let betza = parse(text, dialect);
    assert_eq!(betza.to_string(), text);
    let canonical = betza.canonical();
    assert_eq!(
        parse(&canonical, Dialect::Xbetza).components,
        betza.components,
        "{text} as {canonical}"
    );
    assert_eq!(
        parse(&canonical, Dialect::Xbetza).canonical(),
        canonical,
        "{text}"
    );
}

#[test]
fn a_sentence_may_quote_a_string() {
    let sentence = |text: &str| {
        let mut sources = Sources::default();
        let id = sources.add("sentence", text);
        let mut diagnostics = Diagnostics::default();
        let sentence = movement::parse(
            &Excerpt::verbatim(text, sources.whole(id)),
            &mut diagnostics,
        );
        let at = |diagnostic: &padma_text::diag::Diagnostic| {
            sources
                .slice(diagnostic.primary.as_ref().unwrap().span)
                .to_string()
        };
        (sentence, diagnostics.iter().map(at).collect::<Vec<_>>())
    };
    let (read, wrong) = sentence("king; \"FsN\" + \"[W?sR]\"");
    assert!(wrong.is_empty());
    assert_eq!(read.to_string(), "king; \"FsN\" + \"[W?sR]\"");
    assert!(matches!(&read.clauses[2].kind, ClauseKind::Betza(betza) if betza.text == "[W?sR]"));
    assert_eq!(sentence("\"FwN\"; slide along X").1, ["w"]);
    assert_eq!(sentence("slide along X; \"FN").1, ["\""]);
}
