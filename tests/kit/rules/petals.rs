//! Arrangements of petals: random ones that hang together, and a spiral of any size.

use padma_rules::model::lotus::{Axial, unit};
use proptest::collection::vec;
use proptest::prelude::*;

/// A random connected arrangement of `1..=most` petals.
///
/// Each petal is put beside one that is there: often beside the last, which makes the snakes that close
/// to rings with holes, else beside any, which makes lumps.
pub fn arrangement(most: usize) -> impl Strategy<Value = Vec<Axial>> {
    vec((any::<bool>(), any::<u32>()), 0..most).prop_map(|choices| {
        let mut petals = vec![Axial { q: 0, r: 0 }];
        for (from_last, pick) in choices {
            let beside = |all: &[Axial]| -> Vec<Axial> {
                let near = all
                    .iter()
                    .flat_map(|petal| (0..6).map(|k| *petal + unit(k)));
                near.filter(|next| !petals.contains(next)).collect()
            };
            let mut free = beside(&petals[if from_last { petals.len() - 1 } else { 0 }..]);
            if free.is_empty() {
                free = beside(&petals);
            }
            petals.push(free[pick as usize % free.len()]);
        }
        petals
    })
}
