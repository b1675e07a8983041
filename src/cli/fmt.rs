//! `fmt`: lays out the claims, movements and blocks of books in one way.

use std::fmt::Write;
use std::io::Read;
use std::path::PathBuf;

use clap::Args;

use super::books::{find_books, status_of_session};
use super::common::{Common, FAILED, GOOD, MAX_SHOWN, print, print_to_stderr, refuse};
use padma_book::load::Session;
use padma_book::load::rewrite::{format_text, unformatted_files};
use padma_book::world;

#[derive(Args, Debug)]
pub(crate) struct FmtArgs {
    /// Books: folders, or their names under the content folder; all books, if none is named
    #[arg(value_name = "BOOK")]
    books: Vec<PathBuf>,
    /// Show which lines would change, but change nothing; the status is 1 if any would
    #[arg(long)]
    check: bool,
    /// Format one page or variant from standard input and print it; the extension of FILE, its
    /// name, says which it is
    #[arg(long, value_name = "FILE", conflicts_with_all = ["books", "check"])]
    stdin: Option<String>,
}

pub(crate) fn fmt(args: &FmtArgs, common: &Common) -> u8 {
    match &args.stdin {
        Some(name) => format_stdin(name, common),
        None => format_books(args, common),
    }
}

fn format_books(args: &FmtArgs, common: &Common) -> u8 {
    let (folders, complaints) = find_books(&args.books, &common.content);
    let mut session = Session::new(&common.content, &folders);
    session.diagnostics.extend(complaints);
    let (mut out, mut changed, mut remaining) = (String::new(), 0, MAX_SHOWN);
    for folder in &folders {
        for file in unformatted_files(&mut session, folder) {
            let source = session.sources.get(file.source);
            if args.check {
                let shown = changes(
                    source.name(),
                    source.text(),
                    &file.text(&session),
                    &mut remaining,
                );
                out.push_str(&shown);
                changed += 1;
                continue;
            }
            match file.write(&session) {
                Ok(()) => _ = writeln!(out, "formatted {}", source.name()),
                Err(complaint) => session.diagnostics.push(*complaint),
            }
        }
    }
    common.complain(&mut session);
    if changed > 0 {
        let (files, them) = if changed == 1 {
            ("1 file is".to_string(), "it")
        } else {
            (format!("{changed} files are"), "them")
        };
        print_to_stderr(&format!(
            "{files} not formatted; `padma fmt` formats {them}"
        ));
    }
    let status = if changed > 0 { FAILED } else { GOOD };
    print(&out).max(status).max(status_of_session(&session))
}

/// Shows the lines of a file that change, old and new; at most `remaining` of them.
fn changes(name: &str, old: &str, new: &str, remaining: &mut usize) -> String {
    // Only white space within lines changes, so lines keep their numbers.
    let lines: Vec<(usize, (&str, &str))> = old.lines().zip(new.lines()).enumerate().collect();
    let mut out = String::new();
    for part in lines.chunk_by(|one, next| (one.1.0 == one.1.1) == (next.1.0 == next.1.1)) {
        let Some((first, _)) = part.first().filter(|(_, (old, new))| old != new) else {
            continue;
        };
        let shown = &part[..part.len().min(*remaining)];
        *remaining -= shown.len();
        if shown.is_empty() {
            let _ = writeln!(out, "{name}: more lines would change");
            break;
        }
        let _ = writeln!(out, "{name}:{}", first + 1);
        shown
            .iter()
            .for_each(|(_, (old, _))| _ = writeln!(out, "  - {old}"));
        shown
            .iter()
            .for_each(|(_, (_, new))| _ = writeln!(out, "  + {new}"));
    }
    out
}

/// Formats the standard input. Lines that do not parse are printed unchanged; input that is not
/// text, or too large, is refused.
fn format_stdin(name: &str, common: &Common) -> u8 {
    let mut bytes = Vec::new();
    let read = std::io::stdin()
        .lock()
        .take(world::MAX_FILE + 1)
        .read_to_end(&mut bytes);
    let problem = match (read, std::str::from_utf8(&bytes)) {
        (Err(error), _) => format!("cannot be read: {}", world::reason(&error)),
        _ if bytes.len() as u64 > world::MAX_FILE => {
            format!("is larger than {} bytes", world::MAX_FILE)
        }
        (_, Err(_)) => "is not UTF-8 text".to_string(),
        (_, Ok(text)) => {
            let mut session = Session::new(&common.content, &[]);
            let rest = text.trim_start_matches('\u{feff}');
            let new = format_text(&mut session, name, rest);
            common.complain(&mut session);
            let byte_order_mark = &text[..text.len() - rest.len()];
            return print(&format!("{byte_order_mark}{new}")).max(status_of_session(&session));
        }
    };
    refuse(&format!("standard input {problem}"))
}
