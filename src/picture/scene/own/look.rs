//! Finds what a picture of a piece may not contain: scripts, references, links and text, and
//! numbers and nesting depths that could never be drawn. Knows no drawing.

use std::ops::Range;

use resvg::usvg::roxmltree::{Attribute, Error, Node};

/// Maximum number of nodes in a file, and maximum nesting depth.
pub(super) const MAX_NODES: u32 = 4_000;
const MAX_DEPTH: usize = 64;
/// Maximum number of rules in a style sheet, or of styles of an element. Each rule is matched
/// against each element.
const MAX_STYLES: usize = 200;
/// The largest number in a measure. A circle of radius 1e38 would consist of millions of curves.
const MAX_MEASURE: f64 = 1e6;
/// The attributes that give the position and the size of a shape.
const MEASURES: &str =
    "d points transform x y x1 y1 x2 y2 cx cy r rx ry width height stroke-width stroke-miterlimit";

pub(super) const SVG: &str = "http://www.w3.org/2000/svg";
/// The elements that are drawn or contain elements that are drawn.
const DRAWN_ELEMENTS: [&str; 9] = [
    "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
];
/// The elements that are not drawn and do no harm, because nothing may refer to them.
const HARMLESS_ELEMENTS: [&str; 12] = [
    "defs",
    "title",
    "desc",
    "metadata",
    "style",
    "linearGradient",
    "radialGradient",
    "stop",
    "pattern",
    "clipPath",
    "mask",
    "marker",
];

/// The reason why a file cannot be used as a picture of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureFault {
    /// The byte range of the fault.
    pub range: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What is expected in its place.
    pub expected: String,
}

impl PictureFault {
    /// Returns a fault at a byte range of the picture.
    pub fn new(range: Range<usize>, message: impl Into<String>, expected: &str) -> PictureFault {
        PictureFault {
            range,
            message: message.into(),
            expected: expected.to_string(),
        }
    }
}

pub(super) const FLAT: &str =
    "expected shapes in flat colours, which look the same everywhere, on paper too";

/// Returns the fault of a file that is not valid XML or has too many nodes.
pub(super) fn syntax(svg: &str, error: &Error) -> PictureFault {
    let place = error.pos();
    let line: usize = svg
        .split_inclusive('\n')
        .take(place.row.saturating_sub(1) as usize)
        .map(str::len)
        .sum();
    let column = svg[line..]
        .char_indices()
        .nth(place.col.saturating_sub(1) as usize);
    let at = line + column.map_or(0, |(at, _)| at);
    match error {
        Error::DtdDetected => {
            let at = svg.find("<!DOCTYPE").unwrap_or(0);
            let message = "a picture cannot have a document type: entities could make it endless";
            PictureFault::new(
                at..(at + 9).min(svg.len()),
                message,
                "expected only the element `svg`",
            )
        }
        Error::NodesLimitReached => PictureFault::new(
            0..0,
            "this picture has too many elements",
            &format!("at most {MAX_NODES}"),
        ),
        other => {
            // The message ends with the place, which is shown anyway.
            let text = other.to_string();
            let text = text.split(" at ").next().unwrap_or_default();
            PictureFault::new(at..at, format!("this is not valid SVG: {text}"), "here")
        }
    }
}

/// Finds everything in a file that a picture may not contain.
pub(super) fn find_faults(root: Node<'_, '_>) -> Vec<PictureFault> {
    let mut faults = Vec::new();
    if root.tag_name().name() != "svg" || root.tag_name().namespace() != Some(SVG) {
        let message = format!("`{}` is not a picture", root.tag_name().name());
        let expected = format!("expected an element `svg` with `xmlns=\"{SVG}\"`");
        return vec![PictureFault::new(opening_range(root), message, &expected)];
    }
    for node in root.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        let mut refuse = |message: &str, expected: &str| {
            faults.push(PictureFault::new(opening_range(node), message, expected))
        };
        let is_foreign = node.tag_name().namespace() != Some(SVG);
        // Metadata of drawing programs, which no browser reads.
        if is_foreign && name != "script" {
            continue;
        }
        let (is_drawn, is_unused) = (
            DRAWN_ELEMENTS.contains(&name),
            HARMLESS_ELEMENTS.contains(&name) || name.starts_with("fe"),
        );
        if !is_drawn && !is_unused && name != "filter" {
            let (message, expected) = refusal(name);
            refuse(&message, expected);
        }
        if name == "svg" && node != root {
            refuse(
                "a picture cannot contain another picture",
                "expected a group, `g`",
            );
        }
        if node.ancestors().nth(MAX_DEPTH).is_some() {
            refuse("this element is nested too deeply", "at most 64 levels");
            return faults;
        }
        if name == "style" {
            let text: String = node.children().filter_map(|child| child.text()).collect();
            if text.matches('{').count() > MAX_STYLES {
                refuse("this style sheet is too long", "at most 200 rules");
            }
            if text.contains("@import") || text.contains("url(") {
                let message = "this style sheet refers to something outside it";
                refuse(message, "expected only colours and widths");
            }
        }
        for attribute in node.attributes() {
            if let Some((message, expected)) = attribute_fault(&attribute, is_drawn) {
                faults.push(PictureFault::new(attribute.range(), message, expected));
            }
        }
    }
    faults
}

/// Returns why an element is not allowed in a picture, and what is expected in its place.
fn refusal(name: &str) -> (String, &'static str) {
    let animations = [
        "animate",
        "animateTransform",
        "animateMotion",
        "animateColor",
        "set",
    ];
    match name {
        "script" => (
            "a picture cannot run scripts".to_string(),
            "expected only shapes",
        ),
        "text" | "tspan" | "textPath" | "tref" => (
            "text in a picture would look different on every machine".to_string(),
            "expected shapes: drawing programs can turn text into paths",
        ),
        "image" | "feImage" => (
            "a picture cannot show another picture".to_string(),
            "expected only shapes",
        ),
        "a" => (
            "a picture cannot contain links".to_string(),
            "expected a group, `g`",
        ),
        "foreignObject" => (
            "a picture can contain only shapes".to_string(),
            "expected only shapes",
        ),
        "use" | "symbol" => (
            "this refers to a shape drawn elsewhere".to_string(),
            "expected the shape itself",
        ),
        name if animations.contains(&name) => (
            "a picture cannot be animated".to_string(),
            "expected shapes without animation",
        ),
        name => (
            format!("`{name}` is not a shape"),
            "expected one of `path`, `rect`, `circle`, `ellipse`, `line`, `polyline`, `polygon`, or a group, `g`",
        ),
    }
}

/// Returns what is wrong with an attribute and what is expected, if anything is wrong.
fn attribute_fault(
    attribute: &Attribute<'_, '_>,
    is_drawn: bool,
) -> Option<(String, &'static str)> {
    let (name, value) = (attribute.name(), attribute.value());
    let is_script = name.to_ascii_lowercase().starts_with("on")
        || value
            .trim_start()
            .to_ascii_lowercase()
            .starts_with("javascript:");
    if is_script {
        return Some((
            "a picture cannot run scripts".to_string(),
            "expected no such attribute",
        ));
    }
    // Elements that are not drawn may refer to anything.
    if !is_drawn {
        return None;
    }
    match name {
        "style" if value.matches(';').count() > MAX_STYLES => Some((
            "this element has too many styles".to_string(),
            "at most 200",
        )),
        _ if MEASURES.split(' ').any(|measure| measure == name)
            && largest_number(value) > MAX_MEASURE =>
        {
            Some((format!("`{name}` is too large"), "at most a million"))
        }
        "viewBox" if !is_box(value) => Some((
            "this `viewBox` cannot be drawn".to_string(),
            "expected the two coordinates of a corner, a width and a height",
        )),
        "href" => Some((
            "a picture cannot contain links".to_string(),
            "expected no such attribute",
        )),
        _ if value.contains("url(") => Some((
            format!("`{name}` refers to something outside the shape"),
            FLAT,
        )),
        _ => None,
    }
}

/// Returns the largest absolute value in a list of numbers. Words that are not numbers are left
/// to the renderer.
fn largest_number(list: &str) -> f64 {
    let mut numbers: Vec<String> = vec![String::new()];
    let mut before = ' ';
    for c in list.chars() {
        let is_sign = matches!(c, '-' | '+') && !matches!(before, 'e' | 'E');
        if is_sign || !matches!(c, '0'..='9' | '.' | 'e' | 'E' | '-' | '+') {
            numbers.push(String::new());
        }
        if let Some(number) = numbers
            .last_mut()
            .filter(|_| matches!(c, '0'..='9' | '.' | 'e' | 'E' | '-' | '+'))
        {
            number.push(c);
        }
        before = c;
    }
    numbers
        .iter()
        .filter_map(|number| number.parse::<f64>().ok())
        .map(f64::abs)
        .fold(0.0, f64::max)
}

/// Whether a list gives the corner, width and height of a part of the plane that can be drawn.
fn is_box(list: &str) -> bool {
    let numbers: Vec<f32> = list
        .split([' ', ',', '\n', '\t'])
        .filter(|word| !word.is_empty())
        .filter_map(|word| word.parse().ok())
        .collect();
    let is_side = |side: &f32| (1e-3..=1e6).contains(side);
    numbers.len() == 4
        && numbers[..2].iter().all(|number| number.abs() <= 1e6)
        && numbers[2..].iter().all(is_side)
}

/// Returns the byte range of an element's opening: `<` and its name.
pub(super) fn opening_range(node: Node<'_, '_>) -> Range<usize> {
    let range = node.range();
    let length = 1 + node.tag_name().name().len();
    range.start..(range.start + length).min(range.end)
}
