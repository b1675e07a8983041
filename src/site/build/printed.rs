//! Reports what keeps a book from being printed, each fault at its place. Knows no typesetter.

use pulldown_cmark::{Event, Tag, TagEnd};

use padma_book::judge::Checked;
use padma_book::load::Session;
use padma_book::pages::links::resolve;
use padma_book::pages::page::{Flow, Page};
use padma_text::Span;
use padma_text::diag::{Code, Diagnostic};

/// Maximum nesting depth of quotations, lists and emphases on paper. The typesetter's own limit is
/// about thirty.
const MOST_NESTED: usize = 16;
/// Maximum number of cells in a table on paper. The typesetter's time grows faster than the number
/// of cells.
const MOST_CELLS: usize = 20_000;
/// Maximum bytes of words on a page of the book: about a hundred sheets of paper. A single
/// paragraph may have as many.
const MOST_WORDS: usize = 1 << 20;

/// Complains of text that is nested too deeply or too large to be typeset, at most once a page.
pub(super) fn check(checked: &Checked, session: &mut Session) {
    for page in &checked.book.pages {
        let mut counts = PageCounts::default();
        let mut events = page.flow.iter().filter_map(|part| match part {
            Flow::Markdown(event, range) => Some((event, range)),
            _ => None,
        });
        let excess =
            events.find_map(|(event, range)| counts.excess(event).map(|excess| (excess, range)));
        if let Some(((message, label), range)) = excess {
            let at = Span::new(page.source, range.start..range.start + 1);
            session
                .diagnostics
                .error(Code::TooLarge, message, at, label);
        }
    }
}

/// Counts over the part of a page that has been read.
#[derive(Default)]
struct PageCounts {
    depth: usize,
    cells: usize,
    words: usize,
}

impl PageCounts {
    /// Counts one event; returns the message and the label of the limit that it exceeds, if any.
    fn excess(&mut self, event: &Event) -> Option<(&'static str, String)> {
        match event {
            Event::Start(Tag::Table(_)) => self.cells = 0,
            Event::Start(Tag::TableCell) => self.cells += 1,
            Event::Start(tag) if is_nested(&tag.to_end()) => self.depth += 1,
            Event::End(tag) if is_nested(tag) => self.depth = self.depth.saturating_sub(1),
            Event::Text(words) | Event::Code(words) => self.words += words.len(),
            _ => {}
        }
        if self.depth > MOST_NESTED {
            let label = format!("at most {MOST_NESTED} quotations, lists and emphases");
            Some(("this is nested too deeply to be printed", label))
        } else if self.cells > MOST_CELLS {
            Some((
                "a table is too large to be printed",
                format!("at most {MOST_CELLS} cells"),
            ))
        } else if self.words > MOST_WORDS {
            Some((
                "a page is too long to be printed",
                format!("at most {MOST_WORDS} bytes of words"),
            ))
        } else {
            None
        }
    }
}

fn is_nested(tag: &TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::BlockQuote(_)
            | TagEnd::List(_)
            | TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
    )
}

/// Returns the complaint about a picture that cannot be printed, placed where a page shows it.
pub(super) fn unprintable_picture(pages: &[Page], path: &str, why: &str) -> Diagnostic {
    let complaint = Diagnostic::error(
        Code::MissingFile,
        format!("`{path}` cannot be printed: {why}"),
    );
    let shows = |page: &Page| {
        let mut pictures = page.links.iter().filter(|link| link.image);
        pictures
            .find(|link| resolve(&page.path, &link.target).as_deref() == Some(path))
            .map(|link| link.span)
    };
    match pages.iter().find_map(shows) {
        Some(span) => complaint.at(span, "shown here"),
        None => complaint,
    }
}
