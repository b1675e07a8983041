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
mod row;
mod walls;

use row::{Law, LawGroup};

pub(crate) use row::LawReading;

/// All groups, in the order in which their rules are asked.
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
}

/// Finds the row of a rule.
pub(crate) fn find(name: &str) -> Option<&'static Law> {
    let mut laws = GROUPS.iter().flat_map(|group| group.laws);
    laws.find(|law| law.name == name)
}

/// Whether a rule says which cells pieces must reach.
pub(crate) fn is_goal(name: &str) -> bool {
    flags::FLAGS.laws.iter().any(|law| law.name == name)
}
