//! An author's own picture of a piece, converted to the form of the piece set's files:
//! outlines in the theme's inks or in the picture's own colours.
//!
//! ```text
//! frog.svg ──checked──▶ refused, with the place and the reason
//!          ──flattened──▶ <g class="body"><path d="M …"/></g> <g class="label">…
//! ```
//!
//! Only numbers and colours are kept from the file, so nothing else in it reaches a reader. Knows
//! no files.

mod look;

use std::fmt::Write;

use resvg::usvg::roxmltree::{Document, ParsingOptions};
use resvg::usvg::{self, BlendMode, FillRule, Group, Paint, PaintOrder, Transform, Tree};
use tiny_skia::PathSegment;

use look::{FLAT, MAX_NODES, SVG, find_faults, opening_range, syntax};

pub use look::PictureFault;

/// Maximum size of a file, in bytes.
pub const MAX_BYTES: u64 = 256 * 1024;
/// Maximum number of path segments in a picture.
const MAX_STROKES: usize = 20_000;
/// The margin between the painted shapes and the edges of the cell, in hundredths of the cell.
const MARGIN: f64 = 6.0;

/// The source of a picture's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colours {
    /// The theme's colours for the piece's side. The first shape and those that are equally light
    /// form the body; the other shapes and all lines are drawn on top of the body.
    OfTheme,
    /// The colours in the file.
    Own,
}

/// Converts a picture to the form of the piece set's files.
pub fn convert(svg: &str, colours: Colours) -> Result<String, Vec<PictureFault>> {
    let options = ParsingOptions {
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document =
        Document::parse_with_options(svg, options).map_err(|error| vec![syntax(svg, &error)])?;
    let root = document.root_element();
    let faults = find_faults(root);
    if !faults.is_empty() {
        return Err(faults);
    }
    let file_fault = |message: String, expected: &str| {
        vec![PictureFault::new(opening_range(root), message, expected)]
    };
    let tree = Tree::from_xmltree(&document, &usvg::Options::default()).map_err(|error| {
        file_fault(
            format!("this is not a picture: {error}"),
            "expected a `viewBox`, or a width and a height",
        )
    })?;
    let mut pen = Pen {
        colours,
        shapes: Vec::new(),
    };
    pen.group(tree.root(), 1.0)
        .map_err(|what| file_fault(format!("this picture has {what}"), FLAT))?;
    let size = tree.size();
    let shapes = fit_to_cell(
        pen.shapes,
        f64::from(size.width()),
        f64::from(size.height()),
    );
    let shapes = shapes.ok_or_else(|| {
        file_fault(
            "nothing in this picture is visible".to_string(),
            "expected at least one shape with a colour",
        )
    })?;
    let strokes: usize = shapes.iter().map(|shape| shape.path.len()).sum();
    if strokes > MAX_STROKES {
        let allowed = format!("at most {MAX_STROKES}");
        return Err(file_fault(
            format!("this picture has {strokes} lines and curves"),
            &allowed,
        ));
    }
    Ok(to_svg(&shapes, colours))
}

/// A painted shape.
struct PaintedShape {
    /// The class that the shape has if it is painted in the theme's colours.
    class: &'static str,
    colour: usvg::Color,
    opacity: f32,
    even_odd: bool,
    path: tiny_skia::Path,
}

/// Collects the shapes that a file shows.
struct Pen {
    colours: Colours,
    shapes: Vec<PaintedShape>,
}

impl Pen {
    /// Collects the shapes of a group. The error names a feature of the group that cannot be
    /// drawn.
    fn group(&mut self, group: &Group, opacity: f32) -> Result<(), &'static str> {
        if group.clip_path().is_some() || group.mask().is_some() || !group.filters().is_empty() {
            return Err("a clip, a mask or a filter");
        }
        if group.blend_mode() != BlendMode::Normal {
            return Err("a blend mode");
        }
        if group.opacity().get() < 1.0 && group.children().len() > 1 {
            return Err("a group that is translucent as a whole");
        }
        let opacity = opacity * group.opacity().get();
        for child in group.children() {
            match child {
                usvg::Node::Group(group) => self.group(group, opacity)?,
                usvg::Node::Path(path) if path.is_visible() => self.path(path, opacity)?,
                usvg::Node::Path(_) => {}
                usvg::Node::Image(_) | usvg::Node::Text(_) => {
                    return Err("something other than shapes");
                }
            }
        }
        Ok(())
    }

    fn path(&mut self, path: &usvg::Path, opacity: f32) -> Result<(), &'static str> {
        let transform = path.abs_transform();
        let mut shapes = Vec::new();
        let mut add = |class, colour, own: f32, even_odd, outline: Option<tiny_skia::Path>| {
            let opacity = opacity * own;
            let path = outline
                .and_then(|outline| outline.transform(transform))
                .filter(|_| opacity > 0.0);
            shapes.extend(path.map(|path| PaintedShape {
                class,
                colour,
                opacity,
                even_odd,
                path,
            }));
        };
        if let Some(fill) = path.fill() {
            let (colour, even_odd) = (flat_colour(fill.paint())?, fill.rule() == FillRule::EvenOdd);
            add(
                "body",
                colour,
                fill.opacity().get(),
                even_odd,
                Some(path.data().clone()),
            );
        }
        if let Some(stroke) = path.stroke() {
            let colour = flat_colour(stroke.paint())?;
            if stroke.dasharray().is_some() {
                return Err("a dashed line");
            }
            let line = path
                .data()
                .stroke(&stroke.to_tiny_skia(), resolution(transform));
            add("line", colour, stroke.opacity().get(), false, line);
        }
        if path.paint_order() == PaintOrder::StrokeAndFill {
            shapes.reverse();
        }
        if self.colours == Colours::OfTheme {
            self.assign_inks(&mut shapes);
        }
        self.shapes.append(&mut shapes);
        Ok(())
    }

    /// Assigns the theme's inks to the shapes of a path. The line round a body is dropped, since
    /// the theme draws one.
    fn assign_inks(&self, shapes: &mut Vec<PaintedShape>) {
        let first = self
            .shapes
            .iter()
            .chain(shapes.iter())
            .find(|shape| shape.class == "body")
            .map(|shape| is_light(shape.colour));
        for shape in shapes.iter_mut() {
            if shape.class == "line" || first.is_some_and(|first| first != is_light(shape.colour)) {
                shape.class = "label";
            }
        }
        if shapes.iter().any(|shape| shape.class == "body") {
            shapes.retain(|shape| shape.class == "body");
        }
    }
}

fn flat_colour(paint: &Paint) -> Result<usvg::Color, &'static str> {
    if let Paint::Color(colour) = paint {
        Ok(*colour)
    } else {
        Err("a gradient or a pattern")
    }
}

/// Returns the resolution for outlining strokes, in pixels per unit of length. A cell is a few
/// hundred pixels wide.
fn resolution(transform: Transform) -> f32 {
    let (x, y) = transform.get_scale();
    x.max(y).clamp(1e-3, 1e3) * 4.0
}

/// Whether a colour is nearer to white than to black.
fn is_light(colour: usvg::Color) -> bool {
    2126 * u32::from(colour.red) + 7152 * u32::from(colour.green) + 722 * u32::from(colour.blue)
        > 1_275_000
}

/// Scales the shapes to hundredths of a cell, so that the file's view fills the cell. If the
/// shapes reach into the margin, shrinks them about the middle of the cell. Returns `None` if
/// nothing is painted.
fn fit_to_cell(shapes: Vec<PaintedShape>, width: f64, height: f64) -> Option<Vec<PaintedShape>> {
    let side = width.max(height);
    let mut farthest: f64 = 0.0;
    for shape in &shapes {
        let bounds = shape.path.bounds();
        for (at, length) in [
            (bounds.left(), width),
            (bounds.right(), width),
            (bounds.top(), height),
            (bounds.bottom(), height),
        ] {
            farthest = farthest.max((f64::from(at) - length / 2.0).abs() / side * 100.0);
        }
    }
    let room = 50.0 - MARGIN;
    let scale = 100.0 / side
        * if farthest > room {
            room / farthest
        } else {
            1.0
        };
    if shapes.is_empty() || !scale.is_finite() || scale <= 0.0 {
        return None;
    }
    let middle = |length: f64| (50.0 - length / 2.0 * scale) as f32;
    let to_cell = Transform::from_row(
        scale as f32,
        0.0,
        0.0,
        scale as f32,
        middle(width),
        middle(height),
    );
    shapes
        .into_iter()
        .map(|shape| {
            Some(PaintedShape {
                path: shape.path.transform(to_cell)?,
                ..shape
            })
        })
        .collect()
}

/// Writes a file in the form of the piece set's.
fn to_svg(shapes: &[PaintedShape], colours: Colours) -> String {
    let mut out = format!("<svg xmlns=\"{SVG}\" viewBox=\"0 0 100 100\">");
    // Without a body, lines in the label's ink would be dark on dark.
    let has_body = shapes.iter().any(|shape| shape.class == "body");
    for shape in shapes {
        let class = match colours {
            Colours::Own => "own",
            Colours::OfTheme if has_body => shape.class,
            Colours::OfTheme => "body",
        };
        let _ = write!(out, "<g class=\"{class}\"><path");
        if colours == Colours::Own {
            let usvg::Color { red, green, blue } = shape.colour;
            let _ = write!(
                out,
                " fill=\"#{red:02x}{green:02x}{blue:02x}\" fill-opacity=\"{:.2}\"",
                shape.opacity
            );
        }
        if shape.even_odd {
            out.push_str(" fill-rule=\"evenodd\"");
        }
        out.push_str(" d=\"");
        for segment in shape.path.segments() {
            let (letter, points) = match segment {
                PathSegment::MoveTo(to) => ('M', vec![to]),
                PathSegment::LineTo(to) => ('L', vec![to]),
                PathSegment::QuadTo(control, to) => ('Q', vec![control, to]),
                PathSegment::CubicTo(first, second, to) => ('C', vec![first, second, to]),
                PathSegment::Close => ('Z', Vec::new()),
            };
            out.push(letter);
            for point in points {
                let _ = write!(out, " {:.2} {:.2}", point.x, point.y);
            }
        }
        out.push_str("\"/></g>");
    }
    out + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(shapes: &str) -> String {
        format!("<svg xmlns=\"{SVG}\" viewBox=\"0 0 10 10\">{shapes}</svg>")
    }

    /// Returns the classes of the adopted shapes, in paint order.
    fn classes(shapes: &str) -> Vec<String> {
        let adopted = convert(&file(shapes), Colours::OfTheme).expect("a picture");
        adopted
            .split("class=\"")
            .skip(1)
            .filter_map(|rest| Some(rest.split('"').next()?.to_string()))
            .collect()
    }

    #[test]
    fn the_first_shape_is_the_body_and_different_shapes_are_labels() {
        for (shapes, expected) in [
            ("<path d='M1 1h8v8z'/>", &["body"][..]),
            (
                "<path d='M1 1h8v8z' fill='white' stroke='black'/><circle cx='5' cy='5' r='1'/>",
                &["body", "label"],
            ),
            (
                "<path d='M1 1h8v8z'/><path d='M2 2h4' stroke='white' fill='none'/>",
                &["body", "label"],
            ),
            (
                "<path d='M1 1h8v8z'/><circle cx='5' cy='5' r='1' fill='#eee'/>",
                &["body", "label"],
            ),
            // Lines alone have no body to be drawn on.
            ("<path d='M2 2h4' stroke='black' fill='none'/>", &["body"]),
        ] {
            assert_eq!(classes(shapes), expected, "{shapes}");
        }
    }

    #[test]
    fn a_picture_fills_its_cell_and_stays_in_it() {
        let ends = |svg: &str| {
            let adopted = convert(svg, Colours::Own).expect("a picture");
            let tree = Tree::from_str(&adopted, &usvg::Options::default()).expect("an SVG file");
            let bounds = tree.root().bounding_box();
            [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()].map(f32::round)
        };
        assert_eq!(
            ends(&file("<path d='M2 3h6v6h-6z'/>")),
            [20.0, 30.0, 80.0, 90.0]
        );
        assert_eq!(
            ends(&file("<path d='M-5 0h20v10h-20z'/>")),
            [6.0, 28.0, 94.0, 72.0],
            "too wide"
        );
        let wide = file("<path d='M2 3h6v6h-6z'/>").replace("0 0 10 10", "0 0 20 10");
        assert_eq!(
            ends(&wide),
            [10.0, 40.0, 40.0, 70.0],
            "a wide file lies in the middle"
        );
        let turned =
            file("<g transform='translate(10 0) scale(-1 1)'><path d='M2 3h3v6h-3z'/></g>");
        assert_eq!(ends(&turned), [50.0, 30.0, 80.0, 90.0]);
    }

    #[test]
    fn colours_of_the_file_are_kept() {
        let adopted = convert(
            &file(
                "<style>.a{fill:#2e8b57}</style><path class='a' d='M1 1h8v8z' opacity='.5' fill-rule='evenodd'/>",
            ),
            Colours::Own,
        );
        let adopted = adopted.expect("a picture");
        assert!(
            adopted.contains("fill=\"#2e8b57\" fill-opacity=\"0.50\" fill-rule=\"evenodd\""),
            "{adopted}"
        );
    }

    #[test]
    fn hostile_files_are_refused() {
        let deep = file(&("<g>".repeat(1500) + "<path d='M1 1h8v8z'/>" + &"</g>".repeat(1500)));
        let many = file(&"<path d='M1 1h8v8z'/>".repeat(5000));
        let long = file(&format!("<path d='M1 1{}z'/>", "h1v1".repeat(20_000)));
        let round = file("<circle r='1e38' cx='5' cy='5'/>");
        let moved = file("<g transform='translate(-2-3e9)'><path d='M1 1h8v8z'/></g>");
        let thin = file("<path d='M1 1h8v8z'/>").replace("0 0 10 10", "0 0 1e-30 1e-30");
        let unseen =
            file("<path d='M1 1h8v8z' fill='transparent'/><path d='M1 1h8v8z' opacity='0'/>");
        let styled = file(&format!(
            "<style>{}</style><path d='M1 1h8v8z'/>",
            "*{fill:red}".repeat(20_000)
        ));
        for (svg, message) in [
            (deep, "this element is nested too deeply"),
            (many, "this picture has too many elements"),
            (long, "this picture has 40002 lines and curves"),
            (round, "`r` is too large"),
            (moved, "`transform` is too large"),
            (thin, "this `viewBox` cannot be drawn"),
            (unseen, "nothing in this picture is visible"),
            (styled, "this style sheet is too long"),
        ] {
            let faults = convert(&svg, Colours::OfTheme).expect_err(message);
            assert_eq!(faults[0].message, message);
        }
    }
}
