//! Collects a book's pieces for the index of the pieces of all books.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::super::card::{grounds, piece_view, powers_and_others};
use super::super::edition::Edition;
use super::super::medium::Addresses;
use super::super::text::html_path;
use super::super::thumbnail::{card_page, thumbnail};
use super::super::words::kind_name;
use super::data::{CardPiece, CardStatement};
use padma_book::pages::ids::anchor;
use padma_book::pages::made::{ReferencePage, anchor_of_piece, listed_pieces};
use padma_rules::model::{Board, KindId, Side, Variant};
use padma_rules::movement;
use padma_rules::reach::Rules;
use padma_text::digest;
use padma_variant::describe::{self, Statement, Topic};
use padma_variant::likeness::{CommonBoard, families, portable};
use padma_words::{Language, Listing, Say, say};

/// Returns all pieces of a book's variants; a piece that several variants share is taken from the
/// first.
pub(super) fn pieces(edition: &Edition<'_>, addresses: &Addresses<'_>) -> Vec<CardPiece> {
    let variants = edition.own_variants();
    let by_id: Vec<Variant> = variants
        .iter()
        .map(|variant| named_by_id(variant))
        .collect();
    let listed = listed_pieces(&variants).into_iter();
    listed
        .map(|(place, kind)| piece(edition, &variants, &by_id, (place, kind), addresses))
        .collect()
}

/// Returns a variant whose pieces have their ids as names.
fn named_by_id(variant: &Variant) -> Variant {
    let mut variant = variant.clone();
    for kind in &mut variant.kinds {
        kind.name = kind.id.clone();
    }
    variant
}

fn piece(
    edition: &Edition<'_>,
    variants: &[&Variant],
    by_id: &[Variant],
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
        powers,
        topics,
        standing,
    } = other_statements(edition.words(), variant, &by_id[place], id);
    let cells = variant
        .board
        .kinds()
        .map(|kind| say!(labels::WholeKind, kind = kind_name(kind)));
    CardPiece {
        name: kind.name.clone(),
        url: html_path(&link),
        combined: !kind.parts.is_empty(),
        variant: (place > 0).then(|| variant.title.clone()),
        cells: edition.say(Listing::And.of(cells)),
        size: variant.board.len(),
        ground: CommonBoard::of(&variant.board).name().to_string(),
        movement: portable(variant, id),
        powers,
        topics,
        standing,
        bound: kind.is_bound.then(|| edition.say(grounds(variant, id))),
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

/// Returns what the rules say about a piece, except its movement. `by_id` is the same variant with
/// ids for names.
fn other_statements(
    words: &Language,
    variant: &Variant,
    by_id: &Variant,
    id: KindId,
) -> OtherStatements {
    let (powers, others) = powers_and_others(variant, id);
    let (powers_by_id, others_by_id) = powers_and_others(by_id, id);
    let mut topics: Vec<Topic> = others.iter().map(|other| other.topic).collect();
    let castles = |variant: &Variant| {
        let movement = &variant.kind(id).movement;
        let castling = movement::castling(movement)?;
        let said = padma_expr::movement::castling(&castling, &describe::partners(variant, id));
        Some(say!(labels::ItGoes, goes = said))
    };
    let castles = castles(variant).zip(castles(by_id));
    topics.extend(castles.iter().map(|_| Topic::Castling));
    let topics: BTreeSet<String> = (topics.iter())
        .map(|topic| topic.name().to_string())
        .collect();
    let statement = |(own, by_id): (Say, Say)| CardStatement {
        rule: format!("{:016x}", digest(format!("{by_id:?}").into_bytes())),
        text: words.say(own),
    };
    let of_rules = |(own, by_id): (Statement, Statement)| statement((own.said, by_id.said));
    let standing = others
        .into_iter()
        .zip(others_by_id)
        .filter(|(other, _)| matches!(other.topic, Topic::Royal | Topic::Castling));
    OtherStatements {
        powers: powers.into_iter().zip(powers_by_id).map(of_rules).collect(),
        topics,
        standing: (standing.map(of_rules))
            .chain(castles.map(statement))
            .collect(),
    }
}

/// What the rules say about a piece, except its movement: fields of [`CardPiece`].
struct OtherStatements {
    powers: Vec<CardStatement>,
    topics: BTreeSet<String>,
    standing: Vec<CardStatement>,
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
