//! A check's summary for a terminal: a line for each book, and a last line about what is not
//! judged. Failures have been reported as diagnostics, with their places. A book in which nothing
//! fails may still state much that nothing checks.

use crate::claim::Verdict;
use crate::judge::{Checked, Coverage, FactKind, FactState};

/// Returns the line about a book's verdicts.
pub fn summary_line(checked: &Checked, colours: bool) -> String {
    let total: usize = Verdict::ALL
        .iter()
        .map(|verdict| checked.tally(*verdict))
        .sum();
    let parts: Vec<String> = Verdict::ALL
        .iter()
        .map(|verdict| (verdict, checked.tally(*verdict)))
        .filter(|(_, count)| *count > 0)
        .map(|(verdict, count)| {
            // The variant's own errors have been reported; these are their consequences.
            let is_consequence = *verdict == Verdict::Error && checked.book.variant_failed;
            let word = if is_consequence {
                "not judged, as the variant has errors"
            } else {
                word(*verdict, count)
            };
            paint(*verdict, &format!("{count} {word}"), colours)
        })
        .collect();
    let name = &checked.book.name;
    let what = if total == 1 { "check" } else { "checks" };
    let colon = if parts.is_empty() { "" } else { ": " };
    format!("{name}: {total} {what}{colon}{}\n", parts.join(", "))
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
    unchecked: usize,
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
        let unchecked = checked.tally(Verdict::Unchecked);
        let all: usize = Verdict::ALL
            .iter()
            .map(|verdict| checked.tally(*verdict))
            .sum();
        let uncovered = coverage.count(FactState::Uncovered);
        let uncovered_of = |kind| {
            coverage
                .uncovered_facts()
                .filter(|fact| fact.kind == kind)
                .count()
        };
        let (diagrams, statements) = (
            uncovered_of(FactKind::Diagram),
            uncovered_of(FactKind::Statement),
        );
        if checked.book.variant_failed {
            self.unread += 1;
            return;
        }
        self.judged += all - unchecked;
        self.unchecked += unchecked;
        self.uncovered_words += uncovered - diagrams - statements;
        self.statements += statements;
        self.diagrams += diagrams;
    }

    /// Returns the counts in one line.
    pub fn line(&self) -> String {
        let counted = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {many}")),
        };
        let parts = [
            counted(
                self.uncovered_words,
                "number or cell in the text is covered by no claim",
                "numbers and cells in the text are covered by no claim",
            ),
            counted(
                self.statements,
                "true statement has no word that is understood",
                "true statements have no word that is understood",
            ),
            counted(
                self.diagrams,
                "diagram is checked against nothing",
                "diagrams are checked against nothing",
            ),
            counted(
                self.unchecked,
                "claim is not computed",
                "claims are not computed",
            ),
            counted(
                self.unread,
                "book was not judged, as its variant has errors",
                "books were not judged, as their variants have errors",
            ),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match (parts.is_empty(), self.judged) {
            (false, _) => parts.join("; ") + "\n",
            (true, 0) => {
                "there is nothing to judge: no claim, no mark, no number and no cell\n".to_string()
            }
            (true, _) => "every number and cell in the text is covered by a claim\n".to_string(),
        }
    }
}
