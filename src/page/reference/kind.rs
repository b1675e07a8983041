//! The pages made for every book, by name.

/// A page made for every book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    RulesOfPlay,
    PieceIndex,
    Atlas,
    Compare,
    Ledger,
    Errata,
}

impl Reference {
    /// In the order of the book: the first behind its front page, the others at its end.
    pub const ALL: [Reference; 6] = [
        Reference::RulesOfPlay,
        Reference::PieceIndex,
        Reference::Atlas,
        Reference::Compare,
        Reference::Ledger,
        Reference::Errata,
    ];

    /// The page's path, as authors link to it. No page of an author may have it.
    pub fn path(self) -> &'static str {
        match self {
            Reference::RulesOfPlay => "rules-of-play.md",
            Reference::PieceIndex => "piece-index.md",
            Reference::Atlas => "atlas.md",
            Reference::Compare => "compare.md",
            Reference::Ledger => "ledger.md",
            Reference::Errata => "errata.md",
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Reference::RulesOfPlay => "Rules of play",
            Reference::PieceIndex => "Index of pieces",
            Reference::Atlas => "Atlas of the board",
            Reference::Compare => "Pieces compared",
            Reference::Ledger => "Ledger of statements",
            Reference::Errata => "Errata and readings",
        }
    }

    /// The page at a path, be its letters large or small: on some systems they are the same file.
    pub fn at(path: &str) -> Option<Reference> {
        Reference::ALL.into_iter().find(|page| page.path().eq_ignore_ascii_case(path))
    }
}
