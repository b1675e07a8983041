//! A table of combinations: for each choice of at most one piece from each axis the piece made of them, with a
//! small picture of where it can go.

use serde::Serialize;

use super::edition::Edition;
use super::reference::Reference;
use super::text::anchor;
use super::text::{html_path, root};
use super::thumbnail::telling_cell;
use crate::backend::svg;
use crate::diagram::Thumbnail;
use crate::lower::{Axis, Combinations};
use crate::model::{Cell, CellSet, PieceId, Side};
use crate::reach::Rules;
use crate::scene::{self, Ink};

#[derive(Serialize)]
pub struct CombinationsView {
    anchor: String,
    /// The cell from which all of them are shown.
    cell: String,
    axes: Vec<KeyView>,
    tables: Vec<TableView>,
    /// How many pieces stand in the tables.
    count: usize,
}

/// What a colour stands for.
#[derive(Serialize)]
struct KeyView {
    name: String,
    ink: String,
}

#[derive(Serialize)]
struct TableView {
    /// What is chosen of the first of three axes.
    title: Option<String>,
    /// What the rows and the columns choose from.
    row_axis: Option<String>,
    column_axis: String,
    columns: Vec<HeadView>,
    rows: Vec<RowView>,
}

#[derive(Serialize)]
struct HeadView {
    name: String,
    letter: String,
}

#[derive(Serialize)]
struct RowView {
    head: HeadView,
    cells: Vec<Option<EntryView>>,
}

#[derive(Serialize)]
struct EntryView {
    name: String,
    letter: String,
    /// Its place in the index of pieces.
    url: String,
    /// Whether it is chosen from one axis only.
    single: bool,
    reach: usize,
    svg: String,
}

/// The table of a page's block; `None` where it was complained of.
pub fn view(edition: &Edition<'_>, page: usize, index: usize) -> Option<CombinationsView> {
    let rules = edition.variants.rules(edition.checked.book.variant?);
    let found = edition.checked.book.tables[page][index].as_ref()?;
    let page = &edition.checked.book.pages[page];
    let cell = telling_cell(rules, found.last()?)?;
    let index_page = root(&page.path) + &html_path(Reference::PieceIndex.path());
    let prefix = format!("t{index}");
    let shop = Shop { rules, found, cell, index_page, prefix };
    Some(CombinationsView {
        anchor: anchor("t", &index.to_string()),
        cell: rules.variant.board.name(cell).to_string(),
        axes: (0..)
            .zip(&found.axes)
            .map(|(ink, axis)| KeyView { name: axis.name.clone(), ink: Ink::Mark(ink).name() })
            .collect(),
        tables: shop.tables(),
        count: found.axes.iter().fold(1, |all, axis| all * (axis.pieces.len() + 1)) - 1,
    })
}

/// What a table is put together from.
struct Shop<'a> {
    rules: &'a Rules,
    found: &'a Combinations,
    cell: Cell,
    /// The way to the index of pieces.
    index_page: String,
    prefix: String,
}

impl Shop<'_> {
    /// One for each choice of the first of three axes; else one.
    fn tables(&self) -> Vec<TableView> {
        match &self.found.axes[..] {
            [first, rows, columns] => (0..=first.pieces.len())
                .map(|nth| {
                    let head = self.head(first, nth);
                    let title = if nth == 0 {
                        format!("Without {}", first.name)
                    } else {
                        format!("{}: {}", first.name, head.name)
                    };
                    self.table(Some(title), Some(rows), columns, &[nth])
                })
                .collect(),
            [rows, columns] => vec![self.table(None, Some(rows), columns, &[])],
            [columns] => vec![self.table(None, None, columns, &[])],
            _ => Vec::new(),
        }
    }

    fn table(
        &self,
        title: Option<String>,
        rows: Option<&Axis>,
        columns: &Axis,
        chosen: &[usize],
    ) -> TableView {
        let row = |nth: usize| {
            let chosen: Vec<usize> = chosen.iter().copied().chain(rows.map(|_| nth)).collect();
            let cell = |column: usize| {
                let choice: Vec<usize> = chosen.iter().copied().chain([column]).collect();
                Some(self.entry(self.found.at(&choice)?, &choice))
            };
            let head = rows
                .map_or(HeadView { name: String::new(), letter: String::new() }, |rows| self.head(rows, nth));
            RowView { head, cells: (0..=columns.pieces.len()).map(cell).collect() }
        };
        TableView {
            title,
            row_axis: rows.map(|axis| axis.name.clone()),
            column_axis: columns.name.clone(),
            columns: (0..=columns.pieces.len()).map(|nth| self.head(columns, nth)).collect(),
            rows: (0..=rows.map_or(0, |rows| rows.pieces.len())).map(row).collect(),
        }
    }

    fn head(&self, axis: &Axis, nth: usize) -> HeadView {
        match nth.checked_sub(1).and_then(|nth| axis.pieces.get(nth)) {
            None => HeadView { name: format!("without {}", axis.name), letter: "–".to_string() },
            Some(piece) => {
                let piece = self.rules.variant.piece(*piece);
                HeadView { name: piece.name.clone(), letter: piece.letter.clone() }
            }
        }
    }

    fn entry(&self, piece: PieceId, choice: &[usize]) -> EntryView {
        let variant = &self.rules.variant;
        let (board, told) = (&variant.board, variant.piece(piece));
        let reach = self.rules.alone(piece, Side::White).of(self.cell);
        let names = board.names_of(&reach).join(", ");
        let description = format!("From {} to {names}.", board.name(self.cell));
        let scene =
            scene::thumbnail(&Thumbnail { man: self.cell, layers: self.layers(piece, choice) }, board);
        EntryView {
            name: told.name.clone(),
            letter: told.letter.clone(),
            url: format!("{}#{}", self.index_page, anchor("p", &told.id)),
            single: choice.iter().filter(|nth| **nth > 0).count() == 1,
            reach: reach.len(),
            svg: svg::inline(&scene, &format!("{}-{}", self.prefix, told.id), &told.name, &description),
        }
    }

    /// The cells it reaches by what each axis adds to those before; last, those it reaches otherwise.
    fn layers(&self, piece: PieceId, choice: &[usize]) -> Vec<CellSet> {
        let reach = |piece: PieceId| self.rules.alone(piece, Side::White).of(self.cell);
        let mut left = reach(piece);
        let mut layers = Vec::new();
        for (axis, nth) in self.found.axes.iter().zip(choice) {
            let part = nth.checked_sub(1).and_then(|nth| axis.pieces.get(nth));
            let layer = part.map_or(CellSet::EMPTY, |part| reach(*part) & left);
            left = left - layer;
            layers.push(layer);
        }
        layers.push(left);
        layers
    }
}
