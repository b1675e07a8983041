//! What keeps a book from being printed, said at its place in the pages. Knows no typesetter.

use pulldown_cmark::{Event, TagEnd};

use super::session::Session;
use crate::book::links::resolve;
use crate::book::page::{Flow, Page};
use crate::diag::{Code, Diagnostic};
use crate::judge::Checked;
use crate::text::Span;

/// How many quotations, lists and emphases may lie in each other on paper. The typesetter ends at some thirty.
const MOST_NESTED: usize = 16;

/// Complains of what lies too deep in each other.
pub(super) fn check(checked: &Checked, session: &mut Session) {
    for page in &checked.book.pages {
        let mut depth = 0_usize;
        for part in &page.flow {
            match part {
                Flow::Markdown(Event::Start(tag), range) if is_nested(&tag.to_end()) => {
                    depth += 1;
                    if depth > MOST_NESTED {
                        let message = "too much lies in each other here to be printed";
                        let at = Span::new(page.source, range.start..range.start + 1);
                        let label = format!("at most {MOST_NESTED} quotations, lists and emphases");
                        session.diagnostics.error(Code::TooLarge, message, at, label);
                        break;
                    }
                }
                Flow::Markdown(Event::End(tag), _) if is_nested(tag) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }
}

fn is_nested(tag: &TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough
    )
}

/// The complaint of a picture that cannot be printed, where a page shows it.
pub(super) fn picture(pages: &[Page], path: &str, why: &str) -> Diagnostic {
    let complaint = Diagnostic::error(Code::MissingFile, format!("`{path}` cannot be printed: {why}"));
    let shows = |page: &Page| {
        let mut pictures = page.links.iter().filter(|link| link.image);
        pictures.find(|link| resolve(&page.path, &link.target).as_deref() == Some(path)).map(|link| link.span)
    };
    match pages.iter().find_map(shows) {
        Some(span) => complaint.at(span, "shown here"),
        None => complaint,
    }
}
