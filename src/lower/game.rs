//! Recorded games played over on their boards.

use std::cell::OnceCell;

use crate::book::game::{GameDecl, PlyName};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::Side;
use crate::play::{Arbiter, Game, Replay, State, Verdict, record};
use crate::reach::Rules;

/// A recorded game, each move of it judged by the rules of play.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    pub id: String,
    /// The variant's place in the library.
    pub variant: usize,
    pub replay: Replay,
    /// For each move what is wrong with it.
    pub problems: Vec<Vec<Problem>>,
}

/// Something wrong with a recorded move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Of what sort it is; an erratum names it so.
    pub sort: &'static str,
    /// What it is, in words.
    pub told: String,
}

impl PlayedGame {
    /// The place of a move among those played.
    pub fn ply(&self, name: &PlyName) -> Option<usize> {
        let side = Side::from_name(&name.side.text)?;
        self.replay.plies.iter().position(|ply| ply.number == name.number && ply.side == side)
    }

    /// The position after a move.
    pub fn after(&self, name: &PlyName) -> Option<&State> {
        self.replay.after(self.ply(name)? + 1)
    }

    /// Whether the game never came to a position because a move before it, or the move itself, is not legal.
    pub fn broke_off_before(&self, name: &PlyName) -> bool {
        let stop = self.replay.illegal();
        stop.is_some_and(|stop| stop.number <= name.number) && self.after(name).is_none()
    }
}

/// A variant's rules; what they say of play is laid ready when it is first asked for.
#[derive(Debug)]
pub struct Playable<'r> {
    pub rules: &'r Rules,
    game: OnceCell<Game<'r>>,
}

impl<'r> Playable<'r> {
    pub fn new(rules: &'r Rules) -> Playable<'r> {
        Playable { rules, game: OnceCell::new() }
    }

    pub fn game(&self) -> &Game<'r> {
        self.game.get_or_init(|| Game::new(self.rules))
    }
}

/// Plays a recorded game over from the variant's setup; `None` if there is none.
pub fn played(
    decl: &GameDecl,
    variant: usize,
    playable: &Playable<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<PlayedGame> {
    let game = playable.game();
    let Some(start) = State::setup(game) else {
        let message = format!("the variant `{}` has no setup", playable.rules.variant.id);
        let complaint = Diagnostic::error(Code::RecordSyntax, message);
        diagnostics.push(complaint.at(decl.id.span, "expected a table `[setup]` in its file"));
        return None;
    };
    let record = record(&decl.record, diagnostics);
    let replay = Arbiter::new(game).replay(start, &record);
    let problems = replay.plies.iter().map(|ply| {
        let sorts: Vec<&'static str> = match &ply.verdict {
            Verdict::Played { slips, .. } => slips.iter().map(|slip| slip.sort()).collect(),
            Verdict::Illegal { .. } => vec!["illegal"],
        };
        let told = ply.problems(game);
        match sorts.as_slice() {
            // Why it is not legal, and what would be.
            ["illegal"] => vec![Problem { sort: "illegal", told: told.join("; ") }],
            _ => sorts.into_iter().zip(told).map(|(sort, told)| Problem { sort, told }).collect(),
        }
    });
    let problems = problems.collect();
    Some(PlayedGame { id: decl.id.text.clone(), variant, replay, problems })
}
