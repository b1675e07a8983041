//! A game taken apart, for a player outside this program. Knows no file format.

use std::collections::BTreeMap;

use super::castle::Castle;
use super::drops::are_on_one_file;
use super::game::{Game, LaidLimit};
use crate::model::{CellSet, KindId, Stacking};

/// Pieces made of checkers, by their places among the variant's.
pub struct LaidStacks {
    /// The rule.
    pub rule: Stacking,
    /// What two pieces are together.
    pub joins: BTreeMap<usize, BTreeMap<usize, usize>>,
    /// Into what a piece parts: what leaves and what stays.
    pub divisions: BTreeMap<usize, Vec<[usize; 2]>>,
}

impl Game<'_> {
    /// Where strings let pieces be dropped.
    pub fn laid_limits(&self) -> impl Iterator<Item = &LaidLimit> {
        self.drop_limits.iter().flatten()
    }

    /// For each cell those on one file with it.
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

    /// The castlings, in the order of [`Game::castling_name`].
    pub fn laid_castles(&self) -> &[Castle] {
        &self.castles
    }

    /// How pieces join and part, if they do.
    pub fn laid_stacks(&self) -> Option<LaidStacks> {
        let stacks = self.stacks.as_ref()?;
        let variant = self.variant();
        let (mut joins, mut divisions) = (BTreeMap::new(), BTreeMap::new());
        for one in variant.kind_ids() {
            let with = |other: KindId| Some((other.index(), stacks.joined(one, other)?.index()));
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

    /// Where pieces coordinate: for each cell its file and its rank, and where it lies on them; nothing where none does.
    pub fn laid_lines(&self) -> Vec<Option<[i32; 4]>> {
        self.powers
            .crossings
            .as_ref()
            .map(|crossings| crossings.laid())
            .unwrap_or_default()
    }
}
