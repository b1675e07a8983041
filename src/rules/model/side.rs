//! The two sides, and what each has its own of.

padma_text::named! {
    /// One of the two players, and whose a piece is.
    #[derive(Hash)]
    pub enum Side by name {
        /// The side that looks up the board, from its lowest rank.
        White "white",
        /// The side opposite: its directions are the mirrors of White's.
        Black "black",
    }
}

impl Side {
    /// White, then Black.
    pub const BOTH: [Side; 2] = Side::ALL;

    /// Its name with a capital.
    pub fn titled(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }

    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// Something of which each side has its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sided<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Sided<T> {
    /// A side's.
    #[inline]
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T: Copy> Sided<T> {
    /// The same for both.
    pub fn same(value: T) -> Sided<T> {
        Sided {
            white: value,
            black: value,
        }
    }
}
