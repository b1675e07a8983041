//! Rulebooks: their pages as authors wrote them, what these claim, and whether the rules agree.
//!
//! ```text
//! folder ──load──▶ pages ──place──▶ placed diagrams and games
//!                  claims ──resolve──▶ terms ──judge──▶ verdicts ──▶ report
//! ```
//!
//! This crate does not know the site that a build makes, except the [names](pages::made) that
//! links may lead to.
//!
//! A page judged without a folder, by the rules of a variant that comes with the program:
//!
//! ```
//! use padma_book::claim::Verdict;
//! use padma_book::load::Session;
//! use padma_book::pages::decl::BookDecl;
//! use padma_book::pages::page;
//! use padma_text::{At, Span};
//! use std::path::Path;
//!
//! let mut session = Session::new(Path::new("no-books"), &[]);
//! let text = "# The Rook\n\nIt has [13](<claim:count(reach(rook, a1)) = 13>) moves from a1.\n";
//! let id = session.sources.add("rook.md", text);
//! let page = page::parse("rook.md", id, &session.sources, &mut session.diagnostics);
//! let variant = Some(At { value: "chess".to_string(), span: session.sources.whole(id) });
//! let decl = BookDecl { variant, ..BookDecl::default() };
//! let checked = session.check_pages(Path::new("no-books"), decl, vec![page]);
//! // A Rook in the corner reaches seven cells along its rank and seven along its file.
//! assert_eq!(checked.claims[0].judgement.verdict, Verdict::Fails);
//! assert_eq!(session.diagnostics.errors(), 1);
//! ```

#![warn(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

pub mod claim;
pub mod explain;
pub mod format;
pub mod judge;
pub mod load;
pub mod pages;
pub mod place;
pub mod plain;
pub mod propose;
pub mod report;
pub mod world;
