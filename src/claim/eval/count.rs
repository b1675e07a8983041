//! Numbers.

use super::{Fault, Run};
use crate::claim::formula::{Binder, Num};
use crate::claim::value::Number;
use crate::model::lotus::Census;
use crate::model::{Checker, CheckerId};

impl Run<'_, '_> {
    pub(super) fn num(&mut self, num: &Num) -> Number {
        self.spend(1);
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
                if !self.find_alone(&goer, *side) {
                    return Number::Never;
                }
                let all = self.world.rules.distances(goer.whose(), *side, self.spot(*from));
                all[self.spot(*to)].map_or(Number::Never, |moves| Number::whole(moves.into()))
            }
            Num::Checkers(who, kind) => {
                let stack = self.world.rules.variant.piece(self.who(*who)).checkers;
                Number::whole(kind.map_or(i64::from(stack.height()), |kind| stack.of(kind).into()))
            }
            Num::Kinds(who) => {
                let stack = self.world.rules.variant.piece(self.who(*who)).checkers;
                Number::whole(stack.kinds().count() as i64)
            }
            Num::Worth(who) => {
                let stack = self.world.rules.variant.piece(self.who(*who)).checkers;
                self.worth(|kind, _| stack.of(kind).into())
            }
            Num::WorthOfSuit => self.worth(|_, checker| checker.count.into()),
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
            Num::LongestWin(men) => self.longest_win(men),
            Num::LegalMoves { stage, side } => Number::whole(self.legal_moves(*stage, *side) as i64),
            Num::Plus(a, b) => self.combine(a, b, Number::plus),
            Num::Minus(a, b) => self.combine(a, b, Number::minus),
            Num::Times(a, b) => self.combine(a, b, Number::times),
            Num::Max(binder, body) => self.extreme(binder, body, Ord::max),
            Num::Min(binder, body) => self.extreme(binder, body, Ord::min),
            Num::Sum(binder, body) => {
                let mut sum = Number::whole(0);
                self.each(binder, &mut |run| {
                    let value = run.num(body);
                    sum = run.held(sum.plus(value));
                    true
                });
                sum
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
            Num::Kept(kept) => self.kept(kept, |run, num| run.num(num)),
        }
    }

    /// The value that is left when the better of two is taken as long as there are two.
    fn extreme(&mut self, binder: &Binder, body: &Num, better: fn(Number, Number) -> Number) -> Number {
        let mut best: Option<Number> = None;
        self.each(binder, &mut |run| {
            let value = run.num(body);
            best = Some(best.map_or(value, |best| better(best, value)));
            true
        });
        best.unwrap_or_else(|| {
            self.fault = Some(Fault::Nothing);
            Number::Never
        })
    }

    pub(super) fn combine(
        &mut self,
        a: &Num,
        b: &Num,
        operate: fn(Number, Number) -> Option<Number>,
    ) -> Number {
        let (a, b) = (self.num(a), self.num(b));
        self.held(operate(a, b))
    }

    /// What so many checkers of each kind are worth.
    fn worth(&mut self, count: impl Fn(CheckerId, &Checker) -> i64) -> Number {
        let checkers = &self.world.rules.variant.checkers;
        let mut sum = Some(Number::whole(0));
        for (place, checker) in checkers.iter().enumerate() {
            let count = Number::whole(count(CheckerId::new(place), checker));
            let worth = checker.value.and_then(|value| Number::from(value).times(count));
            sum = sum.zip(worth).and_then(|(sum, worth)| sum.plus(worth));
        }
        self.held(sum)
    }

    /// A result that may be too large to hold; then the whole expression has no value.
    pub(super) fn held(&mut self, number: Option<Number>) -> Number {
        number.unwrap_or_else(|| {
            self.fault = Some(Fault::Overflow);
            Number::Never
        })
    }
}

/// What a rule counts; *never*, if there is no such rule.
fn number(counted: Option<u16>) -> Number {
    counted.map_or(Number::Never, |counted| Number::whole(counted.into()))
}
