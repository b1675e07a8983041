//! `propose`: claims for plain prose.

mod dialogue;

use std::io::IsTerminal;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::books::{JudgedBooks, judge_all, status_of_session};
use super::common::{BAD, Common, FAILED, GOOD, print, print_status, printable};
use super::review::ListFormat;
use super::terminal::Dialogue;
use dialogue::ProposeDialogue;
use padma_book::propose::{Proposal, propose as proposals};
use padma_book::report;

#[derive(Args, Debug)]
pub(crate) struct ProposeArgs {
    /// Books: folders, or their names under the content folder; all books, if none is named
    #[arg(value_name = "BOOK")]
    books: Vec<PathBuf>,
    /// Your initials, which are written beside a sentence that you call prose
    #[arg(long, value_name = "INITIALS")]
    by: Option<String>,
    /// List the facts with their claims, and change nothing
    #[arg(long)]
    list: bool,
    /// List them, and fail if the first claim of a fact disagrees with its text
    #[arg(long, value_name = "WHAT")]
    deny: Option<ProposalsDenied>,
    /// List them in this format
    #[arg(long, value_name = "FORMAT")]
    format: Option<ListFormat>,
}

/// What makes the command fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProposalsDenied {
    Disagree,
}

pub(crate) fn propose(args: &ProposeArgs, common: &Common) -> u8 {
    let is_asked = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if args.list || args.deny.is_some() || args.format.is_some() || !is_asked {
        return list(args, common);
    }
    let mut dialogue = ProposeDialogue::new(args.by.as_deref(), common, Dialogue::standard(common));
    let went = dialogue.go(&args.books);
    drop(dialogue);
    went.unwrap_or_else(|error| print_status(Err(error)))
}

/// Lists the facts of books.
fn list(args: &ProposeArgs, common: &Common) -> u8 {
    let JudgedBooks {
        mut session, books, ..
    } = judge_all(&args.books, common);
    let (mut text, mut documents, mut disagrees) = (String::new(), Vec::new(), false);
    for checked in &books {
        let variants = &session.library.variants;
        let found = proposals(checked, variants);
        disagrees |= found.iter().any(Proposal::disagrees);
        match args.format {
            Some(ListFormat::Json) => documents.push(report::proposals_json(
                checked,
                &found,
                variants,
                &session.sources,
            )),
            _ => text += &report::proposal_lines(checked, &found, &session.sources),
        }
    }
    common.complain(&mut session);
    if args.format == Some(ListFormat::Json) {
        text = report::propose_json(&documents);
    }
    let status = match status_of_session(&session) {
        BAD => BAD,
        _ if disagrees && args.deny.is_some() => FAILED,
        _ => GOOD,
    };
    print(&printable(&text)).max(status)
}
