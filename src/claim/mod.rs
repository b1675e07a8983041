//! Claims: expressions, their values, and the verdicts on what a page states.
//!
//! ```text
//! text ──syntax──▶ Expr ──resolve──▶ Formula ──eval──▶ Value ──judge──▶ Verdict
//! ```
//!
//! What a function means is said once, in its item below `functions`. Knows no drawing.

mod bounds;
mod eval;
mod fault;
mod follow;
mod formula;
mod functions;
mod judge;
mod read;
mod resolve;
mod restate;
mod syntax;
mod term;
mod value;
mod words;

pub use bounds::Bound;
pub use eval::{Budget, World};
pub use fault::{Fault, MAX_WORK, MAX_WORK_IN_ALL};
pub use follow::{Followed, Query, Unfollowed};
pub use formula::{Evidence, Formula};
pub use functions::{explain, function_names, function_tables, resolve};
pub use judge::{Judgement, Statement, Verdict, judge};
pub use read::{cell_shaped, cell_words, kind_words, leap_words, one, section_words};
pub use resolve::Scope;
pub use restate::{Edit, restate};
pub use syntax::{Definition, Expr, Name, Question, Reading, parse, parse_definition, variant_named};
pub use term::Join;
pub use value::{Number, Type, Value, in_digits};
pub use words::{NumberWord, numbers};
