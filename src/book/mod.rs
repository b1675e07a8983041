//! Books as their authors wrote them: TOML and Markdown into declarations, pages, diagram blocks and
//! claims, all with spans. Knows no chess: the words inside are looked up in
//! [`lower`](crate::lower) and [`claim`](crate::claim).

pub mod combinations;
pub mod decl;
pub mod diagram;
#[cfg(feature = "site")]
pub mod figures;
pub mod form;
pub mod game;
#[cfg(feature = "site")]
pub mod links;
pub mod outline;
#[cfg(feature = "site")]
pub mod page;
#[cfg(feature = "site")]
pub mod prose;
pub mod toml;
pub mod words;
