//! A walk over the tokens of one text, which makes changes of each.

use std::ops::Range;

use super::change::{ChangeManner, MutationKind, TextChange};
use super::token::{TextToken, TokenMeaning, Vocabulary};
use padma_book::judge::GameFact;
use padma_rules::model::Variant;
use padma_text::{Excerpt, Sources, Span};
use padma_variant::form::quoted;

/// A walk over a text, and the changes found so far.
pub(crate) struct Walk<'a> {
    pub sources: &'a Sources,
    pub vocabulary: Vocabulary<'a>,
    /// The kind of the changes that the walk adds now.
    pub kind: MutationKind,
    /// The thing that the text defines at the current place.
    pub given: GameFact,
    /// The key of the current value.
    pub key: &'static str,
    pub manner: ChangeManner,
    pub changes: Vec<TextChange>,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(
        kind: MutationKind,
        given: GameFact,
        variant: &'a Variant,
        sources: &'a Sources,
    ) -> Walk<'a> {
        Walk {
            sources,
            vocabulary: Vocabulary::new(variant),
            kind,
            given,
            key: "",
            manner: ChangeManner::Written,
            changes: Vec::new(),
        }
    }

    pub(crate) fn change(&self, span: Span, candidates: Vec<String>) -> TextChange {
        let change = TextChange::new(self.kind, self.given.clone(), span, candidates);
        TextChange {
            key: self.key,
            manner: self.manner,
            ..change
        }
    }

    /// Adds a change without the candidates that change nothing, if any candidate is left.
    pub(crate) fn push(&mut self, mut change: TextChange) {
        let before = self.sources.slice(change.span);
        change.candidates.retain(|new| new != before);
        if !change.candidates.is_empty() {
            self.changes.push(change);
        }
    }

    pub(crate) fn replace(&mut self, span: Span, candidates: Vec<String>) {
        self.push(self.change(span, candidates));
    }

    /// Leaves out a part of the text, even if the rest is invalid.
    pub(crate) fn leave_out(&mut self, span: Span) {
        let change = self.change(span, vec![String::new()]);
        self.push(TextChange {
            must_be_valid: false,
            ..change
        });
    }

    /// Changes some tokens of a text.
    pub(crate) fn tokens(&mut self, text: &Excerpt, tokens: Vec<TextToken<'_>>) {
        for (range, meaning) in tokens {
            let others = self
                .vocabulary
                .others(&text.text()[range.clone()], &meaning);
            // In a page, a word is left out only if the rest is valid.
            match meaning {
                TokenMeaning::Optional if !self.kind.is_of_page() => {
                    if let Some(span) = self.spelled(text, &range) {
                        self.leave_out(span);
                    }
                }
                _ => self.part(text, range, others),
            }
        }
    }

    /// Changes each known word of a text.
    pub(crate) fn words(&mut self, text: &Excerpt) {
        self.tokens(text, self.vocabulary.tokens(text.text()));
    }

    /// Replaces a part of a text. A TOML string that is spelled differently from its value, for
    /// example with an escape, can only be replaced as a whole.
    pub(crate) fn part(&mut self, text: &Excerpt, range: Range<usize>, others: Vec<String>) {
        if let Some(span) = self.spelled(text, &range) {
            self.replace(span, others);
        } else if range == (0..text.text().len()) && !self.kind.is_of_page() {
            let others = others.iter().map(|other| quoted(other));
            self.replace(text.span(range), others.collect());
        }
    }

    /// Returns the place of a part of a text; `None` if the file spells the part differently.
    pub(crate) fn spelled(&self, text: &Excerpt, range: &Range<usize>) -> Option<Span> {
        let span = text.span(range.clone());
        (self.sources.slice(span) == &text.text()[range.clone()]).then_some(span)
    }
}
