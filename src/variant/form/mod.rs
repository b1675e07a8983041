//! A TOML table described as a list of keys: what each takes, how a table is read by them, and how
//! it is printed.

mod fields;
mod key;
mod print;
mod tables;

pub use fields::{FieldValue, Fields, Value};
pub use key::KIND;
pub(crate) use key::{ARGUMENTS, KEYS_OF_SIDES, MOST_TABLES, TWO_SIDES, unknown_word, value_types};
pub use key::{
    CountOrNames, FlagOrWord, Form, Key, Keys, Layout, NamedValues, OneOrSided, OneTable,
    TableList, Takes, ValueForm, ValueType, key, sided_files, sided_places,
};
pub use print::comment;
pub use print::quoted;
pub use tables::tables;
