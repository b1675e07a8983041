//! Move ordering: captures and promotions by their gain, then killers, then the history of quiet moves.

use super::values::PieceValues;
use padma_rules::model::Side;
use padma_rules::play::{Effect, EffectVerb, Move};

/// Returns the material gain of a move's effects for a side, and whether the move is loud: a capture or a promotion.
pub(crate) fn gain(values: &PieceValues, side: Side, effects: &[Effect]) -> (i32, bool) {
    let (mut sum, mut is_loud) = (0, false);
    for effect in effects {
        let piece = effect.piece;
        let sign = if piece.side == side { 1 } else { -1 };
        match effect.verb {
            EffectVerb::Capture => {
                sum -= sign * values.captured(piece);
                is_loud = true;
            }
            EffectVerb::Hand => {
                sum += sign * piece.kind.map_or(0, |kind| values.in_hand(kind));
            }
            EffectVerb::Promote | EffectVerb::Change => {
                let before = piece.kind.map_or(0, |kind| values.of_kind(kind));
                let after = effect.becomes().map_or(0, |kind| values.of_kind(kind));
                sum += sign * (after - before);
                is_loud |= after != before;
            }
            EffectVerb::Turn => {
                sum -= 2 * sign * values.captured(piece);
                is_loud = true;
            }
            _ => {}
        }
    }
    (sum, is_loud)
}

/// The cells and the piece of a move, without its choices: the same name for the same move in every position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveName(u64);

impl MoveName {
    pub(crate) fn of(mv: &Move) -> MoveName {
        let from = mv.from.map_or(0, |cell| cell.index() as u64 + 1);
        let kind = mv.kind.map_or(0, |kind| kind.index() as u64 + 1);
        MoveName(1 << 63 | kind << 40 | from << 20 | mv.to.index() as u64)
    }
}

/// Killer moves and the history heuristic for quiet moves (J. Schaeffer, *The History Heuristic*, ICCA Journal 6, 1983).
pub(crate) struct GoodMoves {
    killers: Vec<[MoveName; 2]>,
    /// By side, piece and destination.
    weights: Vec<i32>,
    pieces: usize,
    cells: usize,
}

impl GoodMoves {
    pub(crate) fn new(pieces: usize, cells: usize, plies: usize) -> GoodMoves {
        GoodMoves {
            killers: vec![[MoveName::default(); 2]; plies],
            // A travelling cell has no kind.
            weights: vec![0; 2 * (pieces + 1) * cells],
            pieces: pieces + 1,
            cells,
        }
    }

    /// Reduces the weights that an earlier search has left.
    pub(crate) fn fade(&mut self) {
        self.weights.iter_mut().for_each(|weight| *weight /= 8);
    }

    fn place(&self, mv: &Move) -> usize {
        let piece = mv.kind.map_or(self.pieces - 1, |kind| kind.index());
        (mv.side as usize * self.pieces + piece) * self.cells + mv.to.index()
    }

    /// Returns the rank of a move; the highest rank is searched first. `gain` is the result of [`gain`].
    pub(crate) fn rank(
        &self,
        values: &PieceValues,
        ply: usize,
        mv: &Move,
        gain: (i32, bool),
    ) -> i32 {
        let own = mv.kind.map_or(0, |kind| values.of_kind(kind));
        match gain {
            // Captures by the cheapest piece come first.
            (gain, true) if gain >= 0 => LOUD + gain * 16 - own / 8,
            _ if self.killers[ply].contains(&MoveName::of(mv)) => KILLER,
            (gain, _) => self.weights[self.place(mv)].min(KILLER / 2) + gain.min(0) * 4,
        }
    }

    /// Records a quiet move that caused a cutoff.
    pub(crate) fn learn(&mut self, ply: usize, mv: &Move, depth: i32) {
        let name = MoveName::of(mv);
        let [first, second] = &mut self.killers[ply];
        if *first != name {
            *second = std::mem::replace(first, name);
        }
        let place = self.place(mv);
        self.weights[place] += depth * depth;
    }
}

/// The lowest rank of a loud move that loses nothing.
const LOUD: i32 = 1 << 20;
/// The rank of a killer move.
pub(crate) const KILLER: i32 = 1 << 19;
