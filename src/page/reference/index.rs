//! The index of pieces: each with a small picture, its movement in words and its mobility.

use serde_json::{Value as Json, json};

use super::super::card::{in_brief, measures, sentences};
use super::super::edition::Edition;
use super::super::passage::{Bodies, Passage};
use super::super::templates::TemplateFault;
use super::super::text::{Url, anchor, with};
use super::super::thumbnail::{home, thumbnail};
use padma_rules::model::{KindId, Variant};
use padma_variant::describe;

pub(crate) fn view(edition: &Edition<'_>, url: Url) -> Json {
    let variants = edition.own_variants();
    let entry = |(place, id): (usize, KindId)| {
        let rules = edition.variants.rules(edition.of_book[place]);
        let is_first = Some(edition.of_book[place]) == edition.checked.book.variant;
        let anchor = anchor_of(&variants, place, id);
        let page = home(edition, &rules.variant.kind(id).id).filter(|_| is_first);
        let own = json!({
            "measures": measures(rules, id),
            // The page with its card.
            "page": page.as_deref().map(url),
            // The variant that has it, where that is not the book's first.
            "variant": (place > 0).then_some(&rules.variant.title),
            "thumbnail": thumbnail(rules, id, &anchor),
            "anchor": anchor,
        });
        with(in_brief(rules, id), own)
    };
    let pieces: Vec<Json> = listed(&variants).into_iter().map(entry).collect();
    let has_travel = variants
        .iter()
        .any(|variant| !variant.board.movable().is_empty());
    let has_terms = variants
        .iter()
        .any(|variant| !describe::terms(variant).is_empty());
    json!({"pieces": pieces, "has_terms": has_terms, "has_travel": has_travel})
}

pub(crate) fn bodies(edition: &Edition<'_>) -> Result<Bodies, TemplateFault> {
    let variants = edition.own_variants();
    let passage = |(place, id): (usize, KindId)| Passage {
        heading: variants[place].kind(id).name.clone(),
        anchor: anchor_of(&variants, place, id),
        text: sentences(variants[place], id),
    };
    let passages = listed(&variants).into_iter().map(passage).collect();
    let bodies = Bodies::of(edition, "piece-index", |url| view(edition, url))?;
    Ok(Bodies { passages, ..bodies })
}

/// The pieces of some variants by name, with the place of the variant each is taken from: a piece that
/// several variants have alike is listed for the first of them.
pub(crate) fn listed(variants: &[&Variant]) -> Vec<(usize, KindId)> {
    let mut listed: Vec<(usize, KindId)> = Vec::new();
    for (place, variant) in variants.iter().enumerate() {
        for id in variant.kind_ids() {
            let kind = variant.kind(id);
            let alike = variants[..place].iter().any(|earlier| {
                let other = earlier
                    .kind_named(&kind.id)
                    .map(|other| earlier.kind(other));
                other.is_some_and(|other| {
                    other.movement.to_string() == kind.movement.to_string()
                        && other.name == kind.name
                })
            });
            if !alike {
                listed.push((place, id));
            }
        }
    }
    listed.sort_by_key(|(place, id)| (variants[*place].kind(*id).name.to_lowercase(), *place));
    listed
}

/// Where a piece stands on the page.
pub(crate) fn anchor_of(variants: &[&Variant], place: usize, id: KindId) -> String {
    let (variant, kind) = (variants[place], variants[place].kind(id));
    anchor(
        "p",
        &if place == 0 {
            kind.id.clone()
        } else {
            format!("{}-{}", variant.id, kind.id)
        },
    )
}
