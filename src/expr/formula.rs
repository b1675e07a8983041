//! Resolved expressions of any type. Names and types are resolved, but evaluation can still end in
//! an `EvalFault`, for example if it takes too long.

use std::rc::Rc;
use std::sync::Arc;

use super::eval::{Eval, World};
use super::fault::EvalFault;
use super::illustration::{Illustration, SolvingLine};
use super::term::{ChangeTerm, List, Term, Typed};
use super::value::{ExprType, ExprValue, Number, PositionPart};
use crate::outline::NumberId;
use padma_rules::model::{Cell, CellSet, KindId};
use padma_rules::movement::LeapKind;
use padma_rules::reach::{FreeMovement, MovementOf};

/// An expression with every name resolved and every type known.
pub struct Formula {
    pub(super) term: AnyTerm,
    /// Whether it is built from `all` and `some` only, so that it can hold vacuously.
    pub(super) is_general: bool,
}

/// The item type of a list or a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Items {
    Cells,
    Pieces,
    Leaps,
    Entries,
}

/// A term for cells. Boxed, because a `CellSet` makes up most of a term's size.
pub(crate) type CellTerm = Box<Term<CellSet>>;

/// A term of any type.
pub(crate) enum AnyTerm {
    Number(Term<Number>),
    /// The number of some cells, which are the evidence for it.
    Count(CellTerm),
    /// Some cells as a percentage of the board.
    Share(CellTerm),
    Truth(Term<bool>),
    Text(Term<String>),
    Cell(Term<Cell>),
    Cells(CellTerm),
    Kind(Term<KindId>),
    Kinds(Term<Vec<KindId>>),
    Leap(Term<LeapKind>),
    /// Leaps, each once, the shortest first.
    Leaps(Term<Vec<LeapKind>>),
    /// A number of the source's outline.
    Entry(Term<NumberId>),
    /// Numbers of the outline, in its order.
    Entries(Term<Vec<NumberId>>),
    /// A position.
    Position(Term<PositionParts>),
    /// A movement written in the expression, or turned.
    Movement(Term<Movement>),
}

/// The parts of a position, in order.
#[derive(Clone, PartialEq)]
pub(crate) struct PositionParts(pub Vec<PositionPart>);

impl Typed for PositionParts {
    fn size(&self) -> u64 {
        self.0.len() as u64
    }
}

/// The movement of a piece, or a movement written in the expression.
#[derive(Clone)]
pub(crate) enum Movement {
    OfPiece(KindId),
    Written(Arc<FreeMovement>),
}

impl Movement {
    pub(crate) fn movement_of(&self) -> MovementOf<'_> {
        match self {
            Movement::OfPiece(kind) => MovementOf::Kind(*kind),
            Movement::Written(movement) => MovementOf::Free(movement),
        }
    }
}

impl AnyTerm {
    /// Returns the name of the type, as used in complaints.
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

    /// Returns the item type, if the term is a list or a single item.
    pub(crate) fn items(&self) -> Option<Items> {
        match self {
            AnyTerm::Cell(_) | AnyTerm::Cells(_) => Some(Items::Cells),
            AnyTerm::Kind(_) | AnyTerm::Kinds(_) => Some(Items::Pieces),
            AnyTerm::Leap(_) | AnyTerm::Leaps(_) => Some(Items::Leaps),
            AnyTerm::Entry(_) | AnyTerm::Entries(_) => Some(Items::Entries),
            _ => None,
        }
    }

    /// Whether the term is `{}`, the empty list of any item type.
    pub(crate) fn is_empty_braces(&self) -> bool {
        matches!(self, AnyTerm::Cells(cells) if matches!(&**cells, Term::Fixed(cells) if cells.is_empty()))
    }

    /// Caches the value as [`Term::cached`] does. Truths are not cached: they are cheap, and
    /// evaluating them counts the choices tested.
    pub(crate) fn cached(self, variable: Option<usize>) -> AnyTerm {
        let cells = |cells: CellTerm| Box::new(cells.cached(variable));
        match self {
            AnyTerm::Number(term) => AnyTerm::Number(term.cached(variable)),
            AnyTerm::Count(counted) => AnyTerm::Count(cells(counted)),
            AnyTerm::Share(counted) => AnyTerm::Share(cells(counted)),
            AnyTerm::Cells(all) => AnyTerm::Cells(cells(all)),
            AnyTerm::Kinds(term) => AnyTerm::Kinds(term.cached(variable)),
            AnyTerm::Leaps(term) => AnyTerm::Leaps(term.cached(variable)),
            AnyTerm::Entries(term) => AnyTerm::Entries(term.cached(variable)),
            term => term,
        }
    }

    /// Returns a term that computes this one after changes to the board.
    ///
    /// # Errors
    ///
    /// Returns the term itself if it does not depend on the position.
    pub(crate) fn after(self, changes: Vec<ChangeTerm>) -> Result<AnyTerm, AnyTerm> {
        let changes = &Rc::new(changes);
        let cells = |cells: CellTerm| Box::new(cells.after(changes));
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

/// A type of value that a term can have.
pub(crate) trait TermType: Typed {
    /// The name of the type, as used in complaints.
    const NAME: &'static str;

    fn any(term: Term<Self>) -> AnyTerm;

    /// Converts a term of any type to this type. A single item, or `{}`, also converts to a list.
    ///
    /// # Errors
    ///
    /// Returns the term itself if it is of another type.
    fn from_term(term: AnyTerm) -> Result<Term<Self>, AnyTerm>;
}

/// A list type that a term can have.
pub(crate) trait ListKind: List + TermType {}

impl<L: List + TermType> ListKind for L {}

/// Implements `TermType` for each type: its variant, its name in complaints, and the other
/// variants that convert to it.
macro_rules! kinds {
    ($($type:ty => $kind:ident, $name:expr $(, $other:pat $(if $so:expr)? => $form:expr)*;)*) => {
        $(impl TermType for $type {
            const NAME: &'static str = $name;

            fn any(term: Term<Self>) -> AnyTerm {
                AnyTerm::$kind(term)
            }

            fn from_term(term: AnyTerm) -> Result<Term<Self>, AnyTerm> {
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
    PositionParts => Position, ExprType::Position.name();
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
        AnyTerm::Kind(kind) => kind.map(Movement::OfPiece);
    Number => Number, ExprType::Number.name(),
        AnyTerm::Count(cells) => cells.map(|cells| Number::whole(cells.len() as i64)),
        AnyTerm::Share(cells) => Term::computed(move |eval| {
            let cells = cells.get(eval);
            eval.world.share(&cells)
        });
}

impl TermType for CellSet {
    const NAME: &'static str = ExprType::Cells.name();

    fn any(term: Term<CellSet>) -> AnyTerm {
        AnyTerm::Cells(Box::new(term))
    }

    fn from_term(term: AnyTerm) -> Result<Term<CellSet>, AnyTerm> {
        match term {
            AnyTerm::Cells(cells) => Ok(*cells),
            AnyTerm::Cell(cell) => Ok(cell.map(|cell| CellSet::from_iter([cell]))),
            term => Err(term),
        }
    }
}

impl Typed for Movement {}

/// The evidence for a value.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// The cells that a number counts.
    Counted(Box<CellSet>),
    /// The reason why something is false: where two movements differ, or which move is legal.
    Because(String),
    /// The line of play that solves a problem.
    Line(SolvingLine),
    /// The claim is vacuously true: no case could make it false.
    Vacuous,
}

impl World<'_> {
    /// Computes an expression.
    ///
    /// # Errors
    ///
    /// Fails if the expression takes more than `MAX_WORK`, or more than `MAX_WORK_IN_ALL` together
    /// with the expressions before it; if a number overflows; or for another reason in
    /// `EvalFault`.
    pub fn value(&self, formula: &Formula) -> Result<ExprValue, EvalFault> {
        self.evaluate(|eval| value(&formula.term, eval))
    }

    /// Computes an expression, and finds the evidence for its value.
    ///
    /// # Errors
    ///
    /// As [`World::value`].
    pub fn value_with_evidence(
        &self,
        formula: &Formula,
    ) -> Result<(ExprValue, Option<Evidence>), EvalFault> {
        match &formula.term {
            AnyTerm::Count(counted) | AnyTerm::Share(counted) => {
                let cells = self.evaluate(|eval| counted.get(eval))?;
                let value = match &formula.term {
                    AnyTerm::Share(_) => ExprValue::Share(self.share(&cells)),
                    _ => ExprValue::Number(Number::whole(cells.len() as i64)),
                };
                Ok((value, Some(Evidence::Counted(Box::new(cells)))))
            }
            AnyTerm::Truth(test) => {
                let (truth, asked, line) = self.evaluate(|eval| {
                    let truth = test.get(eval);
                    (truth, eval.choices_tested, eval.line.take())
                })?;
                let evidence = match truth {
                    true if asked == 0 && formula.is_general => Some(Evidence::Vacuous),
                    true => line.map(Evidence::Line),
                    false => self.why_not(test).map(Evidence::Because),
                };
                Ok((ExprValue::Truth(truth), evidence))
            }
            AnyTerm::Text(text) => {
                let (text, line) = self.evaluate(|eval| (text.get(eval), eval.line.take()))?;
                Ok((ExprValue::Text(text), line.map(Evidence::Line)))
            }
            _ => Ok((self.value(formula)?, None)),
        }
    }

    /// Computes what a board can show of an expression; `None` if there is nothing to be seen, for
    /// example because it asks about many positions.
    ///
    /// # Errors
    ///
    /// As [`World::value`].
    pub fn illustrate(&self, formula: &Formula) -> Result<Option<Illustration>, EvalFault> {
        self.evaluate(|eval| {
            eval.illustrating = Some(None);
            let answer = match &formula.term {
                AnyTerm::Count(cells) | AnyTerm::Share(cells) | AnyTerm::Cells(cells) => {
                    Some(cells.get(eval))
                }
                term => {
                    value(term, eval);
                    None
                }
            };
            let noted = eval.illustrating.take().flatten();
            let has_answer = answer.is_some_and(|cells| !cells.is_empty());
            let alone = || has_answer.then(|| Illustration::of(self.empty.clone()));
            let shown = noted.or_else(alone)?;
            Some(Illustration {
                cells: answer.unwrap_or(shown.cells),
                ..shown
            })
        })
    }

    /// Finds the reason why a test fails, if it records one. Finding reasons is slow, so only this
    /// second run of the test records them.
    fn why_not(&self, test: &Term<bool>) -> Option<String> {
        let because = self.evaluate(|eval| {
            eval.records_reasons = true;
            test.get(eval);
            eval.reason.take()
        });
        because.ok().flatten()
    }
}

fn value(term: &AnyTerm, eval: &mut Eval<'_, '_>) -> ExprValue {
    match term {
        AnyTerm::Number(number) => ExprValue::Number(number.get(eval)),
        AnyTerm::Count(cells) => ExprValue::Number(Number::whole(cells.get(eval).len() as i64)),
        AnyTerm::Share(cells) => {
            let cells = cells.get(eval);
            ExprValue::Share(eval.world.share(&cells))
        }
        AnyTerm::Truth(test) => ExprValue::Truth(test.get(eval)),
        AnyTerm::Text(text) => ExprValue::Text(text.get(eval)),
        AnyTerm::Cell(cell) => ExprValue::Cells(Box::new(CellSet::from_iter([cell.get(eval)]))),
        AnyTerm::Cells(cells) => ExprValue::Cells(Box::new(cells.get(eval))),
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
            ExprValue::Text(eval.world.rules.words(movement.movement_of()).to_string())
        }
    }
}
