//! Where play begins: at the variant's setup, at a position given as a FEN, or among pieces placed by hand.
//!
//! Behind the pieces a FEN may say four things more, of which the last may be left out, then the last two, and so on:
//!
//! ```text
//! r3k2r/8/8/8/4P3/8/8/R3K2R b KQkq e3 0 1
//!                           │ │    │  │ └ the number of the move, which changes nothing
//!                           │ │    │  └ moves of either side since the last that counts
//!                           │ │    └ the cell on which a piece can be taken en passant
//!                           │ └ which castlings may still come about: `K` towards the last files, `Q` towards the first
//!                           └ the side to move
//! ```

use super::castle::Castle;
use super::game::Game;
use super::state::State;
use crate::diag::{Code, Diagnostics};
use crate::model::{Cell, CellSet, EnPassant, Mover, Piece, Position, Reserve, Side, fen};
use crate::movement::leg::Leap;
use crate::text::{Excerpt, Span};

impl State {
    /// The variant's setup, White to move; `None` where it has none.
    pub fn setup(game: &Game<'_>) -> Option<State> {
        let setup = game.variant().setup.as_ref()?;
        let mut state = State::of(game, &setup.position, &setup.reserve);
        state.unmoved = setup.position.occupied();
        Some(state)
    }

    /// Pieces that have all moved.
    pub fn of(game: &Game<'_>, position: &Position, reserve: &Reserve) -> State {
        let mut state = State::empty(game);
        state.set_absent(*position.absent());
        for (cell, piece) in position.pieces() {
            state.place(cell, Some(piece), true);
        }
        for (side, kind, pieces) in reserve.iter() {
            state.set_reserve(side, kind, pieces);
        }
        state
    }

    /// Reads a FEN; `None` if anything of it is wrong.
    ///
    /// A piece counts as unmoved where it stands as in the setup. Of the pieces of castlings only those do whose
    /// castling the text still allows; where it says nothing of castlings, all do.
    pub fn read(game: &Game<'_>, text: &Excerpt, diagnostics: &mut Diagnostics) -> Option<State> {
        let errors = diagnostics.errors();
        let variant = game.variant();
        let placement = fen::parse(text, &variant.board, &variant.kinds, diagnostics)?;
        let mut state = State::of(game, &placement.position(&variant.board), &placement.reserve);
        state.unmoved = at_home(game, &state);
        let rest = &placement.rest;
        let fields = words(rest);
        let mut fields = fields.iter().map(|range| (&rest.text()[range.clone()], rest.span(range.clone())));
        if let Some((word, span)) = fields.next() {
            state.to_move = side(word, span, diagnostics)?;
        }
        if let Some((word, span)) = fields.next() {
            let rights = rights(game, &state, word, span, diagnostics)?;
            state.unmoved = (state.unmoved - castlers(game)) | rights;
        }
        if let Some((word, span)) = fields.next().filter(|(word, _)| *word != "-") {
            let en_passant = en_passant(game, &state, word, span, diagnostics)?;
            state.set_en_passant(Some(en_passant));
        }
        for (place, (word, span)) in fields.enumerate() {
            match word.parse::<u16>() {
                Ok(quiet) if place == 0 => state.quiet = quiet,
                Ok(_) if place == 1 => {}
                _ => {
                    let message = format!("`{word}` is out of place here");
                    let expected = "expected two numbers at most, and then the end";
                    diagnostics.error(Code::FenSyntax, message, span, expected);
                }
            }
        }
        (diagnostics.errors() == errors).then_some(state)
    }
}

/// The cells of the pieces that stand as in the setup; on a board without one, all.
fn at_home(game: &Game<'_>, state: &State) -> CellSet {
    let pieces = state.position.pieces();
    let home = |(cell, piece): &(Cell, Piece)| match &game.variant().setup {
        Some(setup) => setup.position.piece(*cell) == Some(*piece),
        None => true,
    };
    pieces.filter(home).map(|(cell, _)| cell).collect()
}

/// The cells of all castlings' pieces.
fn castlers(game: &Game<'_>) -> CellSet {
    game.castles.iter().flat_map(|castle| castle.movers.iter().map(|mover| mover.from)).collect()
}

fn words(text: &Excerpt) -> Vec<std::ops::Range<usize>> {
    let (mut words, mut start) = (Vec::new(), 0);
    for word in text.text().split(' ') {
        if !word.is_empty() {
            words.push(start..start + word.len());
        }
        start += word.len() + 1;
    }
    words
}

fn side(word: &str, span: Span, diagnostics: &mut Diagnostics) -> Option<Side> {
    match word {
        "w" | "white" => Some(Side::White),
        "b" | "black" => Some(Side::Black),
        _ => {
            let message = format!("`{word}` is no side");
            diagnostics.refuse(Code::FenSyntax, message, span, "expected `w` or `b`, the side to move")
        }
    }
}

/// The pieces that may still castle.
fn rights(
    game: &Game<'_>,
    state: &State,
    word: &str,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Option<CellSet> {
    let mut pieces = CellSet::EMPTY;
    for (at, letter) in word.char_indices().filter(|_| word != "-") {
        let here = span.slice(at..at + letter.len_utf8());
        let side = if letter.is_uppercase() { Side::White } else { Side::Black };
        let castle = game.castles.iter().find(|castle| {
            castle.side == side && letters(game, castle).contains(&letter.to_ascii_lowercase())
        });
        let Some(castle) = castle else {
            let known = game.castles.iter().filter_map(|castle| {
                let letter = *letters(game, castle).first()?;
                let is_white = castle.side == Side::White;
                Some(format!("`{}`", if is_white { letter.to_ascii_uppercase() } else { letter }))
            });
            let known: Vec<String> = known.collect();
            let expected = match known.is_empty() {
                true => "expected `-`: this variant has no castling".to_string(),
                false => format!("expected `-` or some of {}", known.join(", ")),
            };
            let message = format!("`{letter}` is no castling");
            return diagnostics.refuse(Code::FenSyntax, message, here, expected);
        };
        let stands =
            |mover: &Mover| state.position.piece(mover.from) == Some(Piece { side, kind: Some(mover.kind) });
        if !castle.movers.iter().all(stands) {
            let piece = |mover: &Mover| {
                format!("the {} on {}", game.variant().kind(mover.kind).id, game.cell_name(mover.from))
            };
            let pieces: Vec<String> = castle.movers.iter().map(piece).collect();
            let message = format!("`{letter}` is a castling without its pieces");
            let expected = format!("expected {}", pieces.join(", "));
            return diagnostics.refuse(Code::FenSyntax, message, here, expected);
        }
        castle.movers.iter().for_each(|mover| pieces.insert(mover.from));
    }
    Some(pieces)
}

/// The letters that stand for a castling: `k` or `q`, and the file of its outermost piece.
fn letters(game: &Game<'_>, castle: &Castle) -> Vec<char> {
    let board = &game.variant().board;
    let file = |cell: Cell| board.info(cell).file.unwrap_or(0);
    let leader = castle.leader();
    let wing = if file(leader.to) > file(leader.from) { 'k' } else { 'q' };
    let furthest = castle.movers.iter().max_by_key(|mover| file(mover.from).abs_diff(file(leader.from)));
    let letter = furthest.and_then(|mover| board.name(mover.from).chars().next());
    [Some(wing), letter].into_iter().flatten().collect()
}

/// The piece that has just gone over a cell: the first one ahead of it, as it sees it.
fn en_passant(
    game: &Game<'_>,
    state: &State,
    word: &str,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Option<EnPassant> {
    let board = &game.variant().board;
    let Some(cell) = board.cell(word) else {
        let message = format!("`{word}` is not a cell of this board");
        let expected = "expected `-`, or the cell that a piece has just gone over";
        return diagnostics.refuse(Code::FenSyntax, message, span, expected);
    };
    let side = state.to_move.other();
    let first_ahead = |sheet| {
        let ahead = |cell: &Cell| board.leap(*cell, Leap { x: 0, y: 1 }, sheet, side);
        let piece =
            std::iter::successors(ahead(&cell), ahead).find(|cell| state.position.piece(*cell).is_some());
        piece.filter(|piece| state.position.piece(*piece).is_some_and(|piece| piece.side == side))
    };
    let passer = board.sheets().find_map(first_ahead);
    match passer {
        Some(piece) if state.position.piece(cell).is_none() => {
            Some(EnPassant { cells: CellSet::from_iter([cell]), piece })
        }
        _ => {
            let message = format!("no piece has just gone over {word}");
            let expected = format!("expected an empty cell behind a piece of {}", side.name());
            diagnostics.refuse(Code::FenSyntax, message, span, expected)
        }
    }
}
