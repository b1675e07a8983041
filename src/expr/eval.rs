//! The world that expressions are evaluated against, and the state of one evaluation: the values
//! of its variables, its changes to the board, and the work it may still do.

use std::cell::{self, OnceCell};
use std::rc::Rc;

use super::fault::{EvalFault, MAX_WORK, MAX_WORK_IN_ALL};
use super::illustration::{Illustration, SolvingLine};
use super::syntax::ChangeKind;
use super::value::Number;
use crate::measured::MeasuredVariant;
use crate::outline::{NumberId, Outline};
use crate::placed::PlacedDiagram;
use crate::played::PlayedGame;
use padma_rules::model::{Board, Cell, CellSet, KindId, Piece, Position, Side, Variant};
use padma_rules::movement::LeapKind;
use padma_rules::moves::{Fuel, Walker};
use padma_rules::play::{Endings, Fault, Game, Moves, Outcome, Scratch};
use padma_rules::reach::Rules;

/// Work units for a question about play.
pub(super) const WORK_OF_PLAY: u64 = 2000;
/// Work units for laying a movement from one cell, or for another question about a movement.
pub(super) const WORK_OF_LAYING: u64 = 16;

/// The work left for the expressions of a book, shared by all its variants.
#[derive(Clone, Debug)]
pub struct Budget(Rc<cell::Cell<u64>>);

impl Default for Budget {
    fn default() -> Budget {
        Budget(Rc::new(cell::Cell::new(MAX_WORK_IN_ALL)))
    }
}

impl Budget {
    /// Returns the work that is left.
    pub fn left(&self) -> u64 {
        self.0.get()
    }

    /// Spends `work`; false when the budget has run out.
    pub fn draw(&self, work: u64) -> bool {
        let left = self.left();
        self.0.set(left.saturating_sub(work));
        left > work
    }
}

/// The legal moves of each side in a diagram's position, computed once.
pub(super) type LegalMoves = [OnceCell<Rc<Moves>>; 2];

/// Everything that expressions are evaluated against.
pub struct World<'a> {
    /// What is wrong with a move. Rules have conditions, whose words are made from the phrases of
    /// functions, so those who say it are given.
    pub(super) describe_fault: fn(&Fault, &Game<'_>) -> String,
    /// How a game stands.
    pub(super) describe_state: fn(Option<&Outcome>, &Game<'_>) -> String,
    pub(crate) rules: &'a Rules,
    pub(crate) placed: &'a [PlacedDiagram],
    pub(super) endings: &'a Endings,
    /// The statistics of the variant's measured games.
    pub(super) measured: Option<&'a MeasuredVariant>,
    pub(super) games: &'a [PlayedGame],
    pub(super) outline: &'a Outline,
    pub(super) empty: Position,
    pub(super) legal: Vec<LegalMoves>,
    pub(crate) kept: Kept<'a>,
}

/// What a world keeps between expressions.
#[derive(Default)]
pub(crate) struct Kept<'a> {
    /// The rules of play, built on first use.
    game: OnceCell<Game<'a>>,
    budget: Budget,
    /// The number of variable bindings made so far.
    bindings: cell::Cell<u64>,
    /// Kept to reuse its buffers.
    walker: cell::Cell<Walker>,
}

impl<'a> World<'a> {
    /// Returns this world with the statistics of its variant's measured games.
    pub fn with_measured(self, measured: Option<&'a MeasuredVariant>) -> World<'a> {
        World { measured, ..self }
    }

    /// Returns this world with a budget that other worlds share.
    pub fn with_budget(self, budget: Budget) -> World<'a> {
        let kept = Kept {
            budget,
            ..self.kept
        };
        World { kept, ..self }
    }

    pub(super) fn game(&self) -> &Game<'a> {
        self.kept.game.get_or_init(|| Game::new(self.rules))
    }

    /// Returns some cells as a percentage of the board's cells.
    pub(super) fn share(&self, cells: &CellSet) -> Number {
        let denominator = self.rules.variant.board.len().max(1) as i64;
        Number::Fraction {
            numerator: 100 * cells.len() as i64,
            denominator,
        }
    }

    /// Computes something within the budget.
    pub(super) fn evaluate<T>(
        &self,
        compute: impl FnOnce(&mut Eval<'a, '_>) -> T,
    ) -> Result<T, EvalFault> {
        let left = self.kept.budget.left();
        let fuel = Fuel::new(MAX_WORK.min(left));
        let mut walker = self.kept.walker.take();
        walker.fuel = fuel;
        let mut eval = Eval {
            world: self,
            values: Values::default(),
            current_bindings: Vec::new(),
            bindings: self.kept.bindings.get(),
            changes: Vec::new(),
            walker,
            scratch: Scratch::default(),
            fault: None,
            choices_tested: 0,
            reason: None,
            records_reasons: false,
            line: None,
            illustrating: None,
        };
        let value = compute(&mut eval);
        self.kept.bindings.set(eval.bindings);
        let unspent = eval.walker.fuel;
        self.kept
            .budget
            .0
            .set(left - (fuel.left() - unspent.left()));
        self.kept.walker.set(eval.walker);
        match eval.fault {
            // Without fuel, walks end early: their results and any later faults are meaningless.
            _ if unspent.is_spent() => Err(if left > MAX_WORK {
                EvalFault::TooLong
            } else {
                EvalFault::TooLongInAll
            }),
            Some(fault) => Err(fault),
            None => Ok(value),
        }
    }
}

/// The values of the bound variables, the innermost last.
#[derive(Default)]
pub(crate) struct Values {
    cells: Vec<Cell>,
    kinds: Vec<KindId>,
    leaps: Vec<LeapKind>,
    entries: Vec<NumberId>,
}

/// A type that variables and the items of lists can have.
pub(crate) trait ListItem: Copy + Ord + 'static {
    /// Returns the values of the variables of this type.
    fn bound(values: &mut Values) -> &mut Vec<Self>;

    /// Returns its name.
    fn name(self, world: &World<'_>) -> String;
}

/// Implements `ListItem` for each type, with the field that holds its variables' values and the name of a
/// value.
macro_rules! items {
    ($($item:ty => $values:ident, $name:expr;)*) => {
        $(impl ListItem for $item {
            fn bound(values: &mut Values) -> &mut Vec<$item> {
                &mut values.$values
            }

            fn name(self, world: &World<'_>) -> String {
                let name: fn(&World<'_>, $item) -> String = $name;
                name(world, self)
            }
        })*
    };
}

items! {
    Cell => cells, |world, cell| world.rules.variant.board.name(cell).to_string();
    KindId => kinds, |world, kind| world.rules.variant.kind(kind).id.clone();
    LeapKind => leaps, |_, leap| leap.to_string();
    NumberId => entries, |world, entry| world.outline.name(entry).to_string();
}

/// Pieces put on cells, or cells emptied, before a question is asked.
#[derive(Clone, Copy)]
pub(crate) struct AppliedChange {
    pub action: ChangeKind,
    pub kind: Option<KindId>,
    pub cells: CellSet,
}

impl AppliedChange {
    /// Returns the piece to put on the cells, or `None` to empty them. `own` is the side of `own`
    /// pieces.
    pub(crate) fn piece(&self, own: Side) -> Option<Piece> {
        let side = match self.action {
            ChangeKind::Own => own,
            ChangeKind::Enemy => own.other(),
            ChangeKind::White => Side::White,
            ChangeKind::Black => Side::Black,
            ChangeKind::Empty => return None,
        };
        Some(Piece {
            side,
            kind: self.kind,
        })
    }
}

/// One evaluation.
pub(crate) struct Eval<'a, 'w> {
    pub world: &'w World<'a>,
    pub values: Values,
    /// The number of the current binding of each variable, counted over all bindings.
    pub current_bindings: Vec<u64>,
    /// The number of variable bindings made so far.
    pub bindings: u64,
    /// The changes in force, the innermost last.
    pub changes: Vec<AppliedChange>,
    pub walker: Walker,
    /// Buffers for play, kept between questions.
    pub scratch: Scratch,
    pub fault: Option<EvalFault>,
    /// The number of choices for which the innermost `all` or `some` tested its body.
    pub choices_tested: u64,
    /// The reason why the last test failed, if it recorded one.
    pub reason: Option<String>,
    /// Whether to record reasons.
    pub records_reasons: bool,
    /// The first line of play that answered a question.
    pub line: Option<SolvingLine>,
    /// `Some` to collect an illustration of the expression; the inner value is what was collected.
    pub illustrating: Option<Option<Illustration>>,
}

impl<'a, 'w> Eval<'a, 'w> {
    /// Spends work; false when the budget has run out. Long loops must check the result.
    #[inline]
    pub(crate) fn spend(&mut self, units: u64) -> bool {
        self.walker.fuel.spend(units)
    }

    pub(crate) fn variant(&self) -> &'a Variant {
        &self.world.rules.variant
    }

    pub(crate) fn board(&self) -> &'a Board {
        &self.variant().board
    }

    /// Returns the number of cells on the board, as work units.
    pub(crate) fn cells(&self) -> u64 {
        self.board().len() as u64
    }

    /// Records a fault, so that the whole expression has no value, and returns a placeholder.
    pub(crate) fn record_fault<T: Default>(&mut self, fault: EvalFault) -> T {
        self.fault = Some(fault);
        T::default()
    }

    /// Returns the number, or records an overflow if there is none.
    pub(crate) fn number_or_overflow(&mut self, number: Option<Number>) -> Number {
        number.unwrap_or_else(|| self.record_fault(EvalFault::Overflow))
    }

    /// Records why a test fails, if the reason applies and reasons are wanted.
    pub(crate) fn record_reason(&mut self, applies: bool, reason: impl FnOnce() -> String) {
        if self.records_reasons && applies {
            self.reason = Some(reason());
        }
    }

    /// Notes what can be drawn of a question, if that is wanted and it is the first one. A question about
    /// every value of a variable has no one picture.
    pub(crate) fn note_illustration(&mut self, illustrate: impl FnOnce(&mut Self) -> Illustration) {
        if matches!(self.illustrating, Some(None)) && self.current_bindings.is_empty() {
            self.illustrating = Some(Some(illustrate(self)));
        }
    }

    /// Notes the line of play that answers a question, if it is the first one.
    pub(crate) fn note_line(&mut self, diagram: &str, moves: Vec<String>) {
        if self.line.is_none() && self.current_bindings.is_empty() && !moves.is_empty() {
            let diagram = self.changes.is_empty().then(|| diagram.to_string());
            self.line = Some(SolvingLine { diagram, moves });
        }
    }

    /// Notes the way of a move in the position that was noted.
    pub(crate) fn note_way(&mut self, from: Option<Cell>, to: Cell) {
        if let (Some(Some(noted)), Some(from)) = (&mut self.illustrating, from) {
            noted.way.get_or_insert([from, to]);
        }
    }

    /// Applies the changes in force to a position. `own` pieces are of `side`.
    pub(crate) fn changed_position(&self, original: &Position, side: Side) -> Position {
        let mut position = original.clone();
        for put in &self.changes {
            put.cells
                .iter()
                .for_each(|cell| position.put(cell, put.piece(side)));
        }
        position
    }
}
