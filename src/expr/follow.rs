//! Finds out how a mark's cells can be recomputed, from move tables alone, when a reader moves the
//! pieces of a diagram.

use super::eval::World;
use super::term::{Join, Term};
use padma_rules::model::{CellSet, KindId, Side};

/// The part of a piece's reach that a question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// The cells the piece reaches.
    Reach,
    /// The cells it moves to.
    Moves,
    /// The cells of the pieces it captures.
    Captures,
    /// The cells it attacks.
    Attacks,
    /// The cells it may go to if it has not moved before.
    First,
}

/// Cells that are recomputed from the pieces of a diagram.
#[derive(Clone, Debug)]
pub enum Followed {
    /// A query about a piece, given by its index among the diagram's pieces.
    Of(Query, usize),
    /// The frozen pieces of one side, or of both.
    Frozen(Option<Side>),
    /// The cells on which the pieces of a kind and side stand.
    Standing(KindId, Side),
    /// The same cells wherever the pieces stand.
    Fixed(Box<CellSet>),
    /// Two sets of cells, joined.
    Joined(Join, Box<[Followed; 2]>),
}

/// The reason a mark is not recomputed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unfollowed {
    /// Legal moves, which depend on the whole position.
    LegalMoves,
    /// Teleports, which depend on the whole position.
    Teleports,
    /// Drops, which depend on the whole position.
    Drops,
    /// Travelling cells, which depend on the whole position.
    Travels,
    /// Effects of one move, such as the cells of the pieces that it captures.
    Effects,
    /// Cells chosen by a condition, or computed after changes to the position.
    Chosen,
    /// Cells that do not depend on where the pieces stand.
    Board,
}

impl Followed {
    /// Returns the parts that ask about reach or frozen pieces, from left to right.
    pub fn questions(&self) -> Vec<&Followed> {
        match self {
            Followed::Of(..) | Followed::Frozen(_) => vec![self],
            Followed::Standing(..) | Followed::Fixed(_) => Vec::new(),
            Followed::Joined(_, parts) => parts.iter().flat_map(Followed::questions).collect(),
        }
    }
}

/// A term for cells, and how they follow the pieces of a diagram.
#[derive(Clone)]
pub(crate) struct CellTerm {
    /// Boxed, because a `CellSet` makes up most of a term's size.
    pub term: Box<Term<CellSet>>,
    pub live: Live,
}

/// How cells change when the pieces of a diagram move to other cells.
#[derive(Clone)]
pub(crate) enum Live {
    /// The cells follow the pieces of the diagram at this index.
    Asked(usize, Followed),
    /// The cells stay the same if no piece stands on a cell that the expression names. The set
    /// holds the cells named one by one; if a piece stands on one, the author may mean the piece's
    /// cell.
    Fixed(Box<CellSet>),
    Joined(Join, Box<[CellTerm; 2]>),
    Not(Unfollowed),
}

impl CellTerm {
    pub(crate) fn new(term: Term<CellSet>, live: Live) -> CellTerm {
        CellTerm {
            term: Box::new(term),
            live,
        }
    }

    /// Returns cells that are not recomputed.
    pub(crate) fn chosen(term: Term<CellSet>) -> CellTerm {
        CellTerm::new(term, Live::Not(Unfollowed::Chosen))
    }

    pub(crate) fn join(self, by: Join, other: CellTerm) -> CellTerm {
        let parts = Box::new([self.clone(), other.clone()]);
        CellTerm::new(self.term.join(by, *other.term), Live::Joined(by, parts))
    }

    /// Returns how the cells follow the pieces of the diagram at index `figure` of the placed
    /// diagrams.
    pub(crate) fn follow(&self, figure: usize, world: &World<'_>) -> Result<Followed, Unfollowed> {
        match &self.live {
            Live::Asked(asked, followed) if *asked == figure => Ok(followed.clone()),
            Live::Joined(by, parts) => {
                let [first, second] = &**parts;
                let followed = [first.follow(figure, world)?, second.follow(figure, world)?];
                Ok(Followed::Joined(*by, Box::new(followed)))
            }
            Live::Fixed(named)
                if !world.placed[figure]
                    .pieces
                    .iter()
                    .any(|piece| named.contains(piece.cell)) =>
            {
                let cells = world.evaluate(|eval| self.term.get(eval));
                cells
                    .map(|cells| Followed::Fixed(Box::new(cells)))
                    .map_err(|_| Unfollowed::Chosen)
            }
            Live::Not(why) => Err(*why),
            Live::Asked(..) | Live::Fixed(_) => Err(Unfollowed::Chosen),
        }
    }
}
