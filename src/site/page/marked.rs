//! The sentences of a book that end in a mark, and what each mark says.

use padma_book::claim::Verdict;
use padma_book::judge::{
    BookSentence, Checked, CheckedClaim, SentenceState, book_sentences, needs_a_person,
};
use padma_expr::{ExprValue, Grounds};
use padma_variant::resolve::Variants;

padma_text::named! {
    /// What the mark of a sentence says.
    pub(crate) enum ProofMark by name {
        /// A claim in it fails.
        Fails "fails",
        /// It is to be read against its claims.
        Person "person",
        /// The source contradicts its own rules.
        Erratum "erratum",
        /// The source has more than one meaning.
        Question "depends",
        /// It was computed, and was read and found to say what its claims say.
        Confirmed "confirmed",
        /// It was computed.
        Computed "computed",
        /// It was computed in part; the rest is taken on trust.
        Partly "partly",
        /// It agrees with a picture.
        Drawn "drawn",
        /// Nothing decides it.
        Trust "trust",
    }
}

impl ProofMark {
    /// Whether nothing is wrong or open.
    pub(crate) fn is_quiet(self) -> bool {
        matches!(
            self,
            ProofMark::Confirmed
                | ProofMark::Computed
                | ProofMark::Partly
                | ProofMark::Drawn
                | ProofMark::Trust
        )
    }

    /// Returns the sign of a sentence; `None` for one that states nothing which is checked, or only a
    /// name, a date or where pieces stand.
    fn of(
        sentence: &BookSentence<'_>,
        checked: &Checked,
        variants: &Variants,
    ) -> Option<ProofMark> {
        let claims = || sentence.claims.iter().map(|claim| &checked.claims[*claim]);
        let has = |verdict| claims().any(|claim| claim.judgement.verdict == verdict);
        let is_told = |claim: &CheckedClaim| {
            let is_position = matches!(claim.judgement.actual, Some(ExprValue::Position(_)));
            claim.grounds == Grounds::Declaration || is_position
        };
        if has(Verdict::Fails) || has(Verdict::Error) {
            return Some(ProofMark::Fails);
        }
        if needs_a_person(checked, sentence, variants) {
            return Some(ProofMark::Person);
        }
        if has(Verdict::Erratum) {
            return Some(ProofMark::Erratum);
        }
        if has(Verdict::Depends) {
            return Some(ProofMark::Question);
        }
        if sentence.state == SentenceState::Trust {
            return Some(match sentence.is_computed {
                true => ProofMark::Partly,
                false => ProofMark::Trust,
            });
        }
        if claims().all(is_told) {
            return None;
        }
        Some(match sentence.state {
            SentenceState::Confirmed if sentence.is_computed => ProofMark::Confirmed,
            _ if sentence.is_computed => ProofMark::Computed,
            _ if sentence.is_drawn => ProofMark::Drawn,
            _ => ProofMark::Trust,
        })
    }
}

/// A sentence with a mark.
pub(crate) struct MarkedSentence {
    /// The index of its page.
    pub page: usize,
    /// Where it ends in the text of its page.
    pub end: usize,
    pub sign: ProofMark,
    /// Its number among the marked sentences of the book, from 0.
    pub number: usize,
    /// The claims in it, by their indices in the book.
    pub claims: Vec<usize>,
    /// What was noted when it was read.
    pub note: String,
}

impl MarkedSentence {
    /// Returns the marked sentences of a book's pages, in order.
    pub(crate) fn all(checked: &Checked, variants: &Variants) -> Vec<MarkedSentence> {
        let sentences = book_sentences(checked).into_iter();
        let signed = sentences.filter_map(|sentence| {
            let sign = ProofMark::of(&sentence, checked, variants)?;
            Some((sentence.page?, sign, sentence))
        });
        let marked = signed.enumerate();
        let marked = marked.map(|(number, (page, sign, sentence))| MarkedSentence {
            page,
            end: sentence.prose.span.range().end,
            sign,
            number,
            note: sentence
                .line
                .map(|line| line.note.clone())
                .unwrap_or_default(),
            claims: sentence.claims,
        });
        marked.collect()
    }
}
