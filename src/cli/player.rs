//! `best`: the best move of a position; and the arguments of games with the player.

use std::path::PathBuf;

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
    #[command(flatten)]
    game: GameArgs,
    /// How to print the move
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    format: AnswerFormat,
}

/// A position, and the strength of the player. The same numbers give the same move on every machine.
#[derive(Args, Debug)]
pub(super) struct GameArgs {
    /// The variant: its file's name without `.toml`
    pub variant: String,
    /// The position as text, instead of the variant's setup
    #[arg(long, value_name = "TEXT", conflicts_with = "after")]
    fen: Option<String>,
    /// The position after the last move of a record, instead of the variant's setup
    #[arg(long, value_name = "FILE")]
    after: Option<PathBuf>,
    /// Maximum number of positions to search
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=MOST_NODES))]
    nodes: u64,
    /// Maximum search depth, in plies
    #[arg(long, value_name = "N", default_value_t = MOST_DEPTH, value_parser = clap::value_parser!(u8).range(1..=i64::from(MOST_DEPTH)))]
    depth: u8,
    /// Chooses among equal moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Maximum number of positions: some hours of work.
const MOST_NODES: u64 = 10_000_000_000;
/// Maximum depth of a search.
const MOST_DEPTH: u8 = 60;

impl GameArgs {
    pub(super) fn limits(&self) -> SearchLimits {
        SearchLimits {
            nodes: self.nodes,
            depth: self.depth,
            seed: self.seed,
        }
    }

    /// Returns the game up to the position that the arguments name.
    pub(super) fn so_far(
        &self,
        game: &Game<'_>,
        reader: &mut ArgumentReader<'_>,
    ) -> Option<GameSoFar> {
        if let Some(file) = &self.after {
            let replay = play_legal_record(&self.variant, file, game, reader)?;
            let plies = replay.plies.len();
            let earlier = (0..plies).filter_map(|ply| replay.after(ply).cloned());
            let key = |mut state| position_key(game, &mut state, &mut Scratch::default());
            return Some(GameSoFar {
                state: replay.after(plies)?.clone(),
                past: earlier.map(key).collect(),
            });
        }
        let state = match &self.fen {
            Some(fen) => {
                let text = reader.sources.excerpt("<--fen>", fen.trim());
                State::read(game, &text, reader.diagnostics)?
            }
            None => State::setup(game).or_else(|| no_setup(&self.variant, reader.diagnostics))?,
        };
        Some(GameSoFar::from(game, state))
    }
}

/// A position, and the keys of the earlier positions of its game.
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

    /// Returns the texts of a line, whose moves are numbers in the lists of their positions.
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

pub(crate) fn best(args: &BestArgs, session: &mut Session) -> Option<String> {
    let index = session.variant(&args.game.variant)?;
    let rules = session.library.variants.rules(index);
    let game = Game::new(rules);
    let mut reader = ArgumentReader {
        rules,
        sources: &mut session.sources,
        diagnostics: &mut session.diagnostics,
    };
    let mut so_far = args.game.so_far(&game, &mut reader)?;
    let values = PieceValues::new(&game);
    let thought =
        Searcher::new(&game, &values).think(&so_far.state, &so_far.past, args.game.limits());
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
                "{}\n  {score} at depth {depth}, after {nodes} positions\n  line: {expected}\n",
                line[0]
            )
        }
    })
}

/// Describes the end of a game without a legal move.
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

/// Describes the score of the side to move: "+0.35", "wins in 3 moves".
pub(super) fn describe_score(thought: &Thought) -> String {
    let moves = |count: u16| match count {
        1 => "1 move".to_string(),
        _ => format!("{count} moves"),
    };
    match (thought.wins_in, thought.loses_in) {
        (Some(count), _) => format!("wins in {}", moves(count)),
        (_, Some(count)) => format!("loses in {}", moves(count)),
        _ => {
            let plus_or_minus = if thought.score < 0 { "-" } else { "+" };
            let hundredths = thought.score.unsigned_abs();
            format!(
                "{plus_or_minus}{}.{:02}",
                hundredths / 100,
                hundredths % 100
            )
        }
    }
}
