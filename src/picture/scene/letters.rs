//! Words as outlines of the letters in [`fonts`](super::fonts), so that no system font is needed.
//! Knows no boards.
//!
//! A character that no font has is drawn as a box, never dropped. A book with such a character
//! gets a complaint before anything is drawn.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use ttf_parser::OutlineBuilder;

pub(crate) use super::fonts::Type;
use super::fonts::{Fonts, visual_order};
use super::shape::{CAPITALS, DrawnWords, LetterOutline, ScenePoint, Segment, Shape, ShapeOutline};

/// The part of the words that is placed at the given point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Middle,
}

/// The width of the box for a missing character, in capital heights.
const BOX: f64 = 0.8;

/// Returns the width of words with capitals of this height.
pub(crate) fn width(fonts: &Fonts<'_>, style: Type, words: &str, capitals: f64) -> f64 {
    visual_order(words)
        .into_iter()
        .map(|c| advance(fonts, style, c))
        .sum::<f64>()
        * capitals
}

/// Wraps words into lines of at most this width. A wider word gets a line of its own.
pub(crate) fn wrap(
    fonts: &Fonts<'_>,
    style: Type,
    words: impl Iterator<Item = String>,
    capitals: f64,
    max_width: f64,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if width(fonts, style, &format!("{line} {word}"), capitals) <= max_width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// Returns how far a character moves the pen, in capital heights.
fn advance(fonts: &Fonts<'_>, style: Type, c: char) -> f64 {
    let glyph = fonts
        .glyph(style, c)
        .or_else(|| fonts.glyph(style, ' ').filter(|_| c.is_whitespace()));
    glyph.map_or(BOX + 0.2, |glyph| glyph.advance())
}

/// Writes words with capitals of this height, vertically centred on `at`. Returns `None` if the
/// words are white space alone.
pub(crate) fn write(
    fonts: &Fonts<'_>,
    style: Type,
    words: &str,
    capitals: f64,
    at: ScenePoint,
    align: Align,
) -> Option<ShapeOutline> {
    let shift = match align {
        Align::Left => 0.0,
        Align::Middle => -width(fonts, style, words, capitals) / 2.0,
    };
    let mut pen = ScenePoint {
        x: at.x + shift,
        y: at.y + capitals / 2.0,
    };
    let mut letters = Vec::new();
    for c in visual_order(words) {
        if fonts.glyph(style, c).is_some() || !c.is_whitespace() {
            letters.push((letter(fonts, style, c), pen));
        }
        pen.x += advance(fonts, style, c) * capitals;
    }
    letters.retain(|(letter, _)| !letter.path.is_empty());
    (!letters.is_empty()).then_some(ShapeOutline::Words(DrawnWords { capitals, letters }))
}

thread_local! {
    /// The letters of the built-in fonts that have been traced.
    static TRACED: RefCell<BTreeMap<(Type, char), Arc<LetterOutline>>> = RefCell::default();
}

/// Returns the outline of a character; that of a box if no font has it.
fn letter(fonts: &Fonts<'_>, style: Type, c: char) -> Arc<LetterOutline> {
    let glyph = fonts.glyph(style, c);
    if !glyph.is_some_and(|glyph| glyph.is_built_in()) {
        return Arc::new(trace(fonts, style, c));
    }
    let known = TRACED.with_borrow(|traced| traced.get(&(style, c)).cloned());
    known.unwrap_or_else(|| {
        let letter = Arc::new(trace(fonts, style, c));
        TRACED.with_borrow_mut(|traced| traced.insert((style, c), letter.clone()));
        letter
    })
}

fn trace(fonts: &Fonts<'_>, style: Type, c: char) -> LetterOutline {
    let mut path = Vec::new();
    let font = match fonts.glyph(style, c) {
        Some(glyph) => {
            glyph.draw(&mut Nib {
                scale: CAPITALS / glyph.capital(),
                path: &mut path,
            });
            glyph.font()
        }
        None => {
            path.extend(missing_glyph(ScenePoint { x: 0.0, y: 0.0 }, CAPITALS));
            "none".to_string()
        }
    };
    let style = match style {
        Type::Label => 'L',
        Type::Plain => 'P',
        Type::Character => 'C',
    };
    LetterOutline {
        name: format!("{style}_{font}{:x}", c as u32),
        path,
    }
}

/// The side of the square that a character fills, in the units of letters.
pub(super) const CHARACTER_SIZE: f64 = CAPITALS / 0.729;

/// Returns the outline of a character, its middle at the origin; a box for one that is on no piece.
pub(super) fn character(c: char) -> Shape {
    let outline = letter(&Fonts::BUILT_IN, Type::Character, c);
    let shape = Shape::plain(ShapeOutline::Path(outline.path.clone()));
    // The square reaches 0.88 of its side above the line on which letters stand.
    shape.moved(-CHARACTER_SIZE / 2.0, 0.38 * CHARACTER_SIZE)
}

/// Draws a hollow box: the outer edge in one direction, the inner edge in the other.
fn missing_glyph(pen: ScenePoint, capitals: f64) -> Vec<Segment> {
    let mut path = Vec::new();
    for (inset, clockwise) in [(0.0, true), (0.12, false)] {
        let (left, right) = (
            pen.x + (0.1 + inset) * capitals,
            pen.x + (0.1 + BOX - inset) * capitals,
        );
        let (top, bottom) = (pen.y - (1.0 - inset) * capitals, pen.y - inset * capitals);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let corner = |i: usize| ScenePoint {
            x: corners[i].0,
            y: corners[i].1,
        };
        let order = if clockwise {
            [0, 1, 2, 3]
        } else {
            [0, 3, 2, 1]
        };
        path.push(Segment::Move(corner(order[0])));
        path.extend(order[1..].iter().map(|i| Segment::Line(corner(*i))));
        path.push(Segment::Close);
    }
    path
}

/// A converter of glyph outlines from the font's units to those of letters.
struct Nib<'a> {
    scale: f64,
    path: &'a mut Vec<Segment>,
}

impl Nib<'_> {
    fn to_scene(&self, x: f32, y: f32) -> ScenePoint {
        // Whole units are written shorter, and are fine enough.
        let [x, y] = [x, -y].map(|length| (f64::from(length) * self.scale).round());
        ScenePoint { x, y }
    }
}

impl OutlineBuilder for Nib<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.push(Segment::Move(self.to_scene(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.push(Segment::Line(self.to_scene(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path
            .push(Segment::Quad(self.to_scene(x1, y1), self.to_scene(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.push(Segment::Cubic(
            self.to_scene(x1, y1),
            self.to_scene(x2, y2),
            self.to_scene(x, y),
        ));
    }

    fn close(&mut self) {
        self.path.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: ScenePoint = ScenePoint { x: 0.0, y: 0.0 };

    fn words(text: &str) -> Option<DrawnWords> {
        let outline = write(
            &Fonts::BUILT_IN,
            Type::Label,
            text,
            10.0,
            ORIGIN,
            Align::Middle,
        );
        match outline {
            Some(ShapeOutline::Words(words)) => Some(words),
            _ => None,
        }
    }

    #[test]
    fn unknown_characters_become_boxes() {
        let Some(DrawnWords { letters, .. }) = words("象") else {
            panic!("nothing drawn");
        };
        let path = &letters[0].0.path;
        assert_eq!(path.iter().filter(|s| **s == Segment::Close).count(), 2);
        assert!(width(&Fonts::BUILT_IN, Type::Label, "象", 10.0) > 5.0);
    }

    #[test]
    fn words_are_centred() {
        let Some(DrawnWords { capitals, letters }) = words("H") else {
            panic!("nothing drawn");
        };
        let (letter, pen) = &letters[0];
        let (mut left, mut right) = (f64::MAX, f64::MIN);
        for segment in &letter.path {
            if let Segment::Move(at) | Segment::Line(at) = segment {
                let at = pen.moved(at.x * capitals / CAPITALS, at.y * capitals / CAPITALS);
                (left, right) = (left.min(at.x), right.max(at.x));
                assert!((-5.01..=5.01).contains(&at.y));
            }
        }
        assert!((left + right).abs() < 0.2, "{left} {right}");
        assert_eq!(words("  "), None);
    }

    #[test]
    fn a_letter_is_traced_once() {
        let both = words("AA").map(|words| words.letters);
        let [(first, _), (second, _)] = &both.unwrap_or_default()[..] else {
            panic!("two letters are drawn");
        };
        assert!(Arc::ptr_eq(first, second));
        assert_ne!(
            first.name,
            letter(&Fonts::BUILT_IN, Type::Plain, 'A').name,
            "the same character in another font"
        );
    }
}
