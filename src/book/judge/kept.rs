//! Which verdicts of the last check of a book can be kept if only the texts of pages have changed.

use std::collections::BTreeSet;

use super::book::Book;
use super::checked::{
    Checked, CheckedClaim, CheckedDiagram, CheckedGame, claim_id, is_named_claim,
};
use crate::pages::page::Page;
use padma_text::{SourceId, Sources, Span};

/// The last check of a book, with the same rules and boards as now.
pub(super) struct KeptVerdicts<'a> {
    checked: &'a Checked,
    /// The texts that have changed, and those that contain the name of a changed diagram.
    touched: BTreeSet<SourceId>,
}

impl<'a> KeptVerdicts<'a> {
    /// Returns the last check, unless the pages, their games or the names of their diagrams have
    /// changed since. `sources` holds the new texts.
    pub(super) fn new(
        checked: &'a Checked,
        book: &Book,
        sources: &Sources,
    ) -> Option<KeptVerdicts<'a>> {
        let (old, new) = (&checked.book, book);
        let is_page = |id| new.pages.iter().any(|page| page.source == id);
        let is_same_book = sources.changed().all(is_page)
            && (old.variant, old.pages.len()) == (new.variant, new.pages.len())
            && (&old.figure_of, &old.game_of) == (&new.figure_of, &new.game_of);
        let mut changed_diagrams = Vec::new();
        for (old, new) in old.pages.iter().zip(&new.pages).filter(|_| is_same_book) {
            if (&old.path, old.source) != (&new.path, new.source) {
                return None;
            }
            let Some(old_text) = sources.former_version(new.source) else {
                continue;
            };
            let is_same = |(old, new): (Span, Span)| {
                old_text.text().get(old.range()) == Some(sources.slice(new))
            };
            let mut games = old.games.iter().zip(&new.games);
            let diagrams = old.diagrams.iter().zip(&new.diagrams);
            if !games.all(|(old, new)| is_same((old.span, new.span)))
                || diagrams
                    .clone()
                    .any(|(old, new)| old.id.text != new.id.text)
            {
                return None;
            }
            let changed = diagrams.filter(|(old, new)| !is_same((old.span, new.span)));
            changed_diagrams.extend(changed.map(|(_, new)| new.id.text.as_str()));
        }
        let is_touched = |page: &&Page| {
            let own_text = [sources.get(page.source).text()].into_iter();
            let mut texts = own_text.chain(page.claims.iter().map(|claim| claim.target.text()));
            sources.former_version(page.source).is_some()
                || texts.any(|text| {
                    changed_diagrams
                        .iter()
                        .any(|diagram| text.contains(diagram))
                })
        };
        let touched = new
            .pages
            .iter()
            .filter(is_touched)
            .map(|page| page.source)
            .collect();
        is_same_book.then_some(KeptVerdicts { checked, touched })
    }

    /// Returns the work spent on judging a page, if nothing was reported and nothing that the page
    /// depends on has changed.
    pub(super) fn unchanged_work(&self, book: &Book, page: usize) -> Option<u64> {
        let work = self.checked.quiet_work[page]?;
        let page = &book.pages[page];
        let is_defined_alike = |name: &str| {
            let [was, is] = [&self.checked.book, book]
                .map(|book| book.definitions.get(name).map(|(at, _)| *at));
            was == is && is.is_some_and(|at| !self.touched.contains(&at.source))
        };
        let mut names = page
            .claims
            .iter()
            .filter(|link| is_named_claim(link))
            .map(|link| link.target.text().trim());
        (!self.touched.contains(&page.source) && names.all(is_defined_alike)).then_some(work)
    }

    /// Adds the old judgements of a page.
    pub(super) fn copy_page(
        &self,
        page: usize,
        claims: &mut Vec<CheckedClaim>,
        diagrams: &mut Vec<CheckedDiagram>,
        games: &mut Vec<CheckedGame>,
    ) {
        let (old, old_page) = (self.checked, &self.checked.book.pages[page]);
        // Duplicates are numbered again later: the book may have more or fewer of them now.
        claims.extend(
            old.claims
                .iter()
                .filter(|claim| claim.page == page)
                .map(|claim| {
                    let id = claim_id(old_page, claim.link, &old_page.claims[claim.link]);
                    CheckedClaim {
                        id,
                        ..claim.clone()
                    }
                }),
        );
        diagrams.extend(
            old.diagrams
                .iter()
                .filter(|diagram| diagram.page == page)
                .cloned(),
        );
        games.extend(old.games.iter().filter(|game| game.page == page).cloned());
    }
}
