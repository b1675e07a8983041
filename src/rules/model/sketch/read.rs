//! Reads a drawing back: the words in each cell, or the flaws where it is not the board's drawing.
//!
//! ```text
//!        ______
//!       /\ o  /\          The strokes are matched one by one, in reading order, so a drawing
//! 3   / x  \/    \        whose spaces and line breaks are lost reads as well:
//!   /\    /  \    /\      `______ /\ o /\ 3 / x \/ \`. If each line stands on a line of its own,
//! /____\/      \/_AB_\    as here, every stroke must also stand in its column.
//! ```
//!
//! The words are ranges of the text, by cell and row; this module does not interpret them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use super::align::{MOST_ASTRAY, ScannedText, StrokeMatch, TextStroke, align};
use super::mould::{ExpectedStrokes, MouldGap, Part, is_floor, mould};
use super::{STROKES, Sketch, Slot};
use crate::model::cells::{Cell, PerCell};

/// For each cell the words in it: one list for each row that holds words, from above.
pub type CellWords = PerCell<Vec<Vec<Range<usize>>>>;

/// A difference between a text and the board's drawing: `at` is a byte range of the text, `due` is
/// what the board has, and `found` is what is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the enum says what its numbers are, and each flaw the rest"
)]
pub enum SketchFlaw {
    /// The part is missing: something else, or nothing, stands in its place.
    Missing { part: Part, at: Range<usize> },
    /// The part stands `right` columns too far to the right and `down` rows too far down.
    Displaced {
        part: Part,
        right: isize,
        down: isize,
        at: Range<usize>,
    },
    /// One stroke too many, in a cell or outside all cells.
    Surplus {
        cell: Option<Cell>,
        at: Range<usize>,
    },
    /// The lower line of a cell, with what is written on it, is not `width` characters long.
    Floor {
        cell: Cell,
        width: usize,
        at: Range<usize>,
    },
    /// A word outside all cells.
    Outside { at: Range<usize> },
    /// A rank is drawn with the wrong number of cells (`points`, if they are points). The right
    /// numbers are those without the cells that can be absent, up to those with all of them.
    Rank {
        points: bool,
        due: RangeInclusive<usize>,
        found: usize,
        at: Range<usize>,
    },
    /// The ranks have no names, so all of them must be drawn, and they are not.
    Ranks {
        due: usize,
        found: usize,
        at: Range<usize>,
    },
    /// A cell is drawn dark (`is_dark`) or not, and the board has it the other way.
    Shade {
        cell: Cell,
        is_dark: bool,
        at: Range<usize>,
    },
    /// A line that is not a rank of the board.
    NoRank { at: Range<usize> },
    /// Too much is wrong to say what: the numbers of strokes that the `board` and the `text` have.
    NotThisBoard {
        board: usize,
        text: usize,
        at: Range<usize>,
    },
}

/// The most flaws reported for one drawing.
const MOST_FLAWS: usize = 8;

/// Reads a drawing of the board.
///
/// # Errors
///
/// The flaws of a text that is not the board's drawing, in the order of the text. Of the displaced
/// strokes of a line only the first is a flaw.
pub fn read(sketch: &Sketch, text: &str) -> Result<CellWords, Vec<SketchFlaw>> {
    let (mould, found) = (mould(sketch), scan(sketch, text));
    let another = |at| SketchFlaw::NotThisBoard {
        board: mould.strokes.len(),
        text: found.strokes.len(),
        at,
    };
    let Some(steps) = align(&mould, &found) else {
        let start = text.len() - text.trim_start().len();
        return Err(vec![another(found.word(start..text.len()))]);
    };
    let mut reader = SketchReader {
        mould: &mould,
        found: &found,
        flaws: Vec::new(),
        changed: 0,
        shifted: BTreeSet::new(),
        words: PerCell::from_fn(sketch.slots.len(), |_| Vec::new()),
    };
    reader.follow(&steps);
    if reader.changed > MOST_ASTRAY {
        let first = reader.flaws.iter().map(|flaw| flaw.at().clone()).next();
        return Err(vec![another(first.unwrap_or(0..0))]);
    }
    reader.flaws.truncate(MOST_FLAWS);
    if reader.flaws.is_empty() {
        Ok(reader.words)
    } else {
        Err(reader.flaws)
    }
}

impl SketchFlaw {
    /// Returns the place of the fault in the text.
    pub fn at(&self) -> &Range<usize> {
        match self {
            SketchFlaw::Missing { at, .. }
            | SketchFlaw::Displaced { at, .. }
            | SketchFlaw::Surplus { at, .. }
            | SketchFlaw::Floor { at, .. }
            | SketchFlaw::Outside { at }
            | SketchFlaw::Rank { at, .. }
            | SketchFlaw::Ranks { at, .. }
            | SketchFlaw::Shade { at, .. }
            | SketchFlaw::NoRank { at }
            | SketchFlaw::NotThisBoard { at, .. } => at,
        }
    }
}

fn scan<'t>(sketch: &Sketch, text: &'t str) -> ScannedText<'t> {
    let blank = text
        .lines()
        .take_while(|line| line.trim().is_empty())
        .count();
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    let lines: Vec<usize> = starts.skip(blank).collect();
    let body = lines.first().map_or("", |start| text[*start..].trim_end());
    let indents = indents(sketch);
    let has_blanks = body.lines().any(|line| line.trim().contains("  "));
    let shaped = has_blanks && body.lines().count() == indents.len();
    let margin = if shaped { margin(body, &indents) } else { 0 };
    let mut found = ScannedText {
        text,
        strokes: Vec::new(),
        shaped,
        lines,
        margin,
    };
    let (mut row, mut column) = (-(blank as isize), -margin);
    for (at, character) in text.char_indices() {
        if character != '_' && STROKES.contains(&character) {
            found.strokes.push(TextStroke {
                at,
                character,
                row,
                column,
            });
        }
        (row, column) = if character == '\n' {
            (row + 1, -margin)
        } else {
            (row, column + 1)
        };
    }
    found
}

/// Returns the first column of each row of the drawing.
fn indents(sketch: &Sketch) -> Vec<usize> {
    let strokes = sketch
        .strokes
        .iter()
        .map(|stroke| (stroke.row, stroke.column));
    let places = strokes.chain(
        sketch
            .coordinates
            .iter()
            .map(|(row, column, _)| (*row, *column)),
    );
    let mut indents: BTreeMap<usize, usize> = BTreeMap::new();
    for (row, column) in places {
        let indent = indents.entry(row).or_insert(column);
        *indent = column.min(*indent);
    }
    indents.into_values().collect()
}

/// Returns the most common margin of the lines, given the first column of each without a margin.
fn margin(body: &str, indents: &[usize]) -> isize {
    let mut counts: BTreeMap<isize, usize> = BTreeMap::new();
    for (line, indent) in body.lines().zip(indents) {
        let own = line.chars().take_while(|c| c.is_whitespace()).count();
        *counts.entry(own as isize - *indent as isize).or_default() += 1;
    }
    let most = counts.values().max().copied().unwrap_or(0);
    counts
        .into_iter()
        .find(|(_, count)| *count == most)
        .map_or(0, |(margin, _)| margin)
}

/// A reader that follows the steps that match the strokes of a text with the board's.
struct SketchReader<'a> {
    mould: &'a ExpectedStrokes,
    found: &'a ScannedText<'a>,
    flaws: Vec<SketchFlaw>,
    /// The number of strokes that are missing, surplus or changed.
    changed: usize,
    /// The lines that already have a flaw, which may have shifted what follows it.
    shifted: BTreeSet<isize>,
    words: CellWords,
}

impl SketchReader<'_> {
    fn follow(&mut self, steps: &[StrokeMatch]) {
        let (mut i, mut j) = (0, 0);
        // Whether the last strokes of board and text were paired, so that the gap after them can
        // be read.
        let mut together = true;
        for step in steps {
            match step {
                StrokeMatch::Pair => {
                    if together {
                        self.read_gap(i, j);
                    }
                    self.check_pair(i, j);
                    together = true;
                    (i, j) = (i + 1, j + 1);
                }
                StrokeMatch::Missing => {
                    if together && self.mould.is_covered(i, self.found.gap(j)) {
                        self.read_gap(i, j);
                    } else {
                        self.report_missing(i, j);
                    }
                    together = false;
                    i += 1;
                }
                StrokeMatch::Surplus => {
                    self.changed += 1;
                    let cell = match self.mould.gaps[i] {
                        MouldGap::Room { cell, .. } => Some(cell),
                        MouldGap::Outside(_) => None,
                    };
                    self.shifted.insert(self.found.strokes[j].row);
                    self.flaws.push(SketchFlaw::Surplus {
                        cell,
                        at: self.found.stroke(j),
                    });
                    together = false;
                    j += 1;
                }
            }
        }
        if together {
            self.read_gap(i, j);
        }
    }

    fn check_pair(&mut self, i: usize, j: usize) {
        let (stroke, trace) = (self.mould.strokes[i], &self.found.strokes[j]);
        let (part, at) = (Part::Stroke(stroke), self.found.stroke(j));
        if stroke.character != trace.character {
            self.changed += 1;
            self.flaws.push(SketchFlaw::Missing { part, at });
        } else if self.found.distance(trace, &stroke) > 0 {
            self.report_displaced(
                part,
                (stroke.row, stroke.column),
                (trace.row, trace.column),
                at,
            );
        }
    }

    fn report_displaced(
        &mut self,
        part: Part,
        own: (usize, usize),
        found: (isize, isize),
        at: Range<usize>,
    ) {
        let (down, right) = (found.0 - own.0 as isize, found.1 - own.1 as isize);
        if self.shifted.insert(found.0) {
            self.flaws.push(SketchFlaw::Displaced {
                part,
                right,
                down,
                at,
            });
        }
    }

    fn report_missing(&mut self, i: usize, j: usize) {
        self.changed += 1;
        let (stroke, found) = (self.mould.strokes[i], self.found);
        self.shifted.insert(stroke.row as isize);
        let in_place = found
            .shaped
            .then(|| found.character(stroke.row, stroke.column))
            .flatten();
        let at = in_place.unwrap_or_else(|| match self.mould.gaps[i] {
            // What is written in a room may be right, so point at the stroke.
            MouldGap::Room { .. } => found.stroke(j),
            MouldGap::Outside(_) if found.gap(j).trim().is_empty() => found.stroke(j),
            MouldGap::Outside(_) => found.word(found.gap_range(j)),
        });
        self.flaws.push(SketchFlaw::Missing {
            part: Part::Stroke(stroke),
            at,
        });
    }

    /// Reads the text before a stroke, or after the last.
    fn read_gap(&mut self, i: usize, j: usize) {
        let mould = self.mould;
        match &mould.gaps[i] {
            MouldGap::Outside(fixed) => self.report_outside(fixed, j),
            MouldGap::Room { cell, slot, floor } => {
                let range = self.found.gap_range(j);
                if *floor {
                    self.check_floor(*cell, slot, j, mould.is_covered(i, self.found.gap(j)));
                } else if let Some(line) = self
                    .found
                    .words(range.clone(), |c| c != '_')
                    .into_iter()
                    .next()
                {
                    self.flaws.push(SketchFlaw::Surplus {
                        cell: Some(*cell),
                        at: line,
                    });
                }
                let words = self.found.words(range, |c| c == '_' || c.is_whitespace());
                if !words.is_empty() {
                    self.words[*cell].push(words);
                }
            }
        }
    }

    /// Checks that a lower line and the text on it fill the room.
    fn check_floor(&mut self, cell: Cell, slot: &Slot, j: usize, covered: bool) {
        let text = self.found.gap(j);
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !is_floor(text) || words.chars().count() != slot.width + usize::from(covered) {
            let written = self
                .found
                .words(self.found.gap_range(j), char::is_whitespace);
            let ends = written.first().zip(written.last());
            let at = ends.map_or(self.found.stroke(j), |(first, last)| first.start..last.end);
            self.shifted.insert(slot.row as isize);
            self.flaws.push(SketchFlaw::Floor {
                cell,
                width: slot.width,
                at,
            });
        }
    }

    fn report_outside(&mut self, fixed: &[Part], j: usize) {
        let found = self.found;
        let words = found.words(found.gap_range(j), char::is_whitespace);
        let is_there =
            |(part, word): &(&Part, &Range<usize>)| part.text() == found.text[(*word).clone()];
        let before = fixed.iter().zip(&words).take_while(is_there).count();
        for (part, word) in fixed[..before].iter().zip(&words) {
            if let Part::Line(stroke, _) = part
                && found.shaped
                && found.place(word.start) != (stroke.row as isize, stroke.column as isize)
            {
                let (own, place) = ((stroke.row, stroke.column), found.place(word.start));
                self.report_displaced(part.clone(), own, place, word.clone());
            }
        }
        let after = fixed[before..]
            .iter()
            .rev()
            .zip(words[before..].iter().rev())
            .take_while(is_there)
            .count();
        let missing = fixed[before..fixed.len() - after].first();
        let instead = words[before..words.len() - after].first().cloned();
        match (missing, instead) {
            (Some(part), instead) => {
                let at = instead
                    .or(words.get(before).cloned())
                    .unwrap_or_else(|| found.stroke(j));
                if let Part::Line(stroke, _) = part {
                    self.shifted.insert(stroke.row as isize);
                }
                self.flaws.push(SketchFlaw::Missing {
                    part: part.clone(),
                    at,
                });
            }
            (None, Some(at)) if found.text[at.clone()].starts_with('_') => {
                self.flaws.push(SketchFlaw::Surplus { cell: None, at });
            }
            (None, Some(at)) => self.flaws.push(SketchFlaw::Outside { at }),
            (None, None) => {}
        }
    }
}
