//! What a variant's file could say and does not: keys that a piece leaves out, another movement
//! for it, one more piece or checker, and cells that are not as the board's plan has them.
//!
//! They ask whether a claim depends on the thing at all.

use super::change::{Change, Manner, MutationKind, Told};
use super::toml::with_key;
use super::walk::Walk;
use padma_book::judge::{Checked, Given};
use padma_book::load::Library;
use padma_rules::model::Variant;
use padma_text::{Sources, Span};
use padma_variant::form::Fields;

/// Returns the edit that adds a key to a table behind one of its own.
pub(crate) fn line(said: &Fields, behind: &str, key: &str, sources: &Sources) -> (Span, String) {
    let end = said.place(behind).range().end;
    let is_item = !sources.slice(said.span).starts_with('[');
    let gap = if is_item { ", " } else { "\n" };
    (Span::new(said.span.source, end..end), format!("{gap}{key}"))
}

/// Adds to a piece the keys that it leaves out, and makes it move as each other piece does.
pub(crate) fn to_piece(walk: &mut Walk<'_>, said: &Fields) {
    let variant = walk.vocabulary.variant;
    let Some(kind) = variant.kind_named(said.str("id")) else {
        return;
    };
    let kind = variant.kind(kind);
    let name = &kind.name;
    let mut keys = Vec::new();
    if !said.has("letter") {
        let letter = format!("letter = {:?}", format!("{}x", kind.letter));
        keys.push((letter, format!("the letter of the {name} is another")));
    }
    if !said.has("royal") {
        keys.push(("royal = true".to_string(), format!("the {name} is royal")));
    }
    if !said.has("checkers") {
        keys.extend(variant.checkers.iter().map(|checker| {
            let words = format!("the {name} has one more {}", checker.name);
            (format!("checkers = {{ {} = 1 }}", checker.id), words)
        }));
    }
    for (key, words) in keys {
        let (span, new) = line(said, "id", &key, walk.sources);
        add(walk, Manner::Added, span, new, words);
    }
    let key = if said.has("betza") {
        "betza"
    } else {
        "movement"
    };
    let span = with_key(said.place(key), walk.sources);
    for other in &variant.kinds {
        if other.movement != kind.movement {
            let words = format!("the {name} moves as the {} does", other.name);
            let new = format!("movement = {:?}", other.id);
            add(walk, Manner::As, span, new, words);
        }
    }
}

fn add(walk: &mut Walk<'_>, manner: Manner, span: Span, new: String, words: String) {
    walk.push(Change {
        manner,
        told: Told::Words(words),
        ..walk.change(span, vec![new])
    });
}

/// Returns the changes of whole variants: of each board's cells, and one more kind of piece, if it
/// is the book's own variant, or of checker.
pub(crate) fn to_variants(
    library: &Library,
    checked: &Checked,
    places: &[usize],
    sources: &Sources,
) -> Vec<Change> {
    let mut all = Vec::new();
    for (_, said, place) in library.files(places, sources) {
        if let Some(board) = said.table("board") {
            let variant = &library.variants.rules(place).variant;
            all.extend(cells(board, variant, sources));
        }
    }
    for place in places {
        let variant = &library.variants.rules(*place).variant;
        let Some((file, said)) = library.parsed_chain(&variant.id).into_iter().next() else {
            continue;
        };
        let end = sources.get(file).text().len();
        let mut push = |new: String, words: &str| {
            let given = Given {
                sort: "pieces",
                name: variant.id.clone(),
                span: said
                    .tables("piece")
                    .first()
                    .map_or(said.span, |piece| piece.span),
            };
            all.push(added(
                given,
                Span::new(file, end..end),
                new,
                words.to_string(),
            ));
        };
        if let (true, Some(first)) = (checked.book.variant == Some(*place), variant.kinds.first()) {
            let (id, name, letter) = (&first.id, &first.name, &first.letter);
            let piece = format!(
                "\n[[piece]]\nid = \"{id}-too\"\nname = \"{name} too\"\nletter = \"{letter}x\"\nmovement = \"{id}\"\n"
            );
            push(piece, "there is one more kind of piece");
        }
        if let Some(last) = variant.checkers.last() {
            let checker = format!("\n[[checker]]\nid = \"{}-too\"\ncount = 1\n", last.id);
            push(checker, "there is one more kind of checker");
        }
    }
    all
}

/// Returns the changes of a board's cells: each is cut off from its neighbours, or gets another
/// shape or rank.
fn cells(said: &Fields, variant: &Variant, sources: &Sources) -> Vec<Change> {
    let board = &variant.board;
    let mut all = Vec::new();
    for cell in board.cells() {
        let name = board.name(cell);
        let mut push = |key: String, words: String| {
            let given = Given {
                sort: "cell",
                name: format!("{name} of {}", variant.id),
                span: said.span,
            };
            let except = format!("except = [{{ name = {name:?}, {key} }}]");
            let (span, new) = line(said, "kind", &except, sources);
            all.push(added(given, span, new, words));
        };
        push(
            "apart = true".to_string(),
            format!("{name} is cut off from the cells around it"),
        );
        let info = board.info(cell);
        for shape in board.kinds().filter(|kind| *kind != info.kind) {
            let shape = shape.name();
            push(format!("shape = {shape:?}"), format!("{name} is a {shape}"));
        }
        if let Some(rank) = info.rank {
            let next = rank.number + 1;
            push(
                format!("rank = {next}"),
                format!("{name} lies on rank {next}"),
            );
        }
    }
    all
}

fn added(given: Given, place: Span, new: String, words: String) -> Change {
    Change {
        manner: Manner::Added,
        told: Told::Words(words),
        ..Change::new(MutationKind::Variant, given, place, vec![new])
    }
}
