//! A game of two people: the position that their moves have led to, and the moves that can follow.

use std::collections::{BTreeMap, BTreeSet};

use padma_expr::play::{describe_fault, describe_outcome, describe_problem};
use padma_rules::model::{Cell, KindId, Piece, Side, Variant};
use padma_rules::play::{
    Effect, EffectVerb, Game, Move, MoveManner, MoveReading, Moves, Scratch, State, bare_text,
    bare_texts, begin_history, captures_and_hands, in_check, legal_moves, make, move_text, outcome,
    read_move,
};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use padma_words::{Listing, Say, SlotValue, english, row, say};
use serde_json::{Value as Json, json};

use crate::named::indices;

/// The states of a game, kept so that a longer game that begins alike need not be replayed.
#[derive(Debug)]
pub(crate) struct Match {
    id: String,
    start: String,
    states: Vec<State>,
    plies: Vec<MatchPly>,
}

#[derive(Clone, Debug)]
struct MatchPly {
    /// The move as it was given.
    text: String,
    /// The answer to a script about it.
    row: Json,
}

impl Match {
    /// Whether this game is one of the variant `id` from this position.
    pub(crate) fn begins(&self, id: &str, start: &str) -> bool {
        (self.id.as_str(), self.start.as_str()) == (id, start)
    }

    /// Plays moves from a position: the setup, or a FEN. Returns the game and the answer.
    pub(crate) fn play(
        before: Option<Match>,
        game: &Game<'_>,
        start: &str,
        texts: &[&str],
    ) -> Result<(Match, Json), String> {
        let scratch = &mut Scratch::default();
        let mut played = match before {
            Some(played) => played,
            None => Match::begin(game, scratch, start)?,
        };
        let same = played
            .plies
            .iter()
            .zip(texts)
            .take_while(|(ply, text)| ply.text == **text)
            .count();
        played.plies.truncate(same);
        played.states.truncate(same + 1);
        let mut moves = Moves::default();
        let mut illegal = None;
        for text in &texts[same..] {
            let mut state = played.last();
            legal_moves(game, &mut state, scratch, &mut moves);
            match read_move(game, &mut state, scratch, &moves, text) {
                MoveReading::Plays {
                    index, problems, ..
                } => {
                    let mv = moves.get(index).clone();
                    let problems: Vec<String> = problems
                        .iter()
                        .map(|problem| describe_problem(problem, game))
                        .collect();
                    let row = json!({
                        "text": move_text(game, &mut state, scratch, &moves, &mv),
                        "problems": problems,
                        "ways": ways(&moves, &mv),
                        "taken": taken(&moves, &mv),
                    });
                    make(game, &mut state, scratch, &moves, &mv);
                    played.plies.push(MatchPly {
                        text: text.to_string(),
                        row,
                    });
                    played.states.push(state);
                }
                MoveReading::Illegal { fault, nearest } => {
                    illegal = Some(
                        json!({"text": text, "fault": describe_fault(&fault, game), "nearest": nearest}),
                    );
                    break;
                }
            }
        }
        let mut state = played.last();
        let outcome = outcome(game, &mut state, scratch);
        moves = Moves::default();
        if outcome.is_none() {
            legal_moves(game, &mut state, scratch, &mut moves);
        }
        if scratch.too_many_moves() {
            return Err(format!("a position has more than {} moves", Moves::MOST));
        }
        let plies: Vec<&Json> = played.plies.iter().map(|ply| &ply.row).collect();
        let answer = json!({
            "plies": plies,
            "illegal": illegal,
            "position": position(game, &state, scratch),
            "moves": move_rows(game, &moves),
            "outcome": outcome.map(|outcome| json!({
                "winner": outcome.winner().map(|side| side as usize),
                "words": describe_outcome(&outcome, game),
            })),
        });
        played.id.clone_from(&game.variant().id);
        Ok((played, answer))
    }

    /// Returns the text of a legal move after the last one played.
    pub(crate) fn text_of(&self, game: &Game<'_>, index: usize) -> Option<String> {
        let (mut state, mut moves) = (self.last(), Moves::default());
        legal_moves(game, &mut state, &mut Scratch::default(), &mut moves);
        let mv = moves.iter().nth(index)?;
        Some(bare_text(game, &moves, mv))
    }

    fn begin(game: &Game<'_>, scratch: &mut Scratch, start: &str) -> Result<Match, String> {
        let mut state = state_of(game, start).ok_or(NO_START)?;
        begin_history(game, &mut state, scratch);
        Ok(Match {
            id: String::new(),
            start: start.to_string(),
            states: vec![state],
            plies: Vec::new(),
        })
    }

    fn last(&self) -> State {
        // A game has the state from which it begins.
        self.states[self.states.len() - 1].clone()
    }
}

/// The fault of a question about a game that cannot begin.
pub(crate) const NO_START: &str = "the game has no position to begin from";

/// Returns the position from which a game begins: the setup, or a FEN.
pub(crate) fn state_of(game: &Game<'_>, start: &str) -> Option<State> {
    if start.is_empty() {
        return State::setup(game);
    }
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("start", start);
    let text = Excerpt::verbatim(start, sources.whole(id));
    State::read(game, &text, &mut diagnostics)
}

/// Returns from where and to where a move takes each piece or cell.
pub(crate) fn ways(moves: &Moves, mv: &Move) -> Vec<[usize; 2]> {
    let ways = moves.effects(mv).iter().filter_map(Effect::ends);
    let whole = |[from, to]: [Cell; 2]| [from, moves.goes_on(mv, to).unwrap_or(to)];
    ways.map(|way| whole(way).map(Cell::index)).collect()
}

/// Returns the captured pieces that do not go into hand, as numbers of side and kind.
fn taken(moves: &Moves, mv: &Move) -> Vec<[usize; 2]> {
    let lost = captures_and_hands(moves.effects(mv)).filter(|(.., is_kept)| !is_kept);
    lost.filter_map(|(piece, ..)| Some([piece.side as usize, piece.kind?.index()]))
        .collect()
}

/// Returns all that can be drawn of a position.
fn position(game: &Game<'_>, state: &State, scratch: &mut Scratch) -> Json {
    let variant = game.variant();
    let pieces = state.position().pieces();
    let pieces: Vec<[usize; 3]> = pieces
        .filter_map(|(cell, piece)| Some([cell.index(), piece.side as usize, piece.kind?.index()]))
        .collect();
    let hand: Vec<[usize; 3]> = Side::BOTH
        .into_iter()
        .flat_map(|side| variant.kind_ids().map(move |kind| (side, kind)))
        .map(|(side, kind)| (side, kind, state.reserve(side, kind)))
        .filter(|(_, _, count)| *count > 0)
        .map(|(side, kind, count)| [side as usize, kind.index(), usize::from(count)])
        .collect();
    json!({
        "pieces": pieces,
        "hand": hand,
        "absent": indices(&state.position().absent()),
        "to_move": state.to_move() as usize,
        "checked": checked(game, state, scratch),
    })
}

/// Returns the cells of the royal pieces that are in check, if the side to move is.
fn checked(game: &Game<'_>, state: &State, scratch: &mut Scratch) -> Vec<usize> {
    let side = state.to_move();
    if !in_check(game, state, scratch, side) {
        return Vec::new();
    }
    let variant = game.variant();
    let is_royal = |(_, piece): &(Cell, Piece)| {
        piece.side == side && piece.kind.is_some_and(|kind| variant.kind(kind).royal)
    };
    let royals = state.position().pieces().filter(is_royal);
    royals.map(|(cell, _)| cell.index()).collect()
}

/// Returns the answer to a script about the legal moves, a row for each. A row has the move's text
/// only where the reader must choose: several moves have the same ends, or a piece stays on its
/// cell. Otherwise the script asks for the text by index, because finding it is slow. Moves with
/// the same text have the same effects, so such a text has one row.
fn move_rows(game: &Game<'_>, moves: &Moves) -> Vec<Json> {
    let ends = |mv: &Move| (mv.from.map(Cell::index), mv.to.index());
    let mut rivals: BTreeMap<_, usize> = BTreeMap::new();
    for mv in moves.iter() {
        *rivals.entry(ends(mv)).or_default() += 1;
    }
    let texts = bare_texts(game, moves);
    let mut seen = BTreeSet::new();
    let row = |(index, mv): (usize, &Move)| {
        let (from, to) = ends(mv);
        let mut row =
            json!({"index": index, "from": from, "to": to, "kind": mv.kind.map(KindId::index)});
        if let Some(cell) = moves.goes_on(mv, mv.to) {
            row["arrives"] = cell.index().into();
        }
        let victims = victims_from_afar(moves, mv);
        if !victims.is_empty() {
            row["victims"] = victims.into();
        }
        if rivals[&(from, to)] > 1 || from == Some(to) {
            let text = texts[index].as_str();
            if !seen.insert(text) {
                return None;
            }
            row["text"] = text.into();
            row["does"] = effect_phrases(game, moves, mv).into();
            row["then"] = second_cell(mv, moves.effects(mv)).map(Cell::index).into();
        }
        Some(row)
    };
    moves.iter().enumerate().filter_map(row).collect()
}

/// Returns the cells of the pieces that a piece captures without leaving its own.
fn victims_from_afar(moves: &Moves, mv: &Move) -> Vec<usize> {
    if mv.from != Some(mv.to) {
        return Vec::new();
    }
    let cells = moves.captures(mv).map(|(_, cell)| cell.index());
    cells.collect()
}

/// Returns the cell that something else comes to by a move of a piece; `None` if there is not just
/// one such cell.
fn second_cell(mv: &Move, effects: &[Effect]) -> Option<Cell> {
    let comes = |effect: &&Effect| match effect.verb {
        EffectVerb::Gate | EffectVerb::Place => true,
        EffectVerb::Teleport => mv.manner == MoveManner::Plain,
        _ => false,
    };
    let mut cells = effects.iter().filter(comes).filter_map(Effect::to);
    cells.next().filter(|_| cells.next().is_none())
}

/// Describes what a move does, except going from one cell to the other.
fn effect_phrases(game: &Game<'_>, moves: &Moves, mv: &Move) -> String {
    let first = match (mv.castling, mv.manner) {
        (Some(_), _) => Some("castles"),
        (None, MoveManner::Passes) => Some("passes"),
        (None, MoveManner::Rotates { clockwise: true }) => Some("clockwise"),
        (None, MoveManner::Rotates { clockwise: false }) => Some("counterclockwise"),
        _ => None,
    };
    let manner = first.map(|manner| say!(play::MoveDoes, manner = SlotValue::Key(manner)));
    let effects = moves.effects(mv).iter();
    let phrases = effects.filter_map(|effect| phrase(game.variant(), effect));
    english().say(Listing::Series.of(manner.into_iter().chain(phrases)))
}

/// Describes an effect. `None` if the two ends of the move show it.
fn phrase(variant: &Variant, effect: &Effect) -> Option<Say> {
    let is_part = effect.leaves().is_some();
    let does = match effect.verb {
        EffectVerb::Capture => "takes",
        EffectVerb::Promote => "becomes",
        EffectVerb::Push => "drives",
        EffectVerb::Swap => "swaps",
        EffectVerb::Stack if is_part => "partJoins",
        EffectVerb::Stack => "joins",
        EffectVerb::Split => "parts",
        EffectVerb::Freeze => "freezes",
        EffectVerb::Place | EffectVerb::Gate => "comes",
        EffectVerb::Change => "changes",
        EffectVerb::Turn => "turns",
        EffectVerb::Teleport => "teleports",
        EffectVerb::Carry => "carries",
        EffectVerb::Transfer | EffectVerb::Rotate => "goes",
        EffectVerb::Retire => "retires",
        EffectVerb::Hand => "hands",
        EffectVerb::Move | EffectVerb::Travel | EffectVerb::Drop => return None,
    };
    let name = |kind: Option<KindId>| match kind {
        Some(kind) => SlotValue::from(&variant.kind(kind).name),
        None => say!(play::AnyPiece).into(),
    };
    let cell = |cell: Option<Cell>| cell.map(|cell| variant.board.name(cell));
    Some(say!(
        play::Effect,
        does = SlotValue::Key(does),
        piece = name(effect.piece.kind),
        from = cell(effect.from()),
        to = cell(effect.to()),
        into = name(effect.becomes()),
        left = name(effect.leaves().and_then(|left| left.kind)),
        side = row("rules.side", effect.piece.side.other().name())
    ))
}
