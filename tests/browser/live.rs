//! Diagrams whose pieces a reader can move: that the page's script reaches what the checker reaches, and that a
//! reader with a keyboard is told so.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use kit::browser::{Site, drive, site};
use kit::figures::OWN;
use kit::folder::Folder;
use kit::random::Random;
use padma_book::load::Session;
use padma_rules::model::{Cell, CellSet, Piece, Position, Side, Variant};
use padma_rules::reach::Rules;
use serde_json::json;

/// For each piece and side.
const POSITIONS: usize = 60;

/// A board with few pieces or with many, without some of the cells that can be absent.
fn position(random: &mut Random, variant: &Variant) -> Position {
    let mut position = variant.empty_position();
    let movable = variant.board.movable().iter();
    position.set_absent(movable.filter(|_| random.below(2) == 0).collect());
    let royal = variant.kind_ids().find(|kind| variant.kind(*kind).royal);
    let share = 2 + random.below(8);
    for cell in variant.board.cells() {
        let side = Side::BOTH[random.below(2)];
        let kind = royal.filter(|_| random.below(3) == 0);
        position.put(
            cell,
            (random.below(share) == 0).then_some(Piece { side, kind }),
        );
    }
    position
}

/// What stands on a cell, as the script numbers pieces, and cells that are absent.
fn number(rules: &Rules, position: &Position, cell: Cell) -> u8 {
    if position.absent().contains(cell) {
        return 5;
    }
    let royal = position
        .piece(cell)
        .and_then(|piece| piece.kind)
        .is_some_and(|id| rules.variant.kind(id).royal);
    position.occupant(cell) as u8 + if royal { 2 } else { 0 }
}

fn indices(cells: CellSet) -> Vec<usize> {
    cells.iter().map(Cell::index).collect()
}

/// Every piece of both sides on cells and in positions taken at random, each with what the checker's walker reaches.
fn questions(rules: &Rules, dice: &mut Random, out: &mut String) -> usize {
    let variant = &rules.variant;
    let cells = variant.board.len();
    let mut count = 0;
    for kind in variant.kind_ids() {
        for side in Side::BOTH {
            for _ in 0..POSITIONS {
                let position = position(dice, variant);
                let pieces: Vec<u8> = (0..cells)
                    .map(|cell| number(rules, &position, Cell::new(cell)))
                    .collect();
                let there: Vec<Cell> = (variant.board.all() - *position.absent()).iter().collect();
                let from = there[dice.below(there.len())];
                let unmoved = dice.below(2) == 0;
                let reach = rules.reach(kind, side, from, &position, !unmoved);
                let attacks = rules.attacks(kind, side, from, &position, !unmoved);
                let answers = json!({
                    "reach": indices(reach.cells()),
                    "moves": indices(reach.moves),
                    "captures": indices(reach.captures),
                    "attacks": indices(attacks),
                });
                count += 4;
                let line = json!({
                    "variant": variant.id, "kind": variant.kind(kind).id, "side": side as u8, "position": pieces,
                    "from": from.index(), "unmoved": unmoved, "answers": answers,
                });
                writeln!(out, "{line}").unwrap();
            }
        }
    }
    count
}

/// Asks the script of a built book about some of its variants.
fn ask(site: &Path, book: &str, variants: &[Rules]) {
    let (mut text, mut expected, mut dice) = (String::new(), 0, Random(39));
    for rules in variants {
        expected += questions(rules, &mut dice, &mut text);
    }
    let path = site.join("walk.questions");
    fs::write(&path, text).unwrap();
    let lines = drive("walk.mjs", &site.join(book), &[path.to_str().unwrap()]);
    let (last, wrong) = lines.split_last().unwrap();
    assert!(
        wrong.is_empty(),
        "{} answers differ, the first: {}",
        wrong.len(),
        wrong[0]
    );
    assert_eq!(last["asked"], expected);
    assert!(expected > 0, "something was asked");
}

#[test]
fn the_script_reaches_what_the_checker_reaches() {
    ask(
        site(),
        "lotus-39",
        &["lotus-39", "lotus-41"].map(kit::content::variant),
    );
    // Cells that can be absent, and pieces that may not stand everywhere.
    ask(site(), "ben39", &[kit::content::variant("ben39")]);
    ask(
        site(),
        "rotary-chess",
        &[kit::content::variant("rotary-chess")],
    );
}

/// Movements that no piece of the rulebooks has.
const ODD: [&str; 10] = [
    "hop along X, Y, Z",
    "hop along X, Y, Z, VW onward",
    "hop along Y, VW onward over square onto triangle, hexagon",
    "slide along X, Z only to move; hop along X, Z onward only to capture",
    "step along X; leap 2 along X first move",
    "wander contiguous up to 3 onto triangle",
    "wander corner over triangle only to capture; wander side up to 2 first move",
    "ride 2 along VW, Y up to 2 over hexagon",
    "step forward along Y; otherwise step forward along VW; slide backward along X, Z",
    "leap to distance 2 by piece-4; leap to distance 3 by piece-8 only to move",
];

#[test]
fn the_script_knows_every_kind_of_movement() {
    let board = "kind = \"lotus\"\npetals = [[0, 0], [1, 0], [0, 1], [1, -1]]";
    let pieces: Vec<String> = ODD
        .iter()
        .map(|movement| format!("movement = \"{movement}\""))
        .collect();
    ask_about("odd", board, &pieces, "e4");
}

/// Strings whose components need a walk leg by leg, and a few that do not.
const LEGS: [&str; 24] = [
    "FyafsF",
    "sWsyafsW",
    "[W?B]",
    "KNADcaKmcabK",
    "fcafmF",
    "mabK",
    "afsafzK",
    "masR",
    "aaK",
    "tpafR",
    "[W-R]",
    "qN",
    "zB",
    "qN3",
    "oR",
    "oafB2",
    "U",
    "kU",
    "tK",
    "fkR",
    "ucR",
    "udQ",
    "nNjDjR",
    "mRcpRgQ",
];

#[test]
fn the_script_walks_leg_by_leg() {
    let mut pieces: Vec<String> = LEGS
        .iter()
        .map(|betza| format!("betza = \"{betza}\""))
        .collect();
    pieces.push("betza = \"K\"\nroyal = true".to_string());
    ask_about(
        "legs",
        "kind = \"grid\"\nfiles = 7\nranks = 6\nwithout = \"b2 f5\"",
        &pieces,
        "d4",
    );
}

/// Builds a book with these pieces on a board and asks its script about all of them.
fn ask_about(name: &str, board: &str, pieces: &[String], cell: &str) {
    let folder = Folder::new(name);
    let file = |path: &str, text: &str| folder.write(&format!("{name}/{path}"), text);
    let mut toml = format!("title = \"Odd\"\n[board]\n{board}\n");
    for (index, movement) in pieces.iter().enumerate() {
        write!(
            toml,
            "[[piece]]\nid = \"piece-{index}\"\nletter = \"P{index}\"\n{movement}\n"
        )
        .unwrap();
    }
    let page = format!("# Odd\n\n```diagram D\nwhite piece-0 {cell}\nx = reach(P0)\n```\n");
    file(&format!("{name}.toml"), &toml);
    file(
        "book.toml",
        "title = \"Odd\"\n[[chapter]]\npages = [\"index.md\"]\n",
    );
    file("index.md", &page);
    let mut session = Session::new(folder.top(), &[]);
    let index = session
        .variant(name)
        .unwrap_or_else(|| panic!("{:?}", session.diagnostics));
    let rules = Rules::new(session.library.variants.rules(index).variant.clone());
    ask(Site::of(folder.top(), name).folder(), name, &[rules]);
}

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
    let words: Vec<&str> = std::iter::once("d-R2-1")
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
            hash.starts_with("#d-R2-1@"),
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
    for what in [
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
