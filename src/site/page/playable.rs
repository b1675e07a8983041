//! Writes a variant's rules of play for the page's scripts, with which two people can play it on
//! the page. Cells and pieces are numbers, and directions are rows of neighbours.
//! `docs/formats.md` describes how the scripts read them.

use serde_json::{Value as Json, json};

use super::edition::{Edition, TextFile};
use super::game::both_sides;
use super::tables::{drop_nulls, indices, merge_sides, to_json};
use super::text::merge;
use padma_book::pages::made::folder;
use padma_picture::backend::svg;
use padma_picture::scene;
use padma_rules::model::{
    Board, Cell, CellKind, Deed, Dir, INCIDENT, KindId, Mover, Occasion, Repetition, Rule, Side,
    SidedDirs, SidedSet, Variant,
};
use padma_rules::movement::leg::{CastlingMotion, Leap};
use padma_rules::play::{BetzaDropLimit, Castle, Game, StackTables, castling_steps};
use padma_rules::reach::Rules;
use padma_text::percent_encoded;

/// Whether two people can play a variant on the page: whether it has a setup.
pub(super) fn is_played(variant: &Variant) -> bool {
    variant.setup.is_some()
}

/// Returns the scripts of the book's own variants that can be played on the page.
pub(super) fn scripts(edition: &Edition<'_>) -> Vec<TextFile> {
    let rules = edition
        .variant_indices
        .iter()
        .map(|place| edition.variants.rules(*place));
    let playable = rules.filter(|rules| is_played(&rules.variant));
    let file = |rules: &Rules| TextFile {
        path: format!("{}{}.js", folder::PLAY, rules.variant.id),
        text: script(edition, rules),
    };
    playable.map(file).collect()
}

/// Returns the fragment of a link that starts a game on the page of the rules; `None` if the
/// variant has no setup.
pub(super) fn play_fragment(variant: &Variant) -> Option<String> {
    is_played(variant).then(|| format!("play={}", percent_encoded(&variant.id)))
}

/// Returns the view with which the page offers a variant for play; `None` if it has no setup.
pub(super) fn view(variant: &Variant) -> Option<Json> {
    is_played(variant).then(|| json!({"variant": variant.id, "title": variant.title}))
}

/// Writes the script with a variant's rules and the drawings for its positions.
fn script(edition: &Edition<'_>, rules: &Rules) -> String {
    let variant = &rules.variant;
    let data = merge(rules_view(rules), picture(edition, variant));
    let lines: Vec<String> = data
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| format!("{}:{}", to_json(key), to_json(value)))
        .collect();
    format!(
        "\"use strict\";\n(window.padmaRules ??= {{}})[{}] = {{\n{}}};\n",
        to_json(&variant.id),
        lines.join(",\n")
    )
}

/// Returns the empty board, the picture of each piece of each side, and the middle and the inner
/// radius of each cell.
fn picture(edition: &Edition<'_>, variant: &Variant) -> Json {
    let kit = scene::kit(&both_sides(variant), &variant.board, edition.fonts);
    let hundredths = |length: f64| (length * 100.0).round() / 100.0;
    let centre =
        |(cell, at): (Cell, &scene::ScenePoint)| [at.x, at.y, kit.inners[cell]].map(hundredths);
    json!({
        "board": svg::ornament(&kit.board),
        "pictures": svg::album(&kit, &format!("play-{}.", variant.id), &[]).shared,
        "centres": kit.centres.iter().map(centre).collect::<Vec<_>>(),
    })
}

/// The directions that the rules refer to, each once.
struct RuleDirections<'a> {
    board: &'a Board,
    dirs: Vec<Dir>,
}

impl RuleDirections<'_> {
    fn index_of(&mut self, dir: Dir) -> usize {
        let known = self.dirs.iter().position(|known| *known == dir);
        known.unwrap_or_else(|| {
            self.dirs.push(dir);
            self.dirs.len() - 1
        })
    }

    fn indices(&mut self, dirs: &[Dir]) -> Vec<usize> {
        dirs.iter().map(|dir| self.index_of(*dir)).collect()
    }

    fn indices_by_side(&mut self, dirs: &SidedDirs) -> Json {
        json!(Side::BOTH.map(|side| self.indices(dirs.of(side))))
    }

    /// Returns, for each direction, the next cell from every cell, or -1.
    fn rows(&self) -> Vec<Vec<i32>> {
        let next = |cell, dir| {
            self.board
                .next(cell, dir)
                .map_or(-1, |next| next.index() as i32)
        };
        // The length of a row tells the script the number of cells, so there is at least one row.
        let first = self.dirs.is_empty().then(|| vec![-1; self.board.len()]);
        first
            .into_iter()
            .chain(
                self.dirs
                    .iter()
                    .map(|dir| self.board.cells().map(|cell| next(cell, *dir)).collect()),
            )
            .collect()
    }
}

/// Returns the rules of a variant as the scripts read them.
fn rules_view(rules: &Rules) -> Json {
    let variant = &rules.variant;
    let game = Game::new(rules);
    let mut dirs = RuleDirections {
        board: &variant.board,
        dirs: Vec::new(),
    };
    let kinds: Vec<Json> = variant
        .kind_ids()
        .map(|kind| piece(variant, kind, &mut dirs))
        .collect();
    let notation = &variant.notation;
    let mut view = json!({
        "title": variant.title,
        "kinds": kinds,
        "setup": setup(variant),
        "promotions": [],
        "transformations": [],
        "castles": game.laid_castles().iter().map(castle).collect::<Vec<_>>(),
        "goals": [],
        "stalemates": [],
        "quiet": null,
        "repetition": null,
        "no_check": null,
        "facings": [],
        "into_hand": [],
        "drops": [],
        "limits": limits(&game),
        "travels": [],
        "stacks": game.stack_tables().as_ref().map(stacks),
        "steps": null,
        "corners": corners(variant),
        "places": game.laid_lines(),
        "notation": {
            "style": notation.style.name(),
            "plain": notation.plain.map(KindId::index),
            "quiet": notation.quiet,
            "capture": notation.capture,
            "check": notation.check,
            "mate": notation.mate,
            "promotion": notation.promotion,
            "forced_change": notation.forced_change,
            "drop": [notation.drop.0, notation.drop.1],
        },
        "rows": null,
    });
    for (key, law) in variant.rules.iter().filter_map(|rule| law(rule, &mut dirs)) {
        match &mut view[key] {
            Json::Array(laws) => laws.push(law),
            only => *only = law,
        }
    }
    view["steps"] = steps(variant, &mut dirs).into();
    view["rows"] = dirs.rows().into();
    drop_nulls(view)
}

/// Returns a piece: its names, its properties, and its powers.
fn piece(variant: &Variant, kind: KindId, dirs: &mut RuleDirections<'_>) -> Json {
    let info = variant.kind(kind);
    let powers: Vec<Json> = variant
        .powers(kind)
        .filter_map(|deed| power(deed, dirs))
        .collect();
    let barriers: Vec<usize> = variant
        .powers(kind)
        .flat_map(|deed| {
            if let Deed::Barrier { kinds } = deed {
                &kinds[..]
            } else {
                &[]
            }
        })
        .map(|kind| kind.index())
        .collect();
    drop_nulls(json!({
        "id": info.id,
        "name": info.name,
        "letter": info.letter,
        "royal": info.royal.then_some(true),
        "powers": (variant.powers(kind).next().is_some()).then_some(powers),
        "barriers": (!barriers.is_empty()).then_some(barriers),
    }))
}

/// Returns a power; `None` for a barrier, which is stored with the piece itself.
fn power(deed: &Deed, dirs: &mut RuleDirections<'_>) -> Option<Json> {
    Some(match deed {
        Deed::Freezing { near } => json!({"does": "freezing", "near": dirs.indices_by_side(near)}),
        Deed::Withdrawal { along } => {
            json!({"does": "withdrawal", "along": dirs.indices_by_side(along)})
        }
        Deed::Coordination { with, balanced } => {
            json!({"does": "coordination", "with": with.index(), "balanced": balanced})
        }
        Deed::Push { along, train } => {
            json!({"does": "push", "along": dirs.indices_by_side(along), "train": train})
        }
        Deed::Swap { along } => json!({"does": "swap", "along": dirs.indices_by_side(along)}),
        Deed::LongLeap { along, several } => {
            json!({"does": "long-leap", "along": dirs.indices_by_side(along), "several": several})
        }
        Deed::Enclosure { near, anywhere } => {
            json!({"does": "enclosure", "near": dirs.indices_by_side(near), "anywhere": anywhere})
        }
        Deed::Mimicry => json!({"does": "mimicry"}),
        Deed::Mandatory => json!({"does": "mandatory"}),
        Deed::Teleport { near } => json!({"does": "teleport", "near": dirs.indices_by_side(near)}),
        Deed::Rotation { around } => {
            json!({"does": "rotation", "around": dirs.indices_by_side(around)})
        }
        Deed::Bond { with, near } => {
            json!({"does": "bond", "with": indices_of(with), "near": dirs.indices_by_side(near)})
        }
        Deed::Barrier { .. } => return None,
    })
}

/// Returns a rule with its key in the view. A kind of rule that a game may have more than once is
/// a list there.
fn law(rule: &Rule, dirs: &mut RuleDirections<'_>) -> Option<(&'static str, Json)> {
    Some(match rule {
        Rule::Promotion(rule) => {
            let law = json!({
                "kind": rule.kind.index(),
                "cells": cells_of(&rule.cells),
                "to": indices_of(&rule.to),
                "may_wait": rule.may_wait,
                "must": rule.must,
                "limit": rule.limit,
                "from_reserve": rule.from_reserve,
                "by": rule.by.iter().map(|way| way.name()).collect::<Vec<_>>(),
            });
            ("promotions", drop_nulls(law))
        }
        Rule::Transformation(rule) => {
            let (when, captured, along) = match &rule.when {
                Occasion::Captures => ("captures", None, None),
                Occasion::CapturesKind(kind) => ("captures", Some(kind.index()), None),
                Occasion::GivesCheck => ("gives check", None, None),
                Occasion::MovesAlong(along) => {
                    ("moves along", None, Some(dirs.indices_by_side(along)))
                }
            };
            let law = json!({
                "kind": rule.kind.index(),
                "when": when,
                "captured": captured,
                "along": along,
                "to": rule.to.index(),
                "from_reserve": rule.from_reserve,
                "optional": rule.optional,
            });
            ("transformations", drop_nulls(law))
        }
        Rule::Goal(rule) => {
            let law = json!({"kind": rule.kind.index(), "cells": cells_of(&rule.cells), "count": rule.count});
            ("goals", law)
        }
        Rule::Stalemate(rule) => {
            let cells = rule.cells.as_ref().map(cells_of);
            (
                "stalemates",
                drop_nulls(json!({"ending": rule.ending.name(), "cells": cells})),
            )
        }
        Rule::QuietLimit(rule) => {
            let (counting, ending) = (indices_of(&rule.restarting), rule.ending.name());
            (
                "quiet",
                json!({"plies": rule.plies, "counting": counting, "ending": ending}),
            )
        }
        Rule::Repetition(Repetition::Forbidden) => ("repetition", json!({"forbidden": true})),
        Rule::Repetition(Repetition::Draw { times }) => ("repetition", json!({"times": times})),
        Rule::IntoHand(rule) => {
            let law = json!({
                "kinds": rule.kinds.as_deref().map(indices_of),
                "becomes": rule.becomes.map(KindId::index),
                "by": rule.by.map(|way| way.name()),
            });
            ("into_hand", drop_nulls(law))
        }
        Rule::Drop(rule) => {
            let law = json!({
                "kinds": rule.kinds.as_deref().map(indices_of),
                "cells": cells_of(&rule.cells),
                "becomes": rule.becomes.as_deref().map(indices_of),
                "takes_none": rule.takes_none,
                "gives_no_check": rule.gives_no_check,
                "freezes_none": rule.freezes_none,
                "must_move": rule.must_move,
            });
            ("drops", drop_nulls(law))
        }
        Rule::Travel(rule) => {
            let ring: Vec<usize> = rule.ring.iter().map(|cell| cell.index()).collect();
            (
                "travels",
                json!({"ring": ring, "near": dirs.indices(&rule.near)}),
            )
        }
        Rule::NoCheck => ("no_check", json!(true)),
        Rule::Facing(rule) => (
            "facings",
            json!({"kind": rule.kind.index(), "along": dirs.indices_by_side(&rule.along)}),
        ),
        // Powers are stored with their pieces; castlings and stacks come from the game itself;
        // pieces that start on one cell together are a single piece in play.
        Rule::Power(_) | Rule::Castling(_) | Rule::Stacking(_) | Rule::Shared { .. } => {
            return None;
        }
    })
}

fn castle(castle: &Castle) -> Json {
    let mover = |mover: &Mover| [mover.kind.index(), mover.from.index(), mover.to.index()];
    let crossed = |(from, cells): &(Cell, Vec<Cell>)| {
        json!([
            from.index(),
            cells.iter().map(|cell| cell.index()).collect::<Vec<_>>()
        ])
    };
    json!({
        "name": castle.name,
        "side": castle.side as usize,
        "movers": castle.movers.iter().map(mover).collect::<Vec<_>>(),
        "clear": indices(&castle.clear),
        "crossed": castle.crossed.iter().map(crossed).collect::<Vec<_>>(),
        "leader": castle.leader,
    })
}

/// Returns the castlings in pieces' Betza strings: the kinds, the cells to the left and right of
/// each cell for each side and sheet, and the directions in which a piece may cross cells. `None`
/// if no piece has such a castling.
fn steps(variant: &Variant, dirs: &mut RuleDirections<'_>) -> Option<Json> {
    let board = &variant.board;
    let kind_steps = |kind| {
        castling_steps(variant, kind)
            .into_iter()
            .map(move |step| (kind, step))
    };
    let step = |(kind, step): (KindId, CastlingMotion)| {
        json!({
            "kind": kind.index(), "cells": step.cells, "skip": step.skip, "left": step.left, "right": step.right,
        })
    };
    let all: Vec<Json> = variant.kind_ids().flat_map(kind_steps).map(step).collect();
    if all.is_empty() {
        return None;
    }
    let row = |sheet, side, x| -> Vec<i32> {
        let beside = |cell| board.leap(cell, Leap { x, y: 0 }, sheet, side);
        board
            .cells()
            .map(|cell| beside(cell).map_or(-1, |to| to.index() as i32))
            .collect()
    };
    let beside = Side::BOTH.map(|side| {
        board
            .sheets()
            .map(|sheet| [-1, 1].map(|x| row(sheet, side, x)))
            .collect::<Vec<_>>()
    });
    let lines: Vec<Dir> = board.directions().map(|(dir, _)| dir).collect();
    Some(json!({"of": all, "beside": beside, "lines": dirs.indices(&lines)}))
}

/// Returns where Betza strings allow drops, and the limits on their number; `None` if no string
/// allows one.
fn limits(game: &Game<'_>) -> Option<Json> {
    let limit = |laid: &BetzaDropLimit| {
        drop_nulls(json!({
            "kind": laid.kind.index(),
            "cells": cells_of(&laid.cells),
            "on_file": laid.limit.on_file,
            "on_shade": laid.limit.on_shade,
            "on_board": laid.limit.on_board,
        }))
    };
    let all: Vec<Json> = game.laid_limits().map(limit).collect();
    let board = &game.variant().board;
    let shades: Vec<u8> = board.cells().map(|cell| board.info(cell).shade).collect();
    let files: Vec<Vec<usize>> = game.laid_files().iter().map(indices).collect();
    (!all.is_empty()).then(|| json!({"of": all, "files": files, "shades": shades}))
}

/// Returns which pieces join which, and how pieces divide: the part that leaves and the part that
/// remains.
fn stacks(stacks: &StackTables) -> Json {
    json!({
        "merge": stacks.rule.merge,
        "parts_take": stacks.rule.parts_take,
        "parts_merge": stacks.rule.parts_merge,
        "joins": stacks.joins,
        "divisions": stacks.divisions,
    })
}

/// Returns the setup: the pieces on the board, none of which has moved, the absent cells, and the
/// pieces beside the board.
fn setup(variant: &Variant) -> Json {
    let Some(setup) = &variant.setup else {
        return json!({"pieces": [], "absent": [], "reserve": []});
    };
    let pieces: Vec<Json> = setup
        .position
        .pieces()
        .filter_map(|(cell, piece)| {
            Some(json!([
                cell.index(),
                piece.side as usize,
                piece.kind?.index(),
                0
            ]))
        })
        .collect();
    let reserve = setup
        .reserve
        .iter()
        .map(|(side, kind, count)| json!([side as usize, kind.index(), count]));
    json!({
        "pieces": pieces,
        "absent": indices(setup.position.absent()),
        "reserve": reserve.collect::<Vec<_>>(),
    })
}

/// Returns, on a board whose squares can be absent, each point with the squares that meet there.
fn corners(variant: &Variant) -> Vec<Json> {
    let board = &variant.board;
    if board.movable().is_empty() {
        return Vec::new();
    }
    let Some(incident) = board.class(INCIDENT) else {
        return Vec::new();
    };
    let points = board.of_kind(CellKind::Point);
    let corner = |point: Cell| {
        let squares = board
            .steps(incident, point)
            .into_iter()
            .map(Cell::index)
            .collect::<Vec<_>>();
        (!squares.is_empty()).then(|| json!([point.index(), squares]))
    };
    points.iter().filter_map(corner).collect()
}

fn cells_of(cells: &SidedSet) -> Json {
    merge_sides(Side::BOTH.map(|side| indices(cells.of(side)))).into()
}

fn indices_of(kinds: &[KindId]) -> Vec<usize> {
    kinds.iter().map(|kind| kind.index()).collect()
}
