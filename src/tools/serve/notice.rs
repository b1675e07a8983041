//! What the server adds to a site: the script that keeps a page up to date, the errors in the form
//! that the script reads, and a page for each path without a file.

use serde_json::{Value as Json, json};

use padma_book::propose::Proposal;
use padma_book::report::binding;
use padma_site::served::{PlacedComplaint, ServedBook};
use padma_templates::SERVED_NOTICE;
use padma_text::{percent_encoded, xml_escaped};

/// The path of the script.
pub(super) const SCRIPT: &str = "/.padma/client.js";

/// Adds the script to a page, before all other scripts; `seen` identifies this version of the
/// page.
pub(super) fn add_script(page: &str, seen: &str) -> String {
    let script = format!("<script src=\"{SCRIPT}\" data-seen=\"{seen}\" defer></script>");
    let head = page
        .find("<head")
        .and_then(|at| Some(at + page[at..].find('>')? + 1));
    let (before, after) = page.split_at(head.unwrap_or(0));
    [before, &script, after].concat()
}

/// Returns a page that explains why the requested one cannot be shown.
pub(crate) fn page(title: &str, says: &str) -> String {
    SERVED_NOTICE
        .replace("{{ title }}", &xml_escaped(title))
        .replace("{{ says }}", &xml_escaped(says))
}

/// Returns the complaints about a book for the script. `root` is the path of the book.
pub(super) fn complaints_json(complaints: &[PlacedComplaint<'_>], root: &str) -> Json {
    let view = |(number, placed): (usize, &PlacedComplaint<'_>)| {
        let complaint = placed.complaint;
        json!({
            "number": number,
            "severity": complaint.severity.name(),
            "code": complaint.code.name(),
            "message": complaint.message,
            "label": complaint.primary.as_ref().map(|label| &label.text),
            "help": complaint.help,
            "place": placed.place.map(|(file, at)| format!("{file}:{}:{}", at.line, at.column)),
            "page": placed.page.as_ref().map(|page| format!("{root}{}", percent_encoded(page))),
        })
    };
    complaints
        .iter()
        .enumerate()
        .take(MAX_SHOWN)
        .map(view)
        .collect()
}

/// Returns the claims proposed for a page's facts for the script: first where the text disagrees.
pub(super) fn proposals_json(book: &ServedBook, path: &str) -> Json {
    let mut facts = book.proposals(path);
    facts.retain(|fact| !fact.candidates.is_empty());
    facts.sort_by_key(|fact| !fact.disagrees());
    let view = |fact: &Proposal| {
        let candidates = fact.candidates.iter().map(|candidate| {
            json!({
                "expression": candidate.expression,
                "outcome": fact.outcome(candidate),
                "says": candidate.says,
                "bound_by": binding(candidate),
            })
        });
        json!({
            "place": book.session.sources.place(fact.span),
            "text": fact.text,
            "sentence": fact.sentence,
            "disagrees": fact.disagrees(),
            "candidates": candidates.collect::<Json>(),
        })
    };
    facts.iter().take(MAX_SHOWN).map(view).collect()
}

/// Maximum number of complaints, and of facts, that a page shows.
const MAX_SHOWN: usize = 100;
