//! The player on random variants with every kind of rule: it answers with legal moves, and ends.

use kit_rules::random::Random;
use kit_rules::random_variants::{random_state, random_variant};
use padma_play::{PieceValues, SearchLimits, Searcher};
use padma_rules::play::{Game, Moves, Scratch, begin_history, legal_moves, make, position_key};

/// Plays some moves of the variant of a seed. Returns the number of moves.
fn play(seed: u64) -> usize {
    let variant = random_variant(seed);
    let game = Game::new(&variant.rules);
    let mut state = random_state(&game, &mut Random(seed));
    let (mut scratch, mut moves, mut past) = (Scratch::default(), Moves::default(), Vec::new());
    begin_history(&game, &mut state, &mut scratch);
    let values = PieceValues::new(&game);
    let mut searcher = Searcher::new(&game, &values);
    const MOST: usize = 8;
    for ply in 0..MOST {
        legal_moves(&game, &mut state, &mut scratch, &mut moves);
        let limits = SearchLimits {
            nodes: 60,
            depth: 6,
            seed: seed + ply as u64,
        };
        let before = state.clone();
        let thought = searcher.think(&state, &past, limits);
        assert_eq!(state, before, "seed {seed}");
        assert_eq!(thought.is_none(), moves.is_empty(), "seed {seed}");
        let Some(thought) = thought else {
            return ply;
        };
        assert!(thought.best < moves.len(), "seed {seed}");
        assert!(thought.nodes <= limits.nodes, "seed {seed}");
        assert_eq!(thought.line.first(), Some(&thought.best), "seed {seed}");
        past.push(position_key(&game, &mut state, &mut scratch));
        make(
            &game,
            &mut state,
            &mut scratch,
            &moves,
            moves.get(thought.best),
        );
    }
    MOST
}

#[test]
fn the_player_answers_in_random_variants() {
    let played: usize = (0..60).map(play).sum();
    assert!(played > 200, "{played} moves");
}

#[test]
#[ignore = "takes minutes"]
fn the_player_answers_in_ten_thousand_random_variants() {
    let first = std::env::var("PADMA_LAW_SEED").map_or(0, |seed| seed.parse().expect("a seed"));
    (first..first + 10_000).for_each(|seed| {
        play(seed);
    });
}
