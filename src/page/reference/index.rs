//! The index of pieces: each with a small picture, its movement in words and its mobility.

use super::super::thumbnail::{page_of, thumbnail};
use serde_json::{Value as Json, json};

use super::super::card::{in_brief, sentences};
use super::super::edition::Edition;
use super::super::passage::{Bodies, Passage};
use super::super::templates::TemplateFault;
use super::super::text::{Url, anchor, with};
use super::measures::Measures;
use crate::model::{PieceId, Variant};

pub fn bodies(edition: &Edition<'_>) -> Result<Bodies, TemplateFault> {
    let variants = edition.own_variants();
    let passage = |(place, id): (usize, PieceId)| Passage {
        heading: variants[place].piece(id).name.clone(),
        anchor: anchor_of(&variants, place, id),
        text: sentences(variants[place], id),
    };
    let passages = listed(&variants).into_iter().map(passage).collect();
    let bodies = Bodies::of(edition, "piece-index", |url| json!({"pieces": entries(edition, url)}))?;
    Ok(Bodies { passages, ..bodies })
}

/// The pieces of some variants by name, with the place of the variant each is taken from: a piece that
/// several variants have alike is listed for the first of them.
pub fn listed(variants: &[&Variant]) -> Vec<(usize, PieceId)> {
    let mut listed: Vec<(usize, PieceId)> = Vec::new();
    for (place, variant) in variants.iter().enumerate() {
        for id in variant.piece_ids() {
            let piece = variant.piece(id);
            let alike = variants[..place].iter().any(|earlier| {
                let other = earlier.piece_named(&piece.id).map(|other| earlier.piece(other));
                other.is_some_and(|other| {
                    other.movement.to_string() == piece.movement.to_string() && other.name == piece.name
                })
            });
            if !alike {
                listed.push((place, id));
            }
        }
    }
    listed.sort_by_key(|(place, id)| (variants[*place].piece(*id).name.to_lowercase(), *place));
    listed
}

/// Where a piece stands on the page.
pub fn anchor_of(variants: &[&Variant], place: usize, id: PieceId) -> String {
    let (variant, piece) = (variants[place], variants[place].piece(id));
    anchor("p", &if place == 0 { piece.id.clone() } else { format!("{}-{}", variant.id, piece.id) })
}

fn entries(edition: &Edition<'_>, url: Url) -> Vec<Json> {
    let variants = edition.own_variants();
    let entry = |(place, id): (usize, PieceId)| {
        let rules = edition.variants.rules(edition.of_book[place]);
        let is_first = Some(edition.of_book[place]) == edition.checked.book.variant;
        let anchor = anchor_of(&variants, place, id);
        let page = page_of(edition, &rules.variant.piece(id).id).filter(|_| is_first);
        let own = json!({
            "measures": Measures::new(rules, id),
            // The page with its card.
            "page": page.map(url),
            // The variant that has it, where that is not the book's first.
            "variant": (place > 0).then_some(&rules.variant.title),
            "thumbnail": thumbnail(rules, id, &anchor),
            "anchor": anchor,
        });
        with(in_brief(rules, id), own)
    };
    listed(&variants).into_iter().map(entry).collect()
}
