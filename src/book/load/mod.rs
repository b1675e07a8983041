//! Reads books and variants from their folders, reports what is wrong with them, and writes books
//! back. Knows no terminals and no site.

mod alone;
mod book;
mod export;
mod folder;
mod import;
pub mod letters;
pub mod library;
mod links;
pub mod measured;
mod pictures;
mod recall;
pub mod rewrite;
pub mod schema;
pub mod session;
mod tables;
mod theme;

pub use crate::world::display_path;
pub(crate) use book::MAX_PAGES;
pub use export::export;
pub use folder::check_folders;
pub use import::import;
pub use library::Library;
pub use session::{Session, Watcher};
