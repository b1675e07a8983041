//! A position as the slow readings see it: plain maps, nothing kept beside them.

use std::collections::{BTreeMap, BTreeSet};

use padma_rules::model::{Cell, EnPassant, KindId, Piece, Position, Side};
use padma_rules::play::State;
use padma_rules::reach::Rules;

/// What stands where, and all else that the next moves depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standing {
    pub pieces: BTreeMap<Cell, (Side, KindId)>,
    /// Cells that are not there.
    pub absent: BTreeSet<Cell>,
    /// Those of them that are there, with pieces of nobody's, where these are left out.
    pub nobodys: BTreeSet<Cell>,
    /// Where pieces stand that have not moved.
    pub unmoved: BTreeSet<Cell>,
    /// The pieces beside the board, without those of which there is none.
    pub hands: BTreeMap<(Side, KindId), u16>,
    /// The cells on which a piece may be taken en passant, and its cell.
    pub en_passant: Option<(BTreeSet<Cell>, Cell)>,
    /// Whether Black is to move.
    pub black: bool,
    /// The number of the next move within its turn, from 1.
    pub turn_move: u8,
    /// The counters of each side that are not 0, by their places among the rules. They cannot be read from a state.
    pub counts: BTreeMap<(usize, Side), u16>,
}

impl Standing {
    pub fn of(rules: &Rules, state: &State) -> Standing {
        let position = state.position();
        let kind = |piece: Piece| piece.kind.expect("a piece of a kind");
        let hand = |side: Side, kind: KindId| ((side, kind), state.reserve(side, kind));
        let hands = Side::BOTH
            .into_iter()
            .flat_map(|side| rules.variant.kind_ids().map(move |kind| hand(side, kind)));
        Standing {
            pieces: position
                .pieces()
                .map(|(cell, piece)| (cell, (piece.side, kind(piece))))
                .collect(),
            absent: position.absent().iter().collect(),
            nobodys: BTreeSet::new(),
            unmoved: state.unmoved().iter().collect(),
            hands: hands.filter(|(_, count)| *count > 0).collect(),
            en_passant: position
                .en_passant()
                .map(|passed| (passed.cells.iter().collect(), passed.piece)),
            black: state.to_move() == Side::Black,
            turn_move: state.turn_move(),
            counts: BTreeMap::new(),
        }
    }

    pub fn side(&self) -> Side {
        if self.black { Side::Black } else { Side::White }
    }

    pub fn hand(&self, side: Side, kind: KindId) -> u16 {
        self.hands.get(&(side, kind)).copied().unwrap_or(0)
    }

    /// Puts pieces into a hand, or takes them out; none are left out where there are too few.
    pub fn add_to_hand(&mut self, side: Side, kind: KindId, more: i32) {
        let count = i32::from(self.hand(side, kind)) + more;
        self.hands
            .insert((side, kind), u16::try_from(count).expect("enough in hand"));
        self.hands.retain(|_, count| *count > 0);
    }

    /// The same as pieces that move see it: where a piece of nobody's stands, there is no cell.
    pub fn without_nobodys(&self, rules: &Rules) -> Standing {
        let mut seen = self.clone();
        for (cell, (_, kind)) in &self.pieces {
            if rules.variant.kind(*kind).neutral {
                seen.pieces.remove(cell);
                seen.unmoved.remove(cell);
                seen.absent.insert(*cell);
                seen.nobodys.insert(*cell);
            }
        }
        seen
    }

    /// Brings the pieces of nobody's back that another position has.
    pub fn bring_nobodys_back(&mut self, rules: &Rules, from: &Standing) {
        self.nobodys.clear();
        for (cell, (side, kind)) in &from.pieces {
            if rules.variant.kind(*kind).neutral {
                self.pieces.insert(*cell, (*side, *kind));
                self.absent.remove(cell);
                self.unmoved.extend(from.unmoved.get(cell));
            }
        }
    }

    /// The same for walking along tables.
    pub fn position(&self, rules: &Rules) -> Position {
        let mut position = Position::empty(rules.variant.board.len());
        position.set_absent(self.absent.iter().copied().collect());
        for (cell, (side, kind)) in &self.pieces {
            position.put(
                *cell,
                Some(Piece {
                    side: *side,
                    kind: Some(*kind),
                }),
            );
        }
        let passed = self.en_passant.as_ref();
        position.set_en_passant(passed.map(|(cells, piece)| EnPassant {
            cells: cells.iter().copied().collect(),
            piece: *piece,
            second: None,
        }));
        position
    }
}
