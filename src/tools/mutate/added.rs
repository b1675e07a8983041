//! Changes that add something to a variant's file: keys that a piece leaves out, another piece's
//! movement, one more piece or checker, and cells that are exceptions on the board.
//!
//! They show whether any claim depends on the thing at all.

use super::change::{ChangeDescription, ChangeManner, MutationKind, TextChange};
use super::layout::{extent, insertion_point, with_key};
use super::seen::variants_of;
use super::token::MAX_REPLACEMENTS;
use super::walk::Walk;
use padma_book::claim::Edit;
use padma_book::judge::{Checked, GameFact};
use padma_book::load::Library;
use padma_rules::model::PieceKind;
use padma_text::{SourceId, Sources, Span};
use padma_variant::decl::{piece, top};
use padma_variant::form::{Fields, KIND, Key, Value, quoted};

/// Returns all these changes of a book's variants.
pub(crate) fn changes(library: &Library, checked: &Checked, sources: &Sources) -> Vec<TextChange> {
    let mut files_done: Vec<SourceId> = Vec::new();
    let mut boards_done: Vec<Span> = Vec::new();
    let mut all = Vec::new();
    for place in variants_of(checked) {
        let variant = &library.variants.rules(place).variant;
        let walk_at = |span| {
            let given = GameFact {
                kind: "piece",
                name: String::new(),
                span,
            };
            let walk = Walk::new(MutationKind::Variant, given, variant, sources);
            Walk {
                manner: ChangeManner::Added,
                ..walk
            }
        };
        let chain = library.parsed_chain(&variant.id).into_iter();
        for (distance, (file, fields)) in chain.enumerate() {
            if !files_done.contains(&file) {
                files_done.push(file);
                let mut walk = walk_at(fields.span);
                change_pieces(&mut walk, fields);
                if distance == 0 && checked.book.variant == Some(place) {
                    add_kinds(&mut walk, fields);
                }
                all.append(&mut walk.changes);
            }
        }
        let whole = library.whole(&variant.id);
        if let Some(board) = whole.as_ref().and_then(|whole| whole.table(top::BOARD))
            && !boards_done.contains(&board.span)
        {
            boards_done.push(board.span);
            let mut walk = walk_at(board.span);
            make_exceptions(&mut walk, board);
            all.append(&mut walk.changes);
        }
    }
    all
}

/// Changes the pieces that a file declares.
fn change_pieces(walk: &mut Walk<'_>, fields: &Fields) {
    let pieces = fields.tables(top::PIECE);
    for (piece, next) in pieces.iter().zip(pieces.iter().cycle().skip(1)) {
        walk.given.name = piece.str(piece::ID).to_string();
        walk.given.span = piece.span;
        change_piece(walk, piece);
        add_checkers(walk, piece, fields);
        swap_checkers(walk, piece, next);
    }
}

fn add(walk: &mut Walk<'_>, span: Span, candidates: Vec<String>, words: String) {
    walk.push(TextChange {
        description: ChangeDescription::Words(words),
        ..walk.change(span, candidates)
    });
}

/// Adds a change that inserts the first of some lines with which the table is valid.
fn add_key<T>(
    walk: &mut Walk<'_>,
    fields: &Fields,
    after: Key<T>,
    lines: &[String],
    words: String,
) {
    let (span, gap) = insertion_point(fields, after, walk.sources);
    let candidates = lines.iter().map(|line| format!("{gap}{line}")).collect();
    add(walk, span, candidates, words);
}

/// Adds to a piece the keys that it leaves out, and makes it move as each other piece does.
fn change_piece(walk: &mut Walk<'_>, fields: &Fields) {
    let variant = walk.vocabulary.variant;
    let Some(kind) = variant.kind_named(fields.str(piece::ID)) else {
        return;
    };
    let kind = variant.kind(kind);
    let name = &kind.name;
    if !fields.has(piece::LETTER) {
        let line = format!("letter = {}", quoted(&format!("{}x", kind.letter)));
        let words = format!("the letter of the {name} is another");
        add_key(walk, fields, piece::ID, &[line], words);
    }
    if !fields.has(piece::ROYAL) {
        let line = "royal = true".to_string();
        add_key(
            walk,
            fields,
            piece::ID,
            &[line],
            format!("the {name} is royal"),
        );
    }
    if !fields.has(piece::STANDS_ON) {
        let cells = variant.board.names().take(MAX_REPLACEMENTS);
        let lines = cells.map(|cell| format!("stands_on = \"not cells {cell}\""));
        let lines: Vec<String> = lines.collect();
        let words = format!("the {name} may not stand on one of the cells");
        add_key(walk, fields, piece::ID, &lines, words);
    }
    let key = if fields.has(piece::BETZA) {
        piece::BETZA
    } else {
        piece::MOVEMENT
    };
    let span = with_key(fields.place(key), walk.sources);
    walk.manner = ChangeManner::As;
    for other in &variant.kinds {
        if other.movement != kind.movement {
            let words = format!("the {name} moves as the {} does", other.name);
            add(
                walk,
                span,
                vec![format!("movement = {}", quoted(&other.id))],
                words,
            );
        }
    }
    walk.manner = ChangeManner::Added;
}

/// Gives a piece one more checker of each kind that it lacks. Each change leaves out the `combine`
/// rules, which need pieces of certain checkers.
fn add_checkers(walk: &mut Walk<'_>, piece: &Fields, fields: &Fields) {
    let rules = fields.tables(top::RULE).iter();
    let combine = rules.filter(|rule| rule.str_named("kind") == Some("combine"));
    let also = combine.map(|rule| Edit {
        span: extent(rule.span, walk.sources),
        new: String::new(),
    });
    let also: Vec<Edit> = also.collect();
    let own = piece.named(piece::CHECKERS);
    let name = name_of(piece, walk);
    for other in &walk.vocabulary.variant.checkers {
        let (id, checker) = (&other.id, &other.name);
        let (span, new) = match own {
            [] => {
                let (span, gap) = insertion_point(piece, piece::ID, walk.sources);
                (span, format!("{gap}checkers = {{ {id} = 1 }}"))
            }
            [(first, _), ..] => (first.span.slice(0..0), format!("{id} = 1, ")),
        };
        if own.iter().all(|(own, _)| own.value != *id) {
            walk.push(TextChange {
                description: ChangeDescription::Words(format!("the {name} has one more {checker}")),
                also: also.clone(),
                ..walk.change(span, vec![new])
            });
        }
    }
}

/// Swaps the checkers of two pieces.
fn swap_checkers(walk: &mut Walk<'_>, piece: &Fields, second: &Fields) {
    let stack = |piece: &Fields| match piece.named(piece::CHECKERS) {
        [] => None,
        [(first, _), .., (_, Value::Number(last))] | [(first, Value::Number(last))] => {
            Some(first.span.to(last.span))
        }
        _ => None,
    };
    if let (Some(own), Some(others)) = (stack(piece), stack(second)) {
        let (first_name, second_name) = (name_of(piece, walk), name_of(second, walk));
        let new = |span| walk.sources.slice(span).to_string();
        walk.push(TextChange {
            description: ChangeDescription::Words(format!(
                "the {first_name} and the {second_name} have each other's checkers"
            )),
            also: vec![Edit {
                span: others,
                new: new(own),
            }],
            ..walk.change(own, vec![new(others)])
        });
    }
}

/// Returns the name of a piece as readers know it.
fn name_of<'v>(piece: &Fields, walk: &Walk<'v>) -> &'v str {
    let variant = walk.vocabulary.variant;
    let kind = variant.kind_named(piece.str(piece::ID));
    kind.map_or("", |kind| variant.kind(kind).name.as_str())
}

/// Adds one more kind of piece and of checker to a variant.
fn add_kinds(walk: &mut Walk<'_>, fields: &Fields) {
    let variant = walk.vocabulary.variant;
    let file = fields.span.source;
    let end = walk.sources.get(file).text().len();
    walk.given = GameFact {
        kind: "pieces",
        name: variant.id.clone(),
        span: fields
            .tables(top::PIECE)
            .first()
            .map_or(fields.span, |piece| piece.span),
    };
    if let Some(PieceKind {
        id, name, letter, ..
    }) = variant.kinds.first()
    {
        let keys = format!("id = \"{id}-too\"\nname = \"{name} too\"\nletter = \"{letter}x\"");
        let piece = format!("\n[[piece]]\n{keys}\nmovement = \"{id}\"\n");
        let words = "there is one more kind of piece".to_string();
        add(walk, Span::new(file, end..end), vec![piece], words);
    }
    if let Some(last) = variant.checkers.last() {
        let checker = format!("\n[[checker]]\nid = \"{}-too\"\ncount = 1\n", last.id);
        let words = "there is one more kind of checker".to_string();
        add(walk, Span::new(file, end..end), vec![checker], words);
    }
}

/// Makes each cell of a board an exception: it is cut off from its neighbours, or has another
/// shape or rank.
fn make_exceptions(walk: &mut Walk<'_>, fields: &Fields) {
    let variant = walk.vocabulary.variant;
    let board = &variant.board;
    for cell in board.cells() {
        let (name, info) = (board.name(cell), board.info(cell));
        walk.given = GameFact {
            kind: "cell",
            name: format!("{name} of {}", variant.id),
            span: fields.span,
        };
        let apart = format!("{name} is cut off from the cells around it");
        let mut changes = vec![("apart = true".to_string(), apart)];
        for shape in board.kinds().filter(|kind| *kind != info.kind) {
            let shape = shape.name();
            changes.push((format!("shape = {shape:?}"), format!("{name} is a {shape}")));
        }
        if let Some(rank) = info.rank {
            let next = rank.number + 1;
            changes.push((
                format!("rank = {next}"),
                format!("{name} lies on rank {next}"),
            ));
        }
        for (key, words) in changes {
            let line = format!("except = [{{ name = {}, {key} }}]", quoted(name));
            add_key(walk, fields, KIND, &[line], words);
        }
    }
}
