//! Links to figures: their targets, and the numbers that are filled into them.

use super::edition::Edition;
use super::text::root;
use padma_book::pages::content::{Node, NodeKind, each};
use padma_book::pages::ids::anchor;
use padma_words::{Sense, read_as, say};

/// A link to a figure.
pub(crate) struct FigureLink<'a> {
    /// The path of the figure's page; `None` if the link is on the same page.
    path: Option<&'a str>,
    /// The path from the link's page to the book's folder.
    root: String,
    anchor: String,
    /// The link's words with the figure's number filled in; `None` if they do not ask for it.
    pub words: Option<String>,
}

impl FigureLink<'_> {
    /// Returns the path of the figure's page from the link's page, with the figure's anchor.
    pub(crate) fn target(&self) -> String {
        let path = self
            .path
            .map_or_else(String::new, |path| format!("{}{path}", self.root));
        format!("{path}#{}", self.anchor)
    }

    /// Returns the link for a chapter of an mdBook, where it leads to the figure.
    pub(crate) fn chapter_link(&self, words: &str) -> String {
        format!("[{words}]({})", self.target())
    }

    /// Returns the path of the figure's page and the figure's anchor there. `own` is the path of
    /// the link's page.
    #[cfg(feature = "pdf")]
    pub(crate) fn printed_target(&self, own: &str) -> String {
        format!("{}#{}", self.path.unwrap_or(own), self.anchor)
    }

    /// Returns the link for the Markdown edition, where it can lead to a page but not to a figure.
    pub(crate) fn markdown_link(&self, words: &str) -> String {
        match self.path {
            Some(path) => format!("[{words}]({}{path})", self.root),
            None => words.to_string(),
        }
    }
}

/// Returns the link to a figure, if a link of a page is one.
pub(crate) fn figure_link<'a>(
    edition: &Edition<'a>,
    page: usize,
    link: &Node,
) -> Option<FigureLink<'a>> {
    let book = &edition.checked.book;
    let own = &book.pages[page];
    let NodeKind::Link { target, .. } = &link.kind else {
        return None;
    };
    let (id, figure) = book.figures.find_linked(&book.pages, page, target)?;
    let mut text = String::new();
    each(&link.children, &mut |node| text.push_str(node.words()));
    Some(FigureLink {
        path: (figure.page != page).then(|| book.pages[figure.page].path.as_str()),
        root: root(&own.path),
        anchor: anchor("d", id),
        words: numbered_link_text(edition, &text, figure.number),
    })
}

/// Returns the text of a link to a figure whose own text is only `figure`, `the figure` or empty:
/// the word with the number.
fn numbered_link_text(edition: &Edition<'_>, text: &str, number: usize) -> Option<String> {
    // The words are the author's.
    let language = read_as(&edition.checked.book.decl.language);
    let means_figure =
        || language.is_some_and(|read| read.means(&text.to_lowercase(), Sense::Figure));
    let is_figure = text.is_empty() || means_figure();
    is_figure.then(|| match text.starts_with(char::is_uppercase) {
        true => edition.say(say!(labels::Figure, number)),
        false => edition.say(say!(labels::FigureWithin, number)),
    })
}
