//! `padma propose`: the claims that plain prose may make, for people and for programs.

use serde_json::{Value as Json, json};

use super::json::value_view;
use crate::judge::Checked;
use crate::propose::{BoundBy, Candidate, PageConflict, Proposal};
use padma_text::{Sources, Span};
use padma_variant::resolve::Variants;

/// Returns the facts of a book for programs.
pub fn proposals_json(
    checked: &Checked,
    proposals: &[Proposal],
    variants: &Variants,
    sources: &Sources,
) -> Json {
    let candidate = |proposal: &Proposal, candidate: &Candidate| {
        json!({
            "expression": candidate.expression,
            "value": value_view(&candidate.value, &variants.rules(proposal.variant).variant),
            "agrees": candidate.agrees,
            "says": candidate.says,
            "bound_by": candidate.bound_by,
            "where": candidate.place.name(),
            "rivals": candidate.rivals,
        })
    };
    let fact = |proposal: &Proposal| {
        let place = sources.line_column(proposal.span);
        json!({
            "page": checked.book.pages[proposal.page].path,
            "line": place.line,
            "column": place.column,
            "sentence": proposal.sentence,
            "text": proposal.text,
            "kind": proposal.kind.name(),
            "candidates": proposal.candidates.iter().map(|it| candidate(proposal, it)).collect::<Vec<_>>(),
            "none": proposal.none,
        })
    };
    json!({
        // A page that belongs to no book has none.
        "book": Some(&checked.book.name).filter(|name| !name.is_empty()),
        "facts": proposals.iter().map(fact).collect::<Vec<_>>(),
    })
}

/// Returns the whole document for programs.
pub fn propose_json(books: &[Json]) -> String {
    let document = json!({ "books": books });
    // Only texts, numbers and truths, so serialising cannot fail.
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

/// Returns the facts of a book for people: what its pages say against themselves, then the facts that disagree with the rules, then
/// the others in the order of the pages.
pub fn proposal_lines(
    checked: &Checked,
    conflicts: &[PageConflict],
    proposals: &[Proposal],
    sources: &Sources,
) -> String {
    let (disagreeing, others): (Vec<&Proposal>, Vec<&Proposal>) =
        proposals.iter().partition(|proposal| proposal.disagrees());
    let conflicts: String = conflicts
        .iter()
        .map(|conflict| {
            format!(
                "\n{}  {}\n",
                place(checked, conflict.page, conflict.span, sources),
                conflict.message
            )
        })
        .collect();
    let facts = disagreeing.iter().chain(&others);
    let facts: String = facts
        .map(|proposal| fact_lines(checked, proposal, sources))
        .collect();
    let heading = match checked.book.name.as_str() {
        "" => String::new(),
        name => format!("{name}: {}\n", proposal_counts(proposals)),
    };
    format!("{heading}{conflicts}{facts}")
}

/// Says of how many facts of a page something was found: "judged 34 of 52, 1 disagrees".
pub fn judged_line(proposals: &[Proposal]) -> String {
    let judged = proposals
        .iter()
        .filter(|it| !it.candidates.is_empty())
        .count();
    let disagree = proposals.iter().filter(|it| it.disagrees()).count();
    let verb = if disagree == 1 {
        "disagrees"
    } else {
        "disagree"
    };
    format!(
        "judged {judged} of {}, {disagree} {verb}\n",
        proposals.len()
    )
}

/// Counts facts: "12 facts without a claim: 2 disagree, 9 agree, 1 without a candidate".
fn proposal_counts(proposals: &[Proposal]) -> String {
    let disagree = proposals.iter().filter(|it| it.disagrees()).count();
    let bare = proposals
        .iter()
        .filter(|it| it.candidates.is_empty())
        .count();
    let (all, agree) = (proposals.len(), proposals.len() - disagree - bare);
    let noun = if all == 1 { "fact" } else { "facts" };
    format!(
        "{all} {noun} without a claim: {disagree} disagree, {agree} agree, {bare} without a candidate"
    )
}

/// Writes where something stands: `index.md:7:24`.
fn place(checked: &Checked, page: usize, span: Span, sources: &Sources) -> String {
    let place = sources.line_column(span);
    format!(
        "{}:{}:{}",
        checked.book.pages[page].path, place.line, place.column
    )
}

/// Returns a fact with its candidates.
pub fn fact_lines(checked: &Checked, proposal: &Proposal, sources: &Sources) -> String {
    let at = place(checked, proposal.page, proposal.span, sources);
    let mut lines = format!("\n{at}  {}\n", proposal.text);
    lines += &format!("    {}\n", proposal.sentence);
    for (at, candidate) in proposal.candidates.iter().enumerate() {
        lines += &format!(
            "  {}  {}  {}\n",
            at + 1,
            candidate.expression,
            proposal.outcome(candidate)
        );
        lines += &format!("     {}\n", candidate.says);
        lines += &format!("     bound by {}\n", binding(candidate));
    }
    if let Some(reason) = &proposal.none {
        lines += &format!("  -  {reason}\n");
    }
    lines
}

/// Says what binds a candidate: “has”, “Knights” and the heading.
pub fn binding(candidate: &Candidate) -> String {
    let words: Vec<String> = candidate
        .bound_by
        .iter()
        .map(|word| format!("“{word}”"))
        .collect();
    let place = match candidate.place {
        BoundBy::Sentence => None,
        BoundBy::Earlier => Some("the sentence before"),
        BoundBy::Page => Some("the heading"),
        BoundBy::Figure => Some("the figure"),
        BoundBy::Table => Some("the head of the table"),
    };
    let words = Some(words.join(", ")).filter(|words| !words.is_empty());
    let parts = words.into_iter().chain(place.map(str::to_string));
    parts.collect::<Vec<_>>().join(" and ")
}
