//! A definition for another program as a variant's TOML that this program reads.

use padma_text::diag::Diagnostics;
use padma_text::{SourceId, Sources};
use padma_variant::decl;
use padma_variant::decl::VariantSource;
use padma_variant::import::{self, Wishes};
use padma_variant::names::capitalised;
use padma_variant::resolve;

/// The TOML of a definition, titled as it says itself or else as `name` does; `None` if it cannot be understood, or
/// if what it says makes no variant.
pub fn import(
    id: SourceId,
    name: &str,
    wishes: &Wishes,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let mut variant = import::read(id, sources, wishes, diagnostics)?;
    variant.entitle(|| capitalised(name));
    let text = import::print(&variant, sources);
    is_sound(&text, sources, diagnostics).then_some(text)
}

/// Whether a variant's text is without an error. Warnings are for a check of the variant.
fn is_sound(text: &str, sources: &mut Sources, diagnostics: &mut Diagnostics) -> bool {
    let mut complaints = Diagnostics::default();
    let id = sources.add("<imported>", text);
    if let Some(decl) = decl::variant(sources, id, &mut complaints) {
        let source = VariantSource {
            id: "imported",
            span: sources.whole(id),
            chain: vec![&decl],
        };
        resolve::variant(&source, &mut complaints);
    }
    complaints
        .only_errors()
        .for_each(|error| diagnostics.push(error.clone()));
    !complaints.has_errors()
}
