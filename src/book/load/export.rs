//! Converts a variant to another program's definition.

use super::Session;
use padma_exchange::export::OtherProgram;
use padma_text::Span;
use padma_variant::decl::VariantSource;

/// Returns the text of a variant for a program, with the variant's name or `section`; `None` after a
/// complaint.
pub fn export(
    name: &str,
    program: OtherProgram,
    section: Option<&str>,
    session: &mut Session,
) -> Option<String> {
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
    padma_exchange::export::export(program, &source, variant, section, sources, diagnostics)
}
