//! Games of the program against itself, and what they tell of a variant. Each game is decided by its number and the seed, so
//! that any of them can be played again.

use std::collections::BTreeMap;

use super::search::{SearchLimits, Searcher};
use super::values::PieceValues;
use super::{SeededNumbers, mixed};
use padma_rules::model::Side;
use padma_rules::play::{
    EffectVerb, Game, Moves, Scratch, State, begin_history, legal_moves, make, outcome,
    position_key,
};

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasuredPlay {
    /// The number of positions that the program looks at for each move.
    pub nodes: u64,
    /// What decides the first moves, and which of equal moves is played.
    pub seed: u64,
}

/// Games that were measured, and what they depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measurement {
    /// The id of the variant.
    pub variant: String,
    /// How the games were played.
    pub play: MeasuredPlay,
    /// The fingerprint of the variant's rules.
    pub rules: u64,
    /// The fingerprint of the player.
    pub player: u64,
    /// What the games were like.
    pub games: MeasuredGames,
}

/// Number of moves at the beginning of a game that are made at random, so that games differ.
pub const RANDOM_PLIES: usize = 4;
/// Number of moves after which a game is left unfinished.
pub const MOST_PLIES: usize = 250;

/// What some games of the program against itself were like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeasuredGames {
    /// The number of games.
    pub games: u64,
    /// How many were won by White and by Black.
    pub won: [u64; 2],
    /// How many ended, and neither side had won.
    pub drawn: u64,
    /// The moves of all games together.
    pub plies: u64,
    /// The legal moves that there were to choose from, of all positions together.
    pub choices: u64,
    /// How many games ended for each reason.
    pub ends: BTreeMap<String, u64>,
    /// How often each thing happened that a move can do.
    pub events: BTreeMap<String, u64>,
}

impl MeasuredGames {
    /// Adds other games.
    pub fn with(mut self, other: &MeasuredGames) -> MeasuredGames {
        self.games += other.games;
        for side in Side::BOTH {
            self.won[side as usize] += other.won[side as usize];
        }
        self.drawn += other.drawn;
        self.plies += other.plies;
        self.choices += other.choices;
        for (all, more) in [
            (&mut self.ends, &other.ends),
            (&mut self.events, &other.events),
        ] {
            for (name, count) in more {
                *all.entry(name.clone()).or_default() += count;
            }
        }
        self
    }

    /// Returns how many games were left unfinished.
    pub fn unfinished(&self) -> u64 {
        self.games - self.won[0] - self.won[1] - self.drawn
    }
}

/// Plays the game with a number; `None` if the variant has no setup.
pub fn measured_game(
    game: &Game<'_>,
    values: &PieceValues,
    play: MeasuredPlay,
    number: u64,
) -> Option<MeasuredGames> {
    let mut state = State::setup(game)?;
    let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
    begin_history(game, &mut state, &mut scratch);
    let mut searcher = Searcher::new(game, values);
    let mut numbers = SeededNumbers(mixed(play.seed) ^ number);
    let mut past = Vec::new();
    let mut measured = MeasuredGames {
        games: 1,
        ..MeasuredGames::default()
    };
    for ply in 0..MOST_PLIES {
        if let Some(end) = outcome(game, &mut state, &mut scratch) {
            match end.winner() {
                Some(side) => measured.won[side as usize] = 1,
                None => measured.drawn = 1,
            }
            measured.ends.insert(end.reason.name().to_string(), 1);
            break;
        }
        legal_moves(game, &mut state, &mut scratch, &mut moves);
        measured.choices += moves.len() as u64;
        let limits = SearchLimits {
            nodes: play.nodes,
            depth: u8::MAX,
            seed: numbers.below(usize::MAX) as u64 | 1,
        };
        let number = match ply < RANDOM_PLIES {
            true => numbers.below(moves.len()),
            false => searcher.think(&state, &past, limits)?.best,
        };
        past.push(position_key(game, &mut state, &mut scratch));
        let mv = moves.get(number);
        let mut note = |name: &str| *measured.events.entry(name.to_string()).or_default() += 1;
        if mv.castling.is_some() {
            note("castling");
        }
        for effect in moves.effects(mv) {
            if effect.verb != EffectVerb::Move {
                note(effect.name());
            }
        }
        make(game, &mut state, &mut scratch, &moves, mv);
        measured.plies += 1;
    }
    Some(measured)
}

/// Returns a number that changes when the player does: games of another player are other games.
pub fn player_fingerprint() -> u64 {
    let sources = [
        include_str!("games.rs"),
        include_str!("order.rs"),
        include_str!("search.rs"),
        include_str!("table.rs"),
        include_str!("values.rs"),
    ];
    sources
        .into_iter()
        .fold(0, |all, text| mixed(all ^ text_fingerprint(text)))
}

/// Returns a number that changes when a text does (FNV-1a: G. Fowler, L. C. Noll, K.-P. Vo, 1991).
pub fn text_fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
