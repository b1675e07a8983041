//! `padma check --bless`: what it writes into texts, and what it leaves to their authors.

use std::fs;

use kit::folder::Folder;
use kit::pages::Workplace;
use padma_book::claim::Verdict;
use proptest::prelude::*;

fn page(text: &str, definition: &str) -> String {
    format!("See [{text}](claim:k) here.\n\n```claims\nk = {definition}\n```\n")
}

#[test]
fn texts_are_corrected_in_their_own_form() {
    let cases = [
        // Numbers
        ("12 cells", "count(cells)", "39 cells"),
        ("twelve cells", "count(cells)", "thirty-nine cells"),
        ("Twelve cells", "count(cells)", "Thirty-nine cells"),
        (
            "**Two** cells of\n*all*",
            "count(hexagon)",
            "**Four** cells of\n*all*",
        ),
        ("twelve", "3 * 50", "150"),
        ("1,500 moves", "count(cells) * 1000", "39,000 moves"),
        ("1,500 moves", "count(cells)", "39 moves"),
        ("1500 moves", "count(cells) * 1000", "39000 moves"),
        ("-3", "1 - 3", "-2"),
        ("2.5 cells", "count(hexagon)", "4 cells"),
        ("H1 reaches `3`", "count(hexagon)", "H1 reaches `4`"),
        ("52%", "share(range(archbishop))", "51%"),
        (
            "50.00 per cent",
            "share(range(archbishop))",
            "51.28 per cent",
        ),
        (
            "Fifty percent",
            "share(range(archbishop))",
            "Fifty-one percent",
        ),
        ("4 pieces, or 1%", "share(cells)", "4 pieces, or 100%"),
        // Cells: the Knight on e2 reaches c4 and g4
        ("c4, g4 and e2", "reach(knight, e2)", "c4 and g4"),
        ("c4, g4, and e2", "reach(knight, e2)", "c4 and g4"),
        ("either c4 or e2", "reach(knight, e2)", "either c4 or g4"),
        ("both c4 and e2", "{c4}", "c4"),
        ("g4 and e2", "reach(knight, e2)", "g4 and c4"),
        ("g4, e2, c4", "reach(knight, e2)", "g4, c4"),
        ("g4 or c4", "{c4, e2, g4}", "g4, c4 or e2"),
        ("c4 or g4", "{c4, e2, g4}", "c4, e2 or g4"),
        ("c4 g4", "{c4, e2, e6, g4}", "c4 e2 e6 g4"),
        (
            "the hexagon g4",
            "reach(knight, e2)",
            "the hexagon c4 and g4",
        ),
        ("c4 and c4", "reach(knight, e2)", "c4 and g4"),
        ("c4, c4 and e2", "reach(knight, e2)", "c4 and g4"),
        ("*c4*,\n**e2** or e6", "reach(knight, e2)", "*c4*\nor g4"),
        ("*c4*,\n**e2** or g4", "{c4, e6, g4}", "*c4*,\n**e6** or g4"),
        (
            "**c4** and **e2**",
            "{c4, e2, g4}",
            "**c4**, **e2** and **g4**",
        ),
        ("nowhere", "reach(knight, e2)", "c4 and g4"),
        ("no cell", "{c4}", "c4"),
        ("c4 and g4", "{}", "no cell"),
        // Pieces: Hexrider and Knight live on the hexagons
        (
            "Hexriders and Rooks",
            "{p in pieces where range(p) = hexagon}",
            "Hexriders and Knights",
        ),
        (
            "Knights, Rooks and Enhanced Rooks",
            "{p in pieces where range(p) = hexagon}",
            "Hexriders and Knights",
        ),
        ("the Knight", "{p in pieces where p = rook}", "the Rook"),
        (
            "no piece",
            "{p in pieces where p = enhanced-rook}",
            "Enhanced Rook",
        ),
        // An escaped sign is a letter of the text.
        ("\\*e2\\*", "{c4, g4}", "\\*c4 and g4\\*"),
        ("\\`e2`", "{c4, g4}", "\\`c4 and g4`"),
        // White space of several bytes
        ("the\u{a0}cells e2", "{c4, g4}", "the\u{a0}cells c4 and g4"),
        ("see\u{3000}(e2)", "{c4, g4}", "see\u{3000}(c4 and g4)"),
        ("either\u{202f}c4 or e2", "{c4}", "c4"),
    ];
    let mut workplace = Workplace::on("lotus-39");
    for (old, definition, new) in cases {
        let expected = page(new, definition);
        assert_eq!(
            workplace.bless(&page(old, definition)),
            (expected.clone(), 0),
            "{old}"
        );
        let (_, checked) = workplace.judge(&expected);
        assert_eq!(checked.claims[0].judgement.verdict, Verdict::Holds, "{new}");
        assert_eq!(workplace.bless(&expected), (expected, 0), "{new}");
    }
}

#[test]
fn bless_leaves_claims_alone_that_no_computed_value_can_correct() {
    // The text, its claim, and whether a note says why its author must act.
    let cases = [
        ("39 cells", "count(cells)", false),
        // Nothing to correct, or too much: an error says so.
        ("many cells", "count(cells)", false),
        ("7 or 8 cells", "count(cells)", false),
        ("c4 and x9", "reach(knight, e2)", false),
        ("never 3", "distance(knight, e2, a4)", false),
        ("nearly 40", "count(cells)", false),
        ("fewer than 40 cells", "count(cells)", false),
        // The text is right and something else is not.
        ("39", "count(cells) source 40", false),
        ("39", "count(cells) source 39 erratum \"stale\"", false),
        ("39", "count(cells) depends \"a\" 38; \"b\" 39", false),
        ("all is well", "1 = 2", false),
        ("Nobody", "inventor(crook)", false),
        ("nobody knows 7", "unchecked \"history\"", false),
        // The rules are known and the words are not.
        ("3 moves", "distance(knight, e2, a4)", true),
        // Many numbers would do.
        ("fewer than 30 cells", "count(cells)", true),
        ("40 cells or more", "count(cells)", true),
        ("c4, over e2, or g4", "{c4}", true),
        ("the cells c4 and g4", "{}", true),
        ("*c4, e2* and g4", "{c4}", true),
        ("there is no way", "{c4}", true),
        ("&#49;2 cells", "count(cells)", true),
        ("1*2* cells", "count(cells)", true),
    ];
    let mut workplace = Workplace::on("lotus-39");
    for (text, definition, noted) in cases {
        let page = page(text, definition);
        assert_eq!(workplace.bless(&page), (page, usize::from(noted)), "{text}");
    }
}

#[test]
fn every_link_of_a_name_is_corrected_on_its_own() {
    let text = "> One says [11](claim:k),\n> one [c4,\n> g4 or e2](claim:n), one [thirty-nine](claim:k).\n\n\
                ```claims\nk = count(cells) source 38 erratum \"c4 is missing\"\nn = reach(knight, e2)\n```\n";
    let expected = text
        .replace("11", "39")
        .replace("c4,\n> g4 or e2", "c4\n> or g4");
    assert_eq!(Workplace::on("lotus-39").bless(text), (expected, 0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blessed_texts_state_what_was_computed(
        stated in proptest::collection::btree_set(0..39_usize, 1..9),
        due in proptest::collection::btree_set(0..39_usize, 0..9),
        comma in proptest::sample::select(vec![", ", ",\n", " ", "; "]),
        last in proptest::sample::select(vec![" and ", " or\n", ", and ", ", "]),
        mark in proptest::sample::select(vec!["", "*", "**"]),
        number in 0..200_i64,
        old in proptest::sample::select(vec!["7", "seven", "Seven", "1,007"]),
    ) {
        WORKPLACE.with_borrow_mut(|workplace| {
            let names = |indices: &std::collections::BTreeSet<usize>| -> Vec<String> {
                let board = &workplace.session.library.variants.rules(0).variant.board;
                let names = board.names_of(&board.cells().collect());
                indices.iter().map(|index| names[*index].clone()).collect()
            };
            let words: Vec<String> = names(&stated).iter().map(|name| format!("{mark}{name}{mark}")).collect();
            let list = match words.split_last() {
                Some((only, [])) => only.clone(),
                Some((end, others)) => format!("{}{last}{end}", others.join(comma)),
                None => unreachable!("there is at least one"),
            };
            let due = names(&due).join(", ");
            let text = format!(
                "[{list}](claim:k) [{old} cells](claim:n)\n\n```claims\nk = {{{due}}}\nn = {number} + 0\n```\n"
            );
            let (new, notes) = workplace.bless(&text);
            assert_eq!(notes, 0, "{text}\n{new}");
            let (_, checked) = workplace.judge(&new);
            let fails = checked.tally(Verdict::Fails) + checked.tally(Verdict::Error);
            assert_eq!(fails, 0, "{text}\n{new}");
            assert_eq!(new.matches('*').count() % 2, 0);
            assert_eq!(workplace.bless(&new).0, new);
        });
    }
}

thread_local! {
    static WORKPLACE: std::cell::RefCell<Workplace> = std::cell::RefCell::new(Workplace::on("lotus-39"));
}

const VARIANT: &str = "[board]\nkind = \"lotus\"\npetals = [[0, 0]]\n";

/// A book of two pages in a folder of its own.
fn book(name: &str, first: &str, second: &str) -> Folder {
    let folder = Folder::new(name);
    let toml = "title = \"B\"\n[[chapter]]\npages = [\"index.md\", \"more.md\"]\n";
    for (file, text) in [
        ("book.toml", toml),
        ("one.toml", VARIANT),
        ("index.md", first),
        ("more.md", second),
    ] {
        folder.write(&format!("content/book/{file}"), text);
    }
    folder
}

fn bless(folder: &Folder, further: &[&str]) -> (String, String, Option<i32>) {
    padma(folder, &[&["check", "--bless"], further].concat())
}

fn padma(folder: &Folder, words: &[&str]) -> (String, String, Option<i32>) {
    let output = folder.padma(words);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

fn read(folder: &Folder, page: &str) -> String {
    folder.read(&format!("content/book/{page}"))
}

#[test]
fn bless_writes_only_pages_with_wrong_claims() {
    let wrong = "\u{feff}# A\r\n\r\nIt has [12 cells](claim:count(cells)) and\r\n[two hexagons](claim:count((hexagon))).\r\n";
    let right = "# B\n\nIt has [13 cells](claim:count(cells)).\n";
    let folder = book("files", wrong, right);
    let written = |page| {
        fs::metadata(folder.path("content/book").join(page))
            .unwrap()
            .modified()
            .unwrap()
    };
    let before = written("more.md");
    let (stdout, stderr, status) = bless(&folder, &[]);
    assert_eq!(
        stdout,
        "content/book/index.md:3:9: 12 → 13\ncontent/book/index.md:4:2: two → one\n\
         book: 3 checks: 3 hold\nevery number and cell in the text is covered by a claim; 5 sentences are unread\n"
    );
    assert_eq!((stderr.as_str(), status), ("", Some(0)));
    assert_eq!(
        read(&folder, "index.md"),
        wrong.replace("12", "13").replace("two", "one")
    );
    assert_eq!(
        (read(&folder, "more.md").as_str(), written("more.md")),
        (right, before)
    );
    assert_eq!(
        bless(&folder, &[]).0,
        "book: 3 checks: 3 hold\nevery number and cell in the text is covered by a claim; 5 sentences are unread\n"
    );
    assert_eq!(
        fs::read_dir(folder.path("content/book")).unwrap().count(),
        4,
        "nothing is left lying about"
    );
}

#[cfg(unix)]
#[test]
fn a_read_only_page_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let wrong = "# A\n\n[12](claim:count(cells))\n";
    let folder = book("read-only", wrong, "# B\n");
    let page = folder.path("content/book/index.md");
    fs::set_permissions(&page, fs::Permissions::from_mode(0o444)).unwrap();
    let (_, stderr, status) = bless(&folder, &[]);
    assert!(
        stderr.contains("index.md` cannot be written: it is read-only"),
        "{stderr}"
    );
    assert_eq!(
        (read(&folder, "index.md").as_str(), status),
        (wrong, Some(2))
    );
}

#[test]
fn one_claim_is_corrected_and_the_others_left() {
    let text = "# A\n\n[12](claim:count(cells)), [12](claim:size) and [12](claim:size).\n\n```claims\nsize = count(cells)\n```\n";
    let folder = book(
        "one",
        text,
        "# B\n\n[12](claim:count(cells)) [no](<claim:not 1 = 2>)\n",
    );
    let (stdout, stderr, status) = padma(&folder, &["check", "--bless=size#2"]);
    assert_eq!(
        stdout.lines().next(),
        Some("content/book/index.md:3:49: 12 → 13")
    );
    assert!(
        stderr.contains("the text says 12, the rules give 13")
            && stderr.contains("[12](claim:size) and [13](claim:size)"),
        "{stderr}"
    );
    assert_eq!(status, Some(1));
    let (stdout, stderr, _) = padma(&folder, &["check", "--bless=more.md#2", "--bless=size#2"]);
    assert!(stdout.starts_with("book: "), "{stdout}");
    let right = |id: &str| format!("the text of the claim `{id}` has no number or list to correct");
    assert!(
        stderr.contains(&right("more.md#2")) && stderr.contains(&right("size#2")),
        "{stderr}"
    );
    let (stdout, stderr, status) = padma(&folder, &["check", "--bless=book/siez", "--bless=size"]);
    assert!(stdout.starts_with("book: "), "{stdout}");
    assert!(stderr.contains("no claim is named `book/siez`"), "{stderr}");
    assert_eq!(status, Some(2));
    let (stdout, _, status) = padma(
        &folder,
        &[
            "check",
            "--bless=book/size",
            "book",
            "--bless=index.md#1",
            "--bless=book/more.md#1",
        ],
    );
    assert_eq!(
        stdout
            .lines()
            .filter(|line| line.ends_with("12 → 13"))
            .count(),
        3,
        "{stdout}"
    );
    assert_eq!(status, Some(0));
    assert_eq!(read(&folder, "index.md"), text.replace("12", "13"));
}

#[test]
fn bless_leaves_the_json_report_on_stdout_intact() {
    let folder = book("json", "# A\n\n[12](claim:count(cells))\n", "# B\n");
    let (stdout, stderr, status) = bless(&folder, &["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(report["books"][0]["claims"][0]["expected"], 13);
    assert_eq!(
        (stderr.as_str(), status),
        ("content/book/index.md:3:2: 12 → 13\n", Some(0))
    );
}

#[test]
fn what_can_be_judged_is_corrected_whatever_else_is_wrong() {
    let wrong = "# A\n\n[12](claim:count(cells)), see [more](nowhere.md)\n";
    let unknown = "# B\n\n```diagram D\nwhite K king z9\n```\n\n[2](claim:count(reach(K)))\n";
    for (name, second) in [
        ("dead", "# B\n"),
        ("block", "```diagram\n```\n"),
        ("cell", unknown),
    ] {
        let folder = book(name, wrong, second);
        let (stdout, stderr, status) = bless(&folder, &[]);
        assert!(stdout.contains("index.md:3:2: 12 → 13"), "{stdout}{stderr}");
        assert!(read(&folder, "index.md").contains("[13]("));
        assert_eq!(status, Some(2), "{stderr}");
    }
}

#[test]
fn bless_reports_the_claims_it_cannot_correct() {
    let folder = book(
        "rest",
        "# A\n\n[12](claim:count(cells)) [7 or 8](claim:count(cells))\n",
        "# B\n\n[x](<claim:1 = 2>)\n",
    );
    let (stdout, stderr, status) = bless(&folder, &[]);
    assert_eq!(
        stdout.lines().next(),
        Some("content/book/index.md:3:2: 12 → 13")
    );
    assert!(
        stderr.contains("states 2 numbers") && stderr.contains("the rules say otherwise"),
        "{stderr}"
    );
    assert_eq!(status, Some(2));
}
