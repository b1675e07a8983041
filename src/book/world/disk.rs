//! Single changes to the disk. A test can make any of them fail, or be the last before the program
//! is killed.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::Path;

/// A kind of change to the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskStep {
    /// No change yet: another build is at work in the folder, and this one waits for it to finish.
    Wait,
    /// A new folder is made.
    MakeFolder,
    /// A new, empty file is made.
    MakeFile,
    /// A file is filled with its bytes.
    Fill,
    /// A file gets its permissions.
    Permit,
    /// A file or folder is renamed.
    Rename,
    /// Two files or folders exchange their names in one atomic step.
    Exchange,
    /// A file is removed.
    RemoveFile,
    /// An empty folder is removed.
    RemoveFolder,
}

/// The disk, and a function that is asked before each change. If the function returns an error,
/// the change is not made.
#[derive(Clone, Copy)]
pub struct Disk<'a> {
    ask: &'a dyn Fn(DiskStep, &Path) -> io::Result<()>,
}

impl<'a> Disk<'a> {
    /// A disk that makes every change without asking.
    pub const PLAIN: Disk<'static> = Disk {
        ask: &|_, _| Ok(()),
    };

    /// Creates a disk that calls `ask` before each change.
    pub fn asking(ask: &'a dyn Fn(DiskStep, &Path) -> io::Result<()>) -> Disk<'a> {
        Disk { ask }
    }

    /// Makes a folder and its parents, unless they exist.
    pub(super) fn make_folder(&self, path: &Path) -> io::Result<()> {
        if path.is_dir() {
            return Ok(());
        }
        (self.ask)(DiskStep::MakeFolder, path)?;
        fs::create_dir_all(path)
    }

    /// Makes a new file.
    pub(super) fn make_file(&self, path: &Path) -> io::Result<File> {
        (self.ask)(DiskStep::MakeFile, path)?;
        File::create_new(path)
    }

    /// Writes the whole content of a file that was made at `path`.
    pub fn fill(&self, file: &mut File, path: &Path, bytes: &[u8]) -> io::Result<()> {
        (self.ask)(DiskStep::Fill, path)?;
        file.write_all(bytes)
    }

    pub(super) fn permit(&self, path: &Path, permissions: Permissions) -> io::Result<()> {
        (self.ask)(DiskStep::Permit, path)?;
        fs::set_permissions(path, permissions)
    }

    pub(super) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        (self.ask)(DiskStep::Rename, to)?;
        fs::rename(from, to)
    }

    /// Exchanges the names of two files or folders, so that neither name is free at any moment.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::Unsupported`], or another error of the system, if that is impossible.
    pub(super) fn exchange(&self, one: &Path, other: &Path) -> io::Result<()> {
        (self.ask)(DiskStep::Exchange, other)?;
        exchange(one, other)
    }

    pub(super) fn remove_file(&self, path: &Path) -> io::Result<()> {
        (self.ask)(DiskStep::RemoveFile, path)?;
        fs::remove_file(path)
    }

    /// Removes an empty folder.
    pub(super) fn remove_folder(&self, path: &Path) -> io::Result<()> {
        (self.ask)(DiskStep::RemoveFolder, path)?;
        fs::remove_dir(path)
    }

    /// Waits until no other program holds a lock on this file, then locks it until it is closed.
    pub(super) fn lock(&self, file: &File, path: &Path) -> io::Result<()> {
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => {
                (self.ask)(DiskStep::Wait, path)?;
                file.lock()
            }
            Err(fs::TryLockError::Error(error)) => Err(error),
            Ok(()) => Ok(()),
        }
    }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
