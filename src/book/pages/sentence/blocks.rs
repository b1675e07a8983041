//! The prose in blocks: captions, legends, and the reasons that authors give for errata and for what
//! is not checked.

use std::ops::Range;

use super::{Collector, ProsePassage};
use padma_expr::{Definition, parse_definition};
use padma_text::diag::Diagnostics;
use padma_text::{Span, Word};

impl Collector<'_> {
    /// Adds the caption of a diagram, the entries of its legend, and the reasons of its errata.
    pub(super) fn add_diagram(&mut self, index: usize) {
        let diagram = &self.page.diagrams[index];
        self.add_caption(&diagram.title, diagram.title_span);
        let meanings = diagram.marks.iter();
        let meanings = meanings.filter_map(|mark| mark.meaning.as_ref());
        meanings.for_each(|meaning| self.add_whole(&meaning.text, meaning.span));
        diagram.proofs().for_each(|proof| self.add_cut(proof));
    }

    /// Adds the title of a recorded game and the reasons of its errata.
    pub(super) fn add_game(&mut self, index: usize) {
        let game = &self.page.games[index];
        self.add_caption(&game.title, game.title_span);
        game.proofs().for_each(|proof| self.add_cut(proof));
    }

    /// Adds the texts in quotes of the definitions in a range of the page: reasons, and the names
    /// of readings. What the source prints is not a sentence of the book.
    pub(super) fn add_definitions(&mut self, range: Range<usize>) {
        let definitions = self.page.definitions.iter();
        for definition in definitions {
            if range.contains(&definition.name.span.range().start) {
                let read = parse_definition(&definition.body, &mut Diagnostics::default());
                let texts = read.iter().flat_map(Definition::shown_texts);
                texts.for_each(|text| self.add_cut(text));
            }
        }
    }

    fn add_caption(&mut self, title: &str, span: Span) {
        if !title.is_empty() {
            self.add_whole(title, span);
        }
    }

    /// Adds a text that is one sentence.
    fn add_whole(&mut self, text: &str, span: Span) {
        let mut passage = self.noted(text, span);
        passage.is_whole = true;
        self.passages.push(passage);
    }

    /// Adds the sentences of a text.
    fn add_cut(&mut self, words: &Word) {
        let passage = self.noted(&words.text, words.span);
        self.passages.push(passage);
    }

    /// Returns a text of a block, written at a place, with the claims that are written there.
    fn noted(&self, text: &str, span: Span) -> ProsePassage {
        let mut passage = ProsePassage::new(self.page);
        passage.is_in_block = true;
        passage.push(text, span.range());
        let mut from = 0;
        for (index, claim) in self.page.claims.iter().enumerate() {
            let (inner, outer) = (claim.span.range(), span.range());
            if !claim.is_in_block || inner.start < outer.start || outer.end < inner.end {
                continue;
            }
            let words = claim.text.text();
            if let Some(at) = text[from..].find(words) {
                let range = from + at..from + at + words.len();
                from = range.end;
                passage.closed.push(range.clone());
                passage.claims.push((index, range));
            }
        }
        passage
    }
}
