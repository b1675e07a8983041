//! Castling, as `O` in the string of the king.

use std::collections::BTreeSet;

use super::pieces::WrittenPiece;
use crate::places::Square;
use crate::transfer::{Transfer, of_side, starts};
use padma_rules::model::{KindId, Mover, Side};
use padma_rules::movement::leg::{CastlingMotion, Component, Motion, Start};
use padma_rules::movement::{Dialect, betza};

/// A castling of one side, as that side sees it.
#[derive(Clone, Copy)]
struct EdgeCastling {
    side: Side,
    king: KindId,
    rook: KindId,
    /// How many cells the king goes.
    cells: u16,
    is_right: bool,
    /// The index of its rule.
    rule: usize,
}

/// Adds the castlings to the strings of the kings. Returns the rights to them, as a FEN has them.
pub(super) fn write(transfer: &mut Transfer<'_>, pieces: &mut [WrittenPiece]) -> String {
    let mut wings: Vec<EdgeCastling> = Vec::new();
    for (rule, side, movers) in transfer.castlings() {
        match wing(transfer, movers, side, rule) {
            Some(wing) => wings.push(wing),
            None => {
                let why = "in a diagram a king goes along its rank towards a piece at the edge, which goes to the cell beside it";
                transfer.leave_rule(rule, why);
            }
        }
    }
    let kings: BTreeSet<KindId> = wings.iter().map(|wing| wing.king).collect();
    for king in kings {
        let own: Vec<EdgeCastling> = wings
            .iter()
            .filter(|wing| wing.king == king)
            .copied()
            .collect();
        let ways = |side: Side| -> BTreeSet<(u16, bool)> {
            let own = own.iter().filter(|wing| wing.side == side);
            own.map(|wing| (wing.cells, wing.is_right)).collect()
        };
        let has_king = |side: Side| !starts(transfer.variant, king, side).is_empty();
        let ways = Side::BOTH.map(|side| has_king(side).then(|| ways(side)));
        let is_same = ways
            .iter()
            .flatten()
            .all(|other| Some(other) == ways.iter().flatten().next());
        if !is_same || own.iter().any(|wing| wing.rook != own[0].rook) {
            let why = "in a diagram both sides castle alike, each to its own left or right, with the same pieces";
            own.iter()
                .for_each(|wing| transfer.leave_rule(wing.rule, why));
            continue;
        }
        let all = ways.into_iter().flatten().next().unwrap_or_default();
        let cells: BTreeSet<u16> = all.iter().map(|(cells, _)| *cells).collect();
        let component = |cells: u16| {
            let motion = Motion::Castling(CastlingMotion {
                cells,
                skip: 0,
                left: all.contains(&(cells, false)),
                right: all.contains(&(cells, true)),
            });
            Component::new(Start::Unmoved, motion, false)
        };
        let components: Vec<Component> = cells.into_iter().map(component).collect();
        if let Some(text) = betza::print(&components, Dialect::Xbetza) {
            pieces[king.index()].string.push_str(&text);
        }
    }
    rights(&wings)
}

/// Returns the rights to castle, `-` for none.
fn rights(wings: &[EdgeCastling]) -> String {
    let right = |side: Side, letter: char| {
        let is_right = (letter == 'k') == (side == Side::White);
        let mut own = wings.iter().filter(|wing| wing.side == side);
        let has = own.any(|wing| wing.is_right == is_right);
        has.then(|| of_side(letter, side))
    };
    let letters = Side::BOTH.map(|side| ['k', 'q'].map(|letter| right(side, letter)));
    let rights: String = letters.iter().flatten().flatten().collect();
    if rights.is_empty() {
        "-".to_string()
    } else {
        rights
    }
}

/// Returns the castling that two pieces make; `None` if no string means it.
fn wing(
    transfer: &Transfer<'_>,
    movers: &[Mover],
    side: Side,
    rule: usize,
) -> Option<EdgeCastling> {
    let [one, other] = movers else { return None };
    let is_royal = |mover: &Mover| transfer.variant.kind(mover.kind).royal;
    let (king, rook) = match is_royal(other) {
        true => (other, one),
        false => (one, other),
    };
    let [king_from, king_to, rook_from, rook_to] =
        [king.from, king.to, rook.from, rook.to].map(|cell| transfer.grid.square(cell));
    let steps = |to: Square| i32::from(to.file) - i32::from(king_from.file);
    let ahead = steps(rook_from).signum();
    let at = |steps: i32| {
        let file = u16::try_from(i32::from(king_from.file) + steps).ok()?;
        let is_inside = file < transfer.grid.files;
        transfer
            .grid
            .cell(Square { file, ..king_from })
            .filter(|_| is_inside)
    };
    let (cells, edge) = (steps(king_to) * ahead, steps(rook_from) * ahead);
    let is_one_rank = [king_to, rook_from, rook_to]
        .iter()
        .all(|square| square.rank == king_from.rank);
    // The rook is the last piece of its rank, and begins there.
    let is_edge =
        (1..=edge).all(|steps| at(steps * ahead).is_some()) && at((edge + 1) * ahead).is_none();
    let is_alone = starts(transfer.variant, king.kind, side).len() == 1;
    let fits =
        is_one_rank && is_edge && is_alone && cells > 0 && steps(rook_to) * ahead == cells - 1;
    fits.then_some(EdgeCastling {
        side,
        king: king.kind,
        rook: rook.kind,
        cells: u16::try_from(cells).ok()?,
        is_right: (ahead > 0) == (side == Side::White),
        rule,
    })
}
