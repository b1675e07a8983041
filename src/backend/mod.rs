//! What diagrams become: text from the diagram, SVG from the scene, PNG from the SVG. The three
//! know nothing of each other.

pub mod ascii;
pub mod png;
pub mod svg;
