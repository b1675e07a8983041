//! Writes single files, each completely or not at all. An existing file keeps its permissions, its
//! owner and its links, and the files beside it are left alone.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::disk::Disk;
use super::{MAX_FILE, follow_links, join_below, name, read_bytes, with_line_feeds};

/// The maximum number of names that are tried for a new file beside the old one.
const MAX_NAMES: usize = 1000;

/// Replaces the text of a file of the book as a whole, if the file still has the old text.
///
/// # Errors
///
/// The system's error. Also fails if the file does not have the old text, or is outside the book.
pub fn rewrite(folder: &Path, path: &str, old: &str, new: &str) -> io::Result<()> {
    let current = with_line_feeds(read_bytes(MAX_FILE, folder, path)?);
    // Byte order marks are not part of the text, and are kept.
    let is_mark = |bytes: &[u8]| bytes.chunks(3).all(|mark| mark == "\u{feff}".as_bytes());
    let Some(mark) = current
        .strip_suffix(old.as_bytes())
        .filter(|mark| is_mark(mark))
    else {
        return Err(io::Error::other("it has changed since it was read"));
    };
    // Writing beside the file would succeed in a writable folder, even if the file itself is
    // read-only.
    if fs::metadata(folder.join(path))?.permissions().readonly() {
        return Err(io::Error::other("it is read-only"));
    }
    write(
        &folder.join(path),
        &[mark, new.as_bytes()].concat(),
        Disk::PLAIN,
    )
}

/// Writes a whole file, first under another name, so that it is never half-written.
///
/// # Errors
///
/// The system's error.
pub fn write(path: &Path, bytes: &[u8], disk: Disk<'_>) -> io::Result<()> {
    // A link is kept, and its target is written.
    let path = follow_links(path)?;
    let old = match fs::metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        old => Some(old?),
    };
    if old.as_ref().is_some_and(Metadata::is_dir) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // A pipe or a terminal is written to directly.
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return disk.fill(&mut File::options().write(true).open(&path)?, &path, bytes);
    }
    let (mut file, fresh) = make_beside(&path, disk)?;
    let filled = disk
        .fill(&mut file, &fresh, bytes)
        .and_then(|()| file.sync_all());
    let placed = filled.and_then(|()| match &old {
        Some(old) if has_other_links(old) || keep_owner(&file, old).is_err() => Ok(false),
        Some(old) => disk
            .permit(&fresh, old.permissions())
            .and_then(|()| disk.rename(&fresh, &path))
            .map(|()| true),
        None => disk.rename(&fresh, &path).map(|()| true),
    });
    if placed.as_ref().is_ok_and(|placed| !placed) {
        // The file itself must be overwritten. Until that is done, the new text is also beside it.
        let kept = |error: io::Error| {
            io::Error::other(format!("{error}; the new text is in `{}`", fresh.display()))
        };
        overwrite(&path, bytes, disk).map_err(kept)?;
        return disk.remove_file(&fresh);
    }
    placed.map(drop).inspect_err(|_| {
        // The first error is the one to report.
        let _ = disk.remove_file(&fresh);
    })
}

fn overwrite(path: &Path, bytes: &[u8], disk: Disk<'_>) -> io::Result<()> {
    let mut file = File::options().write(true).open(path)?;
    disk.fill(&mut file, path, bytes)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_all()
}

/// Makes a file beside another one, under an unused name.
fn make_beside(path: &Path, disk: Disk<'_>) -> io::Result<(File, PathBuf)> {
    for number in 1..=MAX_NAMES {
        let fresh = path.with_file_name(format!(".{}.padma-{number}", name(path)));
        match disk.make_file(&fresh) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return Ok((created?, fresh)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Whether a file has other hard links, which would keep the old text if the file were replaced.
#[cfg(unix)]
fn has_other_links(old: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    old.nlink() > 1
}

#[cfg(not(unix))]
fn has_other_links(_: &Metadata) -> bool {
    false
}

/// Gives a new file the owner of the old one.
#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let new = file.metadata()?;
    if (new.uid(), new.gid()) == (old.uid(), old.gid()) {
        return Ok(());
    }
    fchown(file, Some(old.uid()), Some(old.gid()))
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Writes a new file completely or not at all, and makes its parent folders.
///
/// # Errors
///
/// The system's error. Also fails if the file exists. The file is then not written, but folders may
/// have been made.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folders = path.parent().map_or(Ok(()), fs::create_dir_all);
    folders.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
        _ => error,
    })?;
    let (mut file, fresh) = make_beside(path, Disk::PLAIN)?;
    let written = file.write_all(bytes).and_then(|()| place_new(&fresh, path));
    let removed = fs::remove_file(&fresh);
    written.and(removed.or_else(|error| if fresh.exists() { Err(error) } else { Ok(()) }))
}

/// Renames a file, unless the new name is taken. The old name may remain.
fn place_new(fresh: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(fresh, path) {
        // Not every file system has hard links.
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !path.exists() => {
            fs::rename(fresh, path)
        }
        linked => linked,
    }
}

/// Checks that a folder is empty or does not exist.
///
/// # Errors
///
/// The system's error. Also fails if the folder is not empty.
pub fn check_vacant(folder: &Path) -> io::Result<()> {
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(true) => Err(io::Error::other("the folder is not empty")),
        Err(_) if folder.is_symlink() && !folder.exists() => Err(io::Error::other(
            "it is a link to something that does not exist",
        )),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes new files to a folder that [`check_vacant`] accepts, by their paths with `/` between the
/// parts.
///
/// # Errors
///
/// The system's error, with its path. Also fails if a file exists. None of the new files is then
/// left.
pub fn write_new_files(
    folder: &Path,
    files: &[(String, impl AsRef<[u8]>)],
) -> Result<(), (PathBuf, io::Error)> {
    let was_there = folder.exists();
    for (count, (path, bytes)) in files.iter().enumerate() {
        let path = join_below(folder, path);
        if let Err(error) = write_new(&path, bytes.as_ref()) {
            for (written, _) in &files[..count] {
                let _ = fs::remove_file(join_below(folder, written));
            }
            // Remove the folders that are empty again.
            for (written, _) in &files[..=count] {
                let path = join_below(folder, written);
                let above = path
                    .ancestors()
                    .skip(1)
                    .take_while(|above| *above != folder);
                above.for_each(|above| _ = fs::remove_dir(above));
            }
            if !was_there {
                let _ = fs::remove_dir(folder);
            }
            return Err((path, error));
        }
    }
    Ok(())
}
