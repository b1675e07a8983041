//! A folder as it was at a revision that git knows: its files are laid into a temporary folder, which is gone when dropped.
//!
//! Neither the repository's index nor its working tree is touched.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::changed::{git, known};
use super::{below, reason};

/// So many names are tried for a temporary folder.
const MOST_NAMES: usize = 100;

/// A folder as it was.
#[derive(Debug)]
pub(crate) struct Checkout {
    top: PathBuf,
    /// Where its files lie.
    pub folder: PathBuf,
}

impl Drop for Checkout {
    fn drop(&mut self) {
        // What cannot be removed is left to the cleaning of temporary folders.
        let _ = fs::remove_dir_all(&self.top);
    }
}

/// Lays out a folder of a repository as it was at a revision, below a folder for temporary files. The folder itself need not
/// be there any more.
///
/// # Errors
///
/// Why that cannot be done: no git, no repository, no such revision, or no such folder in it.
pub(crate) fn checkout(revision: &str, folder: &Path, temporary: &Path) -> Result<Checkout, String> {
    let here = Path::new(".");
    let standing = folder.ancestors().find(|path| path.is_dir()).unwrap_or(here);
    let rest = folder.strip_prefix(standing).unwrap_or(folder);
    let standing = if standing.as_os_str().is_empty() { here } else { standing };
    known(revision, standing)?;
    let said = git(standing, &["rev-parse", "--show-toplevel", "--show-prefix"])?;
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let mut lines = said.lines();
    let (Some(repository), prefix) = (lines.next(), lines.next().unwrap_or_default()) else {
        return Err(format!("`{}` lies in no folder that git keeps", standing.display()));
    };
    let repository = Path::new(repository);
    let path = format!("{prefix}{}", rest.to_string_lossy().replace('\\', "/"));
    let path = path.trim_end_matches('/');
    let tree = if path.is_empty() { format!("{revision}^{{tree}}") } else { format!("{revision}:{path}") };
    let kind = git(repository, &["cat-file", "-t", &tree])?;
    if String::from_utf8_lossy(&kind.stdout).trim() != "tree" {
        return Err(format!("the revision `{revision}` has no folder `{path}`"));
    }
    let made = fresh(temporary);
    let top =
        made.map_err(|error| format!("`{}` takes no folder: {}", temporary.display(), reason(&error)))?;
    let name = path.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("content");
    let checkout = Checkout { folder: below(&top, &format!("tree/{name}")), top };
    let failed = |error: String| format!("git cannot lay out `{tree}`: {}", error.trim());
    fs::create_dir_all(&checkout.folder).map_err(|error| failed(reason(&error)))?;
    let index = checkout.top.join("index");
    // The files' index is our own, and nothing that hooks on changes of one is run.
    let run = |words: &[&str]| {
        let mut command = Command::new("git");
        command.arg("-C").arg(repository).args(["-c", "core.hooksPath=/dev/null"]).args(words);
        let output =
            command.env("GIT_INDEX_FILE", &index).output().map_err(|error| failed(error.to_string()))?;
        let is_done = output.status.success();
        if is_done { Ok(()) } else { Err(failed(String::from_utf8_lossy(&output.stderr).into_owned())) }
    };
    run(&["read-tree", &tree])?;
    run(&["checkout-index", "--all", &format!("--prefix={}/", checkout.folder.display())])?;
    Ok(checkout)
}

/// A new folder for this run alone.
fn fresh(temporary: &Path) -> io::Result<PathBuf> {
    let temporary = temporary.canonicalize()?;
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    for number in 0..MOST_NAMES {
        let path = temporary.join(format!("padma-{}-{number}", std::process::id()));
        match builder.create(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| path),
        }
    }
    Err(io::Error::other("all names are taken"))
}
