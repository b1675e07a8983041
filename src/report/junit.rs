//! `padma check --format junit`: a test suite for each book, a test for each claim and mark.

use std::fmt::Write;

use super::finding::{Finding, findings};
use crate::claim::Verdict;
use crate::judge::{Checked, Coverage};
use crate::text::{Sources, xml_escaped};

/// The document that holds these suites.
pub(super) fn junit(suites: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n{suites}</testsuites>\n")
}

/// A book's suite.
pub(super) fn suite(checked: &Checked, coverage: Option<&Coverage>, sources: &Sources) -> String {
    let all = findings(checked, sources);
    let count = |verdict| all.iter().filter(|finding| finding.verdict == verdict).count();
    let mut out = format!(
        "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n",
        xml_escaped(&checked.book.name),
        all.len(),
        count(Verdict::Fails),
        count(Verdict::Error),
        count(Verdict::Unchecked)
    );
    if let Some(coverage) = coverage {
        let percent = super::coverage::percent(coverage);
        let _ = writeln!(out, "<properties><property name=\"coverage\" value=\"{percent}\"/></properties>");
    }
    all.iter().for_each(|finding| case(&mut out, finding));
    out + "</testsuite>\n"
}

fn case(out: &mut String, finding: &Finding) {
    let (name, class) = (xml_escaped(&finding.id), xml_escaped(&finding.page));
    let (file, line) = (xml_escaped(&finding.file), finding.line);
    let _ = write!(out, "<testcase name=\"{name}\" classname=\"{class}\" file=\"{file}\" line=\"{line}\"");
    let note = xml_escaped(&finding.note);
    let _ = match finding.verdict {
        Verdict::Fails => writeln!(out, "><failure message=\"{note}\"/></testcase>"),
        Verdict::Error => writeln!(out, "><error message=\"{note}\"/></testcase>"),
        Verdict::Unchecked => writeln!(out, "><skipped message=\"{note}\"/></testcase>"),
        Verdict::Holds | Verdict::Erratum | Verdict::Depends => writeln!(out, "/>"),
    };
}
