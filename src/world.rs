//! The only reader and writer of files. Knows no chess.

use std::collections::BTreeSet;
use std::fs::{self, DirEntry, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::text::{SourceId, Sources, Span};

/// The largest file that is read, in bytes.
pub const MAX_FILE: u64 = 4 * 1024 * 1024;

/// Reads a text into `sources`, under the name it shall be reported by.
///
/// A file that is missing, too large or no UTF-8 is a complaint; of a text that is no UTF-8 the part
/// before the first wrong byte is kept to point at.
pub fn read(
    path: &Path,
    name: &str,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<SourceId> {
    let bytes = match within_limit(path) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => {
            let message = format!("`{name}` is larger than {MAX_FILE} bytes, the largest file that is read");
            diagnostics.push(Diagnostic::error(Code::TooLarge, message));
            return None;
        }
        Err(error) => {
            let message = format!("`{name}` cannot be read: {}", reason(&error));
            diagnostics.push(Diagnostic::error(Code::MissingFile, message));
            return None;
        }
    };
    match String::from_utf8(bytes) {
        // A byte order mark is no part of the text.
        Ok(text) if text.starts_with('\u{feff}') => {
            Some(sources.add(name, text.trim_start_matches('\u{feff}')))
        }
        Ok(text) => Some(sources.add(name, text)),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let byte = error.as_bytes().get(valid).copied().unwrap_or(0);
            let kept = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
            let id = sources.add(name, kept);
            diagnostics.push(
                Diagnostic::error(Code::NotUtf8, format!("`{name}` is no UTF-8 text")).at(
                    Span::new(id, valid..valid),
                    format!("the byte 0x{byte:02x} here begins no character"),
                ),
            );
            None
        }
    }
}

/// The bytes of a file; `None` if they are too many.
fn within_limit(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > MAX_FILE {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(length as usize + 1);
    file.take(MAX_FILE).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// The bytes of a file of the book that is copied as it is.
///
/// # Errors
///
/// What the system says, that the file is larger than [`MAX_FILE`], or that it lies elsewhere: a
/// link of the file system must not lead out of the book.
pub fn bytes(folder: &Path, path: &str) -> io::Result<Vec<u8>> {
    bytes_up_to(MAX_FILE, folder, path)
}

/// The same of a file that may have so many bytes.
///
/// # Errors
///
/// As [`bytes`], with the limit given.
pub fn bytes_up_to(most: u64, folder: &Path, path: &str) -> io::Result<Vec<u8>> {
    let path = folder.join(path).canonicalize()?;
    if !path.starts_with(folder.canonicalize()?) {
        return Err(io::Error::other("it lies outside the book"));
    }
    if fs::metadata(&path)?.len() > most {
        return Err(io::Error::other(format!("it is larger than {most} bytes")));
    }
    fs::read(&path)
}

/// Puts a new text into a file of the book, whole, if the old one still stands there.
///
/// # Errors
///
/// What the system says, that the file has changed meanwhile, or that it lies elsewhere.
pub fn rewrite(folder: &Path, path: &str, old: &str, new: &str) -> io::Result<()> {
    let there = bytes(folder, path)?;
    // Byte order marks are no part of the text, and stay.
    let is_mark = |bytes: &[u8]| bytes.chunks(3).all(|mark| mark == "\u{feff}".as_bytes());
    let Some(mark) = there.strip_suffix(old.as_bytes()).filter(|mark| is_mark(mark)) else {
        return Err(io::Error::other("it has changed since it was read"));
    };
    write(&folder.join(path).canonicalize()?, &[mark, new.as_bytes()].concat())
}

/// Writes a file whole: under another name first, so that nothing is ever half-written.
///
/// # Errors
///
/// What the system says.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    fs::write(&fresh, bytes)?;
    fs::rename(&fresh, path)
}

/// Writes a file where there is none, and the folders it lies in.
///
/// # Errors
///
/// What the system says, or that there is one.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    File::create_new(path)?.write_all(bytes)
}

/// Makes sure that nothing is in a folder yet, or that it is not there.
///
/// # Errors
///
/// What the system says, or that the folder is not empty.
pub fn vacant(folder: &Path) -> io::Result<()> {
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(true) => Err(io::Error::other("the folder is not empty")),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes new files into a folder, by their paths with `/` between the parts.
///
/// # Errors
///
/// What the system says, with the path it speaks of; or that there is such a file.
pub fn fill(folder: &Path, files: &[(String, String)]) -> Result<(), (PathBuf, io::Error)> {
    files.iter().try_for_each(|(path, text)| {
        let path = below(folder, path);
        write_new(&path, text.as_bytes()).map_err(|error| (path, error))
    })
}

/// A path with `/` between its parts, below a folder.
fn below(folder: &Path, path: &str) -> PathBuf {
    path.split('/').fold(folder.to_path_buf(), |path, part| path.join(part))
}

/// An error of the system in words that are the same on every machine.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_string(),
        io::ErrorKind::PermissionDenied => "permission is denied".to_string(),
        io::ErrorKind::IsADirectory => "it is a folder".to_string(),
        io::ErrorKind::NotADirectory => "a file is where a folder would be".to_string(),
        io::ErrorKind::AlreadyExists => "it is there already".to_string(),
        _ => error.to_string(),
    }
}

/// The folders below `content` that hold a `book.toml`, by name in alphabetical order.
pub fn books(content: &Path) -> io::Result<Vec<String>> {
    let mut books = Vec::new();
    for entry in fs::read_dir(content)? {
        let path = entry?.path();
        if path.join("book.toml").is_file() {
            books.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    books.sort();
    Ok(books)
}

/// The files of a folder with this ending, sorted, as paths.
pub fn files(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let has_ending =
        |entry: &DirEntry| Path::new(&entry.file_name()).extension().is_some_and(|e| e == ending);
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .filter_map(Result::ok)
        .filter(has_ending)
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    Ok(files)
}

/// The names of what lies in a folder, sorted; of a folder that is not there, none.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// What a build writes for one book, complete before the first byte goes to disk.
#[derive(Debug, Default)]
pub struct Output {
    files: Vec<(String, Vec<u8>)>,
    /// The paths so far without regard to case, as some file systems see them.
    taken: BTreeSet<String>,
}

/// Marks a folder as one that a build wrote and may replace.
const MARK: &str = ".padma";

impl Output {
    /// Adds a file by its path below the book's folder, with `/` between its parts; false if
    /// another file has that path.
    #[must_use]
    pub fn add(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> bool {
        let path = path.into();
        let free = self.taken.insert(path.to_lowercase());
        self.files.push((path, bytes.into()));
        free
    }
}

/// Writes whole books: all of them beside their places first, and only then each into its place, so
/// that readers see the old book or the new one and never half of one.
///
/// # Errors
///
/// What the system says, with the path it speaks of; or that a folder is in the way that no build
/// has written.
pub fn publish(books: &[(PathBuf, Output)]) -> Result<(), (PathBuf, io::Error)> {
    for (folder, _) in books {
        if !may_replace(folder).map_err(|error| (folder.clone(), error))? {
            let error = io::Error::other("what stands there was not written by a build");
            return Err((folder.clone(), error));
        }
    }
    let written = books.iter().try_for_each(|(folder, output)| write_beside(folder, output));
    let placed = written.and_then(|()| books.iter().try_for_each(|(folder, _)| put_in_place(folder)));
    if placed.is_err() {
        // What could not be put in place is of no use to anybody.
        books.iter().for_each(|(folder, _)| drop(clear(&beside(folder, "new"))));
    }
    placed
}

/// Whether a folder is free, or was written by a build.
fn may_replace(folder: &Path) -> io::Result<bool> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none() || folder.join(MARK).is_file()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

fn write_beside(folder: &Path, output: &Output) -> Result<(), (PathBuf, io::Error)> {
    let fresh = beside(folder, "new");
    clear(&fresh).map_err(|error| (fresh.clone(), error))?;
    let mark = (MARK.to_string(), b"Written by padma build, which replaces this folder.\n".to_vec());
    for (path, bytes) in output.files.iter().chain([&mark]) {
        let path = below(&fresh, path);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::write(&path, bytes)).map_err(|error| (path, error))?;
    }
    Ok(())
}

fn put_in_place(folder: &Path) -> Result<(), (PathBuf, io::Error)> {
    let (fresh, old) = (beside(folder, "new"), beside(folder, "old"));
    let at = |path: &Path| {
        let path = path.to_path_buf();
        move |error| (path, error)
    };
    clear(&old).map_err(at(&old))?;
    if folder.exists() {
        fs::rename(folder, &old).map_err(at(folder))?;
    }
    fs::rename(&fresh, folder).map_err(at(folder))?;
    clear(&old).map_err(at(&old))
}

/// A hidden folder next to another.
fn beside(folder: &Path, ending: &str) -> PathBuf {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    folder.with_file_name(format!(".{name}.{ending}"))
}

fn clear(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
