//! A picture as PNG, made from its SVG. Knows no scenes.
//!
//! No font is loaded: text in the SVG must already be outlines. A board has a dozen colours and the blends at their edges, so a
//! byte a pixel is enough: the file has a palette.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::iter;

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};
use resvg::usvg;
use tiny_skia::{ColorU8, Pixmap, PremultipliedColorU8, Transform};

/// Maximum number of pixels of a picture.
pub const MAX_PIXELS: u64 = 64_000_000;
/// Maximum number of pixels on a side.
pub const MAX_SIDE: u64 = 20_000;
/// Maximum number of colours in a palette (PNG, 11.2.2).
const MAX_COLOURS: usize = 256;

/// Renders the picture, with `scale` pixels to one unit of the SVG.
///
/// # Errors
///
/// Fails if the scale is not a number above zero, if the SVG cannot be read, or if the picture
/// would be larger than [`MAX_PIXELS`] or [`MAX_SIDE`].
pub fn render(svg: &str, scale: f64) -> Result<Vec<u8>, String> {
    let packed = pack(&pixels(svg, scale)?);
    packed.map_err(|error| format!("the picture cannot be written as PNG: {error}"))
}

/// Packs pixels as PNG.
fn pack(pixels: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let palette = Palette::of(pixels);
    let mut packed = Vec::new();
    let mut encoder = Encoder::new(&mut packed, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.set_filter(Filter::NoFilter);
    let colours = palette.colours.iter();
    let rgb = |colour: &ColorU8| [colour.red(), colour.green(), colour.blue()];
    encoder.set_palette(colours.clone().flat_map(rgb).collect::<Vec<_>>());
    if palette.colours.iter().any(|colour| !colour.is_opaque()) {
        encoder.set_trns(colours.map(|colour| colour.alpha()).collect::<Vec<_>>());
    }
    let mut indices = Vec::with_capacity(pixels.pixels().len());
    for run in runs(pixels) {
        indices.extend(iter::repeat_n(palette.indices[&parts(run[0])], run.len()));
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices)?;
    writer.finish()?;
    Ok(packed)
}

/// The colours of a picture, and the index of the one that each pixel gets.
struct Palette {
    colours: Vec<ColorU8>,
    /// By the premultiplied parts of the pixel's colour.
    indices: BTreeMap<[u8; 4], u8>,
}

impl Palette {
    /// Keeps the most frequent colours exactly. Each rarer one, a blend at an edge, becomes the nearest of
    /// them.
    fn of(pixels: &Pixmap) -> Palette {
        let mut counts: BTreeMap<[u8; 4], (usize, ColorU8)> = BTreeMap::new();
        for run in runs(pixels) {
            let colour = || (0, run[0].demultiply());
            counts.entry(parts(run[0])).or_insert_with(colour).0 += run.len();
        }
        let mut found: Vec<_> = counts.into_iter().collect();
        // The sort is stable, so equal counts stay in the order of their colours.
        found.sort_by_key(|(_, (count, _))| Reverse(*count));
        let kept = &found[..found.len().min(MAX_COLOURS)];
        let nearest = |colour: [u8; 4]| {
            let indices = (0..=u8::MAX).zip(kept);
            let nearest = indices.min_by_key(|(_, (kept, _))| distance(colour, *kept));
            nearest.map_or(0, |(index, _)| index)
        };
        let index = |(place, (parts, _)): (usize, &([u8; 4], _))| {
            (
                *parts,
                u8::try_from(place).unwrap_or_else(|_| nearest(*parts)),
            )
        };
        Palette {
            colours: kept.iter().map(|(_, (_, colour))| *colour).collect(),
            indices: found.iter().enumerate().map(index).collect(),
        }
    }
}

/// The pixels, in runs of one colour: most have the colour of the one before.
fn runs(pixels: &Pixmap) -> impl Iterator<Item = &[PremultipliedColorU8]> {
    pixels.pixels().chunk_by(|one, next| one == next)
}

fn parts(colour: PremultipliedColorU8) -> [u8; 4] {
    [colour.red(), colour.green(), colour.blue(), colour.alpha()]
}

/// The squared distance of two colours.
fn distance(one: [u8; 4], other: [u8; 4]) -> u32 {
    let pairs = one.into_iter().zip(other);
    pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
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
    use std::collections::BTreeSet;

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
    fn frequent_colours_stay_and_rare_ones_go_to_the_nearest() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"40\">\
             <linearGradient id=\"g\"><stop stop-color=\"#000\"/><stop offset=\"1\" stop-color=\"#fa0\"/></linearGradient>\
             <rect width=\"900\" height=\"20\" fill=\"url(#g)\"/><rect y=\"30\" width=\"50\" height=\"9\" fill=\"#1a5645\"/></svg>";
        let exact = pixels(svg, 1.0).expect("a picture");
        let packed = render(svg, 1.0).expect("a PNG");
        let unpacked = Pixmap::decode_png(&packed).expect("a PNG");
        let colours: BTreeSet<[u8; 4]> = exact.pixels().iter().map(|pixel| parts(*pixel)).collect();
        assert!(colours.len() > MAX_COLOURS, "{}", colours.len());
        let kept: BTreeSet<[u8; 4]> = unpacked
            .pixels()
            .iter()
            .map(|pixel| parts(*pixel))
            .collect();
        assert_eq!(kept.len(), MAX_COLOURS);
        for (pixel, was) in unpacked.pixels().iter().zip(exact.pixels()) {
            let from = |colour: [u8; 4]| distance(colour, parts(*was));
            let nearest = kept.iter().map(|colour| from(*colour)).min();
            assert_eq!(Some(from(parts(*pixel))), nearest, "{was:?}");
        }
        let flat = |p: &&PremultipliedColorU8| parts(**p) == [0x1a, 0x56, 0x45, 255];
        assert_eq!(unpacked.pixels().iter().filter(flat).count(), 450);
        // Fewer colours stay as they are, however transparent.
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30\" height=\"30\">\
             <circle cx=\"15\" cy=\"15\" r=\"9\" fill=\"#fff\" fill-opacity=\"0.5\"/></svg>";
        let exact = pixels(svg, 1.0).expect("a picture");
        let packed = render(svg, 1.0).expect("a PNG");
        let unpacked = Pixmap::decode_png(&packed).expect("a PNG");
        assert_eq!(unpacked.pixels(), exact.pixels());
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
