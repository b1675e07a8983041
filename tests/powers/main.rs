//! Powers: worked positions with a control each; the fast way against the slow one on random positions; and random
//! games, of which after each move nothing may be lost.

#[path = "../kit/table.rs"]
#[allow(dead_code, reason = "each test uses its part of the kit")]
mod table;

mod differential;
mod games;
mod worked;

/// Every power at once.
const POWERS: &str = include_str!("powers.toml");

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }
}
