//! Reports of a check, for people and for programs. Each format has a file.

mod baseline;
mod beside;
mod coverage;
mod json;
mod junit;
mod moves;
mod propose;
mod review;
mod strength;
mod summary;
mod totals;
mod verbose;

pub use baseline::{Baseline, BaselineNames};
pub use moves::move_json;
pub use propose::{binding, fact_lines, judged_line, proposal_lines, proposals_json, propose_json};
pub use review::{review_json, sentence_ids, sentence_lines, sentences_json, state_counts};
pub use strength::place_json;
pub use summary::{Unjudged, summary_line, total_line};
pub use totals::{Totals, counted};

use crate::judge::{Checked, Coverage, Strength};
use padma_text::Sources;
use padma_text::diag::Diagnostics;
use padma_variant::resolve::Variants;

padma_text::named! {
    /// The format of a report.
    pub enum ReportFormat by name {
        /// For people.
        Human "human",
        /// For programs.
        Json "json",
        /// JUnit XML, with a case for each claim.
        Junit "junit",
        /// SARIF, the exchange format of code scanners.
        Sarif "sarif",
        /// Workflow commands that GitHub shows beside the lines.
        Github "github",
    }
}

/// A report to which books are added one at a time, so that no book need stay in memory.
#[derive(Debug)]
pub struct Report {
    format: ReportFormat,
    /// Whether the format for people uses colours.
    colours: bool,
    /// Whether the report includes coverage.
    with_coverage: bool,
    /// Whether the format for people describes each claim.
    is_verbose: bool,
    /// The rows of the table that is printed instead of a line for each book.
    table: Option<Vec<(String, Totals, String)>>,
    unjudged: Unjudged,
    /// The part about each book.
    books: Vec<String>,
    /// The lines about each book's coverage and strength.
    covered: Vec<String>,
    /// The uncovered facts, vacuous claims and unnoticed facts of each book.
    uncovered: Vec<String>,
    /// The same, for the formats that show complaints beside the text.
    notes: Diagnostics,
}

impl Report {
    /// Creates an empty report. The flags say whether it uses colours, includes coverage, prints
    /// every verdict, and is a table of totals.
    pub fn new(
        format: ReportFormat,
        colours: bool,
        with_coverage: bool,
        is_verbose: bool,
        is_table: bool,
    ) -> Report {
        let (books, covered, uncovered) = (Vec::new(), Vec::new(), Vec::new());
        let (unjudged, notes) = (Unjudged::default(), Diagnostics::default());
        Report {
            format,
            colours,
            with_coverage,
            is_verbose,
            table: is_table.then(Vec::new),
            unjudged,
            books,
            covered,
            uncovered,
            notes,
        }
    }

    /// Whether the report uses the coverage of books.
    pub fn needs_coverage(&self) -> bool {
        self.with_coverage || self.format == ReportFormat::Human
    }

    /// Adds a book, with its coverage if [`Report::needs_coverage`].
    pub fn add(
        &mut self,
        checked: &Checked,
        coverage: Option<&Coverage>,
        strength: Option<&Strength>,
        variants: &Variants,
        sources: &Sources,
    ) {
        coverage
            .into_iter()
            .for_each(|coverage| self.unjudged.add(checked, coverage));
        let coverage = coverage.filter(|_| self.with_coverage);
        match self.format {
            ReportFormat::Human => {
                if self.is_verbose {
                    self.books
                        .push(verbose::claims(checked, strength, variants, sources));
                }
                match &mut self.table {
                    Some(rows) => rows.push((
                        checked.book.name.clone(),
                        Totals::of(checked),
                        totals::source_title(checked),
                    )),
                    None => self.books.push(summary_line(checked, self.colours)),
                }
                if let Some(coverage) = coverage {
                    self.covered.push(coverage::line(checked, coverage));
                    self.uncovered
                        .push(coverage::list(checked, coverage, sources, self.colours));
                }
                if let Some(strength) = strength {
                    self.covered.push(strength::line(checked, strength));
                    self.uncovered
                        .push(strength::list(checked, strength, sources, self.colours));
                }
            }
            ReportFormat::Json => self
                .books
                .push(json::book(checked, coverage, strength, variants, sources)),
            ReportFormat::Junit => self.books.push(junit::suite(checked, coverage, sources)),
            ReportFormat::Sarif | ReportFormat::Github => {
                let notes = coverage
                    .into_iter()
                    .flat_map(|all| coverage::notes(checked, all, sources));
                notes.for_each(|note| self.notes.push(note));
                strength
                    .into_iter()
                    .for_each(|strength| self.notes.extend(strength::notes(checked, strength)));
            }
        }
    }

    /// Returns the whole document, including the complaints about the books where the format has a
    /// place for them.
    pub fn finish(self, complaints: &Diagnostics, sources: &Sources) -> String {
        let all = || {
            let mut all = complaints.clone();
            all.extend(self.notes.clone());
            all
        };
        match self.format {
            ReportFormat::Human if self.table.is_some() => {
                totals::table(self.table.as_deref().unwrap_or_default())
            }
            ReportFormat::Human if self.books.is_empty() => String::new(),
            ReportFormat::Human => {
                let gap = if self.uncovered.concat().is_empty() {
                    ""
                } else {
                    "\n"
                };
                [self.books, self.covered, self.uncovered].concat().concat()
                    + gap
                    + &self.unjudged.line()
            }
            ReportFormat::Json => json::json(&self.books),
            ReportFormat::Junit => junit::junit(&self.books.concat()),
            ReportFormat::Sarif => beside::sarif(&all(), sources),
            ReportFormat::Github => beside::github(&all(), sources),
        }
    }
}
