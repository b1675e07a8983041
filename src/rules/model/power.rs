//! Powers: what a piece can do beyond its movement, each a small part with its parameters.
//!
//! A power refers to directions and to cells' names, never to a game, so any variant can combine
//! powers.

use super::board::{Board, Dir};
use super::cells::{Cell, CellSet};
use super::places::SidedSet;
use super::position::KindId;
use super::side::Sided;
use super::term::Condition;

/// The rule that a piece has a power.
#[derive(Clone, Debug)]
pub struct PowerRule {
    /// The kind of piece that has it.
    pub kind: KindId,
    /// What it does.
    pub power: Power,
}

/// What a piece can do beyond its movement. Directions start at the piece; each side has its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each power says what its directions and kinds are for"
)]
pub enum Power {
    /// Enemies one step `near` it cannot move.
    Freezing { near: SidedDirs },
    /// It captures an enemy by going straight away from it `along` one of these directions.
    Withdrawal { along: SidedDirs },
    /// It captures enemies where its file and rank cross those of an own piece that it acts
    /// `with`.
    Coordination {
        with: KindId,
        /// Whether equally many pieces must stand between the victim and each of the two.
        balanced: bool,
    },
    /// It goes to an enemy's cell and drives the enemy on `along` the line until it can go no
    /// further.
    Push {
        along: SidedDirs,
        /// The most steps to the enemy's cell; any number, if `None`.
        range: Option<u16>,
        /// Whether a piece in the enemy's way is driven on ahead of it.
        train: bool,
    },
    /// It changes places with the first piece, of either side, `along` one of these directions.
    Swap {
        along: SidedDirs,
        /// The most steps to the other piece; any number, if `None`.
        range: Option<u16>,
    },
    /// It leaps over enemies `along` these directions, each time onto an empty cell beyond, and
    /// captures them.
    LongLeap {
        along: SidedDirs,
        /// The most steps of a leap; any number, if `None`.
        range: Option<u16>,
        /// Whether it may leap over more than one, on one line.
        several: bool,
    },
    /// It captures connected enemies none of which has an empty cell `near` it.
    Enclosure {
        near: SidedDirs,
        /// Whether it may go to any empty cell to do so.
        anywhere: bool,
    },
    /// Against an enemy of another kind it has that kind's own way of capture.
    Mimicry,
    /// If it can capture, it must not do anything else.
    Mandatory,
    /// Two of them move a friend from the cell one step `near` one of them to the cell in the same
    /// direction from the other.
    Teleport { near: SidedDirs },
    /// All friends one step around it move on by one step of the ring, either way.
    Rotation {
        /// The directions to the cells of the ring, clockwise.
        around: SidedDirs,
    },
    /// It may leave a cell, and enter a cell, only if a friend of a kind it is bound `with` is one
    /// step `near` that cell.
    Bond { with: Vec<KindId>, near: SidedDirs },
    /// For its movement the cell of a piece of these `kinds`, of either side, counts as absent: it
    /// neither captures the piece nor hops over it.
    Barrier { kinds: Vec<KindId> },
}

impl Power {
    /// Returns its name, as the kind of a rule.
    pub fn name(&self) -> &'static str {
        match self {
            Power::Freezing { .. } => "freezing",
            Power::Withdrawal { .. } => "withdrawal",
            Power::Coordination { .. } => "coordination",
            Power::Push { .. } => "push",
            Power::Swap { .. } => "swap",
            Power::LongLeap { .. } => "long-leap",
            Power::Enclosure { .. } => "enclosure",
            Power::Mimicry => "mimicry",
            Power::Mandatory => "mandatory",
            Power::Teleport { .. } => "teleport",
            Power::Rotation { .. } => "rotation",
            Power::Bond { .. } => "bond",
            Power::Barrier { .. } => "barrier",
        }
    }

    /// Returns the way in which it captures; `None` if it does not capture.
    pub fn capture_way(&self) -> Option<CaptureWay> {
        match self {
            Power::Withdrawal { .. } => Some(CaptureWay::Withdrawal),
            Power::Coordination { .. } => Some(CaptureWay::Coordination),
            Power::LongLeap { .. } => Some(CaptureWay::LongLeap),
            Power::Enclosure { .. } => Some(CaptureWay::Enclosure),
            Power::Teleport { .. } => Some(CaptureWay::Teleport),
            Power::Rotation { .. } => Some(CaptureWay::Rotation),
            _ => None,
        }
    }

    /// Whether it only restricts its holder's moves and gives it none.
    pub fn is_limit(&self) -> bool {
        matches!(
            self,
            Power::Mandatory | Power::Bond { .. } | Power::Barrier { .. }
        )
    }
}

/// The rule that cells that can be absent may change places, as a move.
#[derive(Clone, Debug)]
pub struct TravelRule {
    /// The places for these cells, in a ring: each beside the next, and the last beside the first.
    pub ring: Vec<Cell>,
    /// The directions from such a cell to the cells that go with it.
    pub near: Vec<Dir>,
}

impl TravelRule {
    /// Whether `beside`, a cell next to `cell`, touches no other present cell, so that it goes
    /// with `cell` alone.
    pub fn is_outside(&self, board: &Board, absent: &CellSet, cell: Cell, beside: Cell) -> bool {
        let is_alone = |other: Cell| other == cell || absent.contains(other);
        self.near
            .iter()
            .all(|dir| board.next(beside, *dir).is_none_or(is_alone))
    }
}

/// The directions of each side: Black's are the mirrors of White's.
pub type SidedDirs = Sided<Vec<Dir>>;

padma_text::named! {
    /// The way in which a piece is captured.
    pub enum CaptureWay by name {
        /// By a movement that ends on its cell or passes it.
        Movement "movement",
        /// By going straight away from it.
        Withdrawal "withdrawal",
        /// By standing, with another, on its file and rank.
        Coordination "coordination",
        /// By a leap over it.
        LongLeap "long-leap",
        /// By closing its last empty cell.
        Enclosure "enclosure",
        /// By putting a friend on its cell.
        Teleport "teleport",
        /// By turning a friend onto its cell.
        Rotation "rotation",
        /// By an additional effect of a move.
        Effect "effect",
    }
}

/// The rule that captured pieces go into the hand of the side that captures them.
#[derive(Clone, Debug)]
pub struct IntoHand {
    /// The kinds it applies to; all, if `None`.
    pub kinds: Option<Vec<KindId>>,
    /// The kind in hand; the same as on the board, if `None`.
    pub becomes: Option<KindId>,
    /// The way of capture it applies to; any, if `None`.
    pub by: Option<CaptureWay>,
}

/// The rule that pieces in hand may be put on the board, as a move.
#[derive(Clone, Debug)]
pub struct DropRule {
    /// The kinds it applies to; all, if `None`.
    pub kinds: Option<Vec<KindId>>,
    /// The cells they may be dropped on, for each side.
    pub cells: SidedSet,
    /// The kinds a piece may be on the board, as its side chooses; the same as in hand, if `None`.
    pub becomes: Option<Vec<KindId>>,
    /// Whether a drop must not capture anything.
    pub takes_none: bool,
    /// Whether a drop must not attack a royal piece.
    pub gives_no_check: bool,
    /// Whether a drop must not mate.
    pub gives_no_mate: bool,
    /// Whether a drop must not freeze an enemy.
    pub freezes_none: bool,
    /// Whether the piece must have a move from the cell it is dropped on, with all other pieces
    /// taken off the board.
    pub must_move: bool,
    /// A condition on the position before the drop, if there is one.
    pub when: Option<Condition>,
}
