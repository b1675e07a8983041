//! Words with an opposite: check and mate, diagonal and orthogonal, friendly and enemy. A text is doubtful
//! if it uses one of them and the expression asks only for its opposite.

use std::ops::Range;

use super::passage::Doubt;
use crate::claim::reading::{AuthorText, ExprContent};
use padma_expr::WordMeaning;
use padma_rules::model::Board;
use padma_words::Sense;

/// A sense of the words in a text, the words of an expression that ask for it, and what the functions
/// that ask for it mean.
type AskedSense = (Sense, &'static str, &'static [WordMeaning]);

/// Senses that exclude one another.
const OPPOSITES: [&[AskedSense]; 12] = [
    &PLACES,
    &[
        (Sense::Check, "", &[WordMeaning::Check]),
        (Sense::Mate, "", &[WordMeaning::Mate]),
        (Sense::Stalemate, "", &[WordMeaning::Stalemate]),
    ],
    &[
        (Sense::Win, "win", &[WordMeaning::Win]),
        (Sense::Lose, "loss", &[]),
        (Sense::Draw, "draw", &[WordMeaning::Draw]),
    ],
    &[
        (Sense::Diagonal, "diagonal", &[]),
        (
            Sense::Orthogonal,
            "orthogonal|row",
            &[WordMeaning::Rank, WordMeaning::File],
        ),
    ],
    &[(Sense::Own, "own", &[]), (Sense::Enemy, "enemy", &[])],
    &[
        (Sense::Corner, "corner|corners", &[]),
        (Sense::Edge, "side|edge|edges|contiguous", &[]),
        (Sense::Middle, "middle|centre|center", &[]),
    ],
    &[(Sense::Smallest, "min", &[]), (Sense::Greatest, "max", &[])],
    &[
        (Sense::First, "first", &[WordMeaning::First]),
        (Sense::Last, "last", &[]),
    ],
    &[
        (Sense::Slide, "says slide", &[]),
        (Sense::Step, "says step|says leap|says hop", &[]),
    ],
    &[(Sense::Light, "light", &[]), (Sense::Dark, "dark", &[])],
    &[
        (Sense::Forward, "forward|forwards|ahead", &[]),
        (Sense::Backward, "backward|backwards|back", &[]),
        (Sense::Sideways, "sideways", &[]),
    ],
    &[(Sense::Left, "left", &[]), (Sense::Right, "right", &[])],
];

/// The lines of a board. Numbers of cells on one kind of line count lines of the other.
const LINES: [AskedSense; 2] = [
    (Sense::Row, "row", &[WordMeaning::Rank]),
    (Sense::Column, "", &[WordMeaning::File]),
];

/// The places of the cell that something is asked of.
const PLACES: [AskedSense; 3] = [
    (Sense::AtCorner, "in a corner", &[]),
    (Sense::AtEdge, "at the edge", &[]),
    (Sense::AtMiddle, "in the middle", &[]),
];

/// The kinds of cell.
const CELL_KINDS: [AskedSense; 4] = [
    (Sense::Square, "square|squares", &[]),
    (Sense::Triangle, "triangle|triangles", &[]),
    (Sense::Hexagon, "hexagon|hexagons", &[]),
    (Sense::Point, "point|points", &[]),
];

/// Returns the doubt about a word, in a part of the sentence, whose opposite the expression asks for.
/// Kinds of cell and line are not read beside a claim, where a sentence may name any of them.
pub(super) fn opposite_word(
    text: &AuthorText<'_>,
    part: Range<usize>,
    is_beside: bool,
    asked: &ExprContent,
    board: &Board,
) -> Option<Doubt> {
    let kinds = || (!is_beside).then(|| other_cell_kind(text, part.clone(), asked, board))?;
    let families = OPPOSITES.into_iter();
    let mut families = families.chain((!is_beside).then_some(&LINES[..]));
    let found = families.find_map(|family| opposite_in(family, text, &part, asked));
    found.map(|found| doubt(text, found)).or_else(kinds)
}

/// Returns the doubt about a kind of cell in a part of the sentence, on a board that has several, where the
/// expression asks for another.
pub(super) fn other_cell_kind(
    text: &AuthorText<'_>,
    part: Range<usize>,
    asked: &ExprContent,
    board: &Board,
) -> Option<Doubt> {
    let has = |sense: &&AskedSense| board.kinds().any(|kind| sense.1.starts_with(kind.name()));
    let kinds: Vec<AskedSense> = CELL_KINDS.iter().filter(has).copied().collect();
    // A difference leaves open which kind is meant.
    let is_read = !asked.has_word("-") && kinds.len() > 1;
    let found = is_read.then(|| opposite_in(&kinds, text, &part, asked))?;
    found.map(|found| doubt(text, found))
}

fn doubt(text: &AuthorText<'_>, (range, found): (Range<usize>, String)) -> Doubt {
    let word = &text.text[range.clone()];
    let reason = format!("the expression does not ask for `{word}`, but for `{found}`");
    Doubt { range, reason }
}

/// Returns a word of one sense that the expression does not ask for, and what it asks for instead; or a
/// word that occurs twice where the expression asks for both senses.
fn opposite_in(
    family: &[AskedSense],
    text: &AuthorText<'_>,
    part: &Range<usize>,
    asked: &ExprContent,
) -> Option<(Range<usize>, String)> {
    family.iter().find_map(|sense| {
        let mut places = text.all(sense.0, part.clone());
        let first = places.next()?;
        let is_asked = asked.asks(sense.1, sense.2).is_some();
        let place = if is_asked { places.next()? } else { first };
        // One piece may move both ahead and back.
        let any_other = !is_asked && sense.0 == Sense::Backward;
        let is_unsaid = |other: Sense| any_other || !text.has(other, part.clone());
        let others = family
            .iter()
            .filter(|other| other.0 != sense.0 && is_unsaid(other.0));
        let found = others
            .into_iter()
            .find_map(|other| asked.asks(other.1, other.2))?;
        Some((place, found.to_string()))
    })
}
