//! `padma check --coverage`: what is a fact, and that only those are called checked whose claim would
//! notice a change.

use kit::pages::Workplace;
use padma_book::claim::Verdict;
use padma_book::judge::{Checked, Fact, FactKind, FactState, doubtful_sentences, fact_text, facts};

/// A page's facts: kind, words, state.
fn found(workplace: &mut Workplace, text: &str) -> Vec<String> {
    let (_, checked) = workplace.judge(text);
    let session = &workplace.session;
    let show = |fact: &Fact| {
        let state = match fact.state {
            FactState::Checked => "checked",
            FactState::NotComputed => "not computed",
            FactState::Uncovered => "uncovered",
        };
        format!(
            "{state} {} {}",
            fact.kind.name(),
            fact_text(fact, &session.sources)
        )
    };
    facts(&checked, &session.library.variants)
        .iter()
        .map(show)
        .collect()
}

#[test]
fn coverage_counts_numbers_cells_and_diagrams_as_facts() {
    let cases: [(&str, &[&str]); 33] = [
        // What counts
        ("It has 39 cells.", &["uncovered number 39"]),
        (
            "Twenty-one of **e4**",
            &["uncovered number Twenty-one", "uncovered cell e4"],
        ),
        (
            "51% or half\na per cent, 2.5 percent",
            &[
                "uncovered percentage 51%",
                "uncovered percentage 2.5 percent",
            ],
        ),
        (
            "One of them, once, is the third, or the 3rd, of no two",
            &["uncovered number two"],
        ),
        (
            "On the third rank, the 2nd to fifth file, its fourth move, for the third time",
            &[
                "uncovered number third",
                "uncovered number 2nd",
                "uncovered number fifth",
                "uncovered number fourth",
                "uncovered number third",
            ],
        ),
        (
            "At first the first rank, a third rank, every second file, the second Rook",
            &[],
        ),
        (
            "H1 of A1-1 in Lotus-39 on 10 December 1998",
            &["uncovered number 10", "uncovered number 1998"],
        ),
        (
            "a (0,2) leaper",
            &["uncovered number 0", "uncovered number 2"],
        ),
        (
            "# The 7 ranks\n\n| of | 3 |\n| - | - |\n| e4 | x |",
            &[
                "uncovered number 7",
                "uncovered number 3",
                "uncovered cell e4",
            ],
        ),
        (
            "1. first\n2. *4* Rooks[^1]\n\n[^1]: not 5",
            &["uncovered number 4", "uncovered number 5"],
        ),
        (
            "[see 3](page.md) <https://example.org/1998> ![with 4](a5.png)",
            &["uncovered number 3", "uncovered number 4"],
        ),
        // What does not
        (
            "`39` <b title=\"40\"></b>\n\n```\n41 e4\n```\n\n    42\n\n<!-- 43 -->\n",
            &[],
        ),
        ("one`x`5", &["uncovered number 5"]),
        // Claims
        ("[39 cells](claim:count(cells))", &["checked number 39"]),
        (
            "Ranks [1](<claim:count({e2} & hexagon)>)-5, or -5 or .5",
            &[
                "checked number 1",
                "uncovered number 5",
                "uncovered number -5",
                "uncovered number .5",
            ],
        ),
        (
            "[1](<claim:1 + 0>) [e4](claim:{e4})",
            &["not computed number 1", "not computed cell e4"],
        ),
        (
            "[at most 40 cells](claim:count(cells))",
            &["checked number 40"],
        ),
        (
            "[one](claim:k) [12 on c4](claim:k)\n\n```claims\nk = count({e2} & hexagon)\n```",
            &[
                "checked number one",
                "checked number 12",
                "uncovered cell c4",
            ],
        ),
        (
            "[51% of 39](claim:share(range(archbishop)))",
            &["checked percentage 51%", "uncovered number 39"],
        ),
        (
            "[the two, c4 and g4](claim:reach(knight,e2))",
            &["uncovered number two", "checked cell c4", "checked cell g4"],
        ),
        (
            "[Knights, 2 Rooks](<claim:{p in pieces where p = knight}>)",
            &[
                "checked piece Knights",
                "uncovered number 2",
                "checked piece Rooks",
            ],
        ),
        (
            "[3 on e4](<claim:1 = 1>)",
            &[
                "uncovered number 3",
                "uncovered statement 3 on e4",
                "uncovered cell e4",
            ],
        ),
        // A claim makes nothing worse: what it says is a statement, if only a reader understands it.
        ("They touch.", &[]),
        (
            "[They touch](<claim:e2 in hexagon>).",
            &["not computed statement They touch"],
        ),
        (
            "[on the third rank](<claim:rank(3) & hexagon = {}>)",
            &[
                "checked statement on the third rank",
                "checked number third",
            ],
        ),
        // What a claim of its sentence asks about
        (
            "From e2 it has [2](<claim:count(reach(knight, e2))>), and from c4. From e2 none.",
            &[
                "checked cell e2",
                "checked number 2",
                "uncovered cell c4",
                "uncovered cell e2",
            ],
        ),
        ("[Moeser 7](claim:inventor(crook))", &["checked number 7"]),
        (
            "[in 1998, e4](claim:k)\n\n```claims\nk = unchecked \"history\"\n```",
            &["not computed number 1998", "not computed cell e4"],
        ),
        (
            "[7 or 8](claim:count(cells))",
            &["uncovered number 7", "uncovered number 8"],
        ),
        (
            "[`39`](claim:count(cells)) [`x` 39](claim:count(cells))",
            &["checked number 39"],
        ),
        // Diagrams
        ("```diagram A\nwhite rook e4\n```", &[]),
        (
            "```diagram A\nwhite rook e4\nx = reach(R)\n```",
            &["checked diagram A"],
        ),
        (
            "```diagram A\nx = {e4}\ny = e5 | {e3}\n```\n\n```diagram B\nsource_id 7\nx = reach(rook, e4)\n```",
            &["uncovered diagram A", "uncovered diagram B"],
        ),
    ];
    let mut workplace = Workplace::on("lotus-39");
    for (text, expected) in cases {
        assert_eq!(found(&mut workplace, text), expected, "{text}");
    }
}

#[test]
fn coverage_recognises_cells_of_the_boards_a_page_mentions() {
    let mut workplace = Workplace::on("lotus-39");
    let larger = "z4. [z4](<claim:on lotus-41: {z4} & cells>) x9\n";
    assert!(workplace.session.variant("lotus-41").is_some());
    assert_eq!(
        found(&mut workplace, larger),
        ["uncovered cell z4", "checked cell z4"]
    );
    let texts: Vec<&str> = workplace
        .session
        .diagnostics
        .iter()
        .map(|complaint| complaint.message.as_str())
        .collect();
    assert_eq!(texts, ["`x9` is not a cell of this board"]);
    found(&mut workplace, "z4 and `x9`\n");
    let texts: Vec<&str> = workplace
        .session
        .diagnostics
        .iter()
        .map(|complaint| complaint.message.as_str())
        .collect();
    assert_eq!(texts, ["`z4` is not a cell of this board"]);
}

const BOOK: &str = r#"# The Knight of e2

```diagram K1 "A Knight"
white N knight e2
x = reach(N)
source x: c4 g4
```

From e2 it reaches [2 cells](claim:count(reach(N))), [c4 and
**g4**](claim:reach(N)), which is [five percent](claim:share(reach(N))) of [39](claim:all) or
[all four](claim:truth), or [so they say](claim:loose).
[Hexriders and Knights](claim:bound) live on [one](claim:one) of three kinds of cell since [1998](claim:year).

```claims
all      = count(cells)  source 40  erratum "40 is a slip"
truth    = all c in hexagon: count(hexagon) = 4
loose    = e4 in square
bound    = {p in pieces where range(p) = hexagon}
one      = count(hexagon) - 3
year     = unchecked "history"
```
"#;

/// The verdicts, whether anything is an error, and the number of doubtful sentences.
fn verdicts(workplace: &mut Workplace, text: &str) -> (Vec<Verdict>, bool, usize) {
    let (_, checked) = workplace.judge(text);
    (
        checked
            .claims
            .iter()
            .map(|claim| claim.judgement.verdict)
            .collect(),
        workplace.session.diagnostics.has_errors(),
        doubtful_sentences(&checked, &workplace.session.library.variants).len(),
    )
}

/// Other words of the kind, none of them right.
fn others(kind: FactKind) -> &'static [&'static str] {
    match kind {
        FactKind::Number => &["6", "0", "seventeen", "1,000"],
        FactKind::Percentage => &["6%", "4%", "50 per cent", "zero percent"],
        FactKind::Cell => &["e4", "a3", "i5"],
        FactKind::Kind => &["King", "Enhanced Rooks"],
        FactKind::Leap | FactKind::Section | FactKind::Statement | FactKind::Diagram => &[],
    }
}

#[test]
fn a_change_of_a_checked_fact_is_noticed_and_of_an_uncovered_one_is_not() {
    let mut workplace = Workplace::on("lotus-39");
    let (_, checked) = workplace.judge(BOOK);
    assert!(
        !workplace.session.diagnostics.has_errors(),
        "{:?}",
        workplace.session.diagnostics
    );
    let all = facts(&checked, &workplace.session.library.variants);
    let count = |state| all.iter().filter(|fact| fact.state == state).count();
    assert_eq!(
        [
            FactState::Checked,
            FactState::NotComputed,
            FactState::Uncovered
        ]
        .map(count),
        [12, 2, 2]
    );
    let sound = verdicts(&mut workplace, BOOK);
    for fact in all.iter().filter(|fact| fact.kind != FactKind::Diagram) {
        for other in others(fact.kind) {
            let mut changed = BOOK.to_string();
            changed.replace_range(fact.span.range(), other);
            let noticed = verdicts(&mut workplace, &changed) != sound;
            assert_eq!(
                noticed,
                fact.state == FactState::Checked,
                "{fact:?} as {other}"
            );
        }
    }
}

#[test]
fn the_book_on_lotus_39_is_covered() {
    let content = kit::folder::content();
    let mut session = padma_book::load::Session::new(&content, &[]);
    let checked: Checked = session.check(&content.join("lotus-39")).unwrap();
    let coverage = padma_book::judge::Coverage::of(&checked, &session.library.variants);
    assert!(
        coverage
            .uncovered_facts()
            .all(|fact| fact.kind != FactKind::Diagram),
        "every figure of the source is held"
    );
    let uncovered = coverage
        .uncovered_facts()
        .map(|fact| fact_text(fact, &session.sources))
        .collect::<Vec<_>>();
    assert!(
        coverage.per_mille() >= 980,
        "{} per mille, uncovered are {uncovered:?}",
        coverage.per_mille()
    );
}

#[test]
fn a_book_whose_variant_has_errors_is_not_said_to_be_covered() {
    let folder = kit::folder::Folder::new("covered");
    folder.write("content/a/a.toml", "[board]\nkind = \"square\"\n");
    folder.write(
        "content/a/book.toml",
        "title = \"A\"\n[[chapter]]\npages = [\"index.md\"]\n",
    );
    folder.write(
        "content/a/index.md",
        "# A\n\n[13 cells](claim:count(cells)) and 7.\n",
    );
    let output = folder.padma(&["check"]);
    let said = String::from_utf8(output.stdout).unwrap();
    let last = said.lines().last().unwrap();
    assert_eq!(
        last, "1 book was not judged, as its variant has errors",
        "{said}"
    );
}
