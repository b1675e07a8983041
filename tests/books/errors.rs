//! Runs `errors.md`: small books with a mistake in each, and the words the program finds for it.
//!
//! A section is a case. Its blocks with the info word `file` are laid over a small sound book; its
//! line `$ padma …` is the command (`padma check`, if there is none); its block `stderr` is what must
//! be printed, to the letter, and `exit N` what the status must be. `PADMA_BLESS=1` writes the
//! present output into the document, to be read before it is kept.

use std::fmt::Write;
use std::fs;

use kit::folder::{Folder, root};

const BOOK: &str = r#"title = "A small book"
variant = "small"

[[chapter]]
pages = ["index.md"]
"#;

const VARIANT: &str = r#"title = "Small"

[board]
kind = "lotus"
petals = [[0, 0], [1, 0]]

[[piece]]
id = "rook"
movement = "slide along X, Z"
stands_on = "square, hexagon"

[[piece]]
id = "king"
movement = "step contiguous"
"#;

const PAGE: &str = "# A page\n";

/// A section of the document.
#[derive(Default)]
struct Case {
    title: String,
    files: Vec<(String, String)>,
    command: Option<String>,
    expected: String,
}

#[test]
fn every_mistake_gets_its_expected_message() {
    let path = root().join("tests/errors.md");
    let document = fs::read_to_string(&path).unwrap();
    let cases = cases(&document);
    assert!(
        cases.len() > 20,
        "the document is read: {} cases",
        cases.len()
    );
    let mut blessed = document.clone();
    let mut wrong = String::new();
    for case in &cases {
        let found = run(case);
        if found != case.expected {
            let _ = writeln!(
                wrong,
                "## {}\n--- expected\n{}--- found\n{found}",
                case.title, case.expected
            );
            let heading = format!("## {}\n", case.title);
            let start = document.find(&heading).unwrap();
            let old = format!("```stderr\n{}```\n", case.expected);
            let at = start + document[start..].find(&old).unwrap();
            let (from, to) = (
                &document[start..at + old.len()],
                format!("```stderr\n{found}```\n"),
            );
            blessed = blessed.replace(from, &(document[start..at].to_string() + &to));
        }
    }
    if std::env::var_os("PADMA_BLESS").is_some() {
        fs::write(&path, blessed).unwrap();
    } else {
        assert!(wrong.is_empty(), "{wrong}");
    }
}

fn cases(document: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            cases.push(Case {
                title: title.to_string(),
                ..Case::default()
            });
        }
        let Some(case) = cases.last_mut() else {
            continue;
        };
        if let Some(command) = line.strip_prefix("    $ padma ") {
            case.command = Some(command.to_string());
        }
        let Some(fence) = line
            .strip_suffix(line.trim_start_matches('`'))
            .filter(|fence| fence.len() >= 3)
        else {
            continue;
        };
        let info = line.trim_start_matches('`').to_string();
        let mut text = String::new();
        for line in lines.by_ref().take_while(|line| *line != fence) {
            text.push_str(line);
            text.push('\n');
        }
        match info.split_once(' ') {
            Some(("file", name)) => case.files.push((name.to_string(), text)),
            None if info == "stderr" => case.expected = text,
            _ => panic!("`{info}` is no block of this document"),
        }
    }
    cases
}

/// What a case prints, with its exit status as the last line.
fn run(case: &Case) -> String {
    let folder = Folder::new("errors");
    let sound = [
        ("book.toml", BOOK),
        ("small.toml", VARIANT),
        ("index.md", PAGE),
    ];
    let own = case
        .files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()));
    for (name, text) in sound.into_iter().chain(own) {
        // A byte that is no UTF-8 cannot stand in the document: \xFF stands for it.
        let bytes: Vec<u8> = match text.split_once("\\xFF") {
            Some((before, after)) => [before.as_bytes(), &[0xff], after.as_bytes()].concat(),
            None => text.into(),
        };
        folder.write(&format!("content/book/{name}"), bytes);
    }
    let words = words(case.command.as_deref().unwrap_or("check"));
    let output = folder.padma(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let stderr = String::from_utf8(output.stderr).unwrap();
    let trimmed: Vec<&str> = stderr.trim_end().lines().map(str::trim_end).collect();
    format!(
        "{}\nexit {}\n",
        trimmed.join("\n"),
        output.status.code().unwrap()
    )
}

/// The words of a command; single quotes hold one together.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}
