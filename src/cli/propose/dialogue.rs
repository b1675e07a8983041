//! The dialogue of `propose`: a fact at a time, with the claims that its words bind, and a key for each.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use crate::cli::books::{JudgedBooks, judge_all, status_of_session};
use crate::cli::common::{BAD, Common, GOOD, printable};
use crate::cli::review::mark_sentence;
use crate::cli::terminal::{Dialogue, INTERRUPT};
use padma_book::claim::Edit;
use padma_book::judge::{Checked, apply_edits};
use padma_book::load::Session;
use padma_book::pages::review::ReviewFinding;
use padma_book::propose::{Proposal, claim_edits, evaluate, propose, unchecked_edits};
use padma_book::{report, world};

/// A dialogue about the facts of books.
pub(super) struct ProposeDialogue<'a, R, W> {
    /// Who reads, if somebody says so.
    by: Option<&'a str>,
    common: &'a Common,
    terminal: Dialogue<R, W>,
    /// The facts that were skipped, in order: their books, pages, sentences and words.
    skipped: Vec<[String; 4]>,
}

/// What a reader answers.
enum ProposeAnswer {
    /// Write this expression.
    Write(String),
    /// Write that nothing computes it, for this reason.
    Unchecked(String),
    /// The sentence states nothing that could be computed, or rests on something else.
    Finding(ReviewFinding, String),
    Skip,
    Back,
    Stop,
}

impl<'a, R: BufRead, W: Write> ProposeDialogue<'a, R, W> {
    pub(super) fn new(
        by: Option<&'a str>,
        common: &'a Common,
        terminal: Dialogue<R, W>,
    ) -> ProposeDialogue<'a, R, W> {
        ProposeDialogue {
            by,
            common,
            terminal,
            skipped: Vec::new(),
        }
    }

    /// Goes through the books, and returns the exit status.
    pub(super) fn go(&mut self, books: &[PathBuf]) -> io::Result<u8> {
        loop {
            let JudgedBooks {
                mut session,
                folders,
                books: all,
            } = judge_all(books, self.common);
            if status_of_session(&session) == BAD {
                self.common.complain(&mut session);
                writeln!(
                    self.terminal.output,
                    "The books have errors. Mend them, and go on then."
                )?;
                return Ok(BAD);
            }
            let mut next = None;
            for (folder, checked) in folders.iter().zip(&all) {
                let mut waiting = propose(checked, &session.library.variants);
                waiting.retain(|fact| !self.skipped.contains(&key(checked, fact)));
                // What disagrees comes first: there the slips are.
                waiting.sort_by_key(|fact| !fact.disagrees());
                let count = waiting.len();
                next = waiting
                    .into_iter()
                    .next()
                    .map(|fact| (folder, checked, fact, count));
                if next.is_some() {
                    break;
                }
            }
            let Some((folder, checked, fact, count)) = next else {
                writeln!(self.terminal.output, "No fact is left without a claim.")?;
                return Ok(GOOD);
            };
            self.show(checked, &fact, count, &session)?;
            if !self.answer(folder, checked, &fact, &mut session)? {
                return Ok(match status_of_session(&session) {
                    BAD => BAD,
                    _ => GOOD,
                });
            }
        }
    }

    fn show(
        &mut self,
        checked: &Checked,
        fact: &Proposal,
        count: usize,
        session: &Session,
    ) -> io::Result<()> {
        let lines = report::fact_lines(checked, fact, &session.sources);
        let heading = format!("\n{}: {count} left\n", checked.book.name);
        write!(
            self.terminal.output,
            "{}{}",
            printable(&heading),
            printable(&lines)
        )
    }

    /// Asks about a fact, and does what is answered. Returns whether to go on.
    fn answer(
        &mut self,
        folder: &Path,
        checked: &Checked,
        fact: &Proposal,
        session: &mut Session,
    ) -> io::Result<bool> {
        loop {
            match self.ask(checked, fact, session)? {
                ProposeAnswer::Stop => return Ok(false),
                ProposeAnswer::Skip => {
                    self.skipped.push(key(checked, fact));
                    return Ok(true);
                }
                ProposeAnswer::Back => {
                    self.skipped.pop();
                    return Ok(true);
                }
                ProposeAnswer::Finding(finding, on) => {
                    let by = self.by.unwrap_or_default();
                    match mark_sentence(folder, checked, fact.span, finding, by, &on, session) {
                        Ok(()) => return Ok(status_of_session(session) != BAD),
                        Err(reason) => writeln!(self.terminal.output, "{reason}")?,
                    }
                }
                ProposeAnswer::Write(expression) => {
                    let variants = &session.library.variants;
                    let edits = claim_edits(checked, variants, &session.sources, fact, &expression);
                    if self.write(folder, checked, fact, edits, session)? {
                        return Ok(true);
                    }
                }
                ProposeAnswer::Unchecked(reason) => {
                    let edits = unchecked_edits(checked, &session.sources, fact, &reason);
                    if self.write(folder, checked, fact, edits, session)? {
                        return Ok(true);
                    }
                }
            }
        }
    }

    /// Writes edits into the page of a fact, or says why not. Returns whether they are written.
    fn write(
        &mut self,
        folder: &Path,
        checked: &Checked,
        fact: &Proposal,
        edits: Result<Vec<Edit>, String>,
        session: &Session,
    ) -> io::Result<bool> {
        let page = &checked.book.pages[fact.page];
        let old = session.sources.get(page.source).text();
        let written = edits.and_then(|edits| {
            let rewritten = world::rewrite(folder, &page.path, old, &apply_edits(old, &edits));
            rewritten.map_err(|error| format!("`{}` cannot be written: {error}", page.path))
        });
        if let Err(reason) = &written {
            writeln!(self.terminal.output, "{}", printable(reason))?;
        }
        Ok(written.is_ok())
    }

    fn ask(
        &mut self,
        checked: &Checked,
        fact: &Proposal,
        session: &Session,
    ) -> io::Result<ProposeAnswer> {
        let numbers = match fact.candidates.len() {
            0 => String::new(),
            1 => "(1) writes the claim, ".to_string(),
            count => format!("(1) to ({count}) writes a claim, "),
        };
        let findings = match self.by {
            Some(_) => "(p)rose, (r)ests on something, ",
            None => "",
        };
        loop {
            write!(
                self.terminal.output,
                "{numbers}(e)dit an expression, (u)nchecked, (s)kip, {findings}(b)ack, (q)uit? "
            )?;
            let Some(answer) = self.terminal.key()? else {
                return Ok(ProposeAnswer::Stop);
            };
            match answer {
                '1'..='3' => {
                    let place = answer as usize - '1' as usize;
                    if let Some(candidate) = fact.candidates.get(place) {
                        return Ok(ProposeAnswer::Write(candidate.expression.clone()));
                    }
                }
                'e' => {
                    write!(self.terminal.output, "expression: ")?;
                    let expression = self.terminal.line()?.unwrap_or_default();
                    let variants = &session.library.variants;
                    match evaluate(checked, variants, fact, &expression) {
                        Some(candidate) => {
                            let outcome = fact.outcome(&candidate);
                            writeln!(self.terminal.output, "{}", printable(&outcome))?;
                            return Ok(ProposeAnswer::Write(expression));
                        }
                        None => writeln!(
                            self.terminal.output,
                            "the rules give no {} for this here: `padma eval` says why",
                            fact.kind.name()
                        )?,
                    }
                }
                'u' => {
                    write!(self.terminal.output, "why nothing computes it: ")?;
                    let reason = self.terminal.line()?.unwrap_or_default();
                    return Ok(ProposeAnswer::Unchecked(reason));
                }
                's' => return Ok(ProposeAnswer::Skip),
                'p' if self.by.is_some() => {
                    return Ok(ProposeAnswer::Finding(ReviewFinding::Prose, String::new()));
                }
                'r' if self.by.is_some() => {
                    write!(self.terminal.output, "on what: ")?;
                    let on = self.terminal.line()?.unwrap_or_default();
                    return Ok(ProposeAnswer::Finding(ReviewFinding::Rests, on));
                }
                'b' => return Ok(ProposeAnswer::Back),
                'q' | INTERRUPT => return Ok(ProposeAnswer::Stop),
                _ => {}
            }
        }
    }
}

/// Returns by what a fact is known when the book is read again.
fn key(checked: &Checked, fact: &Proposal) -> [String; 4] {
    [
        checked.book.name.clone(),
        checked.book.pages[fact.page].path.clone(),
        fact.sentence.clone(),
        fact.text.clone(),
    ]
}
