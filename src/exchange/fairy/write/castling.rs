//! Castling: a king and a rook on one rank, as the program has it for either wing.

use super::grid::file_letter;
use super::transfer::Export;
use crate::places::Square;
use padma_rules::model::{Castling, KindId, Mover, Rule, Side, Sided};

/// A castling of one side, as the program sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CastlingWing {
    king: KindId,
    rook: KindId,
    king_from: Square,
    rook_from: Square,
    king_to: u16,
}

impl CastlingWing {
    fn is_kingside(self) -> bool {
        self.rook_from.file > self.king_from.file
    }
}

/// Writes the keys about castling.
pub(crate) fn write(export: &mut Export<'_>) {
    let rules: Vec<(usize, Castling)> = export
        .rules
        .basic
        .iter()
        .enumerate()
        .filter_map(|(index, basic)| match &basic.rule {
            Rule::Castling(rule) => Some((index, rule.clone())),
            _ => None,
        })
        .collect();
    list_strings(export);
    let mut wings: Vec<(Side, CastlingWing)> = Vec::new();
    for (index, rule) in rules {
        export.settled[index] = true;
        for side in Side::BOTH {
            let movers = rule.movers.of(side);
            // A piece that does not begin on its cell has always moved.
            let begins = |mover: &Mover| {
                super::pieces::starts(export.variant, mover.kind, side).contains(mover.from)
            };
            if movers.is_empty() || !movers.iter().all(begins) {
                continue;
            }
            match wing(export, movers, side) {
                Some(wing) if fits(&wings, side, wing) => wings.push((side, wing)),
                Some(_) => export.leave_rule(
                    index,
                    "in Fairy-Stockfish the kings of both sides go to the same files, with one castling to a wing",
                ),
                None => export.leave_rule(
                    index,
                    "in Fairy-Stockfish a king goes along its rank, and the outermost rook to the cell beside it",
                ),
            }
        }
    }
    if wings.is_empty() {
        return export.section.set("castling", false);
    }
    write_wings(export, &wings);
}

/// Lists the castlings that are part of movements.
fn list_strings(export: &mut Export<'_>) {
    for kind in export.variant.kind_ids() {
        if !export.pieces.movements[kind.index()].castlings.is_empty() {
            let id = &export.variant.kind(kind).id;
            let (text, place) = (
                format!("the castling in the string of `{id}`"),
                export.place_of(id),
            );
            export.leave(
                text,
                place,
                "write a rule of the kind `castling`, which is carried over",
            );
        }
    }
}

/// Returns the castling that two pieces make; `None` if the program has none like it.
fn wing(export: &Export<'_>, movers: &[Mover], side: Side) -> Option<CastlingWing> {
    let [one, other] = movers else { return None };
    let as_wing = |king: &Mover, rook: &Mover| {
        let [king_from, king_to, rook_from, rook_to] =
            [king.from, king.to, rook.from, rook.to].map(|cell| export.grid.square(cell));
        let is_one_rank = [king_to, rook_from, rook_to]
            .iter()
            .all(|square| square.rank == king_from.rank);
        let is_kingside = rook_from.file > king_from.file;
        let beside = match is_kingside {
            true => king_to.file.checked_sub(1)?,
            false => king_to.file + 1,
        };
        let wing = CastlingWing {
            king: king.kind,
            rook: rook.kind,
            king_from,
            rook_from,
            king_to: king_to.file,
        };
        (is_one_rank && rook_to.file == beside && stands_ready(export, wing, side)).then_some(wing)
    };
    let is_king = |mover: &Mover| export.variant.kind(mover.kind).royal;
    match is_king(other) {
        true => as_wing(other, one),
        false => as_wing(one, other).or_else(|| as_wing(other, one)),
    }
}

/// Whether both pieces stand on their cells in the setup, the king as the only one of its kind on
/// the rank and the rook as the outermost.
fn stands_ready(export: &Export<'_>, wing: CastlingWing, side: Side) -> bool {
    let squares = |kind: KindId| -> Vec<Square> {
        let cells = super::pieces::starts(export.variant, kind, side);
        let squares = cells.iter().map(|cell| export.grid.square(cell));
        squares
            .filter(|square| square.rank == wing.king_from.rank)
            .collect()
    };
    let rooks = squares(wing.rook);
    let outermost = match wing.is_kingside() {
        true => rooks.iter().map(|square| square.file).max(),
        false => rooks.iter().map(|square| square.file).min(),
    };
    squares(wing.king) == [wing.king_from] && outermost == Some(wing.rook_from.file)
}

/// Whether a castling agrees with others in what the program says once: the files to which kings
/// go, their rank, and the kind of a side's king.
fn fits(wings: &[(Side, CastlingWing)], side: Side, wing: CastlingWing) -> bool {
    wings.iter().all(|(owner, other)| {
        let same_side = *owner == side;
        let same_wing = other.is_kingside() == wing.is_kingside();
        (!same_wing || !same_side && other.king_to == wing.king_to)
            && (!same_side || other.king == wing.king && other.king_from == wing.king_from)
    })
}

fn write_wings(export: &mut Export<'_>, wings: &[(Side, CastlingWing)]) {
    let ranks = export.grid.ranks;
    let mut rows = wings.iter().map(|(side, wing)| match side {
        Side::White => wing.king_from.rank,
        Side::Black => ranks - 1 - wing.king_from.rank,
    });
    let row = rows.next().unwrap_or(0);
    let same_row = rows.all(|other| other == row);
    if !same_row {
        let castling = export.rules.basic.iter();
        let index = castling
            .into_iter()
            .position(|basic| matches!(basic.rule, Rule::Castling(_)));
        if let Some(index) = index {
            export.leave_rule(
                index,
                "in Fairy-Stockfish both sides castle on the same rank, seen from either",
            );
        }
    }
    export.section.set("castlingRank", row + 1);
    for (is_kingside, key) in [
        (true, "castlingKingsideFile"),
        (false, "castlingQueensideFile"),
    ] {
        let wing = wings
            .iter()
            .find(|(_, wing)| wing.is_kingside() == is_kingside);
        if let Some((_, wing)) = wing {
            export.section.set(key, file_letter(wing.king_to));
        }
    }
    for (key, piece) in [
        (
            "castlingKingPiece",
            (|wing| wing.king) as fn(&CastlingWing) -> KindId,
        ),
        ("castlingRookPieces", |wing| wing.rook),
    ] {
        let of = |side: Side| -> Vec<KindId> {
            let own = wings.iter().filter(|(owner, _)| *owner == side);
            own.map(|(_, wing)| piece(wing)).collect()
        };
        let [white, black] = Side::BOTH.map(of);
        let kinds = match (white.is_empty(), black.is_empty()) {
            (true, _) => Sided {
                white: black.clone(),
                black,
            },
            (_, true) => Sided {
                black: white.clone(),
                white,
            },
            _ => Sided { white, black },
        };
        export.set_sided_pieces(key, &kinds);
    }
    for (side, wing) in wings {
        let right = if wing.is_kingside() { 'k' } else { 'q' };
        export.rights[*side as usize].push(match side {
            Side::White => right.to_ascii_uppercase(),
            Side::Black => right,
        });
    }
}
