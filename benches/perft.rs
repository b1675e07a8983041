//! Play by the same tables every variant uses. Counts the lines of play of fifteen games, plays every one of them to its
//! end, and plays a recorded game over.
//!
//! ```text
//! cargo bench --bench perft            all of them
//! cargo bench --bench perft -- duck    those whose names contain a word
//! ```
//!
//! The first ten games are those that `fairy-stockfish.sh` counts beside that engine.

use std::time::Instant;

use kit::content::variant;
use kit::table;
use padma_exchange::import;
use padma_rules::play::{
    Game, Moves, Scratch, State, apply, begin_history, legal_moves, perft, record, replay, revert,
};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};

/// The games: where each comes from, the depth, and the number of lines of play.
const GAMES: [(&str, Origin, u32, u64); 15] = [
    ("orthodox-chess", Origin::Book, 6, 119_060_324),
    ("xiangqi", Origin::Book, 4, 3_290_240),
    ("shogi", Origin::Book, 4, 719_731),
    ("atomic-chess", Origin::Book, 5, 4_864_979),
    ("crazyhouse", Origin::Book, 5, 4_888_832),
    ("seirawan", Origin::Book, 4, 782_599),
    ("duck", Origin::Book, 3, 249_921_262),
    ("grand", Origin::Imported, 4, 15_921_643),
    ("capablanca", Origin::Imported, 5, 28_741_319),
    ("janggi", Origin::Imported, 4, 1_065_277),
    ("waterloo", Origin::Book, 4, 2_628_294),
    ("rotary-chess", Origin::Book, 3, 302_940),
    ("ben39", Origin::Book, 2, 102_545),
    ("raumschach", Origin::Book, 3, 237_316),
    ("pond", Origin::Book, 4, 3083),
];

#[derive(Clone, Copy)]
enum Origin {
    /// A book of the content folder.
    Book,
    /// What is built into Fairy-Stockfish, as the importer knows it.
    Imported,
}

/// Games with more lines of play than this are played to a depth of one ply less.
const MOST_PLAYED: u64 = 10_000_000;

fn rules(name: &str, origin: Origin) -> Rules {
    if matches!(origin, Origin::Book) {
        return variant(name);
    }
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("variants.ini", format!("[own-{name}:{name}]\n").as_str());
    let found = import::read(id, &sources, &Default::default(), &mut diagnostics);
    let mut found = found.unwrap_or_else(|| panic!("{name}: {diagnostics:?}"));
    found.set_default_title(|| name.to_string());
    table::rules(&import::print(&found, &sources))
}

/// Plays every line of `lists.len()` moves, each list the buffer of a ply, and takes every move back.
fn play(game: &Game<'_>, state: &mut State, scratch: &mut Scratch, lists: &mut [Moves]) -> u64 {
    let Some((moves, rest)) = lists.split_first_mut() else {
        return 1;
    };
    legal_moves(game, state, scratch, moves);
    let mut lines = 0;
    for mv in moves.iter() {
        let undo = apply(game, state, scratch, moves, mv);
        lines += play(game, state, scratch, rest);
        revert(game, state, moves, mv, undo);
    }
    lines
}

fn measure(name: &str, origin: Origin, depth: u32, leaves: u64) {
    let rules = rules(name, origin);
    let game = Game::new(&rules);
    let mut scratch = Scratch::default();
    let mut state = State::setup(&game).expect("a setup");
    begin_history(&game, &mut state, &mut scratch);
    let speed = |lines: u64, since: Instant| lines as f64 / since.elapsed().as_secs_f64() / 1e6;
    let start = Instant::now();
    let counted = perft(&game, &mut state, &mut scratch, depth);
    assert_eq!(counted, leaves, "{name}");
    let counting = speed(counted, start);
    let depth_played = depth - u32::from(leaves > MOST_PLAYED);
    let mut lists = vec![Moves::default(); depth_played as usize];
    let start = Instant::now();
    let played = play(&game, &mut state, &mut scratch, &mut lists);
    let playing = speed(played, start);
    println!(
        "{name:16} {depth:5} {leaves:12} {counting:9.2} M/s {depth_played:5} {playing:9.2} M/s"
    );
}

fn replay_party() {
    const PARTY: &str = include_str!("../tests/games/party-3.txt");
    let rules = variant("waterloo");
    let mut sources = Sources::default();
    let id = sources.add("party-3.txt", PARTY);
    let text = Excerpt::verbatim(PARTY, sources.whole(id));
    let start = Instant::now();
    let times = 20;
    for _ in 0..times {
        let game = Game::new(&rules);
        let setup = State::setup(&game).expect("a setup");
        let record = record(&text, &mut Diagnostics::default());
        assert_eq!(replay(&game, setup, &record).plies.len(), 82);
    }
    println!(
        "replay of 82 plies: {:.2} ms",
        start.elapsed().as_secs_f64() * 1e3 / f64::from(times)
    );
}

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let is_wanted =
        |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    println!("game             depth       leaves       counted depth        played");
    for (name, origin, depth, leaves) in GAMES.into_iter().filter(|game| is_wanted(game.0)) {
        measure(name, origin, depth, leaves);
    }
    if is_wanted("replay") {
        replay_party();
    }
}
