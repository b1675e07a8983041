//! The cover of a book: its title over its board, in the proportions of a book cover.

use super::class::ShapeClass;
use super::fonts::Fonts;
use super::letters::{Align, Type, wrap, write};
use super::shape::{Item, Scene, ScenePoint, Shape};

/// The ratio of the cover's width to its height.
const RATIO: f64 = 0.625;
/// The heights of the title's and the author's capitals, in widths of the cover, and the distance
/// between lines, in heights of capitals.
const TITLE: f64 = 0.055;
const AUTHOR: f64 = 0.026;
const LINE_STEP: f64 = 1.9;
/// The maximum width of a line, in widths of the cover, and the position of the first line, in
/// heights of the cover.
const MAX_LINE: f64 = 0.84;
const TOP: f64 = 0.17;
/// The maximum width of the board, in widths of the cover.
const BOARD: f64 = 0.88;

/// Lays out a board with words above and below it. Words with letters that no font has are left
/// out.
pub fn cover(board: Scene, title: &str, author: &str, fonts: &Fonts<'_>) -> Scene {
    let (board_width, board_height) = (board.view.width, board.view.height);
    let cover_width = (board_width / BOARD).max(board_height / (BOARD * 0.62 / RATIO));
    let mut scene = Scene {
        items: board.items,
        view: board.view,
    };
    let middle = scene
        .view
        .corner
        .moved(board_width / 2.0, board_height / 2.0);
    scene.view.width = cover_width;
    scene.view.height = cover_width / RATIO;
    // The board is a little below the middle, to leave room for the title.
    scene.view.corner = middle.moved(-cover_width / 2.0, -0.56 * cover_width / RATIO);
    let top = middle.moved(0.0, -0.56 * cover_width / RATIO);
    let write_lines = |words: &str, style: Type, size: f64, from: f64| {
        let (capitals, is_drawn) = (size * cover_width, fonts.lacks(words).is_empty());
        let words = words
            .split_whitespace()
            .filter(|_| is_drawn)
            .map(str::to_string);
        let lines = wrap(fonts, style, words, capitals, MAX_LINE * cover_width);
        let line = |(line_index, line): (usize, &String)| {
            let at = ScenePoint {
                x: top.x,
                y: top.y + from * cover_width / RATIO + line_index as f64 * LINE_STEP * capitals,
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
    let title_lines = write_lines(title, Type::Label, TITLE, TOP * RATIO);
    scene.items.extend(title_lines);
    scene
        .items
        .extend(write_lines(author, Type::Plain, AUTHOR, 0.94));
    scene
}
