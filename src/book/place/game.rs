//! Recorded games played over on their boards.

use std::cell::OnceCell;

use crate::pages::game::GameDecl;
use crate::pages::words::PlyName;
use padma_rules::model::{Board, KindId, Side};
use padma_rules::movement::LeapKind;
use padma_rules::play::{Game, Ply, PlyVerdict, Replay, State, Stated, record, replay};
use padma_rules::reach::Rules;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// The recorded games of a book.
#[derive(Debug, Default)]
pub struct Games {
    /// The games that could be played.
    pub played: Vec<PlayedGame>,
    /// The ids of those that cannot begin, which has been complained of.
    pub(crate) unplayed: Vec<String>,
}

impl Games {
    pub(crate) fn find(&self, id: &str) -> Option<&PlayedGame> {
        self.played.iter().find(|game| game.id == id)
    }
}

/// A recorded game, each move of it judged by the rules of play.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// What links and claims call it.
    pub id: String,
    /// The variant's place in the library.
    pub variant: usize,
    /// The position it begins from as text, where that is not the setup.
    pub start: Option<String>,
    /// Its moves with what the rules say of them.
    pub replay: Replay,
    /// For each move what is wrong with it.
    pub(crate) problems: Vec<Vec<PlyProblem>>,
    /// What its record says of its end, if anything, and all moves are legal.
    pub stated: Option<Stated>,
}

/// Something wrong with a recorded move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlyProblem {
    /// Of what sort it is.
    pub sort: &'static str,
    /// What stands there instead, if anything does.
    pub said: String,
    /// What it is, in words.
    pub reason: String,
}

impl PlyProblem {
    /// What an erratum calls it: its sort, and what the record has.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.sort, self.said)
            .trim_end()
            .to_string()
    }
}

impl PlayedGame {
    /// The place of a move among those played.
    pub(crate) fn ply(&self, name: &PlyName) -> Option<usize> {
        let side = Side::from_name(&name.side.text)?;
        self.replay
            .plies
            .iter()
            .position(|ply| ply.number == name.number && ply.side == side)
    }

    /// The kinds of leap that the pieces of a kind made, each once, the shortest first; on a board that is no grid none.
    /// What castling does is no leap.
    pub(crate) fn leaps(&self, of: KindId, board: &Board) -> Vec<LeapKind> {
        let places = |from, to| {
            board.on_first_sheet(|lattice| Some((lattice.place(from)?, lattice.place(to)?)))
        };
        let made = self
            .replay
            .plies
            .iter()
            .filter_map(|ply| match ply.verdict {
                PlyVerdict::Played {
                    kind: Some(kind),
                    from,
                    to,
                    alone: true,
                    ..
                } if kind == of => {
                    let ((a, b), (c, d)) = places(from?, to)?;
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
    pub(crate) fn after(&self, name: &PlyName) -> Option<&State> {
        self.replay.after(self.ply(name)? + 1)
    }

    /// Whether the game never came to a position because a move before it, or the move itself, is not legal.
    pub(crate) fn broke_off_before(&self, name: &PlyName) -> bool {
        let stop = self.replay.illegal();
        stop.is_some_and(|stop| stop.number <= name.number) && self.after(name).is_none()
    }
}

/// A variant's rules; what they say of play is laid ready when it is first asked for.
#[derive(Debug)]
pub struct Playable<'r> {
    pub(crate) rules: &'r Rules,
    game: OnceCell<Game<'r>>,
}

impl<'r> Playable<'r> {
    /// Lays nothing ready yet.
    pub fn new(rules: &'r Rules) -> Playable<'r> {
        Playable {
            rules,
            game: OnceCell::new(),
        }
    }

    /// The rules it is played by.
    pub fn game(&self) -> &Game<'r> {
        self.game.get_or_init(|| Game::new(self.rules))
    }
}

/// Plays a recorded game over; `None` if it cannot begin.
pub(crate) fn played(
    decl: &GameDecl,
    variant: usize,
    playable: &Playable<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<PlayedGame> {
    let game = playable.game();
    let record = record(&decl.record, diagnostics);
    let text = match (&decl.start, record.tag("FEN")) {
        (Some(text), Some(tag)) => {
            let complaint =
                Diagnostic::error(Code::RecordSyntax, "this game begins at two positions");
            diagnostics.push(
                complaint
                    .at(tag.whole(), "the second")
                    .and(text.whole(), "the first"),
            );
            return None;
        }
        (text, tag) => text.as_ref().or(tag),
    };
    let begins_at = match text {
        Some(text) => State::read(game, text, diagnostics)?,
        None => State::setup(game).or_else(|| {
            let message = format!("the variant `{}` has no setup", game.variant().id);
            let label = "expected a table `[setup]` in its file, or a line `fen` above the record";
            diagnostics.refuse(Code::RecordSyntax, message, decl.id.span, label)
        })?,
    };
    let start = text.map(|text| text.text().to_string());
    let replay = replay(game, begins_at, &record);
    let problems = replay.plies.iter().map(|ply| problems(ply, game)).collect();
    let stated = replay.stated(&record, game);
    Some(PlayedGame {
        id: decl.id.text.clone(),
        variant,
        start,
        replay,
        problems,
        stated,
    })
}

fn problems(ply: &Ply, game: &Game<'_>) -> Vec<PlyProblem> {
    let texts = ply.problems(game);
    match &ply.verdict {
        PlyVerdict::Played { problems, .. } => {
            let named = problems.iter().zip(texts);
            named
                .map(|(flaw, text)| PlyProblem {
                    sort: flaw.sort(),
                    said: ply.said(flaw, game),
                    reason: text,
                })
                .collect()
        }
        // Why it is not legal, and what would be.
        PlyVerdict::Illegal { .. } => {
            vec![PlyProblem {
                sort: "illegal",
                said: String::new(),
                reason: texts.join("; "),
            }]
        }
    }
}
