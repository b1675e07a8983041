//! Words as outlines, from fonts that are part of the program, so that no system font is ever asked.
//! Knows no boards. A character the fonts lack is drawn as a box, never dropped.

use std::sync::OnceLock;

use ttf_parser::{Face, OutlineBuilder};

use super::shape::{At, Outline, Segment};

/// A style of type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// Narrow and bold, for what stands on men.
    Label,
    /// For all other words.
    Plain,
}

/// Which part of the words lies at the place given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Middle,
}

/// The width of the box that stands for a missing character, in capital heights.
const BOX: f64 = 0.8;

fn face(style: Type) -> Option<&'static Face<'static>> {
    static LABEL: OnceLock<Option<Face>> = OnceLock::new();
    static PLAIN: OnceLock<Option<Face>> = OnceLock::new();
    let parse = |data: &'static [u8]| Face::parse(data, 0).ok();
    match style {
        Type::Label => LABEL.get_or_init(|| parse(include_bytes!("fonts/RobotoCondensed-Bold.ttf"))),
        Type::Plain => PLAIN.get_or_init(|| parse(include_bytes!("fonts/Roboto-Regular.ttf"))),
    }
    .as_ref()
}

/// The font's units in one capital height.
fn capital(face: &Face) -> f64 {
    face.capital_height().map_or(f64::from(face.units_per_em()) * 0.711, f64::from)
}

/// How wide words are whose capitals have this height.
pub fn width(style: Type, words: &str, capitals: f64) -> f64 {
    let face = face(style);
    words.chars().map(|c| advance(face, c)).sum::<f64>() * capitals
}

/// How far a character moves the pen, in capital heights.
fn advance(face: Option<&Face>, c: char) -> f64 {
    let Some((face, glyph)) = face.and_then(|face| Some((face, face.glyph_index(c)?))) else {
        return BOX + 0.2;
    };
    f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) / capital(face)
}

/// Words whose capitals have this height, halfway up at `at`; nothing for blank words.
pub fn write(style: Type, words: &str, capitals: f64, at: At, align: Align) -> Option<Outline> {
    let face = face(style);
    let shift = match align {
        Align::Left => 0.0,
        Align::Middle => -width(style, words, capitals) / 2.0,
    };
    let mut pen = At { x: at.x + shift, y: at.y + capitals / 2.0 };
    let mut path = Vec::new();
    for c in words.chars() {
        match face.and_then(|face| Some((face, face.glyph_index(c)?))) {
            Some((face, glyph)) => {
                let mut nib = Nib { scale: capitals / capital(face), pen, path: &mut path };
                face.outline_glyph(glyph, &mut nib);
            }
            None => path.extend(missing(pen, capitals)),
        }
        pen.x += advance(face, c) * capitals;
    }
    (!path.is_empty()).then_some(Outline::Path(path))
}

/// A hollow box: the outside one way round, the inside the other.
fn missing(pen: At, capitals: f64) -> Vec<Segment> {
    let mut path = Vec::new();
    for (inset, clockwise) in [(0.0, true), (0.12, false)] {
        let (left, right) = (pen.x + (0.1 + inset) * capitals, pen.x + (0.1 + BOX - inset) * capitals);
        let (top, bottom) = (pen.y - (1.0 - inset) * capitals, pen.y - inset * capitals);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let corner = |i: usize| At { x: corners[i].0, y: corners[i].1 };
        let order = if clockwise { [0, 1, 2, 3] } else { [0, 3, 2, 1] };
        path.push(Segment::Move(corner(order[0])));
        path.extend(order[1..].iter().map(|i| Segment::Line(corner(*i))));
        path.push(Segment::Close);
    }
    path
}

/// Takes a glyph's outline from the font's units to the scene's.
struct Nib<'a> {
    scale: f64,
    pen: At,
    path: &'a mut Vec<Segment>,
}

impl Nib<'_> {
    fn at(&self, x: f32, y: f32) -> At {
        self.pen.moved(f64::from(x) * self.scale, -f64::from(y) * self.scale)
    }
}

impl OutlineBuilder for Nib<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.push(Segment::Move(self.at(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.push(Segment::Line(self.at(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.push(Segment::Quad(self.at(x1, y1), self.at(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.push(Segment::Cubic(self.at(x1, y1), self.at(x2, y2), self.at(x, y)));
    }

    fn close(&mut self) {
        self.path.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: At = At { x: 0.0, y: 0.0 };

    #[test]
    fn the_fonts_are_there_and_have_what_is_promised() {
        for style in [Type::Label, Type::Plain] {
            let face = face(style).expect("the font parses");
            let extra = "…–—“”‘’°·×−•";
            for c in (' '..='~').chain('\u{a0}'..='\u{ff}').chain(extra.chars()) {
                assert!(face.glyph_index(c).is_some(), "{style:?} lacks {c:?}");
            }
        }
    }

    #[test]
    fn unknown_characters_become_boxes() {
        let Some(Outline::Path(path)) = write(Type::Label, "象", 10.0, HERE, Align::Middle) else {
            panic!("nothing drawn");
        };
        assert_eq!(path.iter().filter(|s| **s == Segment::Close).count(), 2);
        assert!(width(Type::Label, "象", 10.0) > 5.0);
    }

    #[test]
    fn words_are_centred() {
        let Some(Outline::Path(path)) = write(Type::Label, "H", 10.0, HERE, Align::Middle) else {
            panic!("nothing drawn");
        };
        let (mut left, mut right) = (f64::MAX, f64::MIN);
        for segment in path {
            if let Segment::Move(at) | Segment::Line(at) = segment {
                (left, right) = (left.min(at.x), right.max(at.x));
                assert!((-5.01..=5.01).contains(&at.y));
            }
        }
        assert!((left + right).abs() < 0.2, "{left} {right}");
        assert_eq!(write(Type::Plain, "  ", 10.0, HERE, Align::Left), None);
    }
}
