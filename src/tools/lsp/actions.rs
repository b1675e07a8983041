//! Code actions: correct a misspelt word, replace a stated number or list by what the rules give, write a claim that the words of
//! a fact may make, and format a text.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::document::{LineIndex, uri_of};
use super::snapshot::Snapshot;
use padma_book::format::edits;
use padma_book::judge::{CheckedClaim, Correction, corrections};
use padma_book::load::display_path;
use padma_book::propose::{claim_edits, propose_on};
use padma_text::diag::{Diagnostic, Diagnostics};
use padma_text::{SourceId, Sources, Span};

const QUICK_FIX: &str = "quickfix";
/// The kind of an action that writes a proposed claim: it mends nothing, so no editor may apply it by itself.
const CLAIM: &str = "refactor";
/// The kind of the action that makes all corrections of a page at once, for example on saving.
const FIX_ALL: &str = "source.fixAll";

/// Returns the code actions in a range of a file; `only` limits them to some kinds.
pub(super) fn actions(
    book: &Snapshot,
    path: &Path,
    range: lsp_types::Range,
    only: Option<&[String]>,
) -> Value {
    let Some(source) = book.source(path) else {
        return json!([]);
    };
    let text = book.session.sources.get(source).text();
    let lines = LineIndex::new(text);
    let (start, end) = (lines.offset(range.start), lines.offset(range.end));
    let touches = |span: Span| {
        span.source == source && span.range().start <= end && start <= span.range().end
    };
    let is_wanted = |kind: &str| {
        only.is_none_or(|only| only.iter().any(|wanted| kind.starts_with(wanted.as_str())))
    };
    let mut list: Vec<Value> = Vec::new();
    let edit = |edits: Vec<(Span, String)>| {
        let edits = edits
            .into_iter()
            .map(|(span, new)| lines.edit(span.range(), &new));
        let changes: Map<String, Value> = [(
            uri_of(&display_path(path)),
            json!(edits.collect::<Vec<Value>>()),
        )]
        .into_iter()
        .collect();
        json!({ "changes": changes })
    };
    if is_wanted(QUICK_FIX) {
        let near = book
            .session
            .diagnostics
            .iter()
            .filter_map(|complaint| near_miss(complaint, book));
        for (span, meant) in near.filter(|(span, _)| touches(*span)) {
            let title = format!("Write `{meant}`");
            list.push(json!({ "title": title, "kind": QUICK_FIX, "isPreferred": true, "edit": edit(vec![(span, meant)]) }));
        }
        for correction in corrections_within(book, source, &touches) {
            let words: Vec<&str> = correction
                .edits
                .iter()
                .map(|edit| edit.new.as_str())
                .collect();
            let title = format!("Write what the rules give: {}", words.join(", "));
            let edits = correction
                .edits
                .iter()
                .map(|edit| (edit.span, edit.new.clone()))
                .collect();
            list.push(json!({ "title": title, "kind": QUICK_FIX, "edit": edit(edits) }));
        }
    }
    if is_wanted(CLAIM) {
        for (title, edits) in proposed_claims(book, source, &touches) {
            list.push(json!({ "title": title, "kind": CLAIM, "edit": edit(edits) }));
        }
    }
    if is_wanted(FIX_ALL) {
        let all = corrections_within(book, source, &|span| span.source == source);
        let edits: Vec<_> = all
            .into_iter()
            .flat_map(|correction| correction.edits)
            .map(|edit| (edit.span, edit.new))
            .collect();
        if !edits.is_empty() {
            list.push(json!({ "title": "Write what the rules give, on the whole page", "kind": FIX_ALL, "edit": edit(edits) }));
        }
    }
    json!(list)
}

/// Returns the place of a complaint's misspelt word, and the word that was meant.
fn near_miss(complaint: &Diagnostic, book: &Snapshot) -> Option<(Span, String)> {
    let ((word, meant), span) = (
        complaint.near_miss.as_ref()?,
        complaint.primary.as_ref()?.span,
    );
    let text = book.session.sources.slice(span);
    let mut places = text.match_indices(word.as_str()).map(|(at, _)| at);
    // If the word occurs twice, the place is ambiguous.
    let at = places
        .next()
        .filter(|_| places.next().is_none() && !word.is_empty())?;
    Some((span.slice(at..at + word.len()), meant.clone()))
}

/// Returns the claims that the facts in a range of a page may make, each with the edits that write it.
fn proposed_claims(
    book: &Snapshot,
    source: SourceId,
    touches: &dyn Fn(Span) -> bool,
) -> Vec<(String, Vec<(Span, String)>)> {
    let (Some(checked), session) = (&book.checked, &book.session) else {
        return Vec::new();
    };
    let variants = &session.library.variants;
    let mut pages = checked.book.pages.iter();
    let Some(page) = pages.position(|page| page.source == source) else {
        return Vec::new();
    };
    let mut claims = Vec::new();
    for fact in propose_on(checked, variants, page) {
        for candidate in fact.candidates.iter().filter(|_| touches(fact.span)) {
            let expression = &candidate.expression;
            let edits = claim_edits(checked, variants, &session.sources, &fact, expression);
            let Ok(edits) = edits else { continue };
            let title = format!("Claim `{expression}`: {}", fact.outcome(candidate));
            let edits = edits.into_iter().map(|edit| (edit.span, edit.new));
            claims.push((title, edits.collect()));
        }
    }
    claims
}

fn corrections_within(
    book: &Snapshot,
    source: SourceId,
    contains: &dyn Fn(Span) -> bool,
) -> Vec<Correction> {
    let (Some(checked), session) = (&book.checked, &book.session) else {
        return Vec::new();
    };
    let is_wanted = |claim: &CheckedClaim| {
        let span = checked.link(claim).span;
        span.source == source && contains(span)
    };
    corrections(
        checked,
        &session.library.variants,
        &session.sources,
        is_wanted,
    )
    .0
}

/// Returns the edits that format a page or a variant as `padma fmt` does, from its text alone.
/// Text that cannot be parsed is left as it is: a check reports why.
pub(super) fn format_edits(path: &Path, text: &str) -> Value {
    let mut sources = Sources::default();
    let source = sources.add(display_path(path), text);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let (edits, lines) = (
        edits(&name, source, &sources, &mut Diagnostics::default()),
        LineIndex::new(text),
    );
    let edits = edits
        .iter()
        .map(|edit| lines.edit(edit.span.range(), &edit.new));
    json!(edits.collect::<Vec<Value>>())
}
