//! What the tests of the rules need: variants of the content folder and of their own, independent readings, random positions,
//! and the project's files. Knows no books.

pub mod boards;
pub mod components;
pub mod content;
pub mod folder;
pub mod grids;
pub mod petals;
pub mod random;
pub mod random_components;
pub mod random_laws;
pub mod random_variants;
pub mod reached;
pub mod sentences;
pub mod table;
pub mod tongue;
pub mod waterloo;
