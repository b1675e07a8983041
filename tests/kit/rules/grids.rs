//! Variants on grids, from their TOML, and random ones.

use padma_rules::model::Variant;
use padma_text::Sources;
use padma_text::diag::Diagnostics;
use padma_variant::decl;
use padma_variant::decl::VariantSource;
use padma_variant::resolve::variant as settle;
use padma_variant::terminal;
use proptest::prelude::*;

/// Resolves a variant's TOML, which must be sound.
pub fn variant(toml: &str) -> Variant {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("x.toml", toml);
    let resolved = decl::variant(&sources, id, &mut diagnostics).and_then(|decl| {
        let source = VariantSource {
            id: "x",
            span: sources.whole(id),
            chain: vec![&decl],
        };
        settle(&source, &mut diagnostics)
    });
    let texts: Vec<String> = diagnostics
        .iter()
        .map(|found| terminal::render(found, &sources, false))
        .collect();
    resolved.unwrap_or_else(|| panic!("{toml}\n{}", texts.concat()))
}

/// The table `[board]` of a random grid, with gaps, with a first rank of its own, and with an extra cell.
pub fn board() -> impl Strategy<Value = String> {
    let size = (1..=9_usize, 1..=12_usize, 0..=3_usize);
    let gaps = proptest::collection::vec((any::<usize>(), any::<usize>()), 0..6);
    (size, gaps, any::<bool>()).prop_map(|((files, ranks, first), gaps, extra)| {
        let name = |(x, y): (usize, usize)| {
            format!("{}{}", char::from(b'a' + (x % files) as u8), first + y % ranks)
        };
        let mut gaps: Vec<String> = gaps.into_iter().map(name).collect();
        // A board of one cell keeps it.
        gaps.truncate(files * ranks - 1);
        let mut toml = format!(
            "[board]\nkind = \"grid\"\nfiles = {files}\nranks = {ranks}\nfirst_rank = {first}\nwithout = \"{}\"\n",
            gaps.join(" ")
        );
        if extra {
            toml += "\n[[board.extra]]\nname = \"zz9\"\nat = [-1, -1]\n";
        }
        toml
    })
}
