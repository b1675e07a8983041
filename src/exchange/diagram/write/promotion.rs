//! Promotion: the pieces that promote come first in the list. They share their choices, or each
//! becomes the one that comes a fixed number of places later.

use super::pieces::{WrittenPiece, excerpt};
use crate::diagram::promotion::{Choice, RankChoices};
use crate::diagram::settings::Settings;
use crate::transfer::Transfer;
use padma_rules::model::{ArrivalWay, KindId, Promotion, Side, Sided, ZoneMove};

/// A piece that promotes.
struct Promoting {
    kind: KindId,
    /// What it may become, rank by rank from the far end, as far as it promotes.
    ranks: Vec<RankChoices>,
}

/// How pieces promote in a diagram.
#[derive(Default)]
struct Plan {
    /// The pieces that promote.
    kinds: Vec<KindId>,
    zone: usize,
    /// What they choose from.
    choices: Vec<Choice>,
    /// What each of them becomes, if none of them has a choice.
    to: Vec<KindId>,
}

/// Writes the settings of promotion. Returns the pieces in the order of the list.
pub(super) fn write(
    transfer: &mut Transfer<'_>,
    pieces: &[WrittenPiece],
    settings: &mut Settings,
) -> Vec<KindId> {
    let variant = transfer.variant;
    transfer.settle(|basic| basic.promotion());
    let mut promoting = Vec::new();
    for kind in variant
        .kind_ids()
        .filter(|kind| variant.promotions(*kind).next().is_some())
    {
        match ranks(transfer, kind) {
            Ok(ranks) => promoting.push(Promoting { kind, ranks }),
            Err(why) => transfer.leave_promotion(kind, why),
        }
    }
    let shared = promoting
        .iter()
        .map(|leader| shared_choices(leader, &promoting));
    // Of several plans for the most pieces, the last one is chosen.
    let plans = [in_pairs(&promoting)].into_iter().chain(shared.rev());
    let plan = plans.max_by_key(|plan| plan.kinds.len());
    let plan = plan
        .filter(|plan| !plan.kinds.is_empty())
        .unwrap_or_default();
    let text = choice_text(&plan, pieces);
    for Promoting { kind, .. } in promoting
        .iter()
        .filter(|one| !plan.kinds.contains(&one.kind))
    {
        let why = "in a diagram all pieces choose among the same pieces, or none has a choice and the first must promote on the last rank";
        transfer.leave_promotion(*kind, why);
    }
    let is_plain = |kind: &KindId| !variant.kind(*kind).neutral;
    let rest = variant.kind_ids().filter(is_plain);
    let rest = rest.filter(|kind| !plan.kinds.contains(kind) && !plan.to.contains(kind));
    let order: Vec<KindId> = plan
        .kinds
        .iter()
        .copied()
        .chain(rest)
        .chain(plan.to.iter().copied())
        .collect();
    settings.promo_zone = plan.zone as u16;
    if !plan.kinds.is_empty() {
        settings.max_promote = plan.kinds.len() as u16;
    }
    if !plan.to.is_empty() {
        settings.promo_offset = (order.len() - plan.to.len()) as u16;
    } else if !plan.kinds.is_empty() {
        settings.promo_choice = Some(excerpt(&text));
    }
    order
}

type IsMeant = fn(&Promotion) -> bool;

/// Returns what a piece may become, rank by rank from the far end, as far as it promotes.
fn ranks(transfer: &Transfer<'_>, kind: KindId) -> Result<Vec<RankChoices>, &'static str> {
    let rules: Vec<&Promotion> = transfer.variant.promotions(kind).collect();
    let any = |is_meant: IsMeant| rules.iter().any(|rule| is_meant(rule));
    let limits: [(IsMeant, &str); 4] = [
        (
            |rule| rule.limit.is_some(),
            "in a diagram a side may have any number of a piece",
        ),
        (
            |rule| rule.must && rule.from_reserve,
            "in a diagram a piece stays what it is where nothing is left to become",
        ),
        (
            |rule| rule.by != [ArrivalWay::Move],
            "in a diagram a piece promotes by its own moves",
        ),
        (
            |rule| rule.on != [ZoneMove::Enters, ZoneMove::Stays],
            "in a diagram a piece promotes by a move that ends in the zone",
        ),
    ];
    let is_neutral = |to: &KindId| transfer.variant.kind(*to).neutral;
    if rules.iter().any(|rule| rule.to.iter().any(is_neutral)) {
        return Err("in a diagram no piece becomes nobody's");
    }
    if let Some((_, why)) = limits.into_iter().find(|(is_meant, _)| any(*is_meant)) {
        return Err(why);
    }
    let mut ranks = Vec::new();
    for far in 0..transfer.grid.ranks {
        let row = transfer.grid.both_ranks(transfer.grid.ranks - 1 - far);
        let mut choices = RankChoices::default();
        let mut waits = Vec::new();
        for rule in &rules {
            let covered = Sided::by(|side| *rule.cells.of(side) & *row.of(side));
            if Side::both(|side| covered.of(side).is_empty()) {
                continue;
            }
            if covered != row {
                return Err(
                    "in a diagram a piece promotes on whole ranks, the same for both sides",
                );
            }
            let kinds = match rule.from_reserve {
                true => &mut choices.reserved,
                false => &mut choices.free,
            };
            kinds.extend(rule.to.iter().map(|to| to.index()));
            waits.push(rule.may_wait);
        }
        // All rules must let it wait; one that has nothing left in reserve does not count.
        choices.may_wait = !waits.is_empty() && !waits.contains(&false);
        if waits.contains(&true) && !choices.may_wait && !choices.reserved.is_empty() {
            return Err("in a diagram a piece may wait whatever is left in reserve, or never");
        }
        ranks.push(sorted(choices));
    }
    while ranks.last() == Some(&RankChoices::default()) {
        ranks.pop();
    }
    Ok(ranks)
}

fn sorted(mut choices: RankChoices) -> RankChoices {
    for kinds in [&mut choices.free, &mut choices.reserved] {
        kinds.sort_unstable();
        kinds.dedup();
    }
    // Where there is nothing to become, a piece always waits.
    choices.may_wait &= !choices.free.is_empty() || !choices.reserved.is_empty();
    choices
}

/// Returns the choices of a piece, and all pieces that have the same.
fn shared_choices(leader: &Promoting, all: &[Promoting]) -> Plan {
    let zone = leader.ranks.len();
    let mut choices: Vec<Choice> = Vec::new();
    for (far, rank) in leader.ranks.iter().enumerate() {
        let own = rank.may_wait.then_some((leader.kind.index(), false));
        let free = rank.free.iter().map(|kind| (*kind, false));
        let reserved = rank.reserved.iter().map(|kind| (*kind, true));
        for (kind, from_reserve) in free.chain(reserved).chain(own) {
            let mut known = choices.iter_mut();
            let known =
                known.find(|known| (known.kind, known.from_reserve) == (kind, from_reserve));
            let depth = far as u16 + 1;
            match known {
                Some(known) => known.depth = depth,
                None => choices.push(Choice {
                    kind,
                    not_on_last: far > 0,
                    from_reserve,
                    depth,
                }),
            }
        }
    }
    let has_same = |one: &&Promoting| {
        let index = one.kind.index();
        let among = |far| sorted(RankChoices::among(&choices, index, far));
        one.ranks.iter().cloned().eq((0..zone as u16).map(among))
    };
    Plan {
        kinds: all.iter().filter(has_same).map(|one| one.kind).collect(),
        zone,
        choices,
        to: Vec::new(),
    }
}

/// Returns the pieces that become one other piece each, after one that must promote on the last
/// rank.
fn in_pairs(all: &[Promoting]) -> Plan {
    let mut plan = Plan::default();
    let only = |one: &Promoting, is_first: bool| -> Option<KindId> {
        let to = *one.ranks.first()?.free.first()?;
        let on_rank = |far| RankChoices::only(to, is_first, far);
        let is_only = one
            .ranks
            .iter()
            .cloned()
            .eq((0..one.ranks.len() as u16).map(on_rank));
        is_only.then_some(KindId::new(to))
    };
    let first = all.iter().find_map(|one| Some((one, only(one, true)?)));
    let Some((first, to)) = first else {
        return plan;
    };
    plan.zone = first.ranks.len();
    let others = all.iter().filter(|one| one.ranks.len() == plan.zone);
    let others = others.filter_map(|one| Some((one, only(one, false)?)));
    for (one, to) in [(first, to)].into_iter().chain(others) {
        let is_free = |kind: &KindId| !plan.kinds.contains(kind) && !plan.to.contains(kind);
        if is_free(&one.kind) && is_free(&to) {
            plan.kinds.push(one.kind);
            plan.to.push(to);
        }
    }
    plan
}

/// Writes `promoChoice`.
fn choice_text(plan: &Plan, pieces: &[WrittenPiece]) -> String {
    let word = |choice: &Choice| {
        let letter = &pieces[choice.kind].letter;
        // A number also keeps a letter apart from the next one, where both could be one ID.
        let may_go_on = |other: &WrittenPiece| {
            other.letter != *letter && other.letter.starts_with(letter.as_str())
        };
        let depth = match usize::from(choice.depth) == plan.zone && !pieces.iter().any(may_go_on) {
            true => String::new(),
            false => choice.depth.to_string(),
        };
        let on_last = if choice.not_on_last { "!" } else { "" };
        let reserve = if choice.from_reserve { "*" } else { "" };
        format!("{on_last}{reserve}{letter}{depth}")
    };
    plan.choices.iter().map(word).collect()
}
