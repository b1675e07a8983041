//! `mutate`: how much a book's check would notice.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::ask::{self, Format};
use super::books::{Judged, judge_all, status};
use super::common::{Common, FAILED, GOOD, print, rewrites_lines, say};
use super::progress::Progress;
use crate::judge::Checked;
use crate::mutate::{Kind, Outcome, Trial, mutate, tally};
use crate::text::Sources;

#[derive(Args, Debug)]
pub(crate) struct MutateArgs {
    /// Books: folders, or their names under the content folder; all books, if none is named
    #[arg(value_name = "BOOK")]
    books: Vec<PathBuf>,
    /// How to print the report
    #[arg(long, default_value = "human", value_name = "FORMAT", value_parser = ask::named([("human", Format::Text), ("json", Format::Json)]))]
    format: Format,
}

/// Tries every change of sound books. Status 1 if one went unnoticed.
pub(crate) fn run(args: &MutateArgs, common: &Common) -> u8 {
    let Judged { mut session, books, .. } = judge_all(&args.books, common);
    let state = status(&session, &books);
    if state != GOOD {
        common.complain(&mut session);
        say("error: a change can only be tried on a book that is sound");
        return state;
    }
    let variants = &session.library.variants;
    let progress = Progress::new(rewrites_lines());
    let tried: Vec<(&Checked, Vec<Trial>)> = books
        .iter()
        .map(|checked| (checked, mutate(checked, variants, &session.sources, &progress)))
        .collect();
    drop(progress);
    let printed = match args.format {
        Format::Text => print(
            &tried.iter().map(|(book, trials)| human(book, trials, &session.sources)).collect::<String>(),
        ),
        Format::Json => print(&machine(&tried, &session.sources)),
    };
    let is_missed = |trial: &Trial| matches!(trial.outcome, Outcome::Unnoticed(_));
    let missed = tried.iter().flat_map(|(_, trials)| trials).any(is_missed);
    printed.max(if missed { FAILED } else { GOOD })
}

fn human(checked: &Checked, trials: &[Trial], sources: &Sources) -> String {
    let mut text = format!("{}: ", checked.book.name);
    let parts = Kind::ALL.map(|kind| {
        let (noticed, tried) = tally(trials, kind);
        let aside = match (kind, others(trials).count()) {
            (Kind::Rule, _) => format!(" ({})", percent(noticed, tried)),
            (Kind::Move, some) if some > 0 => format!(" (and {some} into other legal games)"),
            _ => String::new(),
        };
        format!("{} {noticed} of {tried}{aside}", kind.name())
    });
    text.push_str(&format!("changes noticed: {}\n", parts.join(", ")));
    for trial in trials {
        let Outcome::Unnoticed(moved) = &trial.outcome else { continue };
        let place = sources.line_column(trial.span);
        let name = sources.get(trial.span.source).name();
        let after = if trial.after.is_empty() { "nothing" } else { &trial.after };
        let moved = moved.as_ref().map(|moved| format!(" ({moved})")).unwrap_or_default();
        text.push_str(&format!(
            "  {name}:{}:{}: unnoticed: {} → {after}{moved}\n",
            place.line, place.column, trial.before
        ));
    }
    text
}

/// Alterations of recorded moves that nobody need notice.
fn others(trials: &[Trial]) -> impl Iterator<Item = &Trial> {
    trials.iter().filter(|trial| trial.outcome == Outcome::AnotherGame)
}

/// Rounded down, so that only all is 100%.
fn percent(part: usize, whole: usize) -> String {
    let tenths = (1000 * part).checked_div(whole).unwrap_or(1000);
    format!("{}.{}%", tenths / 10, tenths % 10)
}

fn machine(tried: &[(&Checked, Vec<Trial>)], sources: &Sources) -> String {
    let book = |(checked, trials): &(&Checked, Vec<Trial>)| {
        let tallies = Kind::ALL.map(|kind| {
            let (noticed, tried) = tally(trials, kind);
            (kind.name().to_string(), json!({"tried": tried, "noticed": noticed}))
        });
        let unnoticed = trials.iter().filter_map(|trial| {
            let Outcome::Unnoticed(moved) = &trial.outcome else { return None };
            let mut row = row(trial, sources);
            row["kind"] = json!(trial.kind.name());
            row["move"] = json!(moved);
            Some(row)
        });
        json!({
            "book": checked.book.name,
            "changes": serde_json::Map::from_iter(tallies),
            "unnoticed": unnoticed.collect::<Vec<_>>(),
            "other_games": others(trials).map(|trial| row(trial, sources)).collect::<Vec<_>>(),
        })
    };
    json!({"version": 1, "books": tried.iter().map(book).collect::<Vec<_>>()}).to_string() + "\n"
}

/// A change and its place.
fn row(trial: &Trial, sources: &Sources) -> serde_json::Value {
    let place = sources.line_column(trial.span);
    json!({
        "file": sources.get(trial.span.source).name(),
        "line": place.line,
        "column": place.column,
        "before": trial.before,
        "after": trial.after,
    })
}
