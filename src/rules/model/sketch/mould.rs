//! A board's drawing as one sequence of strokes, with what is expected before each. A text can be
//! matched with it even if its line breaks and spaces are lost.

use std::collections::BTreeMap;

use super::{Sketch, Slot, Stroke};
use crate::model::cells::Cell;

/// The drawing in reading order, line by line from the left. Lower lines (`_`) are part of the
/// gaps between the other strokes, since a piece may stand on them.
pub(super) struct ExpectedStrokes {
    pub strokes: Vec<Stroke>,
    /// One gap before each stroke, and one after the last.
    pub gaps: Vec<MouldGap>,
}

/// What is expected between two strokes.
pub(super) enum MouldGap {
    /// Outside of all cells: lines, letters and numbers, or nothing.
    Outside(Vec<Part>),
    /// Room in a cell.
    Room { cell: Cell, slot: Slot, floor: bool },
}

/// A part of the board's drawing that is not room for text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A stroke of a cell's outline.
    Stroke(Stroke),
    /// A line of `_` with nothing below it: its first stroke and its length.
    Line(Stroke, usize),
    /// A file's letters or a rank's number.
    Coordinate(String),
}

impl Part {
    /// Returns it as it is drawn.
    pub fn text(&self) -> String {
        match self {
            Part::Stroke(stroke) => stroke.character.to_string(),
            Part::Line(_, length) => "_".repeat(*length),
            Part::Coordinate(text) => text.clone(),
        }
    }
}

/// What is drawn at one place, before it is sorted into strokes and gaps.
enum MouldItem {
    Room { cell: Cell, slot: Slot, floor: bool },
    Part(Part),
}

pub(super) fn mould(sketch: &Sketch) -> ExpectedStrokes {
    let mut mould = ExpectedStrokes {
        strokes: Vec::new(),
        gaps: Vec::new(),
    };
    let mut outside = Vec::new();
    let mut room = None;
    for item in items(sketch).into_values() {
        match item {
            MouldItem::Room { cell, slot, floor } => {
                room = Some(MouldGap::Room { cell, slot, floor })
            }
            MouldItem::Part(Part::Stroke(stroke)) => {
                mould.gaps.push(
                    room.take()
                        .unwrap_or(MouldGap::Outside(std::mem::take(&mut outside))),
                );
                mould.strokes.push(stroke);
            }
            MouldItem::Part(part) => outside.push(part),
        }
    }
    mould.gaps.push(MouldGap::Outside(outside));
    mould
}

/// Returns everything that is drawn, by row and column.
fn items(sketch: &Sketch) -> BTreeMap<(usize, usize), MouldItem> {
    let mut items = BTreeMap::new();
    for (cell, slots) in sketch.slots.iter() {
        for slot in slots {
            items.insert(
                (slot.row, slot.column),
                MouldItem::Room {
                    cell,
                    slot: *slot,
                    floor: false,
                },
            );
        }
    }
    for (row, column, text) in &sketch.coordinates {
        items.insert(
            (*row, *column),
            MouldItem::Part(Part::Coordinate(text.clone())),
        );
    }
    for stroke in sketch.strokes.iter().copied() {
        let at = (stroke.row, stroke.column);
        if stroke.character != '_' {
            items.insert(at, MouldItem::Part(Part::Stroke(stroke)));
            continue;
        }
        match items.range_mut((stroke.row, 0)..=at).next_back() {
            Some((_, MouldItem::Room { slot, floor, .. })) if at.1 < slot.column + slot.width => {
                *floor = true
            }
            Some((start, MouldItem::Part(Part::Line(_, length)))) if start.1 + *length == at.1 => {
                *length += 1
            }
            _ => {
                items.insert(at, MouldItem::Part(Part::Line(stroke, 1)));
            }
        }
    }
    items
}

impl ExpectedStrokes {
    /// Whether a stroke touches the one before it.
    pub(crate) fn is_tight(&self, index: usize) -> bool {
        let touches = |before: usize| {
            let (one, other) = (&self.strokes[before], &self.strokes[index]);
            one.row == other.row && one.column + 1 == other.column
        };
        index < self.strokes.len() && index.checked_sub(1).is_some_and(touches)
    }

    /// Whether a text in the room before a stroke is one character too long and so covers the
    /// stroke, as in `/\BISH.\`. That is allowed if another stroke follows right after the covered
    /// one: it closes the neighbouring cell.
    pub(crate) fn is_covered(&self, index: usize, text: &str) -> bool {
        match self.gaps[index] {
            MouldGap::Room { slot, .. } if self.is_tight(index + 1) => {
                let word = text.trim();
                word.chars().count() == slot.width + 1 && !word.contains(['_', ' '])
            }
            _ => false,
        }
    }
}

/// Whether a text is a lower line or stands on one: no space is at either end or next to a `_`.
pub(super) fn is_floor(text: &str) -> bool {
    !text.is_empty()
        && text.trim() == text
        && text
            .split_whitespace()
            .is_sorted_by(|one, next| !one.ends_with('_') && !next.starts_with('_'))
}
