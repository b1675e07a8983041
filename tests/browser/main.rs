//! The built site as a browser shows it, and what else is built of JavaScript: the extension for an editor.

mod editor;
mod engine;
mod figures;
mod forms;
mod live;
mod mdbook;
mod play;
mod playground;
#[cfg(feature = "pdf")]
mod printed;
mod proofs;
mod publishing;
mod schemas;
mod serve;
mod site;
mod tables;
