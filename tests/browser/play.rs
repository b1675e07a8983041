//! Two people at one board on the page: that the page's script knows the same legal moves as the program, ply by ply.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use kit::browser::{Site, drive, site};
use kit::folder::{Folder, content, program};
use kit::random::Random;
use padma_book::load::Session;
use padma_book::report::move_json;
use padma_rules::model::{Cell, CellKind, KindId, Piece, Side};
use padma_rules::play::{
    Game, Moves, Scratch, State, begin_history, in_check, legal_moves, make, move_text, outcome,
};
use padma_rules::reach::Rules;
use serde_json::{Value, json};

/// What is played: a variant, which may be given a setup so that its script is written, and from what kind of positions.
struct Table {
    variant: &'static str,
    /// The variant that it extends, where it is one of the test's own, and what it says besides.
    extends: Option<(&'static str, &'static str)>,
    games: usize,
    plies: usize,
    /// How many pieces stand on the board at random, of a hundred cells; the setup otherwise.
    share: Option<usize>,
}

const fn from_setup(variant: &'static str, games: usize, plies: usize) -> Table {
    Table {
        variant,
        extends: None,
        games,
        plies,
        share: None,
    }
}

const fn crowded(
    variant: &'static str,
    of: (&'static str, &'static str),
    games: usize,
    plies: usize,
    share: usize,
) -> Table {
    Table {
        variant,
        extends: Some(of),
        games,
        plies,
        share: Some(share),
    }
}

/// A piece somewhere, for a variant whose sources say nothing of a start.
const SOMEWHERE: &str = "[setup]\nwhite = { PIECE = \"WHITE\" }\nblack = { PIECE = \"BLACK\" }\n";

fn tables() -> Vec<Table> {
    vec![
        from_setup("orthodox", 5, 60),
        crowded("orthodox-crowded", ("orthodox", ""), 6, 40, 30),
        from_setup("waterloo", 5, 60),
        crowded("waterloo-crowded", ("waterloo", ""), 6, 30, 30),
        from_setup("rotary-chess", 5, 60),
        crowded("rotary-crowded", ("rotary-chess", ""), 8, 30, 30),
        from_setup("ben39", 3, 50),
        crowded("ben39-crowded", ("ben39", ""), 3, 20, 25),
        crowded("lotus-39-set", ("lotus-39", SOMEWHERE), 9, 30, 30),
        crowded("lotus-41-set", ("lotus-41", SOMEWHERE), 3, 30, 30),
        crowded("turtle-set", ("turtle", SOMEWHERE), 5, 30, 25),
        crowded(
            "turtle-japanese-set",
            ("turtle-japanese", SOMEWHERE),
            3,
            25,
            25,
        ),
        crowded("chessma-84-set", ("chessma-84", SOMEWHERE), 3, 6, 35),
        crowded("no-corner-set", ("no-corner-rule", SOMEWHERE), 1, 5, 45),
        crowded("odd", ("orthodox", ODD), 9, 40, 30),
        crowded("carriers", ("orthodox", CARRIERS), 6, 40, 30),
    ]
}

/// Rules that no variant of the rulebooks has.
const ODD: &str = r#"
[[piece]]
id = "pawn"
betza = "fmWfceFifmnDjf@6"

[[piece]]
id = "bishop"
betza = "Bs@8"

[[piece]]
id = "knight"
letter = "N"
betza = "Njbb@4"

[[rule]]
kind = "into-hand"

[[rule]]
kind = "drop"
without = ["capture", "check"]

[[rule]]
kind = "facing"
piece = "king"
along = "orthogonal"

[[rule]]
kind = "repetition"
outcome = "draw"
times = 3
"#;

/// Pieces that put others where they themselves, or other others, have stood, one of them with a power.
const CARRIERS: &str = r#"
[[piece]]
id = "queen"
betza = "ucafucKudafmK"

[[piece]]
id = "rook"
betza = "ucafmKudafucK"

[[rule]]
kind = "withdrawal"
piece = "rook"
"#;

fn rules(session: &mut Session, name: &str) -> Rules {
    let index = session
        .variant(name)
        .unwrap_or_else(|| panic!("{name}: {:?}", session.diagnostics));
    Rules::new(session.library.variants.rules(index).variant.clone())
}

/// A position at random: pieces where they may stand, a royal piece of each side first, some of them unmoved, and some beside
/// the board.
fn placed(game: &Game<'_>, dice: &mut Random, share: usize) -> State {
    let variant = game.variant();
    let mut state = State::empty(game);
    let movable: Vec<Cell> = (*variant.board.movable() & variant.board.of_kind(CellKind::Square))
        .iter()
        .collect();
    if !movable.is_empty() {
        let squares = movable
            .iter()
            .filter(|_| dice.below(2) == 0)
            .copied()
            .collect();
        state.set_absent(variant.board.with_corners(squares));
    }
    let (royal, plain): (Vec<KindId>, Vec<KindId>) = variant
        .kind_ids()
        .partition(|kind| variant.kind(*kind).royal);
    let put = |state: &mut State, kind: KindId, side: Side, dice: &mut Random| {
        let stands = variant.stands_on(kind, side) - *state.position().absent();
        let free: Vec<Cell> = (stands - state.position().occupied()).iter().collect();
        if !free.is_empty() {
            let cell = free[dice.below(free.len())];
            state.place(
                cell,
                Some(Piece {
                    side,
                    kind: Some(kind),
                }),
                dice.below(4) > 0,
            );
        }
    };
    for side in Side::BOTH {
        royal
            .iter()
            .for_each(|kind| put(&mut state, *kind, side, dice));
    }
    for _ in 0..variant.board.len() * share / 100 {
        put(
            &mut state,
            plain[dice.below(plain.len())],
            Side::BOTH[dice.below(2)],
            dice,
        );
    }
    for kind in &plain {
        if dice.below(3) > 0 {
            continue;
        }
        state.set_reserve(Side::BOTH[dice.below(2)], *kind, 1 + dice.below(2) as u16);
    }
    state
}

/// What stands where, as the script reads where a game begins.
fn standing(game: &Game<'_>, state: &State) -> Value {
    let pieces: Vec<Value> = state
        .position()
        .pieces()
        .filter_map(|(cell, piece)| {
            let moved = !state.unmoved().contains(cell);
            Some(json!([
                cell.index(),
                piece.side as usize,
                piece.kind?.index(),
                usize::from(moved)
            ]))
        })
        .collect();
    let kinds = game.variant().kind_ids();
    let beside =
        kinds.flat_map(|kind| Side::BOTH.map(|side| (side, kind, state.reserve(side, kind))));
    let reserve: Vec<Value> = beside
        .filter(|(_, _, count)| *count > 0)
        .map(|(side, kind, count)| json!([side as usize, kind.index(), count]))
        .collect();
    let absent: Vec<usize> = state.position().absent().iter().map(Cell::index).collect();
    json!({"pieces": pieces, "absent": absent, "reserve": reserve, "side": state.to_move() as usize})
}

/// A game of random moves: where it begins, and for each ply what stands where, all that is legal, what is played, whether the side to
/// move is in check, and how the game has ended.
fn played(table: &Table, rules: &Rules, dice: &mut Random) -> Value {
    let game = Game::new(rules);
    let mut state = match table.share {
        Some(share) => placed(&game, dice, share),
        None => State::setup(&game).unwrap(),
    };
    let (mut scratch, mut plies) = (Scratch::default(), Vec::new());
    let first = table.share.map(|_| standing(&game, &state));
    begin_history(&game, &mut state, &mut scratch);
    for _ in 0..table.plies {
        let mut moves = Moves::default();
        legal_moves(&game, &mut state, &mut scratch, &mut moves);
        let text = |found| move_text(&game, &mut state, &mut scratch, &moves, found);
        let texts: Vec<String> = moves.iter().map(text).collect();
        let row = |(found, text): (_, &String)| move_json(text, &rules.variant, &moves, found);
        let rows: Vec<Value> = moves.iter().zip(&texts).map(row).collect();
        let side = state.to_move();
        let check = in_check(&game, &state, &mut scratch, side);
        let ended = outcome(&game, &mut state, &mut scratch).map(|outcome| outcome.describe(&game));
        let is_over = ended.is_some() || moves.is_empty();
        let choice = (!is_over).then(|| dice.below(moves.len()));
        let position = standing(&game, &state);
        plies.push(
            json!({"moves": rows, "choice": choice, "check": check, "ended": ended, "position": position}),
        );
        let Some(choice) = choice else { break };
        let found = moves.get(choice).clone();
        make(&game, &mut state, &mut scratch, &moves, &found);
    }
    json!({"variant": table.variant, "start": first, "plies": plies})
}

/// The rulebooks' variants, and those of the test that extend them, in one book.
fn shelf(folder: &Folder, tables: &[Table]) {
    for entry in fs::read_dir(content()).unwrap() {
        for file in fs::read_dir(entry.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if name.ends_with(".toml") && !["book.toml", "source.toml"].contains(&name) {
                folder.write(&format!("games/{name}"), fs::read_to_string(&path).unwrap());
            }
        }
    }
    folder.write(
        "games/orthodox.toml",
        "title = \"Orthodox\"\nextends = \"chess\"\n",
    );
    for table in tables {
        if let Some((base, more)) = table.extends {
            let more = if more == SOMEWHERE {
                somewhere(&kit::content::variant(base))
            } else {
                more.to_string()
            };
            let text = format!(
                "title = \"{}\"\nextends = \"{base}\"\n{more}",
                table.variant
            );
            folder.write(&format!("games/{}.toml", table.variant), &text);
        }
    }
    let book = "title = \"Games\"\nvariant = \"orthodox\"\n[[chapter]]\npages = [\"index.md\"]\n";
    folder.write("games/book.toml", book);
    folder.write("games/index.md", "# Games\n\nTo play.\n");
}

/// A setup of one piece of each side.
fn somewhere(rules: &Rules) -> String {
    let variant = &rules.variant;
    let kind = variant.kind_ids().next().unwrap();
    let [white, black] = Side::BOTH.map(|side| variant.stands_on(kind, side));
    let name = |cell: Option<Cell>| variant.board.name(cell.unwrap());
    let text = SOMEWHERE.replace("PIECE", &variant.kind(kind).id);
    text.replace("WHITE", name(white.iter().next()))
        .replace("BLACK", name(black.iter().last()))
}

/// Lets the script answer games and says what it answered otherwise.
fn compare(book: &Path, games: &str) -> (usize, Vec<Value>) {
    let path = book.join("games.questions");
    fs::write(&path, games).unwrap();
    let mut lines = drive("play.mjs", book, &[path.to_str().unwrap()]);
    let last = lines.pop().unwrap();
    (last["plies"].as_u64().unwrap() as usize, lines)
}

#[test]
fn the_page_knows_the_same_legal_moves_as_the_program() {
    let (folder, tables) = (Folder::new("played"), tables());
    shelf(&folder, &tables);
    let mut session = Session::new(folder.top(), &[]);
    let (mut dice, mut text, mut plies) = (Random(18), String::new(), 0);
    for table in &tables {
        let rules = rules(&mut session, table.variant);
        for _ in 0..table.games {
            let game = played(table, &rules, &mut dice);
            plies += game["plies"].as_array().unwrap().len();
            writeln!(text, "{game}").unwrap();
        }
    }
    let site = Site::of(folder.top(), "played-site");
    let (answered, wrong) = compare(&site.folder().join("games"), &text);
    let shown: String = wrong
        .iter()
        .take(6)
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(wrong.is_empty(), "{} plies differ:\n{shown}", wrong.len());
    assert_eq!(answered, plies);
    assert!(plies > 2000, "{plies} plies are few");
}

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
        "Stopped before 1… zz: there is no such legal move. White played d3-d5. Black to move.",
        "d3-d5",
    ),
    (
        "open:#play=waterloo/%E0%A4",
        "The address does not contain a game. White played d3-d5. Black to move.",
        "d3-d5",
    ),
    (
        "paste:1. e3-e5 d8-d6 2. e5:d6 {takes} c9:d6",
        "Stopped before 2… c9:d6: there is no such legal move. White played e5:d6. Black to move.",
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
    assert!(
        last["unscripted"]
            .as_str()
            .unwrap()
            .contains("if scripts are allowed"),
        "{last}"
    );
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
