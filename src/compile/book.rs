//! Reads a book from its folder: its declaration, its pages, and the variants they speak of; and
//! follows its links.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::folder::{LETTERS, odd_letter, unlisted};
use super::letters;
use super::library::{Library, shown};
use super::session::Session;
use super::theme;
use crate::book::decl::{self, BookDecl, ChapterDecl, ReadingDecl};
use crate::book::diagram::{self, DiagramDecl};
use crate::book::links::resolve;
use crate::book::outline;
use crate::book::page::{self, Link, Page};
use crate::judge::{Book, Checked, NoVariant, check, check_again, named_variants};
use crate::lower::Outline;
use crate::page::{PARTS_OF_RULES, ReferencePage, is_made};
use crate::world;
use padma_rules::model::Variant;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Excerpt, SourceId, Sources, Span, Word, nearest};

impl Session {
    /// Judges a single diagram, given by its lines, as a book of its own.
    pub fn diagram(&mut self, variant: usize, lines: &str) -> Checked {
        let id = self.sources.add("<diagram>", lines);
        let span = self.sources.whole(id);
        let mut decl = DiagramDecl::new(
            Word {
                text: "diagram".into(),
                span,
            },
            String::new(),
            span,
        );
        diagram::lines(
            &Excerpt::verbatim(lines, span),
            Some(';'),
            &mut decl,
            &mut self.diagnostics,
        );
        if let Some(name) = &decl.variant {
            self.library.load(
                &name.text,
                name.span,
                &mut self.sources,
                &mut self.diagnostics,
            );
        }
        let pages = vec![Page::of_diagram(decl, id)];
        let (variants, diagnostics) = (&self.library.variants, &mut self.diagnostics);
        let book = Book::assemble(
            String::new(),
            BookDecl::default(),
            Outline::default(),
            Ok(variant),
            pages,
            variants,
            diagnostics,
        );
        check(book, variants, &self.sources, diagnostics)
    }

    /// The title of the book in a folder, as far as it can be read.
    pub(crate) fn title(&mut self, folder: &Path) -> Option<String> {
        title(folder, self)
    }

    /// Reads and judges the book in a folder; `None` if there is none to speak of.
    pub fn check(&mut self, folder: &Path) -> Option<Checked> {
        self.check_again(folder, None)
    }

    /// The same of a book that may have been judged before, in this session.
    pub(crate) fn check_again(
        &mut self,
        folder: &Path,
        before: Option<&Checked>,
    ) -> Option<Checked> {
        let parts = self.read_parts(folder)?;
        let judged = parts.judged(folder, before, &self.library, &self.sources);
        Some(self.finish(folder, judged))
    }

    /// The same of several books: they are read one after another, and judged side by side, as none has a say in another.
    pub(crate) fn check_all(&mut self, folders: &[PathBuf]) -> Vec<Option<Checked>> {
        if let [folder] = folders {
            return vec![self.check(folder)];
        }
        let read = |folder: &PathBuf| (folder.clone(), self.read_parts(folder));
        let books: Vec<(PathBuf, Option<BookParts>)> = folders.iter().map(read).collect();
        let (library, sources) = (&self.library, &self.sources);
        let judge = |(folder, parts): (PathBuf, Option<BookParts>)| {
            let judged = parts.map(|parts| parts.judged(&folder, None, library, sources));
            (folder, judged)
        };
        let all: Vec<_> = books.into_par_iter().map(judge).collect();
        all.into_iter()
            .map(|(folder, judged)| Some(self.finish(&folder, judged?)))
            .collect()
    }

    fn read_parts(&mut self, folder: &Path) -> Option<BookParts> {
        let errors = self.diagnostics.errors();
        let parts = read(folder, self);
        self.unread |= parts.is_none() || self.diagnostics.errors() > errors;
        parts
    }

    fn finish(&mut self, folder: &Path, judged: JudgedBook) -> Checked {
        let JudgedBook {
            checked,
            complaints,
            is_whole,
        } = judged;
        self.unread |= !is_whole;
        self.diagnostics.extend(complaints);
        let variants = self.library.of_book(folder, checked.book.variant);
        letters::check(folder, &checked, &variants, self);
        checked
    }
}

/// What a book is put together from. The variants that it names are loaded.
struct BookParts {
    name: String,
    decl: BookDecl,
    outline: Outline,
    variant: Result<usize, NoVariant>,
    pages: Vec<Page>,
}

/// A book with the verdicts on it.
struct JudgedBook {
    checked: Checked,
    /// What there is to complain of.
    complaints: Diagnostics,
    /// Whether it could be put together.
    is_whole: bool,
}

impl BookParts {
    fn judged(
        self,
        folder: &Path,
        before: Option<&Checked>,
        library: &Library,
        sources: &Sources,
    ) -> JudgedBook {
        let (variants, mut complaints) = (&library.variants, Diagnostics::default());
        let BookParts {
            name,
            decl,
            outline,
            variant,
            pages,
        } = self;
        let book = Book::assemble(
            name,
            decl,
            outline,
            variant,
            pages,
            variants,
            &mut complaints,
        );
        check_links(&book, folder, library, sources, &mut complaints);
        let is_whole = !complaints.has_errors();
        let checked = check_again(book, before, variants, sources, &mut complaints);
        JudgedBook {
            checked,
            complaints,
            is_whole,
        }
    }
}

/// The largest number of pages of a book.
pub(crate) const MAX_PAGES: usize = 1000;

/// Reads the book in a folder; `None` if there is none to speak of.
fn read(folder: &Path, session: &mut Session) -> Option<BookParts> {
    let decl = read_decl(folder, session);
    for own in session.library.names_in(folder) {
        session.variant(&own);
    }
    for own in session.library.names_in(folder) {
        let Some(odd) = odd_letter(&own) else {
            continue;
        };
        let path = shown(&folder.join(format!("{own}.toml")));
        let message = format!("`{path}` cannot be a variant: {odd} stands in its name");
        session
            .diagnostics
            .push(Diagnostic::error(Code::WrongValue, message).help(LETTERS));
    }
    let decl = decl?;
    unlisted(folder, &decl, &mut session.diagnostics);
    letters::read(folder, &decl, session);
    theme::read(folder, &decl, session);
    let name = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let variant = default_variant(folder, &decl, session);
    let outline = read_outline(folder, session);
    let pages = read_pages(folder, &decl, session);
    load_named(&pages, session);
    Some(BookParts {
        name,
        decl,
        outline,
        variant,
        pages,
    })
}

/// Complains of links that lead nowhere, and of HTML that does not reach a reader.
fn check_links(
    book: &Book,
    folder: &Path,
    library: &Library,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    let of_book = library.of_book(folder, book.variant);
    let variants: Vec<&Variant> = of_book
        .iter()
        .map(|place| &library.variants.rules(*place).variant)
        .collect();
    let has_all = library
        .names_in(folder)
        .iter()
        .all(|name| library.variants.find(name).is_some());
    let targets = LinkTargets::new(folder, book, &variants, has_all);
    let faults = book
        .decl
        .readings
        .iter()
        .flat_map(|reading| targets.faults(reading));
    faults.for_each(|fault| diagnostics.push(fault));
    for page in &book.pages {
        let broken = page
            .links
            .iter()
            .filter_map(|link| Some((link, targets.broken(page, link)?)));
        broken.for_each(|(link, broken)| {
            diagnostics.push_error(Code::BrokenLink, link.span, || {
                targets.complaint(broken, link)
            });
        });
        for html in page.raw_html.iter().filter(|_| !book.decl.raw_html) {
            let complaint = Diagnostic::warning(Code::RawHtml, "this HTML is shown as text")
                .at(*html, "does not reach the reader's browser")
                .help("`raw_html = true` in book.toml lets it through");
            let remark = sources.slice(*html).starts_with("<!--");
            let remedy =
                "a remark that readers do not see can stand in a `claims` block, after `#`";
            diagnostics.push(if remark {
                complaint.help(remedy)
            } else {
                complaint
            });
        }
    }
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
    // What is unknown is a mistake of the claim's, and is said when it is judged.
    for name in named_variants(pages) {
        if library.knows(&name.text) {
            library.load(&name.text, name.span, sources, diagnostics);
        }
    }
}

/// The title of the book in a folder, of which nothing else is wanted.
pub(crate) fn title(folder: &Path, session: &mut Session) -> Option<String> {
    let path = folder.join("book.toml");
    let mut unwanted = Diagnostics::default();
    let id = world::read_in(
        folder,
        &path,
        &shown(&path),
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
        ..
    } = session;
    let id = world::read_in(folder, &path, &shown(&path), sources, diagnostics)?;
    let errors = diagnostics.errors();
    let read = decl::book(sources, id, diagnostics)?;
    let mut listed = read
        .chapters
        .iter()
        .flat_map(|chapter| &chapter.pages)
        .peekable();
    // Where lists of pages are missing, that is reported.
    let is_reported = listed.peek().is_none() && diagnostics.errors() > errors;
    if !is_reported && !listed.any(|page| page.value == "index.md") {
        let label = "expected it among the pages: a reader starts there";
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
            let message = format!("the page `{}` stands here twice", page.value);
            diagnostics.twice(Code::DoubledName, message, first.span, page.span);
        }
        seen.insert(page.value.to_lowercase(), page);
    }
    Some(read)
}

/// What `source.toml` says of the book's source; it need not be there.
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
    let id = world::read_in(folder, &path, &shown(&path), sources, diagnostics);
    let decl = id.and_then(|id| outline::outline(sources, id, diagnostics));
    decl.map_or_else(Outline::default, |decl| Outline::new(&decl, diagnostics))
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
    let said = |(page, complaints)| {
        diagnostics.extend(complaints);
        page
    };
    parsed.into_iter().map(said).collect()
}

/// The texts of the pages that the book in a folder lists, by their paths there. Nothing else of it is read.
#[cfg(feature = "cli")]
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
        if let Some(complaint) = unreadable(folder, declared) {
            diagnostics.push(complaint);
            continue;
        }
        let path = folder.join(&declared.value);
        if let Some(id) = world::read(&path, &shown(&path), sources, diagnostics) {
            pages.push((declared.value.clone(), id));
        }
    }
    pages
}

/// Why a page cannot be read, if it cannot.
fn unreadable(folder: &Path, declared: &At<String>) -> Option<Diagnostic> {
    let page = &declared.value;
    let path = folder.join(page);
    let file = "expected a Markdown file below the book's folder";
    let (code, message, expected) = if let Some(made) = ReferencePage::at(page) {
        let message = format!(
            "`{}` is the name of a page that every build makes",
            made.path()
        );
        (Code::WrongValue, message, "expected another name")
    } else if let (true, Some(odd)) = (page.ends_with(".md"), odd_letter(page)) {
        (
            Code::WrongValue,
            format!("`{page}` cannot be a page: {odd} stands in its name"),
            LETTERS,
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

/// Pages lie below the book's folder, on every system.
fn is_page_path(path: &str) -> bool {
    let part = |part: &str| !part.is_empty() && !part.starts_with('.');
    path.ends_with(".md") && odd_letter(path).is_none() && path.split('/').all(part)
}

/// Where the links of a book may lead.
struct LinkTargets<'a> {
    folder: &'a Path,
    book: &'a Book,
    variants: &'a [&'a Variant],
    /// Whether each variant of the book's folder is among them.
    has_all_variants: bool,
    /// The headings of each page.
    anchors: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

/// Why a link leads nowhere, and what may have been meant.
struct Broken {
    message: String,
    label: &'static str,
    meant: Meant,
}

enum Meant {
    Nothing,
    Claim,
    /// A page with a path like this.
    Page(String),
    /// A heading or figure of a page with a name like this.
    Heading(String, String),
}

impl<'a> LinkTargets<'a> {
    fn new(
        folder: &'a Path,
        book: &'a Book,
        variants: &'a [&'a Variant],
        has_all_variants: bool,
    ) -> LinkTargets<'a> {
        let anchors = |page: &'a Page| {
            page.headings
                .iter()
                .map(|heading| heading.anchor.as_str())
                .collect()
        };
        let anchors = book
            .pages
            .iter()
            .map(|page| (page.path.as_str(), anchors(page)))
            .collect();
        LinkTargets {
            folder,
            book,
            variants,
            has_all_variants,
            anchors,
        }
    }

    fn broken(&self, page: &Page, link: &Link) -> Option<Broken> {
        let target = link.target.as_str();
        if target.trim().is_empty() || target.ends_with(['#', ':']) || target.ends_with("://") {
            let label = "expected a page, a file, or `claim:` and an expression";
            return Some(Broken {
                message: "this link leads nowhere".into(),
                label,
                meant: Meant::Nothing,
            });
        }
        if link.image && link.is_external() {
            let message = format!("the picture `{target}` lies outside the book");
            let label = "expected a file in the book's folder, which is copied with it";
            return Some(Broken {
                message,
                label,
                meant: Meant::Nothing,
            });
        }
        if link.is_external() {
            return None;
        }
        let broken = |message, meant| {
            Some(Broken {
                message,
                label: "links to nothing",
                meant,
            })
        };
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        let resolved = if path.is_empty() {
            Some(page.path.clone())
        } else {
            resolve(&page.path, path)
        };
        let Some(resolved) = resolved else {
            return broken(
                format!("`{path}` is not a path inside the book"),
                Meant::Claim,
            );
        };
        if is_made(&resolved) || is_page_of_site(&resolved, self.book) {
            let message = format!("`{resolved}` is a place a build writes to");
            return Some(Broken {
                message,
                label: "the file would be lost",
                meant: Meant::Nothing,
            });
        }
        if link.image || !resolved.ends_with(".md") {
            let is_there = self.folder.join(&resolved).is_file();
            let message = || format!("there is no file `{resolved}` in this book");
            return if is_there {
                None
            } else {
                broken(message(), Meant::Claim)
            };
        }
        let leads = match (self.anchors.get(resolved.as_str()), made(&resolved)) {
            (Some(anchors), _) => anchors.contains(anchor) || self.names_figure(page, link),
            (None, Some(made)) => made.knows(anchor, self.variants, &self.book.pages),
            (None, None) => {
                let message = format!("this book has no page `{resolved}`");
                return broken(message, Meant::Page(resolved));
            }
        };
        if anchor.is_empty() || leads {
            return None;
        }
        let or_figure = if self.place(&resolved).is_some() {
            " or figure"
        } else {
            ""
        };
        let message = format!("the page `{resolved}` has no heading{or_figure} `#{anchor}`");
        broken(message, Meant::Heading(resolved, anchor.to_string()))
    }

    /// Complains of places that a reading names and the book does not have.
    fn faults(&self, reading: &ReadingDecl) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        let of = reading.of.value.as_str();
        let pieces = || {
            self.variants
                .iter()
                .flat_map(|variant| &variant.kinds)
                .map(|kind| kind.id.as_str())
        };
        let mut variants = self.variants.iter().map(|variant| variant.id.as_str());
        // A name may be of a variant that cannot be read, which has said so itself.
        if self.has_all_variants
            && !PARTS_OF_RULES.contains(&of)
            && !variants.any(|id| id == of)
            && !pieces().any(|id| id == of)
        {
            let message =
                format!("`{of}` is not a part of the page of rules, a piece or a variant");
            let fault = Diagnostic::error(Code::WrongValue, message);
            let fault = fault.at(
                reading.of.span,
                "expected a part, such as `end`, or the id of a piece or a variant",
            );
            faults.push(fault.suggest(of, PARTS_OF_RULES.into_iter().chain(pieces())));
        }
        let Some(see) = &reading.see else {
            return faults;
        };
        let (path, anchor) = see.value.split_once('#').unwrap_or((&see.value, ""));
        match self.anchors.get(path) {
            None => {
                let fault =
                    Diagnostic::error(Code::BrokenLink, format!("this book has no page `{path}`"));
                let fault = fault.at(see.span, "expected a page that book.toml names");
                faults.push(fault.suggest(path, self.anchors.keys().copied()));
            }
            Some(anchors) if !anchor.is_empty() && !anchors.contains(anchor) => {
                let message = format!("the page `{path}` has no heading `#{anchor}`");
                let fault = Diagnostic::error(Code::BrokenLink, message);
                let fault = fault.at(see.span, "expected a heading's anchor");
                faults.push(fault.suggest(anchor, anchors.iter().copied()));
            }
            Some(_) => {}
        }
        faults
    }

    fn names_figure(&self, page: &Page, link: &Link) -> bool {
        let from = self.place(&page.path);
        from.is_some_and(|from| {
            self.book
                .figures
                .linked(&self.book.pages, from, &link.target)
                .is_some()
        })
    }

    fn place(&self, path: &str) -> Option<usize> {
        self.book.pages.iter().position(|page| page.path == path)
    }

    fn complaint(&self, broken: Broken, link: &Link) -> Diagnostic {
        let complaint =
            Diagnostic::error(Code::BrokenLink, broken.message).at(link.span, broken.label);
        match broken.meant {
            Meant::Nothing => complaint,
            Meant::Claim => meant_as_claim(link, self.book, complaint),
            Meant::Page(path) => {
                let own = self.book.pages.iter().map(|page| page.path.as_str());
                complaint.suggest(
                    &path,
                    own.chain(ReferencePage::ALL.map(ReferencePage::path)),
                )
            }
            Meant::Heading(page, anchor) => match (self.anchors.get(page.as_str()), made(&page)) {
                (Some(anchors), _) => {
                    let here = self.place(&page).filter(|_| !link.target.starts_with('#'));
                    complaint.suggest(
                        &anchor,
                        anchors.iter().copied().chain(self.book.figures.ids(here)),
                    )
                }
                (None, Some(made)) => {
                    let anchors = made.anchors(self.variants, &self.book.pages);
                    complaint.suggest(&anchor, anchors.iter().map(String::as_str))
                }
                (None, None) => complaint,
            },
        }
    }
}

/// The page of this path that a build makes.
fn made(path: &str) -> Option<ReferencePage> {
    ReferencePage::ALL
        .into_iter()
        .find(|made| made.path() == path)
}

/// Whether a build makes a page of the site there.
fn is_page_of_site(path: &str, book: &Book) -> bool {
    let made = book
        .pages
        .iter()
        .map(|page| page.path.as_str())
        .chain(ReferencePage::ALL.map(ReferencePage::path));
    let stems = made.filter_map(|page| page.strip_suffix(".md"));
    path.strip_suffix(".html")
        .is_some_and(|stem| stems.into_iter().any(|made| made == stem))
}

/// Helps where a broken link looks like a claim: its target calls a function, is a claim's name, or
/// begins with a word much like `claim:`.
fn meant_as_claim(link: &Link, book: &Book, complaint: Diagnostic) -> Diagnostic {
    let target = &link.target;
    match target.split_once(':') {
        _ if link.image => complaint,
        Some((scheme, rest)) if nearest(scheme, ["claim"]).is_some() => {
            complaint.meant(target, &format!("claim:{rest}"))
        }
        None if target.contains('(') || book.definitions.contains(target) => {
            complaint.help(format!("if it is a claim, write `claim:{target}`"))
        }
        _ => complaint,
    }
}
