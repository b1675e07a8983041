//! The values of expressions in a position that a reader has set up.
//!
//! A position is a text with a line for each fact, its words separated by tabs:
//!
//! ```text
//! white  R  rook  a1  unmoved     a piece: its side, label, kind and cell
//! black        c3               a blocker, of which no kind is known
//! absent b2  c2                 cells that are left out, without this line those of the board
//! hand   white  pawn  2          pieces in hand
//! move   black                   the side to move, White without this line
//! passing e4 e3                  a piece that can be captured en passant, and the cells it passed
//! diagram R-1                    the name that expressions may call the position by
//! ```

use padma_expr::{Formula, Outline, PlacedDiagram, PlacedPiece, Scope, World, parse, resolve};
use padma_rules::model::{Cell, CellSet, EnPassant, Piece, Position, Reserve};
use padma_rules::play::{
    Endings, Game, MoveReading, Moves, Scratch, State, begin_history, legal_moves, make, read_move,
};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use serde_json::{Value as Json, json};

use crate::game::ways;
use crate::named::{QuestionResult, indices, kind_named, mistake, side_named};

/// Returns the value of each expression in a position.
pub(crate) fn answers(rules: &Rules, position: &str, expressions: &[&str]) -> QuestionResult {
    let placed = [read(rules, position)?];
    let endings = Endings::default();
    let world = World::new(rules, &endings, &placed, &[], Outline::NONE);
    let answers: Vec<Json> = expressions
        .iter()
        .map(|text| answer(&world, rules, &placed, text))
        .collect();
    Ok(json!({ "answers": answers }))
}

/// Returns what a board can show of an expression in a position: `{}` if there is nothing to be seen, or
/// if the expression needs more than the position.
pub(crate) fn illustration(rules: &Rules, position: &str, text: &str) -> QuestionResult {
    let placed = [read(rules, position)?];
    let endings = Endings::default();
    let world = World::new(rules, &endings, &placed, &[], Outline::NONE);
    let drawn = formula(rules, &placed, text)
        .ok()
        .map(|formula| world.illustrate(&formula));
    let Some(Ok(Some(shown))) = drawn else {
        return Ok(json!({}));
    };
    let ways = shown.way.iter().map(|way| way.map(Cell::index));
    Ok(json!({
        "position": position_json(&shown.position),
        "cells": indices(&shown.cells),
        "ways": ways.collect::<Vec<_>>(),
    }))
}

/// Plays a line from a position. Returns the position, and each move with the position after it.
pub(crate) fn line(game: &Game<'_>, position: &str, texts: &[&str]) -> QuestionResult {
    let mut state = read(game.rules(), position)?.state(game);
    let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
    let first = position_json(state.position());
    let mut step = |text: &&str| {
        legal_moves(game, &mut state, &mut scratch, &mut moves);
        let reading = read_move(game, &mut state, &mut scratch, &moves, text);
        let MoveReading::Plays { index, .. } = reading else {
            return Err(format!("`{text}` is not a legal move"));
        };
        let mv = moves.get(index);
        let ways = ways(&moves, mv);
        make(game, &mut state, &mut scratch, &moves, mv);
        Ok(json!({ "text": text, "position": position_json(state.position()), "ways": ways }))
    };
    let steps: Vec<Json> = texts.iter().map(&mut step).collect::<Result<_, _>>()?;
    Ok(json!({ "position": first, "line": steps }))
}

fn position_json(position: &Position) -> Json {
    let named = position.pieces().filter_map(|(cell, piece)| {
        let kind = piece.kind?;
        Some([cell.index(), piece.side as usize, kind.index()])
    });
    let blockers = position.pieces().filter(|(_, piece)| piece.kind.is_none());
    let blockers = blockers.map(|(cell, piece)| [cell.index(), piece.side as usize]);
    json!({
        "pieces": named.collect::<Vec<_>>(),
        "blockers": blockers.collect::<Vec<_>>(),
        "absent": indices(&position.absent()),
    })
}

fn answer(world: &World<'_>, rules: &Rules, placed: &[PlacedDiagram], text: &str) -> Json {
    let formula = match formula(rules, placed, text) {
        Ok(formula) => formula,
        Err(mistakes) => return json!({ "mistakes": mistakes }),
    };
    match world.value(&formula) {
        Ok(padma_expr::ExprValue::Cells(cells)) => {
            json!({ "cells": rules.variant.board.names_of(&cells) })
        }
        Ok(value) => json!({ "value": value.show(&rules.variant) }),
        Err(fault) => json!({ "fault": fault.to_string() }),
    }
}

/// Reads an expression.
///
/// # Errors
///
/// What is wrong with it.
fn formula(rules: &Rules, placed: &[PlacedDiagram], text: &str) -> Result<Formula, Vec<Json>> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let source = sources.add("expression", text);
    let scope = Scope {
        rules,
        variant: 0,
        placed,
        games: &[],
        outline: Outline::NONE,
        nearest: Some(0),
    };
    let excerpt = Excerpt::verbatim(text, sources.whole(source));
    let formula = parse(&excerpt, &mut diagnostics)
        .and_then(|question| resolve(&question.expr, scope, &mut diagnostics));
    formula.ok_or_else(|| {
        let mistakes = diagnostics.iter();
        mistakes.map(|one| mistake(one, &sources, source)).collect()
    })
}

fn read(rules: &Rules, text: &str) -> Result<PlacedDiagram, String> {
    let game = Game::new(rules);
    let board = &rules.variant.board;
    let mut sources = Sources::default();
    let span = {
        let id = sources.add("position", text);
        sources.whole(id)
    };
    let cell_named = |name: &str| -> Result<Cell, String> {
        board
            .cell(name)
            .ok_or_else(|| format!("no cell is called `{name}`"))
    };
    let cells_named = |names: &[&str]| -> Result<CellSet, String> {
        names.iter().map(|name| cell_named(name)).collect()
    };
    let mut state = State::empty(&game);
    let mut pieces: Vec<PlacedPiece> = Vec::new();
    let mut reserve = Reserve::default();
    let (mut id, mut passing, mut to_move) = (String::new(), None, None);
    for line in text.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        match words[..] {
            ["absent", ref cells @ ..] => {
                state.set_absent(cells_named(cells)?);
            }
            ["hand", side, kind, count] => {
                let count = count
                    .parse()
                    .map_err(|_| format!("`{count}` is not a number"))?;
                let (side, kind) = (side_named(side)?, kind_named(rules, kind)?);
                reserve.add(side, kind, count);
                state.set_reserve(side, kind, count);
            }
            ["move", side] => {
                let side = side_named(side)?;
                to_move = Some(side);
                if side != state.to_move() {
                    state.set_to_move(side);
                }
            }
            ["diagram", name] => id = name.to_string(),
            ["passing", piece, ref cells @ ..] => {
                passing = Some(EnPassant {
                    cells: cells_named(cells)?,
                    piece: cell_named(piece)?,
                    second: None,
                });
            }
            [side, "", "", cell] => {
                let piece = Piece {
                    side: side_named(side)?,
                    kind: None,
                };
                state.place(cell_named(cell)?, Some(piece), true);
            }
            [side, label, kind, cell, ref moved @ ..] => {
                let piece = PlacedPiece {
                    label: label.to_string(),
                    labelled: true,
                    label_span: span,
                    kind: kind_named(rules, kind)?,
                    side: side_named(side)?,
                    cell: cell_named(cell)?,
                    unmoved: moved == ["unmoved"],
                    span,
                };
                let standing = Piece::of(piece.side, piece.kind);
                state.place(piece.cell, Some(standing), !piece.unmoved);
                pieces.push(piece);
            }
            _ => return Err(format!("`{line}` is not a line of a position")),
        }
    }
    // A reader may have moved the piece since, or put another in the way.
    let is_open = |passing: &EnPassant| {
        let occupied = state.position().occupied();
        occupied.contains(passing.piece) && (passing.cells & occupied).is_empty()
    };
    passing = passing.filter(is_open);
    state.set_en_passant(passing);
    begin_history(&game, &mut state, &mut Scratch::default());
    Ok(PlacedDiagram {
        id,
        variant: 0,
        pieces,
        symbols: Vec::new(),
        complete: true,
        position: state.position().clone(),
        to_move,
        reserve,
        typed: true,
        after: Some(state),
    })
}
