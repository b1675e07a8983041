//! Captured pieces that go into the hand, and drops from it.

use std::collections::{BTreeMap, BTreeSet};

use super::leftovers::Leftovers;
use super::{promoted, promotion};
use crate::draft::{ImportedMovement, PieceIndex, VariantDraft};
use crate::fairy::dropping::{ENCLOSING, after_start, not_doubled};
use crate::fairy::rules::{IniPiece, IniRules};
use crate::fairy::slots::PieceSlot;
use crate::places::Squares;
use padma_rules::model::Side;
use padma_rules::movement::Dialect;
use padma_text::Excerpt;
use padma_variant::decl::piece;
use padma_variant::form::{Fields, Value};
use padma_variant::kinds::hand::{self, DROP, INTO_HAND};

pub(crate) fn rules(rules: &IniRules, draft: &mut VariantDraft, leftovers: &mut Leftovers<'_>) {
    if rules.truth("capturesToHand") {
        add_captures_to_hand(rules, draft, leftovers);
    }
    if rules.truth("pieceDrops") {
        drops(rules, draft, leftovers);
    }
}

/// Puts captured pieces into the hand. A piece that only promotion creates goes there as the
/// piece it was before.
fn add_captures_to_hand(rules: &IniRules, draft: &mut VariantDraft, leftovers: &mut Leftovers<'_>) {
    draft.rules.push(draft.rule(&INTO_HAND));
    if rules.truth("dropLoop") {
        return;
    }
    let exchanges = promoted::exchanges(rules);
    let is_kept = |(from, to): &(PieceSlot, PieceSlot)| {
        let kind = rules.promoted_kind(*from, *to)?;
        let is_own = rules.pieces[kind].promoted.is_some();
        let sources = exchanges
            .iter()
            .filter(|(other, to)| rules.promoted_kind(*other, *to) == Some(kind));
        let is_only_source = sources.count() == 1;
        (is_own || is_only_source && promoted::is_only_promoted(rules, *to))
            .then_some((*from, kind))
    };
    let mut kept: Vec<(PieceSlot, PieceIndex)> = exchanges.iter().filter_map(is_kept).collect();
    let by_choice = rules.pieces.iter().enumerate().filter_map(|(kind, piece)| {
        let promoted = piece.promoted.filter(|promoted| promoted.mark == '~')?;
        Some((promoted.from, kind))
    });
    let lost = kept.len() < exchanges.len();
    let by_choice: Vec<_> = by_choice.collect();
    let chosen = promotion::chosen_by_pawns(rules);
    let goes_on = |piece: &IniPiece| {
        let Some(promoted) = piece.promoted else {
            return false;
        };
        exchanges.iter().any(|(from, _)| *from == promoted.shape)
    };
    let goes_on = !rules.truth("pieceDemotion") && rules.pieces.iter().any(goes_on);
    if rules.truth("blastOnCapture") {
        leftovers.leave(
            "capturesToHand",
            "pieces that explode go into the hand of the side that faces their own",
        );
    }
    if lost || goes_on || by_choice.is_empty() && !chosen.is_empty() {
        leftovers.leave(
            "capturesToHand",
            "a promoted piece goes into the hand as the piece it was before",
        );
    }
    kept.extend(by_choice);
    let mut into: BTreeMap<PieceSlot, Vec<PieceIndex>> = BTreeMap::new();
    for (from, kind) in kept {
        into.entry(from).or_default().push(kind);
    }
    for (from, kinds) in into {
        let Some(old) = rules.kind(from) else {
            continue;
        };
        let rule = draft
            .rule(&INTO_HAND)
            .with_texts(hand::PIECES, draft.ids(&kinds));
        draft
            .rules
            .push(rule.with_text(hand::IN_HAND_AS, draft.id(old)));
    }
}

/// How a piece may be dropped.
#[derive(Clone, PartialEq)]
struct DropSpec {
    squares: Squares,
    when: Vec<String>,
    /// What the conditions mean, if their expressions do not say it in words.
    text: Option<String>,
    becomes: Vec<PieceIndex>,
    gives_no_mate: bool,
    must_move: bool,
}

/// Allows drops from the hand. Pieces that may be dropped alike share a rule.
fn drops(rules: &IniRules, draft: &mut VariantDraft, leftovers: &mut Leftovers<'_>) {
    if rules.truth("freeDrops") {
        fill_hands(rules, draft);
    }
    let mut groups: Vec<(DropSpec, Vec<PieceIndex>)> = Vec::new();
    // A piece that remembers what it was is never in hand.
    let of_hand = |kind: &PieceIndex| rules.pieces[*kind].promoted.is_none();
    for kind in (0..rules.pieces.len()).filter(of_hand) {
        let spec = drop_spec(rules, kind, draft, leftovers);
        match groups.iter_mut().find(|(other, _)| *other == spec) {
            Some((_, kinds)) => kinds.push(kind),
            None => groups.push((spec, vec![kind])),
        }
    }
    let is_nowhere = |spec: &DropSpec| spec.squares.iter().all(BTreeSet::is_empty);
    let all = !groups.iter().any(|(spec, _)| is_nowhere(spec));
    groups.retain(|(spec, _)| !is_nowhere(spec));
    // The first rule is for most pieces, a later one for those that differ.
    let most = groups.iter().map(|(_, kinds)| kinds.len()).max();
    let first = groups
        .iter()
        .position(|(_, kinds)| Some(kinds.len()) == most);
    if let Some(first) = first {
        groups[..=first].rotate_right(1);
    }
    for (index, (spec, kinds)) in groups.iter().enumerate() {
        let is_general = index == 0 && all;
        let name = match index {
            0 => "dropped".to_string(),
            _ => format!("{}-dropped", draft.id(kinds[0])),
        };
        let rule = drop_rule(rules, spec, &name, draft);
        let kinds = (!is_general).then(|| draft.ids(kinds));
        draft.rules.push(match kinds {
            Some(kinds) => with_pieces(rule, kinds),
            None => rule,
        });
    }
}

/// Puts the pieces that a rule is for after its kind.
fn with_pieces(mut rule: Fields, pieces: Vec<String>) -> Fields {
    let span = rule.span;
    let texts = pieces.iter().map(|piece| Excerpt::inexact(piece, span));
    rule.set(hand::PIECES, Some(Value::Texts(texts.collect(), span)));
    rule
}

/// Gives both sides as many pieces as they can ever drop.
fn fill_hands(rules: &IniRules, draft: &mut VariantDraft) {
    let (files, ranks) = rules.board();
    let count = u32::from(files) * u32::from(ranks);
    for kind in 0..rules.pieces.len() {
        draft.setup.reserve.insert(kind, [count; 2]);
    }
}

fn drop_spec(
    rules: &IniRules,
    kind: PieceIndex,
    draft: &mut VariantDraft,
    leftovers: &mut Leftovers<'_>,
) -> DropSpec {
    let slot = rules.pieces[kind].slot;
    let mut squares = drop_squares(rules, slot);
    let mut when = Vec::new();
    let is_limited = Side::either(|side| rules.slots("dropNoDoubled", side).contains(&slot));
    // A string that limits the pieces of a kind on a file says so itself.
    if is_limited && !draft.pieces[kind].str(piece::BETZA).contains('@') {
        let id = draft.id(kind);
        match rules.number("dropNoDoubledCount") {
            0 => squares = Squares::default(),
            most => when.push(not_doubled(id, most)),
        }
    }
    let mut text = None;
    if let Some((condition, words)) = enclosing(rules, draft, leftovers) {
        let alone = match when.is_empty() {
            true => "",
            false => " It may not join too many of its kind on a file.",
        };
        text = Some(format!("{words}{alone}"));
        when.push(condition);
    }
    let promoted = rules.exchanges().get(&slot).copied().flatten();
    let promoted = promoted
        .filter(|_| rules.truth("dropPromoted"))
        .and_then(|to| rules.promoted_kind(slot, to));
    DropSpec {
        squares,
        when,
        text,
        becomes: promoted.map_or_else(Vec::new, |to| vec![kind, to]),
        gives_no_mate: slot == PieceSlot::SHOGI_PAWN && rules.truth("shogiPawnDropMateIllegal"),
        must_move: rules.truth("immobilityIllegal") && !hops(&rules.pieces[kind]),
    }
}

/// Whether a piece hops. The program lets it be dropped where it could move only over others.
fn hops(piece: &IniPiece) -> bool {
    let text = piece.movement.as_ref();
    let text = text.map_or(piece.slot.movement(), |text| text.text());
    text.contains(['p', 'g'])
}

/// Returns the squares on which a piece may be dropped. The pawn of chess is not dropped on its
/// first rank, nor where it would promote.
pub(crate) fn drop_squares(rules: &IniRules, slot: PieceSlot) -> Squares {
    let (_, ranks) = rules.board();
    Side::BOTH.map(|side| {
        let region = rules.squares("dropRegion", side);
        let mut squares = if region.is_empty() {
            rules.all_squares().collect()
        } else {
            region
        };
        let first = if side == Side::White { 0 } else { ranks - 1 };
        if slot == PieceSlot::PAWN && !rules.truth("firstRankPawnDrops") {
            squares.retain(|square| square.rank != first);
        }
        if slot == PieceSlot::PAWN && !rules.truth("promotionZonePawnDrops") {
            let zone = rules.squares("promotionRegion", side);
            squares.retain(|square| !zone.contains(square));
        }
        if slot == PieceSlot::ROOK && rules.truth("sittuyinRookDrop") {
            squares.retain(|square| square.rank == first);
        }
        squares
    })
}

/// Returns the condition that `enclosingDrop` sets to a drop, and what it means.
fn enclosing(
    rules: &IniRules,
    draft: &mut VariantDraft,
    leftovers: &mut Leftovers<'_>,
) -> Option<(String, String)> {
    let value = rules
        .text("enclosingDrop")
        .filter(|value| value != "none")?;
    let Some(row) = ENCLOSING.iter().find(|row| row.value == value) else {
        leftovers.leave("enclosingDrop", "drops that must enclose pieces");
        return None;
    };
    let (files, ranks) = rules.board();
    let condition = (row.condition)(files, ranks);
    let first = Side::BOTH.map(|_| rules.squares("enclosingDropStart", Side::White));
    if first[0].is_empty() {
        return Some((condition, row.text.to_string()));
    }
    let first = draft.set(&first, "first-drops");
    let text = format!(
        "At first pieces fill the cells where the game begins. After that: {}",
        row.text
    );
    Some((after_start(&first, &condition), text))
}

/// Returns a rule for drops.
fn drop_rule(rules: &IniRules, spec: &DropSpec, name: &str, draft: &mut VariantDraft) -> Fields {
    let everywhere: Squares = Side::BOTH.map(|_| rules.all_squares().collect());
    let mut rule = draft.rule(&DROP);
    if spec.squares != everywhere {
        let cells = draft.describe_squares(&spec.squares, name);
        rule = rule.with_text(hand::DROP_CELLS, &cells);
    }
    if !spec.becomes.is_empty() {
        rule = rule.with_texts(hand::DROP_AS, draft.ids(&spec.becomes));
    }
    let without = [
        (!rules.truth("dropChecks"), "check"),
        (spec.gives_no_mate, "mate"),
    ];
    let without: Vec<&str> = without
        .into_iter()
        .filter_map(|(applies, what)| applies.then_some(what))
        .collect();
    if !without.is_empty() {
        rule = rule.with_texts(hand::WITHOUT, without);
    }
    let rule = rule.with_flag(hand::MUST_MOVE, spec.must_move);
    let rule = match spec.when.is_empty() {
        true => rule,
        false => rule.with_text(hand::DROP_WHEN, &spec.when.join(" and ")),
    };
    match &spec.text {
        Some(text) => rule.with_text(hand::DROP_TEXT, text),
        None => rule,
    }
}

/// Adds to a string the limit that `dropNoDoubled` sets to the pieces of its kind on a file.
pub(crate) fn limit_doubled(
    movement: ImportedMovement,
    slot: PieceSlot,
    rules: &IniRules,
) -> ImportedMovement {
    let is_limited = Side::either(|side| rules.slots("dropNoDoubled", side).contains(&slot));
    let limit = match rules.number("dropNoDoubledCount") {
        1 => "f",
        2 => "ff",
        _ => "",
    };
    if !is_limited || !rules.truth("pieceDrops") || limit.is_empty() {
        return movement;
    }
    match movement {
        ImportedMovement::Betza {
            text,
            dialect: Dialect::Xbetza,
        } => {
            let (_, ranks) = rules.board();
            let text = Excerpt::inexact(&format!("{}{limit}@{ranks}", text.text()), text.whole());
            ImportedMovement::Betza {
                text,
                dialect: Dialect::Xbetza,
            }
        }
        movement => movement,
    }
}
