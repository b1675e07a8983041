//! Resolves declared grids.

use std::collections::BTreeSet;

use super::flaws::checked;
use crate::decl::{DRAWINGS, GLUES, SHADINGS, beside, grid as keys};
use crate::form::{Fields, unknown_word};
use crate::resolve::cells;
use padma_rules::model::grid::{self, Extra, Glue, GridDrawing, GridPlan, LeapClass, Shading};
use padma_rules::model::{Board, Rank};
use padma_text::At;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

pub(super) fn grid(
    decl: &Fields,
    leaps: Vec<LeapClass>,
    diagnostics: &mut Diagnostics,
) -> Option<Board> {
    let (glue, drawn) = (glue(decl, diagnostics), drawing(decl, diagnostics));
    let plan = plan(decl, diagnostics)?;
    let shading = match drawn {
        GridDrawing::Points { .. } => Shading::Plain,
        _ => plan.shading,
    };
    let plan = GridPlan {
        leaps,
        glue,
        drawn,
        shading,
        ..plan
    };
    checked(grid::board(&plan), decl, diagnostics)
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
    if let Some(text) = decl.text(keys::WITHOUT) {
        // The names of missing cells are names on the whole board.
        let whole = GridPlan {
            extras: Vec::new(),
            ..plan.clone()
        };
        let whole = checked(grid::board(&whole), decl, diagnostics)?;
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
