//! The only reader and writer of files. Knows no chess.

mod browser;
mod clock;
mod disk;
mod git;
mod mark;
mod publish;
mod shared;
mod watch;
mod workshop;
mod write;

use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

pub use browser::open_in_browser;
pub use clock::seconds_now;
pub use disk::{Disk, DiskStep};
pub use git::{Changed, Checkout, changed_since, checkout, earlier_states};
pub use mark::file_mark;
pub use publish::{CATALOGUE_FILES, CatalogueOutput, cards_in};
pub use publish::{Catalogue, Cleared, Output, Publication, publish, recover, stale_folders};
pub use shared::{SHARED, SharedFiles};
pub use watch::Watch;
pub use workshop::PathError;
pub use write::write;
pub use write::{check_vacant, rewrite, write_new, write_new_files};

use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{SourceId, Sources, Span, nearest};

/// The file that marks a folder as written by a build.
const MARK: &str = ".padma";

/// The maximum size of a text file, in bytes.
pub const MAX_FILE: u64 = 4 * 1024 * 1024;

/// Reads a file into `sources`, under the name that reports use for it. An unsaved text under that
/// name takes precedence over the file.
///
/// Reports a file that is missing, too large or not UTF-8. If the text is not UTF-8, the part
/// before the first wrong byte is kept, so that errors can point at it.
pub fn read(
    path: &Path,
    name: &str,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<SourceId> {
    let unsaved = sources.unsaved(name).map(|text| {
        let fits = text.len() as u64 <= MAX_FILE;
        fits.then(|| text.as_bytes().to_vec())
    });
    let bytes = match unsaved.map_or_else(|| read_limited(path, MAX_FILE), Ok) {
        Ok(Some(bytes)) => with_line_feeds(bytes),
        Ok(None) => {
            let message = format!("`{name}` is larger than {MAX_FILE} bytes, the limit for a file");
            return diagnostics.refuse_unplaced(Code::TooLarge, message);
        }
        Err(error) => {
            // A name that is not UTF-8 was not kept whole.
            let why = match path.to_string_lossy().contains('\u{fffd}') {
                true => "the name of a folder or file on the way is not UTF-8".to_string(),
                false => reason(&error),
            };
            let message = format!("`{name}` cannot be read: {why}");
            let beside = entry_names(&parent(path));
            let last = path.file_name().unwrap_or_default().to_string_lossy();
            let near = nearest(&last, beside.iter().map(String::as_str));
            let near = near.filter(|_| error.kind() == io::ErrorKind::NotFound);
            let help = near.map(|near| format!("did you mean `{near}`?"));
            diagnostics.push(Diagnostic::error(Code::MissingFile, message).help_if(help));
            return None;
        }
    };
    match String::from_utf8(bytes) {
        // A byte order mark is not part of the text.
        Ok(text) if text.starts_with('\u{feff}') => {
            Some(sources.add(name, text.trim_start_matches('\u{feff}')))
        }
        Ok(text) => Some(sources.add(name, text)),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let byte = error.as_bytes().get(valid).copied().unwrap_or(0);
            let kept = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
            let id = sources.add(name, kept);
            let message = format!("`{name}` is not UTF-8 text");
            let expected = format!("the byte 0x{byte:02x} here does not begin a character");
            diagnostics.refuse(
                Code::NotUtf8,
                message,
                Span::new(id, valid..valid),
                expected,
            )
        }
    }
}

/// Replaces each lone carriage return, as old programs wrote it, with a line feed, so that every
/// reader agrees on the lines. Byte offsets stay the same.
fn with_line_feeds(mut bytes: Vec<u8>) -> Vec<u8> {
    for at in 0..bytes.len() {
        if bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
            bytes[at] = b'\n';
        }
    }
    bytes
}

/// Returns the bytes of a file; `None` if there are more than `limit`.
fn read_limited(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > limit {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(length as usize + 1);
    // The length of a pipe is not known in advance.
    file.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= limit))
}

/// Whether a file exists and is outside a folder: no link may lead out of a book. The folder
/// itself may be a link, because its author decides where the book is.
pub fn leads_out(folder: &Path, path: &Path) -> bool {
    let (folder, path) = (folder.canonicalize(), path.canonicalize());
    folder.is_ok_and(|folder| path.is_ok_and(|path| !path.starts_with(folder)))
}

/// Reads a text of the book in a folder, as [`read`] does, unless it is outside the folder.
pub fn read_inside(
    folder: &Path,
    path: &Path,
    name: &str,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<SourceId> {
    if leads_out(folder, path) {
        return diagnostics.refuse_unplaced(
            Code::MissingFile,
            format!("`{name}` cannot be read: {OUTSIDE}"),
        );
    }
    read(path, name, sources, diagnostics)
}

/// The reason given for a file that [`leads_out`].
pub const OUTSIDE: &str = "it is a link that leads out of the book";

/// Returns the bytes of a file of the book, which may have at most `limit` bytes.
///
/// # Errors
///
/// The system's error. Also fails if the file is too large or outside the book.
pub fn read_bytes(limit: u64, folder: &Path, path: &str) -> io::Result<Vec<u8>> {
    let file = folder.join(path);
    if leads_out(folder, &file) {
        let is_below = Path::new(path)
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        return Err(io::Error::other(if is_below {
            OUTSIDE
        } else {
            "it is outside the book"
        }));
    }
    // Opening a pipe would wait until something is written to it.
    if file.exists() && !file.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    read_limited(&file, limit)?
        .ok_or_else(|| io::Error::other(format!("it is larger than {limit} bytes")))
}

/// Returns a path as messages show it: as it was given, with `/` between its parts.
pub fn display_path(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// Appends a path with `/` between its parts to a folder.
fn join_below(folder: &Path, path: &str) -> PathBuf {
    path.split('/')
        .fold(folder.to_path_buf(), |path, part| path.join(part))
}

/// Returns the folder that contains a path.
fn parent(path: &Path) -> PathBuf {
    let parent = path.parent().unwrap_or(path);
    if parent.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        parent.to_path_buf()
    }
}

/// The maximum number of links followed in a row.
const MAX_LINKS: usize = 40;

/// Follows links and returns the path they lead to; nothing need exist there.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut current = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&current) {
            Ok(target) => current = parent(&current).join(target),
            Err(_) => return Ok(current),
        }
    }
    Err(io::Error::other("it is a link to itself"))
}

/// Describes an error of the system in words that are the same on every machine.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_string(),
        io::ErrorKind::PermissionDenied => "permission is denied".to_string(),
        io::ErrorKind::IsADirectory => "it is a folder".to_string(),
        io::ErrorKind::NotADirectory => "a file is in the place of a folder".to_string(),
        io::ErrorKind::AlreadyExists => "it already exists".to_string(),
        io::ErrorKind::StorageFull => "no space is left".to_string(),
        _ => error.to_string(),
    }
}

/// Reports a file or folder that cannot be written.
pub fn write_complaint(path: &Path, error: &io::Error) -> Diagnostic {
    let message = format!(
        "`{}` cannot be written: {}",
        display_path(path),
        reason(error)
    );
    Diagnostic::error(Code::MissingFile, message)
}

/// Returns the names of the folders below `content` that hold a `book.toml`, in alphabetical
/// order.
///
/// # Errors
///
/// The system's error, if `content` cannot be read.
pub fn books(content: &Path) -> io::Result<Vec<String>> {
    Ok(folders(content)?
        .into_iter()
        .filter(|path| path.join("book.toml").is_file())
        .map(|path| name(&path))
        .collect())
}

/// Returns the folders below `content`, including links to folders, in alphabetical order.
///
/// # Errors
///
/// The system's error, if `content` cannot be read.
pub fn folders(content: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = entries(content)?.into_iter().map(|(path, _)| path);
    Ok(paths.filter(|path| path.is_dir()).collect())
}

/// Returns the files of a folder with this ending, as sorted paths, without hidden files.
///
/// # Errors
///
/// The system's error, if the folder cannot be read.
pub(crate) fn files(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let has_ending =
        |path: &PathBuf| !is_hidden(&name(path)) && path.extension().is_some_and(|e| e == ending);
    let paths = entries(folder)?.into_iter().map(|(path, _)| path);
    Ok(paths
        .filter(|path| has_ending(path) && path.is_file())
        .collect())
}

/// Returns the files with this ending below a folder, as sorted paths with `/` between the parts.
/// Leaves out hidden files and folders, links to folders, other books, and folders that a build
/// has written.
pub(crate) fn files_below(folder: &Path, ending: &str) -> Vec<String> {
    let mut paths: Vec<String> = files(folder, ending)
        .unwrap_or_default()
        .iter()
        .map(|path| name(path))
        .collect();
    for inner in folders(folder).unwrap_or_default() {
        let (name, is_other) = (
            name(&inner),
            ["book.toml", MARK]
                .iter()
                .any(|file| inner.join(file).exists()),
        );
        if !is_hidden(&name) && !inner.is_symlink() && !is_other {
            paths.extend(
                files_below(&inner, ending)
                    .iter()
                    .map(|path| format!("{name}/{path}")),
            );
        }
    }
    paths.sort();
    paths
}

fn is_hidden(name: &str) -> bool {
    name.starts_with('.')
}

/// Returns the last part of a path.
fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Returns the sorted names of a folder's entries; none if the folder does not exist.
pub fn entry_names(folder: &Path) -> Vec<String> {
    entries(folder)
        .unwrap_or_default()
        .iter()
        .map(|(path, _)| name(path))
        .collect()
}

/// Returns a folder's entries, sorted; links are not followed.
fn entries(folder: &Path) -> io::Result<Vec<(PathBuf, FileType)>> {
    let entries = fs::read_dir(folder)?
        .map(|entry| entry.and_then(|entry| Ok((entry.path(), entry.file_type()?))));
    let mut entries: Vec<(PathBuf, FileType)> = entries.collect::<io::Result<_>>()?;
    entries.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(entries)
}
