//! Positions and setups: the pieces on the board, and those beside it.

use std::collections::BTreeMap;

use super::board::Board;
use super::cells::{Cell, CellSet, PerCell};
use super::side::Side;
use padma_text::Excerpt;

/// One kind of piece of a variant, as an index into the variant's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(u16);

impl KindId {
    /// Returns the kind at this index of a variant's list.
    pub const fn new(index: usize) -> KindId {
        KindId(index as u16)
    }

    /// Returns its index in the variant's list, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of kinds of piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindSet {
    words: [u64; KindSet::WORDS],
}

impl KindSet {
    const WORDS: usize = 4;

    /// Whether a kind is in the set.
    #[inline]
    pub fn contains(&self, kind: KindId) -> bool {
        self.words[kind.index() / 64 % KindSet::WORDS] >> (kind.index() % 64) & 1 == 1
    }

    /// Adds a kind to the set.
    #[inline]
    pub fn insert(&mut self, kind: KindId) {
        self.words[kind.index() / 64 % KindSet::WORDS] |= 1 << (kind.index() % 64);
    }

    /// Whether no kind is in it.
    pub fn is_empty(&self) -> bool {
        self.words == [0; KindSet::WORDS]
    }

    /// Iterates over the kinds in the order of the variant.
    pub fn iter(&self) -> impl Iterator<Item = KindId> + '_ {
        let all = (0..64 * KindSet::WORDS).map(KindId::new);
        all.filter(|kind| self.contains(*kind))
    }

    /// Whether all its kinds are in the other set too.
    pub fn is_subset(&self, other: &KindSet) -> bool {
        let mut words = self.words.iter().zip(other.words);
        words.all(|(own, others)| own & !others == 0)
    }
}

/// The kinds of both.
impl std::ops::BitAnd for KindSet {
    type Output = KindSet;

    fn bitand(mut self, other: KindSet) -> KindSet {
        let words = self.words.iter_mut().zip(other.words);
        words.for_each(|(own, others)| *own &= others);
        self
    }
}

/// The kinds of either.
impl std::ops::BitOr for KindSet {
    type Output = KindSet;

    fn bitor(mut self, other: KindSet) -> KindSet {
        let words = self.words.iter_mut().zip(other.words);
        words.for_each(|(own, others)| *own |= others);
        self
    }
}

impl FromIterator<KindId> for KindSet {
    fn from_iter<I: IntoIterator<Item = KindId>>(kinds: I) -> KindSet {
        let mut set = KindSet::default();
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}

/// A piece on the board. One without a kind stands in the way and can be captured; nothing more is
/// known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// The side it belongs to.
    pub side: Side,
    /// Its kind, if that is known.
    pub kind: Option<KindId>,
}

impl Piece {
    /// Returns the piece of a side and a kind.
    #[inline]
    pub const fn of(side: Side, kind: KindId) -> Piece {
        Piece {
            side,
            kind: Some(kind),
        }
    }
}

/// What stands on a cell, as far as a walk needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Occupant {
    /// No piece.
    Empty = 0,
    /// A piece of White.
    White = 1,
    /// A piece of Black.
    Black = 2,
    /// The cell itself is absent at present, so no walk enters it.
    Absent = 3,
}

impl From<Side> for Occupant {
    #[inline]
    fn from(side: Side) -> Occupant {
        match side {
            Side::White => Occupant::White,
            Side::Black => Occupant::Black,
        }
    }
}

/// A piece that has just passed over cells on which it may be taken en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassant {
    /// The cells it passed over: a capture there takes it.
    pub cells: CellSet,
    /// The cell it stands on now.
    pub piece: Cell,
    /// The same of a second piece, where a turn has several moves; its cell comes later in board
    /// order.
    pub second: Option<(CellSet, Cell)>,
}

impl EnPassant {
    /// Returns what may be taken of two pieces that passed over cells in one turn.
    pub fn and(self, other: EnPassant) -> EnPassant {
        let (first, second) = if self.piece < other.piece {
            (self, other)
        } else {
            (other, self)
        };
        EnPassant {
            second: Some((second.cells, second.piece)),
            ..first
        }
    }

    /// Returns the pieces that may be taken, each with the cells that it passed over.
    pub fn all(&self) -> impl Iterator<Item = (CellSet, Cell)> + use<> {
        [Some((self.cells, self.piece)), self.second]
            .into_iter()
            .flatten()
    }
}

/// The pieces on a board, and which of them may be taken en passant.
///
/// ```
/// use padma_rules::model::grid::{self, GridPlan};
/// use padma_rules::model::{Occupant, Piece, Position, Side};
/// let board = grid::board(&GridPlan::of(8, 8)).map_err(|flaws| format!("{flaws:?}"))?;
/// let e4 = board.cell("e4").ok_or("no such cell")?;
/// let mut position = Position::of(&board);
/// position.put(e4, Some(Piece { side: Side::Black, kind: None }));
/// assert_eq!(position.occupant(e4), Occupant::Black);
/// assert_eq!(board.names_of(&position.occupied()), ["e4"]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pieces: PerCell<Option<Piece>>,
    occupants: PerCell<Occupant>,
    /// The cells with each of the four occupants.
    cells: [CellSet; 4],
    /// In a box, since it is large and most positions have none.
    en_passant: Option<Box<EnPassant>>,
    /// The kinds whose pieces are nobody's. Their cells count as absent for every movement.
    neutral: KindSet,
    has_neutral: bool,
}

impl Position {
    /// Returns a position without pieces, with every cell present.
    pub fn empty(cells: usize) -> Position {
        Position {
            pieces: PerCell::from_fn(cells, |_| None),
            occupants: PerCell::from_fn(cells, |_| Occupant::Empty),
            cells: [
                CellSet::first(cells),
                CellSet::EMPTY,
                CellSet::EMPTY,
                CellSet::EMPTY,
            ],
            en_passant: None,
            neutral: KindSet::default(),
            has_neutral: false,
        }
    }

    /// Returns the same position for a game in which pieces of some kinds are nobody's.
    pub fn with_neutral(self, neutral: KindSet) -> Position {
        Position {
            has_neutral: neutral != KindSet::default(),
            neutral,
            ..self
        }
    }

    /// Returns a position without pieces, and without the cells that are absent from the board at
    /// first.
    pub fn of(board: &Board) -> Position {
        let mut position = Position::empty(board.len());
        position.set_absent(*board.absent());
        position
    }

    /// Returns the cells that are absent at present.
    pub fn absent(&self) -> CellSet {
        *self.closed() - self.neutral_cells()
    }

    /// Returns the cells of the pieces that are nobody's.
    fn neutral_cells(&self) -> CellSet {
        if !self.has_neutral {
            return CellSet::EMPTY;
        }
        let stands = |cell: &Cell| self.pieces[*cell].is_some();
        self.closed().iter().filter(stands).collect()
    }

    /// Returns the cells that no piece can enter: those that are absent, and those of pieces that
    /// are nobody's.
    #[inline]
    pub fn closed(&self) -> &CellSet {
        self.cells(Occupant::Absent)
    }

    /// Returns the cells with this occupant.
    #[inline]
    pub fn cells(&self, occupant: Occupant) -> &CellSet {
        &self.cells[occupant as usize]
    }

    /// Sets which cells are absent. A piece that stands on one of them is removed.
    pub fn set_absent(&mut self, absent: CellSet) {
        for cell in (self.absent() - absent).iter() {
            self.occupy(cell, Occupant::Empty);
        }
        for cell in absent.iter() {
            self.pieces[cell] = None;
            self.occupy(cell, Occupant::Absent);
        }
    }

    #[inline]
    fn occupy(&mut self, cell: Cell, occupant: Occupant) {
        let before = std::mem::replace(&mut self.occupants[cell], occupant);
        self.cells[before as usize].remove(cell);
        self.cells[occupant as usize].insert(cell);
    }

    /// Returns the number of cells, with pieces or without.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether the board has no cell.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns the piece on a cell.
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        self.pieces[cell]
    }

    /// Returns what stands on a cell: nothing, a piece of either side, or that the cell is absent.
    #[inline]
    pub fn occupant(&self, cell: Cell) -> Occupant {
        self.occupants[cell]
    }

    /// Sets or removes the piece on a cell. Does nothing on an absent cell.
    #[inline]
    pub fn put(&mut self, cell: Cell, piece: Option<Piece>) {
        if self.occupants[cell] == Occupant::Absent && self.pieces[cell].is_none() {
            return;
        }
        let (piece, occupant) = match piece {
            // White stands for the owner of a piece that has none.
            Some(piece) if self.has_neutral && self.is_neutral(piece) => {
                let side = Side::White;
                (Some(Piece { side, ..piece }), Occupant::Absent)
            }
            Some(Piece { side, .. }) => (piece, side.into()),
            None => (None, Occupant::Empty),
        };
        self.pieces[cell] = piece;
        self.occupy(cell, occupant);
    }

    fn is_neutral(&self, piece: Piece) -> bool {
        piece.kind.is_some_and(|kind| self.neutral.contains(kind))
    }

    /// Returns what may be taken en passant now.
    #[inline]
    pub fn en_passant(&self) -> Option<&EnPassant> {
        self.en_passant.as_deref()
    }

    /// Sets what may be taken en passant now.
    pub fn set_en_passant(&mut self, en_passant: Option<EnPassant>) {
        self.en_passant = en_passant.map(Box::new);
    }

    /// Sets what may be taken en passant now, and returns what might be before.
    #[inline]
    pub(crate) fn replace_en_passant(
        &mut self,
        en_passant: Option<Box<EnPassant>>,
    ) -> Option<Box<EnPassant>> {
        std::mem::replace(&mut self.en_passant, en_passant)
    }

    /// Returns the cell of the piece that would be taken en passant on an empty cell.
    #[inline]
    pub fn en_passant_on(&self, cell: Cell) -> Option<Cell> {
        let mut all = self.en_passant()?.all();
        all.find(|(cells, _)| cells.contains(cell))
            .map(|(_, piece)| piece)
    }

    /// Iterates over all pieces with their cells, in board order.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> + '_ {
        self.pieces
            .iter()
            .filter_map(|(cell, piece)| piece.map(|piece| (cell, piece)))
    }

    /// Returns the cells on which a piece stands.
    pub fn occupied(&self) -> CellSet {
        *self.cells(Occupant::White) | *self.cells(Occupant::Black) | self.neutral_cells()
    }
}

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The pieces on the board.
    pub position: Position,
    /// The pieces beside it.
    pub reserve: Reserve,
    /// The fields of its FEN after the pieces, if it has any.
    pub fields: Option<Excerpt>,
}

impl Setup {
    /// Whether a piece of a kind is on the board or beside it.
    pub fn has(&self, kind: KindId) -> bool {
        self.position
            .pieces()
            .any(|(_, piece)| piece.kind == Some(kind))
            || Side::BOTH
                .iter()
                .any(|side| self.reserve.count(*side, kind) > 0)
    }
}

/// Pieces beside the board, counted by side and kind: a reserve, or the pieces in hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reserve {
    /// The counts, without those that are zero.
    counts: BTreeMap<(Side, KindId), u16>,
}

impl Reserve {
    /// Returns the number of pieces of a kind that a side has.
    pub fn count(&self, side: Side, kind: KindId) -> u16 {
        self.counts.get(&(side, kind)).copied().unwrap_or(0)
    }

    /// Adds a number of pieces beside the board.
    pub fn add(&mut self, side: Side, kind: KindId, pieces: u16) {
        let count = self.count(side, kind).saturating_add(pieces);
        if count > 0 {
            self.counts.insert((side, kind), count);
        }
    }

    /// Whether no piece is beside the board.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Iterates over sides, kinds and counts: White's first, in the order of the variant's kinds.
    pub fn iter(&self) -> impl Iterator<Item = (Side, KindId, u16)> + '_ {
        self.counts
            .iter()
            .map(|((side, kind), count)| (*side, *kind, *count))
    }
}
