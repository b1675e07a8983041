//! The one builder of boards. A kind of board says which cells there are, what they are laid on and how
//! they are drawn; what all boards have follows from that here: directions and contacts from the leaps
//! between the cells' places, the text form from where each cell is written, and the rows.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::board::{Board, CellKind, Contact, Coordinate, Sheet, SheetInfo};
use super::cells::{Cell, CellSet, PerCell};
use super::draft::{CellDraft, DirectionPlan, EdgeLabel};
use super::geometry::Geometry;
use super::lattice::{Glue, Lattice, LatticePoint};
use super::leaps::LeapClass;
use super::sketch::{Sketch, drawn};

/// How the cells make rows, from the top, each from the left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RowPlan {
    /// They make none.
    None,
    /// Those of their places, with gaps where there is no cell.
    Places,
    /// A row for each rank.
    Ranks,
    /// A row for each height at which cells are drawn.
    Heights,
}

/// A sheet being prepared: its name, and its size and joined sides.
pub(super) struct SheetDraft {
    pub id: String,
    pub size: (i16, i16),
    pub glue: Glue,
}

/// A kind's description of a board.
pub(super) struct BoardPlan {
    pub geometry: Geometry,
    pub cells: Vec<CellDraft>,
    pub files: Vec<String>,
    pub sheets: Vec<SheetDraft>,
    /// Whether each sheet is a level.
    pub has_levels: bool,
    /// Classes of leaps, in addition to those that every board of the geometry has.
    pub leaps: Vec<LeapClass>,
    /// Directions that do not come from leaps.
    pub directions: DirectionPlan,
    /// Contacts that do not come from leaps.
    pub contacts: Vec<(Cell, Cell, Contact)>,
    pub labels: Vec<EdgeLabel>,
    pub rows: RowPlan,
}

impl BoardPlan {
    /// Returns the plan of a board without cells.
    pub(super) fn of(geometry: Geometry) -> BoardPlan {
        BoardPlan {
            geometry,
            cells: Vec::new(),
            files: Vec::new(),
            sheets: Vec::new(),
            has_levels: false,
            leaps: Vec::new(),
            directions: DirectionPlan::default(),
            contacts: Vec::new(),
            labels: Vec::new(),
            rows: RowPlan::None,
        }
    }

    /// Builds the board.
    pub(super) fn build(mut self) -> Board {
        let count = self.cells.len();
        let sheets: Vec<SheetInfo> = (0..self.sheets.len())
            .map(|sheet| self.sheet(sheet))
            .collect();
        let space = match self.geometry {
            Geometry::Cubes | Geometry::Hexagons(_) => Some(self.whole()),
            _ => None,
        };
        self.add_leaps(&sheets, space.as_ref());
        let rows = match self.rows {
            RowPlan::None => Vec::new(),
            RowPlan::Places => (space.as_ref()).map_or_else(|| self.whole().rows(), Lattice::rows),
            RowPlan::Ranks => self.rows_by(|cell| cell.info.rank),
            RowPlan::Heights => self.rows_by(|cell| cell.written.1),
        };
        let (directions, next) = self.directions.table(count);
        let coordinate = |label: &EdgeLabel| {
            let text = label.text.clone();
            label.at.map(|at| Coordinate { text, at })
        };
        Board {
            geometry: self.geometry,
            by_name: (self.cells.iter().zip(0..))
                .map(|(cell, index)| (cell.info.name.clone(), Cell::new(index)))
                .collect(),
            contacts: self.contacts_of_cells(),
            coordinates: self.labels.iter().filter_map(coordinate).collect(),
            sketch: self.sketch(),
            cells: PerCell::from_fn(count, |cell| self.cells[cell.index()].info.clone()),
            files: self.files,
            directions,
            next,
            classes: self.directions.classes,
            sheets,
            space,
            has_levels: self.has_levels,
            rows,
            guides: Vec::new(),
            crossing_lines: Vec::new(),
            inscription: Vec::new(),
            movable: CellSet::EMPTY,
            absent: CellSet::EMPTY,
        }
    }

    fn lattice(
        &self,
        place: impl Fn(&CellDraft) -> Option<LatticePoint>,
        size: LatticePoint,
    ) -> Lattice {
        let place = |cell: Cell| place(&self.cells[cell.index()]);
        Lattice::new(PerCell::from_fn(self.cells.len(), place), size)
    }

    fn sheet(&self, index: usize) -> SheetInfo {
        let sheet = &self.sheets[index];
        let place = |cell: &CellDraft| {
            let own = cell.places.iter().find(|(other, _)| *other == index);
            own.map(|(_, point)| *point)
        };
        SheetInfo {
            id: sheet.id.clone(),
            lattice: self
                .lattice(place, [sheet.size.0, sheet.size.1, 1])
                .glued(sheet.glue),
        }
    }

    /// Returns the lattice of all cells, whose sheets lie above one another.
    fn whole(&self) -> Lattice {
        let place = |cell: &CellDraft| {
            let (sheet, [column, row, _]) = *cell.places.first()?;
            Some([column, row, sheet as i16])
        };
        let (files, ranks) = self.sheets.first().map_or((0, 0), |sheet| sheet.size);
        self.lattice(place, [files, ranks, self.sheets.len() as i16])
    }

    /// Adds the leaps of the geometry: on each sheet, or in all of space.
    fn add_leaps(&mut self, sheets: &[SheetInfo], space: Option<&Lattice>) {
        let has_kind = |kind: CellKind| self.cells.iter().any(|cell| cell.info.kind == kind);
        let has_compass = !(has_kind(CellKind::Square) && has_kind(CellKind::Point));
        let on_sheets = sheets.iter().enumerate().filter(|_| space.is_none());
        let on_sheets = on_sheets.map(|(index, own)| (Some(Sheet::new(index)), &own.lattice));
        let others = std::mem::take(&mut self.directions);
        for place in on_sheets.chain(space.map(|space| (None, space))) {
            let (directions, leaps) = (&mut self.directions, &self.leaps);
            (self.geometry).add_directions(directions, place, leaps, has_compass);
            self.contacts.extend(self.geometry.contacts(place.1));
        }
        self.directions.extend(others);
        // Cells that share a side on one sheet do so even if they share only a corner on another.
        self.contacts.sort_unstable();
        self.contacts.dedup_by_key(|(one, other, _)| (*one, *other));
    }

    fn contacts_of_cells(&self) -> PerCell<Vec<(Cell, Contact)>> {
        let mut contacts = PerCell::from_fn(self.cells.len(), |_| Vec::new());
        for (one, other, contact) in &self.contacts {
            contacts[*one].push((*other, *contact));
            contacts[*other].push((*one, *contact));
        }
        contacts
    }

    fn rows_by<K: Ord>(&self, key: impl Fn(&CellDraft) -> K) -> Vec<Vec<Option<Cell>>> {
        let mut rows: BTreeMap<Reverse<K>, Vec<Option<Cell>>> = BTreeMap::new();
        for (index, cell) in self.cells.iter().enumerate() {
            let row = rows.entry(Reverse(key(cell))).or_default();
            row.push(Some(Cell::new(index)));
        }
        rows.into_values().collect()
    }

    /// Draws the board with characters. The cells of petals draw themselves.
    fn sketch(&self) -> Option<Sketch> {
        (self.geometry != Geometry::Petals).then(|| drawn::draw(&self.cells, &self.labels))
    }
}
