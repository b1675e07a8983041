//! The palettes: the colour of each ink in the light and the dark theme. Knows no shapes.

use super::class::{INKS, Ink, SHADES};
use super::colour::Colour;
use padma_rules::model::Owner;

/// The colours of a picture and of the page around it, in the light or in the dark theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// `light` or `dark`.
    pub name: &'static str,
    /// How many parts in 16 of a cell's own shade show through its tint.
    pub(super) shade_parts: u16,
    pub(super) paper: Colour,
    pub(super) shades: [Colour; SHADES as usize],
    pub(super) line: Colour,
    pub(super) rim: Colour,
    /// For each mark, the tint of its cells and the colour of its symbol.
    pub(super) marks: [[Colour; 2]; INKS as usize],
    /// For each owner, the colours of a piece's body, of the line round it, of its label and of red
    /// characters on it.
    pub(super) pieces: [[Colour; 4]; 3],
    pub(super) soft: Colour,
    pub(super) text: Colour,
    /// The colour of symbols and headings of a page.
    pub accent: Colour,
    /// The colour of errors on a page.
    pub bad: Colour,
    /// The colour of open questions on a page, and of what the reader points at.
    pub(crate) maybe: Colour,
}

/// The light and the dark colours of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Themes {
    /// The light theme.
    pub light: Theme,
    /// The dark theme.
    pub dark: Theme,
}

impl Themes {
    /// The themes of a book that sets no colours.
    pub const BUILT_IN: Themes = Themes {
        light: Theme::LIGHT,
        dark: Theme::DARK,
    };
}

const fn hexes<const N: usize>(values: [u32; N]) -> [Colour; N] {
    let mut all = [Colour(0, 0, 0); N];
    let mut index = 0;
    while index < N {
        all[index] = Colour::hex(values[index]);
        index += 1;
    }
    all
}

impl Theme {
    /// The light theme: warm paper.
    pub const LIGHT: Theme = Theme {
        name: "light",
        shade_parts: 4,
        paper: Colour::hex(0xfbf9f4),
        shades: hexes([
            0xe9dfc8, 0xf8f3e6, 0xcfbf9d, 0xf6eedb, 0xcdb68c, 0xe2eaee, 0xa9bcc9, 0xfbf9f4,
            0xe0a88a,
        ]),
        line: Colour::hex(0xa89876),
        rim: Colour::hex(0x6f6145),
        marks: [
            hexes([0xaed3c0, 0x1a5645]), // green
            hexes([0xbccbe8, 0x2b4687]), // blue
            hexes([0xf2c4ae, 0x8c3214]), // terracotta
            hexes([0xdfc1e0, 0x662a6c]), // plum
            hexes([0xf0dd8a, 0x655000]), // ochre
            hexes([0xc6ced0, 0x36414a]), // slate
        ],
        pieces: [
            hexes([0xfffdf8, 0x23211c, 0x1b1916, 0xa81d14]),
            hexes([0x26241f, 0x26241f, 0xfdfbf5, 0xff9a85]),
            hexes([0xaab4bc, 0x23211c, 0x1b1916, 0x1b1916]),
        ],
        soft: Colour::hex(0x655f52),
        text: Colour::hex(0x23211c),
        accent: Colour::hex(0x1f5d4c),
        bad: Colour::hex(0x8a3b2a),
        maybe: Colour::hex(0x2b4a86),
    };

    /// The dark theme.
    pub const DARK: Theme = Theme {
        name: "dark",
        shade_parts: 3,
        paper: Colour::hex(0x181714),
        shades: hexes([
            0x4a4231, 0x353128, 0x675a41, 0x6a5e47, 0x403829, 0x4f606e, 0x2f3b46, 0x181714,
            0x6e4630,
        ]),
        line: Colour::hex(0x1c1a16),
        rim: Colour::hex(0xcbb98e),
        marks: [
            hexes([0x235647, 0xa9e6cf]),
            hexes([0x2c4273, 0xbed1ff]),
            hexes([0x6a3120, 0xffc3a8]),
            hexes([0x562f5c, 0xf0c3f1]),
            hexes([0x5c4a08, 0xf5dc7c]),
            hexes([0x46505a, 0xe3e9ee]),
        ],
        pieces: [
            hexes([0xf4eedf, 0x0e0d0b, 0x1b1916, 0xa81d14]),
            hexes([0x100f0d, 0xd9cfba, 0xf4eedf, 0xff9a85]),
            hexes([0xaeb9c2, 0x0e0d0b, 0x1b1916, 0x1b1916]),
        ],
        soft: Colour::hex(0xada592),
        text: Colour::hex(0xe9e4d8),
        accent: Colour::hex(0xa9e0cb),
        bad: Colour::hex(0xe9a48f),
        maybe: Colour::hex(0xa9c0ee),
    };

    /// Returns the colour of an ink.
    pub fn colour(&self, ink: Ink) -> Colour {
        let shade = |index: u8| self.shades[usize::from(index % SHADES)];
        let mark = |index: u8| self.marks[usize::from(index % INKS)];
        let piece = |owner: Owner| self.pieces[owner as usize];
        match ink {
            Ink::Paper => self.paper,
            Ink::Shade(index) => shade(index),
            Ink::Tint {
                mark: index,
                shade: under,
            } => mark(index)[0].mix(shade(under), self.shade_parts),
            Ink::Line => self.line,
            Ink::Rim => self.rim,
            Ink::Mark(index) => mark(index)[1],
            Ink::Piece(owner) => piece(owner)[0],
            Ink::Edge(owner) => piece(owner)[1],
            Ink::Label(owner) => piece(owner)[2],
            Ink::Red(owner) => piece(owner)[3],
            Ink::Soft => self.soft,
            Ink::Text => self.text,
        }
    }

    /// Returns the colour of a page's lines.
    pub(crate) fn rule(&self) -> Colour {
        self.paper.mix(self.text, 3)
    }

    /// Returns the background colour of a page's code and input fields.
    pub(crate) fn wash(&self) -> Colour {
        let wash = self.paper.mix(self.text, 1);
        let is_legible = [self.text, self.accent]
            .iter()
            .all(|ink| ink.contrast(wash) >= LEGIBLE);
        if is_legible { wash } else { self.paper }
    }
}

/// The contrast that words must have with their background, by WCAG 2.
pub(crate) const LEGIBLE: f64 = 4.5;
/// The contrast that symbols and pieces must have with their background.
pub(crate) const SEEN: f64 = 3.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn at_least(least: f64, theme: &Theme, a: Ink, b: Ink) {
        let contrast = theme.colour(a).contrast(theme.colour(b));
        assert!(
            contrast >= least,
            "{}: {a:?} on {b:?} has {contrast:.2}, wants {least}",
            theme.name
        );
    }

    #[test]
    fn colours_that_must_differ_have_enough_contrast() {
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
            at_least(3.0, theme, Ink::Rim, Ink::Shade(4));
            for owner in Owner::ALL {
                at_least(7.0, theme, Ink::Label(owner), Ink::Piece(owner));
                at_least(4.5, theme, Ink::Red(owner), Ink::Piece(owner));
            }
            at_least(
                12.0,
                theme,
                Ink::Piece(Owner::White),
                Ink::Piece(Owner::Black),
            );
            // A board of points has the shade of light squares, so only its lines show it.
            at_least(SEEN, theme, Ink::Rim, Ink::Shade(3));
            at_least(4.5, theme, Ink::Soft, Ink::Paper);
            at_least(7.0, theme, Ink::Text, Ink::Paper);
        }
    }

    #[test]
    fn every_piece_stands_out_from_every_cell() {
        for theme in [&Theme::LIGHT, &Theme::DARK] {
            for owner in Owner::ALL {
                for shade in 0..SHADES {
                    let grounds = (0..INKS)
                        .map(|mark| Ink::Tint { mark, shade })
                        .chain([Ink::Shade(shade)]);
                    for ground in grounds {
                        let against = |ink: Ink| theme.colour(ink).contrast(theme.colour(ground));
                        let best = against(Ink::Piece(owner)).max(against(Ink::Edge(owner)));
                        assert!(
                            best >= 3.0,
                            "{} {owner:?} on {ground:?}: {best:.2}",
                            theme.name
                        );
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
                        c.0.abs_diff(tint.0)
                            .max(c.1.abs_diff(tint.1))
                            .max(c.2.abs_diff(tint.2))
                            >= 12
                    };
                    assert!(
                        seen.iter().all(far),
                        "{} mark {mark} on shade {shade}",
                        theme.name
                    );
                    seen.push(tint);
                }
            }
        }
    }
}
