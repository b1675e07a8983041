//! What a check found, for people and for programs: one file for each form.

mod coverage;
mod github;
mod human;
mod json;
mod junit;
mod sarif;

pub use coverage::{human as human_coverage, notes};
pub use github::github;
pub use human::human;
pub use json::json;
pub use junit::junit;
pub use sarif::sarif;

use crate::claim::Verdict;
use crate::diag::Diagnostic;
use crate::judge::{Checked, place, ply_id};
use crate::text::Sources;

/// A claim, a mark or a recorded move, as a line of a list.
struct Finding {
    id: String,
    page: String,
    line: usize,
    verdict: Verdict,
    note: String,
}

/// All claims, marks and recorded moves of a book.
fn findings(checked: &Checked, sources: &Sources) -> Vec<Finding> {
    let claims = checked.claims.iter().map(|claim| {
        let (page, line, _) = place(checked, claim, sources);
        let judgement = &claim.judgement;
        Finding { id: claim.id.clone(), page, line, verdict: judgement.verdict, note: judgement.note.clone() }
    });
    let marks = checked.diagrams.iter().flat_map(|diagram| {
        let page = &checked.book.pages[diagram.page];
        let decl = &page.diagrams[diagram.index];
        diagram.marks.iter().map(|mark| Finding {
            id: format!("{} {}", decl.id.text, mark.symbol),
            page: page.path.clone(),
            line: sources.line_column(decl.span).line,
            verdict: mark.verdict,
            note: mark.note.clone(),
        })
    });
    let plies = checked.games.iter().flat_map(|game| {
        let page = &checked.book.pages[game.page];
        let (_, played) = checked.played(game);
        played.replay.plies.iter().zip(&game.plies).map(|(ply, judged)| Finding {
            id: ply_id(played, ply),
            page: page.path.clone(),
            line: sources.line_column(ply.written.word.span).line,
            verdict: judged.verdict,
            note: judged.note.clone(),
        })
    });
    claims.chain(marks).chain(plies).collect()
}

/// A complaint's headline with what it says at the place.
fn whole_message(diagnostic: &Diagnostic) -> String {
    let label = diagnostic.primary.as_ref().map(|label| label.text.as_str()).unwrap_or_default();
    let parts =
        [diagnostic.message.as_str(), label].into_iter().chain(diagnostic.help.iter().map(String::as_str));
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}
