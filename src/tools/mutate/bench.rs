//! A book to try changes on: a text is edited, read again and judged, and the edits are undone.

use super::change::{MutationKind, TextChange};
use super::seen::{ClaimDependencies, variants_of};
use padma_book::claim::{Edit, Verdict};
use padma_book::judge::{
    Book, BookFault, Checked, JudgedPart, NoVariant, PreviousBook, apply_edits, first_fault,
    playables, verdicts,
};
use padma_book::load::Library;
use padma_book::pages::decl::{self, BookDecl};
use padma_book::pages::outline;
use padma_book::pages::page::{self, Page};
use padma_book::place;
use padma_book::place::Playable;
use padma_expr::Outline;
use padma_text::diag::Diagnostics;
use padma_text::{SourceId, Sources};
use padma_variant::resolve::Variants;

/// A book to try changes on.
pub(crate) struct Bench<'a> {
    pub checked: &'a Checked,
    library: &'a Library,
    /// The variants that the book uses.
    needed: Vec<usize>,
    pub variants: &'a Variants,
    pub playables: Vec<Playable<'a>>,
    pub sources: Sources,
    pub pages: Vec<Page>,
    decl: BookDecl,
    pub outline: Outline,
    pub seen: ClaimDependencies<'a>,
}

/// An edited text after it was read again.
pub(crate) enum Reread {
    /// The page with this index.
    Page(usize),
    /// A variant's file: all variants, with those that use the file resolved again.
    Variants(Variants),
    /// `book.toml` or `source.toml`.
    Statements,
}

impl<'a> Bench<'a> {
    pub(crate) fn new(checked: &'a Checked, library: &'a Library, sources: &Sources) -> Bench<'a> {
        Bench {
            checked,
            library,
            needed: variants_of(checked),
            variants: &library.variants,
            playables: playables(&library.variants),
            sources: sources.clone(),
            pages: checked.book.pages.clone(),
            decl: checked.book.decl.clone(),
            outline: checked.book.outline.clone(),
            seen: ClaimDependencies::new(checked),
        }
    }

    /// Makes a change and returns those of the claims that then have a verdict, and the valid
    /// replacement. `None` if no replacement is valid.
    pub(crate) fn claims_failing_after(
        &mut self,
        change: &TextChange,
        claims: &[usize],
        verdict: Verdict,
    ) -> Option<(Vec<usize>, String)> {
        change.candidates.iter().find_map(|new| {
            let edits = change.edits(new);
            let found = self.with_edits(change.kind, &edits, |bench, reread, complaints| {
                let is_page = matches!(reread?, Reread::Page(_));
                bench.with_assembled_book(
                    reread?,
                    complaints,
                    |bench, book, variants, complaints| {
                        let is_sound = verdict == Verdict::Error || !complaints.has_errors();
                        let found = || bench.claims_with(book, variants, claims, verdict);
                        (is_sound || !is_page).then(found)
                    },
                )
            });
            Some((found?, new.clone()))
        })
    }

    /// Returns those of the claims that have the verdict in a changed book.
    fn claims_with(
        &self,
        book: &Book,
        variants: &Variants,
        claims: &[usize],
        verdict: Verdict,
    ) -> Vec<usize> {
        let all = &self.checked.claims;
        let places = claims
            .iter()
            .map(|claim| (all[*claim].page, all[*claim].link));
        let verdicts = verdicts(book, variants, &self.sources, places);
        let found = claims.iter().copied().zip(verdicts);
        found
            .filter(|(_, now)| *now == verdict)
            .map(|(claim, _)| claim)
            .collect()
    }

    /// Edits a text, reads it again, calls `ask` and undoes the edits. `ask` gets `None` if the
    /// text is invalid.
    pub(crate) fn with_edits<T>(
        &mut self,
        kind: MutationKind,
        edits: &[Edit],
        ask: impl FnOnce(&mut Self, Option<&Reread>, &mut Diagnostics) -> T,
    ) -> T {
        let mut complaints = Diagnostics::default();
        let source = edits[0].span.source;
        let id = self.add_edited(source, edits);
        let mut old = None;
        let reread = match kind {
            MutationKind::Rule | MutationKind::Variant => {
                let resolved = self.library.resolve_rewritten(
                    source,
                    id,
                    &self.needed,
                    &self.sources,
                    &mut complaints,
                );
                resolved.map(|resolved| {
                    // After a change of movements, most of the solved endings remain valid.
                    let replace = match kind {
                        MutationKind::Rule => Variants::with_changed_pieces,
                        _ => Variants::replaced,
                    };
                    let replace = |all: Variants, (place, rules)| replace(&all, place, rules);
                    Reread::Variants(resolved.into_iter().fold(self.variants.clone(), replace))
                })
            }
            MutationKind::Book => {
                self.decl = decl::book(&self.sources, id, &mut complaints).unwrap_or_default();
                Some(Reread::Statements)
            }
            MutationKind::Outline => {
                let fields = outline::outline(&self.sources, id, &mut complaints);
                let outline = fields.map(|fields| place::outline(&fields, &mut complaints));
                self.outline = outline.unwrap_or_default();
                Some(Reread::Statements)
            }
            _ => {
                let place = self.pages.iter().position(|page| page.source == source);
                place.map(|place| {
                    let path = &self.pages[place].path;
                    let fresh = page::parse(path, id, &self.sources, &mut complaints);
                    old = Some((place, std::mem::replace(&mut self.pages[place], fresh)));
                    Reread::Page(place)
                })
            }
        };
        let is_variant = matches!(reread, Some(Reread::Variants(_)));
        let reread = reread.filter(|_| is_variant || !complaints.has_errors());
        let result = ask(self, reread.as_ref(), &mut complaints);
        if let Some((place, page)) = old {
            self.pages[place] = page;
        }
        if kind == MutationKind::Book {
            self.decl = self.checked.book.decl.clone();
        }
        if kind == MutationKind::Outline {
            self.outline = self.checked.book.outline.clone();
        }
        self.sources.drop_last();
        result
    }

    /// Adds a copy of a text with some edits to the sources.
    fn add_edited(&mut self, source: SourceId, edits: &[Edit]) -> SourceId {
        let source = self.sources.get(source);
        let (name, text) = (source.name().to_string(), apply_edits(source.text(), edits));
        self.sources.add(name, text)
    }

    /// Assembles the book again after an edit, and calls `ask` with it. After an edit of a
    /// variant, `ask` does not get the complaints about the variant.
    pub(crate) fn with_assembled_book<T>(
        &mut self,
        reread: &Reread,
        complaints: &mut Diagnostics,
        ask: impl FnOnce(&Self, &Book, &Variants, &mut Diagnostics) -> T,
    ) -> T {
        let (decl, outline) = (self.decl.clone(), self.outline.clone());
        let pages = std::mem::take(&mut self.pages);
        let own = &self.checked.book;
        let mut without_variant = Diagnostics::default();
        let (book, variants, complaints) = match reread {
            Reread::Variants(variants) => {
                let variant = own.variant.ok_or(NoVariant::Unnamed);
                let name = own.name.clone();
                let complaints = &mut without_variant;
                let book =
                    Book::assemble(name, decl, outline, variant, pages, variants, complaints);
                (book, variants, complaints)
            }
            Reread::Page(_) | Reread::Statements => {
                let changed = match reread {
                    Reread::Page(page) => Some(*page),
                    _ => None,
                };
                let kept = PreviousBook {
                    book: own,
                    changed_page: changed,
                };
                let (variants, all) = (self.variants, &self.playables);
                let book = Book::reassemble(kept, decl, outline, pages, variants, all, complaints);
                (book, variants, complaints)
            }
        };
        let result = ask(self, &book, variants, complaints);
        self.pages = book.pages;
        result
    }

    /// Returns the first fault of the book after an edit, among the parts that `parts` selects.
    pub(crate) fn fault<P: IntoIterator<Item = JudgedPart>>(
        &mut self,
        reread: &Reread,
        complaints: &mut Diagnostics,
        parts: impl FnOnce(&Self, &Book) -> P,
    ) -> Option<BookFault> {
        self.with_assembled_book(reread, complaints, |bench, book, variants, complaints| {
            let parts = parts(bench, book);
            first_fault(book, variants, &bench.sources, complaints, parts)
        })
    }
}
