//! Converts a variant to another program's definition.

use super::Session;
use padma_text::Span;
use padma_variant::decl::VariantSource;

/// Returns the section of a `variants.ini` for a variant, with a name of its own or `section`;
/// `None` after a complaint.
pub fn export(name: &str, section: Option<&str>, session: &mut Session) -> Option<String> {
    let index = session.variant(name)?;
    let Session {
        sources,
        diagnostics,
        library,
        ..
    } = session;
    let chain = library.parsed_chain(name);
    let source = VariantSource {
        id: name,
        span: chain
            .first()
            .map_or(Span::default(), |(_, fields)| fields.span),
        chain: chain.iter().map(|(_, fields)| *fields).collect(),
    };
    let variant = &library.variants.rules(index).variant;
    padma_exchange::export(&source, variant, section, sources, diagnostics)
}
