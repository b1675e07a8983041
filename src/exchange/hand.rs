//! What can be in hand, and by which rule a piece is dropped from it. Knows no other program.

use padma_rules::model::{CaptureWay, DropRule, KindId, Rule, Side, Variant};

/// How a piece is captured that goes into the hand in other programs.
pub(crate) const BY_MOVEMENT: [CaptureWay; 1] = [CaptureWay::Movement];

/// Returns a rule of drops.
pub(crate) fn drop_rule(rule: &Rule) -> Option<&DropRule> {
    match rule {
        Rule::Drop(rule) => Some(rule),
        _ => None,
    }
}

/// Returns the rule by which a piece is dropped: the last that is about it.
pub(crate) fn drop_of(variant: &Variant, kind: KindId) -> Option<&DropRule> {
    let is_about = |kinds: &Vec<KindId>| kinds.contains(&kind);
    let mut rules = variant.rules.iter().rev().filter_map(drop_rule);
    rules.find(|rule| rule.kinds.as_ref().is_none_or(is_about))
}

/// Returns the pieces that can be in hand.
pub(crate) fn in_hand(variant: &Variant) -> Vec<KindId> {
    let captured = variant.kind_ids().filter(|kind| !variant.kind(*kind).royal);
    let captured = captured.filter_map(|kind| variant.in_hand(kind, &BY_MOVEMENT));
    let captured: Vec<KindId> = captured.collect();
    let reserve = |kind: &KindId| {
        let mut setup = variant.setup.iter();
        setup.any(|setup| Side::either(|side| setup.reserve.count(side, *kind) > 0))
    };
    let all = variant.kind_ids();
    all.filter(|kind| captured.contains(kind) || reserve(kind))
        .collect()
}
