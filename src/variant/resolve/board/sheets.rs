//! Resolves declared boards of several sheets.

use std::collections::BTreeMap;

use super::grid::{self, narrow, wrong_size};
use crate::decl::{SHEET_CELLS, sheet, sheets as keys};
use crate::form::{Fields, Value, unknown_word};
use crate::resolve::cells::{absent_cells, listed_cells};
use padma_rules::model::grid::LeapClass;
use padma_rules::model::sheets::{self, SheetBoardPlan, SheetFlaw, SheetPlan};
use padma_rules::model::{Board, CellKind, CellSet, Rank};
use padma_text::At;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

pub(super) fn sheets(
    decl: &Fields,
    leaps: Vec<LeapClass>,
    diagnostics: &mut Diagnostics,
) -> Option<Board> {
    if decl.tables(keys::SHEET).len() > sheets::MAX_SHEETS {
        diagnostics.push(complaint(&SheetFlaw::Number, decl));
        return None;
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
    let board = match sheets::board(&plan) {
        Ok(board) => board,
        Err(flaws) => {
            flaws
                .iter()
                .for_each(|flaw| diagnostics.push(complaint(flaw, decl)));
            return None;
        }
    };
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

fn complaint(flaw: &SheetFlaw, decl: &Fields) -> Diagnostic {
    let id = |sheet: usize| {
        decl.tables(keys::SHEET)
            .get(sheet)
            .map_or(decl.span, |sheet| sheet.place(sheet::ID))
    };
    let at = |sheet: usize| {
        let placed = decl
            .tables(keys::SHEET)
            .get(sheet)
            .filter(|sheet| sheet.has(sheet::AT));
        placed.map_or(id(sheet), |sheet| sheet.place(sheet::AT))
    };
    match flaw {
        SheetFlaw::Number => {
            let at = decl
                .tables(keys::SHEET)
                .get(sheets::MAX_SHEETS)
                .map_or(decl.span, |sheet| sheet.place(sheet::ID));
            wrong_size(
                "a board cannot have this number of sheets",
                at,
                format!("expected 1 to {}", sheets::MAX_SHEETS),
            )
        }
        SheetFlaw::Grid { sheet, flaw } => match decl.tables(keys::SHEET).get(*sheet) {
            Some(sheet) => grid::complaint(flaw, sheet),
            None => grid::wrong_cells("this sheet is not complete", decl.span, "expected a grid"),
        },
        SheetFlaw::Doubled { sheet, first } => Diagnostic::duplicate(
            Code::DoubledName,
            "two sheets have the same name",
            id(*first),
            id(*sheet),
        ),
        SheetFlaw::Far { sheet } => {
            let expected = format!(
                "expected places at most {} cells from [0, 0]",
                sheets::FURTHEST
            );
            wrong_size("this sheet is drawn too far out", at(*sheet), expected)
        }
        SheetFlaw::Kinds { sheet, first, name } => {
            let message = format!("`{name}` is a square on one sheet and a point on another");
            grid::wrong_cells(message, id(*sheet), "this sheet").also_at(id(*first), "the other")
        }
        SheetFlaw::Overlap { sheet, name, other } => {
            let message = format!("`{name}` would be drawn over `{other}`");
            grid::wrong_cells(message, at(*sheet), "expected another place for this sheet").help(
                "`at = [column, row]` moves a whole sheet, `drawn = { \"1'\" = -2 }` one of its ranks",
            )
        }
        SheetFlaw::TooMany { sheet } => wrong_size(
            "this board has too many cells",
            id(*sheet),
            "at most 1024 cells in all".to_string(),
        ),
    }
}
