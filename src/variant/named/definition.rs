//! The table `[[define]]`: a named rule, its keys and the basic rules for which it stands.

use crate::form::{Fields, Key, Keys, TableList, Takes, key};
use crate::kinds::{self, counter};
use crate::table;
use padma_rules::model::KindId;
use padma_text::{At, Excerpt};

table! {
    /// The keys of a table `[[define]]`.
    pub(crate) mod define {
        pub(crate) ID: Excerpt = key("id", Takes::Text,
            "the `kind` of the rules that it defines: lower-case letters, digits and hyphens")
            .must("a string");
        pub(crate) DOC: Excerpt = key("doc", Takes::Sentences, "what they do, for authors");
        pub(crate) KEY: TableList = key("key", Takes::Tables(Keys::Of(parameter::KEYS)),
            "a key of such a rule");
        pub(crate) RULE: TableList = key("rule", Takes::Tables(kinds::KEYS),
            "a basic rule for which it stands");
        pub(crate) COUNT: TableList = key("count", Takes::Tables(Keys::Of(counter::KEYS)),
            "a [counter](../rules/rules-of-play.md#counters) that it brings");
    }
}

table! {
    /// The keys of a table `[[define.key]]`.
    pub(crate) mod parameter {
        pub(crate) NAME: Excerpt = key("name", Takes::Text,
            "the key; `$` and this name stand for its value in the texts of the definition")
            .must("a string");
        pub(crate) TAKES: Excerpt = key("takes", Takes::Choice(&ParameterKind::NAMES),
            "what it takes: a `piece`, a list of `pieces`, a `direction` class, a `number`, a description of `cells`, an `expression`, or a `word` such as `draw`")
            .must("a string");
        pub(crate) DEFAULT: Excerpt = key("default", Takes::Text,
            "its value if it is left out, for `pieces` a piece or `none`; a key without a default is required");
        pub(crate) DOC: Excerpt = key("doc", Takes::Text, "what it means, for authors");
    }
}

padma_text::named! {
    /// What a key of a named rule takes.
    pub(crate) enum ParameterKind by name {
        /// A piece.
        Piece "piece",
        /// Some pieces.
        Pieces "pieces",
        /// A class of directions.
        Direction "direction",
        /// A whole number.
        Number "number",
        /// A description of places.
        Cells "cells",
        /// An expression.
        Expression "expression",
        /// A word of the key in which it is used.
        Word "word",
    }
}

/// The largest number that a named rule takes.
pub(crate) const MOST_NUMBER: u16 = 9999;

impl ParameterKind {
    /// Returns what is expected of a value.
    pub(crate) fn expected(self) -> &'static str {
        match self {
            ParameterKind::Piece => "the id of a piece",
            ParameterKind::Pieces => "a list of pieces",
            ParameterKind::Direction => "a class of directions",
            ParameterKind::Number => "a whole number",
            ParameterKind::Cells => "a description of places",
            ParameterKind::Expression => "an expression",
            ParameterKind::Word => "a word",
        }
    }

    /// Returns the key of a table that takes such a value.
    pub(super) fn key(self, name: &'static str, doc: &'static str) -> Key {
        match self {
            ParameterKind::Piece => key::<KindId>(name, Takes::Kind, doc).untyped(),
            ParameterKind::Pieces => key::<Vec<KindId>>(name, Takes::Pieces, doc).untyped(),
            ParameterKind::Number => {
                key::<At<i64>>(name, Takes::Number(0, MOST_NUMBER), doc).untyped()
            }
            ParameterKind::Cells => key::<Excerpt>(name, Takes::Places, doc).untyped(),
            ParameterKind::Direction | ParameterKind::Expression | ParameterKind::Word => {
                key::<Excerpt>(name, Takes::Text, doc).untyped()
            }
        }
    }
}

/// Returns the names of a definition's keys.
pub(super) fn parameters(definition: &Fields) -> impl Iterator<Item = &str> {
    let all = definition.tables(define::KEY).iter();
    all.map(|parameter| parameter.str(parameter::NAME))
}
