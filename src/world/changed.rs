//! Which lines have changed since a revision, as `git diff` says it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Output};

/// Files by the names they are reported under, each with its lines that are new or other than they were, from 1.
pub(crate) type Changed = BTreeMap<String, Vec<Range<usize>>>;

/// What has changed below a folder since a revision.
///
/// # Errors
///
/// Why that cannot be said.
pub(crate) fn changed_since(revision: &str, folder: &Path) -> Result<Changed, String> {
    known(revision, folder)?;
    let options = ["--no-color", "--no-ext-diff", "--relative", "--unified=0", "--dst-prefix=b/"];
    let words = [&["-c", "core.quotePath=off", "diff"], &options[..], &[revision, "--", "."]].concat();
    let found = git(folder, &words)?;
    if !found.status.success() {
        let said = String::from_utf8_lossy(&found.stderr);
        return Err(format!("git cannot say what has changed since `{revision}`: {}", said.trim()));
    }
    Ok(read(&String::from_utf8_lossy(&found.stdout), folder))
}

/// Makes sure that git knows a revision in a folder.
///
/// # Errors
///
/// What git says, or why it cannot be run.
pub(super) fn known(revision: &str, folder: &Path) -> Result<(), String> {
    let known = git(folder, &["rev-parse", "--verify", "--quiet", &format!("{revision}^{{commit}}")])?;
    if revision.starts_with('-') || !known.status.success() {
        let said = String::from_utf8_lossy(&known.stderr).lines().next().unwrap_or_default().to_string();
        let why = if said.is_empty() { String::new() } else { format!(": {said}") };
        return Err(format!("git knows no revision `{revision}` in `{}`{why}", folder.display()));
    }
    Ok(())
}

/// What git answers in a folder.
///
/// # Errors
///
/// Why it cannot be run.
pub(super) fn git(folder: &Path, words: &[&str]) -> Result<Output, String> {
    let run = Command::new("git").arg("-C").arg(folder).args(words).output();
    run.map_err(|error| format!("git, which says what has changed, cannot be run: {error}"))
}

/// Reads what `git diff --unified=0` prints.
fn read(diff: &str, folder: &Path) -> Changed {
    let mut changed = Changed::new();
    let mut lines: Option<&mut Vec<Range<usize>>> = None;
    for line in diff.lines() {
        if let Some(file) = line.strip_prefix("+++ ") {
            let path = file.trim_end().strip_prefix("b/").map(|path| folder.join(path));
            let name = path.map(|path| path.to_string_lossy().replace('\\', "/"));
            lines = name.map(|name| changed.entry(name).or_default());
        } else if let (Some(hunk), Some(lines)) = (line.strip_prefix("@@ "), lines.as_mut()) {
            // `-12,0 +13,2`, where a number of lines that is 1 is left out.
            let new = hunk.split(' ').find_map(|word| word.strip_prefix('+')).unwrap_or_default();
            let (first, count) = new.split_once(',').unwrap_or((new, "1"));
            if let (Ok(first), Ok(count)) = (first.parse::<usize>(), count.parse::<usize>()) {
                lines.push(first..first + count);
            }
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_say_which_lines_are_new() {
        let diff = "diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -3 +3,2 @@ Title\n-x\n+y\n+z\n@@ -9,2 +10,0 @@\n\
                    diff --git a/b.md b/b.md\n--- a/b.md\n+++ /dev/null\n@@ -1,4 +0,0 @@\n-x\n";
        let changed = read(diff, Path::new("content/book"));
        let expected = Changed::from([("content/book/a.md".to_string(), vec![3..5, 10..10])]);
        assert_eq!(changed, expected);
    }
}
