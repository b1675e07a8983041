//! Resolves declared grids.

use std::collections::BTreeSet;

use crate::decl::{DRAWINGS, GLUES, SHADINGS, beside, grid as keys};
use crate::form::{Fields, unknown_word};
use crate::resolve::cells;
use padma_rules::model::grid::{
    self, Extra, Glue, GridDrawing, GridFlaw, GridPlan, LeapClass, Shading,
};
use padma_rules::model::{Board, Rank};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Excerpt, Span};

pub(super) fn grid(
    decl: &Fields,
    leaps: Vec<LeapClass>,
    diagnostics: &mut Diagnostics,
) -> Option<Board> {
    let (glue, drawn) = (glue(decl, diagnostics), drawing(decl, diagnostics));
    let plan = plan(decl, diagnostics)?;
    match grid::board(&GridPlan {
        leaps,
        glue,
        drawn,
        shading: match drawn {
            GridDrawing::Points { .. } => Shading::Plain,
            _ => plan.shading,
        },
        ..plan
    }) {
        Ok(board) => Some(board),
        Err(flaws) => {
            flaws
                .iter()
                .for_each(|flaw| diagnostics.push(complaint(flaw, decl)));
            None
        }
    }
}

/// Reads which sides are joined.
fn glue(decl: &Fields, diagnostics: &mut Diagnostics) -> Glue {
    let mut glue = Glue::default();
    for sides in decl.words(keys::GLUE) {
        match sides.value.as_str() {
            "left right" => glue.sides = true,
            "bottom top" => glue.ends = true,
            _ => diagnostics.push(unknown_word(
                &sides,
                "are not sides that can be joined",
                None,
                GLUES.into_iter(),
            )),
        }
    }
    glue
}

/// Reads how a grid is drawn.
fn drawing(decl: &Fields, diagnostics: &mut Diagnostics) -> GridDrawing {
    let word = decl.word(keys::DRAWN);
    let river = decl.number(keys::RIVER);
    let drawn = match word.as_ref().map(|word| word.value.as_str()) {
        None | Some("squares") => GridDrawing::Squares,
        Some("ring") => GridDrawing::Ring,
        Some("points") => {
            let river = river.map(number);
            return GridDrawing::Points { river };
        }
        Some(_) => {
            let fault = "is not a way to draw a grid";
            let complaint = |word| unknown_word(word, fault, None, DRAWINGS.into_iter());
            word.iter()
                .for_each(|word| diagnostics.push(complaint(word)));
            GridDrawing::Squares
        }
    };
    if let Some(river) = river {
        let expected = "expected `drawn = \"points\"` beside it";
        diagnostics.error(
            Code::WrongValue,
            "only points have a river",
            river.span,
            expected,
        );
    }
    drawn
}

/// Reads the plan of a grid, without further leaps. If anything is wrong, reports every fault and
/// returns `None`.
pub(super) fn plan(decl: &Fields, diagnostics: &mut Diagnostics) -> Option<GridPlan> {
    let errors = diagnostics.errors();
    let mut plan = GridPlan {
        extras: decl.tables(keys::EXTRA).iter().filter_map(extra).collect(),
        ..outline(decl, diagnostics)?
    };
    // The names of missing cells are names on the whole board.
    let whole = match grid::board(&GridPlan {
        extras: Vec::new(),
        ..plan.clone()
    }) {
        Ok(whole) => whole,
        Err(flaws) => {
            flaws
                .iter()
                .for_each(|flaw| diagnostics.push(complaint(flaw, decl)));
            return None;
        }
    };
    if let Some(text) = decl.text(keys::WITHOUT) {
        let missing = cells::listed_cells(text, &whole, diagnostics)
            .into_iter()
            .flatten();
        let place = |cell| whole.on_first_sheet(|lattice| lattice.place(cell));
        plan.missing = missing.filter_map(|(cell, _)| place(cell)).collect();
    }
    if let Some(word) = decl.word(keys::SHADING) {
        plan.shading = shading(&word, diagnostics);
        if decl.has(keys::ROWS) {
            let message = "the rows already say which cells are dark";
            let complaint = Diagnostic::error(Code::WrongValue, message);
            diagnostics.push(
                complaint
                    .at(word.span, "expected no `shading` beside `rows`")
                    .also_at(decl.place(keys::ROWS), "the rows"),
            );
        }
    }
    if decl.has(keys::ROWS) {
        read_rows(decl, &mut plan, diagnostics);
    }
    (diagnostics.errors() == errors).then_some(plan)
}

fn extra(extra: &Fields) -> Option<Extra> {
    let (x, y) = extra.pair(beside::AT)?;
    Some(Extra {
        name: extra.word(beside::NAME)?.value,
        at: (narrow(x), narrow(y)),
    })
}

/// Reads the files and ranks of a plan. A number too large for its type stays too
/// large for a board.
pub(super) fn outline(decl: &Fields, diagnostics: &mut Diagnostics) -> Option<GridPlan> {
    let plan = GridPlan {
        ranks: ranks(decl, diagnostics)?,
        ..GridPlan::of(0, 0)
    };
    let files = match decl.number(keys::FILES) {
        Some(files) => GridPlan::of(number(files), 0).files,
        None => decl
            .words(keys::FILES)
            .into_iter()
            .map(|letters| letters.value)
            .collect(),
    };
    Some(GridPlan { files, ..plan })
}

pub(super) fn narrow(value: i64) -> i16 {
    i16::try_from(value).unwrap_or(i16::MAX)
}

fn number(at: &At<i64>) -> usize {
    usize::try_from(at.value)
        .unwrap_or(0)
        .min(Rank::HIGHEST + 1)
}

fn ranks(decl: &Fields, diagnostics: &mut Diagnostics) -> Option<Vec<Rank>> {
    if let Some(count) = decl.number(keys::RANKS) {
        let first = decl.number(keys::FIRST_RANK);
        let first = first.map_or(1, |at| {
            usize::try_from(at.value).unwrap_or(Rank::HIGHEST + 1)
        });
        return Some(grid::ranks_from(first, number(count)));
    }
    if let Some(first) = decl.number(keys::FIRST_RANK) {
        let complaint = Diagnostic::error(Code::WrongValue, "the ranks already have names");
        let complaint = complaint.at(
            first.span,
            "expected no `first_rank` beside a list of `ranks`",
        );
        diagnostics.push(complaint.also_at(decl.place(keys::RANKS), "the ranks"));
    }
    let rank = |name: &At<String>| {
        let rank = Rank::named(&name.value);
        if rank.is_none() {
            let message = format!("`{}` cannot name a rank", name.value);
            let expected = "expected a number from 0 to 99, with primes after it if needed";
            diagnostics.error(Code::BoardCells, message, name.span, expected);
        }
        rank
    };
    decl.words(keys::RANKS)
        .iter()
        .map(rank)
        .collect::<Vec<_>>()
        .into_iter()
        .collect()
}

pub(super) fn shading(word: &At<String>, diagnostics: &mut Diagnostics) -> Shading {
    match word.value.as_str() {
        "checkered" => Shading::Checkered {
            light_corner: false,
        },
        "light corner" => Shading::Checkered { light_corner: true },
        "plain" => Shading::Plain,
        _ => {
            let (fault, expected) = (
                "is not a shading of a grid",
                "`checkered`, `light corner` or `plain`",
            );
            diagnostics.push(unknown_word(
                word,
                fault,
                Some(expected),
                SHADINGS.into_iter(),
            ));
            Shading::Plain
        }
    }
}

/// Reads a board drawn with `#` for a dark cell, `.` for a light one and `*` for none, the
/// highest rank first.
fn read_rows(decl: &Fields, plan: &mut GridPlan, diagnostics: &mut Diagnostics) {
    let texts = decl.texts(keys::ROWS);
    let mut dark = BTreeSet::new();
    if texts.len() != plan.ranks.len() {
        let message = format!(
            "there are {} rows for {} ranks",
            texts.len(),
            plan.ranks.len()
        );
        diagnostics.error(
            Code::WrongValue,
            message,
            decl.place(keys::ROWS),
            "expected a row for each rank",
        );
    }
    for (text, y) in texts.iter().zip((0..plan.ranks.len() as i16).rev()) {
        let count = text.text().chars().count();
        if count != plan.files.len() {
            let message = format!(
                "this row has {count} characters for {} files",
                plan.files.len()
            );
            diagnostics.error(
                Code::WrongValue,
                message,
                text.whole(),
                "expected a character for each file",
            );
        }
        for (x, (at, character)) in (0_i16..).zip(text.text().char_indices()) {
            match character {
                '.' => {}
                '#' => _ = dark.insert((x, y)),
                '*' => _ = plan.missing.insert((x, y)),
                other => {
                    let message = format!("`{other}` has no meaning in a row");
                    let span = text.span(at..at + other.len_utf8());
                    let expected =
                        "expected `#` for a dark cell, `.` for a light one, `*` for none";
                    diagnostics.error(Code::WrongValue, message, span, expected);
                }
            }
        }
    }
    plan.shading = Shading::Dark(dark);
}

pub(super) fn complaint(flaw: &GridFlaw, decl: &Fields) -> Diagnostic {
    let (files, ranks) = (decl.place(keys::FILES), decl.place(keys::RANKS));
    let file = |file: usize| {
        decl.texts(keys::FILES)
            .get(file)
            .map_or(files, Excerpt::whole)
    };
    let rank = |rank: usize| {
        decl.texts(keys::RANKS)
            .get(rank)
            .map_or(ranks, Excerpt::whole)
    };
    let name = |extra: usize| {
        decl.tables(keys::EXTRA)
            .get(extra)
            .map_or(decl.span, |extra| extra.place(beside::NAME))
    };
    let place = |extra: usize| {
        decl.tables(keys::EXTRA)
            .get(extra)
            .map_or(decl.span, |extra| extra.place(beside::AT))
    };
    match flaw {
        GridFlaw::Files => wrong_size(
            "a grid cannot have this number of files",
            files,
            format!("expected 1 to {}", grid::MAX_SIDE),
        ),
        GridFlaw::Ranks => wrong_size(
            "a grid cannot have this number of ranks",
            ranks,
            format!("expected 1 to {}", grid::MAX_SIDE),
        ),
        GridFlaw::RankNumbers => {
            let at = decl
                .number(keys::FIRST_RANK)
                .map_or(ranks, |first| first.span);
            let expected = format!("expected ranks from 0 to {}", Rank::HIGHEST);
            wrong_size("the numbers of these ranks are out of range", at, expected)
        }
        GridFlaw::FileName { file: at } => wrong_cells(
            "these letters cannot name a file",
            file(*at),
            "expected one or two small letters",
        ),
        GridFlaw::FileDoubled { file: at, first } => Diagnostic::duplicate(
            Code::BoardCells,
            "two files have the same letters",
            file(*first),
            file(*at),
        ),
        GridFlaw::RankDoubled { rank: at, first } => Diagnostic::duplicate(
            Code::BoardCells,
            "two ranks have the same name",
            rank(*first),
            rank(*at),
        ),
        GridFlaw::ExtraName { extra } => {
            let expected =
                "expected one or two letters and a number, and not the name of another cell";
            wrong_cells(
                "an extra cell cannot have this name",
                name(*extra),
                expected,
            )
        }
        GridFlaw::ExtraTaken { extra, by } => {
            let message = format!("the cell `{by}` already lies there");
            wrong_cells(message, place(*extra), "expected a place without a cell")
        }
        GridFlaw::ExtraFar { extra } => {
            let expected = format!(
                "expected a place at most {} cells beyond the files and ranks",
                grid::FURTHEST
            );
            wrong_size("this place is too far out", place(*extra), expected)
        }
        GridFlaw::ExtraTooMany { extra } => {
            let expected = format!(
                "at most {} extra cells, and 1024 cells in all",
                grid::MAX_EXTRAS
            );
            wrong_size("this board has too many cells", name(*extra), expected)
        }
        GridFlaw::Glue => wrong_cells(
            "these sides cannot be joined",
            decl.place(keys::GLUE),
            "expected three files or ranks at least, and no cells beside them",
        ),
        GridFlaw::Ring => wrong_cells(
            "this board has no ring",
            decl.place(keys::DRAWN),
            "expected `glue = [\"left right\"]` as well",
        ),
        GridFlaw::River => wrong_cells(
            "the river lies beyond the ranks",
            decl.place(keys::RIVER),
            "expected fewer ranks below it than the board has",
        ),
        GridFlaw::Empty => wrong_cells(
            "this board has no cells",
            decl.span,
            "expected at least one",
        ),
    }
}

/// Returns the complaint about a board that is too large or has no cells.
pub(super) fn wrong_size(message: &str, at: Span, expected: String) -> Diagnostic {
    Diagnostic::error(Code::BoardSize, message).at(at, expected)
}

/// Returns the complaint about cells and their names.
pub(super) fn wrong_cells(message: impl Into<String>, at: Span, expected: &str) -> Diagnostic {
    Diagnostic::error(Code::BoardCells, message).at(at, expected)
}
