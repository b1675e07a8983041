//! Resolves declared boards of an author's own cells.

use super::grid::{narrow, wrong_cells, wrong_size};
use crate::decl::graph as keys;
use crate::form::{Fields, Value};
use padma_rules::model::graph::{self, FURTHEST, GraphCell, GraphFlaw, GraphPlan};
use padma_rules::model::{Board, MAX_CELLS};
use padma_text::diag::{Code, Diagnostic, Diagnostics};

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
    graph::board(&GraphPlan { cells })
        .map_err(|flaw| diagnostics.push(complaint(flaw, decl)))
        .ok()
}

fn complaint(flaw: GraphFlaw, decl: &Fields) -> Diagnostic {
    let all = decl.place(keys::CELLS);
    let cells = decl.named(keys::CELLS);
    let cell = |index: usize| cells.get(index).map_or(all, |(name, _)| name.span);
    match flaw {
        GraphFlaw::Number => wrong_size(
            "a board cannot have this number of cells",
            all,
            format!("expected 1 to {MAX_CELLS}"),
        ),
        GraphFlaw::Name(index) => wrong_cells(
            "a cell cannot have this name",
            cell(index),
            "expected one or two small letters and a number",
        ),
        GraphFlaw::Doubled(index, first) => Diagnostic::duplicate(
            Code::DoubledName,
            "two cells have the same name",
            cell(first),
            cell(index),
        ),
        GraphFlaw::Overlap(index, first) => wrong_cells(
            "this cell would be drawn over another",
            cell(index),
            "expected a place one unit away from it",
        )
        .also_at(cell(first), "the other"),
        GraphFlaw::Far(index) => wrong_size(
            "this cell is drawn too far out",
            cell(index),
            format!("expected places at most {} from [0, 0]", FURTHEST / 2),
        ),
    }
}
