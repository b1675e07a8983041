//! A side that has too few pieces of a kind.

use super::effects::exploding_king;
use super::row::{LawGroup, LawReading, NotWritten, law};
use crate::draft::{LawValue, PieceIndex};
use crate::fairy::write::collected::{LAST_PIECE, LossRule, RuleMention};
use crate::fairy::write::pieces::starts;
use crate::fairy::write::rules::NamedRule;
use crate::fairy::write::transfer::Export;
use padma_rules::model::{Ending, KindId, Side};
use padma_text::Span;
use std::mem;

/// Why royal kinds are not carried over together.
const EACH_ROYAL: &str = "in Fairy-Stockfish each royal kind is counted separately";

pub(super) static LOSSES: LawGroup = LawGroup {
    read,
    laws: &[
        law("few-pieces", write_few),
        law("few-in-all", write_few),
        law("extinction", |export, rule| {
            let kinds = export.rules.pieces(rule, "pieces");
            let loss = LossRule {
                is_of_all: kinds.is_empty(),
                ..LAST_PIECE
            };
            export.losses.add(kinds, loss, Some(rule.origin()))
        }),
        law("last-king", |export, rule| {
            let kinds = export.rules.pieces(rule, "pieces");
            match kinds.len() {
                1 => export.losses.add_royal(kinds, rule.origin()),
                _ => Err(EACH_ROYAL.to_string()),
            }
        }),
        law("bare-king", |export, rule| {
            let loss = LossRule {
                is_of_all: true,
                count: 1,
                ..LAST_PIECE
            };
            export.losses.add(Vec::new(), loss, Some(rule.origin()))
        }),
    ],
};

fn read(reading: &mut LawReading<'_, '_>) {
    let rules = reading.rules;
    let Some(outcome) = rules.outcome("extinctionValue") else {
        return;
    };
    // A royal piece cannot be captured, unless it explodes.
    if rules.truth("extinctionPseudoRoyal") && !rules.truth("blastOnCapture") {
        return;
    }
    // A rule of its own says so of a king that explodes.
    if exploding_king(rules, reading.start).is_some() {
        return;
    }
    let facing = rules.number("extinctionOpponentPieceCount");
    let claim = u16::from(rules.truth("extinctionClaim"));
    let outcome = outcome.name();
    let facing_mover = facing + claim;
    let numbers = [
        (
            "least",
            LawValue::Number(rules.number("extinctionPieceCount") + 1),
        ),
        ("outcome", LawValue::Text(&outcome)),
        ("facing", LawValue::Number(facing)),
        ("facing-mover", LawValue::Number(facing_mover)),
    ];
    let numbers = &numbers[..if facing_mover == 0 { 2 } else { 4 }];
    let has_hand = rules.truth("capturesToHand") || !reading.draft.setup.reserve.is_empty();
    if rules.is_star("extinctionPieceTypes") && !has_hand {
        return reading.add("few-in-all", numbers);
    }
    let groups: Vec<Vec<PieceIndex>> = match rules.is_star("extinctionPieceTypes") {
        true => vec![reading.all()],
        false => {
            let slots = rules.slots("extinctionPieceTypes", Side::White);
            slots.iter().map(|slot| rules.kinds(*slot)).collect()
        }
    };
    for kinds in groups {
        let pieces = [("pieces", LawValue::Pieces(&kinds))];
        reading.add("few-pieces", &[&pieces[..], numbers].concat());
    }
}

fn write_few(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    let kinds = export.rules.pieces(rule, "pieces");
    let [least, facing, facing_mover] =
        ["least", "facing", "facing-mover"].map(|key| export.rules.number(rule, key));
    let ending = Ending::from_name(&export.rules.text(rule, "outcome"));
    let (Some(ending), Some(count)) = (ending, least.checked_sub(1)) else {
        let why = "in Fairy-Stockfish the smallest `least` is 1, and the outcome is a win, a draw or a loss";
        return Err(why.to_string());
    };
    if facing_mover < facing || facing_mover > facing + 1 {
        let why = "in Fairy-Stockfish the side that has moved may need at most one piece more than the other";
        return Err(why.to_string());
    }
    let is_of_all = rule.name == "few-in-all" || export.are_all(&kinds);
    if !is_of_all && export.pieces.letters(&kinds).len() > 1 {
        let why = "in Fairy-Stockfish each kind is counted separately, or all pieces together";
        return Err(why.to_string());
    }
    let loss = LossRule {
        is_of_all,
        count,
        is_royal: false,
        ending,
        facing,
        is_claimed: facing_mover > facing,
    };
    let of_board = (rule.name == "few-in-all").then(|| rule.origin());
    export.losses.add(kinds, loss, of_board)
}

/// Writes pieces that are royal while they are the last, or whose loss loses, as the rule about lost
/// pieces.
pub(super) fn write_royalty(export: &mut Export<'_>) {
    let royal = mem::take(&mut export.pieces.pseudo_royal);
    if !royal.is_empty() {
        let count = |kind| {
            let sides = Side::BOTH.map(|side| starts(export.variant, kind, side).len());
            sides[0].max(sides[1])
        };
        let most = royal.iter().map(|kind| count(*kind)).max().unwrap_or(1);
        let rule = LossRule {
            is_royal: true,
            count: most.saturating_sub(1) as u16,
            ..LAST_PIECE
        };
        let origin = royalty(export, royal[0], export.place_of(royal[0]));
        add_royalty(export, royal, rule, origin);
    }
    let rules = export.rules;
    for (kind, span) in &rules.last {
        let origin = royalty(export, *kind, *span);
        let rule = LossRule {
            is_royal: true,
            ..LAST_PIECE
        };
        match rules.last.len() {
            1 => add_royalty(export, vec![*kind], rule, origin),
            _ => export.leave(origin.0, origin.1, EACH_ROYAL),
        }
    }
    for (kind, span) in &rules.taken {
        let origin = royalty(export, *kind, *span);
        add_royalty(export, vec![*kind], LAST_PIECE, origin);
    }
}

fn royalty(export: &Export<'_>, kind: KindId, span: Span) -> RuleMention {
    let text = format!("the royalty of `{}`", export.variant.kind(kind).id);
    (text, span)
}

fn add_royalty(export: &mut Export<'_>, kinds: Vec<KindId>, rule: LossRule, origin: RuleMention) {
    if let Err(why) = export.losses.add(kinds, rule, Some(origin.clone())) {
        export.leave(origin.0, origin.1, why);
    }
}

/// Writes the rule about lost pieces.
pub(super) fn write_losses(export: &mut Export<'_>) {
    let Some(rule) = export.losses.rule else {
        return;
    };
    let letters = match rule.is_of_all {
        true => "*".to_string(),
        false => export.pieces.letters(&export.losses.kinds),
    };
    if export.has_hand {
        for (text, span) in mem::take(&mut export.losses.of_board) {
            let why = "in Fairy-Stockfish pieces in hand count as well";
            export.leave(text, span, why);
        }
    }
    let section = &mut export.section;
    section.set("extinctionValue", rule.ending.name());
    section.set("extinctionPieceTypes", letters);
    section.set("extinctionPieceCount", rule.count);
    section.set("extinctionPseudoRoyal", rule.is_royal);
    section.set("extinctionOpponentPieceCount", rule.facing);
    section.set("extinctionClaim", rule.is_claimed);
}
