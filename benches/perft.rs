//! Play by the same tables every variant uses: counting chess, and Xiangqi with its Horses and
//! Elephants of two steps, and playing a recorded game over.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use padma_rules::play::{Game, Scratch, State, begin_history, perft, record, replay};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use padma_variant::decl;
use padma_variant::decl::VariantSource;
use padma_variant::resolve::variant;

const CHESS: &str = include_str!("../src/variant/chess.toml");
const XIANGQI: &str = include_str!("../content/xiangqi/xiangqi.toml");
const WATERLOO: &str = include_str!("../content/waterloo/waterloo.toml");
const PARTY_3: &str = include_str!("../tests/games/party-3.txt");

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

fn counts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for (name, text, depth, leaves) in [
        ("chess", CHESS, 4, 197_281),
        ("chess", CHESS, 5, 4_865_609),
        ("xiangqi", XIANGQI, 4, 3_290_240),
    ] {
        let rules = rules(text);
        let game = Game::new(&rules);
        let mut scratch = Scratch::default();
        let mut state = State::setup(&game).expect("a setup");
        begin_history(&game, &mut state, &mut scratch);
        group.throughput(Throughput::Elements(leaves));
        group.sample_size(10);
        group.bench_function(format!("{name} {depth}"), |bencher| {
            bencher.iter(|| assert_eq!(perft(&game, &mut state, &mut scratch, depth), leaves));
        });
    }
}

fn replays(criterion: &mut Criterion) {
    let rules = rules(WATERLOO);
    let mut sources = Sources::default();
    let id = sources.add("party-3.txt", PARTY_3);
    let text = Excerpt::verbatim(PARTY_3, sources.whole(id));
    // The tables are laid once in a run, whatever is asked of them.
    let _ = Game::new(&rules);
    criterion.bench_function("replay party 3", |bencher| {
        bencher.iter(|| {
            let game = Game::new(&rules);
            let start = State::setup(&game).expect("a setup");
            let record = record(&text, &mut Diagnostics::default());
            assert_eq!(black_box(replay(&game, start, &record)).plies.len(), 82);
        });
    });
}

criterion_group!(benches, counts, replays);
criterion_main!(benches);
