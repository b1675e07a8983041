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

/// A colour by daylight and by lamplight.
type Both = [u32; 2];

/// The paper is warm.
const PAPER: Both = [0xfbf9f4, 0x181714];
const SHADES_OF_CELLS: [Both; SHADES as usize] = [
    [0xe9dfc8, 0x4a4231],
    [0xf8f3e6, 0x353128],
    [0xcfbf9d, 0x675a41],
    [0xf6eedb, 0x6a5e47],
    [0xcdb68c, 0x403829],
    [0xe2eaee, 0x4f606e],
    [0xa9bcc9, 0x2f3b46],
    [0xfbf9f4, 0x181714],
    [0xe0a88a, 0x6e4630],
];
const LINE: Both = [0xa89876, 0x1c1a16];
const RIM: Both = [0x6f6145, 0x968764];
/// For each mark the tint of its cells and the colour of its symbol.
const MARKS: [[Both; 2]; INKS as usize] = [
    [[0xaed3c0, 0x235647], [0x1a5645, 0xa9e6cf]], // green
    [[0xbccbe8, 0x2c4273], [0x2b4687, 0xbed1ff]], // blue
    [[0xf2c4ae, 0x6a3120], [0x8c3214, 0xffc3a8]], // terracotta
    [[0xdfc1e0, 0x562f5c], [0x662a6c, 0xf0c3f1]], // plum
    [[0xf0dd8a, 0x5c4a08], [0x655000, 0xf5dc7c]], // ochre
    [[0xc6ced0, 0x46505a], [0x36414a, 0xe3e9ee]], // slate
];
/// For each side the body of a piece, the line round it, and what stands on it.
const PIECES: [[Both; 3]; 2] = [
    [[0xfffdf8, 0xf4eedf], [0x23211c, 0x0e0d0b], [0x1b1916, 0x1b1916]],
    [[0x26241f, 0x100f0d], [0x26241f, 0xd9cfba], [0xfdfbf5, 0xf4eedf]],
];
const SOFT: Both = [0x655f52, 0xada592];
const TEXT: Both = [0x23211c, 0xe9e4d8];

/// A palette.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// `light` or `dark`.
    pub name: &'static str,
    /// Its place in [`Both`].
    place: usize,
    /// How many parts in 16 of a cell's own shade show through its tint.
    through: u16,
}

impl Theme {
    /// Warm paper by daylight.
    pub const LIGHT: Theme = Theme { name: "light", place: 0, through: 4 };

    /// The same by lamplight.
    pub const DARK: Theme = Theme { name: "dark", place: 1, through: 3 };

    /// The colour of an ink.
    pub fn colour(&self, ink: Ink) -> Colour {
        let own = |both: Both| Colour::hex(both[self.place]);
        let shade = |index: u8| SHADES_OF_CELLS[usize::from(index % SHADES)];
        let mark = |index: u8| MARKS[usize::from(index % INKS)];
        let piece = |side: Side| PIECES[side as usize];
        own(match ink {
            Ink::Paper => PAPER,
            Ink::Shade(index) => shade(index),
            Ink::Tint { mark: index, shade: under } => {
                return own(mark(index)[0]).with(own(shade(under)), self.through);
            }
            Ink::Line => LINE,
            Ink::Rim => RIM,
            Ink::Mark(index) => mark(index)[1],
            Ink::Piece(side) => piece(side)[0],
            Ink::Edge(side) => piece(side)[1],
            Ink::Label(side) => piece(side)[2],
            Ink::Soft => SOFT,
            Ink::Text => TEXT,
        })
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
