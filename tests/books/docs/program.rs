//! The program itself: its commands, what a run of it prints, and small books to run it on.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::docs::blocks::blocks;
use crate::docs::files::scratch_folder;
use kit::folder::{program, root};

/// What a run of the program printed.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

pub fn padma(arguments: &[&str], folder: &Path) -> Run {
    let output = program()
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
    Run {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The status of a run, and what a terminal shows of it: stdout and stderr as they come.
pub fn on_a_terminal(arguments: &[&str], folder: &Path) -> (i32, String) {
    let run = || -> io::Result<(i32, String)> {
        let (mut reader, writer) = io::pipe()?;
        let mut command = program();
        command
            .args(arguments)
            .current_dir(folder)
            .env("NO_COLOR", "1");
        let mut child = command.stdout(writer.try_clone()?).stderr(writer).spawn()?;
        // The command holds the pipe's other end, and the reader would wait for it to let go.
        drop(command);
        let mut shown = String::new();
        reader.read_to_string(&mut shown)?;
        Ok((child.wait()?.code().unwrap_or(-1), shown))
    };
    run().unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

/// The names of the program's commands.
pub fn commands() -> Vec<String> {
    let all = padma::cli::command();
    all.get_subcommands()
        .map(|command| command.get_name().to_string())
        .collect()
}

/// The `source.toml` that docs/write/book.md shows.
fn outline() -> String {
    let mut found = blocks(&root().join("docs/write/book.md"))
        .into_iter()
        .filter(|block| block.info == "toml source");
    found.next().map(|block| block.text).unwrap_or_default()
}

/// A book of one page in a folder of its own.
pub struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    pub fn new(place: &str) -> Scratch {
        let scratch = Scratch {
            folder: scratch_folder(place),
        };
        let source = outline().into_bytes();
        scratch
            .declare("lotus-39")
            .page("# Page\n")
            .file("source.toml", source)
    }

    pub fn declare(self, variant: &str) -> Scratch {
        let text = format!(
            "title = \"Scratch\"\nvariant = \"{variant}\"\n[[chapter]]\npages = [\"index.md\"]\n"
        );
        self.file("book.toml", text.into_bytes())
    }

    pub fn page(self, text: &str) -> Scratch {
        self.file("index.md", text.as_bytes().to_vec())
    }

    pub fn variant(self, text: &str) -> Scratch {
        self.declare("scratch")
            .file("scratch.toml", text.as_bytes().to_vec())
    }

    pub fn file(self, path: &str, bytes: Vec<u8>) -> Scratch {
        let path = self.folder.join(path);
        let made = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&path, bytes));
        made.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self
    }

    pub fn check(self) -> Run {
        padma(&["check", &self.folder.to_string_lossy()], root())
    }

    /// The machine's report on it.
    pub fn reported(self) -> String {
        padma(
            &["check", "--format", "json", &self.folder.to_string_lossy()],
            root(),
        )
        .stdout
    }

    pub fn denying(self, what: &str) -> Run {
        padma(
            &["check", "--deny", what, &self.folder.to_string_lossy()],
            root(),
        )
    }

    /// A check for uncovered facts, which are reported on stdout.
    pub fn coverage(self) -> Run {
        self.noting("--coverage")
    }

    /// What is noted of its claims' strength.
    pub fn strength(self) -> Run {
        self.noting("--strength")
    }

    fn noting(self, flag: &str) -> Run {
        let run = padma(&["check", flag, &self.folder.to_string_lossy()], root());
        Run {
            stderr: run.stdout + &run.stderr,
            stdout: String::new(),
            ..run
        }
    }

    /// The file `game.txt`, played over.
    pub fn replay(self, variant: &str) -> Run {
        padma(
            &[
                "replay",
                variant,
                &self.folder.join("game.txt").to_string_lossy(),
            ],
            root(),
        )
    }

    /// A text that is imported.
    pub fn import(self, text: &str) -> Run {
        let scratch = self.file("variants.ini", text.as_bytes().to_vec());
        padma(
            &[
                "import",
                &scratch.folder.join("variants.ini").to_string_lossy(),
            ],
            root(),
        )
    }

    /// A variant that is exported.
    pub fn export(self, text: &str) -> Run {
        let book = "title = \"Small\"\nvariant = \"small\"\n";
        let scratch = self
            .file("content/small/book.toml", book.as_bytes().to_vec())
            .file("content/small/small.toml", text.as_bytes().to_vec());
        let content = scratch.folder.join("content");
        padma(
            &["export", "small", "--content", &content.to_string_lossy()],
            root(),
        )
    }

    pub fn build(self) -> Run {
        let out = self.folder.join("output");
        padma(
            &[
                "build",
                "--no-png",
                "--out",
                &out.to_string_lossy(),
                &self.folder.to_string_lossy(),
            ],
            root(),
        )
    }
}
