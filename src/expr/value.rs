//! Values of expressions.

use std::cmp::Ordering;

use padma_rules::model::{Cell, CellSet, Decimal, KindId, Side, Variant};
use padma_rules::movement::LeapKind;

/// A fraction, or "never": for example the distance to a cell that cannot be reached.
#[derive(Clone, Copy, Debug, Default)]
pub enum Number {
    /// The denominator is positive.
    Fraction {
        /// Above the line.
        numerator: i64,
        /// Below the line.
        denominator: i64,
    },
    /// The count of moves until something that never happens.
    #[default]
    Never,
}

impl From<Decimal> for Number {
    fn from(value: Decimal) -> Number {
        Number::Fraction {
            numerator: value.units,
            denominator: value.per_one,
        }
    }
}

impl Number {
    /// Returns a whole number.
    pub fn whole(value: i64) -> Number {
        Number::Fraction {
            numerator: value,
            denominator: 1,
        }
    }

    /// Returns the number as a count, if it is a whole number and not negative.
    pub fn as_count(self) -> Option<usize> {
        match self {
            Number::Fraction {
                numerator,
                denominator,
            } if numerator % denominator == 0 => usize::try_from(numerator / denominator).ok(),
            _ => None,
        }
    }

    /// Returns numerator and denominator, widened for arithmetic.
    #[inline]
    fn fraction(self) -> Option<(i128, i128)> {
        match self {
            Number::Fraction {
                numerator,
                denominator,
            } => Some((numerator.into(), denominator.into())),
            Number::Never => None,
        }
    }

    fn combine(
        self,
        other: Number,
        op: impl Fn(i128, i128, i128, i128) -> Option<(i128, i128)>,
    ) -> Option<Number> {
        let (Some((a, b)), Some((c, d))) = (self.fraction(), other.fraction()) else {
            return Some(Number::Never);
        };
        let (n, d) = op(a, b, c, d)?;
        if d == 1 {
            return Some(Number::whole(i64::try_from(n).ok()?));
        }
        let divisor = gcd(n.unsigned_abs(), d.unsigned_abs()).max(1) as i128;
        let narrow = |value: i128| i64::try_from(value / divisor).ok();
        Some(Number::Fraction {
            numerator: narrow(n)?,
            denominator: narrow(d)?,
        })
    }

    /// Returns the sum; `None` if it is too large.
    #[inline]
    pub(crate) fn plus(self, other: Number) -> Option<Number> {
        self.combine(other, |a, b, c, d| {
            Some(((a * d).checked_add(c * b)?, b * d))
        })
    }

    /// Returns the difference; `None` if it is too large.
    #[inline]
    pub fn minus(self, other: Number) -> Option<Number> {
        self.combine(other, |a, b, c, d| {
            Some(((a * d).checked_sub(c * b)?, b * d))
        })
    }

    /// Returns the product; `None` if it is too large.
    #[inline]
    pub(crate) fn times(self, other: Number) -> Option<Number> {
        self.combine(other, |a, b, c, d| Some((a * c, b * d)))
    }

    /// Whether `decimals` decimals show the number exactly.
    pub fn is_exact(self, decimals: u32) -> bool {
        self.fraction()
            .is_some_and(|(n, d)| n * 10_i128.pow(decimals) % d == 0)
    }

    /// Rounds half up to `decimals` decimals. Returns the result in units of the last decimal.
    fn units(self, decimals: u32) -> Option<i128> {
        let (n, d) = self.fraction()?;
        Some((2 * n * 10_i128.pow(decimals) + d).div_euclid(2 * d))
    }

    /// Rounds half up to `decimals` decimals, at most nine. Returns the result in units of the
    /// last decimal; `None` if it overflows.
    pub fn rounded(self, decimals: u32) -> Option<i64> {
        i64::try_from(self.units(decimals.min(9))?).ok()
    }

    /// Rounds a percentage likewise, but never rounds a smaller one up to 100%.
    pub fn rounded_share(self, decimals: u32) -> Option<i64> {
        let (units, all) = (self.rounded(decimals)?, 100 * 10_i64.pow(decimals.min(9)));
        Some(if self < Number::whole(100) {
            units.min(all - 1)
        } else {
            units
        })
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// "Never" is greater than any number.
impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        match (self.fraction(), other.fraction()) {
            (Some((a, b)), Some((c, d))) => (a * d).cmp(&(c * b)),
            (None, None) => Ordering::Equal,
            (None, _) => Ordering::Greater,
            (_, None) => Ordering::Less,
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Never => f.write_str("never"),
            Number::Fraction {
                numerator,
                denominator: 1,
            } => write!(f, "{numerator}"),
            number => f.write_str(&number.with_decimals(number.decimals())),
        }
    }
}

/// A relation of two numbers. In a text it relates the rules' number to the stated number; in an
/// expression, the left side to the right side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// Equal.
    #[default]
    Exactly,
    /// Equal or larger.
    AtLeast,
    /// Larger.
    MoreThan,
    /// Equal or smaller.
    AtMost,
    /// Smaller.
    LessThan,
    /// Not equal.
    Not,
}

impl Bound {
    /// Whether the two numbers are in this relation.
    pub fn allows(self, actual: Number, stated: Number) -> bool {
        let order = actual.cmp(&stated);
        match self {
            Bound::Exactly => order == Ordering::Equal,
            Bound::AtLeast => order != Ordering::Less,
            Bound::MoreThan => order == Ordering::Greater,
            Bound::AtMost => order != Ordering::Greater,
            Bound::LessThan => order == Ordering::Less,
            Bound::Not => order != Ordering::Equal,
        }
    }

    /// Returns the words to write before a number, with a trailing space.
    pub fn words(self) -> &'static str {
        match self {
            Bound::Exactly => "",
            Bound::AtLeast => "at least ",
            Bound::MoreThan => "more than ",
            Bound::AtMost => "at most ",
            Bound::LessThan => "fewer than ",
            Bound::Not => "not ",
        }
    }

    /// Returns a number that makes a text false if it replaces `stated`. `actual` is the rules'.
    pub fn rejected_number(self, actual: i64, stated: i64) -> i64 {
        match self {
            Bound::Exactly => stated + 1,
            Bound::AtLeast => actual + 1,
            Bound::AtMost => actual - 1,
            Bound::MoreThan | Bound::LessThan | Bound::Not => actual,
        }
    }

    /// Returns the bound that allows exactly what this one does not.
    pub(super) fn opposite(self) -> Bound {
        match self {
            Bound::Exactly => Bound::Not,
            Bound::Not => Bound::Exactly,
            Bound::LessThan => Bound::AtLeast,
            Bound::AtLeast => Bound::LessThan,
            Bound::AtMost => Bound::MoreThan,
            Bound::MoreThan => Bound::AtMost,
        }
    }

    /// Returns the bound with its two sides exchanged.
    pub(super) fn mirrored(self) -> Bound {
        match self {
            Bound::LessThan => Bound::MoreThan,
            Bound::MoreThan => Bound::LessThan,
            Bound::AtMost => Bound::AtLeast,
            Bound::AtLeast => Bound::AtMost,
            Bound::Exactly | Bound::Not => self,
        }
    }
}

/// Number of decimals of a fraction: at least this many, or just these if none are exact.
const FEWEST_DECIMALS: u32 = 2;
const MOST_DECIMALS: u32 = 18;

/// Writes a number given in units of its last decimal: 125 with two decimals is `1.25`.
pub fn units_in_digits(units: i128, decimals: u32) -> String {
    let sign = if units < 0 { "-" } else { "" };
    let (units, scale, width) = (
        units.unsigned_abs(),
        10_u128.pow(decimals),
        decimals as usize,
    );
    match decimals {
        0 => format!("{sign}{units}"),
        _ => format!("{sign}{}.{:0width$}", units / scale, units % scale),
    }
}

impl Number {
    /// Returns the number of decimals that show a fraction exactly: at least two, and two if no
    /// number of decimals does.
    fn decimals(self) -> u32 {
        if matches!(self, Number::Never) {
            return 0;
        }
        (FEWEST_DECIMALS..=MOST_DECIMALS)
            .find(|n| self.is_exact(*n))
            .unwrap_or(FEWEST_DECIMALS)
    }

    /// Writes the number rounded half up to `decimals` decimals.
    fn with_decimals(self, decimals: u32) -> String {
        self.units(decimals).map_or_else(
            || self.to_string(),
            |units| units_in_digits(units, decimals),
        )
    }

    /// Writes two numbers with just enough decimals to tell them apart.
    pub fn tell_apart(self, other: Number) -> (String, String) {
        let show = |number: Number, decimals| match number {
            Number::Fraction { denominator: 1, .. } => number.to_string(),
            number => number.with_decimals(decimals),
        };
        let fewest = self.decimals().max(other.decimals());
        let mut both = (fewest..=MOST_DECIMALS).map(|n| (show(self, n), show(other, n)));
        both.find(|(a, b)| a != b)
            .unwrap_or((self.to_string(), other.to_string()))
    }
}

/// The type of an expression's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExprType {
    /// A number.
    Number,
    /// A number in percent.
    Share,
    /// A set of cells.
    Cells,
    /// True or false.
    Truth,
    /// A text.
    Text,
    /// Kinds of piece.
    Pieces,
    /// Leaps.
    Leaps,
    /// Numbers of the source's sections and figures.
    Numbers,
    /// The pieces of a position.
    Position,
}

impl ExprType {
    /// Returns the name of the type and, if it is a list, the words for an empty list.
    const fn words(self) -> (&'static str, Option<&'static str>) {
        match self {
            ExprType::Number => ("a number", None),
            ExprType::Share => ("a share in percent", None),
            ExprType::Cells => ("cells", Some("no cell")),
            ExprType::Truth => ("true or false", None),
            ExprType::Text => ("a text", None),
            ExprType::Pieces => ("pieces", Some("no piece")),
            ExprType::Leaps => ("leaps", Some("no leap")),
            ExprType::Numbers => ("sections or figures", Some("none")),
            ExprType::Position => ("a position", Some("no piece")),
        }
    }

    /// Returns the words for a value of this type: "cells", "true or false".
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// Returns the words for an empty list, such as "no cell"; `None` if the type is not a list.
    pub fn words_for_none(self) -> Option<&'static str> {
        self.words().1
    }
}

/// A part of a position: a piece on its cell, a number of pieces beside the board, or the side to
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PositionPart {
    /// A piece on its cell.
    On(Side, KindId, Cell),
    /// A number of pieces of a kind beside the board.
    Aside(Side, KindId, u16),
    /// The side to move.
    ToMove(Side),
}

impl PositionPart {
    /// Returns the side, the kind and the number of the pieces; `None` for the side to move.
    pub fn pieces(&self) -> Option<(Side, KindId, u16)> {
        match self {
            PositionPart::On(side, kind, _) => Some((*side, *kind, 1)),
            PositionPart::Aside(side, kind, count) => Some((*side, *kind, *count)),
            PositionPart::ToMove(_) => None,
        }
    }

    /// Returns the kind of the piece.
    pub fn kind(&self) -> Option<KindId> {
        self.pieces().map(|(_, kind, _)| kind)
    }

    fn show(&self, variant: &Variant) -> String {
        let name = |kind: &KindId| &variant.kind(*kind).name;
        match self {
            PositionPart::On(side, kind, cell) => {
                format!(
                    "{} {} {}",
                    side.titled(),
                    name(kind),
                    variant.board.name(*cell)
                )
            }
            PositionPart::Aside(side, kind, 1) => {
                format!("{} {} in hand", side.titled(), name(kind))
            }
            PositionPart::Aside(side, kind, count) => {
                format!("{} {count} {} in hand", side.titled(), name(kind))
            }
            PositionPart::ToMove(side) => format!("{} to move", side.titled()),
        }
    }
}

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprValue {
    /// A number.
    Number(Number),
    /// A percentage.
    Share(Number),
    /// A set of cells.
    Cells(Box<CellSet>),
    /// True or false.
    Truth(bool),
    /// A text.
    Text(String),
    /// Kinds of piece.
    Kinds(Vec<KindId>),
    /// Leaps, each once, the shortest first.
    Leaps(Vec<LeapKind>),
    /// Numbers of sections and figures, in the order of the source's outline.
    Numbers(Vec<String>),
    /// The parts of a position in order, each once.
    Position(Vec<PositionPart>),
}

/// Returns the items that are in only one of two lists.
fn symmetric_difference<T: PartialEq + Clone>(a: &[T], b: &[T]) -> Vec<T> {
    let all = a
        .iter()
        .filter(|item| !b.contains(item))
        .chain(b.iter().filter(|item| !a.contains(item)));
    all.cloned().collect()
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items
}

impl ExprValue {
    /// Returns the type of the value.
    pub fn kind(&self) -> ExprType {
        match self {
            ExprValue::Number(_) => ExprType::Number,
            ExprValue::Share(_) => ExprType::Share,
            ExprValue::Cells(_) => ExprType::Cells,
            ExprValue::Truth(_) => ExprType::Truth,
            ExprValue::Text(_) => ExprType::Text,
            ExprValue::Kinds(_) => ExprType::Pieces,
            ExprValue::Leaps(_) => ExprType::Leaps,
            ExprValue::Numbers(_) => ExprType::Numbers,
            ExprValue::Position(_) => ExprType::Position,
        }
    }

    /// Returns the names of a list's items, with ids for pieces; `None` for a value that is not a
    /// list.
    pub fn names(&self, variant: &Variant) -> Option<Vec<String>> {
        Some(match self {
            ExprValue::Cells(set) => variant.board.names_of(set),
            ExprValue::Kinds(kinds) => kinds
                .iter()
                .map(|kind| variant.kind(*kind).id.clone())
                .collect(),
            ExprValue::Leaps(leaps) => leaps.iter().map(LeapKind::to_string).collect(),
            ExprValue::Numbers(numbers) => numbers.clone(),
            ExprValue::Position(parts) => parts.iter().map(|part| part.show(variant)).collect(),
            _ => return None,
        })
    }

    /// Returns the items that are in only one of two lists, in the order of their type; `None` for
    /// a value that is not a list.
    pub fn differs_from(&self, other: &ExprValue) -> Option<ExprValue> {
        Some(match (self, other) {
            (ExprValue::Cells(a), ExprValue::Cells(b)) => {
                ExprValue::Cells(Box::new((**a - **b) | (**b - **a)))
            }
            (ExprValue::Kinds(a), ExprValue::Kinds(b)) => {
                ExprValue::Kinds(sorted(symmetric_difference(a, b)))
            }
            (ExprValue::Leaps(a), ExprValue::Leaps(b)) => {
                ExprValue::Leaps(sorted(symmetric_difference(a, b)))
            }
            (ExprValue::Numbers(a), ExprValue::Numbers(b)) => {
                ExprValue::Numbers(symmetric_difference(a, b))
            }
            (ExprValue::Position(a), ExprValue::Position(b)) => {
                ExprValue::Position(sorted(symmetric_difference(a, b)))
            }
            _ => return None,
        })
    }

    /// Removes the side to move from a position if `stated` does not name it.
    pub fn limited_to(self, stated: &ExprValue) -> ExprValue {
        let is_turn = |part: &PositionPart| matches!(part, PositionPart::ToMove(_));
        match (self, stated) {
            (ExprValue::Position(mut parts), ExprValue::Position(stated_parts))
                if !stated_parts.iter().any(is_turn) =>
            {
                parts.retain(|part| !is_turn(part));
                ExprValue::Position(parts)
            }
            (value, _) => value,
        }
    }

    /// Writes the value for people: `11`, `51%`, `c4 g4`, `true`.
    pub fn show(&self, variant: &Variant) -> String {
        match self {
            ExprValue::Number(number) => number.to_string(),
            ExprValue::Share(
                number @ Number::Fraction {
                    denominator: 2.., ..
                },
            ) => {
                let numerator = number.rounded_share(2).unwrap_or(0);
                format!(
                    "{}%",
                    Number::Fraction {
                        numerator,
                        denominator: 100
                    }
                )
            }
            ExprValue::Share(number) => format!("{number}%"),
            ExprValue::Truth(truth) => truth.to_string(),
            ExprValue::Text(text) => text.clone(),
            list => match list.names(variant).unwrap_or_default() {
                names if names.is_empty() => {
                    list.kind().words_for_none().unwrap_or_default().to_string()
                }
                parts if list.kind() == ExprType::Position => parts.join(", "),
                names => names.join(" "),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_bound_rejects_the_number() {
        for bound in [
            Bound::Exactly,
            Bound::AtLeast,
            Bound::MoreThan,
            Bound::AtMost,
            Bound::LessThan,
            Bound::Not,
        ] {
            for (actual, stated) in
                (-3..4).flat_map(|actual| (-3..4).map(move |stated| (actual, stated)))
            {
                let allows = |stated| bound.allows(Number::whole(actual), Number::whole(stated));
                let broken = bound.rejected_number(actual, stated);
                assert!(
                    !allows(stated) || !allows(broken),
                    "{bound:?} {stated}, of {actual}, to {broken}"
                );
            }
        }
    }
}
