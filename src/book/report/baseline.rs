//! Known findings. With a list of them, an existing book can be checked at once: only new findings
//! fail. A finding is identified by its content, not by its line.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::judge::Checked;
use padma_text::diag::{Diagnostic, Diagnostics, Severity};
use padma_text::{Sources, Span};

/// The identity of a finding: its code, its file below the content folder, the claim if it has a
/// name, and the message.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct KnownComplaint {
    code: String,
    file: String,
    claim: Option<String>,
    message: String,
}

/// The file that holds known findings.
#[derive(Deserialize)]
struct BaselineFile {
    findings: Vec<KnownComplaint>,
}

/// Known findings, each with the number of times it was found.
#[derive(Clone, Debug, Default)]
pub struct Baseline(BTreeMap<KnownComplaint, usize>);

/// The names of claims and files in findings.
#[derive(Debug)]
pub struct BaselineNames {
    /// The path of the content folder, which is removed from the start of file names.
    content: String,
    /// The named claims, with their places.
    claims: Vec<(Span, String)>,
}

impl BaselineNames {
    /// Creates the names for files below the content folder, whose path is given as the program
    /// shows it.
    pub fn new(content: String) -> BaselineNames {
        BaselineNames {
            content,
            claims: Vec::new(),
        }
    }

    /// Adds the named claims of a book. A claim's number on its page is not a name.
    pub fn add(&mut self, checked: &Checked) {
        for claim in &checked.claims {
            let page = &checked.book.pages[claim.page];
            let name = claim.id.split('#').next().unwrap_or_default();
            if name != page.path {
                self.claims
                    .push((page.claims[claim.link].span, name.to_string()));
            }
        }
    }

    fn known_complaint(&self, complaint: &Diagnostic, sources: &Sources) -> KnownComplaint {
        let at = complaint.span();
        let file = at.map_or("", |at| sources.get(at.source).name());
        let file = file
            .strip_prefix(&self.content)
            .map_or(file, |rest| rest.trim_start_matches('/'));
        let is_around = |(claim, _): &&(Span, String)| {
            at.is_some_and(|at| {
                claim.source == at.source && claim.start <= at.start && at.end <= claim.end
            })
        };
        KnownComplaint {
            code: complaint.code.name().to_string(),
            file: file.to_string(),
            claim: self
                .claims
                .iter()
                .find(is_around)
                .map(|(_, name)| name.clone()),
            message: complaint.on_one_line(),
        }
    }
}

impl Baseline {
    /// Collects all errors among some complaints.
    pub fn from_complaints(
        complaints: &Diagnostics,
        names: &BaselineNames,
        sources: &Sources,
    ) -> Baseline {
        let mut baseline = Baseline::default();
        for complaint in complaints.only_errors() {
            *baseline
                .0
                .entry(names.known_complaint(complaint, sources))
                .or_default() += 1;
        }
        baseline
    }

    /// Reads what [`Baseline::print`] printed.
    pub fn read(text: &str) -> Option<Baseline> {
        let mut baseline = Baseline::default();
        for known in serde_json::from_str::<BaselineFile>(text).ok()?.findings {
            *baseline.0.entry(known).or_default() += 1;
        }
        Some(baseline)
    }

    /// Prints one finding a line, sorted by code, then by file.
    pub fn print(&self) -> String {
        // Writing text cannot fail.
        let row = |known: &KnownComplaint| serde_json::to_string(known).unwrap_or_default();
        let rows = self
            .0
            .iter()
            .flat_map(|(known, count)| std::iter::repeat_n(row(known), *count));
        format!(
            "{{\"version\":1,\"findings\":[\n{}\n]}}\n",
            rows.collect::<Vec<_>>().join(",\n")
        )
    }

    /// Returns the number of findings.
    pub fn count(&self) -> usize {
        self.0.values().sum()
    }

    /// Returns the complaints that are not known, and removes the known ones from the baseline.
    /// Findings that remain in it were not found again.
    pub fn new_complaints(
        &mut self,
        all: &Diagnostics,
        names: &BaselineNames,
        sources: &Sources,
    ) -> Diagnostics {
        let mut new = Diagnostics::default();
        for complaint in all.iter() {
            let known = names.known_complaint(complaint, sources);
            let is_error = complaint.severity == Severity::Error;
            match self
                .0
                .get_mut(&known)
                .filter(|count| is_error && **count > 0)
            {
                Some(count) => *count -= 1,
                None => new.push(complaint.clone()),
            }
        }
        new
    }
}
