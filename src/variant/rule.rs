//! A kind of rule as one row: its name, its keys, the meaning of its texts, and its description
//! in English.
//!
//! The rows are in [`kinds`](super::kinds). Reading, near misses, the TOML that `import` prints
//! and the tables of `docs/formats.md` are all made from them.

use super::subject::{RulesPart, Statement, Subject};
use crate::form::{Fields, Key, Takes, key, unknown_word};
use padma_rules::model::{Deed, KindId, Power, Rule, SidedDirs, SidedSet, Variant};
use padma_rules::names::{Names, classes, number, words};
use padma_text::diag::{Code, Diagnostics};
use padma_text::{At, Span};

/// A part of the rules of play, and the function that writes what is said there about a variant.
pub type OfGame = (RulesPart, fn(&Variant) -> Vec<String>);

/// A kind of rule.
#[derive(Debug)]
pub struct RuleKind {
    /// The `kind` of its tables: `promotion`.
    pub name: &'static str,
    /// Its description in `docs/formats.md`, with keys in backticks.
    pub says: &'static str,
    /// Its keys, in the order in which they are read.
    pub keys: &'static [Key],
    /// Returns the meaning of a table; `None` after a complaint, or if the table is not a rule of
    /// play.
    pub(crate) resolve: fn(&mut Resolver<'_>) -> Option<Rule>,
    /// Describes what a rule means for a piece. The number is the rule's index in the variant.
    pub(crate) describe: fn(Subject<'_>, usize, &Rule) -> Vec<Statement>,
    /// Describes what the rules of this kind, or their absence, mean for a whole game, and in
    /// which part.
    pub(crate) of_game: Option<OfGame>,
    /// Returns the place to point at if a rule may occur only once in a file.
    pub(crate) once: fn(&Fields) -> Option<Span>,
}

impl RuleKind {
    pub(crate) const fn new(
        name: &'static str,
        says: &'static str,
        keys: &'static [Key],
        resolve: fn(&mut Resolver<'_>) -> Option<Rule>,
        describe: fn(Subject<'_>, usize, &Rule) -> Vec<Statement>,
    ) -> RuleKind {
        RuleKind {
            name,
            says,
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
        say: fn(&Variant) -> Vec<String>,
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

/// A table whose names are being looked up.
pub struct Resolver<'a> {
    /// The table as written.
    pub(crate) fields: &'a Fields,
    /// The names it can use.
    pub(crate) names: Names<'a>,
    /// The complaints about it.
    pub(crate) diagnostics: &'a mut Diagnostics,
}

impl Resolver<'_> {
    /// Adds a complaint about a wrong value.
    pub(crate) fn wrong(&mut self, span: Span, message: impl Into<String>, expected: &str) {
        self.diagnostics
            .error(Code::WrongValue, message.into(), span, expected);
    }

    /// Reads an optional key: `Some(None)` if it is absent, `None` if it is wrong.
    pub(crate) fn if_said<T>(
        &mut self,
        key: &str,
        of: impl FnOnce(&mut Self, &str) -> Option<T>,
    ) -> Option<Option<T>> {
        if self.fields.has(key) {
            of(self, key).map(Some)
        } else {
            Some(None)
        }
    }

    /// Returns the piece whose id is a key's value.
    pub(crate) fn kind(&mut self, key: &str) -> Option<KindId> {
        self.names.kind(&self.fields.word(key)?, self.diagnostics)
    }

    /// Returns the pieces of a list, and complains about each unknown one.
    pub(crate) fn kinds(&mut self, key: &str) -> Option<Vec<KindId>> {
        let ids = self.fields.words(key);
        let found: Vec<Option<KindId>> = ids
            .iter()
            .map(|id| self.names.kind(id, self.diagnostics))
            .collect();
        found.into_iter().collect()
    }

    /// Returns the cells of a description. At least one side must have such a cell.
    pub(crate) fn places(&mut self, key: &str) -> Option<SidedSet> {
        self.names.places(self.fields.text(key)?, self.diagnostics)
    }

    pub(crate) fn flag(&self, key: &str) -> bool {
        self.fields.flag(key)
    }

    /// Returns a number within the limits of its key.
    pub(crate) fn number(&mut self, key: &str) -> Option<u16> {
        let Some(Takes::Number(least, most)) = self.fields.takes(key) else {
            return None;
        };
        number(self.fields.number(key)?, least, most, self.diagnostics)
    }

    /// Returns the directions of a key, or its default ones if it is absent.
    pub(crate) fn directions(&mut self, key: &str) -> Option<SidedDirs> {
        let usual = match self.fields.takes(key) {
            Some(Takes::Directions(usual)) => usual,
            _ => "",
        };
        let named = match self.fields.text(key) {
            Some(text) => classes(text),
            None if self.names.board.class(usual).is_none() => {
                let message =
                    format!("this board has no `{usual}` directions, which are the default");
                let expected = format!("expected `{key}` in this table");
                return self.diagnostics.refuse(
                    Code::UnknownDirection,
                    message,
                    self.fields.span,
                    expected,
                );
            }
            None => vec![At {
                value: usual.to_string(),
                span: self.fields.span,
            }],
        };
        self.names.directions(&named, self.diagnostics)
    }

    /// Returns the words of a key, and complains about each word that the key does not allow.
    pub(crate) fn known_words(&mut self, key: &str) -> Option<Vec<String>> {
        let Some(Takes::Word(known, fault) | Takes::Words(known, fault)) = self.fields.takes(key)
        else {
            return None;
        };
        let words = self.fields.words(key);
        let wrong: Vec<&At<String>> = words
            .iter()
            .filter(|word| !known.contains(&word.value.as_str()))
            .collect();
        for word in &wrong {
            self.diagnostics
                .push(unknown_word(word, fault, None, known.iter().copied()));
        }
        wrong
            .is_empty()
            .then(|| words.into_iter().map(|word| word.value).collect())
    }

    /// Returns the words of a text, with their places.
    pub(crate) fn split(&self, key: &str) -> Vec<At<String>> {
        self.fields.text(key).map(words).unwrap_or_default()
    }

    /// Complains if a piece would become itself.
    pub(crate) fn is_another(&mut self, to: &str) {
        let Some(piece) = self.fields.word("piece") else {
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

/// The piece that a rule is about.
pub(crate) const PIECE: Key = key("piece", Takes::Kind, "").must("a string");

/// The cells that a rule is about.
pub(crate) const CELLS: Key = key("cells", Takes::Places, "").must("a description of places");

/// The lines along which a power acts.
pub(crate) const ALONG: Key = key(
    "along",
    Takes::Directions("contiguous"),
    ", the directions; `contiguous`, if left out",
);

/// Returns the rule for a power of the `piece`.
pub(crate) fn power(
    asked: &mut Resolver<'_>,
    deed: impl FnOnce(&mut Resolver<'_>) -> Option<Deed>,
) -> Option<Rule> {
    let kind = asked.kind("piece");
    let deed = deed(asked)?;
    Some(Rule::Power(Power { kind: kind?, deed }))
}

/// Returns what a piece does by a rule that is a power of its own.
pub(crate) fn own_deed<'r>(subject: Subject<'_>, rule: &'r Rule) -> Option<&'r Deed> {
    match rule {
        Rule::Power(Power { kind, deed }) if *kind == subject.id => Some(deed),
        _ => None,
    }
}
