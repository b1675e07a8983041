//! Walls that moves build, and the duck.

use std::collections::BTreeSet;

use super::row::{LawGroup, LawReading, NotWritten, ONLY_ONE, law, only_if};
use crate::draft::{LawValue, PieceIndex};
use crate::fairy::rules::IniPiece;
use crate::fairy::write::rays::{self, LeapRay};
use crate::fairy::write::rules::NamedRule;
use crate::fairy::write::transfer::Export;
use crate::places::{Square, Squares};
use padma_rules::model::{KindId, Side, Sided, SidedSet};

/// Where walls are built: the value of the key, and the rule.
const WAYS: [(&str, &str); 3] = [
    ("past", "wall-behind"),
    ("static", "wall-anywhere"),
    ("edge", "wall-from-edge"),
];

pub(super) static WALLS: LawGroup = LawGroup {
    read,
    laws: &[
        law("duck", write_duck),
        law("duck-beside-explosions", write_duck),
        law(WAYS[0].1, write_way),
        law(WAYS[1].1, write_way),
        law(WAYS[2].1, write_way),
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
    let way = rules.text("wallingRule");
    let known = WAYS
        .iter()
        .find(|(known, _)| Some(*known) == way.as_deref());
    let name = match way.as_deref() {
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
        Some(_) => match known {
            Some((_, name)) => name,
            None => return reading.leftovers.leave("wallingRule", "walls are built"),
        },
    };
    let wall = reading.draft.add_neutral("wall", "WL");
    let cells = region(reading);
    let values = [
        ("cells", LawValue::Text(&cells)),
        ("wall", LawValue::Text(&wall)),
    ];
    if *name != "wall-from-edge" {
        return reading.add(name, &values);
    }
    let (files, ranks) = rules.board();
    let is_edge = |square: &Square| square.is_edge(files, ranks);
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
    needs_no_other(export)?;
    let duck = export.rules.pieces(rule, "piece");
    let setup = export.variant.setup.as_ref();
    let begins = setup.is_some_and(|setup| duck.iter().any(|kind| setup.has(*kind)));
    export.section.set("wallingRule", "duck");
    only_if(
        !begins,
        "in Fairy-Stockfish the duck begins beside the board",
    )
}

/// Returns that each move builds one wall, if another rule builds one too.
fn needs_no_other(export: &Export<'_>) -> Result<(), NotWritten> {
    let is_wall = |rule: &&NamedRule<'_>| {
        let is_shot = SHOTS.iter().any(|(_, name, _)| *name == rule.name);
        !is_shot && WALLS.laws.iter().any(|law| law.name == rule.name)
    };
    only_if(
        export.rules.named.iter().filter(is_wall).count() == 1,
        ONLY_ONE,
    )
}

fn write_way(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    needs_no_other(export)?;
    if let Some((way, _)) = WAYS.iter().find(|(_, name)| *name == rule.name) {
        write_walls(export, rule, way);
    }
    let (files, ranks) = (export.grid.files, export.grid.ranks);
    let cells = export.grid.board.cells();
    let edge = cells.filter(|cell| export.grid.square(*cell).is_edge(files, ranks));
    let edge: SidedSet = Sided::same(edge.collect());
    let named = export.rules.cells(rule, "edge");
    only_if(
        named.is_none_or(|named| named == edge),
        "in Fairy-Stockfish walls are built from the edge of the board",
    )
}

fn write_walls(export: &mut Export<'_>, rule: NamedRule<'_>, way: &'static str) {
    export.section.set("wallingRule", way);
    let cells = export.rules.cells(rule, "cells").unwrap_or_default();
    let text = match cells == Sided::same(export.grid.board.all()) {
        true => Sided::by(|_| String::new()),
        false => export.grid.sided_text(&cells),
    };
    export.section.set_sided("wallingRegion", &text);
}

fn write_shots(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    write_walls(export, rule, "arrow");
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
    let shots = ["wall-shot", "wall-shot-near"].map(|name| export.rules.named(name));
    let shots = shots.into_iter().flatten();
    let shooters: Vec<KindId> = shots
        .flat_map(|rule| export.rules.pieces(*rule, "pieces"))
        .collect();
    let shoots = |kind: &KindId| shooters.contains(kind) || !export.movement(*kind).goes();
    only_if(
        kinds.iter().all(fits) && export.exported().iter().all(shoots),
        "in Fairy-Stockfish every piece shoots a wall to where it could move on",
    )
}
