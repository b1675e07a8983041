//! What claims state and what their definitions add to them: the verdict, and what is left of it in the report.

mod texts;

use kit::pages::Workplace;
use kit::random::Random;
use padma_book::claim::{Judgement, Understood, Verdict};
use padma_book::judge::facts;

/// The judgement on a page's first claim.
fn judged(workplace: &mut Workplace, text: &str) -> Judgement {
    let (_, checked) = workplace.judge(text);
    checked.claims[0].judgement.clone()
}

#[test]
fn a_printed_source_value_is_judged_even_if_it_is_not_a_value() {
    let mut workplace = Workplace::on("lotus-39");
    let cases = [
        // A value
        ("[4](claim:k)", r#"count(hexagon) source 4"#, "holds"),
        (
            "[4](claim:k)",
            r#"count(hexagon) source 5 erratum "not 5""#,
            "erratum",
        ),
        (
            "[4](claim:k)",
            r#"count(hexagon) source 5 erratum misprint "not 5""#,
            "erratum",
        ),
        (
            "[c4](claim:k)",
            r#"{c4} & hexagon source {} erratum best {c4} "it is one""#,
            "erratum",
        ),
        ("[none](claim:k)", "{} & hexagon source {}", "holds"),
        (
            "[c4](claim:k)",
            r#"{c4} & hexagon source {} erratum {c4} "it is one""#,
            "erratum",
        ),
        // A quotation
        ("[4](claim:k)", r#"count(hexagon) source "4 or 5""#, "fails"),
        (
            "[4](claim:k)",
            r#"count(hexagon) source "4 or 5" erratum "it cannot be 5""#,
            "erratum",
        ),
        (
            "[4](claim:k)",
            r#"count(hexagon) source "4 or 5" erratum "it is one of them""#,
            "fails",
        ),
        (
            "[4](claim:k)",
            r#"count(hexagon) source "some" erratum "they can be counted""#,
            "erratum",
        ),
        (
            "[4](claim:k)",
            r#"count(hexagon) source "four of them" erratum "stale""#,
            "fails",
        ),
        (
            "[4](claim:k)",
            r#"count(hexagon) source "4 or 5" erratum {c4} "of no list""#,
            "error",
        ),
        (
            "[10.3%](claim:k)",
            r#"share(hexagon) source "10%" erratum "stale""#,
            "fails",
        ),
        (
            "[10.3%](claim:k)",
            r#"share(hexagon) source "11%" erratum "11% is too much""#,
            "erratum",
        ),
        (
            "[c4](claim:k)",
            r#"{c4} & hexagon source "c4 or c9" erratum "c9 is no cell""#,
            "erratum",
        ),
        (
            "[c4](claim:k)",
            r#"{c4} & hexagon source "just c4" erratum "stale""#,
            "fails",
        ),
        (
            "[so](claim:k)",
            r#"count(hexagon) = 4 source "never" erratum "four times""#,
            "erratum",
        ),
        (
            "[so](claim:k)",
            r#"count(hexagon) = 4 source false erratum "four times""#,
            "error",
        ),
        (
            "[so](claim:k)",
            r#"count(hexagon) = 4 source false quoted "five of them" in "1.0" erratum "four times""#,
            "erratum",
        ),
        (
            "[4](claim:k)",
            r#"count(hexagon) source 5 quoted "five of them" erratum "5 is one too many""#,
            "erratum",
        ),
        (
            "[4](claim:k)",
            r#"count(hexagon) source 5 quoted "six of them" erratum "5 is one too many""#,
            "fails",
        ),
        (
            "[Moeser](claim:k)",
            r#"inventor(crook) source "Moser" erratum "Moser is he""#,
            "erratum",
        ),
        (
            "[Moeser](claim:k)",
            r#"inventor(crook) source "Moser" erratum "misprinted""#,
            "fails",
        ),
        // No source
        ("[4](claim:k)", r#"count(hexagon) erratum "wrong""#, "error"),
    ];
    for (link, definition, verdict) in cases {
        let page = format!("{link}\n\n```claims\nk = {definition}\n```\n");
        assert_eq!(
            judged(&mut workplace, &page).verdict.name(),
            verdict,
            "{page}"
        );
    }
}

#[test]
fn claims_that_cannot_fail_are_vacuous() {
    let mut workplace = Workplace::on("lotus-39");
    let cases = [
        // Values alone, whatever the verdict
        ("b5", "{b5}", true),
        ("b5", "{b3}", true),
        ("73", "10*7+3", true),
        ("b5", "{b5} & hexagon", false),
        ("39", "count(cells)", false),
        ("so", "1 = 1 or 2 = 3", true),
        ("so", "2 = 3", true),
        // True whatever the parts are
        ("so", "count(cells) = 39 or not count(cells) = 39", true),
        ("so", "count(cells) = 39 or count(cells) != 39", true),
        ("so", "e2 in hexagon or e2 not in hexagon", true),
        ("so", "not (e2 in hexagon and not e2 in hexagon)", true),
        (
            "so",
            "(count(cells) = 39 and e2 in hexagon) or not e2 in hexagon",
            false,
        ),
        ("so", "count(cells) = 39 or true", true),
        ("so", "count(cells) = 39 and true", false),
        // A value and itself
        ("so", "reach(knight, e2) = reach(knight, e2)", true),
        ("so", "reach(knight, e2) = reach(knight, g4)", false),
        ("so", "count(hexagon) at least count(hexagon)", true),
        (
            "so",
            "all c: c = c and count(reach(knight, c)) at most count( reach(knight,c) )",
            true,
        ),
        ("so", "with(own e5: count(cells) = count(cells))", true),
        ("so", "not count(hexagon) != count(hexagon)", true),
        ("so", "not (all c: c = c)", false),
        // Every choice of none
        ("so", "all c in hexagon & rank(3): c in square", true),
        ("so", "all c in hexagon: c not in square", false),
        ("so", "some c in hexagon: c = c", false),
    ];
    for (text, expression, is_vacuous) in cases {
        let judgement = judged(&mut workplace, &format!("[{text}](<claim:{expression}>)"));
        assert_eq!(judgement.is_vacuous, is_vacuous, "{expression}");
        assert_ne!(judgement.verdict.name(), "error", "{expression}");
    }
}

#[test]
fn words_of_a_yes_or_no_claim_must_occur_in_its_expression() {
    let mut workplace = Workplace::on("lotus-39");
    // Each word that is understood, with a `!` behind it if the expression does not say it.
    let cases = [
        // Names
        (
            "the Rook alone",
            "reach(rook, e4) = reach(rook, e4) & cells",
            "Rook alone",
        ),
        ("the Rook alone", "e6 in reach(rook, e4)", "Rook alone!"),
        (
            "the Knight on e2",
            "count(reach(knight, e2)) = 2",
            "Knight e2",
        ),
        (
            "the Knight on e2",
            "count(reach(rook, e4)) = 12",
            "Knight! e2!",
        ),
        (
            "Rooks and Knights",
            "all c: rook = rook and reach(knight, c) in hexagon",
            "Rooks Knights",
        ),
        ("the H1 leaps", "count(reach(H1)) = 4", ""),
        ("the Haxxaba on g4", "count(reach(H1)) = 4", "Haxxaba g4"),
        ("the King on g4", "count(reach(H1)) = 4", "King! g4"),
        // Sides: White where none is named
        ("White’s Pawn", "count(moves(pawn, e4)) != 0", "White Pawn"),
        ("Black’s Pawn", "count(moves(pawn, e4)) != 0", "Black! Pawn"),
        (
            "Black’s Pawn",
            "count(moves(pawn, e4, black)) != 0",
            "Black Pawn",
        ),
        (
            "White’s Pawn",
            "count(moves(pawn, e4, black)) != 0",
            "White! Pawn",
        ),
        // Numbers
        (
            "two of 39",
            "count(reach(knight, e2)) = 2 and count(cells) = 39",
            "two 39",
        ),
        ("two of 39", "{c4 g4} = reach(knight, e2)", "two 39!"),
        ("one of them", "count(cells) = 39", ""),
        // Words of logic
        ("not so", "count(cells) = 39", "not!"),
        ("not so", "not count(cells) = 39", "not"),
        ("it isn’t", "count(cells) = 39", "isn’t!"),
        ("it isn’t", "count(cells) != 39", "isn’t"),
        (
            "nothing but hexagons",
            "range(knight) = hexagon",
            "nothing but",
        ),
        ("nothing", "range(knight) = hexagon", "nothing!"),
        ("nothing", "range(knight) & square = {}", "nothing"),
        ("at least half", "count(cells) at least 20", "at least"),
        ("at least half", "count(cells) = 39", "at least!"),
        ("both", "c4 in hexagon and e2 in hexagon", "both"),
        ("both", "c4 in hexagon", "both!"),
        ("every cell", "some c: c in hexagon", "every"),
        ("every cell", "count(cells) at least 4", "every!"),
        ("often so", "some c: c in hexagon", "often"),
        ("often so", "all c in hexagon: c in cells", "often!"),
        ("more", "count(cells) at least 4", "more"),
        ("more", "count(cells) = 39", "more!"),
        (
            "fewest",
            "min(c in cells: count(reach(rook, c))) = 3",
            "fewest",
        ),
        (
            "fewest",
            "max(c in cells: count(reach(rook, c))) = 3",
            "fewest!",
        ),
        (
            "the Rook is weaker than the King",
            "count(reach(rook, e4)) at most count(reach(king, e4))",
            "Rook weaker King",
        ),
        (
            "the King is weaker than the Rook",
            "count(reach(rook, e4)) at most count(reach(king, e4))",
            "King weaker! Rook",
        ),
        (
            "e4 has more cells than c4",
            "count(reach(rook, c4)) at most count(reach(rook, e4))",
            "e4 more c4",
        ),
        (
            "c4 has more cells than e4",
            "count(reach(rook, e4)) at least count(reach(rook, c4))",
            "c4 more! e4",
        ),
        (
            "it has more cells than 4",
            "4 at most count(reach(rook, c4))",
            "more 4",
        ),
        // A negation denies what its own clause is about
        (
            "Cell c4 is not a hexagon, and the Knight on e2 reaches some cell",
            "c4 in hexagon and not (reach(knight, e2) = {})",
            "c4 not! Knight e2 some",
        ),
        (
            "Cell c4 is a hexagon, and the Knight on e2 does not stay",
            "c4 in hexagon and not (reach(knight, e2) = {})",
            "c4 Knight e2 not",
        ),
        (
            "c4 isn’t one but e2 is",
            "c4 in hexagon and e2 not in square",
            "c4 isn’t! e2",
        ),
        (
            "c4 is one but e2 isn’t",
            "c4 in hexagon and e2 not in square",
            "c4 e2 isn’t",
        ),
        (
            "no Rook reaches e4",
            "e4 in hexagon and not (e4 in reach(rook, e2))",
            "no Rook e4",
        ),
        (
            "c4 is one, which is not all",
            "c4 in hexagon and e2 not in square",
            "c4 not all",
        ),
        // What a whole diagram is asked
        ("the Haxxaba gives check", "in-check(white)", "Haxxaba!"),
        (
            "the Haxxaba on g4 gives check",
            "in-check(white) or g4 in hexagon",
            "Haxxaba g4",
        ),
        // Code
        ("`Rook` and `no 39`", "count(cells) at least 4", ""),
    ];
    let diagram = "```diagram D\nwhite H1 haxxaba g4\n```\n\n";
    for (text, expression, expected) in cases {
        let judgement = judged(
            &mut workplace,
            &format!("{diagram}[{text}](<claim:{expression}>)"),
        );
        assert_ne!(judgement.verdict.name(), "error", "{expression}");
        let shown = |word: &Understood| {
            let met = if word.met { "" } else { "!" };
            format!("{}{met}", &text[word.range.clone()])
        };
        let words: Vec<String> = judgement.words.iter().map(shown).collect();
        assert_eq!(words.join(" "), expected, "{text}: {expression}");
    }
}

/// Bits of which texts and definitions are made, and some that they never hold.
const BITS: [&str; 64] = [
    "14",
    " not ",
    "-",
    "−",
    "–",
    ".",
    ",",
    "½",
    "²",
    "%",
    "‰",
    "$",
    "a1",
    "a3",
    " to ",
    " at least ",
    " or more",
    "n’t",
    " percent",
    " per mille",
    "~~",
    "**",
    "`",
    "(1,2)",
    "{",
    "}",
    "{}",
    "\"",
    "\\\"",
    " source ",
    " erratum ",
    " depends ",
    ";",
    " unchecked ",
    "count(cells)",
    " = ",
    "<",
    ">",
    "=",
    "≠",
    "٣",
    "é",
    "將",
    "\u{fffc}",
    "\n",
    "\n\n",
    "  ",
    "[",
    "]",
    "](claim:k)",
    "[14](<claim:1 + 1>)",
    "a hundred",
    "minus ",
    "’",
    "'",
    "1,024",
    "0.5",
    "99999999999999999999",
    "-0",
    "setup\n",
    "variant chess\n",
    "x = reach(R)\n",
    "source x: a1 a3\n",
    "erratum x: a1 -- é\n",
];

/// What stands in the words of a block, and how its claim is judged.
#[test]
fn the_words_of_a_block_may_hold_claims() {
    let mut workplace = Workplace::on("chess");
    for (words, verdicts) in [
        ("the Rook leaves out [h1](<claim:{h1} - {}>)", "holds"),
        ("[a1](claim:cell(R)) and [h1](claim:cell(R))", "holds fails"),
        ("[14 cells](claim:fourteen)", "holds"),
        ("[14 cells](claim:none)", "error"),
        ("[1] and (claims: [two](), a](claim:b", ""),
    ] {
        for block in [
            "```diagram D1 \"A Rook\"\nwhite R rook a1\nx = reach(R)\nsource x: a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1\n\
             erratum x: h1 -- WORDS\n```\n\n```claims\nfourteen = count(reach(R))\n```",
            "```diagram D1 \"A Rook\"\nwhite R rook a1\nx = reach(R) -- WORDS\n```\n\n```claims\nfourteen = count(reach(R))\n```",
            "```diagram D1 \"A Rook\"\nwhite R rook a1\n```\n\n[14](claim:all)\n\n```claims\nfourteen = count(reach(R))\nall = count(reach(R)) source 13 \
             erratum \"it says 13, and WORDS\"\n```",
        ] {
            let (_, checked) = workplace.judge(&block.replace("WORDS", words));
            let found = checked
                .claims
                .iter()
                .filter(|claim| claim.judgement.verdict != Verdict::Erratum);
            let found: Vec<&str> = found.map(|claim| claim.judgement.verdict.name()).collect();
            assert_eq!(found.join(" "), verdicts, "{words}: {block}");
        }
    }
}

/// A position, texts that are held against it, and how each is judged.
#[test]
fn a_diagram_is_compared_with_its_position_in_words() {
    let cases: [(&str, &str, &[&str]); 9] = [
        (
            "white king e1\nwhite R rook a2\nwhite rook a4\nblack k king e8",
            "holds",
            &[
                "White: King e1, Rooks a2 a4; Black: King e8",
                "Black King e8; White King e1, White Rook a4, White Rook a2",
                "White has a King on e1 and two Rooks, on a2 and a4, Black a King on e8",
                "black’s king on e8, and White’s king on e1, rook on a2 and rook on a4",
            ],
        ),
        (
            "white king e1\nwhite R rook a2\nwhite rook a4\nblack k king e8",
            "fails",
            &[
                "White: King e1, Rook a2; Black: King e8",
                "White: King e1, Rooks a2 a4; Black: King e7",
                "White: King e1, Rooks a2 a4; Black: Queen e8",
                "White: King e1, Rook a2; Black: King e8, Rook a4",
                "White: King e1, Rooks a2 to a4; Black: King e8",
                "White: King e1, Rooks a2 a4; Black: King e8; White to move",
                "White: King e1, Rooks a2 a4; Black: King e8, in hand a Pawn",
                "no piece",
            ],
        ),
        (
            "white king e1\nwhite R rook a2\nwhite rook a4\nblack k king e8",
            "error",
            &[
                "King e1, Rooks a2 a4; Black: King e8",
                "White: e1, Rooks a2 a4; Black: King e8",
                "White: King e1, Rooks; Black: King e8",
                "White: King e1, three Rooks a2 a4; Black: King e8",
                "White: King e1, no Rooks a2 a4; Black: King e8",
                "White: King e1, Rooks a2 a4; Black: King e8 in hand",
                "White: King e1, Rooks a2 a4; Black: King e9",
                "White: King e1, Rooks a2 a4, 7; Black: King e8",
                "as above",
            ],
        ),
        (
            "white king e1\nwhite pawn a2\nwhite pawn b2\nwhite pawn c2\nto-move black",
            "holds",
            &[
                "White: King e1, Pawns a2 to c2; Black to move",
                "White King e1, three Pawns a2–c2; it is Black’s turn",
                "White: King e1, Pawns a2 b2 c2",
            ],
        ),
        (
            "white king e1\nto-move black",
            "fails",
            &["White King e1; White to move"],
        ),
        (
            "white king e1\nto-move black",
            "error",
            &["to move: White King e1"],
        ),
        (
            "white king e1\nreserve white pawn 2\nreserve black rook 1",
            "holds",
            &[
                "White: King e1, in hand 2 Pawns; Black: in hand Rook",
                "White: King e1, two Pawns in reserve; Black: a Rook beside the board",
            ],
        ),
        (
            "white king e1\nreserve white pawn 2\nreserve black rook 1",
            "fails",
            &[
                "White: King e1, Pawn in hand; Black: Rook in hand",
                "White: King e1",
            ],
        ),
        ("", "holds", &["no piece"]),
    ];
    let mut workplace = Workplace::on("chess");
    for (lines, verdict, texts) in cases {
        for text in texts {
            let page = format!(
                "```diagram D1 \"A position\"\n{lines}\n```\n\n[{text}](<claim:position()>)\n"
            );
            let judgement = judged(&mut workplace, &page);
            assert_eq!(
                judgement.verdict.name(),
                verdict,
                "{lines}: {text}: {}",
                judgement.note
            );
        }
    }
}

#[test]
fn mutated_pages_never_panic_the_checker() {
    const PAGE: &str = "Of [14 cells](claim:k) and [a1 to a3](claim:m), [22%](claim:s) of them, [the Knight](claim:p)-5.\n\n\
        ```diagram D1 \"A Rook\"\nwhite R rook a1\nx = reach(R)\nsource x: a2\nerratum x: a2 -- all else\n```\n\n\
        ```claims\nk = count(reach(rook, a1)) source 15 erratum \"15 is one too many\"\n\
        m = {a1, a2, a3} & cells source \"a1, a2 or j9\" erratum \"j9 is no cell\"\ns = share(reach(rook, a1))\n\
        p = {p in pieces where p = knight} depends \"a\" {p in pieces where p = knight}; \"b\" {}\n```\n";
    let mut workplace = Workplace::on("chess");
    let mut random = Random(8);
    for round in 0..1500 {
        let mut page: Vec<char> = PAGE.chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(page.len() + 1);
            let gone = random.below(4).min(page.len() - at);
            page.splice(at..at + gone, BITS[random.below(BITS.len())].chars());
        }
        let page: String = page.into_iter().collect();
        let (_, checked) = workplace.judge(&page);
        let links: usize = checked
            .book
            .pages
            .iter()
            .map(|page| page.claims.len())
            .sum();
        assert_eq!(
            checked.claims.len(),
            links,
            "every claim has a verdict in\n{page}"
        );
        facts(&checked, &workplace.session.library.variants);
        if round % 3 == 0 {
            workplace.bless(&page);
        }
    }
}
