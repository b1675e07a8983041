//! Collects the parts of a section that a variant cannot express.

use super::royalty;
use crate::draft::{Leftover, LeftoverKind};
use crate::fairy::fen::StartPosition;
use crate::fairy::keys::KEYS;
use crate::fairy::leaps::{are_opposite, only_leg};
use crate::fairy::rules::{IniPiece, IniRules};
use crate::fairy::slots::PieceSlot;
use crate::places::Square;
use padma_rules::model::Side;
use padma_rules::movement::leg::{Leap, LegWay};
use padma_rules::movement::{Dialect, betza};
use padma_text::diag::Diagnostics;
use padma_text::{At, Excerpt, Span};

pub(crate) struct Leftovers<'a> {
    rules: &'a IniRules,
    /// The place of the section, for complaints about defaults that cannot be carried over.
    pub section: Span,
    pub all: Vec<Leftover>,
}

impl<'a> Leftovers<'a> {
    /// Starts with the leftovers found while reading the section.
    pub(crate) fn new(rules: &'a IniRules, section: Span) -> Leftovers<'a> {
        Leftovers {
            rules,
            section,
            all: rules.leftovers.clone(),
        }
    }

    /// Adds a key that is carried over only in part, as it is written.
    pub(crate) fn leave(&mut self, name: &'static str, why: &'static str) {
        let rules = self.rules;
        for setting in Side::BOTH
            .into_iter()
            .filter_map(|side| rules.setting(name, side))
        {
            self.leave_words(setting.source_text.clone(), why);
        }
    }

    /// Adds words that are carried over only in part.
    pub(crate) fn leave_words(&mut self, words: At<String>, why: &'static str) {
        self.all.push(Leftover::new(words, LeftoverKind::Rule(why)));
    }

    /// Adds the keys that a variant cannot express at all, unless they have their default values,
    /// and those that say more than is carried over.
    pub(crate) fn add_settings(&mut self, start: &StartPosition) {
        let rules = self.rules;
        for (name, setting) in rules.settings().filter(|(_, setting)| !setting.is_default) {
            let kind = KEYS
                .iter()
                .find(|key| key.name == name)
                .and_then(|key| key.leaves());
            let kind = kind.filter(|_| !self.follows(name));
            self.all
                .extend(kind.map(|kind| Leftover::new(setting.source_text.clone(), kind)));
        }
        self.add_losses(start);
        self.add_counts();
        self.add_en_passant();
        let can_move = |piece: &IniPiece| {
            let text = piece.movement.as_ref();
            !text
                .map_or(piece.slot.movement(), |text| text.text())
                .is_empty()
        };
        if self.follows("materialCounting") && rules.pieces.iter().any(can_move) {
            self.leave(
                "materialCounting",
                "material is counted too where a position repeats or nothing happens",
            );
        }
        if let Some(field) = &start.en_passant {
            let words = At {
                value: format!("startFen: {}", field.text()),
                span: field.whole(),
            };
            self.leave_words(words, "which piece can be captured en passant");
        }
    }

    /// Adds rules about the loss of pieces.
    fn add_losses(&mut self, start: &StartPosition) {
        let rules = self.rules;
        if royalty::pseudo_royal(rules).is_empty() {
            return;
        }
        if !royalty::is_exact(rules, start) {
            self.leave(
                "extinctionPseudoRoyal",
                "how many royal pieces a side needs, and may have",
            );
        }
        if rules.truth("checkCounting") {
            self.leave("checkCounting", "only checks to the king are counted");
        }
        if !rules.truth("checking") && rules.has(PieceSlot::KING) {
            self.leave("checking", "only checks to the king are forbidden");
        }
    }

    /// Adds counts that differ from those of a variant's rules.
    fn add_counts(&mut self) {
        let rules = self.rules;
        let [white, black] = Side::BOTH.map(|side| rules.slots("nMoveRuleTypes", side));
        if rules.number("nMoveRule") > 0 {
            if white != black {
                self.leave(
                    "nMoveRuleTypes",
                    "the pieces whose moves count differ between the sides",
                );
            } else if rules
                .pieces
                .iter()
                .any(|piece| white.contains(&piece.slot) && may_return(piece))
            {
                self.leave("nMoveRuleTypes", "a reversible move counts as quiet");
            }
        }
    }

    /// Adds pieces that capture en passant although no letter in their strings says so.
    fn add_en_passant(&mut self) {
        let rules = self.rules;
        if !rules.truth("doubleStep") || !rules.has_en_passant() {
            return;
        }
        for side in Side::BOTH {
            // One of the two keys is written, or pawns step twice as in chess.
            let region = match rules.setting("doubleStepRegion", side) {
                Some(_) => "doubleStepRegion",
                None => "promotionRegion",
            };
            if meets_zone(rules, side, 2, side) {
                self.leave(
                    region,
                    "a pawn that promotes by a double step cannot be captured en passant",
                );
            }
            if meets_zone(rules, side, 1, side.other()) {
                self.leave(region, "a pawn that captures en passant does not promote");
            }
            let slots = rules.slots("enPassantTypes", side);
            let takes = |piece: &IniPiece| {
                let is_written = piece
                    .movement
                    .as_ref()
                    .map_or(piece.slot == PieceSlot::PAWN, |text| {
                        text.text().contains('e')
                    });
                slots.contains(&piece.slot) && !is_written
            };
            if rules.pieces.iter().any(takes) {
                self.leave(
                    "enPassantTypes",
                    "a piece captures en passant, but its string does not say so",
                );
            }
        }
    }

    /// Whether the value of a key follows from other keys that are carried over.
    fn follows(&self, name: &str) -> bool {
        let slots = |name| Side::BOTH.map(|side| self.rules.slots(name, side));
        match name {
            "enPassantTypes" => {
                slots("enPassantTypes") == slots("promotionPawnTypes")
                    || !self.rules.has_en_passant()
            }
            "enPassantRegion" => !self.rules.truth("doubleStep") || !self.rules.has_en_passant(),
            // The rules of a full board and of two passes count pieces so.
            "materialCounting" => {
                self.rules.text("materialCounting").as_deref() == Some("unweighted")
            }
            _ => false,
        }
    }
}

/// Whether a double step of a side comes, after `ranks` ranks, to where the pawns of `promotes` would
/// promote.
fn meets_zone(rules: &IniRules, side: Side, ranks: u16, promotes: Side) -> bool {
    let zone = rules.squares("promotionRegion", promotes);
    let ahead = |square: &Square| {
        let rank = match side {
            Side::White => square.rank.checked_add(ranks),
            Side::Black => square.rank.checked_sub(ranks),
        };
        rank.map(|rank| Square { rank, ..*square })
    };
    let pawns = rules.slots("promotionPawnTypes", promotes);
    let is_promoted = rules.exchanges().contains_key(&PieceSlot::PAWN);
    let from = rules.squares("doubleStepRegion", side);
    let mut ends = from.iter().filter_map(ahead);
    (!pawns.is_empty() || is_promoted) && ends.any(|end| zone.contains(&end))
}

/// Whether a piece may go back the way it came, without capturing.
fn may_return(piece: &IniPiece) -> bool {
    let by_name = Excerpt::inexact(piece.slot.movement(), Span::default());
    let text = piece.movement.as_ref().unwrap_or(&by_name);
    if text.text().is_empty() {
        return false;
    }
    let parsed = betza::parse(text, Dialect::Fsf, &mut Diagnostics::default());
    let Some(parsed) = parsed else { return true };
    let mut leaps: Vec<Leap> = Vec::new();
    for component in &parsed.components {
        let Some(leg) = only_leg(component) else {
            return true;
        };
        match &leg.way {
            LegWay::Leaps(_) if leg.end.empty.is_none() => {}
            LegWay::Leaps(all) => leaps.extend(all),
            LegWay::Directions { .. } | LegWay::Turns { .. } => return true,
        }
    }
    leaps
        .iter()
        .any(|one| leaps.iter().any(|other| are_opposite(*one, *other)))
}
