//! Plays the recorded games of a book.

use std::cell::OnceCell;

use crate::pages::game::GameDecl;
use padma_expr::play::{describe_misstated, describe_ply};
use padma_expr::{PlayedGame, PlyProblem};
use padma_rules::play::{Game, Ply, PlyVerdict, State, record, replay};
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

/// A variant's rules, and its game, which is prepared on first use.
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
pub(crate) fn play_game(
    decl: &GameDecl,
    variant: usize,
    playable: &Playable<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<PlayedGame> {
    let game = playable.game();
    let record = record(&decl.record, diagnostics);
    record.check_variant(game.variant(), diagnostics);
    let text = match (&decl.start, record.tag("FEN")) {
        (Some(text), Some(tag)) => {
            let complaint =
                Diagnostic::error(Code::RecordSyntax, "this game starts from two positions");
            diagnostics.push(
                complaint
                    .at(tag.whole(), "the second")
                    .also_at(text.whole(), "the first"),
            );
            return None;
        }
        (text, tag) => text.as_ref().or(tag),
    };
    let first_state = match text {
        Some(text) => State::read(game, text, diagnostics)?,
        None => State::setup(game).or_else(|| {
            let message = format!("the variant `{}` has no setup", game.variant().id);
            let label = "expected a table `[setup]` in its file, or a line `fen` above the record";
            diagnostics.refuse(Code::RecordSyntax, message, decl.id.span, label)
        })?,
    };
    let start = text.map(|text| text.text().to_string());
    let replay = replay(game, first_state, &record);
    let problems = replay.plies.iter().map(|ply| problems(ply, game)).collect();
    let stated = replay.stated_result(&record);
    let wrong = stated.iter().flat_map(|stated| &stated.wrong);
    let misstated = wrong.map(|wrong| describe_misstated(wrong, game)).collect();
    Some(PlayedGame {
        id: decl.id.text.clone(),
        variant,
        start,
        replay,
        problems,
        stated,
        misstated,
    })
}

fn problems(ply: &Ply, game: &Game<'_>) -> Vec<PlyProblem> {
    let texts = describe_ply(ply, game);
    match &ply.verdict {
        PlyVerdict::Played { problems, .. } => {
            let named = problems.iter().zip(texts);
            named
                .map(|(flaw, text)| PlyProblem {
                    kind: flaw.sort(),
                    recorded: ply.problem_text(flaw, game),
                    reason: text,
                })
                .collect()
        }
        // The reason why it is illegal, and what would be legal.
        PlyVerdict::Illegal { .. } => {
            vec![PlyProblem {
                kind: "illegal",
                recorded: String::new(),
                reason: texts.join("; "),
            }]
        }
    }
}
