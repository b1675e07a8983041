//! A page that `padma serve` shows while its author writes.

use kit::browser::drive;
use kit::folder::{Folder, content};
use kit::server::Server;
use serde_json::Value;

/// Between the parts of a step.
const SIGN: &str = "␟";

fn put(file: &str, from: &str, to: &str) -> String {
    ["put", file, from, to].join(SIGN)
}

#[test]
fn every_save_shows_at_the_readers_place() {
    let folder = Folder::new("serve");
    folder.copy(&content().join("lotus-39"), "content/lotus-39");
    // What readers have found of its sentences is told too, and is not what this is about.
    std::fs::remove_file(folder.path("content/lotus-39/review.toml")).unwrap();
    let server = Server::start(folder.command(&["serve", "lotus-39"]));
    let page = "pieces/rook.md";
    let see = |selector: &str| ["see", selector].join(SIGN);
    let steps = [
        put(page, "Beware of dead ends.", "Beware of blind alleys."),
        see("main p:has(#c\\.ro-ends)"),
        put(
            page,
            "[12 cells](claim:ro-count)",
            "[13 cells](claim:ro-count)",
        ),
        put(
            page,
            "[13 cells](claim:ro-count)",
            "[12 cells](claim:ro-count)",
        ),
        put(page, "* = reach(ROOK)", "* = captures(ROOK)"),
        see("#d\\.R2-1 .legend"),
        put(page, "* = captures(ROOK)", "* = reach(ROOK)"),
        see("#d\\.R2-1 .live-tools"),
        put("lotus-39.toml", "[board]", "[bord]"),
        put("lotus-39.toml", "[bord]", "[board]"),
        // A page without figures that can be moved asks for other scripts.
        put(page, "white ROOK rook g4\n", ""),
        put(
            page,
            "```diagram R2-1 \"Sample Rook move\"\n",
            "```diagram R2-1 \"Sample Rook move\"\nwhite ROOK rook g4\n",
        ),
    ];
    let words = [
        server.start.clone(),
        folder
            .path("content/lotus-39")
            .to_string_lossy()
            .into_owned(),
    ];
    let words: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .chain(["pieces/rook"])
        .chain(steps.iter().map(String::as_str))
        .collect();
    let lines = drive("serve.mjs", std::path::Path::new(words[0]), &words[1..]);
    let [open, states @ .., last] = &lines[..] else {
        panic!("{lines:?}")
    };
    assert_eq!(last["complaints"], serde_json::json!([]));
    assert_eq!(
        open["typefaces"],
        serde_json::json!(["link"]),
        "the typeface is fetched once, before the style sheet asks for it"
    );
    let (word, broken, mended) = (&states[0], &states[2], &states[3]);
    let count = |state: &Value, what: &str| state[what].as_array().unwrap().len();
    assert!(
        states[1]["sees"]
            .as_str()
            .unwrap()
            .contains("Beware of blind alleys."),
        "{}",
        states[1]
    );
    for state in [word, broken, mended, &states[4], &states[6]] {
        assert_eq!(
            state["isTheSame"], true,
            "the page was not loaded again: {state}"
        );
        assert_eq!(state["folds"], true, "what was open stays open: {state}");
        assert_eq!(state["focus"], open["focus"], "the focus stays: {state}");
    }
    for state in [word, mended, &states[6]] {
        let moved = state["top"].as_i64().unwrap() - open["top"].as_i64().unwrap();
        assert!(
            moved.abs() < 30,
            "what is read stays where it is: {open} {state}"
        );
        assert_eq!(
            (
                count(state, "bar"),
                count(state, "notes"),
                count(state, "marked")
            ),
            (0, 0, 0),
            "{state}"
        );
    }
    assert_eq!(
        (count(broken, "bar"), count(broken, "notes")),
        (1, 1),
        "{broken}"
    );
    let entry = broken["bar"][0].as_str().unwrap();
    assert!(
        entry.starts_with("content/lotus-39/pieces/rook.md:20:52 error: this claim fails: the text says 13, the rules give 12"),
        "{entry}"
    );
    assert_eq!(broken["marked"], serde_json::json!(["13 cells"]));
    assert!(
        broken["notes"][0]
            .as_str()
            .unwrap()
            .contains("The White Rook on g4 commands 13 cells"),
        "{broken}"
    );
    assert!(
        broken["says"][0]
            .as_str()
            .unwrap()
            .contains("the cells counted are a4 c4"),
        "{broken}"
    );
    assert!(
        states[5]["sees"].as_str().unwrap().contains("no cell"),
        "the diagram is another: {}",
        states[5]
    );
    assert!(
        states[7]["sees"].as_str().unwrap().contains("Tap a piece"),
        "its pieces can be moved: {}",
        states[7]
    );
    let elsewhere = &states[8];
    assert!(
        count(elsewhere, "bar") > 0 && elsewhere["isTheSame"] == true,
        "{elsewhere}"
    );
    assert!(
        elsewhere["bar"][0]
            .as_str()
            .unwrap()
            .contains("lotus-39.toml:"),
        "{elsewhere}"
    );
    assert_eq!(count(&states[9], "bar"), 0, "{}", states[9]);
}
