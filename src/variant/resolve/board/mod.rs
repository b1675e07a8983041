//! Resolves declarations of boards into a [`Board`].

mod flaws;
mod graph;
mod grid;
mod hex;
mod levels;
mod sheets;

use flaws::checked;

use crate::decl::{board as keys, except, extra, lotus};
use crate::form::{Fields, KIND};
use crate::rule::known_words;
use padma_rules::model::grid::LeapClass;
use padma_rules::model::lotus::{Axial, LotusExtra, LotusPlan};
use padma_rules::model::{self, Board, CellKind};
use padma_rules::names::unknown_cell;
use padma_text::diag::{Code, Diagnostics};

/// Builds a declared board with further classes of leaps. If it cannot be built, reports every
/// fault and returns `None`.
pub(super) fn board(
    decl: &Fields,
    leaps: Vec<LeapClass>,
    diagnostics: &mut Diagnostics,
) -> Option<Board> {
    let board = match decl.str(KIND) {
        "lotus" => lotus(decl, diagnostics),
        "grid" => grid::grid(decl, leaps, diagnostics),
        "graph" => graph::graph(decl, diagnostics),
        "hex" => hex::hex(decl, leaps, diagnostics),
        "levels" => levels::levels(decl, leaps, diagnostics),
        _ => sheets::sheets(decl, leaps, diagnostics),
    }?;
    let exceptions = decl.tables(keys::EXCEPT).iter();
    Some(exceptions.fold(board, |board, exception| {
        with_exception(board, exception, diagnostics)
    }))
}

/// Returns the board with an exception applied to its cell.
fn with_exception(board: Board, exception: &Fields, diagnostics: &mut Diagnostics) -> Board {
    let Some(name) = exception.word(except::NAME) else {
        return board;
    };
    let Some(cell) = board.cell(&name.value) else {
        diagnostics.push(unknown_cell(&name.value, name.span, &board));
        return board;
    };
    let is_apart = exception.flag(except::APART);
    let Some(shape) = known_words(except::SHAPE, exception, diagnostics) else {
        return board;
    };
    let shape = shape.first().and_then(|shape| CellKind::from_name(shape));
    let rank = exception.number(except::RANK);
    if !is_apart && shape.is_none() && rank.is_none() {
        let message = "this exception does not say what is different";
        let expected = "expected `shape`, `rank` or `apart = true` beside it";
        diagnostics.error(Code::WrongValue, message, name.span, expected);
        return board;
    }
    if let Some(rank) = rank.filter(|_| board.info(cell).rank.is_none()) {
        let message = format!("{} is on no rank", name.value);
        let expected = "expected the number of a rank only for a cell that has one";
        diagnostics.error(Code::WrongValue, message, rank.span, expected);
    }
    let number = rank.and_then(|rank| usize::try_from(rank.value).ok());
    let board = match is_apart {
        true => board.cut_off(cell),
        false => board,
    };
    board.with_info(cell, |info| {
        info.kind = shape.unwrap_or(info.kind);
        if let (Some(own), Some(number)) = (&mut info.rank, number) {
            own.number = number;
        }
    })
}

fn lotus(decl: &Fields, diagnostics: &mut Diagnostics) -> Option<Board> {
    let petals = decl
        .pairs(lotus::PETALS)
        .iter()
        .map(|at| Axial {
            q: narrow(at.value.0),
            r: narrow(at.value.1),
        })
        .collect();
    let extra = |extra: &Fields| {
        let degrees =
            u16::try_from(extra.number(extra::DEGREES)?.value.rem_euclid(360)).unwrap_or(0);
        Some(LotusExtra {
            name: extra.word(extra::NAME)?.value,
            host: extra.word(extra::HOST)?.value,
            degrees,
        })
    };
    let extras = decl.tables(lotus::EXTRA).iter().filter_map(extra).collect();
    let plan = LotusPlan { petals, extras };
    checked(model::lotus::board(&plan), decl, diagnostics)
}

/// Returns the nearest `i32` whose opposite is an `i32` too.
fn narrow(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN + 1 } else { i32::MAX })
}
