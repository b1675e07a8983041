//! Writes moves.

use crate::model::{PieceId, Style};
use crate::play::arbiter::Arbiter;
use crate::play::effect::{Move, Moves};
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
        let takes = moves.taken(found).next().is_some();
        let change = moves.becomes(found).map(|piece| self.letter(piece));
        let plain = notation.plain == Some(found.piece);
        let letter = if plain { "" } else { self.letter(found.piece) };
        match notation.style {
            Style::Coordinates => {
                let change = change.map(str::to_lowercase).unwrap_or_default();
                format!("{}{}{change}", name(found.from), name(found.to))
            }
            Style::Long => {
                let sign = if takes { &notation.capture } else { &notation.quiet };
                let change = change.map(|letter| notation.promotion.clone() + letter).unwrap_or_default();
                format!("{letter}{}{sign}{}{change}", name(found.from), name(found.to))
            }
            Style::Short => {
                let sign = if takes { &notation.capture } else { &notation.quiet };
                let change = change.map(|letter| notation.promotion.clone() + letter).unwrap_or_default();
                let from = if plain && takes { self.file(found) } else { self.told_apart(moves, found) };
                format!("{letter}{from}{sign}{}{change}", name(found.to))
            }
        }
    }

    fn letter(&self, piece: PieceId) -> &str {
        &self.game.variant().piece(piece).letter
    }

    fn file(&self, found: &Move) -> String {
        self.game.variant().board.name(found.from).trim_end_matches(|c: char| c.is_ascii_digit()).to_string()
    }

    /// What of a man's cell tells him from others of his piece who can go to the same cell: his file, else his
    /// rank, else the whole.
    fn told_apart(&self, moves: &Moves, found: &Move) -> String {
        let board = &self.game.variant().board;
        let rivals: Vec<&Move> = moves
            .iter()
            .filter(|other| other.piece == found.piece && other.to == found.to && other.from != found.from)
            .collect();
        let (name, file) = (board.name(found.from), self.file(found));
        let rank = &name[file.len()..];
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|other| self.file(other) != file) {
            file
        } else if rivals.iter().all(|other| {
            !board.name(other.from).ends_with(rank)
                || board.name(other.from).len() - self.file(other).len() != rank.len()
        }) {
            rank.to_string()
        } else {
            name.to_string()
        }
    }
}
