//! What several test programs need: pages without a folder, the program itself and the browser; and all that the tests of the
//! rules need.

pub mod asked;
pub mod browser;
pub mod figures;
pub mod mutated;
pub mod pages;
pub mod server;

pub use kit_rules::{
    boards, components, content, folder, grids, petals, random, random_components, random_variants,
    reached, sentences, table, tongue, waterloo,
};
