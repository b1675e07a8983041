//! What a page's script needs so that a reader can move the men of a diagram: for each diagram its men and what
//! its marks ask of them, for each variant the move tables that the marks were computed with. How the scripts
//! read it is told in `docs/formats.md`.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::trips::{TripData, trip};
use super::{Edition, Sheet};
use crate::claim::Query;
use crate::judge::CheckedDiagram;
use crate::lower::Stage;
use crate::model::{Cell, CellSet, Deed, PieceId, Side, Variant};
use crate::reach::{LaidStrand, LaidTrip, LineCell, Rules, Stop, Way};

/// The folder of the scripts that hold move tables.
pub const FOLDER: &str = "moves/";

#[derive(Serialize)]
struct DiagramData<'a> {
    variant: &'a str,
    men: Vec<ManData<'a>>,
    /// The cells that are not there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    absent: Vec<&'a str>,
    marks: Vec<MarkData<'a>>,
}

#[derive(Serialize)]
struct MarkData<'a> {
    meaning: &'a str,
    /// Its questions: which, and of which piece, by its place among the men.
    asked: Vec<(&'static str, usize)>,
}

#[derive(Serialize)]
struct ManData<'a> {
    label: &'a str,
    piece: &'a str,
    side: usize,
    cell: &'a str,
    /// Whether it has not moved before, where it is printed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unmoved: bool,
}

/// What a reader can do with a diagram's figure.
pub enum Figure {
    /// Its pieces can be moved, with this JSON.
    Live(String),
    /// It stays as it is printed: its marks ask where its own pieces go, and this is why a script cannot answer.
    Fixed(String),
    /// It stays as it is printed: its marks ask something else, or there are none.
    Plain,
}

/// What becomes of a diagram's figure.
pub fn figure(edition: &Edition<'_>, diagram: &CheckedDiagram) -> Figure {
    let stage = edition.checked.stage(diagram);
    let marks = diagram.marks.iter().zip(&diagram.shown.marks).map(|(mark, shown)| {
        let asked = mark.asked.as_deref()?.iter().map(|asked| (word(asked.query), asked.man)).collect();
        Some(MarkData { meaning: &shown.meaning, asked })
    });
    let marks = marks.collect::<Option<Vec<_>>>().filter(|marks| !marks.is_empty());
    let Some(marks) = marks else { return Figure::Plain };
    let variant = &edition.variants.rules(stage.variant).variant;
    let asked = marks.iter().flat_map(|mark| &mark.asked).map(|(_, man)| *man);
    if let Some(obstacle) = obstacle(variant, stage, asked.collect()) {
        return Figure::Fixed(obstacle);
    }
    let men = stage.men.iter().map(|man| ManData {
        label: &man.label,
        piece: &variant.piece(man.piece).id,
        side: man.side as usize,
        cell: variant.board.name(man.cell),
        unmoved: man.unmoved,
    });
    let absent = stage.position.absent().iter().map(|cell| variant.board.name(cell)).collect();
    let data = DiagramData { variant: &variant.id, men: men.collect(), absent, marks };
    // No `<` may end the script's element.
    Figure::Live(json(&data).replace('<', "\\u003c"))
}

fn word(query: Query) -> &'static str {
    match query {
        Query::Reach => "reach",
        Query::Moves => "moves",
        Query::Captures => "captures",
        Query::Attacks => "attacks",
        Query::First => "first",
    }
}

/// Why the script cannot say where some men of a diagram go. It walks their move tables among the diagram's men and
/// others who are no piece; whatever else decides where a piece goes must be found here.
fn obstacle(variant: &Variant, stage: &Stage, asked: BTreeSet<usize>) -> Option<String> {
    if stage.position.passed().is_some() {
        return Some("the page does not compute captures en passant".to_string());
    }
    let is_enemy = |side: Side| asked.iter().any(|man| stage.men[*man].side != side);
    let mut pieces: Vec<PieceId> = Vec::new();
    for (index, man) in stage.men.iter().enumerate() {
        let sways = |sway: Sway| match sway {
            Sway::Nobody => false,
            Sway::Holder => asked.contains(&index),
            Sway::Enemies => is_enemy(man.side),
            Sway::Both => asked.contains(&index) || is_enemy(man.side),
        };
        if variant.powers(man.piece).any(|deed| sways(sway(deed))) && !pieces.contains(&man.piece) {
            pieces.push(man.piece);
        }
    }
    let names: Vec<String> =
        pieces.iter().map(|piece| format!("the {}", variant.piece(*piece).name)).collect();
    let (last, first) = names.split_last()?;
    let names = if first.is_empty() { last.clone() } else { format!("{} and {last}", first.join(", ")) };
    Some(format!("the page does not compute the powers of {names}"))
}

/// Whose reach a power changes.
#[derive(Clone, Copy)]
enum Sway {
    Nobody,
    Holder,
    Enemies,
    Both,
}

fn sway(deed: &Deed) -> Sway {
    match deed {
        Deed::Withdrawal { .. }
        | Deed::Coordination { .. }
        | Deed::Push { .. }
        | Deed::Swap { .. }
        | Deed::LongLeap { .. }
        | Deed::Enclosure { .. }
        | Deed::Mandatory
        | Deed::Bond { .. }
        | Deed::Barrier { .. } => Sway::Holder,
        Deed::Freezing { .. } => Sway::Enemies,
        // It freezes those who freeze.
        Deed::Mimicry => Sway::Both,
        // Others are moved by these, in moves that are nobody's reach.
        Deed::Teleport { .. } | Deed::Rotation { .. } => Sway::Nobody,
    }
}

/// The names of the variants on whose boards the men of a page's diagrams can be moved.
pub fn variants_of(edition: &Edition<'_>, page: usize) -> Vec<String> {
    let on_page = edition.checked.diagrams.iter().filter(|diagram| diagram.page == page);
    let name = |place: &usize| edition.variants.rules(*place).variant.id.clone();
    places(edition, on_page).iter().map(name).collect()
}

/// The scripts with the move tables of all variants whose men can be moved somewhere in the book.
pub fn scripts(edition: &Edition<'_>) -> Vec<Sheet> {
    let sheet = |place: usize| {
        let rules = edition.variants.rules(place);
        Sheet { path: format!("{FOLDER}{}.js", rules.variant.id), text: script(rules) }
    };
    places(edition, edition.checked.diagrams.iter()).into_iter().map(sheet).collect()
}

/// The variants of some diagrams that can be played with, each once.
fn places<'a>(edition: &Edition<'_>, diagrams: impl Iterator<Item = &'a CheckedDiagram>) -> Vec<usize> {
    let mut places = Vec::new();
    for diagram in diagrams.filter(|shown| matches!(figure(edition, shown), Figure::Live(_))) {
        let place = edition.checked.stage(diagram).variant;
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

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

/// Values that are told once and then named by their places.
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

fn script(rules: &Rules) -> String {
    let variant = &rules.variant;
    let mut tables = Tables::default();
    let pieces: Vec<String> = variant.piece_ids().map(|piece| tables.piece(rules, piece)).collect();
    let name = json(&variant.id);
    let cells: Vec<&str> = variant.board.cells().map(|cell| variant.board.name(cell)).collect();
    let strands: Vec<String> = tables.strands.all.iter().map(json).collect();
    let rows: Vec<String> = tables.rows.all.iter().map(json).collect();
    let trips: Vec<String> = tables.trips.all.iter().map(json).collect();
    let (programs, sorts) = (json(&tables.programs.all), json(&tables.sorts.all));
    let (cells, lines) = (json(&cells), json(&tables.lines.all));
    format!(
        "\"use strict\";\n(window.padmaMoves ??= {{}})[{name}] = {{\n\"cells\":{cells},\n\"programs\":{programs},\n\
         \"sorts\":{sorts},\n\"lines\":{lines},\n\"strands\":[\n{}\n],\n\"rows\":[\n{}\n],\n\"trips\":[\n{}\n],\n\
         \"pieces\":{{\n{}\n}}}};\n",
        strands.join(",\n"),
        rows.join(",\n"),
        trips.join(",\n"),
        pieces.join(",\n"),
    )
}

/// A value of strings, numbers and lists, which always serialise.
fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl Tables {
    /// A line `"rook":{…}`.
    fn piece(&mut self, rules: &Rules, piece: PieceId) -> String {
        let variant = &rules.variant;
        let told = variant.piece(piece);
        let stands = Side::BOTH.map(|side| indices(&variant.stands_on(piece, side)));
        let strands = Side::BOTH.map(|side| {
            let laid = rules.table(piece, side).strands();
            sorted(laid.iter().map(|strand| self.strand(strand)).collect())
        });
        let trips = Side::BOTH.map(|side| {
            let laid = rules.table(piece, side).trips();
            sorted(laid.iter().map(|trip| self.trip(trip)).collect())
        });
        let data = PieceData {
            name: &told.name,
            stands: unless_alike(stands),
            strands: unless_alike(strands),
            trips: unless_alike(trips),
            royal: told.royal,
        };
        format!("{}:{}", json(&told.id), json(&data))
    }

    fn trip(&mut self, laid: &LaidTrip) -> usize {
        let Tables { rows, trips, .. } = self;
        trips.place(trip(laid, &mut |row| rows.place(row)))
    }

    fn strand(&mut self, strand: &LaidStrand) -> usize {
        let transition = |next: Option<u16>, stop: Stop| {
            let stop = match stop {
                // Nobody in a diagram has just passed anything.
                Stop::No | Stop::Passing => 0,
                Stop::Move => 1,
                Stop::Capture => 2,
            };
            stop + 3 * next.map_or(0, |next| u32::from(next) + 1)
        };
        let program = strand.transitions.iter().map(|t| transition(t.next, t.stop)).collect();
        let sorts = strand.sorts.iter().map(|(_, sort)| char::from(b'0' + sort)).collect();
        let way = match &strand.way {
            Way::Lines(lines_from) => {
                let mut from = Vec::new();
                for (_, lines) in lines_from.iter() {
                    let place = |line: &Vec<LineCell>| self.lines.place(line.iter().map(number).collect());
                    let mut places: Vec<usize> = lines.iter().map(place).collect();
                    // The sides meet their lines in different orders.
                    places.sort_unstable();
                    from.push(places);
                }
                WayData::From(from)
            }
            Way::Web { origins, near } => WayData::Web {
                origins: indices(origins),
                near: near.iter().map(|(_, cells)| indices(cells)).collect(),
            },
        };
        let (program, sorts) = (self.programs.place(program), self.sorts.place(sorts));
        self.strands.place(StrandData { program, sorts, first: strand.first_move, way })
    }
}

/// A cell of a line; inside a leap it is counted down from -1.
fn number(at: &LineCell) -> i32 {
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
