//! Nouns and lists: what stands for a value in a sentence, and the unions, intersections and
//! differences of lists.

use super::clause::{Object, VerbClause};
use padma_words::{Listing, Say, SlotValue, row, say};

/// The kind of items in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Cell,
    Piece,
    Other,
}

/// A noun: "cell", "hexagons".
#[derive(Clone, Debug)]
pub(crate) struct Noun {
    /// The noun, which has a plural.
    pub said: SlotValue,
    pub sort: ItemKind,
    /// Whether it is the general word for items of its kind.
    pub is_plain: bool,
}

impl Noun {
    /// Returns the general noun with this key.
    pub(crate) fn plain(key: &str) -> Noun {
        let sort = match key {
            "cells" => ItemKind::Cell,
            "pieces" => ItemKind::Piece,
            _ => ItemKind::Other,
        };
        Noun {
            is_plain: true,
            ..Noun::new(row("restate.noun", key), sort)
        }
    }

    /// Returns a noun for some items of a kind, such as "hexagon" for some cells.
    pub(crate) fn new(said: impl Into<SlotValue>, sort: ItemKind) -> Noun {
        Noun {
            said: said.into(),
            sort,
            is_plain: false,
        }
    }

    /// Returns the general word for items of its kind.
    pub(crate) fn general(&self) -> Noun {
        match self.sort {
            ItemKind::Cell => Noun::plain("cells"),
            ItemKind::Piece => Noun::plain("pieces"),
            ItemKind::Other if self.is_plain => self.clone(),
            ItemKind::Other => Noun::plain("numbers"),
        }
    }
}

/// The kinds of phrases that limit a noun, in the order in which they follow it. "Of" comes first:
/// in "the cells one step along X from e3 of file c", "of file c" would seem to describe e3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NounPart {
    /// "Of rank 4".
    Of,
    /// "One step along X from e3".
    Place,
    /// "Absent".
    State,
    /// "Not absent".
    NotState,
    /// "Other than e4", "outside rank 4".
    Limit,
    /// "That the Rook reaches".
    That,
    /// "Other than those that the Rook reaches".
    Except,
    /// "For which …".
    Such,
}

/// A phrase that limits a noun.
#[derive(Clone, Debug)]
pub(crate) struct Qualifier {
    kind: NounPart,
    said: SlotValue,
    /// The place alone, if it has a name: "rank 4".
    place: Option<SlotValue>,
    /// Whether it names something that text after it would seem to continue, as in "outside the
    /// file of c".
    is_open: bool,
}

impl Qualifier {
    fn new(kind: NounPart, said: impl Into<SlotValue>) -> Qualifier {
        Qualifier {
            kind,
            said: said.into(),
            place: None,
            is_open: false,
        }
    }

    /// Returns "of" a place, or a place that says itself how things stand to it.
    pub(super) fn place(kind: NounPart, place: impl Into<SlotValue>, is_open: bool) -> Qualifier {
        let place = place.into();
        let (said, place) = match kind {
            NounPart::Of => {
                let of = say!(restate::OfPlace, place = place.clone());
                (of.into(), Some(place))
            }
            _ => (place, None),
        };
        Qualifier {
            place,
            is_open,
            ..Qualifier::new(kind, said)
        }
    }

    pub(super) fn limit(said: Say) -> Qualifier {
        Qualifier::new(NounPart::Limit, said)
    }

    pub(super) fn such(said: SlotValue) -> Qualifier {
        Qualifier::new(NounPart::Such, say!(restate::Such, said))
    }

    /// Whether "and" joins it to the part before.
    fn needs_and(&self, last: Option<NounPart>) -> bool {
        use NounPart::{Except, Limit, NotState, Place, State, Such, That};
        let pair = last.map(|last| (last, self.kind));
        last == Some(self.kind)
            || matches!(
                pair,
                Some(
                    (Place, State)
                        | (Place | State, NotState)
                        | (NotState, Limit)
                        | (NotState | Limit, Except)
                        | (That, Such)
                )
            )
    }
}

/// A list described by what its items have in common: "the hexagons of rank 4 that the Rook
/// reaches from e4".
#[derive(Clone, Debug)]
pub(crate) struct Set {
    pub noun: Noun,
    /// Whether it contains everything that the noun names, unless a clause or a part limits it.
    pub is_all: bool,
    /// Whether it always has exactly one item.
    pub is_one: bool,
    pub clause: Option<VerbClause>,
    pub parts: Vec<Qualifier>,
}

impl Set {
    pub(crate) fn of(noun: Noun) -> Set {
        Set {
            noun,
            is_all: false,
            is_one: false,
            clause: None,
            parts: Vec::new(),
        }
    }

    /// Returns all cells or pieces.
    pub(crate) fn all(noun: &str) -> Set {
        Set {
            is_all: true,
            ..Set::of(Noun::plain(noun))
        }
    }

    /// Returns the items that a part limits.
    pub(crate) fn with(noun: Noun, part: Qualifier) -> Set {
        Set {
            parts: vec![part],
            ..Set::of(noun)
        }
    }

    /// Whether more than its clause describes it.
    pub(crate) fn is_refined(&self) -> bool {
        !(self.noun.is_plain && self.parts.is_empty())
    }

    /// Whether only a noun describes it: "the hexagons".
    pub(crate) fn is_kind(&self) -> bool {
        !self.noun.is_plain && self.parts.is_empty() && self.clause.is_none()
    }

    fn has(&self, part: NounPart) -> bool {
        self.parts.iter().any(|known| known.kind == part)
    }

    /// Whether a clause describes its items.
    pub(super) fn has_clause(&self) -> bool {
        self.clause.is_some() || self.has(NounPart::That)
    }

    /// Whether a condition describes its items.
    pub(super) fn has_condition(&self) -> bool {
        self.has(NounPart::Such)
    }

    /// Whether text after its description would seem to belong to it.
    fn has_tail(&self) -> bool {
        let is_tail = |part: &Qualifier| {
            part.is_open || !matches!(part.kind, NounPart::Limit | NounPart::NotState)
        };
        self.clause.is_some() || self.parts.iter().any(is_tail)
    }

    /// Returns an object of a clause that names these items by `said`.
    pub(super) fn object(&self, said: Say) -> Object {
        Object {
            said: said.into(),
            has_tail: self.has_tail(),
        }
    }

    /// Says the noun with everything that describes the items.
    pub(super) fn described(&self) -> Say {
        let (noun, parts) = (self.noun.said.clone(), self.places());
        say!(restate::Described, noun, parts)
    }

    /// Says what describes the items, without the noun.
    fn places(&self) -> SlotValue {
        let relative = self.clause.as_ref().map(VerbClause::relative);
        let relative = relative.map(|relative| Qualifier::new(NounPart::That, relative));
        let mut parts: Vec<&Qualifier> = relative.iter().chain(&self.parts).collect();
        parts.sort_by_key(|part| part.kind);
        let are_both = parts
            .iter()
            .filter(|part| part.kind == NounPart::Of)
            .count()
            > 1;
        let mut last = None;
        let said = parts.iter().map(|part| {
            let said = part.said.clone();
            let said = match last {
                None if are_both => say!(restate::BothPlaces, part = said).into(),
                last if part.needs_and(last) => say!(restate::Also, part = said).into(),
                _ => said,
            };
            last = Some(part.kind);
            said
        });
        match parts.is_empty() {
            true => SlotValue::None,
            false => Listing::Words.of(said.collect::<Vec<_>>()),
        }
    }

    /// Splits off the clause about the items, unless a condition follows it.
    pub(crate) fn split(&self) -> (Option<&VerbClause>, Set) {
        let Some(clause) = self.clause.as_ref().filter(|_| !self.has_condition()) else {
            return (None, self.clone());
        };
        let rest = Set {
            clause: None,
            ..self.clone()
        };
        (Some(clause), rest)
    }

    fn said(&self) -> Say {
        let items = self.described();
        match self.is_all && self.clause.is_none() && !self.is_refined() {
            true => say!(restate::All, items),
            false if self.is_one => say!(restate::TheItem, items),
            false => say!(restate::TheItems, items),
        }
    }
}

/// A noun phrase, which stands for a value in a sentence.
#[derive(Clone, Debug)]
pub(crate) enum Np {
    Set(Set),
    /// Items listed by name.
    Names(Noun, Vec<SlotValue>),
    Union(Noun, Vec<Np>),
    /// One item: a cell, a piece, a leap.
    One(Noun, SlotValue),
    /// A number or text as written.
    Literal(SlotValue),
    /// "The number of hexagons".
    Count(Set),
    /// "The number of moves that the King needs".
    Amount(Noun, VerbClause),
    Share(Box<Np>),
    /// Another number or text: "the letter of the King".
    Value(SlotValue),
}

impl Np {
    pub(crate) fn said(&self) -> SlotValue {
        match self {
            Np::Set(set) => set.said().into(),
            Np::Names(noun, names) if names.is_empty() => {
                say!(restate::NoItem, noun = noun.said.clone()).into()
            }
            Np::Names(_, names) => Listing::And.of(names.iter().cloned()),
            Np::Union(_, parts) => {
                // Names come first: in "the cells that it reaches from e4 and e5" e5 would be one that it goes
                // from.
                let is_named = |part: &&Np| matches!(part, Np::Names(..) | Np::One(..));
                let (named, others): (Vec<&Np>, Vec<&Np>) = parts.iter().partition(is_named);
                Listing::And.of(named.into_iter().chain(others).map(Np::said))
            }
            Np::One(_, said) | Np::Literal(said) | Np::Value(said) => said.clone(),
            Np::Count(_) | Np::Amount(..) => say!(restate::NumberOf, items = self.counted()).into(),
            Np::Share(of) => say!(restate::Share, items = of.said()).into(),
        }
    }

    /// Says the items whose number it is, if it is one.
    pub(super) fn counted(&self) -> Option<Say> {
        match self {
            Np::Count(set) => Some(set.described()),
            Np::Amount(noun, clause) => Some(say!(
                restate::Described,
                noun = noun.said.clone(),
                parts = clause.relative()
            )),
            _ => None,
        }
    }

    pub(crate) fn is_list(&self) -> bool {
        matches!(
            self,
            Np::Set(_) | Np::Names(..) | Np::Union(..) | Np::One(..)
        )
    }

    /// Returns the noun for its items.
    fn noun(&self) -> Noun {
        match self {
            Np::Set(set) => set.noun.clone(),
            Np::Names(noun, _) | Np::Union(noun, _) | Np::One(noun, _) => noun.clone(),
            _ => Noun::plain("cells"),
        }
    }

    pub(crate) fn is_empty_list(&self) -> bool {
        matches!(self, Np::Names(_, names) if names.is_empty())
    }

    /// Returns the list and its clause, if it has one.
    pub(crate) fn clause(&self) -> Option<(&Set, &VerbClause)> {
        match self {
            Np::Set(set) => set.split().0.map(|clause| (set, clause)),
            _ => None,
        }
    }

    /// Returns an object of a clause: these items, as `say` says them.
    pub(crate) fn object(&self, say: impl FnOnce(SlotValue) -> SlotValue) -> Object {
        Object {
            said: say(self.said()),
            has_tail: self.has_tail(),
        }
    }

    /// Whether text after the phrase would seem to belong to it.
    fn has_tail(&self) -> bool {
        match self {
            Np::Set(set) => set.has_tail(),
            Np::Union(_, parts) => parts.iter().any(Np::has_tail),
            _ => false,
        }
    }

    /// Returns the same list, described by what its items have in common; `None` for a union.
    pub(crate) fn set(&self) -> Option<Set> {
        let part = match self {
            Np::Set(set) => return Some(set.clone()),
            // The items of a union have nothing in common.
            Np::Union(..) => return None,
            Np::One(..) => say!(restate::EqualTo, item = self.said()),
            Np::Names(_, names) if names.len() == 1 => {
                say!(restate::EqualTo, item = self.said())
            }
            other => say!(restate::Among, items = other.said()),
        };
        Some(Set::with(self.noun(), Qualifier::limit(part)))
    }

    /// Returns the union of some lists.
    pub(crate) fn union(parts: Vec<Np>) -> Option<Np> {
        let noun = parts.first()?.noun().general();
        let has_clause = |part: &&Np| matches!(part, Np::Set(set) if set.has_clause());
        let clauses = parts.iter().filter(has_clause).count();
        let bare = parts.iter().map(Np::bare).collect::<Option<Vec<_>>>();
        let kind = match &bare {
            // "The cells of file d or of rank 4".
            Some(bare) if clauses == 0 => match bare.first()?.0.has(NounPart::Of) {
                true => NounPart::Of,
                false => NounPart::Place,
            },
            // "The cells that the Rook reaches or that the King reaches".
            Some(bare) if clauses == bare.len() => NounPart::That,
            _ => return Some(Np::Union(noun, parts)),
        };
        let bare = bare.into_iter().flatten();
        let (sets, places): (Vec<&Set>, Vec<SlotValue>) = bare.unzip();
        let is_open = sets
            .iter()
            .flat_map(|set| &set.parts)
            .any(|part| part.is_open);
        let part = Qualifier::new(kind, Listing::Or.of(places));
        Some(Np::Set(Set::with(noun, Qualifier { is_open, ..part })))
    }

    /// Returns a list of cells and the phrases that describe it, without the noun: "of file d".
    fn bare(&self) -> Option<(&Set, SlotValue)> {
        match self {
            Np::Set(set) if set.noun.is_plain && set.noun.sort == ItemKind::Cell => {
                Some((set, set.places()))
                    .filter(|(set, places)| *places != SlotValue::None && !set.is_one)
            }
            _ => None,
        }
    }

    /// Returns the intersection of two lists.
    pub(crate) fn intersect(&self, other: &Np) -> Option<Np> {
        // If the first list is not a set, it limits the other list.
        let (mut all, other) = match (self, other) {
            (own, Np::Set(_)) if !matches!(own, Np::Set(_)) => (other.set()?, self.set()?),
            _ => (self.set()?, other.set()?),
        };
        if all.has_condition() || other.has_condition() {
            return None;
        }
        all.is_all = false;
        match (all.noun.is_plain, other.noun.is_plain) {
            (_, true) => {}
            (true, _) => all.noun = other.noun,
            _ => all.parts.push(Qualifier::limit(say!(
                restate::AmongThe,
                noun = other.noun.said
            ))),
        }
        match (&all.clause, other.clause) {
            (_, None) => {}
            (None, clause) => all.clause = clause,
            (Some(_), Some(clause)) => all
                .parts
                .push(Qualifier::new(NounPart::That, clause.relative())),
        }
        all.parts.extend(other.parts);
        Some(Np::Set(all))
    }

    /// Returns the items of the first list that are not in the other.
    pub(crate) fn without(&self, other: &Np) -> Option<Np> {
        let mut all = self.set()?;
        let limit = other.set()?;
        if all.has_condition() || limit.has_condition() {
            return None;
        }
        all.is_all = false;
        let items = other.said();
        let part = match (other, other.bare()) {
            (_, Some((_, places))) if limit.has_clause() => {
                Qualifier::new(NounPart::Except, say!(restate::OtherThanThose, places))
            }
            (_, Some((_, place))) => match &limit.parts[..] {
                [part] if part.kind == NounPart::State => {
                    Qualifier::new(NounPart::NotState, say!(restate::NotSoPlaced, place))
                }
                [part] if part.place.is_some() => {
                    Qualifier::limit(say!(restate::Outside, place = part.place.clone()))
                }
                _ => Qualifier::limit(say!(restate::OtherThanThose, places = place)),
            },
            (Np::Set(_), None) if limit.has_clause() && limit.is_one => {
                Qualifier::new(NounPart::Except, say!(restate::OtherThan, items))
            }
            (Np::Set(_), None) if limit.has_clause() => {
                Qualifier::new(NounPart::Except, say!(restate::NotAmong, items))
            }
            (Np::Set(_), None) if !limit.is_one => {
                Qualifier::limit(say!(restate::Outside, place = items))
            }
            _ => Qualifier::limit(say!(restate::OtherThan, items)),
        };
        let is_open = match other.bare() {
            Some(_) => limit.parts.iter().any(|part| part.is_open),
            None => !limit.parts.is_empty() && matches!(other, Np::Set(_)),
        };
        all.parts.push(Qualifier { is_open, ..part });
        Some(Np::Set(all))
    }
}
