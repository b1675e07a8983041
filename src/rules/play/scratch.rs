//! Buffers kept from one question about a position to the next, so that few of them allocate anything.

use super::effect::Moves;
use super::powers::arrive::ArrivalScratch;
use crate::moves::Walker;

/// Room to think in. One serves any number of games, one question at a time.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) walker: Walker,
    pub(super) arrivals: ArrivalScratch,
    /// Moves that might take a piece that is asked about.
    pub(super) threats: Moves,
    /// Moves of which it is asked whether there is one.
    pub(super) answers: Moves,
}
