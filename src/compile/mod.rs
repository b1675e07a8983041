//! The order of things, and nothing else: what is read first, what follows from it, what is written
//! last. Knows no terminals.

pub mod bless;
mod book;
pub mod build;
pub mod catalogue;
mod folder;
mod import;
mod letters;
mod library;
pub mod start;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use folder::passed_over;
pub use import::import;
pub use library::{Library, shown};

use crate::book::decl::BookDecl;
use crate::book::diagram::{self, DiagramDecl};
use crate::book::page::Page;
use crate::book::words::Word;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::judge::{Book, Checked, check};
use crate::lower::Outline;
use crate::text::{Excerpt, Sources};
use crate::world;

/// Who watches long work.
pub trait Watcher: Sync {
    /// Work of so many steps begins; `doing` says what it is, as in "drawing".
    fn begin(&self, doing: &'static str, total: usize);
    /// One step is done.
    fn step(&self);
}

/// Nobody watches.
impl Watcher for () {
    fn begin(&self, _: &'static str, _: usize) {}
    fn step(&self) {}
}

/// Everything read and complained of in one run.
#[derive(Debug)]
pub struct Session {
    pub sources: Sources,
    pub diagnostics: Diagnostics,
    pub library: Library,
    pub content: PathBuf,
    /// The fonts that books bring, by the books' folders.
    fonts: BTreeMap<PathBuf, Arc<Vec<u8>>>,
    /// Whether something of a book that was asked for could not be read.
    pub unread: bool,
}

impl Session {
    /// A session over a content folder, with the variants of its books and of the folders named.
    pub fn new(content: &Path, further: &[PathBuf]) -> Session {
        let books = world::books(content).unwrap_or_default();
        let mut folders: Vec<PathBuf> = books.iter().map(|book| content.join(book)).collect();
        folders
            .extend(further.iter().filter(|folder| !folders.contains(folder)).cloned().collect::<Vec<_>>());
        Session {
            sources: Sources::default(),
            diagnostics: Diagnostics::default(),
            library: Library::new(&folders),
            content: content.to_path_buf(),
            fonts: BTreeMap::new(),
            unread: false,
        }
    }

    /// Settles the variant a user names; the name becomes a source to point at.
    pub fn variant(&mut self, name: &str) -> Option<usize> {
        let id = self.sources.add("<variant>", name);
        let at = self.sources.whole(id);
        if self.library.names().next().is_none() && !self.library.built_in().any(|known| known == name) {
            let message =
                format!("no variant is named `{name}`: there is none in `{}`", shown(&self.content));
            let complaint = Diagnostic::error(Code::UnknownVariant, message)
                .at(at, "expected the stem of a variant's file")
                .help("run this where the books' folder is, or name that folder with `--content`");
            self.diagnostics.push(complaint);
            return None;
        }
        self.library.load(name, at, &mut self.sources, &mut self.diagnostics)
    }
}

impl Session {
    /// Judges a single diagram, given by its lines, as a book of its own.
    pub fn diagram(&mut self, variant: usize, lines: &str) -> Checked {
        let id = self.sources.add("<diagram>", lines);
        let span = self.sources.whole(id);
        let mut decl = DiagramDecl::new(Word { text: "diagram".into(), span }, String::new(), span);
        diagram::lines(&Excerpt::verbatim(lines, span), Some(';'), &mut decl, &mut self.diagnostics);
        if let Some(name) = &decl.variant {
            self.library.load(&name.text, name.span, &mut self.sources, &mut self.diagnostics);
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
    pub fn title(&mut self, folder: &Path) -> Option<String> {
        book::title(folder, self)
    }

    /// Reads and judges the book in a folder; `None` if there is none to speak of.
    pub fn check(&mut self, folder: &Path) -> Option<Checked> {
        let errors = self.diagnostics.errors();
        let book = book::read(folder, self);
        self.unread |= book.is_none() || self.diagnostics.errors() > errors;
        let book = book?;
        let checked = check(book, &self.library.variants, &self.sources, &mut self.diagnostics);
        let variants = self.library.of_book(folder, checked.book.variant);
        letters::check(folder, &checked, &variants, self);
        Some(checked)
    }
}
