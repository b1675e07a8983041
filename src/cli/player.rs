//! `best`: the move that the player by the rules would make; and what it needs to know of a game.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::ask::{AnswerFormat, ArgumentReader};
use super::play::no_setup;
use super::replay::play_legal_record;
use padma_book::load::Session;
use padma_expr::play::describe_outcome;
use padma_play::{PieceValues, SearchLimits, Searcher, Thought};
use padma_rules::play::{
    Game, Moves, Scratch, State, begin_history, legal_moves, make, move_text, outcome, position_key,
};

#[derive(Args, Debug)]
pub(crate) struct BestArgs {
    /// The variant: its file's name without `.toml`
    variant: String,
    /// The position as text, instead of the variant's setup
    #[arg(long, value_name = "TEXT", conflicts_with = "after")]
    fen: Option<String>,
    /// The position after the last move of a record, instead of the variant's setup
    #[arg(long, value_name = "FILE")]
    after: Option<PathBuf>,
    #[command(flatten)]
    strength: StrengthArgs,
    /// How to print the move
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    format: AnswerFormat,
}

/// How far the player looks. The same numbers give the same move on every machine.
#[derive(Args, Debug)]
pub(super) struct StrengthArgs {
    /// How many positions to look at
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=MOST_NODES))]
    nodes: u64,
    /// How many moves to look ahead at the most
    #[arg(long, value_name = "N", default_value_t = MOST_DEPTH, value_parser = clap::value_parser!(u8).range(1..=i64::from(MOST_DEPTH)))]
    depth: u8,
    /// Which of several equal moves to prefer
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// The most positions: some hours of work.
const MOST_NODES: u64 = 10_000_000_000;
/// The greatest depth that a search reaches.
const MOST_DEPTH: u8 = 60;

impl StrengthArgs {
    pub(super) fn limits(&self) -> SearchLimits {
        SearchLimits {
            nodes: self.nodes,
            depth: self.depth,
            seed: self.seed,
        }
    }
}

/// A position, and the keys of those before it in its game.
#[derive(Clone)]
pub(super) struct GameSoFar {
    pub state: State,
    pub past: Vec<u64>,
}

impl GameSoFar {
    /// Returns a game that begins with a position.
    pub(super) fn from(game: &Game<'_>, mut state: State) -> GameSoFar {
        begin_history(game, &mut state, &mut Scratch::default());
        GameSoFar {
            state,
            past: Vec::new(),
        }
    }

    /// Plays a legal move of a list.
    pub(super) fn play(&mut self, game: &Game<'_>, moves: &Moves, number: usize) {
        let mut scratch = Scratch::default();
        self.past
            .push(position_key(game, &mut self.state, &mut scratch));
        make(
            game,
            &mut self.state,
            &mut scratch,
            moves,
            moves.get(number),
        );
    }

    /// Returns the legal moves, none if the game has ended.
    pub(super) fn moves(&mut self, game: &Game<'_>) -> Moves {
        let mut moves = Moves::default();
        legal_moves(game, &mut self.state, &mut Scratch::default(), &mut moves);
        moves
    }

    /// Returns the texts of moves that follow one another, each by its number in the list of its position.
    pub(super) fn texts(&self, game: &Game<'_>, line: &[usize]) -> Vec<String> {
        let mut after = self.clone();
        let text = |number: &usize| {
            let moves = after.moves(game);
            let mv = moves.get(*number);
            let text = move_text(game, &mut after.state, &mut Scratch::default(), &moves, mv);
            after.play(game, &moves, *number);
            text
        };
        line.iter().map(text).collect()
    }
}

/// Returns the game up to the position that is asked about: of a FEN, of a record, or else the setup.
pub(super) fn game_so_far(
    variant: &str,
    fen: Option<&str>,
    after: Option<&Path>,
    game: &Game<'_>,
    reader: &mut ArgumentReader<'_>,
) -> Option<GameSoFar> {
    if let Some(file) = after {
        let replay = play_legal_record(variant, file, game, reader)?;
        let mut past: Vec<u64> = (0..=replay.plies.len())
            .map_while(|plies| replay.after(plies).cloned())
            .map(|mut state| position_key(game, &mut state, &mut Scratch::default()))
            .collect();
        past.pop();
        let state = replay.after(replay.plies.len())?.clone();
        return Some(GameSoFar { state, past });
    }
    let state = match fen {
        Some(fen) => {
            let text = reader.sources.excerpt("<--fen>", fen.trim());
            State::read(game, &text, reader.diagnostics)?
        }
        None => State::setup(game).or_else(|| no_setup(variant, reader.diagnostics))?,
    };
    Some(GameSoFar::from(game, state))
}

pub(crate) fn best(args: &BestArgs, session: &mut Session) -> Option<String> {
    let index = session.variant(&args.variant)?;
    let Session {
        sources,
        diagnostics,
        library,
        ..
    } = session;
    let rules = library.variants.rules(index);
    let game = Game::new(rules);
    let mut reader = ArgumentReader {
        rules,
        sources,
        diagnostics,
    };
    let (fen, after) = (args.fen.as_deref(), args.after.as_deref());
    let mut so_far = game_so_far(&args.variant, fen, after, &game, &mut reader)?;
    let values = PieceValues::new(&game);
    let thought =
        Searcher::new(&game, &values).think(&so_far.state, &so_far.past, args.strength.limits());
    let Some(thought) = thought else {
        return Some(over_text(&game, &mut so_far, args.format));
    };
    let line = so_far.texts(&game, &thought.line);
    Some(match args.format {
        AnswerFormat::Json => format!("{}\n", thought_json(&thought, &line)),
        AnswerFormat::Text => {
            let [score, depth, nodes] = [
                describe_score(&thought),
                thought.depth.to_string(),
                thought.nodes.to_string(),
            ];
            let expected = line.join(" ");
            format!(
                "{}\n  {score}, at depth {depth}, after {nodes} positions\n  expected: {expected}\n",
                line[0]
            )
        }
    })
}

/// Says how a game has ended in which there is no move.
fn over_text(game: &Game<'_>, so_far: &mut GameSoFar, format: AnswerFormat) -> String {
    let end = outcome(game, &mut so_far.state, &mut Scratch::default());
    let said = end.map_or_else(
        || "there is no legal move".to_string(),
        |end| describe_outcome(&end, game),
    );
    match format {
        AnswerFormat::Text => format!("{said}\n"),
        AnswerFormat::Json => {
            let none: Option<&str> = None;
            let answer = json!({"move": none, "score": none, "depth": 0, "nodes": 0, "line": [], "over": said});
            format!("{answer}\n")
        }
    }
}

fn thought_json(thought: &Thought, line: &[String]) -> serde_json::Value {
    let is_forced = thought.wins_in.or(thought.loses_in).is_some();
    let mut answer = json!({
        "move": line[0],
        "score": (!is_forced).then_some(thought.score),
        "depth": thought.depth,
        "nodes": thought.nodes,
        "line": line,
    });
    for (key, moves) in [("wins_in", thought.wins_in), ("loses_in", thought.loses_in)] {
        if let Some(moves) = moves {
            answer[key] = moves.into();
        }
    }
    answer
}

/// Says how well the side to move is off: "+0.35", "wins in 3 moves".
pub(super) fn describe_score(thought: &Thought) -> String {
    let moves = |count: u16| match count {
        1 => "1 move".to_string(),
        _ => format!("{count} moves"),
    };
    match (thought.wins_in, thought.loses_in) {
        (Some(count), _) => format!("wins in {}", moves(count)),
        (_, Some(count)) => format!("loses in {}", moves(count)),
        _ => {
            let sign = if thought.score < 0 { "-" } else { "+" };
            let hundredths = thought.score.unsigned_abs();
            format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
        }
    }
}
