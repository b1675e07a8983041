//! How the time of a check grows with what an author writes: each kind of input in three sizes, each
//! twice the last. A time that more than doubles, and much, is a loop in a loop.

use std::fmt::Write;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use kit::folder::Folder;
use padma_book::judge::corrections;
use padma_book::load::Session;
use padma_rules::play::{Game, Moves, Scratch, State, bare_texts, begin_history, legal_moves};

const VARIANT: &str = "title = \"V\"\nextends = \"chess\"\n";
const BOOK: &str = "title = \"T\"\nvariant = \"v\"\n\n[[chapter]]\npages = [\"index.md\"]\n";

/// A kind of input: its name, the page and the end of the variant with `n` of it.
type Input = (&'static str, usize, fn(usize) -> (String, String));

const INPUTS: [Input; 5] = [
    ("claims in one sentence", 1000, |n| {
        (
            joined(" and ", n, |_| {
                "[14 cells](<claim:count(reach(rook, a1))>)".to_string()
            }),
            String::new(),
        )
    }),
    ("claims in one paragraph", 1000, |n| {
        (
            joined(" ", n, |_| {
                "It has [14](<claim:count(reach(rook, a1))>).".to_string()
            }),
            String::new(),
        )
    }),
    ("claims that fail", 1000, |n| {
        (
            joined(" ", n, |_| {
                "It has [13](<claim:count(reach(rook, a1))>).".to_string()
            }),
            String::new(),
        )
    }),
    ("clauses that name pieces", 1000, |n| {
        let clause = "the Rook has [14](<claim:count(reach(rook, a1))>)";
        (joined("; ", n, |_| clause.to_string()), String::new())
    }),
    ("uses of a definition", 250, |n| {
        let definition = "[[define]]\nid = \"refuge\"\ndoc = \"a refuge\"\nkey = [{ name = \"cells\", takes = \"cells\" }]\n\
                          [[define.rule]]\nkind = \"forbid\"\nwhen = \"taken & $cells(other) != {}\"\ntext = \"Not on $cells.\"\n";
        let uses = joined("", n, |_| {
            "[[rule]]\nkind = \"refuge\"\ncells = \"cells a1 a2\"\n".to_string()
        });
        (String::new(), uses + definition)
    }),
];

fn joined(between: &str, n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect::<Vec<_>>().join(between)
}

fn books(criterion: &mut Criterion) {
    for (name, least, write) in INPUTS {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for n in [least, 2 * least, 4 * least] {
            let folder = Folder::new("growth");
            let (page, rules) = write(n);
            folder.write("content/t/book.toml", BOOK);
            folder.write("content/t/v.toml", format!("{VARIANT}{rules}"));
            folder.write("content/t/index.md", format!("# T\n\n{page}\n"));
            let content = folder.path("content");
            group.throughput(Throughput::Elements(n as u64));
            group.bench_function(BenchmarkId::from_parameter(n), |bencher| {
                bencher.iter(|| {
                    let mut session = Session::new(&content, &[]);
                    let checked = session.check(&content.join("t"));
                    checked.map(|checked| {
                        let variants = &session.library.variants;
                        corrections(&checked, variants, &session.sources, |_| true)
                            .0
                            .len()
                    })
                });
            });
        }
        group.finish();
    }
}

/// The texts of moves whose ends are the same: a pawn goes to any of some ranks besides.
fn texts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("texts of moves");
    group.sample_size(10);
    for ranks in 1..=3 {
        let mut on = String::from("rank 4");
        (1..ranks).for_each(|more| _ = write!(on, " | rank {}", 4 + more));
        let rule = "[[rule]]\nkind = \"effect\"\nmoves = [\"pawn\"]\n";
        let text = format!("{}\n{rule}on = \"{on}\"\n", padma_variant::BUILT_IN[0].1);
        let variant =
            padma_variant::Variant::load(&text).unwrap_or_else(|error| panic!("{error:?}"));
        let game = Game::new(variant.rules());
        let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
        let Some(mut state) = State::setup(&game) else {
            continue;
        };
        begin_history(&game, &mut state, &mut scratch);
        legal_moves(&game, &mut state, &mut scratch, &mut moves);
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(moves.len()), |bencher| {
            bencher.iter(|| bare_texts(&game, &moves).len());
        });
    }
    group.finish();
}

criterion_group!(benches, books, texts);
criterion_main!(benches);
