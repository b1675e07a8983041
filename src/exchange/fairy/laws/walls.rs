//! Walls that moves build, and the duck.

use std::collections::BTreeSet;

use super::row::{LawGroup, LawReading, NotWritten, law, only_if};
use crate::draft::{LawValue, PieceIndex};
use crate::fairy::rules::IniPiece;
use crate::fairy::write::rays::{self, LeapRay};
use crate::fairy::write::rules::NamedRule;
use crate::fairy::write::transfer::Export;
use crate::places::{Square, Squares};
use padma_rules::model::{KindId, Side, Sided, SidedSet};

pub(super) static WALLS: LawGroup = LawGroup {
    read,
    laws: &[
        law("duck", write_duck),
        law("duck-beside-explosions", write_duck),
        law("wall-behind", |export, rule| {
            write_walls(export, rule, "past")
        }),
        law("wall-anywhere", |export, rule| {
            write_walls(export, rule, "static")
        }),
        law("wall-from-edge", write_edge),
        law("wall-shot", write_shots),
        law("wall-shot-near", write_shots),
    ],
};

fn read(reading: &mut LawReading<'_, '_>) {
    let rules = reading.rules;
    if rules.truth("wallOrMove") {
        reading.leftovers.leave("wallingRule", "walls are built");
        let why = "a wall instead of a move";
        return reading.leftovers.leave("wallOrMove", why);
    }
    let name = match rules.text("wallingRule").as_deref() {
        None | Some("none") => return,
        Some("duck") => {
            let duck = reading.draft.add_neutral("duck", "DU");
            let name = match rules.truth("blastOnCapture") {
                true => "duck-beside-explosions",
                false => "duck",
            };
            return reading.add(name, &[("piece", LawValue::Text(&duck))]);
        }
        Some("arrow") => return read_shots(reading),
        Some("past") => "wall-behind",
        Some("static") => "wall-anywhere",
        Some("edge") => "wall-from-edge",
        Some(_) => return reading.leftovers.leave("wallingRule", "walls are built"),
    };
    let wall = reading.draft.add_neutral("wall", "WL");
    let cells = region(reading);
    let values = [
        ("cells", LawValue::Text(&cells)),
        ("wall", LawValue::Text(&wall)),
    ];
    if name != "wall-from-edge" {
        return reading.add(name, &values);
    }
    let (files, ranks) = rules.board();
    let is_edge = |square: &Square| {
        square.file == 0 || square.rank == 0 || square.file + 1 == files || square.rank + 1 == ranks
    };
    let squares = Side::BOTH.map(|_| rules.all_squares().filter(is_edge).collect());
    let edge = reading.draft.set(&squares, "edge");
    reading.add(
        name,
        &[&[("edge", LawValue::Text(&edge))][..], &values].concat(),
    );
}

/// Returns the cells of walls: `wallingRegion`, or all.
fn region(reading: &mut LawReading<'_, '_>) -> String {
    let rules = reading.rules;
    let region = Side::BOTH.map(|side| rules.squares("wallingRegion", side));
    let squares: Squares = match region.iter().all(BTreeSet::is_empty) {
        true => Side::BOTH.map(|_| rules.all_squares().collect()),
        false => region,
    };
    reading.draft.describe_squares(&squares, "walls")
}

/// How pieces with a movement shoot walls: the movement, the rule, and its directions.
const SHOTS: [(&str, &str, &str); 5] = [
    ("Q", "wall-shot", "contiguous"),
    ("R", "wall-shot", "orthogonal"),
    ("B", "wall-shot", "diagonal"),
    ("K", "wall-shot-near", "contiguous"),
    ("N", "wall-shot-near", "N"),
];

/// The piece that has moved shoots a wall where it could move on to.
fn read_shots(reading: &mut LawReading<'_, '_>) {
    let rules = reading.rules;
    let text = |piece: &IniPiece| {
        let text = piece.movement.as_ref();
        let text = text.map_or(piece.slot.movement(), |text| text.text());
        text.to_string()
    };
    let is_mobile = |piece: &&IniPiece| !text(piece).is_empty();
    let mut left = rules.pieces.iter().filter(is_mobile).count();
    let wall = reading.draft.add_neutral("wall", "WL");
    let cells = region(reading);
    for (movement, name, along) in SHOTS {
        let shoots =
            |kind: &PieceIndex| text(&rules.pieces[*kind]).trim_start_matches('m') == movement;
        let kinds: Vec<PieceIndex> = reading.all().into_iter().filter(shoots).collect();
        if kinds.is_empty() {
            continue;
        }
        left -= kinds.len();
        let values = [
            ("pieces", LawValue::Pieces(&kinds)),
            ("along", LawValue::Text(along)),
            ("cells", LawValue::Text(&cells)),
            ("wall", LawValue::Text(&wall)),
        ];
        reading.add(name, &values);
    }
    if left > 0 {
        let why = "walls that a piece shoots";
        reading.leftovers.leave("wallingRule", why);
    }
}

fn write_duck(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    let duck = export.rules.pieces(rule, "piece");
    let setup = export.variant.setup.as_ref();
    let begins = setup.is_some_and(|setup| duck.iter().any(|kind| setup.has(*kind)));
    export.section.set("wallingRule", "duck");
    match begins {
        true => Err("in Fairy-Stockfish the duck begins beside the board".to_string()),
        false => Ok(()),
    }
}

fn write_walls(
    export: &mut Export<'_>,
    rule: NamedRule<'_>,
    way: &'static str,
) -> Result<(), NotWritten> {
    export.section.set("wallingRule", way);
    let cells = export.rules.cells(rule, "cells").unwrap_or_default();
    if cells != Sided::same(export.grid.board.all()) {
        let text = export.grid.sided_text(&cells);
        export.section.set_sided("wallingRegion", &text);
    }
    Ok(())
}

fn write_edge(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    write_walls(export, rule, "edge")?;
    let (files, ranks) = (export.grid.files, export.grid.ranks);
    let is_edge = |square: Square| {
        square.file == 0 || square.rank == 0 || square.file + 1 == files || square.rank + 1 == ranks
    };
    let cells = export.grid.board.cells();
    let edge = cells.filter(|cell| is_edge(export.grid.square(*cell)));
    let edge: SidedSet = Sided::same(edge.collect());
    only_if(
        export.rules.cells(rule, "edge") == Some(edge),
        "in Fairy-Stockfish walls are built from the edge of the board",
    )
}

fn write_shots(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    write_walls(export, rule, "arrow")?;
    let along = export.rules.text(rule, "along");
    let shot = SHOTS
        .iter()
        .find(|(_, name, lines)| *name == rule.name && *lines == along);
    let movement = shot.and_then(|(movement, ..)| export.rays_of(movement));
    let lines = |ray: &LeapRay| (ray.leap, ray.length);
    let of = |movement: &rays::RayMovement| -> BTreeSet<_> {
        movement.steady.iter().map(lines).collect()
    };
    let kinds = export.rules.pieces(rule, "pieces");
    let known = movement.as_ref().map(of);
    let fits = |kind: &KindId| known == Some(of(export.movement(*kind)));
    only_if(
        kinds.iter().all(fits),
        "in Fairy-Stockfish a piece shoots a wall where it could move on",
    )
}
