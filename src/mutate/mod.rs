//! Tries how much a book's check would notice: changes one fact at a time, checks again, and says
//! which changes were not noticed.
//!
//! ```text
//! prose    a number, cell or piece in the text of a claim        11 cells → 12 cells
//! mark     a cell that a `source` line of a diagram names        c4 d3 d5 → d3 d5
//! source   what a claim's `source` says is printed               source 26 → source 27
//! move     a recorded move's square, letter or sign              Nf3 → Ng3
//! rule     a word, letter or number of a piece's movement        along X, Z → along X, Y
//! ```
//!
//! A change of a rule counts only if it changes a move that can be made, and one of a recorded move unless what
//! comes of it is another legal game, which may have been played as well. Knows no files and no terminals: texts are
//! changed in memory.

mod change;
mod difference;
mod facts;
mod records;
mod sentences;
mod strings;
mod trial;

pub use change::{Kind, Outcome, Trial};

use rayon::prelude::*;

use crate::compile::Watcher;
use crate::judge::Checked;
use crate::lower::Variants;
use crate::text::Sources;
use trial::Bench;

/// Tries every change of a sound book, kind by kind and in the order of the texts.
pub fn mutate(
    checked: &Checked,
    variants: &Variants,
    sources: &Sources,
    watcher: &dyn Watcher,
) -> Vec<Trial> {
    let (changes, bends) = (facts::changes(checked, variants, sources), sentences::bends(variants, sources));
    watcher.begin("trying", changes.len() + bends.len());
    let bench = || Bench::new(checked, variants, sources);
    let mut trials = each(&changes, bench, Bench::text, watcher);
    trials.extend(each(&bends, bench, Bench::rule, watcher));
    trials
}

/// Tries the changes of a sound book's pages alone.
pub fn mutate_pages(
    checked: &Checked,
    variants: &Variants,
    sources: &Sources,
    watcher: &dyn Watcher,
) -> Vec<Trial> {
    let changes = facts::changes(checked, variants, sources);
    watcher.begin("trying", changes.len());
    each(&changes, || Bench::new(checked, variants, sources), Bench::text, watcher)
}

fn each<'a, T: Sync>(
    changes: &[T],
    bench: impl Fn() -> Bench<'a> + Sync + Send,
    attempt: impl Fn(&mut Bench<'a>, &T) -> Trial + Sync + Send,
    watcher: &dyn Watcher,
) -> Vec<Trial> {
    let tried = changes.par_iter().map_init(bench, |bench, change| {
        let trial = attempt(bench, change);
        watcher.step();
        trial
    });
    let mut trials: Vec<Trial> = tried.collect();
    trials.sort_by_key(|trial| (trial.kind, trial.span));
    trials
}

/// How many trials of a kind there were, and how many were noticed; changes that come to nothing wrong are
/// left out.
pub fn tally(trials: &[Trial], kind: Kind) -> (usize, usize) {
    let harmless = |trial: &&Trial| matches!(trial.outcome, Outcome::Idle | Outcome::AnotherGame);
    let of_kind = trials.iter().filter(|trial| trial.kind == kind && !harmless(trial));
    let noticed = of_kind.clone().filter(|trial| trial.outcome == Outcome::Noticed).count();
    (noticed, of_kind.count())
}
