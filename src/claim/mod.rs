//! Claims: expressions, their values, and the verdicts on what a page states.
//!
//! ```text
//! text ──syntax──▶ Expr ──settle──▶ Formula ──eval──▶ Value ──judge──▶ Verdict
//! ```
//!
//! Knows no drawing.

mod bounds;
mod eval;
mod follow;
mod formula;
mod idle;
mod judge;
mod read;
mod restate;
mod settle;
mod syntax;
mod value;
mod words;

pub use bounds::Bound;
pub use eval::{Budget, Evidence, Fault, MAX_WORK, MAX_WORK_IN_ALL, World};
pub use follow::{Followed, Unfollowed};
pub use formula::{Formula, Query};
pub use judge::{Judgement, Statement, Verdict, judge};
pub use read::{cell_shaped, cell_words, leap_words, one, piece_words, section_words};
pub use restate::{Edit, restate};
pub use settle::{Scope, settle};
pub use syntax::{Definition, Expr, Name, Question, Reading, parse, parse_definition, variant_named};
pub use value::{Number, Type, Value};
pub use words::{NumberWord, numbers};
