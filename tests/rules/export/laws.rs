//! Rules of the library in chess: the keys that they become, and those that the program cannot have.

use super::export_text;
use std::collections::BTreeSet;

/// Returns the lines of the section of chess with these rules, and what is not carried over.
fn exported(rules: &[&str]) -> (BTreeSet<String>, BTreeSet<String>) {
    let pieces = [("wall", "WL"), ("duck", "DU")].map(|(id, letter)| {
        format!("[[piece]]\nid = \"{id}\"\nletter = \"{letter}\"\nside = \"nobody\"\n")
    });
    let lance = "[[piece]]\nid = \"lance\"\nletter = \"L\"\nbetza = \"fR\"\n";
    let (rules, pieces) = (rules.join(", "), pieces.concat() + lance);
    let game = format!("title = \"Test\"\nextends = \"chess\"\nrule = [{rules}]\n{pieces}");
    let exported = export_text("test", &game);
    let text = exported.text.unwrap_or_else(|why| panic!("{rules}: {why}"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let left = exported.untold.iter().map(|left| {
        left.replace("the rule `", "")
            .replace("` is not carried over", "")
            .replace("in Fairy-Stockfish ", "")
    });
    (lines.map(str::to_string).collect(), left.collect())
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
        let is_rule = |line: &&&str| line.starts_with('{');
        let rules: Vec<&str> = row.iter().take_while(is_rule).copied().collect();
        assert!(!rules.is_empty(), "{row:?} has no rule");
        tried += 1;
        let (lines, untold) = exported(&rules);
        let sign = |sign: char, lines: &BTreeSet<String>| -> Vec<String> {
            lines.iter().map(|line| format!("{sign} {line}")).collect()
        };
        let found = [
            sign('+', &(&lines - &chess)),
            sign('-', &(&chess - &lines)),
            sign('!', &(&untold - &left)),
        ];
        let found = found.concat();
        if found != row[rules.len()..] {
            wrong.push(format!("{}\n{}\n", rules.join("\n"), found.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 70, "{tried} rows");
}
