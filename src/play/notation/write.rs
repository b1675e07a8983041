//! Writes moves.

use super::read::{DRIVEN, TELEPORTED, TRAVELS, TURNS, file_of};
use crate::model::{Cell, PieceId, Style};
use crate::play::arbiter::Arbiter;
use crate::play::effect::{Effect, Manner, Move, Moves};
use crate::play::state::State;

/// What a move does to the enemy's king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threatens {
    Nothing,
    Check,
    Mate,
}

impl Arbiter<'_, '_> {
    /// A legal move as the variant's notation writes it. `moves` are all that are legal.
    pub fn written(&mut self, state: &mut State, moves: &Moves, found: &Move) -> String {
        let sign = match self.game.variant().notation.style {
            Style::Coordinates => Threatens::Nothing,
            Style::Long | Style::Short => self.threatens(state, moves, found),
        };
        self.without_sign(moves, found) + self.sign(sign)
    }

    pub(in crate::play) fn sign(&self, threatens: Threatens) -> &str {
        let notation = &self.game.variant().notation;
        match threatens {
            _ if notation.style == Style::Coordinates => "",
            Threatens::Nothing => "",
            Threatens::Check => &notation.check,
            Threatens::Mate => notation.mate.as_ref().unwrap_or(&notation.check),
        }
    }

    /// Whether a move gives check or mates.
    pub(in crate::play) fn threatens(&mut self, state: &mut State, moves: &Moves, found: &Move) -> Threatens {
        let undo = self.play(state, moves, found);
        let side = state.to_move;
        let threatens = if !self.in_check(state, side) {
            Threatens::Nothing
        } else if self.has_legal_move(state) {
            Threatens::Check
        } else {
            Threatens::Mate
        };
        self.take_back(state, moves, found, undo);
        threatens
    }

    fn has_legal_move(&mut self, state: &mut State) -> bool {
        let mut answers = std::mem::take(&mut self.answers);
        self.legal(state, &mut answers);
        let some = !answers.is_empty();
        self.answers = answers;
        some
    }

    /// A move without a sign of check.
    pub(in crate::play) fn without_sign(&self, moves: &Moves, found: &Move) -> String {
        let variant = self.game.variant();
        if let Some(castling) = found.castling {
            return self.game.castling_name(castling).to_string();
        }
        let notation = &variant.notation;
        let name = |cell| variant.board.name(cell);
        let change = self.written_change(moves, found).map(|piece| self.letter(piece));
        let (Some(from), Some(piece), Manner::Plain) = (found.from, found.piece, found.manner) else {
            return self.by_others(moves, found);
        };
        // A part has its letter in any case, as it is not the man who stands there.
        let plain = notation.plain == Some(piece) && !moves.parts(found);
        let letter = if plain { "" } else { self.letter(piece) };
        let driven = self.driven(moves, found);
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
                let from =
                    if plain && strikes { self.file(from) } else { self.told_apart(moves, found, from) };
                format!("{letter}{from}{}{}{change}{driven}{count}", sign(), name(found.to))
            }
        }
    }

    /// What the text of a move says a piece becomes by it.
    pub(in crate::play) fn written_change(&self, moves: &Moves, found: &Move) -> Option<PieceId> {
        let same = |other: &&Move| {
            (other.from, other.to, other.piece, other.manner)
                == (found.from, found.to, found.piece, found.manner)
        };
        let becomes = moves.becomes(found);
        let has_choice = || moves.iter().filter(same).any(|other| moves.becomes(other) != becomes);
        becomes.filter(|_| self.game.variant().notation.forced_change || has_choice())
    }

    /// A man who comes out of hand, or whom others put elsewhere; who turns others; a cell that travels.
    fn by_others(&self, moves: &Moves, found: &Move) -> String {
        let variant = self.game.variant();
        let (board, notation) = (&variant.board, &variant.notation);
        let letter = found.piece.map_or("", |piece| self.letter(piece));
        let (from, to) = (found.from.map_or("", |from| board.name(from)), board.name(found.to));
        let change = self.written_change(moves, found);
        let change = change.map(|piece| notation.promotion.clone() + self.letter(piece));
        let change = change.unwrap_or_default();
        match found.manner {
            Manner::Plain => {
                let (before, behind) = &notation.drop;
                format!("{before}{letter}{behind}{to}{change}")
            }
            Manner::Teleported if found.from == Some(found.to) => format!("{letter}{from}{TELEPORTED}"),
            Manner::Teleported => {
                let sign = if moves.taken(found).next().is_some() { &notation.capture } else { "" };
                format!("{letter}{from}{TELEPORTED}{sign}{to}{change}")
            }
            Manner::Rotates { clockwise } => format!("{letter}{from}{}", TURNS[usize::from(!clockwise)]),
            Manner::Travels => format!("{from}{TRAVELS}{to}{}", self.volunteers(moves, found)),
        }
    }

    /// The cells of those who go with a cell and need not: `,k3,m3`.
    fn volunteers(&self, moves: &Moves, found: &Move) -> String {
        let board = &self.game.variant().board;
        let need_not = |cell: Cell| {
            let beside = |from: Cell| self.game.travels.iter().any(|rule| rule.is_outside(board, from, cell));
            found.from != Some(cell) && !found.from.is_some_and(beside)
        };
        let carried = moves.effects(found).iter().filter_map(|effect| match effect {
            Effect::Carry { from, .. } if need_not(*from) => Some(format!(",{}", board.name(*from))),
            _ => None,
        });
        carried.collect()
    }

    /// Where the man is driven who stood where a move ends, if the move could do otherwise.
    fn driven(&self, moves: &Moves, found: &Move) -> String {
        let same = |other: &&Move| (other.from, other.to) == (found.from, found.to);
        let others = || moves.iter().filter(same).map(|other| moves.driven(other));
        match moves.driven(found) {
            Some(cell) if others().any(|other| other != Some(cell)) => {
                format!("{DRIVEN}{}", self.game.variant().board.name(cell))
            }
            _ => String::new(),
        }
    }

    fn letter(&self, piece: PieceId) -> &str {
        &self.game.variant().piece(piece).letter
    }

    fn file(&self, cell: Cell) -> String {
        file_of(self.game.variant().board.name(cell)).to_string()
    }

    /// What of a man's cell tells him from others of his piece who can go to the same cell: his file, else his
    /// rank, else the whole.
    fn told_apart(&self, moves: &Moves, found: &Move, from: Cell) -> String {
        let board = &self.game.variant().board;
        let same = |other: &&Move| other.piece == found.piece && other.to == found.to;
        let rivals: Vec<Cell> =
            moves.iter().filter(same).filter_map(|other| other.from).filter(|other| *other != from).collect();
        let (name, file) = (board.name(from), self.file(from));
        let rank = &name[file.len()..];
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|other| self.file(*other) != file) {
            file
        } else if rivals.iter().all(|other| board.name(*other)[self.file(*other).len()..] != *rank) {
            rank.to_string()
        } else {
            name.to_string()
        }
    }
}

/// The sign of capture, twice where more than one is taken.
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
