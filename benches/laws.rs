//! The fast reading of the law against the slow one on 50,000 positions of random variants. It measures nothing and ends at the
//! first difference, with the variant's TOML, the position and both lists.
//!
//! ```text
//! cargo bench --bench laws            50,000 positions
//! cargo bench --bench laws -- 2000    so many
//! ```

#[path = "../tests/oracles/mod.rs"]
#[allow(dead_code, reason = "the tests ask the slow readings more")]
mod oracles;

use kit::random::Random;
use kit::random_variants::{random_state, random_variant};
use padma_rules::play::Game;

fn main() {
    let wanted = std::env::args()
        .find_map(|word| word.parse().ok())
        .unwrap_or(50_000);
    let mut compared = 0;
    for seed in 0.. {
        if compared >= wanted {
            break;
        }
        let random_variant = random_variant(seed);
        let (game, mut random) = (Game::new(&random_variant.rules), Random(seed));
        for _ in 0..3 {
            let state = random_state(&game, &mut random);
            let plays = oracles::held::play(&random_variant.rules, &game, state, 8, &mut |below| {
                random.below(below)
            });
            compared += plays
                .unwrap_or_else(|fault| panic!("seed {seed}\n{}\n{fault}", random_variant.toml));
        }
    }
    println!("{compared} positions, no difference");
}
