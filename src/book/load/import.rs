//! Converts a definition for another program to a variant's TOML.

use padma_rules::names::title_from_id;
use padma_text::diag::Diagnostics;
use padma_text::{SourceId, Sources};
use padma_variant::decl;
use padma_variant::decl::VariantSource;
use padma_variant::import::{self, ImportOptions};
use padma_variant::resolve;

/// Returns the TOML of a definition, with its own title, or else one made from `name`. Returns
/// `None` if the definition cannot be understood, or does not make a valid variant.
pub fn import(
    id: SourceId,
    name: &str,
    wishes: &ImportOptions,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let mut variant = import::read(id, sources, wishes, diagnostics)?;
    variant.set_default_title(|| title_from_id(name));
    let text = import::print(&variant, sources);
    is_sound(&text, sources, diagnostics).then_some(text)
}

/// Reports the errors in a variant's text, and returns whether there are none. Skips warnings: a
/// check of the variant reports them.
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
