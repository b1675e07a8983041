//! A game: its board, its pieces and what else its rules say.

use super::board::Board;
use super::cells::{Cell, CellSet};
use super::notation::Notation;
use super::picture::Picture;
use super::places::{Sets, SidedSet};
use super::position::{PieceId, Position, Side};
use super::rule::Rule;
use super::setup::Setup;
use crate::movement::Sentence;

#[derive(Clone, Debug)]
pub struct Piece {
    /// The source's name in lower case with hyphens.
    pub id: String,
    pub name: String,
    /// What diagrams show for it where the author gives no label.
    pub letter: String,
    /// What diagrams show in place of the letter.
    pub picture: Option<Picture>,
    pub movement: Sentence,
    /// Where it may stand.
    pub stands_on: SidedSet,
    /// Whether the author limited where it may stand.
    pub is_bound: bool,
    pub royal: bool,
    pub inventor: Option<String>,
    pub notes: Option<String>,
}

/// A variant with every name settled: no unknown piece, no sentence that does not parse.
#[derive(Clone, Debug)]
pub struct Variant {
    pub id: String,
    pub title: String,
    pub board: Board,
    pub sets: Sets,
    pub pieces: Vec<Piece>,
    pub rules: Vec<Rule>,
    pub notation: Notation,
    /// How a game begins, where the variant says so.
    pub setup: Option<Setup>,
}

impl Variant {
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    pub fn piece_named(&self, id: &str) -> Option<PieceId> {
        self.pieces.iter().position(|piece| piece.id == id).map(PieceId::new)
    }

    pub fn piece_ids(&self) -> impl Iterator<Item = PieceId> + use<> {
        (0..self.pieces.len()).map(PieceId::new)
    }

    pub fn empty_position(&self) -> Position {
        Position::empty(self.board.len())
    }

    /// The cells a piece of that side may stand on.
    pub fn stands_on(&self, id: PieceId, side: Side) -> CellSet {
        *self.piece(id).stands_on.of(side)
    }

    /// How many men of a piece and side may stand together on a cell at the start.
    pub fn together(&self, id: PieceId, side: Side, cell: Cell) -> u8 {
        let shares = |rule: &Rule| match rule {
            Rule::Shared { piece, cells, most } => {
                (*piece == id && cells.of(side).contains(cell)).then_some(*most)
            }
            _ => None,
        };
        self.rules.iter().find_map(shares).unwrap_or(1)
    }

    /// The cells on which a piece is exchanged for another.
    pub fn promotion(&self, id: PieceId, side: Side) -> CellSet {
        let cells = self.rules.iter().filter_map(|rule| match rule {
            Rule::Promotion(rule) => (rule.piece == id).then(|| *rule.cells.of(side)),
            _ => None,
        });
        cells.fold(CellSet::EMPTY, |all, cells| all | cells)
    }
}
