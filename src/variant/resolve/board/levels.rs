//! Resolves declared boards of levels.

use super::flaws::with_missing;
use super::grid;
use crate::decl::{grid as grid_keys, levels as keys};
use crate::form::Fields;
use padma_rules::model::Board;
use padma_rules::model::grid::{GridPlan, LeapClass};
use padma_rules::model::levels::{self, LevelName, LevelPlan};
use padma_text::Excerpt;
use padma_text::diag::{Code, Diagnostics};

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
    with_missing(decl, diagnostics, |missing| {
        levels::board(&LevelPlan {
            missing,
            ..whole.clone()
        })
    })
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
