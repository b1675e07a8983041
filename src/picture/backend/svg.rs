//! A scene as SVG: as a file that contains its colours, or for a page whose style sheet colours
//! it. Knows no boards and no rules.
//!
//! Numbers are written in hundredths, so that every machine writes the same ones.

mod merged;
mod numbers;
mod outlines;
mod positions;

pub use outlines::{Outlines, PagePicture};
pub use positions::{ShownPosition, album, pieces};

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::scene::theme::{LEGIBLE, Theme, Themes};
use crate::scene::{
    DrawnWords, Group, Ink, Item, Scene, ScenePoint, Shape, ShapeClass, ShapeOutline, UNIT, WHITE,
};
use merged::{cell_names, is_of_cells, is_of_tints, merged, merged_tints, merged_within};
use numbers::{Hundredths, NumberRun, hundredths, write_path};
use outlines::{Chunks, NamedOutlines};
use padma_rules::model::Owner;
use padma_text::xml_escaped;

/// Writes a complete SVG file.
pub fn standalone(scene: &Scene, theme: &Theme, title: &str, description: &str) -> String {
    let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    write_size(&mut out, scene);
    out.push_str(" role=\"img\">");
    write_text(&mut out, "title", None, title);
    write_text(&mut out, "desc", None, description);
    out.push_str("<style>");
    out.push_str(&rules(classes_of(scene), theme));
    out.push_str("</style>");
    let [x, y, width, height] = lengths(scene);
    let paper = theme.colour(Ink::Paper).css();
    let _ = write!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{paper}\"/>"
    );
    let mut chunks = Chunks::of_file();
    for item in &scene.items {
        let merged = match item {
            Item::Group(group) if is_of_cells(group) => merged_within(&group.shapes, scene),
            Item::Group(group) if is_of_tints(group) => merged_tints(&group.shapes),
            item => {
                write_item(&mut chunks, item, false);
                continue;
            }
        };
        let nameless = merged.into_iter().map(|shape| Shape {
            cell: None,
            ..shape
        });
        let mut text = String::new();
        write_shapes(
            &mut text,
            &mut chunks.outlines,
            &nameless.collect::<Vec<_>>(),
        );
        chunks.text().push_str(&text);
    }
    chunks.text().push_str("</svg>\n");
    chunks.for_file(out)
}

/// Adds dark colours to a light file, for readers whose system, or the page that shows the file,
/// is dark.
pub fn add_dark_theme(file: &str, themes: &Themes) -> String {
    let Some((before, after)) = file.split_once("</style>") else {
        return file.to_string();
    };
    let is_used = |class: &ShapeClass| before.contains(&format!(".{}{{", class.name()));
    let used = ShapeClass::all().into_iter().filter(is_used);
    let rules: String = used.map(|class| colours(class, &themes.dark)).collect();
    let [day, night] = [themes.light, themes.dark].map(|theme| theme.colour(Ink::Paper).css());
    let paper = format!("rect[fill=\"{day}\"]{{fill:{night}}}");
    format!("{before}@media (prefers-color-scheme:dark){{{paper}{rules}}}</style>{after}")
}

/// Writes an `svg` element for a page that has [`theme_css`] and [`scales_css`] in its style
/// sheet. The prefix must be unique in the page, because the element's two ids are the prefix, a
/// dot and a word.
pub fn inline(scene: &Scene, id_prefix: &str, title: &str, description: &str) -> PagePicture {
    let prefix: String = id_prefix
        .chars()
        .map(|c| if c.is_whitespace() { '-' } else { c })
        .collect();
    let prefix = xml_escaped(&prefix);
    let mut chunks = Chunks::default();
    let out = chunks.text();
    out.push_str("<svg");
    write_scale(out, scene);
    write_size(out, scene);
    let _ = write!(
        out,
        " role=\"img\" aria-labelledby=\"{prefix}.title\" aria-describedby=\"{prefix}.desc\">"
    );
    write_text(out, "title", Some(&prefix), title);
    write_text(out, "desc", Some(&prefix), description);
    write_items(&mut chunks, scene);
    chunks.text().push_str("</svg>");
    chunks.for_page()
}

/// Writes an `svg` element that is hidden from screen readers, for a picture that shows only what
/// the words beside it say.
pub fn ornament(scene: &Scene) -> PagePicture {
    write_ornament(Chunks::default(), scene).for_page()
}

fn write_ornament(mut chunks: Chunks, scene: &Scene) -> Chunks {
    let out = chunks.text();
    out.push_str("<svg class=\"b-board\"");
    write_size(out, scene);
    out.push_str(" aria-hidden=\"true\">");
    write_items(&mut chunks, scene);
    chunks.text().push_str("</svg>");
    chunks
}

/// Writes the same element without references, for a script that changes its parts.
pub fn unfolded(scene: &Scene) -> String {
    write_ornament(Chunks::of_parts(), scene).in_place().alone()
}

/// Gives inline pictures the namespace that they need in a page of XML.
pub fn in_xml(inline: &str) -> String {
    inline.replace("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"")
}

/// Turns an inline picture into a file of its own, for a document that has no style sheet.
#[cfg(feature = "pdf")]
pub fn to_file(inline: &str, theme: &Theme) -> String {
    let (Some(rest), Some(end)) = (inline.strip_prefix("<svg"), inline.find('>')) else {
        return inline.to_string();
    };
    let (start, items) = rest.split_at(end + 1 - "<svg".len());
    let is_used = |class: &ShapeClass| items.contains(&*class.name());
    let rules = rules(ShapeClass::all().into_iter().filter(is_used), theme);
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\"{start}<style>{rules}</style>{items}")
}

/// Writes the style sheet for pages: the built-in palettes as custom properties (`--b-paper`,
/// `--b-mark-0`, …), and a rule for each class. Pages are light unless the reader's system or
/// `data-theme="dark"` says otherwise; in print they are always light.
pub fn theme_css() -> String {
    theme_rules(&Themes::BUILT_IN, properties) + &rules_css()
}

/// Writes a theme's declarations, for pages that are light unless the reader's system or
/// `data-theme="dark"` says otherwise.
fn theme_rules(themes: &Themes, declarations: impl Fn(&Theme) -> String) -> String {
    let (light, dark) = (declarations(&themes.light), declarations(&themes.dark));
    let mut css = format!(":root,[data-theme=light]{{{light}}}\n");
    let _ = writeln!(
        css,
        "@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
    );
    let _ = writeln!(css, "@media screen{{[data-theme=dark]{{{dark}}}}}");
    // Browsers do not print backgrounds, so light text meant for a dark one would be invisible.
    if themes.light.colour(Ink::Text).contrast(WHITE) < LEGIBLE {
        let _ = writeln!(
            css,
            "@media print{{:root,[data-theme]{{{}}}}}",
            declarations(&Theme::LIGHT)
        );
    }
    css
}

/// Writes the colours of the boards and pages of a book with its own theme, as the custom properties of
/// [`theme_css`] and `style.css`. Returns nothing for the built-in themes, which these already have.
pub fn own_css(themes: &Themes) -> String {
    if *themes == Themes::BUILT_IN {
        return String::new();
    }
    let all = |theme: &Theme| {
        let [paper, ink, soft] = [Ink::Paper, Ink::Text, Ink::Soft].map(|ink| theme.colour(ink));
        let colours = [
            ("paper", paper),
            ("ink", ink),
            ("soft", soft),
            ("rule", theme.rule()),
            ("wash", theme.wash()),
            ("good", theme.accent),
            ("bad", theme.bad),
            ("maybe", theme.maybe),
        ];
        let pages = colours.map(|(name, colour)| format!("--{name}:{};", colour.css()));
        properties(theme) + &pages.concat()
    };
    "/* The book's own colours. */\n".to_string() + &theme_rules(themes, all)
}

/// Writes the style sheet for pages that are dark where one of these selectors matches.
pub fn themed_css(dark: &str) -> String {
    let Themes {
        light,
        dark: darker,
    } = Themes::BUILT_IN;
    let (light, darker) = (properties(&light), properties(&darker));
    format!(
        ":root{{{light}}}\n@media screen{{{dark}{{{darker}}}}}\n{}",
        rules_css()
    )
}

/// Writes a theme's colours as custom properties.
fn properties(theme: &Theme) -> String {
    let property = |ink: Ink| format!("--{}:{};", ink.name(), theme.colour(ink).css());
    Ink::all().into_iter().map(property).collect()
}

/// Writes a rule for each class, with the colours as custom properties.
fn rules_css() -> String {
    let property = |ink: Ink| format!("var(--{})", ink.name());
    // A page makes these lines wider where boards are small.
    let width = |class: ShapeClass, usual: Hundredths| match class {
        ShapeClass::Lines | ShapeClass::Rim | ShapeClass::Piece(Owner::White) => {
            format!("var(--{}-width,{usual})", class.name())
        }
        _ => usual.to_string(),
    };
    [
        ".b-board{display:block;max-width:100%;height:auto}\n",
        &board_rules(&property, &width),
        ".b-board :is(.b-lines,.b-rim,.b-gap,.b-link){pointer-events:none}\n",
        &swatches(&property),
    ]
    .concat()
}

/// Writes the style sheet for readers that may not support custom properties: it contains the
/// colours themselves, with dark ones where the reader's system asks for them.
pub fn fixed_css(themes: &Themes) -> String {
    let both = |theme: &Theme| {
        let colour = |ink: Ink| theme.colour(ink).css();
        board_rules(&colour, &usual_width) + &swatches(&colour)
    };
    format!(
        "{}@media (prefers-color-scheme:dark){{\n{}}}\n",
        both(&themes.light),
        both(&themes.dark)
    )
}

/// Writes a rule for each class, scoped to the boards of a page.
fn board_rules(
    colour: &dyn Fn(Ink) -> String,
    width: &dyn Fn(ShapeClass, Hundredths) -> String,
) -> String {
    ShapeClass::all()
        .into_iter()
        .map(|class| rule(class, ".b-board ", colour, width) + "\n")
        .collect()
}

fn usual_width(_: ShapeClass, usual: Hundredths) -> String {
    usual.to_string()
}

/// Writes the rules for the colour swatches beside words about marks.
fn swatches(colour: &dyn Fn(Ink) -> String) -> String {
    let marks = Ink::all()
        .into_iter()
        .filter(|ink| matches!(ink, Ink::Mark(_)));
    marks
        .map(|ink| format!(".swatch.{}{{background:{}}}\n", ink.name(), colour(ink)))
        .collect()
}

/// Writes the class that holds the board's width in hundredths of a cell's side. With it, a page
/// shows boards of every size at one scale.
fn write_scale(out: &mut String, scene: &Scene) {
    let _ = write!(
        out,
        " class=\"b-board {WIDTH_CLASS}{}\"",
        hundredths(scene.view.width / UNIT)
    );
}

/// The prefix of the class that holds a board's width.
const WIDTH_CLASS: &str = "b-w";

/// Writes the rules that set `--b-sides`, a board's width in cell sides, for the boards of these
/// pages.
pub fn scales_css<'a>(pages: impl Iterator<Item = &'a str>) -> String {
    let opening = format!("<svg class=\"b-board {WIDTH_CLASS}");
    let mut widths = BTreeSet::new();
    for page in pages {
        widths.extend(
            page.split(&opening)
                .skip(1)
                .filter_map(|rest| rest.split('"').next()?.parse::<i64>().ok()),
        );
    }
    let mut css = String::new();
    for width in widths {
        let _ = writeln!(
            css,
            ".{WIDTH_CLASS}{width}{{--b-sides:{}}}",
            Hundredths(width)
        );
    }
    css
}

/// Writes the rules of a file's classes in the colours of a theme.
fn rules(classes: impl IntoIterator<Item = ShapeClass>, theme: &Theme) -> String {
    let colour = |ink: Ink| theme.colour(ink).css();
    let rule = |class: ShapeClass| {
        let rule = rule(class, "", colour, usual_width);
        // Said once for the whole file.
        rule.replace(&format!(";{ROUND}"), "")
    };
    let rules: String = classes.into_iter().map(rule).collect();
    format!("svg{{{ROUND}}}{rules}")
}

/// Lines have round corners and ends.
const ROUND: &str = "stroke-linejoin:round;stroke-linecap:round";

/// Writes a CSS rule that sets only the colours of a class in a theme.
fn colours(class: ShapeClass, theme: &Theme) -> String {
    let paint = class.paint();
    let fill = paint.fill.map(|ink| ("fill", ink));
    let stroke = paint.stroke.map(|(ink, _)| ("stroke", ink));
    let colours: Vec<String> = [fill, stroke]
        .into_iter()
        .flatten()
        .map(|(property, ink)| format!("{property}:{}", theme.colour(ink).css()))
        .collect();
    match colours.is_empty() {
        true => String::new(),
        false => format!(".{}{{{}}}", class.name(), colours.join(";")),
    }
}

/// Writes the rule of a class.
fn rule(
    class: ShapeClass,
    scope: &str,
    colour: impl Fn(Ink) -> String,
    width: impl Fn(ShapeClass, Hundredths) -> String,
) -> String {
    let paint = class.paint();
    let mut rule = format!("{scope}.{}{{fill:", class.name());
    rule.push_str(&paint.fill.map_or("none".to_string(), &colour));
    if let Some((ink, usual)) = paint.stroke {
        let (colour, width) = (colour(ink), width(class, Hundredths::of(usual)));
        let _ = write!(rule, ";stroke:{colour};stroke-width:{width};{ROUND}");
    }
    for (index, length) in paint.dashes.iter().enumerate() {
        let before = if index == 0 {
            ";stroke-dasharray:"
        } else {
            " "
        };
        let _ = write!(rule, "{before}{}", Hundredths::of(*length));
    }
    rule.push('}');
    rule
}

/// Returns the classes that occur in a scene, in a fixed order.
fn classes_of(scene: &Scene) -> BTreeSet<ShapeClass> {
    let mut used = BTreeSet::new();
    for item in &scene.items {
        match item {
            Item::Shape(shape) => used.extend(shape.class),
            Item::Group(group) => {
                used.extend(group.class);
                used.extend(group.shapes.iter().filter_map(|shape| shape.class));
            }
        }
    }
    used
}

fn write_size(out: &mut String, scene: &Scene) {
    let [x, y, width, height] = lengths(scene);
    let _ = write!(
        out,
        " viewBox=\"{x} {y} {width} {height}\" width=\"{width}\" height=\"{height}\""
    );
}

/// Returns a scene's upper left corner, width and height.
fn lengths(scene: &Scene) -> [Hundredths; 4] {
    let view = scene.view;
    [view.corner.x, view.corner.y, view.width, view.height].map(Hundredths::of)
}

/// Writes a `title` or `desc` element.
fn write_text(out: &mut String, element: &str, prefix: Option<&str>, text: &str) {
    let id = prefix.map_or(String::new(), |prefix| {
        format!(" id=\"{prefix}.{element}\"")
    });
    let _ = write!(out, "<{element}{id}>{}</{element}>", xml_escaped(text));
}

/// Writes the items of a scene. What many pictures of a board have alike is a part.
fn write_items(chunks: &mut Chunks, scene: &Scene) {
    for item in &scene.items {
        write_item(chunks, item, true);
    }
}

/// Writes an item; `is_named` says that a script may look for its cells.
fn write_item(chunks: &mut Chunks, item: &Item, is_named: bool) {
    let nameless;
    let item = match is_named {
        true => item,
        false => {
            nameless = item.clone().without_cells();
            &nameless
        }
    };
    match item {
        Item::Shape(shape) => {
            let mut part = String::new();
            write_shape(&mut part, &mut chunks.outlines, shape);
            chunks.part(part);
        }
        Item::Group(group) if is_of_cells(group) => write_cells(chunks, &group.shapes),
        Item::Group(group) => write_group(chunks, group),
    }
}

/// Writes the plain cells of a board as a part, from which a script can draw each by itself.
fn write_cells(chunks: &mut Chunks, cells: &[Shape]) {
    let mut part = String::from("<g data-cells=\"");
    part.push_str(&xml_escaped(&cell_names(cells)));
    part.push_str("\">");
    write_shapes(&mut part, &mut chunks.outlines, &merged(cells));
    part.push_str("</g>");
    chunks.part(part);
}

/// Writes a group. A piece is a part that all its cells share; the rings round it are not in the
/// part. A group without a cell or a title is a part as a whole.
fn write_group(chunks: &mut Chunks, group: &Group) {
    let mut out = String::from("<g");
    write_attributes(&mut out, group.class, group.cell.as_deref());
    if let Some(at) = group.origin {
        let [x, y] = [at.x, at.y].map(Hundredths::of);
        let _ = write!(out, " transform=\"translate({x} {y})\"");
    }
    out.push('>');
    if let Some(title) = &group.title {
        write_text(&mut out, "title", None, title);
    }
    let is_ring = |shape: &Shape| matches!(shape.class, Some(ShapeClass::Ring(_)));
    let rings = group.shapes.partition_point(is_ring);
    let (rings, body) = group.shapes.split_at(rings);
    write_shapes(&mut out, &mut chunks.outlines, rings);
    let mut part = String::new();
    write_shapes(&mut part, &mut chunks.outlines, body);
    if group.origin.is_some() {
        chunks.text().push_str(&out);
        chunks.part(part);
        chunks.text().push_str("</g>");
    } else {
        let whole = format!("{out}{part}</g>");
        match group.cell.is_none() && group.title.is_none() {
            true => chunks.part(whole),
            false => chunks.text().push_str(&whole),
        }
    }
}

fn write_attributes(out: &mut String, class: Option<ShapeClass>, cell: Option<&str>) {
    if let Some(class) = class {
        let _ = write!(out, " class=\"{}\"", class.name());
    }
    if let Some(cell) = cell {
        let _ = write!(out, " data-cell=\"{}\"", xml_escaped(cell));
    }
}

/// Writes shapes in paint order. Words of one size that follow one another, such as the letters at a
/// board's edge, share a scale.
fn write_shapes(out: &mut String, outlines: &mut NamedOutlines, shapes: &[Shape]) {
    let size = |shape: &Shape| match &shape.outline {
        ShapeOutline::Words(words) if shape.class.is_none() && shape.cell.is_none() => {
            Some(words.capitals)
        }
        _ => None,
    };
    let are_apart = outlines.are_words_apart;
    let is_alike =
        |one: &Shape, next: &Shape| !are_apart && size(one).is_some() && size(one) == size(next);
    for shapes in shapes.chunk_by(is_alike) {
        match shapes {
            [shape] => write_shape(out, outlines, shape),
            all => {
                out.push_str("<g");
                outlines.write(out, all.iter().filter_map(words_of));
                out.push_str("</g>");
            }
        }
    }
}

fn words_of(shape: &Shape) -> Option<&DrawnWords> {
    match &shape.outline {
        ShapeOutline::Words(words) => Some(words),
        _ => None,
    }
}

fn write_shape(out: &mut String, outlines: &mut NamedOutlines, shape: &Shape) {
    let (element, geometry) = match &shape.outline {
        ShapeOutline::Polygon(corners) => ("<polygon", points(corners)),
        ShapeOutline::Circle { centre, radius } => {
            let [x, y, radius] = [centre.x, centre.y, *radius].map(Hundredths::of);
            ("<circle", format!("cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""))
        }
        ShapeOutline::Path(path) => {
            let mut outline = String::new();
            write_path(&mut outline, path, 1);
            let id = may_recur(shape).then(|| outlines.path_id(&outline));
            match id.flatten() {
                Some(id) => ("<use", format!("href=\"#{id}\"")),
                None => ("<path", format!("d=\"{outline}\"")),
            }
        }
        ShapeOutline::Words(words) => {
            out.push_str("<g");
            write_attributes(out, shape.class, shape.cell.as_deref());
            outlines.write(out, std::iter::once(words));
            return out.push_str("</g>");
        }
    };
    out.push_str(element);
    write_attributes(out, shape.class, shape.cell.as_deref());
    if shape.even_odd {
        out.push_str(" fill-rule=\"evenodd\"");
    }
    if let Some(paint) = shape.paint {
        let _ = write!(out, " fill=\"{}\"", paint.colour.css());
        if hundredths(paint.opacity) < 100 {
            let _ = write!(out, " fill-opacity=\"{}\"", Hundredths::of(paint.opacity));
        }
    }
    let _ = write!(out, " {geometry}/>");
}

fn points(corners: &[ScenePoint]) -> String {
    let mut out = String::from("points=\"");
    let mut run = NumberRun::new(&mut out);
    corners
        .iter()
        .for_each(|at| run.put_pair(hundredths(at.x), hundredths(at.y)));
    out + "\""
}

/// Whether the same outline may occur with other colours: both sides have the same pictures of pieces,
/// and a board's rim has the same outline as its ground.
fn may_recur(shape: &Shape) -> bool {
    match shape.class {
        Some(ShapeClass::Cell(_)) => shape.even_odd,
        Some(class) => matches!(
            class,
            ShapeClass::Rim
                | ShapeClass::Piece(_)
                | ShapeClass::Label(_)
                | ShapeClass::Red(_)
                | ShapeClass::Inlay(_)
                | ShapeClass::Stand
        ),
        None => shape.paint.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Segment, View};

    const CLASS: ShapeClass = ShapeClass::Cell(0);

    fn scene(outlines: Vec<ShapeOutline>) -> Scene {
        let corner = ScenePoint { x: -1.0, y: 0.0 };
        let items = outlines
            .into_iter()
            .map(|o| Item::Shape(Shape::of(CLASS, o)))
            .collect();
        Scene {
            view: View {
                corner,
                width: 20.0,
                height: 10.0,
            },
            items,
        }
    }

    #[test]
    fn rounding_errors_in_paths_do_not_add_up() {
        let at = |x: f64, y: f64| ScenePoint { x, y };
        let zigzag: Vec<Segment> = std::iter::once(Segment::Move(at(0.0, 0.0)))
            .chain((1..=30).map(|i| Segment::Line(at(f64::from(i) / 3.0, f64::from(i % 2)))))
            .collect();
        let svg = standalone(
            &scene(vec![ShapeOutline::Path(zigzag)]),
            &Theme::LIGHT,
            "",
            "",
        );
        let tree =
            resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).expect("an SVG");
        let right = tree.root().bounding_box().right();
        assert!(
            (right - 20.0).abs() < 0.01,
            "the paper reaches furthest: {right}"
        );
        let path = svg
            .split(" d=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .expect("a path");
        let steps: Vec<f64> = path
            .replace(['M', 'l'], " ")
            .replace('-', " -")
            .split_whitespace()
            .filter_map(|n| n.parse().ok())
            .collect();
        let end: f64 = steps.iter().step_by(2).sum();
        assert!((end - 10.0).abs() < 1e-9, "{path}: {end}");
    }

    #[test]
    fn titles_survive_escaping() {
        let title = "Bishop <b> & \"pawn\" 'x' ]]> \u{1} end";
        let empty = scene(Vec::new());
        let inline = inline(&empty, "fig 1\"", title, "d & e").alone();
        let page = format!("<html xmlns=\"http://www.w3.org/1999/xhtml\">{inline}</html>");
        for document in [standalone(&empty, &Theme::DARK, title, "d & e"), page] {
            let read = resvg::usvg::roxmltree::Document::parse(&document).expect("well-formed");
            let text = |name: &str| {
                let node = read.descendants().find(|node| node.has_tag_name(name));
                node.and_then(|node| node.text()).map(str::to_string)
            };
            let find = |name: &str| {
                read.descendants()
                    .find(|node| node.tag_name().name() == name)
                    .and_then(|node| node.text())
            };
            assert_eq!(
                text("title").as_deref().or(find("title")),
                Some(&*title.replace('\u{1}', "\u{fffd}"))
            );
            assert_eq!(find("desc"), Some("d & e"));
        }
    }

    #[test]
    fn the_style_sheet_has_each_width_once() {
        let board = |width: &str| {
            format!("<p><svg class=\"b-board b-w{width}\" viewBox=\"0 0 9 9\"></svg></p>")
        };
        let pages = [
            board("1150") + &board("905"),
            board("1150"),
            "class=\"b-w7\"".to_string(),
        ];
        let css = scales_css(pages.iter().map(String::as_str));
        assert_eq!(css, ".b-w905{--b-sides:9.05}\n.b-w1150{--b-sides:11.5}\n");
    }

    #[test]
    fn the_style_sheet_colours_every_class_with_defined_inks() {
        let css = theme_css();
        for class in ShapeClass::all() {
            assert_eq!(
                css.matches(&format!(".{}{{", class.name())).count(),
                1,
                "{class:?}"
            );
        }
        let known: Vec<String> = Ink::all().into_iter().map(|ink| ink.name()).collect();
        for used in css
            .split("var(--")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let is_width = used.contains("-width,");
            assert!(is_width || known.iter().any(|name| name == used), "{used}");
        }
        assert_eq!(css.matches('{').count(), css.matches('}').count());
    }
}
