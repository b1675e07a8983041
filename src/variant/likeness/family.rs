//! The families of fairy chess that a movement belongs to, by the motion of its components.

use std::collections::BTreeSet;

use padma_rules::model::{Board, KindId, Variant};
use padma_rules::movement::leg::{Bend, Component, Hop, Lame, Leap, Leg, LegWay, Length, Motion};
use padma_rules::movement::lower;
use padma_rules::moves::on_board;

padma_text::named! {
    /// A family of pieces.
    pub enum PieceFamily by name {
        /// Moves to the next cell.
        Stepper "stepper",
        /// Moves to a cell further away, whatever is between.
        Leaper "leaper",
        /// Moves to a cell further away, unless something is between.
        LameLeaper "lame leaper",
        /// Moves along a line until it is blocked.
        Slider "slider",
        /// Moves by equal leaps along a line.
        Rider "rider",
        /// Moves over another piece.
        Hopper "hopper",
        /// Turns as it moves.
        Turner "turning rider",
        /// Moves by several legs of different kinds.
        MultiLeg "multi-leg mover",
        /// Moves to any cell.
        Traveller "traveller",
    }
}

/// Returns the families of a piece, in order.
pub fn families(variant: &Variant, kind: KindId) -> Vec<PieceFamily> {
    let components = components(variant, kind);
    let families = components
        .iter()
        .flat_map(|component| component_families(component, &variant.board));
    families.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Whether a piece can be captured en passant.
pub fn is_open_to_en_passant(variant: &Variant, kind: KindId) -> bool {
    components(variant, kind)
        .iter()
        .any(|component| component.open_to_en_passant)
}

fn components(variant: &Variant, kind: KindId) -> Vec<Component> {
    let named = |id: &str| {
        variant
            .kind_named(id)
            .map(|kind| &variant.kind(kind).movement)
    };
    on_board(lower(&variant.kind(kind).movement, &named), &variant.board)
}

fn component_families(component: &Component, board: &Board) -> Vec<PieceFamily> {
    match &component.motion {
        Motion::Legs(legs) => match &legs[..] {
            [leg] => leg_families(leg, board),
            _ => vec![PieceFamily::MultiLeg],
        },
        Motion::Anywhere(_) => vec![PieceFamily::Traveller],
        Motion::Distance { .. } => vec![PieceFamily::Leaper],
        Motion::Castling(_) | Motion::Drop(_) => Vec::new(),
    }
}

fn leg_families(leg: &Leg, board: &Board) -> Vec<PieceFamily> {
    if leg.hop != Hop::Never {
        return vec![PieceFamily::Hopper];
    }
    let is_once = leg.length == Length::UpTo(1);
    if leg.bend != Bend::Straight && !is_once {
        return vec![PieceFamily::Turner];
    }
    let family = |is_next: bool| match (is_once, is_next) {
        (true, true) => PieceFamily::Stepper,
        (true, false) if leg.lame != Lame::No => PieceFamily::LameLeaper,
        (true, false) => PieceFamily::Leaper,
        (false, true) => PieceFamily::Slider,
        (false, false) => PieceFamily::Rider,
    };
    match &leg.way {
        LegWay::Leaps(leaps) => leaps.iter().map(|leap| family(is_next(*leap))).collect(),
        LegWay::Directions { classes, step, .. } => classes
            .iter()
            .map(|class| family(*step == 1 && is_unit(class, board)))
            .collect(),
        LegWay::Turns { .. } => vec![PieceFamily::MultiLeg],
    }
}

fn is_next(leap: Leap) -> bool {
    leap.x.abs() <= 1 && leap.y.abs() <= 1
}

/// Whether a step along a class leads to the next cell. On a grid, the classes that name longer
/// leaps lead further.
fn is_unit(class: &str, board: &Board) -> bool {
    const FURTHER: [&str; 7] = ["D", "A", "N", "H", "G", "C", "Z"];
    let is_leap = class
        .strip_prefix('(')
        .and_then(|leap| leap.strip_suffix(')'));
    let far = is_leap.is_some_and(|leap| {
        leap.split(',')
            .any(|part| !["0", "1"].contains(&part.trim()))
    });
    !board.has_sheets() || !far && !FURTHER.contains(&class)
}
