//! Short fingerprints of texts: a text that was read has changed if its fingerprint has.

use std::fmt;

use super::words::digest;

/// The characters of a fingerprint, each for five bits.
const CHARACTERS: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";
/// The number of characters: 30 bits, so that two of the few thousand sentences of a book hardly share one.
const LENGTH: u32 = 6;

/// The fingerprint of a text: six letters and digits, the same on every machine.
///
/// ```
/// use padma_text::Fingerprint;
///
/// let read = Fingerprint::of(["The Rook slides."]);
/// assert_eq!(Fingerprint::parse(&read.to_string()), Some(read));
/// assert_ne!(Fingerprint::of(["The Rook leaps."]), read);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint(u32);

impl Fingerprint {
    /// Returns the fingerprint of some texts in order.
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Fingerprint {
        let bytes = texts
            .into_iter()
            .flat_map(|text| text.bytes().chain([b'\n']));
        let hash = digest(bytes);
        Fingerprint(((hash >> 32) ^ hash) as u32 & ((1 << (5 * LENGTH)) - 1))
    }

    /// Reads a fingerprint; `None` if the text is not one.
    pub fn parse(text: &str) -> Option<Fingerprint> {
        let digit = |byte: u8| CHARACTERS.iter().position(|known| *known == byte);
        let add = |number: u32, byte| Some(number << 5 | digit(byte)? as u32);
        let number = text.bytes().try_fold(0, add)?;
        (text.len() == LENGTH as usize).then_some(Fingerprint(number))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = (0..LENGTH).rev().map(|place| self.0 >> (5 * place) & 31);
        let text: String = digits
            .map(|digit| char::from(CHARACTERS[digit as usize]))
            .collect();
        f.write_str(&text)
    }
}
