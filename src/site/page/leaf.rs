//! The pages of a book, the author's and those made for every book, each written for any medium.

use super::body::{self, PageBody};
use super::edition::Edition;
use super::live;
use super::medium::{Addresses, FileOutlines, Medium};
use super::reference::{self, MadePage};
use super::templates::TemplateFault;
use super::words::page_title;
use padma_book::pages::made::ReferencePage;

/// A page by its index: the author's pages come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    /// A page of the author's.
    Own(usize),
    /// A page made for every book.
    Made(ReferencePage),
}

impl Leaf {
    /// Returns all pages of a book.
    pub(crate) fn all(edition: &Edition<'_>) -> Vec<Leaf> {
        let own = (0..edition.checked.book.pages.len()).map(Leaf::Own);
        own.chain(ReferencePage::ALL.into_iter().map(Leaf::Made))
            .collect()
    }

    /// Returns the path in the Markdown edition.
    pub(crate) fn path<'a>(&self, edition: &'a Edition<'_>) -> &'a str {
        match self {
            Leaf::Own(index) => &edition.checked.book.pages[*index].path,
            Leaf::Made(page) => page.path(),
        }
    }

    /// Returns the title.
    pub(crate) fn title(&self, edition: &Edition<'_>) -> String {
        match self {
            Leaf::Own(index) => match &edition.checked.book.pages[*index] {
                page if page.title.is_empty() => page.path.clone(),
                page => page.title.clone(),
            },
            Leaf::Made(page) => page_title(*page, &edition.checked.book.decl),
        }
    }

    /// Whether the page is made for every book and comes after the author's chapters.
    pub(crate) fn is_appendix(&self) -> bool {
        matches!(self, Leaf::Made(page) if *page != ReferencePage::RulesOfPlay)
    }

    /// Writes the page's text as HTML.
    ///
    /// The file must contain its `outlines`.
    pub(crate) fn html(
        &self,
        edition: &Edition<'_>,
        medium: Medium,
        outlines: &FileOutlines,
    ) -> Result<PageBody, TemplateFault> {
        let addresses = Addresses::of(edition, medium, self.path(edition), outlines);
        match self {
            Leaf::Own(index) => body::write(edition, *index, addresses),
            Leaf::Made(page) => Ok(PageBody {
                html: MadePage::new(*page, edition).render(&addresses)?,
                ..PageBody::default()
            }),
        }
    }

    /// Returns the scripts that the page needs in a medium, in addition to those of every page.
    pub(crate) fn scripts(&self, edition: &Edition<'_>, medium: Medium) -> Vec<&'static str> {
        let index = match self {
            Leaf::Own(index) => *index,
            Leaf::Made(page) => return reference::scripts(*page, edition, medium),
        };
        let page = &edition.checked.book.pages[index];
        let is_live = live::is_on_page(edition, index);
        let (has_cards, has_games) = (!page.cards.is_empty(), !page.games.is_empty());
        let has_proofs = !edition.ticked(index).is_empty();
        let wanted = [
            (is_live || has_cards || has_proofs, "ask.js"),
            (is_live, "picture.js"),
            (is_live, "live.js"),
            (has_games, "game.js"),
            (has_cards, "open-playground.js"),
            (has_proofs, "proof.js"),
        ];
        let wanted = wanted.into_iter().filter(|(is_wanted, _)| *is_wanted);
        wanted.map(|(_, name)| name).collect()
    }
}
