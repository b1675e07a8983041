//! Whether two patterns mean the same at sight, or one holds the other: they are made of the same strands, and those of
//! the same leaps, in whatever order. Then it is so on every board.

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
            && (a.first_move, a.open_to_en_passant) == (b.first_move, b.open_to_en_passant)
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
    has_parts_of(first, second) && has_parts_of(second, first)
}

/// Whether the first pattern has every part of the second. Without it, it may do all the same nevertheless.
pub fn has_parts_of(first: &Pattern, second: &Pattern) -> bool {
    match (parts(first), parts(second)) {
        (Some(all), Some(some)) => some.iter().all(|part| all.contains(part)),
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
