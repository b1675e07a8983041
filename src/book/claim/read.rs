//! Reads the value that a claim's text states: a number, a share, cells, pieces.

use std::ops::{Range, RangeInclusive};

use super::bounds::{LowerCaseWords, bound, turned};
use super::words::{NumberWord, numbers};
use padma_expr::{
    Bound, ExprType, ExprValue, Number, NumberId, Outline, PositionPart, each_once, kind_words,
    words,
};
use padma_rules::model::{Board, Cell, CellSet, KindId, Rank, Side, Variant};
use padma_rules::movement::LeapKind;
use padma_text::place_in;
use padma_variant::resolve::{NoRun, run_between};

/// The reason why a text does not state the value that is required.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MisreadText {
    /// The text states no value of this type.
    Missing,
    /// The text has more than one number.
    Several(Vec<String>),
    /// The word at these bytes has the form of a cell's name, but no cell has it.
    NoCell(Range<usize>),
    /// The word at these bytes has the form of a section's or figure's number, but none has it.
    NoNumber(Range<usize>),
    /// The word or sign at these bytes changes the meaning of the number or list beside it.
    Unclear(Range<usize>),
    /// No run leads from the first cell at these bytes to the second.
    NoRun(Range<usize>, NoRun),
}

/// A value read from a text. For numbers, also how many decimals it shows and how it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StatedValue {
    pub value: ExprValue,
    pub decimals: u32,
    pub bound: Bound,
}

/// Reads a value of the type that the claim's expression has.
///
/// # Errors
///
/// The reason why the text does not state one value of this type.
pub(crate) fn stated(
    text: &str,
    kind: ExprType,
    variant: &Variant,
    outline: &Outline,
) -> Result<StatedValue, MisreadText> {
    let exact = |value| {
        Ok(StatedValue {
            value,
            decimals: 0,
            bound: Bound::Exactly,
        })
    };
    match kind {
        ExprType::Number => number(text, kind, ExprValue::Number),
        ExprType::Share => number(text, kind, ExprValue::Share),
        ExprType::Cells => exact(ExprValue::Cells(Box::new(cells(text, &variant.board)?))),
        ExprType::Pieces => exact(ExprValue::Kinds(items(text, kind_words(text, variant))?)),
        ExprType::Leaps => exact(ExprValue::Leaps(items(text, leap_words(text))?)),
        ExprType::Numbers => exact(ExprValue::Numbers(section_numbers(text, outline)?)),
        ExprType::Position => exact(ExprValue::Position(position(text, variant)?)),
        // Any words will do, but the text must not be empty.
        ExprType::Truth if text.trim().is_empty() => Err(MisreadText::Missing),
        ExprType::Truth => exact(ExprValue::Truth(true)),
        ExprType::Text => exact(ExprValue::Text(text.trim().to_string())),
    }
}

fn number(
    text: &str,
    kind: ExprType,
    value: fn(Number) -> ExprValue,
) -> Result<StatedValue, MisreadText> {
    let found = one(text, kind)?;
    let bound = bound(text, &found).map_err(MisreadText::Unclear)?;
    Ok(StatedValue {
        value: value(found.number),
        decimals: found.decimals,
        bound,
    })
}

/// Reads the one number, or the one percentage, that a text states.
///
/// # Errors
///
/// If there is no such number, or more than one.
pub(crate) fn one(text: &str, kind: ExprType) -> Result<NumberWord, MisreadText> {
    let mut found = numbers(text).filter(|number| number.percent == (kind == ExprType::Share));
    let first = found.next().ok_or(MisreadText::Missing)?;
    let others: Vec<NumberWord> = found.collect();
    if others.is_empty() {
        return Ok(first);
    }
    let words = std::iter::once(&first)
        .chain(&others)
        .map(|number| text[number.range.clone()].to_string());
    Err(MisreadText::Several(words.collect()))
}

/// Returns the words of a text that name a cell.
pub(crate) fn cell_words(text: &str, board: &Board) -> impl Iterator<Item = (Range<usize>, Cell)> {
    words(text).filter_map(|range| Some((range.clone(), board.cell(&text[range])?)))
}

/// Returns the words of a text that have the form of a cell's name.
pub(crate) fn cell_shaped(text: &str) -> impl Iterator<Item = Range<usize>> {
    // Most prose has no digit and need not be split into words.
    let text_with_digits = if text.bytes().any(|byte| byte.is_ascii_digit()) {
        text
    } else {
        ""
    };
    words(text_with_digits).filter(|range| Board::is_name_shaped(&text[range.clone()]))
}

fn cells(text: &str, board: &Board) -> Result<CellSet, MisreadText> {
    let lines = line_words(text, board);
    let named = if lines.is_empty() {
        cell_places(text, board)?
    } else {
        lines
    };
    let cells = named
        .into_iter()
        .flat_map(|(range, cells)| cells.into_iter().map(move |cell| (range.clone(), cell)));
    Ok(items(text, cells)?.into_iter().collect())
}

/// Words, and the cells that each stands for.
pub(crate) type CellPlaces = Vec<(Range<usize>, Vec<Cell>)>;

/// Returns the words of a text that name a cell. The last cell of a run stands for the whole run
/// except its first cell.
fn cell_places(text: &str, board: &Board) -> Result<CellPlaces, MisreadText> {
    if let Some(range) = cell_shaped(text).find(|range| board.cell(&text[range.clone()]).is_none())
    {
        return Err(MisreadText::NoCell(range));
    }
    // `a1-3` is neither a cell nor a run of them.
    let cut_short = |range: &Range<usize>| {
        text[range.clone()]
            .split_once('-')
            .is_some_and(|(first, _)| board.cell(first).is_some())
    };
    if let Some(range) = words(text).find(cut_short) {
        return Err(MisreadText::Unclear(range));
    }
    let mut named = CellPlaces::new();
    let mut before: Option<(Range<usize>, Cell)> = None;
    for (range, cell) in cell_words(text, board) {
        let mut cells = vec![cell];
        if let Some((first, from)) =
            before.filter(|(first, _)| is_run(&text[first.end..range.start]))
        {
            let run = run_between(from, cell, board);
            let run = run.map_err(|why| MisreadText::NoRun(first.start..range.end, why))?;
            // The word before stands for the first cell.
            cells = run.into_iter().filter(|other| *other != from).collect();
        }
        before = Some((range.clone(), cell));
        named.push((range, cells));
    }
    Ok(named)
}

/// A word of a text that states a position.
enum PositionWord {
    Side(Side),
    Kind(KindId),
    Cells(Vec<Cell>),
    Count(u16),
    Aside,
    Turn,
}

/// Words which say that pieces without a cell are beside the board, and words for the side to
/// move.
const ASIDE: &str = "hand|reserve|beside";
const TURN: &str = "to move|to play|turn";

/// Reads a position: each side comes before its pieces, each piece before its cells.
fn position(text: &str, variant: &Variant) -> Result<Vec<PositionPart>, MisreadText> {
    let mut found: Vec<(Range<usize>, PositionWord)> = Vec::new();
    let mut add = |range: Range<usize>, part: PositionWord| {
        if found
            .iter()
            .all(|(other, _)| other.end <= range.start || range.end <= other.start)
        {
            found.push((range, part));
        }
    };
    kind_words(text, variant)
        .into_iter()
        .for_each(|(range, kind)| add(range, PositionWord::Kind(kind)));
    cell_places(text, &variant.board)?
        .into_iter()
        .for_each(|(range, cells)| add(range, PositionWord::Cells(cells)));
    for number in numbers(text) {
        let count = number
            .number
            .as_count()
            .and_then(|count| u16::try_from(count).ok());
        add(
            number.range.clone(),
            PositionWord::Count(count.ok_or(MisreadText::Unclear(number.range))?),
        );
    }
    let said = LowerCaseWords::of(text, 0..text.len());
    for place in 0..said.len() {
        let at = |phrases: &str| phrases.split('|').find_map(|phrase| said.at(place, phrase));
        Side::BOTH.into_iter().for_each(|side| {
            at(side.name())
                .into_iter()
                .for_each(|range| add(range, PositionWord::Side(side)));
        });
        at(ASIDE)
            .into_iter()
            .for_each(|range| add(range, PositionWord::Aside));
        at(TURN)
            .into_iter()
            .for_each(|range| add(range, PositionWord::Turn));
    }
    found.sort_by_key(|(range, _)| range.start);
    let last = found.last().map_or(0, |(range, _)| range.start);
    if let Some(range) = turned(text, last) {
        return Err(MisreadText::Unclear(range));
    }
    if found.is_empty() {
        return if says_none(text) {
            Ok(Vec::new())
        } else {
            Err(MisreadText::Missing)
        };
    }
    let mut reading = PositionReading::default();
    for place in 0..found.len() {
        let (range, part) = &found[place];
        let next = found.get(place + 1).map(|(_, part)| part);
        reading.part(range, part, next)?;
    }
    reading.end_clause()?;
    let mut parts = reading.parts;
    parts.sort_unstable();
    Ok(parts)
}

/// The parts of a position that have been read so far.
#[derive(Default)]
struct PositionReading {
    parts: Vec<PositionPart>,
    side: Option<Side>,
    /// The number stated for the next piece, if any.
    count: Option<u16>,
    piece: Option<CountedPiece>,
    /// The pieces of this side that were named without a cell.
    aside: Vec<CountedPiece>,
    /// The words which say that these pieces are beside the board.
    is_aside: Option<Range<usize>>,
}

/// A named piece, and the number of cells it stands on.
struct CountedPiece {
    range: Range<usize>,
    kind: KindId,
    count: Option<u16>,
    cells: u16,
}

impl PositionReading {
    fn part(
        &mut self,
        range: &Range<usize>,
        part: &PositionWord,
        next: Option<&PositionWord>,
    ) -> Result<(), MisreadText> {
        let unclear = || MisreadText::Unclear(range.clone());
        match part {
            PositionWord::Side(side) => {
                self.end_clause()?;
                self.side = Some(*side);
            }
            PositionWord::Turn => {
                self.parts
                    .push(PositionPart::ToMove(self.side.take().ok_or_else(unclear)?));
            }
            PositionWord::Count(count) if matches!(next, Some(PositionWord::Kind(_))) => {
                self.count = Some(*count)
            }
            PositionWord::Count(_) => return Err(unclear()),
            PositionWord::Kind(kind) => {
                self.end_piece()?;
                self.piece = Some(CountedPiece {
                    range: range.clone(),
                    kind: *kind,
                    count: self.count.take(),
                    cells: 0,
                });
            }
            PositionWord::Cells(cells) => {
                let (side, piece) = self.side.zip(self.piece.as_mut()).ok_or_else(unclear)?;
                piece.cells += cells.len() as u16;
                self.parts.extend(
                    cells
                        .iter()
                        .map(|cell| PositionPart::On(side, piece.kind, *cell)),
                );
            }
            PositionWord::Aside => {
                self.end_piece()?;
                self.is_aside = Some(range.clone());
            }
        }
        Ok(())
    }

    fn end_piece(&mut self) -> Result<(), MisreadText> {
        match self.piece.take() {
            Some(piece) if piece.cells == 0 => self.aside.push(piece),
            Some(CountedPiece {
                range,
                count,
                cells,
                ..
            }) if count.is_some_and(|count| count != cells) => {
                return Err(MisreadText::Unclear(range));
            }
            _ => {}
        }
        Ok(())
    }

    fn end_clause(&mut self) -> Result<(), MisreadText> {
        self.end_piece()?;
        let is_aside = self.is_aside.take();
        if let (Some(range), true) = (&is_aside, self.aside.is_empty()) {
            return Err(MisreadText::Unclear(range.clone()));
        }
        for piece in self.aside.drain(..) {
            let side = self.side.filter(|_| is_aside.is_some());
            let side = side.ok_or(MisreadText::Unclear(piece.range))?;
            self.parts.push(PositionPart::Aside(
                side,
                piece.kind,
                piece.count.unwrap_or(1),
            ));
        }
        Ok(())
    }
}

/// Returns the words of a text that name ranks or files: `rank 7`, `ranks 2-4`, `4th–6th rank`,
/// `the c to g files`. The last word of a run has the cells of all lines of the run. There are no
/// such words in a text that names a cell.
pub(crate) fn line_words(text: &str, board: &Board) -> CellPlaces {
    let parts = parts_of_words(text);
    let says = |names: [&str; 2]| {
        parts.iter().any(|part| {
            names
                .iter()
                .any(|name| text[part.clone()].eq_ignore_ascii_case(name))
        })
    };
    let (ranks, files) = (says(["rank", "ranks"]), says(["file", "files"]));
    if ranks == files || says_none(text) || cell_words(text, board).next().is_some() {
        return Vec::new();
    }
    let (all_ranks, all_files) = (board.ranks(), board.files());
    let place = |word: &str| match ranks {
        true => {
            let number = word.trim_end_matches(char::is_alphabetic);
            let is_ordinal = matches!(&word[number.len()..], "" | "st" | "nd" | "rd" | "th");
            let rank = Rank::named(number).filter(|_| is_ordinal)?;
            all_ranks.iter().position(|other| *other == rank)
        }
        false => all_files.iter().position(|file| file == word),
    };
    let lie = |cell: Cell, lines: RangeInclusive<usize>| {
        let cell = board.info(cell);
        match ranks {
            true => cell
                .rank
                .is_some_and(|rank| all_ranks[lines].contains(&rank)),
            false => cell.file.is_some_and(|file| lines.contains(&file)),
        }
    };
    // `a` is an article unless it begins a run.
    let begins = |range: &Range<usize>| {
        let behind = text[range.end..].trim_start();
        behind.starts_with(['-', '–', '—']) || behind.starts_with("to ")
    };
    let named = parts
        .iter()
        .filter(|range| &text[(*range).clone()] != "a" || begins(range));
    let named: Vec<(Range<usize>, usize)> = named
        .filter_map(|range| Some((range.clone(), place(&text[range.clone()])?)))
        .collect();
    let lines = named.iter().enumerate().map(|(at, (range, last))| {
        let before = at.checked_sub(1).map(|before| &named[before]);
        let run = before.filter(|(before, _)| is_run(&text[before.end..range.start]));
        let first = run.map_or(*last, |(_, first)| *first);
        let lines = first.min(*last)..=first.max(*last);
        (
            range.clone(),
            board
                .cells()
                .filter(|cell| lie(*cell, lines.clone()))
                .collect(),
        )
    });
    lines.collect()
}

/// Returns the words of a text, split at their hyphens: `c-g` and `c-file`.
fn parts_of_words(text: &str) -> Vec<Range<usize>> {
    let parts = words(text).flat_map(|word| {
        let parts: Vec<&str> = text[word].split('-').collect();
        parts.into_iter().map(|part| place_in(text, part))
    });
    parts.collect()
}

/// Whether the text between two cells makes a run of them: a dash, dots or `to`.
fn is_run(between: &str) -> bool {
    const BETWEEN: [&str; 10] = [
        "to", "through", "till", "until", "up", "down", "along", "all", "the", "way",
    ];
    let between = between.trim();
    if matches!(
        between,
        "-" | "‐" | "‑" | "–" | "—" | "−" | "…" | ".." | "..."
    ) {
        return true;
    }
    let words: Vec<String> = between.split_whitespace().map(str::to_lowercase).collect();
    let goes = |word: &String| matches!(word.as_str(), "to" | "through" | "till" | "until");
    words.iter().any(goes) && words.iter().all(|word| BETWEEN.contains(&word.as_str()))
}

/// Returns the items that a text lists, sorted and without duplicates. A text may also say that
/// there are no items.
fn items<T: Ord>(
    text: &str,
    words: impl IntoIterator<Item = (Range<usize>, T)>,
) -> Result<Vec<T>, MisreadText> {
    let (places, found): (Vec<Range<usize>>, Vec<T>) = words.into_iter().unzip();
    match places
        .iter()
        .map(|range| range.start)
        .max()
        .and_then(|last| turned(text, last))
    {
        Some(range) => return Err(MisreadText::Unclear(range)),
        None if found.is_empty() && !says_none(text) => return Err(MisreadText::Missing),
        None => {}
    }
    Ok(each_once(found))
}

fn says_none(text: &str) -> bool {
    let mut words = words(text).map(|range| text[range].to_lowercase());
    words.any(|word| {
        matches!(
            word.as_str(),
            "no" | "none" | "nowhere" | "nothing" | "never"
        )
    })
}

/// Finds the leaps that a text names by their coordinates: `(1,2)`.
pub(crate) fn leap_words(text: &str) -> impl Iterator<Item = (Range<usize>, LeapKind)> {
    text.match_indices('(').filter_map(|(start, _)| {
        let inside = text[start + 1..].split_once(')')?.0;
        let (a, b) = inside.split_once(',')?;
        let coordinate = |text: &str| {
            let digits = text.trim();
            digits
                .bytes()
                .all(|byte| byte.is_ascii_digit())
                .then(|| digits.parse().ok())
                .flatten()
        };
        Some((
            start..start + inside.len() + 2,
            LeapKind::new(coordinate(a)?, coordinate(b)?),
        ))
    })
}

/// Whether a text names a number or contains another text. True for all other types, which have no
/// such name.
pub(crate) fn is_named(value: &ExprValue, text: &str) -> bool {
    match value {
        ExprValue::Number(number) | ExprValue::Share(number) => {
            numbers(text).any(|found| found.number == *number)
        }
        ExprValue::Text(phrase) => stands_in(phrase, text),
        _ => true,
    }
}

/// Finds the first word with a digit that a source prints, but that neither the rules' value nor
/// the proof names.
pub(crate) fn unexplained<'a>(printed: &'a str, given: &str, proof: &str) -> Option<&'a str> {
    let stands = |word: &str, text: &str| bare_words(text).any(|(_, other)| other == word);
    let odd = |word: &&str| {
        word.contains(|c: char| c.is_ascii_digit()) && !stands(word, given) && !stands(word, proof)
    };
    bare_words(printed).map(|(_, word)| word).find(odd)
}

/// Whether a text contains a phrase as whole words.
fn stands_in(phrase: &str, text: &str) -> bool {
    let ends = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    text.match_indices(phrase).any(|(at, _)| {
        ends(text[..at].chars().next_back()) && ends(text[at + phrase.len()..].chars().next())
    })
}

/// Returns the numbers of sections and figures that a text names, in the outline's order.
fn section_numbers(text: &str, outline: &Outline) -> Result<Vec<String>, MisreadText> {
    let words: Vec<_> = section_words(text, outline).collect();
    if let Some((range, _)) = words.iter().find(|(_, number)| number.is_none()) {
        return Err(MisreadText::NoNumber(range.clone()));
    }
    let found = items(
        text,
        words
            .into_iter()
            .filter_map(|(range, number)| Some((range, number?))),
    )?;
    Ok(found
        .into_iter()
        .map(|number| outline.name(number).to_string())
        .collect())
}

/// Returns the words that are numbers of sections and figures, with their byte ranges. A word that
/// has a digit but is no such number is given with `None`.
pub(crate) fn section_words<'a>(
    text: &'a str,
    outline: &'a Outline,
) -> impl Iterator<Item = (Range<usize>, Option<NumberId>)> + 'a {
    bare_words(text).filter_map(|(start, word)| {
        let number = outline.find(word);
        let counts = number.is_some() || word.contains(|c: char| c.is_ascii_digit());
        counts.then(|| (start..start + word.len(), number))
    })
}

/// Splits a text at white space, brackets, commas and the like, and drops final punctuation. Each
/// word is given with its start.
fn bare_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let splits = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | ';' | '“' | '”');
    text.split(splits).map(|word| {
        (
            place_in(text, word).start,
            word.trim_end_matches(['.', ':', '?', '!']),
        )
    })
}
