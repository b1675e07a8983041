//! The road from a book to its site, part by part: reading and judging all of it, drawing, writing
//! the pages, printing; and one PNG beside what the renderer alone takes for the same picture.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use padma_book::load::Session;
use padma_picture::backend::png;
use padma_site::build::{BuildPlan, Look, SCALE, build, draw};
use resvg::usvg;

fn content() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("content")
}

fn book(criterion: &mut Criterion) {
    let folder = content().join("lotus-39");
    let mut group = criterion.benchmark_group("lotus-39");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(4));
    group.bench_function("read and judge", |bencher| {
        bencher.iter(|| Session::new(&content(), &[]).check(black_box(&folder)));
    });
    let mut session = Session::new(&content(), &[]);
    let checked = session
        .check(&folder)
        .unwrap_or_else(|| panic!("{:?}", session.diagnostics));
    group.bench_function("draw all diagrams as SVG and text", |bencher| {
        bencher.iter(|| {
            for diagram in &checked.diagrams {
                black_box(draw(&session, &checked, diagram, &Look::BUILT_IN));
            }
        });
    });
    group.bench_function("draw and write all pages", |bencher| {
        let plan = BuildPlan {
            with_png: false,
            strength: None,
            neighbours: &[],
            forms: &[],
            watcher: &(),
        };
        bencher.iter(|| build(&mut session, &folder, &checked, &plan).is_some());
    });
    #[cfg(feature = "pdf")]
    group.bench_function("the same, printed on A4 and A5 besides", |bencher| {
        let forms: Vec<_> = padma_site::page::FORMS
            .iter()
            .filter(|form| form.name == "pdf")
            .collect();
        let plan = BuildPlan {
            with_png: false,
            strength: None,
            neighbours: &[],
            forms: &forms,
            watcher: &(),
        };
        // The typesetter remembers some of what it has laid out: this is the second and later run.
        bencher.iter(|| build(&mut session, &folder, &checked, &plan).is_some());
    });
    let svg = draw(&session, &checked, &checked.diagrams[0], &Look::BUILT_IN).svg;
    group.bench_function("one PNG", |bencher| {
        bencher.iter(|| png::render(black_box(&svg), SCALE))
    });
    group.bench_function("the same by the renderer alone", |bencher| {
        bencher.iter(|| rendered(black_box(&svg)))
    });
    group.finish();
}

/// Parses, rasterises and packs a picture as the renderer's own example does.
fn rendered(svg: &str) -> Option<Vec<u8>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let side = |length: f32| (length * SCALE as f32).ceil() as u32;
    let mut pixels = tiny_skia::Pixmap::new(side(tree.size().width()), side(tree.size().height()))?;
    let scale = tiny_skia::Transform::from_scale(SCALE as f32, SCALE as f32);
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels.encode_png().ok()
}

criterion_group!(benches, book);
criterion_main!(benches);
