//! The blocks of a page that are not code: diagrams, games, cards, tables of combined pieces and
//! definitions. Reports a fence whose word is almost one of ours, and a block that is never closed.

use std::ops::Range;

use super::Card;
use super::reader::{MOST_UNCLOSED, PageReader};
use crate::pages::combinations::combinations;
use crate::pages::content::{Node, NodeKind};
use crate::pages::definitions::definitions;
use crate::pages::diagram::diagram;
use crate::pages::fence::{BLOCKS, Unclosed, find_unclosed};
use crate::pages::game::game;
use crate::pages::page::ClaimLink;
use crate::pages::words::{Block, rest_after};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, nearest, plain_text_claims};

impl PageReader<'_> {
    /// Returns the range of a block. If no fence closes it, reports that and ends the range where
    /// the block was meant to end.
    pub(super) fn block_range(&mut self, info: &str, range: Range<usize>) -> Range<usize> {
        let word = info.split_whitespace().next().unwrap_or("");
        self.open.is_unclosed = false;
        let Some(Unclosed { fence, end, resume }) = find_unclosed(self.text, &range, word) else {
            return range;
        };
        self.open.is_unclosed = true;
        self.unclosed += 1;
        let line = self.text[range.start..]
            .lines()
            .next()
            .unwrap_or_default()
            .trim_end();
        let what = if word.is_empty() {
            "this block".to_string()
        } else {
            format!("this `{word}` block")
        };
        let last = self.text[..end].trim_end_matches(['\n', '\r']);
        let number = last.matches('\n').count() + 1;
        let complaint = Diagnostic::error(Code::DiagramSyntax, format!("{what} is never closed"))
            .at(
                self.span(range.start..range.start + line.len()),
                "begins here",
            )
            .help(format!(
                "it seems to end at line {number}: put {fence} on a line of its own below"
            ));
        self.diagnostics.push(complaint);
        // Inside a list or a quotation the rest of the page could not be parsed on its own.
        self.resume = resume.filter(|_| self.depth == 1 && self.unclosed <= MOST_UNCLOSED);
        range.start..end
    }

    /// Opens a block if a fence begins one that is not code, and returns whether it does. Reports
    /// a word that is almost the word of a block.
    pub(super) fn open_block(&mut self, info: &str, range: &Range<usize>) -> bool {
        let word = info.split_whitespace().next().unwrap_or("");
        let line = &self.text[range.start..];
        let line = &line[..line.find('\n').unwrap_or(line.len())];
        // A word written with character references is not found in the line; such a block stays
        // code.
        let block = BLOCKS.into_iter().find(|block| *block == word);
        if let Some((word, at)) =
            block.and_then(|block| Some((block, range.start + line.find(block)?)))
        {
            let info = &self.text[at..range.start + line.trim_end().len()];
            let (span, info) = (
                self.span(range.clone()),
                Excerpt::verbatim(info, self.span(at..at + info.len())),
            );
            self.open.block = Some(Block {
                word,
                info,
                body: Excerpt::new(span),
                span,
                sound: true,
            });
            return true;
        }
        if let Some(meant) = nearest(word, BLOCKS) {
            let place = self.span(range.start..range.start + line.len());
            let complaint = Diagnostic::error(
                Code::DiagramSyntax,
                format!("`{word}` is not a kind of block"),
            );
            let complaint = complaint.at(place, "a block with this word is shown as code");
            self.diagnostics.push(complaint.did_you_mean(word, meant));
        }
        false
    }

    /// Closes the open block and reads it.
    pub(super) fn close_block(&mut self) {
        let Some(mut block) = self.open.block.take() else {
            return;
        };
        let errors = self.diagnostics.errors();
        // Wrong lines in an unclosed block were probably not meant to be in it, so they are not
        // reported.
        let mut unreported = Diagnostics::default();
        let diagnostics = if self.open.is_unclosed {
            &mut unreported
        } else {
            &mut *self.diagnostics
        };
        let page = &mut self.page;
        let kind = match block.word {
            "claims" => {
                definitions(&block.body, &mut page.definitions, diagnostics);
                Some(NodeKind::Definitions)
            }
            "piece" => push_item(&mut page.cards, card(&block, diagnostics)).map(NodeKind::Card),
            "combinations" => push_item(&mut page.combinations, combinations(&block, diagnostics))
                .map(NodeKind::Combinations),
            "game" => push_item(&mut page.games, game(&block, diagnostics)).map(NodeKind::Game),
            _ => push_item(&mut page.diagrams, diagram(&block, diagnostics)).map(NodeKind::Diagram),
        };
        if let Some(kind) = kind {
            self.add_noted_claims(&block.body);
            self.tree.add(Node::leaf(kind, block.span.range()));
        }
        block.sound = self.diagnostics.errors() == errors && !self.open.is_unclosed;
        self.page.blocks.push(block);
    }

    /// Adds the claims in the text of a block, such as the reason of an erratum.
    fn add_noted_claims(&mut self, body: &Excerpt) {
        let diagram = self.page.diagrams.len().checked_sub(1);
        let claims = plain_text_claims(body.text()).into_iter().map(|claim| {
            let (text, target) = (body.part(claim.text), body.part(claim.target));
            let (text_span, span) = (text.whole(), text.whole().to(target.whole()));
            ClaimLink {
                span,
                text,
                code: Vec::new(),
                text_span,
                target,
                diagram,
                is_in_block: true,
            }
        });
        self.page.claims.extend(claims);
    }
}

/// Appends an item to a list and returns its index.
fn push_item<T>(list: &mut Vec<T>, item: Option<T>) -> Option<usize> {
    list.push(item?);
    Some(list.len() - 1)
}

/// Reads a block `piece ID`, which must have no lines.
fn card(block: &Block, diagnostics: &mut Diagnostics) -> Option<Card> {
    let Block {
        info, body, span, ..
    } = block;
    let text = rest_after(info.text(), "piece");
    if text.is_empty() || text.contains(char::is_whitespace) || !body.text().trim().is_empty() {
        let expected = "expected `piece ID` and nothing below it";
        return diagnostics.refuse(
            Code::DiagramSyntax,
            "this block shows no piece",
            info.whole(),
            expected,
        );
    }
    Some(Card {
        piece: info.slice_word(text),
        span: *span,
    })
}
