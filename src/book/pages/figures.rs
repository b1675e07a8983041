//! The figures of a book: its diagrams, numbered in reading order, and the links to them.

use std::collections::BTreeMap;

use super::links::{is_external, resolve};
use super::page::Page;

/// All diagrams of a book.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Figures by id.
    by_id: BTreeMap<String, Figure>,
    /// For each page, the number of diagrams on the pages before it.
    before: Vec<usize>,
}

/// A diagram's page and its number, by which readers know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The index of its page in the book.
    pub page: usize,
    /// Its number in the book, counted from 1.
    pub number: usize,
}

impl Figures {
    pub(crate) fn new(pages: &[Page]) -> Figures {
        let mut figures = Figures::default();
        let mut number = 0;
        for (page, decls) in pages.iter().map(|page| &page.diagrams).enumerate() {
            figures.before.push(number);
            for decl in decls {
                number += 1;
                // A duplicate id is reported elsewhere; the first diagram keeps it.
                figures
                    .by_id
                    .entry(decl.id.text.clone())
                    .or_insert(Figure { page, number });
            }
        }
        figures
    }

    /// Returns the number of a page's diagram.
    pub fn number(&self, page: usize, index: usize) -> usize {
        self.before.get(page).copied().unwrap_or(0) + index + 1
    }

    /// Finds the diagram that a link on a page leads to: the one with the id after its `#`,
    /// anywhere in the book, or on the page that the link names. A heading of that page with the
    /// same name takes precedence.
    pub fn find_linked(&self, pages: &[Page], from: usize, target: &str) -> Option<(&str, Figure)> {
        if is_external(target) {
            return None;
        }
        let (path, id) = target.split_once('#')?;
        let (id, figure) = self.by_id.get_key_value(id)?;
        let page = if path.is_empty() {
            from
        } else {
            let path = resolve(&pages.get(from)?.path, path)?;
            let page = pages.iter().position(|page| page.path == path)?;
            if page != figure.page {
                return None;
            }
            page
        };
        let is_heading = pages
            .get(page)?
            .headings
            .iter()
            .any(|heading| heading.anchor == *id);
        (!is_heading).then_some((id, *figure))
    }

    /// Returns the ids that a link may name: those of a page, or of the whole book.
    pub(crate) fn ids(&self, page: Option<usize>) -> impl Iterator<Item = &str> {
        self.by_id
            .iter()
            .filter(move |(_, figure)| page.is_none_or(|page| figure.page == page))
            .map(|(id, _)| id.as_str())
    }
}
