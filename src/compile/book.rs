//! Reads a book from its folder: its declaration, its pages, and the variants they speak of; and
//! follows its links.

use std::collections::BTreeMap;
use std::path::Path;

use super::Session;
use crate::book::decl::{self, BookDecl, ChapterDecl};
use crate::book::outline;
use crate::book::page::{self, Link, Page, resolve};
use crate::book::toml::At;
use crate::claim::variant_named;
use crate::diag::{Code, Diagnostic};
use crate::judge::{Book, NoVariant};
use crate::lower::Outline;
use crate::model::Variant;
use crate::page::{Reference, is_made};
use crate::text::{Span, nearest};
use crate::world;

/// The largest number of pages of a book.
pub const MAX_PAGES: usize = 1000;

/// Reads the book in a folder; `None` if there is none to speak of.
pub fn read(folder: &Path, session: &mut Session) -> Option<Book> {
    let decl = read_decl(folder, session);
    for own in session.library.names_in(folder) {
        session.variant(&own);
    }
    let decl = decl?;
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let variant = default_variant(folder, &decl, session);
    let outline = read_outline(folder, session);
    let pages = read_pages(folder, &decl, session);
    let Session { sources, diagnostics, library, .. } = session;
    let of_diagrams =
        pages.iter().flat_map(|page| &page.diagrams).filter_map(|diagram| diagram.variant.as_ref());
    let of_games = pages.iter().flat_map(|page| &page.games).filter_map(|game| game.variant.as_ref());
    for name in of_diagrams.chain(of_games) {
        library.load(&name.text, name.span, sources, diagnostics);
    }
    let targets = pages.iter().flat_map(|page| &page.claims).map(|claim| &claim.target);
    let bodies = pages.iter().flat_map(|page| &page.definitions).map(|definition| &definition.body);
    // What is unknown is a mistake of the claim's, and is said when it is judged.
    for name in targets.chain(bodies).filter_map(variant_named) {
        if library.knows(&name.text) {
            library.load(&name.text, name.span, sources, diagnostics);
        }
    }
    let book = Book::assemble(name, decl, outline, variant, pages, &library.variants, diagnostics);
    let of_book = library.of_book(folder, book.variant);
    let variants: Vec<&Variant> =
        of_book.iter().map(|place| &library.variants.rules(*place).variant).collect();
    for page in &book.pages {
        let broken = page.links.iter().filter_map(|link| broken(folder, &book, &variants, page, link));
        broken.for_each(|complaint| diagnostics.push(complaint));
        for html in page.raw_html.iter().filter(|_| !book.decl.raw_html) {
            let complaint = Diagnostic::warning(Code::RawHtml, "this HTML is shown as text")
                .at(*html, "does not reach the reader's browser")
                .help("`raw_html = true` in book.toml lets it through");
            let remark = sources.slice(*html).starts_with("<!--");
            let remedy = "a remark that readers do not see can stand in a `claims` block, behind `#`";
            diagnostics.push(if remark { complaint.help(remedy) } else { complaint });
        }
    }
    Some(book)
}

fn read_decl(folder: &Path, session: &mut Session) -> Option<BookDecl> {
    let path = folder.join("book.toml");
    let id = world::read(&path, &super::shown(&path), &mut session.sources, &mut session.diagnostics)?;
    let read = decl::book(&session.sources, id, &mut session.diagnostics)?;
    let mut listed = read.chapters.iter().flat_map(|chapter| &chapter.pages).peekable();
    // Where no page is listed at all, that is told.
    if listed.peek().is_some() && !listed.any(|page| page.value == "index.md") {
        let complaint = Diagnostic::error(Code::MissingFile, "this book has no page `index.md`");
        let label = "expected it among the pages: a reader starts there";
        session.diagnostics.push(complaint.at(Span::new(id, 0..0), label));
    }
    let pages = read.chapters.iter().flat_map(|chapter: &ChapterDecl| &chapter.pages);
    let mut seen: BTreeMap<String, &At<String>> = BTreeMap::new();
    for page in pages.take(MAX_PAGES) {
        if let Some(first) = seen.get(&page.value.to_lowercase()) {
            session.diagnostics.push(
                Diagnostic::error(Code::DoubledName, format!("the page `{}` stands here twice", page.value))
                    .at(page.span, "the second")
                    .and(first.span, "the first"),
            );
        }
        seen.insert(page.value.to_lowercase(), page);
    }
    Some(read)
}

/// What `source.toml` tells of the book's source; it need not be there.
fn read_outline(folder: &Path, session: &mut Session) -> Outline {
    let path = folder.join("source.toml");
    if !path.is_file() {
        return Outline::default();
    }
    let Session { sources, diagnostics, .. } = session;
    let id = world::read(&path, &super::shown(&path), sources, diagnostics);
    let decl = id.and_then(|id| outline::outline(sources, id, diagnostics));
    Outline::new(decl.unwrap_or_default(), diagnostics)
}

fn default_variant(folder: &Path, decl: &BookDecl, session: &mut Session) -> Result<usize, NoVariant> {
    let Session { sources, diagnostics, library, .. } = session;
    let found = match &decl.variant {
        Some(name) => library.load(&name.value, name.span, sources, diagnostics),
        None => match &library.names_in(folder)[..] {
            [only] => library.variants.find(only),
            _ => return Err(NoVariant::Unnamed),
        },
    };
    found.ok_or(NoVariant::Failed)
}

fn read_pages(folder: &Path, decl: &BookDecl, session: &mut Session) -> Vec<Page> {
    let mut pages = Vec::new();
    for declared in decl.chapters.iter().flat_map(|chapter| &chapter.pages) {
        let Session { sources, diagnostics, .. } = session;
        let file = "expected a Markdown file below the book's folder";
        let complaint = if let Some(made) = Reference::at(&declared.value) {
            let message = format!("`{}` is the name of a page that a build makes", made.path());
            Some((Diagnostic::error(Code::WrongValue, message), "expected another name"))
        } else if pages.len() == MAX_PAGES {
            Some((Diagnostic::error(Code::TooLarge, format!("a book has at most {MAX_PAGES} pages")), file))
        } else if !is_page_path(&declared.value) {
            Some((
                Diagnostic::error(Code::WrongValue, format!("`{}` cannot be a page", declared.value)),
                file,
            ))
        } else if !folder.join(&declared.value).is_file() {
            Some((
                Diagnostic::error(Code::MissingFile, format!("there is no page `{}`", declared.value)),
                file,
            ))
        } else {
            None
        };
        if let Some((complaint, expected)) = complaint {
            diagnostics.push(complaint.at(declared.span, expected));
            if pages.len() == MAX_PAGES {
                break;
            }
            continue;
        }
        let path = folder.join(&declared.value);
        if let Some(id) = world::read(&path, &super::shown(&path), sources, diagnostics) {
            pages.push(page::parse(&declared.value, id, sources, diagnostics));
        }
    }
    pages
}

/// Pages lie below the book's folder, on every system.
fn is_page_path(path: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let part = |part: &str| !part.is_empty() && !part.starts_with('.') && part.chars().all(plain);
    path.ends_with(".md") && path.split('/').all(part)
}

fn broken(folder: &Path, book: &Book, variants: &[&Variant], page: &Page, link: &Link) -> Option<Diagnostic> {
    if link.is_external() {
        return None;
    }
    let (path, anchor) = link.target.split_once('#').unwrap_or((&link.target, ""));
    let complaint = |message: String| Diagnostic::error(Code::BrokenLink, message);
    let resolved = if path.is_empty() { Some(page.path.clone()) } else { resolve(&page.path, path) };
    let Some(resolved) = resolved else {
        let complaint = complaint(format!("`{path}` is no path inside the book"));
        return Some(meant_as_claim(link, book, complaint.at(link.span, "links to nothing")));
    };
    if is_made(&resolved) {
        let message = format!("`{resolved}` is a place a build writes to");
        return Some(complaint(message).at(link.span, "the file would be lost"));
    }
    if link.image || !resolved.ends_with(".md") {
        let exists = folder.join(&resolved).is_file();
        let complaint = complaint(format!("there is no file `{resolved}` in this book"));
        let complaint = complaint.at(link.span, "links to nothing");
        return (!exists).then(|| meant_as_claim(link, book, complaint));
    }
    let (known, leads): (Vec<String>, bool) =
        if let Some(target) = book.pages.iter().find(|page| page.path == resolved) {
            let anchors: Vec<String> = target.headings.iter().map(|heading| heading.anchor.clone()).collect();
            let leads = anchors.iter().any(|known| known == anchor);
            (anchors, leads)
        } else if let Some(made) = Reference::ALL.into_iter().find(|made| made.path() == resolved) {
            (made.anchors(variants, &book.pages), made.knows(anchor, variants, &book.pages))
        } else {
            let complaint =
                complaint(format!("this book has no page `{resolved}`")).at(link.span, "links to nothing");
            let own = book.pages.iter().map(|page| page.path.as_str());
            let known: Vec<&str> = own.chain(Reference::ALL.map(Reference::path)).collect();
            return Some(complaint.suggest(&resolved, known));
        };
    if anchor.is_empty() || leads {
        return None;
    }
    let complaint = complaint(format!("the page `{resolved}` has no heading `#{anchor}`"));
    Some(complaint.at(link.span, "links to nothing").suggest(anchor, known.iter().map(String::as_str)))
}

/// Helps where a broken link looks like a claim: its target calls a function, is a claim's name, or
/// begins with a word much like `claim:`.
fn meant_as_claim(link: &Link, book: &Book, complaint: Diagnostic) -> Diagnostic {
    let target = &link.target;
    match target.split_once(':') {
        _ if link.image => complaint,
        Some((scheme, rest)) if nearest(scheme, ["claim"]).is_some() => {
            complaint.help(format!("did you mean `claim:{rest}`?"))
        }
        None if target.contains('(') || book.definitions.contains(target) => {
            complaint.help(format!("if it is a claim, write `claim:{target}`"))
        }
        _ => complaint,
    }
}
