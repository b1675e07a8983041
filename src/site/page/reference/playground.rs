//! The page on which a reader edits the rules of the book's variants, and its board answers. The work
//! is done by a script and the program that it asks.

use serde_json::{Value as Json, json};

use super::super::edition::Edition;
use super::super::thumbnail::best_cell;
use padma_book::pages::made::anchor_of_playground;

pub(crate) fn view(edition: &Edition<'_>) -> Json {
    let variants: Vec<Json> = edition
        .own_variants()
        .iter()
        .enumerate()
        .map(|(place, variant)| {
            // For each piece the cell that its small picture shows it on.
            let index = edition.variant_indices[place];
            let rules = edition.variants.rules(index);
            let cell = |kind| {
                let cell = variant.board.name(best_cell(rules, kind)?);
                Some(format!("{}@{cell}", variant.kind(kind).id))
            };
            let cells: Vec<String> = variant.kind_ids().filter_map(cell).collect();
            json!({
                "id": variant.id,
                "title": variant.title,
                "anchor": anchor_of_playground(variant),
                "cells": cells.join(" "),
            })
        })
        .collect();
    let titles = edition.own_variants().into_iter();
    let titles: Vec<&str> = titles.map(|variant| &*variant.title).collect();
    json!({"variants": variants, "titles": titles})
}
