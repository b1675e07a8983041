//! The table in which import and export meet: for each subject of a section's keys the rules of the
//! library that say the same, how the keys are read as them, and how each of them is written.
//!
//! ```text
//! checkCounting = true      ──read──▶  [[rule]]
//! startFen = … 3+3 0 1     ◀──write──  kind = "n-checks"
//! ```
//!
//! Rules recognised by their meaning, such as promotions, are not in the table.

pub(crate) mod castling;
mod duties;
mod effects;
mod endings;
mod flags;
mod lines;
mod losses;
mod row;
mod walls;

use crate::fairy::write::section::SectionText;
use crate::fairy::write::transfer::{Export, NO_SUCH_RULE};
use endings::ENDINGS;
use row::{Law, LawGroup, ONLY_ONE, only_if};
use std::mem;

pub(crate) use row::LawReading;

/// All groups, in the order in which they are read.
static GROUPS: [&LawGroup; 10] = [
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
pub(crate) fn read(reading: &mut LawReading<'_, '_>) {
    GROUPS.iter().for_each(|group| (group.read)(reading));
    ENDINGS.iter().for_each(|law| (law.read)(reading));
}

/// Writes the rules of a variant that are in the table, and lists those that have no key.
pub(crate) fn write(export: &mut Export<'_>) {
    duties::write_turns(export);
    // The program limits games by default.
    for key in ["nMoveRule", "nFoldRule"] {
        export.section.set(key, 0);
    }
    for law in &ENDINGS {
        let mut all = export.settle(|basic| (basic.name == law.kind.name).then_some(&basic.rule));
        let overruled = all.len().saturating_sub(1);
        for (index, rule) in all.drain(if law.only_last { overruled } else { 0 }..) {
            if let Err(why) = (law.write)(export, rule) {
                export.leave_rule(index, why);
            }
        }
    }
    write_named(export);
    losses::write_royalty(export);
    flags::write_goals(export);
    losses::write_losses(export);
}

/// Writes the rules of the library, each into a section of its own: a rule that needs another value
/// of a key than one before it is left out.
fn write_named(export: &mut Export<'_>) {
    let mut written = SectionText::default();
    for rule in &export.rules.named {
        let section = mem::take(&mut export.section);
        let law = find(rule.name).ok_or_else(|| NO_SUCH_RULE.to_string());
        let result = law.and_then(|law| (law.write)(export, *rule));
        let own = mem::replace(&mut export.section, section);
        let fits = written.agrees(&own);
        if fits {
            written.extend(own);
        }
        if let Err(why) = result.and_then(|()| only_if(fits, ONLY_ONE)) {
            export.leave_named(rule, why);
        }
    }
    export.section.extend(written);
}

/// Finds the row of a rule.
fn find(name: &str) -> Option<&'static Law> {
    let mut laws = GROUPS.iter().flat_map(|group| group.laws);
    laws.find(|law| law.name == name)
}
