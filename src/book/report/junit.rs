//! `padma check --format junit`: a test suite for each book, a test for each claim, mark, recorded
//! move and result.

use std::fmt::Write;

use crate::claim::Verdict;
use crate::judge::{Checked, Coverage};
use padma_text::{Sources, Span, xml_escaped};

/// Returns the whole document, from the XML of the suites.
pub(super) fn junit(suites: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n{suites}</testsuites>\n")
}

/// A claim, a mark, a recorded move or a result.
struct JunitCase<'a> {
    id: String,
    page: usize,
    span: Span,
    verdict: Verdict,
    note: &'a str,
}

/// Returns a book's suite.
pub(super) fn suite(checked: &Checked, coverage: Option<&Coverage>, sources: &Sources) -> String {
    let all = cases(checked);
    let count = |verdict| all.iter().filter(|case| case.verdict == verdict).count();
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
        let _ = writeln!(
            out,
            "<properties><property name=\"coverage\" value=\"{percent}\"/></properties>"
        );
    }
    for JunitCase {
        id,
        page,
        span,
        verdict,
        note,
    } in all
    {
        let page = &checked.book.pages[page];
        let (name, class) = (xml_escaped(&id), xml_escaped(&page.path));
        let (file, line) = (
            xml_escaped(sources.get(page.source).name()),
            sources.line_column(span).line,
        );
        let _ = write!(
            out,
            "<testcase name=\"{name}\" classname=\"{class}\" file=\"{file}\" line=\"{line}\""
        );
        let element = match verdict {
            Verdict::Fails => "failure",
            Verdict::Error => "error",
            Verdict::Unchecked => "skipped",
            Verdict::Holds | Verdict::Erratum | Verdict::Depends => {
                out.push_str("/>\n");
                continue;
            }
        };
        let _ = writeln!(
            out,
            "><{element} message=\"{}\"/></testcase>",
            xml_escaped(note)
        );
    }
    out + "</testsuite>\n"
}

/// Returns all claims, marks, recorded moves and results of a book.
fn cases(checked: &Checked) -> Vec<JunitCase<'_>> {
    let pages = &checked.book.pages;
    let claims = checked.claims.iter().map(|claim| {
        let (page, span) = (claim.page, pages[claim.page].claims[claim.link].span);
        let (verdict, note) = (claim.judgement.verdict, claim.judgement.note.as_str());
        JunitCase {
            id: claim.id.clone(),
            page,
            span,
            verdict,
            note,
        }
    });
    let marks = checked.diagrams.iter().flat_map(|diagram| {
        let (page, decl) = (diagram.page, &pages[diagram.page].diagrams[diagram.index]);
        diagram.marks.iter().map(move |mark| {
            let id = format!("{} {}", decl.id.text, mark.symbol);
            JunitCase {
                id,
                page,
                span: decl.span,
                verdict: mark.verdict,
                note: &mark.note,
            }
        })
    });
    let recorded = checked.games.iter().flat_map(|game| {
        checked.recorded_moves(game).map(|recorded| {
            let (verdict, note) = (recorded.checked.verdict, recorded.checked.note.as_str());
            JunitCase {
                id: recorded.id,
                page: game.page,
                span: recorded.written.span,
                verdict,
                note,
            }
        })
    });
    claims.chain(marks).chain(recorded).collect()
}
