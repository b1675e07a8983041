//! The page that compares pieces: their mobility, their relations to each other, and the data with
//! which a script shows any of them together.

use serde_json::{Value as Json, json};

use super::super::card::{count_moves, reach_statistics};
use super::super::edition::Edition;
use super::super::medium::Addresses;
use super::super::text::{text_of, to_json};
use super::relations::{Relation, relations};
use padma_book::pages::ids::anchor;
use padma_book::pages::made::{ReferencePage, anchor_of_compared, anchor_of_piece, listed_pieces};
use padma_picture::backend::svg;
use padma_picture::scene::{self, Options};
use padma_rules::diagram::Diagram;
use padma_rules::model::{Cell, KindId, Side, Variant};
use padma_rules::reach::Rules;
use padma_variant::describe;
use padma_words::{Language, Listing, row};

pub(crate) fn view(edition: &Edition<'_>, addresses: &Addresses<'_>) -> Json {
    let data: Vec<Json> = edition
        .variant_indices
        .iter()
        .map(|place| data(edition.variants.rules(*place), edition.words()))
        .collect();
    // A `<` could end the script element.
    let data = to_json(&data).replace('<', "\\u003c");
    json!({"variants": views(edition, addresses), "data": data})
}

/// Returns the view of each variant with its pieces.
pub(super) fn views(edition: &Edition<'_>, addresses: &Addresses<'_>) -> Vec<Json> {
    let variants = edition.own_variants();
    let mut views = edition
        .compared
        .get_or_init(|| comparison_views(edition))
        .clone();
    for (view, variant) in views.iter_mut().zip(variants) {
        let place = |view: &Json, key: &str| {
            let path = ReferencePage::PieceIndex.path();
            addresses.url(&format!("{path}#{}", text_of(view, key)))
        };
        for piece in view["pieces"].as_array_mut().into_iter().flatten() {
            piece["entry"] = place(piece, "entry").into();
        }
        view["anchor"] = addresses.id(&anchor_of_compared(variant)).into();
        let board = Diagram::of_board(&variant.board);
        let board = scene::lay_out(&board, &variant.board, &Options::default());
        let id = addresses.id(&anchor("board", &variant.id));
        view["board"] = addresses
            .picture(svg::inline(&board, &id, &variant.title, ""))
            .into();
    }
    views
}

fn comparison_views(edition: &Edition<'_>) -> Vec<Json> {
    let variants = edition.own_variants();
    let listed = listed_pieces(&variants);
    let view = |(place, variant): (usize, &&Variant)| {
        // A piece shared with an earlier variant is listed in the index under that one.
        let index_anchor = |id: &str| {
            let found = listed
                .iter()
                .rev()
                .find(|(at, kind)| *at <= place && variants[*at].kind(*kind).id == id);
            found
                .map(|(at, kind)| anchor_of_piece(&variants, *at, *kind))
                .unwrap_or_default()
        };
        let pieces = rows(
            edition.variants.rules(edition.variant_indices[place]),
            edition.words(),
            &index_anchor,
        );
        let is_empty = |row: &Json, list: &str| row[list].as_array().is_none_or(Vec::is_empty);
        let unrelated = pieces.iter().filter(|row| is_empty(row, "relations"));
        json!({
            "id": variant.id,
            "title": variant.title,
            // Whether any piece only lacks something of another.
            "has_lacks": pieces.iter().any(|row| !is_empty(row, "lacks")),
            // The pieces that have none of these relations.
            "unrelated": unrelated.filter_map(|row| Some(describe::called(row["name"].as_str()?))).collect::<Vec<_>>(),
            "pieces": pieces,
        })
    };
    let mut views: Vec<Json> = variants.iter().enumerate().map(view).collect();
    // Name the first earlier variant with the same rows, if there is one.
    for place in 1..views.len() {
        let (before, rest) = views.split_at_mut(place);
        let same = before
            .iter()
            .find(|view| view["pieces"] == rest[0]["pieces"]);
        rest[0]["same_as"] = same.map_or(Json::Null, |view| view["title"].clone());
    }
    views
}

/// Returns the pieces of a variant with their relations; the piece with the most moves comes
/// first.
fn rows(rules: &Rules, words: &Language, index_anchor: &dyn Fn(&str) -> String) -> Vec<Json> {
    let variant = &rules.variant;
    let kinds: Vec<KindId> = kinds_by_name(variant);
    let row = |(kind, relations): (&KindId, &Vec<Relation>)| {
        let others = || relations.iter().zip(&kinds);
        let related_names = |wanted: Relation| -> Vec<String> {
            let related = others().filter(|(relation, _)| **relation == wanted);
            related
                .map(|(_, kind)| describe::called(&variant.kind(*kind).name))
                .collect()
        };
        // What it lacks, with the names of the pieces that have it.
        let mut lacks: Vec<(String, Vec<String>)> = Vec::new();
        for (relation, kind) in others() {
            let Relation::Lacks(what) = relation else {
                continue;
            };
            let what = what.iter().map(|ability| row("labels.lack", *ability));
            let what = words.say(Listing::Enumeration.of(what));
            let (what, name) = (what, describe::called(&variant.kind(*kind).name));
            match lacks.iter_mut().find(|(known, _)| *known == what) {
                Some((_, names)) => names.push(name),
                None => lacks.push((what, vec![name])),
            }
        }
        let [stronger, weaker, equal] =
            [Relation::Stronger, Relation::Weaker, Relation::Equal].map(related_names);
        let counts = [
            ("stronger", stronger.len()),
            ("weaker", weaker.len()),
            ("equal", equal.len()),
            ("lacks", lacks.iter().map(|(_, names)| names.len()).sum()),
        ];
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        let info = variant.kind(*kind);
        json!({
            "name": info.name,
            // The anchor of its entry in the index.
            "entry": index_anchor(&info.id),
            "measures": reach_statistics(rules, *kind),
            "stronger_than": stronger,
            "weaker_than": weaker,
            "equal_to": equal,
            "lacks": lacks.iter().map(|(what, names)| json!({"of": names, "what": what})).collect::<Vec<_>>(),
            // Its relations, each with the number of related pieces.
            "relations": counts.map(|(what, count)| json!({"what": what, "count": count})).collect::<Vec<_>>(),
        })
    };
    let mut rows: Vec<Json> = kinds
        .iter()
        .zip(&relations(rules, &kinds))
        .map(row)
        .collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row["measures"]["moves"].as_u64()));
    rows
}

fn kinds_by_name(variant: &Variant) -> Vec<KindId> {
    let mut kinds: Vec<KindId> = variant.kind_ids().collect();
    kinds.sort_by_cached_key(|kind| variant.kind(*kind).name.to_lowercase());
    kinds
}

/// Returns the data that the script reads in addition to the rules.
fn data(rules: &Rules, words: &Language) -> Json {
    let variant = &rules.variant;
    let kinds = kinds_by_name(variant);
    let piece = |id: &KindId| {
        let kind = variant.kind(*id);
        json!({
            "id": kind.id,
            "kind": id.index(),
            "name": kind.name,
            // Its powers, which an empty board does not show.
            "powers": variant.powers(*id).map(|power| words.say(row("labels.lack", power.name()))).collect::<Vec<_>>(),
        })
    };
    json!({
        "id": variant.id,
        "title": variant.title,
        "cells": variant.board.cells().map(|cell| variant.board.name(cell)).collect::<Vec<_>>(),
        "absent": variant.board.absent().iter().map(Cell::index).collect::<Vec<_>>(),
        "pieces": kinds.iter().map(piece).collect::<Vec<_>>(),
        "first": first_choice(rules, &kinds),
    })
}

/// Returns the pieces and the cell that the page proposes, with their reach: the piece with the most moves, the next
/// one that may stand on some of the same cells and reaches others from there, and the cell from
/// which they reach most; of several such cells, the middle one.
fn first_choice(rules: &Rules, kinds: &[KindId]) -> Json {
    let variant = &rules.variant;
    let present = variant.board.all() - *variant.board.absent();
    let stands = |kind: KindId| variant.stands_on(kind, Side::White) & present;
    let mut by_moves = kinds.to_vec();
    by_moves.sort_by_key(|kind| std::cmp::Reverse(count_moves(rules, *kind)));
    let Some((best, others)) = by_moves.split_first() else {
        return Json::Null;
    };
    let meets = |kind: &&KindId| !(stands(**kind) & stands(*best)).is_empty();
    let reach_of = |kind: KindId| rules.alone(kind, Side::White);
    // Whether each reaches what the other does not.
    let differs = |kind: &&KindId| {
        let common = stands(**kind) & stands(*best);
        common.iter().any(|cell| {
            let [own, other] = [*best, **kind].map(|kind| reach_of(kind).of(cell));
            !(own - other).is_empty() && !(other - own).is_empty()
        })
    };
    let second = others.iter().find(differs);
    let second = second
        .or_else(|| others.iter().find(meets))
        .or(others.first());
    let chosen: Vec<KindId> = [best].into_iter().chain(second).copied().collect();
    let common = chosen
        .iter()
        .fold(present, |cells, kind| cells & stands(*kind));
    let reached = |cell: &Cell| -> usize {
        let reaches = chosen.iter().map(|kind| rules.alone(*kind, Side::White));
        reaches.map(|reach| reach.of(*cell).len()).sum()
    };
    let cells = if common.is_empty() {
        stands(*best)
    } else {
        common
    };
    let most = cells.iter().map(|cell| reached(&cell)).max();
    let widest: Vec<Cell> = cells
        .iter()
        .filter(|cell| Some(reached(cell)) == most)
        .collect();
    let cell = widest.get(widest.len().saturating_sub(1) / 2);
    let reach = |kind: &KindId| {
        let from = *cell.filter(|cell| stands(*kind).contains(**cell))?;
        let reached = rules.alone(*kind, Side::White).of(from);
        Some(reached.iter().map(Cell::index).collect::<Vec<_>>())
    };
    json!({
        "pieces": chosen.iter().map(|kind| &variant.kind(*kind).id).collect::<Vec<_>>(),
        "cell": cell.map(|cell| variant.board.name(*cell)),
        // What each reaches from there, so that the page shows it without the program.
        "reaches": chosen.iter().map(reach).collect::<Vec<_>>(),
    })
}
