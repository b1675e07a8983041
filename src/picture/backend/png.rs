//! A picture as PNG, made from its SVG. Knows no scenes.
//!
//! No font is loaded: text in the SVG must already be outlines.

use resvg::usvg;
use tiny_skia::{Pixmap, Transform};

/// Maximum number of pixels of a picture.
pub const MAX_PIXELS: u64 = 64_000_000;
/// Maximum number of pixels on a side.
pub const MAX_SIDE: u64 = 20_000;

/// Renders the picture, with `scale` pixels to one unit of the SVG.
///
/// # Errors
///
/// Fails if the scale is not a number above zero, if the SVG cannot be read, or if the picture
/// would be larger than [`MAX_PIXELS`] or [`MAX_SIDE`].
pub fn render(svg: &str, scale: f64) -> Result<Vec<u8>, String> {
    let packed = pixels(svg, scale)?.encode_png();
    packed.map_err(|error| format!("the picture cannot be written as PNG: {error}"))
}

/// Renders the pixels, before they are packed as PNG.
fn pixels(svg: &str, scale: f64) -> Result<Pixmap, String> {
    if !(scale.is_finite() && scale > 0.0) {
        return Err(format!(
            "the scale must be a number above zero, not {scale}"
        ));
    }
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
        .map_err(|error| format!("the picture cannot be read: {error}"))?;
    let side = |length: f32| (f64::from(length) * scale).round().max(1.0);
    let (width, height) = (side(tree.size().width()), side(tree.size().height()));
    let fits = width.max(height) <= MAX_SIDE as f64 && width * height <= MAX_PIXELS as f64;
    let pixmap = if fits {
        Pixmap::new(width as u32, height as u32)
    } else {
        None
    };
    let mut pixmap = pixmap.ok_or_else(|| {
        format!(
            "the picture would be {width} by {height} pixels: at most {MAX_SIDE} on a side and {MAX_PIXELS} in all"
        )
    })?;
    // Scale to whole pixels, so that no half-covered line is left at the edge.
    let stretch = |pixels: f64, length: f32| (pixels / f64::from(length)) as f32;
    let transform = Transform::from_scale(
        stretch(width, tree.size().width()),
        stretch(height, tree.size().height()),
    );
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
            let solid = |p: &tiny_skia::PremultipliedColorU8| (p.red(), p.alpha()) == (0x1a, 255);
            assert!(picture.pixels().iter().all(solid), "{scale}");
        }
    }

    #[test]
    fn too_large_a_picture_is_refused_before_it_is_made() {
        let error = render(&square(100.0), 90.0).expect_err("81 million pixels");
        assert!(
            error.contains("9000 by 9000") && error.contains("64000000"),
            "{error}"
        );
        let is_too_large = |error: String| error.starts_with("the picture would be ");
        assert!(
            render(&square(1.0), 1e300).is_err_and(is_too_large),
            "far too large"
        );
        let long = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30000\" height=\"1\"/>";
        assert!(render(long, 1.0).is_err_and(is_too_large));
    }

    #[test]
    fn invalid_scales_and_files_are_refused() {
        for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let is_of_scale = |error: String| error.starts_with("the scale must be ");
            assert!(
                render(&square(10.0), scale).is_err_and(is_of_scale),
                "{scale}"
            );
        }
        let is_unread = |error: String| error.starts_with("the picture cannot be read: ");
        assert!(render("no picture", 1.0).is_err_and(is_unread));
        assert!(
            render(&square(10.0), 1e-9).is_ok(),
            "one pixel is the least"
        );
    }
}
