//! A piece in brief: what its sentence says, where it stands, how far it reaches.

use serde_json::{Value as Json, json};

use super::edition::Edition;
use super::text::{anchor, with};
use super::thumbnail::thumbnail;
use crate::backend::svg;
use crate::describe::{self, Statement, Topic};
use crate::model::{CellSet, Kind, PieceId, Side, Variant};
use crate::movement::{self, words::joined};
use crate::reach::Rules;
use crate::scene;

/// A piece of the book's variant, by its id; `nth` is the card's place on its page.
pub fn view(edition: &Edition<'_>, id: &str, nth: usize) -> Option<Json> {
    let rules = edition.variants.rules(edition.checked.book.variant?);
    let piece = rules.variant.piece_named(id)?;
    let thumbnail = thumbnail(rules, piece, &anchor("card", &format!("{nth}-{id}")));
    Some(with(in_brief(rules, piece), json!({"thumbnail": thumbnail})))
}

/// What a piece takes and what it does besides its movement; and what else the rules say of it.
fn told(variant: &Variant, piece: PieceId) -> (Vec<Statement>, Vec<Statement>) {
    let is_power = |statement: &Statement| matches!(statement.topic, Topic::Captures | Topic::Powers);
    describe::piece(variant, piece).into_iter().partition(is_power)
}

/// All that is said of a piece, as a view.
pub fn in_brief(rules: &Rules, piece_id: PieceId) -> Json {
    let piece = rules.variant.piece(piece_id);
    let (powers, others) = told(&rules.variant, piece_id);
    // Statements of one topic stand together.
    let topics = others.chunk_by(|one, next| one.topic == next.topic);
    let topic = |all: &[Statement]| json!({"topic": all[0].topic.title(), "text": texts(all).join(" ")});
    json!({
        "name": piece.name,
        // As it stands in a sentence.
        "called": describe::called(&piece.name),
        "letter": piece.letter,
        "picture": piece.picture.map(|picture| svg::ornament(&scene::portrait(picture))),
        "inventor": piece.inventor,
        "says": movement::describe(&piece.movement),
        "movement": piece.movement.written(),
        "powers": texts(&powers),
        "stands_on": stands_on(&rules.variant, piece_id),
        "bound": piece.is_bound.then(|| bound(&rules.variant, piece_id)),
        "rules": topics.map(topic).collect::<Vec<_>>(),
        "mobility": mobility(rules, piece_id),
    })
}

fn texts(statements: &[Statement]) -> Vec<&str> {
    statements.iter().map(|statement| statement.text.as_str()).collect()
}

/// All that is said of a piece, in sentences.
pub fn sentences(variant: &Variant, piece_id: PieceId) -> String {
    let piece = variant.piece(piece_id);
    let (powers, others) = told(variant, piece_id);
    let movement = format!("The {} {}.", describe::called(&piece.name), movement::describe(&piece.movement));
    [vec![&*movement], texts(&powers), texts(&others)].concat().join(" ")
}

/// The same of a piece of the book's variant.
pub fn brief(edition: &Edition<'_>, id: &str) -> Option<String> {
    let variant = &edition.variants.rules(edition.checked.book.variant?).variant;
    Some(sentences(variant, variant.piece_named(id)?))
}

/// "Every cell", or kinds and how many of each: "16 triangles and 4 hexagons".
fn stands_on(variant: &Variant, piece: PieceId) -> String {
    let cells = variant.stands_on(piece, Side::White);
    if cells == variant.board.all() {
        return format!("every cell ({})", cells.len());
    }
    let parts: Vec<String> = kinds(variant, &cells)
        .map(|(kind, own)| {
            let all = variant.board.of_kind(kind).len();
            let some = if own.len() < all { format!("{} of {all}", own.len()) } else { all.to_string() };
            format!("{some} {}s", kind.name())
        })
        .collect();
    parts.join(" and ")
}

/// "It stands only on squares and 7 of the 16 triangles."
fn bound(variant: &Variant, piece: PieceId) -> String {
    let cells = variant.stands_on(piece, Side::White);
    let part = |(kind, own): (Kind, CellSet)| {
        let all = variant.board.of_kind(kind).len();
        let some = if own.len() < all { format!("{} of the {all} ", own.len()) } else { String::new() };
        format!("{some}{}s", kind.name())
    };
    let parts: Vec<String> = kinds(variant, &cells).map(part).collect();
    format!("It stands only on {}.", joined(&parts, "and"))
}

fn kinds<'a>(variant: &'a Variant, cells: &'a CellSet) -> impl Iterator<Item = (Kind, CellSet)> + 'a {
    let own = move |kind| (kind, variant.board.of_kind(kind) & *cells);
    variant.board.kinds().map(own).filter(|(_, own)| !own.is_empty())
}

/// How many cells it reaches from the cells of each kind, on the empty board.
fn mobility(rules: &Rules, piece: PieceId) -> Vec<Json> {
    let variant = &rules.variant;
    let cells = rules.stands_on(piece.into(), Side::White);
    let alone = rules.alone(piece, Side::White);
    kinds(variant, &cells)
        .map(|(kind, own)| {
            let reach = |from| alone.of(from).len();
            let counts: Vec<usize> = own.iter().map(reach).collect();
            json!({
                "kind": format!("{}s", kind.name()),
                "fewest": counts.iter().min(),
                "mean": mean(&counts),
                "most": counts.iter().max(),
            })
        })
        .collect()
}

/// The mean of some counts, at least one, to a tenth rounded half up.
pub fn mean(counts: &[usize]) -> String {
    let tenths = (20 * counts.iter().sum::<usize>() + counts.len()) / (2 * counts.len().max(1));
    format!("{}.{}", tenths / 10, tenths % 10)
}
