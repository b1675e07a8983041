//! Short fingerprints of texts, by which a changed text is told from the one that was read.

use std::fmt;

use super::words::digest;

/// The letters and digits of a fingerprint, each for five bits.
const SIGNS: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";
/// The number of signs: 30 bits, so that two of the few thousand sentences of a book hardly share one.
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
        let sign = |byte: u8| SIGNS.iter().position(|sign| *sign == byte);
        let add = |number: u32, byte| Some(number << 5 | sign(byte)? as u32);
        let number = text.bytes().try_fold(0, add)?;
        (text.len() == LENGTH as usize).then_some(Fingerprint(number))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signs = (0..LENGTH).rev().map(|place| self.0 >> (5 * place) & 31);
        let text: String = signs.map(|sign| char::from(SIGNS[sign as usize])).collect();
        f.write_str(&text)
    }
}
