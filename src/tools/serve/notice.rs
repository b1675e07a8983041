//! What the server adds to a site: the script that keeps a page up to date, what is wrong as the script reads it, and pages
//! that stand where there is none.

use serde_json::{Value as Json, json};

use padma_site::served::PlacedComplaint;
use padma_templates::SERVED_NOTICE;
use padma_text::{percent_encoded, xml_escaped};

/// Where the script is found.
pub(super) const SCRIPT: &str = "/.padma/client.js";
/// A page with the script in it, which stands before all others; `seen` is what the page is known by.
pub(super) fn with_script(page: &str, seen: &str) -> String {
    let script = format!("<script src=\"{SCRIPT}\" data-seen=\"{seen}\" defer></script>");
    let head = page
        .find("<head")
        .and_then(|at| Some(at + page[at..].find('>')? + 1));
    let (before, after) = page.split_at(head.unwrap_or(0));
    [before, &script, after].concat()
}

/// A page that says why there is no other.
pub(crate) fn page(title: &str, says: &str) -> String {
    SERVED_NOTICE
        .replace("{{ title }}", &xml_escaped(title))
        .replace("{{ says }}", &xml_escaped(says))
}

/// What is wrong with a book, for the script; `root` is the way to the book.
pub(super) fn flaws(complaints: &[PlacedComplaint<'_>], root: &str) -> Json {
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
        .take(MOST_SHOWN)
        .map(view)
        .collect()
}

/// No page shows more.
const MOST_SHOWN: usize = 100;
