//! How far a book was checked: a line and a bar for its front page and for the list of books.
//!
//! ```text
//! 28 figures and 274 facts of the source were compared with the rules: 21 errata, 27 open questions.
//! ██████▒███████████████░░░░░····
//! ```

use super::reference::count_phrase;
use padma_book::claim::Verdict;
use padma_book::judge::Checked;
use padma_book::report::Totals;
use padma_words::{Listing, Say, SlotValue, say};

/// What a check of the source finds, in the order in which the errata page lists it.
pub(crate) const FOUND: [Verdict; 2] = [Verdict::Erratum, Verdict::Depends];

/// Returns the sentence that precedes the findings: what was compared with the sources or, for a
/// book without a source, what was computed.
pub(crate) fn lead(checked: &Checked, totals: &Totals) -> Say {
    let (figures, facts) = (totals.figures, totals.facts());
    let sources = checked.book.decl.sources.len();
    let compared = [
        (figures > 0).then(|| say!(labels::Figures, count = figures)),
        (facts > 0).then(|| say!(labels::Facts, count = facts)),
    ];
    let things = Listing::And.of(compared.into_iter().flatten());
    let count = figures + facts;
    match (count, totals.computed) {
        (0, 0) => say!(labels::NothingChecked),
        (0, count) => say!(labels::StatementsComputed, count),
        _ => say!(labels::FactsCompared, things, sources, count),
    }
}

/// Returns the whole line.
pub(crate) fn summary(checked: &Checked) -> String {
    let found = FOUND.into_iter();
    let found = found.filter(|verdict| checked.count_listed(*verdict) > 0);
    let found = Listing::And.of(found.filter_map(|verdict| count_phrase(checked, verdict)));
    let failing = checked.tally(Verdict::Fails) + checked.tally(Verdict::Error);
    let lead = lead(checked, &Totals::of(checked));
    checked
        .book
        .decl
        .words
        .say(say!(labels::Checked, lead, found, failing))
}

/// A part of the bar, or of its legend.
pub(crate) struct BarPart {
    /// Its class, which decides its colour.
    pub class: &'static str,
    pub count: usize,
}

impl BarPart {
    /// Returns what it counts, as it is said after the number.
    pub(crate) fn meaning(&self) -> Say {
        say!(labels::BarPart, part = SlotValue::Key(self.class))
    }
}

/// Returns the parts of the bar that count anything.
pub(crate) fn bar_parts(totals: &Totals) -> Vec<BarPart> {
    let right = totals.facts().saturating_sub(totals.wrong);
    let parts = [
        ("source", right),
        ("wrong", totals.wrong),
        ("rules", totals.computed),
        ("repeats", totals.repeats),
        ("unchecked", totals.not_computed),
    ];
    let parts = parts.map(|(class, count)| BarPart { class, count });
    parts.into_iter().filter(|part| part.count > 0).collect()
}

/// Draws the bar, with its words for those who do not see it; empty for a book without checks.
pub(crate) fn described_bar(checked: &Checked) -> String {
    let totals = &Totals::of(checked);
    let parts = bar_parts(totals);
    let part = |part: &BarPart| {
        let (count, meaning) = (part.count, part.meaning());
        say!(labels::CountedPart, count, meaning)
    };
    let words = checked
        .book
        .decl
        .words
        .say(Listing::Enumeration.of(parts.iter().map(part)));
    match bar(totals) {
        bar if bar.is_empty() => bar,
        bar => format!("{bar}<span class=\"unseen\">{words}.</span>"),
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
    for BarPart { class, count } in parts {
        svg += &format!("<rect class=\"{class}\" x=\"{before}\" width=\"{count}\" height=\"1\"/>");
        before += count;
    }
    svg + "</svg>"
}
