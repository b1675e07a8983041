//! Diagrams that were added or removed, or that show something else; matched by id.

use serde_json::json;

use super::change::{BookChange, ChangePicture, DiffKind, How, gained_and_lost};
use super::pair::{Counterparts, Own, only, paired};
use super::picture;
use padma_book::judge::CheckedDiagram;
use padma_book::pages::diagram::DiagramDecl;
use padma_rules::diagram::{Diagram, ShownPiece};
use padma_rules::model::{Board, CellSet};
use padma_rules::movement::words::joined;

/// A diagram of a book, with what its description needs.
struct ComparedDiagram<'a> {
    decl: &'a DiagramDecl,
    page: &'a str,
    checked: &'a CheckedDiagram,
    board: &'a Board,
}

/// Returns the changes of a book's diagrams.
pub(super) fn figures(old: Own<'_>, new: Own<'_>) -> Vec<BookChange> {
    let (was, is) = (of_book(old), of_book(new));
    let pairs = paired(&was, &is, |figure| &figure.decl.id.text).into_iter();
    let changes = pairs.filter_map(|pair| match pair {
        Counterparts::Both(was, is) => changed(was, is, new),
        Counterparts::New(figure) => Some(change(How::Added, figure, "is new")),
        Counterparts::Gone(figure) => Some(change(How::Removed, figure, "is gone")),
    });
    changes.collect()
}

fn of_book(own: Own<'_>) -> Vec<ComparedDiagram<'_>> {
    own.checked
        .diagrams
        .iter()
        .map(|diagram| of(own, diagram))
        .collect()
}

fn of<'a>(own: Own<'a>, checked: &'a CheckedDiagram) -> ComparedDiagram<'a> {
    let page = &own.checked.book.pages[checked.page];
    let variant = own.checked.figure(checked).variant;
    let board = &*own.session.library.variants.rules(variant).variant.board;
    ComparedDiagram {
        decl: &page.diagrams[checked.index],
        page: &page.path,
        checked,
        board,
    }
}

fn change(how: How, figure: &ComparedDiagram<'_>, does: &str) -> BookChange {
    let ComparedDiagram { decl, page, .. } = figure;
    let title = if decl.title.is_empty() {
        String::new()
    } else {
        format!(", “{}”,", decl.title)
    };
    let says = format!("The figure {}{title} {does}.", decl.id.text);
    BookChange::new(DiffKind::Figure, how, &decl.id.text, says).with("page", json!(page))
}

/// Returns the change of a figure that could not be computed in one of the states. What the other
/// state shows does not count as gained or lost.
fn undrawn(
    was: &ComparedDiagram<'_>,
    is: &ComparedDiagram<'_>,
    own: Own<'_>,
) -> Option<BookChange> {
    let is_computed = |figure: &ComparedDiagram<'_>| figure.checked.is_computed();
    let does = match [was, is].map(is_computed) {
        [false, true] => "could not be computed before",
        [true, false] => "can no longer be computed",
        _ => return None,
    };
    let mut change = change(How::Changed, is, does);
    change.picture = is_computed(is).then(|| drawn(is, &is.checked.shown, own));
    Some(change.with(
        "verdict",
        json!([was.checked.verdict.name(), is.checked.verdict.name()]),
    ))
}

/// Draws a diagram on the board of a figure.
fn drawn(figure: &ComparedDiagram<'_>, diagram: &Diagram, own: Own<'_>) -> ChangePicture {
    let name = &figure.decl.id.text;
    let id = format!("{}-figure-{name}", own.checked.book.name);
    picture::drawn(
        own,
        diagram,
        figure.board,
        &id,
        format!("The figure {name}"),
    )
}

fn changed(
    was: &ComparedDiagram<'_>,
    is: &ComparedDiagram<'_>,
    own: Own<'_>,
) -> Option<BookChange> {
    if let Some(change) = undrawn(was, is, own) {
        return Some(change);
    }
    let mut parts = Vec::new();
    let [before, after] = [was, is].map(pieces);
    for (pieces, verb) in [
        (only(&after, &before), "gained"),
        (only(&before, &after), "lost"),
    ] {
        let pieces: Vec<String> = pieces.cloned().collect();
        if !pieces.is_empty() {
            parts.push(format!("{verb} {}", joined(&pieces, "and")));
        }
    }
    let (mut rows, mut marked) = (Vec::new(), [CellSet::EMPTY; 3]);
    for (symbol, gained, lost) in marks(was, is) {
        let names = is.board.names_of(&gained);
        let did = gained_and_lost(&names, &lost);
        parts.extend(did.map(|did| format!("{did} under the mark {symbol}")));
        marked[1] = marked[1] | gained;
        marked[2] = marked[2] | lost.iter().filter_map(|name| is.board.cell(name)).collect();
        rows.push(json!({"mark": symbol, "gained": names, "lost": lost}));
    }
    if was.decl.title != is.decl.title {
        parts.push(format!("had the title “{}”", was.decl.title));
    }
    let (old, new) = (was.checked.verdict, is.checked.verdict);
    if old != new {
        parts.push(format!(
            "changed its verdict from {} to {}",
            old.name(),
            new.name()
        ));
    }
    if parts.is_empty() {
        return None;
    }
    let mut change = change(How::Changed, is, &joined(&parts, "and"));
    if !rows.is_empty() {
        let all = is
            .checked
            .marks
            .iter()
            .fold(CellSet::EMPTY, |all, mark| all | mark.cells);
        let mut diagram = is.checked.shown.clone();
        diagram.title = String::new();
        let meanings = [
            ("x", "still marked"),
            ("+", "newly marked"),
            ("-", "no longer marked"),
        ];
        let [_, gained, lost] = marked;
        diagram.marks = picture::marks(meanings, [all - gained, gained, lost]);
        change.picture = Some(drawn(is, &diagram, own));
        change = change.with("marks", json!(rows));
    }
    Some(change.with("verdict", json!([old.name(), new.name()])))
}

/// Returns, for each mark that differs, the cells that it gained and the names of those that it
/// lost.
fn marks<'a>(
    was: &'a ComparedDiagram<'_>,
    is: &'a ComparedDiagram<'_>,
) -> Vec<(&'a str, CellSet, Vec<String>)> {
    let cells = |figure: &ComparedDiagram<'_>, symbol: &str| {
        let mark = figure
            .checked
            .marks
            .iter()
            .find(|mark| mark.symbol == symbol);
        mark.map(|mark| mark.cells).unwrap_or_default()
    };
    let mut symbols: Vec<&str> = is
        .checked
        .marks
        .iter()
        .map(|mark| mark.symbol.as_str())
        .collect();
    symbols.extend(was.checked.marks.iter().map(|mark| mark.symbol.as_str()));
    let mut found: Vec<(&str, CellSet, Vec<String>)> = Vec::new();
    for symbol in symbols {
        let [before, after] = [cells(was, symbol), cells(is, symbol)];
        let gained = after.iter().filter(|cell| {
            let there = was.board.cell(is.board.name(*cell));
            there.is_none_or(|there| !before.contains(there))
        });
        let gained: CellSet = gained.collect();
        let mut lost = was.board.names_of(&before);
        lost.retain(|name| is.board.cell(name).is_none_or(|cell| !after.contains(cell)));
        let is_new = found.iter().all(|(known, ..)| *known != symbol);
        if is_new && !(gained.is_empty() && lost.is_empty()) {
            found.push((symbol, gained, lost));
        }
    }
    found
}

/// Describes the pieces of a figure: "the white Haxxaba H1 on g4".
fn pieces(figure: &ComparedDiagram<'_>) -> Vec<String> {
    let piece = |piece: &ShownPiece| {
        let cell = figure.board.name(piece.cell);
        format!(
            "the {} {} {} on {cell}",
            piece.side.name(),
            piece.kind,
            piece.label
        )
    };
    figure.checked.shown.pieces.iter().map(piece).collect()
}
