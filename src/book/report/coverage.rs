//! `padma check --coverage`: how many numbers, cells and names of the prose claims cover, and which
//! no claim covers; how many sentences are computed, and what was found about them.

use serde_json::{Map, Value as Json, json};

use super::review::state_word;
use crate::judge::{Checked, Coverage, FactState, SentenceState, fact_text, uncovered_fact_note};
use padma_text::Sources;
use padma_text::diag::Diagnostic;
use padma_variant::terminal;

/// The maximum number of uncovered facts that are listed for a book; all are counted.
const MAX_LISTED: usize = 500;

/// Returns the line about a book's coverage.
pub(super) fn line(checked: &Checked, coverage: &Coverage) -> String {
    let count = |state| coverage.count(state);
    format!(
        "{}: {}% of {} numbers, cells and names covered: {} checked, {} not computed, {} uncovered; {}\n",
        checked.book.name,
        percent(coverage),
        coverage.facts.len(),
        count(FactState::Checked),
        count(FactState::NotComputed),
        count(FactState::Uncovered),
        coverage.sentences.print()
    )
}

/// Lists a book's uncovered facts, each with its place.
pub(super) fn list(
    checked: &Checked,
    coverage: &Coverage,
    sources: &Sources,
    colours: bool,
) -> String {
    let text: String = notes(checked, coverage, sources)
        .map(|note| format!("\n{}", terminal::render(&note, sources, colours)))
        .collect();
    match coverage
        .uncovered_facts()
        .count()
        .saturating_sub(MAX_LISTED)
    {
        0 => text,
        more => text + &format!("\nand {more} more in {}\n", checked.book.name),
    }
}

/// Returns a book's uncovered facts as notes that are shown beside the text.
pub(super) fn notes(
    checked: &Checked,
    coverage: &Coverage,
    sources: &Sources,
) -> impl Iterator<Item = Diagnostic> {
    coverage
        .uncovered_facts()
        .take(MAX_LISTED)
        .map(|fact| uncovered_fact_note(fact, checked, sources))
}

/// Returns a book's coverage as JSON.
pub(super) fn json(checked: &Checked, coverage: &Coverage, sources: &Sources) -> Json {
    let listed = coverage.uncovered_facts().take(MAX_LISTED).map(|fact| {
        let place = sources.line_column(fact.span);
        json!({
            "kind": fact.kind.name(),
            "text": fact_text(fact, sources),
            "page": checked.book.pages[fact.page].path,
            "line": place.line,
            "column": place.column,
            "claim": fact.claim.map(|claim| &checked.claims[claim].id),
        })
    });
    let states: Map<String, Json> = SentenceState::ALL
        .iter()
        .map(|state| {
            let count = coverage.sentences.count(*state);
            (state_word(*state).to_string(), count.into())
        })
        .collect();
    json!({
        "facts": coverage.facts.len(),
        "checked": coverage.count(FactState::Checked),
        "declared": coverage.count(FactState::NotComputed),
        "loose": coverage.count(FactState::Uncovered),
        "percent": coverage.per_mille() as f64 / 10.0,
        "sentences": coverage.sentences.all,
        "computed": coverage.sentences.computed,
        "drawn": coverage.sentences.from_figure,
        "states": states,
        "list": listed.collect::<Vec<_>>(),
    })
}

/// Prints the coverage in percent: `93.6`.
pub(super) fn percent(coverage: &Coverage) -> String {
    let tenths = coverage.per_mille();
    format!("{}.{}", tenths / 10, tenths % 10)
}
