//! Reports what keeps a book from being printed, each fault at its place. Knows no typesetter.

use padma_book::judge::Checked;
use padma_book::load::Session;
use padma_book::pages::content::{Node, NodeKind, WalkStep, walk};
use padma_book::pages::links::resolve;
use padma_book::pages::page::Page;
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
        let (mut counts, mut excess) = (PageCounts::default(), None);
        walk(&page.content, &mut |step| {
            if excess.is_none() {
                excess = counts.excess(step);
            }
        });
        if let Some((message, label, at)) = excess {
            let at = Span::new(page.source, at..at + 1);
            session
                .diagnostics
                .error(Code::TooLarge, message, at, label);
        }
    }
}

/// The counts for the part of a page that has been read.
#[derive(Default)]
struct PageCounts {
    depth: usize,
    cells: usize,
    words: usize,
}

impl PageCounts {
    /// Counts one step; returns the message and the label of the limit that it exceeds, if any, and
    /// the offset of the node that does.
    fn excess(&mut self, step: WalkStep<'_>) -> Option<(&'static str, String, usize)> {
        let node = match step {
            WalkStep::Leave(node) => {
                self.depth -= usize::from(is_nested(node));
                return None;
            }
            WalkStep::Enter(node) => node,
        };
        self.depth += usize::from(is_nested(node));
        match node.kind {
            NodeKind::Table(_) => self.cells = 0,
            NodeKind::TableCell => self.cells += 1,
            _ => self.words += node.words().len(),
        }
        let (message, label) = if self.depth > MOST_NESTED {
            let label = format!("at most {MOST_NESTED} quotations, lists and emphases");
            ("this is nested too deeply to be printed", label)
        } else if self.cells > MOST_CELLS {
            let label = format!("at most {MOST_CELLS} cells");
            ("a table is too large to be printed", label)
        } else if self.words > MOST_WORDS {
            let label = format!("at most {MOST_WORDS} bytes of words");
            ("a page is too long to be printed", label)
        } else {
            return None;
        };
        Some((message, label, node.range.start))
    }
}

fn is_nested(node: &Node) -> bool {
    matches!(
        node.kind,
        NodeKind::Quote
            | NodeKind::List(_)
            | NodeKind::Emphasis
            | NodeKind::Strong
            | NodeKind::Struck
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
