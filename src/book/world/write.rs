//! Writes single files, each whole or not at all. A file that is there keeps its permissions, its owner and
//! its links, and what lies beside it is left alone.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::disk::Disk;
use super::{MAX_FILE, behind_links, below, bytes, name, with_line_feeds};

/// So many names are tried for a new text beside the old.
const MOST_NAMES: usize = 1000;

/// Puts a new text into a file of the book, whole, if the old one still stands there.
///
/// # Errors
///
/// What the system says, that the file has changed meanwhile, or that it lies elsewhere.
pub fn rewrite(folder: &Path, path: &str, old: &str, new: &str) -> io::Result<()> {
    let there = with_line_feeds(bytes(MAX_FILE, folder, path)?);
    // Byte order marks are no part of the text, and stay.
    let is_mark = |bytes: &[u8]| bytes.chunks(3).all(|mark| mark == "\u{feff}".as_bytes());
    let Some(mark) = there
        .strip_suffix(old.as_bytes())
        .filter(|mark| is_mark(mark))
    else {
        return Err(io::Error::other("it has changed since it was read"));
    };
    // The folder would allow it, and the file does not.
    if fs::metadata(folder.join(path))?.permissions().readonly() {
        return Err(io::Error::other("it is read-only"));
    }
    write(
        &folder.join(path),
        &[mark, new.as_bytes()].concat(),
        Disk::PLAIN,
    )
}

/// Writes a file whole: under another name first, so that nothing is ever half-written.
///
/// # Errors
///
/// What the system says.
pub fn write(path: &Path, bytes: &[u8], disk: Disk<'_>) -> io::Result<()> {
    // A link stays one, and what it leads to is written.
    let path = behind_links(path)?;
    let old = match fs::metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        old => Some(old?),
    };
    if old.as_ref().is_some_and(Metadata::is_dir) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // A pipe or a terminal takes the bytes as they come.
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return disk.fill(&mut File::options().write(true).open(&path)?, &path, bytes);
    }
    let (mut file, fresh) = make_beside(&path, disk)?;
    let made = disk
        .fill(&mut file, &fresh, bytes)
        .and_then(|()| file.sync_all());
    let placed = made.and_then(|()| match &old {
        Some(old) if is_bound(old) || keep_owner(&file, old).is_err() => Ok(false),
        Some(old) => disk
            .permit(&fresh, old.permissions())
            .and_then(|()| disk.rename(&fresh, &path))
            .map(|()| true),
        None => disk.rename(&fresh, &path).map(|()| true),
    });
    if placed.as_ref().is_ok_and(|placed| !placed) {
        // The file itself must take the text. Until it has, the text stands beside it too.
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

/// Makes a file beside another, under a name that nothing has.
fn make_beside(path: &Path, disk: Disk<'_>) -> io::Result<(File, PathBuf)> {
    for number in 1..=MOST_NAMES {
        let fresh = path.with_file_name(format!(".{}.padma-{number}", name(path)));
        match disk.make_file(&fresh) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return Ok((made?, fresh)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Whether a file has further names, which would keep the old text if another took its place.
#[cfg(unix)]
fn is_bound(old: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    old.nlink() > 1
}

#[cfg(not(unix))]
fn is_bound(_: &Metadata) -> bool {
    false
}

/// Gives a new file the owner of the old.
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

/// Writes a new file, whole or not at all, and the folders it lies in.
///
/// # Errors
///
/// What the system says, or that there is one. The file is then not there; folders may be.
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

/// Gives a file another name, if nothing has that name. The first name may stay.
fn place_new(fresh: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(fresh, path) {
        // Not every file system has files of two names.
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !path.exists() => {
            fs::rename(fresh, path)
        }
        linked => linked,
    }
}

/// Makes sure that nothing is in a folder yet, or that it is not there.
///
/// # Errors
///
/// What the system says, or that the folder is not empty.
pub fn vacant(folder: &Path) -> io::Result<()> {
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(true) => Err(io::Error::other("the folder is not empty")),
        Err(_) if folder.is_symlink() && !folder.exists() => {
            Err(io::Error::other("it is a link to what is not there"))
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes new files into a folder that is [`vacant`], by their paths with `/` between the parts.
///
/// # Errors
///
/// What the system says, with the path it speaks of; or that there is such a file. Nothing of them is then there.
pub fn fill(folder: &Path, files: &[(String, String)]) -> Result<(), (PathBuf, io::Error)> {
    let was_there = folder.exists();
    for (count, (path, text)) in files.iter().enumerate() {
        let path = below(folder, path);
        if let Err(error) = write_new(&path, text.as_bytes()) {
            for (made, _) in &files[..count] {
                let _ = fs::remove_file(below(folder, made));
            }
            // Of the folders go those that are empty again.
            for (made, _) in &files[..=count] {
                let path = below(folder, made);
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
