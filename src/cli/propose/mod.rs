//! `propose`: claims for plain prose.

mod dialogue;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::books::{JudgedBooks, judge_all, status_of_session};
use super::common::{BAD, Common, FAILED, GOOD, print, print_status, printable, refuse};
use super::review::ListFormat;
use super::terminal::Dialogue;
use dialogue::ProposeDialogue;
use padma_book::judge::Checked;
use padma_book::load::{Session, display_path};
use padma_book::pages::decl::BookDecl;
use padma_book::pages::page;
use padma_book::propose::{Proposal, conflicts, propose as proposals};
use padma_book::{report, world};
use padma_text::At;
use padma_text::diag::Diagnostics;

#[derive(Args, Debug)]
pub(crate) struct ProposeArgs {
    /// Books: folders, or their names under the content folder; all books, if none is named. With --variant, a page in Markdown that
    /// belongs to no book
    #[arg(value_name = "BOOK")]
    books: Vec<PathBuf>,
    /// Judge a page by the rules of this variant: its file's name without `.toml`
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
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
    if let Some(variant) = &args.variant {
        return match &args.books[..] {
            [page] => judge_page(args, page, variant, common),
            _ => refuse("name one page: `padma propose PAGE.md --variant VARIANT`"),
        };
    }
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
            _ => {
                let conflicts = conflicts(checked, variants);
                text += &report::proposal_lines(checked, &conflicts, &found, &session.sources);
            }
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

/// Judges a page that belongs to no book by the rules of a variant.
fn judge_page(args: &ProposeArgs, file: &Path, variant: &str, common: &Common) -> u8 {
    let mut session = Session::new(&common.content, &[]);
    let Some(checked) = page_of(file, variant, &mut session) else {
        common.complain(&mut session);
        return BAD;
    };
    let variants = &session.library.variants;
    let (found, conflicts) = (proposals(&checked, variants), conflicts(&checked, variants));
    let sources = &session.sources;
    let text = match args.format {
        Some(ListFormat::Json) => {
            report::propose_json(&[report::proposals_json(&checked, &found, variants, sources)])
        }
        _ => {
            let lines = report::proposal_lines(&checked, &conflicts, &found, sources);
            lines + "\n" + &report::judged_line(&found)
        }
    };
    let disagrees = found.iter().any(Proposal::disagrees);
    let status = match disagrees && args.deny.is_some() {
        true => FAILED,
        false => GOOD,
    };
    print(&printable(&text)).max(status)
}

/// Reads a page as the only one of a book without a name.
fn page_of(file: &Path, variant: &str, session: &mut Session) -> Option<Checked> {
    session.variant(variant)?;
    let (sources, diagnostics) = (&mut session.sources, &mut session.diagnostics);
    let path = display_path(file);
    let id = world::read(file, &path, sources, diagnostics)?;
    let named = sources.add("<variant>", variant);
    let value = At {
        value: variant.to_string(),
        span: sources.whole(named),
    };
    // Its links, names and blocks are not ours to judge.
    let mut unsaid = Diagnostics::default();
    let page = page::parse(&path, id, sources, &mut unsaid);
    let decl = BookDecl {
        variant: Some(value),
        ..BookDecl::default()
    };
    let said = std::mem::take(&mut session.diagnostics);
    let checked = session.check_pages(Path::new(""), decl, vec![page]);
    session.diagnostics = said;
    Some(checked)
}
