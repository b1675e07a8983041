//! What a side must do or may not do: captures and drops that are mandatory, passing.

use super::super::draft::VariantDraft;
use super::leftovers::Leftovers;
use super::rules::IniRules;
use super::slots::PieceSlot;
use super::words::kinds_of;
use padma_rules::model::{Ending, Side};
use padma_variant::kinds::condition::{self, END, FORBID, MUST};
use padma_variant::kinds::limit::{self, BARRIER};
use padma_variant::rule::PIECE;

pub(super) fn rules(rules: &IniRules, draft: &mut VariantDraft, leftovers: &mut Leftovers<'_>) {
    if rules.truth("mustCapture") {
        draft.rules.push(draft.named_rule("must-capture"));
    }
    if rules.truth("mustDrop") {
        add_must_drop(rules, draft);
    }
    add_passing(rules, draft);
    for slot in rules.slots("mutuallyImmuneTypes", Side::White) {
        let Some(kind) = rules.kind(slot) else {
            continue;
        };
        let id = draft.id(kind).to_string();
        let hops = |text: &padma_text::Excerpt| text.text().contains(['p', 'g']);
        if rules.pieces[kind].movement.as_ref().is_some_and(hops) {
            leftovers.leave(
                "mutuallyImmuneTypes",
                "a piece that hops may hop over its own kind",
            );
        }
        let barrier = draft.rule(&BARRIER).with_text(PIECE, &id);
        draft.rules.push(barrier.with_texts(limit::BARRED, [id]));
    }
    if rules.truth("bikjangRule") {
        add_bikjang(rules, draft);
    }
    if rules.truth("makpongRule") {
        add_makpong(rules, draft, leftovers);
    }
}

/// While a side has pieces of these kinds in hand and can drop one, it must.
fn add_must_drop(rules: &IniRules, draft: &mut VariantDraft) {
    let kinds = rules.listed_kinds("mustDropType", Side::White);
    let (when, text) = match rules.is_star("mustDropType") {
        true => (
            "not from in cells".to_string(),
            "A side that can drop a piece from its hand must do so.".to_string(),
        ),
        false => (
            format!(
                "not from in cells and piece in ({})",
                kinds_of(draft, &kinds)
            ),
            "A side that can drop one of these pieces from its hand must do so.".to_string(),
        ),
    };
    draft.rules.push(draft.conditional(&MUST, &when, &text));
}

fn add_passing(rules: &IniRules, draft: &mut VariantDraft) {
    let may = Side::BOTH.map(|side| rules.may_pass(side));
    match may {
        [false, false] => return,
        [true, true] => draft.allow_passing(None),
        [true, false] => draft.allow_passing(Some(Side::White)),
        [false, true] => draft.allow_passing(Some(Side::Black)),
    }
    let only_stuck = Side::BOTH
        .into_iter()
        .all(|side| !rules.truth_for("pass", side));
    if only_stuck {
        let text = "A side may pass only if it has no other legal move.";
        draft
            .rules
            .push(draft.conditional(&MUST, "not passes", text));
    }
}

/// A side whose king faces the other must end that or pass; if it passes, the game is over.
fn add_bikjang(rules: &IniRules, draft: &mut VariantDraft) {
    let Some(king) = rules.kind(PieceSlot::KING) else {
        return;
    };
    let [white, black] =
        ["white", "black"].map(|side| format!("pieces({}, {side})", draft.id(king)));
    let face = format!(
        "{white} & slide(orthogonal, {black}) != {{}} and between({white}, {black}) in empty"
    );
    draft.count("bikjang", &face, Some(&format!("not ({face})")));
    let text = "While the Kings face each other, a side must end that or pass.";
    let when = format!("bikjang(other) > 0 and not passes and {face}");
    draft.rules.push(draft.conditional(&FORBID, &when, text));
    let text = "If it passes, the game is drawn.";
    let rule = draft
        .rule(&END)
        .with_text(condition::WHEN, "bikjang(other) > 0 and bikjang(mover) > 0")
        .with_text(condition::END_OUTCOME, &Ending::Draw.name())
        .with_text(condition::TEXT, text);
    draft.rules.push(rule);
}

/// The king may not move out of check, except by capturing the piece that gives it.
fn add_makpong(rules: &IniRules, draft: &mut VariantDraft, leftovers: &mut Leftovers<'_>) {
    let Some(king) = rules.kind(PieceSlot::KING) else {
        return;
    };
    draft.count("checking", "in-check(other)", Some("not in-check(other)"));
    let when = format!(
        "checking(other) > 0 and piece = {} and taken = {{}}",
        draft.id(king)
    );
    let text = "A King may not move out of check without capturing.";
    draft.rules.push(draft.conditional(&FORBID, &when, text));
    leftovers.leave(
        "makpongRule",
        "a king in check may capture a piece that does not give check",
    );
}
