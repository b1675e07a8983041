//! The facts that an author's text states: its pieces, cells, numbers and sides, and what else its
//! words mean.
//!
//! ```text
//! "a Rook on a1 reaches at least 14 cells"
//!    piece   cell        sense   number
//! ```

use std::ops::Range;

use super::author::{AuthorText, are_apart};
use super::numbers::NumberWord;
use padma_rules::model::{Cell, KindId, Side, Variant};
use padma_words::Sense;

/// What a word or phrase of a text says.
#[derive(Clone, Debug)]
pub(crate) enum FactMeaning {
    Piece(KindId),
    Cell(Cell),
    Number(NumberWord),
    /// An ordinal that speaks of ranks, files, moves or times.
    Ordinal(u64),
    /// The numbers of a size.
    Size(Vec<u64>),
    Side(Side),
    Sense(Sense),
}

/// A word or phrase of a text that says something.
#[derive(Clone, Debug)]
pub(crate) struct WordFact {
    pub(crate) range: Range<usize>,
    pub(crate) meaning: FactMeaning,
}

impl AuthorText<'_> {
    /// Returns what the text says of the things of a variant, in order: its pieces, cells, numbers,
    /// ordinals and sides, and the wanted senses. No two overlap, and none is in code.
    pub(crate) fn facts(
        &self,
        variant: &Variant,
        code: &[Range<usize>],
        is_wanted: impl Fn(Sense) -> bool,
    ) -> Vec<WordFact> {
        let of_sense = |(sense, range): &(Sense, Range<usize>)| {
            let meaning = match sense {
                Sense::White => FactMeaning::Side(Side::White),
                Sense::Black => FactMeaning::Side(Side::Black),
                sense => FactMeaning::Sense(*sense),
            };
            let is_side = matches!(meaning, FactMeaning::Side(_));
            (is_side || is_wanted(*sense)).then(|| (range.clone(), meaning))
        };
        let pieces = self.pieces(variant).into_iter();
        let cells = self.cells(&variant.board, self.whole());
        let negation = self.language.grammar().joined_negation(self.text);
        let negation = negation.filter(|_| is_wanted(Sense::Negation));
        let said = pieces
            .map(|(range, kind)| (range, FactMeaning::Piece(kind)))
            .chain(cells.map(|(range, cell)| (range, FactMeaning::Cell(cell))))
            .chain(
                (self.sizes().into_iter())
                    .map(|size| (size.range, FactMeaning::Size(size.numbers))),
            )
            .chain(
                self.numbers()
                    .map(|number| (number.whole.clone(), FactMeaning::Number(number))),
            )
            .chain(self.senses.iter().filter_map(of_sense))
            .chain(negation.map(|range| (range, FactMeaning::Sense(Sense::Negation))))
            .chain(
                self.telling_ordinals()
                    .map(|ordinal| (ordinal.range, FactMeaning::Ordinal(ordinal.number))),
            );
        let mut facts: Vec<WordFact> = Vec::new();
        for (range, meaning) in said {
            let mut taken = facts.iter().map(|fact| &fact.range).chain(code);
            if taken.all(|other| are_apart(other, &range)) {
                facts.push(WordFact { range, meaning });
            }
        }
        facts.sort_by_key(|fact| fact.range.start);
        facts
    }
}
