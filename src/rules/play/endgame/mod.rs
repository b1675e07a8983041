//! Endings of few pieces, solved for every placement.
//!
//! Every placement of the pieces, with either side to move, is a node of a graph, and so is every
//! placement that captures and promotions lead to. Verdicts are propagated back from the ends of
//! games, the nearest first: a position is won if a move leads to a lost one, and lost if all
//! moves lead to won ones. What is left is drawn. This is retrograde analysis: T. Ströhlein,
//! *Untersuchungen über kombinatorische Spiele*, 1970; K. Thompson, *Retrograde Analysis of
//! Certain Endgames*, ICCA Journal 9 (1986).
//!
//! Symmetries keep the graph small: placements that a symmetry of the board maps to one another
//! are one node, because one of the pieces, the *anchor*, stands on only one cell of each orbit.
//! The graph is built without testing whether a move leaves its own king attacked: such a move
//! leads to a position in which that king could be captured, and edges to such positions are
//! dropped.
//!
//! All pieces count as moved, and the earlier moves are unknown. So neither castling nor limits on
//! repetition matter.

mod explore;
mod node;

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::game::Game;
use super::outcome::outcome;
use super::scratch::Scratch;
use super::state::State;
use crate::model::{KindId, Piece, Side};
use crate::moves::Symmetries;
use explore::{Explorer, symmetries};
pub use node::Unsolvable;
use node::{
    Fate, NodeMark, NumberedEnding, POSITIONS_A_UNIT, most_positions, size, sorted, with_placed,
};

/// The results of an ending's positions with one side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of positions in which the side to move wins.
    pub won: u32,
    /// The number of positions in which the side to move loses.
    pub lost: u32,
    /// The number of positions in which neither side can win.
    pub drawn: u32,
    /// The length of the longest win, in moves of both sides.
    pub longest_win: u16,
    /// The length of the longest loss, in moves of both sides.
    pub longest_loss: u16,
}

impl Tally {
    /// Counts `positions` positions with this fate.
    fn add(&mut self, fate: Fate, positions: u32) {
        match fate {
            Fate::Win(plies) => {
                self.won += positions;
                self.longest_win = self.longest_win.max(plies);
            }
            Fate::Loss(plies) => {
                self.lost += positions;
                self.longest_loss = self.longest_loss.max(plies);
            }
            Fate::Draw => self.drawn += positions,
        }
    }
}

/// Solves the ending of these pieces, and counts the positions that can arise with each side to
/// move. Positions that differ only by an exchange of equal pieces count as one.
///
/// # Errors
///
/// If there are too many positions, or if play depends on more than the placement of pieces.
pub fn solve(game: &Game<'_>, pieces: &[(Side, KindId)]) -> Result<[Tally; 2], Unsolvable> {
    let pieces = pieces.iter().map(|(side, kind)| Piece::of(*side, *kind));
    let pieces = sorted(pieces.collect());
    let symmetries = symmetries(game, &pieces);
    let mut explorer = Explorer::new(game, &symmetries);
    explorer.explore_all(pieces)?;
    let Explorer {
        endings,
        marks,
        degrees,
        targets,
        ..
    } = explorer;
    let mut graph = EndgameGraph::build(marks, &degrees, &targets);
    graph.find_ends(game, &endings, &symmetries);
    graph.propagate_back();
    let mut tallies = [Tally::default(); 2];
    let Some(ending) = endings.first() else {
        return Ok(tallies);
    };
    for (number, mark) in graph.marks[ending.start as usize..]
        .iter()
        .take(ending.size)
        .enumerate()
    {
        if let Some(fate) = mark.fate() {
            tallies[number % 2].add(fate, ending.weight(number, &symmetries));
        }
    }
    Ok(tallies)
}

type Solved = Result<[Tally; 2], Unsolvable>;

/// The endings of one game that have been requested, each solved once.
#[derive(Debug, Default)]
pub struct Endings {
    solved: Mutex<BTreeMap<Vec<(Side, KindId)>, Solved>>,
}

impl Endings {
    /// Returns the results of an ending's positions, by the side to move. Calls `pay` with the
    /// cost even if the ending was solved before, so that the same expression always costs the
    /// same. If `pay` returns false, the ending counts as too large.
    ///
    /// # Errors
    ///
    /// As [`solve`].
    pub fn tallies(
        &self,
        game: &Game<'_>,
        pieces: &[(Side, KindId)],
        pay: impl FnOnce(u64) -> bool,
    ) -> Solved {
        let cells = game.variant().board.len();
        if !pay((size(cells, pieces.len())? * cells / POSITIONS_A_UNIT) as u64) {
            return Err(Unsolvable::TooLarge {
                most: most_positions(cells),
            });
        }
        let mut key = pieces.to_vec();
        key.sort_unstable();
        let mut solved = self
            .solved
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        *solved
            .entry(key)
            .or_insert_with_key(|pieces| solve(game, pieces))
    }

    /// Returns the endings whose results also hold in another game, because all their pieces
    /// behave as before.
    pub fn transferable(&self, is_as_before: impl Fn(KindId) -> bool) -> Endings {
        let solved = self
            .solved
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let kept = solved
            .iter()
            .filter(|(pieces, _)| pieces.iter().all(|(_, kind)| is_as_before(*kind)));
        Endings {
            solved: Mutex::new(
                kept.map(|(pieces, result)| (pieces.clone(), *result))
                    .collect(),
            ),
        }
    }
}

/// The graph of all nodes, with reversed edges: from a position to those that lead to it.
struct EndgameGraph {
    marks: Vec<NodeMark>,
    /// For each node, the number of its moves that are not known to lead to won positions.
    open: Vec<u16>,
    /// For each node, the start of its list in `sources`: the nodes with a move that leads to it.
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl EndgameGraph {
    /// Builds the graph from the mark of each node, the number of its pseudo-legal moves, and the
    /// nodes they lead to.
    fn build(marks: Vec<NodeMark>, degrees: &[u16], targets: &[u32]) -> EndgameGraph {
        let mut open = vec![0; marks.len()];
        let mut starts = vec![0_u32; marks.len() + 1];
        for_each_legal(&marks, degrees, targets, |source, target| {
            open[source] += 1;
            starts[target] += 1;
        });
        let mut all = 0;
        for start in &mut starts {
            all += *start;
            *start = all;
        }
        let mut sources = vec![0; all as usize];
        // Each list is filled from its end, so that `starts` ends up at its beginning.
        for_each_legal(&marks, degrees, targets, |source, target| {
            let slot = &mut starts[target];
            *slot -= 1;
            sources[*slot as usize] = source as u32;
        });
        EndgameGraph {
            marks,
            open,
            starts,
            sources,
        }
    }

    /// Marks the positions without a legal move as won or lost by the outcome there.
    fn find_ends(&mut self, game: &Game<'_>, endings: &[NumberedEnding], symmetries: &Symmetries) {
        let EndgameGraph { marks, open, .. } = self;
        let (mut state, mut scratch, mut placed) =
            (State::empty(game), Scratch::default(), Vec::new());
        for ending in endings {
            for number in 0..ending.size {
                let node = ending.start as usize + number;
                if marks[node] != NodeMark::OPEN || open[node] > 0 {
                    continue;
                }
                ending.place(number, symmetries, &mut placed);
                let side = Side::BOTH[number % 2];
                let outcome = with_placed(&mut state, &placed, side, |state| {
                    outcome(game, state, &mut scratch)
                });
                if let Some(winner) = outcome.and_then(|outcome| outcome.winner()) {
                    marks[node] = if winner == side {
                        NodeMark::won(0)
                    } else {
                        NodeMark::lost(0)
                    };
                }
            }
        }
    }

    /// Propagates the verdicts from positions to those that lead to them, ply by ply.
    fn propagate_back(&mut self) {
        let decided =
            |(node, mark): (u32, &NodeMark)| mark.fate().filter(|f| *f != Fate::Draw).map(|_| node);
        let mut current: Vec<u32> = (0..).zip(&self.marks).filter_map(decided).collect();
        let mut next = Vec::new();
        for plies in 1..NodeMark::LOST {
            if current.is_empty() {
                return;
            }
            for node in current.drain(..) {
                let is_lost = matches!(self.marks[node as usize].fate(), Some(Fate::Loss(_)));
                let sources =
                    self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize;
                for source in &self.sources[sources] {
                    let (mark, open) = (
                        &mut self.marks[*source as usize],
                        &mut self.open[*source as usize],
                    );
                    *open -= 1;
                    if *mark == NodeMark::OPEN && (is_lost || *open == 0) {
                        *mark = if is_lost {
                            NodeMark::won(plies)
                        } else {
                            NodeMark::lost(plies)
                        };
                        next.push(*source);
                    }
                }
            }
            std::mem::swap(&mut current, &mut next);
        }
    }
}

/// Calls `visit` with each move that leaves no king to be captured: its node, and the node that it
/// leads to.
fn for_each_legal(
    marks: &[NodeMark],
    degrees: &[u16],
    targets: &[u32],
    mut visit: impl FnMut(usize, usize),
) {
    let mut rest = targets.iter();
    for (source, degree) in degrees.iter().enumerate() {
        for target in rest.by_ref().take(usize::from(*degree)) {
            if marks[*target as usize] != NodeMark::EXPOSED {
                visit(source, *target as usize);
            }
        }
    }
}
