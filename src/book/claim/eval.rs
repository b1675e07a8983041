//! What expressions are evaluated against, and what is known while one is: the values of its variables, the pieces put
//! on the board for it, the work it may still be.

use std::cell::{self, OnceCell};
use std::rc::Rc;

use super::fault::{EvalFault, MAX_WORK, MAX_WORK_IN_ALL};
use super::syntax::ChangeKind;
use super::value::Number;
use crate::place::{NumberId, Outline, PlacedDiagram, PlayedGame};
use padma_rules::model::{Board, Cell, CellSet, KindId, Piece, Position, Side, Variant};
use padma_rules::movement::LeapKind;
use padma_rules::moves::{Fuel, Walker};
use padma_rules::play::{Endings, Game, Moves, Scratch};
use padma_rules::reach::Rules;

/// Units for what takes longer than to compute a part of an expression: a question about play, a movement to be laid.
pub(super) const WORK_OF_PLAY: u64 = 2000;
pub(super) const WORK_OF_LAYING: u64 = 16;

/// The work that the expressions of a book may still be, shared by all its variants.
#[derive(Clone, Debug)]
pub(crate) struct Budget(Rc<cell::Cell<u64>>);

impl Default for Budget {
    fn default() -> Budget {
        Budget(Rc::new(cell::Cell::new(MAX_WORK_IN_ALL)))
    }
}

impl Budget {
    /// How much is left.
    pub(crate) fn left(&self) -> u64 {
        self.0.get()
    }

    /// Draws so much, and says whether more than that was left.
    pub(crate) fn draw(&self, work: u64) -> bool {
        let left = self.left();
        self.0.set(left.saturating_sub(work));
        left > work
    }
}

/// The legal moves of the sides in a diagram's position, each side's found once.
pub(super) type LegalMoves = [OnceCell<Rc<Moves>>; 2];

/// What expressions are evaluated against.
pub struct World<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) placed: &'a [PlacedDiagram],
    pub(super) endings: &'a Endings,
    pub(super) games: &'a [PlayedGame],
    pub(super) outline: &'a Outline,
    pub(super) empty: Position,
    /// The rules of play, laid when they are first asked for.
    game: OnceCell<Game<'a>>,
    budget: Budget,
    pub(super) legal: Vec<LegalMoves>,
    /// How many bindings have been made.
    bindings: cell::Cell<u64>,
    /// Kept from one expression to the next for its room.
    walker: cell::Cell<Walker>,
}

impl<'a> World<'a> {
    /// What the expressions of a book can ask about one variant.
    pub fn new(
        rules: &'a Rules,
        endings: &'a Endings,
        placed: &'a [PlacedDiagram],
        games: &'a [PlayedGame],
        outline: &'a Outline,
    ) -> World<'a> {
        World {
            rules,
            placed,
            endings,
            games,
            outline,
            empty: rules.variant.empty_position(),
            game: OnceCell::new(),
            legal: placed.iter().map(|_| LegalMoves::default()).collect(),
            budget: Budget::default(),
            bindings: cell::Cell::new(0),
            walker: cell::Cell::default(),
        }
    }

    /// The same with a budget that others draw from too.
    pub(crate) fn within(self, budget: Budget) -> World<'a> {
        World { budget, ..self }
    }

    pub(super) fn game(&self) -> &Game<'a> {
        self.game.get_or_init(|| Game::new(self.rules))
    }

    /// In percent of the board.
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
        let left = self.budget.left();
        let fuel = Fuel::new(MAX_WORK.min(left));
        let mut walker = self.walker.take();
        walker.fuel = fuel;
        let mut eval = Eval {
            world: self,
            values: Values::default(),
            since: Vec::new(),
            bindings: self.bindings.get(),
            changes: Vec::new(),
            walker,
            scratch: Scratch::default(),
            fault: None,
            asked: 0,
            because: None,
            explains: false,
        };
        let value = compute(&mut eval);
        self.bindings.set(eval.bindings);
        let unspent = eval.walker.fuel;
        self.budget.0.set(left - (fuel.left() - unspent.left()));
        self.walker.set(eval.walker);
        match eval.fault {
            // What came out of a walk that ended early means nothing, nor does any other fault behind it.
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

/// The values of the variables bound around what is evaluated, the innermost last.
#[derive(Default)]
pub(crate) struct Values {
    cells: Vec<Cell>,
    kinds: Vec<KindId>,
    leaps: Vec<LeapKind>,
    entries: Vec<NumberId>,
}

/// What a variable can stand for, and what lists are made of.
pub(crate) trait ListItem: Copy + Ord + 'static {
    /// The values of the variables of this type.
    fn bound(values: &mut Values) -> &mut Vec<Self>;
}

/// Items, and where their variables' values are.
macro_rules! items {
    ($($item:ty => $values:ident),*) => {
        $(impl ListItem for $item {
            fn bound(values: &mut Values) -> &mut Vec<$item> {
                &mut values.$values
            }
        })*
    };
}

items!(Cell => cells, KindId => kinds, LeapKind => leaps, NumberId => entries);

/// What is put on cells before a question is asked.
#[derive(Clone, Copy)]
pub(crate) struct Put {
    pub action: ChangeKind,
    pub kind: Option<KindId>,
    pub cells: CellSet,
}

impl Put {
    /// The piece that is put there; own ones are of this side.
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
    /// For each variable the number of its binding.
    pub since: Vec<u64>,
    pub bindings: u64,
    /// The changes in force, the innermost last.
    pub changes: Vec<Put>,
    pub walker: Walker,
    /// Buffers of play, kept between questions.
    pub scratch: Scratch,
    pub fault: Option<EvalFault>,
    /// For how many choices something was asked behind the last `all` or `some`.
    pub asked: u64,
    /// Why the last test that failed did, if that can be said.
    pub because: Option<String>,
    /// Whether that will be asked for.
    pub explains: bool,
}

impl<'a, 'w> Eval<'a, 'w> {
    /// Draws from the budget. Whatever goes on for long asks whether anything is left.
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

    /// How many cells the board has, as work.
    pub(crate) fn cells(&self) -> u64 {
        self.board().len() as u64
    }

    /// Gives up: the whole expression has no value, whatever is made of this one.
    pub(crate) fn fail<T: Default>(&mut self, fault: EvalFault) -> T {
        self.fault = Some(fault);
        T::default()
    }

    /// A result that may be too large to hold.
    pub(crate) fn held(&mut self, number: Option<Number>) -> Number {
        number.unwrap_or_else(|| self.fail(EvalFault::Overflow))
    }

    /// Says why a test fails, where it does and that will be asked for.
    pub(crate) fn because(&mut self, applies: bool, reason: impl FnOnce() -> String) {
        if self.explains && applies {
            self.because = Some(reason());
        }
    }

    /// A position with the changes made to it that are in force, as a piece of `side` sees them.
    pub(crate) fn changed(&self, standing: &Position, side: Side) -> Position {
        let mut position = standing.clone();
        for put in &self.changes {
            put.cells
                .iter()
                .for_each(|cell| position.put(cell, put.piece(side)));
        }
        position
    }
}
