//! What the player by the rules would do in a game on the page.

use padma_play::{PieceValues, SearchLimits, Searcher, Thought};
use padma_rules::play::{
    Game, MoveReading, Moves, Scratch, State, begin_history, legal_moves, make, move_text,
    position_key, read_move,
};
use serde_json::{Value as Json, json};

use crate::game::{NO_START, state_of};
use crate::named::QuestionResult;

/// Number of legal moves of a chess position, as a rule.
const FEW_MOVES: usize = 40;

/// Returns the best move after moves from a position. Where there are many moves, each position takes longer, so that fewer are
/// looked at.
pub(crate) fn best(
    game: &Game<'_>,
    values: &PieceValues,
    start: &str,
    limits: SearchLimits,
    texts: &[&str],
) -> QuestionResult {
    let scratch = &mut Scratch::default();
    let mut state = state_of(game, start).ok_or(NO_START)?;
    begin_history(game, &mut state, scratch);
    let (mut past, mut moves) = (Vec::new(), Moves::default());
    for text in texts {
        legal_moves(game, &mut state, scratch, &mut moves);
        let MoveReading::Plays { index, .. } = read_move(game, &mut state, scratch, &moves, text)
        else {
            return Err(format!("`{text}` is not legal"));
        };
        past.push(position_key(game, &mut state, scratch));
        make(game, &mut state, scratch, &moves, moves.get(index));
    }
    legal_moves(game, &mut state, scratch, &mut moves);
    let share = (moves.len() / FEW_MOVES).max(1) as u64;
    let limits = SearchLimits {
        nodes: (limits.nodes / share).max(1),
        ..limits
    };
    let thought = Searcher::new(game, values).think(&state, &past, limits);
    Ok(thought.map_or_else(
        || json!({ "text": Json::Null }),
        |thought| answer(game, &mut state, &moves, &thought),
    ))
}

fn answer(game: &Game<'_>, state: &mut State, moves: &Moves, thought: &Thought) -> Json {
    let mv = moves.get(thought.best);
    json!({
        "text": move_text(game, state, &mut Scratch::default(), moves, mv),
        "side": state.to_move() as usize,
        "score": thought.score,
        "wins_in": thought.wins_in,
        "loses_in": thought.loses_in,
        "depth": thought.depth,
        "nodes": thought.nodes,
    })
}
