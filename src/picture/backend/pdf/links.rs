//! Links within a document, resolved after everything is laid out. Typst itself resolves them
//! during layout. There, the alternative text of a link names the page of its place, so each
//! paragraph with a link, and everything that moves with the paragraph, is laid out two or three
//! times.

use typst::diag::At;
use typst::foundations::{Label, NativeElement, ShowFn, Target};
use typst::introspection::Introspector;
use typst::layout::{Frame, FrameItem};
use typst::model::{Destination, Document, LinkElem, LinkMarker, LinkTarget, Url};
use typst::utils::PicoStr;
use typst::{Library, LibraryExt};
use typst_layout::{PagedDocument, PagedIntrospector};

/// The prefix of a place's name in a field that otherwise holds a URL. No URL begins with this
/// character.
const PLACE_PREFIX: char = '\u{1}';

/// Returns the library for a document whose links name their places.
pub(super) fn library() -> Library {
    let mut library = Library::default();
    library.rules.replace::<LinkElem>(Target::Paged, SHOW_LINK);
    library
}

/// Marks a link. Its alternative text, for readers who cannot see it, is its label, or else its
/// own text.
const SHOW_LINK: ShowFn<LinkElem> = |link, engine, styles| {
    let (to, alt_text) = match &link.dest {
        LinkTarget::Label(place) => {
            let to = Url::new(format!("{PLACE_PREFIX}{}", place.resolve()));
            let alt_text = link.label().map_or_else(
                || link.body.plain_text(),
                |label| label.resolve().as_str().into(),
            );
            (Destination::Url(to.at(link.span())?), alt_text)
        }
        LinkTarget::Dest(to) => (to.clone(), to.alt_text(engine, styles, link.span())?),
    };
    let marked = LinkMarker::new(link.body.clone(), Some(alt_text))
        .pack()
        .spanned(link.span());
    Ok(marked.set(LinkElem::current, Some(to)))
};

/// Returns the document with its links resolved to their places.
///
/// # Errors
///
/// Returns the name of a place that is missing or occurs twice.
pub(super) fn resolve_links(document: &PagedDocument) -> Result<PagedDocument, String> {
    let mut pages = document.pages().to_vec();
    let mut missing = None;
    pages
        .iter_mut()
        .for_each(|page| resolve_frame(&mut page.frame, document.introspector(), &mut missing));
    missing.map_or_else(
        || Ok(PagedDocument::new(pages.into(), document.info().clone())),
        Err,
    )
}

fn resolve_frame(frame: &mut Frame, places: &PagedIntrospector, missing: &mut Option<String>) {
    // A frame without links is shared with the layout cache and not copied.
    if !has_links(frame) {
        return;
    }
    frame.retain(|item| {
        match item {
            FrameItem::Group(group) => resolve_frame(&mut group.frame, places, missing),
            FrameItem::Link(to, _) => {
                if let Some(place) = place_name(to) {
                    let label = Label::new(PicoStr::intern(place));
                    match label.and_then(|label| places.query_label(label).ok()?.location()) {
                        Some(place) => *to = Destination::Location(place),
                        None => *missing = Some(place.to_string()),
                    }
                }
            }
            _ => {}
        }
        true
    });
}

fn has_links(frame: &Frame) -> bool {
    frame.items().any(|(_, item)| match item {
        FrameItem::Group(group) => has_links(&group.frame),
        FrameItem::Link(to, _) => place_name(to).is_some(),
        _ => false,
    })
}

/// Returns the place that a link names.
fn place_name(to: &Destination) -> Option<&str> {
    let Destination::Url(url) = to else {
        return None;
    };
    url.strip_prefix(PLACE_PREFIX)
}
