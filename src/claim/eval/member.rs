//! Whether a cell is in a set, found out without computing all of the set where that is easy.

use super::{Run, are_like};
use crate::claim::formula::{Extent, Set};
use crate::model::{Cell, Man};

impl Run<'_, '_> {
    pub(super) fn has(&mut self, set: &Set, cell: Cell) -> bool {
        let variant = &self.world.rules.variant;
        match set {
            Set::Fixed(set) => set.contains(cell),
            Set::One(spot) => self.spot(*spot) == cell,
            Set::Union(a, b) => self.has(a, cell) || self.has(b, cell),
            Set::Minus(a, b) => self.has(a, cell) && !self.has(b, cell),
            Set::Intersection(a, b) => self.has(a, cell) && self.has(b, cell),
            Set::Like(by, spot) => {
                let board = &variant.board;
                are_like(*by, board.info(cell), board.info(self.spot(*spot)))
            }
            Set::Along(dirs, Extent::Step, spot) => {
                let from = self.spot(*spot);
                cell != from && dirs.iter().any(|dir| variant.board.next(from, *dir) == Some(cell))
            }
            Set::Setup(whose) => {
                let stands = variant.setup.as_ref().and_then(|setup| setup.position.man(cell));
                let whose = whose.map(|(who, side)| Man { side, piece: Some(self.who(who)) });
                stands.is_some() && whose.is_none_or(|whose| stands == Some(whose))
            }
            Set::Of(query, mover) => match self.ask_alone(*query, mover, |from, reach| reach.has(from, cell))
            {
                Some(has) => has,
                None => self.set(set).contains(cell),
            },
            Set::Kept(kept) => {
                self.known(kept, |set| set.contains(cell)).unwrap_or_else(|| self.set(set).contains(cell))
            }
            set => self.set(set).contains(cell),
        }
    }
}
