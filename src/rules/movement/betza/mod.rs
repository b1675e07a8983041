//! Betza's notation and its descendants: `FsN`, `mQcN`, `WyafsW`, `[W?sR]`.
//!
//! What an author wrote is a [`Betza`]: it prints back to the same text. Its meaning is a list of
//! [`Component`]s, legs walked one after another, in which nothing of the notation is left: no
//! default, no letter, no dialect. This module knows nothing of boards.

mod bracket;
mod canonical;
mod chain;
mod compass;
mod complain;
mod describe;
mod dialect;
mod effort;
mod lay;
mod letters;
mod read;
mod repeat;
mod settle;
mod ways;

use std::fmt::{Display, Formatter};
use std::ops::Range;

use crate::movement::leg::Component;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources, Span};

pub use describe::describe;
pub use describe::{ANY_PARTNER, captures, castling, describe_with};
pub use dialect::Dialect;

use canonical::canonical;
use complain::Complaints;
use read::{BetzaMove, LONGEST, read};
use settle::settle;

/// A string of the notation, as its author wrote it. Two strings are equal if their texts and
/// dialects are.
#[derive(Clone, Debug)]
pub struct Betza {
    /// The string, without its quotation marks.
    pub text: String,
    /// The dialect that says what its letters mean.
    pub dialect: Dialect,
    /// Where it was written.
    pub span: Span,
    /// The components that it means.
    pub components: Vec<Component>,
}

impl Betza {
    /// Returns its meaning in one fixed form, to be read as [`Dialect::Xbetza`]: legs in brackets,
    /// letters in one order, none that a default implies. If that form would be too long to be
    /// read, or would be read otherwise (as some turns at every step are), returns the text
    /// unchanged.
    pub fn canonical(&self) -> String {
        let printed = canonical(&self.components)
            .filter(|printed| printed.len() <= LONGEST && self.is_meaning_of(printed));
        printed.unwrap_or_else(|| self.text.clone())
    }

    fn is_meaning_of(&self, text: &str) -> bool {
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let id = sources.add("canonical", text);
        let excerpt = Excerpt::verbatim(text, sources.whole(id));
        let read = parse(&excerpt, Dialect::Xbetza, &mut diagnostics);
        read.is_some_and(|read| read.components == self.components)
    }
}

impl PartialEq for Betza {
    fn eq(&self, other: &Betza) -> bool {
        self.text == other.text && self.dialect == other.dialect
    }
}

impl Eq for Betza {}

impl Display for Betza {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// Reads a string of the notation. Returns `None` if any of it cannot be understood; `diagnostics`
/// then says what.
pub fn parse(text: &Excerpt, dialect: Dialect, diagnostics: &mut Diagnostics) -> Option<Betza> {
    let mut complaints = Complaints::new(text, diagnostics);
    let read = read(text.text(), dialect.table(), &mut complaints);
    if complaints.errors() > 0 {
        return None;
    }
    let components = settle(&read, dialect.table(), &mut complaints);
    let resolved = complaints.errors() == 0;
    resolved.then(|| Betza {
        text: text.text().to_string(),
        dialect,
        span: text.whole(),
        components,
    })
}

/// Returns the places of the moves that a string is the union of; none if it cannot be read.
pub fn moves(text: &Excerpt, dialect: Dialect) -> Vec<Range<usize>> {
    let mut unheard = Diagnostics::default();
    let mut complaints = Complaints::new(text, &mut unheard);
    let read = read(text.text(), dialect.table(), &mut complaints);
    let place = |one: &BetzaMove| match one {
        BetzaMove::Simple(simple) => simple.at.clone(),
        BetzaMove::Bracket(bracket) => bracket.at.clone(),
    };
    if complaints.errors() > 0 {
        Vec::new()
    } else {
        read.iter().map(place).collect()
    }
}
