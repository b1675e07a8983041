//! What pieces become by promotion, and in hand: as the variant has it, to compare with what the
//! program can have.

use crate::hand::BY_MOVEMENT;
use padma_rules::model::{
    Cell, CellSet, KindId, Promotion, Rule, Side, Sided, SidedSet, Variant, ZoneMove, sorted_kinds,
};

/// Returns for each piece the one that it was before it promoted, if it becomes that one in hand.
pub(crate) fn forms(variant: &Variant) -> Vec<Option<KindId>> {
    let form = |kind: KindId| {
        let before = variant.in_hand(kind, &BY_MOVEMENT)?;
        let makes = |rule: &Rule| match rule {
            Rule::Promotion(rule) if rule.to.contains(&kind) => Some(rule.kind),
            _ => None,
        };
        let mut makers = variant.rules.iter().filter_map(makes).peekable();
        makers.peek()?;
        let is_made_of_it = makers.all(|maker| maker == before);
        let begins = variant.setup.as_ref().is_some_and(|setup| setup.has(kind));
        // One that turns back by promotion too is written as the promoted piece even at the start.
        let back = variant.promotes_to(kind, None);
        let turns_back = back[..] == [before];
        let is_form = turns_back || !begins && back.is_empty();
        (before != kind && is_made_of_it && is_form).then_some(before)
    };
    variant.kind_ids().map(form).collect()
}

/// How a piece promotes, by all its rules together.
#[derive(PartialEq, Eq)]
pub(crate) struct PieceChange {
    /// The cells where it promotes.
    pub zone: SidedSet,
    /// Those of them where it must.
    pub forced: SidedSet,
    /// What each side's piece may become.
    pub to: Sided<Vec<KindId>>,
    /// Whether what it may become depends on the cell.
    pub varies: bool,
}

/// Returns how a piece promotes; `None` if it does not.
pub(crate) fn change(variant: &Variant, kind: KindId) -> Option<PieceChange> {
    let rules: Vec<&Promotion> = variant.promotions(kind).collect();
    if rules.is_empty() {
        return None;
    }
    let about = |side: Side, cell: Cell| {
        let rules = rules.iter();
        rules.filter(move |rule| rule.cells.of(side).contains(cell))
    };
    let zone = Sided::by(|side| variant.promotion_zone(kind, side));
    let is_forced = |side, cell| about(side, cell).any(|rule| !rule.may_wait);
    let forced = Sided::by(|side| {
        let cells = zone.of(side).iter();
        cells.filter(|cell| is_forced(side, *cell)).collect()
    });
    let choices = Sided::by(|side| -> Vec<Vec<KindId>> {
        let choice = |cell| {
            let all = about(side, cell).flat_map(|rule| rule.to.iter().copied());
            sorted_kinds(all)
        };
        zone.of(side).iter().map(choice).collect()
    });
    let to = Sided::by(|side| choices.of(side).first().cloned().unwrap_or_default());
    let differ = |side| choices.of(side).iter().any(|choice| choice != to.of(side));
    let varies = Side::either(differ);
    Some(PieceChange {
        zone,
        forced,
        to,
        varies,
    })
}

impl PieceChange {
    /// Returns the one piece that it becomes, if there is no choice.
    pub(crate) fn only(&self) -> Option<KindId> {
        match (&self.to.white[..], &self.to.black[..]) {
            ([one], [other]) if one == other => Some(*one),
            _ => None,
        }
    }
}

/// Whether a piece promotes as a piece of shogi does.
pub(crate) fn is_piece_change(variant: &Variant, kind: KindId, change: &PieceChange) -> bool {
    let Some(to) = change.only() else {
        return false;
    };
    let leaves = |rule: &Promotion| {
        rule.on.contains(&ZoneMove::Leaves) || rule.on.contains(&ZoneMove::Captures)
    };
    variant.promotions(kind).any(leaves) || forms(variant)[to.index()] == Some(kind)
}

/// Returns how pieces promote that promote as pawns do: as the one with the fewest choices.
pub(crate) fn pawn_change(variant: &Variant) -> Option<PieceChange> {
    let changes = variant.kind_ids().filter_map(|kind| {
        let change = change(variant, kind)?;
        (!is_piece_change(variant, kind, &change)).then_some(change)
    });
    changes.min_by_key(|change| change.to.white.len())
}

/// Returns the piece that the pawn of chess may choose in addition to those of other pawns, if it has one
/// such choice and promotes as they do.
pub(crate) fn own_choice(change: &PieceChange, pawn: &PieceChange) -> Option<KindId> {
    let [white, black] = Side::BOTH.map(|side| {
        let (all, common) = (change.to.of(side), pawn.to.of(side));
        let mut own = all.iter().filter(|kind| !common.contains(kind));
        let one = own.next().filter(|_| own.next().is_none()).copied();
        one.filter(|_| all.len() == common.len() + 1)
    });
    let is_like_pawn = change.zone == pawn.zone && change.forced == pawn.forced;
    white.filter(|_| white == black && is_like_pawn)
}

/// Whether the name of a pawn suits how a piece promotes, or how no piece does.
pub(crate) fn may_be_pawn(variant: &Variant, kind: KindId) -> bool {
    match change(variant, kind) {
        Some(change) => pawn_change(variant)
            .is_some_and(|pawn| pawn == change || own_choice(&change, &pawn).is_some()),
        None => variant.kind_ids().all(|kind| change_is_none(variant, kind)),
    }
}

pub(crate) fn change_is_none(variant: &Variant, kind: KindId) -> bool {
    variant.promotions(kind).next().is_none()
}

/// Returns the cells where pieces promote: those of the first piece that does.
pub(crate) fn zone(variant: &Variant) -> SidedSet {
    let first = variant.kind_ids().find_map(|kind| change(variant, kind));
    first.map_or(Sided::same(CellSet::default()), |change| change.zone)
}
