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
    let mut sentences = Vec::new();
    for passage in passages(page) {
        passage.add_sentences(&mut sentences);
    }
    sentences.into_iter().map(|(prose, _)| prose).collect()
}

/// A sentence of a page with what is known of where it stands.
#[derive(Clone, Debug)]
pub(crate) struct PlacedSentence {
    /// Its words, each with its place.
    pub words: Excerpt,
    /// What it stands in.
    pub form: PassageForm,
    /// The nearest diagram above it on the page.
    pub diagram: Option<usize>,
    /// The claims in it, by their indices on the page, each with its range.
    pub claims: Vec<(usize, Range<usize>)>,
    /// Its place in the author's file.
    pub span: Span,
}

/// What a passage is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PassageForm {
    /// A paragraph, or an item of a list.
    #[default]
    Text,
    /// A heading.
    Heading,
    /// The first row of a table.
    TableHead,
    /// Another row.
    TableRow,
    /// A text in a block, such as a caption.
    InBlock,
}

/// Returns the sentences of a page with their places, in reading order.
pub(crate) fn placed_sentences(page: &Page) -> Vec<PlacedSentence> {
    let mut placed = Vec::new();
    for passage in passages(page) {
        let mut sentences = Vec::new();
        passage.add_sentences(&mut sentences);
        for (prose, range) in sentences {
            let whole = passage.text.part(range).on_one_line();
            let length = prose.text.len();
            placed.push(PlacedSentence {
                words: whole.part(0..length),
                form: match passage.is_in_block {
                    true => PassageForm::InBlock,
                    false => passage.form,
                },
                diagram: passage.diagram,
                claims: prose.claims,
                span: prose.span,
            });
        }
    }
    placed
}

/// Returns the passages of a page, in reading order.
pub(super) fn passages(page: &Page) -> Vec<ProsePassage> {
    let mut collector = Collector {
        page,
        passages: Vec::new(),
        passage: ProsePassage::new(page),
        form: PassageForm::Text,
        whole: 0,
        hidden: 0,
        claim: None,
        diagram: None,
    };
    walk(&page.content, &mut |step| match step {
        WalkStep::Enter(node) => collector.enter(&node.kind, node.words(), node.range.clone()),
        WalkStep::Leave(node) => collector.leave(&node.kind),
    });
    collector.end();
    collector.passages
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
#[derive(Debug)]
pub(super) struct ProsePassage {
    /// Its words as a reader sees them.
    pub(super) text: Excerpt,
    /// Whether it is one sentence as a whole.
    is_whole: bool,
    /// What it is, if it is not in a block.
    form: PassageForm,
    /// Whether it is in a block, such as a caption.
    pub(super) is_in_block: bool,
    /// The nearest diagram above it on the page.
    pub(super) diagram: Option<usize>,
    /// The ranges of the text that are not prose: code, the addresses that links show, what separates
    /// the cells of a row; and the places of HTML and footnotes.
    pub(super) foreign: Vec<Range<usize>>,
    /// The ranges of the text in which it is not cut: code, and the text of claims.
    closed: Vec<Range<usize>>,
    /// The claims in it, each with its range in the text.
    pub(super) claims: Vec<(usize, Range<usize>)>,
}

struct Collector<'a> {
    page: &'a Page,
    passages: Vec<ProsePassage>,
    passage: ProsePassage,
    /// What the node is that was opened last.
    form: PassageForm,
    /// The number of open nodes that are a sentence each: headings and rows of tables.
    whole: usize,
    /// The number of open nodes whose text is not prose.
    hidden: usize,
    /// The claim that is open, and where its text begins in the passage.
    claim: Option<(usize, usize)>,
    /// The last diagram.
    diagram: Option<usize>,
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
            NodeKind::Claim(index) => self.claim = Some((*index, self.passage.len())),
            NodeKind::TableCell if !self.passage.text.text().trim().is_empty() => {
                // It stands for the bar before the cell.
                self.passage
                    .push(" | ", range.start.saturating_sub(1)..range.start);
            }
            NodeKind::TableCell => {}
            NodeKind::Diagram(index) => {
                self.end();
                self.add_diagram(*index);
                self.diagram = Some(*index);
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
                self.form = match kind {
                    NodeKind::Heading(_) => PassageForm::Heading,
                    NodeKind::TableHead => PassageForm::TableHead,
                    NodeKind::TableRow => PassageForm::TableRow,
                    _ => PassageForm::Text,
                };
            }
            NodeKind::Code(_) => {
                let code = self.passage.push(words, range);
                self.passage.closed.push(code.clone());
                self.passage.foreign.push(code);
            }
            kind => {
                let words = self.passage.push(words, range);
                let is_apart = matches!(
                    kind,
                    NodeKind::InlineHtml(_)
                        | NodeKind::FootnoteReference(_)
                        | NodeKind::Link { is_bare: true, .. }
                );
                self.passage.foreign.extend(is_apart.then_some(words));
            }
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
                    let range = start..self.passage.len();
                    self.passage.closed.push(range.clone());
                    self.passage.claims.push((index, range));
                }
            }
            NodeKind::TableCell => {}
            NodeKind::Link { is_bare: true, .. } => {
                let end = self.passage.len();
                if let Some(address) = self.passage.foreign.last_mut() {
                    address.end = end;
                }
            }
            kind if !kind.is_inline() => {
                self.end();
                self.whole -= usize::from(is_whole(kind));
            }
            _ => {}
        }
    }

    /// Ends the passage, and begins another.
    fn end(&mut self) {
        let mut passage = std::mem::replace(&mut self.passage, ProsePassage::new(self.page));
        passage.is_whole |= self.whole > 0;
        passage.diagram = self.diagram;
        passage.form = self.form;
        self.passages.push(passage);
    }
}

impl ProsePassage {
    fn new(page: &Page) -> ProsePassage {
        ProsePassage {
            text: Excerpt::new(Span::new(page.source, 0..0)),
            is_whole: false,
            form: PassageForm::Text,
            is_in_block: false,
            diagram: None,
            foreign: Vec::new(),
            closed: Vec::new(),
            claims: Vec::new(),
        }
    }

    /// Adds the sentences of the passage.
    fn add_sentences(&self, sentences: &mut Vec<(ProseSentence, Range<usize>)>) {
        if self.is_whole {
            return self.add_sentence(0..self.len(), sentences);
        }
        for range in cuts(self.text.text(), &self.closed) {
            self.add_sentence(range, sentences);
        }
    }

    /// Adds the sentence in a range of the passage, unless it has no words.
    fn add_sentence(
        &self,
        range: Range<usize>,
        sentences: &mut Vec<(ProseSentence, Range<usize>)>,
    ) {
        // The last cells of a row may be empty.
        let written = &self.text.text()[range.clone()];
        let text = on_one_line(written.trim_end_matches([' ', '|']));
        if !text.chars().any(char::is_alphanumeric) {
            return;
        }
        let length = text.len();
        let place = |at: usize| self.claims.partition_point(|(_, claim)| claim.start < at);
        let inside = &self.claims[place(range.start)..place(range.end)];
        let mut line = LinePlaces::of(written);
        let prose = ProseSentence {
            text,
            span: self.span(&range),
            claims: inside
                .iter()
                .map(|(index, claim)| {
                    let start = line.place(claim.start - range.start);
                    let end = line.place(claim.end - range.start).min(length);
                    (*index, start.min(end)..end)
                })
                .collect(),
        };
        sentences.push((prose, range));
    }

    fn len(&self) -> usize {
        self.text.text().len()
    }

    /// Adds words, and returns their range.
    fn push(&mut self, words: &str, range: Range<usize>) -> Range<usize> {
        let start = self.len();
        if !words.is_empty() {
            let span = Span::new(self.text.whole().source, range);
            self.text.push_for(words, span);
        }
        start..self.len()
    }

    /// Returns the place of a range of the text, without the white space around it.
    fn span(&self, range: &Range<usize>) -> Span {
        let text = &self.text.text()[range.clone()];
        let start = range.start + (text.len() - text.trim_start().len());
        self.text.span(start..start + text.trim().len())
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
