//! Evaluates formulas.

mod apart;
mod outline;

use std::sync::Arc;

use super::formula::{
    Binder, Changes, Domain, Extent, Formula, Gait, Herd, Image, Leaps, Mover, Num, Query, Relation, Set,
    Slot, Spot, Test, Trait, Txt, Who,
};
use super::syntax::{ChangeKind, Fold};
use super::value::{Number, Value};
use crate::lower::{NumberId, Outline, Stage};
use crate::model::lotus::Census;
use crate::model::{Cell, CellSet, Dir, Man, PieceId, Position, Side};
use crate::movement::{LeapKind, NoCourses, Unturnable};
use crate::moves::Walker;
use crate::reach::{Reach, Rules, Told, Whose};

/// How many times variables may be bound in one expression.
pub const MAX_BINDINGS: u64 = 2_000_000;
/// How many times in all expressions of a book together.
const MAX_BINDINGS_IN_ALL: u64 = 20_000_000;

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It binds its variables more often than can be computed in reasonable time.
    TooLong,
    /// A number in it is too large.
    Overflow,
    /// It asks for the largest or smallest of no values.
    Nothing,
    /// It compares movements of which it cannot be told whether they are the same.
    Undecided,
    /// It asks for the leaps of a piece that cannot be named.
    Leaps(NoCourses),
    /// It turns a piece whose movement cannot be turned.
    Unturnable(Unturnable),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::TooLong => write!(f, "this expression binds its variables more than {MAX_BINDINGS} times"),
            Fault::Nothing => f.write_str("there are no values here to take the largest or smallest of"),
            Fault::Undecided => f.write_str(
                "two movements in this expression look unlike, and too many positions might tell them apart",
            ),
            Fault::Leaps(why) => {
                write!(f, "this expression asks for leaps that cannot be named: {why}")
            }
            Fault::Unturnable(why) => {
                write!(f, "this expression turns a movement that cannot be turned: {why}")
            }
            Fault::Overflow => f.write_str("a number in this expression grows too large"),
        }
    }
}

/// What shows a value best.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// The cells that a number counts.
    Counted(CellSet),
    /// Where two movements differ that were compared.
    Apart(String),
}

/// What formulas are evaluated against.
pub struct World<'a> {
    pub rules: &'a Rules,
    pub stages: &'a [Stage],
    outline: &'a Outline,
    empty: Position,
    /// How many more bindings all expressions together may make.
    left: std::cell::Cell<u64>,
}

impl<'a> World<'a> {
    pub fn new(rules: &'a Rules, stages: &'a [Stage], outline: &'a Outline) -> World<'a> {
        World {
            rules,
            stages,
            outline,
            empty: rules.variant.empty_position(),
            left: std::cell::Cell::new(MAX_BINDINGS_IN_ALL),
        }
    }

    /// Computes a formula.
    ///
    /// # Errors
    ///
    /// If its variables are bound more than [`MAX_BINDINGS`] times, or a number overflows.
    pub fn value(&self, formula: &Formula) -> Result<Value, Fault> {
        self.run(|run| match formula {
            Formula::Number(num) => Value::Number(run.num(num)),
            Formula::Share(num) => Value::Share(run.num(num)),
            Formula::Cells(set) => Value::Cells(run.set(set)),
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
        let mut run = Run {
            world: self,
            bound: Vec::new(),
            changes: Vec::new(),
            walker: Walker::default(),
            left: MAX_BINDINGS.min(self.left.get()),
            fault: None,
            apart: None,
        };
        let value = compute(&mut run);
        let spent = MAX_BINDINGS.min(self.left.get()) - run.left;
        self.left.set(self.left.get() - spent);
        run.fault.map_or(Ok(value), Err)
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
                let (truth, apart) = self.run(|run| (run.test(test), run.apart.take()))?;
                let evidence = apart.filter(|_| !truth).map(Evidence::Apart);
                return Ok((Value::Truth(truth), evidence));
            }
            _ => return Ok((self.value(formula)?, None)),
        };
        let value = match formula {
            Formula::Share(_) => Value::Share(self.share(cells)),
            _ => Value::Number(Number::whole(cells.len() as i64)),
        };
        Ok((value, Some(Evidence::Counted(cells))))
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

/// Whose movement is asked for, held while it is.
enum Goer {
    Piece(PieceId),
    Told(Arc<Told>),
}

impl Goer {
    fn whose(&self) -> Whose<'_> {
        match self {
            Goer::Piece(piece) => Whose::Piece(*piece),
            Goer::Told(told) => Whose::Told(told),
        }
    }
}

/// The part of a reach that is asked for.
fn of(query: Query, reach: Reach) -> CellSet {
    match query {
        Query::Moves => reach.moves,
        Query::Captures | Query::Attacks => reach.captures,
        Query::Reach | Query::First => reach.cells(),
    }
}

struct Run<'a, 'w> {
    world: &'w World<'a>,
    bound: Vec<Bound>,
    /// The changes in force, the innermost last.
    changes: Vec<(ChangeKind, CellSet)>,
    walker: Walker,
    left: u64,
    fault: Option<Fault>,
    /// Where the movements differ that were compared last and found unlike.
    apart: Option<String>,
}

impl Run<'_, '_> {
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
        let variant = &self.world.rules.variant;
        let board = &variant.board;
        match set {
            Set::Fixed(set) => *set,
            Set::One(spot) => CellSet::from_iter([self.spot(*spot)]),
            Set::Of(query, mover) => self.query(*query, mover),
            Set::Range(gait, side) => {
                let mover = self.gait(gait);
                self.world.rules.range(mover.whose(), *side)
            }
            Set::StandsOn(who, side) => variant.stands_on(self.who(*who), *side),
            Set::Promotion(who, side) => variant.promotion(self.who(*who), *side),
            Set::Goal(who, side) => variant.goal(self.who(*who), *side),
            Set::Castled { rule, who, side } => variant.castled(*rule, self.who(*who), *side),
            Set::Standing { stage, who, side } => {
                let wanted = Man { side: *side, piece: Some(self.who(*who)) };
                let men = self.world.stages[*stage].position.men();
                men.filter(|(_, man)| *man == wanted).map(|(cell, _)| cell).collect()
            }
            Set::Setup(whose) => {
                let whose = whose.map(|(who, side)| Man { side, piece: Some(self.who(who)) });
                let men = variant.setup.iter().flat_map(|setup| setup.position.men());
                men.filter(|(_, man)| whose.is_none_or(|whose| whose == *man)).map(|(cell, _)| cell).collect()
            }
            Set::Closure(mover) => {
                let (who, side, from) = self.mover(mover);
                self.world.rules.closure(who.whose(), side, from)
            }
            Set::Along(dirs, extent, spot) => self.along(dirs, *extent, self.spot(*spot)),
            Set::Like(by, spot) => {
                let own = board.info(self.spot(*spot));
                board.cells_where(|info| match by {
                    Trait::Kind => info.kind == own.kind,
                    Trait::File => info.file.is_some() && info.file == own.file,
                    Trait::Rank => info.rank.is_some() && info.rank == own.rank,
                })
            }
            Set::Image(image, set) => {
                let set = self.set(set);
                let lattice = board.lattice();
                let image = |cell| match image {
                    Image::Mirrored => lattice?.mirrored(cell),
                    Image::Rotated => lattice?.rotated(cell),
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
            Set::With(changes, inner) => self.with(changes, |run| run.set(inner)),
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

    fn gait(&mut self, gait: &Gait) -> Goer {
        match gait {
            Gait::Of(who) => Goer::Piece(self.who(*who)),
            Gait::Told(told) => Goer::Told(Arc::clone(told)),
            Gait::Turned(slot, by) => {
                let piece = self.who(Who::Variable(*slot));
                match self.world.rules.turned(Whose::Piece(piece), *by) {
                    Ok(told) => Goer::Told(told),
                    Err(why) => {
                        self.fault = Some(Fault::Unturnable(why));
                        Goer::Piece(piece)
                    }
                }
            }
        }
    }

    fn mover(&mut self, mover: &Mover) -> (Goer, Side, Cell) {
        match mover {
            Mover::Alone { gait, side, from } => (self.gait(gait), *side, self.spot(*from)),
            Mover::Man { stage, man } => {
                let man = &self.world.stages[*stage].men[*man];
                (Goer::Piece(man.piece), man.side, man.cell)
            }
        }
    }

    fn query(&mut self, query: Query, mover: &Mover) -> CellSet {
        let (goer, side, from) = self.mover(mover);
        let world = self.world;
        let is_unmoved = query == Query::First
            || matches!(mover, Mover::Man { stage, man } if world.stages[*stage].men[*man].unmoved);
        let standing = match mover {
            Mover::Man { stage, .. } => &world.stages[*stage].position,
            Mover::Alone { .. }
                if self.changes.is_empty() && !matches!(query, Query::Attacks | Query::First) =>
            {
                return of(query, world.rules.alone(goer.whose(), side)[from]);
            }
            Mover::Alone { .. } => &world.empty,
        };
        let changed = (!self.changes.is_empty()).then(|| self.changed(standing, side));
        let position = changed.as_ref().unwrap_or(standing);
        let table = world.rules.table(goer.whose(), side);
        if query == Query::Attacks {
            return self.walker.attacks(table, position, from);
        }
        let reach = if is_unmoved {
            self.walker.reach_unmoved(table, position, from)
        } else {
            self.walker.reach(table, position, from)
        };
        of(query, reach)
    }

    /// A position with the changes made to it that are in force, as a man of `side` sees them.
    fn changed(&self, standing: &Position, side: Side) -> Position {
        let mut position = standing.clone();
        for (kind, cells) in &self.changes {
            let man = match kind {
                ChangeKind::Own => Some(Man { side, piece: None }),
                ChangeKind::Enemy => Some(Man { side: side.other(), piece: None }),
                ChangeKind::Empty => None,
            };
            cells.iter().for_each(|cell| position.put(cell, man));
        }
        position
    }

    fn num(&mut self, num: &Num) -> Number {
        match num {
            Num::Fixed(number) => *number,
            Num::Count(set) => Number::whole(self.set(set).len() as i64),
            Num::CountPieces(herd) => Number::whole(self.herd(herd).len() as i64),
            Num::CountLeaps(leaps) => Number::whole(self.leaps(leaps).len() as i64),
            Num::CountNumbers(roll) => Number::whole(self.roll(roll).len() as i64),
            Num::Share(set) => {
                let cells = self.set(set);
                self.world.share(cells)
            }
            Num::Distance(gait, side, from, to) => {
                let goer = self.gait(gait);
                let all = self.world.rules.distances(goer.whose(), *side, self.spot(*from));
                all[self.spot(*to)].map_or(Number::Never, |moves| Number::whole(moves.into()))
            }
            Num::GoalCount(who) => number(self.world.rules.variant.goal_count(self.who(*who))),
            Num::QuietLimit => number(self.world.rules.variant.quiet_limit()),
            Num::Together(who, side, spot) => {
                let variant = &self.world.rules.variant;
                Number::whole(variant.together(self.who(*who), *side, self.spot(*spot)).into())
            }
            Num::Reserve(who, side) => {
                let (piece, setup) = (self.who(*who), self.world.rules.variant.setup.as_ref());
                Number::whole(setup.map_or(0, |setup| setup.reserve.count(*side, piece)).into())
            }
            Num::Arrangements(petals, cells) => {
                let census = Census::of(*petals);
                let count = match cells {
                    None => census.all(),
                    Some(cells) => self.num(cells).as_count().map_or(0, |cells| census.with_cells(cells)),
                };
                Number::whole(count as i64)
            }
            Num::Plus(a, b) => self.combine(a, b, Number::plus),
            Num::Minus(a, b) => self.combine(a, b, Number::minus),
            Num::Times(a, b) => self.combine(a, b, Number::times),
            Num::Fold(fold, binder, body) => {
                let mut result: Option<Number> = None;
                self.each(binder, &mut |run| {
                    let value = run.num(body);
                    result = Some(match (result, fold) {
                        (None, _) => value,
                        (Some(old), Fold::Max) => old.max(value),
                        (Some(old), Fold::Min) => old.min(value),
                        (Some(old), Fold::Sum | Fold::Count) => run.held(old.plus(value)),
                    });
                    true
                });
                match (result, fold) {
                    (Some(result), _) => result,
                    (None, Fold::Sum | Fold::Count) => Number::whole(0),
                    (None, Fold::Max | Fold::Min) => {
                        self.fault = Some(Fault::Nothing);
                        Number::Never
                    }
                }
            }
            Num::CountWhere(binder, body) => {
                let mut count = 0;
                self.each(binder, &mut |run| {
                    count += i64::from(run.test(body));
                    true
                });
                Number::whole(count)
            }
            Num::With(changes, inner) => self.with(changes, |run| run.num(inner)),
        }
    }

    fn combine(&mut self, a: &Num, b: &Num, operate: fn(Number, Number) -> Option<Number>) -> Number {
        let (a, b) = (self.num(a), self.num(b));
        self.held(operate(a, b))
    }

    /// A result that may be too large to hold; then the whole expression has no value.
    fn held(&mut self, number: Option<Number>) -> Number {
        number.unwrap_or_else(|| {
            self.fault = Some(Fault::Overflow);
            Number::Never
        })
    }

    fn test(&mut self, test: &Test) -> bool {
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
            Test::Subset(a, b) => self.set(a).is_subset(&self.set(b)),
            Test::SameText(a, b) => self.text(a) == self.text(b),
            Test::SamePieces(a, b) => self.herd(a) == self.herd(b),
            Test::SameNumbers(a, b) => self.roll(a) == self.roll(b),
            Test::SubRoll(a, b) => {
                let all = self.roll(b);
                self.roll(a).iter().all(|number| all.contains(number))
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
            Test::Not(inner) => !self.test(inner),
            Test::And(a, b) => self.test(a) && self.test(b),
            Test::Or(a, b) => self.test(a) || self.test(b),
            Test::Quantified { every, binder, body } => {
                let mut verdict = *every;
                self.each(binder, &mut |run| {
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
            Txt::Listed(entry) => {
                self.world.outline.listed(self.entry(*entry)).unwrap_or_default().to_string()
            }
            Txt::Title(entry) => self.world.outline.title(self.entry(*entry)).unwrap_or_default().to_string(),
            Txt::Symbols { stage } => self.world.stages[*stage].symbols.join(" "),
        }
    }

    fn leaps(&mut self, leaps: &Leaps) -> Vec<LeapKind> {
        let both = |run: &mut Self, a, b| (run.leaps(a), run.leaps(b));
        match leaps {
            Leaps::Fixed(leaps) => leaps.clone(),
            Leaps::Of(gait) => {
                let goer = self.gait(gait);
                self.world.rules.leaps(goer.whose()).unwrap_or_else(|why| {
                    self.fault = Some(Fault::Leaps(why));
                    Vec::new()
                })
            }
            Leaps::Union(a, b) => {
                let (mut all, more) = both(self, a, b);
                all.extend(more);
                all.sort_unstable();
                all.dedup();
                all
            }
            Leaps::Minus(a, b) => {
                let (mut all, gone) = both(self, a, b);
                all.retain(|leap| !gone.contains(leap));
                all
            }
            Leaps::Intersection(a, b) => {
                let (mut all, others) = both(self, a, b);
                all.retain(|leap| others.contains(leap));
                all
            }
        }
    }

    fn herd(&mut self, herd: &Herd) -> Vec<PieceId> {
        match herd {
            Herd::All => self.world.rules.variant.piece_ids().collect(),
            Herd::One(who) => vec![self.who(*who)],
            Herd::PromotesTo(who, spot) => {
                let cell = spot.map(|spot| self.spot(spot));
                self.world.rules.variant.promotes_to(self.who(*who), cell)
            }
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
        }
    }

    fn with<T>(&mut self, changes: &Changes, inner: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.changes.len();
        for (kind, cells) in changes {
            let cells = self.set(cells);
            self.changes.push((*kind, cells));
        }
        let result = inner(self);
        self.changes.truncate(before);
        result
    }

    /// Binds the variables to every choice of values that meets the condition, until `body` says
    /// stop.
    fn each(&mut self, binder: &Binder, body: &mut dyn FnMut(&mut Self) -> bool) {
        let domain = match &binder.domain {
            Domain::Cells(set) => Values::Cells(self.set(set)),
            Domain::Pieces(herd) => Values::Pieces(self.herd(herd)),
            Domain::Numbers(roll) => Values::Numbers(self.roll(roll)),
        };
        debug_assert_eq!(self.bound.len(), binder.first.0);
        self.choose(binder, &domain, binder.count, body);
    }

    fn choose(
        &mut self,
        binder: &Binder,
        domain: &Values,
        left: usize,
        body: &mut dyn FnMut(&mut Self) -> bool,
    ) -> bool {
        if left == 0 {
            return match &binder.condition {
                Some(condition) if !self.test(condition) => true,
                _ => body(self),
            };
        }
        match domain {
            Values::Cells(set) => {
                set.iter().all(|cell| self.with_bound(Bound::Cell(cell), binder, domain, left, body))
            }
            Values::Numbers(numbers) => numbers
                .iter()
                .all(|number| self.with_bound(Bound::Number(*number), binder, domain, left, body)),
            Values::Pieces(pieces) => {
                pieces.iter().all(|piece| self.with_bound(Bound::Piece(*piece), binder, domain, left, body))
            }
        }
    }

    /// Goes on choosing with one more variable bound; false to stop.
    fn with_bound(
        &mut self,
        value: Bound,
        binder: &Binder,
        domain: &Values,
        left: usize,
        body: &mut dyn FnMut(&mut Self) -> bool,
    ) -> bool {
        if self.left == 0 {
            self.fault = Some(Fault::TooLong);
            return false;
        }
        self.left -= 1;
        self.bound.push(value);
        let go_on = self.choose(binder, domain, left - 1, body);
        self.bound.pop();
        go_on
    }
}

impl From<Slot> for usize {
    fn from(slot: Slot) -> usize {
        slot.0
    }
}

/// What a rule counts; *never*, if there is no such rule.
fn number(counted: Option<u16>) -> Number {
    counted.map_or(Number::Never, |counted| Number::whole(counted.into()))
}
