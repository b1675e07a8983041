//! Resolved expressions, each of one type, and lists of any item type with their common operators.

use std::cell::RefCell;
use std::rc::Rc;

use super::eval::{Eval, ListItem, Put};
use super::syntax::ChangeKind;
use super::value::Number;
use crate::outline::NumberId;
use padma_rules::model::{Cell, CellSet, KindId};
use padma_rules::movement::LeapKind;

/// A function that computes a value.
type Compute<T> = Rc<dyn Fn(&mut Eval<'_, '_>) -> T>;

/// An expression of one type with every name resolved.
#[derive(Clone)]
pub(crate) enum Term<T> {
    Fixed(T),
    Computed(Compute<T>),
}

/// A type that expressions can have.
pub(crate) trait Typed: Clone + 'static {
    /// Returns the work units for holding a value.
    fn size(&self) -> u64 {
        0
    }
}

impl<T: Clone + 'static> Term<T> {
    /// Computes the value.
    #[inline]
    pub(crate) fn get(&self, eval: &mut Eval<'_, '_>) -> T {
        match self {
            Term::Fixed(value) => value.clone(),
            Term::Computed(compute) => compute(eval),
        }
    }

    /// Converts the result with `form`, which costs no work.
    pub(crate) fn map<U>(self, form: impl Fn(T) -> U + 'static) -> Term<U> {
        match self {
            Term::Fixed(value) => Term::Fixed(form(value)),
            Term::Computed(compute) => Term::Computed(Rc::new(move |eval| form(compute(eval)))),
        }
    }

    /// Returns a term that reads the variable at an index among the variables of its type.
    pub(crate) fn variable(place: usize) -> Term<T>
    where
        T: ListItem,
    {
        Term::Computed(Rc::new(move |eval| T::bound(&mut eval.values)[place]))
    }

    /// Caches the value for each binding of the innermost variable that the term names. `by` is
    /// the index of that variable among all variables.
    pub(crate) fn cached(self, by: Option<usize>) -> Term<T> {
        let Term::Computed(compute) = self else {
            return self;
        };
        let known: RefCell<Option<(u64, T)>> = RefCell::new(None);
        Term::Computed(Rc::new(move |eval| {
            let since = by.map_or(0, |place| eval.since[place]);
            if let Some((then, value)) = &*known.borrow()
                && *then == since
            {
                return value.clone();
            }
            let value = compute(eval);
            // After a fault neither this result nor any around it is a value.
            if eval.fault.is_none() {
                known.replace(Some((since, value.clone())));
            }
            value
        }))
    }

    /// Computes the same term after changes to the board.
    pub(crate) fn after(self, changes: &Rc<Vec<ChangeTerm>>) -> Term<T> {
        let changes = Rc::clone(changes);
        Term::Computed(Rc::new(move |eval| {
            let before = eval.changes.len();
            eval.spend(eval.cells());
            for change in changes.iter() {
                let kind = change.kind.as_ref().map(|kind| kind.get(eval));
                let cells = change.cells.get(eval);
                eval.changes.push(Put {
                    action: change.action,
                    kind,
                    cells,
                });
            }
            let value = self.get(eval);
            eval.changes.truncate(before);
            value
        }))
    }
}

impl Typed for Number {}
impl Typed for Option<Number> {}
impl Typed for i64 {}
impl Typed for bool {}
impl Typed for CellSet {}
impl Typed for Cell {}
impl Typed for KindId {}
impl Typed for LeapKind {}
impl Typed for NumberId {}

impl Typed for String {
    fn size(&self) -> u64 {
        self.len() as u64
    }
}

impl<T: ListItem> Typed for Vec<T> {
    fn size(&self) -> u64 {
        self.len() as u64
    }
}

impl<T: Typed> Term<T> {
    pub(crate) fn computed(compute: impl Fn(&mut Eval<'_, '_>) -> T + 'static) -> Term<T> {
        Term::Computed(Rc::new(move |eval| {
            eval.spend(1);
            let value = compute(eval);
            eval.spend(value.size());
            value
        }))
    }
}

/// A change that is made to some cells before a question is asked: put pieces there, or empty
/// them.
pub(crate) struct ChangeTerm {
    pub action: ChangeKind,
    /// The kind of the pieces; `None` if no kind is named.
    pub kind: Option<Term<KindId>>,
    pub cells: Term<CellSet>,
}

/// An operator between two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// The items in either list.
    Union,
    /// The items in both.
    Intersection,
    /// The items in the first but not in the second.
    Minus,
}

/// Sorts a list and removes duplicates.
pub fn each_once<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items.dedup();
    items
}

/// A list in which each item occurs once.
pub(crate) trait List: Typed + Default + PartialEq + FromIterator<Self::Item> {
    type Item: ListItem;

    fn items(&self) -> impl Iterator<Item = Self::Item>;
    fn join(self, by: Join, other: &Self) -> Self;

    fn len(&self) -> usize {
        self.items().count()
    }

    fn has(&self, item: Self::Item) -> bool {
        self.items().any(|other| other == item)
    }

    fn is_subset(&self, other: &Self) -> bool {
        self.items().all(|item| other.has(item))
    }
}

impl List for CellSet {
    type Item = Cell;

    fn items(&self) -> impl Iterator<Item = Cell> {
        self.iter()
    }

    fn len(&self) -> usize {
        CellSet::len(self)
    }

    fn has(&self, cell: Cell) -> bool {
        self.contains(cell)
    }

    fn join(self, by: Join, other: &CellSet) -> CellSet {
        match by {
            Join::Union => self | *other,
            Join::Intersection => self & *other,
            Join::Minus => self - *other,
        }
    }

    fn is_subset(&self, other: &CellSet) -> bool {
        CellSet::is_subset(self, other)
    }
}

impl<T: ListItem> List for Vec<T> {
    type Item = T;

    fn items(&self) -> impl Iterator<Item = T> {
        self.iter().copied()
    }

    fn join(mut self, by: Join, other: &Vec<T>) -> Vec<T> {
        match by {
            Join::Union => {
                self.extend(other);
                return each_once(self);
            }
            Join::Intersection => self.retain(|item| other.contains(item)),
            Join::Minus => self.retain(|item| !other.contains(item)),
        }
        self
    }
}

impl<L: List> Term<L> {
    pub(crate) fn join(self, by: Join, other: Term<L>) -> Term<L> {
        Term::computed(move |eval| {
            let first = self.get(eval);
            first.join(by, &other.get(eval))
        })
    }

    /// Whether the list contains an item. A fixed list is not copied for the test.
    pub(crate) fn has(&self, eval: &mut Eval<'_, '_>, item: L::Item) -> bool {
        match self {
            Term::Fixed(list) => list.has(item),
            Term::Computed(compute) => compute(eval).has(item),
        }
    }
}

/// Variables, and the list whose items they are bound to in turn.
pub(crate) struct BinderTerm<L: List> {
    /// The index of the first variable among those of its type; the others follow it.
    pub first: usize,
    pub count: usize,
    /// Whether no variable may be bound to an item that precedes the value of an earlier variable.
    pub ordered: bool,
    pub domain: Term<L>,
    pub condition: Option<Term<bool>>,
}

impl<L: List> BinderTerm<L> {
    /// Binds the variables to every choice of items that meets the condition, until `body` returns
    /// false.
    pub(crate) fn for_each_choice(
        &self,
        eval: &mut Eval<'_, '_>,
        body: &mut dyn FnMut(&mut Eval<'_, '_>) -> bool,
    ) {
        let domain = self.domain.get(eval);
        self.choose(&domain, self.count, eval, body);
    }

    fn choose(
        &self,
        domain: &L,
        left: usize,
        eval: &mut Eval<'_, '_>,
        body: &mut dyn FnMut(&mut Eval<'_, '_>) -> bool,
    ) -> bool {
        if left == 0 {
            return match &self.condition {
                Some(condition) if !condition.get(eval) => true,
                _ => body(eval),
            };
        }
        let before = if self.ordered && left < self.count {
            L::Item::bound(&mut eval.values).last()
        } else {
            None
        };
        let least = before.copied();
        let mut items = domain
            .items()
            .filter(|item| least.is_none_or(|least| *item >= least));
        items.all(|item| {
            if !eval.spend(1) {
                return false;
            }
            eval.bindings += 1;
            eval.since.push(eval.bindings);
            L::Item::bound(&mut eval.values).push(item);
            let go_on = self.choose(domain, left - 1, eval, body);
            L::Item::bound(&mut eval.values).pop();
            eval.since.pop();
            go_on
        })
    }

    /// Returns the values of the only variable that meet the condition.
    pub(crate) fn chosen_items(&self, eval: &mut Eval<'_, '_>) -> L {
        let mut found = Vec::new();
        self.for_each_choice(eval, &mut |eval| {
            found.push(L::Item::bound(&mut eval.values)[self.first]);
            true
        });
        found.into_iter().collect()
    }
}
