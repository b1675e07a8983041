//! Resolves declared hexagonal boards.

use super::flaws::with_missing;
use crate::decl::hex as keys;
use crate::form::Fields;
use crate::rule::known_words;
use padma_rules::model::Board;
use padma_rules::model::grid::LeapClass;
use padma_rules::model::hex::{self, HexNames, HexOutline, HexPlan, HexUp};
use padma_text::diag::Diagnostics;

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
    with_missing(decl, diagnostics, |missing| {
        hex::board(&HexPlan {
            missing,
            ..whole.clone()
        })
    })
}
