//! The two sides, and values that each side has for itself.

padma_text::named! {
    /// One of the two players, and the owner of a piece.
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

    /// Whether something is so of both sides.
    pub fn both(is_so: impl FnMut(Side) -> bool) -> bool {
        Side::BOTH.into_iter().all(is_so)
    }

    /// Whether something is so of one of the sides.
    pub fn either(is_so: impl FnMut(Side) -> bool) -> bool {
        Side::BOTH.into_iter().any(is_so)
    }

    /// Returns its name with a capital.
    pub fn titled(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }

    /// Returns the opponent.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

padma_text::named! {
    /// Whose a piece on the board is: a side's, or nobody's.
    #[derive(Hash)]
    pub enum Owner by name {
        /// White's.
        White "white",
        /// Black's.
        Black "black",
        /// Nobody's: neither side moves it by its movement, and none captures it.
        Nobody "nobody",
    }
}

impl Owner {
    /// Returns the side whose pictures the piece is drawn with.
    pub fn pictured(self) -> Side {
        match self {
            Owner::Black => Side::Black,
            Owner::White | Owner::Nobody => Side::White,
        }
    }
}

impl From<Side> for Owner {
    fn from(side: Side) -> Owner {
        match side {
            Side::White => Owner::White,
            Side::Black => Owner::Black,
        }
    }
}

/// A value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sided<T> {
    /// White's value.
    pub white: T,
    /// Black's value.
    pub black: T,
}

impl<T> Sided<T> {
    /// Returns the value of a side.
    #[inline]
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Returns what a function says of each side.
    pub fn by(mut of: impl FnMut(Side) -> T) -> Sided<T> {
        let [white, black] = Side::BOTH.map(&mut of);
        Sided { white, black }
    }
}

impl<T: Copy> Sided<T> {
    /// Returns a value that is the same for both sides.
    pub fn same(value: T) -> Sided<T> {
        Sided {
            white: value,
            black: value,
        }
    }
}
