//! Whether two patterns mean the same at sight: they are made of the same strands, and those of the same leaps, in
//! whatever order. Then they mean the same on every board.

use crate::movement::betza::Leap;
use crate::moves::pattern::{Pattern, Strand, Walk};

/// A strand, or one leap of it.
#[derive(Clone, Copy)]
struct Part<'a> {
    strand: &'a Strand,
    leap: Option<Leap>,
}

impl PartialEq for Part<'_> {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (self.strand, other.strand);
        self.leap == other.leap
            && (a.first_move, a.can_be_passed) == (b.first_move, b.can_be_passed)
            && (&a.from, &a.over, &a.onto) == (&b.from, &b.over, &b.onto)
            && match (&a.walk, &b.walk) {
                (
                    Walk::Leaps { inside: first, automaton: one, .. },
                    Walk::Leaps { inside: second, automaton: two, .. },
                ) => first == second && one == two,
                (one, two) => one == two,
            }
    }
}

/// Patterns of which this does not hold may mean the same nevertheless.
pub fn are_alike(first: &Pattern, second: &Pattern) -> bool {
    match (parts(first), parts(second)) {
        (Some(a), Some(b)) => a.iter().all(|part| b.contains(part)) && b.iter().all(|part| a.contains(part)),
        _ => first == second,
    }
}

/// None if a strand stands in for others: which ones, it says by their places.
fn parts(pattern: &Pattern) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    for strand in &pattern.strands {
        if !strand.instead_of.is_empty() {
            return None;
        }
        match &strand.walk {
            Walk::Leaps { leaps, .. } => {
                parts.extend(leaps.iter().map(|leap| Part { strand, leap: Some(*leap) }))
            }
            _ => parts.push(Part { strand, leap: None }),
        }
    }
    Some(parts)
}
