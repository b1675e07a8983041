//! What the first screen shows, made anew: the figure in characters and as a picture, the message about a
//! wrong number, and the table of the books. `PADMA_BLESS=1` writes them.

use std::fs;

use kit::folder::{Folder, padma, root};

const DIAGRAM: &str = "white AB archbishop e3; x = reach(AB)";
const PICTURE: &str = "docs/archbishop.svg";
/// The books that retell the sources which the program was made for.
const BOOKS: [&str; 6] = [
    "lotus-39",
    "rotary-chess",
    "waterloo",
    "turtle",
    "ben39",
    "chessma-84",
];

fn stdout(words: &[&str]) -> String {
    String::from_utf8(padma(words).stdout).unwrap()
}

/// The figure in the characters of its source, beside the picture.
fn figure() -> String {
    let text = stdout(&["draw", "lotus-39", DIAGRAM]);
    let drawing = text.split("\n\n").next().unwrap_or_default();
    let drawing = drawing.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<table>\n<tr><th>Drawn by hand in 1998</th><th>Drawn by Padma from the rules</th></tr>\n<tr><td><pre>\n{drawing}\n</pre></td>\n<td><img src=\"{PICTURE}\" width=\"400\" alt=\"The Archbishop on e3 can move to 11 cells, each marked x\"></td></tr>\n</table>\n"
    )
}

/// Returns the complaint of a check about a page of the Archbishop that counts one cell too many.
fn message() -> String {
    let folder = Folder::new("readme");
    folder.copy(&root().join("content/lotus-39"), "content/lotus-39");
    let page = "content/lotus-39/pieces/archbishop.md";
    let text = folder.read(page);
    let wrong = text.replace("[11 cells](claim:", "[12 cells](claim:");
    assert_ne!(text, wrong);
    folder.write(page, wrong);
    let checked = folder.padma(&["check", "lotus-39"]);
    assert_eq!(checked.status.code(), Some(1));
    let said = String::from_utf8(checked.stderr).unwrap();
    format!("```text\n{}\n```\n", said.trim_end())
}

/// The table of the six books: the first three numbers of `padma check --summary`.
fn table() -> String {
    let summary = stdout(&[&["check", "--summary"][..], &BOOKS].concat());
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, figures, facts, wrong, _, _, _, _, source @ ..] = words.as_slice() else {
            panic!("{line}");
        };
        let name = match BOOKS.contains(name) {
            true => format!("[{name}](content/{name})"),
            false => name.to_string(),
        };
        format!(
            "| {name} | {} | {figures} | {facts} | {wrong} |\n",
            source.join(" ")
        )
    };
    let rows = summary.lines().skip(1).take(BOOKS.len() + 1).map(row);
    let head = "| book | source | figures | facts compared | wrong in the source |\n| --- | --- | ---: | ---: | ---: |\n";
    head.to_string() + &rows.collect::<String>()
}

#[test]
fn the_readme_shows_what_the_program_gives() {
    let path = root().join("README.md");
    let old = fs::read_to_string(&path).unwrap();
    let mut text = old.clone();
    for (name, made) in [
        ("figure", figure()),
        ("message", message()),
        ("table", table()),
    ] {
        let (open, close) = (format!("<!-- {name} -->\n"), "<!-- end -->");
        let start = text.find(&open).unwrap() + open.len();
        let end = start + text[start..].find(close).unwrap();
        text.replace_range(start..end, &made);
    }
    let folder = Folder::new("readme-picture");
    let drawn = folder.path("drawn.svg");
    stdout(&["draw", "lotus-39", DIAGRAM, "-o", drawn.to_str().unwrap()]);
    let picture = fs::read_to_string(&drawn).unwrap();
    if std::env::var_os("PADMA_BLESS").is_some() {
        fs::write(&path, &text).unwrap();
        fs::write(root().join(PICTURE), &picture).unwrap();
        return;
    }
    assert_eq!(old, text, "PADMA_BLESS=1 writes README.md anew");
    assert_eq!(fs::read_to_string(root().join(PICTURE)).unwrap(), picture);
}

#[test]
fn the_readme_is_short() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let made = |name: &str| {
        let start = text.find(&format!("<!-- {name} -->")).unwrap();
        start..start + text[start..].find("<!-- end -->").unwrap()
    };
    let made =
        ["figure", "message", "table"].map(|name| text[made(name)].split_whitespace().count());
    let words = text.split_whitespace().count() - made.iter().sum::<usize>();
    assert!(words <= 450, "{words} words");
}
