//! Asks git which lines of a folder have changed since a revision, and what it or a file contained
//! then. An old folder is checked out to a temporary folder, which is removed on drop.
//! Neither the repository's index nor its working tree is touched.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::{join_below, reason};

/// The ranges of new or changed lines of each file, counted from 1. The key is the name under
/// which the file is reported.
pub type Changed = BTreeMap<String, Vec<Range<usize>>>;

/// Returns the changes below a folder since a revision.
///
/// # Errors
///
/// The reason why they cannot be found.
pub fn changed_since(revision: &str, folder: &Path) -> Result<Changed, String> {
    check_revision(revision, folder)?;
    let options = [
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
        "--relative",
        "--unified=0",
        "--dst-prefix=b/",
    ];
    let arguments = [
        &["-c", "core.quotePath=off", "diff"],
        &options[..],
        &[revision, "--", "."],
    ]
    .concat();
    let output = git(folder, &arguments)?;
    if !output.status.success() {
        let why = text(&output.stderr);
        return Err(format!(
            "git cannot say what has changed since `{revision}`: {}",
            why.trim()
        ));
    }
    Ok(parse_diff(&text(&output.stdout), folder))
}

/// Checks that git knows a revision in a folder.
///
/// # Errors
///
/// What git says, or the reason why it cannot be run.
fn check_revision(revision: &str, folder: &Path) -> Result<(), String> {
    let known = git(
        folder,
        &[
            "rev-parse",
            "--verify",
            "--quiet",
            &format!("{revision}^{{commit}}"),
        ],
    )?;
    if revision.starts_with('-') || !known.status.success() {
        let message = text(&known.stderr);
        let why = message
            .lines()
            .next()
            .filter(|line| !line.is_empty())
            .map(|line| format!(": {line}"));
        let why = why.unwrap_or_default();
        return Err(format!(
            "git knows no revision `{revision}` in `{}`{why}",
            folder.display()
        ));
    }
    Ok(())
}

/// Returns what a file of a folder contained in the last states that git knows, at most `most`, the
/// newest first; none without git.
pub fn earlier_states(folder: &Path, file: &str, most: usize) -> impl Iterator<Item = String> {
    let limit = format!("--max-count={most}");
    let log = git(folder, &["log", &limit, "--format=%H", "--", file]);
    let revisions = log.map_or_else(|_| String::new(), |output| text(&output.stdout));
    let revisions: Vec<String> = revisions.lines().map(str::to_string).collect();
    revisions.into_iter().filter_map(move |revision| {
        let shown = git(folder, &["show", &format!("{revision}:./{file}")]).ok()?;
        shown.status.success().then(|| text(&shown.stdout))
    })
}

/// Runs git in a folder.
///
/// # Errors
///
/// The reason why it cannot be run.
fn git(folder: &Path, arguments: &[&str]) -> Result<Output, String> {
    let output = command(folder, arguments).output();
    output.map_err(|error| format!("git, which is needed for this, cannot be run: {error}"))
}

/// Returns a git command that runs none of the programs named in the repository's configuration:
/// no hook, no watcher, no filter.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut list = bare_command(
        folder,
        &[
            "config",
            "--null",
            "--name-only",
            "--get-regexp",
            r"^filter\..*\.",
        ],
    );
    let named = list
        .output()
        .map(|output| text(&output.stdout))
        .unwrap_or_default();
    let filters = named
        .split('\0')
        .filter_map(|key| Some((key.to_string(), off_value(key.rsplit_once('.')?.1)?)));
    let fixed = [("core.hooksPath", "/dev/null"), ("core.fsmonitor", "false")];
    let fixed = fixed.map(|(key, value)| (key.to_string(), value));
    let mut command = bare_command(folder, arguments);
    let mut count = 0;
    for (key, value) in fixed.into_iter().chain(filters) {
        command
            .env(format!("GIT_CONFIG_KEY_{count}"), key)
            .env(format!("GIT_CONFIG_VALUE_{count}"), value);
        count += 1;
    }
    command
        .env("GIT_CONFIG_COUNT", count.to_string())
        .env("GIT_NO_LAZY_FETCH", "1");
    command
}

/// Returns the value that disables a configuration key of a filter.
fn off_value(key: &str) -> Option<&'static str> {
    match key.to_ascii_lowercase().as_str() {
        "clean" | "smudge" | "process" => Some(""),
        "required" => Some("false"),
        _ => None,
    }
}

fn bare_command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Parses the output of `git diff --unified=0`.
fn parse_diff(diff: &str, folder: &Path) -> Changed {
    let mut changed = Changed::new();
    let mut lines: Option<&mut Vec<Range<usize>>> = None;
    for line in diff.lines() {
        if let Some(file) = line.strip_prefix("+++ ") {
            let path = file
                .trim_end()
                .strip_prefix("b/")
                .map(|path| folder.join(path));
            let name = path.map(|path| path.to_string_lossy().replace('\\', "/"));
            lines = name.map(|name| changed.entry(name).or_default());
        } else if let (Some(hunk), Some(lines)) = (line.strip_prefix("@@ "), lines.as_mut()) {
            // A hunk has the form `-12,0 +13,2`; a count of 1 is left out.
            let new = hunk
                .split(' ')
                .find_map(|word| word.strip_prefix('+'))
                .unwrap_or_default();
            let (first, count) = new.split_once(',').unwrap_or((new, "1"));
            if let (Ok(first), Ok(count)) = (first.parse::<usize>(), count.parse::<usize>()) {
                lines.push(first..first + count);
            }
        }
    }
    changed
}

/// The maximum number of names that are tried for a temporary folder.
const MAX_NAMES: usize = 100;

/// A folder as it was at a revision.
#[derive(Debug)]
pub struct Checkout {
    top: PathBuf,
    /// The folder that contains its files.
    pub folder: PathBuf,
}

impl Drop for Checkout {
    fn drop(&mut self) {
        // If this fails, the folder is left for the system to clean up.
        let _ = fs::remove_dir_all(&self.top);
    }
}

/// Checks out a folder of a repository as it was at a revision, below a folder for temporary
/// files. The folder need not exist any more.
///
/// # Errors
///
/// The reason why it fails: no git, no repository, no such revision, or no such folder in it.
pub fn checkout(revision: &str, folder: &Path, temporary: &Path) -> Result<Checkout, String> {
    let current = Path::new(".");
    let existing = folder
        .ancestors()
        .find(|path| path.is_dir())
        .unwrap_or(current);
    let rest = folder.strip_prefix(existing).unwrap_or(folder);
    let existing = if existing.as_os_str().is_empty() {
        current
    } else {
        existing
    };
    check_revision(revision, existing)?;
    let answer = text(&git(existing, &["rev-parse", "--show-toplevel", "--show-prefix"])?.stdout);
    let mut lines = answer.lines();
    let (Some(repository), prefix) = (lines.next(), lines.next().unwrap_or_default()) else {
        return Err(format!(
            "`{}` is not in a git repository",
            existing.display()
        ));
    };
    let repository = Path::new(repository);
    let path = format!("{prefix}{}", rest.to_string_lossy().replace('\\', "/"));
    let path = path.trim_end_matches('/');
    let tree = if path.is_empty() {
        format!("{revision}^{{tree}}")
    } else {
        format!("{revision}:{path}")
    };
    if text(&git(repository, &["cat-file", "-t", &tree])?.stdout).trim() != "tree" {
        return Err(format!("the revision `{revision}` has no folder `{path}`"));
    }
    let top = make_fresh_folder(temporary).map_err(|error| {
        format!(
            "no folder can be made in `{}`: {}",
            temporary.display(),
            reason(&error)
        )
    })?;
    let name = path
        .rsplit('/')
        .next()
        .filter(|name| !name.is_empty())
        .unwrap_or("content");
    let checkout = Checkout {
        folder: join_below(&top, &format!("tree/{name}")),
        top,
    };
    let failed = |error: String| format!("git cannot check out `{tree}`: {}", error.trim());
    fs::create_dir_all(&checkout.folder).map_err(|error| failed(reason(&error)))?;
    let index = checkout.top.join("index");
    // A separate index leaves that of the repository alone.
    let run = |arguments: &[&str]| {
        let output = command(repository, arguments)
            .env("GIT_INDEX_FILE", &index)
            .output();
        let output = output.map_err(|error| failed(error.to_string()))?;
        if output.status.success() {
            Ok(())
        } else {
            Err(failed(text(&output.stderr)))
        }
    };
    run(&["read-tree", &tree])?;
    run(&[
        "checkout-index",
        "--all",
        &format!("--prefix={}/", checkout.folder.display()),
    ])?;
    Ok(checkout)
}

/// Makes a new folder for this run alone.
fn make_fresh_folder(temporary: &Path) -> io::Result<PathBuf> {
    let temporary = temporary.canonicalize()?;
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    for number in 0..MAX_NAMES {
        let path = temporary.join(format!("padma-{}-{number}", std::process::id()));
        match builder.create(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|()| path),
        }
    }
    Err(io::Error::other("all names are taken"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_say_which_lines_are_new() {
        let diff = "diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -3 +3,2 @@ Title\n-x\n+y\n+z\n@@ -9,2 +10,0 @@\n\
                    diff --git a/b.md b/b.md\n--- a/b.md\n+++ /dev/null\n@@ -1,4 +0,0 @@\n-x\n";
        let changed = parse_diff(diff, Path::new("content/book"));
        let expected = Changed::from([("content/book/a.md".to_string(), vec![3..5, 10..10])]);
        assert_eq!(changed, expected);
    }
}
