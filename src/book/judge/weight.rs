//! What a check is worth: whether it compares the source with the rules, computes what the book
//! itself states, or only repeats what the author has typed elsewhere.

use std::collections::BTreeMap;

use super::checked::{Checked, CheckedClaim, CheckedGame, CheckedMark};
use crate::claim::Verdict;
use padma_expr::{Definition, ErratumKind};

padma_text::named! {
    /// What a check is worth, the heaviest first.
    pub enum Weight by name {
        /// What a source prints is compared with what the rules give.
        Source "source",
        /// What the book itself states is computed from the rules.
        Rules "rules",
        /// The statement repeats what the author has typed elsewhere.
        Repeats "repeats",
    }
}

impl CheckedClaim {
    /// Returns what it is worth; `None` if it is not computed.
    pub fn weight(&self) -> Option<Weight> {
        match &self.judgement {
            judgement if judgement.verdict == Verdict::Unchecked => None,
            judgement if judgement.source.is_some() => Some(Weight::Source),
            _ if self.grounds.repeats() => Some(Weight::Repeats),
            _ => Some(Weight::Rules),
        }
    }
}

impl CheckedMark {
    /// Returns what it is worth.
    pub fn weight(&self) -> Weight {
        match (&self.source, self.computed) {
            (Some(_), _) => Weight::Source,
            (None, true) => Weight::Rules,
            (None, false) => Weight::Repeats,
        }
    }
}

impl Checked {
    /// Returns how many of its claims and marks hold and only repeat what their author has typed elsewhere.
    pub fn repeats(&self) -> usize {
        let claims = self.claims.iter().filter(|claim| {
            claim.judgement.verdict == Verdict::Holds && claim.weight() == Some(Weight::Repeats)
        });
        let marks = self.diagrams.iter().flat_map(|diagram| &diagram.marks);
        let marks =
            marks.filter(|mark| mark.verdict == Verdict::Holds && mark.weight() == Weight::Repeats);
        claims.count() + marks.count()
    }

    /// Returns what the moves of a recorded game are worth.
    pub fn weight_of_moves(&self, game: &CheckedGame) -> Weight {
        match self.book.pages[game.page].games[game.index].is_of_source {
            true => Weight::Source,
            false => Weight::Rules,
        }
    }

    /// Returns what the erratum of a claim is about.
    pub fn erratum_kind(&self, claim: &CheckedClaim) -> ErratumKind {
        match claim.definition.as_deref() {
            Some(Definition::Computed(computation)) => {
                let erratum = computation.erratum.as_ref();
                erratum.map_or_else(ErratumKind::default, |erratum| erratum.kind)
            }
            _ => ErratumKind::default(),
        }
    }

    /// Groups claims that state one definition, so that a fact counts once however often the book states
    /// it.
    pub fn facts<'a>(
        &'a self,
        claims: impl Iterator<Item = &'a CheckedClaim>,
    ) -> Vec<Vec<&'a CheckedClaim>> {
        let mut facts: Vec<Vec<&CheckedClaim>> = Vec::new();
        let mut fact_of: BTreeMap<&str, usize> = BTreeMap::new();
        for claim in claims {
            let name = self.link(claim).target.text().trim();
            match fact_of.get(name) {
                Some(fact) => facts[*fact].push(claim),
                None => {
                    if self.book.definitions.contains(name) {
                        fact_of.insert(name, facts.len());
                    }
                    facts.push(vec![claim]);
                }
            }
        }
        facts
    }

    /// Counts what the errata page lists under a verdict: each fact once, figures, recorded moves, and for
    /// the open questions those that the book declares, if it declares any.
    pub fn count_listed(&self, verdict: Verdict) -> usize {
        let questions = &self.book.decl.questions;
        if verdict == Verdict::Depends && !questions.is_empty() {
            return questions.len();
        }
        let claims = self.claims.iter();
        let claims = claims.filter(|claim| claim.judgement.verdict == verdict);
        let diagrams = self.diagrams.iter();
        let diagrams = diagrams.filter(|diagram| diagram.verdict == verdict);
        let plies = self.games.iter().flat_map(|game: &CheckedGame| &game.plies);
        let plies = plies.filter(|ply| ply.verdict == verdict);
        self.facts(claims).len() + diagrams.count() + plies.count()
    }
}
