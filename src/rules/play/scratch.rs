//! Buffers kept from one query about a position to the next, so that most queries allocate
//! nothing.

use super::effect::Moves;
use super::powers::arrive::ArrivalScratch;
use super::scope_now::ScopeNow;
use super::term_rules::{AdditionalEffects, MovesAsked};
use crate::moves::Walker;

/// Buffers for queries. A scratch serves any number of games, one query at a time.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) walker: Walker,
    pub(super) arrivals: ArrivalScratch,
    /// Moves that might capture the piece in question.
    pub(super) threats: Moves,
    /// The additional effects of a move.
    pub(super) additional: Vec<AdditionalEffects>,
    /// The moves that rules may concern.
    pub(super) scopes: Vec<Option<ScopeNow>>,
    /// The same of all rules together, to count moves.
    pub(super) bulk_scopes: Vec<ScopeNow>,
    /// What the rules ask of the legal moves of White and of Black.
    pub(super) legal: [MovesAsked; 2],
    /// Whether the moves being found are answers to a drop that may not mate.
    pub(super) answers_mate: bool,
    /// Moves listed only to learn whether there are any.
    pub(super) answers: Moves,
    /// Whether a position that was looked at has too many moves.
    pub(super) too_many_moves: bool,
}

impl Scratch {
    /// Whether a position that was looked at has more moves than [`Moves::MOST`], so that the
    /// answers since then mean nothing.
    pub fn too_many_moves(&self) -> bool {
        self.too_many_moves
    }

    /// Records that the moves of a position are too many, if they are.
    pub fn note(&mut self, moves: &Moves) {
        self.too_many_moves |= moves.too_many();
    }
}
