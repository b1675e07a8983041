//! Rules of the library in chess: the keys that they become, and those that the program cannot have.

use super::export_text;
use std::collections::BTreeSet;

/// Returns the lines of the section of chess with these rules, or other lines of its file, and what is not
/// carried over.
fn exported(lines: &[&str]) -> (BTreeSet<String>, Vec<String>) {
    let pieces = [("wall", "WL"), ("duck", "DU")].map(|(id, letter)| {
        format!("[[piece]]\nid = \"{id}\"\nletter = \"{letter}\"\nside = \"nobody\"\n")
    });
    let others = [("lance", "L", "fR"), ("cannon", "C", "pR")].map(|(id, letter, string)| {
        format!("[[piece]]\nid = \"{id}\"\nletter = \"{letter}\"\nbetza = \"{string}\"\n")
    });
    let pieces = pieces.concat() + &others.concat();
    let (rules, lines): (Vec<&str>, Vec<&str>) =
        lines.iter().partition(|line| line.starts_with('{'));
    let (rules, lines) = (rules.join(", "), lines.join("\n"));
    let game =
        format!("title = \"Test\"\nextends = \"chess\"\n{lines}\nrule = [{rules}]\n{pieces}");
    let exported = export_text("test", &game);
    let text = exported.text.unwrap_or_else(|why| panic!("{game}: {why}"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let left = exported.untold.iter().map(|left| {
        let left = left.replace("in Fairy-Stockfish ", "");
        match left.strip_prefix("the rule `") {
            Some(rule) => rule.replace("` is not carried over", ""),
            None => left.replace(" is not carried over", ""),
        }
    });
    let mut left: Vec<String> = left.collect();
    left.sort();
    (lines.map(str::to_string).collect(), left)
}

#[test]
fn rules_become_keys_or_are_listed() {
    let path = kit_rules::folder::root().join("tests/rules/export/laws.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<&str> = rows.collect();
    let (chess, left) = exported(&[]);
    let (mut tried, mut wrong) = (0, Vec::new());
    for row in rows.split(|line| line.is_empty()) {
        if row.is_empty() {
            continue;
        }
        let is_of_file = |line: &&&str| !line.starts_with(['+', '-', '!']);
        let rules: Vec<&str> = row.iter().take_while(is_of_file).copied().collect();
        assert!(!rules.is_empty(), "{row:?} says nothing of the file");
        tried += 1;
        let (lines, mut untold) = exported(&rules);
        untold.retain(|line| !left.contains(line));
        let added = lines.difference(&chess).map(|line| format!("+ {line}"));
        let taken = chess.difference(&lines).map(|line| format!("- {line}"));
        let untold = untold.iter().map(|line| format!("! {line}"));
        let found: Vec<String> = added.chain(taken).chain(untold).collect();
        if found != row[rules.len()..] {
            wrong.push(format!("{}\n{}\n", rules.join("\n"), found.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 70, "{tried} rows");
}
