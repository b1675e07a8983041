//! `review`: what is found when sentences are read against their claims.

mod dialogue;
mod findings;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::books::{JudgedBooks, judge_all, status_of_session};
use super::common::{BAD, Common, GOOD, print, print_status, printable, refuse};
use super::terminal::Dialogue;
use dialogue::ReviewDialogue;
use findings::{ReaderFinding, ReviewFile, kept_lines, reader_today, wants};
use padma_book::judge::{BookSentence, Checked, SentenceState, book_sentences};
use padma_book::load::Session;
use padma_book::pages::review::ReviewFinding;
use padma_book::report;
use padma_text::Span;

#[derive(Args, Debug)]
pub(crate) struct ReviewArgs {
    /// Books: folders, or their names under the content folder; all books, if none is named
    #[arg(value_name = "BOOK")]
    books: Vec<PathBuf>,
    /// Your initials, which are written beside what you find
    #[arg(long, value_name = "INITIALS")]
    by: Option<String>,
    /// List the sentences, and change nothing
    #[arg(long, conflicts_with_all = ["accept", "respelt", "found", "on", "note"])]
    list: bool,
    /// List or go through only the sentences in these states; without it the list has all, and the
    /// dialogue those that are unread or changed
    #[arg(long, value_name = "STATE", value_delimiter = ',', value_parser = states())]
    state: Vec<String>,
    /// Record your finding about a sentence, without a dialogue; may be given several times
    #[arg(long, value_name = "PAGE:LINE#N", requires = "found")]
    accept: Vec<String>,
    /// Your finding about the sentences that `--accept` names
    #[arg(long = "as", value_name = "FINDING", value_parser = findings(), requires = "accept", id = "found")]
    found: Option<String>,
    /// What the sentence rests on: `rule promotion`, `piece queen`, `source`; several with semicolons
    #[arg(long, value_name = "NAME", requires = "accept")]
    on: Option<String>,
    /// What is wrong, or what else there is to say
    #[arg(long, value_name = "TEXT", requires = "accept")]
    note: Option<String>,
    /// Accept all sentences in which only the spelling has changed
    #[arg(long)]
    respelt: bool,
    /// The format of the list
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "human",
        requires = "list"
    )]
    format: ListFormat,
}

/// The format of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ListFormat {
    Human,
    Json,
}

fn states() -> clap::builder::PossibleValuesParser {
    SentenceState::NAMES.into()
}

fn findings() -> clap::builder::PossibleValuesParser {
    ReviewFinding::NAMES.into()
}

pub(crate) fn review(args: &ReviewArgs, common: &Common) -> u8 {
    let mut judged = judge_all(&args.books, common);
    judged.recall();
    if args.list {
        return list(args, judged, common);
    }
    let Some(by) = args.by.as_deref().filter(|by| !by.trim().is_empty()) else {
        return refuse("say who reads: `padma review --by INITIALS`");
    };
    // A claim that fails can be read as well as any other.
    if status_of_session(&judged.session) == BAD {
        let mut session = judged.session;
        common.complain(&mut session);
        return refuse("nothing is read, because the books have errors");
    }
    let by = &reader_today(by);
    if args.accept.is_empty() && !args.respelt {
        let mut dialogue = ReviewDialogue {
            states: &args.state,
            by,
            common,
            terminal: Dialogue::standard(common),
            kept: BTreeSet::new(),
        };
        let went = dialogue.go(judged);
        drop(dialogue);
        return went.unwrap_or_else(|error| print_status(Err(error)));
    }
    accept(args, by, judged, common)
}

/// Lists the sentences of books.
fn list(args: &ReviewArgs, judged: JudgedBooks, common: &Common) -> u8 {
    let JudgedBooks {
        mut session, books, ..
    } = judged;
    let (mut text, mut rows) = (String::new(), Vec::new());
    for checked in &books {
        let all = book_sentences(checked);
        let ids = report::sentence_ids(all, &session.sources);
        let listed = ids.into_iter().zip(all);
        let (ids, sentences): (Vec<String>, Vec<&BookSentence>) = listed
            .filter(|(_, sentence)| wants(&args.state, sentence))
            .unzip();
        let variants = &session.library.variants;
        match args.format {
            ListFormat::Json => rows.extend(report::sentences_json(
                checked,
                &ids,
                &sentences,
                variants,
                &session.sources,
            )),
            ListFormat::Human => {
                text += &format!("{}: {}\n", checked.book.name, report::state_counts(all));
                text += &report::sentence_lines(&ids, &sentences);
            }
        }
    }
    common.complain(&mut session);
    if args.format == ListFormat::Json {
        text = report::review_json(&rows);
    }
    let status = match status_of_session(&session) {
        BAD => BAD,
        _ => GOOD,
    };
    print(&printable(&text)).max(status)
}

/// Records the findings about the named sentences, and about those that were only respelt.
fn accept(args: &ReviewArgs, by: &str, judged: JudgedBooks, common: &Common) -> u8 {
    let JudgedBooks {
        mut session,
        folders,
        books,
    } = judged;
    let found = args.found.as_deref().and_then(ReviewFinding::from_name);
    let [on, note] = [&args.on, &args.note].map(|text| text.as_deref().unwrap_or_default());
    let mut named_in: Vec<Vec<&str>> = vec![Vec::new(); args.accept.len()];
    let mut written = Vec::new();
    for (folder, checked) in folders.iter().zip(&books) {
        let book = checked.book.name.as_str();
        let sentences = book_sentences(checked);
        let ids = report::sentence_ids(sentences, &session.sources);
        let mut lines = kept_lines(checked, sentences);
        for ((sentence, id), line) in sentences.iter().zip(&ids).zip(&mut lines) {
            let mut is_named = false;
            for (name, books) in args.accept.iter().zip(&mut named_in) {
                let name = name.strip_suffix("#1").unwrap_or(name);
                if name == id || name == format!("{book}/{id}") {
                    books.push(book);
                    is_named = true;
                }
            }
            if let Some(state) = found.filter(|_| is_named) {
                let finding = ReaderFinding {
                    state,
                    by,
                    on,
                    note,
                };
                match finding.of(checked, sentence) {
                    Ok(found) => *line = found,
                    Err(reason) => return refuse(&format!("{id}: {reason}{}", remedy(state))),
                }
            } else if args.respelt {
                *line = ReaderFinding::again(by, checked, sentence).unwrap_or(line.clone());
            }
        }
        written.push((ReviewFile::new(folder, checked, &session), sentences, lines));
    }
    for (name, books) in args.accept.iter().zip(named_in) {
        match books[..] {
            [_] => {}
            [] => {
                return refuse(&format!(
                    "no sentence begins at `{name}`: `padma review BOOK --list` names them all"
                ));
            }
            [book, ..] => {
                return refuse(&format!(
                    "`{name}` is in {} books: write `{book}/{name}`",
                    books.len()
                ));
            }
        }
    }
    for (mut file, sentences, lines) in written {
        if lines.iter().any(|line| line.note.finding.is_some()) {
            file.write(sentences, &lines, &mut session);
        }
    }
    common.complain(&mut session);
    match status_of_session(&session) {
        BAD => BAD,
        _ => GOOD,
    }
}

/// Records a finding about the sentence in which a place is.
///
/// # Errors
///
/// Why the finding cannot be made.
pub(super) fn mark_sentence(
    folder: &Path,
    checked: &Checked,
    place: Span,
    state: ReviewFinding,
    by: &str,
    on: &str,
    session: &mut Session,
) -> Result<(), String> {
    let by = &reader_today(by);
    let sentences = book_sentences(checked);
    let has_place = |sentence: &BookSentence| {
        let whole = sentence.prose.span;
        whole.source == place.source && whole.range().contains(&place.range().start)
    };
    let index = sentences
        .iter()
        .position(has_place)
        .ok_or("no sentence is there")?;
    let finding = ReaderFinding {
        state,
        by,
        on,
        note: "",
    };
    let mut lines = kept_lines(checked, sentences);
    lines[index] = finding.of(checked, &sentences[index])?;
    ReviewFile::new(folder, checked, session).write(sentences, &lines, session);
    Ok(())
}

/// Returns which option says what is missing from a finding.
fn remedy(state: ReviewFinding) -> &'static str {
    match state {
        ReviewFinding::Rests => ": `--on NAME`",
        ReviewFinding::Wrong => ": `--note TEXT`",
        ReviewFinding::Confirmed | ReviewFinding::Prose => "",
    }
}
