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
    TooLarge {
        /// In pixels.
        width: f64,
        /// In pixels.
        height: f64,
    },
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

#[cfg(test)]
mod tests {
    use super::*;

    fn square(side: f64) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"{side}\">\
             <rect width=\"100%\" height=\"100%\" fill=\"#1a5645\"/></svg>"
        )
    }

    #[test]
    fn every_pixel_is_covered_at_odd_scales() {
        for scale in [1.0, 0.37, 1.5, 2.03] {
            let png = render(&square(33.0), scale).expect("a picture");
            let picture = Pixmap::decode_png(&png).expect("a PNG");
            assert_eq!(f64::from(picture.width()), (33.0 * scale).round());
            let solid = |p: &resvg::tiny_skia::PremultipliedColorU8| (p.red(), p.alpha()) == (0x1a, 255);
            assert!(picture.pixels().iter().all(solid), "{scale}");
        }
    }

    #[test]
    fn too_large_a_picture_is_refused_before_it_is_made() {
        let error = render(&square(100.0), 90.0).expect_err("81 million pixels");
        assert_eq!(error, PngError::TooLarge { width: 9000.0, height: 9000.0 });
        let text = error.to_string();
        assert!(text.contains("9000 by 9000") && text.contains("64000000"), "{text}");
        let error = render(&square(1.0), 1e300).expect_err("far too large");
        assert!(matches!(error, PngError::TooLarge { .. }));
        let long = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30000\" height=\"1\"/>";
        assert!(matches!(render(long, 1.0), Err(PngError::TooLarge { .. })));
    }

    #[test]
    fn scales_and_files_that_are_none_are_refused() {
        for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(render(&square(10.0), scale), Err(PngError::Scale(_))), "{scale}");
        }
        assert!(matches!(render("no picture", 1.0), Err(PngError::Svg(_))));
        assert!(render(&square(10.0), 1e-9).is_ok(), "one pixel is the least");
    }
}
