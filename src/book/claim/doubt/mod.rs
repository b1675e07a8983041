//! Finds doubtful sentences: those with words that the claim's expression seems to contradict, or does not
//! ask for. A doubt changes no verdict; it asks for the sentence to be read.
//!
//! ```text
//! [Like a Bishop it never keeps the shade]   all c: reach(walrus, c) - closure(bishop, c) = {}
//!                         ──▶  "the words deny what the expression affirms"
//! ```
//!
//! Where the tables do not decide, nothing is said. Knows no pages.

mod around;
mod bound;
mod object;
mod opposites;
mod order;
mod passage;
mod sign;
mod weak;

pub(crate) use around::{claim_names, unsaid_names};
pub(crate) use passage::{ClaimInSentence, Doubt};

use std::ops::Range;

use super::reading::ExprContent;
use padma_expr::{Expr, ExprKind, ExprType, ExprValue, Scope};
use padma_words::Sense;

/// Returns what is doubtful about a claim in its sentence, whose words are read.
pub(crate) fn doubts(
    claim: &ClaimInSentence<'_>,
    expr: &Expr,
    value: &ExprValue,
    scope: Scope<'_>,
) -> Vec<Doubt> {
    let mut content = ExprContent::default();
    content.add_expr(expr, scope);
    let mut content_beside = ExprContent::default();
    content_beside.add_expr(expr, scope);
    let (beside, board) = (beside(claim), &scope.rules.variant.board);
    // A cell that something would have to stand on is in another place.
    if !(claim.sentence).has(Sense::Unreal, beside[0].start..beside[1].end) {
        content_beside.add_places(board);
    }
    let opposite = |part: Range<usize>, is_beside: bool| {
        let content = if is_beside { &content_beside } else { &content };
        opposites::opposite_word(claim.sentence, part, is_beside, content, board)
    };
    let mut doubts = Vec::new();
    if value.kind() == ExprType::Truth {
        doubts.extend(sign::contradiction(claim, expr, scope));
        doubts.extend(bound::reversed_bound(claim, expr));
        doubts.extend(opposite(claim.range.clone(), false));
    }
    for part in beside.clone() {
        doubts.extend(opposite(part, true));
    }
    // What is counted comes right after its number.
    let after = claim.sentence.words_in(beside[1].clone());
    if let Some((noun, _)) = after.first().filter(|_| counts_a_set(expr)) {
        let kinds = opposites::other_cell_kind(claim.sentence, noun.clone(), &content, board);
        doubts.extend(kinds);
    }
    doubts.extend(object::denied_object(claim, expr, value));
    doubts.extend(object::denied_value(claim, &beside, expr, value));
    doubts.extend(order::broken_ring(claim, scope));
    doubts.extend(order::broken_line(claim, scope));
    doubts.extend(weak::general_word(claim, &beside[0], expr));
    doubts
}

/// Whether an expression counts what one name stands for: `count(hexagon)`.
fn counts_a_set(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call(_, arguments) => {
            matches!(&arguments[..], [set] if matches!(set.kind, ExprKind::Name(_)))
        }
        _ => false,
    }
}

/// The number of words before and after a claim that are read with it.
const BESIDE: usize = 6;

/// Returns the few words before and after a claim, up to the point where another part of the sentence
/// begins.
fn beside(claim: &ClaimInSentence<'_>) -> [Range<usize>; 2] {
    let text = claim.sentence;
    let ends = |part: &Range<usize>| {
        let marks = text.marks(part.clone(), |c, _| ",;:().|".contains(c));
        marks.chain(text.all(Sense::PartJoint, part.clone()))
    };
    let start = ends(&claim.before).map(|end| end.end).max();
    let before = text.words_in(start.unwrap_or(claim.before.start)..claim.range.start);
    let nearest = before[before.len().saturating_sub(BESIDE)..].first();
    let end = ends(&claim.after).map(|end| end.start).min();
    let after = text.words_in(claim.range.end..end.unwrap_or(claim.after.end));
    let farthest = after[..after.len().min(BESIDE)].last();
    [
        nearest.map_or(claim.range.start, |(word, _)| word.start)..claim.range.start,
        claim.range.end..farthest.map_or(claim.range.end, |(word, _)| word.end),
    ]
}
