//! Who stands where.

use super::board::Board;
use super::cells::{Cell, CellSet, PerCell};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    White,
    Black,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    pub fn name(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }

    pub fn from_name(name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.name() == name)
    }

    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// One piece of a variant, by its place in the variant's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(u16);

impl PieceId {
    pub const fn new(index: usize) -> PieceId {
        PieceId(index as u16)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A man on the board. One without a piece stands in the way and can be taken, and no more is known
/// of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    pub side: Side,
    pub piece: Option<PieceId>,
}

/// What a walk needs to know of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Occupant {
    Nobody = 0,
    White = 1,
    Black = 2,
    /// The cell itself is not there now, so that no walk enters it.
    Absent = 3,
}

/// A man who has just gone over cells on which he may be taken in passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    pub cells: CellSet,
    /// Where he stands now.
    pub man: Cell,
}

/// The men on a board, and who has just passed.
#[derive(Clone, Debug)]
pub struct Position {
    men: PerCell<Option<Man>>,
    occupants: PerCell<Occupant>,
    passed: Option<Passed>,
    absent: CellSet,
}

impl Position {
    /// Without men, and with every cell.
    pub fn empty(cells: usize) -> Position {
        Position {
            men: PerCell::from_fn(cells, |_| None),
            occupants: PerCell::from_fn(cells, |_| Occupant::Nobody),
            passed: None,
            absent: CellSet::EMPTY,
        }
    }

    /// Without men, and without the cells that a board lacks unless something else is said.
    pub fn of(board: &Board) -> Position {
        let mut position = Position::empty(board.len());
        position.set_absent(*board.absent());
        position
    }

    /// The cells that are not there now.
    #[inline]
    pub fn absent(&self) -> &CellSet {
        &self.absent
    }

    /// Says which cells are not there. A man who stands on one of them goes with it.
    pub fn set_absent(&mut self, absent: CellSet) {
        for cell in (self.absent - absent).iter() {
            self.occupants[cell] = Occupant::Nobody;
        }
        for cell in absent.iter() {
            self.men[cell] = None;
            self.occupants[cell] = Occupant::Absent;
        }
        self.absent = absent;
    }

    /// The number of cells, with men or without.
    pub fn len(&self) -> usize {
        self.men.len()
    }

    /// Whether the board has no cell.
    pub fn is_empty(&self) -> bool {
        self.men.is_empty()
    }

    pub fn man(&self, cell: Cell) -> Option<Man> {
        self.men[cell]
    }

    #[inline]
    pub fn occupant(&self, cell: Cell) -> Occupant {
        self.occupants[cell]
    }

    /// Sets a cell's man, or takes it away. On a cell that is not there nobody comes to stand.
    pub fn put(&mut self, cell: Cell, man: Option<Man>) {
        if self.occupants[cell] == Occupant::Absent {
            return;
        }
        self.men[cell] = man;
        self.occupants[cell] = match man.map(|man| man.side) {
            None => Occupant::Nobody,
            Some(Side::White) => Occupant::White,
            Some(Side::Black) => Occupant::Black,
        };
    }

    /// Who may be taken in passing now.
    #[inline]
    pub fn passed(&self) -> Option<&Passed> {
        self.passed.as_ref()
    }

    pub fn set_passed(&mut self, passed: Option<Passed>) {
        self.passed = passed;
    }

    /// The man who would be taken in passing on an empty cell.
    #[inline]
    pub fn passed_on(&self, cell: Cell) -> Option<Cell> {
        self.passed().filter(|passed| passed.cells.contains(cell)).map(|passed| passed.man)
    }

    pub fn men(&self) -> impl Iterator<Item = (Cell, Man)> + '_ {
        self.men.iter().filter_map(|(cell, man)| man.map(|man| (cell, man)))
    }

    pub fn occupied(&self) -> CellSet {
        self.men().map(|(cell, _)| cell).collect()
    }
}
