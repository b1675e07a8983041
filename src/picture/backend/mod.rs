//! What diagrams become: text from the diagram, SVG from the scene, PNG from the SVG; and documents of Typst, PDF. The
//! four know nothing of each other.

pub mod ascii;
#[cfg(feature = "pdf")]
pub mod pdf;
pub mod png;
pub mod svg;
