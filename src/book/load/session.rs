//! One run of the program: the texts read so far, the complaints, and the library of variants.
//! Also the trait through which long work reports its progress.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::library::Library;
use crate::world;
use crate::world::display_path;
use padma_picture::scene::Themes;
use padma_text::Sources;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_words::{Language, english};

/// An observer of the progress of long work.
pub trait Watcher: Sync {
    /// Starts work of `total` steps; `doing` describes it, as in "drawing".
    fn begin(&self, doing: &'static str, total: usize);
    /// Reports that one step is done.
    fn step(&self);
}

/// Ignores all progress.
impl Watcher for () {
    fn begin(&self, _: &'static str, _: usize) {}
    fn step(&self) {}
}

/// Everything that was read and reported in one run.
#[derive(Debug)]
pub struct Session {
    /// Every text read.
    pub sources: Sources,
    /// The complaints about the texts.
    pub diagnostics: Diagnostics,
    /// The variants; each is read when it is first asked for.
    pub library: Library,
    /// The content folder, which holds the books.
    pub content: PathBuf,
    /// The fonts that books bring, by the folders of the books.
    pub(super) fonts: BTreeMap<PathBuf, Vec<u8>>,
    /// The themes of books that have their own, by the folders of the books.
    pub(super) themes: BTreeMap<PathBuf, Themes>,
    /// The language in which books speak to their readers.
    pub words: &'static Language,
}

impl Session {
    /// Creates a session over a content folder, with the variants of its books and of the further
    /// folders.
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
            words: english(),
        }
    }

    /// Creates a session in which unsaved texts replace the contents of files. The key is the name
    /// under which a file is reported.
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

    /// Returns the folders of the books below a content folder whose texts contain a word.
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
                    &display_path(&path),
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

    /// Resolves the variant that a user names; the name becomes a source that errors can point at.
    pub fn variant(&mut self, name: &str) -> Option<usize> {
        let id = self.sources.add("<variant>", name);
        let at = self.sources.whole(id);
        if self.library.names().next().is_none()
            && !self.library.built_in_names().any(|known| known == name)
        {
            let message = format!(
                "no variant is named `{name}`: `{}` contains no variants",
                display_path(&self.content)
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
