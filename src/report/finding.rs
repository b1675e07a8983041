//! What a check found of one claim, mark or recorded move, as a line of a list.

use crate::claim::Verdict;
use crate::diag::Diagnostic;
use crate::judge::{Checked, CheckedGame, CheckedPly, place, ply_id, result_id};
use crate::play::{Verdict as Played, Word};
use crate::text::Sources;

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
    let file = |page: usize| sources.get(checked.book.pages[page].source).name().to_string();
    let claims = checked.claims.iter().map(|claim| {
        let (page, line, _) = place(checked, claim, sources);
        let judgement = &claim.judgement;
        let (verdict, note) = (judgement.verdict, judgement.note.clone());
        Finding { id: claim.id.clone(), page, file: file(claim.page), line, verdict, note }
    });
    let marks = checked.diagrams.iter().flat_map(|diagram| {
        let page = &checked.book.pages[diagram.page];
        let decl = &page.diagrams[diagram.index];
        diagram.marks.iter().map(move |mark| Finding {
            id: format!("{} {}", decl.id.text, mark.symbol),
            page: page.path.clone(),
            file: file(diagram.page),
            line: sources.line_column(decl.span).line,
            verdict: mark.verdict,
            note: mark.note.clone(),
        })
    });
    let plies = checked.games.iter().flat_map(|game| {
        recorded(checked, game).map(move |recorded| Finding {
            id: recorded.id,
            page: checked.book.pages[game.page].path.clone(),
            file: file(game.page),
            line: sources.line_column(recorded.said.span).line,
            verdict: recorded.judged.verdict,
            note: recorded.judged.note.clone(),
        })
    });
    claims.chain(marks).chain(plies).collect()
}

/// A recorded move, or the result that a record states: a claim that the game was played so.
pub(super) struct Recorded<'a> {
    pub id: String,
    pub said: &'a Word,
    /// What it is as an expression, and what the rules give for that.
    pub expression: String,
    pub actual: Option<&'a str>,
    pub judged: &'a CheckedPly,
}

/// A game's moves, and its result.
pub(super) fn recorded<'a>(
    checked: &'a Checked,
    game: &'a CheckedGame,
) -> impl Iterator<Item = Recorded<'a>> {
    let (_, played) = checked.played(game);
    let plies = played.replay.plies.iter().zip(&game.plies).map(|(ply, judged)| Recorded {
        id: ply_id(played, ply),
        said: &ply.written.word,
        expression: format!("replay({}, {}, {})", played.id, ply.number, ply.side.name()),
        actual: match &ply.verdict {
            Played::Played { properly, .. } => Some(properly),
            Played::Illegal { .. } => None,
        },
        judged,
    });
    let result = played.stated.iter().zip(&game.result).map(|(stated, judged)| Recorded {
        id: result_id(played),
        said: &stated.said,
        expression: format!("replay({}, result)", played.id),
        actual: stated.is,
        judged,
    });
    plies.chain(result)
}

/// A complaint's headline with what it says at the place.
pub(super) fn whole_message(diagnostic: &Diagnostic) -> String {
    let label = diagnostic.primary.as_ref().map(|label| label.text.as_str()).unwrap_or_default();
    let parts =
        [diagnostic.message.as_str(), label].into_iter().chain(diagnostic.help.iter().map(String::as_str));
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}
