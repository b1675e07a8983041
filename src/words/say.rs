//! What is said: a message and what fills its slots. It is a value, in no language: statements are
//! compared, searched and stored as such.

use std::borrow::Cow;

/// A statement, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Say {
    /// The file and the id of its message: `movement.leaps-far`.
    pub(crate) id: &'static str,
    /// The row of a table, if that is what the id names.
    pub(crate) row: String,
    /// What its slots hold.
    pub(crate) slots: Vec<(Cow<'static, str>, SlotValue)>,
}

/// What a slot holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SlotValue {
    /// Nothing: what the message says of it is left out.
    #[default]
    None,
    /// A text that is the same in every language: an author's, or a cell's name.
    Text(String),
    /// The name of a cell, which cannot be the first word of a sentence, where it would need a
    /// capital.
    Cell(String),
    /// A number.
    Number(u64),
    /// One of the keys among which a message chooses.
    Key(&'static str),
    /// Numbers that the rows of a table name together, as few rows as there are.
    Cover {
        /// The table.
        table: &'static str,
        /// The numbers.
        numbers: Vec<i8>,
    },
    /// The name of something that the page of rules explains.
    Term(String),
    /// A statement in the statement.
    Say(Box<Say>),
    /// Several of them.
    List(Listing, Vec<SlotValue>),
}

/// How the items of a list are joined: as the table `lists` of the language says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// "a, b and c".
    And,
    /// "a, b or c".
    Or,
    /// "a, b nor c".
    Nor,
    /// "a; or b; or c".
    Alternatives,
    /// "a, then b, then c".
    Then,
    /// "a, b, c".
    Enumeration,
    /// "A. B. C."
    Sentences,
    /// "a; b; c".
    Series,
    /// "a b c".
    Words,
    /// "a to b to c".
    Onward,
}

impl Listing {
    /// Returns the form of its row.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Listing::And => "and",
            Listing::Or => "or",
            Listing::Nor => "nor",
            Listing::Alternatives => "alternatives",
            Listing::Then => "then",
            Listing::Enumeration => "enumeration",
            Listing::Sentences => "sentences",
            Listing::Series => "series",
            Listing::Words => "words",
            Listing::Onward => "onward",
        }
    }

    /// Returns a list of these items.
    pub fn of<T: Into<SlotValue>>(self, items: impl IntoIterator<Item = T>) -> SlotValue {
        SlotValue::List(self, items.into_iter().map(Into::into).collect())
    }
}

/// Returns the row of a table.
pub fn row(table: &'static str, key: impl Into<String>) -> SlotValue {
    phrase(table, key, Vec::new()).into()
}

/// Returns the row of a table that has slots.
pub fn phrase(
    table: &'static str,
    key: impl Into<String>,
    slots: Vec<(&'static str, SlotValue)>,
) -> Say {
    let (id, row) = (table, key.into());
    let slots = slots.into_iter().map(|(slot, value)| (slot.into(), value));
    let slots = slots.collect();
    Say { id, row, slots }
}

impl Say {
    /// Returns what a slot holds.
    pub fn slot(&self, name: &str) -> &SlotValue {
        const NOTHING: &SlotValue = &SlotValue::None;
        let slot = self.slots.iter().find(|(known, _)| *known == name);
        slot.map_or(NOTHING, |(_, slot)| slot)
    }

    /// Whether another statement differs in what these slots hold, and in no other slot.
    pub fn differs_in(&self, other: &Say, names: &[&str]) -> bool {
        let differs = |name: &str| self.slot(name) != other.slot(name);
        let mut slots = self.slots.iter();
        slots.all(|(name, _)| names.contains(&&**name) || !differs(name))
            && names.iter().any(|name| differs(name))
    }
}

macro_rules! slot_from {
    ($($from:ty: |$value:ident| $slot:expr),* $(,)?) => {$(
        impl From<$from> for SlotValue {
            fn from($value: $from) -> SlotValue {
                $slot
            }
        }
    )*};
}

slot_from! {
    Say: |say| SlotValue::Say(Box::new(say)),
    &Say: |say| SlotValue::Say(Box::new(say.clone())),
    &SlotValue: |slot| slot.clone(),
    String: |text| SlotValue::Text(text),
    &String: |text| SlotValue::Text(text.clone()),
    &str: |text| SlotValue::Text(text.to_string()),
    u8: |number| SlotValue::Number(number.into()),
    u16: |number| SlotValue::Number(number.into()),
    usize: |number| SlotValue::Number(number as u64),
    bool: |is_so| SlotValue::Key(if is_so { "yes" } else { "no" }),
}

impl<T: Into<SlotValue>> From<Option<T>> for SlotValue {
    fn from(value: Option<T>) -> SlotValue {
        value.map_or(SlotValue::None, Into::into)
    }
}

/// Makes a [`Say`] of a message and what fills its slots: `say!(movement::LeapsFar, way, reach = 2)`.
#[macro_export]
macro_rules! say {
    ($file:ident :: $name:ident $(, $($slots:tt)*)?) => {
        $crate::say!(@ $file $name [] $($($slots)*)?)
    };
    (@ $file:ident $name:ident [$($done:tt)*]) => {
        $crate::Say::from($crate::$file::$name { $($done)* })
    };
    (@ $file:ident $name:ident [$($done:tt)*] $slot:ident = $value:expr $(, $($rest:tt)*)?) => {
        $crate::say!(@ $file $name [$($done)* $slot: $crate::SlotValue::from($value),] $($($rest)*)?)
    };
    (@ $file:ident $name:ident [$($done:tt)*] $slot:ident $(, $($rest:tt)*)?) => {
        $crate::say!(@ $file $name [$($done)* $slot: $crate::SlotValue::from($slot),] $($($rest)*)?)
    };
}
