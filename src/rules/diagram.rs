//! What a diagram shows: cells, pieces, marks and a caption. No lengths; where things lie is resolved
//! in `scene`, and characters in `backend::ascii`.

use crate::model::{
    Board, Cell, CellKind, CellSet, Piece, PieceImage, PieceKind, Position, Side, Variant,
};

/// A position and what is marked on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// What stands over it, and begins its description in words.
    pub title: String,
    /// Those on the board; what is in hand is not shown.
    pub pieces: Vec<ShownPiece>,
    /// In the order they were defined; each has a shape of its own.
    pub marks: Vec<Mark>,
    /// The cells that are not there.
    pub absent: CellSet,
    /// Whether every cell without a piece bears its name.
    pub names: bool,
}

/// A piece as the diagram shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPiece {
    /// Where it stands.
    pub cell: Cell,
    /// Whose it is, which gives it its colour.
    pub side: Side,
    /// What stands on the piece: `AB`, `KNIGHT`.
    pub label: String,
    /// Whether it is drawn, or its label is.
    pub face: Face,
    /// The name of its piece, for the picture's description.
    pub kind: String,
}

impl ShownPiece {
    /// A piece with nothing of its own but its kind.
    pub fn of_piece(kind: &PieceKind, side: Side, cell: Cell) -> ShownPiece {
        let face = Face::of(kind);
        ShownPiece {
            cell,
            side,
            label: kind.letter.clone(),
            face,
            kind: kind.name.clone(),
        }
    }

    /// A piece of which no more is known than its side.
    pub fn unknown(side: Side, cell: Cell) -> ShownPiece {
        let label = "?".to_string();
        ShownPiece {
            cell,
            side,
            label,
            face: Face::Label,
            kind: "piece".to_string(),
        }
    }

    /// Whether the label is written on it or beside it, where there is room for a picture.
    pub fn shows_label(&self) -> bool {
        !matches!(
            self.face,
            Face::Picture {
                labelled: false,
                ..
            }
        )
    }

    /// The same piece under a label that its author gave it. One that is its kind's letter but for its size says nothing to a
    /// reader.
    pub fn labelled(self, label: &str) -> ShownPiece {
        if label.eq_ignore_ascii_case(&self.label) {
            return self;
        }
        let face = match self.face {
            Face::Label => Face::Label,
            Face::Picture { picture, .. } => Face::Picture {
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

/// How a piece is shown where there are pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Face {
    /// By its label.
    Label,
    /// By a picture.
    Picture {
        /// Which one.
        picture: PieceImage,
        /// Whether its label, which its author gave it, stands beside it.
        labelled: bool,
    },
}

impl Face {
    /// What a piece looks like: its picture, or else its letter.
    pub fn of(kind: &PieceKind) -> Face {
        kind.picture
            .clone()
            .map_or(Face::Label, |picture| Face::Picture {
                picture,
                labelled: false,
            })
    }
}

/// A symbol laid on cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// As the author wrote it: `x`.
    pub symbol: String,
    /// On which it lies.
    pub cells: CellSet,
    /// What the symbol stands for, in words: "where AB can move".
    pub meaning: String,
}

impl Mark {
    /// Its meaning, or its symbol where that has none.
    pub fn stands_for(&self) -> &str {
        if self.meaning.is_empty() {
            &self.symbol
        } else {
            &self.meaning
        }
    }

    /// On how many cells it lies: "11 cells".
    pub fn counted(&self) -> String {
        counted(self.cells.len())
    }
}

/// So many cells in words.
pub fn counted(cells: usize) -> String {
    match cells {
        0 => "no cell".to_string(),
        1 => "1 cell".to_string(),
        many => format!("{many} cells"),
    }
}

/// A line from cell to cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// The cells it runs through, from its first.
    pub cells: Vec<Cell>,
    /// Whether it comes back to its first cell.
    pub closed: bool,
    /// Whether it can be followed one way only.
    pub one_way: bool,
    /// What it is called; empty where it needs no name.
    pub label: String,
    /// Which stroke it has; tracks of one stroke are of one sort.
    pub stroke: usize,
}

impl Track {
    /// A step from a cell to another, without a name.
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
    /// A board without pieces, as it is at first.
    pub fn of_board(board: &Board) -> Diagram {
        Diagram {
            absent: *board.absent(),
            ..Diagram::default()
        }
    }

    /// A position, its pieces under their kinds' letters.
    pub fn of(position: &Position, variant: &Variant) -> Diagram {
        let shown = |(cell, piece): (Cell, Piece)| {
            Some(ShownPiece::of_piece(
                variant.kind(piece.kind?),
                piece.side,
                cell,
            ))
        };
        let pieces = position.pieces().filter_map(shown).collect();
        Diagram {
            pieces,
            absent: *position.absent(),
            ..Diagram::default()
        }
    }

    /// The piece on a cell.
    pub fn piece(&self, cell: Cell) -> Option<&ShownPiece> {
        self.pieces.iter().find(|piece| piece.cell == cell)
    }

    /// The marks on a cell with their places in `marks`.
    pub fn marks_on(&self, cell: Cell) -> impl Iterator<Item = (usize, &Mark)> {
        self.marks
            .iter()
            .enumerate()
            .filter(move |(_, mark)| mark.cells.contains(cell))
    }

    /// The picture in words, for readers who cannot see it.
    pub fn describe(&self, board: &Board) -> String {
        let named = if self.names {
            ", each with its name"
        } else {
            ""
        };
        let mut texts = vec![format!(
            "Board of {} cells{named}.",
            board.len() - self.absent.len()
        )];
        let squares = self.absent & (board.all() - board.of_kind(CellKind::Point));
        if !squares.is_empty() {
            texts.push(format!("Absent: {}.", board.names_of(&squares).join(", ")));
        }
        for piece in &self.pieces {
            let label = if piece.label == piece.kind {
                String::new()
            } else {
                format!(" “{}”", piece.label)
            };
            texts.push(format!(
                "{} {}{label} on {}.",
                piece.side.titled(),
                piece.kind,
                board.name(piece.cell)
            ));
        }
        for mark in &self.marks {
            let names = board.names_of(&mark.cells);
            let cells = if names.is_empty() {
                "no cell".to_string()
            } else {
                names.join(", ")
            };
            texts.push(format!(
                "Marked {}, {}: {cells}.",
                mark.symbol, mark.meaning
            ));
        }
        texts.join(" ")
    }
}
