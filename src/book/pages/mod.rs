//! Books as their authors wrote them: TOML and Markdown are parsed into declarations, pages,
//! diagram blocks and claims, all with spans. Knows no chess: the words in them are looked up in
//! [`place`](crate::place) and [`claim`](crate::claim).

pub mod combinations;
pub mod content;
pub mod decl;
pub mod definitions;
pub mod diagram;
pub mod fence;
pub mod figures;
pub mod game;
pub mod ids;
pub mod links;
pub mod made;
pub mod marked;
pub mod mdbook;
pub mod outline;
pub mod page;
pub mod prose;
pub mod review;
pub mod sentence;
pub mod words;

/// The names, without `.toml`, of the files of a book that are not variants.
pub(crate) const NOT_VARIANTS: [&str; 4] = ["book", "review", "source", "measured"];
