//! `measure`: plays games of the program against itself, and writes their statistics beside the variant.

use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;

use super::play::no_setup;
use padma_book::load::measured::{MEASURED_FILE, measurement, print};
use padma_book::load::{Session, display_path};
use padma_book::world::{self, Disk};
use padma_play::{MeasuredGames, MeasuredPlay, PieceValues, measured_game};
use padma_rules::play::{Game, State};

#[derive(Args, Debug)]
pub(crate) struct MeasureArgs {
    /// The variant: its file's name without `.toml`
    variant: String,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Maximum number of positions for each move
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Decides the random first moves of each game
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print the file instead of writing it
    #[arg(long)]
    print: bool,
}

pub(crate) fn measure(args: &MeasureArgs, session: &mut Session) -> Option<String> {
    let index = session.variant(&args.variant)?;
    let rules = session.library.variants.rules(index);
    let game = Game::new(rules);
    State::setup(&game).or_else(|| no_setup(&args.variant, &mut session.diagnostics))?;
    let values = PieceValues::new(&game);
    let play = MeasuredPlay {
        nodes: args.nodes,
        seed: args.seed,
    };
    let played: Vec<Option<MeasuredGames>> = (0..args.games)
        .into_par_iter()
        .map(|number| measured_game(&game, &values, play, number))
        .collect();
    let all = played.iter().flatten();
    let games = all.fold(MeasuredGames::default(), MeasuredGames::with);
    let toml = session.library.whole_toml(&args.variant)?;
    let text = print(&measurement(&args.variant, &toml, play, games));
    let folder = session
        .library
        .folder(&args.variant)
        .filter(|_| !args.print);
    let Some(folder) = folder else {
        return Some(text);
    };
    let path: PathBuf = folder.join(MEASURED_FILE);
    let written = world::write(&path, text.as_bytes(), Disk::PLAIN);
    session
        .diagnostics
        .accept(written.map_err(|error| Box::new(world::write_complaint(&path, &error))))?;
    Some(format!("wrote `{}`\n", display_path(&path)))
}
