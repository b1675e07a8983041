//! Powers: worked positions with a control each; the fast way against the slow one on random positions; and random
//! games, of which after each move nothing may be lost.

mod differential;
mod games;
mod worked;

/// Every power at once.
const POWERS: &str = include_str!("powers.toml");
