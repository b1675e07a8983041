//! The order of things, and nothing else: what is read first, what follows from it, what is written
//! last. Knows no terminals.

mod book;
pub mod build;
pub(crate) mod catalogue;
mod folder;
mod import;
mod letters;
mod library;
pub(crate) mod mdbook;
mod pictures;
#[cfg(feature = "pdf")]
mod printed;
#[cfg(feature = "cli")]
pub(crate) mod rewrite;
pub(crate) mod schema;
#[cfg(feature = "cli")]
pub(crate) mod served;
mod session;
pub(crate) mod start;
mod theme;

pub(crate) use folder::passed_over;
pub use import::import;
pub use library::Library;
pub(crate) use library::shown;
pub use session::Session;
pub use session::Watcher;
