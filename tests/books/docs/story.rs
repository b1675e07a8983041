//! Pages that are followed step by step: their blocks are done one after another in a folder of the
//! page's own, as a reader would do them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::docs::blocks::Block;
use crate::docs::console::{Runs, console};
use crate::docs::files::{load, scratch_folder};

/// How far the page has come.
pub struct Story {
    folder: PathBuf,
}

impl Story {
    pub fn new(page: &Path) -> Story {
        Story {
            folder: scratch_folder(&format!("story {}", page.display())),
        }
    }

    /// Commands, all of which run.
    pub fn console(&self, block: &Block) -> Result<(), String> {
        console(block, &self.folder, Runs::Everything)
    }

    /// A file as a whole.
    pub fn file(&self, path: &str, text: &str) -> Result<(), String> {
        self.write(path, text)
    }

    /// Lines behind those of a file that is there.
    pub fn append(&self, path: &str, text: &str) -> Result<(), String> {
        self.write(path, &(load(&self.folder.join(path)) + text))
    }

    /// Lines of a file, which stand there once, and what comes in their place.
    pub fn diff(&self, path: &str, changes: &str) -> Result<(), String> {
        let side = |but: char| -> String {
            let lines = changes.lines().filter(|line| !line.starts_with(but));
            lines
                .filter_map(|line| line.get(1..))
                .flat_map(|line| [line, "\n"])
                .collect()
        };
        let (old, new) = (side('+'), side('-'));
        let text = load(&self.folder.join(path));
        match text.matches(&old).count() {
            1 => self.write(path, &text.replace(&old, &new)),
            count => Err(format!("these lines stand {count} times in {path}:\n{old}")),
        }
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        let path = self.folder.join(path);
        let made = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&path, text));
        made.map_err(|error| format!("{}: {error}", path.display()))
    }
}
