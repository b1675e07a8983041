//! The page on which a reader edits the rules of the book's variants, and its board answers. The work
//! is done by a script and the program that it asks.

use serde_json::{Value as Json, json};

use super::super::edition::Edition;
use padma_book::pages::made::anchor_of_bench;

pub(crate) fn view(edition: &Edition<'_>) -> Json {
    let variants: Vec<Json> = edition
        .own_variants()
        .iter()
        .map(|variant| {
            json!({"id": variant.id, "title": variant.title, "anchor": anchor_of_bench(variant)})
        })
        .collect();
    json!({"variants": variants})
}
