//! What is said: a message and what fills its slots. It is a value, in no language: statements are
//! compared, searched and stored as such.

/// A statement, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Say {
    /// The file and the id of its message: `movement.leaps-far`.
    pub(crate) id: &'static str,
    /// What its slots hold.
    pub(crate) slots: Vec<(&'static str, Slot)>,
}

/// What a slot holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Slot {
    /// Nothing: what the message says of it is left out.
    #[default]
    None,
    /// A text that is the same in every language: an author's, or a cell's name.
    Text(String),
    /// A number.
    Number(u64),
    /// One of the keys among which a message chooses.
    Key(&'static str),
    /// The row of a table of the language, as [`row`] makes it.
    Row {
        /// The table: `movement.class`.
        table: &'static str,
        /// The form of its row.
        key: String,
    },
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
    List(Join, Vec<Slot>),
}

/// How the items of a list are joined: as the table `lists` of the language says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// "a, b and c".
    And,
    /// "a, b or c".
    Or,
    /// "a; or b; or c".
    Alternatives,
    /// "a, then b, then c".
    Then,
    /// "a, b, c".
    Enumeration,
}

impl Join {
    /// Returns the form of its row.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Join::And => "and",
            Join::Or => "or",
            Join::Alternatives => "alternatives",
            Join::Then => "then",
            Join::Enumeration => "enumeration",
        }
    }

    /// Returns a list of these items.
    pub fn of<T: Into<Slot>>(self, items: impl IntoIterator<Item = T>) -> Slot {
        Slot::List(self, items.into_iter().map(Into::into).collect())
    }
}

/// Returns the row of a table.
pub fn row(table: &'static str, key: impl Into<String>) -> Slot {
    let key = key.into();
    Slot::Row { table, key }
}

macro_rules! slot_from {
    ($($from:ty: |$value:ident| $slot:expr),* $(,)?) => {$(
        impl From<$from> for Slot {
            fn from($value: $from) -> Slot {
                $slot
            }
        }
    )*};
}

slot_from! {
    Say: |say| Slot::Say(Box::new(say)),
    String: |text| Slot::Text(text),
    &String: |text| Slot::Text(text.clone()),
    &str: |text| Slot::Text(text.to_string()),
    u8: |number| Slot::Number(number.into()),
    u16: |number| Slot::Number(number.into()),
    usize: |number| Slot::Number(number as u64),
    bool: |is_so| Slot::Key(if is_so { "yes" } else { "no" }),
}

impl<T: Into<Slot>> From<Option<T>> for Slot {
    fn from(value: Option<T>) -> Slot {
        value.map_or(Slot::None, Into::into)
    }
}

/// Makes a [`Say`] of a message and what fills its slots: `say!(movement::LeapsFar { way, reach: 2 })`.
#[macro_export]
macro_rules! say {
    ($file:ident :: $name:ident) => { $crate::Say::from($crate::$file::$name {}) };
    ($file:ident :: $name:ident { $($slots:tt)* }) => { $crate::say!(@ $file $name [] $($slots)*) };
    (@ $file:ident $name:ident [$($done:tt)*]) => {
        $crate::Say::from($crate::$file::$name { $($done)* })
    };
    (@ $file:ident $name:ident [$($done:tt)*] $slot:ident : $value:expr $(, $($rest:tt)*)?) => {
        $crate::say!(@ $file $name [$($done)* $slot: $crate::Slot::from($value),] $($($rest)*)?)
    };
    (@ $file:ident $name:ident [$($done:tt)*] $slot:ident $(, $($rest:tt)*)?) => {
        $crate::say!(@ $file $name [$($done)* $slot: $crate::Slot::from($slot),] $($($rest)*)?)
    };
}
