//! Measures how strong a book's claims are: finds for each claim a *witness*, one change of the
//! facts that makes it fail, and for each fact the claims that notice it.
//!
//! One witness is enough, so a claim that has one is not tried again. The order of the changes is:
//! one change of each fact in the variants' files, then a second of each, and so on; additions to
//! these files; the diagrams and records on which a claim can depend; and last, for the claims
//! that need endgames solved, a few changes of the pieces and rules of the endgame. Changes are
//! tried in groups of a fixed size, so that the result does not depend on how many run at once.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::bench::Bench;
use super::change::{ChangeDescription, ChangeManner, MutationKind, MutationOutcome, TextChange};
use super::seen::variants_of;
use super::toml::{LISTS, of_built_in};
use super::trial::trial;
use super::{added, blocks, of_files, record};
use padma_book::claim::Verdict;
use padma_book::judge::{Checked, FactStrength, GameFact, Gap, Strength, Witness};
use padma_book::load::{Library, Watcher};
use padma_expr::solves_endings;
use padma_text::Sources;

/// The sorts of facts that are changed first in each round, in this order.
const FIRST_SORTS: [&str; 4] = ["piece", "rule", "sets", "setup"];

/// The number of changes in a group, which are tried at the same time.
const GROUP: usize = 32;

/// Maximum number of changes tried on a claim that needs endgames solved.
const ENDING_TRIALS: usize = 16;

/// Maximum number of claims that are reported as noticing a fact.
const MAX_NAMED: usize = 8;

/// Finds a witness for each claim of a sound book, and the claims that notice each of its facts.
pub fn strength(
    checked: &Checked,
    library: &Library,
    sources: &Sources,
    watcher: &dyn Watcher,
) -> Strength {
    let variants = &library.variants;
    let mut changes = of_files(checked, library, sources);
    changes.extend(of_built_in(library, &variants_of(checked), sources));
    changes.extend(added::changes(library, checked, sources));
    for change in &mut changes {
        // No claim notices that a file is invalid without one of its keys.
        change.must_be_valid = true;
    }
    changes.extend(record::changes(&checked.book, variants, sources));
    changes.extend(blocks::changes(checked, variants, sources));
    changes.retain(|change| !matches!(change.kind, MutationKind::Title | MutationKind::Erratum));
    watcher.begin("looking for what each claim notices,", changes.len());
    let divides = |c: char| !(c.is_alphanumeric() || c == '-' || c == '_');
    let words = checked.claims.iter().map(|claim| {
        let mut words: Vec<&str> = claim.expression.split(divides).collect();
        words.sort_unstable();
        words
    });
    let mut search = StrengthSearch {
        checked,
        library,
        sources,
        facts: facts(changes),
        witnesses: vec![None; checked.claims.len()],
        words: words.collect(),
        benches: Mutex::default(),
        watcher,
    };
    for stage in Stage::ALL {
        search.try_stage(stage);
    }
    search.try_endings();
    search.finish()
}

/// A fact, with the changes to try and the claims that have been found to notice it.
struct GivenFact {
    given: GameFact,
    ways: Vec<TextChange>,
    noticed_by: Vec<usize>,
}

/// Groups changes by the fact that they alter.
fn facts(changes: Vec<TextChange>) -> Vec<GivenFact> {
    let mut facts: Vec<GivenFact> = Vec::new();
    for change in changes {
        // All changes in the table of a piece concern one fact, but two rules of one kind are two
        // facts.
        let own = &change.given;
        let is_same = |known: &GameFact| {
            known.kind == own.kind
                && known.name == own.name
                && known.span.source == own.span.source
                && (known.kind == "piece" || known.span == own.span)
        };
        match facts.iter_mut().find(|fact| is_same(&fact.given)) {
            Some(fact) => fact.ways.push(change),
            None => facts.push(GivenFact {
                given: own.clone(),
                ways: vec![change],
                noticed_by: Vec::new(),
            }),
        }
    }
    facts
}

/// A stage of the search: the changes that are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// What the variants' files state, on the claims that mention it.
    Named,
    /// What the variants' files state, on all claims.
    Stated,
    /// Additions to the variants' files, on all claims.
    Added,
    /// A piece that moves as another does, on claims about pieces.
    As,
    /// The diagrams and records on which a claim can depend.
    Seen,
    /// All these changes except additions and changes of movements. Here a claim need only become
    /// impossible to compute.
    Uncomputable,
}

impl Stage {
    const ALL: [Stage; 6] = [
        Stage::Named,
        Stage::Stated,
        Stage::Added,
        Stage::As,
        Stage::Seen,
        Stage::Uncomputable,
    ];

    fn includes(self, change: &TextChange) -> bool {
        match (change.manner, change.kind) {
            (ChangeManner::Added, _) => self == Stage::Added,
            (ChangeManner::As, _) => matches!(self, Stage::As | Stage::Uncomputable),
            (_, kind) if kind.is_of_page() => matches!(self, Stage::Seen | Stage::Uncomputable),
            (_, MutationKind::Rule) => matches!(self, Stage::Named | Stage::Stated),
            _ => matches!(self, Stage::Named | Stage::Stated | Stage::Uncomputable),
        }
    }
}

struct StrengthSearch<'a> {
    checked: &'a Checked,
    library: &'a Library,
    sources: &'a Sources,
    facts: Vec<GivenFact>,
    witnesses: Vec<Option<Witness>>,
    /// For each claim, the words of its expression, sorted.
    words: Vec<Vec<&'a str>>,
    /// Idle benches. Making one takes longer than most trials.
    benches: Mutex<Vec<Bench<'a>>>,
    watcher: &'a dyn Watcher,
}

/// A change, by the index of its fact and its index there, with the claims on which it is tried.
type PlannedTrial = ((usize, usize), Vec<usize>);

impl<'a> StrengthSearch<'a> {
    /// Returns the claims that are computed, have no witness yet, and are selected.
    fn pending(&self, selects: impl Fn(usize) -> bool) -> Vec<usize> {
        let is_pending = |claim: &usize| {
            self.witnesses[*claim].is_none()
                && self.checked.claims[*claim].judgement.verdict != Verdict::Unchecked
                && selects(*claim)
        };
        (0..self.witnesses.len()).filter(is_pending).collect()
    }

    fn solves(&self, claim: usize) -> bool {
        solves_endings(&self.checked.claims[claim].expression)
    }

    /// Tries the changes of a stage on the claims that may depend on them.
    fn try_stage(&mut self, stage: Stage) {
        let verdict = match stage {
            Stage::Uncomputable => Verdict::Error,
            _ => Verdict::Fails,
        };
        let mut order = self.order(stage).into_iter();
        loop {
            let pending = self.pending(|claim| !self.solves(claim));
            let planned = order.by_ref().map(|way| -> PlannedTrial {
                let claims = pending.iter().copied();
                let affected = claims.filter(|claim| self.tries(*claim, way, stage));
                (way, affected.collect())
            });
            let planned = planned.filter(|(_, claims)| !claims.is_empty());
            let group: Vec<PlannedTrial> = planned.take(GROUP).collect();
            if group.is_empty() {
                return;
            }
            self.try_group(&group, verdict);
        }
    }

    /// Returns the changes of a stage, in rounds: the first change of each fact comes before the
    /// second of any. Each round begins with the sorts that readers think of first.
    fn order(&self, stage: Stage) -> Vec<(usize, usize)> {
        let mut order: Vec<(usize, usize, usize, usize)> = Vec::new();
        for (fact_index, fact) in self.facts.iter().enumerate() {
            let rank = FIRST_SORTS
                .iter()
                .position(|first| *first == fact.given.kind);
            let rank = rank.unwrap_or(FIRST_SORTS.len());
            let ways = (0..fact.ways.len()).filter(|way| stage.includes(&fact.ways[*way]));
            let rounds = ways.enumerate();
            order.extend(rounds.map(|(round, way)| (round, rank, fact_index, way)));
        }
        order.sort_unstable();
        let order = order.into_iter();
        order
            .map(|(_, _, fact_index, way)| (fact_index, way))
            .collect()
    }

    /// Whether a stage tries a change on a claim.
    fn tries(&self, claim: usize, (fact, way): (usize, usize), stage: Stage) -> bool {
        let fact = &self.facts[fact];
        let (
            GameFact {
                name, kind: sort, ..
            },
            change,
        ) = (&fact.given, &fact.ways[way]);
        let mentions_fact = || name.split(' ').any(|name| self.mentions(claim, name));
        match stage {
            Stage::Named => mentions_fact(),
            Stage::Stated | Stage::Added => true,
            Stage::As => self.mentions(claim, name) || self.mentions(claim, "pieces"),
            Stage::Seen | Stage::Uncomputable if change.kind.is_of_page() => {
                let page = &self.checked.book.pages[self.checked.claims[claim].page];
                change.span.source == page.source || self.mentions(claim, name)
            }
            // A change can make a claim impossible to compute that mentions the fact or its sort.
            Stage::Seen | Stage::Uncomputable => mentions_fact() || self.mentions(claim, sort),
        }
    }

    /// Whether a word occurs in a claim's expression.
    fn mentions(&self, claim: usize, name: &str) -> bool {
        self.words[claim].binary_search(&name).is_ok()
    }

    /// Tries a few changes of the rules, and of the pieces that an endgame is about.
    fn try_endings(&mut self) {
        for claim in self.pending(|claim| self.solves(claim)) {
            let mut order = Vec::new();
            for (fact_index, fact) in self.facts.iter().enumerate() {
                let is_about = match fact.given.kind {
                    "piece" => self.mentions(claim, &fact.given.name),
                    sort => sort == "rule",
                };
                if is_about {
                    // More endgames depend on a piece's movement than on its letter.
                    let all = 0..fact.ways.len();
                    let as_others = all.filter(|way| Stage::As.includes(&fact.ways[*way]));
                    let few = as_others.take(ENDING_TRIALS / 2);
                    let ways = few.chain(0..fact.ways.len().min(2));
                    order.extend(ways.map(|way| (fact_index, way)));
                }
            }
            for way in order.into_iter().take(ENDING_TRIALS) {
                if self.witnesses[claim].is_none() {
                    self.try_group(&[(way, vec![claim])], Verdict::Fails);
                }
            }
        }
    }

    /// Tries a group of changes, each on its claims. The first change that makes a claim fail is
    /// the witness of that claim.
    fn try_group(&mut self, group: &[PlannedTrial], verdict: Verdict) {
        let answer = |((fact, way), claims): &PlannedTrial| {
            let mut bench = self.bench();
            let answer = bench.claims_failing_after(&self.facts[*fact].ways[*way], claims, verdict);
            let mut benches = self.benches.lock().unwrap_or_else(PoisonError::into_inner);
            benches.push(bench);
            answer
        };
        let answers: Vec<Option<(Vec<usize>, String)>> = group.par_iter().map(answer).collect();
        for (((fact, way), _), answer) in group.iter().zip(answers) {
            self.watcher.step();
            let Some((failing, new)) = answer else {
                continue;
            };
            let change = &self.facts[*fact].ways[*way];
            let witness = Witness {
                given: change.given.clone(),
                span: change.span,
                change: self.describe(change, &new),
            };
            for claim in &failing {
                self.witnesses[*claim].get_or_insert_with(|| witness.clone());
            }
            self.facts[*fact].noticed_by.extend(failing);
        }
    }

    /// Returns a bench that no other thread is using.
    fn bench(&self) -> Bench<'a> {
        let mut benches = self.benches.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = benches.pop();
        drop(benches);
        idle.unwrap_or_else(|| Bench::new(self.checked, self.library, self.sources))
    }

    /// Describes a change in words. For an entry of a list, names the entry and the changed key.
    fn describe(&self, change: &TextChange, new: &str) -> String {
        if let ChangeDescription::Words(words) = &change.description {
            return words.clone();
        }
        let (old, new) = change.before_and_after(new, self.sources);
        let (fact, key) = (&change.given, change.key);
        let is_entry = LISTS.contains(&fact.kind);
        let subject = match fact.kind {
            "piece" => format!("the {}", self.name_of(&fact.name)),
            _ => self.name_in_sentence(fact),
        };
        if change.kind == MutationKind::Rule {
            let stands = new.strip_prefix("stands on ");
            return match stands.and_then(|place| place.split_once(' ')) {
                Some(("also", place)) => format!("{subject} may stand on `{place}` too"),
                Some((_, place)) => format!("{subject} may not stand on `{place}`"),
                None => describe_difference(&format!("the movement of {subject}"), &old, &new),
            };
        }
        match new.is_empty() {
            true if old.starts_with('[') => format!("{subject} is left out"),
            true if is_entry && old.starts_with(key) => format!("{subject} has no `{key}`"),
            _ if is_entry => describe_difference(&format!("the `{key}` of {subject}"), &old, &new),
            _ => describe_difference(&subject, &old, &new),
        }
    }

    /// Tries the facts for which no change has made a claim fail, to see whether anything notices
    /// them.
    fn finish(self) -> Strength {
        let bench = || Bench::new(self.checked, self.library, self.sources);
        let facts = self.facts.par_iter();
        let givens = facts.map_init(bench, |bench, fact| self.find_noticing(fact, bench));
        Strength {
            givens: givens.collect(),
            witnesses: self.witnesses.clone(),
        }
    }

    /// Returns what notices a fact. If no claim is known to notice it, tries its changes until one
    /// is noticed. If none is, reports the first that makes a difference.
    fn find_noticing(&self, fact: &GivenFact, bench: &mut Bench<'_>) -> FactStrength {
        let by: BTreeSet<usize> = fact.noticed_by.iter().copied().collect();
        let ids = by
            .iter()
            .map(|claim| self.checked.claims[*claim].id.clone());
        let mut noticed = FactStrength {
            given: fact.given.clone(),
            phrase: self.name_in_sentence(&fact.given),
            claims: ids.take(MAX_NAMED).collect(),
            is_noticed: !by.is_empty(),
            gap: None,
        };
        if noticed.is_noticed {
            return noticed;
        }
        for trial in fact.ways.iter().filter_map(|way| trial(bench, way)) {
            match trial.outcome {
                MutationOutcome::Noticed => {
                    noticed.claims = trial
                        .noticed_by
                        .and_then(|fault| fault.claim)
                        .into_iter()
                        .collect();
                    noticed.is_noticed = true;
                    noticed.gap = None;
                    break;
                }
                MutationOutcome::Unnoticed(difference) => {
                    noticed.gap.get_or_insert(Gap {
                        span: trial.span,
                        before: trial.before,
                        after: trial.after,
                        difference,
                        remedy: trial.remedy,
                    });
                }
                _ => {}
            }
        }
        noticed
    }

    /// Returns the name of a fact for use in a sentence.
    fn name_in_sentence(&self, fact: &GameFact) -> String {
        let name = &fact.name;
        match fact.kind {
            "piece" => format!("what is said of the {}", self.name_of(name)),
            "cell" => format!("the cell {name}"),
            "pieces" => format!("the pieces of {name}"),
            "title" => "the title".to_string(),
            "sets" => format!("the set `{name}`"),
            "diagram" | "drawing" | "record" => format!("the {} `{name}`", fact.kind),
            sort if name.is_empty() => format!("`{sort}`"),
            sort => format!("the {sort} `{name}`"),
        }
    }

    /// Returns the name of a piece, in the book's own variant if that has the piece.
    fn name_of(&self, piece: &str) -> String {
        let variants = &self.library.variants;
        let own = self.checked.book.variant.into_iter();
        let mut known = own
            .chain(variants.places())
            .map(|place| &variants.rules(place).variant);
        known
            .find_map(|variant| Some(variant.kind(variant.kind_named(piece)?).name.clone()))
            .unwrap_or_else(|| piece.to_string())
    }
}

/// Describes the difference between two texts by the words between their common beginning and
/// end.
fn describe_difference(subject: &str, old: &str, new: &str) -> String {
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let (old, new) = (words(old), words(new));
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - start;
    let end = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take(rest)
        .take_while(|(a, b)| a == b)
        .count();
    let part = |all: &[String]| all[start..all.len() - end].join(" ");
    match (part(&old), part(&new)) {
        (old, new) if new.is_empty() => format!("{subject} does not say `{old}`"),
        (old, new) if old.is_empty() => format!("{subject} says `{new}` as well"),
        (old, new) => format!("{subject} says `{new}` and not `{old}`"),
    }
}
