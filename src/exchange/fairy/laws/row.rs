//! A row of the table of laws, and what reading one takes.

use crate::draft::{LawValue, PieceIndex, VariantDraft};
use crate::fairy::fen::StartPosition;
use crate::fairy::read::leftovers::Leftovers;
use crate::fairy::rules::IniRules;
use crate::fairy::write::rules::NamedRule;
use crate::fairy::write::transfer::Export;
use padma_rules::model::{Rule, Side};
use padma_variant::rule::RuleKind;

/// Why a rule cannot be written.
pub(crate) type NotWritten = String;

/// Why a rule cannot be written beside another one that needs the same key.
pub(super) const ONLY_ONE: &str = "in Fairy-Stockfish there is only one such rule";

/// Keys about one subject.
pub(crate) struct LawGroup {
    /// Adds the rules that the keys of a section stand for.
    pub read: fn(&mut LawReading<'_, '_>),
    /// The rules of the library, and how each is written as keys.
    pub laws: &'static [Law],
}

/// A rule of the library that the program has.
pub(crate) struct Law {
    pub name: &'static str,
    pub write: fn(&mut Export<'_>, NamedRule<'_>) -> Result<(), NotWritten>,
}

/// A kind of basic rule that keys say.
pub(crate) struct BasicLaw {
    pub kind: &'static RuleKind,
    /// Whether only the last of several such rules counts.
    pub only_last: bool,
    /// Adds the rules that the keys of a section stand for.
    pub read: fn(&mut LawReading<'_, '_>),
    pub write: fn(&mut Export<'_>, &Rule) -> Result<(), NotWritten>,
}

/// Refuses a rule with `why`, unless the program can express it.
pub(super) fn only_if(is_known: bool, why: &str) -> Result<(), NotWritten> {
    match is_known {
        true => Ok(()),
        false => Err(why.to_string()),
    }
}

/// Returns the row of a rule.
pub(super) const fn law(
    name: &'static str,
    write: fn(&mut Export<'_>, NamedRule<'_>) -> Result<(), NotWritten>,
) -> Law {
    Law { name, write }
}

/// A section on its way into a draft.
pub(crate) struct LawReading<'a, 'l> {
    pub rules: &'a IniRules,
    pub start: &'a StartPosition,
    pub draft: &'a mut VariantDraft,
    pub leftovers: &'a mut Leftovers<'l>,
}

impl LawReading<'_, '_> {
    /// Adds a rule of the library.
    pub(super) fn add(&mut self, name: &str, values: &[(&str, LawValue<'_>)]) {
        let rule = self.draft.law(name, values);
        self.draft.rules.push(rule);
    }

    /// Returns the kinds of a key that lists pieces.
    pub(super) fn kinds(&self, key: &'static str) -> Vec<PieceIndex> {
        match self.rules.is_star(key) {
            true => self.all(),
            false => self.rules.listed_kinds(key, Side::White),
        }
    }

    /// Returns all kinds of the program's pieces.
    pub(super) fn all(&self) -> Vec<PieceIndex> {
        (0..self.rules.pieces.len()).collect()
    }
}
