//! Claims: expressions, their values, and the verdicts on what a page states.
//!
//! ```text
//! text ──syntax──▶ Expr ──resolve──▶ Formula ──eval──▶ ExprValue ──judge──▶ Verdict
//!                   └──describe──▶ a sentence in English
//! ```
//!
//! The meaning of a function is written once, in its item under `functions`. Knows no drawing.

mod bounds;
mod clauses;
mod describe;
mod eval;
mod fault;
mod follow;
mod form;
mod formula;
mod functions;
mod idle;
mod judge;
mod position;
mod read;
mod resolve;
mod restate;
mod syntax;
mod term;
mod understood;
mod value;
mod words;

pub use describe::describe;
pub(crate) use eval::Budget;
pub use eval::World;
pub use follow::{Followed, Query, Unfollowed};
pub use formula::Evidence;
pub use functions::{explain, function_names, solves_endings, takes_label};
pub use functions::{function_tables, resolve};
pub use judge::{Judgement, Verdict};
pub(crate) use judge::{StatedText, judge};
pub use position::sentence;
pub use position::sentence_of;
pub use position::{shown, standings};
pub(crate) use read::{cell_shaped, kind_words, leap_words, line_words, one, section_words};
pub use resolve::Scope;
pub use restate::{Edit, restate, states};
pub use syntax::{
    Before, Definition, Mention, Spaced, WORDS, mentions, mentions_in, parse_definition, spaced,
    variant_named,
};
pub use syntax::{Name, Question, parse};
pub use term::Join;
pub use understood::{ExprContent, WordKind, unshown};
pub use understood::{Understood, demands};
pub use value::{ExprType, ExprValue, Number, in_digits};
pub use words::{NumberWord, numbers};
