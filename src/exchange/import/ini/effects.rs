//! What moves do besides: explosions, pieces that turn into walls or change sides, pieces that
//! enter behind another, walls that are built.

use super::super::draft::{PieceIndex, VariantDraft};
use super::super::places::{Square, Squares};
use super::fen::StartPosition;
use super::leftovers::Leftovers;
use super::royalty;
use super::rules::{IniPiece, IniRules};
use super::slots::PieceSlot;
use super::words::{kinds_of, pieces_of};
use padma_rules::model::Side;
use padma_text::Excerpt;
use padma_variant::form::{Fields, Key, Takes, key};
use padma_variant::kinds::condition::{self, FORBID};
use padma_variant::kinds::effect::{self, EFFECT};

/// Keys of named rules.
const SPARES: Key<Vec<Excerpt>> = key("spares", Takes::SomeTexts, "");
const PIECE: Key<Excerpt> = key("piece", Takes::Text, "");

pub(super) fn rules(
    rules: &IniRules,
    start: &StartPosition,
    draft: &mut VariantDraft,
    leftovers: &mut Leftovers<'_>,
) {
    if rules.truth("blastOnCapture") {
        add_explosion(rules, start, draft);
    }
    add_petrifying(rules, draft, leftovers);
    add_flips(rules, draft, leftovers);
    if rules.truth("seirawanGating") {
        add_gating(rules, start, draft);
    }
    add_walls(rules, draft, leftovers);
}

/// Returns an effect that happens under a condition.
fn effect(draft: &VariantDraft, when: &str, text: &str) -> Fields {
    let rule = draft.rule(&EFFECT);
    let rule = match when {
        "" => rule,
        when => rule.with_text(effect::EFFECT_WHEN, when),
    };
    rule.with_text(condition::TEXT, text)
}

fn kinds(rules: &IniRules, name: &'static str) -> Vec<PieceIndex> {
    rules.listed_kinds(name, Side::White)
}

/// Returns the pieces of both sides of some kinds.
fn of_both(rules: &IniRules, draft: &VariantDraft, kinds: &[PieceIndex]) -> String {
    ["white", "black"]
        .map(|side| pieces_of(rules, draft, kinds, side))
        .join(" - ")
}

/// A capture takes the piece that captures, and all beside it but pawns and immune pieces.
fn add_explosion(rules: &IniRules, start: &StartPosition, draft: &mut VariantDraft) {
    let immune = kinds(rules, "blastImmuneTypes");
    let pawn = rules.kind(PieceSlot::PAWN);
    let has_walls = rules.text("wallingRule").as_deref() != Some("none")
        || !kinds(rules, "petrifyOnCaptureTypes").is_empty();
    let is_plain = immune.is_empty() && !has_walls;
    if let (true, Some(pawn)) = (is_plain, pawn) {
        let rule = draft.named_rule("explosion");
        let rule = rule.with_texts(SPARES, draft.ids(&[pawn]));
        draft.rules.push(rule);
    } else {
        let spared: Vec<PieceIndex> = immune.iter().copied().chain(pawn).collect();
        let when = match immune.is_empty() {
            true => "taken != {}".to_string(),
            false => format!(
                "taken != {{}} and not piece in ({})",
                kinds_of(draft, &immune)
            ),
        };
        let text = "A capture also takes the piece that captures, unless that is immune.";
        let own = effect(draft, &when, text).with_text(effect::TAKES, "to");
        // An explosion takes no piece of nobody's.
        let beside = match has_walls {
            true => "neighbours(to) & (pieces(white) | pieces(black))",
            false => "neighbours(to)",
        };
        let cells = match spared.is_empty() {
            true => beside.to_string(),
            false => format!("{beside} - {}", of_both(rules, draft, &spared)),
        };
        let text = "A capture also takes every piece beside its cell that is not immune.";
        let beside = effect(draft, "taken != {}", text).with_text(effect::TAKES, &cells);
        draft.rules.extend([own, beside]);
    }
    if let Some(king) = exploding_king(rules, start) {
        let rule = draft.named_rule("explosive-king");
        let id = draft.id(king).to_string();
        draft.rules.push(match id.as_str() {
            "king" => rule,
            id => rule.with_text(PIECE, id),
        });
    }
}

/// Returns the one royal kind of a game with explosions.
pub(super) fn exploding_king(rules: &IniRules, start: &StartPosition) -> Option<PieceIndex> {
    let slots = royalty::pseudo_royal(rules);
    let [slot] = slots[..] else { return None };
    if !rules.truth("blastOnCapture") || royalty::of(rules, start, slot).is_none() {
        return None;
    }
    rules.kind(slot)
}

/// A capturing piece of these kinds turns into a wall.
fn add_petrifying(rules: &IniRules, draft: &mut VariantDraft, leftovers: &mut Leftovers<'_>) {
    if rules.truth("petrifyBlastPieces") && rules.truth("blastOnCapture") {
        leftovers.leave("petrifyBlastPieces", "exploded pieces turn into walls");
    }
    let petrified = kinds(rules, "petrifyOnCaptureTypes");
    if petrified.is_empty() {
        return;
    }
    let wall = wall(draft);
    let royal: Vec<PieceIndex> = royalty::pseudo_royal(rules)
        .into_iter()
        .filter_map(|slot| rules.kind(slot))
        .filter(|kind| petrified.contains(kind))
        .collect();
    if !royal.is_empty() {
        let when = format!("taken != {{}} and piece in ({})", kinds_of(draft, &royal));
        let text = "A royal piece that would turn into a wall may not capture.";
        draft.rules.push(draft.conditional(&FORBID, &when, text));
    }
    let when = format!(
        "taken != {{}} and piece in ({})",
        kinds_of(draft, &petrified)
    );
    let text = "A piece that captures leaves the board.";
    if !rules.truth("blastOnCapture") {
        let gone = effect(draft, &when, text).with_text(effect::TAKES, "to");
        draft.rules.push(gone);
    }
    let text = "A wall stands in its place.";
    let built = effect(draft, &when, text)
        .with_text(effect::ADDS, &wall)
        .with_text(effect::ON, "to");
    draft.rules.push(built);
}

/// Pieces that a move encloses change sides.
fn add_flips(rules: &IniRules, draft: &mut VariantDraft, leftovers: &mut Leftovers<'_>) {
    let beside = "neighbours(to) & pieces(other)";
    let (when, cells, text) = match rules.text("flipEnclosedPieces").as_deref() {
        Some("reversi") => return add_flipped_lines(draft, leftovers),
        Some("ataxx") => ("", beside, "Enemies beside the piece change sides."),
        Some("quadwrangle") => (
            "from in cells or neighbours(to) & pieces(mover) != {}",
            beside,
            "Enemies beside a piece that moves, or that is dropped beside a friend, change sides.",
        ),
        _ => return,
    };
    let rule = effect(draft, when, text)
        .with_text(effect::TURNS, cells)
        .with_text(effect::TO, "mover");
    draft.rules.push(rule);
}

/// Enemies between the piece and another of its side change sides, line by line.
fn add_flipped_lines(draft: &mut VariantDraft, leftovers: &mut Leftovers<'_>) {
    if draft.has_holes() {
        leftovers.leave(
            "flipEnclosedPieces",
            "lines of pieces go on beyond the squares that the board lacks",
        );
    }
    // The nearest piece of the own side along a line, if only enemies are before it.
    let enclosed = |line: &str| {
        format!(
            "between(to, {{e in pieces(mover) & slide({line}, to) where between(to, e) in pieces(other)}})"
        )
    };
    let lines = [
        (["n", "s"], "on the file"),
        (["e", "w"], "on the rank"),
        (["ne", "sw"], "on one diagonal"),
        (["nw", "se"], "on the other diagonal"),
    ];
    for (ways, place) in lines {
        let text = format!(
            "Enemies {place} between the piece and another of its side, with nothing else between the two, change sides."
        );
        let rule = effect(draft, "", &text)
            .with_text(effect::TURNS, &ways.map(enclosed).join(" | "))
            .with_text(effect::TO, "mover");
        draft.rules.push(rule);
    }
}

/// A piece that leaves its first cell may let another out of the hand onto it.
fn add_gating(rules: &IniRules, start: &StartPosition, draft: &mut VariantDraft) {
    let gates = Side::BOTH.map(|side| start.gates(rules, side));
    if gates.iter().all(|squares| squares.is_empty()) {
        return;
    }
    let held: Vec<PieceIndex> = (0..rules.pieces.len())
        .filter(|kind| {
            let slot = rules.pieces[*kind].slot;
            rules.truth("capturesToHand") && slot != PieceSlot::KING
                || start.hand.contains_key(&slot)
        })
        .collect();
    // No pawn enters on its first rank.
    let held: Vec<PieceIndex> = held
        .into_iter()
        .filter(|kind| rules.pieces[*kind].slot != PieceSlot::PAWN)
        .collect();
    // A piece that is captured by the move itself does not enter at once.
    let groups: Vec<(Vec<PieceIndex>, String)> = match rules.truth("capturesToHand") {
        true => held
            .into_iter()
            .map(|kind| {
                (
                    vec![kind],
                    format!(" and hand({}, mover) > 0", draft.id(kind)),
                )
            })
            .collect(),
        false => vec![(held, String::new())],
    };
    for (held, holds) in groups {
        add_gates(rules, &gates, &draft.ids(&held), &holds, draft);
    }
}

/// Adds the effects by which pieces enter on the gates, if a condition on the hand holds.
fn add_gates(
    rules: &IniRules,
    gates: &Squares,
    drops: &[String],
    holds: &str,
    draft: &mut VariantDraft,
) {
    let region = draft.set(gates, "gates");
    let when = format!("not castles and from in unmoved & {region}(mover){holds}");
    let text = "When a piece leaves the cell on which it began for the first time, its side may put a piece from its hand there.";
    let leaving = effect(draft, &when, text)
        .with_texts(effect::DROPS, drops)
        .with_text(effect::ON, "from")
        .with_flag(effect::MAY, true);
    draft.rules.push(leaving);
    let rooks = rules.slots("castlingRookPieces", Side::White);
    let rooks: Vec<PieceIndex> = rooks.iter().filter_map(|slot| rules.kind(*slot)).collect();
    if !rules.truth("castling") || rooks.is_empty() {
        return;
    }
    let partner = format!(
        "from | {{c in setup({}, mover) & rank(from) where to in between(from, c)}}",
        kinds_of(draft, &rooks)
    );
    let text = "A side that castles may put one on the cell that either of the two pieces leaves.";
    let castling = effect(draft, &format!("castles{holds}"), text)
        .with_texts(effect::DROPS, drops)
        .with_text(effect::ON, &partner)
        .with_flag(effect::MAY, true);
    draft.rules.push(castling);
}

/// Adds the piece that stands for a wall, and returns its id.
fn wall(draft: &mut VariantDraft) -> String {
    draft.add_neutral("wall", "WL")
}

/// Each move also builds a wall.
fn add_walls(rules: &IniRules, draft: &mut VariantDraft, leftovers: &mut Leftovers<'_>) {
    if rules.truth("wallOrMove") {
        leftovers.leave("wallingRule", "walls are built");
        return leftovers.leave("wallOrMove", "a wall instead of a move");
    }
    let Some(rule) = rules.text("wallingRule").filter(|rule| rule != "none") else {
        return;
    };
    if rule == "duck" {
        let duck = draft.add_neutral("duck", "DU");
        if rules.truth("blastOnCapture") {
            return add_duck_beside_explosions(&duck, draft);
        }
        let named = draft.named_rule("duck");
        draft.rules.push(match duck.as_str() {
            "duck" => named,
            id => named.with_text(PIECE, id),
        });
        return;
    }
    let cells = match rule.as_str() {
        "past" => Some("from".to_string()),
        "static" => Some("cells".to_string()),
        "edge" => Some(edge(rules, draft)),
        "arrow" => return add_arrows(rules, draft, leftovers),
        _ => None,
    };
    let Some(cells) = cells else {
        return leftovers.leave("wallingRule", "walls are built");
    };
    let wall = wall(draft);
    let cells = match rule.as_str() {
        "edge" => format!("({cells} | neighbours(pieces({wall}), orthogonal))"),
        _ => cells,
    };
    let cells = within_region(rules, draft, cells);
    let rule = effect(draft, "", "Every move builds a wall.")
        .with_text(effect::ADDS, &wall)
        .with_text(effect::ON, &cells);
    draft.rules.push(rule);
}

/// Each move also takes the duck elsewhere, but not to a cell that an explosion has cleared.
fn add_duck_beside_explosions(duck: &str, draft: &mut VariantDraft) {
    let cells = [
        ("taken = {}", "cells"),
        ("taken != {}", "(empty | {from}) - {to}"),
    ];
    for (capture, cells) in cells {
        let begins = format!("{capture} and pieces({duck}) = {{}}");
        let text = "With the first move the Duck comes onto the board.";
        let first = effect(draft, &begins, text)
            .with_text(effect::ADDS, duck)
            .with_text(effect::ON, cells);
        let text = "With every other move the Duck goes to another cell that was empty before.";
        let goes = effect(draft, capture, text)
            .with_texts(effect::MOVES, [duck])
            .with_text(effect::ON, cells);
        draft.rules.extend([first, goes]);
    }
}

/// Returns the set of the squares at the edge.
fn edge(rules: &IniRules, draft: &mut VariantDraft) -> String {
    let (files, ranks) = rules.board();
    let is_edge = |square: &Square| {
        square.file == 0 || square.rank == 0 || square.file + 1 == files || square.rank + 1 == ranks
    };
    let squares = Side::BOTH.map(|_| rules.all_squares().filter(is_edge).collect());
    draft.set(&squares, "edge")
}

/// Limits the cells of walls to `wallingRegion`.
fn within_region(rules: &IniRules, draft: &mut VariantDraft, cells: String) -> String {
    let region = Side::BOTH.map(|side| rules.squares("wallingRegion", side));
    if region.iter().all(|squares| squares.is_empty()) {
        return cells;
    }
    let region = draft.set(&region, "walls");
    match cells.as_str() {
        "cells" => format!("{region}(mover)"),
        cells => format!("{cells} & {region}(mover)"),
    }
}

/// The piece that has moved shoots a wall where it could move on to.
fn add_arrows(rules: &IniRules, draft: &mut VariantDraft, leftovers: &mut Leftovers<'_>) {
    let slides = |class: &str| {
        format!(
            "{{c in slide({class}, to) where c in neighbours(to) or between(to, c) != {{}} and between(to, c) - from in empty}}"
        )
    };
    let cells = |kind: usize| {
        let piece = &rules.pieces[kind];
        let text = piece
            .movement
            .as_ref()
            .map_or(piece.slot.movement(), |text| text.text());
        match text.trim_start_matches('m') {
            "Q" => Some(slides("contiguous")),
            "R" => Some(slides("orthogonal")),
            "B" => Some(slides("diagonal")),
            "K" => Some("neighbours(to)".to_string()),
            "N" => Some("step(N, to)".to_string()),
            _ => None,
        }
    };
    let shots: Vec<(usize, String)> = (0..rules.pieces.len())
        .filter_map(|kind| Some((kind, cells(kind)?)))
        .collect();
    let is_still = |piece: &IniPiece| {
        let text = piece.movement.as_ref();
        text.map_or(piece.slot.movement(), |text| text.text())
            .is_empty()
    };
    let movable = rules.pieces.iter().filter(|piece| !is_still(piece)).count();
    if shots.len() < movable {
        leftovers.leave("wallingRule", "walls that a piece shoots");
    }
    let wall = wall(draft);
    for (kind, cells) in shots {
        let cells = within_region(rules, draft, cells);
        let text = "A piece that has moved builds a wall on a cell to which it could move on.";
        let rule = draft
            .rule(&EFFECT)
            .with_texts(effect::PIECES, draft.ids(&[kind]))
            .with_text(effect::ADDS, &wall)
            .with_text(effect::ON, &cells)
            .with_text(condition::TEXT, text);
        draft.rules.push(rule);
    }
}
