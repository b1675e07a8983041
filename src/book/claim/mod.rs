//! Claims: what a page states, compared with what an expression computes.
//!
//! ```text
//! text ──reading──▶ stated value, words ──comparison──▶ verdict
//! expression ──case──▶ computed value ──┘    source ──┘
//! ```
//!
//! Knows no drawing. Expressions come from [`padma_expr`].

mod case;
mod comparison;
mod doubt;
mod judge;
mod reading;
mod restate;
mod source;
mod vacuous;
mod verdict;

pub(crate) use doubt::{ClaimInSentence, Doubt, claim_names, doubts, unsaid_names};
pub use judge::Judgement;
pub(crate) use judge::judge;
pub use reading::{AuthorText, ExprContent, NumberWord, Understood, WordKind, demands};
pub(crate) use reading::{StatedText, are_apart, unshown_words};
pub use restate::{Edit, restate, states};
pub use verdict::Verdict;
