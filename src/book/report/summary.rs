//! A check's summary for a terminal: a line for each book, and a last line about what is not
//! judged. Failures have been reported as diagnostics, with their places. A book in which nothing
//! fails may still state much that nothing checks.

use super::totals::counted;
use crate::claim::Verdict;
use crate::judge::{Checked, Coverage, FactKind, SentenceCounts, SentenceState, book_sentences};

/// The outcomes of some checks, counted.
#[derive(Clone, Copy, Default)]
struct Tallies {
    verdicts: [usize; Verdict::ALL.len()],
    /// How many of those that hold only repeat what their author has typed elsewhere.
    repeats: usize,
}

impl Tallies {
    fn add(&mut self, checked: &Checked) {
        for verdict in Verdict::ALL {
            self.verdicts[verdict as usize] += checked.tally(verdict);
        }
        self.repeats += checked.repeats();
    }
}

/// Returns the line about a book's verdicts.
pub fn summary_line(checked: &Checked, colours: bool) -> String {
    // The variant's own errors have been reported; those of its claims are their consequences.
    let is_unjudged = checked.book.variant_failed;
    let mut tallies = Tallies::default();
    tallies.add(checked);
    line(&checked.book.name, tallies, is_unjudged, colours)
}

/// Returns the line about the verdicts of several books together.
pub fn total_line(books: &[Checked], colours: bool) -> String {
    let mut tallies = Tallies::default();
    books.iter().for_each(|book| tallies.add(book));
    line(&format!("{} books", books.len()), tallies, false, colours)
}

fn line(name: &str, tallies: Tallies, is_unjudged: bool, colours: bool) -> String {
    let mut parts = Vec::new();
    let mut add = |verdict: Verdict, count: usize, word: &str| {
        let part = paint(verdict, &format!("{count} {word}"), colours);
        parts.extend((count > 0).then_some(part));
    };
    for verdict in Verdict::ALL {
        let count = tallies.verdicts[verdict as usize];
        match verdict {
            Verdict::Error if is_unjudged => {
                add(verdict, count, "not judged, as the variant has errors")
            }
            Verdict::Holds => {
                let own = count - tallies.repeats;
                add(verdict, own, word(verdict, own));
            }
            Verdict::Unchecked => {
                let repeats = if tallies.repeats == 1 {
                    "repeats"
                } else {
                    "repeat"
                };
                add(verdict, tallies.repeats, repeats);
                add(verdict, count, word(verdict, count));
            }
            _ => add(verdict, count, word(verdict, count)),
        }
    }
    let total: usize = tallies.verdicts.iter().sum();
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
    /// How many of these fail or cannot be evaluated.
    failing: usize,
    /// Numbers and cells in the text that no claim covers.
    uncovered_words: usize,
    statements: usize,
    diagrams: usize,
    sentences: SentenceCounts,
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
        let tallies = Verdict::ALL.map(|verdict| (verdict, checked.tally(verdict)));
        for (verdict, count) in tallies {
            self.judged += if verdict == Verdict::Unchecked {
                0
            } else {
                count
            };
            self.failing += match verdict {
                Verdict::Fails | Verdict::Error => count,
                _ => 0,
            };
        }
        for fact in coverage.uncovered_facts() {
            *match fact.kind {
                FactKind::Diagram => &mut self.diagrams,
                // Its claim fails.
                FactKind::Statement => continue,
                _ => &mut self.uncovered_words,
            } += 1;
        }
        self.statements += coverage.unspoken_statements(checked);
        let sentences = book_sentences(checked);
        sentences
            .iter()
            .for_each(|sentence| self.sentences.add(sentence));
    }

    /// Returns the counts in one line; `None` if nothing is left unjudged.
    pub fn left(&self) -> Option<String> {
        let left = |count, one, many| (count > 0).then(|| counted(count, one, many));
        let sentences = |state, one, many| left(self.sentences.count(state), one, many);
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
            sentences(
                SentenceState::Wrong,
                "sentence is wrong",
                "sentences are wrong",
            ),
            sentences(
                SentenceState::Changed,
                "sentence has changed since it was read",
                "sentences have changed since they were read",
            ),
            sentences(
                SentenceState::Unread,
                "sentence is unread",
                "sentences are unread",
            ),
            sentences(
                SentenceState::Rests,
                "sentence rests on a rule or a source",
                "sentences rest on rules or sources",
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

    /// Returns the counts in one line, which begins with what is covered if all is.
    pub(super) fn line(&self) -> String {
        let is_settled = |state| self.sentences.count(state) == 0;
        let is_covered = self.failing + self.uncovered_words + self.diagrams == 0
            && self.unread == 0
            && is_settled(SentenceState::Wrong)
            && is_settled(SentenceState::Changed);
        let covered = match (is_covered, self.judged) {
            (false, _) => None,
            (true, 0) => {
                Some("there is nothing to judge: no claim, no mark, no number and no cell")
            }
            (true, _) => Some("every number and cell in the text is covered by a claim"),
        };
        let left = self.left();
        let parts = covered
            .into_iter()
            .chain(left.as_deref().map(str::trim_end));
        let line = parts.collect::<Vec<_>>().join("; ");
        line + if covered.is_some() || left.is_some() {
            "\n"
        } else {
            ""
        }
    }
}
