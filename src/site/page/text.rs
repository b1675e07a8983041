//! Pieces of text that several pages share: anchors, paths, notes, and what a reader sees of a paragraph.

use pulldown_cmark::{Event, Tag, TagEnd};
use serde_json::{Value as Json, json};

use super::edition::Edition;
use padma_book::claim::Verdict;
use padma_book::judge::{Checked, CheckedClaim, CheckedDiagram};
use padma_book::pages::links::anchor;
use padma_book::pages::page::{Flow, Page, is_inline};
use padma_rules::model::CellSet;
use padma_rules::movement::words::capitalised;
use padma_text::on_one_line;

/// What a page's path is as the target of a link: on the site, or in the Markdown edition.
pub(crate) type Url = fn(&str) -> String;

/// A text of a view; empty where there is none.
pub(crate) fn said<'a>(view: &'a Json, key: &str) -> &'a str {
    view[key].as_str().unwrap_or_default()
}

/// A view with what another adds to it.
pub(crate) fn with(mut view: Json, more: Json) -> Json {
    if let (Json::Object(view), Json::Object(more)) = (&mut view, more) {
        view.extend(more);
    }
    view
}

/// The chapters of a book's view, with other addresses of their pages; none where a page has none.
pub(crate) fn led(book: &Json, url: impl Fn(&str) -> Option<String>) -> Json {
    let mut chapters = book["chapters"].clone();
    for chapter in chapters.as_array_mut().into_iter().flatten() {
        for entry in chapter["pages"].as_array_mut().into_iter().flatten() {
            entry["url"] = url(said(entry, "url")).into();
        }
    }
    chapters
}

/// A remark under the name of its verdict; `of` says what it is about.
pub(crate) fn note(verdict: Verdict, of: &str, text: &str) -> Json {
    json!({"verdict": verdict.name(), "heading": heading(verdict).to_string() + of, "text": text})
}

pub(crate) fn heading(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "Computed.",
        Verdict::Erratum => "Slip in the source.",
        Verdict::Depends => "Open question.",
        Verdict::Unchecked => "Taken on trust:",
        Verdict::Fails => "Fails:",
        Verdict::Error => "Error:",
    }
}

/// What leads to a claim on its page; to the page alone where the claim is shown as text.
pub(crate) fn claim_link(checked: &Checked, claim: &CheckedClaim) -> String {
    match checked.book.pages[claim.page].claims[claim.link].is_noted {
        true => String::new(),
        false => format!("#{}", anchor("c", &claim.id)),
    }
}

/// A note as a sentence of its own.
pub(crate) fn sentence(note: &str) -> String {
    if note.is_empty() {
        return String::new();
    }
    // A note may begin with the name of a cell, which stays as it is.
    let is_cell = note
        .split([' ', ',', ';'])
        .next()
        .is_some_and(padma_rules::model::Board::is_name_shaped);
    let text = if is_cell {
        note.to_string()
    } else {
        capitalised(note)
    };
    let end = if note.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    text + end
}

/// Where the source's diagram and the rules part ways, one note for each mark.
pub(crate) fn notes(edition: &Edition<'_>, diagram: &CheckedDiagram) -> Vec<Json> {
    let figure = edition.checked.figure(diagram);
    let board = &edition.variants.rules(figure.variant).variant.board;
    let wrong = |verdict| matches!(verdict, Verdict::Erratum | Verdict::Fails | Verdict::Error);
    let of_mark = |mark: &padma_book::judge::CheckedMark| {
        let printed = mark.source.unwrap_or_default();
        let names = |set: CellSet| board.names_of(&set).join(", ");
        let mut parts = Vec::new();
        for (cells, what) in [
            (printed - mark.cells, "also marks"),
            (mark.cells - printed, "leaves out"),
        ] {
            if !cells.is_empty() {
                parts.push(format!("{what} {}", names(cells)));
            }
        }
        let difference = format!("the source {}", parts.join(" and "));
        let text = sentence(&format!("{difference}. {}", sentence(&mark.note)));
        note(mark.verdict, &format!(" Mark {}:", mark.symbol), &text)
    };
    let decl = &edition.checked.book.pages[diagram.page].diagrams[diagram.index];
    let drawn = decl.drawing_errata.iter().map(|erratum| {
        let cells: Vec<&str> = erratum
            .cells
            .iter()
            .map(|cell| cell.text.as_str())
            .collect();
        let difference = format!("the source's drawing leaves out {}", cells.join(", "));
        note(
            Verdict::Erratum,
            "",
            &sentence(&format!("{difference}. {}", sentence(&erratum.note))),
        )
    });
    diagram
        .marks
        .iter()
        .filter(|mark| wrong(mark.verdict))
        .map(of_mark)
        .chain(drawn)
        .collect()
}

/// The way from a page back to the book's folder.
pub(crate) fn root(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}

/// `pieces/rook.md` becomes `pieces/rook.html`, whatever is named on the page.
pub(crate) fn html_path(path: &str) -> String {
    let (page, anchor) = path.split_once('#').unwrap_or((path, ""));
    let hash = if anchor.is_empty() { "" } else { "#" };
    let (stem, end) = page
        .strip_suffix(".md")
        .map_or((page, ""), |stem| (stem, ".html"));
    [stem, end, hash, anchor].concat()
}

/// The words of a page's first paragraph.
pub(crate) fn first_paragraph(page: &Page) -> String {
    let start = |flow: &Flow| matches!(flow, Flow::Markdown(Event::Start(Tag::Paragraph), _));
    let end = |flow: &&Flow| !matches!(flow, Flow::Markdown(Event::End(TagEnd::Paragraph), _));
    let paragraph = page
        .flow
        .iter()
        .skip_while(|flow| !start(flow))
        .take_while(end);
    let text: String = paragraph
        .map(|flow| match flow {
            Flow::Markdown(event, _) => words(event),
            _ => "",
        })
        .collect();
    on_one_line(&text)
}

/// What a reader sees of an event; a block's end parts words as a space does.
pub(crate) fn words<'a>(event: &'a Event<'static>) -> &'a str {
    match event {
        Event::Text(text) | Event::Code(text) => text,
        Event::Start(_) => "",
        Event::End(tag) if is_inline(*tag) => "",
        Event::End(_) | Event::SoftBreak | Event::HardBreak => " ",
        _ => "",
    }
}
