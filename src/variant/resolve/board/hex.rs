//! Resolves declared hexagonal boards.

use super::grid::{wrong_cells, wrong_size};
use crate::decl::hex as keys;
use crate::form::Fields;
use crate::resolve::cells::missing_names;
use crate::rule::known_words;
use padma_rules::model::grid::LeapClass;
use padma_rules::model::hex::{self, HexFlaw, HexNames, HexOutline, HexPlan, HexUp, MAX_SIDE};
use padma_rules::model::{Board, MAX_CELLS};
use padma_text::Excerpt;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

pub(super) fn hex(
    decl: &Fields,
    leaps: Vec<LeapClass>,
    diagnostics: &mut Diagnostics,
) -> Option<Board> {
    let outline = HexOutline::parse(decl.str(keys::OUTLINE))?;
    let mut word = |key| {
        let words = known_words(key, decl, diagnostics);
        words.map(|mut words| words.pop().unwrap_or_default())
    };
    let (up, names) = (word(keys::UP), word(keys::NAMES));
    let whole = HexPlan {
        up: HexUp::from_name(&up?).unwrap_or(HexUp::Side),
        names: HexNames::from_name(&names?).unwrap_or(HexNames::Bent),
        files: decl
            .words(keys::FILES)
            .into_iter()
            .map(|letters| letters.value)
            .collect(),
        leaps,
        ..HexPlan::of(outline)
    };
    let board = build(&whole, decl, diagnostics)?;
    match decl.text(keys::WITHOUT) {
        None => Some(board),
        Some(text) => {
            let missing = missing_names(text, &board, diagnostics)?;
            build(&HexPlan { missing, ..whole }, decl, diagnostics)
        }
    }
}

fn build(plan: &HexPlan, decl: &Fields, diagnostics: &mut Diagnostics) -> Option<Board> {
    hex::board(plan)
        .map_err(|flaw| diagnostics.push(complaint(&flaw, decl)))
        .ok()
}

fn complaint(flaw: &HexFlaw, decl: &Fields) -> Diagnostic {
    let outline = decl.place(keys::OUTLINE);
    match flaw {
        HexFlaw::Side => wrong_size(
            "a side of this outline has a wrong length",
            outline,
            format!("expected 1 to {MAX_SIDE} cells"),
        ),
        HexFlaw::TooMany => wrong_size(
            "this board has too many cells",
            outline,
            format!("at most {MAX_CELLS} cells in all"),
        ),
        HexFlaw::Files(count) => wrong_cells(
            format!("the board has {count} files"),
            decl.place(keys::FILES),
            "expected letters for each file",
        ),
        HexFlaw::FileName(file) => {
            let texts = decl.texts(keys::FILES);
            let place = texts
                .get(*file)
                .map_or(decl.place(keys::FILES), Excerpt::whole);
            Diagnostic::error(Code::BoardCells, "a file cannot have these letters").at(
                place,
                "expected one or two small letters that no other file has",
            )
        }
        HexFlaw::Empty => wrong_cells(
            "this board has no cell",
            decl.place(keys::WITHOUT),
            "expected fewer missing cells",
        ),
    }
}
