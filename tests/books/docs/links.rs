//! Where the documents lead: to files, to headings, and to commands the program takes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ErrorKind};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::docs::console::shell_words;
use crate::docs::files::{load, markdown_files};
use kit::folder::root;

/// All documents.
fn documents() -> Vec<PathBuf> {
    let mut all = markdown_files("docs");
    all.extend(
        [root().join("README.md"), root().join("CONTRIBUTING.md")]
            .into_iter()
            .filter(|path| path.exists()),
    );
    all.extend(markdown_files("src/book/explain"));
    all
}

#[test]
fn links_in_the_documents_lead_to_existing_files_and_anchors() {
    let mut faults = Vec::new();
    let mut anchors: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
    let mut links = 0;
    for path in documents() {
        for event in Parser::new(&load(&path)) {
            let (Event::Start(Tag::Link { dest_url, .. })
            | Event::Start(Tag::Image { dest_url, .. })) = event
            else {
                continue;
            };
            if dest_url.starts_with("https:") {
                continue;
            }
            let (file, anchor) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
            let target = if file.is_empty() {
                path.clone()
            } else {
                beside(&path, file)
            };
            links += 1;
            if !target.exists() {
                faults.push(format!("{}: there is no `{file}`", path.display()));
            } else if !anchor.is_empty() {
                let known = anchors
                    .entry(target.clone())
                    .or_insert_with(|| headings(&target));
                if !known.iter().any(|known| known == anchor) {
                    faults.push(format!(
                        "{}: `{file}` has no heading `#{anchor}`",
                        path.display()
                    ));
                }
            }
        }
    }
    assert!(links > 10, "the documents are read: {links} links");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn beside(path: &Path, target: &str) -> PathBuf {
    path.parent()
        .map(|folder| folder.join(target))
        .unwrap_or_default()
}

/// The anchors of a page's headings: in lower case, with hyphens for spaces and no other signs.
fn headings(path: &Path) -> Vec<String> {
    let plain = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    };
    let mut found: Vec<String> = Vec::new();
    let mut open = false;
    for event in Parser::new(&load(path)) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                open = true;
                found.push(String::new());
            }
            Event::End(TagEnd::Heading(_)) => open = false,
            Event::Text(text) | Event::Code(text) if open => {
                let anchor = text
                    .to_lowercase()
                    .chars()
                    .filter_map(plain)
                    .collect::<String>();
                found
                    .last_mut()
                    .into_iter()
                    .for_each(|last| *last += &anchor);
            }
            _ => {}
        }
    }
    found
}

#[test]
fn every_command_in_the_documents_parses() {
    let mut faults = Vec::new();
    let mut commands = 0;
    for path in documents() {
        for line in commands_of(&load(&path)) {
            commands += 1;
            // What follows is the shell's.
            let own = line.split([';', '|', '>', '&']).next().unwrap_or("");
            let words = shell_words(own);
            let Err(error) = padma::cli::command().try_get_matches_from(&words) else {
                continue;
            };
            let value = error
                .get(ContextKind::InvalidValue)
                .map(ToString::to_string)
                .unwrap_or_default();
            let shown = match error.kind() {
                // `padma reach` by itself names a command.
                ErrorKind::MissingRequiredArgument => words.len() == 2,
                // `SHELL` stands for what a reader puts there.
                ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
                    value.chars().all(|c| c.is_ascii_uppercase())
                }
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => true,
                _ => false,
            };
            if !shown {
                faults.push(format!("{}: {line}\n{error}", path.display()));
            }
        }
    }
    assert!(commands > 50, "the documents are read: {commands} commands");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What stands in code or headings and begins with the program's name, on a line, behind a prompt or in
/// a file of commands.
fn commands_of(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = false;
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::Heading { .. }) => open = true,
            Event::End(TagEnd::CodeBlock | TagEnd::Heading(_)) => open = false,
            Event::Code(text) => found.extend(command_in(&text)),
            Event::Text(text) if open => found.extend(text.lines().filter_map(command_in)),
            _ => {}
        }
    }
    found
}

fn command_in(line: &str) -> Option<String> {
    let line = line
        .trim_start()
        .trim_start_matches("$ ")
        .trim_start_matches("- run: ");
    let own = line
        .strip_prefix("cargo run --release -- ")
        .map(|rest| format!("padma {rest}"));
    own.or_else(|| line.starts_with("padma ").then(|| line.to_string()))
}
