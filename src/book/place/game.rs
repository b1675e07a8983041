//! Recorded games, played on their boards.

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
    /// The ids of games that cannot begin; that has been reported.
    pub(crate) unplayed: Vec<String>,
}

impl Games {
    pub(crate) fn find(&self, id: &str) -> Option<&PlayedGame> {
        self.played.iter().find(|game| game.id == id)
    }
}

/// A recorded game, with each move judged by the rules of play.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The name that links and claims use.
    pub id: String,
    /// The index of the variant in the library.
    pub variant: usize,
    /// The position it begins from, as text, if that is not the setup.
    pub start: Option<String>,
    /// Its moves, with what the rules say of them.
    pub replay: Replay,
    /// The problems of each move.
    pub(crate) problems: Vec<Vec<PlyProblem>>,
    /// The result that its record states, if any; `None` as well if some move is illegal.
    pub stated: Option<Stated>,
}

/// Something wrong with a recorded move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlyProblem {
    /// The kind of problem.
    pub sort: &'static str,
    /// What the record has instead, if anything.
    pub said: String,
    /// A description in words.
    pub reason: String,
}

impl PlyProblem {
    /// Returns the name that an erratum gives it: its kind, and what the record has.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.sort, self.said)
            .trim_end()
            .to_string()
    }
}

impl PlayedGame {
    /// Returns the index of a move among those played.
    pub(crate) fn ply(&self, name: &PlyName) -> Option<usize> {
        let side = Side::from_name(&name.side.text)?;
        self.replay
            .plies
            .iter()
            .position(|ply| ply.number == name.number && ply.side == side)
    }

    /// Returns the kinds of leap that pieces of a kind made, without duplicates, shortest first.
    /// Returns none on a board that is not a grid. Castling does not count as a leap.
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

    /// Returns the position after a move.
    pub(crate) fn after(&self, name: &PlyName) -> Option<&State> {
        self.replay.after(self.ply(name)? + 1)
    }

    /// Whether the game never reached the position after a move, because that move or one before
    /// it is illegal.
    pub(crate) fn broke_off_before(&self, name: &PlyName) -> bool {
        let stop = self.replay.illegal();
        stop.is_some_and(|stop| stop.number <= name.number) && self.after(name).is_none()
    }
}

/// A variant's rules; the game is prepared when it is first asked for.
#[derive(Debug)]
pub struct Playable<'r> {
    pub(crate) rules: &'r Rules,
    game: OnceCell<Game<'r>>,
}

impl<'r> Playable<'r> {
    /// Wraps the rules without preparing the game.
    pub fn new(rules: &'r Rules) -> Playable<'r> {
        Playable {
            rules,
            game: OnceCell::new(),
        }
    }

    /// Returns the game, which is prepared on the first call.
    pub fn game(&self) -> &Game<'r> {
        self.game.get_or_init(|| Game::new(self.rules))
    }
}

/// Plays a recorded game; `None` if it cannot begin.
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
                Diagnostic::error(Code::RecordSyntax, "this game starts from two positions");
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
        // The reason why it is illegal, and what would be legal.
        PlyVerdict::Illegal { .. } => {
            vec![PlyProblem {
                sort: "illegal",
                said: String::new(),
                reason: texts.join("; "),
            }]
        }
    }
}
