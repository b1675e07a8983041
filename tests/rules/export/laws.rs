//! Rules of the library in chess: the keys that they become, and those that the program cannot have.

use super::export_text;
use std::collections::BTreeSet;

/// Returns the lines of the section of chess with these rules, and what is not carried over.
fn exported(rules: &[&str]) -> (BTreeSet<String>, Vec<String>) {
    let pieces = [("wall", "WL"), ("duck", "DU")].map(|(id, letter)| {
        format!("[[piece]]\nid = \"{id}\"\nletter = \"{letter}\"\nside = \"nobody\"\n")
    });
    let lance = "[[piece]]\nid = \"lance\"\nletter = \"L\"\nbetza = \"fR\"\n";
    let (rules, pieces) = (rules.join(", "), pieces.concat() + lance);
    let game = format!("title = \"Test\"\nextends = \"chess\"\nrule = [{rules}]\n{pieces}");
    let exported = export_text("test", &game);
    let text = exported.text.unwrap_or_else(|why| panic!("{rules}: {why}"));
    // How many checks are left is part of the position.
    let is_key = |line: &&str| !line.starts_with('#') && !line.starts_with("startFen");
    let lines = text.lines().filter(is_key).map(str::to_string).collect();
    let about_rules = |left: &String| {
        ["the rule `", "a move of `"]
            .iter()
            .any(|what| left.starts_with(what))
    };
    (
        lines,
        exported.untold.into_iter().filter(about_rules).collect(),
    )
}

#[test]
fn rules_become_keys_or_are_listed() {
    let path = kit_rules::folder::root().join("tests/rules/export/laws.txt");
    let rows = std::fs::read_to_string(path).unwrap();
    let (chess, _) = exported(&[]);
    let mut wrong = Vec::new();
    for row in rows.split("\n\n").filter(|row| row.starts_with('{')) {
        let rules: Vec<&str> = row.lines().filter(|line| line.starts_with('{')).collect();
        let (lines, mut untold) = exported(&rules);
        untold.sort();
        let mut found: Vec<String> = (&lines - &chess)
            .iter()
            .map(|line| format!("+ {line}"))
            .collect();
        found.extend(untold.iter().map(|left| {
            let left = left
                .replace("the rule `", "- ")
                .replace("a move of `", "- a move of ")
                .replace("` is not carried over", "");
            left.replace("in Fairy-Stockfish ", "")
        }));
        let mut expected: Vec<&str> = row.lines().skip(rules.len()).collect();
        expected.sort_unstable();
        if found != expected {
            wrong.push(format!("{}\n{}\n", rules.join("\n"), found.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
