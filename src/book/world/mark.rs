//! The file by which a folder says that a build wrote it, from which book, and which files.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::{MARK, entries, name};
use padma_text::digest;

const FIRST_LINE: &str = "Written by padma build, which replaces this folder";
/// Files that programs for looking at folders leave there, and no reader wrote.
const LITTER: [&str; 3] = [".DS_Store", "Thumbs.db", "desktop.ini"];

/// How a single file in an output folder says that a build wrote it.
pub const PAGE_MARK: &str =
    "<!DOCTYPE html>\n<!-- Written by padma build, which replaces this file. -->\n";

/// Whether a build wrote the file at a path, or began to.
pub(super) fn is_own_page(path: &Path, may_be_begun: bool) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|data| data.is_file());
    let mark = PAGE_MARK.as_bytes();
    let is_own = |text: Vec<u8>| text.starts_with(mark) || may_be_begun && mark.starts_with(&text);
    is_file && fs::read(path).is_ok_and(is_own)
}

/// What a folder's mark says.
#[derive(Debug)]
pub(super) enum FolderMark {
    /// The form of earlier versions, which lists no files: all are a build's.
    Bare,
    Listed {
        /// Which book it was written from, see [`origin`].
        origin: String,
        /// Paths, each escaped.
        files: BTreeSet<String>,
    },
}

impl FolderMark {
    /// The mark in a folder, if there is one.
    pub(super) fn read(folder: &Path) -> Option<FolderMark> {
        let text = fs::read_to_string(folder.join(MARK)).ok()?;
        let mut lines = text.strip_prefix(FIRST_LINE)?.lines();
        lines.next();
        let Some(origin) = lines.next() else {
            return Some(FolderMark::Bare);
        };
        Some(FolderMark::Listed {
            origin: origin.to_string(),
            files: lines.map(str::to_string).collect(),
        })
    }

    /// The mark of a folder into which nothing has been written yet.
    pub(super) fn empty() -> FolderMark {
        FolderMark::Listed {
            origin: String::new(),
            files: BTreeSet::new(),
        }
    }

    /// The text of the mark of a folder with these files.
    pub(super) fn text<'a>(origin: &str, files: impl Iterator<Item = &'a str>) -> String {
        let files: BTreeSet<String> = files.map(|path| escaped(path) + "\n").collect();
        let files: String = files.into_iter().collect();
        format!("{FIRST_LINE} as long as it holds no other files than these.\n{origin}\n{files}")
    }

    fn owns(&self, path: &str) -> bool {
        match self {
            FolderMark::Bare => true,
            FolderMark::Listed { files, .. } => {
                let name = path.rsplit('/').next().unwrap_or(path);
                files.contains(&escaped(path)) || LITTER.contains(&name)
            }
        }
    }
}

/// A path on one line.
fn escaped(path: &str) -> String {
    path.escape_default().to_string()
}

/// What lies in a folder with a mark.
#[derive(Debug, Default)]
pub(super) struct Inventory {
    /// What the mark lists, as far as it is there.
    pub files: Vec<PathBuf>,
    /// The folders in it, each behind those in it.
    pub folders: Vec<PathBuf>,
    /// Something that no build wrote.
    pub foreign: Option<PathBuf>,
}

impl Inventory {
    pub(super) fn of(folder: &Path, mark: &FolderMark) -> io::Result<Inventory> {
        let mut inventory = Inventory::default();
        inventory.add(folder, "", mark)?;
        Ok(inventory)
    }

    fn add(&mut self, folder: &Path, below: &str, mark: &FolderMark) -> io::Result<()> {
        for (path, kind) in entries(folder)? {
            let inner = if below.is_empty() {
                name(&path)
            } else {
                format!("{below}/{}", name(&path))
            };
            if inner == MARK && kind.is_file() {
                continue;
            }
            // A build writes no name that is no text.
            let is_text = path.file_name().is_some_and(|name| name.to_str().is_some());
            let is_own =
                matches!(mark, FolderMark::Bare) || is_text && (kind.is_dir() || mark.owns(&inner));
            if is_own && kind.is_dir() {
                self.add(&path, &inner, mark)?;
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

/// What stands in the place of a book's origin where a folder was written from no book.
pub(super) const NO_BOOK: &str = "catalogue";

/// Which book a folder in `out` was written from: the same as long as both lie the same way to each
/// other, on every machine, and nothing that says where they lie.
///
/// # Errors
///
/// What the system says of the folders that they lie in.
pub(super) fn origin(out: &Path, book: &Path) -> io::Result<String> {
    let whole = |path: &Path| {
        if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        }
        .canonicalize()
    };
    let (out, content) = (whole(out)?, whole(book.parent().unwrap_or(book))?);
    let shared = out
        .components()
        .zip(content.components())
        .take_while(|(one, other)| one == other)
        .count();
    let up = out.components().skip(shared).map(|_| Component::ParentDir);
    let way = up.chain(content.components().skip(shared));
    let parts = way.map(|part| part.as_os_str().to_string_lossy().into_owned());
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
        let text = FolderMark::text("book 0", files.into_iter());
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
    }
}
