//! Many positions on one board, for a page. The parts that they share are written once and
//! referenced from each.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::numbers::Hundredths;
use super::outlines::{Chunks, NamedOutlines, PagePicture};
use super::{write_items, write_scale, write_shape, write_shapes, write_size, write_text};
use crate::scene::{Kit, Shape, ShapeOutline};
use padma_rules::model::Cell;
use padma_text::xml_escaped;

/// A position to show.
pub struct ShownPosition {
    /// An id that is unique in the page.
    pub id: String,
    /// A title for readers who cannot see the picture.
    pub title: String,
    /// A description of the position.
    pub description: String,
    /// The pieces, each by its index in the kit, and their cells.
    pub pieces: Vec<(usize, Cell)>,
    /// The moves just made, from cell to cell. A piece that entered from beside the board, or
    /// left it, has the same cell twice.
    pub moved: Vec<[Cell; 2]>,
}

/// The pictures of some positions.
pub struct Album {
    /// The definitions that the first picture and the last use, and the pieces. They must come before the pictures.
    pub shared: PagePicture,
    /// The definitions that only pictures between use; empty if there are none.
    pub between: String,
    pub pictures: Vec<String>,
}

/// Number of consecutive cells, in board order, in a strip. Each different strip is written once,
/// as most strips do not change from one position to the next.
const CELLS_PER_STRIP: usize = 10;

/// Sizes as factors of `inner`, the radius of the circle that fits in every cell: the radius of
/// the ring where a piece stood, the distance from a cell's middle at which an arrow ends, and the
/// length of its head. `HALF_SHAFT` is half the arrow's width, as a factor of its head.
const RING_RADIUS: f64 = 0.6;
const TIP_GAP: f64 = 0.7;
const HEAD_LENGTH: f64 = 0.5;
const HALF_SHAFT: f64 = 0.17;

/// The pieces of a strip, each by its index in the kit, and their cells.
type Strip = Vec<(usize, Cell)>;

/// Draws positions. Nothing else in the page may use ids that begin with `prefix`.
pub fn album(kit: &Kit, prefix: &str, positions: &[ShownPosition]) -> Album {
    let mut shared = shared_parts(kit, prefix);
    let mut between = String::new();
    let ends = [positions.first(), positions.last()];
    let of_ends: Vec<Strip> = ends
        .into_iter()
        .flatten()
        .flat_map(|end| strips(&end.pieces))
        .collect();
    let mut names: BTreeMap<Strip, usize> = BTreeMap::new();
    let mut pictures = Vec::new();
    for position in positions {
        let mut strip_uses = String::new();
        for strip in strips(&position.pieces) {
            let next = names.len();
            let name = *names.entry(strip.clone()).or_insert(next);
            if name == next {
                let is_of_end = of_ends.contains(&strip);
                let out = if is_of_end {
                    shared.text()
                } else {
                    &mut between
                };
                let _ = write!(out, "<g id=\"{prefix}s{name}\">");
                strip.iter().for_each(|(piece, cell)| {
                    write_use(out, kit, &format!("{prefix}{piece}"), *cell)
                });
                out.push_str("</g>");
            }
            let _ = write!(strip_uses, "<use href=\"#{prefix}s{name}\"/>");
        }
        pictures.push(picture(kit, prefix, position, &strip_uses));
    }
    shared.text().push_str(CLOSING);
    if !between.is_empty() {
        between = format!("{OPENING}{between}{CLOSING}");
    }
    Album {
        shared: shared.for_page(),
        between,
        pictures,
    }
}

fn strips(pieces: &[(usize, Cell)]) -> Vec<Strip> {
    let mut pieces = pieces.to_vec();
    pieces.sort_unstable_by_key(|(_, cell)| *cell);
    let alike = |a: &(usize, Cell), b: &(usize, Cell)| {
        a.1.index() / CELLS_PER_STRIP == b.1.index() / CELLS_PER_STRIP
    };
    pieces.chunk_by(alike).map(<[_]>::to_vec).collect()
}

/// Defines the pieces, each under its index in the kit after the prefix. Nothing else in the page
/// may use ids that begin with `prefix`.
pub fn pieces(kit: &Kit, prefix: &str) -> PagePicture {
    let mut chunks = Chunks::default();
    chunks.text().push_str(OPENING);
    write_pieces(&mut chunks, kit, prefix);
    chunks.text().push_str(CLOSING);
    chunks.in_place()
}

const OPENING: &str = "<svg class=\"unseen\" aria-hidden=\"true\"><defs>";
const CLOSING: &str = "</defs></svg>";

/// Defines the board, the mark below a piece that has just moved, the ring where it stood before,
/// and the pieces.
fn shared_parts(kit: &Kit, prefix: &str) -> Chunks {
    let mut chunks = Chunks::default();
    let out = chunks.text();
    out.push_str(OPENING);
    let _ = write!(out, "<g id=\"{prefix}b\" class=\"b-board\">");
    write_items(&mut chunks, &kit.board);
    let out = chunks.text();
    let [moved, left] = [kit.inner, RING_RADIUS * kit.inner].map(Hundredths::of);
    let _ = write!(
        out,
        "</g><circle id=\"{prefix}m\" class=\"moved\" r=\"{moved}\"/>"
    );
    let _ = write!(
        out,
        "<circle id=\"{prefix}f\" class=\"left\" r=\"{left}\"/>"
    );
    write_pieces(&mut chunks, kit, prefix);
    chunks
}

fn write_pieces(chunks: &mut Chunks, kit: &Kit, prefix: &str) {
    for (index, shapes) in kit.pieces.iter().enumerate() {
        let _ = write!(
            chunks.text(),
            "<g id=\"{prefix}{index}\" class=\"b-board\">"
        );
        let mut part = String::new();
        write_shapes(&mut part, &mut chunks.outlines, shapes);
        chunks.part(part);
        chunks.text().push_str("</g>");
    }
}

fn write_use(out: &mut String, kit: &Kit, id: &str, cell: Cell) {
    let [x, y] = [kit.centres[cell].x, kit.centres[cell].y].map(Hundredths::of);
    let _ = write!(out, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
}

/// Draws an arrow from a cell's middle to the edge of the piece on another cell. If the cells are
/// too close for an arrow, draws nothing.
fn arrow(out: &mut String, kit: &Kit, [from, to]: [Cell; 2]) {
    let (tail, end) = (kit.centres[from], kit.centres[to]);
    let (x, y) = (end.x - tail.x, end.y - tail.y);
    let length = (x * x + y * y).sqrt();
    let (tip, head) = (length - TIP_GAP * kit.inner, HEAD_LENGTH * kit.inner);
    if tip <= head {
        return;
    }
    let (x, y) = (x / length, y / length);
    let at = |along: f64, across: f64| tail.moved(x * along - y * across, y * along + x * across);
    let base = tip - head;
    let corners = [
        at(0.0, -HALF_SHAFT * head),
        at(base, -HALF_SHAFT * head),
        at(base, -0.6 * head),
        at(tip, 0.0),
        at(base, 0.6 * head),
        at(base, HALF_SHAFT * head),
        at(0.0, HALF_SHAFT * head),
    ];
    let outline = ShapeOutline::Polygon(corners.to_vec());
    out.push_str("<g class=\"way\">");
    write_shape(out, &mut NamedOutlines::default(), &Shape::plain(outline));
    out.push_str("</g>");
}

fn picture(kit: &Kit, prefix: &str, position: &ShownPosition, pieces: &str) -> String {
    let mut out = String::from("<svg");
    write_scale(&mut out, &kit.board);
    write_size(&mut out, &kit.board);
    let (id, title) = (&position.id, xml_escaped(&position.title));
    let _ = write!(
        out,
        " role=\"img\" aria-label=\"{title}\" aria-describedby=\"{id}.desc\">"
    );
    write_text(&mut out, "desc", Some(id), &position.description);
    let _ = write!(out, "<use href=\"#{prefix}b\"/>");
    for [from, to] in &position.moved {
        if from != to {
            write_use(&mut out, kit, &format!("{prefix}f"), *from);
        }
        write_use(&mut out, kit, &format!("{prefix}m"), *to);
    }
    out.push_str(pieces);
    position
        .moved
        .iter()
        .for_each(|cells| arrow(&mut out, kit, *cells));
    out.push_str("</svg>");
    out
}
