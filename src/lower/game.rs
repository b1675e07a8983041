//! Recorded games played over on their boards.

use std::cell::OnceCell;

use crate::book::game::{GameDecl, PlyName};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::{Board, PieceId, Side};
use crate::movement::LeapKind;
use crate::play::{Arbiter, Game, Ply, Replay, State, Verdict, record};
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
    /// Of what sort it is.
    pub sort: &'static str,
    /// What stands there instead, if anything does.
    pub said: String,
    /// What it is, in words.
    pub told: String,
}

impl Problem {
    /// What an erratum calls it: its sort, and what the record has.
    pub fn name(&self) -> String {
        format!("{} {}", self.sort, self.said).trim_end().to_string()
    }
}

impl PlayedGame {
    /// The place of a move among those played.
    pub fn ply(&self, name: &PlyName) -> Option<usize> {
        let side = Side::from_name(&name.side.text)?;
        self.replay.plies.iter().position(|ply| ply.number == name.number && ply.side == side)
    }

    /// The kinds of leap that the men of a piece made, each once, the shortest first; on a board that is no grid none.
    /// What castling does is no leap.
    pub fn leaps(&self, of: PieceId, board: &Board) -> Vec<LeapKind> {
        let place = |cell| board.lattice().and_then(|lattice| lattice.place(cell));
        let made = self.replay.plies.iter().filter_map(|ply| match ply.verdict {
            Verdict::Played { piece, from, to, castles: false, .. } if piece == of => {
                let ((a, b), (c, d)) = (place(from)?, place(to)?);
                Some(LeapKind::new(a.abs_diff(c), b.abs_diff(d)))
            }
            _ => None,
        });
        let mut leaps: Vec<LeapKind> = made.collect();
        leaps.sort_unstable();
        leaps.dedup();
        leaps
    }

    /// The position after a move.
    pub fn after(&self, name: &PlyName) -> Option<&State> {
        self.replay.after(self.ply(name)? + 1)
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
    let problems = replay.plies.iter().map(|ply| problems(ply, game)).collect();
    Some(PlayedGame { id: decl.id.text.clone(), variant, replay, problems })
}

fn problems(ply: &Ply, game: &Game<'_>) -> Vec<Problem> {
    let told = ply.problems(game);
    match &ply.verdict {
        Verdict::Played { slips, .. } => {
            let named = slips.iter().zip(told);
            named
                .map(|(slip, told)| Problem { sort: slip.sort(), said: ply.said(slip, game), told })
                .collect()
        }
        // Why it is not legal, and what would be.
        Verdict::Illegal { .. } => {
            vec![Problem { sort: "illegal", said: String::new(), told: told.join("; ") }]
        }
    }
}
