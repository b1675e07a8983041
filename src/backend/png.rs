//! A picture as PNG, made from its SVG. Knows no scenes.
//!
//! There is no font here, and none is asked for: text in an SVG must be outlines already.

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

/// The largest number of pixels of a picture.
pub const MAX_PIXELS: u64 = 64_000_000;
/// The largest number of pixels on a side.
pub const MAX_SIDE: u64 = 20_000;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq)]
pub enum PngError {
    /// The scale is not a number above zero.
    Scale(f64),
    /// It is no SVG that can be drawn.
    Svg(String),
    /// It would have more pixels than a picture may have.
    TooLarge { width: f64, height: f64 },
    /// The pixels could not be packed.
    Encode(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Scale(scale) => write!(f, "the scale must be a number above zero, not {scale}"),
            PngError::Svg(reason) => write!(f, "the picture cannot be read: {reason}"),
            PngError::TooLarge { width, height } => write!(
                f,
                "the picture would be {width} by {height} pixels; at most {MAX_SIDE} on a side and \
                 {MAX_PIXELS} in all are drawn"
            ),
            PngError::Encode(reason) => write!(f, "the picture cannot be packed: {reason}"),
        }
    }
}

impl std::error::Error for PngError {}

/// The picture, `scale` pixels to one unit of the SVG.
///
/// # Errors
///
/// If the scale is no number above zero, the SVG is none, or the picture would be larger than
/// [`MAX_PIXELS`] or [`MAX_SIDE`].
pub fn render(svg: &str, scale: f64) -> Result<Vec<u8>, PngError> {
    pixels(svg, scale)?.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}

/// The same before it is packed.
fn pixels(svg: &str, scale: f64) -> Result<Pixmap, PngError> {
    if !(scale.is_finite() && scale > 0.0) {
        return Err(PngError::Scale(scale));
    }
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
        .map_err(|error| PngError::Svg(error.to_string()))?;
    let side = |length: f32| (f64::from(length) * scale).round().max(1.0);
    let (width, height) = (side(tree.size().width()), side(tree.size().height()));
    let too_large = PngError::TooLarge { width, height };
    if width.max(height) > MAX_SIDE as f64 || width * height > MAX_PIXELS as f64 {
        return Err(too_large);
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
    // Whole pixels, so that no half-covered line is left at the edge.
    let stretch = |pixels: f64, length: f32| (pixels / f64::from(length)) as f32;
    let transform =
        Transform::from_scale(stretch(width, tree.size().width()), stretch(height, tree.size().height()));
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    Ok(pixmap)
}
