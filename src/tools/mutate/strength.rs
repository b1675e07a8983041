//! Measures how strong a book's claims are: finds for each claim a *witness*, one change of the
//! facts that makes it fail, and for each fact the claims that notice it.
//!
//! One witness is enough, so a claim that has one is not tried again. The order of the changes is:
//! the variants' files, one change of each fact, then a second of each, and so on; what these
//! files could say and do not; the diagrams and records that a claim can see; and last, for the
//! claims that need
//! endgames solved, a few changes of the facts that those are about. Changes are tried in groups
//! of a fixed size, so that the result does not depend on how many run at once.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::bench::Bench;
use super::change::{Change, Manner, MutationKind, MutationOutcome, Told, Trial};
use super::toml::LISTS;
use super::trial::trial;
use super::{added, blocks, of_files, record, variants_of};
use padma_book::claim::{Verdict, solves_endings};
use padma_book::judge::{Checked, Gap, Given, Noticed, Strength, Witness};
use padma_book::load::{Library, Watcher};
use padma_text::Sources;
use padma_variant::resolve::Variants;

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
    let places = variants_of(checked);
    changes.extend(added::to_variants(library, checked, &places, sources));
    // No claim notices that a file is invalid without one of its keys.
    changes
        .iter_mut()
        .for_each(|change| change.is_sensible = true);
    changes.extend(record::changes(&checked.book, variants, sources));
    changes.extend(blocks::changes(checked, variants, sources));
    changes.retain(|change| !matches!(change.kind, MutationKind::Title | MutationKind::Erratum));
    let mut rows = FactRows::new();
    changes
        .into_iter()
        .for_each(|change| add(&mut rows, change));
    let mut search = StrengthSearch::new(checked, library, sources, rows, watcher);
    for stage in Stage::ALL {
        search.go_through(stage);
    }
    search.of_endings();
    search.finish()
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

    fn has(self, change: &Change) -> bool {
        match (change.manner, change.kind) {
            (Manner::Added, _) => self == Stage::Added,
            (Manner::As, _) => self == Stage::As,
            (_, kind) if kind.is_of_page() => matches!(self, Stage::Seen | Stage::Gone),
            (_, MutationKind::Rule) => matches!(self, Stage::Named | Stage::Said),
            _ => matches!(self, Stage::Named | Stage::Said | Stage::Gone),
        }
    }
}

/// The facts, each with the changes to try.
type FactRows = Vec<(Given, Vec<Change>)>;

fn add(rows: &mut FactRows, change: Change) {
    // Two entries of a piece are the same fact wherever in its table the change is, but two rules
    // of one kind are two facts.
    let fact = &change.given;
    let is_same = |known: &Given| {
        known.sort == fact.sort
            && known.name == fact.name
            && known.span.source == fact.span.source
            && (known.sort == "piece" || known.span == fact.span)
    };
    match rows.iter_mut().find(|(known, _)| is_same(known)) {
        Some((_, ways)) => ways.push(change),
        None => rows.push((fact.clone(), vec![change])),
    }
}

struct StrengthSearch<'a> {
    checked: &'a Checked,
    library: &'a Library,
    sources: &'a Sources,
    rows: FactRows,
    witnesses: Vec<Option<Witness>>,
    /// For each fact, the claims that have been found to notice it.
    noticed_by: Vec<Vec<usize>>,
    /// For each claim, the words of its expression, sorted.
    words: Vec<Vec<&'a str>>,
    /// Idle benches. Making one takes longer than most trials.
    benches: Mutex<Vec<Bench<'a>>>,
    watcher: &'a dyn Watcher,
}

/// A change, by the index of the fact and of the change, with the claims that it is tried on.
type PlannedTrial = ((usize, usize), Vec<usize>);

impl<'a> StrengthSearch<'a> {
    fn new(
        checked: &'a Checked,
        library: &'a Library,
        sources: &'a Sources,
        rows: FactRows,
        watcher: &'a dyn Watcher,
    ) -> StrengthSearch<'a> {
        let (witnesses, noticed_by) = (
            vec![None; checked.claims.len()],
            vec![Vec::new(); rows.len()],
        );
        watcher.begin(
            "looking for what each claim notices,",
            rows.iter().map(|(_, ways)| ways.len()).sum(),
        );
        let divides = |c: char| !(c.is_alphanumeric() || c == '-' || c == '_');
        let words = checked.claims.iter().map(|claim| {
            let mut words: Vec<&str> = claim.expression.split(divides).collect();
            words.sort_unstable();
            words
        });
        let (words, benches) = (words.collect(), Mutex::default());
        StrengthSearch {
            checked,
            library,
            sources,
            rows,
            witnesses,
            noticed_by,
            words,
            benches,
            watcher,
        }
    }

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
        // The first change of each fact comes before the second of any. Within a round, the sorts
        // that readers think of first come first.
        let mut order: Vec<(usize, usize, usize, usize)> = Vec::new();
        for (fact, (given, all)) in self.rows.iter().enumerate() {
            let rank = FIRST
                .iter()
                .position(|first| *first == given.sort)
                .unwrap_or(FIRST.len());
            let ways = (0..all.len()).filter(|way| stage.has(&all[*way]));
            order.extend(
                ways.enumerate()
                    .map(|(round, way)| (round, rank, fact, way)),
            );
        }
        order.sort_unstable();
        let mut order = order.into_iter().map(|(_, _, fact, way)| (fact, way));
        let verdict = if stage == Stage::Gone {
            Verdict::Error
        } else {
            Verdict::Fails
        };
        loop {
            let pending = self.pending(|claim| !self.solves(claim));
            let may = |claim: usize, (fact, way): (usize, usize)| match stage {
                Stage::Named => self.rows[fact]
                    .0
                    .name
                    .split(' ')
                    .any(|name| self.names(claim, name)),
                Stage::Said | Stage::Added => true,
                Stage::As => {
                    self.names(claim, &self.rows[fact].0.name) || self.names(claim, "pieces")
                }
                Stage::Seen | Stage::Gone => self.sees(claim, fact, way),
            };
            let asked = |way| -> PlannedTrial {
                (
                    way,
                    pending
                        .iter()
                        .copied()
                        .filter(|claim| may(*claim, way))
                        .collect(),
                )
            };
            let asked = order.by_ref().map(asked);
            let group: Vec<PlannedTrial> = asked
                .filter(|(_, claims)| !claims.is_empty())
                .take(GROUP)
                .collect();
            if group.is_empty() {
                return;
            }
            self.ask(&group, verdict);
        }
    }

    /// Whether a claim is on the page of the changed diagram or record, or names what is changed.
    fn sees(&self, claim: usize, fact: usize, way: usize) -> bool {
        let (Given { name, sort, .. }, ways) = &self.rows[fact];
        let page = &self.checked.book.pages[self.checked.claims[claim].page];
        let is_near = match &ways[way] {
            change if change.kind.is_of_page() => change.span.source == page.source,
            // The words of a scale are in quotes.
            _ => name
                .split(' ')
                .chain([*sort])
                .any(|name| self.names(claim, name)),
        };
        is_near || self.names(claim, name)
    }

    /// Whether a word occurs in a claim's expression.
    fn names(&self, claim: usize, name: &str) -> bool {
        self.words[claim].binary_search(&name).is_ok()
    }

    /// Tries a few changes of the pieces that an endgame is about.
    fn of_endings(&mut self) {
        for claim in self.pending(|claim| self.solves(claim)) {
            let is_meant = |fact: &Given| match fact.sort {
                "piece" => self.names(claim, &fact.name),
                sort => sort == "rule",
            };
            let named = (0..self.rows.len()).filter(|fact| is_meant(&self.rows[*fact].0));
            // More endgames depend on a piece's movement than on its letter.
            let few = named.flat_map(|fact| {
                let ways = &self.rows[fact].1;
                let as_others = (0..ways.len())
                    .filter(|way| Stage::As.has(&ways[*way]))
                    .take(ENDING_TRIALS / 2);
                as_others
                    .chain(0..ways.len().min(2))
                    .map(|way| (fact, way))
                    .collect::<Vec<_>>()
            });
            let order: Vec<(usize, usize)> = few.take(ENDING_TRIALS).collect();
            for way in order {
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
            let answer = bench.failing(&self.rows[*fact].1[*way], claims, verdict);
            self.benches
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(bench);
            answer
        };
        let answers: Vec<Option<(Vec<usize>, String)>> = group.par_iter().map(answer).collect();
        for (((fact, way), _), answer) in group.iter().zip(answers) {
            self.watcher.step();
            let Some((failing, new)) = answer else {
                continue;
            };
            for claim in failing {
                self.noticed_by[*fact].push(claim);
                if self.witnesses[claim].is_none() {
                    let (of, ways) = &self.rows[*fact];
                    let span = ways[*way].span;
                    let when = self.when(of, &ways[*way], &new);
                    self.witnesses[claim] = Some(Witness {
                        given: of.clone(),
                        span,
                        when,
                    });
                }
            }
        }
    }

    /// Returns a bench that no other thread uses now.
    fn bench(&self) -> Bench<'a> {
        let idle = self
            .benches
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        idle.unwrap_or_else(|| Bench::new(self.checked, self.library, self.sources))
    }

    /// Describes a change in words. Names the whole entry of a list, and the key that changes.
    fn when(&self, fact: &Given, change: &Change, new: &str) -> String {
        let variants = &self.library.variants;
        if let Told::Words(words) = &change.told {
            return words.clone();
        }
        let (old, new) = change.before_and_after(new, self.sources);
        let key = change.key;
        let is_entry = LISTS.contains(&fact.sort);
        let name = || name_of(&fact.name, variants, self.checked);
        let all = match fact.sort {
            "piece" => format!("the {}", name()),
            _ => named(fact, variants, self.checked),
        };
        if change.kind == MutationKind::Rule {
            return match new
                .strip_prefix("stands on ")
                .and_then(|place| place.split_once(' '))
            {
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
        let StrengthSearch {
            checked,
            library,
            sources,
            rows,
            witnesses,
            noticed_by,
            ..
        } = self;
        let variants = &library.variants;
        let ask = |bench: &mut Bench<'_>,
                   ((given, ways), mut by): ((Given, Vec<Change>), Vec<usize>)| {
            let said = named(&given, variants, checked);
            by.sort_unstable();
            by.dedup();
            let by = by
                .iter()
                .take(MOST_NAMED)
                .map(|claim| checked.claims[*claim].id.clone());
            let mut noticed = Noticed {
                given,
                said,
                claims: by.collect(),
                is_noticed: true,
                gap: None,
            };
            if noticed.claims.is_empty() {
                try_all(bench, &ways, &mut noticed);
            }
            noticed
        };
        let bench = || Bench::new(checked, library, sources);
        let givens = rows
            .into_par_iter()
            .zip(noticed_by)
            .map_init(bench, ask)
            .collect();
        Strength { witnesses, givens }
    }
}

/// Tries the changes of a fact until one is noticed; otherwise keeps the first that makes a
/// difference.
fn try_all(bench: &mut Bench<'_>, ways: &[Change], noticed: &mut Noticed) {
    for trial in ways.iter().filter_map(|way| trial(bench, way)) {
        match trial.outcome {
            MutationOutcome::Noticed => {
                noticed
                    .claims
                    .extend(trial.by.and_then(|fault| fault.claim));
                noticed.gap = None;
                return;
            }
            MutationOutcome::Unnoticed(difference) => {
                let Trial {
                    span,
                    before,
                    after,
                    remedy,
                    ..
                } = trial;
                noticed.gap.get_or_insert(Gap {
                    span,
                    before,
                    after,
                    difference,
                    remedy,
                });
            }
            _ => {}
        }
    }
    noticed.is_noticed = false;
}

/// Returns the name of a fact for use in a sentence.
fn named(fact: &Given, variants: &Variants, checked: &Checked) -> String {
    let name = &fact.name;
    match fact.sort {
        "piece" => format!("what is said of the {}", name_of(name, variants, checked)),
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
fn name_of(piece: &str, variants: &Variants, checked: &Checked) -> String {
    let places = checked.book.variant.into_iter().chain(variants.places());
    let mut known = places.map(|place| &variants.rules(place).variant);
    known
        .find_map(|variant| Some(variant.kind(variant.kind_named(piece)?).name.clone()))
        .unwrap_or_else(|| piece.to_string())
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
