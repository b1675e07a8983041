//! Imported definitions held against the engine for which they were written: the counts and games of
//! `tests/import`, made there by `corpus.py`.

use padma_expr::play::describe_outcome;
use padma_rules::model::{Occupant, Side, Variant};
use padma_rules::play::{
    Game, Moves, Scratch, State, begin_history, legal_moves, make, outcome, perft, unmake,
};
use padma_rules::reach::Rules;

use crate::import::reading::{import, read_back};

/// Deeper counts are left to the script, which may take its time.
const DEEPEST: usize = 2;
pub const MOST: u64 = 50_000;

/// Returns the rows of a file of the corpus.
pub fn corpus(file: &str) -> Vec<Vec<String>> {
    let path = kit_rules::folder::root().join("tests/import").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let fields = |line: &str| line.split('\t').map(str::to_string).collect();
    text.lines().map(fields).collect()
}

fn rules_of(name: &str) -> Rules {
    let imported = import(&format!("[game:{name}]\n"), None);
    let imported = imported.unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    Rules::new(read_back(&imported.toml))
}

fn begin(game: &Game<'_>, scratch: &mut Scratch) -> State {
    let mut state = State::setup(game).unwrap();
    begin_history(game, &mut state, scratch);
    state
}

#[test]
fn built_in_variants_have_as_many_lines_of_play_as_in_the_engine() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for row in corpus("counts.tsv") {
        let [name, origin, counts @ ..] = &row[..] else {
            panic!("{row:?}");
        };
        if origin != "built-in" {
            continue;
        }
        let rules = rules_of(name);
        let (game, mut scratch) = (Game::new(&rules), Scratch::default());
        let mut state = begin(&game, &mut scratch);
        for (depth, expected) in (1..).zip(counts.iter().take(DEEPEST)) {
            let expected: u64 = expected.parse().unwrap();
            if expected > MOST {
                continue;
            }
            let found = perft(&game, &mut state, &mut scratch, depth);
            if found != expected {
                wrong.push(format!("{name} at depth {depth}: {found}, not {expected}"));
            }
        }
        tried += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 110, "{tried}");
}

/// What a text shows of a cell. A promoted piece is marked as what it was: it is something else now.
#[derive(Debug, PartialEq)]
enum Shown {
    Empty,
    Wall,
    Piece(Side, String),
    Promoted(Side, String),
}

/// Reads the board of a FEN, from the highest rank.
fn board_of(fen: &str) -> Vec<Shown> {
    let board = fen.split('[').next().unwrap();
    let (mut shown, mut number) = (Vec::new(), 0);
    let mut chars = board.chars().peekable();
    while let Some(c) = chars.next() {
        if let Some(digit) = c.to_digit(10) {
            number = number * 10 + digit;
            if chars.peek().is_some_and(char::is_ascii_digit) {
                continue;
            }
            shown.extend((0..number).map(|_| Shown::Empty));
            number = 0;
            continue;
        }
        let side = |letter: char| match letter.is_ascii_uppercase() {
            true => Side::White,
            false => Side::Black,
        };
        shown.push(match c {
            '/' | '~' => continue,
            '*' => Shown::Wall,
            '+' => {
                let letter = chars.next().unwrap();
                Shown::Promoted(side(letter), letter.to_ascii_lowercase().to_string())
            }
            letter => Shown::Piece(side(letter), letter.to_ascii_lowercase().to_string()),
        });
    }
    shown
}

/// Whether a position looks like the text. Holes of the board are walls there.
fn looks_like(variant: &Variant, state: &State, shown: &[Shown]) -> bool {
    let cells = variant.board.rows().iter().flatten();
    let fits = |(cell, shown): (&Option<padma_rules::model::Cell>, &Shown)| {
        let Some(cell) = cell else {
            return *shown == Shown::Wall;
        };
        let position = state.position();
        let Some(piece) = position.piece(*cell) else {
            return *shown == Shown::Empty && position.occupant(*cell) == Occupant::Empty;
        };
        let kind = variant.kind(piece.kind.unwrap());
        if kind.neutral {
            return *shown == Shown::Wall;
        }
        let letter = kind.letter.to_lowercase();
        match shown {
            Shown::Piece(side, known) => {
                *side == piece.side && letter.trim_end_matches('~') == known
            }
            Shown::Promoted(side, before) => *side == piece.side && letter != *before,
            Shown::Empty | Shown::Wall => false,
        }
    };
    cells.zip(shown).all(fits)
}

/// Plays a game by the boards after its moves; the fault if it goes otherwise.
fn play(name: &str, expected: &str, moves: &[&str], boards: &[&str]) -> Result<(), String> {
    let rules = rules_of(name);
    let (game, mut scratch) = (Game::new(&rules), Scratch::default());
    let mut state = begin(&game, &mut scratch);
    for (ply, board) in boards.iter().enumerate() {
        let shown = board_of(board);
        let mut legal = Moves::default();
        legal_moves(&game, &mut state, &mut scratch, &mut legal);
        let mut found = false;
        for index in 0..legal.len() {
            let undo = make(&game, &mut state, &mut scratch, &legal, legal.get(index));
            if looks_like(game.variant(), &state, &shown) {
                found = true;
                break;
            }
            unmake(&game, &mut state, &legal, legal.get(index), undo);
        }
        if !found {
            let left = outcome(&game, &mut state, &mut scratch);
            let over = left.map_or(String::new(), |end| describe_outcome(&end, &game));
            return Err(format!(
                "{name}: move {} of {}, {}, is not legal: {} are. {over}",
                ply + 1,
                boards.len(),
                moves[ply],
                legal.len()
            ));
        }
    }
    let found =
        outcome(&game, &mut state, &mut scratch).map(|end| end.result().replace('½', "1/2"));
    match found {
        Some(found) if found == expected => Ok(()),
        found => Err(format!("{name} ended {found:?}, not {expected}")),
    }
}

#[test]
fn games_end_as_in_the_engine() {
    let mut faults = Vec::new();
    let games = corpus("games.tsv");
    for row in &games {
        let [name, expected, moves, boards] = &row[..] else {
            panic!("{row:?}");
        };
        let [moves, boards] = [moves, boards].map(|list| list.split(' ').collect::<Vec<_>>());
        faults.extend(play(name, expected, &moves, &boards).err());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(games.len() >= 30, "{}", games.len());
}
