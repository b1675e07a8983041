//! How the words of a claim are read about a number, a cell and a list: each text with its verdict.

use super::judged;
use kit::pages::Workplace;
use padma_book::report::Totals;

/// Holds the verdicts on texts, each the text of a claim, against those they should have.
fn verdicts(workplace: &mut Workplace, expression: &str, cases: &[(&str, &[&str])]) {
    for (verdict, texts) in cases {
        for text in *texts {
            let judgement = judged(workplace, &format!("[{text}](<claim:{expression}>)"));
            assert_eq!(
                judgement.verdict.name(),
                *verdict,
                "{text}: {}",
                judgement.note
            );
        }
    }
}

#[test]
fn ranks_and_files_are_read_where_no_cell_is_named() {
    let mut workplace = Workplace::on("chess");
    let cases = [
        ("rank 7", "rank(7)", "holds"),
        ("ranks 2-4", "rank(2) | rank(3) | rank(4)", "holds"),
        ("ranks 2 and 4", "rank(2) | rank(4)", "holds"),
        ("ranks 2 and 4", "rank(2) | rank(3) | rank(4)", "fails"),
        ("the 4th–6th rank", "rank(4) | rank(5) | rank(6)", "holds"),
        (
            "from the 4th to 6th rank",
            "rank(4) | rank(5) | rank(6)",
            "holds",
        ),
        ("the c to e files", "file(c) | file(d) | file(e)", "holds"),
        ("the files a-c", "file(a) | file(b) | file(c)", "holds"),
        (
            "the a through c files",
            "file(a) | file(b) | file(c)",
            "holds",
        ),
        ("a file, the c-file", "file(c)", "holds"),
        ("the c-file", "file(c)", "holds"),
        (
            "from the 6th to the 4th rank",
            "rank(4) | rank(5) | rank(6)",
            "holds",
        ),
        ("the c-e files", "file(c) | file(e)", "fails"),
        ("all of rank 9", "rank(1)", "error"),
        ("ranks 2-4 but rank 3", "rank(2) | rank(4)", "error"),
        ("no rank", "rank(1) & rank(2)", "holds"),
        ("a2 on rank 2", "rank(2) & file(a)", "holds"),
        ("the second rank", "setup(pawn)", "holds"),
        ("the third rank", "setup(pawn)", "fails"),
        (
            "the second and seventh ranks",
            "setup(pawn) | setup(pawn, black)",
            "holds",
        ),
        (
            "from the second to the fourth rank",
            "rank(2) | rank(3) | rank(4)",
            "holds",
        ),
        ("its first rank", "rank(1)", "holds"),
        ("the last rank", "rank(8)", "holds"),
        ("the last two ranks", "rank(7) | rank(8)", "holds"),
        ("the two farthest ranks", "rank(7) | rank(8)", "holds"),
        ("the last two ranks", "rank(8)", "fails"),
        ("its first six ranks", "cells - rank(7) - rank(8)", "holds"),
        ("its first 6 ranks", "cells - rank(7) - rank(8)", "holds"),
        ("Black’s second rank", "setup(pawn, black)", "holds"),
        ("Black’s last two ranks", "rank(1) | rank(2)", "holds"),
        ("the last row", "rank(8)", "holds"),
        ("the first and the last file", "file(a) | file(h)", "holds"),
        ("the third file", "file(c)", "holds"),
        ("the ninth rank", "rank(1)", "error"),
        ("the second", "rank(2)", "error"),
    ];
    for (text, expression, verdict) in cases {
        let judgement = judged(&mut workplace, &format!("[{text}](<claim:{expression}>)"));
        assert_eq!(
            judgement.verdict.name(),
            verdict,
            "{text}: {expression}: {}",
            judgement.note
        );
    }
}

#[test]
fn words_and_signs_around_a_number_change_its_verdict() {
    let mut workplace = Workplace::on("chess");
    let fourteen: [(&str, &[&str]); 3] = [
        (
            "holds",
            &[
                "14",
                "fourteen",
                "14 cells",
                "all 14",
                "exactly 14",
                "only 14",
                "the 14 cells,",
                "(14)",
                "“14”",
                "= 14",
                "14.0",
                "+14",
                "14 more",
                "14 fewer cells",
                "**14**",
                "14 cells and no more",
                "the 14th",
                "the fourteenth",
                "7×2",
                "7 by 2",
                "a 2x7 rectangle",
                "cells — 14",
                "14!",
                // Bounds
                "at least 14",
                "At least 13",
                "no fewer than 14",
                "not less than 14",
                "≥ 14",
                ">= 13",
                "14+",
                "13+ cells",
                "14 or more",
                "13 or more cells",
                "14 cells or more",
                "14 at least",
                "at most 14",
                "at most fifteen",
                "up to 20",
                "no more than 14",
                "not over 15",
                "≤ 14",
                "<= 15",
                "14 or fewer",
                "14 cells at most",
                "more than 13",
                "over 13",
                "above 13",
                "> 13",
                "fewer than 15",
                "less than 15",
                "under 15",
                "below 15",
                "< 15",
                "not 13",
                "other than 15",
                "≠ 15",
                "more than minus 3",
                "over .5",
            ],
        ),
        (
            "fails",
            &[
                "15",
                ".14",
                "minus 14",
                "Negative 14",
                "-14",
                "−14",
                "(-14)",
                "14.5",
                "1,014",
                "at least 15",
                "15 or more",
                "15+",
                "≥ 15",
                "2×14",
                "14 × 3",
                "fifteenth",
                "both",
                "a single one",
                "at most 13",
                "13 or fewer",
                "no more than 13",
                "up to 13",
                "13 cells at most",
                "more than 14",
                "over 14",
                "> 14",
                "fewer than 14",
                "less than 14",
                "under 14",
                "< 14",
                "not 14",
                "not fourteen",
                "other than 14",
                "≠ 14",
            ],
        ),
        (
            "error",
            &[
                "14 million",
                "14 dozen",
                "14-dozen",
                "14 score",
                "14 per mille",
                "14‰",
                "14 percentage points",
                "14%",
                "14 and a half",
                "14½",
                "14 ½",
                "½ of 14",
                "half of 14",
                "half the 14",
                "twice 14",
                "double 14",
                "14²",
                "14^2",
                "14/2",
                "14*",
                "14 thousand",
                "hundred and four",
                "1 in 14",
                "14-16",
                "14–16",
                "14 to 16",
                "$14",
                "14 $",
                "14€",
                "#14",
                "~14",
                "≈ 14",
                "±14",
                "p.14",
                "--14",
                "– 14",
                "about 14",
                "nearly 14",
                "almost 14",
                "around 14",
                "some 14",
                "14 or so",
                "14-ish",
                "14-odd",
                "more or less 14",
                "as many as 14",
                "at the very most 14",
                "not all 14",
                "not quite 14",
                "not about 14",
                "not at least 14",
                "over all 14",
                "fewer than the 14",
                "fewer cells than 14",
                "does not reach 14",
                "doesn't reach 14",
                "doesn’t reach 14",
                "reaches no 14",
                "never 14",
                "nowhere near 14",
                "nobody reaches 14",
                "all except 14",
                "at least 14 or more",
                "14 and, what is more, at least on this board",
                "~~14~~",
                "~~not~~",
                "",
            ],
        ),
    ];
    verdicts(&mut workplace, "count(reach(rook, a1))", &fourteen);
    let share: [(&str, &[&str]); 3] = [
        (
            "holds",
            &[
                "22%",
                "21.9 percent",
                "21.9 Percent",
                "21.875%",
                "more than 21%",
                "over 21.87%",
                "under 22 per cent",
                "at most 21.875%",
            ],
        ),
        (
            "fails",
            &[
                ".22%",
                "minus 22%",
                "at least 22%",
                "over 21.875%",
                "not 21.875%",
            ],
        ),
        (
            "error",
            &[
                "22 percentage points",
                "Nowhere 22%",
                "22% points",
                "about 22%",
                "22",
                "22 per mille",
                "22‰",
            ],
        ),
    ];
    verdicts(&mut workplace, "share(reach(rook, a1))", &share);
    let hundred: [(&str, &[&str]); 2] = [
        (
            "holds",
            &["a hundred", "100", "fewer than a thousand", "over 99"],
        ),
        (
            "error",
            &[
                "one hundred",
                "a hundred and four",
                "not a hundred and four",
            ],
        ),
    ];
    verdicts(&mut workplace, "99 + 1", &hundred);
    // Other words for a number.
    let few: [(&str, &str, &str); 8] = [
        ("a single move", "1 + 0", "holds"),
        ("both Rooks", "count(setup(rook))", "holds"),
        ("both Rooks", "count(setup(pawn))", "fails"),
        ("for the third time", "1 + 2", "holds"),
        ("for the 3rd time", "1 + 2", "holds"),
        ("a third of", "1 + 2", "error"),
        ("not a single move", "1 + 0", "error"),
        ("an 8x8 board", "count(cells)", "holds"),
    ];
    for (text, expression, verdict) in few {
        verdicts(&mut workplace, expression, &[(verdict, &[text])]);
    }
    // What is struck out is not stated.
    verdicts(
        &mut workplace,
        "7 + 7",
        &[("holds", &["~~15~~ 14"]), ("error", &["~~14~~"])],
    );
    verdicts(
        &mut workplace,
        "1 = 1",
        &[("holds", &["so"]), ("error", &["~~so~~", ""])],
    );
    assert_eq!(
        judged(&mut workplace, "~~[14](<claim:7 + 7>)~~")
            .verdict
            .name(),
        "error"
    );
}

#[test]
fn a_cell_list_holds_only_if_it_names_exactly_the_cells() {
    let mut workplace = Workplace::on("chess");
    let two: [(&str, &[&str]); 3] = [
        (
            "holds",
            &[
                "a1 and a3",
                "a3, or to a1",
                "a1, over a3",
                "only a1 and a3",
                "a1 and a3, nothing else",
            ],
        ),
        (
            "fails",
            &[
                "a1-a3",
                "a1 to a3",
                "from a1 to a3",
                "a1–a3",
                "a1 – a3",
                "a1 through a3",
                "a1...a3",
                "a1 up to a3",
                "a1",
            ],
        ),
        (
            "error",
            &[
                "a1 but not a3",
                "anywhere except a1 and a3",
                "all but a1 and a3",
                "without a1 or a3",
                "neither a1 nor a3",
                "not a1 or a3",
                "a1, never a3",
                "nothing on a1 or a3",
                "nobody on a1 or a3",
                "a1 rather than a3",
                "between a1 and a3",
                "isn’t a1 or a3",
                "a1-3",
                "a1 to b3",
                "no cell but a1 and a3",
                "∉ a1, a3",
                "¬a1, a3",
            ],
        ),
    ];
    verdicts(&mut workplace, "{a1, a3} & cells", &two);
    let run: [(&str, &[&str]); 2] = [
        (
            "holds",
            &[
                "a1-a3",
                "a1 to a3",
                "from a1 up to a3",
                "a3–a1",
                "a1, a2 and a3",
                "a1-a2 and a3",
                "a1 to a2 to a3",
            ],
        ),
        ("fails", &["a1 and a3", "a1-a4"]),
    ];
    verdicts(&mut workplace, "{a1, a2, a3} & cells", &run);
    let none: [(&str, &[&str]); 2] = [
        ("holds", &["nowhere", "no cell", "never", "none"]),
        ("error", &["not on a1", "no a1", "not"]),
    ];
    verdicts(&mut workplace, "{} & cells", &none);
    let knight: [(&str, &[&str]); 2] = [
        ("holds", &["the Knight", "Knights only"]),
        (
            "error",
            &[
                "not the Knight",
                "all but the Knight",
                "no Knight",
                "≠ Knight",
            ],
        ),
    ];
    verdicts(&mut workplace, "{p in pieces where p = knight}", &knight);
    // Only a grid has runs.
    verdicts(
        &mut Workplace::on("lotus-39"),
        "{c4, g4} & hexagon",
        &[("holds", &["c4 and g4"]), ("error", &["c4 to g4", "c4-g4"])],
    );
}

#[test]
fn in_a_language_without_a_table_only_the_bare_value_is_read() {
    let mut workplace = Workplace::on("chess");
    let (number, cells) = ("count(cells) - 50", "{a1, b2}");
    let (stands, rook) = ("e8 in setup(king, black)", "{p in pieces where p = rook}");
    for (language, expression, text, verdict, unread) in [
        ("en", number, "at least 14", "holds", ""),
        ("", number, "fourteen squares", "holds", ""),
        ("de", number, "14", "holds", ""),
        ("de", number, "(14)!", "holds", ""),
        ("de", number, "`14`", "holds", ""),
        ("el", number, "≥ 14", "holds", ""),
        ("el", number, "> 14", "fails", ""),
        ("de", number, "mehr als 14", "holds", "mehr"),
        ("de", number, "at least 14", "holds", "at"),
        ("de", number, "`mehr als` 14", "holds", "mehr"),
        ("nb", number, "under 14", "holds", "under"),
        ("de", number, "14 Felder", "holds", "Felder"),
        ("de", number, "15 Felder", "fails", "Felder"),
        ("ru", number, "не 14", "holds", "не"),
        ("ru", number, "14-я", "holds", "я"),
        ("zh", number, "超过14", "holds", "超过"),
        ("ja", number, "14手", "holds", "手"),
        ("ko", number, "14칸", "holds", "칸"),
        ("tr", number, "14’tür", "holds", "tür"),
        ("enm", number, "14 felds", "holds", "felds"),
        ("fr", number, "quatorze", "error", ""),
        ("fr", "count(cells) - 58", "six", "error", ""),
        ("zh", cells, "a1、b2", "holds", ""),
        ("el", cells, "a1, b2", "holds", ""),
        ("ja", cells, "a1とb2", "holds", "と"),
        ("ja", cells, "∉ a1、b2", "error", ""),
        ("ru", cells, "кроме a1 и b2", "holds", "кроме"),
        ("de", rook, "Rook", "holds", ""),
        ("ru", rook, "все, кроме Rook", "holds", "все"),
        ("de", stands, "e8", "holds", ""),
        ("de", stands, "e7", "fails", ""),
        ("ru", stands, "чёрный король стоит на e8", "holds", "чёрный"),
        ("zh", stands, "王不在e8", "holds", "王不在"),
    ] {
        workplace.language = language.to_string();
        let (_, checked) = workplace.judge(&format!("[{text}](<claim:{expression}>)"));
        let judgement = &checked.claims[0].judgement;
        assert_eq!(judgement.verdict.name(), verdict, "{language}: {text}");
        let text = text.trim_matches('`');
        let found = judgement.unread.clone().map_or("", |range| &text[range]);
        assert_eq!(found, unread, "{language}: {text}");
        let not_computed = Totals::of(&checked).not_computed;
        assert_eq!(
            not_computed,
            usize::from(!unread.is_empty()),
            "{language}: {text}"
        );
    }
}
