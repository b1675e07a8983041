//! What the rows of keys, rules and functions say of each of them.

use std::collections::BTreeSet;

use padma_book::pages::fence::BLOCKS;
use padma_book::pages::{decl as book, outline, review};
use padma_expr::lower::{OF_PLY, RuleAsks, rule_names};
use padma_expr::{WORDS, function_names};
use padma_rules::model::{PARTS, RuleStage};
use padma_rules::movement::reserved_words;
use padma_site::page::FORMS;
use padma_variant::decl as variant;
use padma_variant::form::{Key, Keys, Takes};
use padma_variant::kinds::KINDS;

use crate::docs::files::read;
use crate::docs::rules::{extending, on_a_grid, on_hexagons, on_levels, resolved};
use kit::folder::{files, root};

#[test]
fn every_key_of_a_rule_is_described() {
    for kind in KINDS {
        let docs = kind.keys.iter().map(|key| key.doc);
        let words: String = [kind.summary].into_iter().chain(docs).collect();
        for key in kind.keys.iter().filter(|key| key.name != "piece") {
            assert!(
                !key.doc.is_empty() || words.contains(&format!("`{}`", key.name)),
                "nothing is said of `{}` of `{}`",
                key.name,
                kind.name
            );
        }
    }
}

/// The row of a function says everything about it, so a new one touches its own file and its phrase. Not
/// counted are words that are also names or keywords, and these English words and keys of messages.
#[test]
fn no_function_is_named_outside_its_row() {
    const ENGLISH: [(&str, &[&str]); 9] = [
        ("expr/value.rs", &["leaps"]),
        ("expr/movement/legs.rs", &["same", "first", "cell", "step"]),
        ("expr/movement/ways.rs", &["same"]),
        ("expr/play.rs", &["mate", "stalemate", "quiet-limit"]),
        ("expr/syntax/parse.rs", &["most"]),
        ("book/claim/doubt/opposites.rs", &["first"]),
        ("book/claim/doubt/around.rs", &["cell"]),
        ("book/claim/reading/content.rs", &["first", "same"]),
        ("book/judge/coverage.rs", &["cell"]),
    ];
    let of_move = RuleAsks {
        rule: "",
        most: RuleStage::Legal,
        of_move: &OF_PLY,
    };
    let other: Vec<&str> = WORDS.into_iter().chain(rule_names(of_move)).collect();
    let functions: Vec<&str> = function_names()
        .filter(|name| !other.contains(name) && !["count", "figures"].contains(name))
        .collect();
    let mut faults = Vec::new();
    let (mut found, mut excused) = (0, BTreeSet::new());
    for folder in ["expr", "book/claim", "book/judge"] {
        for (path, bytes) in files(&root().join("src").join(folder)) {
            let name = format!("{folder}/{path}");
            if !name.ends_with(".rs") {
                continue;
            }
            let text = String::from_utf8(bytes).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap();
            let code = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            let english = ENGLISH.iter().find(|(file, _)| *file == name);
            let english = english.map_or(&[][..], |(_, words)| words);
            for line in code {
                for quoted in line.split('"').skip(1).step_by(2) {
                    let is_row = name.starts_with("expr/functions/");
                    let is_function = functions.contains(&quoted);
                    found += usize::from(is_row && is_function);
                    match english.contains(&quoted) {
                        true => _ = excused.insert((name.clone(), quoted.to_string())),
                        false if is_function && !is_row => {
                            faults.push(format!("src/{name}: {quoted}"));
                        }
                        false => {}
                    }
                }
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
    let listed: usize = ENGLISH.iter().map(|(_, words)| words.len()).sum();
    assert_eq!(
        excused.len(),
        listed,
        "words that are not there: {excused:?}"
    );
    assert!(found >= functions.len(), "the rows were not read");
}

#[test]
fn the_page_on_publishing_lists_every_further_form() {
    let page = read("docs/publish.md");
    for form in FORMS {
        let files: Vec<String> = form
            .files
            .iter()
            .map(|file| format!("`BOOK{}`", file.ending))
            .collect();
        let line = format!(
            "| `{}` | {} | {} |",
            form.name,
            form.description,
            files.join(", ")
        );
        assert!(
            page.lines().any(|other| other == line),
            "expected this line: {line}"
        );
    }
}

/// The keys of a table and of those within it, but for those of rules.
fn all_keys(keys: &'static [Key]) -> Vec<&'static Key> {
    let within = |key: &'static Key| match key.takes {
        _ if key.name == "rule" => Vec::new(),
        Takes::Table(of) | Takes::Tables(of) | Takes::AllTables(of) => match of {
            Keys::Of(keys) => all_keys(keys),
            Keys::OfKind { kinds, .. } => kinds()
                .into_iter()
                .flat_map(|(_, keys)| all_keys(keys))
                .collect(),
        },
        _ => Vec::new(),
    };
    keys.iter()
        .flat_map(|key| std::iter::once(key).chain(within(key)))
        .collect()
}

#[test]
fn every_key_is_described() {
    let files = [
        book::top::KEYS,
        outline::top::KEYS,
        review::top::KEYS,
        variant::top::KEYS,
    ];
    let keys: Vec<&Key> = files.into_iter().flat_map(all_keys).collect();
    assert!(keys.len() > 100, "{} keys", keys.len());
    for key in keys {
        assert!(!key.doc.is_empty(), "nothing is said of `{}`", key.name);
    }
}

/// Rows are on the page of the language by themselves. These words have no row: an example, a grammar or a list
/// must have them.
#[test]
fn the_page_of_the_language_has_every_word_without_a_row() {
    let page = padma::cli::language();
    let code = page.split('`').skip(1).step_by(2);
    let is_part = |c: char| c.is_alphanumeric() || "+-_".contains(c);
    let there: BTreeSet<&str> = code.flat_map(|code| code.split(|c| !is_part(c))).collect();
    let boards = [extending(""), on_a_grid(""), on_hexagons(""), on_levels("")];
    let classes = boards.iter().flat_map(|board| {
        let rules = resolved(board).unwrap();
        let classes = rules.variant.board.classes().map(str::to_string);
        classes.collect::<Vec<_>>()
    });
    let missing: BTreeSet<String> = reserved_words()
        .chain(WORDS)
        .chain(OF_PLY)
        .chain(PARTS)
        .chain(BLOCKS)
        .map(str::to_string)
        .chain(classes)
        .filter(|word| !there.contains(&**word))
        .collect();
    assert_eq!(missing, BTreeSet::new());
}
