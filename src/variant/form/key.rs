//! The keys of a table, each with the type of its value. A key is read by its constant, so a
//! misspelt key does not compile, and neither does one that is read as another type.
//!
//! ```text
//! const NAME: Key<Excerpt> = key("name", Takes::Shown, …)
//!     listed in its table ──▶ reading, near misses, schema, docs
//!     fields.text(NAME)   ──▶ the value
//! ```

use std::marker::PhantomData;

use padma_expr::lower::RuleAsks;
use padma_text::diag::{Code, Diagnostic};
use padma_text::{At, Excerpt, code_list};

/// A key of a table, and the type of its value. In a list of keys the type is left open.
#[derive(Debug)]
pub struct Key<T = ()> {
    /// Its name in the file.
    pub name: &'static str,
    /// The kind of value it takes.
    pub takes: Takes,
    /// What is expected if the key is missing; `None` if it may be left out.
    pub must: Option<&'static str>,
    /// The keys that exclude this one: if one of them is present, the table cannot have this key.
    pub unless: &'static [Key],
    /// The text after its name in `docs/reference/`; empty if the sentence about the whole table
    /// covers it.
    pub doc: &'static str,
    value: PhantomData<fn() -> T>,
}

impl<T> Clone for Key<T> {
    fn clone(&self) -> Key<T> {
        *self
    }
}

impl<T> Copy for Key<T> {}

/// Returns a key that may be left out. Its type must fit the kind of value that it takes.
pub const fn key<T: ValueType>(name: &'static str, takes: Takes, doc: &'static str) -> Key<T> {
    assert!(
        T::FORM.contains(takes.form()),
        "a value of this key has another type"
    );
    Key {
        name,
        takes,
        must: None,
        unless: &[],
        doc,
        value: PhantomData,
    }
}

impl Key {
    /// Returns its meaning, without what joins it to the name.
    pub fn meaning(&self) -> &'static str {
        self.doc.trim_start_matches([',', ':', ' '])
    }
}

impl<T: ValueType> Key<T> {
    /// Returns the same key, but required.
    pub const fn must(self, what: &'static str) -> Key<T> {
        Key {
            must: Some(what),
            ..self
        }
    }

    /// Returns the same key, whose value may be absent.
    pub(crate) const fn optional(self) -> Key<Option<T>> {
        self.with_type()
    }

    /// Returns the same key, excluded by others that come before it in the list.
    pub(crate) const fn excluded_by(self, others: &'static [Key]) -> Key<T> {
        Key {
            unless: others,
            ..self
        }
    }

    /// Returns the same key, with the type of its value left open.
    pub const fn untyped(self) -> Key {
        self.with_type()
    }

    /// Returns the same key, with the type of its value left open. Asserts that reading it gives a
    /// value: the key is required, has a default, or has a type that can be absent.
    pub(crate) const fn checked(self) -> Key {
        assert!(
            matches!(
                self.takes,
                Takes::Flag(_) | Takes::Directions(_) | Takes::Texts
            ) || self.must.is_some() != T::IS_OPTIONAL,
            "this key must be required or optional"
        );
        self.with_type()
    }

    /// Returns the same key, with another type of value.
    pub(crate) const fn with_type<U>(self) -> Key<U> {
        Key {
            name: self.name,
            takes: self.takes,
            must: self.must,
            unless: self.unless,
            doc: self.doc,
            value: PhantomData,
        }
    }
}

/// A type of value that a key can have.
pub trait ValueType {
    /// The form in which its values are written.
    const FORM: ValueForm;
    /// Whether the value may be absent.
    const IS_OPTIONAL: bool = false;
}

/// The form in which a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueForm {
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// A number.
    Number,
    /// Yes or no.
    Flag,
    /// Two numbers.
    Pair,
    /// A list of pairs.
    Pairs,
    /// A table.
    Table,
    /// A list of tables.
    Tables,
    /// A table whose keys are the author's own names.
    Named,
    /// A text, or a table with a text for each side.
    TextOrTable,
    /// A number, or a list of texts.
    NumberOrTexts,
    /// Yes or no, or a text.
    FlagOrText,
    /// Any of these.
    Any,
}

impl ValueForm {
    /// Whether every value of the other form has this form too.
    pub(crate) const fn contains(self, other: ValueForm) -> bool {
        matches!(
            (self, other),
            (ValueForm::Any, _)
                | (ValueForm::TextOrTable, ValueForm::Text | ValueForm::Table)
                | (
                    ValueForm::NumberOrTexts,
                    ValueForm::Number | ValueForm::Texts
                )
                | (ValueForm::FlagOrText, ValueForm::Flag | ValueForm::Text)
        ) || self as u8 == other as u8
    }
}

/// The value of a key that takes a table.
#[derive(Debug)]
pub struct OneTable;

/// The value of a key that takes tables.
#[derive(Debug)]
pub struct TableList;

/// The value of a key that takes a table whose keys are the author's own names.
#[derive(Debug)]
pub struct NamedValues;

/// The value of a key that takes a number, or texts in its place.
#[derive(Debug)]
pub struct CountOrNames;

/// The value of a key that takes yes or no, or a word in its place.
#[derive(Debug)]
pub struct FlagOrWord;

/// The value of a key that takes a text, or a text for each side.
#[derive(Debug)]
pub struct OneOrSided;

/// Implements [`ValueType`] for some types, each with its form.
macro_rules! value_types {
    ($($type:ty: $form:ident),* $(,)?) => {
        $(impl $crate::form::ValueType for $type {
            const FORM: $crate::form::ValueForm = $crate::form::ValueForm::$form;
        })*
    };
}
pub(crate) use value_types;

value_types! {
    (): Any,
    Excerpt: Text,
    Vec<Excerpt>: Texts,
    At<i64>: Number,
    bool: Flag,
    (i64, i64): Pair,
    Vec<At<(i64, i64)>>: Pairs,
    OneTable: Table,
    TableList: Tables,
    NamedValues: Named,
    CountOrNames: NumberOrTexts,
    FlagOrWord: FlagOrText,
    OneOrSided: TextOrTable,
}

impl<T: ValueType> ValueType for Option<T> {
    const FORM: ValueForm = T::FORM;
    const IS_OPTIONAL: bool = true;
}

/// Declares the keys of a table as a module: a typed constant for each, and the list of them. The
/// compiler reports a key that nothing reads as dead code.
#[macro_export]
macro_rules! table {
    (
        $(#[$doc:meta])* $vis:vis mod $table:ident {
            $($key_vis:vis $name:ident: $type:ty = $key:expr;)*
            $(.. $($further:expr),+)?
        }
    ) => {
        $(#[$doc])*
        $vis mod $table {
            use super::*;

            $(#[$doc])*
            $vis const KEYS: &[$crate::form::Key] = &[$({
                const KEY: $crate::form::Key<$type> = $key;
                KEY.untyped()
            },)* $($($further),+)?];
            $(
                /// The key of this name.
                $key_vis const $name: $crate::form::Key<$type> = $key;
            )*
        }
    };
}

/// The kind of value that a key takes.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// A text, which may be empty.
    Text,
    /// A text for readers, which must contain more than white space.
    Shown,
    /// Sentences about the game, like those of a page.
    Sentences,
    /// A text of this form.
    Formed(&'static Form),
    /// One of these words. The code that reads the meaning reports any other word.
    Choice(&'static [&'static str]),
    /// Any number of texts.
    Texts,
    /// At least one text.
    SomeTexts,
    /// Texts of this form: at least one, and at most this number.
    FormedTexts(&'static Form, usize),
    /// A piece's id.
    Kind,
    /// At least one piece's id, none twice.
    Pieces,
    /// A description of places.
    Places,
    /// Descriptions of places for White and for Black, or one for both.
    SidedPlaces,
    /// A file each for White and Black, or one for both, or a word in place of a file.
    SidedFiles,
    /// An expression, and what it may ask about.
    Expression(RuleAsks),
    /// Classes of directions, and the class that applies if the key is left out.
    Directions(&'static str),
    /// One of these words, and the complaint about any other.
    Word(&'static [&'static str], &'static str),
    /// Some of these words, none twice, and the complaint about any other.
    Words(&'static [&'static str], &'static str),
    /// A number between these two, inclusive.
    Number(u16, u16),
    /// Any whole number.
    Integer,
    /// Yes or no, and the value if the key is left out.
    Flag(bool),
    /// Yes or no, by default no, or one of these words. The code that reads the meaning reports any
    /// other word.
    FlagOr(&'static [&'static str]),
    /// Two whole numbers, and the form in which they are written.
    Pair(&'static str),
    /// Any number of such pairs.
    Pairs(&'static str),
    /// Two numbers that may be halves, and the form in which they are written.
    Halves(&'static str),
    /// A whole number, or any number of texts.
    Axis,
    /// A table that must be complete.
    Table(Keys),
    /// Tables. An incomplete one is left out.
    Tables(Keys),
    /// At least one table, each of which must be complete.
    AllTables(Keys),
    /// A table with any keys, the kind of value for each key's name, and how the table is
    /// printed.
    Named(fn(&str) -> Takes, Layout),
}

impl Takes {
    /// Whether it takes a list that must have an entry.
    pub(crate) fn needs_some(self) -> bool {
        matches!(self.form(), ValueForm::Texts) && !matches!(self, Takes::Texts)
    }

    /// Describes such values.
    pub fn in_words(self) -> String {
        let one_of = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            words.join(", ")
        };
        match self {
            Takes::Text | Takes::Shown | Takes::Sentences | Takes::Formed(_) => "text".into(),
            Takes::Choice(words) | Takes::Word(words, _) => one_of(words),
            Takes::Texts | Takes::SomeTexts | Takes::FormedTexts(..) => "list of texts".into(),
            Takes::Words(words, _) => format!("list of {}", one_of(words)),
            Takes::Kind => "a piece".into(),
            Takes::Pieces => "list of pieces".into(),
            Takes::Places => "places".into(),
            Takes::SidedPlaces => "places, or `{ white, black }`".into(),
            Takes::SidedFiles => "file, or `{ white, black }`".into(),
            Takes::Expression(_) => "expression".into(),
            Takes::Directions(_) => "directions".into(),
            Takes::Number(least, most) => format!("{least} to {most}"),
            Takes::Integer => "number".into(),
            Takes::Flag(_) => "`true`, `false`".into(),
            Takes::FlagOr(words) => format!("`true`, `false`, {}", one_of(words)),
            Takes::Pair(form) | Takes::Halves(form) => format!("`{form}`"),
            Takes::Pairs(form) => format!("list of `{form}`"),
            Takes::Axis => "number, or list of texts".into(),
            Takes::Table(_) | Takes::Named(..) => "table".into(),
            Takes::Tables(_) | Takes::AllTables(_) => "tables".into(),
        }
    }

    /// Returns the form in which such a value is written.
    const fn form(self) -> ValueForm {
        match self {
            Takes::Text
            | Takes::Shown
            | Takes::Sentences
            | Takes::Formed(_)
            | Takes::Choice(_)
            | Takes::Kind
            | Takes::Places
            | Takes::Expression(_)
            | Takes::Directions(_)
            | Takes::Word(..) => ValueForm::Text,
            Takes::Texts
            | Takes::SomeTexts
            | Takes::FormedTexts(..)
            | Takes::Pieces
            | Takes::Words(..) => ValueForm::Texts,
            Takes::Number(..) | Takes::Integer => ValueForm::Number,
            Takes::Flag(_) => ValueForm::Flag,
            Takes::FlagOr(_) => ValueForm::FlagOrText,
            Takes::Pair(_) | Takes::Halves(_) => ValueForm::Pair,
            Takes::Pairs(_) => ValueForm::Pairs,
            Takes::Axis => ValueForm::NumberOrTexts,
            Takes::SidedPlaces | Takes::SidedFiles => ValueForm::TextOrTable,
            Takes::Table(_) => ValueForm::Table,
            Takes::Tables(_) | Takes::AllTables(_) => ValueForm::Tables,
            Takes::Named(..) => ValueForm::Named,
        }
    }
}

/// Maximum number of tables in one list.
pub(crate) const MOST_TABLES: usize = 20_000;

/// The form of a text for readers.
#[derive(Debug)]
pub struct Form {
    /// Whether a text has this form.
    pub fits: fn(&str) -> bool,
    /// A regular expression for the form, as closely as possible.
    pub pattern: &'static str,
    /// The complaint about a text that does not fit.
    pub fault: &'static str,
    /// What is expected instead.
    pub expected: &'static str,
}

/// The keys that a table may have.
#[derive(Clone, Copy, Debug)]
pub enum Keys {
    /// These keys, whatever the table contains.
    Of(&'static [Key]),
    /// The keys of the table's `kind`. An unknown kind is reported.
    OfKind {
        /// The kinds by name, each with its keys.
        kinds: fn() -> Vec<(&'static str, &'static [Key])>,
        /// The complaint about an unknown kind.
        fault: &'static str,
        /// What is expected instead, unless it is the list of kinds.
        expected: Option<&'static str>,
        /// The keys of a table whose kind is not in the list, if that is allowed.
        others: Option<&'static [Key]>,
    },
}

/// How a table of names is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In braces after its name.
    Braces,
    /// One entry a line, below the table's name.
    Lines,
    /// Likewise, with the values aligned in a column.
    Columns,
    /// As keys of the table itself.
    Keys,
}

/// The key that decides which keys a table has; see [`Keys::OfKind`].
pub const KIND: Key<Excerpt> = key("kind", Takes::Text, "");

/// All other keys of a table whose keys are not known when it is read.
pub(crate) const ARGUMENTS: Key<NamedValues> =
    key("", Takes::Named(|_| Takes::Text, Layout::Keys), "");

table! {
    /// The keys of a description of places that differs by side.
    pub mod sided_places {
        pub WHITE: Excerpt = key("white", Takes::Places, "").must("a description of places");
        pub BLACK: Excerpt = key("black", Takes::Places, "").must("a description of places");
    }
}

table! {
    /// The keys of files that differ by side.
    pub mod sided_files {
        pub WHITE: Excerpt = key("white", Takes::Text, "").must("a file");
        pub BLACK: Excerpt = key("black", Takes::Text, "").must("a file");
    }
}

/// Why a third side cannot play.
pub(crate) const TWO_SIDES: &str = "only White and Black play: pieces of a third side cannot exist";
/// The keys that authors try for a third side.
pub(crate) const KEYS_OF_SIDES: [&str; 8] = [
    "red", "blue", "green", "yellow", "players", "teams", "side", "sides",
];

/// Returns the complaint about a word that is not one of those allowed.
pub(crate) fn unknown_word<'a>(
    word: &At<String>,
    fault: &str,
    expected: Option<&str>,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let known: Vec<&str> = known.collect();
    let expected = match (expected, &known[..]) {
        (Some(expected), _) => expected.to_string(),
        (None, [one, other]) => format!("`{one}` or `{other}`"),
        (None, all) => format!("one of {}", code_list(all.iter().copied())),
    };
    Diagnostic::error(Code::WrongValue, format!("`{}` {fault}", word.value))
        .at(word.span, format!("expected {expected}"))
        .suggest(&word.value, known)
}
