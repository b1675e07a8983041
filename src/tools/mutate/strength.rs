//! Measures how strong a book's claims are: finds for each claim a *witness*, one change of the
//! facts that makes it fail, and for each fact the claims that notice it.
//!
//! One witness is enough, so a claim that has one is not tried again. The order of the changes is:
//! the variants' files, one change of each fact, then a second of each, and so on; what these
//! files could say and do not; the diagrams and records that a claim can see; and last, for the
//! claims that need
//! endgames solved, a few changes of the facts that those are about. Changes are tried in groups
//! of a fixed size, so that the result does not depend on how many run at once.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::bench::Bench;
use super::change::{ChangeManner, MutationKind, MutationOutcome, TextChange, Told};
use super::toml::LISTS;
use super::trial::trial;
use super::{added, blocks, of_files, record};
use padma_book::claim::Verdict;
use padma_book::judge::{Checked, Gap, Given, Noticed, Strength, Witness};
use padma_book::load::{Library, Watcher};
use padma_expr::solves_endings;
use padma_text::Sources;

/// The sorts of facts that are changed first, in this order.
const FIRST: [&str; 4] = ["piece", "rule", "sets", "setup"];

/// The number of changes in a group. They are tried independently of each other's results.
const GROUP: usize = 32;

/// Maximum number of changes tried on a claim that needs endgames solved.
const ENDING_TRIALS: usize = 16;

/// Maximum number of claims that are named as noticing a fact, for each change of it.
const MOST_NAMED: usize = 8;

/// Finds a witness for each claim of a sound book, and the claims that notice each of its facts.
pub fn strength(
    checked: &Checked,
    library: &Library,
    sources: &Sources,
    watcher: &dyn Watcher,
) -> Strength {
    let variants = &library.variants;
    let mut changes = of_files(checked, library, sources);
    changes.extend(added::changes(library, checked, sources));
    for change in &mut changes {
        // No claim notices that a file is invalid without one of its keys.
        change.is_sensible = true;
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
        search.go_through(stage);
    }
    search.of_endings();
    search.finish()
}

/// A fact, with the changes to try and the claims that have been found to notice it.
struct GivenFact {
    given: Given,
    ways: Vec<TextChange>,
    noticed_by: Vec<usize>,
}

/// Groups changes by the fact that they change.
fn facts(changes: Vec<TextChange>) -> Vec<GivenFact> {
    let mut facts: Vec<GivenFact> = Vec::new();
    for change in changes {
        // Two entries of a piece are the same fact wherever in its table the change is, but two
        // rules of one kind are two facts.
        let own = &change.given;
        let is_same = |known: &Given| {
            known.sort == own.sort
                && known.name == own.name
                && known.span.source == own.span.source
                && (known.sort == "piece" || known.span == own.span)
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
    /// What the variants' files state, on the claims that name it.
    Named,
    /// What the variants' files state, on all claims.
    Said,
    /// What the variants' files could state.
    Added,
    /// A piece that moves as another does, on claims about pieces.
    As,
    /// The diagrams and records that a claim can see.
    Seen,
    /// The same; here it is enough that a claim can no longer be computed.
    Gone,
}

impl Stage {
    const ALL: [Stage; 6] = [
        Stage::Named,
        Stage::Said,
        Stage::Added,
        Stage::As,
        Stage::Seen,
        Stage::Gone,
    ];

    fn has(self, change: &TextChange) -> bool {
        match (change.manner, change.kind) {
            (ChangeManner::Added, _) => self == Stage::Added,
            (ChangeManner::As, _) => matches!(self, Stage::As | Stage::Gone),
            (_, kind) if kind.is_of_page() => matches!(self, Stage::Seen | Stage::Gone),
            (_, MutationKind::Rule) => matches!(self, Stage::Named | Stage::Said),
            _ => matches!(self, Stage::Named | Stage::Said | Stage::Gone),
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

/// A change, by the index of the fact and of the change, with the claims that it is tried on.
type PlannedTrial = ((usize, usize), Vec<usize>);

impl<'a> StrengthSearch<'a> {
    /// Returns the claims that are computed, have no witness yet, and satisfy `is_meant`.
    fn pending(&self, is_meant: impl Fn(usize) -> bool) -> Vec<usize> {
        let open = |claim: &usize| {
            self.witnesses[*claim].is_none()
                && self.checked.claims[*claim].judgement.verdict != Verdict::Unchecked
                && is_meant(*claim)
        };
        (0..self.witnesses.len()).filter(open).collect()
    }

    fn solves(&self, claim: usize) -> bool {
        solves_endings(&self.checked.claims[claim].expression)
    }

    /// Tries the changes of a stage on the claims that may depend on them.
    fn go_through(&mut self, stage: Stage) {
        let verdict = match stage {
            Stage::Gone => Verdict::Error,
            _ => Verdict::Fails,
        };
        let mut order = self.order(stage).into_iter();
        loop {
            let pending = self.pending(|claim| !self.solves(claim));
            let asked = order.by_ref().map(|way| -> PlannedTrial {
                let claims = pending.iter().copied();
                let meant = claims.filter(|claim| self.may_notice(*claim, way, stage));
                (way, meant.collect())
            });
            let asked = asked.filter(|(_, claims)| !claims.is_empty());
            let group: Vec<PlannedTrial> = asked.take(GROUP).collect();
            if group.is_empty() {
                return;
            }
            self.ask(&group, verdict);
        }
    }

    /// Returns the changes of a stage. The first change of each fact comes before the second of
    /// any. Within a round, the sorts that readers think of first come first.
    fn order(&self, stage: Stage) -> Vec<(usize, usize)> {
        let mut order: Vec<(usize, usize, usize, usize)> = Vec::new();
        for (place, fact) in self.facts.iter().enumerate() {
            let rank = FIRST.iter().position(|first| *first == fact.given.sort);
            let rank = rank.unwrap_or(FIRST.len());
            let ways = (0..fact.ways.len()).filter(|way| stage.has(&fact.ways[*way]));
            let rounds = ways.enumerate();
            order.extend(rounds.map(|(round, way)| (round, rank, place, way)));
        }
        order.sort_unstable();
        let order = order.into_iter();
        order.map(|(_, _, place, way)| (place, way)).collect()
    }

    /// Whether a stage tries a change on a claim.
    fn may_notice(&self, claim: usize, (fact, way): (usize, usize), stage: Stage) -> bool {
        let fact = &self.facts[fact];
        let (Given { name, sort, .. }, change) = (&fact.given, &fact.ways[way]);
        let names_it = || name.split(' ').any(|name| self.names(claim, name));
        match stage {
            Stage::Named => names_it(),
            Stage::Said | Stage::Added => true,
            Stage::As => self.names(claim, name) || self.names(claim, "pieces"),
            Stage::Seen | Stage::Gone if change.kind.is_of_page() => {
                let page = &self.checked.book.pages[self.checked.claims[claim].page];
                change.span.source == page.source || self.names(claim, name)
            }
            // The words of a scale are in quotes.
            Stage::Seen | Stage::Gone => names_it() || self.names(claim, sort),
        }
    }

    /// Whether a word occurs in a claim's expression.
    fn names(&self, claim: usize, name: &str) -> bool {
        self.words[claim].binary_search(&name).is_ok()
    }

    /// Tries a few changes of the pieces that an endgame is about.
    fn of_endings(&mut self) {
        for claim in self.pending(|claim| self.solves(claim)) {
            let mut order = Vec::new();
            for (place, fact) in self.facts.iter().enumerate() {
                let is_meant = match fact.given.sort {
                    "piece" => self.names(claim, &fact.given.name),
                    sort => sort == "rule",
                };
                if is_meant {
                    // More endgames depend on a piece's movement than on its letter.
                    let all = 0..fact.ways.len();
                    let as_others = all.filter(|way| Stage::As.has(&fact.ways[*way]));
                    let few = as_others.take(ENDING_TRIALS / 2);
                    let ways = few.chain(0..fact.ways.len().min(2));
                    order.extend(ways.map(|way| (place, way)));
                }
            }
            for way in order.into_iter().take(ENDING_TRIALS) {
                if self.witnesses[claim].is_none() {
                    self.ask(&[(way, vec![claim])], Verdict::Fails);
                }
            }
        }
    }

    /// Tries a group of changes, each on its claims; the first that makes a claim fail is its
    /// witness.
    fn ask(&mut self, group: &[PlannedTrial], verdict: Verdict) {
        let answer = |((fact, way), claims): &PlannedTrial| {
            let mut bench = self.bench();
            let answer = bench.failing(&self.facts[*fact].ways[*way], claims, verdict);
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
                when: self.when(change, &new),
            };
            for claim in &failing {
                self.witnesses[*claim].get_or_insert_with(|| witness.clone());
            }
            self.facts[*fact].noticed_by.extend(failing);
        }
    }

    /// Returns a bench that no other thread uses now.
    fn bench(&self) -> Bench<'a> {
        let mut benches = self.benches.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = benches.pop();
        drop(benches);
        idle.unwrap_or_else(|| Bench::new(self.checked, self.library, self.sources))
    }

    /// Describes a change in words. Names the whole entry of a list, and the key that changes.
    fn when(&self, change: &TextChange, new: &str) -> String {
        if let Told::Words(words) = &change.told {
            return words.clone();
        }
        let (old, new) = change.before_and_after(new, self.sources);
        let (fact, key) = (&change.given, change.key);
        let is_entry = LISTS.contains(&fact.sort);
        let all = match fact.sort {
            "piece" => format!("the {}", self.name_of(&fact.name)),
            _ => self.named(fact),
        };
        if change.kind == MutationKind::Rule {
            let stands = new.strip_prefix("stands on ");
            return match stands.and_then(|place| place.split_once(' ')) {
                Some(("also", place)) => format!("{all} may stand on `{place}` too"),
                Some((_, place)) => format!("{all} may not stand on `{place}`"),
                None => otherwise(&format!("the movement of {all}"), &old, &new),
            };
        }
        match new.is_empty() {
            true if old.starts_with('[') => format!("{all} is left out"),
            true if is_entry && old.starts_with(key) => format!("{all} has no `{key}`"),
            _ if is_entry => otherwise(&format!("the `{key}` of {all}"), &old, &new),
            _ => otherwise(&all, &old, &new),
        }
    }

    /// Tries the facts for which no change has made a claim fail, to see whether anything notices
    /// them.
    fn finish(self) -> Strength {
        let bench = || Bench::new(self.checked, self.library, self.sources);
        // What a built-in variant says is no fact of the book.
        let is_own = |fact: &&GivenFact| !self.sources.get(fact.given.span.source).is_built_in();
        let facts = self.facts.par_iter().filter(is_own);
        let givens = facts.map_init(bench, |bench, fact| self.noticed(fact, bench));
        Strength {
            givens: givens.collect(),
            witnesses: self.witnesses.clone(),
        }
    }

    /// Returns what notices a fact. If no claim is known to, tries its changes until one is
    /// noticed, and otherwise keeps the first that makes a difference.
    fn noticed(&self, fact: &GivenFact, bench: &mut Bench<'_>) -> Noticed {
        let by: BTreeSet<usize> = fact.noticed_by.iter().copied().collect();
        let ids = by
            .iter()
            .map(|claim| self.checked.claims[*claim].id.clone());
        let mut noticed = Noticed {
            given: fact.given.clone(),
            said: self.named(&fact.given),
            claims: ids.take(MOST_NAMED).collect(),
            is_noticed: !by.is_empty(),
            gap: None,
        };
        if noticed.is_noticed {
            return noticed;
        }
        for trial in fact.ways.iter().filter_map(|way| trial(bench, way)) {
            match trial.outcome {
                MutationOutcome::Noticed => {
                    noticed.claims = trial.by.and_then(|fault| fault.claim).into_iter().collect();
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
    fn named(&self, fact: &Given) -> String {
        let name = &fact.name;
        match fact.sort {
            "piece" => format!("what is said of the {}", self.name_of(name)),
            "cell" => format!("the cell {name}"),
            "pieces" => format!("the pieces of {name}"),
            "title" => "the title".to_string(),
            "sets" => format!("the set `{name}`"),
            "diagram" | "drawing" | "record" => format!("the {} `{name}`", fact.sort),
            sort if name.is_empty() => format!("`{sort}`"),
            sort => format!("the {sort} `{name}`"),
        }
    }

    /// Returns the name of a piece; that of the book's own variant, if it has the piece.
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

/// Describes the difference between two texts: the words that remain without their common
/// beginning and end.
fn otherwise(of: &str, old: &str, new: &str) -> String {
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
        (old, new) if new.is_empty() => format!("{of} does not say `{old}`"),
        (old, new) if old.is_empty() => format!("{of} says `{new}` as well"),
        (old, new) => format!("{of} says `{new}` and not `{old}`"),
    }
}
