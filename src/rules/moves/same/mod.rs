//! Whether two move tables mean the same: the same ways to land, from every cell in every
//! position.
//!
//! Most tables that differ reach different cells on the empty board. For the others the *forms*
//! are compared first, which are equal for most tables that mean the same. Where the forms differ,
//! the *terms* of both are compared: what must stand where for each way to land. Where the terms
//! differ too, the comparison looks for a position in which the movements differ. It finds one, or
//! finds that none exists, or gives up because there are too many positions.

mod form;
mod sight;
mod terms;
mod ways;
mod witness;

use std::sync::OnceLock;

use super::table::MoveTable;
use super::walk::Walker;
use crate::model::{CellSet, Position};
use form::Forms;
pub(crate) use form::TableForm;
pub(crate) use sight::{are_alike, has_parts_of};
use terms::terms;
pub use witness::{Difference, OtherKind, OtherPiece};
use witness::{SearchResult, WitnessSearch};

/// The result of comparing two movements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// They do the same in every position.
    Same,
    /// They differ in this position.
    Differ(Box<Difference>),
    /// There are too many positions to try.
    Undecided,
}

/// Returns a difference between two tables on the empty board, if there is one.
fn difference_on_empty_board(
    tables: [&MoveTable; 2],
    starts: &CellSet,
    walker: &mut Walker,
) -> Option<Difference> {
    let empty = Position::empty(tables[0].cell_count());
    starts.iter().find_map(|from| {
        let [a, b] = tables.map(|table| walker.moves(table, &empty, from));
        let mut reach = |table| *walker.reach(table, &empty, from, true);
        (a != b).then(|| {
            let [first, second] = tables.map(&mut reach);
            Difference {
                from,
                unmoved: false,
                pieces: Vec::new(),
                first,
                second,
            }
        })
    })
}

/// Compares two tables of one board and side, as far as pieces on the cells of `starts` are
/// concerned. The forms are computed if they are needed. Returns [`Comparison::Undecided`] once
/// the walker's fuel is spent.
pub(crate) fn compare(
    tables: [&MoveTable; 2],
    forms: [&OnceLock<TableForm>; 2],
    starts: &CellSet,
    walker: &mut Walker,
) -> Comparison {
    if let Some(difference) = difference_on_empty_board(tables, starts, walker) {
        return Comparison::Differ(Box::new(difference));
    }
    let forms = [0, 1].map(|which| forms[which].get_or_init(|| TableForm::of(tables[which])));
    let forms = Forms::of(tables, forms);
    let same_barriers = tables[0].barriers == tables[1].barriers;
    let has_barriers = tables.iter().any(|table| !table.barriers.is_empty());
    let mut undecided = false;
    for from in starts.iter() {
        if walker.fuel.is_spent() {
            return Comparison::Undecided;
        }
        if same_barriers && forms.are_alike(from) {
            continue;
        }
        let witness = WitnessSearch { tables, from };
        let fuel = &mut walker.fuel;
        let both_terms = forms
            .has_same_graphs(from)
            .then(|| Some((terms(tables[0], from, fuel)?, terms(tables[1], from, fuel)?)));
        let result = match both_terms.flatten() {
            Some((a, b)) if a == b && !has_barriers => continue,
            Some((a, b)) if a == b => SearchResult::Nowhere,
            Some((a, b)) => witness.between(&a, &b, walker),
            None => witness.among_few(walker),
        };
        // The terms ignore barrier pieces.
        let result = match result {
            SearchResult::Nowhere if has_barriers => witness.among_barriers(walker),
            result => result,
        };
        match result {
            SearchResult::Found(difference) => return Comparison::Differ(difference),
            SearchResult::Nowhere => {}
            SearchResult::Unknown => undecided = true,
        }
    }
    if undecided {
        Comparison::Undecided
    } else {
        Comparison::Same
    }
}
