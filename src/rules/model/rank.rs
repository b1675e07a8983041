//! The names of ranks: `1`, `12`, and `1'`, which is another rank than `1`.

use std::fmt;

/// A rank by its name: a number, and the number of primes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank {
    /// From 0 to [`Rank::HIGHEST`].
    pub number: usize,
    /// The number of primes after the number, up to [`Rank::MOST_PRIMES`].
    pub primes: usize,
}

impl Rank {
    /// The largest number of a rank, since a cell's name has two digits at most.
    pub const HIGHEST: usize = 99;
    /// The most primes after the number.
    pub const MOST_PRIMES: usize = 2;

    /// Returns the rank with a number and no primes.
    pub fn numbered(number: usize) -> Rank {
        Rank { number, primes: 0 }
    }

    /// The characters that may stand for a prime: an apostrophe, a typographic one and a star.
    pub const SIGNS: [char; 3] = ['\'', '’', '*'];

    /// Reads a rank's name, such as `8'`. Each of [`Rank::SIGNS`] at its end is a prime.
    pub fn named(name: &str) -> Option<Rank> {
        let digits = name.trim_end_matches(Rank::SIGNS);
        let primes = name[digits.len()..].chars().count();
        let is_number =
            (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        let number = digits
            .parse()
            .ok()
            .filter(|_| is_number && primes <= Rank::MOST_PRIMES)?;
        // No leading zeros, so that each rank is written in only one way.
        (digits == "0" || !digits.starts_with('0')).then_some(Rank { number, primes })
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:'<primes$}", self.number, "", primes = self.primes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for (name, number, primes) in [
            ("1", 1, 0),
            ("0", 0, 0),
            ("12", 12, 0),
            ("8'", 8, 1),
            ("8''", 8, 2),
        ] {
            assert_eq!(Rank::named(name), Some(Rank { number, primes }), "{name}");
            assert_eq!(Rank { number, primes }.to_string(), name);
        }
        assert_eq!(Rank::named("1*"), Rank::named("1'"));
        for name in ["", "'", "01", "100", "1'a", "a", "1'''", "-1"] {
            assert_eq!(Rank::named(name), None, "{name}");
        }
    }
}
