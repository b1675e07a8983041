//! Files from pictures: SVG from the scene, PNG from the SVG. The backends know nothing of each other.

pub mod svg;
pub mod png;
