//! A dialogue at a terminal: single keys, lines, and the user's editor.

use std::io::{self, BufRead, IsTerminal, StdinLock, StdoutLock, Write};
use std::path::Path;
use std::process::Command;

use super::common::Common;
use super::keys::SingleKeys;
use padma_book::load::display_path;

pub(super) use super::keys::INTERRUPT;

/// Where answers come from, and where questions go.
pub(super) struct Dialogue<R, W> {
    pub input: R,
    pub output: W,
    /// Whether the input gives each key at once.
    pub has_keys: bool,
    pub colours: bool,
}

impl Dialogue<StdinLock<'static>, StdoutLock<'static>> {
    /// Returns the terminal that the program runs in.
    pub(super) fn standard(common: &Common) -> Self {
        Dialogue {
            input: io::stdin().lock(),
            output: io::stdout().lock(),
            has_keys: cfg!(unix) && io::stdin().is_terminal(),
            colours: common.colours(io::stdout().is_terminal()),
        }
    }
}

impl<R: BufRead, W: Write> Dialogue<R, W> {
    /// Reads one key, or the first letter of a line where keys do not come singly; `None` at the end of
    /// the input.
    pub(super) fn key(&mut self) -> io::Result<Option<char>> {
        self.output.flush()?;
        if !self.has_keys {
            return Ok(self.line()?.map(|line| line.chars().next().unwrap_or('\n')));
        }
        let _keys = SingleKeys::begin();
        let mut key = [0];
        let count = self.input.read(&mut key)?;
        writeln!(self.output)?;
        Ok((count > 0).then_some(char::from(key[0])))
    }

    /// Reads a line; `None` at the end of the input.
    pub(super) fn line(&mut self) -> io::Result<Option<String>> {
        self.output.flush()?;
        let mut line = String::new();
        let count = self.input.read_line(&mut line)?;
        Ok((count > 0).then(|| line.trim().to_string()))
    }
}

/// Opens a file in the user's editor at a line, and waits until the editor ends.
pub(super) fn edit(path: &Path, line: usize) -> Result<(), String> {
    let editor = ["VISUAL", "EDITOR"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.trim().is_empty());
    let Some(editor) = editor else {
        return Err("no editor is known: set the variable EDITOR".to_string());
    };
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or_default();
    let ended = Command::new(program)
        .args(words)
        .arg(format!("+{line}"))
        .arg(path)
        .status();
    match ended {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("the editor did not open `{}`", display_path(path))),
        Err(error) => Err(format!("`{program}` cannot be started: {error}")),
    }
}
