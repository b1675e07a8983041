//! Judges single parts of a book.

use super::book::Book;
use super::check::Check;
use super::checked::CheckedDiagram;
use crate::claim::Verdict;
use padma_text::Sources;
use padma_text::diag::Diagnostics;
use padma_variant::resolve::Variants;

/// The first thing that is wrong with a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFault {
    /// The claim that does not hold; `None` if the fault is in a mark, a record or a text.
    pub claim: Option<String>,
    /// The message of the complaint.
    pub message: String,
}

impl BookFault {
    /// Returns the first error among some complaints, if there is one.
    pub fn first_error(claim: Option<String>, diagnostics: &Diagnostics) -> Option<BookFault> {
        let error = diagnostics.only_errors().next()?;
        Some(BookFault {
            claim,
            message: error.message.clone(),
        })
    }
}

/// A part of a book that can be judged alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgedPart {
    /// The diagrams of a page.
    Diagrams(usize),
    /// The games of a page.
    Games(usize),
    /// A claim, by its page and its index there.
    Claim(usize, usize),
}

impl JudgedPart {
    /// Returns all parts of a page.
    pub fn all_of(book: &Book, page: usize) -> impl Iterator<Item = JudgedPart> + use<> {
        let claims = book.pages[page].claims.len();
        [JudgedPart::Diagrams(page), JudgedPart::Games(page)]
            .into_iter()
            .chain((0..claims).map(move |claim| JudgedPart::Claim(page, claim)))
    }
}

/// Returns the first error reported so far, or else the first fault in some parts of a book.
/// Judges the parts in order and stops at the first complaint.
pub fn first_fault(
    book: &Book,
    variants: &Variants,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
    parts: impl IntoIterator<Item = JudgedPart>,
) -> Option<BookFault> {
    if diagnostics.has_errors() {
        return BookFault::first_error(None, diagnostics);
    }
    let mut check = Check::new(book, variants, sources, diagnostics);
    for part in parts {
        let mut claim = None;
        match part {
            JudgedPart::Diagrams(page) => drop(check.diagrams(page)),
            JudgedPart::Games(page) => drop(check.games(page)),
            JudgedPart::Claim(page, index) => claim = Some(check.claim(page, index).id),
        }
        if check.diagnostics.has_errors() {
            return BookFault::first_error(claim, check.diagnostics);
        }
    }
    None
}

/// Returns the diagrams of a page as they are shown.
pub fn diagrams_of(
    book: &Book,
    variants: &Variants,
    sources: &Sources,
    page: usize,
) -> Vec<CheckedDiagram> {
    Check::new(book, variants, sources, &mut Diagnostics::default()).diagrams(page)
}

/// Returns the verdicts on some claims of a book, each given by its page and its index on that
/// page.
pub fn verdicts(
    book: &Book,
    variants: &Variants,
    sources: &Sources,
    claims: impl Iterator<Item = (usize, usize)>,
) -> Vec<Verdict> {
    let mut diagnostics = Diagnostics::default();
    let mut check = Check::new(book, variants, sources, &mut diagnostics);
    let verdict = |(page, index): (usize, usize)| match book.pages[page].claims.get(index) {
        Some(_) => check.claim(page, index).judgement.verdict,
        None => Verdict::Error,
    };
    claims.map(verdict).collect()
}
