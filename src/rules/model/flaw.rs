//! Why a board cannot be built, whatever its kind.

padma_text::named! {
    /// The parts that a plan lists.
    pub enum PlanPart by name {
        /// The letters of files.
        File "file",
        /// The names of ranks.
        Rank "rank",
        /// Levels.
        Level "level",
        /// Sheets.
        Sheet "sheet",
        /// An author's own cells.
        Cell "cell",
        /// Petals.
        Petal "petal",
    }
}

/// A fault of a plan. Numbers are indices into the plan's lists.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each fault says what its numbers are, and `first` is the earlier one"
)]
pub enum BoardFlaw {
    /// None of these parts, or more than a board can have.
    Number(PlanPart),
    /// This part has the same name as an earlier one, or is listed twice.
    Doubled {
        part: PlanPart,
        item: usize,
        first: usize,
    },
    /// Ranks beyond [`Rank::HIGHEST`](super::Rank::HIGHEST).
    RankNumbers,
    /// The name of this file is not one or two lowercase letters.
    FileName(usize),
    /// The list of letters does not have this length, the number of files.
    FileNumber(usize),
    /// A side of an outline has no cell, or too many.
    Side,
    /// The name of this cell is not letters and a number.
    CellName(usize),
    /// More cells than a board may have.
    TooMany,
    /// The board has no cell.
    Empty,
    /// This extra cell's name belongs to another cell, or is not letters and a number.
    ExtraName(usize),
    /// Another cell, named `by`, lies at the place of this extra cell.
    ExtraTaken { extra: usize, by: String },
    /// The place of this extra cell is too far out.
    ExtraFar(usize),
    /// With this extra cell there are too many, or too many cells in all.
    ExtraTooMany(usize),
    /// Sides can be joined, or a ring drawn, only where at least three files or ranks meet and no
    /// cell lies beside them.
    Glue,
    /// A ring is drawn only where its sides are joined.
    Ring,
    /// The river does not lie between two of these `ranks`.
    River { ranks: usize },
    /// The levels and the ranks give two cells this name.
    LevelNames(String),
    /// A sheet has a flaw of its own.
    OnSheet { sheet: usize, flaw: Box<BoardFlaw> },
    /// The sheet is drawn too far out.
    SheetFar,
    /// The cell of this name is a square on one sheet and a point on the other.
    SheetKinds {
        sheet: usize,
        first: usize,
        name: String,
    },
    /// The cell of this name would be drawn over the other.
    SheetOverlap { name: String, other: String },
    /// This cell would be drawn over an earlier one.
    CellOverlap { cell: usize, first: usize },
    /// This cell lies too far out.
    CellFar(usize),
    /// The petal is not connected to the first one.
    PetalApart(usize),
    /// There are more petals than a board may have, or the petal at this index lies too far out.
    TooLarge(usize),
    /// This extra cell is fixed to a cell that is not a tile of the board.
    NoHost(usize),
    /// The host of this extra cell has no side at that angle; it has these `sides`, in degrees.
    NoSide { extra: usize, sides: Vec<u16> },
    /// Another cell, named `by`, already lies across that side.
    SideTaken { extra: usize, by: String },
}

impl BoardFlaw {
    /// Returns the flaw as one of a sheet.
    pub(super) fn on(self, sheet: usize) -> BoardFlaw {
        let flaw = Box::new(self);
        BoardFlaw::OnSheet { sheet, flaw }
    }
}

/// Returns each item that is equal to an earlier one, with the first such one.
pub(super) fn doubled<T: PartialEq>(
    part: PlanPart,
    items: &[T],
) -> impl Iterator<Item = BoardFlaw> {
    items.iter().enumerate().filter_map(move |(item, own)| {
        let first = items[..item].iter().position(|other| other == own)?;
        Some(BoardFlaw::Doubled { part, item, first })
    })
}
