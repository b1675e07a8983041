//! What a check found, for people and for programs: one file for each form.

mod coverage;
mod github;
mod human;
mod json;
mod junit;
mod sarif;
mod unjudged;

pub use human::human;
pub use unjudged::Unjudged;

use crate::claim::Verdict;
use crate::diag::{Diagnostic, Diagnostics};
use crate::judge::{Checked, Coverage, place, ply_id, result_id};
use crate::lower::Variants;
use crate::text::Sources;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Human { colours: bool },
    Json,
    Junit,
    Sarif,
    Github,
}

/// A report to which books are added one after another, so that none need be kept for it.
#[derive(Debug)]
pub struct Report {
    form: Form,
    /// Whether it says which facts no claim reads.
    covers: bool,
    unjudged: Unjudged,
    /// What it says of each book.
    books: Vec<String>,
    /// Of each book's coverage: a line, and the facts that no claim reads.
    covered: Vec<String>,
    loose: Vec<String>,
    /// The same facts, for the forms that show complaints beside the text.
    notes: Diagnostics,
}

impl Report {
    pub fn new(form: Form, covers: bool) -> Report {
        let (books, covered, loose) = (Vec::new(), Vec::new(), Vec::new());
        let (unjudged, notes) = (Unjudged::default(), Diagnostics::default());
        Report { form, covers, unjudged, books, covered, loose, notes }
    }

    /// Whether it says anything of a book's coverage.
    pub fn needs_coverage(&self) -> bool {
        self.covers || matches!(self.form, Form::Human { .. })
    }

    /// Adds a book, with its coverage where that is needed.
    pub fn add(
        &mut self,
        checked: &Checked,
        coverage: Option<&Coverage>,
        variants: &Variants,
        sources: &Sources,
    ) {
        coverage.into_iter().for_each(|coverage| self.unjudged.add(checked, coverage));
        let coverage = coverage.filter(|_| self.covers);
        match self.form {
            Form::Human { colours } => {
                self.books.push(human(checked, colours));
                if let Some(coverage) = coverage {
                    self.covered.push(coverage::line(checked, coverage));
                    self.loose.push(coverage::list(checked, coverage, sources, colours));
                }
            }
            Form::Json => self.books.push(json::book(checked, coverage, variants, sources)),
            Form::Junit => self.books.push(junit::suite(checked, coverage, sources)),
            Form::Sarif | Form::Github => {
                let notes = coverage.into_iter().flat_map(|all| coverage::notes(checked, all, sources));
                notes.for_each(|note| self.notes.push(note));
            }
        }
    }

    /// The whole document, with the complaints about the books where they belong into it.
    pub fn finish(self, complaints: &Diagnostics, sources: &Sources) -> String {
        let all = || {
            let mut all = complaints.clone();
            all.extend(self.notes.clone());
            all
        };
        match self.form {
            Form::Human { .. } if self.books.is_empty() => String::new(),
            Form::Human { .. } => {
                let gap = if self.loose.concat().is_empty() { "" } else { "\n" };
                [self.books, self.covered, self.loose].concat().concat() + gap + &self.unjudged.line()
            }
            Form::Json => json::json(&self.books),
            Form::Junit => junit::junit(&self.books.concat()),
            Form::Sarif => sarif::sarif(&all(), sources),
            Form::Github => github::github(&all(), sources),
        }
    }
}

/// A claim, a mark, a recorded move or a result, as a line of a list.
struct Finding {
    id: String,
    page: String,
    /// The page's file, as it was found.
    file: String,
    line: usize,
    verdict: Verdict,
    note: String,
}

/// All claims, marks, recorded moves and results of a book.
fn findings(checked: &Checked, sources: &Sources) -> Vec<Finding> {
    let file = |page: usize| sources.get(checked.book.pages[page].source).name().to_string();
    let claims = checked.claims.iter().map(|claim| {
        let (page, line, _) = place(checked, claim, sources);
        let judgement = &claim.judgement;
        let (verdict, note) = (judgement.verdict, judgement.note.clone());
        Finding { id: claim.id.clone(), page, file: file(claim.page), line, verdict, note }
    });
    let marks = checked.diagrams.iter().flat_map(|diagram| {
        let page = &checked.book.pages[diagram.page];
        let decl = &page.diagrams[diagram.index];
        diagram.marks.iter().map(move |mark| Finding {
            id: format!("{} {}", decl.id.text, mark.symbol),
            page: page.path.clone(),
            file: file(diagram.page),
            line: sources.line_column(decl.span).line,
            verdict: mark.verdict,
            note: mark.note.clone(),
        })
    });
    let plies = checked.games.iter().flat_map(|game| {
        let page = &checked.book.pages[game.page];
        let (_, played) = checked.played(game);
        let plies = played.replay.plies.iter().zip(&game.plies);
        let plies = plies.map(|(ply, judged)| (ply_id(played, ply), &ply.written.word, judged));
        let result = played.stated.iter().zip(&game.result);
        let result = result.map(|(stated, judged)| (result_id(played), &stated.said, judged));
        plies.chain(result).map(|(id, word, judged)| Finding {
            id,
            page: page.path.clone(),
            file: file(game.page),
            line: sources.line_column(word.span).line,
            verdict: judged.verdict,
            note: judged.note.clone(),
        })
    });
    claims.chain(marks).chain(plies).collect()
}

/// A complaint's headline with what it says at the place.
fn whole_message(diagnostic: &Diagnostic) -> String {
    let label = diagnostic.primary.as_ref().map(|label| label.text.as_str()).unwrap_or_default();
    let parts =
        [diagnostic.message.as_str(), label].into_iter().chain(diagnostic.help.iter().map(String::as_str));
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}
