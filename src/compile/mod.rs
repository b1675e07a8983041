//! The order of things, and nothing else: what is read first, what follows from it, what is written
//! last. Knows no terminals.

pub(crate) mod bless;
mod book;
pub mod build;
pub(crate) mod catalogue;
mod folder;
mod import;
mod letters;
mod library;
mod session;
pub(crate) mod start;

pub(crate) use folder::passed_over;
pub use import::import;
pub use library::Library;
pub(crate) use library::shown;
pub use session::Session;
pub use session::Watcher;
