//! Which section of the source each part of a book retells.
//!
//! The outline gives a section a page, or a heading on a page; what follows belongs to the section
//! up to the next such heading. What comes before the first such heading belongs to the page's own
//! section, if it has one.

use std::collections::{BTreeMap, BTreeSet};

use crate::pages::content::{NodeKind, each};
use crate::pages::page::Page;
use padma_expr::{NumberId, Outline};
use padma_text::Span;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::lookup::Lookup;

/// The sections of claims, diagrams and games, by the places where these are written.
pub(crate) type Sections = Lookup<Span, NumberId>;

/// A page's path, and the anchor of a heading, or an empty string for the top of the page.
type HeadingPlace<'a> = (&'a str, &'a str);

/// Splits a place of the outline into its page and its heading.
fn heading_place(written: &str) -> HeadingPlace<'_> {
    written.split_once('#').unwrap_or((written, ""))
}

/// Returns the section of each block of these pages that has one; the key is a claim's link, or
/// the id of a diagram or a game.
pub(crate) fn sections(pages: &[Page], outline: &Outline) -> Sections {
    let places: BTreeMap<HeadingPlace<'_>, NumberId> = outline
        .pages()
        .map(|(section, page)| (heading_place(&page.value), section))
        .collect();
    let mut sections = Sections::default();
    for page in pages {
        let section_at = |anchor: &str| places.get(&(page.path.as_str(), anchor)).copied();
        let mut current = section_at("");
        each(&page.content, &mut |node| {
            let block = match &node.kind {
                NodeKind::Heading(index) => {
                    current = section_at(&page.headings[*index].anchor).or(current);
                    return;
                }
                NodeKind::Claim(index) => page.claims[*index].span,
                NodeKind::Diagram(index) => page.diagrams[*index].id.span,
                NodeKind::Game(index) => page.games[*index].id.span,
                _ => return,
            };
            current
                .into_iter()
                .for_each(|section| sections.put(block, section));
        });
    }
    sections
}

/// Checks that every place in the outline exists in the book and is named once.
pub(crate) fn check(pages: &[Page], outline: &Outline, diagnostics: &mut Diagnostics) {
    let known: BTreeMap<&str, BTreeSet<String>> = pages
        .iter()
        .map(|page| (page.path.as_str(), heading_anchors(page)))
        .collect();
    let mut seen = BTreeMap::new();
    for (_, written) in outline.pages() {
        let (path, anchor) = heading_place(&written.value);
        let complaint = |message: String| Diagnostic::error(Code::BrokenLink, message);
        let Some(anchors) = known.get(path) else {
            diagnostics.push_error(Code::BrokenLink, written.span, || {
                complaint(format!("this book has no page `{path}`"))
                    .at(written.span, "expected a page that book.toml lists")
                    .suggest(path, known.keys().copied())
            });
            continue;
        };
        if !anchor.is_empty() && !anchors.contains(anchor) {
            diagnostics.push_error(Code::BrokenLink, written.span, || {
                complaint(format!("the page `{path}` has no heading `#{anchor}`"))
                    .at(written.span, "expected a heading's anchor")
                    .suggest(anchor, anchors.iter().map(String::as_str))
            });
        }
        if let Some(first) = seen.insert((path, anchor), written.span) {
            let message = "two sections are retold in one place";
            diagnostics.duplicate(Code::DoubledName, message, first, written.span);
        }
    }
}

fn heading_anchors(page: &Page) -> BTreeSet<String> {
    page.headings
        .iter()
        .map(|heading| heading.anchor.clone())
        .collect()
}
