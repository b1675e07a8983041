//! Collects a book's pieces for the index of the pieces of all books.

use serde_json::Value as Json;

use super::super::card::{piece_view, powers_and_others};
use super::super::edition::Edition;
use super::super::medium::Addresses;
use super::super::text::html_path;
use super::super::thumbnail::{card_page, thumbnail};
use super::data::CardPiece;
use padma_book::pages::ids::anchor;
use padma_book::pages::made::{ReferencePage, anchor_of_piece, listed_pieces};
use padma_rules::model::{Board, KindId, Side, Variant};
use padma_rules::movement;
use padma_rules::movement::words::join_list;
use padma_rules::reach::Rules;
use padma_text::digest;
use padma_variant::describe::{self, Topic};
use padma_variant::likeness::{CommonBoard, families, portable};

/// Returns all pieces of a book's variants; a piece that several variants share is taken from the
/// first.
pub(super) fn pieces(edition: &Edition<'_>, addresses: &Addresses<'_>) -> Vec<CardPiece> {
    let variants = edition.own_variants();
    let listed = listed_pieces(&variants).into_iter();
    listed
        .map(|(place, kind)| piece(edition, &variants, (place, kind), addresses))
        .collect()
}

fn piece(
    edition: &Edition<'_>,
    variants: &[&Variant],
    (place, id): (usize, KindId),
    addresses: &Addresses<'_>,
) -> CardPiece {
    let rules = edition.variants.rules(edition.variant_indices[place]);
    let variant = &rules.variant;
    let kind = variant.kind(id);
    let index_entry = || {
        format!(
            "{}#{}",
            ReferencePage::PieceIndex.path(),
            anchor_of_piece(variants, place, id)
        )
    };
    let link = card_page(edition, &kind.id)
        .filter(|_| place == 0)
        .unwrap_or_else(index_entry);
    let prefix = anchor(
        "e",
        &format!("{}/{}/{}", edition.checked.book.name, variant.id, kind.id),
    );
    let OtherStatements {
        deeds,
        topics,
        standing,
    } = other_statements(variant, id);
    let cells: Vec<String> = variant
        .board
        .kinds()
        .map(|kind| format!("{}s", kind.name()))
        .collect();
    CardPiece {
        name: kind.name.clone(),
        url: html_path(&link),
        combined: !kind.parts.is_empty(),
        variant: (place > 0).then(|| variant.title.clone()),
        cells: join_list(&cells, "and"),
        size: variant.board.len(),
        ground: CommonBoard::of(&variant.board).name().to_string(),
        movement: portable(variant, id),
        deeds,
        topics,
        standing,
        families: families(variant, id)
            .into_iter()
            .map(|family| family.name().to_string())
            .collect(),
        shape: shape(&variant.board),
        reach: reach(rules, id),
        brief: piece_view(rules, id, addresses),
        thumbnail: thumbnail(rules, id, &prefix, addresses).map(|view| picture(&view)),
    }
}

/// Returns the view of a thumbnail without the list of reached cells.
fn picture(thumbnail: &Json) -> Json {
    serde_json::json!({"svg": thumbnail["svg"], "cell": thumbnail["cell"]})
}

/// Returns what the rules say about a piece besides its movement.
fn other_statements(variant: &Variant, id: KindId) -> OtherStatements {
    let (powers, others) = powers_and_others(variant, id);
    let mut topics: Vec<String> = Vec::new();
    for title in others.iter().map(|other| other.topic.title()) {
        if !topics.iter().any(|known| known == title) {
            topics.push(title.to_string());
        }
    }
    let castles = movement::castling(&variant.kind(id).movement, &describe::partner(variant, id));
    if castles.is_some() && !topics.iter().any(|known| known == Topic::Castling.title()) {
        topics.push(Topic::Castling.title().to_string());
    }
    let standing = others
        .iter()
        .filter(|other| matches!(other.topic, Topic::Royal | Topic::Castling));
    let standing = standing.map(|other| other.text.clone());
    let castles = castles.map(|castles| format!("It {castles}."));
    OtherStatements {
        deeds: powers.into_iter().map(|power| power.text).collect(),
        topics,
        standing: standing.chain(castles).collect(),
    }
}

/// What the rules say about a piece besides its movement: these fields of [`CardPiece`].
struct OtherStatements {
    deeds: Vec<String>,
    topics: Vec<String>,
    standing: Vec<String>,
}

/// Returns a digest of a board's cells: their names and kinds.
fn shape(board: &Board) -> String {
    let mut parts = Vec::new();
    for info in board.cells().map(|cell| board.info(cell)) {
        add(&mut parts, info.name.as_bytes());
        add(&mut parts, info.kind.name().as_bytes());
    }
    format!("{:016x}", digest(parts))
}

/// Returns a digest of the cells on which a piece may stand, and of those that it reaches from
/// each on the empty board, for both sides.
fn reach(rules: &Rules, id: KindId) -> String {
    let mut parts = Vec::new();
    for side in Side::BOTH {
        let (stands, alone) = (rules.stands_on(id.into(), side), rules.alone(id, side));
        for from in stands.iter() {
            add(&mut parts, &from.index().to_le_bytes());
            alone
                .of(from)
                .iter()
                .for_each(|to| add(&mut parts, &to.index().to_le_bytes()));
        }
        add(&mut parts, &[side as u8]);
    }
    format!("{:016x}", digest(parts))
}

/// Appends a part and a terminator.
fn add(parts: &mut Vec<u8>, part: &[u8]) {
    parts.extend_from_slice(part);
    parts.push(0xff);
}
