//! A piece in brief: what its sentence says, where it stands, how far it reaches.

use serde::Serialize;

use super::edition::Edition;
use super::text::anchor;
use super::thumbnail::{ThumbnailView, thumbnail};
use crate::backend::svg;
use crate::describe::{self, Statement, Topic};
use crate::model::{CellSet, Kind, PieceId, Side, Variant};
use crate::movement::{self, words::joined};
use crate::reach::Rules;
use crate::scene;

#[derive(Serialize)]
pub struct PieceView {
    pub name: String,
    /// Its name as it stands in a sentence.
    called: String,
    pub letter: String,
    /// Its picture as SVG, for a White piece.
    picture: Option<String>,
    inventor: Option<String>,
    pub says: String,
    movement: String,
    /// What it takes and what it does besides its movement, in sentences.
    powers: Vec<String>,
    stands_on: String,
    /// Where it may stand, if not everywhere, as a sentence.
    bound: Option<String>,
    /// What else the rules say of it.
    rules: Vec<RuleView>,
    mobility: Vec<MobilityView>,
}

impl PieceView {
    /// All that it says of the piece.
    pub fn sentences(&self) -> String {
        let mut all = format!("The {} {}.", self.called, self.says);
        for text in self.powers.iter().chain(self.rules.iter().map(|rule| &rule.text)) {
            all.push(' ');
            all.push_str(text);
        }
        all
    }
}

/// What the rules say of it under one heading.
#[derive(Serialize)]
struct RuleView {
    topic: &'static str,
    text: String,
}

/// How many cells it reaches from the cells of one kind, on the empty board.
#[derive(Serialize)]
struct MobilityView {
    kind: String,
    fewest: usize,
    mean: String,
    most: usize,
}

/// A piece's card on a page.
#[derive(Serialize)]
pub struct CardView {
    #[serde(flatten)]
    piece: PieceView,
    thumbnail: Option<ThumbnailView>,
}

/// A piece of the book's variant, by its id; `nth` is the card's place on its page.
pub fn view(edition: &Edition<'_>, id: &str, nth: usize) -> Option<CardView> {
    let rules = edition.variants.rules(edition.checked.book.variant?);
    let piece = rules.variant.piece_named(id)?;
    let thumbnail = thumbnail(rules, piece, &anchor("card", &format!("{nth}-{id}")));
    Some(CardView { piece: in_brief(rules, piece), thumbnail })
}

pub fn in_brief(rules: &Rules, piece_id: PieceId) -> PieceView {
    let piece = rules.variant.piece(piece_id);
    let is_power = |statement: &Statement| matches!(statement.topic, Topic::Captures | Topic::Powers);
    let (powers, others): (Vec<Statement>, Vec<Statement>) =
        describe::piece(&rules.variant, piece_id).into_iter().partition(is_power);
    PieceView {
        name: piece.name.clone(),
        called: describe::called(&piece.name),
        letter: piece.letter.clone(),
        picture: piece.picture.map(|picture| svg::ornament(&scene::portrait(picture))),
        inventor: piece.inventor.clone(),
        says: movement::describe(&piece.movement),
        movement: piece.movement.written(),
        stands_on: stands_on(&rules.variant, piece_id),
        bound: piece.is_bound.then(|| bound(&rules.variant, piece_id)),
        powers: powers.into_iter().map(|statement| statement.text).collect(),
        rules: by_topic(others),
        mobility: mobility(rules, piece_id),
    }
}

/// All that it says of the piece.
pub fn brief(edition: &Edition<'_>, id: &str) -> Option<String> {
    let rules = edition.variants.rules(edition.checked.book.variant?);
    Some(in_brief(rules, rules.variant.piece_named(id)?).sentences())
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

/// Statements of one topic, which stand together, as one.
fn by_topic(statements: Vec<Statement>) -> Vec<RuleView> {
    let one = |all: &[Statement]| RuleView {
        topic: all[0].topic.title(),
        text: all.iter().map(|statement| statement.text.as_str()).collect::<Vec<_>>().join(" "),
    };
    statements.chunk_by(|one, next| one.topic == next.topic).map(one).collect()
}

fn kinds<'a>(variant: &'a Variant, cells: &'a CellSet) -> impl Iterator<Item = (Kind, CellSet)> + 'a {
    let own = move |kind| (kind, variant.board.of_kind(kind) & *cells);
    variant.board.kinds().map(own).filter(|(_, own)| !own.is_empty())
}

fn mobility(rules: &Rules, piece: PieceId) -> Vec<MobilityView> {
    let variant = &rules.variant;
    let cells = rules.stands_on(piece.into(), Side::White);
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
