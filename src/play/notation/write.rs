//! Writes moves: in coordinates, in long algebraic notation, or in short (SAN).

use super::read::{DRIVEN, TELEPORTED, TRAVELS, TURNS, Threatens, file_of};
use crate::model::{Cell, KindId, Style};
use crate::play::attack::in_check;
use crate::play::effect::{Effect, Move, MoveManner, Moves};
use crate::play::game::Game;
use crate::play::legal::legal_moves;
use crate::play::repetition::{make, unmake};
use crate::play::scratch::Scratch;
use crate::play::state::State;

/// A legal move as the variant's notation writes it. `moves` are all that are legal.
pub fn move_text(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    moves: &Moves,
    found: &Move,
) -> String {
    let sign = match game.variant().notation.style {
        Style::Coordinates => Threatens::Nothing,
        Style::Long | Style::Short => threatens(game, state, scratch, moves, found),
    };
    bare_text(game, moves, found) + check_sign(game, sign)
}

pub(in crate::play) fn check_sign<'a>(game: &'a Game<'_>, threatens: Threatens) -> &'a str {
    let notation = &game.variant().notation;
    match threatens {
        _ if notation.style == Style::Coordinates => "",
        Threatens::Nothing => "",
        Threatens::Check => &notation.check,
        Threatens::Mate => notation.mate.as_ref().unwrap_or(&notation.check),
    }
}

/// Whether a move gives check or mates.
pub(in crate::play) fn threatens(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    moves: &Moves,
    found: &Move,
) -> Threatens {
    let undo = make(game, state, scratch, moves, found);
    let side = state.to_move;
    let threatens = if !in_check(game, state, scratch, side) {
        Threatens::Nothing
    } else if has_legal_move(game, state, scratch) {
        Threatens::Check
    } else {
        Threatens::Mate
    };
    unmake(game, state, moves, found, undo);
    threatens
}

fn has_legal_move(game: &Game<'_>, state: &mut State, scratch: &mut Scratch) -> bool {
    let mut answers = std::mem::take(&mut scratch.answers);
    legal_moves(game, state, scratch, &mut answers);
    let some = !answers.is_empty();
    scratch.answers = answers;
    some
}

/// A move without a sign of check.
pub(in crate::play) fn bare_text(game: &Game<'_>, moves: &Moves, found: &Move) -> String {
    let variant = game.variant();
    if let Some(castling) = found.castling {
        return game.castling_name(castling).to_string();
    }
    let notation = &variant.notation;
    let name = |cell| variant.board.name(cell);
    let change = written_change(game, moves, found).map(|kind| letter_of(game, kind));
    let (Some(from), Some(kind), MoveManner::Plain) = (found.from, found.kind, found.manner) else {
        return displacement_text(game, moves, found);
    };
    // A part has its letter in any case, as it is not the piece that stands there.
    let plain = notation.plain == Some(kind) && !moves.parts(found);
    let letter = if plain { "" } else { letter_of(game, kind) };
    let driven = driven(game, moves, found);
    let strikes = moves.strikes(found);
    let sign = || if strikes { many(&notation.capture, moves, found) } else { notation.quiet.clone() };
    let change_of = |letter: Option<&str>| letter.map(|letter| notation.promotion.clone() + letter);
    match notation.style {
        Style::Coordinates => {
            let change = change.map(str::to_lowercase).unwrap_or_default();
            let part = if moves.parts(found) { letter } else { "" };
            format!("{part}{}{}{change}{driven}", name(from), name(found.to))
        }
        Style::Long => {
            let (change, count) = (change_of(change).unwrap_or_default(), count(moves, found));
            format!("{letter}{}{}{}{change}{driven}{count}", name(from), sign(), name(found.to))
        }
        Style::Short => {
            let (change, count) = (change_of(change).unwrap_or_default(), count(moves, found));
            let from = if plain && strikes {
                file_name(game, from)
            } else {
                disambiguation(game, moves, found, from)
            };
            format!("{letter}{from}{}{}{change}{driven}{count}", sign(), name(found.to))
        }
    }
}

/// What the text of a move says a piece becomes by it.
pub(in crate::play) fn written_change(game: &Game<'_>, moves: &Moves, found: &Move) -> Option<KindId> {
    let same = |other: &&Move| {
        (other.from, other.to, other.kind, other.manner) == (found.from, found.to, found.kind, found.manner)
    };
    let becomes = moves.becomes(found);
    let has_choice = || moves.iter().filter(same).any(|other| moves.becomes(other) != becomes);
    becomes.filter(|_| game.variant().notation.forced_change || has_choice())
}

/// A piece that comes out of hand, or that others put elsewhere; one that turns others; a cell that travels.
fn displacement_text(game: &Game<'_>, moves: &Moves, found: &Move) -> String {
    let variant = game.variant();
    let (board, notation) = (&variant.board, &variant.notation);
    let letter = found.kind.map_or("", |kind| letter_of(game, kind));
    let (from, to) = (found.from.map_or("", |from| board.name(from)), board.name(found.to));
    let change = written_change(game, moves, found);
    let change = change.map(|kind| notation.promotion.clone() + letter_of(game, kind));
    let change = change.unwrap_or_default();
    match found.manner {
        MoveManner::Plain => {
            let (before, behind) = &notation.drop;
            format!("{before}{letter}{behind}{to}{change}")
        }
        MoveManner::Teleported if found.from == Some(found.to) => format!("{letter}{from}{TELEPORTED}"),
        MoveManner::Teleported => {
            let sign = if moves.taken(found).next().is_some() { &notation.capture } else { "" };
            format!("{letter}{from}{TELEPORTED}{sign}{to}{change}")
        }
        MoveManner::Rotates { clockwise } => format!("{letter}{from}{}", TURNS[usize::from(!clockwise)]),
        MoveManner::Travels => format!("{from}{TRAVELS}{to}{}", volunteers(game, moves, found)),
    }
}

/// The cells of those that go with a cell and need not: `,k3,m3`.
fn volunteers(game: &Game<'_>, moves: &Moves, found: &Move) -> String {
    let board = &game.variant().board;
    let need_not = |cell: Cell| {
        let beside = |from: Cell| game.travels.iter().any(|rule| rule.is_outside(board, from, cell));
        found.from != Some(cell) && !found.from.is_some_and(beside)
    };
    let carried = moves.effects(found).iter().filter_map(|effect| match effect {
        Effect::Carry { from, .. } if need_not(*from) => Some(format!(",{}", board.name(*from))),
        _ => None,
    });
    carried.collect()
}

/// Where the piece is driven that stood where a move ends, if the move could do otherwise.
fn driven(game: &Game<'_>, moves: &Moves, found: &Move) -> String {
    let same = |other: &&Move| (other.from, other.to) == (found.from, found.to);
    let others = || moves.iter().filter(same).map(|other| moves.driven(other));
    match moves.driven(found) {
        Some(cell) if others().any(|other| other != Some(cell)) => {
            format!("{DRIVEN}{}", game.variant().board.name(cell))
        }
        _ => String::new(),
    }
}

fn letter_of<'a>(game: &'a Game<'_>, kind: KindId) -> &'a str {
    &game.variant().kind(kind).letter
}

fn file_name(game: &Game<'_>, cell: Cell) -> String {
    file_of(game.variant().board.name(cell)).to_string()
}

/// What of a piece's cell distinguishes it from others of its kind that can go to the same cell: its file, else its
/// rank, else the whole.
fn disambiguation(game: &Game<'_>, moves: &Moves, found: &Move, from: Cell) -> String {
    let board = &game.variant().board;
    let same = |other: &&Move| other.kind == found.kind && other.to == found.to;
    let rivals: Vec<Cell> =
        moves.iter().filter(same).filter_map(|other| other.from).filter(|other| *other != from).collect();
    let (name, file) = (board.name(from), file_name(game, from));
    let rank = &name[file.len()..];
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|other| file_name(game, *other) != file) {
        file
    } else if rivals.iter().all(|other| board.name(*other)[file_name(game, *other).len()..] != *rank) {
        rank.to_string()
    } else {
        name.to_string()
    }
}

/// The sign of capture as often as a move's text has it.
pub(in crate::play) fn many(sign: &str, moves: &Moves, found: &Move) -> String {
    sign.repeat(moves.taken(found).count().clamp(1, 2))
}

/// How many are taken, where two signs do not say it.
fn count(moves: &Moves, found: &Move) -> String {
    match moves.taken(found).count() {
        0..=2 => String::new(),
        many => format!("({many})"),
    }
}
