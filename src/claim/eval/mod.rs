//! Evaluates formulas.

mod apart;
mod bind;
mod count;
mod fault;
mod kept;
mod member;
mod movers;
mod outline;
mod play;

use std::cell::{self, OnceCell};
use std::rc::Rc;

use super::formula::{
    Changes, Extent, Formula, Herd, Image, Num, Relation, Set, Slot, Spot, Test, Trait, Txt, Who,
};
use super::syntax::ChangeKind;
use super::value::{Number, Value};
use crate::lower::{NumberId, Outline, PlayedGame, Stage};
use crate::model::{Cell, CellInfo, CellSet, Dir, Ending, Man, PieceId, Position, Side};
use crate::moves::{Fuel, Walker};
use crate::play::{Endings, Game, Scratch};
use crate::reach::Rules;
pub use fault::Fault;

/// How much work one expression may be: a unit is about a value bound, a part computed, or a cell walked over.
pub const MAX_WORK: u64 = 50_000_000;
/// How much work all expressions of a book together may be.
pub const MAX_WORK_IN_ALL: u64 = 150_000_000;

/// The work that the expressions of a book may still be, shared by all its variants.
#[derive(Clone, Debug)]
pub struct Budget(Rc<cell::Cell<u64>>);

impl Default for Budget {
    fn default() -> Budget {
        Budget(Rc::new(cell::Cell::new(MAX_WORK_IN_ALL)))
    }
}

/// Units for what takes longer than to compute a part of a formula: a question about play, a movement to be laid.
const WORK_OF_PLAY: u64 = 2000;
const WORK_OF_LAYING: u64 = 16;

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

/// What formulas are evaluated against.
pub struct World<'a> {
    pub rules: &'a Rules,
    endings: &'a Endings,
    pub stages: &'a [Stage],
    games: &'a [PlayedGame],
    outline: &'a Outline,
    empty: Position,
    /// The rules of play, laid when they are first asked for.
    game: OnceCell<Game<'a>>,
    budget: Budget,
    /// How many bindings have been made.
    bindings: cell::Cell<u64>,
    /// Kept from one formula to the next for its room.
    walker: cell::Cell<Walker>,
}

impl<'a> World<'a> {
    pub fn new(
        rules: &'a Rules,
        endings: &'a Endings,
        stages: &'a [Stage],
        games: &'a [PlayedGame],
        outline: &'a Outline,
    ) -> World<'a> {
        World {
            rules,
            endings,
            stages,
            games,
            outline,
            empty: rules.variant.empty_position(),
            game: OnceCell::new(),
            budget: Budget::default(),
            bindings: cell::Cell::new(0),
            walker: cell::Cell::default(),
        }
    }

    /// The same with a budget that others draw from too.
    pub fn within(self, budget: Budget) -> World<'a> {
        World { budget, ..self }
    }

    /// Computes a formula.
    ///
    /// # Errors
    ///
    /// If it is more than [`MAX_WORK`], or with the expressions before it more than [`MAX_WORK_IN_ALL`], or a number
    /// overflows.
    pub fn value(&self, formula: &Formula) -> Result<Value, Fault> {
        self.run(|run| match formula {
            Formula::Number(num) => Value::Number(run.num(num)),
            Formula::Share(num) => Value::Share(run.num(num)),
            Formula::Cells(set) => Value::Cells(Box::new(run.set(set))),
            Formula::Truth(test) => Value::Truth(run.test(test)),
            Formula::Text(text) => Value::Text(run.text(text)),
            Formula::Pieces(herd) => Value::Pieces(run.herd(herd)),
            Formula::Leaps(leaps) => Value::Leaps(run.leaps(leaps)),
            Formula::Numbers(roll) => {
                let numbers = run.roll(roll).into_iter();
                Value::Numbers(numbers.map(|number| self.outline.name(number).to_string()).collect())
            }
        })
    }

    fn run<T>(&self, compute: impl FnOnce(&mut Run<'a, '_>) -> T) -> Result<T, Fault> {
        let left = self.budget.0.get();
        let fuel = Fuel::new(MAX_WORK.min(left));
        let mut walker = self.walker.take();
        walker.fuel = fuel;
        let mut run = Run {
            world: self,
            bound: Vec::new(),
            since: Vec::new(),
            bindings: self.bindings.get(),
            changes: Vec::new(),
            walker,
            scratch: Scratch::default(),
            fault: None,
            asked: 0,
            tells_why: false,
            because: None,
        };
        let value = compute(&mut run);
        self.bindings.set(run.bindings);
        let unspent = run.walker.fuel;
        self.budget.0.set(left - (fuel.left() - unspent.left()));
        self.walker.set(run.walker);
        match run.fault {
            // What came out of a walk that ended early means nothing, nor does any other fault behind it.
            _ if unspent.is_spent() => {
                Err(if left > MAX_WORK { Fault::TooLong } else { Fault::TooLongInAll })
            }
            Some(fault) => Err(fault),
            None => Ok(value),
        }
    }

    /// Computes a formula, and what shows its value best.
    ///
    /// # Errors
    ///
    /// As [`World::value`].
    pub fn witnessed(&self, formula: &Formula) -> Result<(Value, Option<Evidence>), Fault> {
        let cells = match formula {
            Formula::Number(Num::Count(set)) | Formula::Share(Num::Share(set)) => {
                self.run(|run| run.set(set))?
            }
            Formula::Truth(test) => {
                let (truth, asked) = self.run(|run| (run.test(test), run.asked))?;
                let evidence = match truth {
                    true => (asked == 0 && test.is_general()).then_some(Evidence::OfNothing),
                    false => self.why_not(test).map(Evidence::Because),
                };
                return Ok((Value::Truth(truth), evidence));
            }
            _ => return Ok((self.value(formula)?, None)),
        };
        let value = match formula {
            Formula::Share(_) => Value::Share(self.share(cells)),
            _ => Value::Number(Number::whole(cells.len() as i64)),
        };
        Ok((value, Some(Evidence::Counted(Box::new(cells)))))
    }

    /// Why a test fails, if more can be said than that. Reasons take longer to tell than to pass over, so they are
    /// gathered by testing again.
    fn why_not(&self, test: &Test) -> Option<String> {
        let told = self.run(|run| {
            run.tells_why = true;
            run.test(test);
            run.because.take()
        });
        told.ok().flatten()
    }

    fn game(&self) -> &Game<'a> {
        self.game.get_or_init(|| Game::new(self.rules))
    }

    /// In percent of the board.
    fn share(&self, cells: CellSet) -> Number {
        Number::Fraction {
            numerator: 100 * cells.len() as i64,
            denominator: self.rules.variant.board.len().max(1) as i64,
        }
    }
}

#[derive(Clone, Copy)]
enum Bound {
    Cell(Cell),
    Piece(PieceId),
    Number(NumberId),
}

/// What a variable may stand for.
enum Values {
    Cells(CellSet),
    Pieces(Vec<PieceId>),
    Numbers(Vec<NumberId>),
}

/// What is put on cells before a question is asked.
#[derive(Clone, Copy)]
struct Put {
    kind: ChangeKind,
    piece: Option<PieceId>,
    cells: CellSet,
}

impl Put {
    /// The man who is put there; own ones are of this side.
    fn man(self, own: Side) -> Option<Man> {
        let side = match self.kind {
            ChangeKind::Own => own,
            ChangeKind::Enemy => own.other(),
            ChangeKind::White => Side::White,
            ChangeKind::Black => Side::Black,
            ChangeKind::Empty => return None,
        };
        Some(Man { side, piece: self.piece })
    }
}

struct Run<'a, 'w> {
    world: &'w World<'a>,
    bound: Vec<Bound>,
    /// For each of them the number of its binding.
    since: Vec<u64>,
    bindings: u64,
    /// The changes in force, the innermost last.
    changes: Vec<Put>,
    walker: Walker,
    /// Who judges what takes more than movement, once he has been asked; he keeps his room to think.
    scratch: Scratch,
    fault: Option<Fault>,
    /// For how many choices something was asked behind the last `all` or `some`.
    asked: u64,
    /// Why the last test that failed did, if it could tell.
    because: Option<String>,
    /// Whether anybody will ask for that.
    tells_why: bool,
}

impl Run<'_, '_> {
    /// Draws from the budget. Whoever goes on for long asks whether anything is left.
    #[inline]
    fn spend(&mut self, units: u64) -> bool {
        self.walker.fuel.spend(units)
    }

    fn cells(&self) -> u64 {
        self.world.rules.variant.board.len() as u64
    }

    fn spot(&self, spot: Spot) -> Cell {
        match spot {
            Spot::Fixed(cell) => cell,
            Spot::Variable(slot) => match self.bound[slot.0] {
                Bound::Cell(cell) => cell,
                Bound::Piece(_) | Bound::Number(_) => {
                    unreachable!("settling gave this variable the type of a cell")
                }
            },
        }
    }

    fn who(&self, who: Who) -> PieceId {
        match who {
            Who::Fixed(piece) => piece,
            Who::Variable(slot) => match self.bound[slot.0] {
                Bound::Piece(piece) => piece,
                Bound::Cell(_) | Bound::Number(_) => {
                    unreachable!("settling gave this variable the type of a piece")
                }
            },
        }
    }

    fn set(&mut self, set: &Set) -> CellSet {
        self.spend(1);
        let variant = &self.world.rules.variant;
        let board = &variant.board;
        match set {
            Set::Fixed(set) => **set,
            Set::One(spot) => CellSet::from_iter([self.spot(*spot)]),
            Set::Of(query, mover) => self.query(*query, mover),
            Set::Victims(mover, to) => {
                let to = self.spot(*to);
                self.victims(mover, to)
            }
            Set::Range(gait, side) => {
                let mover = self.gait(gait);
                if !self.find_alone(&mover, *side) {
                    return CellSet::EMPTY;
                }
                self.world.rules.range(mover.whose(), *side)
            }
            Set::StandsOn(who, side) => variant.stands_on(self.who(*who), *side),
            Set::Promotion(who, side) => variant.promotion(self.who(*who), *side),
            Set::Goal(who, side) => variant.goal(self.who(*who), *side),
            Set::Castled { rule, who, side } => variant.castled(*rule, self.who(*who), *side),
            Set::Standing { stage, who, side } => {
                self.spend(self.cells());
                let wanted = Man { side: *side, piece: Some(self.who(*who)) };
                let men = self.world.stages[*stage].position.men();
                men.filter(|(_, man)| *man == wanted).map(|(cell, _)| cell).collect()
            }
            Set::Frozen { stage, side } => self.frozen(*stage, *side),
            Set::Taken { stage, text, side } => self.taken(*stage, text, *side),
            Set::Legal { stage, side, asked } => self.leads(*stage, *side, asked),
            Set::Liberties { stage, of } => {
                let cell = self.spot(*of);
                self.liberties(*stage, cell)
            }
            Set::Setup(whose) => {
                self.spend(self.cells());
                let whose = whose.map(|(who, side)| Man { side, piece: Some(self.who(who)) });
                let men = variant.setup.iter().flat_map(|setup| setup.position.men());
                men.filter(|(_, man)| whose.is_none_or(|whose| whose == *man)).map(|(cell, _)| cell).collect()
            }
            Set::Closure(mover) => {
                let (who, side, from) = self.mover(mover);
                if !self.find_alone(&who, side) {
                    return CellSet::EMPTY;
                }
                self.spend(self.cells());
                self.world.rules.closure(who.whose(), side, from)
            }
            Set::Along(dirs, extent, spot) => {
                let found = self.along(dirs, *extent, self.spot(*spot));
                self.spend((dirs.len() + found.len()) as u64);
                found
            }
            Set::Like(by, spot) => {
                self.spend(self.cells());
                let own = board.info(self.spot(*spot));
                board.cells_where(|info| are_like(*by, info, own))
            }
            Set::Image(image, set) => {
                let set = self.set(set);
                self.spend(set.len() as u64);
                if *image == Image::Twin {
                    return set.iter().fold(CellSet::EMPTY, |all, cell| all | board.twins(cell));
                }
                let image = |cell| {
                    board.on_first_sheet(|lattice| match image {
                        Image::Mirrored => lattice.mirrored(cell),
                        Image::Rotated => lattice.rotated(cell),
                        Image::Twin => None,
                    })
                };
                set.iter().filter_map(image).collect()
            }
            Set::Union(a, b) => self.set(a) | self.set(b),
            Set::Minus(a, b) => self.set(a) - self.set(b),
            Set::Intersection(a, b) => self.set(a) & self.set(b),
            Set::Filter(binder) => {
                let mut found = CellSet::EMPTY;
                self.each(binder, &mut |run| {
                    if let Bound::Cell(cell) = run.bound[binder.first.0] {
                        found.insert(cell);
                    }
                    true
                });
                found
            }
            Set::UnionOver(binder, body) => {
                let mut found = CellSet::EMPTY;
                self.each(binder, &mut |run| {
                    found = found | run.set(body);
                    true
                });
                found
            }
            Set::With(changes, inner) => self.with(changes, |run| run.set(inner)),
            Set::Kept(kept) => self.kept(kept, |run, set| run.set(set)),
        }
    }

    fn along(&self, dirs: &[Dir], extent: Extent, from: Cell) -> CellSet {
        let board = &self.world.rules.variant.board;
        let mut found = CellSet::EMPTY;
        for dir in dirs {
            let mut cell = from;
            while let Some(next) = board.next(cell, *dir).filter(|next| *next != from) {
                found.insert(next);
                cell = next;
                if extent == Extent::Step {
                    break;
                }
            }
        }
        if extent == Extent::Line {
            found.insert(from);
        }
        found
    }

    fn test(&mut self, test: &Test) -> bool {
        self.spend(1);
        match test {
            Test::Fixed(truth) => *truth,
            Test::Compare(relation, a, b) => {
                let (a, b) = (self.num(a), self.num(b));
                match relation {
                    Relation::Equal => a == b,
                    Relation::Less => a < b,
                    Relation::AtMost => a <= b,
                }
            }
            Test::SameCells(a, b) => self.set(a) == self.set(b),
            Test::Subset(Set::One(spot), set) => self.has(set, self.spot(*spot)),
            Test::Subset(a, b) => self.set(a).is_subset(&self.set(b)),
            Test::SameText(a, b) => {
                let (a, b) = (self.text(a), self.text(b));
                self.spend(a.len().max(b.len()) as u64);
                a == b
            }
            Test::SamePieces(a, b) => self.herd(a) == self.herd(b),
            Test::SameNumbers(a, b) => self.roll(a) == self.roll(b),
            Test::SubRoll(a, b) => {
                let all = self.roll(b);
                self.roll(a).iter().all(|number| all.binary_search(number).is_ok())
            }
            Test::SameLeaps(a, b) => self.leaps(a) == self.leaps(b),
            Test::SubLeaps(a, b) => {
                let all = self.leaps(b);
                self.leaps(a).iter().all(|leap| all.contains(leap))
            }
            Test::SubHerd(a, b) => {
                let all = self.herd(b);
                self.herd(a).iter().all(|piece| all.contains(piece))
            }
            Test::Royal(who) => self.world.rules.variant.piece(self.who(*who)).royal,
            Test::Touch(dirs, a, b) => {
                let (a, b) = (self.spot(*a), self.spot(*b));
                dirs.iter().any(|dir| self.world.rules.variant.board.next(a, *dir) == Some(b))
            }
            Test::Same(a, b) => self.test(a) == self.test(b),
            Test::SameMovement(a, b, side) => self.same_movement(a, b, *side),
            Test::Play { stage, asked } => self.play(*stage, asked),
            Test::AlwaysWins(men) => self.always_wins(men),
            Test::Not(inner) => !self.test(inner),
            Test::And(a, b) => self.test(a) && self.test(b),
            Test::Or(a, b) => self.test(a) || self.test(b),
            Test::Quantified { every, binder, body } => {
                let mut verdict = *every;
                let is_last = !body.is_general();
                self.each(binder, &mut |run| {
                    run.asked += u64::from(is_last);
                    verdict = run.test(body);
                    verdict == *every
                });
                verdict
            }
            Test::With(changes, inner) => self.with(changes, |run| run.test(inner)),
        }
    }

    fn text(&self, text: &Txt) -> String {
        let variant = &self.world.rules.variant;
        match text {
            Txt::Fixed(text) => text.clone(),
            Txt::Inventor(who) => variant.piece(self.who(*who)).inventor.clone().unwrap_or_default(),
            Txt::Letter(who) => variant.piece(self.who(*who)).letter.clone(),
            Txt::QuietEnding => variant.quiet_ending().map_or("", Ending::name).to_string(),
            Txt::Movement(who) => variant.piece(self.who(*who)).movement.written(),
            Txt::Listed(entry) => {
                self.world.outline.listed(self.entry(*entry)).unwrap_or_default().to_string()
            }
            Txt::Title(entry) => self.world.outline.title(self.entry(*entry)).unwrap_or_default().to_string(),
            Txt::Symbols { stage } => self.world.stages[*stage].symbols.join(" "),
            Txt::Outcome { stage } => self.outcome(*stage),
        }
    }

    fn herd(&mut self, herd: &Herd) -> Vec<PieceId> {
        // Most name all pieces, or choose among them.
        self.spend(self.world.rules.variant.pieces.len() as u64);
        match herd {
            Herd::All => self.world.rules.variant.piece_ids().collect(),
            Herd::One(who) => vec![self.who(*who)],
            Herd::PromotesTo(who, spot) => {
                let cell = spot.map(|spot| self.spot(spot));
                self.world.rules.variant.promotes_to(self.who(*who), cell)
            }
            Herd::Parts(who) => self.world.rules.variant.piece(self.who(*who)).parts.clone(),
            Herd::TurnsInto(who) => self.world.rules.variant.turns_into(self.who(*who)),
            Herd::Filter(binder) => {
                let mut found = Vec::new();
                self.each(binder, &mut |run| {
                    if let Bound::Piece(piece) = run.bound[binder.first.0] {
                        found.push(piece);
                    }
                    true
                });
                found
            }
            Herd::Kept(kept) => self.kept(kept, |run, herd| run.herd(herd)),
        }
    }

    fn with<T>(&mut self, changes: &Changes, inner: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.changes.len();
        self.spend(self.cells());
        for change in changes {
            let (piece, cells) = (change.piece.map(|who| self.who(who)), self.set(&change.cells));
            self.changes.push(Put { kind: change.kind, piece, cells });
        }
        let result = inner(self);
        self.changes.truncate(before);
        result
    }
}

/// Whether cells are of one kind, or on one file or rank.
fn are_like(by: Trait, a: &CellInfo, b: &CellInfo) -> bool {
    match by {
        Trait::Kind => a.kind == b.kind,
        Trait::File => a.file.is_some() && a.file == b.file,
        Trait::Rank => a.rank.is_some() && a.rank == b.rank,
    }
}

impl From<Slot> for usize {
    fn from(slot: Slot) -> usize {
        slot.0
    }
}
