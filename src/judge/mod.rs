//! Holds a whole book against the rules: every claim and every mark gets its verdict.
//!
//! Knows no files and no drawing.

mod bless;
mod book;
mod check;
mod checked;
mod coverage;
mod games;
mod sections;

pub use bless::{Blessed, corrections, edited};
pub use book::{Book, NoVariant, named_variants};
pub use check::{check, is_sound, place};
pub use checked::{Checked, CheckedClaim, CheckedDiagram, CheckedGame, CheckedMark, CheckedPly};
pub use coverage::{Coverage, Fact, FactKind, FactState, facts, note, unchecked, words_of};
pub use games::{WrongMove, ply_id, result_id, wrong_move};
