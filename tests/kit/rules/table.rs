//! Variants given in a test, and the built-in ones, resolved without any folder.

use padma_rules::reach::Rules;
use padma_text::Sources;
use padma_text::diag::Diagnostics;
use padma_variant::decl;
use padma_variant::decl::VariantSource;
use padma_variant::resolve::variant;
use padma_variant::terminal;

pub const CHESS: &str = include_str!("../../../src/variant/chess.toml");

/// A variant by its text, which must be sound.
pub fn rules(text: &str) -> Rules {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("test.toml", text);
    let decl = decl::variant(&sources, id, &mut diagnostics);
    let resolved = decl.and_then(|decl| {
        let source = VariantSource {
            id: "test",
            span: sources.whole(id),
            chain: vec![&decl],
        };
        variant(&source, &mut diagnostics)
    });
    let text: String = diagnostics
        .iter()
        .map(|d| terminal::render(d, &sources, false))
        .collect();
    assert!(diagnostics.is_empty(), "{text}");
    Rules::new(resolved.expect("a variant without complaints"))
}
