//! What several test programs need: variants and pages without a folder, independent readings, random positions, the program
//! itself and the browser.

pub mod asked;
pub mod browser;
pub mod components;
pub mod content;
pub mod figures;
pub mod folder;
pub mod grids;
pub mod mutated;
pub mod pages;
pub mod petals;
pub mod random;
pub mod random_components;
pub mod random_variants;
pub mod reached;
pub mod sentences;
pub mod server;
pub mod table;
pub mod waterloo;
