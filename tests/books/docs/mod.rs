//! Runs the examples of README.md, of `docs/` and of the explanations of diagnostic codes, and holds
//! those texts against the words the program knows.
//!
//! The info words of a fenced block say how it is checked:
//!
//! ```text
//! sentence         one movement sentence a line: it parses, prints back, and its names are known.
//!                  `=> TEXT` below it is what it says in English; `@ CELL => CELLS` is what a piece
//!                  so written reaches, alone or among pieces: `@ e3 own c3 enemy d5 => …`. Before the
//!                  cell `black` and `unmoved` may stand
//! betza            one string of Betza's notation a line, with the same lines below it, for a board of
//!                  nine files and nine ranks; the cells are reached by an unmoved piece. `== STRING` says
//!                  the same. `betza fsf` is in that dialect; in `betza wrong` each string is refused, and
//!                  `!> TEXT` is the message
//! expression       `EXPRESSION => VALUE` a line, on lotus-39
//! console          `$ padma …` and below it what a terminal then shows, complaints first. With nothing
//!                  below it, it must end with status 0. `$ echo $?` shows the status of the command
//!                  before it. What builds or writes a file is not run
//! console story    the same in a folder of the page's own, block after block, and everything runs; so
//!                  the next three can prepare for it
//! … file PATH      a file of the story, as a whole; the first word is its language
//! … append PATH    lines behind those of a file of the story
//! diff PATH        lines of a file of the story, and with `+` what comes in the place of those with `-`
//! page             a page of a book on lotus-39, which passes; `page 1` and `page 2` end with that
//!                  status; `page chess` is one of a book on chess, `page turtle` one on Turtle
//! toml variant     a complete variant file, which can be resolved
//! toml part        a part of a variant file that extends lotus-39
//! toml book        a `book.toml`
//! toml review      a `review.toml`, which has no mistake
//! toml source      a `source.toml`, which has no mistake; the pages of all examples retell that source
//! template NAME    a template of a book
//! json check       an example of what `padma check --format json` prints: the same keys, all of them
//! json coverage    the same of what `--coverage` adds
//! json review      the same of what `padma review --list` prints
//! ebnf FILE        a grammar, letter for letter that of this file
//! text             not checked: pictures and lists. In an explanation: parts of the message
//! ```
//!
//! With `PADMA_BLESS=1` a `console` block gets what its commands print now, and `generated` writes the
//! pages that it makes; read the difference before you keep it.
//!
//! Every other word is a mistake, so nothing is left unchecked by accident. In an explanation of a code
//! every example must provoke the code (`ini import` is a file that is imported, `toml export` a variant that is exported), but for those with the further word `unprovoked`; `latin-1` is
//! a page in that encoding, `page coverage` one whose coverage is asked for, `page review`
//! one with what people found of it before it, and `record VARIANT` a game to be
//! played over. README.md keeps the
//! words its readers' tools know: `console`, `markdown`, `toml` (a part of a variant) and `sh` (not run).

mod blocks;
mod codes;
mod console;
mod files;
mod generated;
mod kinds;
mod links;
mod program;
mod rules;
mod story;
mod tables;
mod words;

use blocks::{Block, blocks};
use console::{Runs, console};
use files::markdown_files;
use kinds::{book, check_json, chess_page, grammar, key_json, page, page_on, template};
use kit::folder::root;
use padma_rules::movement::Dialect;
use program::Scratch;
use rules::{
    expressions, extending, on_a_grid, on_hexagons, on_levels, resolved, sentences, strings,
    wrong_strings,
};
use story::Story;

/// Where the smallest book is.
const GOLDEN: &str = "--content=tests/golden";

#[test]
fn the_examples_of_docs_are_true() {
    let mut faults = Vec::new();
    for path in markdown_files("docs") {
        let story = Story::new(&path);
        for block in blocks(&path) {
            let words: Vec<&str> = block.info.split_whitespace().collect();
            let checked = match words[..] {
                ["sentence"] => sentences(&block, extending),
                ["sentence", "on", "a", "grid"] => sentences(&block, on_a_grid),
                ["sentence", "on", "hexagons"] => sentences(&block, on_hexagons),
                ["sentence", "on", "levels"] => sentences(&block, on_levels),
                ["betza"] => strings(&block, Dialect::Xbetza),
                ["betza", "fsf"] => strings(&block, Dialect::Fsf),
                ["betza", "wrong"] => wrong_strings(&block),
                ["expression"] => expressions(&block),
                ["console"] => console(&block, root(), Runs::WhatWritesNothing),
                ["console", "story"] => story.console(&block),
                ["toml" | "markdown" | "yaml" | "ini" | "text", "file", path] => {
                    story.file(path, &block.text)
                }
                ["toml" | "markdown" | "yaml", "append", path] => story.append(path, &block.text),
                ["diff", path] => story.diff(path, &block.text),
                ["page"] => page(&block, 0),
                ["page", "chess"] => chess_page(&block),
                ["page", "turtle"] => page_on("turtle", &block),
                ["page", "1"] => page(&block, 1),
                ["page", "2"] => page(&block, 2),
                ["toml", "variant"] => resolved(&block.text).map(drop),
                ["toml", "part"] => resolved(&extending(&block.text)).map(drop),
                ["toml", "book"] => book(&block.text),
                ["toml", file @ ("source" | "review")] => {
                    let mut scratch = Scratch::new(&block.place);
                    if file == "review" {
                        scratch = scratch.file("review.toml", block.text.into_bytes());
                    }
                    let run = scratch.check();
                    if run.status == 0 {
                        Ok(())
                    } else {
                        Err(run.stderr)
                    }
                }
                ["template", name] => template(name, &block.text),
                ["json", "review"] => {
                    key_json(&["review", "--list", GOLDEN], &block.text, |all| all)
                }
                ["json", "propose"] => key_json(&["propose", "duck"], &block.text, |all| all),
                ["json", "check"] => check_json(&block.text),
                ["json", key @ ("coverage" | "strength")] => {
                    let flag = format!("--{key}");
                    key_json(&["check", &flag, GOLDEN], &block.text, |all| {
                        &all["books"][0][key]
                    })
                }
                ["ebnf", file] => grammar(file, &block.text),
                ["text"] => Ok(()),
                _ => Err(format!("`{}` is no word for a block", block.info)),
            };
            faults.extend(
                checked
                    .err()
                    .map(|fault| format!("{}: {fault}", block.place)),
            );
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_examples_of_the_readme_are_true() {
    let path = root().join("README.md");
    if !path.exists() {
        return;
    }
    let mut faults = Vec::new();
    let (mut diagrams, mut prose) = (String::new(), String::new());
    for block in blocks(&path) {
        let checked = match block.info.as_str() {
            "console" => console(&block, root(), Runs::WhatWritesNothing),
            "toml" => resolved(&extending(&block.text)).map(drop),
            "markdown" => {
                // A claim speaks of the diagram above it, so diagrams come first.
                let part = if block.text.contains("```") {
                    &mut diagrams
                } else {
                    &mut prose
                };
                *part += &format!("{}\n", block.text);
                Ok(())
            }
            "sh" | "text" => Ok(()),
            other => Err(format!("`{other}` is no word for a block")),
        };
        faults.extend(
            checked
                .err()
                .map(|fault| format!("{}: {fault}", block.place)),
        );
    }
    let whole = Block {
        place: "README.md".into(),
        info: "markdown".into(),
        text: diagrams + &prose,
    };
    faults.extend(
        page(&whole, 0)
            .err()
            .map(|fault| format!("README.md: {fault}")),
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
