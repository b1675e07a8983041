//! What a diagram shows: cells, pieces, marks and a caption. It has no lengths: `scene` decides
//! where things lie, and `backend::ascii` which characters show them.

use crate::model::{Board, Cell, CellSet, KindId, Owner, PieceImage, Position, Side, Variant};

/// A position with marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The heading above it. Its description in words begins with the same text.
    pub title: String,
    /// The pieces on the board; pieces in hand are not shown.
    pub pieces: Vec<ShownPiece>,
    /// The marks in the order of their definitions. Each is drawn with its own shape.
    pub marks: Vec<Mark>,
    /// The cells that are absent from the board.
    pub absent: CellSet,
    /// Whether every cell without a piece shows its name.
    pub names: bool,
}

/// A piece as the diagram shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPiece {
    /// The cell it stands on.
    pub cell: Cell,
    /// Whose it is, which decides its colour.
    pub owner: Owner,
    /// The text on the piece: `AB`, `KNIGHT`.
    pub label: String,
    /// Whether a picture or its label shows it.
    pub face: PieceFace,
    /// The name of its kind, for the picture's description; empty if that is unknown.
    pub kind: String,
}

impl ShownPiece {
    /// Returns a piece labelled with the letter of its kind.
    pub fn of_piece(variant: &Variant, kind: KindId, side: Side, cell: Cell) -> ShownPiece {
        let face = PieceFace::of(variant, kind);
        let kind = variant.kind(kind);
        ShownPiece {
            cell,
            owner: if kind.neutral {
                Owner::Nobody
            } else {
                side.into()
            },
            label: kind.letter.clone(),
            face,
            kind: kind.name.clone(),
        }
    }

    /// Returns a piece whose kind is unknown, labelled `?`.
    pub fn unknown(side: Side, cell: Cell) -> ShownPiece {
        let label = "?".to_string();
        ShownPiece {
            cell,
            owner: side.into(),
            label,
            face: PieceFace::Label,
            kind: String::new(),
        }
    }

    /// Whether its label is visible, on it or beside its picture.
    pub fn shows_label(&self) -> bool {
        !matches!(
            self.face,
            PieceFace::Picture {
                labelled: false,
                ..
            }
        )
    }

    /// Returns the same piece with the author's label. A label that differs from the present one
    /// only in case is ignored: it would add nothing for a reader.
    pub fn labelled(self, label: &str) -> ShownPiece {
        if label.eq_ignore_ascii_case(&self.label) {
            return self;
        }
        let face = match self.face {
            PieceFace::Label => PieceFace::Label,
            PieceFace::Picture { picture, .. } => PieceFace::Picture {
                picture,
                labelled: true,
            },
        };
        ShownPiece {
            label: label.to_string(),
            face,
            ..self
        }
    }
}

/// The form in which a piece is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceFace {
    /// As its label.
    Label,
    /// As a picture.
    Picture {
        /// The picture.
        picture: PieceImage,
        /// Whether the label is written beside it: the author gave one, or another kind of piece
        /// has the same picture.
        labelled: bool,
    },
}

impl PieceFace {
    /// Returns how a kind of piece is drawn: as its picture, or as its letter if it has none. A
    /// picture that two kinds of the variant share has the letter beside it.
    pub fn of(variant: &Variant, id: KindId) -> PieceFace {
        let Some(picture) = variant.kind(id).picture.clone() else {
            return PieceFace::Label;
        };
        let is_twin = |other: KindId| variant.kind(other).picture.as_ref() == Some(&picture);
        let labelled = variant
            .kind_ids()
            .any(|other| other != id && is_twin(other));
        PieceFace::Picture { picture, labelled }
    }
}

/// A symbol on cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The symbol as the author wrote it: `x`.
    pub symbol: String,
    /// The cells it is drawn on.
    pub cells: CellSet,
    /// What the symbol stands for, in words: "where AB can move".
    pub meaning: String,
}

impl Mark {
    /// Returns its meaning, or its symbol if the meaning is empty.
    pub fn meaning_or_symbol(&self) -> &str {
        if self.meaning.is_empty() {
            &self.symbol
        } else {
            &self.meaning
        }
    }
}

/// A line from cell to cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// The cells it passes through, in order.
    pub cells: Vec<Cell>,
    /// Whether it returns to its first cell.
    pub closed: bool,
    /// Whether it leads only from its first cell to its last.
    pub one_way: bool,
    /// The name of the track; empty if it needs none.
    pub label: String,
    /// The index of the stroke it is drawn with. Tracks of one sort share a stroke.
    pub stroke: usize,
}

impl Track {
    /// Returns an unnamed track of one step.
    pub fn step(cells: [Cell; 2], one_way: bool) -> Track {
        Track {
            cells: cells.to_vec(),
            closed: false,
            one_way,
            label: String::new(),
            stroke: 0,
        }
    }
}

impl Diagram {
    /// Returns the diagram of the empty board, without the cells that are absent at the start.
    pub fn of_board(board: &Board) -> Diagram {
        Diagram {
            absent: *board.absent(),
            ..Diagram::default()
        }
    }

    /// Returns the diagram of a position, with each piece labelled by its kind's letter. Leaves
    /// out pieces without a kind.
    pub fn of(position: &Position, variant: &Variant) -> Diagram {
        let pieces = position
            .pieces()
            .filter_map(|(cell, piece)| {
                Some(ShownPiece::of_piece(variant, piece.kind?, piece.side, cell))
            })
            .collect();
        Diagram {
            pieces,
            absent: position.absent(),
            ..Diagram::default()
        }
    }

    /// Returns the piece on a cell.
    pub fn piece(&self, cell: Cell) -> Option<&ShownPiece> {
        self.pieces.iter().find(|piece| piece.cell == cell)
    }

    /// Returns the marks on a cell, each with its index in `marks`.
    pub fn marks_on(&self, cell: Cell) -> impl Iterator<Item = (usize, &Mark)> {
        self.marks
            .iter()
            .enumerate()
            .filter(move |(_, mark)| mark.cells.contains(cell))
    }
}
