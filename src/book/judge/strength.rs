//! How strong a book's claims are: which change makes each of them fail, and which facts none of
//! them notices. Has only the results, for reports and pages; `padma-mutate` tries the changes.

use padma_text::Span;

/// A fact that defines a game: a piece, a rule, a set of cells, an entry of the setup, a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFact {
    /// Its kind: the table in the variant's file, or `cell`, `pieces`, `diagram`, `drawing`,
    /// `record`.
    pub kind: &'static str,
    /// Its name in that table or file.
    pub name: String,
    /// Its place.
    pub span: Span,
}

/// A change of a fact that makes a claim fail.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The fact that is changed.
    pub given: GameFact,
    /// The place of the change.
    pub span: Span,
    /// The change, in words: ``the set `corners` says `b1` and not `a1` ``.
    pub change: String,
}

/// A change that nothing notices.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The place of the change.
    pub span: Span,
    /// The text that is there.
    pub before: String,
    /// The text that replaces it.
    pub after: String,
    /// What the change makes different, in words, if known.
    pub difference: Option<String>,
    /// A sentence that would notice it, if known.
    pub remedy: Option<String>,
}

/// A fact, and what notices a change of it.
#[derive(Clone, Debug)]
pub struct FactStrength {
    /// The fact.
    pub given: GameFact,
    /// The fact as a sentence names it.
    pub phrase: String,
    /// Some claims that notice a change of it, in the order of the book.
    pub claims: Vec<String>,
    /// Whether anything notices a change of it: a claim, a mark, a record, or an error in the
    /// book.
    pub is_noticed: bool,
    /// A change that nothing notices. `None` if some change is noticed, or if no change makes a
    /// difference.
    pub gap: Option<Gap>,
}

/// The results for a book.
#[derive(Clone, Debug)]
pub struct Strength {
    /// The witness of each claim of the book, in order.
    pub witnesses: Vec<Option<Witness>>,
    /// The facts, in the order of the files.
    pub givens: Vec<FactStrength>,
}
