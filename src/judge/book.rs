//! A book whose diagrams are staged and whose named claims are known: what needs all pages at once.

use std::collections::BTreeMap;

use super::sections;
use crate::book::decl::BookDecl;
use crate::book::page::Page;
use crate::claim::{Definition, parse_definition};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::lower::{Outline, Stage, Variants, stage, unknown_piece};
use crate::text::Span;

/// A book as far as it could be understood.
#[derive(Debug)]
pub struct Book {
    /// The name of its folder.
    pub name: String,
    pub decl: BookDecl,
    /// What its source prints about itself.
    pub outline: Outline,
    pub pages: Vec<Page>,
    /// The variant of claims and diagrams that name none.
    pub variant: Option<usize>,
    /// Whether there is a variant that was meant and could not be settled. What lacks it is then
    /// nothing to complain of: the variant's own mistakes have been told.
    pub variant_failed: bool,
    /// The diagrams of all pages, one after another.
    pub stages: Vec<Stage>,
    /// For each page and diagram its place in `stages`, if its board is known.
    pub stage_of: Vec<Vec<Option<usize>>>,
    /// The named claims of all pages; `None` for one that does not parse.
    pub definitions: BTreeMap<String, (Span, Option<Definition>)>,
}

/// Why a book has no variant of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoVariant {
    /// It names none, and its folder does not hold exactly one.
    Unnamed,
    /// The one it means could not be settled.
    Failed,
}

impl Book {
    /// Puts pages together. The variants their diagrams name must have been loaded before.
    pub fn assemble(
        name: String,
        decl: BookDecl,
        outline: Outline,
        variant: Result<usize, NoVariant>,
        pages: Vec<Page>,
        variants: &Variants,
        diagnostics: &mut Diagnostics,
    ) -> Book {
        let mut book = Book {
            name,
            decl,
            outline,
            pages,
            variant: variant.ok(),
            variant_failed: variant == Err(NoVariant::Failed),
            stages: Vec::new(),
            stage_of: Vec::new(),
            definitions: BTreeMap::new(),
        };
        book.stage_diagrams(variants, diagnostics);
        book.gather_definitions(diagnostics);
        book.check_cards(variants, diagnostics);
        sections::check(&book, diagnostics);
        book
    }

    fn stage_diagrams(&mut self, variants: &Variants, diagnostics: &mut Diagnostics) {
        let mut ids: BTreeMap<String, Span> = BTreeMap::new();
        for page in &self.pages {
            let mut places = Vec::new();
            for decl in &page.diagrams {
                if let Some(first) = ids.get(&decl.id.text.to_lowercase()) {
                    diagnostics.push(
                        Diagnostic::error(
                            Code::DoubledName,
                            format!("two diagrams have the id `{}`", decl.id.text),
                        )
                        .at(decl.id.span, "the second")
                        .and(*first, "the first")
                        .help("give each an id of its own, and the source's number as `source_id`"),
                    );
                }
                if !is_file_name(&decl.id.text) {
                    diagnostics.push(
                        Diagnostic::error(
                            Code::DiagramName,
                            format!("`{}` cannot name a diagram", decl.id.text),
                        )
                        .at(decl.id.span, "expected a letter, then letters, digits, hyphens and underscores"),
                    );
                }
                ids.entry(decl.id.text.to_lowercase()).or_insert(decl.id.span);
                let variant = match &decl.variant {
                    // One that cannot be found has been complained of when it was to be loaded.
                    Some(name) => variants.find(&name.text),
                    None => {
                        if self.variant.is_none() && !self.variant_failed {
                            diagnostics.push(
                                Diagnostic::error(Code::UnknownVariant, "this diagram has no board").at(
                                    decl.id.span,
                                    "expected a line `variant NAME`, or `variant` in book.toml",
                                ),
                            );
                        }
                        self.variant
                    }
                };
                places.push(variant.map(|variant| {
                    self.stages.push(stage(decl, variant, variants.rules(variant), diagnostics));
                    self.stages.len() - 1
                }));
            }
            self.stage_of.push(places);
        }
    }

    fn gather_definitions(&mut self, diagnostics: &mut Diagnostics) {
        let mut used: Vec<&str> =
            self.pages.iter().flat_map(|page| &page.claims).map(|claim| claim.target.text().trim()).collect();
        used.sort_unstable();
        for decl in self.pages.iter().flat_map(|page| &page.definitions) {
            let name = &decl.name;
            if let Some((first, _)) = self.definitions.get(&name.text) {
                diagnostics.push(
                    Diagnostic::error(Code::ClaimName, format!("two claims are named `{}`", name.text))
                        .at(name.span, "the second")
                        .and(*first, "the first"),
                );
                continue;
            }
            let definition = parse_definition(&decl.body, diagnostics);
            if used.binary_search(&name.text.as_str()).is_err() {
                diagnostics.push(
                    Diagnostic::error(Code::ClaimName, format!("no link states the claim `{}`", name.text))
                        .at(name.span, "defined here and never used")
                        .suggest(&name.text, used.iter().copied()),
                );
            }
            self.definitions.insert(name.text.clone(), (name.span, definition));
        }
    }

    /// Cards show pieces of the book's variant.
    fn check_cards(&self, variants: &Variants, diagnostics: &mut Diagnostics) {
        if self.variant_failed {
            return;
        }
        for card in self.pages.iter().flat_map(|page| &page.cards).map(|card| &card.piece) {
            let Some(variant) = self.variant else {
                let complaint = Diagnostic::error(
                    Code::UnknownVariant,
                    "this card has no variant to take its piece from",
                );
                diagnostics.push(complaint.at(card.span, "expected `variant` in book.toml"));
                continue;
            };
            let variant = &variants.rules(variant).variant;
            if variant.piece_named(&card.text).is_none() {
                let known = variant.pieces.iter().map(|piece| piece.id.as_str());
                diagnostics.push(unknown_piece(&card.text, card.span, known));
            }
        }
    }
}

/// Diagram ids become names of files, and names in claims.
fn is_file_name(id: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    id.len() <= 64 && id.chars().all(allowed) && id.starts_with(|c: char| c.is_ascii_alphabetic())
}
