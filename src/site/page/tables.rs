//! Writes the move tables of a variant for the page's scripts; the diagrams were computed with the
//! same tables. `docs/formats.md` describes how they are read.

use std::collections::BTreeMap;
use std::hash::Hash;

use serde::Serialize;
use serde_json::{Value, json};

use padma_expr::Query;
use padma_rules::model::{Cell, CellSet, Deed, KindId, PerCell, Rule, Side, Variant};
use padma_rules::movement::leg::{self, Content, Hop, Length};
use padma_rules::reach::{
    LaidComponent, LaidLeg, LaidMultiLeg, LaidWay, LegLeap, MoveTable, MultiLegStarts, RayCell,
    Rules, Stop,
};
use padma_text::lookup::Lookup;

/// Writes the script with the move tables of a variant.
pub(super) fn script(rules: &Rules) -> String {
    let variant = &rules.variant;
    let mut tables = Tables::default();
    let pieces: Vec<String> = variant
        .kind_ids()
        .map(|kind| tables.piece(rules, kind))
        .collect();
    let name = to_json(&variant.id);
    let cells: Vec<&str> = variant
        .board
        .cells()
        .map(|cell| variant.board.name(cell))
        .collect();
    let (cells, freezing) = (to_json(&cells), to_json(&freezings(variant)));
    let free = to_json(&tables.free_movements(rules));
    let shared = [
        ("programs", tables.programs.in_order),
        ("sorts", tables.sorts.in_order),
        ("rays", tables.rays.in_order),
        ("components", tables.components.in_order),
        ("rows", tables.rows.in_order),
        ("multi_legs", tables.multi_legs.in_order),
    ];
    let shared = shared.map(|(key, table)| format!("\"{key}\":[\n{}\n],\n", table.join(",\n")));
    format!(
        "\"use strict\";\n(window.padmaMoves ??= {{}})[{name}] = {{\n\"cells\":{cells},\n\"freezing\":{freezing},\n\"free\":{free},\n{}\
         \"pieces\":{{\n{}\n}}}};\n",
        shared.concat(),
        pieces.join(",\n"),
    )
}

/// Whether a piece's own powers change the answer to a query, so that its tables alone are not
/// enough.
pub(super) fn hides(variant: &Variant, kind: KindId, query: Query) -> bool {
    variant.powers(kind).any(|deed| match deed {
        Deed::Push { .. }
        | Deed::Swap { .. }
        | Deed::LongLeap { .. }
        | Deed::Enclosure { .. }
        | Deed::Mandatory
        | Deed::Mimicry
        | Deed::Bond { .. }
        | Deed::Barrier { .. } => true,
        // These capture other pieces by a move that the tables contain.
        Deed::Withdrawal { .. } | Deed::Coordination { .. } => {
            matches!(query, Query::Captures | Query::Attacks)
        }
        // The script itself computes which pieces are frozen.
        Deed::Freezing { .. } => false,
        // These move other pieces, in moves that are not part of any reach.
        Deed::Teleport { .. } | Deed::Rotation { .. } => false,
    })
}

/// Writes a value of strings, numbers and lists, which always serialises.
pub(super) fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Values that are written once and then referred to by index.
struct Shared<T: Eq + Hash> {
    places: Lookup<T, usize>,
    in_order: Vec<String>,
}

impl<T: Eq + Hash + Serialize> Shared<T> {
    fn index_of(&mut self, value: T) -> usize {
        if let Some(place) = self.places.get(&value) {
            return *place;
        }
        let place = self.in_order.len();
        self.in_order.push(to_json(&value));
        self.places.put(value, place);
        place
    }
}

impl<T: Eq + Hash> Default for Shared<T> {
    fn default() -> Shared<T> {
        Shared {
            places: Lookup::default(),
            in_order: Vec::new(),
        }
    }
}

/// The parts that the movements of all pieces share.
#[derive(Default)]
struct Tables {
    programs: Shared<Vec<u32>>,
    sorts: Shared<String>,
    rays: Shared<Vec<i32>>,
    components: Shared<Value>,
    /// For each leap, the cell that it leads to from each cell.
    rows: Shared<Vec<i32>>,
    multi_legs: Shared<Value>,
}

impl Tables {
    /// Returns a line `"rook":{…}`.
    fn piece(&mut self, rules: &Rules, kind: KindId) -> String {
        let variant = &rules.variant;
        let info = variant.kind(kind);
        let stands = Side::BOTH.map(|side| indices(&variant.stands_on(kind, side)));
        let (components, multi_legs) =
            self.components_by_side(Side::BOTH.map(|side| rules.table(kind, side)));
        let data = drop_nulls(json!({
            "name": info.name,
            "stands": merge_sides(stands),
            "components": components,
            "multi_legs": multi_legs,
            "royal": info.royal.then_some(true),
            "hidden": hides(variant, kind, Query::Reach).then_some(true),
        }));
        format!("{}:{}", to_json(&info.id), to_json(&data))
    }

    /// Returns the components of both sides' tables, and the multi-leg moves, if there are any.
    fn components_by_side(&mut self, tables: [&MoveTable; 2]) -> (Value, Option<Value>) {
        let components = tables.map(|table| {
            sorted(
                table
                    .components()
                    .iter()
                    .map(|component| self.component(component))
                    .collect(),
            )
        });
        let multi_legs = tables.map(|table| {
            sorted(
                table
                    .multi_legs()
                    .iter()
                    .map(|multi_leg| self.multi_leg(multi_leg))
                    .collect(),
            )
        });
        let has_multi_legs = multi_legs.iter().any(|places| !places.is_empty());
        (
            json!(merge_sides(components)),
            has_multi_legs.then(|| json!(merge_sides(multi_legs))),
        )
    }

    /// Returns the movements of the pieces that may not stand everywhere, as if they could. Other
    /// pieces use these movements by mimicry or when they join a stack.
    fn free_movements(&mut self, rules: &Rules) -> BTreeMap<String, Value> {
        let variant = &rules.variant;
        let mimics = variant.kind_ids().any(|kind| {
            variant
                .powers(kind)
                .any(|deed| matches!(deed, Deed::Mimicry))
        });
        let stacks = variant
            .rules
            .iter()
            .any(|rule| matches!(rule, Rule::Stacking(_)));
        let kinds = variant
            .kind_ids()
            .filter(|kind| (mimics || stacks) && variant.kind(*kind).is_bound);
        let movement = |kind: KindId| {
            let (components, multi_legs) =
                self.components_by_side(Side::BOTH.map(|side| rules.free_table(kind, side)));
            let data = drop_nulls(json!({"components": components, "multi_legs": multi_legs}));
            (variant.kind(kind).id.clone(), data)
        };
        kinds.map(movement).collect()
    }

    fn component(&mut self, component: &LaidComponent) -> usize {
        let transition = |(stop, next): &(Stop, Option<u16>)| {
            let stop = match stop {
                Stop::No => 0,
                Stop::Move => 1,
                Stop::Capture => 2,
                Stop::EnPassant => 3,
            };
            stop + 4 * next.map_or(0, |next| u32::from(next) + 1)
        };
        let program: Vec<u32> = component.transitions.iter().map(transition).collect();
        let sorts: String = component
            .sorts
            .iter()
            .map(|(_, sort)| char::from(b'0' + sort))
            .collect();
        let (way, cells) = match &component.way {
            LaidWay::Rays(rays_from) => {
                let mut place =
                    |ray: &Vec<RayCell>| self.rays.index_of(ray.iter().map(number).collect());
                // Sorted, because each side lists its rays in another order. Equal rays stay.
                let from = |rays: &Vec<Vec<RayCell>>| {
                    let mut places: Vec<usize> = rays.iter().map(&mut place).collect();
                    places.sort_unstable();
                    places
                };
                (
                    "from",
                    json!(
                        rays_from
                            .iter()
                            .map(|(_, rays)| rays)
                            .map(from)
                            .collect::<Vec<_>>()
                    ),
                )
            }
            LaidWay::StepGraph { origins, near } => {
                let near: Vec<_> = near.iter().map(|(_, cells)| indices(cells)).collect();
                (
                    "step_graph",
                    json!({"origins": indices(origins), "near": near}),
                )
            }
        };
        self.components.index_of(drop_nulls(json!({
            "program": self.programs.index_of(program),
            "sorts": self.sorts.index_of(sorts),
            "first": component.first_move.then_some(true),
            "passes": component.open_to_en_passant.then_some(true),
            way: cells,
        })))
    }

    fn multi_leg(&mut self, laid: &LaidMultiLeg<'_>) -> usize {
        let (starts, places) = match &laid.starts {
            MultiLegStarts::Anywhere(cells) => {
                ("anywhere", cells.iter().map(|cell| cell.index()).collect())
            }
            MultiLegStarts::Leaps(leaps) => ("starts", leaps.clone()),
        };
        let mut row = |to: &PerCell<Option<Cell>>| {
            let to: Vec<i32> = to
                .iter()
                .map(|(_, cell)| cell.map_or(-1, |cell| cell.index() as i32))
                .collect();
            self.rows.index_of(to)
        };
        let leap = |leap: &LegLeap| {
            let inside: Vec<usize> = leap.inside.iter().map(&mut row).collect();
            drop_nulls(
                json!({"to": row(&leap.to), "inside": inside, "then": leap.then, "bends": leap.bends}),
            )
        };
        let leaps: Vec<Value> = laid.leaps.iter().map(leap).collect();
        self.multi_legs.index_of(drop_nulls(json!({
            "first": laid.multi_leg.first_move.then_some(true),
            "passes": laid.multi_leg.open_to_en_passant.then_some(true),
            starts: places,
            "legs": laid.multi_leg.legs.iter().map(leg).collect::<Vec<_>>(),
            "leaps": leaps,
            "ends": laid.ends_on.map(indices),
        })))
    }
}

fn leg(leg: &LaidLeg) -> Value {
    let (hop, own_hurdle) = match leg.hop {
        Hop::Never => (None, false),
        Hop::Beyond { own_only } => (Some("beyond"), own_only),
        Hop::Next { own_only } => (Some("next"), own_only),
        Hop::SkipFirst => (Some("skip"), false),
        Hop::Inside => (Some("inside"), false),
    };
    let deed = |deed: leg::EndDeed| match deed {
        leg::EndDeed::Leave => "leave",
        leg::EndDeed::Take => "take",
        leg::EndDeed::Unload => "unload",
    };
    drop_nulls(json!({
        "most": if let Length::UpTo(most) = leg.length { Some(most) } else { None },
        "same": (leg.length == Length::Same).then_some(true),
        "hop": hop,
        "own_hurdle": own_hurdle.then_some(true),
        "lame": leg.lame.then_some(true),
        "crooked": leg.crooked.then_some(true),
        "circles": leg.circles.then_some(true),
        "empty": leg.end.empty.map(|_| true),
        "en_passant": leg.end.en_passant.then_some(true),
        "enemy": leg.end.enemy.map(deed),
        "own": leg.end.own.map(deed),
        "royal": match leg.end.content {
            Content::Any => None,
            Content::RoyalOnly => Some(true),
            Content::NotRoyal => Some(false),
        },
    }))
}

/// Removes the null members of an object.
pub(super) fn drop_nulls(mut object: Value) -> Value {
    if let Value::Object(members) = &mut object {
        members.retain(|_, value| !value.is_null());
    }
    object
}

/// Returns the freezing powers of a variant. `around` gives for each side and each cell the cells
/// from which a piece of that side freezes an enemy there. `holders` gives the kinds of piece that
/// freeze, each with the only kind that it freezes; null if it freezes every kind.
fn freezings(variant: &Variant) -> Vec<Value> {
    let board = &variant.board;
    let id = |kind: KindId| variant.kind(kind).id.as_str();
    let mut all = Vec::new();
    for kind in variant.kind_ids() {
        for deed in variant.powers(kind) {
            let Deed::Freezing { near } = deed else {
                continue;
            };
            let around = Side::BOTH.map(|side| {
                let freezes = |from: Cell, cell: Cell| {
                    near.of(side)
                        .iter()
                        .any(|dir| board.next(from, *dir) == Some(cell))
                };
                let from = |cell| -> Vec<usize> {
                    board
                        .cells()
                        .filter(|from| freezes(*from, cell))
                        .map(Cell::index)
                        .collect()
                };
                board.cells().map(from).collect::<Vec<_>>()
            });
            let mimics = variant.kind_ids().filter(|other| {
                *other != kind
                    && variant
                        .powers(*other)
                        .any(|deed| matches!(deed, Deed::Mimicry))
            });
            let mut holders: BTreeMap<_, _> =
                mimics.map(|other| (id(other), Some(id(kind)))).collect();
            holders.insert(id(kind), None);
            all.push(json!({"around": around, "holders": holders}));
        }
    }
    all
}

/// Returns the number of a cell of a ray. Cells inside a leap have negative numbers, from -1 down.
fn number(at: &RayCell) -> i32 {
    let index = at.cell.index() as i32;
    if at.inside { -1 - index } else { index }
}

/// Returns the numbers of the cells.
pub(super) fn indices(cells: &CellSet) -> Vec<usize> {
    cells.iter().map(Cell::index).collect()
}

/// Sorts indices and removes duplicates.
fn sorted(mut places: Vec<usize>) -> Vec<usize> {
    places.sort_unstable();
    places.dedup();
    places
}

/// Returns White's and Black's value, or a single one if they are equal.
pub(super) fn merge_sides<T: PartialEq>(sides: [T; 2]) -> Vec<T> {
    let [white, black] = sides;
    if white == black {
        vec![white]
    } else {
        vec![white, black]
    }
}
