//! Changes of the disk, one at a time. Every one of them can fail, or be the last before the program is
//! killed, and a test can try each.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::Path;

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskStep {
    /// None yet: another build is at work in the folder, and this one waits for its end.
    Wait,
    /// A folder that is not there yet.
    MakeFolder,
    /// A file that is not there yet, still empty.
    MakeFile,
    /// A file gets its bytes.
    Fill,
    /// A file gets the permissions it is to have.
    Permit,
    /// A file or folder gets another name.
    Rename,
    /// Two change names, in one instant.
    Exchange,
    /// A file goes.
    RemoveFile,
    /// An empty folder goes.
    RemoveFolder,
}

/// The disk, and what is asked before each change; what that one answers with an error is not done.
#[derive(Clone, Copy)]
pub struct Disk<'a> {
    ask: &'a dyn Fn(DiskStep, &Path) -> io::Result<()>,
}

impl<'a> Disk<'a> {
    /// Nothing is asked.
    pub const PLAIN: Disk<'static> = Disk {
        ask: &|_, _| Ok(()),
    };

    /// Each change is asked for first.
    pub fn asking(ask: &'a dyn Fn(DiskStep, &Path) -> io::Result<()>) -> Disk<'a> {
        Disk { ask }
    }

    /// Makes a folder and those it lies in, where they are not there.
    pub(super) fn make_folder(&self, path: &Path) -> io::Result<()> {
        if path.is_dir() {
            return Ok(());
        }
        (self.ask)(DiskStep::MakeFolder, path)?;
        fs::create_dir_all(path)
    }

    /// Makes a file that is not there yet.
    pub(super) fn make_file(&self, path: &Path) -> io::Result<File> {
        (self.ask)(DiskStep::MakeFile, path)?;
        File::create_new(path)
    }

    /// Puts all that a file shall hold into it, which was made at `path`.
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

    /// Lets two files or folders change names, so that at no instant one of the names is free.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::Unsupported`], or what else the system says, where it cannot.
    pub(super) fn exchange(&self, one: &Path, other: &Path) -> io::Result<()> {
        (self.ask)(DiskStep::Exchange, other)?;
        exchange(one, other)
    }

    pub(super) fn remove_file(&self, path: &Path) -> io::Result<()> {
        (self.ask)(DiskStep::RemoveFile, path)?;
        fs::remove_file(path)
    }

    /// Removes a folder with nothing in it.
    pub(super) fn remove_folder(&self, path: &Path) -> io::Result<()> {
        (self.ask)(DiskStep::RemoveFolder, path)?;
        fs::remove_dir(path)
    }

    /// Waits until no other program holds this file, and holds it until it is closed.
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
