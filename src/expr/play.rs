//! Says what is wrong with moves and with stated results, and how games end.

use crate::describe::say_condition;
use crate::eval::{Kept, World};
use crate::outline::Outline;
use crate::placed::PlacedDiagram;
use crate::played::PlayedGame;
use padma_rules::model::{Cell, EndRule, Ending, KindId, Repetition, Rule, Side};
use padma_rules::play::notation::Threatens;
use padma_rules::play::{
    CastlingFault, Endings, Fault, Game, Misstated, Misstatement, Moves, Outcome, Ply, PlyVerdict,
    Problem, Reason,
};
use padma_rules::reach::Rules;
use padma_words::{Listing, Say, SlotValue, english, row, say};

/// Describes a problem of a move's text in English.
pub fn describe_problem(problem: &Problem, game: &Game<'_>) -> String {
    english().say(say_problem(problem, game))
}

/// Describes in English why a move cannot be played.
pub fn describe_fault(fault: &Fault, game: &Game<'_>) -> String {
    english().say(say_fault(fault, game))
}

/// Describes in English how a game has ended: which side has won, or that it is drawn, and why.
pub fn describe_outcome(outcome: &Outcome, game: &Game<'_>) -> String {
    english().say(say_outcome(outcome, game))
}

impl<'a> World<'a> {
    /// Returns the world of one variant for the expressions of a book.
    pub fn new(
        rules: &'a Rules,
        endings: &'a Endings,
        placed: &'a [PlacedDiagram],
        games: &'a [PlayedGame],
        outline: &'a Outline,
    ) -> World<'a> {
        World {
            describe_fault,
            describe_state,
            rules,
            placed,
            endings,
            measured: None,
            games,
            outline,
            empty: rules.variant.empty_position(),
            legal: placed.iter().map(|_| Default::default()).collect(),
            kept: Kept::default(),
        }
    }
}

/// Describes in English how a game stands.
fn describe_state(outcome: Option<&Outcome>, game: &Game<'_>) -> String {
    let said = outcome.map(|outcome| say_outcome(outcome, game));
    english().say(said.unwrap_or_else(|| say!(play::GoingOn)))
}

/// Describes in English what is wrong with a stated result.
pub fn describe_misstated(wrong: &Misstated, game: &Game<'_>) -> String {
    english().say(match &wrong.why {
        Misstatement::Ended(outcome) => say!(
            play::Ended,
            result = outcome.result(),
            outcome = say_outcome(outcome, game)
        ),
        Misstatement::FollowedBy(result) => say!(play::LastResult, result),
    })
}

/// Describes in English what is wrong with a recorded move.
pub fn describe_ply(ply: &Ply, game: &Game<'_>) -> Vec<String> {
    match &ply.verdict {
        PlyVerdict::Played { problems, .. } => {
            let problems = problems.iter();
            problems
                .map(|problem| describe_problem(problem, game))
                .collect()
        }
        PlyVerdict::Illegal { fault, nearest } => {
            let near = nearest
                .iter()
                .map(|text| english().say(say!(play::Nearest, text)));
            [describe_fault(fault, game)]
                .into_iter()
                .chain(near)
                .collect()
        }
    }
}

fn cell<'g>(game: &'g Game<'_>, cell: Cell) -> &'g str {
    game.variant().board.name(cell)
}

fn cells(game: &Game<'_>, cells: &[Cell]) -> SlotValue {
    Listing::Enumeration.of(cells.iter().map(|one| cell(game, *one)))
}

fn kind<'g>(game: &'g Game<'_>, kind: KindId) -> &'g str {
    &game.variant().kind(kind).name
}

fn piece(game: &Game<'_>, known: Option<KindId>) -> SlotValue {
    match known {
        Some(known) => kind(game, known).into(),
        None => say!(play::AnyPiece).into(),
    }
}

fn side(side: Side) -> SlotValue {
    row("play.side", side.name())
}

fn say_problem(problem: &Problem, game: &Game<'_>) -> Say {
    let notation = &game.variant().notation;
    let (cell, kind) = (|of: Cell| cell(game, of), |of: KindId| kind(game, of));
    match problem {
        Problem::Letter {
            said: None,
            moves,
            from,
        } => say!(
            play::LetterMissing,
            letter = &game.variant().kind(*moves).letter,
            cell = cell(*from),
            piece = kind(*moves)
        ),
        Problem::Letter {
            said: Some(said),
            moves,
            from,
        } => say!(
            play::LetterWrong,
            said = kind(*said),
            cell = cell(*from),
            piece = kind(*moves)
        ),
        Problem::NoCapture { to } => say!(play::NothingCaptured, cell = cell(*to)),
        Problem::Capture { to } => {
            say!(
                play::CaptureSignMissing,
                sign = &notation.capture,
                cell = cell(*to)
            )
        }
        Problem::Sign { said } => say!(play::CaptureSignWrong, sign = &notation.capture, said),
        Problem::Threatens { said, does } => {
            let check = &notation.check;
            match (said, does) {
                (_, Threatens::Nothing) => say!(play::NoCheck),
                (Threatens::Nothing, Threatens::Check) => {
                    say!(play::CheckSignMissing, sign = check)
                }
                (_, Threatens::Mate) => {
                    say!(play::Mates, sign = notation.mate.as_ref().unwrap_or(check))
                }
                (_, Threatens::Check) => say!(play::NoMate, sign = check),
            }
        }
        Problem::Change { kind: of, into } => {
            say!(play::ChangeHidden, piece = kind(*of), into = kind(*into))
        }
        Problem::WrongChange {
            said,
            into: Some(into),
        } => {
            say!(play::ChangeWrong, into = kind(*into), said = kind(*said))
        }
        Problem::WrongChange { said, into: None } => say!(play::NoChange, said = kind(*said)),
        Problem::Castling { castling } => {
            say!(play::Castles, name = game.castling_name(*castling))
        }
        Problem::Number { said, is } => {
            say!(
                play::NumberWrong,
                said = said.to_string(),
                is = is.to_string()
            )
        }
    }
}

fn say_fault(fault: &Fault, game: &Game<'_>) -> Say {
    let (cell, kind) = (|of: Cell| cell(game, of), |of: KindId| kind(game, of));
    let (cells, piece) = (
        |of: &[Cell]| cells(game, of),
        |of: Option<KindId>| piece(game, of),
    );
    match fault {
        Fault::Unreadable { expected, .. } => say!(play::Unreadable, expected),
        Fault::TooManyMoves => say!(play::TooManyMoves, most = Moves::MOST),
        Fault::Over(outcome) => say!(play::Over, outcome = say_outcome(outcome, game)),
        Fault::Empty { cell: at } => say!(play::Empty, cell = cell(*at)),
        Fault::OtherSide {
            cell: at,
            kind,
            side: of,
        } => say!(
            play::OtherSide,
            piece = piece(*kind),
            cell = cell(*at),
            side = side(*of)
        ),
        Fault::OtherKind {
            cell: at,
            kind: of,
            said,
        } => {
            say!(
                play::OtherKind,
                piece = kind(*of),
                said = kind(*said),
                cell = cell(*at)
            )
        }
        Fault::CannotGo {
            kind: of,
            from,
            to,
            goes,
        } => say!(
            play::CannotGo,
            piece = kind(*of),
            from = cell(*from),
            to = cell(*to),
            goes = match &goes[..] {
                [] => say!(play::CannotMove),
                goes => say!(play::GoesTo, cells = cells(goes)),
            }
        ),
        Fault::NoPieceCanGo { kind, to } => {
            say!(play::NoneCanGo, piece = piece(*kind), cell = cell(*to))
        }
        Fault::Frozen { kind, cell: at, by } => {
            say!(
                play::FrozenBy,
                piece = piece(*kind),
                cell = cell(*at),
                by = cell(*by)
            )
        }
        Fault::NoDisplacement { text } => say!(play::NoDisplacement, text),
        Fault::NoDrop { kind: of, to } => say!(play::NoDrop, piece = kind(*of), cell = cell(*to)),
        Fault::Exposes {
            royal,
            king,
            by,
            attacker,
        } => say!(
            play::Exposes,
            royal = piece(*royal),
            king = cell(*king),
            attacker = piece(*attacker),
            by = cell(*by)
        ),
        Fault::CannotGoOn { to } => say!(play::CannotGoOn, cell = cell(*to)),
        Fault::LeavesAttacked { king } => say!(play::LeavesAttacked, cell = cell(*king)),
        Fault::LosesRoyal {
            side: of,
            kind,
            cell: at,
        } => say!(
            play::LosesRoyal,
            side = side(*of),
            piece = piece(*kind),
            cell = cell(*at)
        ),
        Fault::Forbidden(rule) => match &rule.text {
            Some(text) => say!(play::ForbiddenByRule, text),
            None => say!(
                play::Forbidden,
                condition = say_condition(&rule.expression, game.variant())
            ),
        },
        Fault::Neglects(rule) => match &rule.text {
            Some(text) => say!(play::NeglectsRule, text),
            None => say!(
                play::Neglects,
                condition = say_condition(&rule.expression, game.variant())
            ),
        },
        Fault::Repeats => say!(play::Repeats),
        Fault::Otherwise(problem) => say_problem(problem, game),
        Fault::Null => say!(play::Passes),
        Fault::MustTake { kind: of } => say!(play::MustCapture, piece = kind(*of)),
        Fault::TakesOther { to, cells: on } => {
            say!(play::CapturesOther, to = cell(*to), cells = cells(on))
        }
        Fault::CannotBecome {
            kind: of,
            said,
            into,
        } => say!(
            play::CannotBecome,
            piece = kind(*of),
            said = kind(*said),
            into = Listing::Or.of(into.iter().map(|into| kind(*into)))
        ),
        Fault::Unclear { readings } => say!(play::Unclear, readings = Listing::Or.of(readings)),
        Fault::Castling { castling, reason } => say!(
            play::Castling,
            name = game.castling_name(*castling),
            reason = match reason {
                CastlingFault::Moved { kind: of, cell: at } => {
                    say!(play::NoneUnmoved, piece = kind(*of), cell = cell(*at))
                }
                CastlingFault::Frozen { kind: of, cell: at } => {
                    say!(play::Frozen, piece = kind(*of), cell = cell(*at))
                }
                CastlingFault::Absent { cell: at } => say!(play::Absent, cell = cell(*at)),
                CastlingFault::Occupied { cell: at } => say!(play::Occupied, cell = cell(*at)),
                CastlingFault::Attacked { cell: at } => say!(play::Attacked, cell = cell(*at)),
            }
        ),
    }
}

/// Says how a game has ended.
pub fn say_outcome(outcome: &Outcome, game: &Game<'_>) -> Say {
    let reason = reason(outcome.reason, game);
    match (outcome.winner(), outcome.white) {
        (Some(winner), _) => say!(play::Won, side = side(winner), reason),
        (None, Ending::Score(_)) => say!(
            play::Shared,
            white = outcome.white.points(),
            black = outcome.white.reversed().points(),
            reason
        ),
        (None, _) => say!(play::Drawn, reason),
    }
}

fn reason(reason: Reason, game: &Game<'_>) -> SlotValue {
    let plain = |key: &str| row("play.reason", key);
    let rules = &game.variant().rules;
    match reason {
        Reason::Mate => plain("mate"),
        Reason::Stalemate => plain("stalemate"),
        Reason::Goal(place) => say!(play::ByGoal, piece = kind(game, game.goal(place).kind)).into(),
        Reason::QuietLimit => plain("quiet-limit"),
        Reason::DeadPosition => plain("dead-position"),
        Reason::Repetition => plain("repetition"),
        Reason::BlamedRepetition => match game.repetition().and_then(Repetition::blames) {
            Some(blames) => say!(
                play::ByBlamedRepetition,
                condition = say_condition(&blames.expression, game.variant())
            )
            .into(),
            None => plain("repetition"),
        },
        Reason::Rule(index) => match &rules[index] {
            Rule::End(EndRule { when, .. }) => match &when.text {
                Some(text) => say!(play::ByRule, text).into(),
                None => say!(
                    play::ByCondition,
                    condition = say_condition(&when.expression, game.variant())
                )
                .into(),
            },
            _ => plain("rule"),
        },
    }
}
