//! Reads a book from its folder: its declaration, its pages, and the variants that they name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::folder::{ALLOWED_LETTERS, check_listed, odd_letter};
use super::letters;
use super::library::Library;
use super::links::check_links;
use super::session::Session;
use super::{tables, theme};
use crate::judge::{
    Book, Checked, NoVariant, Supports, check, check_questions, doubtful_sentences, named_variants,
    wrong_sentences,
};
use crate::pages::decl::{self, BookDecl, ChapterDecl};
use crate::pages::made::ReferencePage;
use crate::pages::outline;
use crate::pages::page::{self, Page};
use crate::pages::review::{self, REVIEW_FILE, ReviewDecl};
use crate::place;
use crate::propose::computable_claims;
use crate::world;
use crate::world::display_path;
use padma_expr::Outline;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, SourceId, Sources, Span};

impl Session {
    /// Judges pages that another program has read, with the variants of a folder.
    pub fn check_pages(&mut self, folder: &Path, decl: BookDecl, pages: Vec<Page>) -> Checked {
        let variant = default_variant(folder, &decl, self);
        load_named(&pages, self);
        let (variants, diagnostics) = (&self.library.variants, &mut self.diagnostics);
        let book = Book::assemble(
            String::new(),
            decl,
            Outline::default(),
            variant,
            pages,
            variants,
            diagnostics,
        );
        let checked = check(book, variants, &self.sources, diagnostics);
        let variants = self.library.variants_of_book(folder, checked.book.variant);
        letters::check(folder, &checked, &variants, self);
        tables::check(&variants, self);
        checked
    }

    /// Returns the title of the book in a folder, if it can be read.
    pub fn title(&mut self, folder: &Path) -> Option<String> {
        title(folder, self)
    }

    /// Reads and judges the book in a folder; `None` if it cannot be read.
    pub fn check(&mut self, folder: &Path) -> Option<Checked> {
        let parts = read(folder, self)?;
        let judged = parts.judge(folder, &self.library, &self.sources);
        Some(self.finish(folder, judged))
    }

    /// Like [`Session::check`], for several books: reads them one at a time, then judges them in
    /// parallel.
    pub fn check_all(&mut self, folders: &[PathBuf]) -> Vec<Option<Checked>> {
        if let [folder] = folders {
            return vec![self.check(folder)];
        }
        let read = |folder: &PathBuf| (folder.clone(), read(folder, self));
        let books: Vec<(PathBuf, Option<BookParts>)> = folders.iter().map(read).collect();
        let (library, sources) = (&self.library, &self.sources);
        let judge = |(folder, parts): (PathBuf, Option<BookParts>)| {
            let judged = parts.map(|parts| parts.judge(&folder, library, sources));
            (folder, judged)
        };
        let all: Vec<_> = books.into_par_iter().map(judge).collect();
        all.into_iter()
            .map(|(folder, judged)| Some(self.finish(&folder, judged?)))
            .collect()
    }

    fn finish(&mut self, folder: &Path, judged: JudgedBook) -> Checked {
        let (checked, complaints) = judged;
        self.diagnostics.extend(complaints);
        let variants = self.library.variants_of_book(folder, checked.book.variant);
        letters::check(folder, &checked, &variants, self);
        tables::check(&variants, self);
        checked
    }
}

/// The parts of a book. The variants that it names have been loaded.
pub(super) struct BookParts {
    name: String,
    decl: BookDecl,
    outline: Outline,
    variant: Result<usize, NoVariant>,
    review: Option<ReviewDecl>,
    pub pages: Vec<Page>,
}

/// A book with the verdicts on it, and the complaints.
type JudgedBook = (Checked, Diagnostics);

impl BookParts {
    fn judge(self, folder: &Path, library: &Library, sources: &Sources) -> JudgedBook {
        let (variants, mut complaints) = (&library.variants, Diagnostics::default());
        let BookParts {
            name,
            decl,
            outline,
            variant,
            review,
            pages,
        } = self;
        let mut book = Book::assemble(
            name,
            decl,
            outline,
            variant,
            pages,
            variants,
            &mut complaints,
        );
        book.review = review;
        book.variant_texts = library.sentences_in(folder);
        check_links(&book, folder, library, sources, &mut complaints);
        check_questions(&book, &mut complaints);
        let mut checked = check(book, variants, sources, &mut complaints);
        let parts = library
            .part_texts(folder, checked.book.variant)
            .filter(|_| !checked.book.variant_failed);
        let claims = checked
            .claims
            .iter()
            .map(|claim| (&claim.id, &claim.meaning));
        let supports = Supports::of(&checked.book, claims, parts, sources);
        checked.rest_on(supports);
        let doubtful = doubtful_sentences(&checked, variants);
        wrong_sentences(&checked)
            .into_iter()
            .chain(doubtful)
            .chain(computable_claims(&checked, variants))
            .for_each(|warning| complaints.push(warning));
        (checked, complaints)
    }
}

/// The maximum number of pages in a book.
pub(crate) const MAX_PAGES: usize = 1000;

/// Reads the book in a folder; `None` if it cannot be read.
pub(super) fn read(folder: &Path, session: &mut Session) -> Option<BookParts> {
    let decl = read_decl(folder, session);
    for own in session.library.names_in(folder) {
        session.variant(&own);
    }
    for own in session.library.names_in(folder) {
        let Some(odd) = odd_letter(&own) else {
            continue;
        };
        let path = display_path(&folder.join(format!("{own}.toml")));
        let message = format!("`{path}` cannot be a variant: its name contains {odd}");
        session
            .diagnostics
            .push(Diagnostic::error(Code::WrongValue, message).help(ALLOWED_LETTERS));
    }
    let decl = decl?;
    check_listed(folder, &decl, &mut session.diagnostics);
    letters::read(folder, &decl, session);
    theme::read(folder, &decl, session);
    let name = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let variant = default_variant(folder, &decl, session);
    let outline = read_outline(folder, session);
    let review = read_review(folder, session);
    check_readers(&decl, review.as_ref(), &mut session.diagnostics);
    let pages = read_pages(folder, &decl, session);
    load_named(&pages, session);
    Some(BookParts {
        name,
        decl,
        outline,
        variant,
        review,
        pages,
    })
}

/// Loads the variants that pages name.
pub(super) fn load_named(pages: &[Page], session: &mut Session) {
    let Session {
        sources,
        diagnostics,
        library,
        ..
    } = session;
    let of_diagrams = pages
        .iter()
        .flat_map(|page| &page.diagrams)
        .filter_map(|diagram| diagram.variant.as_ref());
    let of_games = pages
        .iter()
        .flat_map(|page| &page.games)
        .filter_map(|game| game.variant.as_ref());
    for name in of_diagrams.chain(of_games) {
        library.load(&name.text, name.span, sources, diagnostics);
    }
    // An unknown name is an error of the claim, which is reported when the claim is judged.
    for name in named_variants(pages) {
        if library.knows(&name.text) {
            library.load(&name.text, name.span, sources, diagnostics);
        }
    }
}

/// Reads only the title of the book in a folder.
pub(crate) fn title(folder: &Path, session: &mut Session) -> Option<String> {
    let path = folder.join("book.toml");
    let mut unwanted = Diagnostics::default();
    let id = world::read_inside(
        folder,
        &path,
        &display_path(&path),
        &mut session.sources,
        &mut unwanted,
    )?;
    decl::book(&session.sources, id, &mut unwanted).map(|decl| decl.title)
}

fn read_decl(folder: &Path, session: &mut Session) -> Option<BookDecl> {
    let path = folder.join("book.toml");
    let Session {
        sources,
        diagnostics,
        words,
        ..
    } = session;
    let id = world::read_inside(folder, &path, &display_path(&path), sources, diagnostics)?;
    let errors = diagnostics.errors();
    let read = decl::book(sources, id, diagnostics)?;
    let read = BookDecl { words, ..read };
    let mut listed = read
        .chapters
        .iter()
        .flat_map(|chapter| &chapter.pages)
        .peekable();
    // A missing list of pages has been reported.
    let is_reported = listed.peek().is_none() && diagnostics.errors() > errors;
    if !is_reported && !listed.any(|page| page.value == "index.md") {
        let label = "expected it among the pages: readers start there";
        diagnostics.error(
            Code::MissingFile,
            "this book has no page `index.md`",
            Span::new(id, 0..0),
            label,
        );
    }
    let pages = read
        .chapters
        .iter()
        .flat_map(|chapter: &ChapterDecl| &chapter.pages);
    let mut seen: BTreeMap<String, &At<String>> = BTreeMap::new();
    for page in pages.take(MAX_PAGES) {
        if let Some(first) = seen.get(&page.value.to_lowercase()) {
            let message = format!("the page `{}` is listed twice", page.value);
            diagnostics.duplicate(Code::DoubledName, message, first.span, page.span);
        }
        seen.insert(page.value.to_lowercase(), page);
    }
    Some(read)
}

/// Reads `review.toml`, which is optional.
fn read_review(folder: &Path, session: &mut Session) -> Option<ReviewDecl> {
    let path = folder.join(REVIEW_FILE);
    if !path.is_file() {
        return None;
    }
    let Session {
        sources,
        diagnostics,
        ..
    } = session;
    let id = world::read_inside(folder, &path, &display_path(&path), sources, diagnostics)?;
    review::review(sources, id, diagnostics)
}

/// Reports readers who have read nothing.
fn check_readers(decl: &BookDecl, review: Option<&ReviewDecl>, diagnostics: &mut Diagnostics) {
    let lines = || review.iter().flat_map(|review| review.lines());
    for (sign, _) in &decl.readers {
        if !lines().any(|line| line.note.initials() == sign.value) {
            let message = format!("no line of `{REVIEW_FILE}` is by `{}`", sign.value);
            let complaint = Diagnostic::warning(Code::WrongValue, message)
                .at(sign.span, "this reader has read no sentence");
            let known = lines().map(|line| line.note.initials());
            diagnostics.push(complaint.suggest(&sign.value, known));
        }
    }
}

/// Reads `source.toml`, which is optional.
fn read_outline(folder: &Path, session: &mut Session) -> Outline {
    let path = folder.join("source.toml");
    if !path.is_file() {
        return Outline::default();
    }
    let Session {
        sources,
        diagnostics,
        ..
    } = session;
    let id = world::read_inside(folder, &path, &display_path(&path), sources, diagnostics);
    let decl = id.and_then(|id| outline::outline(sources, id, diagnostics));
    decl.map_or_else(Outline::default, |decl| place::outline(&decl, diagnostics))
}

pub(super) fn default_variant(
    folder: &Path,
    decl: &BookDecl,
    session: &mut Session,
) -> Result<usize, NoVariant> {
    let Session {
        sources,
        diagnostics,
        library,
        ..
    } = session;
    let index = match &decl.variant {
        Some(name) => library.load(&name.value, name.span, sources, diagnostics),
        None => match &library.names_in(folder)[..] {
            [only] => library.variants.find(only),
            _ => return Err(NoVariant::Unnamed),
        },
    };
    index.ok_or(NoVariant::Failed)
}

fn read_pages(folder: &Path, decl: &BookDecl, session: &mut Session) -> Vec<Page> {
    let texts = read_page_texts(folder, decl, session);
    let Session {
        sources,
        diagnostics,
        ..
    } = session;
    let parse = |(path, id): (String, SourceId)| {
        let mut complaints = Diagnostics::default();
        (page::parse(&path, id, sources, &mut complaints), complaints)
    };
    let parsed: Vec<(Page, Diagnostics)> = texts.into_par_iter().map(parse).collect();
    let report = |(page, complaints)| {
        diagnostics.extend(complaints);
        page
    };
    parsed.into_iter().map(report).collect()
}

/// Returns the texts of the pages that the book in a folder lists, with their paths in the folder.
/// Reads nothing else of the book but its declaration.
pub(super) fn declared_pages(folder: &Path, session: &mut Session) -> Vec<(String, SourceId)> {
    let decl = read_decl(folder, session);
    decl.map(|decl| read_page_texts(folder, &decl, session))
        .unwrap_or_default()
}

fn read_page_texts(
    folder: &Path,
    decl: &BookDecl,
    session: &mut Session,
) -> Vec<(String, SourceId)> {
    let mut pages = Vec::new();
    for declared in decl.chapters.iter().flat_map(|chapter| &chapter.pages) {
        let Session {
            sources,
            diagnostics,
            ..
        } = session;
        if pages.len() == MAX_PAGES {
            let message = format!("a book has at most {MAX_PAGES} pages");
            diagnostics.error(Code::TooLarge, message, declared.span, "one too many");
            break;
        }
        if let Some(complaint) = page_complaint(folder, declared) {
            diagnostics.push(complaint);
            continue;
        }
        let path = folder.join(&declared.value);
        if let Some(id) = world::read(&path, &display_path(&path), sources, diagnostics) {
            pages.push((declared.value.clone(), id));
        }
    }
    pages
}

/// Returns a complaint if a page cannot be read.
fn page_complaint(folder: &Path, declared: &At<String>) -> Option<Diagnostic> {
    let page = &declared.value;
    let path = folder.join(page);
    let file = "expected a Markdown file below the book's folder";
    let (code, message, expected) = if let Some(reference) = ReferencePage::at(page) {
        let message = format!(
            "`{}` is the name of a page that every build makes",
            reference.path()
        );
        (Code::WrongValue, message, "expected another name")
    } else if let (true, Some(odd)) = (page.ends_with(".md"), odd_letter(page)) {
        (
            Code::WrongValue,
            format!("`{page}` cannot be a page: its name contains {odd}"),
            ALLOWED_LETTERS,
        )
    } else if !is_page_path(page) {
        (Code::WrongValue, format!("`{page}` cannot be a page"), file)
    } else if !path.is_file() {
        (
            Code::MissingFile,
            format!("there is no page `{page}`"),
            file,
        )
    } else if world::leads_out(folder, &path) {
        (
            Code::MissingFile,
            format!("the page `{page}` cannot be read: {}", world::OUTSIDE),
            file,
        )
    } else {
        return None;
    };
    Some(Diagnostic::error(code, message).at(declared.span, expected))
}

/// Whether a page of the book can have this path on every system.
fn is_page_path(path: &str) -> bool {
    path.ends_with(".md")
        && odd_letter(path).is_none()
        && path
            .split('/')
            .all(|part| !part.is_empty() && !part.starts_with('.'))
}
