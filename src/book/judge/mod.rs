//! Checks a whole book against the rules: every claim and every mark gets its verdict.
//!
//! Knows no files and no drawing.

mod bless;
mod book;
mod check;
mod checked;
mod coverage;
mod describe;
mod doubts;
mod games;
mod paired;
mod parts;
mod questions;
mod quoted;
mod sections;
mod sentence;
mod sentences;
mod strength;
mod supports;
mod titles;
mod uncovered;
mod weight;

pub use bless::{Correction, apply_edits, corrections};
pub use book::Book;
pub use book::{NoVariant, PreviousBook, named_variants, playables};
pub use check::check;
pub(crate) use check::claim_place;
pub use checked::{Checked, CheckedClaim};
pub use checked::{CheckedDiagram, CheckedGame, CheckedMark, CheckedPly};
pub(crate) use coverage::unread_claims;
pub use coverage::{Coverage, Fact, FactKind, FactState, facts};
pub use describe::{DiagramNaming, restate_claim, restate_mark};
pub use doubts::{doubtful_sentences, needs_a_person, sentence_doubt};
pub use games::{Recorded, WrongMove, wrong_move};
pub(crate) use paired::fingerprint as sentence_fingerprint;
pub use paired::{ReadSentence, WordChange, paired, word_changes};
pub use parts::BookFault;
pub use parts::{JudgedPart, diagrams_of, first_fault, verdicts};
pub(crate) use questions::check_questions;
pub use quoted::{QuotedClaim, quote_claims};
pub use sentence::{BookSentence, SentenceChange, SentenceState};
pub(crate) use sentences::wrong_sentences;
pub use sentences::{
    SentenceCounts, book_sentences, proposed_supports, sentence_complaint, unsettled_sentences,
};
pub use strength::{FactStrength, GameFact, Gap, Strength, Witness};
pub use supports::Supports;
pub use uncovered::{fact_text, unchecked_complaints, uncovered_fact_note};
pub use weight::Weight;
