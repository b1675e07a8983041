//! Tells two move tables apart: finds a position in which they have different ways to land, or
//! proves that there is none.
//!
//! The position found has few pieces. First the piece is alone, on each cell. Then it has others
//! around it: one other piece, and then as many as it takes. Only pieces that matter are tried:
//! those that the *terms* of the tables mention, which say what must stand where for each way to
//! land. If no position can make a term of one table hold and all of the other's fail, the tables
//! mean the same.

mod difference;
mod parts;
mod sight;
mod terms;
mod witness;

use super::walk::Walker;
pub(crate) use difference::TablePair;
pub use difference::{Difference, OtherKind, OtherPiece};
use parts::CommonParts;
pub(crate) use sight::{are_alike, has_parts_of};
use witness::{SearchResult, WitnessSearch};

/// The result of comparing two movements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// They do the same in every position.
    Same,
    /// They differ in this position.
    Differ(Box<Difference>),
    /// There are too many positions to try.
    Undecided,
}

/// Tells two tables apart. Returns [`Comparison::Undecided`] if the walker's fuel is spent before
/// a difference is found.
pub(crate) fn distinguish(pair: TablePair<'_>, walker: &mut Walker) -> Comparison {
    let starts = *pair.starts[0] | *pair.starts[1];
    let searches = || starts.iter().map(|from| WitnessSearch { pair, from });
    if let Some(difference) = searches().find_map(|search| search.alone(walker)) {
        return Comparison::Differ(Box::new(difference));
    }
    let parts = CommonParts::of(pair.tables);
    let (mut smallest, mut undecided) = (None::<Box<Difference>>, false);
    for search in
        searches().filter(|search| search.stands() != [true; 2] || !parts.all(search.from))
    {
        if walker.fuel.is_spent() {
            undecided = true;
            break;
        }
        let has_terms = search.stands() == [true; 2] && parts.step_graphs(search.from);
        match search.among_others(has_terms, walker) {
            SearchResult::Found(difference) => {
                let count = difference.pieces.len();
                if smallest
                    .as_ref()
                    .is_none_or(|other| count < other.pieces.len())
                {
                    smallest = Some(difference);
                }
                if count < 2 {
                    break;
                }
            }
            SearchResult::Nowhere => {}
            SearchResult::Unknown => undecided = true,
        }
    }
    match smallest {
        Some(difference) => Comparison::Differ(difference),
        None if undecided => Comparison::Undecided,
        None => Comparison::Same,
    }
}
