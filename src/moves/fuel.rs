//! How much work may still be done: a limit that counts steps and not time, so that it is the same everywhere.

/// Units of work that are left; no end of them, if no number is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fuel {
    left: u64,
}

impl Default for Fuel {
    fn default() -> Fuel {
        Fuel { left: u64::MAX }
    }
}

impl Fuel {
    pub(crate) fn new(left: u64) -> Fuel {
        Fuel { left }
    }

    pub(crate) fn left(self) -> u64 {
        self.left
    }

    pub(crate) fn is_spent(self) -> bool {
        self.left == 0
    }

    /// Takes so many units, or all that are left; false if none is left then.
    #[inline]
    pub(crate) fn spend(&mut self, units: u64) -> bool {
        self.left = self.left.saturating_sub(units);
        self.left > 0
    }
}
