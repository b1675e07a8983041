//! The cover of a book: its title over its board, as high as covers are.

use super::class::ShapeClass;
use super::fonts::Fonts;
use super::letters::{Align, Type, wrapped, write};
use super::shape::{Item, Scene, ScenePoint, Shape};

/// How many times as wide as it is high.
const RATIO: f64 = 0.625;
/// The heights of the title's capitals and of the author's, in widths of the cover, and from a line to the next in those.
const TITLE: f64 = 0.055;
const AUTHOR: f64 = 0.026;
const LINE: f64 = 1.9;
/// How wide a line is, and how far down the first one stands.
const MEASURE: f64 = 0.84;
const TOP: f64 = 0.17;
/// How wide the board is at most.
const BOARD: f64 = 0.88;

/// A board with words above and below it; words with letters that no font has are left out.
pub fn cover(board: Scene, title: &str, author: &str, fonts: &Fonts<'_>) -> Scene {
    let (board_width, board_height) = (board.view.width, board.view.height);
    let wide = (board_width / BOARD).max(board_height / (BOARD * 0.62 / RATIO));
    let mut scene = Scene {
        items: board.items,
        view: board.view,
    };
    let middle = scene
        .view
        .corner
        .moved(board_width / 2.0, board_height / 2.0);
    scene.view.width = wide;
    scene.view.height = wide / RATIO;
    // The board lies a little below the middle, under its title.
    scene.view.corner = middle.moved(-wide / 2.0, -0.56 * wide / RATIO);
    let top = middle.moved(0.0, -0.56 * wide / RATIO);
    let words = |words: &str, style: Type, size: f64, from: f64| {
        let (capitals, is_drawn) = (size * wide, fonts.lacks(words).is_empty());
        let words = words
            .split_whitespace()
            .filter(|_| is_drawn)
            .map(str::to_string);
        let lines = wrapped(fonts, style, words, capitals, MEASURE * wide);
        let line = |(nth, line): (usize, &String)| {
            let at = ScenePoint {
                x: top.x,
                y: top.y + from * wide / RATIO + nth as f64 * LINE * capitals,
            };
            let outline = write(fonts, style, line, capitals, at, Align::Middle)?;
            Some(Item::Shape(Shape::of(ShapeClass::Legend, outline)))
        };
        lines
            .iter()
            .enumerate()
            .filter_map(line)
            .collect::<Vec<Item>>()
    };
    let written = words(title, Type::Label, TITLE, TOP * RATIO);
    scene.items.extend(written);
    scene.items.extend(words(author, Type::Plain, AUTHOR, 0.94));
    scene
}
