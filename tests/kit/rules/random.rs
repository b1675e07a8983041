//! Numbers that look random and are the same on every run.

/// Knuth's linear congruential generator; the high bits are used, as the low ones repeat soon.
pub struct Random(pub u64);

impl Random {
    /// A number below another.
    pub fn below(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }
}

/// One of some words.
pub fn one<'a>(random: &mut Random, of: &[&'a str]) -> &'a str {
    of[random.below(of.len())]
}

/// Returns true in `percent` of a hundred cases.
pub fn chance(random: &mut Random, percent: usize) -> bool {
    random.below(100) < percent
}
