//! `mutate`: measures how many changes of a book its check would notice.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::ask::{self, AnswerFormat};
use super::books::{JudgedBooks, judge_all, status};
use super::common::{Common, FAILED, GOOD, can_rewrite_line, print, print_to_stderr, refuse};
use super::progress::Progress;
use padma_book::judge::Checked;
use padma_book::report::place_json;
use padma_book::world::{Changed, changed_since};
use padma_mutate::{MutationKind, MutationOutcome, Trial, mutate, remedy, share, tally};
use padma_text::{Sources, Span, on_one_line};

#[derive(Args, Debug)]
pub(crate) struct MutateArgs {
    /// Books: folders, or their names under the content folder; all books, if none is named
    #[arg(value_name = "BOOK")]
    books: Vec<PathBuf>,
    /// How to print the report
    #[arg(long, default_value = "human", value_name = "FORMAT", value_parser = ask::name_parser(["human", "json"], human_or_json))]
    format: AnswerFormat,
    /// Try only lines that have changed since this git revision
    #[arg(long, value_name = "REV")]
    in_diff: Option<String>,
}

/// Parses the name of a format of this report.
fn human_or_json(name: &str) -> Option<AnswerFormat> {
    match name {
        "human" => Some(AnswerFormat::Text),
        "json" => Some(AnswerFormat::Json),
        _ => None,
    }
}

/// Tries every change of books without errors. The status is 1 if a change went unnoticed.
pub(crate) fn run(args: &MutateArgs, common: &Common) -> u8 {
    let JudgedBooks {
        mut session,
        folders,
        books,
    } = judge_all(&args.books, common);
    let status_before = status(&session, &books);
    if status_before != GOOD {
        common.complain(&mut session);
        print_to_stderr("error: changes are tried only on books without errors or failing claims");
        return status_before;
    }
    let changed = args.in_diff.as_ref().map(|revision| {
        let by_folder = folders.iter().map(|folder| changed_since(revision, folder));
        by_folder
            .collect::<Result<Vec<Changed>, String>>()
            .map(|all| all.into_iter().flatten().collect())
    });
    let changed: Option<Changed> = match changed.transpose() {
        Ok(changed) => changed,
        Err(why) => return refuse(&why),
    };
    let wanted = |_, span: Span| {
        let Some(changed) = &changed else { return true };
        let lines = changed
            .get(session.sources.get(span.source).name())
            .into_iter()
            .flatten();
        let first = session.sources.line_column(span).line;
        let last = first + session.sources.slice(span).trim_end().matches('\n').count();
        lines
            .into_iter()
            .any(|lines| lines.start <= last && first < lines.end)
    };
    let progress = Progress::new(can_rewrite_line());
    let tried: Vec<(&Checked, Vec<Trial>)> = books
        .iter()
        .map(|checked| {
            (
                checked,
                mutate(
                    checked,
                    &session.library,
                    &session.sources,
                    &wanted,
                    &progress,
                ),
            )
        })
        .collect();
    drop(progress);
    let printed = match args.format {
        AnswerFormat::Text => print(
            &tried
                .iter()
                .map(|(book, trials)| text_report(book, trials, &session.sources))
                .collect::<String>(),
        ),
        AnswerFormat::Json => print(&json_report(&tried, &session.sources)),
    };
    let has_gap = tried.iter().flat_map(|(_, trials)| trials).any(is_gap);
    printed.max(if has_gap { FAILED } else { GOOD })
}

fn text_report(checked: &Checked, trials: &[Trial], sources: &Sources) -> String {
    let mut text = format!("{}: ", checked.book.name);
    let parts = MutationKind::ALL.map(|kind| {
        let (noticed, tried) = tally(trials, kind);
        let aside = match (kind, with_outcome(trials, "another-game").count()) {
            (MutationKind::Rule, _) => format!(" ({})", percent(noticed, tried)),
            (MutationKind::Move, some) if some > 0 => {
                format!(" (and {some} that gave another legal game)")
            }
            _ => String::new(),
        };
        format!("{} {noticed} of {tried}{aside}", kind.name())
    });
    let (sound, all) = share(trials);
    let share = percent(sound, all);
    text.push_str(&format!("changes noticed: {}\n", parts.join(", ")));
    text.push_str(&format!(
        "  noticed or making no difference: {sound} of {all} ({share})\n"
    ));
    for (index, trial) in trials.iter().enumerate() {
        let (what, why) = match &trial.outcome {
            MutationOutcome::Unnoticed(moved) => ("unnoticed", moved.as_ref()),
            MutationOutcome::Ignored(reason) => ("ignored", Some(reason)),
            _ => continue,
        };
        let place = sources.place(trial.span);
        let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
        let (before, after) = (on_one_line(&trial.before), replacement(&trial.after));
        text.push_str(&format!("  {place}: {what}: {before} → {after}{why}\n"));
        // If several gaps in a row have one remedy, it is printed below the last.
        let next = trials[index + 1..].iter().find(|trial| is_gap(trial));
        if is_gap(trial) && next.map(remedy_of) != Some(remedy_of(trial)) {
            text.push_str(if trial.remedy.is_some() {
                "    this would notice it:\n"
            } else {
                "    to notice it:\n"
            });
            for line in remedy_of(trial).lines() {
                text.push_str(format!("      {line}").trim_end());
                text.push('\n');
            }
        }
    }
    text
}

fn is_gap(trial: &Trial) -> bool {
    matches!(trial.outcome, MutationOutcome::Unnoticed(_))
}

/// Returns what would notice a gap.
fn remedy_of(trial: &Trial) -> &str {
    trial.remedy.as_deref().unwrap_or(remedy(trial.kind))
}

/// Returns the replacement text on one line, or "nothing".
fn replacement(after: &str) -> String {
    if after.is_empty() {
        "nothing".to_string()
    } else {
        on_one_line(after)
    }
}

/// Returns the trials with an outcome of this name.
fn with_outcome<'t>(trials: &'t [Trial], outcome: &'static str) -> impl Iterator<Item = &'t Trial> {
    trials
        .iter()
        .filter(move |trial| trial.outcome.name() == outcome)
}

/// Formats a percentage, rounded down so that only the whole is 100%.
fn percent(part: usize, whole: usize) -> String {
    let tenths = (1000 * part).checked_div(whole).unwrap_or(1000);
    format!("{}.{}%", tenths / 10, tenths % 10)
}

fn json_report(tried: &[(&Checked, Vec<Trial>)], sources: &Sources) -> String {
    let book = |(checked, trials): &(&Checked, Vec<Trial>)| {
        let tallies = MutationKind::ALL.map(|kind| {
            let (noticed, tried) = tally(trials, kind);
            (
                kind.name().to_string(),
                json!({"tried": tried, "noticed": noticed}),
            )
        });
        let unnoticed = trials.iter().filter_map(|trial| {
            let MutationOutcome::Unnoticed(moved) = &trial.outcome else {
                return None;
            };
            let mut row = row(trial, sources);
            row["kind"] = json!(trial.kind.name());
            row["move"] = json!(moved);
            Some(row)
        });
        let (sound, tried) = share(trials);
        json!({
            "book": checked.book.name,
            "changes": serde_json::Map::from_iter(tallies),
            "share": {"tried": tried, "noticed_or_without_difference": sound},
            "unnoticed": unnoticed.collect::<Vec<_>>(),
            "other_games": with_outcome(trials, "another-game").map(|trial| row(trial, sources)).collect::<Vec<_>>(),
            "trials": trials.iter().map(|trial| trial_row(trial, sources)).collect::<Vec<_>>(),
        })
    };
    json!({"version": 1, "books": tried.iter().map(book).collect::<Vec<_>>()}).to_string() + "\n"
}

/// Returns a change as JSON, with its outcome and what noticed it.
fn trial_row(trial: &Trial, sources: &Sources) -> serde_json::Value {
    let mut row = row(trial, sources);
    row["kind"] = json!(trial.kind.name());
    row["outcome"] = json!(trial.outcome.name());
    match &trial.outcome {
        MutationOutcome::Unnoticed(difference) => {
            row["difference"] = json!(difference);
            row["remedy"] = json!(remedy_of(trial));
        }
        MutationOutcome::Ignored(reason) => row["reason"] = json!(reason),
        _ => {}
    }
    if let Some(fault) = &trial.noticed_by {
        row["claim"] = json!(fault.claim);
        row["complaint"] = json!(fault.message);
    }
    row
}

/// Returns a change and its place as JSON.
fn row(trial: &Trial, sources: &Sources) -> serde_json::Value {
    let mut row = place_json(trial.span, sources);
    row["before"] = json!(trial.before);
    row["after"] = json!(trial.after);
    row
}
