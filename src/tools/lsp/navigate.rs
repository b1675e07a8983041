//! Go to definition, find references, and rename.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use lsp_types::Position;
use serde_json::{Value, json};

use super::diagnostics::{location, shorten_paths};
use super::document::{LineIndex, uri_of};
use super::index::{NameKind, Occurrence, Symbol};
use super::snapshot::{Snapshot, Texts};
use padma_book::claim::Verdict;
use padma_rules::model::PieceImage;
use padma_text::diag::Diagnostic;
use padma_text::{Source, Span};
use padma_variant::decl::{piece, top};
use padma_variant::form::quoted;

/// Returns the name at a position of a file.
fn occurrence_at<'s>(
    book: &'s Snapshot,
    path: &Path,
    position: Position,
) -> Option<&'s Occurrence> {
    let source = book.source(path)?;
    let offset = LineIndex::new(book.session.sources.get(source).text()).offset(position);
    book.occurrence_at(source, offset)
}

/// Returns the definition of the name at a position.
pub(super) fn definition(book: &Snapshot, path: &Path, position: Position) -> Value {
    let Some(occurrence) = occurrence_at(book, path, position) else {
        return Value::Null;
    };
    let name = occurrence.symbol.name.as_str();
    let start = |id| Span::new(id, 0..0);
    let span = match occurrence.symbol.kind {
        NameKind::Page => book
            .pages()
            .find(|page| page.path == name)
            .map(|page| start(page.source)),
        NameKind::Variant => book
            .session
            .library
            .parsed_variants()
            .find(|(id, ..)| *id == name)
            .map(|(_, id, _)| start(id)),
        _ => occurrences_of(book, &occurrence.symbol)
            .find(|other| other.is_definition)
            .map(|definition| definition.span),
    };
    span.and_then(|span| location(book, span))
        .unwrap_or(Value::Null)
}

/// Returns the other books that may use the name: pieces and sets can occur wherever their variant
/// is used.
fn other_books(book: &Snapshot, symbol: &Symbol, texts: &Texts) -> Vec<Snapshot> {
    let stem = Path::new(&symbol.home)
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    match (symbol.kind, stem) {
        (NameKind::Piece | NameKind::Set, Some(stem)) => book.others_containing(&stem, texts),
        _ => Vec::new(),
    }
}

fn occurrences_of<'s>(
    book: &'s Snapshot,
    symbol: &'s Symbol,
) -> impl Iterator<Item = &'s Occurrence> {
    book.occurrences
        .iter()
        .filter(move |other| other.symbol == *symbol)
}

/// Returns all occurrences of a name, in this book and in those beside it.
pub(super) fn references(
    book: &Snapshot,
    texts: &Texts,
    path: &Path,
    position: Position,
    with_definition: bool,
) -> Value {
    let Some(occurrence) = occurrence_at(book, path, position) else {
        return json!([]);
    };
    let all = other_books(book, &occurrence.symbol, texts);
    let located = [book].into_iter().chain(&all).flat_map(|book| {
        let wanted = occurrences_of(book, &occurrence.symbol)
            .filter(move |other| with_definition || !other.is_definition);
        wanted.filter_map(move |other| location(book, other.span))
    });
    json!(located.collect::<Vec<Value>>())
}

/// Returns the name at a position, if it can be renamed: its range and its text.
pub(super) fn prepare_rename(
    book: &Snapshot,
    path: &Path,
    position: Position,
) -> Result<Value, String> {
    let Some(occurrence) = occurrence_at(book, path, position) else {
        return Ok(Value::Null);
    };
    check_renamable(&occurrence.symbol)?;
    let text = book.session.sources.get(occurrence.span.source).text();
    Ok(
        json!({ "range": LineIndex::new(text).range(occurrence.span.range()), "placeholder": occurrence.symbol.name }),
    )
}

fn check_renamable(symbol: &Symbol) -> Result<(), String> {
    let name = &symbol.name;
    match symbol.kind {
        NameKind::Piece | NameKind::Set
            if symbol.home.is_empty() || symbol.home.starts_with('<') =>
        {
            Err(format!("no file of these books defines `{name}`"))
        }
        NameKind::Piece
        | NameKind::Set
        | NameKind::Claim
        | NameKind::Label
        | NameKind::Diagram
        | NameKind::Game => Ok(()),
        NameKind::Variant | NameKind::Page => {
            Err(format!("`{name}` is named after its file: rename the file"))
        }
        NameKind::Function | NameKind::Direction => {
            Err(format!("`{name}` is not a name that authors choose"))
        }
    }
}

/// The replacements in texts, by the path of the file.
type Edits = BTreeMap<String, Vec<(Range<usize>, String)>>;

/// Returns the edits that rename the name at a position.
///
/// # Errors
///
/// The reason why the name cannot be changed to `new`. The books are checked with the new name,
/// and none may get a new error or another verdict.
pub(super) fn rename(
    book: &Snapshot,
    texts: &Texts,
    path: &Path,
    position: Position,
    new: &str,
) -> Result<Value, String> {
    let Some(occurrence) = occurrence_at(book, path, position) else {
        return Err("there is nothing to rename here".to_string());
    };
    let symbol = &occurrence.symbol;
    check_renamable(symbol)?;
    if new == symbol.name {
        return Ok(Value::Null);
    }
    let is_word = new.starts_with(char::is_alphanumeric)
        && new
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    if !is_word {
        return Err(format!(
            "`{new}` cannot be a name: expected letters, digits and hyphens"
        ));
    }
    let others = other_books(book, symbol, texts);
    let books: Vec<&Snapshot> = [book].into_iter().chain(&others).collect();
    if let Some(clash) = name_clash(&books, symbol, new) {
        return Err(clash);
    }
    let mut edits = Edits::new();
    for book in &books {
        for place in occurrences_of(book, symbol) {
            let edits = edits
                .entry(
                    book.session
                        .sources
                        .get(place.span.source)
                        .name()
                        .to_string(),
                )
                .or_default();
            // A variant's file is read for each book that uses it, so an edit may be found twice.
            if edits.iter().all(|(range, _)| *range != place.span.range()) {
                edits.push((place.span.range(), new.to_string()));
            }
        }
    }
    let outcome = check_edits(&books, texts, &edits);
    let extra_lines = lines_keeping_name(&books, symbol);
    if outcome.is_err() && !extra_lines.is_empty() {
        // A piece without a `name` gets its name from its id. The pages use that name, so it must
        // stay the same.
        extra_lines
            .into_iter()
            .for_each(|(file, at, line)| edits.entry(file).or_default().push((at..at, line)));
        check_edits(&books, texts, &edits)?;
    } else {
        outcome?;
    }
    Ok(workspace_edit(&books, &edits))
}

/// Returns an error message if another thing in these books already has the new name.
fn name_clash(books: &[&Snapshot], symbol: &Symbol, new: &str) -> Option<String> {
    let shares_namespace = |sort: NameKind| match symbol.kind {
        NameKind::Piece | NameKind::Set => matches!(sort, NameKind::Piece | NameKind::Set),
        own => sort == own,
    };
    let mut all = books.iter().flat_map(|book| &book.occurrences);
    let is_in_scope =
        |other: &Symbol| !matches!(other.kind, NameKind::Label) || other.home == symbol.home;
    all.any(|other| {
        shares_namespace(other.symbol.kind)
            && is_in_scope(&other.symbol)
            && other.symbol.name == new
    })
    .then(|| format!("the name `{new}` is already taken"))
}

/// Returns TOML lines that preserve the name and the picture that a piece gets from its id. There
/// is one entry for each file that describes the piece: the file, the byte at which the lines are
/// inserted, and the lines.
fn lines_keeping_name(books: &[&Snapshot], symbol: &Symbol) -> Vec<(String, usize, String)> {
    let lines_in = |book: &Snapshot, place: &Occurrence| {
        let source = place.span.source;
        let (_, _, fields) = book
            .session
            .library
            .parsed_variants()
            .find(|(_, file, _)| *file == source)?;
        let piece = fields
            .tables(top::PIECE)
            .iter()
            .find(|piece| piece.str(piece::ID) == symbol.name)?;
        let variant = book.variant(place.variant?);
        let kind = variant.kind(variant.kind_named(&symbol.name)?);
        let text = book.session.sources.get(source);
        let end = text.text()[place.span.range().end..].find('\n')? + place.span.range().end + 1;
        let name = (!piece.has(piece::NAME)).then(|| format!("name = {}\n", quoted(&kind.name)));
        // The picture follows from the id alone.
        let picture = match &kind.picture {
            Some(PieceImage::Set(_, picture)) if !piece.has(piece::PICTURE) => {
                Some(format!("picture = {}\n", quoted(picture.name())))
            }
            _ => None,
        };
        let lines: String = name.into_iter().chain(picture).collect();
        (!lines.is_empty()).then(|| (text.name().to_string(), end, lines))
    };
    let mut lines: Vec<(String, usize, String)> = Vec::new();
    for book in books {
        for place in occurrences_of(book, symbol)
            .filter(|place| place.is_definition && symbol.kind == NameKind::Piece)
        {
            lines.extend(lines_in(book, place).filter(|line| !lines.contains(line)));
        }
    }
    lines
}

/// Returns a file as one of the books read it.
fn source<'b>(books: &[&'b Snapshot], name: &str) -> Option<&'b Source> {
    books
        .iter()
        .find_map(|book| Some(book.session.sources.get(book.session.sources.find(name)?)))
}

/// Checks the books with the edits applied.
fn check_edits(books: &[&Snapshot], texts: &Texts, edits: &Edits) -> Result<(), String> {
    let mut texts = texts.clone();
    for (name, edits) in edits {
        let mut text = source(books, name)
            .map(|source| source.text().to_string())
            .unwrap_or_default();
        let mut edits: Vec<_> = edits.iter().collect();
        edits.sort_by_key(|(range, _)| std::cmp::Reverse((range.start, range.end)));
        // A file that has changed meanwhile may no longer have the place.
        for (range, new) in edits {
            if text.get(range.clone()).is_some() {
                text.replace_range(range.clone(), new);
            }
        }
        texts.insert(PathBuf::from(name), text.into());
    }
    for book in books {
        let after = Snapshot::new(&book.folder, &texts);
        if let Some(why) = new_fault(book, &after) {
            return Err(format!(
                "with this name the books would mean something else: {why}"
            ));
        }
    }
    Ok(())
}

/// Describes a new error of a book, or a changed verdict.
fn new_fault(before: &Snapshot, after: &Snapshot) -> Option<String> {
    let errors = |book: &Snapshot| -> Vec<Diagnostic> {
        book.session.diagnostics.only_errors().cloned().collect()
    };
    let verdicts = |book: &Snapshot| -> Vec<Verdict> {
        let checked = book.checked.iter();
        checked
            .flat_map(|checked| checked.claims.iter().map(|claim| claim.judgement.verdict))
            .collect()
    };
    let (old, new) = (errors(before), errors(after));
    if new.len() <= old.len() {
        let changes = verdicts(before) != verdicts(after);
        return changes.then(|| "a claim would change its verdict".to_string());
    }
    let first = new
        .into_iter()
        .find(|found| old.iter().all(|other| other.message != found.message))?;
    let sources = &after.session.sources;
    let place = first
        .primary
        .map(|label| format!("{}: ", sources.place(label.span)))
        .unwrap_or_default();
    Some(
        shorten_paths(&format!("`{place}"), after)
            .trim_start_matches('`')
            .to_string()
            + &first.message,
    )
}

fn workspace_edit(books: &[&Snapshot], edits: &Edits) -> Value {
    let changes = edits.iter().filter_map(|(name, edits)| {
        let lines = LineIndex::new(source(books, name)?.text());
        let edits = edits
            .iter()
            .map(|(range, new)| lines.edit(range.clone(), new));
        Some((uri_of(name), json!(edits.collect::<Vec<Value>>())))
    });
    json!({ "changes": changes.collect::<serde_json::Map<String, Value>>() })
}
