//! `list`: the books and their variants, or the pieces of one book or variant.

use std::path::{Path, PathBuf};

use clap::Args;

use super::books::{find_book, no_content};
use super::common::{BAD, Common, print, printable};
use padma_book::load::{Session, check_folders};
use padma_book::world;
use padma_rules::model::{PieceKind, Variant};

#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    /// A book or a variant, whose pieces are listed
    #[arg(value_name = "BOOK")]
    book: Option<PathBuf>,
}

pub(crate) fn list(args: &ListArgs, common: &Common) -> u8 {
    let mut session = Session::new(&common.content, &[]);
    let text = match &args.book {
        Some(name) => pieces_of(name, common, &mut session),
        None => list_books(common, &mut session),
    };
    common.complain(&mut session);
    let printed = print(&printable(&text));
    if session.diagnostics.has_errors() {
        BAD
    } else {
        printed
    }
}

/// Lists the books with their variants, and the variants that belong to no book.
fn list_books(common: &Common, session: &mut Session) -> String {
    let books = match world::books(&common.content) {
        Ok(books) => books,
        Err(error) => {
            session
                .diagnostics
                .push(no_content(&common.content, &error));
            return String::new();
        }
    };
    session.diagnostics.extend(check_folders(&common.content));
    let mut text = String::new();
    for book in &books {
        let folder = common.content.join(book);
        text.push_str(&format!(
            "{book}: {}\n",
            session.title(&folder).unwrap_or_default()
        ));
        text.push_str(&variant_lines(session.library.names_in(&folder), session));
    }
    text.push_str("in no book:\n");
    let built_in: Vec<String> = session
        .library
        .built_in_names()
        .map(str::to_string)
        .collect();
    text.push_str(&variant_lines(built_in, session));
    text + "`padma list BOOK` lists the pieces.\n"
}

/// Returns a line for each of the named variants.
fn variant_lines(names: Vec<String>, session: &mut Session) -> String {
    let widest = names.iter().map(String::len).max().unwrap_or(0);
    let line = |name: &String| {
        let index = session.variant(name)?;
        let variant = &session.library.variants.rules(index).variant;
        Some(format!("  {name:widest$}  {}\n", summary(variant)))
    };
    names.iter().filter_map(line).collect()
}

/// Returns a summary: "Lotus-39, 39 cells, 27 pieces".
fn summary(variant: &Variant) -> String {
    format!(
        "{}, {} cells, {} pieces",
        variant.title,
        variant.board.len(),
        variant.kinds.len()
    )
}

/// Lists the variants of a book, or one variant, with their pieces; each piece once.
fn pieces_of(name: &Path, common: &Common, session: &mut Session) -> String {
    let (mut text, variants) = match find_book(name, &common.content) {
        Ok(folder) => {
            *session = Session::new(&common.content, std::slice::from_ref(&folder));
            let title = session.title(&folder).unwrap_or_default();
            (title + "\n", session.library.names_in(&folder))
        }
        Err(complaint) => {
            let variant = name.to_string_lossy().into_owned();
            if !session.library.knows(&variant) {
                session.diagnostics.push(*complaint);
                return String::new();
            }
            (String::new(), vec![variant])
        }
    };
    let indices: Vec<usize> = variants
        .iter()
        .filter_map(|name| session.variant(name))
        .collect();
    let variants = indices
        .iter()
        .map(|index| &session.library.variants.rules(*index).variant);
    let mut listed: Vec<(&Variant, &PieceKind)> = Vec::new();
    for variant in variants {
        text.push_str(&format!("\n{}: {}\n", variant.id, summary(variant)));
        let is_new = |kind: &&PieceKind| !listed.iter().any(|(_, other)| is_same(other, kind));
        let new: Vec<&PieceKind> = variant.kinds.iter().filter(is_new).collect();
        text.push_str(&piece_table(&new));
        let repeated = variant.kinds.len() - new.len();
        if let (true, Some((first, _))) = (repeated > 0, listed.first()) {
            text.push_str(&format!("  and the {repeated} of {}\n", first.id));
        }
        listed.extend(new.into_iter().map(|kind| (variant, kind)));
    }
    text.trim_start().to_string()
}

fn is_same(one: &PieceKind, other: &PieceKind) -> bool {
    one.id == other.id && one.name == other.name && one.letter == other.letter
}

/// Lists pieces by id, letter and name, one a line.
fn piece_table(kinds: &[&PieceKind]) -> String {
    let width = |text: fn(&PieceKind) -> &str| {
        kinds
            .iter()
            .map(|kind| text(kind).chars().count())
            .max()
            .unwrap_or(0)
    };
    let (ids, letters) = (width(|kind| &kind.id), width(|kind| &kind.letter));
    let line = |kind: &&PieceKind| {
        format!(
            "  {:ids$}  {:letters$}  {}\n",
            kind.id, kind.letter, kind.name
        )
    };
    kinds.iter().map(line).collect()
}
