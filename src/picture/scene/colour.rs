//! Colours and their contrast. Knows no pictures.

/// A colour by its red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

pub(crate) const BLACK: Colour = Colour(0, 0, 0);
pub(crate) const WHITE: Colour = Colour(255, 255, 255);

impl Colour {
    pub(super) const fn hex(value: u32) -> Colour {
        Colour((value >> 16) as u8, (value >> 8) as u8, value as u8)
    }

    /// Reads a colour as style sheets write it: `#1f5d4c`, or `#157` for `#115577`.
    pub fn from_css(text: &str) -> Option<Colour> {
        let digits = text
            .strip_prefix('#')
            .filter(|digits| digits.bytes().all(|c| c.is_ascii_hexdigit()))?;
        let long = match digits.len() {
            3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
            6 => digits.to_string(),
            _ => return None,
        };
        u32::from_str_radix(&long, 16).ok().map(Colour::hex)
    }

    /// Writes the colour as style sheets do: `#1f5d4c`.
    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// Mixes `parts` in 16 of another colour into this one.
    pub(super) fn mix(self, other: Colour, parts: u16) -> Colour {
        self.combine_channels(other, |a, b| (a * (16 - parts) + b * parts + 8) / 16)
    }

    /// Multiplies two colours, which gives this colour as seen through glass of the other colour.
    pub(super) fn multiply(self, other: Colour) -> Colour {
        self.combine_channels(other, |a, b| a * b / 255)
    }

    fn combine_channels(self, other: Colour, channel: impl Fn(u16, u16) -> u16) -> Colour {
        let channel = |a: u8, b: u8| channel(u16::from(a), u16::from(b)).min(255) as u8;
        Colour(
            channel(self.0, other.0),
            channel(self.1, other.1),
            channel(self.2, other.2),
        )
    }

    /// Returns the relative luminance of WCAG 2: from 0 for black to 1 for white.
    fn luminance(self) -> f64 {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                power_of_2_4((value + 0.055) / 1.055)
            }
        };
        0.2126 * channel(self.0) + 0.7152 * channel(self.1) + 0.0722 * channel(self.2)
    }

    /// Returns the contrast of two colours by WCAG 2: from 1 for a colour with itself to 21 for
    /// black and white.
    pub(crate) fn contrast(self, other: Colour) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if a > b { a / b } else { b / a }
    }

    /// Whether white text on this colour has more contrast than black text.
    pub(crate) fn is_dark(self) -> bool {
        self.contrast(WHITE) > self.contrast(BLACK)
    }
}

/// Raises a number from 0 to 1 to the power of 2.4. The functions of different platforms would
/// differ in the last bit.
fn power_of_2_4(value: f64) -> f64 {
    let square = value * value;
    let mut fifth_root = 1.0;
    for _ in 0..40 {
        let fourth: f64 = fifth_root * fifth_root * fifth_root * fifth_root;
        fifth_root -= (fourth * fifth_root - square) / (5.0 * fourth);
    }
    square * fifth_root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrasts_agree_with_wcag() {
        // The ratios are from the tables of the authors of WCAG, to two decimal places.
        for (a, b, ratio) in [
            ("#000", "#fff", 21.0),
            ("#777777", "#ffffff", 4.48),
            ("#767676", "#ffffff", 4.54),
            ("#ff0000", "#ffffff", 4.00),
            ("#0000ff", "#ffffff", 8.59),
            ("#123456", "#123456", 1.0),
        ] {
            let [first, second] = [a, b].map(|text| Colour::from_css(text).expect("a colour"));
            assert!(
                (first.contrast(second) - ratio).abs() < 0.005,
                "{a} on {b}: {}",
                first.contrast(second)
            );
            assert!((first.contrast(second) - second.contrast(first)).abs() < 1e-12);
        }
    }

    #[test]
    fn power_of_2_4_agrees_with_the_platform() {
        for step in 1_i32..=1000 {
            let value = f64::from(step) / 1000.0;
            assert!(
                (power_of_2_4(value) - value.powf(2.4)).abs() < 1e-12,
                "{value}"
            );
        }
    }
}
