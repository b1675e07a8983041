//! Reasons why a well-formed expression has no value.

use padma_rules::movement::{NoLeaps, Unturnable};
use padma_rules::play::notation::MoveForm;
use padma_rules::play::{Moves, Unsolvable};
use padma_text::diag::Code;

/// Maximum work for one expression. One unit is roughly one binding of a variable, one computed
/// part, or one cell of a walk.
pub const MAX_WORK: u64 = 50_000_000;
/// Maximum work for all expressions of a book together.
pub(crate) const MAX_WORK_IN_ALL: u64 = 150_000_000;

/// Maximum number of positions that are looked at for one problem.
pub(crate) const MOST_POSITIONS: u64 = 4_000_000;

/// The reason an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalFault {
    /// It takes more work than can be done in reasonable time.
    TooLong,
    /// Together with the expressions before it, it takes too much work.
    TooLongInAll,
    /// It asks about a position with more moves than are listed.
    TooManyMoves,
    /// A number in it is too large.
    Overflow,
    /// It asks for the largest, smallest or common value of an empty list.
    NoValues,
    /// It asks for the common value of values that differ.
    DifferentValues,
    /// It asks whether a move is legal, but the text is not a move in the variant's notation.
    NoMove,
    /// It asks about a move of a form that the variant does not have.
    NoForm(MoveForm),
    /// It asks whether a move is legal, but the piece that the text names is not there.
    NotThere,
    /// It asks for the result of an ending that cannot be solved.
    Ending(Unsolvable),
    /// It asks about games of a variant of which none were measured.
    NotMeasured,
    /// It asks about games that were measured before the rules or the player changed.
    MeasuredBefore,
    /// It asks about a problem with more positions than are looked at.
    TooManyPositions,
    /// It asks what a move does, but the move is not legal.
    NotLegal,
    /// It compares two movements, and trying positions did not decide whether they are the same.
    Undecided,
    /// It asks for the leaps of a piece whose leaps cannot be listed.
    Leaps(NoLeaps),
    /// It turns a piece whose movement cannot be turned.
    Unturnable(Unturnable),
}

impl EvalFault {
    /// Returns the code of the complaint.
    pub fn code(self) -> Code {
        match self {
            EvalFault::TooLong
            | EvalFault::TooLongInAll
            | EvalFault::TooManyMoves
            | EvalFault::TooManyPositions
            | EvalFault::Overflow
            | EvalFault::Undecided
            | EvalFault::Ending(Unsolvable::TooLarge { .. }) => Code::TooLarge,
            _ => Code::ClaimType,
        }
    }
}

impl std::error::Error for EvalFault {}

impl std::fmt::Display for EvalFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EvalFault::TooLong => write!(
                f,
                "this expression takes more than {MAX_WORK} steps to compute"
            ),
            EvalFault::TooLongInAll => {
                write!(
                    f,
                    "the expressions of this book take more than {MAX_WORK_IN_ALL} steps together"
                )
            }
            EvalFault::TooManyMoves => write!(
                f,
                "this asks about a position with more than {} moves",
                Moves::MOST
            ),
            EvalFault::NotMeasured => f.write_str(
                "no games of this variant have been measured: run `padma measure`",
            ),
            EvalFault::MeasuredBefore => f.write_str(
                "the games were measured by other rules, or by another player: run `padma measure` again",
            ),
            EvalFault::TooManyPositions => write!(
                f,
                "this problem needs more than {MOST_POSITIONS} positions, or more than 20 turns"
            ),
            EvalFault::NoValues => f.write_str("there are no values here to choose from"),
            EvalFault::DifferentValues => {
                f.write_str("the values here are not all the same, so there is no common value")
            }
            EvalFault::NoMove => f.write_str("this is not a move in the variant's notation"),
            EvalFault::NoForm(form) => f.write_str(match form {
                MoveForm::Castling => "this asks about a castling, and this variant has none",
                MoveForm::Drop => {
                    "this asks about a drop, and in this variant no piece is ever dropped"
                }
                MoveForm::Change => {
                    "this asks about a move that makes a piece another, and in this variant no \
                     piece ever becomes another"
                }
                MoveForm::EnPassant => {
                    "this asks about a capture en passant, and this variant has none"
                }
            }),
            EvalFault::NotThere => f.write_str(
                "this asks whether a move is legal, but the piece that it names is not there",
            ),
            EvalFault::Ending(Unsolvable::TooLarge { most }) => {
                write!(
                    f,
                    "this ending has more than {most} positions, the limit for a board of \
                     this size"
                )
            }
            EvalFault::Ending(Unsolvable::MoreThanPieces) => f.write_str(
                "this ending depends on more than where the pieces stand: on pieces beside the \
                 board, cells that travel, what is counted, turns of several moves or captures en passant",
            ),
            EvalFault::NotLegal => {
                f.write_str("this asks what a move does, but the move is not legal here")
            }
            EvalFault::Undecided => f.write_str(
                "two movements in this expression can be shown neither to be the same nor to \
                 differ: there are too many positions to try",
            ),
            EvalFault::Leaps(why) => {
                write!(
                    f,
                    "this expression asks for leaps that cannot be listed: {why}"
                )
            }
            EvalFault::Unturnable(why) => {
                write!(
                    f,
                    "this expression turns a movement that cannot be turned: {why}"
                )
            }
            EvalFault::Overflow => f.write_str("a number in this expression grows too large"),
        }
    }
}
