//! Nouns and lists as texts: their form in a sentence, and the texts for unions, intersections and
//! differences of lists.

use super::clause::{Object, VerbClause, spaced};
use padma_text::english::join_list;

/// The kind of items in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Cell,
    Piece,
    Other,
}

/// A noun in singular and plural: "cell", "hexagons".
#[derive(Clone, Debug)]
pub(crate) struct Noun {
    pub one: String,
    pub many: String,
    pub sort: ItemKind,
    /// Whether it is the general word for items of its kind.
    pub is_plain: bool,
}

impl Noun {
    /// Returns the general noun with this plural, as the phrases of functions write it.
    pub(crate) fn plain(many: &str) -> Noun {
        let one = match many.strip_prefix("kinds") {
            Some(rest) => format!("kind{rest}"),
            None => many.strip_suffix('s').unwrap_or(many).to_string(),
        };
        let sort = match one.as_str() {
            "cell" => ItemKind::Cell,
            "piece" => ItemKind::Piece,
            _ => ItemKind::Other,
        };
        Noun {
            is_plain: true,
            ..Noun::new(one, many.to_string(), sort)
        }
    }

    /// Returns a noun for some items of a kind, such as "hexagon" for some cells.
    pub(crate) fn new(one: String, many: String, sort: ItemKind) -> Noun {
        Noun {
            one,
            many,
            sort,
            is_plain: false,
        }
    }

    /// Returns the general word for items of its kind.
    pub(crate) fn general(&self) -> Noun {
        Noun::plain(match self.sort {
            ItemKind::Cell => "cells",
            ItemKind::Piece => "pieces",
            ItemKind::Other if self.is_plain => &self.many,
            ItemKind::Other => "numbers",
        })
    }

    /// Returns a count and the noun in the form that goes with it: "no cell", "1 cell", "at least
    /// 3 cells". `bound` is from `Bound::words`.
    pub(crate) fn counted(&self, bound: &str, count: &str) -> (String, &str) {
        match (bound, count) {
            ("more than ", "0") => ("at least 1".to_string(), &self.one),
            ("" | "at most ", "0") => ("no".to_string(), &self.one),
            (_, "1") => (format!("{bound}1"), &self.one),
            _ => (format!("{bound}{count}"), &self.many),
        }
    }
}

/// A phrase that limits a noun, in the order in which such phrases follow it. "Of" comes first: in
/// "the cells one step along X from e3 of file c", "of file c" would seem to describe e3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NounPart {
    /// "Of rank 4".
    Of,
    /// "One step along X from e3".
    Place,
    /// "Other than e4", "outside rank 4".
    Limit,
    /// "That the Rook reaches".
    That,
    /// "Other than those that the Rook reaches".
    Except,
    /// "For which …".
    Such,
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
    pub parts: Vec<(NounPart, String)>,
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
    pub(crate) fn all(many: &str) -> Set {
        Set {
            is_all: true,
            ..Set::of(Noun::plain(many))
        }
    }

    /// Returns the items at a place, such as "of rank 4".
    pub(crate) fn at(noun: Noun, place: &str) -> Set {
        let part = if place.starts_with("of ") {
            NounPart::Of
        } else {
            NounPart::Place
        };
        Set {
            parts: vec![(part, place.to_string())],
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
        self.parts.iter().any(|(known, _)| *known == part)
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
        // "Outside the file of c" is a limit that has a tail.
        let is_tail =
            |(part, text): &(NounPart, String)| *part != NounPart::Limit || text.contains(" of ");
        self.clause.is_some() || self.parts.iter().any(is_tail)
    }

    /// Returns an object of a clause that names these items by `text`.
    pub(super) fn object(&self, text: String) -> Object {
        Object {
            text,
            has_tail: self.has_tail(),
        }
    }

    /// Writes the plural noun with everything that describes the items.
    pub(super) fn described_plural(&self) -> String {
        self.described(&self.noun.many)
    }

    /// Writes `noun` with everything that describes the items.
    pub(super) fn described(&self, noun: &str) -> String {
        let relative = self.clause.as_ref().map(VerbClause::relative);
        let mut parts: Vec<(NounPart, &str)> = relative
            .iter()
            .map(|relative| (NounPart::That, relative.as_str()))
            .chain(self.parts.iter().map(|(part, text)| (*part, text.as_str())))
            .collect();
        parts.sort_by_key(|(part, _)| *part);
        let mut words = vec![noun];
        if matches!(parts[..], [(NounPart::Of, _), (NounPart::Of, _), ..]) {
            words.push("both");
        }
        let mut last = None;
        for (part, text) in parts {
            let needs_and = match (last, part) {
                (Some(NounPart::Limit), NounPart::Except)
                | (Some(NounPart::That), NounPart::Such) => true,
                (Some(NounPart::Place), NounPart::Limit) => text.starts_with("not "),
                (last, part) => last == Some(part),
            };
            words.extend(needs_and.then_some("and"));
            words.push(text);
            last = Some(part);
        }
        spaced(&words)
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

    fn text(&self) -> String {
        match self.is_all && self.clause.is_none() && !self.is_refined() {
            true => format!("all {}", self.noun.many),
            false if self.is_one => format!("the {}", self.described(&self.noun.one)),
            false => format!("the {}", self.described_plural()),
        }
    }
}

/// A noun phrase, which stands for a value in a sentence.
#[derive(Clone, Debug)]
pub(crate) enum Np {
    Set(Set),
    /// Items listed by name.
    Names(Noun, Vec<String>),
    Union(Noun, Vec<Np>),
    /// One item: a cell, a piece, a leap.
    One(Noun, String),
    /// A number or text as written.
    Literal(String),
    /// "The number of hexagons".
    Count(Set),
    /// "The number of moves that the King needs".
    Amount(Noun, VerbClause),
    Share(Box<Np>),
    /// Another number or text: "the letter of the King".
    Value(String),
}

impl Np {
    pub(crate) fn text(&self) -> String {
        match self {
            Np::Set(set) => set.text(),
            Np::Names(noun, names) if names.is_empty() => format!("no {}", noun.one),
            Np::Names(_, names) => join_list(names, "and"),
            Np::Union(_, parts) => {
                // Names come first: in "the cells that it reaches from e4 and e5" e5 would be one that it goes
                // from.
                let is_named = |part: &&Np| matches!(part, Np::Names(..) | Np::One(..));
                let (named, others): (Vec<&Np>, Vec<&Np>) = parts.iter().partition(is_named);
                let texts: Vec<String> = named.into_iter().chain(others).map(Np::text).collect();
                join_list(&texts, "and")
            }
            Np::One(_, text) | Np::Literal(text) | Np::Value(text) => text.clone(),
            Np::Count(set) => format!("the number of {}", set.described_plural()),
            Np::Amount(noun, clause) => {
                format!("the number of {} {}", noun.many, clause.relative())
            }
            Np::Share(of) => format!("the share of {} in all cells", of.text()),
        }
    }

    pub(crate) fn is_list(&self) -> bool {
        matches!(
            self,
            Np::Set(_) | Np::Names(..) | Np::Union(..) | Np::One(..)
        )
    }

    /// Returns the noun for its items.
    pub(crate) fn noun(&self) -> Noun {
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

    /// Returns an object of a clause: these items, after the words `before`.
    pub(crate) fn object(&self, before: &str) -> Object {
        Object {
            text: format!("{before}{}", self.text()),
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
            Np::One(_, name) => format!("equal to {name}"),
            Np::Names(_, names) if names.len() == 1 => format!("equal to {}", names[0]),
            other => format!("among {}", other.text()),
        };
        Some(Set {
            parts: vec![(NounPart::Limit, part)],
            ..Set::of(self.noun())
        })
    }

    /// Returns the union of some lists.
    pub(crate) fn union(parts: Vec<Np>) -> Option<Np> {
        let noun = parts.first()?.noun().general();
        let has_clause = |part: &&Np| matches!(part, Np::Set(set) if set.has_clause());
        let clauses = parts.iter().filter(has_clause).count();
        let bare = parts.iter().map(Np::bare).collect::<Option<Vec<_>>>();
        Some(match bare {
            // "The cells of file d or of rank 4".
            Some(bare) if clauses == 0 => Np::Set(Set::at(noun, &join_list(&bare, "or"))),
            // "The cells that the Rook reaches or that the King reaches".
            Some(bare) if clauses == parts.len() => Np::Set(Set {
                parts: vec![(NounPart::That, join_list(&bare, "or"))],
                ..Set::of(noun)
            }),
            _ => Np::Union(noun, parts),
        })
    }

    /// Returns the phrases that describe a list of cells, without the noun: "of file d".
    fn bare(&self) -> Option<String> {
        match self {
            Np::Set(set) if set.noun.is_plain && set.noun.sort == ItemKind::Cell => {
                Some(set.described("")).filter(|text| !text.is_empty() && !set.is_one)
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
            _ => all
                .parts
                .push((NounPart::Limit, format!("among the {}", other.noun.many))),
        }
        match (&all.clause, other.clause) {
            (_, None) => {}
            (None, clause) => all.clause = clause,
            (Some(_), Some(clause)) => all.parts.push((NounPart::That, clause.relative())),
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
        let text = other.text();
        all.parts.push(match (other, other.bare()) {
            (_, Some(those)) if limit.has_clause() => {
                (NounPart::Except, format!("other than those {those}"))
            }
            (_, Some(those)) if those.starts_with("absent") => {
                (NounPart::Limit, format!("not {those}"))
            }
            (_, Some(those)) => match those.strip_prefix("of ") {
                Some(place) => (NounPart::Limit, format!("outside {place}")),
                None => (NounPart::Limit, format!("other than those {those}")),
            },
            (Np::Set(_), None) if limit.has_clause() && limit.is_one => {
                (NounPart::Except, format!("other than {text}"))
            }
            (Np::Set(_), None) if limit.has_clause() => {
                (NounPart::Except, format!("not among {text}"))
            }
            (Np::Set(_), None) if !limit.is_one => (NounPart::Limit, format!("outside {text}")),
            _ => (NounPart::Limit, format!("other than {text}")),
        });
        Some(Np::Set(all))
    }
}
