//! The parts of a rule's term: what it asks for, and the cells that it names.

use super::cells::CellSet;
use super::side::Side;
use super::term::{CellsTerm, KindsTerm, NumberRelation, NumberTerm, SideTerm, Truth};

/// A part of a term.
#[derive(Clone, Copy)]
pub(crate) enum TermPart<'t> {
    Truth(&'t Truth),
    Cells(&'t CellsTerm),
    Kinds(&'t KindsTerm),
    Number(&'t NumberTerm),
}

impl<'t> TermPart<'t> {
    /// Returns the parts of which a part is made.
    fn parts(self) -> Vec<TermPart<'t>> {
        use TermPart::{Cells, Kinds, Number, Truth as Is};
        match self {
            Is(truth) => match truth {
                Truth::Not(inner) => vec![Is(inner)],
                Truth::Both(parts) | Truth::Either(parts) => parts.iter().map(Is).collect(),
                Truth::Compares(_, numbers) => numbers.iter().map(Number).collect(),
                Truth::Within(sets) | Truth::Meets(sets) => sets.iter().map(Cells).collect(),
                Truth::KindsWithin(kinds) => kinds.iter().map(Kinds).collect(),
                Truth::Every(cells, body) => vec![Cells(cells), Is(body)],
                Truth::Attacked(cells, _) => vec![Cells(cells)],
                Truth::Fixed(_)
                | Truth::SameSide(_)
                | Truth::Castles
                | Truth::Passes
                | Truth::InCheck(_) => Vec::new(),
            },
            Cells(cells) => match cells {
                CellsTerm::OfKinds(kinds, _)
                | CellsTerm::AtStart(kinds, _)
                | CellsTerm::Range(kinds, _)
                | CellsTerm::StandsOn(kinds, _)
                | CellsTerm::Goes(kinds, _) => vec![Kinds(kinds)],
                CellsTerm::Walk(_, kinds, _, from) => vec![Kinds(kinds), Cells(from)],
                CellsTerm::Near(_, _, from) => vec![Cells(from)],
                CellsTerm::Between(_, ends) | CellsTerm::Beyond(_, ends) => {
                    ends.iter().map(Cells).collect()
                }
                CellsTerm::Join(_, sets) => sets.iter().map(Cells).collect(),
                CellsTerm::Where(domain, condition) => vec![Cells(domain), Is(condition)],
                CellsTerm::Each(domain, condition, body) => {
                    vec![Cells(domain), Is(condition), Cells(body)]
                }
                _ => Vec::new(),
            },
            Kinds(kinds) => match kinds {
                KindsTerm::On(cells) => vec![Cells(cells)],
                KindsTerm::Either(kinds) => kinds.iter().map(Kinds).collect(),
                KindsTerm::Fixed(_) | KindsTerm::Moving => Vec::new(),
            },
            Number(number) => match number {
                NumberTerm::Size(cells) => vec![Cells(cells)],
                NumberTerm::InHand(kinds, _) => vec![Kinds(kinds)],
                NumberTerm::Join(_, numbers) => numbers.iter().map(Number).collect(),
                NumberTerm::Fixed(_) | NumberTerm::Counter(..) | NumberTerm::LegalMoves(_) => {
                    Vec::new()
                }
            },
        }
    }

    /// Whether a part, or a part of it, fits.
    pub(crate) fn any(self, fits: &mut dyn FnMut(TermPart<'t>) -> bool) -> bool {
        fits(self) || self.parts().into_iter().any(|part| part.any(fits))
    }
}

impl Truth {
    /// Returns the conditions that must all hold for this one to hold.
    pub fn conjuncts(&self) -> Vec<&Truth> {
        match self {
            Truth::Both(both) => both.iter().flat_map(Truth::conjuncts).collect(),
            other => vec![other],
        }
    }

    /// Whether it asks about legal moves.
    pub fn asks_moves(&self) -> bool {
        TermPart::Truth(self).any(&mut |part| {
            matches!(
                part,
                TermPart::Cells(CellsTerm::Goes(..)) | TermPart::Number(NumberTerm::LegalMoves(_))
            )
        })
    }

    /// Whether it asks which pieces have not moved, or what they do.
    pub fn asks_unmoved(&self) -> bool {
        TermPart::Truth(self).any(&mut |part| {
            matches!(
                part,
                TermPart::Cells(CellsTerm::Unmoved | CellsTerm::Walk(..))
            )
        })
    }

    /// Whether it says that the side which has not moved has no legal move.
    pub fn is_lack_of_moves(&self) -> bool {
        let Truth::Compares(NumberRelation::Equal, numbers) = self else {
            return false;
        };
        let [moves, none] = &**numbers;
        *moves == NumberTerm::LegalMoves(SideTerm::Opponent) && *none == NumberTerm::Fixed(0)
    }

    /// Returns the sets of cells that it names, if it depends on the board by these alone: not on
    /// its lines, and not on where pieces begin.
    pub fn named_cells(&self) -> Option<Vec<CellSet>> {
        let mut all = Vec::new();
        let depends_on_more = TermPart::Truth(self).any(&mut |part| {
            match part {
                TermPart::Cells(CellsTerm::Fixed(cells)) => all.push(*cells),
                TermPart::Cells(CellsTerm::Sided(cells, _)) => {
                    all.extend(Side::BOTH.map(|side| *cells.of(side)));
                }
                TermPart::Cells(
                    CellsTerm::Near(..)
                    | CellsTerm::AtStart(..)
                    | CellsTerm::Walk(..)
                    | CellsTerm::Range(..)
                    | CellsTerm::StandsOn(..)
                    | CellsTerm::Between(..)
                    | CellsTerm::Beyond(..),
                ) => return true,
                _ => {}
            }
            false
        });
        (!depends_on_more).then_some(all)
    }
}
