//! Words with an opposite: check and mate, diagonal and orthogonal, friendly and enemy. A text is doubtful
//! if it uses one of them and the expression asks only for its opposite.

use std::collections::BTreeSet;
use std::ops::Range;

use super::passage::Doubt;
use crate::claim::reading::AuthorText;
use padma_expr::{Expr, ExprKind, Fold, Name, Operator, Scope, WordMeaning, find_function, words};
use padma_rules::model::Cell;
use padma_words::Sense;

/// A sense of the words in a text, the words of an expression that ask for it, and what the functions
/// that ask for it mean.
type AskedSense = (Sense, &'static str, &'static [WordMeaning]);

/// Senses that exclude one another.
const OPPOSITES: [&[AskedSense]; 11] = [
    &[
        (Sense::Check, "", &[WordMeaning::Check]),
        (Sense::Mate, "", &[WordMeaning::Mate]),
        (Sense::Stalemate, "", &[WordMeaning::Stalemate]),
    ],
    &[
        (Sense::Win, "", &[WordMeaning::Win]),
        (Sense::Lose, "", &[]),
        (Sense::Draw, "", &[WordMeaning::Draw]),
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
    expr: &Expr,
    scope: Scope<'_>,
) -> Option<Doubt> {
    let mut asked = AskedWords::default();
    gather(expr, scope, &mut asked);
    let board = &scope.rules.variant.board;
    let has = |sense: &&AskedSense| board.kinds().any(|kind| sense.1.starts_with(kind.name()));
    let kinds: Vec<AskedSense> = CELL_KINDS.iter().filter(has).copied().collect();
    let reads_kinds = !is_beside && !asked.words.contains("-") && kinds.len() > 1;
    let families = OPPOSITES.into_iter();
    let families = families.chain(reads_kinds.then_some(&kinds[..]));
    let mut families = families.chain((!is_beside).then_some(&LINES[..]));
    let (range, found) = families.find_map(|family| opposite_in(family, text, &part, &asked))?;
    let reason = format!(
        "the expression does not ask for `{}`, but for `{found}`",
        &text.text[range.clone()]
    );
    Some(Doubt { range, reason })
}

/// Returns a word of one sense that the expression does not ask for, and what it asks for instead; or a
/// word that occurs twice where the expression asks for both senses.
fn opposite_in(
    family: &[AskedSense],
    text: &AuthorText<'_>,
    part: &Range<usize>,
    asked: &AskedWords<'_>,
) -> Option<(Range<usize>, String)> {
    family.iter().find_map(|sense| {
        let mut places = text.all(sense.0, part.clone());
        let first = places.next()?;
        let is_asked = asked.word_for(sense).is_some();
        let place = if is_asked { places.next()? } else { first };
        // One piece may move both ahead and back.
        let any_other = !is_asked && sense.0 == Sense::Backward;
        let is_unsaid = |other: Sense| any_other || !text.has(other, part.clone());
        let others = family
            .iter()
            .filter(|other| other.0 != sense.0 && is_unsaid(other.0));
        let found = others.into_iter().find_map(|other| asked.word_for(other))?;
        Some((place, found))
    })
}

/// What an expression asks for.
#[derive(Default)]
struct AskedWords<'e> {
    /// Its words in lower case, but for its functions.
    words: BTreeSet<String>,
    /// What its functions mean, each with the function.
    senses: Vec<(WordMeaning, &'e str)>,
}

impl AskedWords<'_> {
    /// Returns the word, or the function, that asks for a sense.
    fn word_for(&self, (_, asked, meant): &AskedSense) -> Option<String> {
        let mut words = asked.split('|').filter(|word| !word.is_empty());
        let word = words.find(|word| self.words.contains(*word));
        let mut functions = self.senses.iter();
        let function = functions.find(|(sense, _)| meant.contains(sense));
        let found = word.or(function.map(|(_, name)| *name))?;
        Some(found.to_string())
    }
}

/// Gathers the words of an expression: functions, names, classes of directions, and the words of
/// movements in quotes.
fn gather<'e>(expr: &'e Expr, scope: Scope<'_>, found: &mut AskedWords<'e>) {
    let mut add = |word: &str| {
        let word = word.to_lowercase();
        let words = &mut found.words;
        words.extend(word.split('-').map(str::to_string));
        words.insert(word)
    };
    match &expr.kind {
        ExprKind::Name(name) => _ = add(name),
        ExprKind::Cells(names) if are_corners(names, scope) => _ = add("corner"),
        // A difference leaves open which of the two is meant.
        ExprKind::Binary(Operator::Minus, ..) => _ = add("-"),
        ExprKind::Call(name, _) | ExprKind::CallOf(_, name, _) => match find_function(&name.text) {
            Some(function) => {
                let senses = function.senses.iter();
                found
                    .senses
                    .extend(senses.map(|sense| (*sense, name.text.as_str())));
            }
            None => _ = add(&name.text),
        },
        ExprKind::Movement(_, written) => {
            let text = written.text();
            for range in words(text) {
                let word = &text[range];
                add(word);
                add(&format!("says {word}"));
            }
        }
        ExprKind::With { changes, .. } => {
            for change in changes {
                add(change.kind.name());
            }
        }
        ExprKind::Fold { fold, .. } if matches!(fold, Fold::Max | Fold::Min) => {
            _ = add(fold.name())
        }
        _ => {}
    }
    expr.parts().for_each(|part| gather(part, scope, found));
}

/// Whether cells are corners of the board: no other cells have fewer neighbours.
fn are_corners(names: &[Name], scope: Scope<'_>) -> bool {
    let board = &scope.rules.variant.board;
    let around = |cell: Cell| board.contacts(cell).len();
    let fewest = board.cells().map(around).min();
    let cell = |name: &Name| board.cell(&name.text);
    !names.is_empty() && names.iter().all(|name| cell(name).map(around) == fewest)
}
