//! A movement laid on a board: the table that a walk reads.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::multi_leg::{Leaps, MultiLeg};
use super::program::Program;
use super::rays::{ComponentHead, RayEntry, RayRule, Rays, rules_from};
use super::spread::Spread;
use crate::model::{Board, Cell, CellSet, KindId, Occupant, PerCell, Position, Sets, Side};
use crate::movement::leg::Content;

/// The ground on which a movement is laid. A name in the movement that neither the board nor the
/// sets know means no direction and no cell.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The board that gives directions and cells.
    pub board: &'a Arc<Board>,
    /// The kinds of cell, and the variant's named sets.
    pub sets: &'a Sets,
    /// The royal pieces, for movement that depends on which pieces are royal.
    pub royals: &'a [KindId],
    /// The pieces whose cells this movement treats as absent.
    pub barriers: &'a [KindId],
    /// The cells where the piece's moves may end; `None` if they may end on every cell.
    pub ends_on: Option<&'a CellSet>,
}

/// A movement laid on a board for one side.
#[derive(Clone, Debug)]
pub struct MoveTable {
    pub(super) side: Side,
    pub(super) programs: Vec<Program>,
    pub(super) board: Arc<Board>,
    pub(super) ray_rules: Vec<RayRule>,
    pub(super) rays: PerCell<OnceLock<Rays>>,
    pub(super) spreads: PerCell<OnceLock<Option<Box<Spread>>>>,
    pub(super) step_graphs: Vec<StepGraph>,
    pub(super) neighbours: Vec<RayEntry>,
    pub(super) multi_legs: Vec<MultiLeg>,
    pub(super) leaps: Leaps,
    pub(super) royals: Vec<KindId>,
    pub(super) barriers: Vec<KindId>,
    pub(super) ends_on: Option<CellSet>,
    /// The number of (cell, state) pairs of the largest step graph.
    pub(super) nodes: usize,
}

impl MoveTable {
    /// Returns the number of cells of the board.
    pub(super) fn cell_count(&self) -> usize {
        self.rays.len()
    }

    /// Whether a move may end on a cell.
    #[inline]
    pub(super) fn may_end_on(&self, cell: Cell) -> bool {
        self.ends_on
            .as_ref()
            .is_none_or(|cells| cells.contains(cell))
    }

    /// Returns the rules of the rays from an origin, each with its program. Does not lay the rays.
    pub(super) fn ray_rules(&self, origin: Cell) -> impl Iterator<Item = (&RayRule, &Program)> {
        rules_from(origin, &self.ray_rules, &self.programs)
    }

    /// Returns the rays from an origin, and lays them first if need be.
    #[inline]
    pub(super) fn rays(&self, origin: Cell) -> &Rays {
        self.rays[origin].get_or_init(|| {
            Rays::lay(
                origin,
                &self.ray_rules,
                &self.programs,
                &self.board,
                self.side,
            )
        })
    }

    /// Returns the step graphs that begin on an origin.
    #[inline]
    pub(super) fn step_graphs(&self, origin: Cell) -> impl Iterator<Item = &StepGraph> {
        self.step_graphs
            .iter()
            .filter(move |graph| graph.origins.contains(origin))
    }

    /// Returns the position that the movement of a piece on `origin` sees: the cells of barrier
    /// pieces are absent.
    #[inline]
    pub(super) fn position_seen_by<'p>(
        &self,
        position: &'p Position,
        origin: Cell,
    ) -> Cow<'p, Position> {
        match self.barriers.is_empty() {
            true => Cow::Borrowed(position),
            false => Cow::Owned(self.with_barriers(position, origin)),
        }
    }

    /// Returns what the movement of a piece on `origin` sees on a cell.
    #[inline]
    pub(super) fn occupant_seen_by(
        &self,
        position: &Position,
        origin: Cell,
        cell: Cell,
    ) -> Occupant {
        let is_barrier = |kind: KindId| self.barriers.contains(&kind);
        let is_closed = !self.barriers.is_empty() && cell != origin && {
            let kind = position.piece(cell).and_then(|piece| piece.kind);
            kind.is_some_and(is_barrier)
        };
        match is_closed {
            true => Occupant::Absent,
            false => position.occupant(cell),
        }
    }

    #[inline(never)]
    fn with_barriers(&self, position: &Position, origin: Cell) -> Position {
        let barrier_cells: CellSet = position
            .pieces()
            .filter(|(_, piece)| piece.kind.is_some_and(|kind| self.barriers.contains(&kind)))
            .map(|(cell, _)| cell)
            .filter(|cell| *cell != origin)
            .collect();
        let mut seen = position.clone();
        seen.set_absent(barrier_cells | *position.closed());
        seen
    }

    /// Whether any part of it is only for a piece that has not moved.
    pub fn has_first_move(&self) -> bool {
        self.ray_rules.iter().any(|rule| rule.head.first_move)
            || self.step_graphs.iter().any(|graph| graph.head.first_move)
            || self.multi_legs.iter().any(|multi_leg| multi_leg.first_move)
    }

    /// Whether the piece may be captured en passant after some of its moves.
    pub(crate) fn is_open_to_en_passant(&self) -> bool {
        self.ray_rules
            .iter()
            .any(|rule| rule.head.open_to_en_passant)
            || self
                .step_graphs
                .iter()
                .any(|graph| graph.head.open_to_en_passant)
            || self
                .multi_legs
                .iter()
                .any(|multi_leg| multi_leg.open_to_en_passant)
    }

    /// Whether any part of it depends on which other pieces are royal.
    pub fn depends_on_royals(&self) -> bool {
        let mut legs = self.multi_legs.iter().flat_map(|multi_leg| &multi_leg.legs);
        legs.any(|leg| leg.end.content != Content::Any)
    }

    /// Whether the movement treats the cells of some pieces as absent.
    #[inline]
    pub(crate) fn has_barriers(&self) -> bool {
        !self.barriers.is_empty()
    }

    /// Whether any of the moves are multi-leg moves.
    pub(crate) fn has_multi_legs(&self) -> bool {
        !self.multi_legs.is_empty()
    }

    /// Returns the rays from `origin`, and how they spread. Returns `None` if not all moves are rays, or
    /// if two of their landings may differ by more than sets of cells show.
    #[inline]
    pub(super) fn spread(&self, origin: Cell) -> Option<(&Rays, &Spread)> {
        let is_rays_alone = self.barriers.is_empty()
            && self.multi_legs.is_empty()
            && self.step_graphs(origin).next().is_none();
        let rays = is_rays_alone.then(|| self.rays(origin))?;
        let words = self.cell_count().div_ceil(64);
        let spread = self.spreads[origin]
            .get_or_init(|| Spread::of(rays, &self.programs, words).map(Box::new));
        Some((rays, spread.as_deref()?))
    }

    /// Whether two ways from `origin` may lead to the same landing. A step graph is entered in
    /// several states, and multi-leg moves meet on many cells.
    #[inline]
    pub(super) fn overlaps(&self, origin: Cell) -> bool {
        !self.multi_legs.is_empty()
            || self.rays(origin).overlap(&self.programs)
            || self.step_graphs(origin).next().is_some()
    }
}

#[derive(Clone, Debug)]
pub(super) struct StepGraph {
    pub head: ComponentHead,
    /// The cells from which it can reach some cell of the board.
    pub origins: CellSet,
    /// For each cell the range of its neighbours in the table's `neighbours`.
    pub neighbour_ranges: PerCell<(u32, u32)>,
}
