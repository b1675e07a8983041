//! Judges recorded games, move by move.
//!
//! A move holds if it is legal and correctly written. Each of its problems must be named by an
//! `erratum` or `question` line of its block, and each such line must name a real problem. The result that a
//! record states is judged in the same way.

use super::checked::{Checked, CheckedGame, CheckedPly, complain_doubled};
use crate::claim::Verdict;
use crate::pages::game::GameDecl;
use crate::pages::words::PlyName;
use padma_expr::PlayedGame;
use padma_rules::diagram::{Diagram, Mark};
use padma_rules::model::{Board, CellSet, Variant};
use padma_rules::play::{Fault, Ply, PlyVerdict, Replay};
use padma_text::diag::{Code, Diagnostics};
use padma_text::{Span, Word};
use padma_variant::resolve::Variants;

/// A recorded move that is wrong, and the position in which it was to be played. The diagram marks
/// the cells of the move, or of the reason why it is illegal.
#[derive(Debug)]
pub struct WrongMove<'a> {
    /// The move in the record.
    pub at: Span,
    /// The board of the position.
    pub board: &'a Board,
    /// The position before the move.
    pub shown: Diagram,
}

/// Finds the move at which a game breaks off, or else the first move that is wrong.
pub fn wrong_move<'a>(
    replay: &Replay,
    is_wrong: impl Fn(usize) -> bool,
    variant: &'a Variant,
) -> Option<WrongMove<'a>> {
    let places = 0..replay.plies.len();
    let illegal = places
        .clone()
        .find(|place| !replay.plies[*place].is_legal());
    let place = illegal.or_else(|| places.clone().find(|place| is_wrong(*place)))?;
    let ply = &replay.plies[place];
    let mut shown = Diagram::of(replay.after(place)?.position(), variant);
    shown.title = format!("Before {}'s move {}", ply.side.titled(), ply.number);
    let mut mark = |symbol: &str, cells: CellSet, meaning: String| {
        if !cells.is_empty() {
            shown.marks.push(Mark {
                symbol: symbol.to_string(),
                cells,
                meaning,
            });
        }
    };
    mark("*", ply.cells(), "the cells of the move".to_string());
    if let PlyVerdict::Illegal {
        fault: Fault::CannotGo { kind, goes, .. },
        ..
    } = &ply.verdict
    {
        let meaning = format!("where the {} can go", variant.kind(*kind).name);
        mark("x", goes.iter().copied().collect(), meaning);
    }
    Some(WrongMove {
        at: ply.written.word.span,
        board: &variant.board,
        shown,
    })
}

/// A recorded move, or the result that a record states. Each is a claim that the game went this
/// way.
pub struct Recorded<'a> {
    /// Its name in reports: `party-3.6.black`, or `party-3.result`.
    pub id: String,
    /// The same as an expression: `replay(party-3, 6, black)`.
    pub expression: String,
    /// The move; `None` for a result.
    pub ply: Option<&'a Ply>,
    /// The text in the record.
    pub written: &'a padma_text::Word,
    /// What the rules give instead.
    pub actual: Option<&'a str>,
    /// The problems, in words.
    pub problems: Vec<&'a str>,
    /// The verdict on it.
    pub checked: &'a CheckedPly,
}

impl Checked {
    /// Returns the game as its author wrote it, and as it was played.
    pub fn game(&self, game: &CheckedGame) -> (&GameDecl, &PlayedGame) {
        // Only games that could be played are judged.
        let place = self.book.game_of[game.page][game.index].unwrap_or_default();
        (
            &self.book.pages[game.page].games[game.index],
            &self.book.games.played[place],
        )
    }

    /// Returns, for each game that fails, the move at which it fails.
    pub fn wrong_moves<'a>(
        &'a self,
        variants: &'a Variants,
    ) -> impl Iterator<Item = WrongMove<'a>> {
        self.games.iter().filter_map(|game| {
            let (_, played) = self.game(game);
            let fails = |place: usize| {
                game.plies[place].verdict == Verdict::Fails && !played.problems[place].is_empty()
            };
            wrong_move(
                &played.replay,
                fails,
                &variants.rules(played.variant).variant,
            )
        })
    }

    /// Returns the moves of a game that could be replayed, and its result.
    pub fn recorded_moves<'a>(
        &'a self,
        game: &'a CheckedGame,
    ) -> impl Iterator<Item = Recorded<'a>> {
        let (_, played) = self.game(game);
        let id = &played.id;
        let plies = played
            .replay
            .plies
            .iter()
            .zip(&played.problems)
            .zip(&game.plies);
        let plies = plies.map(move |((ply, problems), judged)| Recorded {
            id: format!("{id}.{}.{}", ply.number, ply.side.name()),
            expression: format!("replay({id}, {}, {})", ply.number, ply.side.name()),
            ply: Some(ply),
            written: &ply.written.word,
            actual: match &ply.verdict {
                PlyVerdict::Played {
                    proper_text: properly,
                    ..
                } => Some(properly),
                PlyVerdict::Illegal { .. } => None,
            },
            problems: problems
                .iter()
                .map(|problem| problem.reason.as_str())
                .collect(),
            checked: judged,
        });
        let result = played
            .stated
            .iter()
            .zip(&game.result)
            .map(move |(stated, judged)| Recorded {
                id: format!("{id}.result"),
                expression: format!("replay({id}, result)"),
                ply: None,
                written: &stated.said,
                actual: stated.is.as_deref(),
                problems: played.misstated.iter().map(String::as_str).collect(),
                checked: judged,
            });
        plies.chain(result)
    }
}

/// Judges the result that a game's record states.
pub(super) fn judge_result(
    decl: &GameDecl,
    game: &PlayedGame,
    diagnostics: &mut Diagnostics,
) -> Option<CheckedPly> {
    let Some(stated) = &game.stated else {
        // The end of a game is unknown if not all of its moves could be played.
        for erratum in decl
            .result_errata
            .iter()
            .filter(|_| game.replay.illegal().is_none())
        {
            let (message, label) = (
                "the record states no result",
                "expected one after its last move or in a tag",
            );
            diagnostics.error(Code::UnknownName, message, erratum.result.span, label);
        }
        return None;
    };
    let wrong = stated.wrong.iter().zip(&game.misstated);
    let wrong = wrong.map(|(wrong, reason)| RecordFault {
        name: wrong.said.text.clone(),
        span: wrong.said.span,
        description: format!("result {}: {reason}", wrong.said.text),
    });
    let errata: Vec<GameErratum<'_>> = decl
        .result_errata
        .iter()
        .map(|erratum| GameErratum {
            problem: &erratum.result,
            note: &erratum.note.text,
            is_open: false,
        })
        .collect();
    let headline = format!("the result of `{}` fails", decl.id.text);
    Some(judge(
        &headline,
        "the result",
        &wrong.collect::<Vec<_>>(),
        &errata,
        diagnostics,
    ))
}

/// Judges the moves of a game.
pub(super) fn judge_plies(
    decl: &GameDecl,
    game: &PlayedGame,
    diagnostics: &mut Diagnostics,
) -> Vec<CheckedPly> {
    let mut errata: Vec<Vec<GameErratum<'_>>> = vec![Vec::new(); game.replay.plies.len()];
    for erratum in &decl.errata {
        let PlyName { number, side, span } = erratum.ply;
        match game.ply(number, side) {
            Some(place) => errata[place].push(GameErratum {
                problem: &erratum.problem,
                note: &erratum.note.text,
                is_open: erratum.is_open,
            }),
            // The game breaks off before this move, which has been reported; the record may well
            // have such a move.
            None if game.broke_off_before(number, side) => {}
            None => {
                let played = game
                    .replay
                    .plies
                    .last()
                    .map(|ply| format!("{} {}", ply.number, ply.side.name()));
                let label = played.map_or("no move could be played".to_string(), |last| {
                    format!("its last move is {last}")
                });
                diagnostics.error(Code::UnknownName, "the game has no such move", span, label);
            }
        }
    }
    let mut judged: Vec<CheckedPly> = Vec::new();
    for ((ply, problems), mut errata) in game.replay.plies.iter().zip(&game.problems).zip(errata) {
        if !ply.is_legal() {
            // No erratum excuses an illegal move, and the problems of the right move are unknown.
            errata.clear();
        }
        let headline = format!(
            "the move {} {} of `{}` fails",
            ply.number,
            ply.side.name(),
            decl.id.text
        );
        let wrong = problems.iter().map(|problem| RecordFault {
            name: problem.name(),
            span: ply.written.word.span,
            description: format!("{}: {}", problem.kind, problem.reason),
        });
        judged.push(judge(
            &headline,
            "this move",
            &wrong.collect::<Vec<_>>(),
            &errata,
            diagnostics,
        ));
    }
    judged
}

/// A problem of a move or a result, with the name that an erratum gives it.
struct RecordFault {
    name: String,
    span: Span,
    description: String,
}

/// An erratum: the problem that it names, and the proof.
#[derive(Clone, Copy)]
struct GameErratum<'a> {
    problem: &'a Word,
    note: &'a str,
    /// Whether the record can be defended.
    is_open: bool,
}

/// Judges a move or a result. Each of its problems needs an erratum that names it, and each
/// erratum must name a problem.
fn judge(
    headline: &str,
    what: &str,
    problems: &[RecordFault],
    errata: &[GameErratum<'_>],
    diagnostics: &mut Diagnostics,
) -> CheckedPly {
    let mut faults = Vec::new();
    let mut add_fault = |span: Span, label: String| {
        diagnostics.error(Code::ClaimVerdict, headline, span, label.clone());
        faults.push(label);
    };
    let excuses =
        |erratum: &GameErratum<'_>, problem: &RecordFault| erratum.problem.text == problem.name;
    for problem in problems
        .iter()
        .filter(|problem| errata.iter().all(|erratum| !excuses(erratum, problem)))
    {
        add_fault(problem.span, problem.description.clone());
    }
    for erratum in errata
        .iter()
        .filter(|erratum| problems.iter().all(|problem| !excuses(erratum, problem)))
    {
        let known: Vec<String> = problems
            .iter()
            .map(|problem| format!("`{}`", problem.name))
            .collect();
        add_fault(
            erratum.problem.span,
            match known.as_slice() {
                [] => format!("the erratum is stale: nothing is wrong with {what}"),
                known => format!(
                    "the erratum does not name a problem of {what}; expected {}",
                    known.join(" or ")
                ),
            },
        );
    }
    let message = |name: &str| format!("{what} has two errata for `{name}`");
    complain_doubled(
        errata.iter().map(|erratum| erratum.problem),
        message,
        diagnostics,
    );
    let proofs = || {
        errata
            .iter()
            .map(|erratum| erratum.note)
            .collect::<Vec<_>>()
            .join("; ")
    };
    match (faults.as_slice(), errata) {
        ([], []) => CheckedPly {
            verdict: Verdict::Holds,
            note: String::new(),
        },
        ([], errata) => CheckedPly {
            verdict: match errata.iter().all(|erratum| erratum.is_open) {
                true => Verdict::Depends,
                false => Verdict::Erratum,
            },
            note: proofs(),
        },
        (faults, _) => CheckedPly {
            verdict: Verdict::Fails,
            note: faults.join("; "),
        },
    }
}
