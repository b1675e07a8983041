//! Books as their authors wrote them: TOML and Markdown into declarations, pages, diagram blocks and
//! claims, all with spans. Knows no chess: the words inside are looked up in
//! [`lower`](crate::lower) and `claim`.

pub(crate) mod combinations;
pub mod decl;
#[cfg(feature = "site")]
pub(crate) mod definitions;
pub mod diagram;
#[cfg(feature = "site")]
pub(crate) mod fence;
#[cfg(feature = "site")]
pub(crate) mod figures;
pub(crate) mod game;
#[cfg(feature = "site")]
pub(crate) mod links;
#[cfg(feature = "cli")]
pub(crate) mod marked;
#[cfg(feature = "site")]
pub(crate) mod mdbook;
pub mod outline;
#[cfg(feature = "site")]
pub mod page;
#[cfg(feature = "site")]
pub(crate) mod prose;
pub mod words;
