//! Known findings, so that an old book can be checked from its first day. A finding is identified
//! by its content and not by its line; only new ones fail.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::judge::Checked;
use padma_text::diag::{Diagnostic, Diagnostics, Severity};
use padma_text::{Sources, Span};

/// What identifies a finding: its code, its file below the content folder, the claim if it has a
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

/// The places of named claims, and how files are named in findings.
#[derive(Debug)]
pub struct BaselineNames {
    /// The prefix of file names that is removed.
    content: String,
    claims: Vec<(Span, String)>,
}

impl BaselineNames {
    /// Creates the names for files below this folder, given as the program shows its path.
    pub fn new(content: String) -> BaselineNames {
        BaselineNames {
            content,
            claims: Vec::new(),
        }
    }

    /// Adds the named claims of a book; running numbers are not names.
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
            message: complaint.in_a_line(),
        }
    }
}

impl Baseline {
    /// Collects all errors among some complaints.
    pub fn of(complaints: &Diagnostics, names: &BaselineNames, sources: &Sources) -> Baseline {
        let mut found = Baseline::default();
        for complaint in complaints.only_errors() {
            *found
                .0
                .entry(names.known_complaint(complaint, sources))
                .or_default() += 1;
        }
        found
    }

    /// Reads what [`Baseline::print`] printed.
    pub fn read(text: &str) -> Option<Baseline> {
        let mut found = Baseline::default();
        for known in serde_json::from_str::<BaselineFile>(text).ok()?.findings {
            *found.0.entry(known).or_default() += 1;
        }
        Some(found)
    }

    /// Prints one finding a line, in the order of the files.
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

    /// Returns the complaints that are not known. The findings that remain afterwards were not
    /// found again.
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
