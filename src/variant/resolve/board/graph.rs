//! Resolves declared boards of an author's own cells.

use super::flaws::checked;
use super::grid::narrow;
use crate::decl::graph as keys;
use crate::form::{Fields, Value};
use padma_rules::model::Board;
use padma_rules::model::graph::{self, GraphCell, GraphPlan};
use padma_text::diag::Diagnostics;

pub(super) fn graph(decl: &Fields, diagnostics: &mut Diagnostics) -> Option<Board> {
    let cell = |(name, value): &(padma_text::At<String>, Value)| {
        let Value::Halves(at) = value else {
            return None;
        };
        Some(GraphCell {
            name: name.value.clone(),
            at: (narrow(at.value.0), narrow(at.value.1)),
        })
    };
    let cells = decl.named(keys::CELLS).iter().filter_map(cell).collect();
    checked(graph::board(&GraphPlan { cells }), decl, diagnostics)
}
