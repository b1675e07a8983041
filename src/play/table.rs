//! The transposition table. Knows no moves, only their numbers in a list.

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ScoreBound {
    /// Nothing is stored.
    #[default]
    None,
    /// The true score is at least this.
    AtLeast,
    /// The true score is at most this.
    AtMost,
    /// It is this.
    Exact,
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KnownPosition {
    pub key: u64,
    pub score: i32,
    /// The number of its best move.
    pub best: u32,
    /// The depth of its search.
    pub depth: i8,
    pub bound: ScoreBound,
}

/// Entries by position key; a new entry always replaces the old one in its slot.
pub(crate) struct PositionTable {
    slots: Vec<KnownPosition>,
}

/// Number of slots: a power of two.
const SLOTS: usize = 1 << 18;

impl PositionTable {
    pub(crate) fn new() -> PositionTable {
        PositionTable {
            slots: vec![KnownPosition::default(); SLOTS],
        }
    }

    fn slot(key: u64) -> usize {
        // The remainder is below the number of slots.
        (key % SLOTS as u64) as usize
    }

    pub(crate) fn get(&self, key: u64) -> Option<KnownPosition> {
        let known = self.slots[PositionTable::slot(key)];
        (known.key == key && known.bound != ScoreBound::None).then_some(known)
    }

    pub(crate) fn put(&mut self, known: KnownPosition) {
        self.slots[PositionTable::slot(known.key)] = known;
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(KnownPosition::default());
    }
}

/// The score of a win at the root.
pub(crate) const WIN: i32 = 1_000_000;
/// More than any score.
pub(crate) const INFINITE: i32 = 2_000_000;
/// The lowest score of a forced win.
pub(crate) const FORCED: i32 = WIN - 500;

/// Returns a score of a position `ply` moves below the root as one that counts from the position, as it is stored.
pub(crate) fn from_here(score: i32, ply: i32) -> i32 {
    score + ply * forced_for(score)
}

/// Returns a stored score as one that counts from the root.
pub(crate) fn from_root(score: i32, ply: i32) -> i32 {
    score - ply * forced_for(score)
}

/// Returns 1 for the score of a forced win, -1 for that of a forced loss, else 0.
fn forced_for(score: i32) -> i32 {
    i32::from(score >= FORCED) - i32::from(score <= -FORCED)
}
