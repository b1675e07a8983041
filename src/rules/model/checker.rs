//! Checkers and scales. In some games each piece is a stack of checkers. A scale is an ordered
//! list of names, such as suits or ranks; each step may have a value. All values are exact.

/// The most kinds of checker that a variant may have.
pub const MAX_KINDS: usize = 16;
/// The most checkers of a kind that a piece may have.
pub const MAX_OF_A_KIND: u8 = 99;

/// A kind of checker, as an index into the variant's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CheckerId(u8);

impl CheckerId {
    /// Returns the kind at an index below [`MAX_KINDS`].
    pub const fn new(index: usize) -> CheckerId {
        CheckerId(index as u8)
    }

    /// Returns its index in the variant's list.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// The properties of a kind of checker.
#[derive(Clone, Debug)]
pub struct Checker {
    /// Its name in a variant's file.
    pub id: String,
    /// Its name in sentences.
    pub name: String,
    /// The value of one, if the variant gives it.
    pub value: Option<Decimal>,
    /// The number of them in a suit.
    pub count: u16,
    /// The most of them that one piece may have.
    pub most: u8,
}

/// What a piece is made of: a number of checkers of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stack([u8; MAX_KINDS]);

impl Stack {
    /// Returns the number of its checkers of a kind.
    pub fn of(&self, kind: CheckerId) -> u8 {
        self.0[kind.index()]
    }

    /// Returns the same stack with `count` checkers of a kind.
    #[must_use]
    pub fn with(mut self, kind: CheckerId, count: u8) -> Stack {
        self.0[kind.index()] = count;
        self
    }

    /// Whether it has no checker.
    pub fn is_empty(&self) -> bool {
        *self == Stack::default()
    }

    /// Returns the number of its checkers.
    pub fn height(&self) -> u16 {
        self.0.iter().map(|count| u16::from(*count)).sum()
    }

    /// Returns the kinds it has, in the variant's order.
    pub fn kinds(&self) -> impl Iterator<Item = CheckerId> + use<> {
        let counts = self.0;
        (0..MAX_KINDS)
            .filter(move |kind| counts[*kind] > 0)
            .map(CheckerId::new)
    }

    /// Returns both stacks put together.
    #[must_use]
    pub fn joined_with(mut self, other: Stack) -> Stack {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(own, more)| *own = own.saturating_add(more));
        self
    }

    /// Returns the stack without a part; `None` if the stack does not contain the part.
    pub fn without(mut self, part: Stack) -> Option<Stack> {
        for (own, removed) in self.0.iter_mut().zip(part.0) {
            *own = own.checked_sub(removed)?;
        }
        Some(self)
    }
}

/// A number as written in digits, with its decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The number in units of the last decimal.
    pub units: i64,
    /// The number of these units in 1.
    pub per_one: i64,
}

impl Decimal {
    /// Reads `12` or `0.25`: at most nine digits before the point and four after it.
    pub fn parse(text: &str) -> Option<Decimal> {
        let (whole, decimals) = match text.split_once('.') {
            Some((whole, decimals)) if (1..=4).contains(&decimals.len()) => (whole, decimals),
            Some(_) => return None,
            None => (text, ""),
        };
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !(1..=9).contains(&whole.len()) || !is_digits(whole) || !is_digits(decimals) {
            return None;
        }
        let units = format!("{whole}{decimals}").parse().ok()?;
        Some(Decimal {
            units,
            per_one: 10_i64.pow(decimals.len() as u32),
        })
    }
}

/// An ordered list of names.
#[derive(Clone, Debug)]
pub struct Scale {
    /// Its name in a variant's file.
    pub id: String,
    /// Its names, the lowest first.
    pub steps: Vec<Step>,
}

/// One name of a scale.
#[derive(Clone, Debug)]
pub struct Step {
    /// The name as the variant's file spells it.
    pub name: String,
    /// Its value, if the variant gives one.
    pub value: Option<Decimal>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_join_and_part_exactly() {
        let [a, b] = [0, 1].map(CheckerId::new);
        let (ones, twos) = (
            Stack::default().with(a, 1),
            Stack::default().with(a, 1).with(b, 2),
        );
        assert_eq!(
            ones.joined_with(twos),
            Stack::default().with(a, 2).with(b, 2)
        );
        assert_eq!(ones.joined_with(twos).without(twos), Some(ones));
        assert_eq!(ones.without(twos), None, "no part of it");
        assert_eq!((twos.height(), twos.kinds().count()), (3, 2));
    }

    #[test]
    fn decimals_are_exact_or_none() {
        let read = |text| Decimal::parse(text).map(|decimal| (decimal.units, decimal.per_one));
        for (text, expected) in [
            ("12", Some((12, 1))),
            ("0.25", Some((25, 100))),
            ("100000", Some((100_000, 1))),
            ("1.", None),
            (".5", None),
            ("-1", None),
            ("1e3", None),
            ("0.12345", None),
            ("", None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
