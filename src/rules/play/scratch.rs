//! Buffers kept from one query about a position to the next, so that most queries allocate
//! nothing.

use super::effect::Moves;
use super::law_values::{Besides, MovesAsked};
use super::powers::arrive::ArrivalScratch;
use crate::moves::Walker;

/// Buffers for queries. A scratch serves any number of games, one query at a time.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) walker: Walker,
    pub(super) arrivals: ArrivalScratch,
    /// Moves that might capture the piece in question.
    pub(super) threats: Moves,
    /// What a move does besides.
    pub(super) besides: Vec<Besides>,
    /// What the rules ask of the legal moves of White and of Black.
    pub(super) legal: [MovesAsked; 2],
    /// Whether the moves being found are answers to a drop that may not mate.
    pub(super) answers_mate: bool,
    /// Moves listed only to learn whether there are any.
    pub(super) answers: Moves,
}
