//! A piece in brief: what its sentence says, where it stands, how far it reaches.

use serde::Serialize;

use super::Edition;
use crate::backend::svg;
use crate::model::{Arrivals, CellSet, Kind, PieceId, Rule, Side, SidedSet, Variant};
use crate::movement;
use crate::reach::Rules;
use crate::scene;

#[derive(Serialize)]
pub struct PieceView {
    pub name: String,
    letter: String,
    /// Its picture as SVG, for a White man.
    picture: Option<String>,
    inventor: Option<String>,
    says: String,
    movement: String,
    stands_on: String,
    /// Whether the game is lost with it.
    royal: bool,
    /// What else the rules say of it.
    rules: Vec<String>,
    notes: Option<String>,
    mobility: Vec<MobilityView>,
}

impl PieceView {
    /// What it says of the piece in a sentence.
    pub fn sentence(&self) -> String {
        format!("The {} {}.", self.name, self.says)
    }
}

/// How many cells it reaches from the cells of one kind, on the empty board.
#[derive(Serialize)]
struct MobilityView {
    kind: String,
    fewest: usize,
    mean: String,
    most: usize,
}

/// A piece of the book's variant, by its id.
pub fn view(edition: &Edition<'_>, id: &str) -> Option<PieceView> {
    let rules = edition.variants.rules(edition.checked.book.variant?);
    Some(in_brief(rules, rules.variant.piece_named(id)?))
}

pub fn in_brief(rules: &Rules, piece_id: PieceId) -> PieceView {
    let piece = rules.variant.piece(piece_id);
    PieceView {
        name: piece.name.clone(),
        letter: piece.letter.clone(),
        picture: piece.picture.map(|picture| svg::ornament(&scene::portrait(picture))),
        inventor: piece.inventor.clone(),
        says: movement::describe(&piece.movement),
        movement: piece.movement.written(),
        stands_on: stands_on(&rules.variant, piece_id),
        royal: piece.royal,
        rules: told(&rules.variant, piece_id),
        notes: piece.notes.clone(),
        mobility: mobility(rules, piece_id),
    }
}

/// What it says of the piece in a sentence.
pub fn brief(edition: &Edition<'_>, id: &str) -> Option<String> {
    view(edition, id).map(|piece| piece.sentence())
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

/// What the rules besides movement say of a piece, in sentences.
fn told(variant: &Variant, id: PieceId) -> Vec<String> {
    let names = |cells: &SidedSet, side| variant.board.names_of(cells.of(side)).join(", ");
    let sides = |cells: &SidedSet| {
        let (white, black) = (names(cells, Side::White), names(cells, Side::Black));
        if white == black { white } else { format!("{white} (Black: {black})") }
    };
    let tell = |rule: &Rule| match rule {
        Rule::Shared { piece, cells, most } if *piece == id => {
            let cells = sides(cells);
            Some(format!(
                "Up to {most} of one side may stand together on {cells} at the start, and are taken together."
            ))
        }
        Rule::Promotion(rule) if rule.piece == id => {
            let waits = if rule.may_wait { ", or waits there" } else { "" };
            Some(format!("Is promoted on {}{waits}{}.", sides(&rule.cells), ways(rule.by)))
        }
        _ => None,
    };
    variant.rules.iter().filter_map(tell).collect()
}

/// How a man must come to a cell, where his own move is not all of it.
fn ways(by: Arrivals) -> String {
    let all = [
        (by.moves, "move"),
        (by.swaps, "swap"),
        (by.teleports, "teleport"),
        (by.rotations, "rotation"),
        (by.travels, "travel"),
    ];
    let words: Vec<&str> = all.into_iter().filter_map(|(does, word)| does.then_some(word)).collect();
    match words.as_slice() {
        [] | ["move"] => String::new(),
        [one] => format!(", by {one}"),
        [first @ .., last] => format!(", by {} or {last}", first.join(", ")),
    }
}

fn kinds<'a>(variant: &'a Variant, cells: &'a CellSet) -> impl Iterator<Item = (Kind, CellSet)> + 'a {
    let own = move |kind| (kind, variant.board.of_kind(kind) & *cells);
    variant.board.kinds().map(own).filter(|(_, own)| !own.is_empty())
}

fn mobility(rules: &Rules, piece: PieceId) -> Vec<MobilityView> {
    let variant = &rules.variant;
    let cells = variant.stands_on(piece, Side::White);
    let alone = rules.alone(piece, Side::White);
    kinds(variant, &cells)
        .map(|(kind, own)| {
            let reach = |from| alone.of(from).len();
            let counts: Vec<usize> = own.iter().map(reach).collect();
            MobilityView {
                kind: format!("{}s", kind.name()),
                fewest: counts.iter().copied().min().unwrap_or(0),
                mean: mean(&counts),
                most: counts.iter().copied().max().unwrap_or(0),
            }
        })
        .collect()
}

/// The mean of some counts, at least one, to a tenth rounded half up.
pub fn mean(counts: &[usize]) -> String {
    let tenths = (20 * counts.iter().sum::<usize>() + counts.len()) / (2 * counts.len().max(1));
    format!("{}.{}", tenths / 10, tenths % 10)
}
