//! The tables of keys and rules in `docs/formats.md` are those of the program's own rows.

use padma_book::pages::{decl as book, outline, review};
use padma_expr::function_names;
use padma_expr::lower::rule_functions;
use padma_site::page::FORMS;
use padma_variant::decl as variant;
use padma_variant::form::{Key, Keys, Takes};
use padma_variant::kinds::KINDS;
use padma_variant::named::library;

use crate::docs::files::read;

/// A rule's line of the table.
fn line(name: &str, summary: &str, keys: &[Key]) -> String {
    let keys = keys.iter().filter(|key| !key.doc.is_empty());
    let keys: Vec<String> = keys
        .map(|key| format!("`{}`{}", key.name, key.doc))
        .collect();
    let keys = if keys.is_empty() {
        String::new()
    } else {
        format!("{} ", keys.join(". "))
    };
    format!("| `{name}` | {summary} | {keys}|")
}

#[test]
fn the_formats_page_lists_every_rule() {
    let page = read("docs/formats.md");
    let basic = KINDS
        .iter()
        .map(|kind| line(kind.name, kind.summary, kind.keys));
    let named = library()
        .iter()
        .map(|rule| line(rule.name, rule.summary, &rule.keys));
    let missing: Vec<String> = basic
        .chain(named)
        .filter(|line| !page.lines().any(|other| other == line))
        .collect();
    assert!(
        missing.is_empty(),
        "expected these lines:\n{}",
        missing.join("\n")
    );
}

#[test]
fn the_formats_page_mentions_every_key_of_a_rule() {
    for kind in KINDS {
        let line = line(kind.name, kind.summary, kind.keys);
        for key in kind.keys.iter().filter(|key| key.name != "piece") {
            assert!(
                line.contains(&format!("`{}`", key.name)),
                "nothing is said of `{}` in {line}",
                key.name
            );
        }
    }
}

/// Every function of rules has its line, and there are no more than a reader can keep in mind.
#[test]
fn the_formats_page_lists_every_function_of_rules() {
    let page = read("docs/formats.md");
    let lines: Vec<String> = rule_functions()
        .map(|(_, form, doc, stage)| format!("| `{form}` | {doc} | {} |", stage.asks()))
        .collect();
    assert!(lines.len() <= 40);
    for (name, ..) in rule_functions() {
        let is_of_claims = function_names().any(|function| function == name);
        assert!(is_of_claims, "no claim can ask `{name}`");
    }
    let missing: Vec<&String> = lines
        .iter()
        .filter(|line| !page.lines().any(|other| other == *line))
        .collect();
    assert!(missing.is_empty(), "expected these lines:\n{missing:#?}");
}

#[test]
fn the_formats_page_lists_every_further_form() {
    let page = read("docs/formats.md");
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
fn the_formats_page_lists_every_key() {
    let page = read("docs/formats.md");
    let cells = |line: &str| {
        Some(
            line.strip_prefix("| `")?
                .strip_suffix(" |")?
                .split_once(" | ")?,
        )
        .map(|(name, says)| {
            (
                name.trim_matches(['`', '[', ']']).to_string(),
                says.to_string(),
            )
        })
    };
    let rows: Vec<(String, String)> = page.lines().filter_map(cells).collect();
    let mut missing = Vec::new();
    let files = [
        book::top::KEYS,
        outline::top::KEYS,
        review::top::KEYS,
        variant::top::KEYS,
    ];
    for key in files.into_iter().flat_map(all_keys) {
        assert!(!key.doc.is_empty(), "nothing is said of `{}`", key.name);
        let named = |name: &str| name.rsplit('.').next() == Some(key.name);
        let rows: Vec<_> = rows.iter().filter(|(name, _)| named(name)).collect();
        if !rows.is_empty()
            && rows.iter().all(|(_, says)| says != key.doc)
            && !within_a_row(key.name)
        {
            missing.push(format!("| `{}` | {} |", key.name, key.doc));
        }
    }
    assert!(
        missing.is_empty(),
        "expected these lines:\n{}",
        missing.join("\n")
    );
}

/// Keys of small tables, of which the row of the table speaks, and which share their names with others.
fn within_a_row(name: &str) -> bool {
    [
        "title", "url", "page", "pages", "id", "name", "at", "value", "section", "white", "black",
    ]
    .contains(&name)
}
