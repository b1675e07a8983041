//! The letters of a FEN that say which castlings are still possible: `K` and `Q` for those with the outermost
//! piece on a side of the king, and the file of that piece for all others (X-FEN). Reads and writes no fields.

use super::game::Game;
use super::state::State;
use crate::castle::Castle;
use crate::model::{Cell, CellSet, Piece, Side};

/// Returns the cells of the pieces of all castlings.
pub(super) fn castlers(game: &Game<'_>) -> CellSet {
    game.castles.iter().flat_map(Castle::cells).collect()
}

/// Reads which pieces may still castle.
/// Splits `KQ(AD)k` into castlings.
pub(super) fn castling_letters(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let close = rest.find(')').filter(|_| first == '(');
        let (sign, tail) = rest.split_at(close.map_or(first.len_utf8(), |close| close + 1));
        rest = tail;
        Some(sign)
    })
}

/// Returns the castling that these letters of a FEN stand for. `K` and `Q` are those with the
/// outermost piece on that side of the king, of those whose pieces stand where they begin.
pub(super) fn castle_of<'g>(game: &'g Game<'_>, state: &State, word: &str) -> Option<&'g Castle> {
    let letters = word.trim_matches(['(', ')']);
    let side = if letters.starts_with(char::is_uppercase) {
        Side::White
    } else {
        Side::Black
    };
    let letters = letters.to_lowercase();
    let own = || {
        game.castles
            .iter()
            .filter(move |castle| castle.side == side)
    };
    let on_wing =
        own().filter(|castle| wing(game, castle) == letters && leads_its_wing(game, state, castle));
    // Of several castlings with that piece, the first in the variant's order.
    let distance = |castle: &&Castle| outermost(game, castle).1.unsigned_abs();
    let outer = on_wing
        .rev()
        .max_by_key(|castle| (stands_at_start(state, castle), distance(castle)));
    outer.or_else(|| own().find(|castle| file(game, castle) == letters))
}

/// Returns letters that stand for this castling, or for another castling of the same pieces;
/// `None` if its letters all stand for castlings of other pieces.
pub(super) fn letters_of(game: &Game<'_>, state: &State, castle: &Castle) -> Option<String> {
    let written = |letters: &str| {
        let letters = match castle.side {
            Side::White => letters.to_uppercase(),
            Side::Black => letters.to_lowercase(),
        };
        match letters.chars().count() {
            1 => letters,
            _ => format!("({letters})"),
        }
    };
    let cells: CellSet = castle.cells().collect();
    let means = |sign: &String| {
        castle_of(game, state, sign)
            .is_some_and(|other| other.cells().collect::<CellSet>() == cells)
    };
    [wing(game, castle), file(game, castle)]
        .into_iter()
        .map(written)
        .find(means)
}

/// Returns the letter of the king's side on which the outermost piece of a castling begins.
fn wing(game: &Game<'_>, castle: &Castle) -> &'static str {
    if outermost(game, castle).1 > 0 {
        "k"
    } else {
        "q"
    }
}

/// Returns the file of the outermost piece of a castling.
fn file<'g>(game: &'g Game<'_>, castle: &Castle) -> &'g str {
    let name = game.variant().board.name(outermost(game, castle).0);
    name.trim_end_matches(|c: char| !c.is_alphabetic())
}

/// Returns the first cell of the piece of a castling that begins furthest from the king, and how
/// many files it is from there towards the last file. If all begin on the king's file, the step of
/// the king counts.
fn outermost(game: &Game<'_>, castle: &Castle) -> (Cell, isize) {
    let leader = castle.leader();
    let from_leader = |cell: Cell| (cell, files_to(game, leader.from, cell));
    let pieces = castle.cells().map(from_leader);
    match pieces.max_by_key(|(_, files)| files.unsigned_abs()) {
        Some((cell, files)) if files != 0 => (cell, files),
        _ => (leader.from, from_leader(leader.to).1),
    }
}

/// Returns how many files one cell is from another towards the last file.
fn files_to(game: &Game<'_>, from: Cell, to: Cell) -> isize {
    let file = |cell: Cell| game.variant().board.info(cell).file.unwrap_or(0) as isize;
    file(to) - file(from)
}

/// Whether the outermost piece of a castling is the outermost of its kind and side on its rank: in X-FEN the
/// letter of a wing stands for that one.
fn leads_its_wing(game: &Game<'_>, state: &State, castle: &Castle) -> bool {
    let (own, files) = outermost(game, castle);
    let rank = |cell: Cell| game.variant().board.info(cell).rank;
    let piece = state.position.piece(own);
    let is_further = |(cell, other): (Cell, Piece)| {
        Some(other) == piece && rank(cell) == rank(own) && files_to(game, own, cell) * files > 0
    };
    !state.position.pieces().any(is_further)
}

/// Whether all pieces of a castling stand on their first cells.
pub(super) fn stands_at_start(state: &State, castle: &Castle) -> bool {
    castle
        .movers
        .iter()
        .all(|mover| state.position.piece(mover.from) == Some(Piece::of(castle.side, mover.kind)))
}

/// Returns the letters of the castlings that are still possible, White's first, and the cells of
/// their pieces.
pub(super) fn possible_castlings(game: &Game<'_>, state: &State) -> (String, CellSet) {
    let (mut signs, mut cells): (Vec<String>, _) = (Vec::new(), CellSet::EMPTY);
    let of_side = |side: Side| {
        game.castles
            .iter()
            .filter(move |castle| castle.side == side)
    };
    for castle in Side::BOTH.into_iter().flat_map(of_side) {
        let is_unmoved = castle.cells().all(|cell| state.unmoved.contains(cell));
        let is_possible = is_unmoved && stands_at_start(state, castle);
        let Some(sign) = letters_of(game, state, castle).filter(|_| is_possible) else {
            continue;
        };
        castle.cells().for_each(|cell| cells.insert(cell));
        if !signs.contains(&sign) {
            signs.push(sign);
        }
    }
    match signs.is_empty() {
        true => ("-".to_string(), cells),
        false => (signs.concat(), cells),
    }
}
