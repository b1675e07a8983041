//! The move tables of a variant as the page's scripts walk them: those that its diagrams were computed with. How they are
//! read is described in `docs/formats.md`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::trips::{TripData, trip};
use crate::claim::Query;
use crate::model::{Cell, CellSet, Deed, KindId, Side, Variant};
use crate::reach::{LaidComponent, LaidMultiLeg, LaidWay, RayCell, Rules, Stop};

#[derive(Serialize)]
struct PieceData<'a> {
    name: &'a str,
    /// The cells it may stand on, and its strands: White's, and Black's where they differ.
    stands: Vec<Vec<usize>>,
    strands: Vec<Vec<usize>>,
    /// Its trips likewise.
    #[serde(skip_serializing_if = "has_none")]
    trips: Vec<Vec<usize>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    royal: bool,
    /// Whether its powers change its reach, so that the tables do not give it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hidden: bool,
}

/// What freezes what.
#[derive(Serialize)]
struct FreezingData<'a> {
    /// White's and Black's: for each cell those from which a piece of that side freezes an enemy on it.
    around: [Vec<Vec<usize>>; 2],
    /// The pieces that freeze, and the only piece that each of them freezes, if there is one only.
    holders: BTreeMap<&'a str, Option<&'a str>>,
}

fn freezings(variant: &Variant) -> Vec<FreezingData<'_>> {
    let board = &variant.board;
    let id = |kind: KindId| variant.kind(kind).id.as_str();
    let mut all = Vec::new();
    for kind in variant.kind_ids() {
        for deed in variant.powers(kind) {
            let Deed::Freezing { near } = deed else { continue };
            let around = Side::BOTH.map(|side| {
                let freezes = |from: Cell, cell: Cell| {
                    near.of(side).iter().any(|dir| board.next(from, *dir) == Some(cell))
                };
                let from =
                    |cell| board.cells().filter(|from| freezes(*from, cell)).map(Cell::index).collect();
                board.cells().map(from).collect()
            });
            let mimics = variant.kind_ids().filter(|other| {
                *other != kind && variant.powers(*other).any(|deed| matches!(deed, Deed::Mimicry))
            });
            let mut holders: BTreeMap<_, _> = mimics.map(|other| (id(other), Some(id(kind)))).collect();
            holders.insert(id(kind), None);
            all.push(FreezingData { around, holders });
        }
    }
    all
}

fn has_none(sides: &[Vec<usize>]) -> bool {
    sides.iter().all(Vec::is_empty)
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct StrandData {
    program: usize,
    sorts: usize,
    /// Whether it is only for a piece that has not moved.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    first: bool,
    #[serde(flatten)]
    way: WayData,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum WayData {
    /// For each origin the places of its lines in `lines`.
    From(Vec<Vec<usize>>),
    Web {
        origins: Vec<usize>,
        near: Vec<Vec<usize>>,
    },
}

/// Values that are written once and then named by their places.
struct Shared<T> {
    all: Vec<T>,
    place_of: BTreeMap<T, usize>,
}

impl<T> Default for Shared<T> {
    fn default() -> Shared<T> {
        Shared { all: Vec::new(), place_of: BTreeMap::new() }
    }
}

impl<T: Clone + Ord> Shared<T> {
    fn place(&mut self, value: T) -> usize {
        *self.place_of.entry(value).or_insert_with_key(|value| {
            self.all.push(value.clone());
            self.all.len() - 1
        })
    }
}

/// What the strands of all pieces have in common.
#[derive(Default)]
struct Tables {
    programs: Shared<Vec<u32>>,
    sorts: Shared<String>,
    lines: Shared<Vec<i32>>,
    strands: Shared<StrandData>,
    /// The rows of cells that leaps lead to, and the trips made of such leaps.
    rows: Shared<Vec<i32>>,
    trips: Shared<TripData>,
}

/// The script with the move tables of a variant.
pub(super) fn script(rules: &Rules) -> String {
    let variant = &rules.variant;
    let mut tables = Tables::default();
    let pieces: Vec<String> = variant.kind_ids().map(|kind| tables.piece(rules, kind)).collect();
    let name = written(&variant.id);
    let cells: Vec<&str> = variant.board.cells().map(|cell| variant.board.name(cell)).collect();
    let strands: Vec<String> = tables.strands.all.iter().map(written).collect();
    let rows: Vec<String> = tables.rows.all.iter().map(written).collect();
    let trips: Vec<String> = tables.trips.all.iter().map(written).collect();
    let (programs, sorts) = (written(&tables.programs.all), written(&tables.sorts.all));
    let (cells, lines) = (written(&cells), written(&tables.lines.all));
    let freezing = written(&freezings(variant));
    format!(
        "\"use strict\";\n(window.padmaMoves ??= {{}})[{name}] = {{\n\"cells\":{cells},\n\"freezing\":{freezing},\n\"programs\":{programs},\n\
         \"sorts\":{sorts},\n\"lines\":{lines},\n\"strands\":[\n{}\n],\n\"rows\":[\n{}\n],\n\"trips\":[\n{}\n],\n\
         \"pieces\":{{\n{}\n}}}};\n",
        strands.join(",\n"),
        rows.join(",\n"),
        trips.join(",\n"),
        pieces.join(",\n"),
    )
}

/// Whether a piece's own powers change the answer to a question about it, so that its tables alone do not give it.
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
        // They take others by a move that the tables have.
        Deed::Withdrawal { .. } | Deed::Coordination { .. } => {
            matches!(query, Query::Captures | Query::Attacks)
        }
        // The script knows it, and asks it of the frozen piece, not of the holder.
        Deed::Freezing { .. } => false,
        // Others are moved by these, in moves that belong to no reach.
        Deed::Teleport { .. } | Deed::Rotation { .. } => false,
    })
}

/// A value of strings, numbers and lists, which always serialise.
pub(super) fn written<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl Tables {
    /// A line `"rook":{…}`.
    fn piece(&mut self, rules: &Rules, kind: KindId) -> String {
        let variant = &rules.variant;
        let described = variant.kind(kind);
        let stands = Side::BOTH.map(|side| indices(&variant.stands_on(kind, side)));
        let strands = Side::BOTH.map(|side| {
            let laid = rules.table(kind, side).components();
            sorted(laid.iter().map(|strand| self.strand(strand)).collect())
        });
        let trips = Side::BOTH.map(|side| {
            let laid = rules.table(kind, side).multi_legs();
            sorted(laid.iter().map(|trip| self.trip(trip)).collect())
        });
        let data = PieceData {
            name: &described.name,
            stands: unless_alike(stands),
            strands: unless_alike(strands),
            trips: unless_alike(trips),
            royal: described.royal,
            hidden: hides(variant, kind, Query::Reach),
        };
        format!("{}:{}", written(&described.id), written(&data))
    }

    fn trip(&mut self, laid: &LaidMultiLeg) -> usize {
        let Tables { rows, trips, .. } = self;
        trips.place(trip(laid, &mut |row| rows.place(row)))
    }

    fn strand(&mut self, strand: &LaidComponent) -> usize {
        let transition = |next: Option<u16>, stop: Stop| {
            let stop = match stop {
                // No piece in a diagram has just passed a cell.
                Stop::No | Stop::EnPassant => 0,
                Stop::Move => 1,
                Stop::Capture => 2,
            };
            stop + 3 * next.map_or(0, |next| u32::from(next) + 1)
        };
        let program = strand.transitions.iter().map(|t| transition(t.next, t.stop)).collect();
        let sorts = strand.sorts.iter().map(|(_, sort)| char::from(b'0' + sort)).collect();
        let way = match &strand.way {
            LaidWay::Rays(lines_from) => {
                let mut from = Vec::new();
                for (_, lines) in lines_from.iter() {
                    let place = |line: &Vec<RayCell>| self.lines.place(line.iter().map(number).collect());
                    let mut places: Vec<usize> = lines.iter().map(place).collect();
                    // The sides meet their lines in different orders.
                    places.sort_unstable();
                    from.push(places);
                }
                WayData::From(from)
            }
            LaidWay::StepGraph { origins, near } => WayData::Web {
                origins: indices(origins),
                near: near.iter().map(|(_, cells)| indices(cells)).collect(),
            },
        };
        let (program, sorts) = (self.programs.place(program), self.sorts.place(sorts));
        self.strands.place(StrandData { program, sorts, first: strand.first_move, way })
    }
}

/// A cell of a line; inside a leap it is counted down from -1.
fn number(at: &RayCell) -> i32 {
    let index = at.cell.index() as i32;
    if at.inside { -1 - index } else { index }
}

fn indices(cells: &CellSet) -> Vec<usize> {
    cells.iter().map(Cell::index).collect()
}

fn sorted(mut places: Vec<usize>) -> Vec<usize> {
    places.sort_unstable();
    places.dedup();
    places
}

/// White's and Black's, or what is both's.
fn unless_alike<T: PartialEq>(sides: [T; 2]) -> Vec<T> {
    let [white, black] = sides;
    if white == black { vec![white] } else { vec![white, black] }
}
