//! Many positions on one board, for a page: what they share is written once, and each uses it.

use std::fmt::Write;

use super::{attribute, hundredths, items, number, shape, size, told};
use crate::model::Cell;
use crate::scene::{Kit, UNIT};
use crate::text::xml_escaped;

/// A position as it is shown.
pub struct Shown<'a> {
    /// The men, by their places in the kit.
    pub men: &'a [(usize, Cell)],
    /// The cells between which somebody has just moved.
    pub moved: &'a [Cell],
    pub title: &'a str,
    pub description: &'a str,
}

/// The board, the men, and what lies below one who has just moved. The page must have no other id that begins
/// like this prefix.
pub fn kit(kit: &Kit, prefix: &str) -> String {
    let mut out = String::from("<svg class=\"unseen\" aria-hidden=\"true\"><defs>");
    let _ = write!(out, "<g id=\"{prefix}b\" class=\"b-board\">");
    items(&mut out, &kit.board);
    let _ = write!(out, "</g><circle id=\"{prefix}m\" class=\"moved\"");
    attribute(&mut out, "r", kit.inner);
    out.push_str("/>");
    for (index, shapes) in kit.men.iter().enumerate() {
        let _ = write!(out, "<g id=\"{prefix}{index}\" class=\"b-board\">");
        shapes.iter().for_each(|shape| self::shape(&mut out, shape));
        out.push_str("</g>");
    }
    out.push_str("</defs></svg>");
    out
}

/// A position drawn with the kit of this prefix; `id` must be the page's only one.
pub fn position(kit: &Kit, prefix: &str, id: &str, shown: &Shown<'_>) -> String {
    let mut out = String::from("<svg class=\"b-board\"");
    size(&mut out, &kit.board);
    out.push_str(" style=\"--b-sides:");
    number(&mut out, hundredths(kit.board.view.width / UNIT));
    let title = xml_escaped(shown.title);
    let _ = write!(out, "\" role=\"img\" aria-label=\"{title}\" aria-describedby=\"{id}-desc\">");
    told(&mut out, "desc", Some(id), shown.description);
    let _ = write!(out, "<use href=\"#{prefix}b\"/>");
    let moved = shown.moved.iter().map(|cell| ("m".to_string(), *cell));
    let men = shown.men.iter().map(|(man, cell)| (man.to_string(), *cell));
    for (part, cell) in moved.chain(men) {
        let _ = write!(out, "<use href=\"#{prefix}{part}\"");
        attribute(&mut out, "x", kit.centres[cell].x);
        attribute(&mut out, "y", kit.centres[cell].y);
        out.push_str("/>");
    }
    out.push_str("</svg>");
    out
}
