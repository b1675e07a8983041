//! Mandatory capture: a man who can take somebody must not do anything else.

use crate::model::Cell;
use crate::play::arbiter::Arbiter;
use crate::play::effect::{Effect, Move, Moves};

impl Arbiter<'_, '_> {
    /// Takes out the moves that take nobody, of men who must take and can.
    pub(in crate::play) fn drop_idle(&self, out: &mut Moves) {
        let bound = |found: &Move| {
            let kit = self.game.powers.kit(found.piece, found.side);
            kit.is_some_and(|kit| kit.mandatory)
        };
        let takers: Vec<Option<Cell>> = out
            .iter()
            .filter(|found| bound(found) && out.taken(found).next().is_some())
            .map(|found| found.from)
            .collect();
        let takes =
            |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Capture { .. }));
        if !takers.is_empty() {
            out.retain_from(0, |effects, found| takes(effects) || !takers.contains(&found.from));
        }
    }
}
