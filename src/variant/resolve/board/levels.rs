//! Resolves declared boards of levels.

use super::grid::{self, wrong_cells, wrong_size};
use crate::decl::{grid as grid_keys, levels as keys};
use crate::form::Fields;
use crate::resolve::cells::missing_names;
use padma_rules::model::grid::{GridPlan, LeapClass};
use padma_rules::model::levels::{self, LevelFlaw, LevelName, LevelPlan, MAX_LEVELS};
use padma_rules::model::{Board, MAX_CELLS};
use padma_text::Excerpt;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

pub(super) fn levels(
    decl: &Fields,
    leaps: Vec<LeapClass>,
    diagnostics: &mut Diagnostics,
) -> Option<Board> {
    let names = decl.texts(keys::LEVELS).iter();
    let names: Vec<Option<LevelName>> = names.map(|text| name(text, diagnostics)).collect();
    let grid = grid::outline(decl, diagnostics)?;
    let shading = decl.word(grid_keys::SHADING);
    let whole = LevelPlan {
        linked: decl.flag(keys::LINKED),
        leaps,
        ..LevelPlan::of(
            names.into_iter().collect::<Option<_>>()?,
            GridPlan {
                shading: shading.map_or(grid.shading.clone(), |word| {
                    grid::shading(&word, diagnostics)
                }),
                ..grid
            },
        )
    };
    let board = build(&whole, decl, diagnostics)?;
    match decl.text(grid_keys::WITHOUT) {
        None => Some(board),
        Some(text) => {
            let missing = missing_names(text, &board, diagnostics)?;
            build(&LevelPlan { missing, ..whole }, decl, diagnostics)
        }
    }
}

fn name(text: &Excerpt, diagnostics: &mut Diagnostics) -> Option<LevelName> {
    let name = LevelName::parse(text.text());
    if name.is_none() {
        let message = format!("`{}` cannot name a level", text.text());
        let expected = "expected a capital letter, or nothing, one prime or two";
        diagnostics.error(Code::BoardCells, message, text.whole(), expected);
    }
    name
}

fn build(plan: &LevelPlan, decl: &Fields, diagnostics: &mut Diagnostics) -> Option<Board> {
    let complain = |flaws: Vec<LevelFlaw>| {
        let complaints = flaws.iter().map(|flaw| complaint(flaw, decl));
        complaints.for_each(|complaint| diagnostics.push(complaint));
    };
    levels::board(plan).map_err(complain).ok()
}

fn complaint(flaw: &LevelFlaw, decl: &Fields) -> Diagnostic {
    let all = decl.place(keys::LEVELS);
    let level = |level: usize| {
        let texts = decl.texts(keys::LEVELS);
        texts.get(level).map_or(all, Excerpt::whole)
    };
    match flaw {
        LevelFlaw::Number => wrong_size(
            "a board cannot have this number of levels",
            all,
            format!("expected 1 to {MAX_LEVELS}"),
        ),
        LevelFlaw::Grid(flaw) => grid::complaint(flaw, decl),
        LevelFlaw::Doubled { level: at, first } => Diagnostic::duplicate(
            Code::DoubledName,
            "two levels have the same name",
            level(*first),
            level(*at),
        ),
        LevelFlaw::TooMany => wrong_size(
            "this board has too many cells",
            all,
            format!("at most {MAX_CELLS} cells in all"),
        ),
        LevelFlaw::Empty => wrong_cells(
            "this board has no cell",
            decl.place(grid_keys::WITHOUT),
            "expected fewer missing cells",
        ),
    }
}
