//! First moves: the cells from which pieces make them, and captures en passant that follow.

use super::hand;
use super::pieces::starts;
use super::rays::{self, FirstFrom, LeapRay, RayEnd, RaySet};
use super::transfer::Export;
use padma_rules::model::{CellSet, KindId, Side, Sided, SidedSet};

/// Returns the piece that steps sideways only beyond a river, and the rank behind the river.
pub(crate) fn soldier_rank(export: &Export<'_>) -> Option<(KindId, u16)> {
    let [forward, sideways] = ["fW", "sW"].map(|text| Some(export.rays_of(text)?.steady));
    let (forward, sideways) = (forward?, sideways?);
    let ranks = export.grid.ranks;
    let beyond = |rank: u16| -> SidedSet {
        let cells = |side| {
            let rows = (rank..ranks).map(|rank| export.grid.rank(rank, side));
            rows.fold(CellSet::default(), |all, row| all | row)
        };
        Sided::by(cells)
    };
    export.variant.kind_ids().find_map(|kind| {
        let movement = export.movement(kind);
        let [first] = &movement.first[..] else {
            return None;
        };
        let FirstFrom::Cells(cells) = &first.from else {
            return None;
        };
        let rank = (1..ranks).find(|rank| beyond(*rank) == **cells)?;
        (movement.steady == forward && first.rays == sideways).then_some((kind, rank + 1))
    })
}

/// Returns the cells from which first moves are made, none if there are no first moves, and says
/// where the program has more or fewer of them.
pub(crate) fn first_move_region(export: &mut Export<'_>, soldier: Option<KindId>) -> SidedSet {
    let variant = export.variant;
    let movers = variant
        .kind_ids()
        .filter(|kind| Some(*kind) != soldier && !export.movement(*kind).first.is_empty());
    let movers: Vec<KindId> = movers.collect();
    if movers.is_empty() {
        export.section.set("doubleStep", false);
        return Sided::same(CellSet::default());
    }
    let second = export.grid.both_ranks(1.min(export.grid.ranks - 1));
    let region = chosen_region(export, &movers, second);
    let text = export.grid.sided_text(&region);
    export.section.set_sided("doubleStepRegion", &text);
    for kind in movers {
        let what = "a first move of";
        if !fits_region(export, kind, &region) {
            let why = "in Fairy-Stockfish first moves start from `doubleStepRegion`, whether the piece has moved or not";
            export.leave_of(what, kind, why);
        }
        let is_dropped = hand::drops_onto(variant, kind, &region);
        let needs_unmoved = export
            .movement(kind)
            .first
            .iter()
            .any(|first| first.from == FirstFrom::Unmoved);
        if is_dropped && needs_unmoved {
            let why = "in Fairy-Stockfish a piece that is dropped onto `doubleStepRegion` makes a first move too";
            export.leave_of(what, kind, why);
        }
    }
    region
}

/// Returns the cells that suit all first moves best: those that a movement names, or the second
/// rank, or where the pieces begin.
fn chosen_region(export: &Export<'_>, movers: &[KindId], second: SidedSet) -> SidedSet {
    let first = movers.iter().flat_map(|kind| &export.movement(*kind).first);
    let mut named = first.filter_map(|first| match &first.from {
        FirstFrom::Cells(cells) => Some(**cells),
        FirstFrom::Unmoved => None,
    });
    if let Some(cells) = named.next() {
        return cells;
    }
    if movers
        .iter()
        .all(|kind| fits_region(export, *kind, &second))
    {
        return second;
    }
    let begin = |side| {
        let cells = movers
            .iter()
            .map(|kind| starts(export.variant, *kind, side));
        cells.fold(CellSet::default(), |all, cells| all | cells)
    };
    Sided::by(begin)
}

/// Whether a piece makes its first moves from exactly these cells.
fn fits_region(export: &Export<'_>, kind: KindId, region: &SidedSet) -> bool {
    let movement = export.movement(kind);
    movement.first.iter().all(|first| {
        if first.rays.iter().any(|ray| ray.end != RayEnd::Move) {
            return false;
        }
        match &first.from {
            FirstFrom::Cells(cells) => **cells == *region,
            FirstFrom::Unmoved => Side::both(|side| {
                let from = starts(export.variant, kind, side);
                let later = rays::cells_reached(movement, from, side, &export.grid);
                from.is_subset(region.of(side)) && (later & *region.of(side)).is_empty()
            }),
        }
    })
}

/// Writes who captures en passant, and whether anyone can.
pub(crate) fn write_en_passant(export: &mut Export<'_>, soldier: Option<KindId>) {
    let variant = export.variant;
    let takes = |export: &Export<'_>, kind: KindId, end: RayEnd| -> RaySet {
        let steady = &export.movement(kind).steady;
        let rays = steady.iter().filter(|ray| ray.end == end);
        rays.map(|ray| LeapRay {
            end: RayEnd::Take,
            ..*ray
        })
        .collect()
    };
    let mut takers = Vec::new();
    for kind in export.exported() {
        let en_passant = takes(export, kind, RayEnd::TakeEnPassant);
        if en_passant.is_empty() {
            continue;
        }
        takers.push(kind);
        let moves = takes(export, kind, RayEnd::Move);
        let only_takes = &takes(export, kind, RayEnd::Take) - &moves;
        if only_takes != en_passant {
            let why = "in Fairy-Stockfish it captures en passant as it captures otherwise, where it cannot move";
            export.leave_of("captures en passant of", kind, why);
        }
    }
    let passing = variant.kind_ids().filter(|kind| Some(*kind) != soldier);
    let passing: Vec<(KindId, bool)> = passing
        .flat_map(|kind| {
            let first = &export.movement(kind).first;
            let passing = first.iter().filter(|first| first.passes());
            passing.map(move |first| (kind, first.is_open))
        })
        .collect();
    let none_is_open = passing.iter().all(|(_, is_open)| !is_open);
    let pawn_takes = export
        .pieces
        .pawn()
        .is_none_or(|pawn| takers.contains(&pawn));
    if !passing.is_empty() && (none_is_open && !takers.is_empty() || !pawn_takes) {
        let nowhere = Sided::by(|_| "-".to_string());
        export.section.set_sided("enPassantRegion", &nowhere);
    } else if !takers.is_empty() {
        for (kind, _) in passing.iter().filter(|(_, is_open)| !is_open) {
            let why = "in Fairy-Stockfish it can be taken en passant";
            export.leave_of("a first move of", *kind, why);
        }
    }
    if !passing.is_empty() && (export.pieces.pawn().is_some() || !takers.is_empty()) {
        export.set_pieces("enPassantTypes", &takers);
    }
}
