//! Says how two values are related: numbers, and lists.

use super::clause::{Object, VerbClause};
use super::noun::{ItemKind, Noun, Np, Set};
use crate::value::Bound;
use padma_words::{Listing, Say, SlotValue, say};

/// Returns the key by which messages choose the words for a bound.
fn key(bound: Bound) -> SlotValue {
    SlotValue::Key(match bound {
        Bound::Exactly => "exactly",
        Bound::AtLeast => "least",
        Bound::MoreThan => "more",
        Bound::AtMost => "atmost",
        Bound::LessThan => "less",
        Bound::Not => "not",
    })
}

/// Compares two numbers.
pub(super) fn numbers(bound: Bound, a: &Np, b: &Np) -> Option<Say> {
    if bound == Bound::Not {
        return Some(compared(bound, a, b));
    }
    Some(match (a, b) {
        (Np::Count(set), Np::Literal(count)) => {
            let (bound, count) = normal(bound, count);
            let (clause, rest) = set.split();
            // "There are 13 pieces" would count them on the board.
            let is_kind = set.noun.is_plain && set.noun.sort == ItemKind::Piece;
            let items = match is_kind && clause.is_none() {
                true => Set {
                    noun: Noun::plain("kinds-of-piece"),
                    ..rest.clone()
                },
                false => rest.clone(),
            };
            let items = items.described();
            let counted = say!(
                restate::Counted,
                bound = bound.clone(),
                count = count.clone(),
                items
            );
            match clause {
                Some(clause) => clause.say(false, rest.object(counted)),
                None => say!(restate::ThereAre, bound, count, counted),
            }
        }
        (Np::Amount(noun, clause), Np::Literal(count)) if *count != say!(restate::Never).into() => {
            let (bound, count) = normal(bound, count);
            let items = noun.said.clone();
            let counted = say!(restate::Counted, bound, count, items);
            clause.say(false, Object::short(counted))
        }
        (Np::Count(a_set), Np::Count(b_set)) => match compare_subjects(a_set, b_set) {
            Some((first, second, rest)) => {
                let (bound, items) = (key(bound), rest.described());
                let object = say!(restate::AsMany, bound = bound.clone(), items);
                say!(
                    restate::AsManyAs,
                    said = first.say(false, rest.object(object)),
                    bound,
                    other = second.phrase.clone()
                )
            }
            None => compared(bound, a, b),
        },
        _ => compared(bound, a, b),
    })
}

/// Returns the keys of a bound and its number, where none is a bound of its own.
fn normal(bound: Bound, count: &SlotValue) -> (SlotValue, SlotValue) {
    match (bound, count) {
        (Bound::MoreThan, SlotValue::Number(0)) => (key(Bound::AtLeast), SlotValue::Number(1)),
        (Bound::Exactly | Bound::AtMost, SlotValue::Number(0)) => {
            (SlotValue::Key("none"), count.clone())
        }
        _ => (key(bound), count.clone()),
    }
}

/// Describes whether two lists or items are equal.
pub(super) fn equal(a: &Np, b: &Np, negated: bool) -> Option<Say> {
    if b.is_empty_list() || a.is_empty_list() {
        return empty(if b.is_empty_list() { a } else { b }, negated);
    }
    let (a, b) = if a.clause().is_none() && b.clause().is_some() {
        (b, a)
    } else {
        (a, b)
    };
    match (a, b) {
        (Np::One(..), Np::One(..) | Np::Names(..)) => {
            return Some(say!(
                restate::IsOne,
                what = a.said(),
                negated,
                those = b.said()
            ));
        }
        (Np::Set(x), Np::Set(y)) => {
            if let Some((first, second, rest)) = compare_subjects(x, y) {
                let items = rest.described();
                let object = rest.object(say!(restate::TheSame, items));
                return Some(say!(
                    restate::SameAs,
                    said = first.say(negated, object),
                    other = second.phrase.clone()
                ));
            }
        }
        _ => {}
    }
    Some(match a.clause() {
        Some((set, clause)) if !negated || set.is_one => {
            let is_all = matches!(b, Np::Set(set) if set.is_all);
            let object = b.object(|items| match set.is_one || is_all {
                true => items,
                false => say!(restate::Exactly, items).into(),
            });
            list_clause(set, clause, negated, object)
        }
        _ => say!(
            restate::Equal,
            what = a.said(),
            how = SlotValue::Key(match (negated, b) {
                (false, Np::Names(..)) => "exactly",
                (false, _) => "alike",
                (true, _) => "not",
            }),
            those = b.said()
        ),
    })
}

/// Describes whether a list is empty.
pub(super) fn empty(list: &Np, some: bool) -> Option<Say> {
    let set = list.set()?;
    let (clause, rest) = set.split();
    let items = rest.described();
    let what = say!(restate::AtLeastOne, some, items);
    Some(match clause {
        Some(clause) => clause.say(false, rest.object(what)),
        None => say!(restate::ThereIs, what),
    })
}

/// Describes whether all items of `a` are in `b`.
pub(super) fn within(a: &Np, b: &Np, negated: bool) -> Option<Say> {
    let is_single = match a {
        Np::One(..) => true,
        Np::Names(_, names) => names.len() == 1,
        _ => false,
    };
    if let Some((set, clause)) = b.clause()
        && !set.is_refined()
        && (is_single || !negated)
    {
        let object = match a {
            Np::Set(set) if !set.is_one => {
                let items = set.described();
                set.object(say!(restate::All, items))
            }
            Np::Union(..) => a.object(|items| say!(restate::AllOf, items).into()),
            _ => a.object(|items| items),
        };
        return Some(clause.say(negated, object));
    }
    let what = a.said();
    if is_single || matches!(a, Np::Set(set) if set.is_one) {
        let those = match b {
            Np::Set(set) if set.is_kind() => {
                let noun = set.noun.said.clone();
                say!(restate::AnItem, noun).into()
            }
            Np::Names(_, names) if !names.is_empty() => Listing::Or.of(names.iter().cloned()),
            Np::One(_, name) => name.clone(),
            _ => say!(restate::OneOf, items = b.said()).into(),
        };
        return Some(say!(restate::IsOne, what, negated, those));
    }
    Some(match a.clause() {
        Some((set, clause)) if !negated => {
            let within = b.set()?;
            let items = within.described();
            let only = within.object(say!(restate::Only, items));
            list_clause(set, clause, false, only)
        }
        _ => say!(restate::AllAreAmong, negated, what, those = b.said()),
    })
}

/// Says the clause of a list. Anything else that describes the list comes first: "of the
/// hexagons other than e2, …".
pub(super) fn list_clause(set: &Set, clause: &VerbClause, negated: bool, object: Object) -> Say {
    let said = clause.say(negated, object);
    if !set.is_refined() {
        return said;
    }
    let items = set.split().1.described();
    say!(restate::OfThe, items, said)
}

/// If two lists differ only in the subject of their clauses, returns both clauses, and the list
/// without its clause.
fn compare_subjects<'s>(a: &'s Set, b: &'s Set) -> Option<(&'s VerbClause, &'s VerbClause, Set)> {
    let ((Some(first), rest), (Some(second), other)) = (a.split(), b.split()) else {
        return None;
    };
    let is_alike = first.differs_in_subject(second) && rest.described() == other.described();
    is_alike.then_some((first, second, rest))
}

pub(super) fn compared(bound: Bound, a: &Np, b: &Np) -> Say {
    say!(
        restate::Compared,
        what = a.said(),
        bound = key(bound),
        literal = matches!(b, Np::Literal(_)),
        value = b.said()
    )
}
