//! The legend below the board: for each mark its symbol, its meaning and its number of cells.

use super::UNIT;
use super::class::{ShapeClass, ink};
use super::fonts::Fonts;
use super::letters::{Align, Type, width, wrap, write};
use super::marks::symbol;
use super::shape::{Group, Item, Rounded, Scene, ScenePoint, Shape, ShapeOutline, View};
use crate::words::count_said;
use padma_rules::diagram::{Diagram, Mark};
use padma_words::Language;

/// The height of capitals.
const CAPITALS: f64 = 0.19 * UNIT;
/// The distance from one line of an entry to the next, and from one entry to the next.
const LINE: f64 = 0.38 * UNIT;
const ENTRY: f64 = 0.52 * UNIT;
/// Half the side of the patch behind a symbol, and the symbol's radius.
const PATCH: f64 = 0.19 * UNIT;
const SYMBOL: f64 = 0.115 * UNIT;
/// The space between the patch and the words.
const SPACE: f64 = 0.16 * UNIT;

/// Lays out the legend with its upper left corner at `corner`. Also returns its height.
pub(crate) fn legend(
    diagram: &Diagram,
    corner: ScenePoint,
    max_width: f64,
    fonts: &Fonts<'_>,
    words: &Language,
) -> (Vec<Item>, f64) {
    let mut items = Vec::new();
    let mut down = 0.0;
    for (index, mark) in diagram.marks.iter().enumerate() {
        let middle = corner.moved(PATCH, down + PATCH);
        let mut shapes = mark_on_patch(index, middle);
        let left = 2.0 * PATCH + SPACE;
        let lines = break_lines(&entry_text(mark, words), max_width - left, fonts);
        for (line_index, line) in lines.iter().enumerate() {
            let at = middle.moved(left - PATCH, line_index as f64 * LINE);
            let outline: Option<ShapeOutline> =
                write(fonts, Type::Plain, line, CAPITALS, at, Align::Left);
            shapes.extend(outline.map(|outline| Shape::of(ShapeClass::Legend, outline)));
        }
        items.push(Item::Group(Group {
            shapes,
            ..Group::default()
        }));
        down += ENTRY + (lines.len() as f64 - 1.0) * LINE;
    }
    let height = if items.is_empty() {
        0.0
    } else {
        down - ENTRY + 2.0 * PATCH
    };
    (items, height)
}

/// Lays out the symbol of the mark with this index, on its patch, by itself.
pub fn key(index: usize) -> Scene {
    let centre = ScenePoint { x: 0.0, y: 0.0 };
    let view = View {
        corner: centre.moved(-PATCH, -PATCH),
        width: 2.0 * PATCH,
        height: 2.0 * PATCH,
    };
    Scene {
        view,
        items: mark_on_patch(index, centre)
            .into_iter()
            .map(Item::Shape)
            .collect(),
    }
}

/// Lays out a patch of this class by itself, for the explanation of things other than marks.
pub fn patch(class: ShapeClass) -> Scene {
    let centre = ScenePoint { x: 0.0, y: 0.0 };
    // Half of its line is outside the patch.
    let half = PATCH + 1.0;
    let view = View {
        corner: centre.moved(-half, -half),
        width: 2.0 * half,
        height: 2.0 * half,
    };
    let square = Rounded {
        centre,
        half_width: PATCH,
        half_height: PATCH,
        radius: 0.0,
    };
    Scene {
        view,
        items: vec![Item::Shape(Shape::of(class, square.outline()))],
    }
}

fn mark_on_patch(index: usize, middle: ScenePoint) -> Vec<Shape> {
    let patch = Rounded {
        centre: middle,
        half_width: PATCH,
        half_height: PATCH,
        radius: PATCH / 3.0,
    };
    vec![
        Shape::of(ShapeClass::tinted(index, 1), patch.outline()),
        Shape::of(ShapeClass::Mark(ink(index)), symbol(index, middle, SYMBOL)),
    ]
}

/// Writes an entry: "where AB can move · 11 cells".
fn entry_text(mark: &Mark, words: &Language) -> String {
    // The count is English, so it runs to the right even in a line that runs to the left.
    format!(
        "{} · \u{2066}{}\u{2069}",
        mark.meaning_or_symbol(),
        words.say(count_said(mark.cells.len()))
    )
}

/// Breaks an entry into lines of at most this width. A wider word is broken anywhere, as a line of
/// Chinese is a single word.
fn break_lines(entry: &str, max_width: f64, fonts: &Fonts<'_>) -> Vec<String> {
    // The count, its noun and its dot stay on one line.
    let (meaning, count) = entry.rsplit_once(" · ").unwrap_or((entry, ""));
    let count = (!count.is_empty()).then(|| format!("· {count}"));
    let words = meaning
        .split_whitespace()
        .flat_map(|word| break_word(word, max_width, fonts))
        .chain(count);
    wrap(fonts, Type::Plain, words, CAPITALS, max_width)
}

/// Breaks a word into parts that each fit in a line; a word that fits stays whole.
fn break_word(word: &str, max_width: f64, fonts: &Fonts<'_>) -> Vec<String> {
    if width(fonts, Type::Plain, word, CAPITALS) <= max_width {
        return vec![word.to_string()];
    }
    let mut parts = vec![String::new()];
    for c in word.chars() {
        let Some(part) = parts.last_mut() else { break };
        part.push(c);
        if part.chars().nth(1).is_some() && width(fonts, Type::Plain, part, CAPITALS) > max_width {
            part.pop();
            parts.push(c.to_string());
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_meanings_are_wrapped() {
        let words = "where the Archbishop on e3 can move if nothing stands in its way · 11 cells";
        let lines = break_lines(words, 4.0 * UNIT, &Fonts::BUILT_IN);
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), words);
        assert!(
            lines
                .iter()
                .all(|line| width(&Fonts::BUILT_IN, Type::Plain, line, CAPITALS) <= 4.0 * UNIT)
        );
    }
}
