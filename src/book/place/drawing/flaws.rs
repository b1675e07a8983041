//! Describes how a drawing differs from the board.

use std::ops::Range;

use padma_rules::model::Board;
use padma_rules::model::sketch::{HOLE, Part, SketchFlaw, Stroke};
use padma_text::diag::{Code, Diagnostic};
use padma_text::{Excerpt, Span};

/// Returns the complaint about a flaw.
pub(super) fn complaint(flaw: &SketchFlaw, text: &Excerpt, board: &Board) -> Diagnostic {
    let (message, label) = match flaw {
        SketchFlaw::Missing { part, at } => {
            let found = found_phrase(text.text(), at);
            (
                format!("{} is missing", part_name(part, board)),
                format!("expected `{}`, found {found}", part.text()),
            )
        }
        SketchFlaw::Displaced {
            part, right, down, ..
        } => (
            format!("{} is out of place", part_name(part, board)),
            correction_phrase(*right, *down),
        ),
        SketchFlaw::Surplus {
            cell: Some(cell), ..
        } => (
            format!("there is an extra stroke in {}", board.name(*cell)),
            "belongs to no cell".to_string(),
        ),
        SketchFlaw::Surplus { cell: None, .. } => (
            "there is an extra stroke".to_string(),
            "belongs to no cell".to_string(),
        ),
        SketchFlaw::Floor { cell, width, .. } => {
            let name = board.name(*cell);
            let label = format!(
                "expected {width} characters: `{}`, or a word in place of some",
                "_".repeat(*width)
            );
            (format!("the lower line of {name} is incomplete"), label)
        }
        SketchFlaw::Outside { at } => {
            let word = shorten(&text.text()[at.clone()]);
            (
                format!("`{word}` is outside every cell"),
                "expected strokes, the letters of files or the numbers of ranks".to_string(),
            )
        }
        SketchFlaw::Rank {
            points, due, found, ..
        } => {
            let what = if *points { "point" } else { "square" };
            let (least, most) = (*due.start(), *due.end());
            let message = format!("this rank is drawn with {}", count_phrase(*found, what));
            let range = if least == most {
                String::new()
            } else {
                format!("{least} to ")
            };
            (
                message,
                format!("expected {range}{}", count_phrase(most, what)),
            )
        }
        SketchFlaw::Ranks { due, found, .. } => (
            format!("this drawing has {found} ranks without names"),
            format!("expected {due}, or a name before each"),
        ),
        SketchFlaw::Shade { cell, is_dark, .. } => {
            let shades = ["light", "dark"];
            let (drawn_shade, board_shade) = (
                shades[usize::from(*is_dark)],
                shades[usize::from(!*is_dark)],
            );
            let sign = if *is_dark {
                "expected no `:` in it"
            } else {
                "expected `:` in it"
            };
            (
                format!(
                    "{} is drawn {drawn_shade}, but is {board_shade} on the board",
                    board.name(*cell)
                ),
                sign.to_string(),
            )
        }
        SketchFlaw::NoRank { .. } => (
            "this line is not a rank of the board".to_string(),
            "expected squares between `|`, or points between `-`, of a rank that has them"
                .to_string(),
        ),
        SketchFlaw::NotThisBoard { board, text, .. } => {
            let message = "this is not a drawing of the diagram's board".to_string();
            let label = if board == text {
                "expected other strokes from here on".to_string()
            } else {
                format!("expected {board} strokes other than `_`, found {text}")
            };
            (message, label)
        }
    };
    Diagnostic::error(Code::DrawingStroke, message).at(span(text, flaw.at()), label)
}

fn part_name(part: &Part, board: &Board) -> String {
    match part {
        Part::Stroke(stroke) => format!(
            "the {} stroke of {}",
            side(stroke, board),
            board.name(stroke.cell)
        ),
        Part::Line(stroke, _) => format!("the line at {}", board.name(stroke.cell)),
        Part::Coordinate(text) if text == HOLE => "the mark of a missing square".to_string(),
        Part::Coordinate(text) if text.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("the number of rank {text}")
        }
        Part::Coordinate(text) => format!("the letter of file {text}"),
    }
}

/// Returns on which side of its cell a stroke is: `left`, `upper right` and so on.
fn side(stroke: &Stroke, board: &Board) -> &'static str {
    let slots = board
        .sketch()
        .map_or(&[][..], |sketch| &sketch.slots[stroke.cell]);
    let is_left = slots.iter().any(|slot| stroke.column < slot.column);
    let (above, below) = (
        slots.iter().map(|slot| slot.row).min(),
        slots.iter().map(|slot| slot.row).max(),
    );
    let is_upper = above < below && Some(stroke.row) <= above || Some(stroke.row) < above;
    let is_lower = above < below && Some(stroke.row) >= below || Some(stroke.row) > below;
    match (is_upper, is_lower, is_left) {
        (true, _, true) => "upper left",
        (true, _, false) => "upper right",
        (_, true, true) => "lower left",
        (_, true, false) => "lower right",
        (_, _, true) => "left",
        (_, _, false) => "right",
    }
}

fn found_phrase(text: &str, at: &Range<usize>) -> String {
    match &text[at.clone()] {
        "" if at.start == text.len() => "the end of the drawing".to_string(),
        "" => "the end of the line".to_string(),
        word if word.trim().is_empty() => "a space".to_string(),
        word => format!("`{}`", shorten(word)),
    }
}

fn correction_phrase(right: isize, down: isize) -> String {
    let back = |distance: isize, what: &str, [if_positive, if_negative]: [&str; 2]| {
        let way = if distance > 0 {
            if_positive
        } else {
            if_negative
        };
        (distance != 0).then(|| {
            format!(
                "{} further {way}",
                count_phrase(distance.unsigned_abs(), what)
            )
        })
    };
    let ways = [
        back(right, "column", ["left", "right"]),
        back(down, "line", ["up", "down"]),
    ];
    format!(
        "expected it {}",
        ways.into_iter().flatten().collect::<Vec<_>>().join(" and ")
    )
}

fn count_phrase(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The maximum number of characters of a word that are shown or underlined.
const MAX_SHOWN: usize = 24;

/// Shortens a word to fit on a line.
pub(super) fn shorten(word: &str) -> String {
    let ellipsis = if word.chars().nth(MAX_SHOWN).is_some() {
        "…"
    } else {
        ""
    };
    word.chars()
        .take(MAX_SHOWN)
        .chain(ellipsis.chars())
        .collect()
}

/// Returns the span of a word, cut to the length that is shown.
pub(super) fn span(text: &Excerpt, word: &Range<usize>) -> Span {
    let mut characters = text.text()[word.clone()].char_indices();
    let end = characters
        .nth(MAX_SHOWN)
        .map_or(word.end, |(at, _)| word.start + at);
    text.span(word.start..end)
}
