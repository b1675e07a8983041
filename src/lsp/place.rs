//! Addresses as paths and paths as addresses, and the book that a file belongs to. Reads no file.

use std::path::{Path, PathBuf};

use crate::text::percent_encoded;

/// The path of an address `file://…`; none of any other.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.as_bytes();
    while let Some((first, rest)) = left.split_first() {
        let code = if *first == b'%' { rest.get(..2) } else { None };
        let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        left = if code.is_some() { &rest[2..] } else { rest };
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/c:/books` is no path where drives have letters.
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// The address of a path, as messages show it.
pub(super) fn uri_of(shown: &str) -> String {
    let root = if shown.starts_with('/') { "" } else { "/" };
    format!("file://{root}{}", percent_encoded(shown))
}

/// The folder of the book that a file belongs to: the nearest above it that has a `book.toml`.
pub(super) fn book_of(path: &Path) -> Option<PathBuf> {
    path.ancestors().skip(1).find(|folder| folder.join("book.toml").is_file()).map(Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_and_its_path_are_one() {
        for path in ["/books/lotus-39/index.md", "/my books/große 100%/a#b.md"] {
            assert_eq!(path_of(&uri_of(path)), Some(PathBuf::from(path)));
        }
        assert_eq!(path_of("file://localhost/a%2Db"), Some(PathBuf::from("/a-b")));
        assert_eq!(path_of("file:///a%zz%"), Some(PathBuf::from("/a%zz%")));
        for other in ["untitled:Untitled-1", "file://", "", "file:///%ff"] {
            assert_eq!(path_of(other), None, "{other}");
        }
    }
}
