//! The project's own files, folders for one test each, and the program run in them.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The project's top folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(3)
        .expect("the kit lies three folders below it")
}

/// The folder of the rulebooks.
pub fn content() -> PathBuf {
    root().join("content")
}

/// Returns the number of rulebooks.
pub fn book_count() -> usize {
    std::fs::read_dir(content())
        .expect("the content folder")
        .count()
}

/// The program that was built with the tests.
pub fn program() -> Command {
    let tests = std::env::current_exe().expect("a test program knows where it is");
    let built = tests
        .ancestors()
        .nth(2)
        .expect("it lies in a folder beside the program");
    Command::new(built.join(format!("padma{}", std::env::consts::EXE_SUFFIX)))
}

/// The program, run in the project's top folder.
pub fn padma(words: &[&str]) -> Output {
    program().current_dir(root()).args(words).output().unwrap()
}

/// Runs a command with a text on its standard input.
pub fn fed(command: &mut Command, input: &str) -> Output {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// All files below a folder, by path.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path
                    .strip_prefix(folder)
                    .unwrap()
                    .to_string_lossy()
                    .replace('\\', "/");
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Those of them that are texts.
pub fn texts(folder: &Path) -> BTreeMap<String, String> {
    let text = |(path, bytes)| Some((path, String::from_utf8(bytes).ok()?));
    files(folder).into_iter().filter_map(text).collect()
}

/// An empty folder for one test to work in; gone when dropped.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("padma-{}-{number}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The folder itself.
    pub fn top(&self) -> &Path {
        &self.0
    }

    pub fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.0.join(path)
    }

    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        let path = self.path(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// The files of another folder, laid under a path of this one.
    pub fn copy(&self, from: &Path, to: &str) {
        for (path, bytes) in files(from) {
            self.write(&format!("{to}/{path}"), bytes);
        }
    }

    /// The program with these words, to be run here.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = program();
        command.current_dir(&self.0).args(words);
        command
    }

    pub fn padma(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    /// What a command prints that ends well, without a complaint.
    pub fn ask(&self, words: &[&str]) -> String {
        let output = self.padma(words);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*stderr), (Some(0), ""), "{words:?}");
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
