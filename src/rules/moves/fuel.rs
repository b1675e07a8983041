//! A budget of work. It counts steps and not time, so that it runs out at the same point on every
//! machine.

/// The units of work that are left; the default is unlimited.
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
    /// Returns a budget of `left` steps.
    pub fn new(left: u64) -> Fuel {
        Fuel { left }
    }

    /// Returns the number of steps left.
    pub fn left(self) -> u64 {
        self.left
    }

    /// Whether no step is left.
    pub fn is_spent(self) -> bool {
        self.left == 0
    }

    /// Spends `units`, or all that are left; false if the budget has run out.
    #[inline]
    pub fn spend(&mut self, units: u64) -> bool {
        self.left = self.left.saturating_sub(units);
        self.left > 0
    }
}
