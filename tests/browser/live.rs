//! A diagram whose pieces a reader moves with the mouse and the keyboard, and what it says where the rules cannot be loaded.

use kit::browser::{drive, site};
use kit::figures::OWN;
use padma_rules::model::Side;
use padma_rules::reach::Rules;
use serde_json::json;

/// "ROOK on e4 reaches 4 cells: a4, c4, g4, i4." as the rules have it.
fn sentence(rules: &Rules, cell: &str, own: &str, enemy: &str) -> String {
    let board = &rules.variant.board;
    let position = kit::content::pieces(
        board,
        kit::content::cells(board, own),
        kit::content::cells(board, enemy),
    );
    let rook = rules.variant.kind_named("rook").unwrap();
    let reach = rules
        .reach(
            rook,
            Side::White,
            board.cell(cell).unwrap(),
            &position,
            true,
        )
        .cells();
    format!(
        "The Rook on {cell} reaches {} cells: {}.",
        reach.len(),
        board.names_of(&reach).join(", ")
    )
}

#[test]
fn a_reader_with_a_keyboard_moves_the_rook() {
    let rules = kit::content::variant("lotus-39");
    let own = |cell, own, enemy| format!("{OWN} {}", sentence(&rules, cell, own, enemy));
    // Along the rank of g4, where the Rook is printed, e4 lies left of it, and then c4.
    let rook = rules.variant.kind_named("rook").unwrap();
    let stands = rules.variant.stands_on(rook, Side::White);
    let board = &rules.variant.board;
    let triangle = board.name(board.cells().find(|cell| !stands.contains(*cell)).unwrap());
    let off = format!("{OWN} The Rook is off the board.");
    let steps: [(String, String); 26] = [
        ("click:g4".into(), String::new()),
        ("click:e4".into(), own("e4", "", "")),
        ("Enter".into(), own("e4", "", "")),
        ("ArrowRight".into(), own("e4", "", "")),
        ("Enter".into(), String::new()),
        ("Enter".into(), String::new()),
        ("ArrowLeft".into(), String::new()),
        ("Enter".into(), own("e4", "", "")),
        ("ArrowLeft".into(), own("e4", "", "")),
        ("Enter".into(), own("e4", "c4", "")),
        ("Enter".into(), own("e4", "", "c4")),
        ("Enter".into(), own("e4", "", "")),
        ("click:e4".into(), own("e4", "", "")),
        (
            format!("click:{triangle}"),
            format!(
                "The Rook may not stand on {triangle}. {}",
                own("e4", "", "")
            ),
        ),
        ("Escape".into(), own("e4", "", "")),
        ("click:g4".into(), own("e4", "g4", "")),
        // With the mouse a piece is dragged, and off the board; a button and a key take it off as well.
        ("drag:e4:c4".into(), own("c4", "g4", "")),
        ("drag:c4:away".into(), off.clone()),
        ("reset".into(), String::new()),
        ("click:g4".into(), String::new()),
        ("off".into(), off.clone()),
        ("reset".into(), String::new()),
        ("click:g4".into(), String::new()),
        ("Delete".into(), off),
        ("reset".into(), String::new()),
        ("drag:g4:e4".into(), own("e4", "", "")),
    ];
    let page = site().join("lotus-39/pieces/rook.html");
    let words: Vec<&str> = std::iter::once("d.R2-1")
        .chain(steps.iter().map(|(step, _)| step.as_str()))
        .collect();
    let lines = drive("live.mjs", &page, &words);
    for ((step, says), line) in steps.iter().zip(&lines) {
        assert_eq!(line["says"], *says, "after {step}");
        assert_eq!(
            line["marked"],
            !says.is_empty(),
            "a changed picture is told from the checked one: {step}"
        );
        if let Some((_, sentence)) = says.split_once(OWN) {
            assert_eq!(
                line["told"],
                format!("Not the printed position.{sentence}"),
                "after {step}"
            );
        }
        let hash = line["hash"].as_str().unwrap();
        assert_eq!(
            hash.starts_with("#d.R2-1@"),
            !says.is_empty(),
            "one's own position has an address: {hash}"
        );
        assert_eq!(
            line["tabStops"], 0,
            "a board is one stop of the focus, itself"
        );
    }
    let last = lines.last().unwrap();
    for nothing in ["faults", "complaints", "harm"] {
        assert_eq!(last[nothing], json!([]), "{nothing}");
    }
    let says = "The rules cannot be loaded here, so this figure stays as it is printed.";
    let unable = ["no WebAssembly", "not allowed", "no program", "no rules"]
        .map(|why| json!({ "why": why, "says": says, "same": true }));
    assert_eq!(last["unable"], json!(unable));
    for what in [
        "untouched",
        "stays",
        "hits",
        "sharing",
        "onPaper",
        "after",
        "focused",
        "restored",
        "unscripted",
    ] {
        assert_eq!(last[what], true, "{what}: {last}");
    }
    assert_eq!(
        last["controls"], 0,
        "without scripts nothing offers what it cannot do"
    );
}
