//! Legal moves as JSON, for other programs.

use serde_json::{Value as Json, json};

use padma_rules::model::{Cell, KindId, Piece, Side, Variant};
use padma_rules::play::{Effect, Move, MoveManner, Moves};

/// Returns a move as `padma moves --format json` prints it.
pub fn move_json(text: &str, variant: &Variant, moves: &Moves, mv: &Move) -> Json {
    let name = |cell: Cell| variant.board.name(cell);
    // A piece that is moved off the board arrives at no cell.
    let passes = mv.manner == MoveManner::Passes;
    let leaves_board = mv.manner == MoveManner::Teleported && mv.from == Some(mv.to);
    let arrives = !passes && !leaves_board;
    json!({
        "text": text,
        "piece": mv.kind.map(|kind| &variant.kind(kind).id),
        "from": mv.from.filter(|_| !passes).map(name),
        "to": arrives.then(|| name(mv.to)),
        "captures": moves.captures(mv).map(|(_, cell)| name(cell)).collect::<Vec<_>>(),
        "effects": moves.effects(mv).iter().flat_map(|effect| effect_rows(effect, variant)).collect::<Vec<_>>(),
    })
}

/// Returns the rows of an effect: usually one, two for a swap or a partial stack, none for travel.
fn effect_rows(effect: &Effect, variant: &Variant) -> Vec<Json> {
    let name = |cell: Cell| variant.board.name(cell);
    let id = |kind: KindId| variant.kind(kind).id.as_str();
    let row = |what: &str, piece: Piece, more: &[(&str, &str)]| -> Json {
        let named = piece.kind.map(|kind| ("piece", id(kind)));
        let is_nobodys = piece.kind.is_some_and(|kind| variant.kind(kind).neutral);
        let side = if is_nobodys {
            "nobody"
        } else {
            piece.side.name()
        };
        let keys = [("kind", what)]
            .into_iter()
            .chain(named)
            .chain([("side", side)]);
        Json::Object(
            keys.chain(more.iter().copied())
                .map(|(key, word)| (key.to_string(), json!(word)))
                .collect(),
        )
    };
    let piece_of = |side: Side, kind: KindId| Piece {
        side,
        kind: Some(kind),
    };
    let from_and_to = |from: Cell, to: Cell| [("from", name(from)), ("to", name(to))];
    let what = effect.name();
    match *effect {
        Effect::Move { piece, from, to }
        | Effect::Teleport { piece, from, to }
        | Effect::Transfer { piece, from, to }
        | Effect::Rotate { piece, from, to }
        | Effect::Carry { piece, from, to }
        | Effect::Push { piece, from, to } => vec![row(what, piece, &from_and_to(from, to))],
        Effect::Capture { piece, cell }
        | Effect::Freeze { piece, cell }
        | Effect::Turn { piece, cell } => {
            vec![row(what, piece, &[("cell", name(cell))])]
        }
        Effect::Stack {
            side,
            kind,
            from,
            to,
            into,
            left,
            ..
        } => {
            let stack_row = |what: &str, key: &'static str, becomes: KindId| {
                row(
                    what,
                    piece_of(side, kind),
                    &[&from_and_to(from, to)[..], &[(key, id(becomes))]].concat(),
                )
            };
            let split = left.map(|(_, rest)| stack_row("split", "leaves", rest));
            split
                .into_iter()
                .chain([stack_row("stack", "into", into)])
                .collect()
        }
        Effect::Split {
            side,
            kind,
            from,
            to,
            rest,
            ..
        } => {
            vec![row(
                what,
                piece_of(side, kind),
                &[&from_and_to(from, to)[..], &[("leaves", id(rest))]].concat(),
            )]
        }
        // The row of the move itself has both cells.
        Effect::Travel { .. } => Vec::new(),
        Effect::Retire { piece, cell, kind } => {
            vec![row(
                what,
                piece_of(piece.side, kind),
                &[("from", name(cell))],
            )]
        }
        Effect::Place { piece, cell } => vec![row(what, piece, &[("to", name(cell))])],
        Effect::Hand { side, kind } => vec![row(what, piece_of(side, kind), &[])],
        Effect::Drop { side, kind, cell } | Effect::Gate { side, kind, cell } => {
            vec![row(what, piece_of(side, kind), &[("to", name(cell))])]
        }
        Effect::Swap {
            piece,
            from,
            to,
            other,
        } => {
            vec![
                row(what, piece, &from_and_to(from, to)),
                row(what, other, &from_and_to(to, from)),
            ]
        }
        Effect::Promote {
            side,
            cell,
            from,
            to,
            ..
        }
        | Effect::Change {
            side,
            cell,
            from,
            to,
        } => {
            vec![row(
                what,
                piece_of(side, from),
                &[("cell", name(cell)), ("into", id(to))],
            )]
        }
    }
}
