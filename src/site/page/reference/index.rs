//! The index of pieces: each with a small picture, its movement in words and its mobility.

use serde_json::{Value as Json, json};

use super::super::card::{piece_view, reach_statistics, sentences};
use super::super::edition::Edition;
use super::super::medium::Addresses;
use super::super::passage::Passage;
use super::super::text::merge;
use super::super::thumbnail::{card_page, thumbnail};
use padma_book::pages::made::{ReferencePage, anchor_of_piece, listed_pieces};
use padma_rules::model::KindId;
use padma_variant::describe;

pub(crate) fn view(edition: &Edition<'_>, addresses: &Addresses<'_>) -> Json {
    let variants = edition.own_variants();
    let entry = |(place, id): (usize, KindId)| {
        let rules = edition.variants.rules(edition.variant_indices[place]);
        let is_first = Some(edition.variant_indices[place]) == edition.checked.book.variant;
        let anchor = anchor_of_piece(&variants, place, id);
        let page = card_page(edition, &rules.variant.kind(id).id).filter(|_| is_first);
        let own = json!({
            "measures": reach_statistics(rules, id),
            // The page with the piece's card.
            "page": page.as_deref().map(|page| addresses.url(page)),
            // The variant that has the piece, unless it is the book's first.
            "variant": (place > 0).then_some(&rules.variant.title),
            "thumbnail": thumbnail(rules, id, &anchor, addresses),
            "anchor": addresses.id(&anchor),
        });
        merge(piece_view(rules, id, addresses), own)
    };
    let pieces: Vec<Json> = listed_pieces(&variants).into_iter().map(entry).collect();
    let has_travel = variants
        .iter()
        .any(|variant| !variant.board.movable().is_empty());
    let has_terms = variants
        .iter()
        .any(|variant| !describe::terms(variant).is_empty());
    json!({
        "pieces": pieces,
        "has_terms": has_terms,
        "has_travel": has_travel,
        "rules_of_play": addresses.url(ReferencePage::RulesOfPlay.path()),
    })
}

/// Returns the passages for the search.
pub(crate) fn passages(edition: &Edition<'_>) -> Vec<Passage> {
    let variants = edition.own_variants();
    let passage = |(place, id): (usize, KindId)| Passage {
        heading: variants[place].kind(id).name.clone(),
        anchor: anchor_of_piece(&variants, place, id),
        text: sentences(variants[place], id, edition.words()),
    };
    listed_pieces(&variants).into_iter().map(passage).collect()
}
