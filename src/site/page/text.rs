//! Texts and helpers that several pages share: anchors, paths, notes, and the visible words of a
//! paragraph.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::edition::{Edition, SaidClaim};
use padma_book::claim::Verdict;
use padma_book::judge::{Checked, CheckedClaim, CheckedDiagram};
use padma_book::pages::content::{Node, NodeKind, visible_words};
use padma_book::pages::ids::anchor;
use padma_book::pages::made::folder;
use padma_book::pages::page::Page;
use padma_expr::{ExprValue, Quotation};
use padma_rules::model::{CellSet, Variant};
use padma_text::english::capitalise;
use padma_text::on_one_line;
use padma_words::{Listing, Say, SlotValue, row, say};

/// Writes a value of a claim for readers; pieces have their names.
pub(crate) fn shown(edition: &Edition<'_>, claim: &CheckedClaim, value: &ExprValue) -> String {
    let Some(index) = claim.variant else {
        return String::new();
    };
    let variant = &edition.variants.rules(index).variant;
    match value {
        ExprValue::Kinds(kinds) if !kinds.is_empty() => {
            let names = kinds.iter().map(|kind| variant.kind(*kind).name.as_str());
            names.collect::<Vec<_>>().join(", ")
        }
        value => value_text(edition, value, variant),
    }
}

/// Writes a value: names as they are, and the words of expressions as the language has them.
pub(crate) fn value_text(edition: &Edition<'_>, value: &ExprValue, variant: &Variant) -> String {
    edition.say(row("labels.value", value.show(variant)))
}

/// Returns the text under a key of a view; empty if there is none.
pub(crate) fn text_of<'a>(view: &'a Json, key: &str) -> &'a str {
    view[key].as_str().unwrap_or_default()
}

/// Writes a value of strings, numbers and lists, which always serialises.
pub(super) fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Removes the null members of an object.
pub(super) fn drop_nulls(mut object: Json) -> Json {
    if let Json::Object(members) = &mut object {
        members.retain(|_, value| !value.is_null());
    }
    object
}

/// Returns a view with the members of another added.
pub(crate) fn merge(mut view: Json, more: Json) -> Json {
    if let (Json::Object(view), Json::Object(more)) = (&mut view, more) {
        view.extend(more);
    }
    view
}

/// Returns the chapters of a book's view with the addresses of their pages mapped, without the pages
/// for which `url` returns `None`.
pub(crate) fn chapters_with_urls(book: &Json, url: impl Fn(&str) -> Option<String>) -> Json {
    let mut chapters = book["chapters"].clone();
    for chapter in chapters.as_array_mut().into_iter().flatten() {
        let Some(pages) = chapter["pages"].as_array_mut() else {
            continue;
        };
        pages.retain_mut(|entry| match url(text_of(entry, "url")) {
            Some(url) => {
                entry["url"] = url.into();
                true
            }
            None => false,
        });
    }
    chapters
}

/// Returns the view of a remark. `heading` names the verdict and what the remark is about.
pub(crate) fn remark(edition: &Edition<'_>, verdict: Verdict, heading: Say, text: &str) -> Json {
    json!({"verdict": verdict.name(), "heading": edition.say(heading), "text": text})
}

/// Returns the heading of a remark on a statement with this verdict.
pub(crate) fn heading(verdict: Verdict) -> Say {
    say!(
        labels::VerdictHeading,
        verdict = SlotValue::Key(verdict.name())
    )
}

/// Returns the words of a source and their place: “any of 5 cells” (section H1.2).
pub(crate) fn quoted_words(quotation: &Quotation) -> String {
    let Quotation { words, place, .. } = quotation;
    match place.is_empty() {
        true => format!("“{words}”"),
        false => format!("“{words}” ({place})"),
    }
}

/// Returns the fragment that leads to a claim on its page; empty for a claim in the words of a
/// block, which has no anchor.
pub(crate) fn claim_link(checked: &Checked, claim: &CheckedClaim) -> String {
    match checked.book.pages[claim.page].claims[claim.link].is_in_block {
        true => String::new(),
        false => format!("#{}", anchor("c", &claim.id)),
    }
}

/// Splits a text into plain parts and code, which is between backticks.
pub(crate) fn code_parts(text: &str) -> Vec<Json> {
    let parts = text.split('`').enumerate();
    parts
        .map(|(at, text)| json!({"text": text, "is_code": at % 2 == 1}))
        .collect()
}

/// Returns the view of what a claim or a mark says: the text, its parts, and the expression unless
/// the text contains code.
pub(crate) fn restatement(says: Option<&SaidClaim>, expression: Option<String>) -> Json {
    let is_in_code = says.is_some_and(|says| !says.is_in_words);
    let says = says.map(|says| says.text.as_str());
    json!({
        "says_parts": says.map(code_parts),
        "says": says,
        "expression": expression.filter(|_| !is_in_code),
    })
}

/// Returns the members of a list in a view; none of another value.
pub(crate) fn members(list: &Json) -> impl Iterator<Item = &Json> {
    list.as_array().into_iter().flatten()
}

/// Turns a note into a full sentence.
pub(crate) fn sentence(note: &str) -> String {
    if note.is_empty() {
        return String::new();
    }
    // A note may begin with the name of a cell, which is not capitalised.
    let is_cell = note
        .split([' ', ',', ';'])
        .next()
        .is_some_and(padma_rules::model::Board::is_name_shaped);
    let text = if is_cell {
        note.to_string()
    } else {
        capitalise(note)
    };
    let end = if note.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    text + end
}

/// Returns a note for each mark in which the source's diagram and the rules differ, and for each
/// error in the source's drawing.
pub(crate) fn notes(edition: &Edition<'_>, diagram: &CheckedDiagram) -> Vec<Json> {
    let figure = edition.checked.figure(diagram);
    let board = &edition.variants.rules(figure.variant).variant.board;
    let is_wrong = |verdict| matches!(verdict, Verdict::Erratum | Verdict::Fails | Verdict::Error);
    let mark_note = |mark: &padma_book::judge::CheckedMark| {
        let printed = mark.source.unwrap_or_default();
        let names = |set: CellSet| board.names_of(&set).join(", ");
        let (more, less) = (printed - mark.cells, mark.cells - printed);
        let ways = [
            (!more.is_empty()).then(|| say!(labels::AlsoMarks, cells = names(more))),
            (!less.is_empty()).then(|| say!(labels::LeavesOut, cells = names(less))),
        ];
        let differs = edition.say(say!(
            labels::SourceDiffers,
            ways = Listing::And.of(ways.into_iter().flatten())
        ));
        let heading = say!(
            labels::RemarkOnMark,
            heading = heading(mark.verdict),
            symbol = &mark.symbol
        );
        let text = format!("{differs} {}", sentence(&mark.note));
        remark(edition, mark.verdict, heading, &text)
    };
    let decl = &edition.checked.book.pages[diagram.page].diagrams[diagram.index];
    let drawing_notes = decl.drawing_errata.iter().map(|erratum| {
        let cells = erratum.cells.iter().map(|cell| &cell.text);
        let differs = edition.say(say!(
            labels::DrawingLeavesOut,
            cells = Listing::Enumeration.of(cells)
        ));
        let text = format!("{differs} {}", sentence(&erratum.note.text));
        remark(edition, Verdict::Erratum, heading(Verdict::Erratum), &text)
    });
    diagram
        .marks
        .iter()
        .filter(|mark| is_wrong(mark.verdict))
        .map(mark_note)
        .chain(drawing_notes)
        .collect()
}

/// Returns the path from a page back to the book's folder.
pub(crate) fn root(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}

/// Returns the path in the Markdown edition for a file that both editions show.
pub(crate) fn markdown_path(path: &str) -> String {
    format!("{}{path}", folder::MARKDOWN)
}

/// Turns `pieces/rook.md` into `pieces/rook.html`; keeps the anchor.
pub(crate) fn html_path(path: &str) -> String {
    let (page, anchor) = path.split_once('#').unwrap_or((path, ""));
    let hash = if anchor.is_empty() { "" } else { "#" };
    let (stem, end) = page
        .strip_suffix(".md")
        .map_or((page, ""), |stem| (stem, ".html"));
    [stem, end, hash, anchor].concat()
}

/// Returns the words of a page's first paragraph.
pub(crate) fn first_paragraph(page: &Page) -> String {
    fn find(nodes: &[Node]) -> Option<&Node> {
        let mut nodes = nodes.iter();
        nodes.find_map(|node| match node.kind {
            NodeKind::Paragraph => Some(node),
            _ => find(&node.children),
        })
    }
    find(&page.content).map_or_else(String::new, |node| {
        on_one_line(&visible_words(&node.children))
    })
}
