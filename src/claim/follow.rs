//! What of a mark's cells can be computed anew, with nothing but tables of moves, where a diagram's pieces stand
//! elsewhere.

use super::formula::{Formula, Gait, Leads, Mover, Query, Set, Spot, Who};
use crate::lower::Stage;
use crate::model::{CellSet, PieceId, Side};

/// Cells that follow a diagram's pieces.
#[derive(Clone, Debug)]
pub enum Followed {
    /// A question about a piece, by its place among the diagram's pieces.
    Of(Query, usize),
    /// The pieces of a side that are frozen, or of both.
    Frozen(Option<Side>),
    /// Where the pieces of a kind and side stand.
    Standing(PieceId, Side),
    /// The same wherever the pieces stand.
    Fixed(Box<CellSet>),
    Union(Box<Followed>, Box<Followed>),
    Intersection(Box<Followed>, Box<Followed>),
    Minus(Box<Followed>, Box<Followed>),
}

/// What a mark shows that is not computed anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unfollowed {
    LegalMoves,
    Teleports,
    Drops,
    Travels,
    /// Where pieces come to by one move, or whom it takes.
    Effects,
    /// Cells chosen by a condition, or in a position that is supposed.
    Chosen,
    /// Cells that do not depend on where pieces stand.
    Board,
}

impl Formula {
    /// How the cells follow the pieces of the diagram at this place of the stages, `at` its stage. `value` evaluates what
    /// does not depend on them.
    pub fn follow(
        &self,
        stage: usize,
        at: &Stage,
        value: impl FnMut(Set) -> Option<CellSet>,
    ) -> Result<Followed, Unfollowed> {
        let Formula::Cells(set) = self else { return Err(Unfollowed::Chosen) };
        let followed = Follower { stage, at, value }.set(set)?;
        if followed.questions().is_empty() { Err(Unfollowed::Board) } else { Ok(followed) }
    }
}

impl Followed {
    /// The questions in it about reach and about who is frozen, from left to right.
    pub fn questions(&self) -> Vec<&Followed> {
        match self {
            Followed::Of(..) | Followed::Frozen(_) => vec![self],
            Followed::Standing(..) | Followed::Fixed(_) => Vec::new(),
            Followed::Union(a, b) | Followed::Intersection(a, b) | Followed::Minus(a, b) => {
                let mut all = a.questions();
                all.extend(b.questions());
                all
            }
        }
    }
}

struct Follower<'a, V> {
    stage: usize,
    at: &'a Stage,
    value: V,
}

impl<V: FnMut(Set) -> Option<CellSet>> Follower<'_, V> {
    fn set(&mut self, set: &Set) -> Result<Followed, Unfollowed> {
        match set {
            Set::Of(query, Mover::Man { stage, man }) if *stage == self.stage => {
                Ok(Followed::Of(*query, *man))
            }
            Set::Frozen { stage, side } if *stage == self.stage => Ok(Followed::Frozen(*side)),
            Set::Standing { stage, who: Who::Fixed(piece), side } if *stage == self.stage => {
                Ok(Followed::Standing(*piece, *side))
            }
            Set::Union(a, b) => Ok(Followed::Union(self.boxed(a)?, self.boxed(b)?)),
            Set::Intersection(a, b) => Ok(Followed::Intersection(self.boxed(a)?, self.boxed(b)?)),
            Set::Minus(a, b) => Ok(Followed::Minus(self.boxed(a)?, self.boxed(b)?)),
            Set::Legal { asked, .. } => Err(match asked {
                Leads::Goes(_) => Unfollowed::LegalMoves,
                Leads::Teleports(_) => Unfollowed::Teleports,
                Leads::Drops(_) => Unfollowed::Drops,
                Leads::Travels(_) => Unfollowed::Travels,
                Leads::Brought { .. } | Leads::Handed { .. } => Unfollowed::Effects,
            }),
            Set::Taken { .. } | Set::Victims(..) => Err(Unfollowed::Effects),
            _ if self.is_fixed(set) => {
                let cells = (self.value)(set.clone()).ok_or(Unfollowed::Chosen)?;
                Ok(Followed::Fixed(Box::new(cells)))
            }
            _ => Err(Unfollowed::Chosen),
        }
    }

    fn boxed(&mut self, set: &Set) -> Result<Box<Followed>, Unfollowed> {
        self.set(set).map(Box::new)
    }

    /// Whether cells are the same wherever the diagram's pieces stand.
    fn is_fixed(&self, set: &Set) -> bool {
        match set {
            Set::Fixed(_) | Set::Setup(_) => true,
            Set::Range(gait, _) => is_told(gait),
            Set::StandsOn(who, _) | Set::Promotion(who, _) | Set::Goal(who, _) => {
                matches!(who, Who::Fixed(_))
            }
            Set::Of(_, Mover::Alone { gait, from, .. }) => is_told(gait) && self.is_bare(*from),
            Set::One(spot) | Set::Along(_, _, spot) | Set::Like(_, spot) => self.is_bare(*spot),
            Set::Image(_, inner) => self.is_fixed(inner),
            Set::Kept(kept) => self.is_fixed(&kept.part),
            _ => false,
        }
    }

    /// A cell on which a piece stands may be written as that piece's cell, and would go with it.
    fn is_bare(&self, spot: Spot) -> bool {
        matches!(spot, Spot::Fixed(cell) if self.at.men.iter().all(|man| man.cell != cell))
    }
}

fn is_told(gait: &Gait) -> bool {
    matches!(gait, Gait::Of(Who::Fixed(_)) | Gait::Told(_))
}
