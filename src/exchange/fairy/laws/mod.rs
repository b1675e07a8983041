//! The table in which import and export meet: for each subject of a section's keys the rules of the
//! library that say the same, how the keys are read as them, and how each of them is written.
//!
//! ```text
//! checkCounting = true      ──read──▶  [[rule]]
//! startFen = … 3+3 0 1     ◀──write──  kind = "n-checks"
//! ```
//!
//! A rule that only its meaning tells, such as a promotion, is not in the table.

mod duties;
mod effects;
mod flags;
mod lines;
mod losses;
mod walls;

use super::read::leftovers::Leftovers;
use super::rules::IniRules;
use super::write::rules::NamedRule;
use super::write::transfer::Export;
use crate::draft::{LawValue, PieceIndex, VariantDraft};
use crate::fairy::fen::StartPosition;
use padma_rules::model::Side;

/// Why a rule cannot be written.
pub(crate) type NotWritten = String;

/// A subject of keys.
pub(crate) struct Subject {
    /// Adds the rules that the keys of a section stand for.
    read: fn(&mut Reading<'_, '_>),
    /// The rules of the library, and how each is written as keys.
    laws: &'static [Law],
}

/// A rule of the library that the program has.
pub(crate) struct Law {
    pub name: &'static str,
    pub write: fn(&mut Export<'_>, NamedRule<'_>) -> Result<(), NotWritten>,
}

/// All subjects, in the order in which their rules are asked.
static SUBJECTS: [&Subject; 10] = [
    &effects::EXPLOSIONS,
    &effects::PETRIFYING,
    &effects::TURNING,
    &effects::GATING,
    &walls::WALLS,
    &duties::DUTIES,
    &losses::LOSSES,
    &flags::FLAGS,
    &lines::CHECKS_AND_LINES,
    &lines::FULL_BOARD,
];

/// Adds the rules that a section's keys stand for.
pub(crate) fn read(reading: &mut Reading<'_, '_>) {
    SUBJECTS.iter().for_each(|subject| (subject.read)(reading));
}

/// Finds the row of a rule.
pub(crate) fn find(name: &str) -> Option<&'static Law> {
    let mut laws = SUBJECTS.iter().flat_map(|subject| subject.laws);
    laws.find(|law| law.name == name)
}

/// A section on its way into a draft.
pub(crate) struct Reading<'a, 'l> {
    pub rules: &'a IniRules,
    pub start: &'a StartPosition,
    pub draft: &'a mut VariantDraft,
    pub leftovers: &'a mut Leftovers<'l>,
}

impl Reading<'_, '_> {
    /// Adds a rule of the library.
    fn add(&mut self, name: &str, values: &[(&str, LawValue<'_>)]) {
        let rule = self.draft.law(name, values);
        self.draft.rules.push(rule);
    }

    /// Returns the kinds of a key that lists pieces.
    fn kinds(&self, key: &'static str) -> Vec<PieceIndex> {
        match self.rules.is_star(key) {
            true => self.all(),
            false => self.rules.listed_kinds(key, Side::White),
        }
    }

    /// Returns all kinds of the program's pieces.
    fn all(&self) -> Vec<PieceIndex> {
        (0..self.rules.pieces.len()).collect()
    }
}

/// Whether a rule says which cells pieces must reach.
pub(crate) fn is_goal(name: &str) -> bool {
    flags::FLAGS.laws.iter().any(|law| law.name == name)
}
