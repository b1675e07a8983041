//! Two people at one board on the page: what it says, what it lists, and that the program reads their record.

use kit::browser::{Site, drive, site};
use kit::folder::{Folder, content, program, root};
use serde_json::{Value, json};

/// A step of two readers at the page of Waterloo's rules, and what the page says then: whose turn it is or what is wrong, and the moves so
/// far.
const STEPS: [(&str, &str, &str); 21] = [
    ("press:Play here", "White to move.", ""),
    // What cannot be done is said.
    ("click:e8", "The Pawn on e8 is Black's. White to move.", ""),
    ("click:d3", "White to move.", ""),
    ("click:d8", "The Pawn cannot go to d8. White to move.", ""),
    ("click:d3", "White to move.", ""),
    ("click:d5", "White played d3-d5. Black to move.", "d3-d5"),
    ("click:e8", "White played d3-d5. Black to move.", "d3-d5"),
    (
        "click:e6",
        "Black played e8-e6. White to move.",
        "d3-d5 e8-e6",
    ),
    // From e6 the keyboard goes to d5 and takes.
    (
        "ArrowDown",
        "Black played e8-e6. White to move.",
        "d3-d5 e8-e6",
    ),
    (
        "ArrowLeft",
        "Black played e8-e6. White to move.",
        "d3-d5 e8-e6",
    ),
    ("Enter", "Black played e8-e6. White to move.", "d3-d5 e8-e6"),
    (
        "ArrowUp",
        "Black played e8-e6. White to move.",
        "d3-d5 e8-e6",
    ),
    (
        "ArrowRight",
        "Black played e8-e6. White to move.",
        "d3-d5 e8-e6",
    ),
    (
        "Enter",
        "White played d5:e6. Black to move.",
        "d3-d5 e8-e6 d5:e6",
    ),
    (
        "press:Undo",
        "Black played e8-e6. White to move.",
        "d3-d5 e8-e6 d5:e6",
    ),
    (
        "ply:d3-d5",
        "White played d3-d5. Black to move.",
        "d3-d5 e8-e6 d5:e6",
    ),
    (
        "press:Redo",
        "Black played e8-e6. White to move.",
        "d3-d5 e8-e6 d5:e6",
    ),
    (
        "open:#play=waterloo/d3-d5,zz",
        "Stopped before 1… zz: this cannot be read as a move: expected the name of a cell of this board. White played d3-d5. Black to move.",
        "d3-d5",
    ),
    (
        "open:#play=waterloo/%E0%A4",
        "The address does not contain a game. White played d3-d5. Black to move.",
        "d3-d5",
    ),
    (
        "paste:1. e3-e5 d8-d6 2. e5:d6 {takes} c9:d6",
        "Stopped before 2… c9:d6: the Bishop on c9 cannot go to d6; it can go to d8, e7, f6, g5, h4, i3. White played e5:d6. Black to move.",
        "e3-e5 d8-d6 e5:d6",
    ),
    (
        "paste:[White \"A\"]\n[Result \"*\"]\n\n1. d3-d5 $1 (1. e3-e5 (1. f3-f5 {or)})) 1... e8-e6!? *",
        "Black played e8-e6. White to move.",
        "d3-d5 e8-e6",
    ),
];

#[test]
fn two_people_play_on_the_page_and_the_program_reads_their_record() {
    let page = site().join("waterloo/rules-of-play.html");
    let words: Vec<&str> = std::iter::once("waterloo")
        .chain(STEPS.iter().map(|step| step.0))
        .collect();
    let lines = drive("try.mjs", &page, &words);
    for ((step, says, moves), line) in STEPS.iter().zip(&lines) {
        assert_eq!(line["says"], *says, "after {step}");
        let listed: Vec<&str> = line["moves"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(listed.join(" "), *moves, "after {step}");
    }
    let after = |step: usize| &lines[step];
    assert_eq!(
        after(4)["goes"],
        2,
        "the cells where the piece picked up can go are marked"
    );
    assert_eq!(after(13)["taken"], 1, "what was taken is drawn");
    assert!(
        after(0)["beside"].to_string().contains("×2"),
        "the reserve is drawn: {}",
        after(0)["beside"]
    );
    assert_eq!(
        after(15)["hash"],
        "#play=waterloo/d3-d5",
        "each ply has its address"
    );
    let pasted = STEPS[19].0.strip_prefix("paste:");
    assert_eq!(
        after(19)["record"].as_str(),
        pasted,
        "what was pasted stays to be mended"
    );
    let folder = Folder::new("record");
    folder.write("record.txt", after(13)["record"].as_str().unwrap());
    let args = [
        "--content",
        content().to_str().unwrap(),
        "replay",
        "waterloo",
    ]
    .map(str::to_string);
    let run = program()
        .args(args)
        .arg(folder.top().join("record.txt"))
        .args(["--format", "json"])
        .output()
        .unwrap();
    let replayed: Value = serde_json::from_slice(&run.stdout).unwrap();
    let plies = replayed["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 3);
    assert!(
        plies
            .iter()
            .all(|ply| ply["legal"] == true && ply["problems"] == json!([])),
        "{replayed}"
    );
    let last = lines.last().unwrap();
    for nothing in ["faults", "complaints"] {
        assert_eq!(last[nothing], json!([]), "{nothing}");
    }
    assert!(
        last["wide"].as_i64().unwrap() <= 0,
        "a narrow window shows all of it: {last}"
    );
    assert_eq!(last["onPaper"], false);
    // The program is compressed, and then written in four letters for three bytes, which a server's compression undoes.
    let program = std::fs::metadata(root().join("templates/engine.js")).unwrap();
    let size = program.len() as f64 * 0.75 / 1e6;
    assert_eq!(
        last["waits"],
        json!({"says": format!("Loading the rules ({size:.1} MB) …"), "isBusy": "true"})
    );
    assert!(
        last["unscripted"]
            .as_str()
            .unwrap()
            .contains("if scripts are allowed"),
        "{last}"
    );
}

#[test]
fn the_program_plays_a_side_gives_hints_and_takes_back() {
    let page = site().join("waterloo/rules-of-play.html");
    let steps = [
        "waterloo",
        "press:Play here",
        "plays:white",
        "ask:Hint",
        "plays:nobody",
        "press:Undo",
    ];
    let lines = drive("try.mjs", &page, &steps);
    assert_eq!(lines[0]["moves"], json!([]));
    let first = lines[1]["moves"][0].as_str().unwrap();
    let says = format!("White played {first}. Black to move.");
    assert_eq!(lines[1]["says"], says);
    let hint = lines[2]["thinks"].as_str().unwrap();
    let hint = hint
        .strip_prefix("Hint: ")
        .unwrap_or_else(|| panic!("{}", lines[2]));
    let folder = Folder::new("hint");
    folder.write("record.txt", format!("1. {first} {hint}\n"));
    let content = content();
    let args = ["--content", content.to_str().unwrap(), "replay", "waterloo"];
    let run = program()
        .args(args)
        .arg(folder.top().join("record.txt"))
        .output()
        .unwrap();
    assert!(run.status.success(), "{hint} is legal");
    assert_eq!(lines[4]["says"], "White to move.");
    let last = lines.last().unwrap();
    for nothing in ["faults", "complaints"] {
        assert_eq!(last[nothing], json!([]), "{nothing}");
    }
}

#[test]
fn a_choice_is_asked_for_and_drops_come_from_beside_the_board() {
    // A Castle is dropped as one of two pieces.
    let page = site().join("ben39/rules-of-play.html");
    let steps = [
        "ben39",
        "press:Play here",
        "press:Castle",
        "click:g5",
        "choose:C@g5=CO",
    ];
    let lines = drive("try.mjs", &page, &steps);
    assert!(lines[1]["goes"].as_u64().unwrap() > 10, "{}", lines[1]);
    assert!(
        lines[2]["choices"].as_array().unwrap().len() > 1,
        "{}",
        lines[2]
    );
    assert_eq!(lines.last().unwrap()["complaints"], json!([]));
}

/// After a move the Duck has dozens of cells to go to: the board asks, not a list.
#[test]
fn what_a_move_does_besides_is_chosen_on_the_board() {
    let content = Folder::new("duck");
    let duck = std::fs::read_to_string(root().join("content/duck/duck.toml")).unwrap();
    content.write("duck/duck.toml", duck);
    content.write(
        "duck/book.toml",
        "title = \"Duck chess\"\nvariant = \"duck\"\n[[chapter]]\npages = [\"index.md\"]\n",
    );
    content.write("duck/index.md", "# Duck chess\n\nTo play.\n");
    let built = Site::of(content.top(), "duck-site");
    let page = built.folder().join("duck/rules-of-play.html");
    let steps = [
        "duck",
        "press:Play here",
        "click:e2",
        "click:e4",
        "click:d6",
        "click:d7",
        "click:d6",
    ];
    let lines = drive("try.mjs", &page, &steps);
    assert_eq!(lines[2]["choices"], json!([]));
    // All cells but those of 32 pieces; one of those is left by the Pawn.
    assert_eq!(lines[2]["goes"], 32);
    assert_eq!(lines[3]["moves"], json!(["e4/Dd6"]));
    let says = "The Duck on d6 is nobody's. White played e4/Dd6. Black to move.";
    assert_eq!(lines[5]["says"], says);
    let last = lines.last().unwrap();
    assert_eq!(
        (&last["complaints"], &last["faults"]),
        (&json!([]), &json!([]))
    );
}

/// The beginning of a game of Ben39 after which a square can travel.
const BEFORE_TRAVEL: &str = "open:#play=ben39/Z@g7,Z@i9,W@c5,W@m11,W@m5,W@c11,I@a7,Zi9cw,Ia7-g13,Wm11-k9,C@a9=CO,C@g15=CO,Z@m1,\
    C@e11=CD,X@g9,Pj8~b10";

#[test]
fn a_square_travels_by_mouse_finger_and_keys() {
    let page = site().join("ben39/rules-of-play.html");
    let held = "Black played Pj8~b10. White to move.";
    let to = |cell: &str| format!("White played l2->{cell}. Black to move.");
    let steps: [(&str, &str, &str); 15] = [
        ("press:Play here", "White to move.", ""),
        (BEFORE_TRAVEL, held, ""),
        ("click:l2", held, "l2 picked up. It can go to d2, n4."),
        ("click:d2", &to("d2"), ""),
        ("press:Undo", held, ""),
        ("tap:l2", held, ""),
        ("tap:n4", &to("n4"), ""),
        ("press:Undo", held, ""),
        // A place where no square can go to is not reached by the keys: m3 lies above l2, and n4 beside it.
        ("click:l2", held, "l2 picked up. It can go to d2, n4."),
        ("ArrowUp", held, "l4: empty"),
        ("ArrowRight", held, "n4: empty"),
        ("Enter", &to("n4"), ""),
        // The keys go back the way they came, though c7 is nearer.
        ("click:b8", &to("n4"), ""),
        ("ArrowLeft", &to("n4"), "a7: empty"),
        ("ArrowRight", &to("n4"), "b8: empty"),
    ];
    let words: Vec<&str> = std::iter::once("ben39")
        .chain(steps.iter().map(|(step, ..)| *step))
        .collect();
    let lines = drive("try.mjs", &page, &words);
    for ((step, says, whispers), line) in steps.iter().zip(&lines) {
        assert_eq!(line["says"], *says, "after {step}");
        if !whispers.is_empty() {
            assert_eq!(line["whispers"], *whispers, "after {step}");
        }
    }
    assert_eq!(lines[2]["goes"], 2, "the places are marked");
    assert_eq!(lines.last().unwrap()["complaints"], json!([]));
}

/// A game on two boards with pieces that go over, and with one that shoots without moving.
const MIRROR: &str = r#"title = "Mirror"
[board]
kind = "levels"
levels = ["", "'"]
files = 4
ranks = 4
linked = false
[setup.white]
king = "a1"
gunner = "b2"
[setup.black]
king = "d4"
rook = "b3 c3"
[[piece]]
id = "king"
movement = "step contiguous"
royal = true
[[piece]]
id = "rook"
movement = "slide orthogonal"
[[piece]]
id = "gunner"
betza = "mK[cK-bK]"
[[rule]]
kind = "effect"
pieces = ["king", "rook"]
transfers = "twins(to)"
"#;

#[test]
fn a_move_is_offered_where_its_piece_arrives_and_a_shot_at_its_victim() {
    let content = Folder::new("mirror");
    content.write("mirror/mirror.toml", MIRROR);
    content.write(
        "mirror/book.toml",
        "title = \"Mirror\"\nvariant = \"mirror\"\n[[chapter]]\npages = [\"index.md\"]\n",
    );
    content.write("mirror/index.md", "# Mirror\n\nTo play.\n");
    let built = Site::of(content.top(), "mirror-site");
    let page = built.folder().join("mirror/rules-of-play.html");
    let steps = [
        "mirror",
        "press:Play here",
        "click:a1",
        "click:a2'",
        "press:Start",
        "click:b2",
        "click:c3",
    ];
    let lines = drive("try.mjs", &page, &steps);
    // Of the King's neighbours b2 is its own side's; the twins of the others are marked, and what it passes.
    let says = |line: usize| lines[line]["whispers"].as_str().unwrap();
    for goal in ["a2 and on to a2'", "b1 and on to b1'"] {
        assert!(says(1).contains(goal), "{}", says(1));
    }
    let marks = (&lines[1]["goes"], &lines[1]["passes"]);
    assert_eq!(marks, (&json!(2), &json!(2)));
    assert_eq!(lines[2]["moves"], json!(["a1a2"]));
    // Each of the Gunner's two victims is marked, and a click on one is the shot.
    let (_, shots) = says(4)
        .split_once("It can take from where it stands: ")
        .unwrap();
    assert!(shots.contains("b3") && shots.contains("c3"), "{shots}");
    assert_eq!(lines[5]["taken"], 1, "{}", lines[5]);
    let last = lines.last().unwrap();
    assert_eq!(
        (&last["complaints"], &last["faults"]),
        (&json!([]), &json!([]))
    );
}
