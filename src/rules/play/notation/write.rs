//! Writes moves: in coordinates, in long algebraic notation, or in short (SAN).

use std::collections::BTreeMap;

use super::alternatives::{Alternatives, displaced_to};
use super::read::{DRIVEN, PASS, SECOND, TELEPORTED, TRAVELS, TURNS, Threatens, file_of};
use crate::model::{Cell, CellSet, KindId, Style};
use crate::play::effect::{Effect, EffectVerb, Move, MoveManner, Moves, of_verb};
use crate::play::game::Game;
use crate::play::in_play::Play;
use crate::play::scratch::Scratch;
use crate::play::state::State;

/// Writes one of the legal `moves` in the variant's notation.
pub fn move_text(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    moves: &Moves,
    mv: &Move,
) -> String {
    with_sign(game, state, scratch, moves, mv, bare_text(game, moves, mv))
}

/// Adds the check symbol of one of the legal `moves` to its text.
pub fn with_sign(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    moves: &Moves,
    mv: &Move,
    text: String,
) -> String {
    let sign = match game.variant().notation.style {
        Style::Coordinates => Threatens::Nothing,
        Style::Long | Style::Short => threatens(&mut Play::new(game, state, scratch), moves, mv),
    };
    text + check_sign(game, sign)
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

/// Returns what a move does to the enemy's king.
pub(in crate::play) fn threatens(play: &mut Play<'_>, moves: &Moves, mv: &Move) -> Threatens {
    // A pass does nothing to a king. In a turn of several moves a king may be in check from before.
    if mv.manner == MoveManner::Passes {
        return Threatens::Nothing;
    }
    let side = mv.side.other();
    let (effects, en_passant) = (moves.effects(mv), moves.en_passant(mv));
    // Making the move records the position, which may list the enemy's moves; few moves give check.
    if !play.after(effects, en_passant, |play| play.in_check(side)) {
        return Threatens::Nothing;
    }
    let undo = play.make(moves, mv);
    let threatens = match play.has_open_move() {
        true => Threatens::Check,
        false => Threatens::Mate,
    };
    play.unmake(moves, mv, undo);
    threatens
}

/// Writes one of the legal `moves` without a check symbol. Two legal moves with different effects
/// never have the same text.
pub fn bare_text(game: &Game<'_>, moves: &Moves, mv: &Move) -> String {
    let writer = MoveWriter::new(game, moves);
    let text = writer.text_with(mv, &count_text(moves, mv));
    let differs =
        |other: &&Move| ends(other) == ends(mv) && moves.effects(other) != moves.effects(mv);
    let mut rivals = moves.iter().filter(differs);
    match rivals.any(|other| writer.text_with(other, &count_text(moves, other)) == text) {
        true => writer.text_with(mv, &capture_list(game, moves, mv)),
        false => text,
    }
}

/// Writes all of the legal `moves` without check symbols, each as [`bare_text`] does.
pub fn bare_texts(game: &Game<'_>, moves: &Moves) -> Vec<String> {
    let writer = MoveWriter::new(game, moves);
    let mut texts: Vec<String> = moves
        .iter()
        .map(|mv| writer.text_with(mv, &count_text(moves, mv)))
        .collect();
    // The first move with these ends and this text, and whether another does something else.
    let mut namesakes: BTreeMap<_, (&Move, bool)> = BTreeMap::new();
    for (mv, text) in moves.iter().zip(&texts) {
        let (first, differ) = namesakes.entry((ends(mv), text)).or_insert((mv, false));
        *differ |= moves.effects(first) != moves.effects(mv);
    }
    let unclear: Vec<bool> = moves
        .iter()
        .zip(&texts)
        .map(|(mv, text)| namesakes[&(ends(mv), text)].1)
        .collect();
    for (index, mv) in moves
        .iter()
        .enumerate()
        .filter(|(index, _)| unclear[*index])
    {
        texts[index] = writer.text_with(mv, &capture_list(game, moves, mv));
    }
    texts
}

/// Returns what moves have in common that could be taken for one another.
fn ends(mv: &Move) -> (Option<Cell>, Cell, MoveManner, Option<u16>) {
    (mv.from, mv.to, mv.manner, mv.castling)
}

/// Writes the additional effects that a side has chosen: `/H`, `/Dd5`, or `/Da1d5` if several
/// pieces could have gone. The cell is left out where a piece comes onto the cell that the move has
/// left.
pub(in crate::play) fn second_acts(game: &Game<'_>, moves: &Moves, mv: &Move) -> String {
    if !game.term_rules.have_choices {
        return String::new();
    }
    let act = |effect: &Effect| {
        let to = game.cell_name(effect.to()?);
        let (from, to) = match effect.verb {
            EffectVerb::Gate if mv.castling.is_none() && mv.from == effect.to() => ("", ""),
            EffectVerb::Gate => ("", to),
            EffectVerb::Place if game.term_rules.adds(effect.piece) => ("", to),
            EffectVerb::Teleport if mv.manner == MoveManner::Plain => {
                let from = effect.from().filter(|_| mv.chooses_piece);
                (from.map_or("", |from| game.cell_name(from)), to)
            }
            _ => return None,
        };
        let kind = effect.piece.kind?;
        Some(format!("{SECOND}{}{from}{to}", game.letter(kind)))
    };
    moves.effects(mv).iter().filter_map(act).collect()
}

/// Writes moves of a list.
struct MoveWriter<'a, 'g> {
    game: &'a Game<'g>,
    moves: &'a Moves,
    others: Alternatives,
}

impl<'a, 'g> MoveWriter<'a, 'g> {
    fn new(game: &'a Game<'g>, moves: &'a Moves) -> MoveWriter<'a, 'g> {
        let others = Alternatives::among(moves);
        MoveWriter {
            game,
            moves,
            others,
        }
    }

    /// Writes a move without a check symbol. `captured` is the end of the text, about the captures.
    fn text_with(&self, mv: &Move, captured: &str) -> String {
        self.first_act(mv, captured) + &second_acts(self.game, self.moves, mv)
    }

    fn first_act(&self, mv: &Move, captured: &str) -> String {
        let (game, moves) = (self.game, self.moves);
        if let Some(castling) = mv.castling {
            return game.castling_name(castling).to_string();
        }
        let notation = &game.variant().notation;
        let letter = mv.kind.map_or("", |kind| game.letter(kind));
        let (from, to) = (
            mv.from.map_or("", |from| game.cell_name(from)),
            game.cell_name(mv.to),
        );
        let into = self.change(mv).map(|kind| game.letter(kind));
        let change = into
            .map(|into| notation.promotion.clone() + into)
            .unwrap_or_default();
        match (mv.manner, mv.from) {
            (MoveManner::Plain, None) => {
                let (before, behind) = &notation.drop;
                format!("{before}{letter}{behind}{to}{change}{captured}")
            }
            (MoveManner::Plain, Some(start)) => {
                let (is_part, captures) =
                    (moves.moves_only_part(mv), moves.is_written_as_capture(mv));
                // The letter of a part is always written, because the part is not the piece on the
                // cell.
                let is_plain = notation.plain == mv.kind && !is_part;
                let letter = if is_plain { "" } else { letter };
                let sign = if captures {
                    repeat_sign(&notation.capture, moves, mv)
                } else {
                    notation.quiet.clone()
                };
                let push = self.push_text(mv);
                match notation.style {
                    Style::Coordinates => {
                        let into = into.map(str::to_lowercase).unwrap_or_default();
                        let part = if is_part { letter } else { "" };
                        // This style does not write the number of captured pieces.
                        let captured = if captured.contains(|c: char| c.is_alphabetic()) {
                            captured
                        } else {
                            ""
                        };
                        format!("{part}{from}{to}{into}{push}{captured}")
                    }
                    Style::Long => format!("{letter}{from}{sign}{to}{change}{push}{captured}"),
                    Style::Short => {
                        let from = self.disambiguation(mv, start, &sign, is_plain && captures);
                        format!("{letter}{from}{sign}{to}{change}{push}{captured}")
                    }
                }
            }
            (MoveManner::Teleported, _) if mv.from == Some(mv.to) => {
                format!("{letter}{from}{TELEPORTED}{captured}")
            }
            (MoveManner::Teleported, _) => {
                let sign = if moves.captures(mv).next().is_some() {
                    &notation.capture
                } else {
                    ""
                };
                format!("{letter}{from}{TELEPORTED}{sign}{to}{change}{captured}")
            }
            (MoveManner::Rotates { clockwise }, _) => {
                let changes = self.promotions_of_others(mv);
                format!(
                    "{letter}{from}{}{changes}{captured}",
                    TURNS[usize::from(!clockwise)]
                )
            }
            (MoveManner::Passes, _) => PASS.to_string(),
            (MoveManner::Travels, _) => {
                let (others, changes) = (
                    passenger_text(game, moves, mv),
                    self.promotions_of_others(mv),
                );
                format!("{from}{TRAVELS}{to}{others}{changes}{captured}")
            }
        }
    }

    /// Returns what a piece becomes, if the text of the move must say so.
    fn change(&self, mv: &Move) -> Option<KindId> {
        let is_written = self.game.variant().notation.forced_change || self.others.change(mv);
        self.moves.becomes(mv).filter(|_| is_written)
    }

    /// Writes the promotions of displaced pieces, in the order of the effects, if there is a
    /// choice: `=R=Q`.
    fn promotions_of_others(&self, mv: &Move) -> String {
        if !self.others.promote_others(self.moves, mv) {
            return String::new();
        }
        let sign = &self.game.variant().notation.promotion;
        let promotions = of_verb(self.moves.effects(mv), EffectVerb::Promote);
        promotions
            .filter_map(Effect::becomes)
            .map(|kind| format!("{sign}{}", self.game.letter(kind)))
            .collect()
    }

    /// Writes the new cell of the piece that stood on the destination, if a move with the same
    /// ends could put it elsewhere.
    fn push_text(&self, mv: &Move) -> String {
        match displaced_to(self.moves, mv) {
            Some(cell) if self.others.displace(mv) => {
                format!("{DRIVEN}{}", self.game.cell_name(cell))
            }
            _ => String::new(),
        }
    }

    /// Returns the part of a piece's cell that distinguishes it from others of its kind that can
    /// go to the same cell: the file, else the rank, else the whole cell. A capture by a piece
    /// without a letter always has its file.
    fn disambiguation(&self, mv: &Move, from: Cell, sign: &str, needs_file: bool) -> &'a str {
        let game = self.game;
        let rivals = self.others.origins(mv) - [from].into_iter().collect();
        let rank_of = |cell| &game.cell_name(cell)[file_name(game, cell).len()..];
        let (file, rank) = (file_name(game, from), rank_of(from));
        // Without a symbol between them, a file and a cell may be ambiguous: `aab5` is `a` and
        // `ab5`, or `aa` and `b5`.
        let is_clear = !sign.is_empty()
            || game
                .variant()
                .board
                .files()
                .iter()
                .all(|file| file.len() == 1);
        if rivals.is_empty() && !needs_file {
            ""
        } else if is_clear && rivals.iter().all(|other| file_name(game, other) != file) {
            file
        } else if !needs_file && rivals.iter().all(|other| rank_of(other) != rank) {
            rank
        } else {
            game.cell_name(from)
        }
    }
}

/// Returns what a piece becomes, if the text of the move must say so.
pub(in crate::play) fn written_change(game: &Game<'_>, moves: &Moves, mv: &Move) -> Option<KindId> {
    MoveWriter::new(game, moves).change(mv)
}

/// Writes the cells of the pieces that go with a travelling cell by choice: `,k3,m3`.
fn passenger_text(game: &Game<'_>, moves: &Moves, mv: &Move) -> String {
    let board = &game.variant().board;
    let by_choice = |cell: Cell| {
        // The text must not depend on which other cells are absent.
        let beside = |from: Cell| {
            game.travels
                .iter()
                .any(|rule| rule.is_outside(board, &CellSet::EMPTY, from, cell))
        };
        mv.from != Some(cell) && !mv.from.is_some_and(beside)
    };
    let carried = of_verb(moves.effects(mv), EffectVerb::Carry);
    carried
        .filter_map(Effect::from)
        .filter(|from| by_choice(*from))
        .map(|from| format!(",{}", game.cell_name(from)))
        .collect()
}

fn file_name<'a>(game: &'a Game<'_>, cell: Cell) -> &'a str {
    file_of(game.cell_name(cell))
}

/// Returns the capture symbol, doubled if a move captures several pieces.
pub(in crate::play) fn repeat_sign(sign: &str, moves: &Moves, mv: &Move) -> String {
    sign.repeat(moves.written_captures(mv).clamp(1, 2))
}

/// Writes the number of captured pieces, if it is more than two.
fn count_text(moves: &Moves, mv: &Move) -> String {
    match moves.written_captures(mv) {
        0..=2 => String::new(),
        many => format!("({many})"),
    }
}

/// Writes the cells of the pieces that are captured, or that pushed pieces leave and come to: `(f7,g6)`.
fn capture_list(game: &Game<'_>, moves: &Moves, mv: &Move) -> String {
    let cells = moves.told_apart_by(mv);
    let names: Vec<&str> = cells.iter().map(|cell| game.cell_name(cell)).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!("({})", names.join(","))
    }
}
