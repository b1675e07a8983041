//! Lays out blocks that are read line by line: diagrams, recorded games, tables of combinations.
//! Words are one space apart, and every line begins at the left margin.

use std::ops::Range;

use super::blanks::Blanks;
use crate::pages::diagram::{LineForm, line_form};
use padma_text::diag::Diagnostics;
use padma_text::range_in;

/// Separates the content of a line from its note.
const NOTE_SIGN: &str = " -- ";

/// Lays out the lines of a diagram, down to its drawing.
pub(super) fn diagram(blanks: &mut Blanks<'_>, diagnostics: &mut Diagnostics) {
    for line in lines(blanks) {
        let raw = &blanks.text.text()[line.clone()];
        let form = line_form(blanks.text, raw);
        let content = trim_line(blanks, &line);
        match form {
            LineForm::Mark => mark(blanks, line, content, diagnostics),
            LineForm::Cells => cells(blanks, content, str::rfind),
            LineForm::Text => first_word(blanks, content),
            LineForm::Words => words(blanks, content),
            LineForm::Drawing => return,
        }
    }
}

/// Lays out a record and its errata. Its comments stay as they are.
pub(super) fn game(blanks: &mut Blanks<'_>) {
    let (mut has_moves, mut in_comment) = (false, false);
    let text = blanks.text.text();
    for line in text.split_inclusive('\n') {
        let line = range_in(text, line.trim_end_matches(['\n', '\r']));
        match text[line.clone()].split_whitespace().next() {
            Some("erratum" | "question") => {
                let content = trim_line(blanks, &line);
                cells(blanks, content, str::find);
            }
            Some("variant" | "source") if !has_moves => {
                let content = trim_line(blanks, &line);
                words(blanks, content);
            }
            Some("fen") if !has_moves => {
                let content = trim_line(blanks, &line);
                first_word(blanks, content);
            }
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
    for line in lines(blanks) {
        let content = trim_line(blanks, &line);
        let Some(equals) = blanks.text.text()[content.clone()].find('=') else {
            continue;
        };
        let equals = content.start + equals;
        let name = content.start + blanks.text.text()[content.start..equals].trim_end().len();
        let pieces = tokens(blanks, equals + 1..content.end, false);
        let all: Vec<_> = [(content.start..name, ""), (equals..equals + 1, " ")]
            .into_iter()
            .chain(pieces)
            .collect();
        set_gaps(blanks, content, &all);
    }
}

/// Returns the lines of a block that have content. Trims the ends of the other lines above a
/// drawing.
fn lines(blanks: &mut Blanks<'_>) -> Vec<Range<usize>> {
    let text = blanks.text.text();
    let has_content = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let (content_lines, other_lines): (Vec<&str>, Vec<&str>) =
        text.split('\n').partition(has_content);
    let above = |line: &Range<usize>, drawing: usize| line.start < drawing;
    let is_drawing = |line: &&&str| line_form(blanks.text, line) == LineForm::Drawing;
    let drawing = content_lines
        .iter()
        .find(is_drawing)
        .map_or(usize::MAX, |line| range_in(text, line).start);
    for line in other_lines
        .into_iter()
        .map(|line| range_in(text, line))
        .filter(|line| above(line, drawing))
    {
        blanks.trim_lines(line);
    }
    content_lines
        .into_iter()
        .map(|line| range_in(text, line.trim_end_matches('\r')))
        .collect()
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

fn words(blanks: &mut Blanks<'_>, content: Range<usize>) {
    let tokens = tokens(blanks, content.clone(), true);
    set_gaps(blanks, content, &tokens);
}

/// Lays out a first word, followed by a text in which no white space changes.
fn first_word(blanks: &mut Blanks<'_>, content: Range<usize>) {
    let line = &blanks.text.text()[content.clone()];
    let Some(end) = line.find(char::is_whitespace) else {
        return;
    };
    let rest = line.len() - line[end..].trim_start().len();
    blanks.set(content.start + end..content.start + rest, " ");
}

/// Lays out `x = reach(AB) -- its moves`. An error in the expression is reported at its place in
/// the whole line.
fn mark(
    blanks: &mut Blanks<'_>,
    line: Range<usize>,
    content: Range<usize>,
    diagnostics: &mut Diagnostics,
) {
    let text = blanks.text.text();
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
    let Some(first) = parts.first().map(|part| part.range.start) else {
        return;
    };
    let symbol = tokens(blanks, content.start..equals, true);
    let head: Vec<_> = symbol
        .into_iter()
        .chain([(equals..equals + 1, " ")])
        .collect();
    set_gaps(blanks, content.start..equals + 1, &head);
    blanks.set(equals + 1..first, " ");
    blanks.expression(first..content.end);
}

/// Lays out `source x: c4 d3`, or the same with a note after ` -- `. `find_colon` finds the colon.
fn cells(
    blanks: &mut Blanks<'_>,
    content: Range<usize>,
    find_colon: fn(&str, char) -> Option<usize>,
) {
    let content = part_before_note(blanks, content);
    let Some(colon) =
        find_colon(&blanks.text.text()[content.clone()], ':').map(|at| content.start + at)
    else {
        return;
    };
    let head = tokens(blanks, content.start..colon, true)
        .into_iter()
        .chain([(colon..colon + 1, "")]);
    let all: Vec<_> = head
        .chain(tokens(blanks, colon + 1..content.end, true))
        .collect();
    set_gaps(blanks, content, &all);
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

/// Returns the tokens of a range, each with the white space to set before it. A token in quotes
/// may contain spaces. With `has_commas`, commas separate tokens.
fn tokens(
    blanks: &Blanks<'_>,
    range: Range<usize>,
    has_commas: bool,
) -> Vec<(Range<usize>, &'static str)> {
    let text = blanks.text.text();
    let mut tokens = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let rest = &text[at..range.end];
        let ends = |c: char| c.is_whitespace() || (has_commas && c == ',');
        let length = match rest.chars().next() {
            Some(c) if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            Some(',') if has_commas => 1,
            Some('"') if has_commas => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ => rest.find(ends).unwrap_or(rest.len()),
        };
        tokens.push((
            at..at + length,
            if has_commas && rest.starts_with(',') {
                ""
            } else {
                " "
            },
        ));
        at += length;
    }
    tokens
}

/// Sets the white space between the tokens of a range.
fn set_gaps(blanks: &mut Blanks<'_>, range: Range<usize>, tokens: &[(Range<usize>, &'static str)]) {
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
