//! What the candidates of facts give: each is judged as the claim that an author would write.

use std::collections::BTreeMap;
use std::ops::Range;

use super::fact::{Candidate, FactReading, MOST_CANDIDATES, Proposal, ProposalKind, RankWords};
use super::sentence::SentenceReading;
use crate::claim::{Judgement, StatedText, Verdict, judge};
use crate::judge::Checked;
use padma_expr::{
    Budget, Computation, ExprType, ExprValue, Question, Scope, World, parse, resolve, restate,
};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use padma_variant::resolve::Variants;
use padma_words::{SlotValue, read_as, say};

/// Computes the candidates of all facts.
pub(super) fn compute(
    checked: &Checked,
    variants: &Variants,
    read: &[SentenceReading],
) -> Vec<Proposal> {
    let computer = Computer { checked, variants };
    let mut proposals: Vec<Proposal> = Vec::new();
    for sentence in read {
        for reading in &sentence.readings {
            proposals.extend(computer.proposal(sentence, reading));
        }
    }
    count_rivals(&mut proposals);
    proposals
}

pub(super) struct Computer<'a> {
    pub checked: &'a Checked,
    pub variants: &'a Variants,
}

impl Computer<'_> {
    fn proposal(&self, sentence: &SentenceReading, reading: &FactReading) -> Option<Proposal> {
        let words = &sentence.sentence.words;
        let text = words.text();
        let mut proposal = Proposal {
            page: sentence.page,
            variant: sentence.variant,
            span: words.span(reading.range.clone()),
            sentence: text.to_string(),
            words: words.clone(),
            range: reading.range.clone(),
            rank: reading.rank,
            figure: sentence.figure,
            text: text[reading.range.clone()].to_string(),
            kind: reading.kind,
            stated: None,
            candidates: Vec::new(),
            none: reading.none.clone(),
        };
        for offer in &reading.offers {
            let is_known = |known: &Candidate| known.expression == offer.expression;
            if proposal.candidates.len() == MOST_CANDIDATES
                || proposal.candidates.iter().any(is_known)
            {
                continue;
            }
            let Some(mut candidate) = self.candidate(&proposal, &offer.expression) else {
                continue;
            };
            let bound = offer.bound_by.iter().map(|at| &sentence.tokens[*at].range);
            candidate.bound_by = bound.map(|range| text[range.clone()].to_string()).collect();
            candidate.place = offer.place;
            proposal.stated = candidate.stated.take().or(proposal.stated);
            proposal.candidates.push(candidate);
        }
        (!proposal.candidates.is_empty() || proposal.none.is_some()).then_some(proposal)
    }

    /// Returns what an expression gives beside a fact; `None` if it has no value of the fact's kind.
    pub(super) fn candidate(&self, proposal: &Proposal, expression: &str) -> Option<Candidate> {
        let mut sources = Sources::default();
        let (scope, world) = self.around(proposal);
        let mut diagnostics = Diagnostics::default();
        let question = parse(&sources.excerpt("proposal", expression), &mut diagnostics)?;
        let formula = resolve(&question.expr, scope, &mut diagnostics)?;
        let value = world.value(&formula).ok()?;
        if !is_of_kind(&value, proposal.kind) {
            return None;
        }
        let name = |id: &str| SlotValue::from(say!(restate::Diagram, id));
        let says = restate(&question, &value, scope, &name).english();
        let variant = &scope.rules.variant;
        let words = match &proposal.rank {
            Some(RankWords { .. }) => sources.excerpt("rank", &format!("{} rank", proposal.text)),
            None => proposal.words.part(proposal.range.clone()),
        };
        let judgement = self.judged(&words, question, scope, &world, &mut diagnostics);
        // "The Bishops begin on different shades" says nothing of a side that has one.
        if judgement.is_vacuous {
            return None;
        }
        let (agrees, stated) = match value {
            ExprValue::Truth(is_true) => (is_true, None),
            _ => {
                let stated = judgement.expected.as_ref();
                let stated = stated.map(|stated| stated.show(variant));
                (judgement.verdict == Verdict::Holds, stated)
            }
        };
        Some(Candidate {
            expression: expression.to_string(),
            shown: value.show(variant),
            value,
            agrees,
            stated,
            says,
            bound_by: Vec::new(),
            place: Default::default(),
            rivals: 0,
            tried: 0,
        })
    }

    /// Returns the verdict on a claim that some words of a fact's sentence would make, and if it fails, whether for words that the
    /// expression does not say.
    pub(super) fn verdict(
        &self,
        proposal: &Proposal,
        range: Range<usize>,
        expression: &str,
    ) -> Option<(Verdict, bool)> {
        let (scope, world) = self.around(proposal);
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let question = parse(&sources.excerpt("claim", expression), &mut diagnostics)?;
        let words = proposal.words.part(range);
        let judgement = self.judged(&words, question, scope, &world, &mut diagnostics);
        let is_true = judgement.actual == Some(ExprValue::Truth(true));
        Some((judgement.verdict, is_true))
    }

    /// Returns what expressions beside a fact may ask.
    fn around(&self, proposal: &Proposal) -> (Scope<'_>, World<'_>) {
        let (book, index) = (&self.checked.book, proposal.variant);
        let world = World::new(
            self.variants.rules(index),
            self.variants.endings(index),
            &book.placed,
            &book.games.played,
            &book.outline,
        );
        (
            book.scope(self.variants, index, proposal.figure),
            world
                .with_measured(self.variants.measured(index))
                .with_budget(Budget::default()),
        )
    }

    fn judged(
        &self,
        words: &Excerpt,
        question: Question,
        scope: Scope<'_>,
        world: &World<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Judgement {
        let statement = StatedText {
            text: words,
            code: &[],
            language: read_as(&self.checked.book.decl.language),
            span: words.whole(),
        };
        judge(
            &Computation::from(question),
            statement,
            scope,
            world,
            diagnostics,
        )
    }
}

/// Whether a value can be what a fact of a kind states.
fn is_of_kind(value: &ExprValue, kind: ProposalKind) -> bool {
    let of_value = match value.kind() {
        ExprType::Number | ExprType::Share => ProposalKind::Number,
        // A position is on which cells the pieces stand.
        ExprType::Cells | ExprType::Position => ProposalKind::Cells,
        ExprType::Truth => ProposalKind::Truth,
        _ => ProposalKind::Name,
    };
    of_value == kind
}

/// Counts for each candidate the others of its kind that give what the text states.
fn count_rivals(proposals: &mut [Proposal]) {
    let mut tried: BTreeMap<ProposalKind, BTreeMap<String, String>> = BTreeMap::new();
    for proposal in proposals.iter() {
        for candidate in &proposal.candidates {
            let of_kind = tried.entry(proposal.kind).or_default();
            of_kind.insert(candidate.expression.clone(), candidate.shown.clone());
        }
    }
    for proposal in proposals {
        let stated = proposal.stated.as_ref();
        for candidate in &mut proposal.candidates {
            let all = tried.get(&proposal.kind).into_iter().flatten();
            let others = all.filter(|(expression, _)| **expression != candidate.expression);
            candidate.tried = others.clone().count();
            candidate.rivals = others.filter(|(_, shown)| Some(*shown) == stated).count();
        }
    }
}
