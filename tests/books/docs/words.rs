//! The words the program knows: the documents explain each of them.

use std::collections::BTreeSet;
use std::fs;

use padma_book::pages::{decl as book, outline, review};
use padma_site::page::Templates;
use padma_variant::decl as variant;
use padma_variant::form::{Key, Keys, Takes};
use padma_variant::kinds::KINDS;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::docs::files::{load, read};
use crate::docs::program::{commands, padma};
use kit::folder::root;

#[test]
fn the_movement_page_explains_every_word() {
    let page = read("docs/movement.md");
    let words: BTreeSet<String> = ["VERBS", "LIMITS", "RESERVED"]
        .iter()
        .flat_map(|name| list("src/rules/movement", name))
        .collect();
    assert!(words.len() > 20, "{words:?}");
    let missing: Vec<&String> = words.iter().filter(|word| !in_code(&page, word)).collect();
    assert!(
        missing.is_empty(),
        "docs/movement.md says nothing of {missing:?}"
    );
}

#[test]
fn the_page_on_betza_explains_every_letter() {
    let page = read("docs/betza.md");
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
        "docs/betza.md says nothing of {missing:?}"
    );
}

#[test]
fn the_claims_page_has_the_table_of_every_theme_of_functions() {
    let page = read("docs/claims.md");
    for (words, forms) in padma_book::claim::demands() {
        let row = format!("| `{}` | {forms} |", words.replace('|', "`, `"));
        assert!(page.contains(&row), "docs/claims.md lacks {row}");
    }
    for table in padma_expr::function_tables() {
        assert!(
            page.contains(&table),
            "docs/claims.md lacks this table:\n{table}"
        );
    }
    let words = list("src/expr/syntax", "WORDS");
    let missing: Vec<&String> = words.iter().filter(|word| !in_code(&page, word)).collect();
    assert!(
        words.len() > 10 && missing.is_empty(),
        "docs/claims.md says nothing of {missing:?}"
    );
}

#[test]
fn the_formats_page_tells_every_key_template_command_and_flag() {
    let page = read("docs/formats.md");
    let mut missing = Vec::new();
    let kinds = KINDS.iter().map(|kind| kind.name);
    missing.extend(
        kinds
            .filter(|kind| !in_code(&page, kind))
            .map(|kind| format!("the rule `{kind}`")),
    );
    let files = [
        book::top::KEYS,
        outline::top::KEYS,
        review::top::KEYS,
        variant::top::KEYS,
    ];
    let keys: BTreeSet<&str> = files.into_iter().flat_map(names).collect();
    assert!(keys.len() > 100, "{keys:?}");
    missing.extend(
        keys.into_iter()
            .filter(|key| !in_code(&page, key))
            .map(|key| format!("the key `{key}`")),
    );
    for name in Templates::names() {
        if !page.contains(&format!("`{name}`")) {
            missing.push(format!("the template `{name}`"));
        }
    }
    for command in commands() {
        if !page.contains(&format!("padma {command}")) {
            missing.push(format!("`padma {command}`"));
        }
        let help = padma(&[&command, "--help"], root()).stdout;
        let flags = help
            .split_whitespace()
            .filter(|word| word.starts_with("--") && word.len() > 2);
        for flag in flags.map(|flag| flag.trim_end_matches([',', '.', ':'])) {
            if !in_code(&page, flag) {
                missing.push(format!("`{flag}` of `padma {command}`"));
            }
        }
        let values = help
            .split("[possible values: ")
            .skip(1)
            .filter_map(|rest| rest.split(']').next());
        for value in values.flat_map(|values| values.split(',').map(str::trim)) {
            if !in_code(&page, value) {
                missing.push(format!("the value `{value}` of `padma {command}`"));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "docs/formats.md says nothing of {}",
        missing.join(", ")
    );
}

/// The keys of a list and of the tables that they take.
fn names(list: &[Key]) -> Vec<&'static str> {
    let within = |takes: Takes| match takes {
        Takes::Table(keys) | Takes::Tables(keys) | Takes::AllTables(keys) => match keys {
            Keys::Of(list) => names(list),
            Keys::OfKind { kinds, .. } => kinds()
                .into_iter()
                .flat_map(|(_, list)| names(list))
                .collect(),
        },
        _ => Vec::new(),
    };
    list.iter()
        .flat_map(|key| [key.name].into_iter().chain(within(key.takes)))
        .collect()
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
