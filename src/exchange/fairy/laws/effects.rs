//! What moves do to other pieces: explosions, pieces that turn into walls or change sides, and pieces
//! that enter the board where another has left.

use super::row::{LawGroup, LawReading, NotWritten, ONLY_ONE, law, only_if};
use crate::draft::{LawValue, PieceIndex};
use crate::fairy::fen::StartPosition;
use crate::fairy::read::royalty;
use crate::fairy::rules::IniRules;
use crate::fairy::slots::PieceSlot;
use crate::fairy::write::transfer::Export;
use crate::grid::file_letter;
use crate::hand::in_hand;
use crate::transfer::{of_side, starts};
use crate::variant_rules::NamedRule;
use padma_rules::model::{CellSet, KindId, Rule, Side, Sided, SidedSet, sorted_kinds};

pub(super) static EXPLOSIONS: LawGroup = LawGroup {
    read: read_explosions,
    laws: &[
        law("explosion", write_explosion),
        law("immune-explosion", write_explosion),
        law("explosive-king", |export, rule| {
            let kings = export.rules.pieces(rule, "piece");
            if export.rules.explosion().is_none() {
                let why = "in Fairy-Stockfish a king explodes only if captures do";
                return Err(why.to_string());
            }
            export.losses.add_royal(kings, rule.origin())
        }),
    ],
};

fn read_explosions(reading: &mut LawReading<'_, '_>) {
    let rules = reading.rules;
    if !rules.truth("blastOnCapture") {
        return;
    }
    let immune = rules.listed_kinds("blastImmuneTypes", Side::White);
    let pawn: Vec<PieceIndex> = rules.kind(PieceSlot::PAWN).into_iter().collect();
    let has_walls = rules.text("wallingRule").as_deref() != Some("none")
        || !reading.kinds("petrifyOnCaptureTypes").is_empty();
    let spares = ("spares", LawValue::Pieces(&pawn));
    if immune.is_empty() && !has_walls {
        reading.add("explosion", &[spares]);
    } else {
        let immune = ("immune", LawValue::Pieces(&immune));
        reading.add("immune-explosion", &[spares, immune]);
    }
    if let Some(king) = exploding_king(rules, reading.start) {
        reading.add("explosive-king", &[("piece", LawValue::Piece(king))]);
    }
}

/// Returns the one royal kind of a game with explosions.
pub(crate) fn exploding_king(rules: &IniRules, start: &StartPosition) -> Option<PieceIndex> {
    let slots = royalty::pseudo_royal(rules);
    let [slot] = slots[..] else { return None };
    if !rules.truth("blastOnCapture") || royalty::of(rules, start, slot).is_none() {
        return None;
    }
    rules.kind(slot)
}

fn write_explosion(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    export.section.set("blastOnCapture", true);
    let [spared, immune] = ["spares", "immune"].map(|key| export.rules.pieces(rule, key));
    export.set_pieces("blastImmuneTypes", &immune);
    let pawn: Vec<KindId> = export.pieces.pawn().into_iter().collect();
    let are_others = spared
        .iter()
        .any(|kind| !pawn.contains(kind) && !immune.contains(kind));
    let is_pawn_lost = pawn
        .iter()
        .any(|kind| !spared.contains(kind) && !immune.contains(kind));
    only_if(
        !(are_others || is_pawn_lost),
        "in Fairy-Stockfish explosions spare the pawns of chess and no other piece",
    )
}

pub(super) static PETRIFYING: LawGroup = LawGroup {
    read: read_petrifying,
    laws: &[law("petrifying", write_petrifying)],
};

fn read_petrifying(reading: &mut LawReading<'_, '_>) {
    let rules = reading.rules;
    let explodes = rules.truth("blastOnCapture");
    if rules.truth("petrifyBlastPieces") && explodes {
        let why = "exploded pieces turn into walls";
        reading.leftovers.leave("petrifyBlastPieces", why);
    }
    let mut petrified = reading.kinds("petrifyOnCaptureTypes");
    let royal = royalty::pseudo_royal(rules).into_iter();
    let royal: Vec<PieceIndex> = royal
        .filter_map(|slot| rules.kind(slot))
        .filter(|kind| petrified.contains(kind))
        .collect();
    // A piece that survives its own explosion stays what it is, but a royal one may not capture.
    let immune = rules.listed_kinds("blastImmuneTypes", Side::White);
    petrified.retain(|kind| !explodes || !immune.contains(kind) || royal.contains(kind));
    if petrified.is_empty() {
        return;
    }
    let wall = reading.draft.add_neutral("wall", "WL");
    let values = [
        ("pieces", LawValue::Pieces(&petrified)),
        ("royal", LawValue::Pieces(&royal)),
        ("wall", LawValue::Text(&wall)),
    ];
    reading.add("petrifying", &values);
}

fn write_petrifying(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    let [pieces, held] = ["pieces", "royal"].map(|key| export.rules.pieces(rule, key));
    export.set_pieces("petrifyOnCaptureTypes", &pieces);
    let explosion = export.rules.explosion();
    let immune = explosion.map(|explosion| export.rules.pieces(explosion, "immune"));
    let immune = immune.unwrap_or_default();
    let place = |rule: NamedRule<'_>| {
        let mut named = export.rules.named.iter();
        named.position(|other| other.span == rule.span)
    };
    only_if(
        explosion.is_none_or(|explosion| place(explosion) < place(rule))
            && pieces
                .iter()
                .all(|kind| held.contains(kind) || !immune.contains(kind)),
        "in Fairy-Stockfish a piece turns into a wall after an explosion, and only if that takes it",
    )?;
    let mut royal = pieces
        .iter()
        .filter(|kind| export.variant.kind(**kind).royal);
    only_if(
        royal.all(|kind| held.contains(kind))
            && held.iter().all(|kind| export.variant.kind(*kind).royal),
        "in Fairy-Stockfish a royal piece may not turn into a wall",
    )
}

/// How a move turns enemies, and the rule that says so.
const WAYS: [(&str, &str); 3] = [
    ("ataxx", "turn-neighbours"),
    ("quadwrangle", "turn-neighbours-of-friends"),
    ("reversi", "turn-enclosed"),
];

pub(super) static TURNING: LawGroup = LawGroup {
    read: |reading| {
        let value = reading.rules.text("flipEnclosedPieces");
        let way = WAYS.iter().find(|(way, _)| Some(*way) == value.as_deref());
        let Some((way, name)) = way else { return };
        if *way == "reversi" && reading.draft.has_holes() {
            let why = "lines of pieces go on beyond the squares that the board lacks";
            reading.leftovers.leave("flipEnclosedPieces", why);
        }
        reading.add(name, &[]);
    },
    laws: &[
        law(WAYS[0].1, |export, _| write_turning(export, WAYS[0].0)),
        law(WAYS[1].1, |export, _| write_turning(export, WAYS[1].0)),
        law(WAYS[2].1, |export, _| write_turning(export, WAYS[2].0)),
    ],
};

fn write_turning(export: &mut Export<'_>, way: &str) -> Result<(), NotWritten> {
    export.section.set("flipEnclosedPieces", way);
    Ok(())
}

pub(super) static GATING: LawGroup = LawGroup {
    read: read_gating,
    laws: &[
        law("gates", |export, rule| {
            let cells = export.rules.cells(rule, "cells").unwrap_or_default();
            write_gates(export, rule, &cells)
        }),
        law("gating", |export, rule| {
            let pieces = export.rules.pieces(rule, "pieces");
            let cells = |side| {
                let cells = pieces
                    .iter()
                    .map(|kind| starts(export.variant, *kind, side));
                cells.fold(CellSet::default(), |all, cells| all | cells)
            };
            let cells = Sided::by(cells);
            write_gates(export, rule, &cells)
        }),
    ],
};

/// Reads gating: a piece that moves for the first time may put one from the hand on the cell that
/// it leaves.
fn read_gating(reading: &mut LawReading<'_, '_>) {
    let rules = reading.rules;
    if !rules.truth("seirawanGating") {
        return;
    }
    let gates = Side::BOTH.map(|side| reading.start.gates(rules, side));
    if gates.iter().all(|squares| squares.is_empty()) {
        return;
    }
    let goes_into_hand = rules.truth("capturesToHand");
    let may_enter = |kind: &PieceIndex| {
        let slot = rules.pieces[*kind].slot;
        let is_held =
            goes_into_hand && slot != PieceSlot::KING || reading.start.hand.contains_key(&slot);
        // No pawn enters on its first rank.
        is_held && slot != PieceSlot::PAWN
    };
    let held: Vec<PieceIndex> = reading.all().into_iter().filter(may_enter).collect();
    let rooks = rules.slots("castlingRookPieces", Side::White);
    let rooks = rooks.iter().filter_map(|slot| rules.kind(*slot));
    let rooks: Vec<PieceIndex> = rooks.filter(|_| rules.truth("castling")).collect();
    let cells = reading.draft.describe_squares(&gates, "gates");
    // Each kind gets a rule of its own, which asks whether that kind was in hand before the move: a
    // piece captured by the move cannot enter at once.
    let groups: Vec<&[PieceIndex]> = match goes_into_hand {
        true => held.chunks(1).collect(),
        false => vec![&held],
    };
    for drops in groups {
        let values = [
            ("cells", LawValue::Text(&cells)),
            ("drops", LawValue::Pieces(drops)),
            ("partner", LawValue::Pieces(&rooks)),
        ];
        reading.add("gates", &values);
    }
}

/// Writes that pieces enter on the cells that others leave.
fn write_gates(
    export: &mut Export<'_>,
    rule: NamedRule<'_>,
    cells: &SidedSet,
) -> Result<(), NotWritten> {
    needs_castling_partner(export, rule)?;
    let (variant, rules) = (export.variant, export.rules);
    let pawn = export.pieces.pawn();
    let place = |rule: NamedRule<'_>| (rules.cells(rule, "cells"), rules.pieces(rule, "pieces"));
    let mut same = rules.named(rule.name);
    only_if(same.all(|other| place(*other) == place(rule)), ONLY_ONE)?;
    let entering = rules.named(rule.name);
    let entering: Vec<KindId> = entering
        .flat_map(|rule| rules.pieces(*rule, "drops"))
        .collect();
    let held = in_hand(variant).into_iter();
    let is_let_in = |kind: KindId| Some(kind) == pawn || entering.contains(&kind);
    let on_back_rank = |side| cells.of(side).is_subset(&export.grid.rank(0, side));
    only_if(
        held.into_iter().all(is_let_in) && Side::both(on_back_rank),
        "in Fairy-Stockfish any piece on its back rank can let in any piece in hand but a pawn",
    )?;
    export.has_hand = true;
    export.section.set("gating", true);
    export.section.set("seirawanGating", true);
    for side in Side::BOTH {
        // The rights to castle stand for the king and the rooks.
        let castles = |cell| {
            variant.rules.iter().any(|rule| {
                matches!(rule, Rule::Castling(castling)
                    if castling.movers.of(side).iter().any(|mover| mover.from == cell))
            })
        };
        let files = cells.of(side).iter().filter(|cell| !castles(*cell));
        let mut files: Vec<u16> = files.map(|cell| export.grid.square(cell).file).collect();
        files.sort_unstable();
        let letters = files.into_iter().map(file_letter);
        let letters: String = letters.map(|letter| of_side(letter, side)).collect();
        let rights = &mut export.rights[side as usize];
        if !rights.ends_with(&letters) {
            rights.push_str(&letters);
        }
    }
    Ok(())
}

/// Refuses a rule by which a piece enters on other cells after castling.
fn needs_castling_partner(export: &Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    let castlings = export.variant.rules.iter().filter_map(|rule| match rule {
        Rule::Castling(rule) => Some(rule),
        _ => None,
    });
    let movers =
        castlings.flat_map(|castling| castling.movers.white.iter().chain(&castling.movers.black));
    let partners = movers.map(|mover| mover.kind);
    let named = export.rules.pieces(rule, "partner");
    let partners = sorted_kinds(partners.filter(|kind| !export.variant.kind(*kind).royal));
    only_if(
        partners.is_empty() || partners == sorted_kinds(named.into_iter()),
        "in Fairy-Stockfish a piece may enter where the king or the rook was before castling",
    )
}
