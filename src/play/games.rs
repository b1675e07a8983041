//! Games of the program against itself, and their statistics. The number of a game and the seed decide its moves, so
//! that each game can be replayed.

use std::collections::BTreeMap;

use super::SeededNumbers;
use super::search::{SearchLimits, Searcher};
use super::values::PieceValues;
use padma_rules::model::Side;
use padma_rules::play::{
    EffectVerb, Game, Moves, Scratch, State, begin_history, legal_moves, make, mix, outcome,
    position_key,
};
use padma_text::Fingerprint;

/// The settings of measured games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasuredPlay {
    /// Maximum number of positions for each move.
    pub nodes: u64,
    /// Decides the random moves at the beginning, and the choice among equal moves.
    pub seed: u64,
}

/// Statistics of games, with the settings and fingerprints that they depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measurement {
    /// The id of the variant.
    pub variant: String,
    /// The settings.
    pub play: MeasuredPlay,
    /// The fingerprint of the variant's rules.
    pub rules: Fingerprint,
    /// The fingerprint of the player.
    pub player: Fingerprint,
    /// The statistics.
    pub games: MeasuredGames,
}

/// Number of random moves at the beginning of a game, so that games differ.
pub const RANDOM_PLIES: usize = 4;
/// Number of plies after which a game is left unfinished.
pub const MOST_PLIES: usize = 250;

/// Statistics of games of the program against itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeasuredGames {
    /// The number of games.
    pub games: u64,
    /// The number of games won by White and by Black.
    pub won: [u64; 2],
    /// The number of finished games that neither side won.
    pub drawn: u64,
    /// The total number of plies.
    pub plies: u64,
    /// The total number of legal moves over all positions.
    pub choices: u64,
    /// The number of games by the reason for their end.
    pub ends: BTreeMap<String, u64>,
    /// The number of effects by their name, such as `capture` or `promote`.
    pub events: BTreeMap<String, u64>,
}

impl MeasuredGames {
    /// Returns the statistics of these and other games together.
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

    /// Returns the number of unfinished games.
    pub fn unfinished(&self) -> u64 {
        self.games - self.won[0] - self.won[1] - self.drawn
    }

    /// Whether the numbers are consistent, so that arithmetic on them cannot overflow.
    pub fn is_possible(&self) -> bool {
        const MOST_GAMES: u64 = 1_000_000;
        const MOST_EFFECTS: u64 = 1_000;
        let counts = [self.won[0], self.won[1], self.drawn];
        let mut ends = self.ends.values();
        let mut events = self.events.values();
        (1..=MOST_GAMES).contains(&self.games)
            && counts.iter().all(|count| *count <= self.games)
            && counts.iter().sum::<u64>() <= self.games
            && ends.all(|count| *count <= self.games)
            && self.plies <= self.games * MOST_PLIES as u64
            && self.choices <= self.plies * Moves::MOST as u64
            && events.all(|count| *count <= self.choices.saturating_mul(MOST_EFFECTS))
    }
}

/// Plays the game of this number; `None` if the variant has no setup.
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
    let mut numbers = SeededNumbers(mix(play.seed) ^ number);
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

/// The fingerprint of the games that the player plays in a test of `tests/books/player.rs`. If the player is changed so that it
/// plays other games, that test fails and shows the new one.
const PLAYED: &str = "5hhig6";

/// Returns the fingerprint of the player: another one plays other games.
pub fn player_fingerprint() -> Fingerprint {
    Fingerprint::of([PLAYED])
}
