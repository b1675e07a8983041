//! What a rule's expression computes, as small trees over cells, kinds, sides and numbers.
//!
//! The trees are laid for one board when a variant is resolved: a direction class is a table of
//! cells, a named set is its cells. `play` computes them in a position without allocating.

use super::board::Dir;
use super::cells::{CellSet, SetPerCell};
use super::places::SidedSet;
use super::position::KindSet;
use super::side::{Side, Sided};

/// The most variables that an expression of a rule may bind inside each other.
pub const MAX_VARIABLES: usize = 4;

/// The most counters that a variant may have.
pub const MAX_COUNTERS: usize = 4;

/// The most steps that an expression of a rule may take, whatever the position.
pub const MAX_STEPS: u64 = 20_000;

/// A side, as a rule names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideTerm {
    /// This side.
    Fixed(Side),
    /// The side that makes the move, or has just made one.
    Mover,
    /// The side that does not.
    Opponent,
}

/// A term whose value is a set of kinds.
#[derive(Clone, Debug, PartialEq)]
pub enum KindsTerm {
    /// These kinds.
    Fixed(KindSet),
    /// The kind of the piece that moves, as it was before the move.
    Moving,
    /// The kinds of the pieces on some cells.
    On(Box<CellsTerm>),
    /// The kinds of either.
    Either(Box<[KindsTerm; 2]>),
}

/// An operator between two sets of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetOperator {
    /// The cells of either.
    Union,
    /// The cells of both.
    Intersection,
    /// The cells of the first that are not in the second.
    Minus,
}

/// A term whose value is a set of cells. A single cell is a set of one.
#[derive(Clone, Debug, PartialEq)]
pub enum CellsTerm {
    /// These cells.
    Fixed(CellSet),
    /// These cells, as a side sees them.
    Sided(Box<SidedSet>, SideTerm),
    /// The cell that the piece leaves; none for a drop.
    From,
    /// The cell that the piece goes to.
    To,
    /// The cells of the pieces that the move captures.
    Taken,
    /// The value of a variable, by the number of variables around it.
    Variable(usize),
    /// The cells without a piece.
    Empty,
    /// The cells of the pieces that have not moved.
    Unmoved,
    /// The cells of a side's pieces; of both sides' if no side is named.
    Pieces(Option<SideTerm>),
    /// The cells of the pieces of some kinds; of both sides' if no side is named.
    OfKinds(Box<KindsTerm>, Option<SideTerm>),
    /// The cells on which pieces of some kinds begin.
    AtStart(Box<KindsTerm>, SideTerm),
    /// The cells that a table gives for any of some cells, as a side sees them.
    Near(Box<SidedTable>, SideTerm, Box<CellsTerm>),
    /// The cells that a side's legal moves bring pieces of some kinds to, ignoring that the game may
    /// have ended.
    Goes(Box<KindsTerm>, SideTerm),
    /// The cells between a cell of one set and one of another, along one of these directions.
    Between(Box<[Dir]>, Box<[CellsTerm; 2]>),
    /// The cells after one of the second set on a line from one of the first, along one of these
    /// directions.
    Beyond(Box<[Dir]>, Box<[CellsTerm; 2]>),
    /// The answer to a question about the movement of pieces of some kinds and one side, on each of some
    /// cells.
    Walk(WalkQuery, Box<KindsTerm>, SideTerm, Box<CellsTerm>),
    /// The cells that pieces of some kinds come to anywhere on the empty board.
    Range(Box<KindsTerm>, SideTerm),
    /// The cells on which pieces of some kinds may stand.
    StandsOn(Box<KindsTerm>, SideTerm),
    /// The cells that are absent.
    Absent,
    /// The cells of a side's frozen pieces.
    Frozen(SideTerm),
    /// Two sets joined.
    Join(SetOperator, Box<[CellsTerm; 2]>),
    /// Those of some cells for which a condition on the variable holds.
    Where(Box<CellsTerm>, Box<Truth>),
    /// The union of the cells that a term gives for each value of the variable, from some cells
    /// for which a condition holds.
    Each(Box<CellsTerm>, Box<Truth>, Box<CellsTerm>),
}

/// A question about a piece's movement in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkQuery {
    /// The cells that it can land on.
    Reach,
    /// The empty cells that it can go to.
    Moves,
    /// The cells of the enemies that it can take.
    Captures,
    /// The cells where it could take an enemy, if one stood there.
    Attacks,
    /// The cells that it can land on if it has not moved yet.
    First,
    /// The cells that it can get to in any number of moves on the empty board.
    Closure,
}

/// For each cell some others, for White and for Black.
pub type SidedTable = Sided<SetPerCell>;

/// An operator between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// The sum.
    Plus,
    /// The difference.
    Minus,
    /// The product.
    Times,
}

/// A term whose value is a number.
#[derive(Clone, Debug, PartialEq)]
pub enum NumberTerm {
    /// This number.
    Fixed(i64),
    /// The number of cells in a set.
    Size(CellsTerm),
    /// The number of pieces of some kinds that a side has beside the board.
    InHand(KindsTerm, SideTerm),
    /// What a side's counter shows.
    Counter(CounterId, SideTerm),
    /// The number of a side's legal moves, ignoring that the game may have ended.
    LegalMoves(SideTerm),
    /// Two numbers joined.
    Join(Arithmetic, Box<[NumberTerm; 2]>),
}

/// One counter of a variant, as an index into its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterId(u8);

impl CounterId {
    /// Returns the counter at this index of a variant's list.
    pub const fn new(index: usize) -> CounterId {
        CounterId(index as u8)
    }

    /// Returns its index in the variant's list, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A relation between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberRelation {
    /// The first is the second.
    Equal,
    /// The first is less.
    Less,
    /// The first is not more.
    AtMost,
}

/// A term whose value is true or false: a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Truth {
    /// Always this.
    Fixed(bool),
    /// The opposite.
    Not(Box<Truth>),
    /// Both hold.
    Both(Box<[Truth; 2]>),
    /// At least one holds.
    Either(Box<[Truth; 2]>),
    /// Two numbers are so related.
    Compares(NumberRelation, Box<[NumberTerm; 2]>),
    /// All cells of the first set are in the second.
    Within(Box<[CellsTerm; 2]>),
    /// Both sets have a cell in common.
    Meets(Box<[CellsTerm; 2]>),
    /// All kinds of the first set are in the second.
    KindsWithin(Box<[KindsTerm; 2]>),
    /// Both are the same side.
    SameSide([SideTerm; 2]),
    /// A condition on the variable holds for every cell of a set.
    Every(Box<CellsTerm>, Box<Truth>),
    /// The move is a castling.
    Castles,
    /// The side has passed instead of moving.
    Passes,
    /// A royal piece of the side is attacked.
    InCheck(SideTerm),
    /// The side could capture a piece on each of these cells.
    Attacked(Box<CellsTerm>, SideTerm),
}

/// How much of the rules an expression asks about. Each stage may ask about those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleStage {
    /// The board alone.
    Geometry,
    /// Where the pieces stand, and the move.
    Position,
    /// What the pieces attack.
    Attack,
    /// Which moves are legal.
    Legal,
}

impl RuleStage {
    /// Returns what an expression of this stage asks, in words.
    pub fn asks(self) -> &'static str {
        match self {
            RuleStage::Geometry => "about the board",
            RuleStage::Position => "where the pieces stand",
            RuleStage::Attack => "what is attacked",
            RuleStage::Legal => "which moves are legal",
        }
    }
}

/// A condition of a rule.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The condition itself.
    pub truth: Truth,
    /// What it asks about.
    pub stage: RuleStage,
    /// The expression that states it; empty for what always holds.
    pub expression: String,
    /// The sentence that the author wants to stand for the whole rule.
    pub text: Option<String>,
}
