//! Resolves declared boards of several sheets.

use std::collections::BTreeMap;

use super::flaws::checked;
use super::grid::{self, narrow};
use crate::decl::{SHEET_CELLS, sheet, sheets as keys};
use crate::form::{Fields, Value, unknown_word};
use crate::resolve::cells::{absent_cells, listed_cells};
use padma_rules::model::grid::LeapClass;
use padma_rules::model::sheets::{self, SheetBoardPlan, SheetPlan};
use padma_rules::model::{Board, BoardFlaw, CellKind, CellSet, PlanPart, Rank};
use padma_text::At;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

pub(super) fn sheets(
    decl: &Fields,
    leaps: Vec<LeapClass>,
    diagnostics: &mut Diagnostics,
) -> Option<Board> {
    if decl.tables(keys::SHEET).len() > sheets::MAX_SHEETS {
        let flaw = BoardFlaw::Number(PlanPart::Sheet);
        return checked(Err(vec![flaw]), decl, diagnostics);
    }
    let plans: Vec<Option<SheetPlan>> = decl
        .tables(keys::SHEET)
        .iter()
        .map(|sheet| self::sheet(sheet, diagnostics))
        .collect();
    let plan = SheetBoardPlan {
        sheets: plans.into_iter().collect::<Option<_>>()?,
        leaps,
    };
    let board = checked(sheets::board(&plan), decl, diagnostics)?;
    let movable = decl.text(keys::MOVABLE).map_or(Some(Vec::new()), |text| {
        listed_cells(text, &board, diagnostics)
    })?;
    let board = board.with_movable(movable.into_iter().map(|(cell, _)| cell).collect());
    let absent = decl.text(keys::ABSENT);
    let absent = absent.map_or(Some(CellSet::EMPTY), |text| {
        absent_cells(text, &board, diagnostics)
    })?;
    Some(board.without(absent))
}

fn sheet(decl: &Fields, diagnostics: &mut Diagnostics) -> Option<SheetPlan> {
    let grid = grid::plan(decl, diagnostics);
    let kind = kind(decl.word(sheet::CELL).as_ref(), diagnostics);
    let at = decl
        .pair(sheet::AT)
        .map_or((0, 0), |(x, y)| (narrow(x), narrow(y)));
    let grid = grid?;
    let (mut rows, mut apart) = (BTreeMap::new(), BTreeMap::new());
    for (name, place) in decl.named(sheet::DRAWN) {
        match place {
            Value::Number(row) => {
                let rank = Rank::named(&name.value);
                let Some(own) = grid.ranks.iter().position(|own| Some(*own) == rank) else {
                    let known: Vec<String> = grid.ranks.iter().map(Rank::to_string).collect();
                    diagnostics.push(unknown_name(name, "rank", &known));
                    continue;
                };
                rows.insert(own as i16, narrow(row.value));
            }
            Value::Halves(at) => {
                let known = sheets::names(&grid);
                if !known.contains(&name.value) {
                    diagnostics.push(unknown_name(name, "cell", &known));
                }
                apart.insert(name.value.clone(), (narrow(at.value.0), narrow(at.value.1)));
            }
            _ => {}
        }
    }
    Some(SheetPlan {
        id: decl.word(sheet::ID)?.value,
        grid,
        kind: kind?,
        at,
        rows,
        apart,
    })
}

fn unknown_name(name: &At<String>, what: &str, known: &[String]) -> Diagnostic {
    let complaint = Diagnostic::error(
        Code::UnknownName,
        format!("the sheet has no {what} `{}`", name.value),
    );
    let complaint = complaint.at(
        name.span,
        format!("expected the name of one of its {what}s"),
    );
    complaint.suggest(&name.value, known.iter().map(String::as_str))
}

fn kind(word: Option<&At<String>>, diagnostics: &mut Diagnostics) -> Option<CellKind> {
    let Some(word) = word else {
        return Some(CellKind::Square);
    };
    let kind = CellKind::from_name(&word.value).filter(|kind| SHEET_CELLS.contains(&kind.name()));
    if kind.is_none() {
        let fault = "is not a kind of cell that a sheet can have";
        diagnostics.push(unknown_word(word, fault, None, SHEET_CELLS.into_iter()));
    }
    kind
}
