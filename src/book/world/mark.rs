//! The mark of a folder: a file that a build writes. It identifies the book that the folder was
//! written from, and lists the files written.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::{MARK, entries, name};
use padma_text::digest;

const FIRST_LINE: &str = "Written by padma build, which replaces this folder";
/// Begins the path of a file beside the folder.
const BESIDE: &str = "../";
/// Files that file managers create by themselves.
const LITTER: [&str; 3] = [".DS_Store", "Thumbs.db", "desktop.ini"];

/// Returns the first lines of a single file in an output folder, which mark it as written by a build: a page's, or a
/// Markdown text's.
pub fn file_mark(path: &Path) -> &'static str {
    let html_mark = "<!DOCTYPE html>\n<!-- Written by padma build, which replaces this file. -->\n";
    match path.extension() {
        Some(html) if html == "html" => html_mark,
        _ => html_mark.split_at("<!DOCTYPE html>\n".len()).1,
    }
}

/// Whether a build wrote the file at a path. With `accept_partial`, an unfinished file counts too.
pub(super) fn is_own_file(path: &Path, accept_partial: bool) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|data| data.is_file());
    let mark = file_mark(path).as_bytes();
    let is_own =
        |text: Vec<u8>| text.starts_with(mark) || accept_partial && mark.starts_with(&text);
    is_file && fs::read(path).is_ok_and(is_own)
}

/// The content of a folder's mark.
#[derive(Debug)]
pub(super) enum FolderMark {
    /// The format of earlier versions, which lists no files: all files belong to the build.
    Bare,
    Listed {
        /// Identifies the book that the folder was written from, see [`origin`].
        origin: String,
        /// The paths, each escaped.
        files: BTreeSet<String>,
        /// The path of the shared files that it uses, below the output folder.
        shared: Option<String>,
    },
}

impl FolderMark {
    /// Reads the mark in a folder, if there is one.
    pub(super) fn read(folder: &Path) -> Option<FolderMark> {
        let text = fs::read_to_string(folder.join(MARK)).ok()?;
        let mut lines = text.strip_prefix(FIRST_LINE)?.lines();
        lines.next();
        let Some(origin) = lines.next() else {
            return Some(FolderMark::Bare);
        };
        let lines: Vec<&str> = lines.collect();
        let shared = lines.iter().find_map(|line| line.strip_prefix(BESIDE));
        Some(FolderMark::Listed {
            origin: origin.to_string(),
            files: lines.iter().map(ToString::to_string).collect(),
            shared: shared.map(str::to_string),
        })
    }

    /// Returns the path of the shared files that the folder's pages use, below the output folder.
    pub(super) fn shared(&self) -> Option<&str> {
        match self {
            FolderMark::Bare => None,
            FolderMark::Listed { shared, .. } => shared.as_deref(),
        }
    }

    /// Returns the mark of a folder that nothing has been written to yet.
    pub(super) fn empty() -> FolderMark {
        FolderMark::Listed {
            origin: String::new(),
            files: BTreeSet::new(),
            shared: None,
        }
    }

    /// Returns the text of the mark of a folder with these files, and with pages that use the shared
    /// files at a path below the output folder.
    pub(super) fn text<'a>(
        origin: &str,
        files: impl Iterator<Item = &'a str>,
        shared: Option<&str>,
    ) -> String {
        let files: BTreeSet<String> = files.map(|path| escape(path) + "\n").collect();
        let shared = shared.map(|path| format!("{BESIDE}{path}\n"));
        let files: String = files.into_iter().chain(shared).collect();
        format!("{FIRST_LINE} if it holds only the files listed here.\n{origin}\n{files}")
    }

    fn owns(&self, path: &str) -> bool {
        match self {
            FolderMark::Bare => true,
            FolderMark::Listed { files, .. } => {
                let name = path.rsplit('/').next().unwrap_or(path);
                files.contains(&escape(path)) || LITTER.contains(&name)
            }
        }
    }
}

/// Escapes a path so that it fits on one line.
fn escape(path: &str) -> String {
    path.escape_default().to_string()
}

/// The content of a folder with a mark.
#[derive(Debug, Default)]
pub(super) struct Inventory {
    /// The files in it that the mark lists.
    pub files: Vec<PathBuf>,
    /// The folders in it; a folder comes after those that it contains.
    pub folders: Vec<PathBuf>,
    /// The first entry that no build wrote.
    pub foreign: Option<PathBuf>,
}

impl Inventory {
    pub(super) fn read(folder: &Path, mark: &FolderMark) -> io::Result<Inventory> {
        let mut inventory = Inventory::default();
        inventory.add(folder, "", mark)?;
        Ok(inventory)
    }

    fn add(&mut self, folder: &Path, prefix: &str, mark: &FolderMark) -> io::Result<()> {
        for (path, kind) in entries(folder)? {
            let relative = if prefix.is_empty() {
                name(&path)
            } else {
                format!("{prefix}/{}", name(&path))
            };
            if relative == MARK && kind.is_file() {
                continue;
            }
            // A build writes no name that is not valid Unicode.
            let is_text = path.file_name().is_some_and(|name| name.to_str().is_some());
            let is_own = matches!(mark, FolderMark::Bare)
                || is_text && (kind.is_dir() || mark.owns(&relative));
            if is_own && kind.is_dir() {
                self.add(&path, &relative, mark)?;
                self.folders.push(path);
            } else if is_own && (kind.is_file() || matches!(mark, FolderMark::Bare)) {
                self.files.push(path);
            } else if self.foreign.is_none() {
                self.foreign = Some(path);
            }
        }
        Ok(())
    }
}

/// The origin of a folder that was written from no book.
pub(super) const NO_BOOK: &str = "catalogue";

/// Returns the origin of a folder in `out`: a text that identifies the book it was written from.
/// The text depends only on the path from `out` to the book, and does not reveal that path.
///
/// # Errors
///
/// The system's error, if the folders that contain them cannot be read.
pub(super) fn origin(out: &Path, book: &Path) -> io::Result<String> {
    let canonical = |path: &Path| {
        if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        }
        .canonicalize()
    };
    let (out, content) = (canonical(out)?, canonical(book.parent().unwrap_or(book))?);
    let shared = out
        .components()
        .zip(content.components())
        .take_while(|(one, other)| one == other)
        .count();
    let up = out.components().skip(shared).map(|_| Component::ParentDir);
    let relative = up.chain(content.components().skip(shared));
    let parts = relative.map(|part| part.as_os_str().to_string_lossy().into_owned());
    Ok(format!(
        "book {:016x}",
        digest(
            parts
                .chain([name(book)])
                .collect::<Vec<_>>()
                .join("/")
                .bytes()
        )
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_owns_what_it_lists_and_no_more() {
        let files = ["index.html", "diagrams/D1.svg", "a\nb.txt", "é.txt"];
        let text = FolderMark::text("book 0", files.into_iter(), Some("shared/0"));
        let folder = std::env::temp_dir().join(format!("padma-mark-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(MARK), text).unwrap();
        let mark = FolderMark::read(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert!(files.iter().all(|path| mark.owns(path)));
        assert!(
            [
                "a",
                "b.txt",
                "D1.svg",
                "diagrams",
                "thesis.txt",
                "a\\nb.txt"
            ]
            .iter()
            .all(|path| !mark.owns(path))
        );
        assert!(mark.owns("diagrams/.DS_Store"));
        assert_eq!(mark.shared(), Some("shared/0"));
    }
}
