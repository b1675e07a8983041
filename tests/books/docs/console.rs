//! Blocks that show a terminal: commands, and what they print.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::docs::blocks::Block;
use crate::docs::files::{load, scratch_folder};
use crate::docs::kinds::equal;
use crate::docs::program::{commands, on_a_terminal, padma};
use kit::folder::{program, root};
use kit::server::Server;

/// Which commands of a block are run.
#[derive(Clone, Copy, PartialEq)]
pub enum Runs {
    Everything,
    WhatWritesNothing,
}

/// With `PADMA_BLESS=1` the file gets what the commands print now.
pub fn console(block: &Block, folder: &Path, runs: Runs) -> Result<(), String> {
    let blesses = std::env::var_os("PADMA_BLESS").is_some();
    let mut shown = String::new();
    let mut lines = block.text.lines().peekable();
    let mut status = 0;
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ ") else {
            return Err(format!("`{line}` belongs to no command"));
        };
        let mut printed = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            printed += &format!("{}\n", line.trim_end());
        }
        let words = shell_words(command);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        shown += &format!("$ {command}\n");
        match words[..] {
            ["echo", "$?"] if blesses => shown += &format!("{status}\n"),
            ["echo", "$?"] => equal(command, &status.to_string(), printed.trim_end())?,
            ["cargo", ..] => {}
            ["padma", "build", ..] if runs == Runs::WhatWritesNothing => {}
            ["padma", ..] if runs == Runs::WhatWritesNothing && words.contains(&"-o") => {}
            ["padma", ref rest @ ..] => {
                let (ended, all) = on_a_terminal(rest, folder);
                status = ended;
                if printed.is_empty() {
                    equal(&format!("status of `{command}`"), &status.to_string(), "0")?;
                } else {
                    let all: Vec<&str> = all.lines().map(str::trim_end).collect();
                    if blesses {
                        shown += &format!("{}\n", all.join("\n").trim_end());
                        continue;
                    }
                    equal(command, all.join("\n").trim_end(), printed.trim_end())?;
                }
            }
            _ => return Err(format!("`{command}` is no command of this program")),
        }
        if blesses && words[0] != "echo" {
            shown += &printed;
        }
    }
    if blesses && shown != block.text {
        let path = root().join(block.place.rsplit_once(':').map_or("", |(path, _)| path));
        let text = load(&path).replacen(&block.text, &shown, 1);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// The words of a command, as a shell splits them: quotes of either kind keep spaces together.
pub fn shell_words(command: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quote): (Option<String>, Option<char>) = (None, None);
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Makes of a folder a repository with a branch `main`, on which there is a small book.
fn repository(folder: &Path) {
    let made = padma(&["new", "--like", "lotus", "content/pond"], folder);
    assert_eq!(made.status, 0);
    for words in [
        &["init", "-q"][..],
        &["checkout", "-qb", "main"],
        &["add", "."],
        &["commit", "-qm", "a book"],
    ] {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=A", "-c", "user.email=a@b.c"])
            .args(words)
            .current_dir(folder);
        assert!(git.status().unwrap().success(), "{words:?}");
    }
}

#[test]
fn the_examples_of_the_help_run() {
    let folder = scratch_folder("help");
    let content = root().join("content");
    let mut examples = 0;
    fs::write(folder.join("variants.ini"), "[my-game:chess]\n").unwrap();
    fs::write(folder.join("game.pgn"), "1. e4 e5 2. Nf3 *\n").unwrap();
    for command in commands() {
        let help = padma(&[&command, "--help"], root()).stdout;
        for line in help
            .lines()
            .filter_map(|line| line.strip_prefix("Example: padma "))
        {
            let mut words = shell_words(line);
            words.extend([
                "--content".to_string(),
                content.to_string_lossy().into_owned(),
            ]);
            examples += 1;
            if line.starts_with("serve") {
                // It runs until it is ended.
                let mut serve = program();
                serve.args(&words);
                assert_eq!(Server::start(serve).get("/lotus-39/index.html").status, 200);
                continue;
            }
            if line.starts_with("diff") {
                words.truncate(words.len() - 2);
                repository(&folder);
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let run = padma(&words, &folder);
            // A book may have a word of a rule on which none of its statements turns.
            let most = i32::from(line.starts_with("mutate"));
            assert!((0..=most).contains(&run.status), "{line}\n{}", run.stderr);
        }
    }
    assert!(examples > 0);
}
