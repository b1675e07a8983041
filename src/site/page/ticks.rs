//! The sentences of a book that end in a tick, and what each tick says.

use padma_book::claim::Verdict;
use padma_book::judge::{
    BookSentence, Checked, CheckedClaim, SentenceState, book_sentences, needs_a_person,
};
use padma_book::pages::review::ReviewNote;
use padma_expr::{ExprValue, Grounds};
use padma_variant::resolve::Variants;

padma_text::named! {
    /// What the tick of a sentence says.
    pub(crate) enum ProofTick by name {
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
        /// It was computed in part, and rests on a rule or a source for the remainder.
        Partly "partly",
        /// It was read from the figure.
        Figure "figure",
        /// Nothing decides it.
        Rests "rests",
    }
}

impl ProofTick {
    /// Whether nothing is wrong or open.
    pub(crate) fn is_quiet(self) -> bool {
        matches!(
            self,
            ProofTick::Confirmed
                | ProofTick::Computed
                | ProofTick::Partly
                | ProofTick::Figure
                | ProofTick::Rests
        )
    }

    /// Returns the tick of a sentence; `None` for one that states nothing which is checked, or only a
    /// name, a date or where pieces stand.
    fn of(sentence: &BookSentence, checked: &Checked, variants: &Variants) -> Option<ProofTick> {
        let claims = || sentence.claims.iter().map(|claim| &checked.claims[*claim]);
        let has = |verdict| claims().any(|claim| claim.judgement.verdict == verdict);
        let is_told = |claim: &CheckedClaim| {
            let is_position = matches!(claim.judgement.actual, Some(ExprValue::Position(_)));
            claim.grounds == Grounds::Declaration || is_position
        };
        if has(Verdict::Fails) || has(Verdict::Error) {
            return Some(ProofTick::Fails);
        }
        if needs_a_person(checked, sentence, variants) {
            return Some(ProofTick::Person);
        }
        if has(Verdict::Erratum) {
            return Some(ProofTick::Erratum);
        }
        if has(Verdict::Depends) {
            return Some(ProofTick::Question);
        }
        if sentence.state == SentenceState::Rests {
            return Some(match sentence.is_computed {
                true => ProofTick::Partly,
                false => ProofTick::Rests,
            });
        }
        if claims().all(is_told) {
            return None;
        }
        Some(match sentence.state {
            SentenceState::Confirmed if sentence.is_computed => ProofTick::Confirmed,
            _ if sentence.is_computed => ProofTick::Computed,
            _ if sentence.is_from_figure => ProofTick::Figure,
            _ => ProofTick::Rests,
        })
    }
}

/// A sentence with a tick.
pub(crate) struct TickedSentence {
    /// The index of its page.
    pub page: usize,
    /// Where it ends in the text of its page.
    pub end: usize,
    pub tick: ProofTick,
    /// Its number among the ticked sentences of the book, from 0.
    pub number: usize,
    /// The claims in it, by their indices in the book.
    pub claims: Vec<usize>,
    /// The names of what it rests on, if it rests on anything.
    pub rests_on: Option<String>,
    /// What was noted when it was read.
    pub note: String,
}

impl TickedSentence {
    /// Returns the ticked sentences of a book's pages, in order.
    pub(crate) fn all(checked: &Checked, variants: &Variants) -> Vec<TickedSentence> {
        let sentences = book_sentences(checked).iter();
        let ticked = sentences.filter_map(|sentence| {
            let tick = ProofTick::of(sentence, checked, variants)?;
            Some((sentence.page?, tick, sentence))
        });
        let ticked = ticked.enumerate();
        let ticked = ticked.map(|(number, (page, tick, sentence))| {
            let read = sentence.note();
            let names = read
                .map(ReviewNote::support)
                .filter(|names| !names.is_empty());
            TickedSentence {
                page,
                end: sentence.prose.span.range().end,
                tick,
                number,
                rests_on: names.map(str::to_string),
                note: read.map_or_else(String::new, |read| read.note.clone()),
                claims: sentence.claims.clone(),
            }
        });
        ticked.collect()
    }
}
