//! A check's summary for a terminal: a line for each book, and a last line about what is not
//! judged. Failures have been reported as diagnostics, with their places. A book in which nothing
//! fails may still state much that nothing checks.

use super::totals::counted;
use crate::claim::Verdict;
use crate::judge::{Checked, Coverage, FactKind};

/// Returns the line about a book's verdicts.
pub fn summary_line(checked: &Checked, colours: bool) -> String {
    // The variant's own errors have been reported; those of its claims are their consequences.
    let is_unjudged = checked.book.variant_failed;
    let tallies = Verdict::ALL.map(|verdict| (verdict, checked.tally(verdict)));
    line(&checked.book.name, &tallies, is_unjudged, colours)
}

/// Returns the line about the verdicts of several books together.
pub fn total_line(books: &[Checked], colours: bool) -> String {
    let sum = |verdict| books.iter().map(|book| book.tally(verdict)).sum();
    let tallies = Verdict::ALL.map(|verdict| (verdict, sum(verdict)));
    line(&format!("{} books", books.len()), &tallies, false, colours)
}

fn line(name: &str, tallies: &[(Verdict, usize)], is_unjudged: bool, colours: bool) -> String {
    let total: usize = tallies.iter().map(|(_, count)| count).sum();
    let present = tallies.iter().filter(|(_, count)| *count > 0);
    let parts: Vec<String> = present
        .map(|(verdict, count)| {
            let word = match *verdict == Verdict::Error && is_unjudged {
                true => "not judged, as the variant has errors",
                false => word(*verdict, *count),
            };
            paint(*verdict, &format!("{count} {word}"), colours)
        })
        .collect();
    let checks = if total == 1 { "check" } else { "checks" };
    let colon = if parts.is_empty() { "" } else { ": " };
    format!("{name}: {total} {checks}{colon}{}\n", parts.join(", "))
}

fn word(verdict: Verdict, count: usize) -> &'static str {
    let [one, several] = match verdict {
        Verdict::Holds => ["holds", "hold"],
        Verdict::Erratum => ["erratum", "errata"],
        Verdict::Depends => ["open"; 2],
        Verdict::Unchecked => ["not computed"; 2],
        Verdict::Fails => ["fails", "fail"],
        Verdict::Error => ["error", "errors"],
    };
    if count == 1 { one } else { several }
}

fn paint(verdict: Verdict, text: &str, colours: bool) -> String {
    let code = match verdict {
        Verdict::Holds => "32",
        Verdict::Erratum | Verdict::Depends => "33",
        Verdict::Unchecked => "2",
        Verdict::Fails | Verdict::Error => "31;1",
    };
    if colours {
        format!("\x1b[{code}m{text}\x1b[0m")
    } else {
        text.to_string()
    }
}

/// Counts, over several books, of what is judged and of what is not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unjudged {
    /// Claims, marks and recorded moves that the rules have judged.
    judged: usize,
    /// Numbers and cells in the text that no claim covers.
    uncovered_words: usize,
    statements: usize,
    diagrams: usize,
    /// Books that were not judged because their variants have errors.
    unread: usize,
}

impl Unjudged {
    /// Adds a book to the counts.
    pub fn add(&mut self, checked: &Checked, coverage: &Coverage) {
        if checked.book.variant_failed {
            self.unread += 1;
            return;
        }
        let judged = Verdict::ALL
            .iter()
            .filter(|verdict| **verdict != Verdict::Unchecked);
        self.judged += judged.map(|verdict| checked.tally(*verdict)).sum::<usize>();
        for fact in coverage.uncovered_facts() {
            *match fact.kind {
                FactKind::Diagram => &mut self.diagrams,
                FactKind::Statement => &mut self.statements,
                _ => &mut self.uncovered_words,
            } += 1;
        }
    }

    /// Returns the counts in one line; `None` if nothing is left unjudged.
    pub fn left(&self) -> Option<String> {
        let left = |count, one, many| (count > 0).then(|| counted(count, one, many));
        let parts = [
            left(
                self.uncovered_words,
                "number or cell in the text is covered by no claim",
                "numbers and cells in the text are covered by no claim",
            ),
            left(
                self.statements,
                "true statement has no word that is understood",
                "true statements have no word that is understood",
            ),
            left(
                self.diagrams,
                "diagram is checked against nothing",
                "diagrams are checked against nothing",
            ),
            left(
                self.unread,
                "book was not judged, as its variant has errors",
                "books were not judged, as their variants have errors",
            ),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("; ") + "\n")
    }

    /// Returns the counts in one line, or a line that says that nothing is left.
    pub(super) fn line(&self) -> String {
        let none = match self.judged {
            0 => "there is nothing to judge: no claim, no mark, no number and no cell\n",
            _ => "every number and cell in the text is covered by a claim\n",
        };
        self.left().unwrap_or_else(|| none.to_string())
    }
}
