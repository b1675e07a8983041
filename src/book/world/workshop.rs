//! The folder in which a build makes what it then puts in its place: its lock, its shelves, and how
//! a killed build's work is restored or removed. Knows no books and no catalogue.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::disk::Disk;
use super::mark::{FolderMark, Inventory, is_own_file};
use super::{MARK, entries, join_below, parent};

/// An error, with the path that it is about.
pub type PathError = (PathBuf, io::Error);

pub(super) const WORKSHOP: &str = ".padma-build";
/// The shelf of what is new until it is in its place, and of what is to be removed.
pub(super) const FRESH: &str = "fresh";
/// The shelf of what was in a place, between the two steps of putting something new there.
pub(super) const ASIDE: &str = "aside";

/// Returns a folder of the workshop.
pub(super) fn shelf_of(out_folder: &Path, shelf: &str) -> PathBuf {
    out_folder.join(WORKSHOP).join(shelf)
}

/// Returns the path of a book on a shelf of the workshop beside its place.
pub(super) fn path_on_shelf(place: &Path, shelf: &str) -> PathBuf {
    shelf_of(&parent(place), shelf).join(place.file_name().unwrap_or_default())
}

/// Opens the workshop of a folder and locks other builds out until the file is closed.
pub(super) fn lock(out_folder: &Path, disk: Disk<'_>) -> Result<File, PathError> {
    let workshop = out_folder.join(WORKSHOP);
    let path = workshop.join("lock");
    disk.make_folder(&workshop).map_err(with_path(&workshop))?;
    let opened = match disk.make_file(&path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            File::options().write(true).open(&path)
        }
        created => created,
    };
    let file = opened.map_err(with_path(&path))?;
    disk.lock(&file, &path).map_err(with_path(&path))?;
    Ok(file)
}

/// Restores what was put aside, and removes what else is in the workshop.
pub(super) fn tidy(out_folder: &Path, disk: Disk<'_>) -> Result<(), PathError> {
    for shelf in [ASIDE, FRESH] {
        let shelf_path = shelf_of(out_folder, shelf);
        let books = match entries(&shelf_path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            books => books.map_err(with_path(&shelf_path))?,
        };
        for (book, _) in books {
            let place = out_folder.join(book.file_name().unwrap_or_default());
            if shelf == ASIDE && is_free(&place) {
                disk.rename(&book, &place).map_err(with_path(&place))?;
            } else {
                remove(&book, disk)?;
            }
        }
        disk.remove_folder(&shelf_path)
            .map_err(with_path(&shelf_path))?;
    }
    Ok(())
}

pub(super) fn is_free(place: &Path) -> bool {
    fs::symlink_metadata(place).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Returns everything in a book's folder; an error if something is there that its mark does not
/// list.
pub(super) fn inventory(folder: &Path, mark: &FolderMark) -> Result<Inventory, PathError> {
    let inventory = Inventory::read(folder, mark).map_err(with_path(folder))?;
    match &inventory.foreign {
        Some(path) => Err(foreign_error(path)),
        None => Ok(inventory),
    }
}

pub(super) fn foreign_error(path: &Path) -> PathError {
    (
        path.to_path_buf(),
        io::Error::other("what is there was not written by a build"),
    )
}

/// Makes a folder of files. The mark lists the files and is written first, so that half the files
/// can be removed.
pub(super) fn make_files(
    fresh: &Path,
    mark: String,
    files: &[(String, Vec<u8>)],
    disk: Disk<'_>,
) -> Result<(), PathError> {
    let mark = (MARK.to_string(), mark.into_bytes());
    for (path, bytes) in [&mark].into_iter().chain(files) {
        let path = join_below(fresh, path);
        let folder = parent(&path);
        disk.make_folder(&folder).map_err(with_path(&folder))?;
        write_file(&path, bytes, disk)?;
    }
    Ok(())
}

/// Makes a file with these bytes.
pub(super) fn write_file(path: &Path, bytes: &[u8], disk: Disk<'_>) -> Result<(), PathError> {
    disk.make_file(path)
        .and_then(|mut file| disk.fill(&mut file, path, bytes))
        .map_err(with_path(path))
}

/// Moves a folder that a build wrote to the workshop of an output folder, where it is removed.
pub(super) fn take_away(folder: &Path, out: &Path, disk: Disk<'_>) -> Result<(), PathError> {
    if folder.is_symlink() {
        return Err((folder.to_path_buf(), io::Error::other("it is a link")));
    }
    inventory(
        folder,
        &FolderMark::read(folder).ok_or_else(|| foreign_error(folder))?,
    )?;
    let shelf = shelf_of(out, FRESH);
    disk.make_folder(&shelf).map_err(with_path(&shelf))?;
    let fresh = shelf.join(folder.file_name().unwrap_or_default());
    disk.rename(folder, &fresh).map_err(with_path(folder))
}

/// Removes a book from the workshop.
pub(super) fn remove(book: &Path, disk: Disk<'_>) -> Result<(), PathError> {
    if is_own_file(book, true) {
        return disk.remove_file(book).map_err(with_path(book));
    }
    let mark = book.join(MARK);
    // A build that was killed early has left half a mark or none, and no files.
    let content = inventory(
        book,
        &FolderMark::read(book).unwrap_or_else(FolderMark::empty),
    )?;
    let mut files = content.files.iter().chain(mark.exists().then_some(&mark));
    files.try_for_each(|file| disk.remove_file(file).map_err(with_path(file)))?;
    let mut folders = content.folders.iter().map(PathBuf::as_path).chain([book]);
    folders.try_for_each(|folder| disk.remove_folder(folder).map_err(with_path(folder)))
}

/// Adds the path to an error.
pub(super) fn with_path(path: &Path) -> impl FnOnce(io::Error) -> PathError {
    let path = path.to_path_buf();
    move |error| (path, error)
}
