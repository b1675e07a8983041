//! Holds a whole book against the rules: every claim and every mark gets its verdict.
//!
//! Knows no files and no drawing.

mod book;
mod check;
mod sections;

pub use book::{Book, NoVariant};
pub use check::{Checked, CheckedClaim, CheckedDiagram, CheckedMark, check, is_sound, place};
