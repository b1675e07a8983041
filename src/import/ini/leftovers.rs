//! What the keys say and a variant cannot.

use super::super::draft::{Leftover, LeftoverKind};
use super::assemble::guarded;
use super::fen::Start;
use super::keys::{About, KEYS};
use super::promotion::dead_ends;
use super::rules::Rules;
use super::slots::Slot;
use crate::model::Side;
use crate::text::Span;

pub(super) struct Leftovers<'a> {
    rules: &'a Rules,
    /// The section, for what is not so although nobody wrote it.
    section: Span,
    all: Vec<Leftover>,
}

impl<'a> Leftovers<'a> {
    /// Begins with what nobody could read.
    pub(super) fn new(rules: &'a Rules, section: Span) -> Leftovers<'a> {
        Leftovers { rules, section, all: rules.leftovers.clone() }
    }

    pub(super) fn all(self) -> Vec<Leftover> {
        self.all
    }

    /// What is written of a key that is carried over only in part.
    pub(super) fn leave(&mut self, name: &'static str, why: &str) {
        for setting in Side::BOTH.into_iter().filter_map(|side| self.rules.setting(name, side)) {
            let (text, span) = (setting.text.clone(), setting.span);
            self.all.push(Leftover { text, span, kind: LeftoverKind::Rule(why.to_string()) });
        }
    }

    /// The same of a key whose meaning matters where nobody writes it, too.
    pub(super) fn leave_unwritten(&mut self, name: &'static str, why: &str) {
        if Side::BOTH.into_iter().any(|side| self.rules.setting(name, side).is_some()) {
            return self.leave(name, why);
        }
        let text = format!("{name} (not written)");
        self.all.push(Leftover { text, span: self.section, kind: LeftoverKind::Rule(why.to_string()) });
    }

    /// The keys that a variant cannot say at all, where they do not say what is so anyway; and those that
    /// say more than is carried over.
    pub(super) fn of_settings(&mut self, start: &Start) {
        let rules = self.rules;
        for (name, setting) in rules.settings().filter(|(_, setting)| !setting.is_default) {
            let kind = match KEYS.iter().find(|key| key.name == name).map(|key| key.about) {
                Some(About::Looks) => LeftoverKind::Looks,
                Some(About::Rule(what)) if !self.follows(name) => LeftoverKind::Rule(what.to_string()),
                _ => continue,
            };
            self.all.push(Leftover { text: setting.text.clone(), span: setting.span, kind });
        }
        if guarded(rules, start).is_none() && rules.outcome("extinctionValue").is_some() {
            for name in KEYS.map(|key| key.name).into_iter().filter(|name| name.starts_with("extinction")) {
                self.leave(name, "who loses, or wins, by losing men");
            }
        }
        if rules.truth("immobilityIllegal") && !self.ends_are_closed() {
            self.leave("immobilityIllegal", "no piece goes where it could never move on");
        }
        if rules.exchanges().values().any(Option::is_some) {
            self.leave("promotedPieceType", "a move that begins in the zone promotes there too");
        }
        if let Some(field) = &start.black_begins {
            let kind = LeftoverKind::Rule("Black begins".to_string());
            let text = format!("startFen: {}", field.text());
            self.all.push(Leftover { text, span: field.whole(), kind });
        }
    }

    /// Whether a key says only what follows from others that are carried over.
    fn follows(&self, name: &str) -> bool {
        let slots = |name| Side::BOTH.map(|side| self.rules.slots(name, side));
        match name {
            "enPassantTypes" => slots("enPassantTypes") == slots("promotionPawnTypes"),
            "enPassantRegion" | "tripleStepRegion" => !self.rules.truth("doubleStep"),
            _ => false,
        }
    }

    /// Whether each piece that could not move on at the far end must promote there.
    fn ends_are_closed(&self) -> bool {
        let rules = self.rules;
        let last = rules.board().1 - 1;
        let zone = rules.squares("promotionRegion", Side::White);
        let in_zone = |ranks: u16| (0..ranks).all(|far| zone.iter().any(|square| square.rank + far == last));
        let promotes = |slot: Slot| {
            rules.exchanges().get(&slot).copied().flatten().is_some()
                || rules.slots("promotionPawnTypes", Side::White).contains(&slot)
        };
        let closed = |slot: Slot| {
            let ends = dead_ends(slot);
            !slot.is_custom() && (ends == 0 || promotes(slot) && in_zone(ends))
        };
        !rules.truth("pieceDrops") && rules.pieces.iter().all(|piece| closed(piece.slot))
    }
}
