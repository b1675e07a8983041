//! Reads a position that a text states: `White: King e1, Pawns a2 b2; Black: King e8`.

use std::ops::Range;

use super::author::AuthorText;
use super::bounds::find_turning_word;
use super::cells::{CellPlaces, cell_places};
use super::facts::{FactMeaning, WordFact};
use super::misread::MisreadText;
use super::words::{Understood, WordKind};
use padma_expr::PositionPart;
use padma_rules::model::{Cell, KindId, Side, Variant};
use padma_words::Sense;

/// Reads a position, and its words: each side comes before its pieces, each piece before its cells.
pub(super) fn position(
    text: &AuthorText<'_>,
    variant: &Variant,
) -> Result<(Vec<PositionPart>, Vec<Understood>), MisreadText> {
    let places = cell_places(text, &variant.board)?;
    let is_wanted = |sense: Sense| matches!(sense, Sense::Aside | Sense::Turn);
    let facts = text.facts(variant, &[], is_wanted);
    let last = facts.last().map_or(0, |fact| fact.range.start);
    if let Some(range) = find_turning_word(text, last) {
        return Err(MisreadText::Unclear(range));
    }
    if facts.is_empty() && !text.says_none() {
        return Err(MisreadText::Missing);
    }
    let mut reading = PositionReading::default();
    for (place, fact) in facts.iter().enumerate() {
        let next = facts.get(place + 1).map(|fact| &fact.meaning);
        reading.add_fact(fact, next, &places)?;
    }
    reading.end_clause()?;
    let mut parts = reading.parts;
    parts.sort_unstable();
    let word = |fact: &WordFact| {
        let kind = match fact.meaning {
            FactMeaning::Piece(_) => WordKind::Piece,
            FactMeaning::Cell(_) => WordKind::Cell,
            FactMeaning::Number(_) | FactMeaning::Ordinal(_) | FactMeaning::Size(_) => {
                WordKind::Number
            }
            FactMeaning::Side(_) | FactMeaning::Sense(_) => WordKind::Side,
        };
        Understood::of_value(kind, fact.range.clone())
    };
    Ok((parts, facts.iter().map(word).collect()))
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
    /// Adds what a word says to the position. `next` is what the word after it says.
    fn add_fact(
        &mut self,
        fact: &WordFact,
        next: Option<&FactMeaning>,
        places: &CellPlaces,
    ) -> Result<(), MisreadText> {
        let range = &fact.range;
        let unclear = || MisreadText::Unclear(range.clone());
        match &fact.meaning {
            FactMeaning::Side(side) => {
                self.end_clause()?;
                self.side = Some(*side);
            }
            FactMeaning::Sense(Sense::Turn) => {
                self.parts
                    .push(PositionPart::ToMove(self.side.take().ok_or_else(unclear)?));
            }
            FactMeaning::Number(number) => {
                let count = number.number.as_count();
                let count = count.and_then(|count| u16::try_from(count).ok());
                let is_of_piece = matches!(next, Some(FactMeaning::Piece(_)));
                self.count = Some(count.filter(|_| is_of_piece).ok_or_else(unclear)?);
            }
            FactMeaning::Ordinal(_) | FactMeaning::Size(_) => return Err(unclear()),
            FactMeaning::Piece(kind) => {
                self.end_piece()?;
                self.piece = Some(CountedPiece {
                    range: range.clone(),
                    kind: *kind,
                    count: self.count.take(),
                    cells: 0,
                });
            }
            FactMeaning::Cell(_) => {
                let (side, piece) = self.side.zip(self.piece.as_mut()).ok_or_else(unclear)?;
                let run = places.binary_search_by_key(&range.start, |(range, _)| range.start);
                let run = run.map_or(&[][..], |place| &places[place].1);
                piece.cells += run.len() as u16;
                let on = |cell: &Cell| PositionPart::On(side, piece.kind, *cell);
                self.parts.extend(run.iter().map(on));
            }
            FactMeaning::Sense(_) => {
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
