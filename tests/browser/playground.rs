//! The playground: a reader edits a piece on its page, and the board shows what the library computes by the edited rules.

use kit::browser::{drive, site};
use serde_json::{Value, json};

/// Returns the answer of the playground for a Rook on a cell with this movement, among blockers.
fn says(movement: &str, cell: &str, own: &[&str], enemies: &[&str]) -> String {
    let toml = std::fs::read_to_string("content/lotus-39/lotus-39.toml").unwrap();
    let edited = toml.replacen(MOVEMENT, movement, 1);
    assert_eq!(
        toml.matches(MOVEMENT).count(),
        1,
        "one piece moves like this"
    );
    let variant = padma_variant::Variant::load(&edited).unwrap();
    let cells = variant.reach_among("rook", cell, own, enemies).unwrap();
    format!("{} cells: {}.", cells.len(), cells.join(", "))
}

/// How the Rook of Lotus-39 moves.
const MOVEMENT: &str = "movement = \"slide along X, Z\"";

#[test]
fn a_reader_edits_the_rook_and_the_board_answers() {
    let page = site().join("lotus-39/pieces/rook.html");
    let first = &drive("playground.mjs", &page, &["open"])[0];
    let printed = first["text"].as_str().unwrap();
    let with = |movement: &str| printed.replace(MOVEMENT, movement);
    let steps = "movement = \"step contiguous\"";
    let whole = |movement: &str| format!("text:{}", with(movement));
    let (edited, wrong) = (whole(steps), whole("movement = \"stepp contiguous\""));
    let unread = "The rules cannot be read as they are: see above.";
    let cases: [(&str, String, usize); 11] = [
        ("cell:e4", says(MOVEMENT, "e4", &[], &[]), 4),
        (&edited, says(steps, "e4", &[], &[]), 6),
        (&wrong, unread.to_string(), 0),
        (&edited, says(steps, "e4", &[], &[]), 6),
        ("again", says(steps, "e4", &[], &[]), 6),
        ("puts:a White blocker", says(steps, "e4", &[], &[]), 6),
        ("click:d3", says(steps, "e4", &["d3"], &[]), 5),
        ("ask:count(reach(P)) = 5", "true".to_string(), 0),
        ("ask:captures(P", String::new(), 0),
        // An address may hold what cannot be typed.
        (
            "address:#playground=lotus-39/rook@e4/a%00b",
            unread.to_string(),
            0,
        ),
        ("text:", unread.to_string(), 0),
    ];
    let words: Vec<&str> = ["open"]
        .into_iter()
        .chain(cases.iter().map(|(step, ..)| *step))
        .collect();
    let lines = drive("playground.mjs", &page, &words);
    for ((step, says, _), line) in cases.iter().zip(&lines[1..]) {
        let is_told = !step.starts_with("ask:captures");
        assert!(!is_told || line["says"] == *says, "after {step}: {line}");
    }
    for ((step, _, goes), line) in cases.iter().zip(&lines[1..]) {
        assert_eq!(line["goes"], *goes, "after {step}");
    }
    assert_eq!(first["hash"], "#playground=lotus-39/rook@c4", "{first}");
    let told = |line: &Value| line["told"].as_array().unwrap().clone();
    assert!(!told(&lines[10]).is_empty(), "{}", lines[10]);
    let emptied = told(&lines[11]);
    let different: std::collections::BTreeSet<_> = emptied.iter().map(Value::to_string).collect();
    assert!(
        !emptied.is_empty() && different.len() == emptied.len(),
        "a mistake is told once: {emptied:?}"
    );
    assert_eq!(lines[3]["wrong"], json!(["stepp"]), "the word is marked");
    assert_eq!(lines[5]["text"], with(steps), "the address holds the edit");
    let hash = lines[2]["hash"].as_str().unwrap();
    assert!(hash.starts_with("#playground=lotus-39/rook@e4/"), "{hash}");
    let last: &Value = lines.last().unwrap();
    assert_eq!(
        (&last["faults"], &last["complaints"]),
        (&json!([]), &json!([]))
    );
    assert_eq!(
        (&last["wide"], &last["onPaper"]),
        (&json!(0), &json!(false))
    );
    let asked = lines[9]["says"].as_str().unwrap();
    assert!(
        asked.contains("expected"),
        "a question is judged as well: {asked}"
    );
}
