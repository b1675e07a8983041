//! A variant on its way into a section: what is written so far, and what is listed.

use super::collected::{Losses, Target};
use super::pieces::Pieces;
use super::rays::{self, RayMovement};
use super::section::SectionText;
use crate::transfer::Transfer;
use padma_rules::model::{KindId, Sided};
use std::ops::{Deref, DerefMut};

/// Why most rules are not carried over.
pub(crate) const NO_SUCH_RULE: &str = "Fairy-Stockfish has no key for this";

/// A variant on its way into a section.
pub(crate) struct Export<'a> {
    pub transfer: Transfer<'a>,
    pub pieces: Pieces,
    pub section: SectionText,
    /// The letters of castling rights, White's and Black's.
    pub rights: [String; 2],
    /// The number of checks that wins, if checks are counted.
    pub checks: Option<[u16; 2]>,
    /// The pieces whose loss ends the game.
    pub losses: Losses,
    /// The cells that pieces must reach.
    pub targets: Vec<Target>,
    /// Whether White and Black may pass.
    pub passes: [bool; 2],
    /// Whether pieces in hand are part of the position.
    pub has_hand: bool,
}

/// What is carried over and what is left is the same for all programs.
impl<'a> Deref for Export<'a> {
    type Target = Transfer<'a>;

    fn deref(&self) -> &Transfer<'a> {
        &self.transfer
    }
}

impl DerefMut for Export<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.transfer
    }
}

impl<'a> Export<'a> {
    pub(crate) fn new(transfer: Transfer<'a>) -> Export<'a> {
        let setup = transfer.variant.setup.as_ref();
        let has_hand = setup.is_some_and(|setup| !setup.reserve.is_empty());
        Export {
            transfer,
            pieces: Pieces::default(),
            section: SectionText::default(),
            rights: Default::default(),
            checks: None,
            losses: Losses::default(),
            targets: Vec::new(),
            passes: [false; 2],
            has_hand,
        }
    }

    /// Returns the movement that a string of the program means.
    pub(crate) fn rays_of(&self, text: &str) -> Option<RayMovement> {
        rays::movement_of_string(text, self.variant, &self.grid)
    }

    /// Returns the movement of a piece.
    pub(crate) fn movement(&self, kind: KindId) -> &RayMovement {
        &self.pieces.movements[kind.index()]
    }

    /// Sets a key that lists pieces of both sides.
    pub(crate) fn set_pieces(&mut self, name: &'static str, kinds: &[KindId]) {
        self.set_sided_pieces(name, &Sided::by(|_| kinds.to_vec()));
    }

    /// Sets a key that lists pieces of each side.
    pub(crate) fn set_sided_pieces(&mut self, name: &'static str, kinds: &Sided<Vec<KindId>>) {
        let letters = Sided::by(|side| self.pieces.letters(kinds.of(side)));
        let mut all = kinds.white.iter().chain(&kinds.black);
        let is_usual = all.all(|kind| self.pieces.is_usual(*kind));
        self.section.set_pieces(name, &letters, is_usual);
    }

    /// Whether a piece gets a name of its own.
    pub(crate) fn is_exported(&self, kind: KindId) -> bool {
        self.pieces.same_as[kind.index()] == kind && !self.variant.kind(kind).neutral
    }

    /// Returns the pieces that get a name of their own.
    pub(crate) fn exported(&self) -> Vec<KindId> {
        let kinds = self.variant.kind_ids();
        kinds.filter(|kind| self.is_exported(*kind)).collect()
    }

    /// Whether some pieces are all that the program has.
    pub(crate) fn are_all(&self, kinds: &[KindId]) -> bool {
        let mut all = self.variant.kind_ids();
        all.all(|kind| kinds.contains(&kind) || self.variant.kind(kind).neutral)
    }
}
