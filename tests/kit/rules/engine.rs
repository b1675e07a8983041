//! What the page's program is built from.

use std::fs;
use std::path::{Path, PathBuf};

use padma_text::digest;

use crate::folder::root;

/// Returns a digest of the sources that the page's program is built from: the crates that it
/// stands on, their manifests included, and the script that builds it.
pub fn source_digest() -> String {
    let mut files = vec![root().join(".ci/engine")];
    for folder in ["text", "words", "rules", "expr", "variant", "wasm"] {
        add_files(&root().join("src").join(folder), &mut files);
    }
    files.sort();
    let bytes = files.iter().flat_map(|file| {
        let name = file.strip_prefix(root()).expect("below the root");
        let name = name.to_string_lossy().replace('\\', "/").into_bytes();
        let text = fs::read(file).expect("a file");
        name.into_iter().chain([0]).chain(text).chain([0])
    });
    format!("{:016x}", digest(bytes))
}

fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_source =
            |ending: &std::ffi::OsStr| ["rs", "toml", "txt"].iter().any(|known| ending == *known);
        if path.is_dir() {
            // What a build leaves there is not a source.
            if !path.ends_with("target") {
                add_files(&path, files);
            }
        } else if path.extension().is_some_and(is_source) {
            files.push(path);
        }
    }
}
