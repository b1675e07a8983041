//! The only reader and writer of files. Knows no chess.

use std::fs;
use std::io;
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
    let bytes = match fs::metadata(path)
        .and_then(|data| if data.len() > MAX_FILE { Ok(None) } else { fs::read(path).map(Some) })
    {
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

/// The bytes of a file of the book that is copied as it is.
///
/// # Errors
///
/// What the system says, or that the file is larger than [`MAX_FILE`].
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.len() > MAX_FILE {
        return Err(io::Error::other(format!("it is larger than {MAX_FILE} bytes")));
    }
    fs::read(path)
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

/// An error of the system in words that are the same on every machine.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_string(),
        io::ErrorKind::PermissionDenied => "permission is denied".to_string(),
        io::ErrorKind::IsADirectory => "it is a folder".to_string(),
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
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.is_file() && path.extension().is_some_and(|e| e == ending))
        .collect();
    files.sort();
    Ok(files)
}

/// What a build writes, complete before the first byte goes to disk.
#[derive(Debug, Default)]
pub struct Output {
    files: Vec<(String, Vec<u8>)>,
}

impl Output {
    /// Adds a file by its path below the book's folder, with `/` between its parts.
    pub fn add(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.files.push((path.into(), bytes.into()));
    }

    /// Writes all files into a new folder and puts it in the place of `folder`, so that readers see
    /// the old book or the new one and never half of one.
    ///
    /// # Errors
    ///
    /// What the system says, with the path it speaks of.
    pub fn write(&self, folder: &Path) -> Result<(), (PathBuf, io::Error)> {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let parent = folder.parent().unwrap_or(Path::new("."));
        let fresh = parent.join(format!(".{name}.new"));
        let old = parent.join(format!(".{name}.old"));
        let at = |path: &Path| {
            let path = path.to_path_buf();
            move |error| (path, error)
        };
        clear(&fresh).map_err(at(&fresh))?;
        for (path, bytes) in &self.files {
            let path = path.split('/').fold(fresh.clone(), |path, part| path.join(part));
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(at(folder))?;
            }
            fs::write(&path, bytes).map_err(at(&path))?;
        }
        clear(&old).map_err(at(&old))?;
        if folder.exists() {
            fs::rename(folder, &old).map_err(at(folder))?;
        }
        fs::rename(&fresh, folder).map_err(at(folder))?;
        clear(&old).map_err(at(&old))
    }
}

fn clear(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
