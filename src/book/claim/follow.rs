//! What of a mark's cells can be computed anew, with nothing but tables of moves, where a diagram's pieces stand
//! elsewhere.

use super::eval::World;
use super::term::{Join, Term};
use padma_rules::model::{CellSet, KindId, Side};

/// The part of a reach that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// What a piece reaches.
    Reach,
    /// Where it moves.
    Moves,
    /// What it captures.
    Captures,
    /// What it attacks.
    Attacks,
    /// Where a piece may go if it has not moved before.
    First,
}

/// Cells that follow a diagram's pieces.
#[derive(Clone, Debug)]
pub enum Followed {
    /// A question about a piece, by its place among the diagram's pieces.
    Of(Query, usize),
    /// The pieces of a side that are frozen, or of both.
    Frozen(Option<Side>),
    /// Where the pieces of a kind and side stand.
    Standing(KindId, Side),
    /// The same wherever the pieces stand.
    Fixed(Box<CellSet>),
    /// Two of them, joined.
    Joined(Join, Box<[Followed; 2]>),
}

/// What a mark shows that is not computed anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unfollowed {
    /// Legal moves depend on what stands on the board.
    LegalMoves,
    /// So do teleports.
    Teleports,
    /// So do drops.
    Drops,
    /// So do cells that travel.
    Travels,
    /// Where pieces come to by one move, or which it takes.
    Effects,
    /// Cells chosen by a condition, or in a position that is supposed.
    Chosen,
    /// Cells that do not depend on where pieces stand.
    Board,
}

impl Followed {
    /// The questions in it about reach and about what is frozen, from left to right.
    pub fn questions(&self) -> Vec<&Followed> {
        match self {
            Followed::Of(..) | Followed::Frozen(_) => vec![self],
            Followed::Standing(..) | Followed::Fixed(_) => Vec::new(),
            Followed::Joined(_, parts) => parts.iter().flat_map(Followed::questions).collect(),
        }
    }
}

/// Cells, and how they follow the pieces of a diagram.
#[derive(Clone)]
pub(crate) struct CellTerm {
    /// In a box, for cells are most of a term's size.
    pub term: Box<Term<CellSet>>,
    pub live: Live,
}

/// How cells follow the pieces of a diagram to other cells.
#[derive(Clone)]
pub(crate) enum Live {
    /// As the pieces of the diagram at this place do.
    Asked(usize, Followed),
    /// They stay, if no piece stands on one of these, which are named alone: that may be meant for the piece's.
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

    /// Cells that do not follow.
    pub(crate) fn chosen(term: Term<CellSet>) -> CellTerm {
        CellTerm::new(term, Live::Not(Unfollowed::Chosen))
    }

    pub(crate) fn join(self, by: Join, other: CellTerm) -> CellTerm {
        let parts = Box::new([self.clone(), other.clone()]);
        CellTerm::new(self.term.join(by, *other.term), Live::Joined(by, parts))
    }

    /// How they follow the pieces of the diagram at this place among the placed ones.
    pub(crate) fn follow(&self, figure: usize, world: &World<'_>) -> Result<Followed, Unfollowed> {
        match &self.live {
            Live::Asked(of, followed) if *of == figure => Ok(followed.clone()),
            Live::Joined(by, parts) => {
                let [first, second] = &**parts;
                let parts = [first.follow(figure, world)?, second.follow(figure, world)?];
                Ok(Followed::Joined(*by, Box::new(parts)))
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
