//! How many reach sets a second: over all pieces of Lotus-39 and all cells each may stand on, with no
//! pieces and with seven, on boards of growing size; how long it takes to lay all tables from every cell, and to
//! count arrangements of petals. The same of Rotary Chess, and single strings of Betza's notation in a
//! crowded middle game.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use padma_rules::model::lotus::{Axial, Census, unit};
use padma_rules::model::{Cell, Piece, Position, Side};
use padma_rules::moves::Walker;
use padma_rules::reach::Rules;

/// A small generator with a fixed seed, so that every run asks the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Petals in a spiral round the first.
fn spiral(count: usize) -> Vec<Axial> {
    let mut petals = vec![Axial { q: 0, r: 0 }];
    let mut at = petals[0];
    for radius in 1.. {
        at = at + unit(4);
        for side in 0..6 {
            for _ in 0..radius {
                if petals.len() == count {
                    return petals;
                }
                petals.push(at);
                at = at + unit(side);
            }
        }
    }
    petals
}

fn positions(cells: usize, pieces: usize) -> Vec<Position> {
    let mut dice = Dice(88_172_645_463_325_252);
    let mut positions = Vec::new();
    for _ in 0..16 {
        let mut position = Position::empty(cells);
        for piece in 0..pieces {
            let side = if piece % 2 == 0 {
                Side::White
            } else {
                Side::Black
            };
            position.put(
                Cell::new(dice.below(cells)),
                Some(Piece { side, kind: None }),
            );
        }
        positions.push(position);
    }
    positions
}

/// Every reach set of every piece in every position; returns how many.
fn all(rules: &Rules, positions: &[Position], walker: &mut Walker) -> u64 {
    let mut count = 0;
    for kind in rules.variant.kind_ids() {
        let table = rules.table(kind, Side::White);
        let origins = rules.variant.stands_on(kind, Side::White);
        for position in positions {
            for origin in origins.iter() {
                black_box(walker.reach(table, position, origin, true));
                count += 1;
            }
        }
    }
    count
}

fn reach(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reach sets");
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    let boards =
        [1, 4, 7, 15, 30].map(|petals| (petals, kit::content::lotus_39_on(&spiral(petals))));
    for (petals, rules) in &boards {
        let cells = rules.variant.board.len();
        for pieces in [0, 7] {
            let positions = positions(cells, pieces.min(cells));
            let mut walker = Walker::default();
            group.throughput(Throughput::Elements(all(rules, &positions, &mut walker)));
            group.bench_function(format!("{petals} petals, {pieces} pieces"), |bencher| {
                bencher.iter(|| all(rules, &positions, &mut walker));
            });
        }
    }
    group.finish();
}

fn pieces(criterion: &mut Criterion) {
    let rules = kit::content::variant("lotus-39");
    let positions = positions(rules.variant.board.len(), 7);
    let mut group = criterion.benchmark_group("one piece among 7");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(500));
    for kind in rules.variant.kind_ids() {
        let (table, origins) = (
            rules.table(kind, Side::White),
            rules.variant.stands_on(kind, Side::White),
        );
        let mut walker = Walker::default();
        group.throughput(Throughput::Elements(
            (positions.len() * origins.len()) as u64,
        ));
        group.bench_function(&rules.variant.kind(kind).id, |bencher| {
            bencher.iter(|| {
                for position in &positions {
                    for origin in origins.iter() {
                        black_box(walker.reach(table, position, origin, true));
                    }
                }
            });
        });
    }
    group.finish();
}

fn laying(criterion: &mut Criterion) {
    for name in ["lotus-39", "rotary-chess"] {
        let rules = kit::content::variant(name);
        criterion.bench_function(
            &format!(
                "compile all pieces of {name} for both sides, lay all their lines, and walk them"
            ),
            |bencher| {
                bencher.iter_batched(
                    || Rules::new(rules.variant.clone()),
                    |fresh| {
                        let (empty, mut walker) =
                            (fresh.variant.empty_position(), Walker::default());
                        for kind in fresh.variant.kind_ids() {
                            for table in Side::BOTH.map(|side| fresh.table(kind, side)) {
                                for origin in fresh.variant.board.cells() {
                                    black_box(walker.reach(table, &empty, origin, true));
                                }
                            }
                        }
                        fresh
                    },
                    BatchSize::SmallInput,
                );
            },
        );
    }
}

/// Lines, a line of two kinds, and walks leg by leg: bent, taking on the way, turning back.
const STRINGS: [&str; 10] = [
    "Q",
    "R",
    "N",
    "K",
    "fmWfceFifmnD",
    "mRcpR",
    "sWsyafsW",
    "[F?R]",
    "KNADcaKmcabK",
    "afsafzK",
];

/// A third of the board is taken.
fn notation(criterion: &mut Criterion) {
    let rules = kit::content::variant("rotary-chess");
    let cells = rules.variant.board.len();
    let positions = positions(cells, cells / 3);
    let mut group = criterion.benchmark_group("a string in a crowd");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(500))
        .throughput(Throughput::Elements((positions.len() * cells) as u64));
    for text in STRINGS {
        let free = rules.free_movement(text, kit::content::betza(&rules, text));
        let table = rules.table(&*free, Side::White);
        let mut walker = Walker::default();
        let origins = || {
            positions
                .iter()
                .flat_map(|position| (0..cells).map(move |at| (position, Cell::new(at))))
        };
        group.bench_function(format!("reach of {text}"), |bencher| {
            bencher.iter(|| {
                for (position, origin) in origins() {
                    black_box(walker.reach(table, position, origin, true));
                }
            });
        });
        group.bench_function(format!("landings of {text}"), |bencher| {
            bencher.iter(|| {
                for (position, origin) in origins() {
                    walker.landings(table, position, origin, true, &mut |landing| {
                        black_box(landing);
                    });
                }
            });
        });
    }
    group.finish();
}

fn counting(criterion: &mut Criterion) {
    criterion.bench_function("count the free arrangements of up to 7 petals", |bencher| {
        bencher.iter(Census::count_all);
    });
}

criterion_group!(benches, reach, pieces, laying, notation, counting);
criterion_main!(benches);
