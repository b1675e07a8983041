//! What a check found of one claim, mark or recorded move, as a line of a list.

use crate::claim::Verdict;
use crate::diag::Diagnostic;
use crate::judge::Checked;
use crate::text::{Sources, Span};

/// A claim, a mark, a recorded move or a result, as a line of a list.
pub(super) struct Finding {
    pub id: String,
    pub page: String,
    /// The page's file, as it was found.
    pub file: String,
    pub line: usize,
    pub verdict: Verdict,
    pub note: String,
}

/// All claims, marks, recorded moves and results of a book.
pub(super) fn findings(checked: &Checked, sources: &Sources) -> Vec<Finding> {
    let pages = &checked.book.pages;
    let claims = checked.claims.iter().map(|claim| {
        let (span, judgement) = (pages[claim.page].claims[claim.link].span, &claim.judgement);
        (claim.id.clone(), claim.page, span, judgement.verdict, &judgement.note)
    });
    let marks = checked.diagrams.iter().flat_map(|diagram| {
        let decl = &pages[diagram.page].diagrams[diagram.index];
        let id = |symbol: &str| format!("{} {symbol}", decl.id.text);
        let marks = diagram.marks.iter();
        marks.map(move |mark| (id(&mark.symbol), diagram.page, decl.span, mark.verdict, &mark.note))
    });
    let recorded = checked.games.iter().flat_map(|game| {
        let recorded = checked.recorded(game);
        recorded.map(|found| (found.id, game.page, found.said.span, found.judged.verdict, &found.judged.note))
    });
    let finding = |(id, page, span, verdict, note): (String, usize, Span, Verdict, &String)| Finding {
        id,
        page: pages[page].path.clone(),
        file: sources.get(pages[page].source).name().to_string(),
        line: sources.line_column(span).line,
        verdict,
        note: note.clone(),
    };
    claims.chain(marks).chain(recorded).map(finding).collect()
}

/// A complaint's headline with what it says at the place.
pub(super) fn whole_message(diagnostic: &Diagnostic) -> String {
    let label = diagnostic.primary.as_ref().map(|label| label.text.as_str()).unwrap_or_default();
    let parts =
        [diagnostic.message.as_str(), label].into_iter().chain(diagnostic.help.iter().map(String::as_str));
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}
