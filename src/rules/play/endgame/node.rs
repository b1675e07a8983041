//! The nodes of endings: how positions are numbered, and what is known of each.

use crate::model::{Cell, KindId, Piece, Side};
use crate::moves::Symmetries;
use crate::play::state::State;

/// Maximum number of positions examined.
const MOST_POSITIONS: usize = 4_000_000;
/// Maximum number of positions times cells. A position takes longer on a board with more cells.
const MOST_WORK: usize = 200_000_000;

/// The number of positions in one unit of cost, on a board of one cell.
pub(super) const POSITIONS_A_UNIT: usize = 8;

pub(super) fn most_positions(cells: usize) -> usize {
    MOST_POSITIONS.min(MOST_WORK / cells.max(1))
}

/// Why an ending cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// It has more positions than are examined on a board of this size.
    TooLarge {
        /// Maximum number of positions examined.
        most: usize,
    },
    /// Play depends on more than the placement of pieces: on pieces beside the board, on cells
    /// that travel, on how many pieces have come to a goal, on a capture en passant, on counters or
    /// on turns of several moves.
    MoreThanPieces,
}

/// The result of a position with best play, for the side to move. Wins and losses count the moves
/// of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Win(u16),
    Loss(u16),
    Draw,
}

/// A verdict in two bytes: a fate, or that the position does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeMark(u16);

impl NodeMark {
    /// The position is not decided yet. If it never is, it is a draw.
    pub(super) const OPEN: NodeMark = NodeMark(u16::MAX);
    /// The position does not exist: two pieces share a cell, or a piece may not stand on its cell.
    pub(super) const NONE: NodeMark = NodeMark(u16::MAX - 1);
    /// The position cannot exist because a royal piece could be captured: a move that leads here
    /// is illegal.
    pub(super) const EXPOSED: NodeMark = NodeMark(u16::MAX - 2);
    pub(super) const LOST: u16 = 1 << 15;

    pub(super) fn won(plies: u16) -> NodeMark {
        NodeMark(plies)
    }

    pub(super) fn lost(plies: u16) -> NodeMark {
        NodeMark(plies | NodeMark::LOST)
    }

    pub(super) fn fate(self) -> Option<Fate> {
        match self {
            NodeMark::NONE | NodeMark::EXPOSED => None,
            NodeMark::OPEN => Some(Fate::Draw),
            NodeMark(lost) if lost & NodeMark::LOST != 0 => {
                Some(Fate::Loss(lost & !NodeMark::LOST))
            }
            NodeMark(plies) => Some(Fate::Win(plies)),
        }
    }
}

pub(super) fn key((piece, cell): &(Piece, Cell)) -> (Side, Option<KindId>, Cell) {
    (piece.side, piece.kind, *cell)
}

pub(super) fn sorted(mut pieces: Vec<Piece>) -> Vec<Piece> {
    pieces.sort_unstable_by_key(|piece| (piece.side, piece.kind));
    pieces
}

/// Returns the number of placements of this many pieces, with either side to move.
pub(super) fn size(cells: usize, pieces: usize) -> Result<usize, Unsolvable> {
    let most = most_positions(cells);
    let placements = u32::try_from(pieces)
        .ok()
        .and_then(|pieces| cells.checked_pow(pieces));
    let size = placements
        .and_then(|placements| placements.checked_mul(2))
        .filter(|size| *size <= most);
    size.ok_or(Unsolvable::TooLarge { most })
}

/// The node of all positions in which a goal has been reached: the game is over, and lost for the
/// side to move.
pub(super) const GOAL: u32 = 0;
/// The first node of a position.
pub(super) const FIRST: u32 = 1;

/// The pieces of some nodes, and how the nodes are numbered: by the orbit of the anchor, the cells
/// of the other pieces, and the side to move.
#[derive(Clone, Debug)]
pub(super) struct NumberedEnding {
    pub(super) pieces: Vec<Piece>,
    /// The index of the anchor, a piece of which there is only one, if there is such a piece.
    anchor: Option<usize>,
    /// Whether several pieces are of one kind and side.
    some_are_alike: bool,
    /// The first node.
    pub(super) start: u32,
    /// The number of nodes.
    pub(super) size: usize,
}

impl NumberedEnding {
    pub(super) fn new(pieces: Vec<Piece>, symmetries: &Symmetries, start: u32) -> NumberedEnding {
        let is_unique = |place: &usize| {
            pieces
                .iter()
                .filter(|piece| **piece == pieces[*place])
                .count()
                == 1
        };
        let anchor = (0..pieces.len()).find(is_unique);
        let some_are_alike = !(0..pieces.len()).all(|place| is_unique(&place));
        let cells = symmetries.home.len();
        let orbits = anchor.map_or(1, |_| symmetries.orbits.len());
        let others = pieces.len() - usize::from(anchor.is_some());
        let size = 2 * orbits * (0..others).fold(1, |size, _| size * cells);
        NumberedEnding {
            pieces,
            anchor,
            some_are_alike,
            start,
            size,
        }
    }

    /// Returns the number of positions that a node stands for.
    pub(super) fn weight(&self, number: usize, symmetries: &Symmetries) -> u32 {
        let orbit = number / 2 % symmetries.orbits.len();
        self.anchor.map_or(1, |_| symmetries.orbits[orbit].1)
    }

    /// Puts the pieces of a node on their cells.
    pub(super) fn place(
        &self,
        number: usize,
        symmetries: &Symmetries,
        placed: &mut Vec<(Piece, Cell)>,
    ) {
        let mut rest = number / 2;
        let mut digit = |base: usize| {
            let digit = rest % base;
            rest /= base;
            digit
        };
        let anchor = self
            .anchor
            .map(|anchor| (anchor, symmetries.orbits[digit(symmetries.orbits.len())].0));
        placed.clear();
        placed.extend(
            self.pieces
                .iter()
                .enumerate()
                .map(|(index, piece)| match anchor {
                    Some((anchor, cell)) if anchor == index => (*piece, cell),
                    _ => (*piece, Cell::new(digit(symmetries.home.len()))),
                }),
        );
    }

    /// Returns the node of a position. `placed` has the pieces in the order of the ending.
    pub(super) fn node(
        &self,
        placed: &mut [(Piece, Cell)],
        to_move: Side,
        symmetries: &Symmetries,
    ) -> u32 {
        let cells = symmetries.home.len() as u32;
        let mut anchor_orbit = None;
        if let Some(anchor) = self.anchor {
            let (orbit, home) = &symmetries.home[placed[anchor].1];
            placed.iter_mut().for_each(|(_, cell)| *cell = home[*cell]);
            anchor_orbit = Some((anchor, *orbit as u32));
        }
        // The order of equal pieces does not matter: they are one placement.
        if self.some_are_alike {
            placed.sort_unstable_by_key(key);
        }
        let others = placed.iter().enumerate().rev();
        let others =
            others.filter(|(index, _)| anchor_orbit.is_none_or(|(anchor, _)| anchor != *index));
        let number = others.fold(0, |number, (_, (_, cell))| {
            number * cells + cell.index() as u32
        });
        let number = anchor_orbit.map_or(number, |(_, orbit)| {
            number * symmetries.orbits.len() as u32 + orbit
        });
        self.start + number * 2 + to_move as u32
    }
}

/// Runs `ask` on the position with these pieces, and removes them afterwards.
pub(super) fn with_placed<T>(
    state: &mut State,
    placed: &[(Piece, Cell)],
    to_move: Side,
    ask: impl FnOnce(&mut State) -> T,
) -> T {
    placed
        .iter()
        .for_each(|(piece, cell)| state.place(*cell, Some(*piece), true));
    state.set_to_move(to_move);
    let answer = ask(state);
    placed
        .iter()
        .for_each(|(_, cell)| state.place(*cell, None, true));
    answer
}
