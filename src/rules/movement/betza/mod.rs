//! Betza's notation and its descendants: `FsN`, `mQcN`, `WyafsW`, `[W?sR]`.
//!
//! A [`Betza`] is a string as its author wrote it. It prints back to the same text. Its meaning is
//! a list of [`Component`]s, in which defaults, letters and dialects have been resolved. This
//! module knows nothing of boards.

mod bracket;
mod canonical;
mod chain;
mod compass;
mod complain;
mod dialect;
mod effort;
mod lay;
mod letters;
mod read;
mod repeat;
mod settle;

use std::fmt::{Display, Formatter};
use std::ops::Range;

use crate::movement::leg::Component;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources, Span};

pub use dialect::{AtomShape, Dialect};

use canonical::canonical;
pub(super) use compass::reduce_turn;
use complain::Complaints;
pub use lay::steps_of_lame_leap;
pub(super) use lay::{LaterLeg, LegManner, LegPlan, as_lame_leap, lay};
use read::{BetzaMove, LONGEST, read};
use settle::resolve;

/// A string of the notation, as its author wrote it. Two strings are equal if their texts and
/// dialects are.
#[derive(Clone, Debug)]
pub struct Betza {
    /// The string, without its quotation marks.
    pub text: String,
    /// The dialect that gives its letters their meaning.
    pub dialect: Dialect,
    /// Its place.
    pub span: Span,
    /// The components that it means.
    pub components: Vec<Component>,
}

impl Betza {
    /// Prints its meaning in canonical form in [`Dialect::Xbetza`]: legs in brackets, letters in a
    /// fixed order, no letter that a default implies. Returns the text unchanged if that form is
    /// too long to be read, or would mean something else when read back (as with some turns at
    /// every step).
    pub fn canonical(&self) -> String {
        let printed = canonical(&self.components, Dialect::Xbetza)
            .filter(|printed| printed.len() <= LONGEST && self.means_same(printed));
        printed.unwrap_or_else(|| self.text.clone())
    }

    fn means_same(&self, text: &str) -> bool {
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let id = sources.add("canonical", text);
        let excerpt = Excerpt::verbatim(text, sources.whole(id));
        let reread = parse(&excerpt, Dialect::Xbetza, &mut diagnostics);
        reread.is_some_and(|reread| reread.components == self.components)
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

/// Reads a string of the notation; returns `None` and reports errors if any part has no meaning.
pub fn parse(text: &Excerpt, dialect: Dialect, diagnostics: &mut Diagnostics) -> Option<Betza> {
    let mut complaints = Complaints::new(text, diagnostics);
    let moves = read(text.text(), dialect.table(), &mut complaints);
    if complaints.errors() > 0 {
        return None;
    }
    let components = resolve(&moves, dialect.table(), &mut complaints);
    let has_meaning = complaints.errors() == 0;
    has_meaning.then(|| Betza {
        text: text.text().to_string(),
        dialect,
        span: text.whole(),
        components,
    })
}

/// Prints components in a dialect; `None` if no string of it means them. The letters are those of
/// the dialect, but it may not allow them all: whoever prints reads the string back.
pub fn print(components: &[Component], dialect: Dialect) -> Option<String> {
    canonical(components, dialect)
}

/// Returns the places of the moves whose union a string is; none if it cannot be read.
pub fn moves(text: &Excerpt, dialect: Dialect) -> Vec<Range<usize>> {
    let mut ignored = Diagnostics::default();
    let mut complaints = Complaints::new(text, &mut ignored);
    let moves = read(text.text(), dialect.table(), &mut complaints);
    let place = |mv: &BetzaMove| match mv {
        BetzaMove::Simple(simple) => simple.at.clone(),
        BetzaMove::Bracket(bracket) => bracket.at.clone(),
    };
    if complaints.errors() > 0 {
        Vec::new()
    } else {
        moves.iter().map(place).collect()
    }
}
