//! What every claim of the books says, in English, beside its author's sentence: a file for each book, to be gone
//! through. `PADMA_BLESS=1` writes the files, to be read before they are kept.

use std::fs;

use kit::asked::described;
use kit::folder::{content, padma, root};

/// A book's claims as `padma check --verbose` prints them, without lines and columns, which change with every edit.
fn restated(book: &str) -> String {
    let printed = String::from_utf8(padma(&["check", "--verbose", book]).stdout).unwrap();
    let mut document = format!("# What the claims of {book} say\n");
    let mut page = String::new();
    let lines: Vec<&str> = printed.lines().collect();
    for claim in lines.chunks(3) {
        let [place, said, meant] = claim else { break };
        let Some((place, id)) = place.split_once(": ").filter(|_| said.starts_with("  ")) else {
            break;
        };
        let path = place.split(':').next().unwrap();
        if page != path {
            page = path.to_string();
            document.push_str(&format!("\n## {page}\n\n"));
        }
        let id = id.split(' ').next().unwrap();
        document.push_str(&format!(
            "- `{id}` {}\n  **{}**\n",
            said.trim(),
            meant.trim()
        ));
    }
    document
}

#[test]
fn every_claim_says_what_it_was_read_to_say() {
    let mut kept = Vec::new();
    for book in fs::read_dir(content()).unwrap() {
        let book = book.unwrap();
        if !book.path().join("book.toml").is_file() {
            continue;
        }
        let name = book.file_name().into_string().unwrap();
        let path = root().join("tests/restatements").join(format!("{name}.md"));
        let document = restated(&name);
        kept.push(path.clone());
        if std::env::var_os("PADMA_BLESS").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, document).unwrap();
            continue;
        }
        let then = fs::read_to_string(&path).unwrap_or_default();
        let differs = document
            .lines()
            .zip(then.lines())
            .find(|(now, then)| now != then);
        assert!(document == then, "{name}: first in {differs:?}");
    }
    for file in fs::read_dir(root().join("tests/restatements")).unwrap() {
        let path = file.unwrap().path();
        assert!(kept.contains(&path), "{} is of no book", path.display());
    }
}

#[test]
fn the_claims_page_shows_what_claims_say() {
    let page = fs::read_to_string(root().join("docs/claims.md")).unwrap();
    let rows = page
        .split("| expression | sentence |\n| --- | --- |\n")
        .nth(1)
        .unwrap();
    let rows: Vec<&str> = rows
        .lines()
        .take_while(|line| line.starts_with('|'))
        .collect();
    assert!(rows.len() > 10);
    let lotus = kit::content::variant("lotus-39");
    let said = rows.iter().map(|row| {
        let (expression, _) = row.trim_matches(['|', ' ']).split_once("` | ").unwrap();
        let sentence = described(
            &lotus,
            &expression.trim_start_matches('`').replace("\\|", "|"),
        );
        format!("| {expression}` | {sentence} |\n")
    });
    assert_eq!(said.collect::<String>(), rows.join("\n") + "\n");
}
