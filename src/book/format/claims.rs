//! Lays out blocks of definitions: aligns their `=` signs in one column, and the additions after
//! their expressions in another.

use std::ops::Range;

use super::blanks::{ADDITION_GAP, Blanks};
use crate::pages::definitions::definition_ranges;
use padma_expr::{Before, Spaced, parse_definition};
use padma_text::diag::Diagnostics;

/// A name that exceeds its paragraph's median length by more than this many characters does not
/// move the column of `=`.
const MAX_EXCESS_WIDTH: usize = 5;

/// Additions share a column until an expression ends more than this many characters before or
/// after the end of the one above it.
const MAX_END_DISTANCE: usize = 8;

/// A definition in a block.
struct DefinitionRow {
    name: Range<usize>,
    equals: usize,
    parts: Vec<Spaced>,
    /// Where the next definition starts.
    end: usize,
    /// Whether the definition above ends on the line directly above.
    follows: bool,
    /// The index in `parts` of the first addition, if it is on the first line.
    addition: Option<usize>,
}

/// Lays out the definitions of a block.
pub(super) fn definitions(blanks: &mut Blanks<'_>, diagnostics: &mut Diagnostics) {
    let text = blanks.text.text();
    let ranges = definition_ranges(text);
    let mut rows: Vec<DefinitionRow> = Vec::with_capacity(ranges.len());
    for range in ranges.iter().cloned() {
        let Some(row) = row(blanks, range, rows.last(), diagnostics) else {
            return;
        };
        rows.push(row);
    }
    let names: Vec<(usize, bool)> = rows
        .iter()
        .map(|row| (width(text, &row.name), row.follows))
        .collect();
    let columns = name_columns(&names);
    let heads: Vec<(Option<usize>, bool)> = rows
        .iter()
        .zip(&columns)
        .enumerate()
        .map(|(index, (row, column))| {
            let is_one_line =
                |row: &DefinitionRow| !text[row.name.start..last_token_end(row)].contains('\n');
            let follows = row.follows
                && index
                    .checked_sub(1)
                    .is_some_and(|above| is_one_line(&rows[above]));
            (
                row.addition.map(|addition| {
                    column + " = ".len() + one_line_width(text, &row.parts[..addition])
                }),
                follows,
            )
        })
        .collect();
    let additions = addition_columns(&heads);
    blanks.trim_lines(0..rows.first().map_or(text.len(), |row| row.name.start));
    for (index, row) in rows.iter().enumerate() {
        let pad = columns[index] - width(text, &row.name);
        let indent = columns[index] + " = ".len();
        blanks.set_gap(row.name.end..row.equals, &" ".repeat(pad + 1), indent);
        let addition = heads[index]
            .0
            .map_or(ADDITION_GAP, |head| additions[index] - head + ADDITION_GAP);
        expression(blanks, row, indent, addition);
        blanks.trim_lines(last_token_end(row)..row.end);
    }
}

/// Reads a definition. Returns `None` if it is not one (which is reported), or if changes to white
/// space would change how it is read.
fn row(
    blanks: &Blanks<'_>,
    range: Range<usize>,
    above: Option<&DefinitionRow>,
    diagnostics: &mut Diagnostics,
) -> Option<DefinitionRow> {
    let text = &blanks.text.text();
    let equals = range.start + text[range.clone()].find('=')?;
    let name = range.start..range.start + text[range.start..equals].trim_end().len();
    let body = equals + 1..range.end;
    parse_definition(&blanks.text.cut(text[body.clone()].trim_end()), diagnostics)?;
    let parts = blanks.parts(body)?;
    let first_line = text[range.clone()]
        .find('\n')
        .map_or(range.end, |at| range.start + at);
    let addition = parts
        .iter()
        .position(|part| part.before == Before::Addition);
    let addition = addition.filter(|addition| parts[*addition].range.start < first_line);
    let follows = above.is_some_and(|above| {
        text[last_token_end(above)..range.start]
            .matches('\n')
            .count()
            == 1
    });
    Some(DefinitionRow {
        name,
        equals,
        parts,
        end: range.end,
        follows,
        addition,
    })
}

/// Returns the end of the last token of a definition.
fn last_token_end(row: &DefinitionRow) -> usize {
    row.parts
        .last()
        .map_or(row.equals + 1, |part| part.range.end)
}

/// Sets the white space after the `=` of a definition. A line that continues an expression is
/// aligned with its start; a line that continues an addition is aligned with the text of the
/// addition.
fn expression(blanks: &mut Blanks<'_>, row: &DefinitionRow, indent: usize, addition: usize) {
    let text = blanks.text.text();
    let (mut end, mut continuation_indent) = (row.equals + 1, indent);
    for (index, part) in row.parts.iter().enumerate() {
        let is_first_on_line = text[end..part.range.start].contains('\n');
        if part.before == Before::Addition {
            let text_offset = width(text, &part.range) + 1;
            continuation_indent = if is_first_on_line {
                indent + text_offset
            } else {
                indent
            };
            let spaces = if row.addition == Some(index) {
                addition
            } else {
                ADDITION_GAP
            };
            blanks.set_gap(end..part.range.start, &" ".repeat(spaces), indent);
        } else {
            let blank = if index > 0 && part.before == Before::Nothing {
                ""
            } else {
                " "
            };
            blanks.set_gap(end..part.range.start, blank, continuation_indent);
        }
        end = part.range.end;
    }
}

/// Returns the width of some parts on one line.
fn one_line_width(text: &str, parts: &[Spaced]) -> usize {
    let blanks = parts
        .iter()
        .filter(|part| part.before != Before::Nothing)
        .count();
    parts
        .iter()
        .map(|part| width(text, &part.range))
        .sum::<usize>()
        + blanks
}

fn width(text: &str, range: &Range<usize>) -> usize {
    text[range.clone()].chars().count()
}

/// Returns the column of the `=` for each name. Each name comes with whether it directly follows
/// the one above.
fn name_columns(names: &[(usize, bool)]) -> Vec<usize> {
    let paragraphs = names.chunk_by(|_, (_, follows)| *follows);
    let columns = paragraphs.flat_map(|names| {
        let mut widths: Vec<usize> = names.iter().map(|(width, _)| *width).collect();
        widths.sort_unstable();
        let limit = widths[widths.len() / 2] + MAX_EXCESS_WIDTH;
        let widest = widths
            .into_iter()
            .rfind(|width| *width <= limit)
            .unwrap_or(0);
        names.iter().map(move |(width, _)| widest.max(*width))
    });
    columns.collect()
}

/// Returns for each definition the width to which its expression is padded before the addition. A
/// head is the width up to an addition on the first line, and whether the definition directly
/// follows the one above.
fn addition_columns(heads: &[(Option<usize>, bool)]) -> Vec<usize> {
    let shares_column =
        |above: &(Option<usize>, bool), head: &(Option<usize>, bool)| match (above.0, head.0) {
            (Some(above), Some(width)) => head.1 && above.abs_diff(width) <= MAX_END_DISTANCE,
            _ => false,
        };
    let widest =
        |heads: &[(Option<usize>, bool)]| heads.iter().filter_map(|head| head.0).max().unwrap_or(0);
    heads
        .chunk_by(shares_column)
        .flat_map(|heads| vec![widest(heads); heads.len()])
        .collect()
}
