//! What a variant's TOML may say: its tables as lists of keys, its kinds of rule as rows.
//!
//! ```text
//! TOML ──read──▶ declarations ──print──▶ TOML
//!                declarations ──resolve──▶ rules ──describe──▶ sentences
//! ```
//!
//! Knows nothing of pages, and does not build boards: that is [`lower`](crate::lower).

pub mod decl;
pub(crate) mod extend;
pub mod kinds;
pub(crate) mod names;
pub mod rule;
pub(crate) mod subject;
pub(crate) mod words;
