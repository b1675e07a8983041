//! The index of pieces: each with a small picture, its movement in words and its mobility.

use serde::Serialize;

use super::super::body::anchor;
use super::super::card::{PieceView, in_brief};
use super::super::search::Passage;
use super::super::view::html_path;
use super::measures::Measures;
use super::{Bodies, Edition, TemplateFault};
use crate::backend::svg;
use crate::book::page::Page;
use crate::diagram::Thumbnail;
use crate::model::{Cell, PieceId, Side, Variant};
use crate::reach::Rules;
use crate::scene;

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

#[derive(Serialize)]
pub struct ThumbnailView {
    svg: String,
    cell: String,
    reach: Vec<String>,
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

/// The first card of a piece: its page, and its place there.
pub fn card_of<'a>(edition: &'a Edition<'_>, piece: &str) -> Option<(usize, &'a Page, usize)> {
    edition.checked.book.pages.iter().enumerate().find_map(|(place, page)| {
        let card = page.cards.iter().position(|card| card.piece.text == piece)?;
        Some((place, page, card))
    })
}

/// The page of that card.
pub fn page_of<'a>(edition: &'a Edition<'_>, piece: &str) -> Option<&'a str> {
    card_of(edition, piece).map(|(_, page, _)| page.path.as_str())
}

/// The cell that shows best what a piece can do: of those it may stand on one from which it reaches most; on a
/// grid the nearest to the middle, else the first in board order.
pub fn telling_cell(rules: &Rules, piece: PieceId) -> Option<Cell> {
    let alone = rules.alone(piece, Side::White);
    let cells = rules.stands_on(piece.into(), Side::White);
    let off_middle = |cell| {
        rules
            .variant
            .board
            .on_first_sheet(|lattice| lattice.place(cell).map(|_| lattice.off_middle(cell)))
            .unwrap_or(0)
    };
    // Of equal ones `min_by_key` takes the first.
    cells.iter().min_by_key(|cell| (std::cmp::Reverse(alone.of(*cell).len()), off_middle(*cell)))
}

pub fn thumbnail(rules: &Rules, piece: PieceId, anchor: &str) -> Option<ThumbnailView> {
    let board = &rules.variant.board;
    let man = telling_cell(rules, piece)?;
    let reach = rules.alone(piece, Side::White).of(man);
    let (name, names) = (board.name(man), board.names_of(&reach));
    let title = format!("{} on {name}", rules.variant.piece(piece).name);
    let told = match names.len() {
        0 => "Reaches no cell.".to_string(),
        count => format!("Reaches {count} of {} cells: {}.", board.len(), names.join(", ")),
    };
    let scene = scene::thumbnail(&Thumbnail { man, layers: vec![reach] }, board);
    Some(ThumbnailView {
        svg: svg::inline(&scene, anchor, &title, &told),
        cell: name.to_string(),
        reach: names,
    })
}
