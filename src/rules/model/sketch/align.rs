//! Matches the strokes of a text with the strokes of a board's drawing, at the lowest cost.

use std::ops::Range;

use super::mould::{ExpectedStrokes, MouldGap, Part, is_floor};
use super::{Stroke, words};

/// A stroke of the text other than `_`. Rows count from the first line that is not empty, columns
/// from where the drawing begins.
pub(super) struct TextStroke {
    pub at: usize,
    pub character: char,
    pub row: isize,
    pub column: isize,
}

/// A text taken apart into strokes and lines.
pub(super) struct ScannedText<'t> {
    pub text: &'t str,
    pub strokes: Vec<TextStroke>,
    /// Whether the text has the line breaks and the spaces of the drawing.
    pub shaped: bool,
    /// The byte at which each line starts.
    pub lines: Vec<usize>,
    /// The column at which the drawing starts.
    pub margin: isize,
}

impl ScannedText<'_> {
    /// Returns the text between the stroke at an index and the one before it. For an index past
    /// the last stroke, that is the text after the last.
    pub(crate) fn gap(&self, index: usize) -> &str {
        &self.text[self.gap_range(index)]
    }

    pub(crate) fn gap_range(&self, index: usize) -> Range<usize> {
        let start = index
            .checked_sub(1)
            .and_then(|before| self.strokes.get(before))
            .map_or(0, |trace| trace.at + 1);
        start
            ..self
                .strokes
                .get(index)
                .map_or(self.text.len(), |trace| trace.at)
    }

    /// Returns how far a stroke of the text is from its place; 0 if the drawing has lost its
    /// shape.
    pub(crate) fn distance(&self, trace: &TextStroke, stroke: &Stroke) -> u32 {
        if !self.shaped {
            return 0;
        }
        let rows = trace.row.abs_diff(stroke.row as isize);
        let columns = trace.column.abs_diff(stroke.column as isize);
        u32::try_from(rows + columns).unwrap_or(u32::MAX)
    }

    /// Returns the first word of a range, or the whole range if it has no word.
    pub(crate) fn word(&self, range: Range<usize>) -> Range<usize> {
        self.words(range.clone(), char::is_whitespace)
            .into_iter()
            .next()
            .unwrap_or(range)
    }

    pub(crate) fn words(
        &self,
        range: Range<usize>,
        between: impl Fn(char) -> bool,
    ) -> Vec<Range<usize>> {
        words(self.text, range, between)
    }

    pub(crate) fn stroke(&self, index: usize) -> Range<usize> {
        self.strokes
            .get(index)
            .map_or(self.text.len()..self.text.len(), |trace| {
                trace.at..trace.at + 1
            })
    }

    /// Returns the character at a row and column of the drawing; the end of the line, if it is
    /// shorter.
    pub(crate) fn character(&self, row: usize, column: usize) -> Option<Range<usize>> {
        let start = *self.lines.get(row)?;
        let line = self.text[start..].lines().next().unwrap_or("");
        let index = usize::try_from(column as isize + self.margin).ok()?;
        let at = line.char_indices().nth(index);
        Some(
            at.map_or(start + line.len()..start + line.len(), |(at, c)| {
                start + at..start + at + c.len_utf8()
            }),
        )
    }

    /// Returns the row and column of a place in the text.
    pub(crate) fn place(&self, at: usize) -> (isize, isize) {
        let row = self
            .lines
            .partition_point(|start| *start <= at)
            .saturating_sub(1);
        let start = self.lines.get(row).copied().unwrap_or(0);
        (
            row as isize,
            self.text[start..at].chars().count() as isize - self.margin,
        )
    }
}

/// A step in matching two rows of strokes with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StrokeMatch {
    /// The next stroke of the board, paired with the next of the text, which is the same or stands
    /// in its place.
    Pair,
    /// The next stroke of the board, which the text does not have.
    Missing,
    /// The next stroke of the text, which the board does not have.
    Surplus,
}

/// The most strokes that may be missing, surplus or changed in a drawing of the board.
pub(super) const MOST_ASTRAY: usize = 12;

/// The costs of a stroke that is missing, surplus, or another character.
const MISSING: u32 = 12;
const SURPLUS: u32 = 12;
const CHANGED: u32 = 16;
/// The cost of a stroke out of its place, where the text has the drawing's shape: `DISPLACED`, and
/// its distance up to `FARTHEST`.
const DISPLACED: u32 = 3;
const FARTHEST: u32 = 6;
/// The cost if the text before a stroke is not what is expected there.
const MISFIT: u32 = 2;
/// The cost if the text before a stroke cannot be checked, since the strokes before it are not
/// paired.
const UNCHECKED: u32 = 1;
/// The cost of a stroke that the text of a room covers.
const COVERED: u32 = 1;
/// The cost of a state that no steps lead to.
const NEVER: u32 = u32::MAX / 2;

/// A state of the matching: the numbers of strokes of the board and of the text matched so far,
/// and whether the last of each were paired with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MatchState {
    board: usize,
    text: usize,
    together: bool,
}

/// Returns the steps of the cheapest matching; `None` if the numbers of strokes differ too much.
pub(super) fn align(mould: &ExpectedStrokes, found: &ScannedText<'_>) -> Option<Vec<StrokeMatch>> {
    let (rows, columns) = (mould.strokes.len(), found.strokes.len());
    if rows.abs_diff(columns) > MOST_ASTRAY {
        return None;
    }
    if is_same(mould, found) {
        return Some(vec![StrokeMatch::Pair; rows]);
    }
    let mut costs = CostTable {
        columns,
        costs: vec![[[NEVER; 2]; 2 * MOST_ASTRAY + 1]; rows + 1],
    };
    costs.set(
        MatchState {
            board: 0,
            text: 0,
            together: true,
        },
        0,
    );
    for board in 0..=rows {
        for text in costs.band(board) {
            for together in [true, false] {
                let state = MatchState {
                    board,
                    text,
                    together,
                };
                if let Some((_, _, cost)) = cheapest(mould, found, &costs, state) {
                    costs.set(state, cost);
                }
            }
        }
    }
    let ends = [true, false].map(|together| MatchState {
        board: rows,
        text: columns,
        together,
    });
    let mut state = ends.into_iter().min_by_key(|end| costs.get(*end))?;
    let mut steps = Vec::new();
    while let Some((step, before, _)) = cheapest(mould, found, &costs, state) {
        steps.push(step);
        state = before;
    }
    steps.reverse();
    Some(steps)
}

fn is_same(mould: &ExpectedStrokes, found: &ScannedText<'_>) -> bool {
    let characters = mould.strokes.iter().map(|stroke| stroke.character);
    characters.eq(found.strokes.iter().map(|trace| trace.character))
}

/// Returns the last step of the cheapest matching that leads to a state, the state before that
/// step, and the cost of the matching.
fn cheapest(
    mould: &ExpectedStrokes,
    found: &ScannedText<'_>,
    costs: &CostTable,
    state: MatchState,
) -> Option<(StrokeMatch, MatchState, u32)> {
    let ways = |step: StrokeMatch, board: usize, text: usize, cost: [u32; 2]| {
        [true, false]
            .into_iter()
            .zip(cost)
            .map(move |(together, cost)| {
                let before = MatchState {
                    board,
                    text,
                    together,
                };
                (step, before, costs.get(before) + cost)
            })
    };
    let (i, j) = (state.board.checked_sub(1), state.text.checked_sub(1));
    let pair = i.zip(j).filter(|_| state.together).map(|(i, j)| {
        let cost = pairing(mould, found, i, j);
        let misfit = if fits(mould, i, found.gap(j)) {
            0
        } else {
            MISFIT
        };
        ways(StrokeMatch::Pair, i, j, [cost + misfit, cost + UNCHECKED])
    });
    let missing = i.filter(|_| !state.together).map(|i| {
        let cost = if mould.is_covered(i, found.gap(state.text)) {
            COVERED
        } else {
            MISSING
        };
        ways(StrokeMatch::Missing, i, state.text, [cost, MISSING])
    });
    let surplus = j
        .filter(|_| !state.together)
        .map(|j| ways(StrokeMatch::Surplus, state.board, j, [SURPLUS, SURPLUS]));
    let all = [pair, missing]
        .into_iter()
        .flatten()
        .flatten()
        .chain(surplus.into_iter().flatten());
    all.min_by_key(|(_, _, cost)| *cost)
        .filter(|(_, _, cost)| *cost < NEVER)
}

fn pairing(mould: &ExpectedStrokes, found: &ScannedText<'_>, i: usize, j: usize) -> u32 {
    let (stroke, trace) = (&mould.strokes[i], &found.strokes[j]);
    let changed = if stroke.character == trace.character {
        0
    } else {
        CHANGED
    };
    let displaced = match found.distance(trace, stroke) {
        0 => 0,
        distance => DISPLACED + distance.min(FARTHEST),
    };
    changed + displaced
}

/// Whether a text fits the gap before a stroke of the board.
fn fits(mould: &ExpectedStrokes, index: usize, text: &str) -> bool {
    match &mould.gaps[index] {
        MouldGap::Room { floor: true, .. } => is_floor(text),
        MouldGap::Room { .. } => !text.is_empty() && !text.contains('_'),
        MouldGap::Outside(parts) => {
            mould.is_tight(index) == text.is_empty() && is_as_expected(parts, text)
        }
    }
}

fn is_as_expected(parts: &[Part], text: &str) -> bool {
    let mut words = text.split_whitespace();
    parts.iter().all(|part| words.next() == Some(&part.text())) && words.next().is_none()
}

/// The costs of the states near the diagonal; states further off belong to drawings of other
/// boards.
struct CostTable {
    columns: usize,
    costs: Vec<[[u32; 2]; 2 * MOST_ASTRAY + 1]>,
}

impl CostTable {
    fn band(&self, board: usize) -> std::ops::RangeInclusive<usize> {
        board.saturating_sub(MOST_ASTRAY)..=(board + MOST_ASTRAY).min(self.columns)
    }

    fn set(&mut self, state: MatchState, cost: u32) {
        self.costs[state.board][state.text + MOST_ASTRAY - state.board]
            [usize::from(state.together)] = cost;
    }

    fn get(&self, state: MatchState) -> u32 {
        if !self.band(state.board).contains(&state.text) {
            return NEVER;
        }
        self.costs[state.board][state.text + MOST_ASTRAY - state.board][usize::from(state.together)]
    }
}
