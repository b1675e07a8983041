//! A run: what was read and complained of so far, the library of variants, and what watches. Knows no books.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::library::Library;
use crate::world;
use crate::world::shown;
use padma_picture::scene::Themes;
use padma_text::Sources;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// What watches long work.
pub trait Watcher: Sync {
    /// Work of so many steps begins; `doing` says what it is, as in "drawing".
    fn begin(&self, doing: &'static str, total: usize);
    /// One step is done.
    fn step(&self);
}

/// Nothing watches.
impl Watcher for () {
    fn begin(&self, _: &'static str, _: usize) {}
    fn step(&self) {}
}

/// Everything read and complained of in one run.
#[derive(Debug)]
pub struct Session {
    /// Every text read.
    pub sources: Sources,
    /// What there is to complain of in them.
    pub diagnostics: Diagnostics,
    /// The variants, each read when it is first asked for.
    pub library: Library,
    /// The folder of the books.
    pub content: PathBuf,
    /// The fonts that books bring, by the books' folders.
    pub(super) fonts: BTreeMap<PathBuf, Vec<u8>>,
    /// The themes of books that have one of their own, by the books' folders.
    pub(super) themes: BTreeMap<PathBuf, Themes>,
    /// Whether something of a book that was asked for could not be read.
    pub unread: bool,
}

impl Session {
    /// A session over a content folder, with the variants of its books and of the folders named.
    pub fn new(content: &Path, further: &[PathBuf]) -> Session {
        let books = world::books(content).unwrap_or_default();
        let mut folders: Vec<PathBuf> = books.iter().map(|book| content.join(book)).collect();
        folders.extend(
            further
                .iter()
                .filter(|folder| !folders.contains(folder))
                .cloned()
                .collect::<Vec<_>>(),
        );
        Session {
            sources: Sources::default(),
            diagnostics: Diagnostics::default(),
            library: Library::new(&folders),
            content: content.to_path_buf(),
            fonts: BTreeMap::new(),
            themes: BTreeMap::new(),
            unread: false,
        }
    }

    /// The same, in which texts take the place of what files hold: for each the name under which its file is reported.
    pub fn with_unsaved(
        content: &Path,
        further: &[PathBuf],
        unsaved: BTreeMap<String, Arc<str>>,
    ) -> Session {
        Session {
            sources: Sources::with_unsaved(unsaved),
            ..Session::new(content, further)
        }
    }

    /// The folders of the books below a content folder in whose texts a word stands.
    pub fn books_with(
        content: &Path,
        word: &str,
        unsaved: BTreeMap<String, Arc<str>>,
    ) -> Vec<PathBuf> {
        let mut sources = Sources::with_unsaved(unsaved);
        let mut has_word = |folder: &PathBuf| {
            let pages = world::files_below(folder, "md")
                .into_iter()
                .map(|page| folder.join(page));
            let mut files = pages.chain(world::files(folder, "toml").unwrap_or_default());
            files.any(|path| {
                let id = world::read(
                    &path,
                    &shown(&path),
                    &mut sources,
                    &mut Diagnostics::default(),
                );
                id.is_some_and(|id| sources.get(id).text().contains(word))
            })
        };
        let books = world::books(content)
            .unwrap_or_default()
            .into_iter()
            .map(|book| content.join(book));
        books.filter(|folder| has_word(folder)).collect()
    }

    /// Resolves the variant a user names; the name becomes a source to point at.
    pub fn variant(&mut self, name: &str) -> Option<usize> {
        let id = self.sources.add("<variant>", name);
        let at = self.sources.whole(id);
        if self.library.names().next().is_none()
            && !self.library.built_in().any(|known| known == name)
        {
            let message = format!(
                "no variant is named `{name}`: there is none in `{}`",
                shown(&self.content)
            );
            let complaint = Diagnostic::error(Code::UnknownVariant, message)
                .at(at, "expected the name of a variant's file, without `.toml`")
                .help("run this where the books' folder is, or name that folder with `--content`");
            self.diagnostics.push(complaint);
            return None;
        }
        self.library
            .load(name, at, &mut self.sources, &mut self.diagnostics)
    }
}
