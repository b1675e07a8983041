//! Many positions on one board, for a page. The parts they share are written once and referenced
//! from each.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Hundredths, write_items, write_scale, write_shape, write_size, write_text};
use crate::scene::{Kit, Shape, ShapeOutline};
use padma_rules::model::Cell;
use padma_text::xml_escaped;

/// A position to show.
pub struct Shown {
    /// An id that is unique in the page.
    pub id: String,
    /// Its title for readers who cannot see it.
    pub title: String,
    /// A description of what it shows.
    pub description: String,
    /// The pieces, each by its index in the kit, and their cells.
    pub pieces: Vec<(usize, Cell)>,
    /// The moves just made, from cell to cell. A piece that entered from beside the board, or
    /// left it, has the same cell twice.
    pub moved: Vec<[Cell; 2]>,
}

pub struct Album {
    /// The definitions that the pictures use. They must come before the pictures.
    pub shared: String,
    pub pictures: Vec<String>,
}

/// Number of consecutive cells, in board order, in a strip. Most strips do not change from one
/// position to the next, so each is written once.
const STRIP: usize = 10;

/// Sizes as factors of `inner`, the radius of the circle that fits in every cell: the ring where
/// a piece stood (`LEFT`), the distance from a cell's middle at which an arrow ends (`TIP`), and
/// the length of its head (`HEAD`). `SHAFT` is half the arrow's width, as a factor of its head.
const LEFT: f64 = 0.6;
const TIP: f64 = 0.7;
const HEAD: f64 = 0.5;
const SHAFT: f64 = 0.17;

/// The pieces of a strip, each by its index in the kit, and their cells.
type Strip = Vec<(usize, Cell)>;

/// Draws positions. Ids that begin with `prefix` must be used by nothing else in the page.
pub fn album(kit: &Kit, prefix: &str, positions: &[Shown]) -> Album {
    let mut shared = parts(kit, prefix);
    let mut names: BTreeMap<Strip, usize> = BTreeMap::new();
    let mut pictures = Vec::new();
    for shown in positions {
        let mut uses = String::new();
        for strip in strips(&shown.pieces) {
            let next = names.len();
            let name = *names.entry(strip.clone()).or_insert(next);
            if name == next {
                let _ = write!(shared, "<g id=\"{prefix}s{name}\">");
                strip.iter().for_each(|(piece, cell)| {
                    place(&mut shared, kit, &format!("{prefix}{piece}"), *cell)
                });
                shared.push_str("</g>");
            }
            let _ = write!(uses, "<use href=\"#{prefix}s{name}\"/>");
        }
        pictures.push(picture(kit, prefix, shown, &uses));
    }
    shared.push_str("</defs></svg>");
    Album { shared, pictures }
}

fn strips(pieces: &[(usize, Cell)]) -> Vec<Strip> {
    let mut pieces = pieces.to_vec();
    pieces.sort_unstable_by_key(|(_, cell)| *cell);
    let alike = |a: &(usize, Cell), b: &(usize, Cell)| a.1.index() / STRIP == b.1.index() / STRIP;
    pieces.chunk_by(alike).map(<[_]>::to_vec).collect()
}

/// Writes the board, the mark below a piece that has just moved, the ring where it stood before,
/// and the pieces.
fn parts(kit: &Kit, prefix: &str) -> String {
    let mut out = String::from("<svg class=\"unseen\" aria-hidden=\"true\"><defs>");
    let _ = write!(out, "<g id=\"{prefix}b\" class=\"b-board\">");
    write_items(&mut out, &kit.board);
    let [moved, left] = [kit.inner, LEFT * kit.inner].map(Hundredths::of);
    let _ = write!(
        out,
        "</g><circle id=\"{prefix}m\" class=\"moved\" r=\"{moved}\"/>"
    );
    let _ = write!(
        out,
        "<circle id=\"{prefix}f\" class=\"left\" r=\"{left}\"/>"
    );
    for (index, shapes) in kit.pieces.iter().enumerate() {
        let _ = write!(out, "<g id=\"{prefix}{index}\" class=\"b-board\">");
        shapes.iter().for_each(|shape| write_shape(&mut out, shape));
        out.push_str("</g>");
    }
    out
}

fn place(out: &mut String, kit: &Kit, id: &str, cell: Cell) {
    let [x, y] = [kit.centres[cell].x, kit.centres[cell].y].map(Hundredths::of);
    let _ = write!(out, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
}

/// Draws an arrow from a cell's middle to the edge of the piece that came to the other cell. If
/// the way is too short for an arrow, draws nothing.
fn arrow(out: &mut String, kit: &Kit, [from, to]: [Cell; 2]) {
    let (tail, end) = (kit.centres[from], kit.centres[to]);
    let (x, y) = (end.x - tail.x, end.y - tail.y);
    let length = (x * x + y * y).sqrt();
    let (tip, head) = (length - TIP * kit.inner, HEAD * kit.inner);
    if tip <= head {
        return;
    }
    let (x, y) = (x / length, y / length);
    let at = |along: f64, across: f64| tail.moved(x * along - y * across, y * along + x * across);
    let base = tip - head;
    let corners = [
        at(0.0, -SHAFT * head),
        at(base, -SHAFT * head),
        at(base, -0.6 * head),
        at(tip, 0.0),
        at(base, 0.6 * head),
        at(base, SHAFT * head),
        at(0.0, SHAFT * head),
    ];
    let outline = ShapeOutline::Polygon(corners.to_vec());
    out.push_str("<g class=\"way\">");
    write_shape(out, &Shape::plain(outline));
    out.push_str("</g>");
}

fn picture(kit: &Kit, prefix: &str, shown: &Shown, pieces: &str) -> String {
    let mut out = String::from("<svg");
    write_scale(&mut out, &kit.board);
    write_size(&mut out, &kit.board);
    let (id, title) = (&shown.id, xml_escaped(&shown.title));
    let _ = write!(
        out,
        " role=\"img\" aria-label=\"{title}\" aria-describedby=\"{id}-desc\">"
    );
    write_text(&mut out, "desc", Some(id), &shown.description);
    let _ = write!(out, "<use href=\"#{prefix}b\"/>");
    for [from, to] in &shown.moved {
        if from != to {
            place(&mut out, kit, &format!("{prefix}f"), *from);
        }
        place(&mut out, kit, &format!("{prefix}m"), *to);
    }
    out.push_str(pieces);
    shown
        .moved
        .iter()
        .for_each(|way| arrow(&mut out, kit, *way));
    out.push_str("</svg>");
    out
}
