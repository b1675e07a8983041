//! Converts lists of keys to JSON Schema (draft 7, which editors' TOML plug-ins read). Editors
//! thus complete, explain and check by the same keys that read the file.

use padma_text::without_links;
use serde_json::{Map, Value as Json, json};

use super::form::{KIND, Key, Keys, MOST_TABLES, Takes, sided_files, sided_places};

/// Returns the schema of a document with these keys. `must` names further required keys.
pub fn schema(title: &str, keys: &'static [Key], must: &[&'static str]) -> Json {
    let mut whole = Map::new();
    whole.insert(
        "$schema".into(),
        json!("http://json-schema.org/draft-07/schema#"),
    );
    whole.insert("title".into(), json!(title));
    whole.append(&mut table(keys, None, must));
    Json::Object(whole)
}

/// Returns the schema of a table with these keys, and with this `kind` if the keys depend on it.
/// `must` names further required keys.
fn table(keys: &'static [Key], kind: Option<&str>, must: &[&'static str]) -> Map<String, Json> {
    let mut properties = Map::new();
    let mut required: Vec<&str> = Vec::new();
    let mut rules = Vec::new();
    if let Some(kind) = kind {
        properties.insert(KIND.name.into(), json!({"const": kind}));
        required.push(KIND.name);
    }
    for key in keys {
        properties.insert(key.name.into(), property(key));
        match (key.must, key.unless) {
            (Some(_), []) => required.push(key.name),
            (Some(_), others) => {
                let any = std::iter::once(&key.name)
                    .chain(others.iter().map(|other| &other.name))
                    .map(|name| json!({"required": [name]}));
                rules.push(json!({"anyOf": any.collect::<Vec<_>>()}));
            }
            (None, _) => {}
        }
        rules.extend(
            key.unless
                .iter()
                .map(|other| json!({"not": {"required": [key.name, other.name]}})),
        );
    }
    required.extend(must);
    let mut table = Map::new();
    table.insert("type".into(), json!("object"));
    table.insert("properties".into(), Json::Object(properties));
    table.insert("required".into(), json!(required));
    table.insert("additionalProperties".into(), json!(false));
    if !rules.is_empty() {
        table.insert("allOf".into(), json!(rules));
    }
    table
}

fn property(key: &Key) -> Json {
    let mut value = value(key.takes);
    let description = without_links(key.meaning());
    if let (Json::Object(value), false) = (&mut value, description.is_empty()) {
        value.insert("description".into(), json!(description));
    }
    value
}

/// Returns the schema of the tables with these keys.
fn keys(keys: Keys) -> Json {
    match keys {
        Keys::Of(keys) => Json::Object(table(keys, None, &[])),
        Keys::OfKind { kinds, others, .. } => {
            let branch = |(kind, keys): (&'static str, &'static [Key])| {
                let mut branch = table(keys, Some(kind), &[]);
                branch.insert("title".into(), json!(kind));
                Json::Object(branch)
            };
            let kinds = kinds();
            let names: Vec<&str> = kinds.iter().map(|(kind, _)| *kind).collect();
            // Nothing more is known of a kind that a file defines itself.
            let other = others.map(|_| {
                json!({
                    "type": "object",
                    "properties": {KIND.name: {"type": "string", "not": {"enum": names}}},
                    "required": [KIND.name],
                })
            });
            let branches: Vec<Json> = kinds.into_iter().map(branch).chain(other).collect();
            json!({"oneOf": branches})
        }
    }
}

fn value(takes: Takes) -> Json {
    let pair = |item: Json| json!({"type": "array", "items": item, "minItems": 2, "maxItems": 2});
    let integer = || json!({"type": "integer"});
    let text = || json!({"type": "string"});
    // A single text for both sides, or a table with one for each.
    let sided = |keys| json!({"anyOf": [{"type": "string"}, Json::Object(table(keys, None, &[]))]});
    let tables = |table, least: usize| json!({"type": "array", "items": keys(table), "minItems": least, "maxItems": MOST_TABLES});
    match takes {
        Takes::Text | Takes::Kind | Takes::Places | Takes::Expression(_) => text(),
        Takes::Shown | Takes::Sentences => json!({"type": "string", "pattern": r"\S"}),
        Takes::Formed(form) => json!({"type": "string", "pattern": form.pattern}),
        Takes::Choice(words) | Takes::Word(words, _) => json!({"type": "string", "enum": words}),
        Takes::Texts => json!({"type": "array", "items": text()}),
        Takes::SomeTexts => json!({"type": "array", "items": text(), "minItems": 1}),
        Takes::FormedTexts(form, most) => json!({
            "type": "array", "items": {"type": "string", "pattern": form.pattern}, "minItems": 1, "maxItems": most,
        }),
        Takes::Pieces => {
            json!({"type": "array", "items": text(), "minItems": 1, "uniqueItems": true})
        }
        Takes::Words(words, _) => json!({
            "type": "array", "items": {"type": "string", "enum": words}, "minItems": 1, "uniqueItems": true,
        }),
        Takes::Directions(default) => json!({"type": "string", "default": default}),
        Takes::Number(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
        Takes::Integer => integer(),
        Takes::Flag(default) => json!({"type": "boolean", "default": default}),
        Takes::FlagOr(words) => {
            json!({"anyOf": [{"type": "boolean"}, {"enum": words}], "default": false})
        }
        Takes::Pair(_) => pair(integer()),
        Takes::Pairs(_) => json!({"type": "array", "items": pair(integer())}),
        Takes::Halves(_) => pair(json!({"type": "number", "multipleOf": 0.5})),
        Takes::Axis => json!({"anyOf": [integer(), {"type": "array", "items": text()}]}),
        Takes::SidedPlaces => sided(sided_places::KEYS),
        Takes::SidedFiles => sided(sided_files::KEYS),
        Takes::Table(table) => keys(table),
        Takes::Tables(table) => tables(table, 0),
        Takes::AllTables(table) => tables(table, 1),
        Takes::Named(takes, _) => {
            // The kind of value can depend on whether the name begins with a digit.
            json!({
                "type": "object",
                "patternProperties": {"^[0-9]": value(takes("0"))},
                "additionalProperties": value(takes("a")),
            })
        }
    }
}
