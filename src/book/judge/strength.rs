//! How strong a book's claims are: what makes each of them fail, and what is given that none of them notices. What is
//! found by trying changes is kept here for reports and pages; nothing here tries any.

use padma_text::Span;

/// What a game is given by: a piece, a rule, a set of cells, an entry of the setup, a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Of which sort it is: the table in the variant's file, or `cell`, `pieces`, `diagram`, `drawing`, `record`.
    pub sort: &'static str,
    /// What it is called there.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// One change of what is given that makes a claim fail.
#[derive(Clone, Debug)]
pub struct Witness {
    /// What is changed.
    pub given: Given,
    /// Where the change is made.
    pub span: Span,
    /// When the claim fails, in words: ``the set `corners` says `b1` and not `a1` ``.
    pub when: String,
}

/// A change that nothing notices.
#[derive(Clone, Debug)]
pub struct Gap {
    /// Where it is made.
    pub span: Span,
    /// What stands there.
    pub before: String,
    /// What is put in its place.
    pub after: String,
    /// What differs by it, in words, where that is known.
    pub difference: Option<String>,
    /// A sentence that would notice it, where one is known.
    pub remedy: Option<String>,
}

/// Something that is given, and who notices when it is otherwise.
#[derive(Clone, Debug)]
pub struct Noticed {
    /// What is given.
    pub given: Given,
    /// The same, as a sentence names it.
    pub said: String,
    /// Some claims that notice a change of it, in the order of the book.
    pub claims: Vec<String>,
    /// Whether a change of it is noticed by anything: a claim, a mark, a record, or that the book makes no sense.
    pub is_noticed: bool,
    /// A change of it that nothing notices, if none is noticed; `None` also where no change makes a difference.
    pub gap: Option<Gap>,
}

/// What was found of a book.
#[derive(Clone, Debug)]
pub struct Strength {
    /// For each claim of the book, in its order.
    pub witnesses: Vec<Option<Witness>>,
    /// In the order of the files.
    pub givens: Vec<Noticed>,
}
