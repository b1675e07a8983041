//! Blocks that are files of a book or documents of the program: pages, templates, reports.

use std::collections::BTreeSet;

use padma_book::pages::decl;
use padma_site::page::Templates;
use padma_text::Sources;
use padma_text::diag::Diagnostics;
use padma_words::english;

use crate::docs::blocks::Block;
use crate::docs::files::read;
use crate::docs::program::{Scratch, padma};
use crate::docs::rules::complaints;
use kit::folder::root;

pub fn page(block: &Block, status: i32) -> Result<(), String> {
    let run = Scratch::new(&block.place).page(&block.text).check();
    if run.status == status {
        Ok(())
    } else {
        Err(format!("ends with {}\n{}", run.status, run.stderr))
    }
}

/// A page of a book on another variant of the content folder.
pub fn page_on(variant: &str, block: &Block) -> Result<(), String> {
    let run = Scratch::new(&block.place)
        .declare(variant)
        .page(&block.text)
        .check();
    if run.status == 0 {
        Ok(())
    } else {
        Err(run.stderr)
    }
}

pub fn chess_page(block: &Block) -> Result<(), String> {
    let chess = read("src/variant/chess.toml").into_bytes();
    let scratch = Scratch::new(&block.place)
        .declare("chess")
        .file("chess.toml", chess);
    let run = scratch.page(&block.text).check();
    if run.status == 0 {
        Ok(())
    } else {
        Err(run.stderr)
    }
}

pub fn template(name: &str, text: &str) -> Result<(), String> {
    match Templates::new(&[(name.to_string(), text.to_string())], english()) {
        Ok(_) if Templates::names().any(|known| known == name) => Ok(()),
        Ok(_) => Err(format!("no template is named `{name}`")),
        Err(faults) => Err(format!("{faults:?}")),
    }
}

pub fn book(text: &str) -> Result<(), String> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("book.toml", text);
    decl::book(&sources, id, &mut diagnostics);
    if diagnostics.is_empty() {
        Ok(())
    } else {
        Err(complaints(&diagnostics, &sources))
    }
}

/// The example has the keys of the real document, and no others.
pub fn check_json(text: &str) -> Result<(), String> {
    let example = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let real = padma(&["check", "--format", "json"], root()).stdout;
    // What no claim of a good book has.
    let vacuous = Scratch::new("a vacuous claim")
        .page("[One is one](<claim:1 = 1>)\n")
        .reported();
    let (mut texts, mut there) = (BTreeSet::new(), BTreeSet::new());
    keys(&example, "", &mut texts);
    for report in [real, vacuous] {
        keys(
            &serde_json::from_str(&report).map_err(|error| error.to_string())?,
            "",
            &mut there,
        );
    }
    if texts == there {
        Ok(())
    } else {
        Err(format!("the keys differ: {:?}", &texts ^ &there))
    }
}

/// The example has the keys of a part of the document that a command prints for programs.
pub fn key_json(
    command: &[&str],
    text: &str,
    part: impl Fn(&serde_json::Value) -> &serde_json::Value,
) -> Result<(), String> {
    let example: serde_json::Value =
        serde_json::from_str(text).map_err(|error| error.to_string())?;
    let words = [command, &["--format", "json"]].concat();
    let real: serde_json::Value =
        serde_json::from_str(&padma(&words, root()).stdout).map_err(|error| error.to_string())?;
    let (mut texts, mut there) = (BTreeSet::new(), BTreeSet::new());
    keys(&example, "", &mut texts);
    keys(part(&real), "", &mut there);
    if texts == there {
        Ok(())
    } else {
        Err(format!("the keys differ: {:?}", &texts ^ &there))
    }
}

fn keys(value: &serde_json::Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(map) => {
            for (key, value) in map {
                found.insert(format!("{path}.{key}"));
                keys(value, &format!("{path}.{key}"), found);
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| keys(item, path, found)),
        _ => {}
    }
}

pub fn grammar(file: &str, text: &str) -> Result<(), String> {
    equal(file, &read(file), text)
}

/// All faults of a block, if there are any.
pub fn all(faults: impl Iterator<Item = String>) -> Result<(), String> {
    let faults: Vec<String> = faults.collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}

pub fn equal(what: &str, found: &str, text: &str) -> Result<(), String> {
    if found == text {
        Ok(())
    } else {
        Err(format!("{what}\n    told:  {text}\n    found: {found}"))
    }
}
