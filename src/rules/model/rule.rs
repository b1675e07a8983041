//! What a variant's rules say that is not movement, each rule a small part with its data.

use super::cells::Cell;
use super::places::SidedSet;
use super::position::KindId;
use super::power::{DropRule, IntoHand, Power, SidedDirs, TravelRule};
use super::side::Sided;

/// A rule of a variant that is neither a piece's movement nor how moves are written.
#[derive(Clone, Debug)]
pub enum Rule {
    /// On some cells several pieces of one kind and side may stand together at the start, and are
    /// taken together.
    Shared {
        /// Of these pieces.
        kind: KindId,
        /// On these cells.
        cells: SidedSet,
        /// So many together at most.
        most: u8,
    },
    /// Pieces are exchanged for others on certain cells.
    Promotion(Promotion),
    /// Several unmoved pieces of a side move at once.
    Castling(Castling),
    /// A piece becomes another by what it has done.
    Transformation(Transformation),
    /// A side wins by the cells its pieces have reached.
    Goal(Goal),
    /// How the game ends for a side without a legal move; a draw without such a rule.
    Stalemate(Stalemate),
    /// The game ends after so many moves without capture and promotion.
    QuietLimit(QuietLimit),
    /// What follows when a position comes up again.
    Repetition(Repetition),
    /// A piece does something besides its movement.
    Power(Power),
    /// Captured pieces go into hand.
    IntoHand(IntoHand),
    /// Pieces in hand may be put on the board.
    Drop(DropRule),
    /// Cells may change places, as a move.
    Travel(TravelRule),
    /// Pieces made of checkers join and part.
    Stacking(Stacking),
    /// No move may leave an enemy's royal piece attacked.
    NoCheck,
    /// Royal pieces that face each other attack each other.
    Facing(Facing),
}

/// Royal pieces of a kind that stand on one line with empty cells between attack each other, wherever they may stand.
#[derive(Clone, Debug)]
pub struct Facing {
    /// The royal kind.
    pub kind: KindId,
    /// The directions in which the empty cells between them are looked for.
    pub along: SidedDirs,
}

/// Pieces made of checkers join and part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stacking {
    /// A piece may go to an own piece's cell, where both together are a piece.
    pub merge: bool,
    /// A part of a piece may leave it by its own movement, where both it and what is left are pieces.
    pub split: bool,
    /// A part that leaves may take an enemy.
    pub parts_take: bool,
    /// A part that leaves may join another piece at once.
    pub parts_merge: bool,
}

/// On these cells a piece is exchanged for another.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// What is exchanged.
    pub kind: KindId,
    /// Where; each side has its own cells.
    pub cells: SidedSet,
    /// What it may become.
    pub to: Vec<KindId>,
    /// Whether it may stay what it is.
    pub may_wait: bool,
    /// Whether it may not even where there is nothing to become, so that none comes there.
    pub must: bool,
    /// How many pieces of the new kind a side may then have on the board.
    pub limit: Option<u16>,
    /// Whether the new piece comes out of the reserve, which must hold one.
    pub from_reserve: bool,
    /// How it comes to those cells, each way once and in their order.
    pub by: Vec<ArrivalWay>,
}

padma_text::named! {
    /// How a piece may come to a cell for something to happen to it there.
    pub enum ArrivalWay by name {
        /// By its own move.
        Move "move",
        /// By another piece's, which changes places with it; that one's side has the choice.
        Swap "swap",
        /// By others, which put it elsewhere.
        Teleport "teleport",
        /// By a rotation of the pieces around another.
        Rotation "rotation",
        /// With the cell it stands on.
        Travel "travel",
    }
}

/// Several unmoved pieces of one side that move at once.
#[derive(Clone, Debug)]
pub struct Castling {
    /// As the notation writes it.
    pub name: String,
    /// The pieces of each side, each with its two cells.
    pub movers: Sided<Vec<Mover>>,
}

/// One of the pieces of a castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// What must stand there, unmoved.
    pub kind: KindId,
    /// The cell it leaves.
    pub from: Cell,
    /// The cell it comes to, which may be the one it leaves.
    pub to: Cell,
}

/// A piece that becomes another by what it has just done.
#[derive(Clone, Debug)]
pub struct Transformation {
    /// What becomes another.
    pub kind: KindId,
    /// What it does to become it.
    pub when: Occasion,
    /// What it becomes.
    pub to: KindId,
    /// Whether the new piece comes out of the reserve; without one there it stays what it is.
    pub from_reserve: bool,
    /// Whether its side may choose to leave it as it is.
    pub optional: bool,
}

/// What a piece must have done to become another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// It captures.
    Captures,
    /// It captures a piece of this kind.
    CapturesKind(KindId),
    /// From where it has come to it attacks a royal piece of the enemy.
    GivesCheck,
    /// It goes straight along one of these directions.
    MovesAlong(SidedDirs),
}

/// A side wins when so many of its pieces of a kind have reached these cells.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The pieces that count.
    pub kind: KindId,
    /// The cells to reach, for each side.
    pub cells: SidedSet,
    /// How many of them must stand there at once.
    pub count: u16,
}

/// How it ends for a side that has no legal move and is not in check.
#[derive(Clone, Debug)]
pub struct Stalemate {
    /// For the side that has no legal move.
    pub ending: Ending,
    /// Only if a royal piece of that side stands there; wherever it stands, if not said.
    pub cells: Option<SidedSet>,
}

/// After so many moves of either side on end without capture and promotion, and without a move of certain
/// pieces, the game ends.
#[derive(Clone, Debug)]
pub struct QuietLimit {
    /// How many moves, those of both sides counted.
    pub plies: u16,
    /// The pieces whose every move begins the count anew.
    pub counting: Vec<KindId>,
    /// For the side that makes the last of them.
    pub ending: Ending,
}

/// What the rules say of a position that comes up again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// The game is drawn when a position has come up so many times with the same side to move.
    Draw {
        /// How often, the first time counted.
        times: u16,
    },
    /// No move may bring a position about again.
    Forbidden,
}

padma_text::named! {
    /// How a game ends, for the side that is spoken of.
    pub enum Ending by name {
        /// The side has won.
        Win "win",
        /// Neither has won.
        Draw "draw",
        /// The other side has won.
        Loss "loss",
    }
}
