//! Renders the chapters of an mdBook, with diagrams drawn and claims judged, as Markdown for
//! mdBook to render further.

use std::path::{Path, PathBuf};

use crate::build::{BuildPlan, Parts, draw_all, with_edition};
use crate::page::{InlinePicture, Templates, chapter};
use padma_book::judge::Checked;
use padma_book::load::Session;
use padma_book::pages::decl::{BookDecl, LANGUAGE};
use padma_book::pages::fence::BLOCKS;
use padma_book::pages::mdbook::Chapter;
pub use padma_book::pages::mdbook::Request;
use padma_book::pages::page::{self, CLAIM, Page};
use padma_book::world;
use padma_text::At;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_variant::toml;

/// The keys that lead to the variant in mdBook's `book.toml`.
const KEYS: [&str; 3] = ["preprocessor", "padma", "variant"];

/// Draws and judges the blocks and claims of the chapters. Returns the session with its
/// diagnostics, and the new texts of all chapters unless there are errors.
pub fn expand(request: &Request) -> (Session, Option<Vec<String>>) {
    let folder = request.content.as_ref().map_or_else(
        || request.root.clone(),
        |content| request.root.join(content),
    );
    let is_ours = request.chapters.iter().any(may_hold_ours);
    // Without blocks or claims, no folder needs to be searched for variants.
    let folders: &[PathBuf] = if is_ours {
        std::slice::from_ref(&folder)
    } else {
        &[]
    };
    let mut session = Session::new(&request.root, folders);
    let texts = match is_ours {
        true => expand_chapters(request, &folder, &mut session),
        false => Some(
            request
                .chapters
                .iter()
                .map(|chapter| chapter.text.clone())
                .collect(),
        ),
    };
    (session, texts)
}

/// Whether a chapter may hold a claim or one of Padma's blocks.
fn may_hold_ours(chapter: &Chapter) -> bool {
    let text = &chapter.text;
    let opens = |fence: &str| {
        text.match_indices(fence).any(|(at, _)| {
            let rest = text[at..]
                .trim_start_matches(['`', '~'])
                .trim_start_matches(' ');
            BLOCKS.iter().any(|block| rest.starts_with(block))
        })
    };
    text.contains(CLAIM) || opens("```") || opens("~~~")
}

fn expand_chapters(request: &Request, folder: &Path, session: &mut Session) -> Option<Vec<String>> {
    if request.content.is_some() && !folder.is_dir() {
        let message = format!(
            "there is no folder `{}`, which `content` of `[preprocessor.padma]` names",
            folder.display()
        );
        return session
            .diagnostics
            .refuse_unplaced(Code::MissingFile, message);
    }
    let own = session.library.names_in(folder);
    // The folder of mdBook's `book.toml` may hold TOML files that are not variants. From there, a
    // variant is read only if it is named, or if it is the only one.
    if request.content.is_some() || own.len() == 1 && request.variant.is_none() {
        own.iter().for_each(|name| _ = session.variant(name));
    }
    let (title, variant) = (request.title.clone(), named_variant(request, session));
    let language = request
        .language
        .clone()
        .unwrap_or_else(|| LANGUAGE.to_string());
    let decl = BookDecl {
        title,
        language,
        variant,
        raw_html: true,
        ..BookDecl::default()
    };
    let pages: Vec<Page> = request
        .chapters
        .iter()
        .map(|chapter| read_chapter(chapter, session))
        .collect();
    let checked = session.check_pages(folder, decl, pages);
    if session.diagnostics.has_errors() {
        return None;
    }
    render_chapters(request, folder, &checked, session)
}

/// Returns the variant of pages that name none, with its place in mdBook's `book.toml`.
fn named_variant(request: &Request, session: &mut Session) -> Option<At<String>> {
    let value = request.variant.clone()?;
    let file = request.root.join("book.toml");
    let id = world::read(
        &file,
        "book.toml",
        &mut session.sources,
        &mut Diagnostics::default(),
    );
    let place = id.and_then(|id| toml::place(&KEYS, &session.sources, id));
    let span = place.unwrap_or_else(|| {
        // mdBook also takes settings from the environment.
        let id = session.sources.add("[preprocessor.padma]", value.as_str());
        session.sources.whole(id)
    });
    Some(At { value, span })
}

/// Parses a chapter as a page. Drops the complaints about links, because mdBook accepts words in
/// brackets that are not links.
fn read_chapter(chapter: &Chapter, session: &mut Session) -> Page {
    let id = session
        .sources
        .add(chapter.display_path.as_str(), chapter.text.as_str());
    let mut complaints = Diagnostics::default();
    let page = page::parse(&chapter.path, id, &session.sources, &mut complaints);
    let kept = complaints
        .iter()
        .filter(|complaint| complaint.code != Code::BrokenLink);
    kept.for_each(|complaint| session.diagnostics.push(complaint.clone()));
    page
}

fn render_chapters(
    request: &Request,
    folder: &Path,
    checked: &Checked,
    session: &mut Session,
) -> Option<Vec<String>> {
    let drawn = draw_all(session, folder, checked, &());
    let pictures: Vec<InlinePicture> = drawn.into_iter().map(|drawn| drawn.picture).collect();
    let templates = Templates::built_in(session.words).ok()?;
    let parts = Parts {
        templates: &templates,
        pictures: &pictures,
        assets: &[],
    };
    let plan = BuildPlan {
        with_png: false,
        ..BuildPlan::REHEARSAL
    };
    let texts = with_edition(session, folder, checked, &plan, &parts, |edition| {
        (0..request.chapters.len())
            .map(|index| chapter(edition, index))
            .collect::<Result<Vec<String>, _>>()
    });
    texts
        .map_err(|fault| {
            session
                .diagnostics
                .push(Diagnostic::error(Code::Template, fault.message))
        })
        .ok()
}
