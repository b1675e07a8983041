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

use padma_expr::{Expr, ExprType, ExprValue, Scope};

/// Returns what is doubtful about a claim in its sentence, which is in English.
pub(crate) fn doubts(
    claim: ClaimInSentence<'_>,
    expr: &Expr,
    value: &ExprValue,
    scope: Scope<'_>,
) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    if value.kind() == ExprType::Truth {
        doubts.extend(sign::contradiction(claim, expr));
        doubts.extend(bound::reversed_bound(claim, expr));
        doubts.extend(opposites::opposite_word(
            claim.sentence,
            claim.range(),
            false,
            expr,
            scope,
        ));
    }
    for part in beside(claim) {
        doubts.extend(opposites::opposite_word(
            claim.sentence,
            part,
            true,
            expr,
            scope,
        ));
    }
    doubts.extend(object::denied_object(claim, expr, value));
    doubts.extend(order::broken_ring(claim, scope));
    doubts.extend(order::broken_line(claim, scope));
    doubts.extend(weak::general_word(claim, expr));
    doubts
}

/// The number of words before and after a claim that are read with it.
const BESIDE: usize = 4;

/// Returns the few words before and after a claim, up to the point where another part of the sentence
/// begins.
fn beside(claim: ClaimInSentence<'_>) -> [Range<usize>; 2] {
    const ENDS: [char; 7] = [',', ';', ':', '(', ')', '.', '|'];
    const JOINTS: [&str; 4] = [" and ", " or ", " but ", " than "];
    let before = &claim.sentence[claim.last_end.min(claim.start)..claim.start];
    let joint = |joint: &&str| before.rfind(*joint).map(|at| at + joint.len());
    let mark = before.rfind(ENDS).map(|at| at + 1);
    let part = &before[JOINTS
        .iter()
        .filter_map(joint)
        .chain(mark)
        .max()
        .unwrap_or(0)..];
    let near: usize = part
        .split_inclusive(' ')
        .rev()
        .take(BESIDE)
        .map(str::len)
        .sum();
    let after = &claim.sentence[claim.end..claim.next_start.max(claim.end)];
    let joint = |joint: &&str| after.find(*joint);
    let end = JOINTS
        .iter()
        .filter_map(joint)
        .chain(after.find(ENDS))
        .min();
    let part = &after[..end.unwrap_or(after.len())];
    let far: usize = part
        .split_inclusive(' ')
        .take(BESIDE + 1)
        .map(str::len)
        .sum();
    [claim.start - near..claim.start, claim.end..claim.end + far]
}
