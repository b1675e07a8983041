//! The palettes: which colour each ink has, in light and in dark. The only file with colours in it; knows
//! no shapes.

use super::class::{INKS, Ink, SHADES};
use crate::model::Side;

/// A colour by its red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    const fn hex(value: u32) -> Colour {
        Colour((value >> 16) as u8, (value >> 8) as u8, value as u8)
    }

    /// As style sheets write it: `#1f5d4c`.
    pub(crate) fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// This colour with `parts` in 16 of another.
    fn with(self, other: Colour, parts: u16) -> Colour {
        let channel = |a: u8, b: u8| ((u16::from(a) * (16 - parts) + u16::from(b) * parts + 8) / 16) as u8;
        Colour(channel(self.0, other.0), channel(self.1, other.1), channel(self.2, other.2))
    }
}

/// The colours of one piece.
#[derive(Clone, Copy, Debug)]
struct Dress {
    body: Colour,
    edge: Colour,
    label: Colour,
}

/// A palette.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// `light` or `dark`.
    pub name: &'static str,
    paper: Colour,
    shades: [Colour; SHADES as usize],
    line: Colour,
    rim: Colour,
    /// For each mark the tint of its cells and the colour of its symbol.
    marks: [(Colour, Colour); INKS as usize],
    /// How many parts in 16 of a cell's own shade show through its tint.
    through: u16,
    white: Dress,
    black: Dress,
    soft: Colour,
    text: Colour,
}

const fn pair(tint: u32, symbol: u32) -> (Colour, Colour) {
    (Colour::hex(tint), Colour::hex(symbol))
}

const fn dress(body: u32, edge: u32, label: u32) -> Dress {
    Dress { body: Colour::hex(body), edge: Colour::hex(edge), label: Colour::hex(label) }
}

impl Theme {
    /// Warm paper by daylight.
    pub const LIGHT: Theme = Theme {
        name: "light",
        paper: Colour::hex(0xfbf9f4),
        shades: [
            Colour::hex(0xe9dfc8),
            Colour::hex(0xf8f3e6),
            Colour::hex(0xcfbf9d),
            Colour::hex(0xf6eedb),
            Colour::hex(0xcdb68c),
            Colour::hex(0xe2eaee),
            Colour::hex(0xa9bcc9),
            Colour::hex(0xfbf9f4),
            Colour::hex(0xe0a88a),
        ],
        line: Colour::hex(0xa89876),
        rim: Colour::hex(0x6f6145),
        marks: [
            pair(0xaed3c0, 0x1a5645), // green
            pair(0xbccbe8, 0x2b4687), // blue
            pair(0xf2c4ae, 0x8c3214), // terracotta
            pair(0xdfc1e0, 0x662a6c), // plum
            pair(0xf0dd8a, 0x655000), // ochre
            pair(0xc6ced0, 0x36414a), // slate
        ],
        through: 4,
        white: dress(0xfffdf8, 0x23211c, 0x1b1916),
        black: dress(0x26241f, 0x26241f, 0xfdfbf5),
        soft: Colour::hex(0x655f52),
        text: Colour::hex(0x23211c),
    };

    /// The same by lamplight.
    pub const DARK: Theme = Theme {
        name: "dark",
        paper: Colour::hex(0x181714),
        shades: [
            Colour::hex(0x4a4231),
            Colour::hex(0x353128),
            Colour::hex(0x675a41),
            Colour::hex(0x6a5e47),
            Colour::hex(0x403829),
            Colour::hex(0x4f606e),
            Colour::hex(0x2f3b46),
            Colour::hex(0x181714),
            Colour::hex(0x6e4630),
        ],
        line: Colour::hex(0x1c1a16),
        rim: Colour::hex(0x968764),
        marks: [
            pair(0x235647, 0xa9e6cf),
            pair(0x2c4273, 0xbed1ff),
            pair(0x6a3120, 0xffc3a8),
            pair(0x562f5c, 0xf0c3f1),
            pair(0x5c4a08, 0xf5dc7c),
            pair(0x46505a, 0xe3e9ee),
        ],
        through: 3,
        white: dress(0xf4eedf, 0x0e0d0b, 0x1b1916),
        black: dress(0x100f0d, 0xd9cfba, 0xf4eedf),
        soft: Colour::hex(0xada592),
        text: Colour::hex(0xe9e4d8),
    };

    /// The colour of an ink.
    pub fn colour(&self, ink: Ink) -> Colour {
        let shade = |index: u8| self.shades[usize::from(index % SHADES)];
        let mark = |index: u8| self.marks[usize::from(index % INKS)];
        match ink {
            Ink::Paper => self.paper,
            Ink::Shade(index) => shade(index),
            Ink::Tint { mark: index, shade: under } => mark(index).0.with(shade(under), self.through),
            Ink::Line => self.line,
            Ink::Rim => self.rim,
            Ink::Mark(index) => mark(index).1,
            Ink::Piece(side) => self.dress(side).body,
            Ink::Edge(side) => self.dress(side).edge,
            Ink::Label(side) => self.dress(side).label,
            Ink::Soft => self.soft,
            Ink::Text => self.text,
        }
    }

    fn dress(&self, side: Side) -> &Dress {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours as WCAG 2 has it.
    fn contrast(a: Colour, b: Colour) -> f64 {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let light = |c: Colour| 0.2126 * channel(c.0) + 0.7152 * channel(c.1) + 0.0722 * channel(c.2) + 0.05;
        let (a, b) = (light(a), light(b));
        if a > b { a / b } else { b / a }
    }

    fn at_least(least: f64, theme: &Theme, a: Ink, b: Ink) {
        let found = contrast(theme.colour(a), theme.colour(b));
        assert!(found >= least, "{}: {a:?} on {b:?} has {found:.2}, wants {least}", theme.name);
    }

    #[test]
    fn what_must_be_told_apart_can_be() {
        assert!((contrast(Colour(0, 0, 0), Colour(255, 255, 255)) - 21.0).abs() < 1e-9);
        for theme in [&Theme::LIGHT, &Theme::DARK] {
            for shade in 0..SHADES {
                for mark in 0..INKS {
                    at_least(4.5, theme, Ink::Mark(mark), Ink::Tint { mark, shade });
                    at_least(4.5, theme, Ink::Text, Ink::Tint { mark, shade });
                }
                at_least(4.5, theme, Ink::Text, Ink::Shade(shade));
                (0..INKS).for_each(|mark| at_least(3.0, theme, Ink::Mark(mark), Ink::Shade(shade)));
            }
            for mark in 0..INKS {
                at_least(4.5, theme, Ink::Mark(mark), Ink::Paper);
            }
            for side in [Side::White, Side::Black] {
                at_least(7.0, theme, Ink::Label(side), Ink::Piece(side));
            }
            at_least(12.0, theme, Ink::Piece(Side::White), Ink::Piece(Side::Black));
            at_least(4.5, theme, Ink::Soft, Ink::Paper);
            at_least(7.0, theme, Ink::Text, Ink::Paper);
        }
    }

    #[test]
    fn every_piece_stands_out_from_every_cell() {
        for theme in [&Theme::LIGHT, &Theme::DARK] {
            for side in [Side::White, Side::Black] {
                for shade in 0..SHADES {
                    let grounds = (0..INKS).map(|mark| Ink::Tint { mark, shade }).chain([Ink::Shade(shade)]);
                    for ground in grounds {
                        let against = |ink: Ink| contrast(theme.colour(ink), theme.colour(ground));
                        let best = against(Ink::Piece(side)).max(against(Ink::Edge(side)));
                        assert!(best >= 3.0, "{} {side:?} on {ground:?}: {best:.2}", theme.name);
                    }
                }
            }
        }
    }

    #[test]
    fn tints_differ_from_each_other_and_from_bare_cells() {
        for theme in [&Theme::LIGHT, &Theme::DARK] {
            for shade in 0..SHADES {
                let mut seen = vec![theme.colour(Ink::Shade(shade))];
                for mark in 0..INKS {
                    let tint = theme.colour(Ink::Tint { mark, shade });
                    let far = |c: &Colour| {
                        c.0.abs_diff(tint.0).max(c.1.abs_diff(tint.1)).max(c.2.abs_diff(tint.2)) >= 12
                    };
                    assert!(seen.iter().all(far), "{} mark {mark} on shade {shade}", theme.name);
                    seen.push(tint);
                }
            }
        }
    }
}
