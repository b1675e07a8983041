//! A kind of rule as one row: its name, its keys, the meaning of its texts, and its description
//! in English.
//!
//! The rows are in [`kinds`](super::kinds). Reading, near misses, the TOML that `import` prints
//! and the tables of `docs/reference/rules.md` are all made from them.

use super::subject::{RulesPart, Statement, Subject};
use crate::form::{Fields, Key, Takes, ValueType, key, unknown_word, value_types};
use padma_rules::model::{
    CellsTerm, Condition, KindId, Power, PowerRule, Rule, SidedDirs, SidedSet, Variant,
};
use padma_rules::names::{Names, number, split_classes};
use padma_text::diag::{Code, Diagnostics};
use padma_text::{At, Excerpt, Span};
use padma_words::SlotValue;

/// A part of a game's rules, and the function that describes it for a variant.
pub type OfGame = (RulesPart, fn(&Variant) -> Vec<SlotValue>);

/// A kind of rule.
#[derive(Debug)]
pub struct RuleKind {
    /// The `kind` of its tables: `promotion`.
    pub name: &'static str,
    /// Its description in `docs/reference/rules.md`, with keys in backticks.
    pub summary: &'static str,
    /// Its keys, in the order in which they are read.
    pub keys: &'static [Key],
    /// Returns the meaning of a table; `None` after a complaint, or if the table is not a rule of
    /// play.
    pub(crate) resolve: fn(&mut Resolver<'_>) -> Option<Rule>,
    /// Describes what a rule means for a piece. The number is the rule's index in the variant.
    pub(crate) describe: fn(Subject<'_>, usize, &Rule) -> Vec<Statement>,
    /// Describes the rules of this kind, or their absence, for a whole game.
    pub(crate) of_game: Option<OfGame>,
    /// Returns the place for a complaint if the rule may occur only once in a file, else `None`.
    pub(crate) once: fn(&Fields) -> Option<Span>,
}

impl RuleKind {
    pub(crate) const fn new(
        name: &'static str,
        says: &'static str,
        RuleReading { keys, resolve }: RuleReading,
        describe: fn(Subject<'_>, usize, &Rule) -> Vec<Statement>,
    ) -> RuleKind {
        RuleKind {
            name,
            summary: says,
            keys,
            resolve,
            describe,
            of_game: None,
            once: |_| None,
        }
    }

    /// Returns the same kind, with a description for the whole game.
    pub(crate) const fn of_game(
        self,
        part: RulesPart,
        say: fn(&Variant) -> Vec<SlotValue>,
    ) -> RuleKind {
        RuleKind {
            of_game: Some((part, say)),
            ..self
        }
    }

    /// Returns the same kind, restricted to one occurrence in a file.
    pub(crate) const fn once(self, place: fn(&Fields) -> Option<Span>) -> RuleKind {
        RuleKind {
            once: place,
            ..self
        }
    }
}

/// The keys of a kind of rule, and what they mean.
pub(crate) struct RuleReading {
    /// The keys, in the order in which they are read.
    pub(crate) keys: &'static [Key],
    /// Returns the meaning of a table; `None` after a complaint, or if the table is not a rule of
    /// play.
    pub(crate) resolve: fn(&mut Resolver<'_>) -> Option<Rule>,
}

/// A table whose names are being looked up.
pub struct Resolver<'a> {
    /// The table as written.
    pub(crate) fields: &'a Fields,
    /// The names it can use.
    pub(crate) names: Names<'a>,
    /// The ids of the variant's counters.
    pub(crate) counters: &'a [String],
    /// The complaints about it.
    pub(crate) diagnostics: &'a mut Diagnostics,
}

impl Resolver<'_> {
    /// Adds a complaint about a wrong value.
    pub(crate) fn wrong(&mut self, span: Span, message: impl Into<String>, expected: &str) {
        self.diagnostics
            .error(Code::WrongValue, message.into(), span, expected);
    }

    /// Returns the meaning of a key's value; `None` after a complaint, or if a required key is
    /// absent.
    pub(crate) fn read<T: Meaning>(&mut self, key: Key<T>) -> Option<T> {
        T::read(key, self)
    }

    /// Complains if a piece would become itself.
    pub(crate) fn refuse_itself<T: ValueType>(&mut self, to: Key<T>) {
        let Some(piece) = self.fields.word(PIECE) else {
            return;
        };
        for same in self
            .fields
            .words(to)
            .iter()
            .filter(|to| to.value == piece.value)
        {
            let message = format!("`{}` would become itself", piece.value);
            self.wrong(
                same.span,
                message,
                &format!("expected a piece other than `{}`", piece.value),
            );
        }
    }
}

/// The meaning of a key's value, once names are looked up.
pub(crate) trait Meaning: ValueType + Sized {
    /// Returns the meaning of a key's value; `None` after a complaint.
    fn read(key: Key<Self>, resolver: &mut Resolver<'_>) -> Option<Self>;
}

value_types! {
    KindId: Text,
    Vec<KindId>: Texts,
    Condition: Text,
    CellsTerm: Text,
    SidedSet: Text,
    SidedDirs: Text,
    String: Text,
    Vec<String>: Texts,
    u16: Number,
}

/// A key that may be left out.
impl<T: Meaning> Meaning for Option<T> {
    fn read(key: Key<Option<T>>, resolver: &mut Resolver<'_>) -> Option<Option<T>> {
        if resolver.fields.has(key) {
            T::read(key.with_type(), resolver).map(Some)
        } else {
            Some(None)
        }
    }
}

impl Meaning for bool {
    fn read(key: Key<bool>, resolver: &mut Resolver<'_>) -> Option<bool> {
        Some(resolver.fields.flag(key))
    }
}

impl Meaning for Excerpt {
    fn read(key: Key<Excerpt>, resolver: &mut Resolver<'_>) -> Option<Excerpt> {
        resolver.fields.text(key).cloned()
    }
}

impl Meaning for Vec<Excerpt> {
    fn read(key: Key<Vec<Excerpt>>, resolver: &mut Resolver<'_>) -> Option<Vec<Excerpt>> {
        Some(resolver.fields.texts(key).to_vec())
    }
}

/// A number whose limits depend on other keys.
impl Meaning for At<i64> {
    fn read(key: Key<At<i64>>, resolver: &mut Resolver<'_>) -> Option<At<i64>> {
        resolver.fields.number(key).cloned()
    }
}

/// A number within the limits of its key.
impl Meaning for u16 {
    fn read(key: Key<u16>, resolver: &mut Resolver<'_>) -> Option<u16> {
        let Takes::Number(least, most) = key.takes else {
            return None;
        };
        number(
            resolver.fields.number(key)?,
            least,
            most,
            resolver.diagnostics,
        )
    }
}

/// The piece with an id.
impl Meaning for KindId {
    fn read(key: Key<KindId>, resolver: &mut Resolver<'_>) -> Option<KindId> {
        let id = resolver.fields.word(key)?;
        resolver.names.kind(&id, resolver.diagnostics)
    }
}

/// The pieces of a list, with a complaint about each unknown one.
impl Meaning for Vec<KindId> {
    fn read(key: Key<Vec<KindId>>, resolver: &mut Resolver<'_>) -> Option<Vec<KindId>> {
        let ids = resolver.fields.words(key);
        let kinds: Vec<Option<KindId>> = ids
            .iter()
            .map(|id| resolver.names.kind(id, resolver.diagnostics))
            .collect();
        kinds.into_iter().collect()
    }
}

/// The cells of a description. At least one side must have such a cell.
impl Meaning for SidedSet {
    fn read(key: Key<SidedSet>, resolver: &mut Resolver<'_>) -> Option<SidedSet> {
        let text = resolver.fields.text(key)?;
        resolver.names.places(text, resolver.diagnostics)
    }
}

/// Directions, the default ones if the key is absent.
impl Meaning for SidedDirs {
    fn read(key: Key<SidedDirs>, resolver: &mut Resolver<'_>) -> Option<SidedDirs> {
        let default = match key.takes {
            Takes::Directions(default) => default,
            _ => "",
        };
        let named = match resolver.fields.text(key) {
            Some(text) => split_classes(text),
            None if resolver.names.board.class(default).is_none() => {
                let message =
                    format!("this board has no `{default}` directions, which are the default");
                let expected = format!("expected `{}` in this table", key.name);
                return resolver.diagnostics.refuse(
                    Code::UnknownDirection,
                    message,
                    resolver.fields.span,
                    expected,
                );
            }
            None => vec![At {
                value: default.to_string(),
                span: resolver.fields.span,
            }],
        };
        resolver.names.directions(&named, resolver.diagnostics)
    }
}

/// One of the words that the key allows.
impl Meaning for String {
    fn read(key: Key<String>, resolver: &mut Resolver<'_>) -> Option<String> {
        known_words(key, resolver.fields, resolver.diagnostics)?.pop()
    }
}

/// Some of the words that the key allows.
impl Meaning for Vec<String> {
    fn read(key: Key<Vec<String>>, resolver: &mut Resolver<'_>) -> Option<Vec<String>> {
        known_words(key, resolver.fields, resolver.diagnostics)
    }
}

/// Returns the words of a key, and complains about each word that the key does not allow.
pub(crate) fn known_words<T: ValueType>(
    key: Key<T>,
    fields: &Fields,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<String>> {
    let (Takes::Word(known, fault) | Takes::Words(known, fault)) = key.takes else {
        return None;
    };
    let words = fields.words(key);
    let wrong: Vec<&At<String>> = words
        .iter()
        .filter(|word| !known.contains(&word.value.as_str()))
        .collect();
    for word in &wrong {
        diagnostics.push(unknown_word(word, fault, None, known.iter().copied()));
    }
    wrong
        .is_empty()
        .then(|| words.into_iter().map(|word| word.value).collect())
}

/// Makes a `RuleReading` from the keys of a kind of rule and an expression for its meaning. A key
/// that the expression does not use is an unused variable.
macro_rules! reading {
    ([$($value:ident = $key:expr),* $(,)?], |$resolver:ident| $rule:expr) => {
        $crate::rule::RuleReading {
            keys: &[$($key.checked()),*],
            resolve: |$resolver: &mut $crate::rule::Resolver<'_>| {
                $(let $value = $resolver.read($key);)*
                $rule
            },
        }
    };
}
pub(crate) use reading;

/// Makes a `RuleReading` for a power, which consists of the values of its keys.
macro_rules! power {
    ([$($value:ident = $key:expr),* $(,)?], $power:expr) => {
        $crate::rule::reading!([piece = $crate::rule::PIECE, $($value = $key),*], |resolver| {
            $(let $value = $value?;)*
            Some(padma_rules::model::Rule::Power(padma_rules::model::PowerRule {
                kind: piece?,
                power: $power,
            }))
        })
    };
}
pub(crate) use power;

/// Returns a key that takes a piece's id.
pub(crate) const fn kind(name: &'static str, doc: &'static str) -> Key<KindId> {
    key(name, Takes::Kind, doc)
}

/// Returns a key that takes a list of pieces.
pub(crate) const fn kinds(name: &'static str, doc: &'static str) -> Key<Vec<KindId>> {
    key(name, Takes::Pieces, doc)
}

/// Returns a key that takes a description of cells.
pub(crate) const fn places(name: &'static str, doc: &'static str) -> Key<SidedSet> {
    key(name, Takes::Places, doc)
}

/// Returns a key that takes directions, with a default.
pub(crate) const fn directions(
    name: &'static str,
    default: &'static str,
    doc: &'static str,
) -> Key<SidedDirs> {
    key(name, Takes::Directions(default), doc)
}

/// Returns a key that takes a number within limits.
pub(crate) const fn limited(
    name: &'static str,
    least: u16,
    most: u16,
    doc: &'static str,
) -> Key<u16> {
    key(name, Takes::Number(least, most), doc)
}

/// Returns a key that takes yes or no, with a default.
pub(crate) const fn flag(name: &'static str, default: bool, doc: &'static str) -> Key<bool> {
    key(name, Takes::Flag(default), doc)
}

/// The piece that a rule is about.
pub const PIECE: Key<KindId> = kind("piece", "").must("a string");

/// The cells that a rule is about.
pub const CELLS: Key<SidedSet> = places("cells", "").must("a description of places");

/// The lines along which a power acts.
pub(crate) const ALONG: Key<SidedDirs> = directions(
    "along",
    "contiguous",
    ", the directions; `contiguous`, if left out",
);

/// Returns the key for the most steps that a power goes along a line, which are at least `least`.
pub(crate) const fn range(least: u16) -> Key<Option<u16>> {
    limited(
        "range",
        least,
        MOST_STEPS,
        ", the most steps of such a move; any number, if left out",
    )
    .optional()
}
const MOST_STEPS: u16 = 1000;

/// Returns the power that a rule gives to the piece, if it gives one.
pub(crate) fn own_power<'r>(subject: Subject<'_>, rule: &'r Rule) -> Option<&'r Power> {
    match rule {
        Rule::Power(PowerRule { kind, power }) if *kind == subject.id => Some(power),
        _ => None,
    }
}
