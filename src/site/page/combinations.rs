//! A table of combinations: for each choice of at most one piece from each axis, the piece
//! combined from them, with a small picture of its reach.

use serde_json::{Value as Json, json};

use super::edition::Edition;
use super::medium::Addresses;
use super::text::{root, text_of};
use super::thumbnail::best_cell;
use padma_book::pages::ids::anchor;
use padma_book::pages::made::ReferencePage;
use padma_book::place::{Axis, Combinations};
use padma_picture::backend::svg;
use padma_picture::scene::{self, Ink};
use padma_rules::model::{Cell, CellSet, KindId, Side};
use padma_rules::reach::Rules;
use padma_words::{Listing, say};

/// Returns the view of a page's table block; `None` if the block has an error.
pub(crate) fn view(
    edition: &Edition<'_>,
    page: usize,
    index: usize,
    addresses: &Addresses<'_>,
) -> Option<Json> {
    let rules = edition.rules()?;
    let combinations = edition.checked.book.tables[page][index].as_ref()?;
    let cell = best_cell(rules, combinations.last_piece()?)?;
    let prefix = format!("t{index}");
    let maker = TableMaker {
        rules,
        combinations,
        cell,
        addresses,
        prefix,
    };
    let axis = |(ink, axis): (u8, &Axis)| json!({"name": axis.name, "ink": Ink::Mark(ink).name()});
    Some(json!({
        "anchor": addresses.id(&anchor("t", &index.to_string())),
        // The cell on which the pictures show each piece.
        "cell": rules.variant.board.name(cell),
        "axes": (0..).zip(&combinations.axes).map(axis).collect::<Vec<_>>(),
        "tables": maker.tables(),
        "count": combinations.axes.iter().fold(1, |all, axis| all * (axis.kinds.len() + 1)) - 1,
    }))
}

/// The inputs of the tables.
struct TableMaker<'a> {
    rules: &'a Rules,
    combinations: &'a Combinations,
    /// The cell on which the pictures show each piece.
    cell: Cell,
    addresses: &'a Addresses<'a>,
    /// The prefix of the ids in the pictures.
    prefix: String,
}

impl TableMaker<'_> {
    /// Returns one table for each choice on the first of three axes; with fewer axes, a single
    /// table.
    fn tables(&self) -> Vec<Json> {
        match &self.combinations.axes[..] {
            [first, rows, columns] => (0..=first.kinds.len())
                .map(|nth| {
                    let title = match nth {
                        0 => say!(
                            rules::Sentence,
                            said = say!(labels::WithoutPart, part = &first.name)
                        ),
                        _ => say!(
                            labels::WithPart,
                            part = &first.name,
                            piece = text_of(&self.head(first, nth), "name")
                        ),
                    };
                    let title = self.addresses.words.say(title);
                    self.table(Some(title), Some(rows), columns, &[nth])
                })
                .collect(),
            [rows, columns] => vec![self.table(None, Some(rows), columns, &[])],
            [columns] => vec![self.table(None, None, columns, &[])],
            _ => Vec::new(),
        }
    }

    /// Returns one table. With three axes, `title` and `chosen` give the choice on the first.
    fn table(
        &self,
        title: Option<String>,
        rows: Option<&Axis>,
        columns: &Axis,
        chosen: &[usize],
    ) -> Json {
        let row = |nth: usize| {
            let chosen: Vec<usize> = chosen.iter().copied().chain(rows.map(|_| nth)).collect();
            let cell = |column: usize| {
                let choice: Vec<usize> = chosen.iter().copied().chain([column]).collect();
                Some(self.entry(self.combinations.piece_at(&choice)?, &choice))
            };
            let head = rows.map_or(json!({"name": "", "letter": ""}), |rows| {
                self.head(rows, nth)
            });
            json!({"head": head, "cells": (0..=columns.kinds.len()).map(cell).collect::<Vec<_>>()})
        };
        json!({
            "title": title,
            "row_axis": rows.map(|axis| &axis.name),
            "column_axis": columns.name,
            "columns": (0..=columns.kinds.len()).map(|nth| self.head(columns, nth)).collect::<Vec<_>>(),
            "rows": (0..=rows.map_or(0, |rows| rows.kinds.len())).map(row).collect::<Vec<_>>(),
        })
    }

    fn head(&self, axis: &Axis, nth: usize) -> Json {
        match nth.checked_sub(1).and_then(|nth| axis.kinds.get(nth)) {
            None => {
                json!({"name": self.addresses.words.say(say!(labels::WithoutPart, part = &axis.name)), "letter": "–"})
            }
            Some(kind) => {
                let kind = self.rules.variant.kind(*kind);
                json!({"name": kind.name, "letter": kind.letter})
            }
        }
    }

    fn entry(&self, kind: KindId, choice: &[usize]) -> Json {
        let variant = &self.rules.variant;
        let (board, info) = (&variant.board, variant.kind(kind));
        let reach = self.rules.alone(kind, Side::White).of(self.cell);
        let description = self.addresses.words.say(say!(
            labels::FromTo,
            cell = board.name(self.cell),
            cells = Listing::Enumeration.of(board.names_of(&reach))
        ));
        let scene = scene::thumbnail(self.cell, &self.layers(kind, choice), board);
        let addresses = self.addresses;
        let id = addresses.id(&format!("{}-{}", self.prefix, info.id));
        let picture = svg::inline(&scene, &id, &info.name, &description);
        let entry = format!(
            "{}{}#{}",
            root(addresses.page),
            ReferencePage::PieceIndex.path(),
            anchor("p", &info.id)
        );
        json!({
            "name": info.name,
            "letter": info.letter,
            "url": addresses.url(&entry),
            // Whether the choice is from one axis only.
            "single": choice.iter().filter(|nth| **nth > 0).count() == 1,
            "reach": reach.len(),
            "svg": addresses.picture(picture),
        })
    }

    /// Returns the cells that a piece reaches, split by the axis that first adds them. The last
    /// set holds the cells that no axis adds.
    fn layers(&self, kind: KindId, choice: &[usize]) -> Vec<CellSet> {
        let reach = |kind: KindId| self.rules.alone(kind, Side::White).of(self.cell);
        let mut rest = reach(kind);
        let mut layers = Vec::new();
        for (axis, nth) in self.combinations.axes.iter().zip(choice) {
            let part = nth.checked_sub(1).and_then(|nth| axis.kinds.get(nth));
            let layer = part.map_or(CellSet::EMPTY, |part| reach(*part) & rest);
            rest = rest - layer;
            layers.push(layer);
        }
        layers.push(rest);
        layers
    }
}
