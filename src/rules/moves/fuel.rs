//! How much work may still be done: a limit that counts steps and not time, so that it is the same everywhere.

/// Units of work that are left; no end of them, if no number is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fuel {
    left: u64,
}

impl Default for Fuel {
    fn default() -> Fuel {
        Fuel { left: u64::MAX }
    }
}

impl Fuel {
    /// A budget of `left` steps.
    pub fn new(left: u64) -> Fuel {
        Fuel { left }
    }

    /// The steps that are left.
    pub fn left(self) -> u64 {
        self.left
    }

    /// Whether no step is left.
    pub fn is_spent(self) -> bool {
        self.left == 0
    }

    /// Takes so many units, or all that are left; false if none is left then.
    #[inline]
    pub fn spend(&mut self, units: u64) -> bool {
        self.left = self.left.saturating_sub(units);
        self.left > 0
    }
}
