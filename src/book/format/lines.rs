//! Lays out blocks that are read line by line: diagrams, recorded games, tables of combinations.
//! Words are one space apart, and every line begins at the left margin.

use std::ops::Range;

use super::blanks::Blanks;
use crate::pages::diagram::{LineForm, line_form};
use crate::pages::words::{is_blank_or_comment, word_ranges};
use padma_text::diag::Diagnostics;
use padma_text::range_in;

/// Separates the content of a line from its note.
const NOTE_SIGN: &str = " -- ";

/// Lays out the lines of a diagram, down to its drawing.
pub(super) fn diagram(blanks: &mut Blanks<'_>, diagnostics: &mut Diagnostics) {
    for line in lines(blanks.text.text()) {
        match line_form(blanks.text, &blanks.text.text()[line.clone()]) {
            LineForm::Blank => blanks.trim_lines(line),
            LineForm::Mark => mark(blanks, line, diagnostics),
            LineForm::Cells => cells(blanks, line, str::rfind),
            LineForm::Text => first_word(blanks, line),
            LineForm::Words => words(blanks, line),
            LineForm::Drawing => {
                trim_line(blanks, &line);
                return;
            }
        }
    }
}

/// Lays out a record and its errata. Its comments stay as they are.
pub(super) fn game(blanks: &mut Blanks<'_>) {
    let (mut has_moves, mut in_comment) = (false, false);
    let text = blanks.text.text();
    for line in lines(text) {
        match text[line.clone()].split_whitespace().next() {
            Some("erratum" | "question") => cells(blanks, line, str::find),
            Some("variant" | "source") if !has_moves => words(blanks, line),
            Some("fen") if !has_moves => first_word(blanks, line),
            None if in_comment => {}
            None => blanks.set(line, ""),
            Some(_) => {
                has_moves = true;
                in_comment = moves(blanks, line, in_comment);
            }
        }
    }
}

/// Lays out the axes of a table.
pub(super) fn combinations(blanks: &mut Blanks<'_>) {
    let text = blanks.text.text();
    for line in lines(text) {
        if is_blank_or_comment(&text[line.clone()]) {
            blanks.trim_lines(line);
            continue;
        }
        let content = trim_line(blanks, &line);
        let Some((name, pieces)) = text[content.clone()].split_once('=') else {
            continue;
        };
        let token = |word: &str| (range_in(text, word), " ");
        let pieces = pieces.split_whitespace().map(token).collect();
        let sign = content.start + name.len();
        two_parts(blanks, content, vec![token(name.trim_end())], sign, pieces);
    }
}

/// Returns the lines of a text, without what ends them.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let lines = text.split('\n');
    lines.map(|line| range_in(text, line.trim_end_matches('\r')))
}

/// Removes the white space at both ends of a line and returns the rest.
fn trim_line(blanks: &mut Blanks<'_>, line: &Range<usize>) -> Range<usize> {
    let raw = &blanks.text.text()[line.clone()];
    let (start, end) = (
        line.end - raw.trim_start().len(),
        line.start + raw.trim_end().len(),
    );
    blanks.set(line.start..start, "");
    blanks.set(end..line.end, "");
    start..end
}

fn words(blanks: &mut Blanks<'_>, line: Range<usize>) {
    let content = trim_line(blanks, &line);
    let tokens = tokens(blanks, content.clone());
    set_gaps(blanks, content, &tokens);
}

/// Lays out a first word, followed by a text in which no white space changes.
fn first_word(blanks: &mut Blanks<'_>, line: Range<usize>) {
    let content = trim_line(blanks, &line);
    let line = &blanks.text.text()[content.clone()];
    let Some(end) = line.find(char::is_whitespace) else {
        return;
    };
    let rest = line.len() - line[end..].trim_start().len();
    blanks.set(content.start + end..content.start + rest, " ");
}

/// Lays out `x = reach(AB) -- its moves`. An error in the expression is reported at its place in
/// the whole line.
fn mark(blanks: &mut Blanks<'_>, line: Range<usize>, diagnostics: &mut Diagnostics) {
    let (content, text) = (trim_line(blanks, &line), blanks.text.text());
    let Some(equals) = text[line.clone()].find('=').map(|at| line.start + at) else {
        return;
    };
    let end = text[line.clone()]
        .find(NOTE_SIGN)
        .map_or(line.end, |at| line.start + at);
    let content = part_before_note(blanks, content);
    if equals >= content.end
        || padma_expr::parse(&blanks.text.part(equals + 1..end), diagnostics).is_none()
    {
        return;
    }
    let Some(parts) = blanks.parts(equals + 1..content.end) else {
        return;
    };
    if let Some(first) = parts.first() {
        let expression = first.range.start..content.end;
        let symbol = tokens(blanks, content.start..equals);
        let tail = vec![(expression.clone(), " ")];
        two_parts(blanks, content, symbol, equals, tail);
        blanks.expression(expression);
    }
}

/// Lays out `source x: c4 d3`, or the same with a note after ` -- `. `find_colon` finds the colon.
fn cells(blanks: &mut Blanks<'_>, line: Range<usize>, find_colon: fn(&str, char) -> Option<usize>) {
    let content = trim_line(blanks, &line);
    let content = part_before_note(blanks, content);
    if let Some(colon) = find_colon(&blanks.text.text()[content.clone()], ':') {
        let colon = content.start + colon;
        let head = tokens(blanks, content.start..colon);
        let tail = tokens(blanks, colon + 1..content.end);
        two_parts(blanks, content, head, colon, tail);
    }
}

/// Returns the part of a line before ` -- `; the words after it stay as they are.
fn part_before_note(blanks: &mut Blanks<'_>, content: Range<usize>) -> Range<usize> {
    let line = &blanks.text.text()[content.clone()];
    let Some(at) = line.find(NOTE_SIGN) else {
        return content;
    };
    let (end, sign) = (line[..at].trim_end().len(), at + 1);
    let note = line.len() - line[at + NOTE_SIGN.len()..].trim_start().len();
    blanks.set(content.start + end..content.start + sign, " ");
    blanks.set(content.start + sign + 2..content.start + note, " ");
    content.start..content.start + end
}

/// A token, and the white space to set before it.
type SpacedToken = (Range<usize>, &'static str);

/// Returns the words and commas of a range.
fn tokens(blanks: &Blanks<'_>, range: Range<usize>) -> Vec<SpacedToken> {
    let text = &blanks.text.text()[range.clone()];
    let spaced = |token: Range<usize>| {
        let is_comma = text[token.clone()].starts_with(',');
        let place = range.start + token.start..range.start + token.end;
        (place, if is_comma { "" } else { " " })
    };
    word_ranges(text).into_iter().map(spaced).collect()
}

/// Sets the white space of a range of two parts with a symbol between them: `=` or `:`.
fn two_parts(
    blanks: &mut Blanks<'_>,
    range: Range<usize>,
    head: Vec<SpacedToken>,
    sign: usize,
    tail: Vec<SpacedToken>,
) {
    let is_colon = blanks.text.text()[sign..].starts_with(':');
    let sign = vec![(sign..sign + 1, if is_colon { "" } else { " " })];
    set_gaps(blanks, range, &[head, sign, tail].concat());
}

/// Sets the white space between the tokens of a range.
fn set_gaps(blanks: &mut Blanks<'_>, range: Range<usize>, tokens: &[SpacedToken]) {
    let mut end = range.start;
    for (index, (token, blank)) in tokens.iter().enumerate() {
        blanks.set(end..token.start, if index == 0 { "" } else { blank });
        end = token.end;
    }
}

/// Lays out a line of a record: one space between words, except in comments and in quoted texts.
/// Returns whether a comment continues on the next line.
fn moves(blanks: &mut Blanks<'_>, line: Range<usize>, mut in_comment: bool) -> bool {
    let text = &blanks.text.text()[line.clone()];
    if !in_comment && text.trim_start().starts_with('%') {
        return false;
    }
    let (mut in_quotes, mut gap) = (false, if in_comment { None } else { Some(0) });
    for (at, c) in text.char_indices() {
        if !c.is_whitespace() {
            if let Some(gap) = gap.take() {
                blanks.set(
                    line.start + gap..line.start + at,
                    if gap == 0 { "" } else { " " },
                );
            }
        } else if !in_comment && !in_quotes && gap.is_none() {
            gap = Some(at);
        }
        match c {
            '}' if in_comment => in_comment = false,
            _ if in_comment => {}
            '"' => in_quotes = !in_quotes,
            '{' if !in_quotes => in_comment = true,
            ';' if !in_quotes => return false,
            _ => {}
        }
    }
    if let Some(gap) = gap {
        blanks.set(line.start + gap..line.end, "");
    }
    in_comment
}
