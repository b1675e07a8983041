//! Imports a text and reads back what is printed.

use padma_exchange::import::{self, ImportOptions, ImportedVariant};
use padma_rules::model::Variant;
use padma_text::Sources;
use padma_text::diag::{Diagnostics, Severity};
use padma_variant::decl;
use padma_variant::decl::VariantSource;
use padma_variant::resolve::variant as settle;

/// What became of a text.
pub struct Imported {
    pub draft: ImportedVariant,
    pub toml: String,
    /// The complaints, in the order of the text.
    pub complaints: Vec<String>,
}

/// Imports a definition; the complaints if there was an error.
pub fn import(text: &str, section: Option<&str>) -> Result<Imported, Vec<String>> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let section = section.map(|name| {
        let id = sources.add("<--section>", name);
        (name.to_string(), sources.whole(id))
    });
    let id = sources.add("source", text);
    let wishes = ImportOptions {
        section,
        ..ImportOptions::default()
    };
    let draft = import::read(id, &sources, &wishes, &mut diagnostics);
    diagnostics.sort();
    let complaints = diagnostics.iter().map(|diagnostic| {
        let place = diagnostic
            .primary
            .as_ref()
            .map(|label| sources.line_column(label.span));
        let place = place.map_or(String::new(), |place| {
            format!("{}:{} ", place.line, place.column)
        });
        format!("{place}{}", diagnostic.message)
    });
    let complaints: Vec<String> = complaints.collect();
    match draft {
        Some(mut draft) => {
            // A file without a title is called by its name.
            draft.set_default_title(|| "Imported".to_string());
            Ok(Imported {
                toml: import::print(&draft, &sources),
                draft,
                complaints,
            })
        }
        None => Err(complaints),
    }
}

/// Imports a file that stands beside this one.
pub fn import_file(file: &str, section: Option<&str>) -> Imported {
    import(&text_of(file), section)
        .unwrap_or_else(|complaints| panic!("{file} {section:?}: {complaints:#?}"))
}

pub fn text_of(file: &str) -> String {
    let path = kit_rules::folder::root()
        .join("tests/rules/import")
        .join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads a variant's TOML as the program reads it from a book; an error of any kind fails the test.
pub fn read_back(toml: &str) -> Variant {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("imported.toml", toml);
    let variant = decl::variant(&sources, id, &mut diagnostics).and_then(|decl| {
        let source = VariantSource {
            id: "imported",
            span: sources.whole(id),
            chain: vec![&decl],
        };
        settle(&source, &mut diagnostics)
    });
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error);
    let errors: Vec<&String> = errors.map(|diagnostic| &diagnostic.message).collect();
    match variant {
        Some(variant) if errors.is_empty() => variant,
        _ => panic!("{errors:#?}\n{toml}"),
    }
}
