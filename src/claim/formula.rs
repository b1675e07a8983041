//! Expressions with every name settled and every type known: evaluating one cannot fail, but for
//! taking too long.

use std::cell::RefCell;
use std::sync::Arc;

use crate::lower::{NumberId, Part};
use crate::model::lotus::PetalCount;
use crate::model::{Cell, CellSet, CheckerId, Dir, PieceId, Side};
use crate::movement::{Eighths, LeapKind};
use crate::reach::Told;

use super::syntax::ChangeKind;
use super::value::{Number, Type};

#[derive(Clone, Debug)]
pub enum Formula {
    Number(Num),
    /// In percent.
    Share(Num),
    Cells(Set),
    Truth(Test),
    Text(Txt),
    Pieces(Herd),
    Leaps(Leaps),
    Numbers(Roll),
}

impl Formula {
    pub fn kind(&self) -> Type {
        match self {
            Formula::Number(_) => Type::Number,
            Formula::Share(_) => Type::Share,
            Formula::Cells(_) => Type::Cells,
            Formula::Truth(_) => Type::Truth,
            Formula::Text(_) => Type::Text,
            Formula::Pieces(_) => Type::Pieces,
            Formula::Leaps(_) => Type::Leaps,
            Formula::Numbers(_) => Type::Numbers,
        }
    }
}

/// A variable's place among the values of those bound around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(pub usize);

/// One cell.
#[derive(Clone, Copy, Debug)]
pub enum Spot {
    Fixed(Cell),
    Variable(Slot),
}

/// One piece.
#[derive(Clone, Copy, Debug)]
pub enum Who {
    Fixed(PieceId),
    Variable(Slot),
}

/// How somebody moves: as a piece does, or as the expression tells.
#[derive(Clone, Debug)]
pub enum Gait {
    Of(Who),
    Told(Arc<Told>),
    /// As a piece that is a variable does, turned.
    Turned(Slot, Eighths),
}

/// The man whose movement is asked for.
#[derive(Clone, Debug)]
pub enum Mover {
    /// A man of a diagram, among its other men.
    Man { stage: usize, man: usize },
    /// Somebody alone on the board.
    Alone { gait: Gait, side: Side, from: Spot },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    Reach,
    Moves,
    Captures,
    Attacks,
    /// Where he may go if he has not moved before.
    First,
}

/// A part of a formula that does not name the innermost of the variables bound around it. Its value is kept for as
/// long as those it names stand for the same.
#[derive(Clone, Debug)]
pub struct Kept<F, V> {
    pub part: F,
    /// The innermost variable that it names.
    pub by: Option<Slot>,
    /// The value, and which binding of that variable it holds for.
    pub value: RefCell<Option<(u64, V)>>,
}

impl<F, V> Kept<F, V> {
    pub fn new(part: F, by: Option<Slot>) -> Box<Kept<F, V>> {
        Box::new(Kept { part, by, value: RefCell::default() })
    }
}

/// How far along some directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Step,
    /// Every cell of the line on this side, the empty board supposed.
    Slide,
    /// As a slide, and the cell itself.
    Line,
}

/// What a cell is compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    Kind,
    File,
    Rank,
}

/// What is done to a board of files and ranks, so that its cells come to lie on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// The lowest rank becomes the highest.
    Mirrored,
    /// Half a turn.
    Rotated,
    /// Another sheet takes the place of a cell's own.
    Twin,
}

#[derive(Clone, Debug)]
pub enum Set {
    /// In a box, for it would be most of every formula's size.
    Fixed(Box<CellSet>),
    One(Spot),
    Of(Query, Mover),
    /// The cells of the men whom a man takes by going to a cell.
    Victims(Mover, Spot),
    Range(Gait, Side),
    /// Where a piece may stand.
    StandsOn(Who, Side),
    /// Where a piece is exchanged for another.
    Promotion(Who, Side),
    /// Where a piece wins, or helps to win.
    Goal(Who, Side),
    /// Where the men of a piece come to by a castling, told by its place among the rules.
    Castled {
        rule: usize,
        who: Who,
        side: Side,
    },
    /// Where the men of a piece and side stand in a diagram.
    Standing {
        stage: usize,
        who: Who,
        side: Side,
    },
    /// The men of a side who cannot move in a diagram, or of both.
    Frozen {
        stage: usize,
        side: Option<Side>,
    },
    /// The cells of the men a legal move takes.
    Taken {
        stage: usize,
        text: String,
        side: Option<Side>,
    },
    /// Cells to which legal moves lead.
    Legal {
        stage: usize,
        side: Option<Side>,
        asked: Leads,
    },
    /// The empty cells beside a man and those who hang together with him.
    Liberties {
        stage: usize,
        of: Spot,
    },
    /// Where the men of the setup stand, or those of one piece and side.
    Setup(Option<(Who, Side)>),
    Closure(Mover),
    Along(Vec<Dir>, Extent, Spot),
    Like(Trait, Spot),
    /// Where cells come to lie.
    Image(Image, Box<Set>),
    Union(Box<Set>, Box<Set>),
    Minus(Box<Set>, Box<Set>),
    Intersection(Box<Set>, Box<Set>),
    Filter(Box<Binder>),
    /// The union of the sets for all bound values.
    UnionOver(Box<Binder>, Box<Set>),
    With(Changes, Box<Set>),
    Kept(Box<Kept<Set, CellSet>>),
}

impl Set {
    pub fn fixed(cells: CellSet) -> Set {
        Set::Fixed(Box::new(cells))
    }
}

#[derive(Clone, Debug)]
pub enum Num {
    Fixed(Number),
    Count(Set),
    CountPieces(Herd),
    CountNumbers(Roll),
    CountLeaps(Leaps),
    Share(Set),
    Distance(Gait, Side, Spot, Spot),
    /// How many men of a piece may stand together on a cell at the start.
    Together(Who, Side, Spot),
    /// How many men of a piece a side has beside the board at the start.
    Reserve(Who, Side),
    /// How many checkers a piece has, or how many of a kind.
    Checkers(Who, Option<CheckerId>),
    /// How many kinds of checker a piece has.
    Kinds(Who),
    /// What a piece's checkers are worth, or all those of a suit.
    Worth(Who),
    WorthOfSuit,
    /// How many men of a piece must reach their goal.
    GoalCount(Who),
    /// How many moves of either side may pass without a capture and the like.
    QuietLimit,
    /// How many arrangements of petals there are, or how many of them have so many cells.
    Arrangements(PetalCount, Option<Box<Num>>),
    Plus(Box<Num>, Box<Num>),
    Minus(Box<Num>, Box<Num>),
    Times(Box<Num>, Box<Num>),
    /// How many legal moves there are in a diagram; for the side to move, if none is named.
    LegalMoves {
        stage: usize,
        side: Option<Side>,
    },
    /// The most moves that a side to move needs to win from a position of these men, its own first.
    LongestWin(Vec<(Side, PieceId)>),
    Max(Box<Binder>, Box<Num>),
    Min(Box<Binder>, Box<Num>),
    Sum(Box<Binder>, Box<Num>),
    /// For how many of the bound values a condition holds.
    CountWhere(Box<Binder>, Box<Test>),
    With(Changes, Box<Num>),
    Kept(Box<Kept<Num, Number>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    Less,
    AtMost,
}

#[derive(Clone, Debug)]
pub enum Test {
    Fixed(bool),
    Compare(Relation, Num, Num),
    SameCells(Set, Set),
    Subset(Set, Set),
    SameText(Txt, Txt),
    SamePieces(Herd, Herd),
    SubHerd(Herd, Herd),
    SameNumbers(Roll, Roll),
    SubRoll(Roll, Roll),
    SameLeaps(Leaps, Leaps),
    SubLeaps(Leaps, Leaps),
    /// Whether the second cell is one step from the first.
    Touch(Vec<Dir>, Spot, Spot),
    /// Whether a piece is a king.
    Royal(Who),
    Same(Box<Test>, Box<Test>),
    /// Whether two movements are the same from every cell in every position.
    SameMovement(Gait, Gait, Side),
    /// Something about play in a diagram.
    Play {
        stage: usize,
        asked: Play,
    },
    /// Whether White, to move, wins from every position of these men.
    AlwaysWins(Vec<(Side, PieceId)>),
    Not(Box<Test>),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
    Quantified {
        every: bool,
        binder: Box<Binder>,
        body: Box<Test>,
    },
    With(Changes, Box<Test>),
}

impl Test {
    /// Whether it is made of `all` and `some` only, so that it may be about nothing.
    pub fn is_general(&self) -> bool {
        match self {
            Test::Quantified { .. } => true,
            Test::Not(inner) | Test::With(_, inner) => inner.is_general(),
            Test::And(a, b) | Test::Or(a, b) => a.is_general() && b.is_general(),
            _ => false,
        }
    }
}

/// Whither legal moves lead.
#[derive(Clone, Debug)]
pub enum Leads {
    /// Where a man may go by himself.
    Goes(Spot),
    /// Where others may put him at once.
    Teleports(Spot),
    /// Where a man of a piece may come out of hand.
    Drops(Who),
    /// Where a cell that can be absent may go.
    Travels(Spot),
    /// Where the man on a cell comes by this move.
    Brought { text: String, of: Spot },
    /// Where men stand who go into hand by this move.
    Handed { text: String },
}

/// What is asked of a position in play.
#[derive(Clone, Debug)]
pub enum Play {
    InCheck(Side),
    /// Whether a side, were it to move, would be in check and have no legal move.
    Mate(Side),
    /// Whether a side, were it to move, would have no legal move and not be in check.
    Stalemate(Side),
    /// Whether the game is over, and won by this side, or by none.
    Over(Option<Side>),
    /// Whether a side has a majority on a cell that can travel.
    Controls(Side, Spot),
    /// Whether a move is legal; for the side to move, if none is named, or for either, if the diagram does not say.
    Legal {
        text: String,
        side: Option<Side>,
    },
}

#[derive(Clone, Debug)]
pub enum Txt {
    Fixed(String),
    Inventor(Who),
    Letter(Who),
    /// What the limit of quiet moves means for the side that makes the last of them; nothing without one.
    QuietEnding,
    /// Its movement as the variant has it.
    Movement(Who),
    /// The title the source's table of contents prints behind a number; nothing, if it has none.
    Listed(Entry),
    /// The title that stands over a section or figure; nothing, if there is none.
    Title(Entry),
    /// The symbols of a diagram's marks.
    Symbols {
        stage: usize,
    },
    /// How the game stands in a diagram: who has won and why, or that it goes on.
    Outcome {
        stage: usize,
    },
}

/// A list of pieces.
#[derive(Clone, Debug)]
pub enum Herd {
    All,
    One(Who),
    /// What a piece may become where it is exchanged.
    PromotesTo(Who, Option<Spot>),
    /// What it becomes by what it does.
    TurnsInto(Who),
    /// The pieces whose movements a combination joins.
    Parts(Who),
    Filter(Box<Binder>),
    Kept(Box<Kept<Herd, Vec<PieceId>>>),
}

/// Kinds of leap, each once.
#[derive(Clone, Debug)]
pub enum Leaps {
    Fixed(Vec<LeapKind>),
    Of(Gait),
    /// Those that the men of a piece made in a recorded game.
    Played {
        game: usize,
        who: Who,
    },
    Union(Box<Leaps>, Box<Leaps>),
    Minus(Box<Leaps>, Box<Leaps>),
    Intersection(Box<Leaps>, Box<Leaps>),
}

/// One number of the source's outline.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    Fixed(NumberId),
    Variable(Slot),
}

/// Numbers of the source's outline, each once.
#[derive(Clone, Debug)]
pub enum Roll {
    All(Part),
    /// Those a part prints more than once.
    Twice(Part),
    Fixed(Vec<NumberId>),
    One(Entry),
    /// What the text of a section refers to.
    References(Entry),
    /// The figures that stand in a section.
    FiguresOf(Entry),
    /// Figures' numbers as a table of contents writes them, with a dot for the hyphen.
    Dotted(Box<Roll>),
    Union(Box<Roll>, Box<Roll>),
    Minus(Box<Roll>, Box<Roll>),
    Intersection(Box<Roll>, Box<Roll>),
    Filter(Box<Binder>),
    Kept(Box<Kept<Roll, Vec<NumberId>>>),
}

#[derive(Clone, Debug)]
pub struct Binder {
    /// The first of the variables' slots; the others follow.
    pub first: Slot,
    pub count: usize,
    /// Whether no variable comes before an earlier one in the order of the board.
    pub ordered: bool,
    pub domain: Domain,
    pub condition: Option<Test>,
}

#[derive(Clone, Debug)]
pub enum Domain {
    Cells(Set),
    Pieces(Herd),
    Numbers(Roll),
}

/// What is put on cells, or that they are emptied, before a question is asked.
#[derive(Clone, Debug)]
pub struct Change {
    pub kind: ChangeKind,
    /// Of which piece the men are; of none, if it is not said.
    pub piece: Option<Who>,
    pub cells: Set,
}

pub type Changes = Vec<Change>;
