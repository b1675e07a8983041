//! The index of pieces: each with a small picture, its movement in words and its mobility.

use super::super::thumbnail::{ThumbnailView, page_of, thumbnail};
use serde::Serialize;

use super::super::card::{PieceView, in_brief};
use super::super::edition::Edition;
use super::super::passage::Bodies;
use super::super::passage::Passage;
use super::super::templates::TemplateFault;
use super::super::text::anchor;
use super::super::text::html_path;
use super::measures::Measures;
use crate::model::{PieceId, Variant};

#[derive(Serialize)]
struct EntryView {
    anchor: String,
    #[serde(flatten)]
    piece: PieceView,
    measures: Measures,
    /// The page with its card.
    page: Option<String>,
    /// The variant that has it, where that is not the book's first.
    variant: Option<String>,
    thumbnail: Option<ThumbnailView>,
}

pub fn bodies(edition: &Edition<'_>) -> Result<Bodies, TemplateFault> {
    let mut pieces = entries(edition);
    let markdown = edition.templates.render("piece-index.md", &[("pieces", &pieces)])?;
    for entry in &mut pieces {
        entry.page = entry.page.as_deref().map(html_path);
    }
    let html = edition.templates.render("piece-index.html", &[("pieces", &pieces)])?;
    let passages = pieces.iter().map(EntryView::passage).collect();
    Ok(Bodies { html, markdown, pictures: Vec::new(), passages })
}

impl EntryView {
    fn passage(&self) -> Passage {
        let heading = self.piece.name.clone();
        Passage { heading, anchor: self.anchor.clone(), text: self.piece.sentences() }
    }
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

fn entries(edition: &Edition<'_>) -> Vec<EntryView> {
    let variants = edition.own_variants();
    let entry = |(place, id): (usize, PieceId)| {
        let rules = edition.variants.rules(edition.of_book[place]);
        let is_first = Some(edition.of_book[place]) == edition.checked.book.variant;
        let anchor = anchor_of(&variants, place, id);
        EntryView {
            piece: in_brief(rules, id),
            measures: Measures::new(rules, id),
            page: page_of(edition, &rules.variant.piece(id).id).filter(|_| is_first).map(str::to_string),
            variant: (place > 0).then(|| rules.variant.title.clone()),
            thumbnail: thumbnail(rules, id, &anchor),
            anchor,
        }
    };
    listed(&variants).into_iter().map(entry).collect()
}
