//! Named rules: a name and its keys that stand for basic rules, in the program's library or among
//! a variant's own definitions.
//!
//! ```text
//! [[rule]]                    [[define]]                         [[rule]]
//! kind = "extinction"   ──▶   id = "extinction"            ──▶   kind = "end"
//! pieces = ["queen"]          [[define.rule]]                    when = "not (queen) in …"
//!                             when = "not $pieces in …"
//! ```
//!
//! `$name` stands for the value of a key. Knows the tables of basic rules and their keys, but not
//! what they mean.

mod definition;
mod fill;

use std::sync::OnceLock;

pub(crate) use definition::{MOST_NUMBER, ParameterKind, define, parameter};
pub(crate) use fill::{Filling, KeyValue, NONE};

use crate::form::{ARGUMENTS, Fields, Key, Keys, TableList, Takes, key};
use crate::kinds;
use crate::toml::read;
use padma_text::Sources;
use padma_text::diag::Diagnostics;

/// The keys of a table `[[rule]]`: of a basic rule, or of a named one.
pub(crate) const KEYS: Keys = Keys::OfKind {
    kinds: || {
        let basic = kinds::KINDS.iter().map(|kind| (kind.name, kind.keys));
        let named = library().iter().map(|rule| (rule.name, &rule.keys[..]));
        basic.chain(named).collect()
    },
    fault: kinds::FAULT,
    expected: None,
    others: Some(OWN_KEYS),
};

/// The keys of a table whose kind may be one of the variant's own.
pub(crate) const OWN_KEYS: &[Key] = &[ARGUMENTS.untyped()];

/// A named rule of the library.
#[derive(Debug)]
pub struct LibraryRule {
    /// The `kind` of its tables.
    pub name: &'static str,
    /// Its description in `docs/reference/rules.md`.
    pub summary: &'static str,
    /// Its keys.
    pub keys: Vec<Key>,
    /// The table `[[define]]` that defines it.
    pub(crate) definition: &'static Fields,
}

impl LibraryRule {
    /// Returns the default of a key, as it is written in the library.
    pub fn default_of(&self, key: &str) -> Option<String> {
        let mut parameters = self.definition.tables(define::KEY).iter();
        let parameter = parameters.find(|parameter| parameter.str(parameter::NAME) == key)?;
        parameter.string(parameter::DEFAULT)
    }
}

/// Returns the named rules of the library.
pub fn library() -> &'static [LibraryRule] {
    static RULES: OnceLock<Vec<LibraryRule>> = OnceLock::new();
    RULES.get_or_init(|| {
        let rule = |definition: &'static Fields| LibraryRule {
            name: definition.str(define::ID),
            summary: definition.str(define::DOC),
            keys: definition.tables(define::KEY).iter().map(key_of).collect(),
            definition,
        };
        definitions().iter().map(rule).collect()
    })
}

/// A named rule that a variant defines itself.
#[derive(Debug)]
pub struct OwnRule<'f> {
    /// The `kind` of its tables.
    pub name: &'f str,
    /// What its author says about it.
    pub summary: &'f str,
    /// The names of its keys.
    pub keys: Vec<&'f str>,
}

impl<'f> OwnRule<'f> {
    /// Returns the rule that a table `[[define]]` defines.
    pub fn of(definition: &'f Fields) -> OwnRule<'f> {
        let keys = definition.tables(define::KEY).iter();
        OwnRule {
            name: definition.str(define::ID),
            summary: definition.str(define::DOC),
            keys: keys.map(|key| key.str(parameter::NAME)).collect(),
        }
    }
}

/// Returns the definitions of the library. Their places are those of its own text.
fn definitions() -> &'static [Fields] {
    const DEFINE: Key<TableList> = key("define", Takes::Tables(Keys::Of(define::KEYS)), "");
    static DEFINITIONS: OnceLock<Vec<Fields>> = OnceLock::new();
    DEFINITIONS.get_or_init(|| {
        let mut sources = Sources::default();
        let id = sources.add("library.toml", include_str!("library.toml"));
        let keys: &'static [Key] = const { &[DEFINE.untyped()] };
        let library = read(keys, &sources, id, &mut Diagnostics::default());
        library.map_or_else(Vec::new, |library| library.tables(DEFINE).to_vec())
    })
}

/// Returns the key of a parameter of the library.
fn key_of(parameter: &'static Fields) -> Key {
    let kind = ParameterKind::from_name(parameter.str(parameter::TAKES));
    let kind = kind.unwrap_or(ParameterKind::Expression);
    let key = kind.key(
        parameter.str(parameter::NAME),
        parameter.str(parameter::DOC),
    );
    match parameter.has(parameter::DEFAULT) {
        true => key,
        false => key.must(kind.expected()),
    }
}
