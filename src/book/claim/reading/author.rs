//! An author's text, read once: its words and what they mean. Whoever asks what a text says asks
//! this.

use std::ops::Range;

use padma_expr::{kinds_among, words};
use padma_rules::model::{Board, Cell, KindId, Variant};
use padma_text::{Excerpt, Span};
use padma_words::{Language, Sense, english};

/// A claim's text, and its place.
#[derive(Clone, Copy)]
pub(crate) struct StatedText<'a> {
    pub(crate) text: &'a Excerpt,
    /// The parts of the text that are code, where words are not prose.
    pub(crate) code: &'a [Range<usize>],
    /// The language whose words are read; without one, only the values are.
    pub(crate) language: Option<&'static Language>,
    /// The place of the text.
    pub span: Span,
}

/// A text by an author, with its words.
pub struct AuthorText<'t> {
    pub(crate) text: &'t str,
    pub(crate) language: &'static Language,
    /// Its words in lower case, each with its bytes.
    words: Vec<(Range<usize>, String)>,
    /// The words and phrases that have a sense, in order, each with its bytes.
    pub(super) senses: Vec<(Sense, Range<usize>)>,
}

impl<'t> AuthorText<'t> {
    /// Reads the words of a text in English.
    pub fn in_english(text: &'t str) -> AuthorText<'t> {
        AuthorText::new(text, english())
    }

    /// Reads the words of a text in a language.
    pub(crate) fn new(text: &'t str, language: &'static Language) -> AuthorText<'t> {
        let words = words(text).map(|word| (word.clone(), text[word].to_lowercase()));
        let words: Vec<(Range<usize>, String)> = words.collect();
        let mut senses = Vec::new();
        for place in 0..words.len() {
            let rest = words[place..].iter().map(|(_, word)| word.as_str());
            for (sense, length) in language.senses(rest) {
                let end = words[place + length - 1].0.end;
                senses.push((sense, words[place].0.start..end));
            }
        }
        AuthorText {
            text,
            language,
            words,
            senses,
        }
    }

    /// Returns the bytes of the whole text.
    pub(crate) fn whole(&self) -> Range<usize> {
        0..self.text.len()
    }

    /// Returns the words in a part of the text, in lower case, each with its bytes.
    pub(crate) fn words_in(&self, part: Range<usize>) -> &[(Range<usize>, String)] {
        let start = (self.words).partition_point(|(range, _)| range.start < part.start);
        let end = (self.words).partition_point(|(range, _)| range.end <= part.end);
        &self.words[start..end.max(start)]
    }

    /// Returns the words and phrases in a part of the text that have a sense.
    pub(crate) fn all(
        &self,
        sense: Sense,
        part: Range<usize>,
    ) -> impl Iterator<Item = Range<usize>> {
        let start = (self.senses).partition_point(|(_, range)| range.start < part.start);
        let inside = self.senses[start..].iter();
        let inside = inside.take_while(move |(_, range)| range.start < part.end);
        let is_meant =
            move |(known, range): &&(Sense, Range<usize>)| *known == sense && range.end <= part.end;
        inside.filter(is_meant).map(|(_, range)| range.clone())
    }

    /// Returns the first word or phrase in a part of the text that has a sense.
    pub(crate) fn first(&self, sense: Sense, part: Range<usize>) -> Option<Range<usize>> {
        self.all(sense, part).next()
    }

    /// Whether a part of the text has a word or phrase of a sense.
    pub(crate) fn has(&self, sense: Sense, part: Range<usize>) -> bool {
        self.first(sense, part).is_some()
    }

    /// Returns the longest phrase of a sense that a part of the text ends with.
    pub(crate) fn last(&self, sense: Sense, part: Range<usize>) -> Option<Range<usize>> {
        let end = self.words_in(part.clone()).last()?.0.end;
        self.all(sense, part).find(|range| range.end == end)
    }

    /// Whether the first word of a part of the text has a sense.
    pub(crate) fn begins(&self, sense: Sense, part: Range<usize>) -> bool {
        let first = self.words_in(part).first();
        first.is_some_and(|(_, word)| self.language.means(word, sense))
    }

    /// Whether a word of the text refers to the sentences before it.
    pub fn refers_back(&self) -> bool {
        self.has(Sense::RefersBack, self.whole())
            || self.begins(Sense::OpensReferring, self.whole())
    }

    /// Returns the pieces that the text names, in order.
    pub(crate) fn pieces(&self, variant: &Variant) -> Vec<(Range<usize>, KindId)> {
        kinds_among(self.text, &self.words, self.language, variant)
    }

    /// Returns the cells that a part of the text names, in order.
    pub(crate) fn cells(
        &self,
        board: &Board,
        part: Range<usize>,
    ) -> impl Iterator<Item = (Range<usize>, Cell)> {
        let words = self.words_in(part).iter();
        words.filter_map(|(range, _)| Some((range.clone(), board.cell(&self.text[range.clone()])?)))
    }

    /// Returns the words that every name of a cell is among.
    pub(crate) fn possible_cells(&self) -> impl Iterator<Item = Range<usize>> {
        let has_digit = |word: &str| word.bytes().any(|byte| byte.is_ascii_digit());
        let words = self.words.iter().filter(move |(_, word)| has_digit(word));
        words.map(|(range, _)| range.clone())
    }

    /// Returns what is around a part of the text, between the nearest of some ends, which are in order.
    pub(crate) fn between(&self, ends: &[Range<usize>], part: &Range<usize>) -> Range<usize> {
        let before = ends[..ends.partition_point(|end| end.end <= part.start)].last();
        let after = ends.get(ends.partition_point(|end| end.start < part.end));
        before.map_or(0, |end| end.end)..after.map_or(self.text.len(), |end| end.start)
    }

    /// Returns how many words and phrases deny in a part of the text. Two cancel each other.
    pub(crate) fn denials(&self, part: Range<usize>) -> usize {
        // These phrases say that a list is complete. They neither affirm nor deny.
        let complete: Vec<Range<usize>> = self.all(Sense::Complete, part.clone()).collect();
        let denying = self.all(Sense::Denying, part.clone());
        let denying = denying.filter(|word| complete.iter().all(|other| are_apart(other, word)));
        let is_often =
            |word: &Range<usize>| self.last(Sense::HowOften, part.start..word.start).is_some();
        let leaving = self.all(Sense::Leaving, part.clone()).filter(is_often);
        denying.count() + leaving.count()
    }

    /// Returns the marks, such as commas, in a part of the text.
    pub(crate) fn marks(
        &self,
        part: Range<usize>,
        is_mark: impl Fn(char, usize) -> bool,
    ) -> impl Iterator<Item = Range<usize>> {
        let start = part.start;
        self.text[part].char_indices().filter_map(move |(at, c)| {
            let range = start + at..start + at + c.len_utf8();
            is_mark(c, range.end).then_some(range)
        })
    }
}

/// Whether two ranges have nothing in common.
pub(crate) fn are_apart(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.end <= b.start || b.end <= a.start
}
