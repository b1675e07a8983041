//! Powers: what a piece does besides its movement, each a small part with its parameters.
//!
//! A power speaks of directions and of cells' names, never of a game, so any variant can compose them.

use super::board::{Board, Dir};
use super::cells::{Cell, CellSet};
use super::places::SidedSet;
use super::position::KindId;
use super::side::Sided;

/// A power and the piece that has it.
#[derive(Clone, Debug)]
pub struct Power {
    /// The piece that has it.
    pub kind: KindId,
    /// What it does.
    pub deed: Deed,
}

/// What a piece does besides its movement. Directions lead from it; each side has its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each deed says what its directions and kinds are for"
)]
pub enum Deed {
    /// Enemies one step `near` it cannot move.
    Freezing { near: SidedDirs },
    /// Going straight away from an enemy `along` one of these captures it.
    Withdrawal { along: SidedDirs },
    /// Where its file and rank cross those of an own piece it acts `with`, enemies are taken.
    Coordination {
        with: KindId,
        /// Only if as many pieces stand between the victim and the one as between it and the other.
        balanced: bool,
    },
    /// It comes to an enemy's cell, and the enemy is driven on `along` the line as far as it can go.
    Push {
        along: SidedDirs,
        /// A piece in its way is driven on before it.
        train: bool,
    },
    /// It changes places with the first piece, of either side, `along` one of these.
    Swap { along: SidedDirs },
    /// It leaps over enemies `along` these, each onto an empty cell behind, and takes them.
    LongLeap {
        along: SidedDirs,
        /// More than one, on one line.
        several: bool,
    },
    /// Enemies that hang together, and to none of which an empty cell is `near`, are taken.
    Enclosure {
        near: SidedDirs,
        /// It may go to any empty cell for that.
        anywhere: bool,
    },
    /// Towards an enemy of another kind it has that kind's own way of capture.
    Mimicry,
    /// A piece that can capture must not do anything else.
    Mandatory,
    /// Two of them put a friend from one step `near` the one to the same step `near` the other.
    Teleport { near: SidedDirs },
    /// All friends one step around it go on by one step of the ring, either way.
    Rotation {
        /// Clockwise.
        around: SidedDirs,
    },
    /// It leaves a cell, or comes to one, only where a friend it is bound `with` is one step `near`.
    Bond { with: Vec<KindId>, near: SidedDirs },
    /// To its movement the cell of a piece of these `kinds`, of either side, is as if absent: it neither takes it nor
    /// hops over it.
    Barrier { kinds: Vec<KindId> },
}

impl Deed {
    /// What it is called in a sentence.
    pub fn noun(&self) -> &'static str {
        match self {
            Deed::Freezing { .. } => "freezing",
            Deed::Withdrawal { .. } => "capture by withdrawal",
            Deed::Coordination { .. } => "capture by coordination",
            Deed::Push { .. } => "pushing",
            Deed::Swap { .. } => "swapping",
            Deed::LongLeap { .. } => "long leaps",
            Deed::Enclosure { .. } => "capture by enclosure",
            Deed::Mimicry => "mimicry",
            Deed::Mandatory => "mandatory capture",
            Deed::Teleport { .. } => "teleporting",
            Deed::Rotation { .. } => "rotating",
            Deed::Bond { .. } => "a bond",
            Deed::Barrier { .. } => "barriers",
        }
    }

    /// In what way it takes, if it does.
    pub fn way(&self) -> Option<CaptureWay> {
        match self {
            Deed::Withdrawal { .. } => Some(CaptureWay::Withdrawal),
            Deed::Coordination { .. } => Some(CaptureWay::Coordination),
            Deed::LongLeap { .. } => Some(CaptureWay::LongLeap),
            Deed::Enclosure { .. } => Some(CaptureWay::Enclosure),
            Deed::Teleport { .. } => Some(CaptureWay::Teleport),
            Deed::Rotation { .. } => Some(CaptureWay::Rotation),
            _ => None,
        }
    }

    /// Whether it keeps its holder from moves and gives none.
    pub fn is_limit(&self) -> bool {
        matches!(
            self,
            Deed::Mandatory | Deed::Bond { .. } | Deed::Barrier { .. }
        )
    }
}

/// Cells that can be absent may change places, as a move.
#[derive(Clone, Debug)]
pub struct TravelRule {
    /// The places for them, each beside the next, the last beside the first.
    pub ring: Vec<Cell>,
    /// From a cell to those that go with it.
    pub near: Vec<Dir>,
}

impl TravelRule {
    /// Whether a cell that goes with another belongs to it alone: no other cell that is there touches it.
    pub fn is_outside(&self, board: &Board, absent: &CellSet, cell: Cell, beside: Cell) -> bool {
        let is_alone = |other: Cell| other == cell || absent.contains(other);
        self.near
            .iter()
            .all(|dir| board.next(beside, *dir).is_none_or(is_alone))
    }
}

/// Directions as each side has them: Black's are the mirrors of White's.
pub type SidedDirs = Sided<Vec<Dir>>;

padma_text::named! {
    /// In what way a piece is captured.
    pub enum CaptureWay by name {
        /// By coming to its cell, or passing it, in a movement.
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
    }
}

/// Captured pieces go into the hand of the side that takes them.
#[derive(Clone, Debug)]
pub struct IntoHand {
    /// Which kinds; all, if not said.
    pub kinds: Option<Vec<KindId>>,
    /// Its kind in hand; the same as before, if not said.
    pub becomes: Option<KindId>,
    /// In what way; in any, if not said.
    pub by: Option<CaptureWay>,
}

/// Pieces in hand may be put on the board, as a move.
#[derive(Clone, Debug)]
pub struct DropRule {
    /// Which kinds; all, if not said.
    pub kinds: Option<Vec<KindId>>,
    /// Where, for each side.
    pub cells: SidedSet,
    /// What it is on the board, as its side chooses; the same as in hand, if not said.
    pub becomes: Option<Vec<KindId>>,
    /// It may capture nothing by it.
    pub takes_none: bool,
    /// No royal piece may be attacked by it.
    pub gives_no_check: bool,
    /// No enemy may be frozen by it.
    pub freezes_none: bool,
    /// From there it must have a move on the board as it is, the pieces left out.
    pub must_move: bool,
}
