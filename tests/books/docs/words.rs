//! The words the program knows: the documents explain each of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use padma_site::page::Templates;
use padma_variant::kinds::KINDS;
use padma_variant::named::library;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::docs::files::{load, markdown_files, read};
use kit::folder::root;

#[test]
fn the_movement_page_explains_every_word() {
    let page = read("docs/rules/movement.md");
    let words: BTreeSet<String> = ["VERBS", "LIMITS", "RESERVED"]
        .iter()
        .flat_map(|name| list("src/rules/movement", name))
        .collect();
    assert!(words.len() > 20, "{words:?}");
    let missing: Vec<&String> = words.iter().filter(|word| !in_code(&page, word)).collect();
    assert!(
        missing.is_empty(),
        "docs/rules/movement.md says nothing of {missing:?}"
    );
}

#[test]
fn the_page_on_betza_explains_every_letter() {
    let page = read("docs/rules/betza.md");
    let source = read("src/rules/movement/betza/dialect.rs");
    let quoted = |text: &str, quote| text.split(quote).next().unwrap_or("").to_string();
    let is_atom = |part: &&str| {
        ["', leaper(", "', Atom::"]
            .iter()
            .any(|atom| part[1..].starts_with(atom))
    };
    let capitals = source.split("('").skip(1).filter(is_atom);
    let mut letters: BTreeSet<String> = capitals.map(|part| part[..1].to_string()).collect();
    let lists = source
        .split("modifiers: \"")
        .skip(1)
        .map(|part| quoted(part, '"'));
    letters.extend(lists.flat_map(|list| list.chars().map(String::from).collect::<Vec<_>>()));
    letters.extend(
        source
            .split("(\"")
            .skip(1)
            .filter(|part| part[2..].starts_with("\", ("))
            .map(|part| quoted(part, '"')),
    );
    assert!(
        letters.len() > 50 && letters.contains("@") && letters.contains("FX"),
        "{letters:?}"
    );
    let missing: Vec<&String> = letters
        .iter()
        .filter(|letter| !in_code(&page, letter))
        .collect();
    assert!(
        missing.is_empty(),
        "docs/rules/betza.md says nothing of {missing:?}"
    );
}

#[test]
fn the_page_on_claims_has_every_word_of_logic() {
    let page = read("docs/write/claims.md");
    for (words, forms) in padma_book::claim::demands() {
        let row = format!("| `{}` | {forms} |", words.join("`, `"));
        assert!(page.contains(&row), "docs/write/claims.md lacks {row}");
    }
}

#[test]
fn the_page_on_expressions_explains_every_word() {
    let page = read("docs/write/expressions.md");
    let words = list("src/expr/syntax", "WORDS");
    let missing: Vec<&String> = words.iter().filter(|word| !in_code(&page, word)).collect();
    assert!(
        words.len() > 10 && missing.is_empty(),
        "docs/write/expressions.md says nothing of {missing:?}"
    );
}

/// Every kind of rule has its place in the page that shows them.
#[test]
fn the_page_on_rules_tells_every_kind() {
    let page = read("docs/rules/rules-of-play.md");
    let basic = KINDS.iter().map(|kind| kind.name);
    let named = library().iter().map(|rule| rule.name);
    let missing: Vec<&str> = basic
        .chain(named)
        .filter(|kind| !in_code(&page, kind))
        .collect();
    assert!(
        missing.is_empty(),
        "docs/rules/rules-of-play.md says nothing of {missing:?}"
    );
}

#[test]
fn the_page_on_templates_lists_them() {
    let page = read("docs/reference/templates.md");
    for name in Templates::names() {
        assert!(
            page.contains(&format!("`{name}`")),
            "docs/reference/templates.md says nothing of `{name}`"
        );
    }
}

/// The pages that lead a first author to a figure of his own are short, and no page is a book.
#[test]
fn no_page_is_too_long() {
    let count = |path: &Path| load(path).split_whitespace().count();
    for path in markdown_files("docs") {
        let words = count(&path);
        let is_page = (50..=6700).contains(&words);
        assert!(is_page, "{}: {words} words", path.display());
    }
    let way = ["README.md", "guide.md", "write/diagrams.md"];
    // What comes after the figure is on nobody's way to it.
    let before = |page: &&str| {
        let text = load(&root().join("docs").join(page));
        let way = text.split("\n## 5. ").next().unwrap_or_default();
        way.split_whitespace().count()
    };
    let words: usize = way.iter().map(before).sum();
    // With the README they are below 4,000.
    assert!(words <= 3550, "{words} words before the first figure");
}

/// The strings of a constant list somewhere in a folder of sources.
fn list(folder: &str, name: &str) -> Vec<String> {
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = load(&path);
            let list = source.split_once(&format!("const {name}: ["));
            let slice = || source.split_once(&format!("const {name}: &[&str] = &["));
            if let Some((_, text)) = list.or_else(slice) {
                let text = text.split("];").next().unwrap_or("");
                return text
                    .split('"')
                    .skip(1)
                    .step_by(2)
                    .map(str::to_string)
                    .collect();
            }
        }
    }
    panic!("there is no list {name} in {folder}")
}

/// Whether a word stands by itself in a code span or a code block of a page.
fn in_code(page: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let stands_in = |text: &str| {
        text.match_indices(word).any(|(at, _)| {
            !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
        })
    };
    let mut open = false;
    Parser::new(page).any(|event| {
        match event {
            Event::Start(Tag::CodeBlock(_)) => open = true,
            Event::End(TagEnd::CodeBlock) => open = false,
            Event::Code(text) => return stands_in(&text),
            Event::Text(text) if open => return stands_in(&text),
            _ => {}
        }
        false
    })
}
