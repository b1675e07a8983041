//! Claims: what a page states, compared with what an expression computes.
//!
//! ```text
//! text ──read──▶ stated value ──judge──▶ verdict
//!                expression ──padma_expr──▶ value ──▶
//! ```
//!
//! Knows no drawing. Expressions are [`padma_expr`]'s.

mod bounds;
mod clauses;
mod idle;
mod judge;
mod read;
mod restate;
mod understood;
mod words;

pub use judge::{Judgement, Verdict};
pub(crate) use judge::{StatedText, judge};
pub(crate) use read::{cell_shaped, leap_words, line_words, one, section_words};
pub use restate::{Edit, restate, states};
pub use understood::{ExprContent, Understood, WordKind, demands, unshown};
pub use words::{NumberWord, numbers};
