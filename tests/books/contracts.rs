//! What others' scripts rely on, to the byte: the JSON of `reach` and `check`, and exit codes.

use std::path::Path;

use kit::folder::{Folder, padma, program, root};
use serde_json::{Value, json};

fn stdout(words: &[&str]) -> String {
    String::from_utf8(padma(words).stdout).unwrap()
}

#[test]
fn reach_prints_one_object_with_these_keys_in_this_order() {
    let cases: [(&[&str], &str); 15] = [
        (
            &["lotus-39", "knight", "e2"],
            r#"{"variant":"lotus-39","piece":"knight","origin":"e2","side":"white","moves":["c4","g4"],"captures":[],"reach":["c4","g4"],"count":2,"moved":true}"#,
        ),
        (
            &[
                "lotus-39", "knight", "e2", "--own", "c4", "--enemy", "rook:g4",
            ],
            r#"{"variant":"lotus-39","piece":"knight","origin":"e2","side":"white","moves":[],"captures":["g4"],"reach":["g4"],"count":1,"moved":true}"#,
        ),
        // A Pawn on a dead end may step on along VW and take where its fork points.
        (
            &["lotus-39", "pawn", "b5", "--attacks", "--enemy", "c5,c6"],
            r#"{"variant":"lotus-39","piece":"pawn","origin":"b5","side":"white","moves":[],"captures":["c6"],"reach":["c6"],"count":1,"attacks":["c6"],"moved":true}"#,
        ),
        (
            &["lotus-39", "pawn", "h3", "--side", "black", "--attacks"],
            r#"{"variant":"lotus-39","piece":"pawn","origin":"h3","side":"black","moves":["g3"],"captures":[],"reach":["g3"],"count":1,"attacks":["g2"],"moved":true}"#,
        ),
        (
            &["--betza", "FsN", "--board", "12x12", "f6"],
            r#"{"variant":"12x12","piece":"FsN","origin":"f6","side":"white","moves":["d5","d7","e5","e7","g5","g7","h5","h7"],"captures":[],"reach":["d5","d7","e5","e7","g5","g7","h5","h7"],"count":8,"moved":false}"#,
        ),
        // It has not moved; Black's forward is down.
        (
            &[
                "--betza",
                "fmWfcFifmnD",
                "--board",
                "8x8",
                "e7",
                "--side",
                "black",
                "--enemy",
                "d6",
            ],
            r#"{"variant":"8x8","piece":"fmWfcFifmnD","origin":"e7","side":"black","moves":["e5","e6"],"captures":["d6"],"reach":["d6","e5","e6"],"count":3,"moved":false}"#,
        ),
        // What is taken on the way is no cell it lands on, and to come home is to reach nothing.
        (
            &[
                "--betza",
                "fcafmFcabW",
                "--board",
                "9x9",
                "e5",
                "--enemy",
                "d6,e6",
            ],
            r#"{"variant":"9x9","piece":"fcafmFcabW","origin":"e5","side":"white","moves":["c7"],"captures":["d6","e6"],"reach":["c7"],"count":1,"moved":false}"#,
        ),
        // The dialects part over a King's directions.
        (
            &["--betza", "fK", "--dialect", "fsf", "--board", "8x8", "e4"],
            r#"{"variant":"8x8","piece":"fK","origin":"e4","side":"white","moves":["d5","e5","f5"],"captures":[],"reach":["d5","e5","f5"],"count":3,"moved":false}"#,
        ),
        // Where its kind begins a piece has not moved, but for what is said of it.
        (
            &["rotary-chess", "pawn", "a3"],
            r#"{"variant":"rotary-chess","piece":"pawn","origin":"a3","side":"white","moves":["a4","a5"],"captures":[],"reach":["a4","a5"],"count":2,"moved":false}"#,
        ),
        // A piece that changes places with others lands on their cells, and captures nothing.
        (
            &[
                "chessma-84",
                "swapper",
                "d4",
                "--own",
                "d7",
                "--enemy",
                "g4,f6",
            ],
            r#"{"variant":"chessma-84","piece":"swapper","origin":"d4","side":"white","moves":["z0","a1'","a1","a4","a7","b2","b4","b6","c3","c4","c5","d1'","d1","d2","d3","d5","d6","e3","e4","e5","f2","f4","g1'","g1"],"captures":[],"reach":["z0","a1'","a1","a4","a7","b2","b4","b6","c3","c4","c5","d1'","d1","d2","d3","d5","d6","d7","e3","e4","e5","f2","f4","f6","g1'","g1","g4"],"count":27,"moved":true}"#,
        ),
        (
            &["rotary-chess", "pawn", "a3", "--moved"],
            r#"{"variant":"rotary-chess","piece":"pawn","origin":"a3","side":"white","moves":["a4"],"captures":[],"reach":["a4"],"count":1,"moved":true}"#,
        ),
        (
            &["chess", "pawn", "e2", "--side", "black"],
            r#"{"variant":"chess","piece":"pawn","origin":"e2","side":"black","moves":["e1"],"captures":[],"reach":["e1"],"count":1,"moved":true}"#,
        ),
        (
            &[
                "chess",
                "pawn",
                "e7",
                "--side",
                "black",
                "--attacks",
                "--enemy",
                "f6",
            ],
            r#"{"variant":"chess","piece":"pawn","origin":"e7","side":"black","moves":["e5","e6"],"captures":["f6"],"reach":["e5","e6","f6"],"count":3,"attacks":["d6","f6"],"moved":false}"#,
        ),
        (
            &["chess", "pawn", "e4", "--unmoved", "--own", "f5"],
            r#"{"variant":"chess","piece":"pawn","origin":"e4","side":"white","moves":["e5","e6"],"captures":[],"reach":["e5","e6"],"count":2,"moved":false}"#,
        ),
        (
            &["--betza", "fmWfcFifmnD", "--board", "8x8", "e2", "--moved"],
            r#"{"variant":"8x8","piece":"fmWfcFifmnD","origin":"e2","side":"white","moves":["e3"],"captures":[],"reach":["e3"],"count":1,"moved":true}"#,
        ),
    ];
    for (words, expected) in cases {
        let words = [&["reach"], words, &["--format", "json"]].concat();
        assert_eq!(stdout(&words), format!("{expected}\n"), "{words:?}");
    }
}

#[test]
fn check_prints_the_whole_report() {
    let words = [
        "--content",
        "tests/golden",
        "check",
        "book",
        "--format",
        "json",
    ];
    let output = padma(&words);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["version"], 1);
    let book = &report["books"][0];
    assert_eq!(book["book"], "book");
    let claim = |id: &str| {
        let claims = book["claims"].as_array().unwrap();
        claims
            .iter()
            .find(|claim| claim["id"] == id)
            .unwrap_or_else(|| panic!("no claim {id}"))
            .clone()
    };
    assert_eq!(
        claim("rk-count"),
        json!({
            "id": "rk-count", "page": "pieces/rook.md", "line": 8, "column": 30, "text": "8 cells",
            "expression": "count(reach(rook, c2))", "expected": 8, "actual": 8, "source": 9,
            "verdict": "erratum", "note": "the source comes to 9 with the Rook's own cell",
            "weight": "source"
        })
    );
    assert_eq!(claim("rk-far")["actual"], json!(true));
    assert_eq!(claim("rk-share")["verdict"], "depends");
    assert_eq!(claim("rk-share")["actual"], 26);
    let unchecked = claim("rk-likes");
    assert_eq!(
        (&unchecked["expected"], &unchecked["actual"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        book["diagrams"][0],
        json!({
            "id": "D1", "source_id": "D1", "title": "A Rook and a King", "page": "pieces/rook.md", "line": 10,
            "variant": "small",
            "placements": [
                {"label": "R", "piece": "rook", "cell": "c2", "side": "white"},
                {"label": "KING", "piece": "king", "cell": "e2", "side": "black"}
            ],
            "marks": [
                {
                    "mark": "x", "cells": ["a2", "b1", "b3", "d1", "d3"],
                    "source": ["a2", "b1", "b3", "d1", "d3", "g2"], "verdict": "erratum",
                    "note": "the King on e2 stands in the way"
                },
                {"mark": "o", "cells": ["e2"], "source": null, "verdict": "holds", "note": ""}
            ],
            "verdict": "erratum"
        })
    );
    assert_eq!(
        book["summary"],
        json!({"holds": 4, "erratum": 2, "depends": 1, "unchecked": 1, "fails": 0, "error": 0})
    );
}

#[test]
fn coverage_is_a_key_of_its_own_and_changes_nothing_else() {
    let words = ["--content", "tests/golden", "check", "--format", "json"];
    let plain: Value = serde_json::from_str(&stdout(&words)).unwrap();
    let output = padma(&[&words[..], &["--coverage"]].concat());
    assert_eq!(output.status.code(), Some(0));
    let mut report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let coverage = report["books"][0]
        .as_object_mut()
        .unwrap()
        .remove("coverage")
        .unwrap();
    assert_eq!(report, plain);
    assert_eq!(
        coverage,
        json!({
            "facts": 8, "checked": 7, "declared": 0, "loose": 1, "percent": 87.5, "sentences": 18, "computed": 4, "drawn": 0,
            "states": {"confirmed": 0, "trust": 0, "prose": 0, "unread": 18, "changed": 0, "wrong": 0},
            "list": [
                {"kind": "cell", "text": "c2", "page": "pieces/rook.md", "line": 8, "column": 15, "claim": null},
            ]
        })
    );
}

/// How many moves stand in the `game` blocks of a page: the words of their numbered lines.
fn moves_in(text: &str) -> usize {
    let blocks = text
        .split("```game ")
        .skip(1)
        .filter_map(|block| block.split("```").next());
    let numbered = blocks
        .flat_map(str::lines)
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    numbered
        .map(|line| {
            line.split_whitespace()
                .filter(|word| !word.ends_with('.'))
                .count()
        })
        .sum()
}

/// A position goes from a record to a FEN, and from either to its legal moves.
/// The effects of a move are described of the pieces to which they happen, not of the piece that moves.
#[test]
fn moves_tell_what_they_do_besides() {
    let content = Folder::new("besides");
    content.write("book/book.toml", "title = \"Besides\"\n");
    for game in ["duck", "seirawan"] {
        let file = format!("{game}.toml");
        let text = std::fs::read_to_string(root().join("content").join(game).join(&file)).unwrap();
        content.write(&format!("book/{file}"), text);
    }
    let chess = |name: &str, rules: &str| {
        let text = format!("title = \"{name}\"\nextends = \"chess\"\n{rules}");
        content.write(&format!("book/{name}.toml"), text);
    };
    chess(
        "coats",
        "[[rule]]\nkind = \"turncoat\"\npieces = [\"rook\"]\n",
    );
    chess("pass", "[[turn]]\npass = true\n");
    chess(
        "fresh",
        "[[rule]]\nkind = \"rebirth\"\npieces = [\"pawn\"]\n",
    );
    chess(
        "crown",
        "[[rule]]\nkind = \"effect\"\nbecomes = \"pieces(pawn, mover)\"\ninto = \"queen\"\n",
    );
    for (variant, fen, line) in [
        (
            "duck",
            "4k3/8/8/3D4/8/8/8/4K3 w - - 0 1",
            "Kd1/Da1  king e1 d1, duck goes from d5 to a1",
        ),
        (
            "coats",
            "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1",
            "Rxa2  rook a1 a2, takes a2, rook on a2 changes sides",
        ),
        ("pass", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "pass"),
        (
            "seirawan",
            "4k3/8/8/8/8/8/8/4K1N1[H] w - - 0 1 unmoved=e1",
            "Nf3/H knight g1 f3, hawk comes to g1",
        ),
        (
            "fresh",
            "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1",
            "Rxa2  rook a1 a2, takes a2, pawn comes to a7",
        ),
        (
            "crown",
            "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
            "Kd1  king e1 d1, pawn on a2 becomes queen",
        ),
    ] {
        let folder = content.top().to_str().unwrap();
        let said = stdout(&["--content", folder, "moves", variant, "--fen", fen]);
        let squeeze = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let wanted = squeeze(line);
        assert!(
            said.lines().any(|said| squeeze(said) == wanted),
            "{variant}: {said}"
        );
    }
}

#[test]
fn a_position_is_taken_from_a_record_or_a_text() {
    let folder = Folder::new("position");
    folder.write("game.pgn", "1. e4 a6 2. e5 d5 *");
    folder.write("wrong.pgn", "1. e4 e5 2. Ke3 *");
    let path = |name: &str| folder.top().join(name).to_str().unwrap().to_string();
    let (game, wrong) = (path("game.pgn"), path("wrong.pgn"));
    let fen = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
    assert_eq!(
        stdout(&["replay", "chess", &game]),
        format!("4 of 4 moves played\n{fen}\n")
    );
    let replayed: Value =
        serde_json::from_str(&stdout(&["replay", "chess", &game, "--format", "json"])).unwrap();
    assert_eq!(replayed["fen"], fen);
    let listed = "white has 2 legal moves\n  e6    pawn e5 e6\n  exd6  pawn e5 d6, takes d5\n";
    assert_eq!(
        stdout(&["moves", "chess", "--after", &game, "--from", "e5"]),
        listed
    );
    assert_eq!(
        stdout(&["moves", "chess", "--fen", fen, "--from", "e5"]),
        listed
    );
    // A record that is not legal leads nowhere.
    let refused = padma(&["moves", "chess", "--after", &wrong]);
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("no King can go to e3"));
}

#[test]
fn every_claim_gets_exactly_one_verdict() {
    for content in ["content", "tests/golden"] {
        let report: Value = serde_json::from_str(&stdout(&[
            "--content",
            content,
            "check",
            "--format",
            "json",
        ]))
        .unwrap();
        for book in report["books"].as_array().unwrap() {
            let folder = root().join(content).join(book["book"].as_str().unwrap());
            let claims = book["claims"].as_array().unwrap();
            let mut ids: Vec<&str> = claims
                .iter()
                .map(|claim| claim["id"].as_str().unwrap())
                .collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), claims.len(), "every claim has an id of its own");
            // Counted here as plain text, so that a claim the parser loses is missed.
            let texts = pages(&folder);
            let links = |text: &String| {
                text.matches("](claim:").count() + text.matches("](<claim:").count()
            };
            let written: usize = texts.iter().map(links).sum();
            let moves: usize = texts.iter().map(|text| moves_in(text)).sum();
            assert_eq!(written + moves, claims.len(), "{folder:?}");
            let marks = book["diagrams"]
                .as_array()
                .unwrap()
                .iter()
                .map(|d| d["marks"].as_array().unwrap().len());
            let summary: u64 = book["summary"]
                .as_object()
                .unwrap()
                .values()
                .map(|n| n.as_u64().unwrap())
                .sum();
            assert_eq!(summary as usize, claims.len() + marks.sum::<usize>());
        }
    }
}

fn pages(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts.extend(pages(&path));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            texts.push(std::fs::read_to_string(path).unwrap());
        }
    }
    texts
}

#[test]
fn other_programs_get_the_same_findings() {
    let report = |format: &str| stdout(&["--content", "tests/golden", "check", "--format", format]);
    let junit = report("junit");
    assert!(
        junit.contains(
            "<testsuite name=\"book\" tests=\"8\" failures=\"0\" errors=\"0\" skipped=\"1\">"
        ),
        "{junit}"
    );
    assert_eq!(junit.matches("<testcase ").count(), 8);
    let sarif: Value = serde_json::from_str(&report("sarif")).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(
        (&result["ruleId"], &result["level"]),
        (&json!("raw-html"), &json!("warning"))
    );
    let region = &result["locations"][0]["physicalLocation"];
    assert_eq!(
        region["artifactLocation"]["uri"],
        "tests/golden/book/index.md"
    );
    assert_eq!(region["region"]["startLine"], 5);
    let annotation = report("github");
    assert!(
        annotation
            .starts_with("::warning file=tests/golden/book/index.md,line=5,col=1,title=raw-html::"),
        "{annotation}"
    );
    let report = |format: &str| {
        stdout(&[
            "--content",
            "tests/golden",
            "check",
            "--coverage",
            "--format",
            format,
        ])
    };
    let suite = "<properties><property name=\"coverage\" value=\"87.5\"/></properties>";
    assert!(report("junit").contains(suite), "{}", report("junit"));
    let sarif: Value = serde_json::from_str(&report("sarif")).unwrap();
    let levels = |results: &Value| {
        results
            .as_array()
            .unwrap()
            .iter()
            .map(|result| result["level"].to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        levels(&sarif["runs"][0]["results"]),
        ["\"warning\"", "\"note\""]
    );
    let annotations = report("github");
    let notice =
        "::notice file=tests/golden/book/pieces/rook.md,line=8,col=15,title=uncovered-fact::";
    assert!(annotations.contains(notice), "{annotations}");
}

#[test]
fn exit_codes_tell_errors_from_failed_claims() {
    let cases: [(&[&str], i32, bool); 16] = [
        (&["reach", "lotus-39", "knight", "e2"], 0, true),
        // An empty reach is no error.
        (
            &["reach", "lotus-39", "hexrider", "c4", "--own", "g4,e2,e6"],
            0,
            true,
        ),
        // Off the cells it stands on, a piece is computed with a warning.
        (&["reach", "lotus-39", "rook", "e3"], 0, true),
        (&["reach", "lotus-39", "rook", "e9"], 2, false),
        (&["reach", "lotus-39", "rok", "e2"], 2, false),
        (
            &["reach", "lotus-39", "rook", "e2", "--own", "e2"],
            2,
            false,
        ),
        (&["reach", "lotus-38", "rook", "e2"], 2, false),
        (&["check", "no-such-book"], 2, true),
        (&["reach"], 2, false),
        (&["reach", "--betza", "cW", "--board", "8x8", "a1"], 0, true),
        (
            &["reach", "--betza", "W?", "--board", "8x8", "a1"],
            2,
            false,
        ),
        (
            &["reach", "--betza", "W", "--board", "8x33", "a1"],
            2,
            false,
        ),
        (&["reach", "--betza", "W", "--board", "8", "a1"], 2, false),
        (&["reach", "--betza", "W", "--board", "8x8", "a9"], 2, false),
        (&["reach", "--betza", "W", "a1"], 2, false),
        (
            &["reach", "chess", "pawn", "e2", "--moved", "--unmoved"],
            2,
            false,
        ),
    ];
    for (words, status, prints) in cases {
        let output = padma(
            &[
                words,
                if words[0] == "check" {
                    &["--format", "json"]
                } else {
                    &[]
                },
            ]
            .concat(),
        );
        assert_eq!(output.status.code(), Some(status), "{words:?}");
        assert_eq!(!output.stdout.is_empty(), prints, "{words:?}");
        assert_eq!(
            output.stderr.is_empty(),
            status == 0 && words.get(2) != Some(&"rook"),
            "{words:?}"
        );
    }
}

/// The words of every command, and of every format of those that have several.
const COMMANDS: [&[&str]; 27] = [
    &["--content", "tests/golden", "check", "book"],
    &["--content", "tests/golden", "check", "book", "--coverage"],
    &[
        "--content",
        "tests/golden",
        "check",
        "book",
        "--format",
        "json",
    ],
    &[
        "--content",
        "tests/golden",
        "check",
        "book",
        "--format",
        "junit",
    ],
    &[
        "--content",
        "tests/golden",
        "check",
        "book",
        "--format",
        "sarif",
    ],
    &["--content", "tests/golden", "mutate", "book"],
    &[
        "--content",
        "tests/golden",
        "mutate",
        "book",
        "--format",
        "json",
    ],
    &["--content", "tests/golden", "list"],
    &["--content", "tests/golden", "list", "book"],
    &["reach", "chess", "rook", "a1"],
    &["reach", "chess", "rook", "a1", "--format", "json"],
    &["reach", "--betza", "N", "--board", "8x8", "b1"],
    &["eval", "chess", "count(cells)"],
    &["draw", "chess", "white R rook a1"],
    &["moves", "chess"],
    &["moves", "chess", "--format", "json"],
    &["perft", "chess", "1"],
    &["replay", "waterloo", "tests/games/party-2.txt"],
    &[
        "replay",
        "waterloo",
        "tests/games/party-2.txt",
        "--format",
        "json",
    ],
    &["explain"],
    &["explain", "wrong-value"],
    &["completions", "bash"],
    &["man"],
    &["help"],
    &["--help"],
    &["check", "--help"],
    &["--version"],
];

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error_and_a_closed_pipe_is_none() {
    use std::fs::File;
    for words in COMMANDS {
        let mut command = program();
        command.current_dir(root()).args(words);
        let status = command.output().unwrap().status.code();
        let full = command
            .stdout(File::options().write(true).open("/dev/full").unwrap())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&full.stderr).into_owned();
        assert_eq!(full.status.code(), Some(2), "{words:?}: {said}");
        assert!(
            said.contains("standard output cannot be written: no space is left"),
            "{words:?}: {said}"
        );
        // The reader of it is gone, and the reader of a complaint too.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let closed = command.stdout(writer).output().unwrap();
        assert_eq!(closed.status.code(), status, "{words:?}");
        assert!(
            !String::from_utf8_lossy(&closed.stderr).contains("standard output"),
            "{words:?}"
        );
        let mute = command
            .stdout(std::process::Stdio::null())
            .stderr(File::options().write(true).open("/dev/full").unwrap());
        assert_eq!(mute.status().unwrap().code(), status, "{words:?}");
    }
}

/// Every way a program is led to a place is one that exists, and says what is wrong there.
#[test]
fn reports_point_at_existing_files_and_describe_the_fault() {
    let folder = Folder::new("reports");
    for (path, text) in [
        (
            "book.toml",
            "title = \"T\"\nvariant = \"chess\"\n[[chapter]]\npages = [\"index.md\", \"pieces/rook.md\"]\n",
        ),
        (
            "index.md",
            "# T\n\n[x](claim:n)\n\n```claims\nn = 1 = 1 source \"q\"\n```\n",
        ),
        (
            "pieces/rook.md",
            "# R\n\nÄ [15 cells\u{1}](<claim:count(reach(rook, a1))>).\n\n\
             ```diagram D1\nwhite R rook a1\nx = reach(Q)\n```\n",
        ),
    ] {
        folder.write(&format!("a #b/content/t/{path}"), text);
    }
    let check = |format: &str| {
        let words = ["--content", "a #b/content", "check", "--format", format];
        String::from_utf8(folder.padma(&words).stdout).unwrap()
    };
    let junit = check("junit");
    let attributes = |name: &str| -> Vec<String> {
        let start = format!(" {name}=\"");
        let parts = junit.split(&start).skip(1);
        parts
            .map(|part| part.split('"').next().unwrap().to_string())
            .collect()
    };
    let files = attributes("file");
    assert_eq!(files.len(), 3, "{junit}");
    assert!(
        files.iter().all(|file| folder.path(file).is_file()),
        "{files:?}"
    );
    let messages = attributes("message");
    assert_eq!(messages.len(), 3, "{junit}");
    assert!(
        messages.iter().all(|message| !message.trim().is_empty()),
        "{junit}"
    );
    let is_character = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    assert!(junit.chars().all(is_character), "{junit:?} is no XML");

    let sarif: Value = serde_json::from_str(&check("sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let places = results
        .iter()
        .map(|result| &result["locations"][0]["physicalLocation"]);
    let places: Vec<(&str, u64, u64)> = places
        .map(|place| {
            let (uri, region) = (
                place["artifactLocation"]["uri"].as_str().unwrap(),
                &place["region"],
            );
            (
                uri,
                region["startLine"].as_u64().unwrap(),
                region["startColumn"].as_u64().unwrap(),
            )
        })
        .collect();
    let page = "a%20%23b/content/t/pieces/rook.md";
    // Columns count characters: `Ä` is one.
    assert!(places.contains(&(page, 3, 4)), "{places:?}");
    let is_reference = |uri: &str| {
        uri.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%".contains(&byte))
    };
    assert!(
        places.iter().all(|(uri, ..)| is_reference(uri)),
        "{places:?}"
    );

    let github = check("github");
    assert_eq!(
        github.lines().count(),
        results.len(),
        "one line each: {github}"
    );
    assert!(
        github.contains(
            "::error file=a #b/content/t/pieces/rook.md,line=3,col=4,title=claim-verdict::"
        ),
        "{github}"
    );
}

#[test]
fn an_unknown_command_suggests_only_similar_commands() {
    for (word, tip) in [
        ("buidl", Some("a similar subcommand exists: 'build'")),
        ("preview", Some("`padma serve`")),
        ("watch", Some("`padma serve`")),
        ("zebra", None),
    ] {
        let output = padma(&[word]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{word}");
        assert!(!said.contains("'reach'"), "{word}: {said}");
        match tip {
            Some(tip) => assert!(said.contains(tip), "{word}: {said}"),
            None => assert!(!said.contains("tip:"), "{word}: {said}"),
        }
    }
}

#[test]
fn lists_are_short_and_aligned() {
    let all = stdout(&["list"]);
    assert!(
        all.lines().count() < 60 && all.lines().all(|line| line.len() < 100),
        "{all}"
    );
    assert!(
        all.contains("\n  turtle-japanese  Japanese turtle, 81 cells, 69 pieces\n"),
        "{all}"
    );
    let turtle = stdout(&["list", "turtle"]);
    assert_eq!(turtle.matches("knight-bishop-rook").count(), 1, "{turtle}");
    assert!(
        turtle.contains("\n  knight-bishop-rook         NBR  Knight-Bishop-Rook\n"),
        "{turtle}"
    );
    let codes = stdout(&["explain"]);
    for code in padma_text::diag::Code::ALL {
        let line = codes
            .lines()
            .find(|line| line.split(' ').next() == Some(code.name()))
            .unwrap();
        let gist = line[code.name().len()..].trim();
        assert!(
            padma_book::explain::explanation(code)
                .replace('\n', " ")
                .contains(gist)
                && gist.len() > 20,
            "{line}"
        );
    }
}

#[test]
fn codes_are_listed_in_order() {
    let listed = stdout(&["explain"]);
    assert!(
        listed.lines().count() > 50 && listed.lines().is_sorted(),
        "{listed}"
    );
}
