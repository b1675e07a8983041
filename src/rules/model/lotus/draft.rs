//! A cell being prepared for the board.

use super::tiles::{Corner, Tile};
use crate::model::board::{CellInfo, CellKind, Point};
use crate::model::draft::CellDraft;
use crate::model::rank::Rank;

/// A cell being prepared for the board.
#[derive(Clone, Debug)]
pub(super) struct LotusDraft {
    pub body: LotusBody,
    pub name: String,
    pub file: i32,
    pub rank: usize,
    pub outline: Vec<(Vertex, Point)>,
}

/// What a cell is: a tile, or an extra cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LotusBody {
    Tile(Tile),
    /// An extra cell, the tile it is fixed to, and the side's angle in multiples of 30 degrees.
    Extra {
        item: usize,
        host: Tile,
        angle: i32,
    },
}

/// A corner of a cell: a corner of the tiling, or the free tip of an extra cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Vertex {
    Tiling(Corner),
    Tip(usize),
}

impl LotusDraft {
    pub(crate) fn kind(&self) -> CellKind {
        match self.body {
            LotusBody::Tile(Tile::Hexagon(_)) => CellKind::Hexagon,
            LotusBody::Tile(Tile::Square(..)) => CellKind::Square,
            LotusBody::Tile(Tile::Triangle(..)) | LotusBody::Extra { .. } => CellKind::Triangle,
        }
    }

    pub(crate) fn centre(&self) -> Point {
        let count = self.outline.len() as f64;
        let sum = |value: fn(&Point) -> f64| {
            self.outline
                .iter()
                .map(|(_, point)| value(point))
                .sum::<f64>()
        };
        Point::new(sum(|p| p.x) / count, sum(|p| p.y) / count)
    }

    /// Returns the cell in the form that all boards share.
    pub(crate) fn draft(&self, leftmost: i32) -> CellDraft {
        let kind = self.kind();
        let info = CellInfo {
            name: self.name.clone(),
            kind,
            file: Some((self.file - leftmost) as usize),
            rank: Some(Rank::numbered(self.rank)),
            outline: self.outline.iter().map(|(_, point)| *point).collect(),
            centre: self.centre(),
            shade: match kind {
                CellKind::Hexagon => 0,
                CellKind::Square | CellKind::Point => 1,
                CellKind::Triangle => 2,
            },
        };
        CellDraft {
            info,
            written: (0, 0),
            places: Vec::new(),
        }
    }
}
