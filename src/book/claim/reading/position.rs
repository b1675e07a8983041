//! Reads a position that a text states: `White: King e1, Pawns a2 b2; Black: King e8`.

use std::ops::Range;

use super::bounds::{LowerCaseWords, find_turning_word};
use super::cells::cell_places;
use super::misread::MisreadText;
use super::words::{numbers, says_none};
use padma_expr::{PositionPart, named_kinds};
use padma_rules::model::{Cell, KindId, Side, Variant};

/// A word of a text that states a position.
enum PositionWord {
    Side(Side),
    Kind(KindId),
    Cells(Vec<Cell>),
    Count(u16),
    Aside,
    Turn,
}

/// Words which say that pieces without a cell are beside the board.
const ASIDE: &str = "hand|reserve|beside";
/// Words after the side to move.
const TURN: &str = "to move|to play|turn";

/// Reads a position: each side comes before its pieces, each piece before its cells.
pub(super) fn position(text: &str, variant: &Variant) -> Result<Vec<PositionPart>, MisreadText> {
    let mut words: Vec<(Range<usize>, PositionWord)> = Vec::new();
    let mut add = |range: Range<usize>, part: PositionWord| {
        if words
            .iter()
            .all(|(other, _)| other.end <= range.start || range.end <= other.start)
        {
            words.push((range, part));
        }
    };
    named_kinds(text, variant)
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
    let lower_words = LowerCaseWords::new(text, 0..text.len());
    for place in 0..lower_words.len() {
        let find_any = |phrases: &str| {
            phrases
                .split('|')
                .find_map(|phrase| lower_words.phrase_at(place, phrase))
        };
        Side::BOTH.into_iter().for_each(|side| {
            find_any(side.name())
                .into_iter()
                .for_each(|range| add(range, PositionWord::Side(side)));
        });
        find_any(ASIDE)
            .into_iter()
            .for_each(|range| add(range, PositionWord::Aside));
        find_any(TURN)
            .into_iter()
            .for_each(|range| add(range, PositionWord::Turn));
    }
    words.sort_by_key(|(range, _)| range.start);
    let last = words.last().map_or(0, |(range, _)| range.start);
    if let Some(range) = find_turning_word(text, last) {
        return Err(MisreadText::Unclear(range));
    }
    if words.is_empty() {
        return if says_none(text) {
            Ok(Vec::new())
        } else {
            Err(MisreadText::Missing)
        };
    }
    let mut reading = PositionReading::default();
    for place in 0..words.len() {
        let (range, part) = &words[place];
        let next = words.get(place + 1).map(|(_, part)| part);
        reading.add_word(range, part, next)?;
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
    /// The pieces of the current side that were named without a cell.
    unplaced: Vec<CountedPiece>,
    /// The words which say that the `unplaced` pieces are beside the board.
    aside_words: Option<Range<usize>>,
}

/// A named piece, the number stated for it, and the number of cells named after it.
struct CountedPiece {
    range: Range<usize>,
    kind: KindId,
    count: Option<u16>,
    cells: u16,
}

impl PositionReading {
    /// Adds a word to the position. `next` is the word after it.
    fn add_word(
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
                self.aside_words = Some(range.clone());
            }
        }
        Ok(())
    }

    /// Ends the current piece, and checks its stated number against its cells.
    fn end_piece(&mut self) -> Result<(), MisreadText> {
        match self.piece.take() {
            Some(piece) if piece.cells == 0 => self.unplaced.push(piece),
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

    /// Ends the pieces of a side. Those without a cell must be beside the board.
    fn end_clause(&mut self) -> Result<(), MisreadText> {
        self.end_piece()?;
        let aside_words = self.aside_words.take();
        if let (Some(range), true) = (&aside_words, self.unplaced.is_empty()) {
            return Err(MisreadText::Unclear(range.clone()));
        }
        for piece in self.unplaced.drain(..) {
            let side = self.side.filter(|_| aside_words.is_some());
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
