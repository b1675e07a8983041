//! The built site of all rulebooks, and Node scripts that look at it.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use crate::folder::{Folder, content, program, root};
use serde_json::Value;

/// Runs a script that drives the browser, and reads the lines it prints.
pub fn drive(script: &str, path: &Path, words: &[&str]) -> Vec<Value> {
    let folder = root().join("tests/browser");
    assert!(
        installed(&folder),
        "the packages that drive the browser are not installed: run .ci/browser"
    );
    let run = Command::new("node")
        .current_dir(&folder)
        .arg(script)
        .arg(path)
        .args(words)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("node cannot be started ({error}): run .ci/browser"));
    let complaint = String::from_utf8_lossy(&run.stderr);
    assert!(
        run.status.success(),
        "{script} failed; .ci/browser installs what it needs\n{complaint}"
    );
    let line = |line| serde_json::from_str(line).unwrap();
    String::from_utf8_lossy(&run.stdout)
        .lines()
        .map(line)
        .collect()
}

/// Whether the packages are there that must be, and are those of the lock file.
pub fn installed(folder: &Path) -> bool {
    let packages = |path: &str| {
        let text = fs::read_to_string(folder.join(path)).unwrap_or_default();
        serde_json::from_str(&text).map_or(Value::Null, |mut list: Value| list["packages"].take())
    };
    let (locked, there) = (
        packages("package-lock.json"),
        packages("node_modules/.package-lock.json"),
    );
    let is_there = |(name, package): (&String, &Value)| {
        package["optional"] == true || there[name]["integrity"] == package["integrity"]
    };
    // The first is the folder's own.
    locked.as_object().is_some_and(|locked| {
        locked
            .iter()
            .filter(|(name, _)| !name.is_empty())
            .all(is_there)
    })
}

/// The books of the gallery that no browser opens: their boards, hands and pages are of the kinds that the others have.
const UNOPENED: [&str; 8] = [
    "alice",
    "atomic-chess",
    "crazyhouse",
    "duck",
    "orthodox-chess",
    "pond",
    "seirawan",
    "xiangqi",
];

/// A content folder with the rulebooks and, of the gallery, a book for each kind of page.
pub fn opened() -> &'static Path {
    static BOOKS: LazyLock<Folder> = LazyLock::new(|| {
        let folder = Folder::new("opened");
        for book in fs::read_dir(content())
            .expect("the content folder")
            .flatten()
        {
            let name = book.file_name().to_string_lossy().into_owned();
            if !UNOPENED.contains(&&*name) {
                folder.copy(&book.path(), &name);
            }
        }
        folder
    });
    BOOKS.top()
}

/// Returns the number of its books.
pub fn opened_count() -> usize {
    fs::read_dir(opened()).expect("a content folder").count()
}

/// The opened books, built once for all tests.
pub fn site() -> &'static Path {
    static SITE: LazyLock<Site> = LazyLock::new(|| Site::of(opened(), "site"));
    SITE.folder()
}

/// Rulebooks, built; gone when dropped.
pub struct Site(Folder);

impl Site {
    pub fn folder(&self) -> &Path {
        self.0.top()
    }

    /// The books of a content folder.
    pub fn of(content: &Path, name: &str) -> Site {
        let folder = Folder::new(name);
        let built = program()
            .current_dir(root())
            .args(["build", "--no-png", "--out"])
            .arg(folder.top())
            .arg("--content")
            .arg(content)
            .output()
            .unwrap();
        assert!(
            built.status.success(),
            "{}",
            String::from_utf8_lossy(&built.stderr)
        );
        Site(folder)
    }
}
