//! Declared grids.

use std::collections::BTreeSet;

use crate::book::decl::{FilesDecl, GridDecl};
use crate::book::toml::At;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::lower::cells::cells;
use crate::model::Board;
use crate::model::grid::{self, Extra, Flaw, LeapClass, Place, Plan, Shading};
use crate::text::{Excerpt, Span};

pub(super) fn grid(decl: &GridDecl, leaps: Vec<LeapClass>, diagnostics: &mut Diagnostics) -> Option<Board> {
    let told = diagnostics.errors();
    let mut plan = plan(decl, leaps);
    // Names of cells that are not there are those of the whole board.
    let whole = match grid::board(&Plan { extras: Vec::new(), ..plan.clone() }) {
        Ok(whole) => whole,
        Err(flaws) => {
            flaws.iter().for_each(|flaw| diagnostics.push(complaint(flaw, decl)));
            return None;
        }
    };
    if let Some(text) = &decl.without {
        let missing = cells(text, &whole, diagnostics).into_iter().flatten();
        plan.missing = missing.filter_map(|(cell, _)| whole.lattice()?.place(cell)).collect();
    }
    let shading = decl.shading.as_ref().map(|word| shading(word, decl, diagnostics));
    let rows = decl.rows.as_ref().map(|(rows, span)| self::rows(rows, *span, &plan, diagnostics));
    plan.shading = shading.unwrap_or(plan.shading);
    if let Some(rows) = rows {
        plan.shading = Shading::Dark(rows.dark);
        plan.missing.extend(rows.missing);
    }
    if diagnostics.errors() > told {
        return None;
    }
    match grid::board(&plan) {
        Ok(board) => Some(board),
        Err(flaws) => {
            flaws.iter().for_each(|flaw| diagnostics.push(complaint(flaw, decl)));
            None
        }
    }
}

/// The plan but for its cells: numbers too large for one stay too large.
fn plan(decl: &GridDecl, leaps: Vec<LeapClass>) -> Plan {
    let number = |at: &At<i64>| usize::try_from(at.value).unwrap_or(0).min(grid::HIGHEST_RANK + 1);
    let narrow = |value: i64| i16::try_from(value).unwrap_or(i16::MAX);
    let mut plan = match &decl.files {
        FilesDecl::Count(files) => Plan::of(number(files), number(&decl.ranks)),
        FilesDecl::Named(letters, _) => Plan {
            files: letters.iter().map(|letters| letters.value.clone()).collect(),
            ..Plan::of(0, number(&decl.ranks))
        },
    };
    if let Some(first) = &decl.first_rank {
        plan.first_rank = usize::try_from(first.value).unwrap_or(grid::HIGHEST_RANK + 1);
    }
    let extra = |extra: &crate::book::decl::BesideDecl| Extra {
        name: extra.name.value.clone(),
        at: (narrow(extra.at.value.0), narrow(extra.at.value.1)),
    };
    Plan { extras: decl.extras.iter().map(extra).collect(), leaps, ..plan }
}

const SHADINGS: [&str; 3] = ["checkered", "light corner", "plain"];

fn shading(word: &At<String>, decl: &GridDecl, diagnostics: &mut Diagnostics) -> Shading {
    if let Some((_, rows)) = &decl.rows {
        let complaint = Diagnostic::error(Code::WrongValue, "the rows already say which cells are dark");
        diagnostics
            .push(complaint.at(word.span, "expected no `shading` beside `rows`").and(*rows, "the rows"));
    }
    match word.value.as_str() {
        "checkered" => Shading::Checkered { light_corner: false },
        "light corner" => Shading::Checkered { light_corner: true },
        "plain" => Shading::Plain,
        other => {
            let complaint = Diagnostic::error(Code::WrongValue, format!("`{other}` is no shading of a grid"));
            let complaint = complaint.at(word.span, "expected `checkered`, `light corner` or `plain`");
            diagnostics.push(complaint.suggest(other, SHADINGS));
            Shading::Plain
        }
    }
}

#[derive(Default)]
struct Rows {
    dark: BTreeSet<Place>,
    missing: BTreeSet<Place>,
}

/// A board drawn with `#` for a dark cell, `.` for a light one and `*` for none, the highest rank first.
fn rows(texts: &[Excerpt], span: Span, plan: &Plan, diagnostics: &mut Diagnostics) -> Rows {
    let mut rows = Rows::default();
    let wrong = |message: String, span: Span, expected: String| {
        Diagnostic::error(Code::WrongValue, message).at(span, expected)
    };
    if texts.len() != plan.ranks {
        let message = format!("there are {} rows for {} ranks", texts.len(), plan.ranks);
        diagnostics.push(wrong(message, span, "expected a row for each rank".to_string()));
    }
    for (text, y) in texts.iter().zip((0..plan.ranks as i16).rev()) {
        let count = text.text().chars().count();
        if count != plan.files.len() {
            let message = format!("this row has {count} characters for {} files", plan.files.len());
            diagnostics.push(wrong(message, text.whole(), "expected a character for each file".to_string()));
        }
        for (x, (at, character)) in (0_i16..).zip(text.text().char_indices()) {
            match character {
                '.' => {}
                '#' => _ = rows.dark.insert((x, y)),
                '*' => _ = rows.missing.insert((x, y)),
                other => {
                    let message = format!("`{other}` has no meaning in a row");
                    let span = text.span(at..at + other.len_utf8());
                    let expected = "expected `#` for a dark cell, `.` for a light one, `*` for none";
                    diagnostics.push(wrong(message, span, expected.to_string()));
                }
            }
        }
    }
    rows
}

fn complaint(flaw: &Flaw, decl: &GridDecl) -> Diagnostic {
    let (files, names) = match &decl.files {
        FilesDecl::Count(count) => (count.span, &[][..]),
        FilesDecl::Named(names, span) => (*span, &names[..]),
    };
    let file = |file: usize| names.get(file).map_or(files, |name| name.span);
    let name = |extra: usize| decl.extras.get(extra).map_or(decl.span, |extra| extra.name.span);
    let place = |extra: usize| decl.extras.get(extra).map_or(decl.span, |extra| extra.at.span);
    let size = |message: &str, at: Span, expected: String| {
        Diagnostic::error(Code::BoardSize, message).at(at, expected)
    };
    let cells = |message: String, at: Span, expected: &str| {
        Diagnostic::error(Code::BoardCells, message).at(at, expected)
    };
    match flaw {
        Flaw::Files => {
            size("a grid cannot have so many files", files, format!("expected 1 to {}", grid::MOST))
        }
        Flaw::Ranks => {
            size("a grid cannot have so many ranks", decl.ranks.span, format!("expected 1 to {}", grid::MOST))
        }
        Flaw::RankNumbers => {
            let at = decl.first_rank.as_ref().map_or(decl.ranks.span, |first| first.span);
            let expected = format!("expected ranks from 0 to {}", grid::HIGHEST_RANK);
            size("no cell's name can hold the numbers of these ranks", at, expected)
        }
        Flaw::FileName { file: at } => cells(
            "these letters cannot name a file".to_string(),
            file(*at),
            "expected one or two small letters",
        ),
        Flaw::FileDoubled { file: at, first } => {
            cells("two files have the same letters".to_string(), file(*at), "the second")
                .and(file(*first), "the first")
        }
        Flaw::ExtraName { extra } => cells(
            "this name will not do for an extra cell".to_string(),
            name(*extra),
            "expected one or two letters and a number that are no other cell's name",
        ),
        Flaw::ExtraTaken { extra, by } => cells(
            format!("the cell `{by}` already lies there"),
            place(*extra),
            "expected a place without a cell",
        ),
        Flaw::ExtraFar { extra } => {
            let expected = format!("expected a place at most {} beyond the files and ranks", grid::FURTHEST);
            size("this place is too far out", place(*extra), expected)
        }
        Flaw::ExtraTooMany { extra } => {
            let expected = format!("at most {} extra cells, and 1024 cells in all", grid::MAX_EXTRAS);
            size("this board has too many cells", name(*extra), expected)
        }
        Flaw::Empty => cells("this board has no cell".to_string(), decl.span, "expected at least one"),
    }
}
