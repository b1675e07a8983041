//! What people found of sentences: which sentence a line of `review.toml` is about after a change, and
//! the command that goes through them.

use kit::folder::{Folder, fed};
use std::process::Command;

use padma_book::judge::{BookSentence, SentenceState, book_sentences};
use padma_book::load::Session;
use padma_book::pages::review::{ReviewDecl, ReviewFinding, ReviewLine, ReviewNote, ReviewedFile};

const VARIANT: &str = "[board]\nkind = \"grid\"\nfiles = 8\nranks = 8\n\n\
    [sets]\nsummit = \"rank 7, rank 8\"\n\n\
    [[piece]]\nid = \"rook\"\nmovement = \"slide orthogonal\"\n\n\
    [[piece]]\nid = \"king\"\nmovement = \"step contiguous\"\n";

/// A book of two pages, the first of which is the one that changes.
fn book(folder: &Folder, page: &str) {
    let decl = "title = \"B\"\n[[chapter]]\npages = [\"index.md\", \"other.md\"]\n";
    folder.write("content/b/book.toml", decl);
    folder.write("content/b/game.toml", VARIANT);
    folder.write("content/b/index.md", page);
    folder.write("content/b/other.md", "# Other\n\nThe last sentence.\n");
}

/// The sentences of the first page in the words of their states.
fn states(folder: &Folder) -> Vec<(SentenceState, String)> {
    let content = folder.path("content");
    let mut session = Session::new(&content, &[]);
    let checked = session.check(&content.join("b")).unwrap();
    assert!(
        !session.diagnostics.has_errors(),
        "{:?}",
        session.diagnostics
    );
    let sentences = book_sentences(&checked);
    let first = sentences.iter().filter(|sentence| sentence.page == Some(0));
    first
        .map(|sentence| (sentence.state, sentence.prose.text.clone()))
        .collect()
}

/// Finds of all sentences what fits them, as a person would, and returns the lines.
fn read_all(folder: &Folder) -> Vec<ReviewedFile> {
    let content = folder.path("content");
    let mut session = Session::new(&content, &[]);
    let checked = session.check(&content.join("b")).unwrap();
    let sentences = book_sentences(&checked);
    let line = |sentence: &BookSentence| {
        let finding = match sentence.claims.is_empty() {
            true => ReviewFinding::Prose,
            false => ReviewFinding::Confirmed,
        };
        let note = ReviewNote {
            finding: Some(finding),
            by: "ab 2016-12-29".to_string(),
            ..ReviewNote::UNREAD
        };
        sentence.found(&checked, note)
    };
    let files = sentences.chunk_by(|one, next| one.file == next.file);
    let file = |sentences: &[BookSentence]| ReviewedFile {
        path: sentences[0].file.to_string(),
        lines: sentences.iter().map(line).collect(),
    };
    files.map(file).collect()
}

fn write_lines(folder: &Folder, files: Vec<ReviewedFile>) {
    let review = ReviewDecl {
        source: None,
        files,
    };
    folder.write("content/b/review.toml", review.print());
}

/// Runs git in a folder.
fn git(folder: &Folder, words: &[&str]) {
    let name = ["user.name=a", "user.email=a@b"];
    let mut command = Command::new("git");
    command.current_dir(folder.path("."));
    name.iter().for_each(|name| {
        command.args(["-c", name]);
    });
    assert!(
        command.args(words).output().unwrap().status.success(),
        "{words:?}"
    );
}

/// Puts all that a folder holds under version control.
fn commit(folder: &Folder) {
    git(folder, &["init", "-q"]);
    git(folder, &["add", "content"]);
    git(folder, &["commit", "-qm", "all"]);
}

const PAGE: &str = "# The Rook

The Rook moves [far](claim:far). From a1 it reaches [14](<claim:count(reach(rook, a1))>) cells. It is “strong”.

It is a tower. It is a castle. It is a tower.

```diagram D1 \"A Rook\"
white R rook d4
x = reach(R)
```

From there it reaches [14 cells](<claim:count(reach(R))>).

```claims
far = reach(rook, a1) & summit = {a7, a8}
```
";

/// Each case changes the page, and names the sentences that are then no longer as a person read them.
#[test]
fn a_line_is_about_the_sentence_that_it_was_about() {
    let same: &[&str] = &[];
    for (from, to, expected) in [
        ("", "", same),
        // What no reader reads as a change.
        ("cells. It", "cells.\nIt", same),
        ("It is “strong”.", "It  is \"strong\"!", same),
        // Other names, another layout.
        ("far](claim:far)", "far](claim:farther)", same),
        ("{a7, a8}", "{a7,a8}", same),
        ("count(reach(R))", "count( reach( R ) )", same),
        // Another order.
        (
            "It is a castle. It is a tower.\n",
            "It is a tower. It is a castle.\n",
            same,
        ),
        // Other words.
        (
            "moves [far]",
            "never moves [far]",
            &["changed The Rook never moves far."],
        ),
        (
            "The Rook moves",
            "The King moves",
            &["changed The King moves far."],
        ),
        ("It is a castle.", "", same),
        (
            "It is a castle. It",
            "It is a castle. It was built long ago. It",
            &["unread It was built long ago."],
        ),
        // Of two equal sentences one is gone: the other is the one that was read.
        (
            "It is a tower. It is a castle. It",
            "It is a castle. It",
            same,
        ),
        (
            "It is a castle.",
            "Cats sleep all day.",
            &["changed Cats sleep all day."],
        ),
        // Other claims under the same words.
        (
            "claim:count(reach(rook, a1))",
            "claim:on chess: count(reach(rook, a1))",
            &["changed From a1 it reaches 14 cells."],
        ),
        (
            "{a7, a8}",
            "{a7, a8} and true",
            &["changed The Rook moves far."],
        ),
        (
            "rook d4",
            "rook d5",
            &["changed From there it reaches 14 cells."],
        ),
        (
            "white R rook d4",
            "black R rook d4",
            &["changed From there it reaches 14 cells."],
        ),
        (
            "[14 cells](<claim:count(reach(R))>)",
            "14 cells",
            &["changed From there it reaches 14 cells."],
        ),
    ] {
        let folder = Folder::new("review-line");
        book(&folder, PAGE);
        write_lines(&folder, read_all(&folder));
        assert!(PAGE.contains(from), "{from}");
        let mut page = PAGE.replacen(from, to, 1);
        if to == "far](claim:farther)" {
            page = page.replace("\nfar =", "\nfarther =");
        }
        book(&folder, &page);
        let read = |(state, text): (SentenceState, String)| {
            let is_read = matches!(state, SentenceState::Confirmed | SentenceState::Prose);
            (!is_read).then(|| format!("{} {text}", state.name()))
        };
        let found: Vec<String> = states(&folder).into_iter().filter_map(read).collect();
        assert_eq!(found, *expected, "{from:?} becomes {to:?}");
    }
}

/// The order of the lines, and doubled lines, as a merge leaves them.
#[test]
fn a_merged_file_says_the_same() {
    let folder = Folder::new("review-merged");
    book(&folder, PAGE);
    let files = read_all(&folder);
    let lines: Vec<ReviewLine> = files.iter().flat_map(|file| file.lines.clone()).collect();
    let before = |folder: &Folder, lines: Vec<ReviewLine>| {
        let path = "index.md".to_string();
        write_lines(folder, vec![ReviewedFile { path, lines }]);
        states(folder)
    };
    let straight = before(&folder, lines.clone());
    assert!(
        straight
            .iter()
            .all(|(state, _)| *state != SentenceState::Unread)
    );
    let reversed = lines.iter().rev().cloned().collect();
    assert_eq!(before(&folder, reversed), straight);
    let doubled = lines
        .iter()
        .flat_map(|line| [line.clone(), line.clone()])
        .collect();
    assert_eq!(before(&folder, doubled), straight);
}

/// Runs the program in a folder; returns its status, and what it says.
fn padma(folder: &Folder, words: &[&str], input: &str) -> (i32, String, String) {
    let output = fed(&mut folder.command(words), input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn a_dialogue_writes_down_each_answer() {
    let folder = Folder::new("review-dialogue");
    book(&folder, PAGE);
    let review = ["review", "b", "--by", "ab"];
    // The book's title and the heading, the first sentence with a claim, found wrong and then, after a way
    // back, the same, the second put off, then an end.
    let answers = "y\nn\nno\nb\ns\nk\nr\nturns\nr\nno turn\nq\n";
    let (status, said, _) = padma(&folder, &review, answers);
    assert_eq!(status, 0);
    assert!(
        said.contains(
            "b/index.md:3  1 of 9\n  | The Rook moves [far](claim:far). From a1 it reaches "
        ),
        "{said}"
    );
    assert!(said.contains("nothing here is named `turns`"), "{said}");
    let (_, listed, _) = padma(&folder, &["review", "b", "--list"], "");
    let line = "index.md:3#3  rests      It is “strong”.  (no turn)\n";
    assert!(listed.contains(line), "{listed}");
    let counts = "b: 3 of 12 sentences computed; 1 confirmed, 1 resting on a rule or a source, 3 prose, 7 unread\n";
    assert!(listed.starts_with(counts), "{listed}");
    // Nothing that could say it: `s` is not offered and is refused, and asked again.
    let (_, said, _) = padma(&folder, &review, "k\ns\np\nq\n");
    assert!(said.contains("it has no claim that could say it"), "{said}");
    assert!(said.contains("\n(r)ests on something else"), "{said}");
    let (_, listed, _) = padma(&folder, &["review", "b", "--list"], "");
    assert!(listed.contains("4 prose, 6 unread"), "{listed}");
    commit(&folder);
    // A change is shown word by word, and one of spelling alone is accepted with the others.
    book(
        &folder,
        &PAGE
            .replace("moves [far]", "never moves [far]")
            .replace("“strong”", "“streng”"),
    );
    let (_, said, _) = padma(&folder, &review, "y\nq\n");
    assert!(
        said.contains("It is [-“strong”.-] {+“streng”.+}\nAccept all of them"),
        "{said}"
    );
    assert!(said.contains("The Rook {+never+} moves far."), "{said}");
    let (_, listed, _) = padma(&folder, &["review", "b", "--list"], "");
    assert!(listed.contains("rests      It is “streng”."), "{listed}");
}

#[test]
fn findings_are_written_and_denied_without_a_dialogue() {
    let folder = Folder::new("review-accept");
    book(&folder, PAGE);
    let accept = |place: &str, more: &[&str]| {
        let words = [
            &["review", "b", "--by", "ab", "--accept", place, "--as"],
            more,
        ]
        .concat();
        padma(&folder, &words, "")
    };
    for (place, more, complaint) in [
        ("index.md:5", &["confirmed"][..], "it has no claim"),
        (
            "index.md:5",
            &["rests"],
            "say on what it rests: `--on NAME`",
        ),
        (
            "index.md:5",
            &["rests", "--on", "piece rok"],
            "nothing here is named `piece rok`: did you mean `piece rook`?",
        ),
        ("index.md:3", &["wrong"], "say what is wrong: `--note TEXT`"),
        (
            "index.md:6",
            &["prose"],
            "no sentence begins at `index.md:6`",
        ),
    ] {
        let (status, _, said) = accept(place, more);
        assert!(status == 2 && said.contains(complaint), "{place}: {said}");
    }
    assert_eq!(
        accept("b/index.md:3#2", &["wrong", "--note", "too few"]).0,
        0
    );
    assert_eq!(accept("index.md:5#2", &["prose"]).0, 0);
    // The tick of the one that is wrong is gone from its page.
    assert_eq!(padma(&folder, &["build", "b", "--no-png"], "").0, 0);
    let html = folder.read("output/b/index.html");
    let ticked = |tick: &str| html.matches(&format!("class=\"tick {tick}\"")).count();
    assert_eq!((ticked("person"), ticked("computed")), (1, 2), "{html}");
    let (status, _, said) = padma(&folder, &["check", "b"], "");
    assert!(
        status == 0 && said.contains("warning[wrong-sentence]") && said.contains("ab: too few"),
        "{said}"
    );
    let (status, _, said) = padma(&folder, &["check", "b", "--deny", "changed"], "");
    assert_eq!((status, said.contains("[unread-sentence]")), (0, false));
    let (status, _, said) = padma(&folder, &["check", "b", "--deny", "unread,changed"], "");
    assert!(
        status == 1 && said.contains("error[unread-sentence]"),
        "{said}"
    );
    // Correcting a text leaves its sentence to be read again.
    book(&folder, &PAGE.replace("[14](", "[15]("));
    assert_eq!(padma(&folder, &["check", "b"], "").0, 1);
    let (_, said, _) = padma(
        &folder,
        &["review", "b", "--list", "--state", "changed"],
        "",
    );
    assert!(
        said.contains("index.md:3#2  changed    From a1 it reaches 15 cells."),
        "{said}"
    );
    let (status, coverage, _) = padma(&folder, &["check", "b", "--coverage"], "");
    assert_eq!(status, 1);
    assert!(
        coverage.contains("3 of 12 sentences computed; 1 prose, 10 unread, 1 changed"),
        "{coverage}"
    );
}

/// Findings survive mistakes in the file and on the page, and equal sentences.
#[test]
fn nothing_that_was_found_is_lost() {
    let folder = Folder::new("review-kept");
    book(&folder, PAGE);
    // Of equal sentences the finding belongs to the one that was named.
    let accept = [
        "review",
        "b",
        "--by",
        "ab",
        "--accept",
        "index.md:5#3",
        "--as",
        "prose",
    ];
    assert_eq!(padma(&folder, &accept, "").0, 0);
    let (_, said, _) = padma(&folder, &["review", "b", "--list", "--state", "prose"], "");
    assert!(
        said.ends_with("index.md:5#3  prose      It is a tower.\n"),
        "{said}"
    );
    let written = folder.read("content/b/review.toml");
    // It stays with it when the first of them changes.
    book(
        &folder,
        &PAGE.replacen("It is a tower.", "It was a tower.", 1),
    );
    let (_, said, _) = padma(&folder, &["review", "b", "--list", "--state", "prose"], "");
    assert!(
        said.ends_with("index.md:5#3  prose      It is a tower.\n"),
        "{said}"
    );
    book(&folder, PAGE);
    // An editor breaks the file: nothing more is written.
    let broken = format!("{written}<<<<<<<\n");
    folder.write("broken.toml", &broken);
    folder.write("edit.sh", "cp broken.toml content/b/review.toml\n");
    let mut command = folder.command(&["review", "b", "--by", "ab"]);
    command.env_remove("VISUAL").env("EDITOR", "sh edit.sh");
    let output = fed(&mut command, "n\ne\np\n");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(folder.read("content/b/review.toml"), broken);
    // An unknown state is an error at its word.
    folder.write(
        "content/b/review.toml",
        written.replace("prose =", "prosa ="),
    );
    let (status, _, said) = padma(&folder, &["check", "b"], "");
    assert!(
        status == 2 && said.contains("review.toml:8:3") && said.contains("did you mean `prose`?"),
        "{said}"
    );
    // It is one complaint, though the sentences then have no finding.
    assert_eq!(said.matches("error[").count(), 1, "{said}");
}

/// The changes that are accepted together are those of spelling alone.
#[test]
fn only_the_spelling_of_long_words_is_accepted_together() {
    let folder = Folder::new("review-respelt");
    for (old, new, expected) in [
        ("The colour of the piece.", "The color of the piece.", true),
        ("It recieves a piece.", "It receives a piece.", true),
        ("It has three pieces.", "It has there pieces.", false),
        ("It never stands there.", "It newer stands there.", false),
        ("A white piece stands.", "A while piece stands.", false),
        ("It can go on.", "It ran go on.", false),
        ("It goes on and on.", "It goes on and on and on.", false),
    ] {
        book(&folder, &format!("# A\n\n{old}\n"));
        write_lines(&folder, read_all(&folder));
        commit(&folder);
        book(&folder, &format!("# A\n\n{new}\n"));
        let (_, said, _) = padma(&folder, &["review", "b", "--by", "ab"], "n\n");
        assert_eq!(
            said.contains("Accept all of them"),
            expected,
            "{old} {said}"
        );
    }
}

/// A sentence is changed when what it rests on changes, and by nothing else.
#[test]
fn a_sentence_changes_with_what_it_rests_on() {
    let rules = "\n[[rule]]\nkind = \"stalemate\"\noutcome = \"draw\"\n\n[[rule]]\nkind = \"not-check\"\nwhen = \"e1 in empty\"\n\
        text = \"While e1 is empty, no King is in check.\"\n";
    let folder = Folder::new("review-rests");
    book(&folder, "# A\n\nIt stops at a draw.\n");
    let write = |rules: &str| folder.write("content/b/game.toml", format!("{VARIANT}{rules}"));
    let states = || {
        let (_, said, _) = padma(
            &folder,
            &["review", "b", "--list", "--state", "changed"],
            "",
        );
        said.lines().skip(1).map(str::to_string).collect::<Vec<_>>()
    };
    for (on, from, to, is_changed) in [
        (
            "rule stalemate",
            "outcome = \"draw\"",
            "outcome = \"loss\"",
            true,
        ),
        (
            "rule stalemate",
            "kind = \"stalemate\"",
            "kind = \"repetition\"\ntimes = 3",
            true,
        ),
        (
            "rule stalemate",
            "\n[[rule]]",
            "\n# No move.\n[[rule]]",
            false,
        ),
        ("rule stalemate", "step contiguous", "step diagonal", false),
        (
            "piece rook; rule stalemate",
            "slide orthogonal",
            "slide diagonal",
            true,
        ),
        (
            "piece king",
            "step contiguous",
            "step contiguous onto summit",
            true,
        ),
        (
            "no rule castling",
            "outcome = \"draw\"",
            "outcome = \"loss\"",
            false,
        ),
        (
            "no rule repetition",
            "kind = \"stalemate\"",
            "kind = \"repetition\"\ntimes = 3",
            true,
        ),
        ("board", "ranks = 8", "ranks = 9", true),
        ("common knowledge", "ranks = 8", "ranks = 9", false),
        // A variant with errors cannot be compared.
        (
            "rule stalemate",
            "outcome = \"draw\"",
            "outcome = \"drawn\"",
            false,
        ),
    ] {
        write(rules);
        let accept = [
            "review",
            "b",
            "--by",
            "ab",
            "--accept",
            "index.md:3",
            "--as",
            "rests",
            "--on",
            on,
        ];
        assert_eq!(padma(&folder, &accept, "").0, 0, "{on}");
        assert_eq!(states(), [""; 0], "{on}");
        let whole = format!("{VARIANT}{rules}");
        assert!(whole.contains(from), "{from}");
        folder.write("content/b/game.toml", whole.replace(from, to));
        let changed = states();
        assert_eq!(
            changed.len(),
            usize::from(is_changed),
            "{on}: {to}: {changed:?}"
        );
        std::fs::remove_file(folder.path("content/b/review.toml")).unwrap();
    }
    write(rules);
    let (_, said, _) = padma(&folder, &["review", "b", "--list"], "");
    assert!(
        said.contains("game.toml:24  unread     While e1 is empty, no King is in check."),
        "{said}"
    );
}

/// Without the old words a change is found by the order of the sentences; with them the message shows them.
#[test]
fn old_words_come_from_version_control() {
    let folder = Folder::new("review-recalled");
    book(&folder, "# A\n\nThe first. The second. The third.\n");
    write_lines(&folder, read_all(&folder));
    let deny = |page: &str| {
        book(&folder, page);
        padma(&folder, &["check", "b", "--deny", "changed"], "").2
    };
    let page = "# A\n\nThe first. The new second. The third.\n";
    let said = deny(page);
    assert!(
        said.contains("read by ab on 2016-12-29") && !said.contains("ab read:"),
        "{said}"
    );
    book(&folder, "# A\n\nThe first. The second. The third.\n");
    commit(&folder);
    let said = deny(page);
    assert!(said.contains("ab read: The second."), "{said}");
}
