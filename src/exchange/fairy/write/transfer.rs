//! A variant on its way into a section: what is written so far, and what is listed.

use super::collected::{Losses, Target};
use super::grid::Grid;
use super::pieces::Pieces;
use super::rays::{self, RayMovement};
use super::rules::{BasicRule, NamedRule, VariantRules};
use super::section::SectionText;
use padma_rules::model::{KindId, Sided, Variant};
use padma_text::Span;
use padma_variant::decl::{piece, top};
use padma_variant::form::Fields;

/// Why most rules are not carried over.
pub(crate) const NO_SUCH_RULE: &str = "Fairy-Stockfish has no key for this";

/// Something in a variant that the program cannot be told.
pub(crate) struct Untold {
    /// What it is: "the rule `effect`".
    pub text: String,
    /// Why it is not carried over.
    pub why: String,
    pub span: Span,
}

/// A variant on its way into a section.
pub(crate) struct Export<'a> {
    pub variant: &'a Variant,
    pub whole: &'a Fields,
    pub grid: Grid<'a>,
    pub rules: &'a VariantRules<'a>,
    pub pieces: Pieces,
    pub section: SectionText,
    pub untold: Vec<Untold>,
    /// The indices of the basic rules that have been carried over, or listed.
    pub settled: Vec<bool>,
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

impl<'a> Export<'a> {
    /// Lists something that the program cannot be told.
    pub(crate) fn leave(&mut self, text: impl Into<String>, span: Span, why: impl Into<String>) {
        let (text, why) = (text.into(), why.into());
        let is_same = |other: &Untold| other.span == span && other.text == text && other.why == why;
        if !self.untold.iter().any(is_same) {
            self.untold.push(Untold { text, why, span });
        }
    }

    /// Lists a basic rule, by its index.
    pub(crate) fn leave_rule(&mut self, index: usize, why: impl Into<String>) {
        self.settled[index] = true;
        let (text, span) = self.rules.basic[index].origin();
        self.leave(text, span, why);
    }

    /// Lists a rule of the library.
    pub(crate) fn leave_named(&mut self, rule: &NamedRule<'_>, why: impl Into<String>) {
        let (text, span) = rule.origin();
        self.leave(text, span, why);
    }

    /// Lists something about a piece: `the movement of` it.
    pub(crate) fn leave_of(&mut self, what: &str, kind: KindId, why: impl Into<String>) {
        let text = format!("{what} `{}`", self.variant.kind(kind).id);
        self.leave(text, self.place_of(kind), why);
    }

    /// Returns what a function finds in basic rules, each with the index of its rule, and marks
    /// these as carried over.
    pub(crate) fn settle<T>(
        &mut self,
        find: impl Fn(&'a BasicRule<'a>) -> Option<T>,
    ) -> Vec<(usize, T)> {
        let rules = self.rules;
        let basic = rules.basic.iter().enumerate();
        let found = basic.filter_map(|(index, basic)| Some((index, find(basic)?)));
        let found: Vec<(usize, T)> = found.collect();
        for (index, _) in &found {
            self.settled[*index] = true;
        }
        found
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

    /// Returns the place of a piece's table.
    pub(crate) fn place_of(&self, kind: KindId) -> Span {
        let id = &self.variant.kind(kind).id;
        let mut tables = self.whole.tables(top::PIECE).iter();
        let table = tables.find(|table| table.str(piece::ID) == id);
        table.map_or(self.whole.span, |table| table.place(piece::ID))
    }
}
