//! Reads a book: its declaration, its pages, and the variants they speak of; and settles what needs
//! the whole book to be known (names of claims and diagrams, links).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::Session;
use crate::book::decl::{self, BookDecl, ChapterDecl};
use crate::book::page::{self, Link, Page};
use crate::book::toml::At;
use crate::claim::{Definition, parse_definition};
use crate::diag::{Code, Diagnostic};
use crate::lower::{Stage, stage, unknown_piece};
use crate::text::Span;
use crate::world;

/// The largest number of pages of a book.
pub const MAX_PAGES: usize = 1000;

/// A book as far as it could be read.
#[derive(Debug)]
pub struct Book {
    /// The name of its folder.
    pub name: String,
    pub folder: PathBuf,
    pub decl: BookDecl,
    pub pages: Vec<Page>,
    /// The variant of claims and diagrams that name none.
    pub variant: Option<usize>,
    /// The diagrams of all pages, one after another.
    pub stages: Vec<Stage>,
    /// For each page and diagram its place in `stages`, if its board is known.
    pub stage_of: Vec<Vec<Option<usize>>>,
    /// The named claims of all pages; `None` for one that does not parse.
    pub definitions: BTreeMap<String, (Span, Option<Definition>)>,
}

/// Reads the book in a folder; `None` if there is none to speak of.
pub fn read(folder: &Path, session: &mut Session) -> Option<Book> {
    let decl = read_decl(folder, session)?;
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    for own in session.library.names_in(folder) {
        session.variant(&own);
    }
    let variant = default_variant(folder, &decl, session);
    let pages = read_pages(folder, &decl, session);
    let mut book = Book {
        name,
        folder: folder.to_path_buf(),
        decl,
        pages,
        variant,
        stages: Vec::new(),
        stage_of: Vec::new(),
        definitions: BTreeMap::new(),
    };
    stage_diagrams(&mut book, session);
    gather_definitions(&mut book, session);
    check_links(&book, session);
    check_cards(&book, session);
    Some(book)
}

fn read_decl(folder: &Path, session: &mut Session) -> Option<BookDecl> {
    let path = folder.join("book.toml");
    let id = world::read(&path, &super::shown(&path), &mut session.sources, &mut session.diagnostics)?;
    let read = decl::book(&session.sources, id, &mut session.diagnostics)?;
    let pages = read.chapters.iter().flat_map(|chapter: &ChapterDecl| &chapter.pages);
    let mut seen: Vec<&At<String>> = Vec::new();
    for page in pages {
        if let Some(first) = seen.iter().find(|other| other.value == page.value) {
            session.diagnostics.push(
                Diagnostic::error(Code::DoubledName, format!("the page `{}` stands here twice", page.value))
                    .at(page.span, "the second")
                    .and(first.span, "the first"),
            );
        }
        seen.push(page);
    }
    Some(read)
}

fn default_variant(folder: &Path, decl: &BookDecl, session: &mut Session) -> Option<usize> {
    let Session { sources, diagnostics, library, .. } = session;
    match &decl.variant {
        Some(name) => library.load(&name.value, name.span, sources, diagnostics),
        None => match &library.names_in(folder)[..] {
            [only] => library.find(only),
            _ => None,
        },
    }
}

fn read_pages(folder: &Path, decl: &BookDecl, session: &mut Session) -> Vec<Page> {
    let mut pages = Vec::new();
    for declared in decl.chapters.iter().flat_map(|chapter| &chapter.pages) {
        let Session { sources, diagnostics, .. } = session;
        let complaint = if pages.len() == MAX_PAGES {
            Some(Diagnostic::error(Code::TooLarge, format!("a book has at most {MAX_PAGES} pages")))
        } else if !is_page_path(&declared.value) {
            Some(Diagnostic::error(Code::WrongValue, format!("`{}` cannot be a page", declared.value)))
        } else if !folder.join(&declared.value).is_file() {
            Some(Diagnostic::error(Code::MissingFile, format!("there is no page `{}`", declared.value)))
        } else {
            None
        };
        if let Some(complaint) = complaint {
            diagnostics.push(complaint.at(declared.span, "expected a Markdown file below the book's folder"));
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
    let part = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':']);
    path.ends_with(".md") && path.split('/').all(part)
}

fn stage_diagrams(book: &mut Book, session: &mut Session) {
    let Session { sources, diagnostics, library, .. } = session;
    let mut ids: BTreeMap<String, Span> = BTreeMap::new();
    for page in &book.pages {
        let mut places = Vec::new();
        for decl in &page.diagrams {
            if let Some(first) = ids.get(&decl.id.text) {
                diagnostics.push(
                    Diagnostic::error(Code::DoubledName, format!("two diagrams have the id `{}`", decl.id.text))
                        .at(decl.id.span, "the second")
                        .and(*first, "the first")
                        .help("give each an id of its own, and the source's number as `source_id`"),
                );
            }
            if !is_file_name(&decl.id.text) {
                diagnostics.push(
                    Diagnostic::error(Code::DiagramName, format!("`{}` cannot name a diagram", decl.id.text))
                        .at(decl.id.span, "expected letters, digits, hyphens, dots and underscores"),
                );
            }
            ids.entry(decl.id.text.clone()).or_insert(decl.id.span);
            let variant = match &decl.variant {
                Some(name) => library.load(&name.text, name.span, sources, diagnostics),
                None => {
                    if book.variant.is_none() && book.decl.variant.is_none() {
                        diagnostics.push(
                            Diagnostic::error(Code::UnknownVariant, "this diagram has no board")
                                .at(decl.id.span, "expected a line `variant NAME`, or `variant` in book.toml"),
                        );
                    }
                    book.variant
                }
            };
            places.push(variant.map(|variant| {
                let staged = stage(decl, variant, library.rules(variant), diagnostics);
                book.stages.push(staged);
                book.stages.len() - 1
            }));
        }
        book.stage_of.push(places);
    }
}

/// Diagram ids become names of files.
fn is_file_name(id: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    (1..=64).contains(&id.len()) && id.chars().all(allowed) && !id.starts_with('.')
}

fn gather_definitions(book: &mut Book, session: &mut Session) {
    let diagnostics = &mut session.diagnostics;
    let mut used: Vec<&str> =
        book.pages.iter().flat_map(|page| &page.claims).map(|claim| claim.target.text().trim()).collect();
    used.sort_unstable();
    for decl in book.pages.iter().flat_map(|page| &page.definitions) {
        let name = &decl.name;
        if let Some((first, _)) = book.definitions.get(&name.text) {
            diagnostics.push(
                Diagnostic::error(Code::ClaimName, format!("two claims are named `{}`", name.text))
                    .at(name.span, "the second")
                    .and(*first, "the first"),
            );
            continue;
        }
        let definition = parse_definition(&decl.body, diagnostics);
        if used.binary_search(&name.text.as_str()).is_err() {
            diagnostics.push(
                Diagnostic::error(Code::ClaimName, format!("no link states the claim `{}`", name.text))
                    .at(name.span, "defined here and never used")
                    .suggest(&name.text, used.iter().copied()),
            );
        }
        book.definitions.insert(name.text.clone(), (name.span, definition));
    }
}

fn check_links(book: &Book, session: &mut Session) {
    for page in &book.pages {
        for link in &page.links {
            if let Some(complaint) = broken(book, page, link) {
                session.diagnostics.push(complaint);
            }
        }
    }
}

/// Cards show pieces of the book's variant.
fn check_cards(book: &Book, session: &mut Session) {
    for card in book.pages.iter().flat_map(|page| &page.cards) {
        let Some(variant) = book.variant else {
            let complaint = Diagnostic::error(Code::UnknownVariant, "this card has no variant to take its piece from");
            session.diagnostics.push(complaint.at(card.span, "expected `variant` in book.toml"));
            continue;
        };
        let variant = &session.library.rules(variant).variant;
        if variant.piece_named(&card.text).is_none() {
            let known = variant.pieces.iter().map(|piece| piece.id.as_str());
            session.diagnostics.push(unknown_piece(&card.text, card.span, known));
        }
    }
}

/// Whether a target leads out of the book.
pub fn is_external(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

fn broken(book: &Book, page: &Page, link: &Link) -> Option<Diagnostic> {
    if is_external(&link.target) {
        return None;
    }
    let (path, anchor) = link.target.split_once('#').unwrap_or((&link.target, ""));
    let complaint = |message: String| Diagnostic::error(Code::BrokenLink, message);
    let resolved = if path.is_empty() { Some(page.path.clone()) } else { resolve(&page.path, path) };
    let Some(resolved) = resolved else {
        return Some(complaint(format!("`{path}` leads out of the book")).at(link.span, "links to nothing"));
    };
    if link.image || !resolved.ends_with(".md") {
        let exists = book.folder.join(&resolved).is_file();
        let complaint = complaint(format!("there is no file `{resolved}` in this book"));
        return (!exists).then(|| complaint.at(link.span, "links to nothing"));
    }
    let Some(target) = book.pages.iter().find(|page| page.path == resolved) else {
        let known = book.pages.iter().map(|page| page.path.as_str());
        let complaint = complaint(format!("this book has no page `{resolved}`")).at(link.span, "links to nothing");
        return Some(complaint.suggest(&resolved, known));
    };
    if anchor.is_empty() || target.headings.iter().any(|heading| heading.anchor == anchor) {
        return None;
    }
    let known = target.headings.iter().map(|heading| heading.anchor.as_str());
    let complaint = complaint(format!("the page `{resolved}` has no heading `#{anchor}`"));
    Some(complaint.at(link.span, "links to nothing").suggest(anchor, known))
}

/// A path relative to a page, from the book's folder; `None` if it leads out of it.
pub fn resolve(page: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
