//! The prepared rules of a game as plain tables, for play outside this program. Knows no file
//! format.

use std::collections::BTreeMap;

use super::castle::Castle;
use super::drops::are_on_one_file;
use super::game::{BetzaDropLimit, Game};
use crate::model::{CellSet, KindId, Stacking};

/// How pieces made of checkers join and split. Pieces are given as indices in the variant's list.
pub struct StackTables {
    /// The rule.
    pub rule: Stacking,
    /// For each piece and each piece it can join, the piece that they make together.
    pub joins: BTreeMap<usize, BTreeMap<usize, usize>>,
    /// The ways to split each piece: the part that leaves, and the rest that stays.
    pub divisions: BTreeMap<usize, Vec<[usize; 2]>>,
}

impl Game<'_> {
    /// Returns the limits that Betza strings set on drops.
    pub fn laid_limits(&self) -> impl Iterator<Item = &BetzaDropLimit> {
        self.drop_limits.iter().flatten()
    }

    /// Returns for each cell the cells on the same file of a sheet.
    pub fn laid_files(&self) -> Vec<CellSet> {
        let board = &self.variant().board;
        let on_its_file = |cell| {
            board
                .cells()
                .filter(|other| are_on_one_file(board, cell, *other))
                .collect()
        };
        board.cells().map(on_its_file).collect()
    }

    /// Returns the castlings, in the order of the indices that [`Game::castling_name`] takes.
    pub fn laid_castles(&self) -> &[Castle] {
        &self.castles
    }

    /// Returns how pieces join and split; `None` if the variant has no such rule.
    pub fn stack_tables(&self) -> Option<StackTables> {
        let stacks = self.stacks.as_ref()?;
        let variant = self.variant();
        let (mut joins, mut divisions) = (BTreeMap::new(), BTreeMap::new());
        for one in variant.kind_ids() {
            let joined_with =
                |other: KindId| Some((other.index(), stacks.join(one, other)?.index()));
            let others: BTreeMap<usize, usize> =
                variant.kind_ids().filter_map(joined_with).collect();
            if !others.is_empty() {
                joins.insert(one.index(), others);
            }
            let parts = stacks.divisions(one).iter();
            let parts: Vec<[usize; 2]> = parts
                .map(|division| [division.part.index(), division.rest.index()])
                .collect();
            if !parts.is_empty() {
                divisions.insert(one.index(), parts);
            }
        }
        Some(StackTables {
            rule: stacks.rule,
            joins,
            divisions,
        })
    }

    /// Returns for each cell the file, rank, column and row that coordination uses. Empty if no
    /// piece coordinates.
    pub fn laid_lines(&self) -> Vec<Option<[i32; 4]>> {
        self.powers
            .crossings
            .as_ref()
            .map(|crossings| crossings.coordinates())
            .unwrap_or_default()
    }
}
