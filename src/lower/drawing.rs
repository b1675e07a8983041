//! What a drawing in a diagram says: where its men stand and its marks lie. How the strokes are read is
//! settled in [`sketch`]; here the words between them are looked up, and flaws get their words.

use std::collections::BTreeSet;
use std::ops::Range;

use super::stage::NamedMan;
use crate::book::diagram::{DrawingDecl, MarkDecl};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::sketch::{self, BLACK, Flaw, Inscribed, Part, STROKES, Sketch, Stroke};
use crate::model::{Board, Cell, CellSet, Side};
use crate::text::{Excerpt, Span};

/// What a diagram's drawing marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Drawn {
    /// There is no drawing.
    #[default]
    Nothing,
    /// There is one, and it has been told why it cannot be read.
    Unreadable,
    /// The cells of each of the diagram's marks.
    Marks(Vec<CellSet>),
}

/// What a drawing says of the marks, and of men whose lines give no cell.
#[derive(Default)]
pub(super) struct Reading {
    pub drawn: Drawn,
    /// For each man its cell in the drawing and the word there.
    pub places: Vec<Option<(Cell, Span)>>,
}

/// The largest drawing that is read, in bytes: many times what the largest board takes.
const MAX_DRAWING: usize = 256 * 1024;

/// The most words without a meaning that are told of one drawing, and the most characters of each.
const MOST_UNKNOWN: usize = 8;
const LONGEST_TOLD: usize = 24;

/// Reads a drawing. If not all men and marks are known, only its strokes are checked.
pub(super) fn read(
    drawing: &DrawingDecl,
    marks: &[MarkDecl],
    men: &[NamedMan],
    all_known: bool,
    board: &Board,
    diagnostics: &mut Diagnostics,
) -> Reading {
    let unreadable = Reading { drawn: Drawn::Unreadable, places: Vec::new() };
    let Some(sketch) = board.sketch() else {
        diagnostics.push(
            Diagnostic::error(Code::DiagramSyntax, "this board is never drawn with characters")
                .at(drawing.keyword, "expected the men's cells and `source` lines instead")
                .help(
                    "only a board whose extra cells all lie left or right of an upright square is drawn so",
                ),
        );
        return unreadable;
    };
    let text = drawing.text.text();
    if text.len() > MAX_DRAWING {
        let complaint = Diagnostic::error(Code::TooLarge, "this drawing is too large to be read");
        diagnostics.push(complaint.at(drawing.keyword, format!("at most {MAX_DRAWING} bytes")));
        return unreadable;
    }
    if text.trim().is_empty() {
        return unreadable;
    }
    let inscribed = match sketch::read(sketch, text) {
        Ok(inscribed) => inscribed,
        Err(flaws) => {
            let complaints = flaws.iter().map(|flaw| complaint(flaw, &drawing.text, sketch, board));
            complaints.for_each(|complaint| diagnostics.push(complaint));
            return unreadable;
        }
    };
    let mut complaints = Diagnostics::default();
    check_writable(men, marks, &mut complaints);
    if !all_known || complaints.has_errors() {
        diagnostics.extend(complaints);
        return unreadable;
    }
    let mut words = Words {
        text: &drawing.text,
        men,
        marks,
        board,
        places: vec![None; men.len()],
        cells: vec![CellSet::EMPTY; marks.len()],
        unknown_words: 0,
        astray: BTreeSet::new(),
        complaints,
    };
    words.look_up(&inscribed);
    words.check_all_there();
    let Words { places, cells, complaints, .. } = words;
    let drawn = if complaints.has_errors() { Drawn::Unreadable } else { Drawn::Marks(cells) };
    diagnostics.extend(complaints);
    Reading { drawn, places }
}

/// Labels and symbols can be told from strokes and from each other.
fn check_writable(men: &[NamedMan], marks: &[MarkDecl], diagnostics: &mut Diagnostics) {
    let labels = men.iter().map(|man| (&man.label, man.label_span, "label"));
    let symbols = marks.iter().map(|mark| (&mark.symbol.text, mark.symbol.span, "symbol"));
    for (text, span, what) in labels.chain(symbols) {
        if text.is_empty() || text.contains(STROKES) || text.contains(char::is_whitespace) {
            diagnostics.push(
                Diagnostic::error(
                    Code::DrawingWord,
                    format!("this {what} cannot be told from a drawing's strokes"),
                )
                .at(span, r"expected no blank and none of `/`, `\`, `|` and `_`"),
            );
        }
    }
    for man in men {
        let same = marks.iter().find(|mark| man.bears(&mark.symbol.text) != Bearing::No);
        if let Some(mark) = same {
            let message = format!("in a drawing, `{}` would be a man and a mark", mark.symbol.text);
            diagnostics.push(
                Diagnostic::error(Code::DrawingWord, message)
                    .at(man.label_span, "the man's label")
                    .and(mark.symbol.span, "the mark's symbol"),
            );
        }
    }
}

/// Whether a word is a man's label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bearing {
    No,
    /// As a drawing of Padma's shows it.
    Shown,
    /// A Black man's label without the sign behind it.
    Bare,
}

impl NamedMan {
    fn bears(&self, word: &str) -> Bearing {
        match (self.side, word == self.label) {
            (Side::White, true) => Bearing::Shown,
            (Side::Black, true) => Bearing::Bare,
            (Side::Black, false) if word.strip_suffix(BLACK) == Some(&self.label) => Bearing::Shown,
            _ => Bearing::No,
        }
    }

    /// Whether it makes no difference which of two men stands where.
    fn is_like(&self, other: &NamedMan) -> bool {
        (self.side, self.piece, &self.label) == (other.side, other.piece, &other.label)
    }
}

struct Words<'a> {
    text: &'a Excerpt,
    men: &'a [NamedMan],
    marks: &'a [MarkDecl],
    board: &'a Board,
    places: Vec<Option<(Cell, Span)>>,
    cells: Vec<CellSet>,
    unknown_words: usize,
    /// The men of whom it has been told that they stand elsewhere.
    astray: BTreeSet<usize>,
    complaints: Diagnostics,
}

/// A word, or two that are one label in two rows of a cell.
struct Inscription {
    text: String,
    span: Span,
}

impl Words<'_> {
    fn look_up(&mut self, inscribed: &Inscribed) {
        for (cell, rows) in inscribed.iter() {
            let mut rest: Vec<Vec<Range<usize>>> = rows.clone();
            for row in 0..rest.len() {
                for index in 0..rest[row].len() {
                    let word = self.inscription(rest[row][index].clone());
                    if self.is_known(&word.text, cell) {
                        self.take(&word, cell);
                        continue;
                    }
                    // The last word of a row may go on as the first of the next.
                    let is_last = index + 1 == rest[row].len();
                    let next = rest.get(row + 1).and_then(|next| next.first()).filter(|_| is_last).cloned();
                    match next.and_then(|next| self.joined(&word, &self.inscription(next))) {
                        Some(whole) => {
                            rest[row + 1].remove(0);
                            self.take(&whole, cell);
                        }
                        None => self.unknown(&word, cell),
                    }
                }
            }
        }
    }

    fn inscription(&self, word: Range<usize>) -> Inscription {
        let text = &self.text.text()[word.clone()];
        Inscription { text: text.to_string(), span: self.text.span(beginning(text, word)) }
    }

    /// The label that two words make, with or without the hyphen that parts them.
    fn joined(&self, word: &Inscription, next: &Inscription) -> Option<Inscription> {
        let (one, other) = (word.text.as_str(), next.text.as_str());
        let whole = [
            format!("{one}{other}"),
            format!("{one}{}", other.strip_prefix('-').unwrap_or(other)),
            format!("{}{other}", one.strip_suffix('-').unwrap_or(one)),
        ];
        let text = whole.into_iter().find(|text| self.bearers(text).next().is_some())?;
        Some(Inscription { text, span: word.span })
    }

    fn is_known(&self, word: &str, cell: Cell) -> bool {
        word == self.board.name(cell)
            || self.marks.iter().any(|mark| mark.symbol.text == word)
            || self.bearers(word).next().is_some()
    }

    /// The men with that label.
    fn bearers<'w>(&'w self, word: &'w str) -> impl Iterator<Item = usize> + 'w {
        let shown = self.men.iter().any(|man| man.bears(word) == Bearing::Shown);
        let bearing = if shown { Bearing::Shown } else { Bearing::Bare };
        (0..self.men.len()).filter(move |man| self.men[*man].bears(word) == bearing)
    }

    fn take(&mut self, word: &Inscription, cell: Cell) {
        let marked = self.marks.iter().zip(&mut self.cells).filter(|(mark, _)| mark.symbol.text == word.text);
        let mut is_mark = false;
        for (_, cells) in marked {
            cells.insert(cell);
            is_mark = true;
        }
        if !is_mark && self.bearers(&word.text).next().is_some() {
            self.place(word, cell);
        }
    }

    fn place(&mut self, word: &Inscription, cell: Cell) {
        let at_home = (0..self.men.len()).find(|man| {
            let man = &self.men[*man];
            man.bears(&word.text) != Bearing::No && man.cell.is_some_and(|(own, _)| own == cell)
        });
        if let Some(man) = at_home {
            if let Some((_, first)) = self.places[man].replace((cell, word.span)) {
                let message = format!("`{}` stands twice in {}", word.text, self.board.name(cell));
                let complaint = Diagnostic::error(Code::DrawingWord, message);
                self.complaints.push(complaint.at(word.span, "the second").and(first, "the first"));
            }
            return;
        }
        let bearers: Vec<usize> = self.bearers(&word.text).collect();
        let homeless: Vec<usize> =
            bearers.iter().copied().filter(|man| self.men[*man].cell.is_none()).collect();
        let Some(man) = homeless.iter().copied().find(|man| self.places[*man].is_none()) else {
            return self.one_too_many(word, cell, &bearers);
        };
        let other = homeless.iter().copied().find(|other| !self.men[*other].is_like(&self.men[man]));
        // Of men that cannot be told apart, the first word is enough to say so.
        if let Some(other) = other.filter(|_| homeless.first() == Some(&man)) {
            let message = format!("`{}` may be either of two men", word.text);
            self.complaints.push(
                Diagnostic::error(Code::DrawingWord, message)
                    .at(word.span, format!("stands in {}", self.board.name(cell)))
                    .and(self.men[man].label_span, "one")
                    .and(self.men[other].label_span, "the other")
                    .help("give their cells behind their pieces"),
            );
        }
        self.places[man] = Some((cell, word.span));
    }

    fn one_too_many(&mut self, word: &Inscription, cell: Cell, bearers: &[usize]) {
        let here = self.board.name(cell);
        let placed = bearers.iter().find_map(|man| self.places[*man]);
        let stated = bearers.iter().find_map(|man| Some((*man, self.men[*man].cell?)));
        let complaint = match (stated, placed) {
            (Some((man, (own, line))), _) => {
                self.astray.insert(man);
                let message = format!("`{}` stands on {here} in this drawing", word.text);
                Diagnostic::error(Code::DrawingWord, message)
                    .at(word.span, format!("stands in {here}"))
                    .and(line, format!("expected on {}", self.board.name(own)))
            }
            (None, Some((other, first))) => {
                let message = format!("`{}` stands on {} and on {here}", word.text, self.board.name(other));
                Diagnostic::error(Code::DrawingWord, message)
                    .at(word.span, "the second")
                    .and(first, "the first")
                    .help("for another man with this label, add another line")
            }
            // A word without a bearer is not placed.
            (None, None) => return,
        };
        self.complaints.push(complaint);
    }

    fn unknown(&mut self, word: &Inscription, cell: Cell) {
        self.unknown_words += 1;
        if self.unknown_words > MOST_UNKNOWN {
            return;
        }
        let name = self.board.name(cell);
        let labels = self.men.iter().map(|man| man.label.as_str());
        let symbols = self.marks.iter().map(|mark| mark.symbol.text.as_str());
        self.complaints.push(
            Diagnostic::error(
                Code::DrawingWord,
                format!("`{}` is no man and no mark of this diagram", shortened(&word.text)),
            )
            .at(word.span, format!("stands in {name}"))
            .suggest(&word.text, labels.chain(symbols).chain([name])),
        );
    }

    fn check_all_there(&mut self) {
        // A word that is not known may be a man's.
        if self.unknown_words > 0 {
            return;
        }
        let absent = |index: &usize| self.places[*index].is_none() && !self.astray.contains(index);
        for man in (0..self.men.len()).filter(absent).map(|index| &self.men[index]) {
            let message = format!("`{}` stands nowhere in this drawing", man.label);
            let expected = match man.cell {
                Some((cell, _)) => format!("expected in {}", self.board.name(cell)),
                None => "expected in one of its cells".to_string(),
            };
            self.complaints.push(Diagnostic::error(Code::DrawingWord, message).at(man.label_span, expected));
        }
    }
}

/// A flaw in words.
fn complaint(flaw: &Flaw, text: &Excerpt, sketch: &Sketch, board: &Board) -> Diagnostic {
    let (message, label) = match flaw {
        Flaw::Missing { part, at } => {
            let found = found(text.text(), at);
            (
                format!("{} is missing", part_name(part, sketch, board)),
                format!("expected {}, and found {found}", sign(part)),
            )
        }
        Flaw::Displaced { part, right, down, .. } => {
            (format!("{} is out of its place", part_name(part, sketch, board)), way_back(*right, *down))
        }
        Flaw::Surplus { cell: Some(cell), .. } => {
            (format!("there is a stroke too many in {}", board.name(*cell)), "belongs to no cell".to_string())
        }
        Flaw::Surplus { cell: None, .. } => {
            ("there is a stroke too many".to_string(), "belongs to no cell".to_string())
        }
        Flaw::Floor { cell, width, .. } => {
            let name = board.name(*cell);
            let label = format!("expected {width} characters, `{}` or a word among them", "_".repeat(*width));
            (format!("the lower line of {name} is not whole"), label)
        }
        Flaw::Outside { at } => {
            let word = shortened(&text.text()[at.clone()]);
            (
                format!("`{word}` stands outside of all cells"),
                "expected strokes, the letters of files or the numbers of ranks".to_string(),
            )
        }
        Flaw::Another { board, text, .. } => {
            let message = "this is no drawing of the diagram's board".to_string();
            let label = if board == text {
                "expected other strokes from here on".to_string()
            } else {
                format!("expected {board} strokes besides `_`, and found {text}")
            };
            (message, label)
        }
    };
    let at = beginning(&text.text()[flaw.at().clone()], flaw.at().clone());
    Diagnostic::error(Code::DrawingStroke, message).at(text.span(at), label)
}

fn part_name(part: &Part, sketch: &Sketch, board: &Board) -> String {
    match part {
        Part::Stroke(stroke) => format!("the {} stroke of {}", side(stroke, sketch), board.name(stroke.cell)),
        Part::Line(cell, _) => format!("the line at {}", board.name(*cell)),
        Part::Coordinate(text) if text.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("the number of rank {text}")
        }
        Part::Coordinate(text) => format!("the letter of file {text}"),
    }
}

/// Where a stroke stands as seen from the room in its cell.
fn side(stroke: &Stroke, sketch: &Sketch) -> &'static str {
    let slots = &sketch.slots[stroke.cell];
    let is_left = slots.iter().any(|slot| stroke.column < slot.column);
    let (above, below) = (slots.iter().map(|slot| slot.row).min(), slots.iter().map(|slot| slot.row).max());
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

fn sign(part: &Part) -> String {
    match part {
        Part::Stroke(stroke) => format!("`{}`", stroke.character),
        Part::Line(_, length) => format!("`{}`", "_".repeat(*length)),
        Part::Coordinate(text) => format!("`{text}`"),
    }
}

fn found(text: &str, at: &Range<usize>) -> String {
    match &text[at.clone()] {
        "" if at.start == text.len() => "the end of the drawing".to_string(),
        "" => "the end of the line".to_string(),
        word if word.trim().is_empty() => "a blank".to_string(),
        word => format!("`{}`", shortened(word)),
    }
}

/// A word that fits a line.
fn shortened(word: &str) -> String {
    let cut = if word.chars().nth(LONGEST_TOLD).is_some() { "…" } else { "" };
    word.chars().take(LONGEST_TOLD).chain(cut.chars()).collect()
}

/// As much of a word as is worth underlining.
fn beginning(text: &str, word: Range<usize>) -> Range<usize> {
    let end = text.char_indices().nth(LONGEST_TOLD).map_or(text.len(), |(at, _)| at);
    word.start..word.start + end
}

fn way_back(right: isize, down: isize) -> String {
    let columns = |count: isize| if count == 1 { "1 column".to_string() } else { format!("{count} columns") };
    let rows = |count: isize| if count == 1 { "1 line".to_string() } else { format!("{count} lines") };
    let across = match right {
        0 => None,
        1.. => Some(format!("{} further left", columns(right))),
        _ => Some(format!("{} further right", columns(-right))),
    };
    let along = match down {
        0 => None,
        1.. => Some(format!("{} further up", rows(down))),
        _ => Some(format!("{} further down", rows(-down))),
    };
    let ways: Vec<String> = across.into_iter().chain(along).collect();
    format!("expected {}", ways.join(" and "))
}
