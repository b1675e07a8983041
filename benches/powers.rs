//! Legal moves where pieces with powers are about: full middle games of sixteen pieces a side, eight of them with powers.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};

use padma_rules::play::{Game, Moves, Scratch, State, legal_moves, make};
use padma_rules::reach::Rules;
use padma_text::Sources;
use padma_text::diag::Diagnostics;
use padma_variant::decl;
use padma_variant::decl::VariantSource;
use padma_variant::resolve::variant;

const POWERS: &str = include_str!("../tests/rules/powers/powers.toml");

fn rules(text: &str) -> Rules {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("bench.toml", text);
    let decl = decl::variant(&sources, id, &mut diagnostics).expect("a sound declaration");
    let source = VariantSource {
        id: "bench",
        span: sources.whole(id),
        chain: vec![&decl],
    };
    Rules::new(variant(&source, &mut diagnostics).expect("a sound variant"))
}

/// Positions some way into games in which nothing has been captured yet.
fn middle_games(game: &Game<'_>, scratch: &mut Scratch, start: &State) -> Vec<State> {
    let mut seed = 5_u64;
    let mut games = Vec::new();
    for _ in 0..20 {
        let mut state = start.clone();
        for _ in 0..24 {
            let mut moves = Moves::default();
            legal_moves(game, &mut state, scratch, &mut moves);
            let quiet: Vec<usize> = (0..moves.len())
                .filter(|place| moves.captures(moves.get(*place)).next().is_none())
                .collect();
            if quiet.is_empty() {
                break;
            }
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let found = moves
                .get(quiet[(seed >> 33) as usize % quiet.len()])
                .clone();
            make(game, &mut state, scratch, &moves, &found);
        }
        games.push(state);
    }
    games
}

fn legal(criterion: &mut Criterion) {
    let rules = rules(POWERS);
    let game = Game::new(&rules);
    let mut scratch = Scratch::default();
    let start = State::setup(&game).expect("a setup");
    let mut games = middle_games(&game, &mut scratch, &start);
    let mut moves = Moves::default();
    criterion.bench_function("legal moves of 20 middle games with powers", |bencher| {
        bencher.iter(|| {
            let mut count = 0;
            for state in &mut games {
                legal_moves(&game, state, &mut scratch, &mut moves);
                count += black_box(&moves).len();
            }
            count
        });
    });
}

criterion_group!(benches, legal);
criterion_main!(benches);
