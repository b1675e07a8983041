//! What makes a claim fail, and what nothing notices.

use kit::folder::Folder;
use serde_json::{Value, json};

use crate::mutation::GAME;

/// A small game with a set of cells in its middle; no claim below speaks of its rules.
fn game() -> String {
    GAME.replace("[sets]\n", "[sets]\nmiddle = \"cells c3 c4 d3 d4\"\n")
}

const PAGE: &str = r#"# A game

The King goes from a1 to [3](claim:king) cells, [3 kinds](claim:kinds) of piece there are, and [a Knight's leap turned is the same
leap](claim:turned). White's King begins on [c1](claim:begins). [The Rook is not royal](claim:royal). The middle is [c3, c4,
d3 and d4](claim:middle). [Each cell of the middle touches eight others](claim:eight).

```diagram D "A Rook and a Pawn"
white R rook b3
black P pawn e3
```

It stands on [b3](<claim:cell(R)>), and takes the Pawn on [e3](<claim:captures(R)>).

```claims
king   = count(reach(king, a1))
kinds  = count(pieces)
turned = same(turned(betza "N", 45), betza "N")
begins = setup(king, white)
royal  = not royal(rook)
middle = middle
eight  = all c in middle: count(neighbours(c)) = 8
```
"#;

/// What `padma check --strength` reports of the book of that page.
fn reported(page: &str, threads: &str) -> Value {
    reported_of(&game(), page, threads)
}

fn reported_of(game: &str, page: &str, threads: &str) -> Value {
    let folder = Folder::new("strength");
    folder.write("content/small/small.toml", game);
    folder.write(
        "content/small/book.toml",
        "title = \"A game\"\n\n[[chapter]]\npages = [\"index.md\"]\n",
    );
    folder.write("content/small/index.md", page);
    let words = ["check", "--strength", "--format", "json"];
    let output = folder
        .command(&words)
        .env("RAYON_NUM_THREADS", threads)
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    report["books"][0].clone()
}

/// For each claim a change that makes it fail, as the words of the rule have it: a King that steps along files and ranks
/// only reaches fewer cells, and no change of a game turns a Knight's leap into another.
#[test]
fn each_claim_has_a_witness_but_one_that_is_true_of_any_game() {
    let book = reported(PAGE, "2");
    let cases = [
        (
            "count(reach(king, a1))",
            Some("the movement of the King says"),
        ),
        ("count(pieces)", Some("there is one more kind of piece")),
        ("same(turned(betza \"N\", 45), betza \"N\")", None),
        ("setup(king, white)", Some("the setup `white king` says")),
        ("not royal(rook)", Some("the Rook is royal")),
        ("middle", Some("the set `middle`")),
        (
            "all c in middle: count(neighbours(c)) = 8",
            Some("the set `middle` says"),
        ),
        ("cell(R)", Some("the diagram `D`")),
        ("captures(R)", Some("the movement of the Rook")),
    ];
    for (expression, expected) in cases {
        let claims = book["claims"].as_array().unwrap();
        let claim = claims
            .iter()
            .find(|claim| claim["expression"] == expression)
            .unwrap();
        let when = claim["witness"]["when"].as_str();
        let fits = match (when, expected) {
            (Some(when), Some(expected)) => when.starts_with(expected),
            (when, expected) => when == expected,
        };
        assert!(fits, "{expression}: fails if {when:?}");
    }
    assert_eq!(
        (&book["strength"]["claims"], &book["strength"]["witnessed"]),
        (&json!(9), &json!(8))
    );
}

/// Chess with Knights to drop. All but the setup and one rule is inherited.
const INHERITING: &str = r#"extends = "chess"
title = "Small"

[setup]
fen = "4k3/8/8/8/8/8/PP6/R3K3[NN] b"

[[rule]]
kind = "drop"
"#;

/// Each piece of a FEN and each value that comes from another variant is a fact with a place of its own.
#[test]
fn the_pieces_of_a_fen_and_inherited_values_are_witnesses() {
    let small = "content/small/small.toml";
    let claims = [
        (
            "a1",
            "setup(rook)",
            small,
            26,
            "the setup `white rook a1` says",
        ),
        (
            "2",
            "count(setup(pawn))",
            small,
            22,
            "the setup `white pawn a2` does not say",
        ),
        (
            "2",
            "reserve(knight)",
            small,
            32,
            "the setup `white knight` says `1` and not `2`",
        ),
        (
            "Black",
            "moves-first()",
            small,
            35,
            "the setup `fen` says `w` and not `b`",
        ),
        (
            "draw",
            "stalemate-ending()",
            "<chess>",
            12,
            "the `outcome` of the rule `stalemate` says",
        ),
        (
            "g1",
            "castles(king, \"O-O\")",
            "<chess>",
            11,
            "the `white` of the rule `castling` says",
        ),
        ("f7", "between(g6, e8)", "<chess>", 14, "e8 is cut off"),
    ];
    let links = claims.iter();
    let links = links.map(|(text, claim, ..)| format!("[{text}](<claim:{claim}>)"));
    let page = format!("# A game\n\n{}.\n", links.collect::<Vec<_>>().join(", "));
    let book = reported_of(INHERITING, &page, "2");
    for (_, expression, file, column, when) in claims {
        let all = book["claims"].as_array().unwrap();
        let claim = all.iter().find(|claim| claim["expression"] == expression);
        let witness = &claim.unwrap()["witness"];
        let is_there = witness["file"] == file && witness["column"] == column;
        let says = witness["when"]
            .as_str()
            .is_some_and(|says| says.starts_with(when));
        assert!(is_there && says, "{expression}: {witness}");
    }
    let sets = book["strength"]["list"].as_array().unwrap().iter();
    let pieces = sets.filter(|fact| fact["sort"] == "setup" && fact["name"] != "fen");
    assert_eq!(pieces.count(), 6, "five on the board, and the Knights");
}

/// What is given of one sort and name.
fn given<'b>(book: &'b Value, sort: &str, name: &str) -> &'b Value {
    let list = book["strength"]["list"].as_array().unwrap();
    list.iter()
        .find(|given| given["sort"] == sort && given["name"] == name)
        .unwrap()
}

#[test]
fn unnoticed_changes_are_listed_with_their_difference() {
    let before = reported(PAGE, "2");
    let rule = given(&before, "rule", "promotion");
    assert_eq!(
        (&rule["noticed"], &rule["claims"]),
        (&json!(false), &json!([]))
    );
    assert!(
        rule["gap"]["difference"].as_str().unwrap().contains("Pawn"),
        "{rule}"
    );
    assert_eq!(given(&before, "piece", "king")["claims"][0], "king");
    assert_eq!(
        given(&before, "sets", "middle")["claims"],
        json!(["middle", "eight"])
    );
    let more = "\n```diagram P \"A Pawn before the last rank\"\nwhite K king a1\nblack k king f1\nwhite P pawn c5\n```\n\n[It \
                becomes a Rook](claim:becomes).\n\n```claims\nbecomes = legal(\"c6=R\")\n```\n";
    let after = reported(&format!("{PAGE}{more}"), "2");
    let rule = given(&after, "rule", "promotion");
    assert_eq!(
        (&rule["noticed"], &rule["claims"]),
        (&json!(true), &json!(["becomes"]))
    );
    assert!(rule.get("gap").is_none());
}

/// What is found does not depend on how many changes are tried at once.
#[test]
fn one_thread_and_four_give_the_same_report() {
    assert_eq!(reported(PAGE, "1"), reported(PAGE, "4"));
}

/// The page of checks leads from a claim to what would make it fail.
#[test]
fn the_page_of_checks_says_what_would_make_a_claim_fail() {
    let folder = Folder::new("strength-checks");
    folder.write("content/small/small.toml", game());
    folder.write(
        "content/small/book.toml",
        "title = \"A game\"\n\n[[chapter]]\npages = [\"index.md\"]\n",
    );
    folder.write("content/small/index.md", PAGE);
    folder.padma(&["build", "--no-png", "--strength"]);
    let checks = folder.read("output/small/checks.html");
    for link in [
        "It fails if <a href=\"piece-index.html#p.rook\">the Rook is royal</a>.",
        "It fails if <a href=\"rules-of-play.html\">there is one more kind of piece</a>.",
        "It fails if <a href=\"index.html#d.D\">the diagram <code>D</code>",
    ] {
        assert!(checks.contains(link), "{link} is not on the page of checks");
    }
    folder.padma(&["build", "--no-png"]);
    assert!(
        !folder
            .read("output/small/checks.html")
            .contains("It fails if")
    );
}
