//! Tests how much a book's check notices: changes one fact at a time, checks again, and reports
//! which changes were not noticed, and what noticed the others.
//!
//! ```text
//! prose    a number, cell, piece, side or word of logic in the   11 cells → 12 cells
//!          text of a claim
//! mark     a cell that a `source` line of a diagram names        c4 d3 d5 → d3 d5
//! source   what a claim's `source` says is printed               source 26 → source 27
//! move     a recorded move's square, letter or symbol            Nf3 → Ng3
//! rule     a word, letter or number of a piece's movement        along X, Z → along X, Y
//! variant  any other key of a variant's file, or a table of it   may_wait = true → nothing
//! diagram  a word of a diagram's line, or the line               white king e1 → white king f1
//! drawing  a piece, a shade or a stroke of the source's drawing  |:::| → |   |
//! title    a word of a title                                     Rook's reach → King's reach
//! erratum  a word of the proof that the source is wrong          f7 is a square → g7 is a square
//! tag      a word of a game's tag, or its result                 [Date "1998"] → [Date "1999"]
//! book     a word of book.toml                                   The 39 cells → The 40 cells
//! outline  a number, a title or a reference of source.toml       number = "2.0" → "2.1"
//! ```
//!
//! Each text has tokens: a number, a cell, a verb, a letter of a string. `toml`, `movement`,
//! `prose`, `blocks` and `record` find them, and the table in `token` says what can replace each. A
//! change is always an edit of the text. `bench` reads the edited text again, with what depends on it, and
//! `trial` finds what notices the change and what would.
//!
//! A change of a rule counts only if it changes what can be played or said. A change of a recorded
//! move does not count if the result is another legal game, which may have been played as well.
//! Does no input or output, and knows no terminals: texts are changed in memory.
//!
//! ```
//! use padma_book::load::Session;
//! use padma_book::pages::decl::BookDecl;
//! use padma_book::pages::page;
//! use padma_mutate::{mutate, share};
//! use padma_text::At;
//! use std::path::Path;
//!
//! let mut session = Session::new(Path::new("no-books"), &[]);
//! let text = "[From a1 it has 14 moves](<claim:count(reach(rook, a1)) = 14>).\n";
//! let id = session.sources.add("rook.md", text);
//! let page = page::parse("rook.md", id, &session.sources, &mut session.diagnostics);
//! let variant = Some(At { value: "chess".to_string(), span: session.sources.whole(id) });
//! let decl = BookDecl { variant, ..BookDecl::default() };
//! let checked = session.check_pages(Path::new("no-books"), decl, vec![page]);
//! // Only changes of the page: another number, another cell.
//! let of_page = |_, span: padma_text::Span| span.source == id;
//! let trials = mutate(&checked, &session.library, &session.sources, &of_page, &());
//! let (noticed, all) = share(&trials);
//! assert_eq!(noticed, all);
//! assert!(all >= 2);
//! ```

#![warn(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

mod added;
mod bench;
mod blocks;
mod change;
mod layout;
mod movement;
mod placement;
mod prose;
mod record;
mod remedy;
mod seen;
mod strength;
mod token;
mod toml;
mod trial;
mod walk;

pub use change::{MutationKind, MutationOutcome, Trial};
pub use remedy::remedy;
pub use strength::strength;

use rayon::prelude::*;

use bench::Bench;
use change::TextChange;
use padma_book::judge::Checked;
use padma_book::load::{Library, Watcher};
use padma_text::{Sources, Span};
use seen::variants_of;

/// Selects the changes to try, by their kind and place.
pub type Wanted<'w> = &'w dyn Fn(MutationKind, Span) -> bool;

/// Tries every selected change of a sound book, kind by kind and in the order of the texts.
pub fn mutate(
    checked: &Checked,
    library: &Library,
    sources: &Sources,
    wanted: Wanted<'_>,
    watcher: &dyn Watcher,
) -> Vec<Trial> {
    let variants = &library.variants;
    let mut changes = prose::changes(checked, variants, sources);
    changes.extend(blocks::changes(checked, variants, sources));
    changes.extend(record::changes(&checked.book, variants, sources));
    changes.extend(of_files(checked, library, sources));
    changes.retain(|change| wanted(change.kind, change.span));
    watcher.begin("trying", changes.len());
    let bench = || Bench::new(checked, library, sources);
    let tried = changes.par_iter().map_init(bench, |bench, change| {
        let trial = trial::trial(bench, change);
        watcher.step();
        trial
    });
    let mut trials: Vec<Trial> = tried.flatten().collect();
    // Changes of pages come first.
    trials.sort_by_key(|trial| (!trial.kind.is_of_page(), trial.kind, trial.span));
    let ids = checked.book.placed.iter().map(|figure| figure.id.as_str());
    remedy::number_diagrams(&mut trials, ids);
    trials
}

/// Returns all changes of the files of a book's variants, those of movements first, and then of
/// `book.toml` and `source.toml`.
fn of_files(checked: &Checked, library: &Library, sources: &Sources) -> Vec<TextChange> {
    let mut all = toml::of_variants(library, &variants_of(checked), sources);
    all.sort_by_key(|change| change.kind != MutationKind::Rule);
    all.extend(toml::of_book(checked, &library.variants, sources));
    all
}

/// Returns how many trials of a kind were noticed, and how many were noticed or are gaps. Harmless
/// changes and those that the author accepts count as neither.
pub fn tally(trials: &[Trial], kind: MutationKind) -> (usize, usize) {
    let counts = |trial: &&Trial| {
        matches!(
            trial.outcome,
            MutationOutcome::Noticed | MutationOutcome::Unnoticed(_)
        )
    };
    let of_kind = trials
        .iter()
        .filter(|trial| trial.kind == kind && counts(trial));
    let noticed = of_kind
        .clone()
        .filter(|trial| trial.outcome == MutationOutcome::Noticed)
        .count();
    (noticed, of_kind.count())
}

/// Returns how many trials are not gaps, and the number of all trials. Leaves out the changes that
/// the author accepts.
pub fn share(trials: &[Trial]) -> (usize, usize) {
    let count = |test: fn(&MutationOutcome) -> bool| {
        trials.iter().filter(|trial| test(&trial.outcome)).count()
    };
    let gaps = count(|outcome| matches!(outcome, MutationOutcome::Unnoticed(_)));
    let all = count(|outcome| !matches!(outcome, MutationOutcome::Ignored(_)));
    (all - gaps, all)
}
