//! What is played at random: the variants with a setup, and others from positions with pieces anywhere.

use std::fs;

use kit::content::is_variant;
use kit::folder::{Folder, content, root};
use kit::random::Random;
use padma_rules::model::{Cell, CellKind, KindId, Piece, Side, Variant};
use padma_rules::play::{Game, State};
use padma_rules::reach::Rules;

/// What is played: a variant, and from what kind of positions.
pub(crate) struct Table {
    pub(crate) variant: &'static str,
    /// The variant that it extends, where it is one of the test's own, and what it says besides.
    pub(crate) extends: Option<(&'static str, &'static str)>,
    pub(crate) games: usize,
    pub(crate) plies: usize,
    /// How many pieces stand on the board at random, of a hundred cells; the setup otherwise.
    pub(crate) share: Option<usize>,
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

pub(crate) fn tables() -> Vec<Table> {
    vec![
        from_setup("orthodox", 1, 50),
        crowded("orthodox-crowded", ("orthodox", ""), 2, 20, 30),
        from_setup("waterloo", 1, 50),
        crowded("waterloo-crowded", ("waterloo", ""), 2, 20, 30),
        from_setup("rotary-chess", 1, 50),
        crowded("rotary-crowded", ("rotary-chess", ""), 3, 20, 30),
        from_setup("ben39", 1, 40),
        crowded("ben39-crowded", ("ben39", ""), 2, 10, 25),
        crowded("lotus-39-set", ("lotus-39", SOMEWHERE), 3, 20, 30),
        crowded("lotus-41-set", ("lotus-41", SOMEWHERE), 1, 20, 30),
        crowded("turtle-set", ("turtle", SOMEWHERE), 2, 20, 25),
        crowded(
            "turtle-japanese-set",
            ("turtle-japanese", SOMEWHERE),
            1,
            20,
            25,
        ),
        crowded("chessma-84-set", ("chessma-84", SOMEWHERE), 2, 4, 35),
        crowded("no-corner-set", ("no-corner-rule", SOMEWHERE), 1, 3, 45),
        crowded("odd", ("orthodox", ODD), 3, 30, 30),
        crowded("carriers", ("orthodox", CARRIERS), 2, 30, 30),
        // Games whose rules are expressions.
        from_setup("alice", 1, 20),
        from_setup("antichess", 1, 20),
        from_setup("atomic", 1, 20),
        from_setup("circe", 1, 20),
        from_setup("crazyhouse", 1, 20),
        from_setup("duck", 1, 4),
        from_setup("extinction", 1, 20),
        from_setup("hill", 1, 20),
        from_setup("horde", 1, 20),
        from_setup("marseillais", 1, 20),
        from_setup("racing-kings", 1, 20),
        from_setup("seirawan", 1, 20),
        from_setup("shogi", 1, 20),
        from_setup("three-check", 1, 20),
        from_setup("ultima", 1, 20),
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

[[turn]]
moves = 1
pass = true
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

/// A position at random: pieces where they may stand, a royal piece of each side first, some of them unmoved, and some beside
/// the board.
pub(crate) fn placed(game: &Game<'_>, dice: &mut Random, share: usize) -> State {
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
        let stands = variant.stands_on(kind, side) - state.position().absent();
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

/// The rulebooks' variants, and those of the test that extend them, in one book.
pub(crate) fn one_book(folder: &Folder, tables: &[Table]) {
    let books = fs::read_dir(content())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    for folder_of in books.chain([root().join("tests/games")]) {
        for file in fs::read_dir(folder_of).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if is_variant(&path) {
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

/// The TOML of a setup with the pieces of a position.
pub(crate) fn setup_text(variant: &Variant, state: &State) -> String {
    let side = |side: Side| {
        let cells = |kind: KindId| {
            let own = Piece {
                side,
                kind: Some(kind),
            };
            let standing = state.position().pieces();
            let cells = standing.filter(|(_, piece)| *piece == own);
            let names: Vec<&str> = cells.map(|(cell, _)| variant.board.name(cell)).collect();
            let id = &variant.kind(kind).id;
            (!names.is_empty()).then(|| format!("{id} = \"{}\"", names.join(" ")))
        };
        let kinds: Vec<String> = variant.kind_ids().filter_map(cells).collect();
        format!("{} = {{ {} }}\n", side.name(), kinds.join(", "))
    };
    format!("[setup]\n{}{}", side(Side::White), side(Side::Black))
}
