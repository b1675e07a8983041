//! Builds a declared board, and words what is wrong with it.

use std::collections::BTreeSet;

use crate::decl::{beside, extra, graph, grid, hex, levels, lotus, sheet, sheets};
use crate::form::{Fields, KIND, Key};
use crate::resolve::cells::missing_names;
use padma_rules::model::graph::FURTHEST as CELLS_FURTHEST;
use padma_rules::model::grid::{FURTHEST as EXTRAS_FURTHEST, MAX_EXTRAS, MAX_SIDE};
use padma_rules::model::hex::MAX_SIDE as MAX_HEX_SIDE;
use padma_rules::model::levels::MAX_LEVELS;
use padma_rules::model::sheets::{FURTHEST as SHEETS_FURTHEST, MAX_SHEETS};
use padma_rules::model::{self, Board, BoardFlaw, MAX_CELLS, PlanPart, Rank};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Span};

/// Returns a board, or reports each flaw of its plan.
pub(super) fn checked(
    built: Result<Board, Vec<BoardFlaw>>,
    decl: &Fields,
    diagnostics: &mut Diagnostics,
) -> Option<Board> {
    let report = |flaws: Vec<BoardFlaw>| {
        let complaints = flaws.iter().map(|flaw| complaint(flaw, decl));
        complaints.for_each(|complaint| diagnostics.push(complaint));
    };
    built.map_err(report).ok()
}

/// Builds a board without the cells that its table lists. These are names on the whole board, which is
/// built first.
pub(super) fn with_missing(
    decl: &Fields,
    diagnostics: &mut Diagnostics,
    build: impl Fn(BTreeSet<String>) -> Result<Board, Vec<BoardFlaw>>,
) -> Option<Board> {
    let whole = checked(build(BTreeSet::new()), decl, diagnostics)?;
    let Some(text) = decl.text(hex::WITHOUT) else {
        return Some(whole);
    };
    let missing = missing_names(text, &whole, diagnostics)?;
    checked(build(missing), decl, diagnostics)
}

/// Returns the place of the first of these keys that the table has, or that of the table.
fn place(decl: &Fields, keys: &[Key]) -> Span {
    let is_there = |key: &&Key| decl.key_named(**key).is_some() && decl.has(**key);
    keys.iter()
        .find(is_there)
        .map_or(decl.span, |key| decl.place(*key))
}

/// Returns the place of a key of an extra cell.
fn of_extra(decl: &Fields, item: usize, key: Key) -> Span {
    let extras = decl.tables(grid::EXTRA);
    extras.get(item).map_or(decl.span, |extra| extra.place(key))
}

/// Returns the place of a part of a plan, or of the list where it should be.
fn of_part(decl: &Fields, part: PlanPart, item: usize) -> Span {
    let of_texts = |key: Key| {
        let texts = decl.texts(key);
        texts.get(item).map_or(decl.place(key), Excerpt::whole)
    };
    match part {
        PlanPart::File => of_texts(grid::FILES.untyped()),
        PlanPart::Rank => of_texts(grid::RANKS.untyped()),
        PlanPart::Level => of_texts(levels::LEVELS.untyped()),
        PlanPart::Sheet => {
            let sheets = decl.tables(sheets::SHEET);
            sheets
                .get(item)
                .map_or(decl.span, |own| own.place(sheet::ID))
        }
        PlanPart::Cell => {
            let cells = decl.named(graph::CELLS);
            cells
                .get(item)
                .map_or(decl.place(graph::CELLS), |(name, _)| name.span)
        }
        PlanPart::Petal => {
            let petals = decl.pairs(lotus::PETALS);
            petals.get(item).map_or(decl.span, |petal| petal.span)
        }
    }
}

fn wrong_size(message: impl Into<String>, at: Span, expected: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::BoardSize, message).at(at, expected)
}

fn wrong_cells(message: impl Into<String>, at: Span, expected: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::BoardCells, message).at(at, expected)
}

fn wrong_petals(message: impl Into<String>, at: Span, expected: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::BoardPetals, message).at(at, expected)
}

fn complaint(flaw: &BoardFlaw, decl: &Fields) -> Diagnostic {
    let part = |part, item: &usize| of_part(decl, part, *item);
    let name = |item: &usize| of_extra(decl, *item, beside::NAME.untyped());
    let at = |item: &usize| of_extra(decl, *item, beside::AT.untyped());
    match flaw {
        BoardFlaw::Number(part) => wrong_number(*part, decl),
        BoardFlaw::Doubled { part, item, first } => {
            let (what, code) = match part {
                PlanPart::File => ("two files have the same letters", Code::BoardCells),
                PlanPart::Rank => ("two ranks have the same name", Code::BoardCells),
                PlanPart::Level => ("two levels have the same name", Code::DoubledName),
                PlanPart::Sheet => ("two sheets have the same name", Code::DoubledName),
                PlanPart::Cell => ("two cells have the same name", Code::DoubledName),
                PlanPart::Petal => ("this petal is listed twice", Code::BoardPetals),
            };
            let [first, item] = [first, item].map(|item| of_part(decl, *part, *item));
            Diagnostic::duplicate(code, what, first, item)
        }
        BoardFlaw::RankNumbers => wrong_size(
            "the numbers of these ranks are out of range",
            place(decl, &[grid::FIRST_RANK.untyped(), grid::RANKS.untyped()]),
            format!("expected ranks from 0 to {}", Rank::HIGHEST),
        ),
        BoardFlaw::FileName(file) => wrong_cells(
            "these letters cannot name a file",
            part(PlanPart::File, file),
            "expected one or two small letters",
        ),
        BoardFlaw::FileNumber(count) => wrong_cells(
            format!("the board has {count} files"),
            decl.place(grid::FILES),
            "expected letters for each file",
        ),
        BoardFlaw::Side => wrong_size(
            "a side of this outline has a wrong length",
            decl.place(hex::OUTLINE),
            format!("expected 1 to {MAX_HEX_SIDE} cells"),
        ),
        BoardFlaw::CellName(cell) => wrong_cells(
            "a cell cannot have this name",
            part(PlanPart::Cell, cell),
            "expected one or two small letters and a number",
        ),
        BoardFlaw::TooMany => wrong_size(
            "this board has too many cells",
            place(
                decl,
                &[
                    hex::OUTLINE.untyped(),
                    levels::LEVELS.untyped(),
                    sheet::ID.untyped(),
                ],
            ),
            format!("at most {MAX_CELLS} cells in all"),
        ),
        BoardFlaw::Empty => wrong_cells(
            "this board has no cells",
            place(decl, &[hex::WITHOUT.untyped(), grid::ROWS.untyped()]),
            "expected fewer missing cells",
        ),
        BoardFlaw::ExtraName(extra) => {
            let code = match decl.str(KIND) {
                "lotus" => Code::BoardPetals,
                _ => Code::BoardCells,
            };
            Diagnostic::error(code, "an extra cell cannot have this name").at(
                name(extra),
                "expected one or two letters and a number, and not the name of another cell",
            )
        }
        BoardFlaw::ExtraTaken { extra, by } => wrong_cells(
            format!("the cell `{by}` already lies there"),
            at(extra),
            "expected a place without a cell",
        ),
        BoardFlaw::ExtraFar(extra) => wrong_size(
            "this place is too far out",
            at(extra),
            format!("expected a place at most {EXTRAS_FURTHEST} cells beyond the files and ranks"),
        ),
        BoardFlaw::ExtraTooMany(extra) => wrong_size(
            "this board has too many cells",
            name(extra),
            format!("at most {MAX_EXTRAS} extra cells, and {MAX_CELLS} cells in all"),
        ),
        BoardFlaw::Glue => wrong_cells(
            "these sides cannot be joined",
            decl.place(grid::GLUE),
            "expected three files or ranks at least, and no cells beside them",
        ),
        BoardFlaw::Ring => wrong_cells(
            "this board has no ring",
            decl.place(grid::DRAWN),
            "expected `glue = [\"left right\"]` as well",
        ),
        BoardFlaw::River { ranks } => wrong_cells(
            "the river does not lie between two ranks",
            decl.place(grid::RIVER),
            match ranks {
                0 | 1 => "expected a board of two ranks or more".to_string(),
                ranks => format!("expected 1 to {} ranks below it", ranks - 1),
            },
        ),
        BoardFlaw::LevelNames(name) => wrong_cells(
            format!("the levels and the ranks give two cells the name `{name}`"),
            decl.place(levels::LEVELS),
            "expected primes on the levels or on the ranks, not on both",
        ),
        BoardFlaw::OnSheet { sheet, flaw } => {
            let own = decl.tables(sheets::SHEET).get(*sheet);
            complaint(flaw, own.unwrap_or(decl))
        }
        BoardFlaw::SheetFar => wrong_size(
            "this sheet is drawn too far out",
            place(decl, &[sheet::AT.untyped(), sheet::ID.untyped()]),
            format!("expected places at most {SHEETS_FURTHEST} cells from [0, 0]"),
        ),
        BoardFlaw::SheetKinds { sheet, first, name } => wrong_cells(
            format!("`{name}` is a square on one sheet and a point on another"),
            part(PlanPart::Sheet, sheet),
            "this sheet",
        )
        .also_at(part(PlanPart::Sheet, first), "the other"),
        BoardFlaw::SheetOverlap { name, other } => wrong_cells(
            format!("`{name}` would be drawn over `{other}`"),
            place(decl, &[sheet::AT.untyped(), sheet::ID.untyped()]),
            "expected another place for this sheet",
        )
        .help(
            "`at = [column, row]` moves a whole sheet, `drawn = { \"1'\" = -2 }` one of its ranks",
        ),
        BoardFlaw::CellOverlap { cell, first } => wrong_cells(
            "this cell would be drawn over another",
            part(PlanPart::Cell, cell),
            "expected a place one unit away from it",
        )
        .also_at(part(PlanPart::Cell, first), "the other"),
        BoardFlaw::CellFar(cell) => wrong_size(
            "this cell is drawn too far out",
            part(PlanPart::Cell, cell),
            format!("expected places at most {} from [0, 0]", CELLS_FURTHEST / 2),
        ),
        BoardFlaw::PetalApart(petal) => wrong_petals(
            "a gap separates this petal from the first",
            part(PlanPart::Petal, petal),
            "touches no petal connected to the first",
        )
        .help("a petal at [q, r] touches those at [q±1, r], [q, r±1], [q-1, r+1] and [q+1, r-1]"),
        BoardFlaw::TooLarge(petal) => wrong_size(
            format!(
                "this board is too large: at most {} petals, none further than {} from [0, 0]",
                model::lotus::MAX_PETALS,
                model::lotus::FURTHEST
            ),
            part(PlanPart::Petal, petal),
            "beyond the limit",
        ),
        BoardFlaw::NoHost(item) => {
            let message = "the host of this extra cell is not a cell of the petals";
            let place = of_extra(decl, *item, extra::HOST.untyped());
            Diagnostic::error(Code::UnknownCell, message).at(place, "expected the name of a cell")
        }
        BoardFlaw::NoSide { extra: item, sides } => {
            let sides: Vec<String> = sides.iter().map(u16::to_string).collect();
            wrong_petals(
                "the host has no side at this angle",
                of_extra(decl, *item, extra::DEGREES.untyped()),
                format!(
                    "expected one of {} (counter-clockwise from the right)",
                    sides.join(", ")
                ),
            )
        }
        BoardFlaw::SideTaken { extra: item, by } => wrong_petals(
            format!("the cell `{by}` already lies across this side"),
            of_extra(decl, *item, extra::DEGREES.untyped()),
            "expected a side at the board's edge",
        ),
    }
}

/// Returns the complaint about a board that has none of these parts, or too many.
fn wrong_number(part: PlanPart, decl: &Fields) -> Diagnostic {
    let (whole, at, most) = match part {
        PlanPart::File => ("grid", decl.place(grid::FILES), MAX_SIDE),
        PlanPart::Rank => ("grid", decl.place(grid::RANKS), MAX_SIDE),
        PlanPart::Level => ("board", decl.place(levels::LEVELS), MAX_LEVELS),
        PlanPart::Sheet => ("board", of_part(decl, part, MAX_SHEETS), MAX_SHEETS),
        PlanPart::Cell => ("board", decl.place(graph::CELLS), MAX_CELLS),
        PlanPart::Petal => {
            return wrong_petals(
                "this board has no petals",
                decl.span,
                "expected at least one pair of axial coordinates in `petals`",
            );
        }
    };
    let parts = part.name();
    wrong_size(
        format!("a {whole} cannot have this number of {parts}s"),
        at,
        format!("expected 1 to {most}"),
    )
}
