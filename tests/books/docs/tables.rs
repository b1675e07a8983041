//! The tables of rules in `docs/formats.md` are those of the program's own rows.

use padma::variant::kinds::KINDS;
use padma::variant::rule::RuleKind;

use crate::docs::files::read;

/// A kind's line of the table.
fn line(kind: &RuleKind) -> String {
    let keys = kind.keys.iter().filter(|key| !key.doc.is_empty());
    let keys: Vec<String> = keys.map(|key| format!("`{}`{}", key.name, key.doc)).collect();
    let keys = if keys.is_empty() { String::new() } else { format!("{} ", keys.join(". ")) };
    format!("| `{}` | {} | {keys}|", kind.name, kind.says)
}

#[test]
fn every_kind_of_rule_stands_in_the_formats_as_its_row_says() {
    let page = read("docs/formats.md");
    let missing: Vec<String> =
        KINDS.iter().map(|kind| line(kind)).filter(|line| !page.lines().any(|other| other == line)).collect();
    assert!(missing.is_empty(), "expected these lines:\n{}", missing.join("\n"));
}

#[test]
fn every_key_of_a_rule_is_spoken_of() {
    for kind in KINDS {
        let line = line(kind);
        for key in kind.keys.iter().filter(|key| key.name != "piece") {
            assert!(line.contains(&format!("`{}`", key.name)), "nothing is said of `{}` in {line}", key.name);
        }
    }
}
