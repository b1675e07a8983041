//! The field of a FEN for the cells on which a piece can be captured en passant.

use super::field_reader::{FieldReader, cell_list};
use super::game::Game;
use super::game_position::GamePosition;
use super::passers::passers;
use super::state::State;
use crate::model::{Cell, CellSet, EnPassant};
use padma_text::Span;

/// Reads the cells that a piece has just passed over. The cell of the piece itself may follow, if
/// the others do not show which piece it was.
pub(super) fn read_en_passant(
    reader: &mut FieldReader<'_, '_>,
    word: &str,
    span: Span,
) -> Option<()> {
    if word == "-" {
        return Some(());
    }
    let board = &reader.game.variant().board;
    let listed = reader.cells(word, span)?;
    if let Some(both) = both_passers(reader, &listed) {
        reader.state.set_en_passant(Some(both));
        return Some(());
    }
    let cells: CellSet = listed.iter().copied().collect();
    let passers = passers(GamePosition::new(reader.game, reader.state));
    let fits_text = |passer: &&EnPassant| {
        let whole = passer.cells | CellSet::from_iter([passer.piece]);
        passer.cells == cells || whole == cells && listed.last() == Some(&passer.piece)
    };
    let fitting: Vec<&EnPassant> = passers.iter().filter(fits_text).collect();
    if let [passer] = fitting[..] {
        reader.state.set_en_passant(Some(*passer));
        return Some(());
    }
    let side = reader.state.to_move.other().titled();
    let written = |passer: &EnPassant| {
        format!(
            "`{}{}`",
            cell_list(board, &passer.cells),
            board.name(passer.piece)
        )
    };
    if !fitting.is_empty() {
        let ways: Vec<String> = fitting.into_iter().map(written).collect();
        let message = format!("several pieces could have just passed over {word}");
        return reader.refuse(message, span, format!("expected {}", ways.join(" or ")));
    }
    let overlapping: Vec<String> = passers
        .iter()
        .filter(|passer| !(passer.cells & cells).is_empty())
        .map(|passer| format!("`{}`", cell_list(board, &passer.cells)))
        .collect();
    let (alone, expected) = match overlapping.is_empty() {
        true => (
            "",
            format!(
                "expected `-`, or the cells that a piece of {side}'s could have passed over by its last move"
            ),
        ),
        false => (" alone", format!("expected {}", overlapping.join(" or "))),
    };
    reader.refuse(
        format!("no piece could have just passed over {word}{alone}"),
        span,
        expected,
    )
}

/// Returns two pieces of one turn that may both be captured en passant, if a list has the one cell
/// that each has passed over.
fn both_passers(reader: &FieldReader<'_, '_>, listed: &[Cell]) -> Option<EnPassant> {
    let turn = reader.game.term_rules.turn_of(reader.state.to_move.other());
    let [one, other] = listed.try_into().ok().filter(|_| turn.is_some())?;
    let passers = passers(GamePosition::new(reader.game, reader.state));
    let over = |cell: Cell| {
        let alone = CellSet::from_iter([cell]);
        passers.iter().find(|passer| passer.cells == alone)
    };
    Some(over(one)?.and(*over(other)?))
}

/// Writes the cells that a piece has just passed over.
pub(super) fn write_en_passant(game: &Game<'_>, state: &State) -> Option<String> {
    let Some(passed) = state.position.en_passant() else {
        return Some("-".to_string());
    };
    let board = &game.variant().board;
    let alike = passers(GamePosition::new(game, state))
        .iter()
        .filter(|other| other.cells == passed.cells)
        .count();
    let piece = if alike > 1 {
        board.name(passed.piece)
    } else {
        ""
    };
    let second = passed.second.map_or(CellSet::EMPTY, |(cells, _)| cells);
    Some(cell_list(board, &(passed.cells | second)) + piece)
}
