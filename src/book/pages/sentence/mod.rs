//! The sentences of a page: what a reader can agree with or not. A sentence is prose up to its full
//! stop, a heading, an item of a list, a row of a table, a diagram's caption, an entry of its
//! legend, or the reason that an author gives in a block.
//!
//! ```text
//! The [Rook](claim:…) slides. It    ──▶  "The Rook slides."  the claim
//! may not leap, e.g. over a Pawn.        "It may not leap, e.g. over a Pawn."
//! ```
//!
//! Knows no chess. The module `cut` decides where prose is cut, `blocks` finds the prose in blocks.

mod blocks;
mod cut;

use std::ops::Range;

use super::content::{NodeKind, WalkStep, walk};
use super::page::Page;
pub(crate) use cut::cuts;
use padma_text::{Excerpt, Span, on_one_line};

/// A sentence of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProseSentence {
    /// Its words as a reader sees them, on one line. The cells of a row are separated by ` | `.
    pub text: String,
    /// Its place in the author's file.
    pub span: Span,
    /// The claims in it, by their indices on the page, each with its range in the text.
    pub claims: Vec<(usize, Range<usize>)>,
}

/// Returns the sentences of a page, in reading order.
pub fn sentences(page: &Page) -> Vec<ProseSentence> {
    let mut collector = Collector {
        page,
        sentences: Vec::new(),
        passage: ProsePassage::default(),
        whole: 0,
        hidden: 0,
        claim: None,
    };
    walk(&page.content, &mut |step| match step {
        WalkStep::Enter(node) => collector.enter(&node.kind, node.words(), node.range.clone()),
        WalkStep::Leave(node) => collector.leave(&node.kind),
    });
    collector.end();
    collector.sentences
}

/// Returns the sentences of a text that is on no page, such as a title.
pub fn sentences_of_text(text: &Excerpt) -> Vec<ProseSentence> {
    let sentence = |range: Range<usize>| ProseSentence {
        text: on_one_line(&text.text()[range.clone()]),
        span: text.span(range),
        claims: Vec::new(),
    };
    cuts(text.text(), &[]).into_iter().map(sentence).collect()
}

/// A text of one or more sentences: a paragraph, an item, a heading.
#[derive(Debug, Default)]
struct ProsePassage {
    /// Its words as a reader sees them.
    text: String,
    /// For each part of the text, where it begins there, and its range in the source.
    parts: Vec<(usize, Range<usize>)>,
    /// The ranges of the text in which it is not cut: code, and the text of claims.
    closed: Vec<Range<usize>>,
    /// The claims in it, each with its range in the text.
    claims: Vec<(usize, Range<usize>)>,
}

struct Collector<'a> {
    page: &'a Page,
    sentences: Vec<ProseSentence>,
    passage: ProsePassage,
    /// The number of open nodes that are a sentence each: headings and rows of tables.
    whole: usize,
    /// The number of open nodes whose text is not prose.
    hidden: usize,
    /// The claim that is open, and where its text begins in the passage.
    claim: Option<(usize, usize)>,
}

impl Collector<'_> {
    fn enter(&mut self, kind: &NodeKind, words: &str, range: Range<usize>) {
        if is_hidden(kind) {
            self.end();
            self.hidden += 1;
        }
        if self.hidden > 0 {
            return;
        }
        match kind {
            NodeKind::Claim(index) => self.claim = Some((*index, self.passage.text.len())),
            NodeKind::TableCell if !self.passage.text.trim().is_empty() => {
                self.passage.push(" | ", range.start..range.start);
            }
            NodeKind::TableCell => {}
            NodeKind::Diagram(index) => {
                self.end();
                self.add_diagram(*index);
            }
            NodeKind::Game(index) => {
                self.end();
                self.add_game(*index);
            }
            NodeKind::Definitions => {
                self.end();
                self.add_definitions(range);
            }
            kind if !kind.is_inline() => {
                self.end();
                self.whole += usize::from(is_whole(kind));
            }
            NodeKind::Code(_) => {
                let start = self.passage.text.len();
                self.passage.push(words, range);
                self.passage.closed.push(start..self.passage.text.len());
            }
            _ => self.passage.push(words, range),
        }
    }

    fn leave(&mut self, kind: &NodeKind) {
        if is_hidden(kind) {
            self.hidden -= 1;
        }
        if self.hidden > 0 {
            return;
        }
        match kind {
            NodeKind::Claim(_) => {
                if let Some((index, start)) = self.claim.take() {
                    let range = start..self.passage.text.len();
                    self.passage.closed.push(range.clone());
                    self.passage.claims.push((index, range));
                }
            }
            NodeKind::TableCell => {}
            kind if !kind.is_inline() => {
                self.end();
                self.whole -= usize::from(is_whole(kind));
            }
            _ => {}
        }
    }

    /// Adds the sentences of the passage, and begins another.
    fn end(&mut self) {
        let passage = std::mem::take(&mut self.passage);
        if self.whole > 0 {
            return self.add(&passage, 0..passage.text.len());
        }
        for range in cuts(&passage.text, &passage.closed) {
            self.add(&passage, range);
        }
    }

    /// Adds the sentence in a range of a passage, unless it has no words.
    fn add(&mut self, passage: &ProsePassage, range: Range<usize>) {
        // The last cells of a row may be empty.
        let text = on_one_line(passage.text[range.clone()].trim_end_matches([' ', '|']));
        if !text.chars().any(char::is_alphanumeric) {
            return;
        }
        let length = text.len();
        let place = |at: usize| {
            passage
                .claims
                .partition_point(|(_, claim)| claim.start < at)
        };
        let inside = &passage.claims[place(range.start)..place(range.end)];
        let mut line = LinePlaces::of(&passage.text[range.clone()]);
        self.sentences.push(ProseSentence {
            text,
            span: passage.span(self.page, &range),
            claims: inside
                .iter()
                .map(|(index, claim)| {
                    let start = line.place(claim.start - range.start);
                    let end = line.place(claim.end - range.start).min(length);
                    (*index, start.min(end)..end)
                })
                .collect(),
        });
    }
}

impl ProsePassage {
    fn push(&mut self, words: &str, range: Range<usize>) {
        if !words.is_empty() {
            self.parts.push((self.text.len(), range));
            self.text.push_str(words);
        }
    }

    /// Returns the place of a range of the text, without the white space around it.
    fn span(&self, page: &Page, range: &Range<usize>) -> Span {
        let text = &self.text[range.clone()];
        let start = range.start + (text.len() - text.trim_start().len());
        let end = range.start + text.trim_end().len();
        let source = |at: usize, is_end: bool| {
            let index = self.parts.partition_point(|(begins, _)| match is_end {
                true => *begins < at,
                false => *begins <= at,
            });
            let (begins, place) = &self.parts[index.saturating_sub(1)];
            // If the source differs from what readers see, places inside the part are unknown.
            let length = self
                .parts
                .get(index)
                .map_or(self.text.len(), |(next, _)| *next)
                - begins;
            match (place.len() == length, is_end) {
                (true, _) => place.start + (at - begins),
                (false, true) => place.end,
                (false, false) => place.start,
            }
        };
        Span::new(page.source, source(start, false)..source(end, true))
    }
}

/// Finds places of a text in the same text on one line, from the first to the last.
struct LinePlaces<'t> {
    rest: &'t str,
    /// How much of the text has been passed.
    at: usize,
    /// The length of that part on one line, without a space at its end.
    length: usize,
    ends_in_space: bool,
}

impl<'t> LinePlaces<'t> {
    fn of(text: &'t str) -> LinePlaces<'t> {
        LinePlaces {
            rest: text,
            at: 0,
            length: 0,
            ends_in_space: false,
        }
    }

    /// Returns the length that the text before `at` has on one line. Places must be asked for in
    /// order.
    fn place(&mut self, at: usize) -> usize {
        let (passed, rest) = self.rest.split_at(at.saturating_sub(self.at));
        for c in passed.chars() {
            if c.is_whitespace() {
                self.ends_in_space = self.length > 0;
            } else {
                self.length += c.len_utf8() + usize::from(self.ends_in_space);
                self.ends_in_space = false;
            }
        }
        (self.at, self.rest) = (self.at + passed.len(), rest);
        self.length + usize::from(self.ends_in_space)
    }
}

/// Whether a node is one sentence as a whole.
fn is_whole(kind: &NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::Heading(_) | NodeKind::TableHead | NodeKind::TableRow
    )
}

/// Whether the text inside a node is not prose: code, what is made from the rules, and what readers
/// do not see.
fn is_hidden(kind: &NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::CodeBlock(_)
            | NodeKind::HtmlBlock
            | NodeKind::Card(_)
            | NodeKind::Combinations(_)
    )
}
