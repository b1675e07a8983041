//! A game of two people: the position that their moves have led to, and the moves that can follow.

use std::collections::{BTreeMap, BTreeSet};

use padma_expr::play::{describe_fault, describe_outcome, describe_problem};
use padma_rules::model::{Cell, KindId, Piece, Side};
use padma_rules::play::{
    Effect, Game, Move, MoveManner, MoveReading, Moves, Scratch, State, bare_text, bare_texts,
    begin_history, in_check, legal_moves, make, move_text, outcome, read_move,
};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
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
    /// What a script is told of it.
    told: Json,
}

impl Match {
    /// Whether this game is one of the variant `id` from this position.
    pub(crate) fn begins(&self, id: &str, start: &str) -> bool {
        (self.id.as_str(), self.start.as_str()) == (id, start)
    }

    /// Plays moves from a position: the setup, or a FEN. Returns the game and the answer.
    pub(crate) fn play(
        before: Option<Match>,
        rules: &Rules,
        start: &str,
        texts: &[&str],
    ) -> Result<(Match, Json), String> {
        let game = &Game::new(rules);
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
                    let told = json!({
                        "text": move_text(game, &mut state, scratch, &moves, &mv),
                        "problems": problems,
                        "ways": ways(moves.effects(&mv)),
                        "taken": taken(&moves, &mv),
                    });
                    make(game, &mut state, scratch, &moves, &mv);
                    played.plies.push(MatchPly {
                        text: text.to_string(),
                        told,
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
        let told: Vec<&Json> = played.plies.iter().map(|ply| &ply.told).collect();
        let follow = told_moves(game, &moves);
        let answer = json!({
            "plies": told,
            "illegal": illegal,
            "position": position(game, &state, scratch),
            "moves": follow,
            "outcome": outcome.map(|outcome| json!({
                "winner": outcome.winner().map(|side| side as usize),
                "words": describe_outcome(&outcome, game),
            })),
        });
        played.id = rules.variant.id.clone();
        Ok((played, answer))
    }

    /// Returns the text of a legal move after the last one played.
    pub(crate) fn text_of(&self, rules: &Rules, index: usize) -> Option<String> {
        let game = &Game::new(rules);
        let (mut state, mut moves) = (self.last(), Moves::default());
        legal_moves(game, &mut state, &mut Scratch::default(), &mut moves);
        let mv = moves.iter().nth(index)?;
        Some(bare_text(game, &moves, mv))
    }

    fn begin(game: &Game<'_>, scratch: &mut Scratch, start: &str) -> Result<Match, String> {
        let state = match start {
            "" => State::setup(game),
            fen => {
                let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
                let id = sources.add("start", fen);
                State::read(
                    game,
                    &Excerpt::verbatim(fen, sources.whole(id)),
                    &mut diagnostics,
                )
            }
        };
        let mut state = state.ok_or("the game has no position to begin from")?;
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

/// Returns from where and to where each effect takes a piece or a cell.
fn ways(effects: &[Effect]) -> Vec<[usize; 2]> {
    let ways = effects.iter().filter_map(Effect::ends);
    ways.map(|way| way.map(Cell::index)).collect()
}

/// Returns the captured pieces that do not go into hand, as numbers of side and kind.
fn taken(moves: &Moves, mv: &Move) -> Vec<[usize; 2]> {
    let effects = moves.effects(mv);
    let followers = effects.iter().skip(1).map(Some).chain([None]);
    let is_kept = |(effect, next): (&Effect, Option<&Effect>)| match (effect, next) {
        (Effect::Capture { .. }, Some(Effect::Hand { .. })) => None,
        (Effect::Capture { piece, .. }, _) => Some([piece.side as usize, piece.kind?.index()]),
        _ => None,
    };
    effects.iter().zip(followers).filter_map(is_kept).collect()
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

/// Returns what a script is told of the legal moves. The text of a move takes long to find, and the
/// one that a reader chooses is asked for by its index, except where a reader must be asked: several
/// moves have the same ends, or a piece stays on its cell. Of moves with the same effects, which
/// have the same text, one is enough.
fn told_moves(game: &Game<'_>, moves: &Moves) -> Vec<Json> {
    let ends = |mv: &Move| (mv.from.map(Cell::index), mv.to.index());
    let mut rivals: BTreeMap<_, usize> = BTreeMap::new();
    for mv in moves.iter() {
        *rivals.entry(ends(mv)).or_default() += 1;
    }
    let texts = bare_texts(game, moves);
    let mut seen = BTreeSet::new();
    let told = |(index, mv): (usize, &Move)| {
        let (from, to) = ends(mv);
        let mut told =
            json!({"index": index, "from": from, "to": to, "kind": mv.kind.map(KindId::index)});
        if let Some(cell) = goes_on(mv, moves.effects(mv)) {
            told["arrives"] = cell.index().into();
        }
        let victims = victims_from_afar(moves, mv);
        if !victims.is_empty() {
            told["victims"] = victims.into();
        }
        if rivals[&(from, to)] > 1 || from == Some(to) {
            let text = texts[index].as_str();
            if !seen.insert(text) {
                return None;
            }
            told["text"] = text.into();
            told["does"] = effect_phrases(game, moves, mv).join("; ").into();
            told["then"] = second_cell(mv, moves.effects(mv)).map(Cell::index).into();
        }
        Some(told)
    };
    moves.iter().enumerate().filter_map(told).collect()
}

/// Returns the cell to which a piece goes on after its move, on another board for example.
fn goes_on(mv: &Move, effects: &[Effect]) -> Option<Cell> {
    effects.iter().find_map(|effect| match *effect {
        Effect::Transfer { from, to, .. } if from == mv.to => Some(to),
        _ => None,
    })
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
    let comes_to = |effect: &Effect| match *effect {
        Effect::Gate { cell, .. } | Effect::Place { cell, .. } => Some(cell),
        Effect::Teleport { to, .. } if mv.manner == MoveManner::Plain => Some(to),
        _ => None,
    };
    let mut cells = effects.iter().filter_map(comes_to);
    cells.next().filter(|_| cells.next().is_none())
}

/// Describes what a move does besides going from its one cell to the other.
fn effect_phrases(game: &Game<'_>, moves: &Moves, mv: &Move) -> Vec<String> {
    let variant = game.variant();
    let kind = |kind: KindId| variant.kind(kind).name.as_str();
    let name = |piece: Piece| piece.kind.map_or("piece", kind);
    let at = |cell| variant.board.name(cell);
    let first = match (mv.castling, mv.manner) {
        (Some(_), _) => Some("castles".to_string()),
        (None, MoveManner::Passes) => Some("passes".to_string()),
        (None, MoveManner::Rotates { clockwise: true }) => {
            Some("turns those around it clockwise".to_string())
        }
        (None, MoveManner::Rotates { clockwise: false }) => {
            Some("turns those around it counterclockwise".to_string())
        }
        _ => None,
    };
    let phrase = |effect: &Effect| {
        Some(match *effect {
            Effect::Capture { piece, cell } => format!("takes the {} on {}", name(piece), at(cell)),
            Effect::Promote { to, .. } => format!("becomes a {}", kind(to)),
            Effect::Push { piece, to, .. } => format!("drives the {} to {}", name(piece), at(to)),
            Effect::Swap { other, .. } => format!("changes places with the {}", name(other)),
            Effect::Stack {
                kind: part,
                into,
                left: Some(_),
                ..
            } => format!("its part, a {}, joins to form a {}", kind(part), kind(into)),
            Effect::Stack { into, .. } => format!("joins to form a {}", kind(into)),
            Effect::Split {
                kind: part, rest, ..
            } => format!(
                "its part, a {}, leaves, and a {} stays",
                kind(part),
                kind(rest)
            ),
            Effect::Freeze { piece, cell } => {
                format!("freezes the {} on {}", name(piece), at(cell))
            }
            Effect::Place { piece, cell } => {
                format!("a {} comes onto {}", name(piece), at(cell))
            }
            Effect::Gate {
                kind: gated, cell, ..
            } => {
                format!("a {} comes onto {}", kind(gated), at(cell))
            }
            Effect::Change { cell, to, .. } => {
                format!("the piece on {} becomes a {}", at(cell), kind(to))
            }
            Effect::Turn { piece, cell } => {
                let side = piece.side.other().titled();
                format!("the {} on {} becomes {side}’s", name(piece), at(cell))
            }
            Effect::Teleport { piece, from, to } => format!(
                "the {} is teleported from {} to {}",
                name(piece),
                at(from),
                at(to)
            ),
            Effect::Transfer { piece, to, .. } => {
                format!("the {} goes on to {}", name(piece), at(to))
            }
            Effect::Carry { piece, to, .. } => format!("carries the {} to {}", name(piece), at(to)),
            Effect::Rotate { piece, to, .. } => format!("the {} goes to {}", name(piece), at(to)),
            Effect::Retire { piece, .. } => format!("the {} goes into hand", name(piece)),
            Effect::Hand { kind: taken, .. } => format!("a {} goes into hand", kind(taken)),
            Effect::Move { .. } | Effect::Travel { .. } | Effect::Drop { .. } => return None,
        })
    };
    first
        .into_iter()
        .chain(moves.effects(mv).iter().filter_map(phrase))
        .collect()
}
