//! The piece set, drawn for this project: one SVG file in `pieces/` for each [`Picture`].
//! Authors' own pictures are [converted to the same form](super::own); [tiles] are the pieces of
//! other sets.
//!
//! A file has three kinds of groups, in paint order: the `body`, filled and outlined in a piece's
//! colours; the `inlay`, lines within it; and the `label`, filled shapes within it. A promoted piece
//! has the groups of what it was, and then those of a mark. In a picture with its own colours the
//! groups are `own`. The colours written in the files apply only where a file is opened by itself.
//! Each `path` and `circle` is a shape. Paths use the absolute commands `M L Q C A Z`, and arcs are
//! parts of circles.

use resvg::usvg::roxmltree::{Document, Node};
use svgtypes::{PathParser, PathSegment};

use super::class::ShapeClass;
use super::colour::Colour;
use super::shape::{
    HUNDREDTH, OwnPaint, PICTURE_CELL, ScenePoint, Segment, Shape, ShapeOutline, circle,
};
use super::tiles;
use padma_rules::model::{Owner, Picture, PieceImage};

/// Returns the shapes of a piece's picture round the origin, in paint order. A picture of size 1
/// fills a square. A piece that its set lacks is drawn as a figure.
pub(crate) fn shapes(image: &PieceImage, owner: Owner, size: f64) -> Vec<Shape> {
    let shapes = match image {
        PieceImage::Set(set, picture) => {
            tiles::shapes(*set, *picture, owner).unwrap_or_else(|| drawn(svg_of(*picture), owner))
        }
        PieceImage::Own(own) => drawn(own.of(owner.pictured()), owner),
    };
    let shapes = shapes.into_iter();
    shapes.map(|shape| shape.scaled(size)).collect()
}

/// Returns the shapes of an SVG file round the origin.
fn drawn(file: &str, owner: Owner) -> Vec<Shape> {
    let corner = ScenePoint {
        x: -PICTURE_CELL / 2.0,
        y: -PICTURE_CELL / 2.0,
    };
    let shapes = read(file, owner, corner);
    debug_assert!(shapes.is_ok(), "{file}: {shapes:?}");
    shapes.unwrap_or_default()
}

/// Reads the shapes of an SVG file. `corner` is the upper left corner of its cell.
fn read(svg: &str, owner: Owner, corner: ScenePoint) -> Result<Vec<Shape>, String> {
    let document = Document::parse(svg).map_err(|error| error.to_string())?;
    let mut shapes = Vec::new();
    for group in document.root_element().children().filter(Node::is_element) {
        let class = match group.attribute("class") {
            Some("body") => Some(ShapeClass::Piece(owner)),
            Some("inlay") => Some(ShapeClass::Inlay(owner)),
            Some("label") => Some(ShapeClass::Label(owner)),
            Some("own") => None,
            other => return Err(format!("a group of class {other:?}")),
        };
        for element in group.children().filter(Node::is_element) {
            let shape = Shape::plain(ShapeOutline::Path(path(element, corner)?));
            let even_odd = element.attribute("fill-rule") == Some("evenodd");
            let paint = if class.is_none() {
                Some(paint(element)?)
            } else {
                None
            };
            shapes.push(Shape {
                class,
                even_odd,
                paint,
                ..shape
            });
        }
    }
    Ok(shapes)
}

/// Reads the colour of a shape in a picture with its own colours.
fn paint(element: Node<'_, '_>) -> Result<OwnPaint, String> {
    let colour = element.attribute("fill").and_then(Colour::from_css);
    let opacity = element
        .attribute("fill-opacity")
        .map_or(Ok(1.0), str::parse);
    match (colour, opacity) {
        (Some(colour), Ok(opacity)) => Ok(OwnPaint { colour, opacity }),
        _ => Err("a shape without a colour".to_string()),
    }
}

fn path(element: Node<'_, '_>, corner: ScenePoint) -> Result<Vec<Segment>, String> {
    let point = |x: f64, y: f64| corner.moved(x * HUNDREDTH, y * HUNDREDTH);
    let number = |name: &str| {
        let number = element
            .attribute(name)
            .and_then(|text| text.parse::<f64>().ok());
        number.ok_or_else(|| format!("a circle without {name}"))
    };
    let segment = |segment: Result<PathSegment, svgtypes::Error>| {
        let segment = segment.map_err(|error| error.to_string())?;
        Ok(match segment {
            PathSegment::MoveTo { abs: true, x, y } => Segment::Move(point(x, y)),
            PathSegment::LineTo { abs: true, x, y } => Segment::Line(point(x, y)),
            PathSegment::Quadratic {
                abs: true,
                x1,
                y1,
                x,
                y,
            } => Segment::Quad(point(x1, y1), point(x, y)),
            PathSegment::CurveTo {
                abs: true,
                x1,
                y1,
                x2,
                y2,
                x,
                y,
            } => Segment::Cubic(point(x1, y1), point(x2, y2), point(x, y)),
            PathSegment::EllipticalArc {
                abs: true,
                rx,
                ry,
                large_arc: false,
                sweep,
                x,
                y,
                ..
            } if rx == ry => Segment::Arc {
                radius: rx * HUNDREDTH,
                clockwise: sweep,
                to: point(x, y),
            },
            PathSegment::ClosePath { .. } => Segment::Close,
            other => return Err(format!("a path with {other:?}")),
        })
    };
    match (element.tag_name().name(), element.attribute("d")) {
        ("path", Some(d)) => PathParser::from(d).map(segment).collect(),
        ("circle", _) => {
            let centre = point(number("cx")?, number("cy")?);
            Ok(circle(centre, number("r")? * HUNDREDTH, true).to_vec())
        }
        (other, _) => Err(format!("`{other}` is not a shape of a piece")),
    }
}

/// Returns the SVG file of a picture. A test ensures that each picture has one.
fn svg_of(picture: Picture) -> &'static str {
    FILES
        .iter()
        .find(|(name, _)| *name == picture.name())
        .map_or("", |(_, file)| file)
}

macro_rules! files {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("pieces/", $name, ".svg")))),*] };
}

/// Every file of the folder, by its picture's name.
const FILES: &[(&str, &str)] = files! {
    "king" "queen" "rook" "bishop" "knight" "pawn" "archbishop" "chancellor" "amazon" "guard" "ferz"
    "ferz-wide" "wazir" "dabbaba" "elephant" "camel" "zebra" "nightrider" "grasshopper" "cannon" "griffon"
    "warpriest" "caballero" "dragon" "walrus" "jackal" "mongoose" "four-diamond" "adviser" "spy" "joker"
    "wiseman" "gold" "silver" "chad-rook" "spider" "wizard" "castle" "castle-orthogonal" "castle-diagonal"
    "immobilizer" "pusher" "long-leaper" "withdrawer" "coordinator" "encloser" "spent-encloser" "swapper"
    "chameleon" "duck" "unicorn" "hawk" "frog" "turtle" "centaur" "alibaba" "lance" "general" "soldier" "dragon-king" "dragon-horse"
    "promoted-queen" "promoted-rook" "promoted-bishop" "promoted-knight" "promoted-pawn" "promoted-lance"
    "promoted-silver"
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::svg;
    use crate::scene::UNIT;
    use padma_rules::model::PieceSet;

    fn figure(picture: Picture) -> PieceImage {
        PieceImage::Set(PieceSet::Figures, picture)
    }

    /// Returns the extent that a browser paints for a file, in hundredths of the cell.
    fn painted_extent(svg: &str) -> resvg::usvg::Rect {
        let tree = resvg::usvg::Tree::from_str(svg, &resvg::usvg::Options::default())
            .expect("an SVG file");
        tree.root().bounding_box()
    }

    #[test]
    fn every_file_is_a_picture_and_is_read_completely() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scene/pieces");
        let files = std::fs::read_dir(folder)
            .expect("the piece set")
            .flatten()
            .map(|file| file.file_name());
        let mut files: Vec<String> = files
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        let mut names: Vec<String> = Picture::ALL
            .iter()
            .map(|picture| format!("{}.svg", picture.name()))
            .collect();
        files.sort_unstable();
        names.sort_unstable();
        assert_eq!(files, names);
        for picture in &Picture::ALL {
            let file = std::fs::read_to_string(format!("{folder}/{}.svg", picture.name()));
            assert_eq!(file.ok().as_deref(), Some(svg_of(*picture)), "{picture:?}");
            let shapes = read(
                svg_of(*picture),
                Owner::White,
                ScenePoint { x: 0.0, y: 0.0 },
            )
            .expect("a picture");
            assert_eq!(
                shapes[0].class,
                Some(ShapeClass::Piece(Owner::White)),
                "{picture:?}"
            );
            let elements = ["<path ", "<circle "].map(|tag| svg_of(*picture).matches(tag).count());
            assert_eq!(shapes.len(), elements.iter().sum::<usize>(), "{picture:?}");
        }
    }

    #[test]
    fn promoted_pieces_are_drawn_as_what_they_were_with_one_mark() {
        let mut marks = Vec::new();
        for picture in &Picture::ALL {
            let Some(origin) = picture.name().strip_prefix("promoted-") else {
                continue;
            };
            let origin = svg_of(Picture::from_name(origin).expect("what was promoted"));
            let drawn = origin.strip_suffix("</svg>\n").expect("a whole file");
            marks.push(
                svg_of(*picture)
                    .strip_prefix(drawn)
                    .unwrap_or_else(|| panic!("{picture:?} has changed more than its mark")),
            );
        }
        assert_eq!(marks.len(), 7);
        assert!(marks.iter().all(|mark| mark == &marks[0]), "{marks:?}");
    }

    #[test]
    fn files_look_the_same_in_a_browser_and_in_a_scene() {
        for picture in &Picture::ALL {
            let file = painted_extent(svg_of(*picture));
            let drawn = svg::ornament(&super::super::portrait(&figure(*picture))).alone();
            let drawn = painted_extent(&svg::in_xml(&drawn));
            let sides = |r: resvg::usvg::Rect| [r.left(), r.top(), r.right(), r.bottom()];
            for (one, other) in sides(file).into_iter().zip(sides(drawn)) {
                let other = (f64::from(other) - (UNIT - PICTURE_CELL) / 2.0) / HUNDREDTH;
                assert!(
                    (f64::from(one) - other).abs() < 1.0,
                    "{picture:?}: {file:?}, {drawn:?}"
                );
            }
        }
    }

    #[test]
    fn pictures_stay_in_their_cells_and_differ() {
        let mut seen = Vec::new();
        for picture in &Picture::ALL {
            let drawn = shapes(&figure(*picture), Owner::White, 1.0);
            for shape in &drawn {
                let ShapeOutline::Path(path) = &shape.outline else {
                    panic!("{picture:?} is not a path")
                };
                let ends = path.iter().filter_map(|segment| match *segment {
                    Segment::Move(at) | Segment::Line(at) | Segment::Quad(_, at) => Some(at),
                    Segment::Cubic(_, _, at) | Segment::Arc { to: at, .. } => Some(at),
                    Segment::Close => None,
                });
                let inside = |at: ScenePoint| at.x.abs() < UNIT / 2.0 && at.y.abs() < UNIT / 2.0;
                assert!(ends.into_iter().all(inside), "{picture:?}");
            }
            assert!(!seen.contains(&drawn), "{picture:?} looks like another");
            seen.push(drawn);
        }
    }

    #[test]
    fn unknown_elements_of_a_picture_are_refused() {
        let svg = |group: &str| format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{group}</svg>");
        let reasons = [
            ("<g class=\"hat\"/>", "a group of class Some(\"hat\")"),
            (
                "<g class=\"body\"><rect/></g>",
                "`rect` is not a shape of a piece",
            ),
            (
                "<g class=\"body\"><circle cx=\"1\" cy=\"2\"/></g>",
                "a circle without r",
            ),
            (
                "<g class=\"body\"><path d=\"M 1 2 l 3 4\"/></g>",
                "a path with LineTo",
            ),
        ];
        for (group, reason) in reasons {
            let found =
                read(&svg(group), Owner::White, ScenePoint { x: 0.0, y: 0.0 }).expect_err(group);
            assert!(found.starts_with(reason), "{found}");
        }
    }
}
