//! What the rows of keys, rules and functions say of each of them.

use padma_book::pages::{decl as book, outline, review};
use padma_expr::function_names;
use padma_expr::lower::rule_functions;
use padma_site::page::FORMS;
use padma_variant::decl as variant;
use padma_variant::form::{Key, Keys, Takes};
use padma_variant::kinds::KINDS;

use crate::docs::files::read;

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

/// There are no more functions of rules than a reader can keep in mind, and claims have them all.
#[test]
fn every_function_of_rules_is_one_of_claims() {
    assert!(rule_functions().count() <= 40);
    for (name, ..) in rule_functions() {
        let is_of_claims = function_names().any(|function| function == name);
        assert!(is_of_claims, "no claim can ask `{name}`");
    }
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
