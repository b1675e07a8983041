//! What a side must do or may not do: captures and drops that are mandatory, passing.

use super::row::{LawGroup, LawReading, NotWritten, law, only_if};
use crate::draft::LawValue;
use crate::fairy::read::dead_ends;
use crate::fairy::read::drops::drop_squares;
use crate::fairy::slots::PieceSlot;
use crate::fairy::write::promotion;
use crate::fairy::write::rules::NamedRule;
use crate::fairy::write::transfer::{Export, NO_SUCH_RULE};
use padma_rules::model::{Side, Sided};
use padma_variant::decl::{top, turn};

/// A key that is true or false, and the rule that one of the two stands for.
struct FlagLaw {
    key: &'static str,
    value: bool,
    rule: &'static str,
    /// The keys by which the rule names the king, if it is about the king.
    king: Option<&'static [&'static str]>,
}

const FLAGS: [FlagLaw; 4] = [
    FlagLaw {
        key: "mustCapture",
        value: true,
        rule: "must-capture",
        king: None,
    },
    FlagLaw {
        key: "bikjangRule",
        value: true,
        rule: "bikjang",
        king: Some(&["piece"]),
    },
    FlagLaw {
        key: "makpongRule",
        value: true,
        rule: "no-way-out-of-check",
        king: Some(&["piece"]),
    },
    // Only check to the king is meant, and each side has one king.
    FlagLaw {
        key: "checking",
        value: false,
        rule: "no-check",
        king: Some(&[]),
    },
];

pub(super) static DUTIES: LawGroup = LawGroup {
    read,
    laws: &[
        law(FLAGS[0].rule, write_flag),
        law(FLAGS[1].rule, write_flag),
        law(FLAGS[2].rule, write_flag),
        law(FLAGS[3].rule, write_flag),
        law("must-drop", |export, _| {
            export.section.set("mustDrop", true);
            export.section.set("mustDropType", "*");
            Ok(())
        }),
        law("must-drop-piece", |export, rule| {
            export.section.set("mustDrop", true);
            let kinds = export.rules.pieces(rule, "pieces");
            let letters = export.pieces.letters(&kinds);
            export.section.set("mustDropType", letters);
            Ok(())
        }),
        // `write_turns` writes this one.
        law("pass-if-stuck", |_, _| Ok(())),
        law("no-dead-end", write_dead_end),
        law("both-shades", write_both_shades),
    ],
};

fn read(reading: &mut LawReading<'_, '_>) {
    let rules = reading.rules;
    let king = rules.kind(PieceSlot::KING);
    for flag in FLAGS
        .iter()
        .filter(|flag| rules.truth(flag.key) == flag.value)
    {
        match (flag.king, king) {
            (None, _) => reading.add(flag.rule, &[]),
            (Some(keys), Some(king)) => {
                let name = |key: &&'static str| (*key, LawValue::Piece(king));
                let named: Vec<(&str, LawValue<'_>)> = keys.iter().map(name).collect();
                reading.add(flag.rule, &named);
            }
            (Some(_), None) => {}
        }
    }
    if king.is_some() && rules.truth("makpongRule") {
        let why = "a king in check may capture a piece that does not give check";
        reading.leftovers.leave("makpongRule", why);
    }
    if rules.truth("mustDrop") {
        let kinds = reading.kinds("mustDropType");
        match rules.is_star("mustDropType") {
            true => reading.add("must-drop", &[]),
            false => reading.add("must-drop-piece", &[("pieces", LawValue::Pieces(&kinds))]),
        }
    }
    read_passing(reading);
    for (kind, squares) in dead_ends::of(rules, reading.leftovers) {
        let name = format!("{}-dead-ends", reading.draft.id(kind));
        let cells = reading.draft.describe_squares(&squares, &name);
        let values = [
            ("piece", LawValue::Piece(kind)),
            ("cells", LawValue::Text(&cells)),
        ];
        reading.add("no-dead-end", &values);
    }
    let bishop = rules.kind(PieceSlot::BISHOP);
    let bishop =
        bishop.filter(|_| rules.truth("pieceDrops") && rules.truth("dropOppositeColoredBishop"));
    if let Some(bishop) = bishop {
        let squares = drop_squares(rules, PieceSlot::BISHOP);
        let cells = reading.draft.describe_squares(&squares, "dropped");
        let values = [
            ("piece", LawValue::Piece(bishop)),
            ("cells", LawValue::Text(&cells)),
        ];
        reading.add("both-shades", &values);
    }
}

fn read_passing(reading: &mut LawReading<'_, '_>) {
    let rules = reading.rules;
    match Side::BOTH.map(|side| rules.may_pass(side)) {
        [false, false] => return,
        [true, true] => reading.draft.allow_passing(None),
        [true, false] => reading.draft.allow_passing(Some(Side::White)),
        [false, true] => reading.draft.allow_passing(Some(Side::Black)),
    }
    let is_free = |side: Side| rules.truth_for("pass", side);
    let is_stuck = |side: Side| rules.may_pass(side) && !is_free(side);
    if !Side::either(is_free) {
        reading.add("pass-if-stuck", &[]);
    } else if Side::either(is_stuck) {
        let why = "one side may pass only if it has no other move, the other at any time";
        reading.leftovers.leave("passOnStalemate", why);
    }
}

/// Writes who may pass. A turn of several moves is not carried over.
pub(super) fn write_turns(export: &mut Export<'_>) {
    let mut places = Vec::new();
    for table in export.whole.tables(top::TURN) {
        let side = table
            .text(turn::SIDE)
            .and_then(|side| Side::from_name(side.text()));
        let of_side = |other: &Side| side.is_none_or(|side| side == *other);
        for other in Side::BOTH.into_iter().filter(of_side) {
            export.passes[other as usize] = table.flag(turn::PASS);
        }
        if table
            .number(turn::MOVES)
            .is_some_and(|moves| moves.value > 1)
        {
            let why = "in Fairy-Stockfish a turn is one move";
            export.leave("a turn of several moves", table.span, why);
        }
        if table.flag(turn::PASS) {
            places.push(table.span);
        }
    }
    let is_only_if_stuck = export.rules.has("pass-if-stuck");
    let key = match is_only_if_stuck {
        true => "passOnStalemate",
        false => "pass",
    };
    let passes = export.passes;
    let passes = Sided::by(|side| passes[side as usize].to_string());
    export.section.set_sided(key, &passes);
    let is_over = export.rules.has("two-passes") || export.rules.has("two-passes-count");
    for place in places {
        if export.pieces.king.is_none() && !is_only_if_stuck {
            let why = "in Fairy-Stockfish only a side with a king can pass";
            export.leave("passing", place, why);
        }
        if export.passes == [true; 2] && !is_over {
            let why = "in Fairy-Stockfish two passes end the game";
            export.leave("passing", place, why);
        }
    }
}

fn write_flag(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    let Some(flag) = FLAGS.iter().find(|flag| flag.rule == rule.name) else {
        return Err(NO_SUCH_RULE.to_string());
    };
    export.section.set(flag.key, flag.value);
    match flag.king {
        Some(_) => needs_king(export, rule),
        None => Ok(()),
    }
}

/// Refuses a rule that names a piece other than the king.
pub(super) fn needs_king(export: &Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    let about = export.rules.pieces(rule, "piece");
    let is_king = |king| about.iter().all(|kind| *kind == king);
    only_if(
        export.pieces.king.is_some_and(is_king),
        "in Fairy-Stockfish this rule is about the king",
    )
}

fn write_dead_end(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    export.section.set("immobilityIllegal", true);
    promotion::check_immobility(export);
    let cells = export.rules.cells(rule, "cells").unwrap_or_default();
    let fits =
        |kind| Side::both(|side| promotion::dead_ends(export, kind, side) == *cells.of(side));
    only_if(
        export.rules.pieces(rule, "piece").into_iter().all(fits),
        "in Fairy-Stockfish the forbidden cells are exactly those that the piece could never leave",
    )
}

fn write_both_shades(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    export.section.set("dropOppositeColoredBishop", true);
    let kinds = export.rules.pieces(rule, "piece");
    let is_bishop = |kind| export.pieces.slot(kind) == Some(PieceSlot::BISHOP);
    only_if(
        kinds.into_iter().all(is_bishop),
        "in Fairy-Stockfish only bishops are dropped evenly on both shades",
    )
}
