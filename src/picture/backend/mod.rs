//! The output formats: text from the diagram, SVG from the scene, PNG from the SVG, and PDF from
//! Typst documents. None of the four knows another.

pub mod ascii;
#[cfg(feature = "pdf")]
pub mod pdf;
pub mod png;
pub mod svg;
