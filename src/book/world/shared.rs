//! The files that the books of an output folder have in common, such as scripts and typefaces. They
//! are in a folder whose name is a digest of them, so a book that was built earlier keeps the ones
//! that it was built with. Knows nothing of what the files hold.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::disk::Disk;
use super::mark::{FolderMark, NO_BOOK};
use super::workshop::{
    FRESH, PathError, is_free, make_files, remove, shelf_of, take_away, with_path,
};
use super::{entries, join_below, name};
use padma_text::digest;

/// The folder beside the books that holds the folders of shared files.
pub const SHARED: &str = "shared";

/// Files that several books of an output folder use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedFiles {
    folder: String,
    files: Vec<(String, Vec<u8>)>,
}

impl SharedFiles {
    /// Takes files, each with its path.
    pub fn new(files: Vec<(String, Vec<u8>)>) -> SharedFiles {
        let bytes = files.iter().flat_map(|(path, bytes)| {
            let lengths = [path.len(), bytes.len()].map(usize::to_le_bytes);
            let content = path.bytes().chain(bytes.iter().copied());
            lengths.into_iter().flatten().chain(content)
        });
        SharedFiles {
            folder: format!("{SHARED}/{:016x}", digest(bytes)),
            files,
        }
    }

    /// Returns the path of their folder below the output folder.
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// Returns the files, with their paths below the output folder.
    pub fn files(&self) -> impl Iterator<Item = (String, &[u8])> {
        let path = |name: &str| format!("{}/{name}", self.folder);
        self.files
            .iter()
            .map(move |(name, bytes)| (path(name), bytes.as_slice()))
    }

    /// Returns a file by its path below the output folder.
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        let name = path.strip_prefix(&self.folder)?.strip_prefix('/')?;
        let mut files = self.files.iter();
        files
            .find(|(known, _)| known == name)
            .map(|(_, bytes)| bytes.as_slice())
    }
}

/// Writes shared files into an output folder, unless they are there.
pub(super) fn add(out: &Path, shared: &SharedFiles, disk: Disk<'_>) -> Result<(), PathError> {
    let place = join_below(out, &shared.folder);
    let fresh = shelf_of(out, FRESH).join(place.file_name().unwrap_or_default());
    if !is_free(&place) {
        let is_there = |(path, _): &(String, _)| join_below(&place, path).is_file();
        if FolderMark::read(&place).is_some() && shared.files.iter().all(is_there) {
            return Ok(());
        }
        take_away(&place, out, disk)?;
        remove(&fresh, disk)?;
    }
    let mark = FolderMark::text(
        NO_BOOK,
        shared.files.iter().map(|(path, _)| path.as_str()),
        None,
    );
    make_files(&fresh, mark, &shared.files, disk)?;
    let all = out.join(SHARED);
    disk.make_folder(&all).map_err(with_path(&all))?;
    disk.rename(&fresh, &place).map_err(with_path(&place))
}

/// Moves the shared files that no book of an output folder uses to the workshop, where they are
/// removed.
pub(super) fn clear(out: &Path, disk: Disk<'_>) -> Vec<PathError> {
    let folders = |folder: &Path| entries(folder).unwrap_or_default().into_iter();
    let used: BTreeSet<String> = folders(out)
        .filter_map(|(book, _)| FolderMark::read(&book)?.shared().map(str::to_string))
        .collect();
    let all = out.join(SHARED);
    let unused = folders(&all)
        .filter(|(folder, _)| !used.contains(&format!("{SHARED}/{}", name(folder))))
        .filter(|(folder, _)| FolderMark::read(folder).is_some());
    let faults = unused
        .filter_map(|(folder, _)| take_away(&folder, out, disk).err())
        .collect();
    if fs::read_dir(&all).is_ok_and(|mut rest| rest.next().is_none()) {
        // A folder that stays although it is empty does no harm.
        let _ = disk.remove_folder(&all);
    }
    faults
}
