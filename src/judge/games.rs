//! Judges recorded games, move by move.
//!
//! A move holds if it is legal and written as it should be. What is wrong with one must be named by an
//! `erratum` line of its block, and such a line must name something that is wrong.

use super::check::Checked;
use crate::book::game::{GameDecl, SlipDecl};
use crate::claim::Verdict;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::lower::{NumberId, PlayedGame, Problem};
use crate::play::Ply;
use crate::text::Span;

#[derive(Debug)]
pub struct CheckedGame {
    /// Its place among the book's pages and the page's games.
    pub page: usize,
    pub index: usize,
    /// The source's section that this part of the page retells.
    pub section: Option<NumberId>,
    /// For each move as far as the game could be played over.
    pub plies: Vec<CheckedPly>,
    pub verdict: Verdict,
}

/// The verdict on a recorded move.
#[derive(Clone, Debug)]
pub struct CheckedPly {
    pub verdict: Verdict,
    /// What is wrong with it, or the proof of its erratum.
    pub note: String,
}

impl Checked {
    /// The game as its author wrote it, and as it was played over.
    pub fn played(&self, game: &CheckedGame) -> (&GameDecl, &PlayedGame) {
        // Only games that were played are judged.
        let place = self.book.game_of[game.page][game.index].unwrap_or_default();
        (&self.book.pages[game.page].games[game.index], &self.book.games[place])
    }
}

/// The name of a move in reports: `party-3.6.black`.
pub fn ply_id(game: &PlayedGame, ply: &Ply) -> String {
    format!("{}.{}.{}", game.id, ply.number, ply.side.name())
}

/// Judges the moves of a game.
pub(super) fn plies(decl: &GameDecl, game: &PlayedGame, diagnostics: &mut Diagnostics) -> Vec<CheckedPly> {
    let mut errata: Vec<Vec<&SlipDecl>> = vec![Vec::new(); game.replay.plies.len()];
    for slip in &decl.errata {
        match game.ply(&slip.ply) {
            Some(place) => errata[place].push(slip),
            None => diagnostics.push(unknown_ply(slip, game)),
        }
    }
    let mut judged: Vec<CheckedPly> = Vec::new();
    for ((ply, problems), errata) in game.replay.plies.iter().zip(&game.problems).zip(errata) {
        judged.push(judge(decl, ply, problems, &errata, diagnostics));
    }
    judged
}

fn unknown_ply(slip: &SlipDecl, game: &PlayedGame) -> Diagnostic {
    let last = game.replay.plies.last();
    let label = last.map_or("no move could be played".to_string(), |last| {
        format!("the last move played over is {} {}", last.number, last.side.name())
    });
    let complaint = Diagnostic::error(Code::UnknownName, "the game has no such move");
    complaint.at(slip.ply.span, label)
}

fn judge(
    decl: &GameDecl,
    ply: &Ply,
    problems: &[Problem],
    errata: &[&SlipDecl],
    diagnostics: &mut Diagnostics,
) -> CheckedPly {
    let headline = format!("the move {} {} of `{}` fails", ply.number, ply.side.name(), decl.id.text);
    let mut faults = Vec::new();
    let mut fail = |span: Span, label: String| {
        diagnostics.push(Diagnostic::error(Code::ClaimVerdict, headline.clone()).at(span, label.clone()));
        faults.push(label);
    };
    let names = |slip: &SlipDecl, problem: &Problem| slip.sort.text == problem.name();
    for problem in problems.iter().filter(|problem| errata.iter().all(|slip| !names(slip, problem))) {
        fail(ply.written.word.span, format!("{}: {}", problem.sort, problem.told));
    }
    for slip in errata.iter().filter(|slip| problems.iter().all(|problem| !names(slip, problem))) {
        let sorts: Vec<String> = problems.iter().map(|problem| format!("`{}`", problem.name())).collect();
        fail(
            slip.sort.span,
            match sorts.as_slice() {
                [] => "the erratum is stale, nothing is wrong with this move".to_string(),
                sorts => format!("the erratum names no slip of this move; expected {}", sorts.join(" or ")),
            },
        );
    }
    let proofs = || errata.iter().map(|slip| slip.note.as_str()).collect::<Vec<_>>().join("; ");
    match (faults.as_slice(), errata) {
        ([], []) => CheckedPly { verdict: Verdict::Holds, note: String::new() },
        ([], _) => CheckedPly { verdict: Verdict::Erratum, note: proofs() },
        (faults, _) => CheckedPly { verdict: Verdict::Fails, note: faults.join("; ") },
    }
}
