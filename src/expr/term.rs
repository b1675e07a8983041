//! Resolved expressions, each of one type, and lists of any item type with their common operators.

use std::cell::RefCell;
use std::rc::Rc;

use super::eval::{AppliedChange, Eval, ListItem};
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
    /// Returns the work units that storing the value costs.
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

    /// Converts the result with `convert`, which costs no work.
    pub(crate) fn map<U>(self, convert: impl Fn(T) -> U + 'static) -> Term<U> {
        match self {
            Term::Fixed(value) => Term::Fixed(convert(value)),
            Term::Computed(compute) => Term::Computed(Rc::new(move |eval| convert(compute(eval)))),
        }
    }

    /// Returns a term that reads the variable at an index among the variables of its type.
    pub(crate) fn variable(place: usize) -> Term<T>
    where
        T: ListItem,
    {
        Term::Computed(Rc::new(move |eval| T::bound(&mut eval.values)[place]))
    }

    /// Caches the value until the innermost variable that the term names is bound again.
    /// `variable` is the index of that variable among all variables; `None` if the term names
    /// none.
    pub(crate) fn cached(self, variable: Option<usize>) -> Term<T> {
        let Term::Computed(compute) = self else {
            return self;
        };
        let cache: RefCell<Option<(u64, T)>> = RefCell::new(None);
        Term::Computed(Rc::new(move |eval| {
            let binding = variable.map_or(0, |place| eval.current_bindings[place]);
            if let Some((cached_binding, value)) = &*cache.borrow()
                && *cached_binding == binding
            {
                return value.clone();
            }
            let value = compute(eval);
            // After a fault the value is meaningless.
            if eval.fault.is_none() {
                cache.replace(Some((binding, value.clone())));
            }
            value
        }))
    }

    /// Returns a term that computes this one after changes to the board.
    pub(crate) fn after(self, changes: &Rc<Vec<ChangeTerm>>) -> Term<T> {
        let changes = Rc::clone(changes);
        Term::Computed(Rc::new(move |eval| {
            let before = eval.changes.len();
            eval.spend(eval.cells());
            for change in changes.iter() {
                let kind = change.kind.as_ref().map(|kind| kind.get(eval));
                let cells = change.cells.get(eval);
                eval.changes.push(AppliedChange {
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
    /// Returns a term that spends one unit of work and the size of its value.
    pub(crate) fn computed(compute: impl Fn(&mut Eval<'_, '_>) -> T + 'static) -> Term<T> {
        Term::Computed(Rc::new(move |eval| {
            eval.spend(1);
            let value = compute(eval);
            eval.spend(value.size());
            value
        }))
    }
}

/// A change to some cells before a question is asked: pieces put there, or the cells emptied.
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
    /// The items in both lists.
    Intersection,
    /// The items in the first but not in the second.
    Minus,
}

/// Sorts a list and removes duplicates.
pub fn sorted_unique<T: Ord>(mut items: Vec<T>) -> Vec<T> {
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
                return sorted_unique(self);
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

    /// Whether the list contains an item. Does not copy a fixed list.
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
    /// Whether no value may precede that of the variable before it in board order: `a <= b`.
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

    /// Returns the values of its variables, with their names: "c = e4".
    pub(crate) fn choice(&self, eval: &mut Eval<'_, '_>, names: &[String]) -> String {
        let world = eval.world;
        let values = L::Item::bound(&mut eval.values);
        let own = &values[self.first..self.first + self.count];
        let named = names.iter().zip(own);
        let named = named.map(|(name, value)| format!("{name} = {}", value.name(world)));
        named.collect::<Vec<_>>().join(", ")
    }

    fn choose(
        &self,
        domain: &L,
        unbound: usize,
        eval: &mut Eval<'_, '_>,
        body: &mut dyn FnMut(&mut Eval<'_, '_>) -> bool,
    ) -> bool {
        if unbound == 0 {
            return match &self.condition {
                Some(condition) if !condition.get(eval) => true,
                _ => body(eval),
            };
        }
        let previous = if self.ordered && unbound < self.count {
            L::Item::bound(&mut eval.values).last()
        } else {
            None
        };
        let least = previous.copied();
        let mut items = domain
            .items()
            .filter(|item| least.is_none_or(|least| *item >= least));
        items.all(|item| {
            if !eval.spend(1) {
                return false;
            }
            eval.bindings += 1;
            eval.current_bindings.push(eval.bindings);
            L::Item::bound(&mut eval.values).push(item);
            let continues = self.choose(domain, unbound - 1, eval, body);
            L::Item::bound(&mut eval.values).pop();
            eval.current_bindings.pop();
            continues
        })
    }

    /// Returns the values that meet the condition. There must be a single variable.
    pub(crate) fn chosen_items(&self, eval: &mut Eval<'_, '_>) -> L {
        let mut chosen = Vec::new();
        self.for_each_choice(eval, &mut |eval| {
            chosen.push(L::Item::bound(&mut eval.values)[self.first]);
            true
        });
        chosen.into_iter().collect()
    }
}
