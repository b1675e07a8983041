//! How far a book was checked: a line and a bar for its front page and for the list of books.
//!
//! ```text
//! 28 figures and 274 facts of the source were compared with the rules: 21 errata, 27 open questions.
//! ██████▒███████████████░░░░░····
//! ```

use super::reference::count_phrase;
use padma_book::claim::Verdict;
use padma_book::judge::Checked;
use padma_book::report::{Totals, counted};
use padma_text::english::join_list;

/// What a check of the source finds, in the order in which the errata page lists it.
pub(crate) const FOUND: [Verdict; 2] = [Verdict::Erratum, Verdict::Depends];

/// Returns the sentence that precedes the findings: what was compared with the sources or, for a
/// book without a source, what was computed.
pub(crate) fn lead(checked: &Checked, totals: &Totals) -> String {
    let some = |count, one, several| (count > 0).then(|| counted(count, one, several));
    let source = match checked.book.decl.sources.len() {
        0 | 1 => "the source",
        _ => "the sources",
    };
    let compared = [
        some(totals.figures, "figure", "figures"),
        some(totals.facts(), "fact", "facts"),
    ];
    let compared: Vec<String> = compared.into_iter().flatten().collect();
    let are = |count| if count == 1 { "was" } else { "were" };
    if !compared.is_empty() {
        let are = are(totals.figures + totals.facts());
        let compared = join_list(&compared, "and");
        return format!("{compared} of {source} {are} compared with the rules");
    }
    match some(totals.computed, "statement", "statements") {
        Some(computed) => format!(
            "{computed} {} computed from the rules",
            are(totals.computed)
        ),
        None => "This book makes no statement that can be checked".to_string(),
    }
}

/// Returns the whole line.
pub(crate) fn summary(checked: &Checked) -> String {
    let lead = lead(checked, &Totals::of(checked));
    let found = FOUND.into_iter();
    let found = found.filter(|verdict| checked.count_listed(*verdict) > 0);
    let found: Vec<String> = found
        .filter_map(|verdict| count_phrase(checked, verdict))
        .collect();
    let failing = checked.tally(Verdict::Fails) + checked.tally(Verdict::Error);
    let found = match found.as_slice() {
        [] => String::new(),
        found => format!(": {}", join_list(found, "and")),
    };
    match failing {
        0 => format!("{lead}{found}."),
        1 => format!("{lead}{found}. 1 claim fails."),
        failing => format!("{lead}{found}. {failing} claims fail."),
    }
}

/// A part of the bar, or of its legend.
pub(crate) struct BarPart {
    /// Its class, which decides its colour.
    pub class: &'static str,
    pub count: usize,
    /// What it counts, after the number.
    pub meaning: &'static str,
}

/// Returns the parts of the bar that count anything.
pub(crate) fn bar_parts(totals: &Totals) -> Vec<BarPart> {
    let part = |class, count, meaning| BarPart {
        class,
        count,
        meaning,
    };
    let right = totals.facts().saturating_sub(totals.wrong);
    let parts = [
        part("source", right, "compared with the source, which is right"),
        part("wrong", totals.wrong, "wrong in the source"),
        part("rules", totals.computed, "computed from the rules"),
        part(
            "repeats",
            totals.repeats,
            "repeated from a declaration or a figure",
        ),
        part("unchecked", totals.not_computed, "not computed"),
    ];
    parts.into_iter().filter(|part| part.count > 0).collect()
}

/// Draws the bar, with its words for those who do not see it; empty for a book without checks.
pub(crate) fn described_bar(totals: &Totals) -> String {
    let words: Vec<String> = bar_parts(totals)
        .iter()
        .map(|part| format!("{} {}", part.count, part.meaning))
        .collect();
    match words.is_empty() {
        true => String::new(),
        false => format!(
            "{}<span class=\"unseen\">{}.</span>",
            bar(totals),
            words.join(", ")
        ),
    }
}

/// Draws the bar; empty for a book without checks.
pub(crate) fn bar(totals: &Totals) -> String {
    let parts = bar_parts(totals);
    let all: usize = parts.iter().map(|part| part.count).sum();
    if all == 0 {
        return String::new();
    }
    let mut before = 0;
    let mut svg = format!(
        "<svg class=\"bar\" viewBox=\"0 0 {all} 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
    );
    for BarPart { class, count, .. } in parts {
        svg += &format!("<rect class=\"{class}\" x=\"{before}\" width=\"{count}\" height=\"1\"/>");
        before += count;
    }
    svg + "</svg>"
}
