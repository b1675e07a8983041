//! Resolved expressions of any type: evaluating one cannot fail, but for taking too long.

use std::rc::Rc;
use std::sync::Arc;

use super::eval::{Eval, World};
use super::fault::EvalFault;
use super::follow::{CellTerm, Followed, Unfollowed};
use super::term::{ChangeTerm, List, Term, Typed};
use super::value::{ExprType, ExprValue, Number, PositionPart};
use crate::place::NumberId;
use padma_rules::model::{Cell, CellSet, KindId};
use padma_rules::movement::LeapKind;
use padma_rules::reach::{FreeMovement, MovementOf};

/// An expression with every name resolved and every type known.
pub struct Formula {
    pub(super) term: AnyTerm,
    /// Whether it is made of `all` and `some` only, so that it may be about nothing.
    pub(super) is_general: bool,
}

/// What lists are made of, and variables stand for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Items {
    Cells,
    Pieces,
    Leaps,
    Entries,
}

/// A term by its type.
pub(crate) enum AnyTerm {
    Number(Term<Number>),
    /// How many cells there are: they show the number best.
    Count(CellTerm),
    /// How many percent of the board cells are.
    Share(CellTerm),
    Truth(Term<bool>),
    Text(Term<String>),
    Cell(Term<Cell>),
    Cells(CellTerm),
    Kind(Term<KindId>),
    Kinds(Term<Vec<KindId>>),
    Leap(Term<LeapKind>),
    /// Each once, the shortest first.
    Leaps(Term<Vec<LeapKind>>),
    /// A number of the source's outline.
    Entry(Term<NumberId>),
    /// In the outline's order.
    Entries(Term<Vec<NumberId>>),
    /// What stands where.
    Position(Term<Standings>),
    /// One that is no piece's by itself.
    Movement(Term<Movement>),
}

/// The parts of a position, in order.
#[derive(Clone, PartialEq)]
pub(crate) struct Standings(pub Vec<PositionPart>);

impl Typed for Standings {
    fn size(&self) -> u64 {
        self.0.len() as u64
    }
}

/// How something moves: as a piece does, or as the expression says.
#[derive(Clone)]
pub(crate) enum Movement {
    Of(KindId),
    Written(Arc<FreeMovement>),
}

impl Movement {
    pub(crate) fn whose(&self) -> MovementOf<'_> {
        match self {
            Movement::Of(kind) => MovementOf::Kind(*kind),
            Movement::Written(movement) => MovementOf::Free(movement),
        }
    }
}

impl AnyTerm {
    /// Its type, as complaints name it.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            AnyTerm::Number(_) | AnyTerm::Count(_) => ExprType::Number.name(),
            AnyTerm::Share(_) => ExprType::Share.name(),
            AnyTerm::Truth(_) => ExprType::Truth.name(),
            AnyTerm::Text(_) => ExprType::Text.name(),
            AnyTerm::Cell(_) => Cell::NAME,
            AnyTerm::Cells(_) => ExprType::Cells.name(),
            AnyTerm::Kind(_) => KindId::NAME,
            AnyTerm::Kinds(_) => ExprType::Pieces.name(),
            AnyTerm::Leap(_) => LeapKind::NAME,
            AnyTerm::Leaps(_) => ExprType::Leaps.name(),
            AnyTerm::Entry(_) => NumberId::NAME,
            AnyTerm::Entries(_) => ExprType::Numbers.name(),
            AnyTerm::Position(_) => ExprType::Position.name(),
            AnyTerm::Movement(_) => "a movement",
        }
    }

    /// Of what it is a list or one item.
    pub(crate) fn items(&self) -> Option<Items> {
        match self {
            AnyTerm::Cell(_) | AnyTerm::Cells(_) => Some(Items::Cells),
            AnyTerm::Kind(_) | AnyTerm::Kinds(_) => Some(Items::Pieces),
            AnyTerm::Leap(_) | AnyTerm::Leaps(_) => Some(Items::Leaps),
            AnyTerm::Entry(_) | AnyTerm::Entries(_) => Some(Items::Entries),
            _ => None,
        }
    }

    /// Whether it is `{}`, the empty list of whatever is due.
    pub(crate) fn is_empty_braces(&self) -> bool {
        matches!(self, AnyTerm::Cells(cells) if matches!(&*cells.term, Term::Fixed(cells) if cells.is_empty()))
    }

    /// The same, but computed once for each binding of the innermost variable that it names. Truths are cheap, and
    /// count what they ask.
    pub(crate) fn kept(self, by: Option<usize>) -> AnyTerm {
        let cells = |cells: CellTerm| CellTerm::new(cells.term.kept(by), cells.live);
        match self {
            AnyTerm::Number(term) => AnyTerm::Number(term.kept(by)),
            AnyTerm::Count(counted) => AnyTerm::Count(cells(counted)),
            AnyTerm::Share(counted) => AnyTerm::Share(cells(counted)),
            AnyTerm::Cells(all) => AnyTerm::Cells(cells(all)),
            AnyTerm::Kinds(term) => AnyTerm::Kinds(term.kept(by)),
            AnyTerm::Leaps(term) => AnyTerm::Leaps(term.kept(by)),
            AnyTerm::Entries(term) => AnyTerm::Entries(term.kept(by)),
            term => term,
        }
    }

    /// The same after changes to the board.
    ///
    /// # Errors
    ///
    /// The term, if it asks nothing of what stands where.
    pub(crate) fn after(self, changes: Vec<ChangeTerm>) -> Result<AnyTerm, AnyTerm> {
        let changes = &Rc::new(changes);
        let cells = |cells: CellTerm| CellTerm::chosen(cells.term.after(changes));
        Ok(match self {
            AnyTerm::Number(term) => AnyTerm::Number(term.after(changes)),
            AnyTerm::Count(counted) => AnyTerm::Count(cells(counted)),
            AnyTerm::Share(counted) => AnyTerm::Share(cells(counted)),
            AnyTerm::Cells(all) => AnyTerm::Cells(cells(all)),
            AnyTerm::Truth(term) => AnyTerm::Truth(term.after(changes)),
            term => return Err(term),
        })
    }
}

/// A type with its place among the terms.
pub(crate) trait TermType: Typed {
    /// How complaints name it.
    const NAME: &'static str;

    fn any(term: Term<Self>) -> AnyTerm;

    /// The term of this type that one of any type is; of a list, perhaps the one item, or `{}`.
    ///
    /// # Errors
    ///
    /// The term, if it is of another type.
    fn of(term: AnyTerm) -> Result<Term<Self>, AnyTerm>;
}

/// A list among the terms.
pub(crate) trait ListKind: List + TermType {}

impl<L: List + TermType> ListKind for L {}

/// Types, their places, what complaints name them, and what else is one of them.
macro_rules! kinds {
    ($($type:ty => $kind:ident, $name:expr $(, $other:pat $(if $so:expr)? => $form:expr)*;)*) => {
        $(impl TermType for $type {
            const NAME: &'static str = $name;

            fn any(term: Term<Self>) -> AnyTerm {
                AnyTerm::$kind(term)
            }

            fn of(term: AnyTerm) -> Result<Term<Self>, AnyTerm> {
                match term {
                    AnyTerm::$kind(term) => Ok(term),
                    $($other $(if $so)? => Ok($form),)*
                    term => Err(term),
                }
            }
        })*
    };
}

kinds! {
    bool => Truth, ExprType::Truth.name();
    String => Text, ExprType::Text.name();
    Standings => Position, ExprType::Position.name();
    Cell => Cell, "a cell";
    KindId => Kind, "a piece";
    LeapKind => Leap, "a leap";
    NumberId => Entry, "a section or figure";
    Vec<KindId> => Kinds, ExprType::Pieces.name(),
        AnyTerm::Kind(kind) => kind.map(|kind| vec![kind]),
        term if term.is_empty_braces() => Term::Fixed(Vec::new());
    Vec<LeapKind> => Leaps, ExprType::Leaps.name(),
        AnyTerm::Leap(leap) => leap.map(|leap| vec![leap]),
        term if term.is_empty_braces() => Term::Fixed(Vec::new());
    Vec<NumberId> => Entries, ExprType::Numbers.name(),
        AnyTerm::Entry(entry) => entry.map(|entry| vec![entry]),
        term if term.is_empty_braces() => Term::Fixed(Vec::new());
    Movement => Movement, "a piece or a movement",
        AnyTerm::Kind(kind) => kind.map(Movement::Of);
    Number => Number, ExprType::Number.name(),
        AnyTerm::Count(cells) => cells.term.map(|cells| Number::whole(cells.len() as i64)),
        AnyTerm::Share(cells) => Term::computed(move |eval| {
            let cells = cells.term.get(eval);
            eval.world.share(&cells)
        });
}

impl TermType for CellSet {
    const NAME: &'static str = ExprType::Cells.name();

    fn any(term: Term<CellSet>) -> AnyTerm {
        AnyTerm::Cells(CellTerm::chosen(term))
    }

    fn of(term: AnyTerm) -> Result<Term<CellSet>, AnyTerm> {
        match term {
            AnyTerm::Cells(cells) => Ok(*cells.term),
            AnyTerm::Cell(cell) => Ok(cell.map(|cell| CellSet::from_iter([cell]))),
            term => Err(term),
        }
    }
}

impl Typed for Movement {}

/// What shows a value best.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// The cells that a number counts.
    Counted(Box<CellSet>),
    /// Why something is not so: where two movements differ, which move is legal.
    Because(String),
    /// It is so because there is nothing of which it could be false.
    OfNothing,
}

impl World<'_> {
    /// Computes an expression.
    ///
    /// # Errors
    ///
    /// If it is more than `MAX_WORK`, or with the expressions before it more than
    /// `MAX_WORK_IN_ALL`, or a number overflows.
    pub fn value(&self, formula: &Formula) -> Result<ExprValue, EvalFault> {
        self.evaluate(|eval| value(&formula.term, eval))
    }

    /// Computes an expression, and what shows its value best.
    ///
    /// # Errors
    ///
    /// As [`World::value`].
    pub(crate) fn witnessed(
        &self,
        formula: &Formula,
    ) -> Result<(ExprValue, Option<Evidence>), EvalFault> {
        match &formula.term {
            AnyTerm::Count(counted) | AnyTerm::Share(counted) => {
                let cells = self.evaluate(|eval| counted.term.get(eval))?;
                let value = match &formula.term {
                    AnyTerm::Share(_) => ExprValue::Share(self.share(&cells)),
                    _ => ExprValue::Number(Number::whole(cells.len() as i64)),
                };
                Ok((value, Some(Evidence::Counted(Box::new(cells)))))
            }
            AnyTerm::Truth(test) => {
                let (truth, asked) = self.evaluate(|eval| (test.get(eval), eval.asked))?;
                let evidence = match truth {
                    true => (asked == 0 && formula.is_general).then_some(Evidence::OfNothing),
                    false => self.why_not(test).map(Evidence::Because),
                };
                Ok((ExprValue::Truth(truth), evidence))
            }
            _ => Ok((self.value(formula)?, None)),
        }
    }

    /// Why a test fails, if more can be said than that. Reasons take longer to find than to pass over, so they are
    /// gathered by testing again.
    fn why_not(&self, test: &Term<bool>) -> Option<String> {
        let because = self.evaluate(|eval| {
            eval.explains = true;
            test.get(eval);
            eval.because.take()
        });
        because.ok().flatten()
    }

    /// How the cells of an expression follow the pieces of the diagram at this place among the placed ones.
    ///
    /// # Errors
    ///
    /// Why they do not.
    pub(crate) fn follow(&self, formula: &Formula, figure: usize) -> Result<Followed, Unfollowed> {
        let AnyTerm::Cells(cells) = &formula.term else {
            return Err(Unfollowed::Chosen);
        };
        let followed = cells.follow(figure, self)?;
        if followed.questions().is_empty() {
            Err(Unfollowed::Board)
        } else {
            Ok(followed)
        }
    }
}

fn value(term: &AnyTerm, eval: &mut Eval<'_, '_>) -> ExprValue {
    match term {
        AnyTerm::Number(number) => ExprValue::Number(number.get(eval)),
        AnyTerm::Count(cells) => {
            ExprValue::Number(Number::whole(cells.term.get(eval).len() as i64))
        }
        AnyTerm::Share(cells) => {
            let cells = cells.term.get(eval);
            ExprValue::Share(eval.world.share(&cells))
        }
        AnyTerm::Truth(test) => ExprValue::Truth(test.get(eval)),
        AnyTerm::Text(text) => ExprValue::Text(text.get(eval)),
        AnyTerm::Cell(cell) => ExprValue::Cells(Box::new(CellSet::from_iter([cell.get(eval)]))),
        AnyTerm::Cells(cells) => ExprValue::Cells(Box::new(cells.term.get(eval))),
        AnyTerm::Kind(kind) => ExprValue::Kinds(vec![kind.get(eval)]),
        AnyTerm::Kinds(kinds) => ExprValue::Kinds(kinds.get(eval)),
        AnyTerm::Leap(leap) => ExprValue::Leaps(vec![leap.get(eval)]),
        AnyTerm::Leaps(leaps) => ExprValue::Leaps(leaps.get(eval)),
        AnyTerm::Entry(entry) => {
            let entry = entry.get(eval);
            ExprValue::Numbers(vec![eval.world.outline.name(entry).to_string()])
        }
        AnyTerm::Entries(entries) => {
            let entries = entries.get(eval).into_iter();
            ExprValue::Numbers(
                entries
                    .map(|entry| eval.world.outline.name(entry).to_string())
                    .collect(),
            )
        }
        AnyTerm::Position(position) => ExprValue::Position(position.get(eval).0),
        AnyTerm::Movement(movement) => {
            let movement = movement.get(eval);
            ExprValue::Text(eval.world.rules.words(movement.whose()).to_string())
        }
    }
}
