//! Links to figures: where they lead, and the number that they fill in.

use pulldown_cmark::{Event, Tag, TagEnd};

use super::edition::Edition;
use super::text::{html_path, root};
use padma_book::pages::figures::words;
use padma_book::pages::links::anchor;
use padma_book::pages::page::Flow;

/// A link to a figure.
pub(crate) struct Reference<'a> {
    /// The page of the figure; none if the link stands on it.
    path: Option<&'a str>,
    /// The way from the link's page to the book's folder.
    root: String,
    anchor: String,
    /// What it says in place of its own words.
    pub words: Option<String>,
}

impl Reference<'_> {
    /// Where it leads on the site.
    pub(crate) fn target(&self) -> String {
        let path = self
            .path
            .map_or_else(String::new, |path| self.root.clone() + &html_path(path));
        format!("{path}#{}", self.anchor)
    }

    /// The link in a chapter of an mdBook, which leads to the figure.
    pub(crate) fn in_chapter(&self, words: &str) -> String {
        let path = self
            .path
            .map_or_else(String::new, |path| format!("{}{path}", self.root));
        format!("[{words}]({path}#{})", self.anchor)
    }

    /// The page of this path, the link's own, or the other on which the figure is, and the figure's place there.
    #[cfg(feature = "pdf")]
    pub(crate) fn place(&self, own: &str) -> String {
        format!("{}#{}", self.path.unwrap_or(own), self.anchor)
    }

    /// The link in the Markdown edition, where pages can be named and no figures.
    pub(crate) fn in_markdown(&self, words: &str) -> String {
        match self.path {
            Some(path) => format!("[{words}]({}{path})", self.root),
            None => words.to_string(),
        }
    }
}

/// The link to a figure that begins at a place of a page's flow.
pub(crate) fn reference<'a>(
    edition: &Edition<'a>,
    page: usize,
    at: usize,
) -> Option<Reference<'a>> {
    let book = &edition.checked.book;
    let own = &book.pages[page];
    let Some(Flow::Markdown(Event::Start(Tag::Link { dest_url, .. }), _)) = own.flow.get(at) else {
        return None;
    };
    let (id, figure) = book.figures.linked(&book.pages, page, dest_url)?;
    let mut text = String::new();
    for flow in &own.flow[at + 1..] {
        match flow {
            Flow::Markdown(Event::End(TagEnd::Link), _) => break,
            Flow::Markdown(Event::Text(part) | Event::Code(part), _) => text.push_str(part),
            // Words over the end of a line are parted by a space.
            Flow::Markdown(Event::SoftBreak, _) => text.push(' '),
            _ => {}
        }
    }
    Some(Reference {
        path: (figure.page != page).then(|| book.pages[figure.page].path.as_str()),
        root: root(&own.path),
        anchor: anchor("d", id),
        words: words(&text, figure.number),
    })
}
