//! A game taken apart, for a player outside this program. Knows no file format.

use std::collections::BTreeMap;

use super::castle::Castle;
use super::drops::are_on_one_file;
use super::game::{Game, LaidLimit};
use crate::model::{CellSet, KindId, Stacking};

/// How pieces made of checkers join and split. Pieces are given as indices in the variant's list.
pub struct LaidStacks {
    /// The rule.
    pub rule: Stacking,
    /// For each piece and each piece it can join, the piece that both are together.
    pub joins: BTreeMap<usize, BTreeMap<usize, usize>>,
    /// The ways to split each piece: the part that leaves, and the rest that stays.
    pub divisions: BTreeMap<usize, Vec<[usize; 2]>>,
}

impl Game<'_> {
    /// Returns where Betza strings allow drops.
    pub fn laid_limits(&self) -> impl Iterator<Item = &LaidLimit> {
        self.drop_limits.iter().flatten()
    }

    /// Returns for each cell the cells on the same file.
    pub fn laid_files(&self) -> Vec<CellSet> {
        let board = &self.variant().board;
        let beside = |cell| {
            board
                .cells()
                .filter(|other| are_on_one_file(board, cell, *other))
                .collect()
        };
        board.cells().map(beside).collect()
    }

    /// Returns the castlings, in the order of [`Game::castling_name`].
    pub fn laid_castles(&self) -> &[Castle] {
        &self.castles
    }

    /// Returns how pieces join and split; `None` if the variant has no such rule.
    pub fn laid_stacks(&self) -> Option<LaidStacks> {
        let stacks = self.stacks.as_ref()?;
        let variant = self.variant();
        let (mut joins, mut divisions) = (BTreeMap::new(), BTreeMap::new());
        for one in variant.kind_ids() {
            let with = |other: KindId| Some((other.index(), stacks.join(one, other)?.index()));
            let others: BTreeMap<usize, usize> = variant.kind_ids().filter_map(with).collect();
            if !others.is_empty() {
                joins.insert(one.index(), others);
            }
            let parts = stacks.divisions(one).iter();
            let parts: Vec<[usize; 2]> = parts
                .map(|parted| [parted.part.index(), parted.rest.index()])
                .collect();
            if !parts.is_empty() {
                divisions.insert(one.index(), parts);
            }
        }
        Some(LaidStacks {
            rule: stacks.rule,
            joins,
            divisions,
        })
    }

    /// Returns for each cell its file and its rank, and its places on them, for pieces that
    /// coordinate. Empty if no piece does.
    pub fn laid_lines(&self) -> Vec<Option<[i32; 4]>> {
        self.powers
            .crossings
            .as_ref()
            .map(|crossings| crossings.coordinates())
            .unwrap_or_default()
    }
}
