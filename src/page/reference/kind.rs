//! The pages made for every book, by name.

/// A page made for every book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReferencePage {
    RulesOfPlay,
    PieceIndex,
    Atlas,
    Compare,
    Ledger,
    Errata,
}

/// Each page as it is declared above, its path and its title.
const PAGES: [(ReferencePage, &str, &str); 6] = [
    (
        ReferencePage::RulesOfPlay,
        "rules-of-play.md",
        "Rules of play",
    ),
    (
        ReferencePage::PieceIndex,
        "piece-index.md",
        "Index of pieces",
    ),
    (ReferencePage::Atlas, "atlas.md", "Atlas of the board"),
    (ReferencePage::Compare, "compare.md", "Pieces compared"),
    (ReferencePage::Ledger, "ledger.md", "Everything checked"),
    (
        ReferencePage::Errata,
        "errata.md",
        "Slips in the source, and open questions",
    ),
];

impl ReferencePage {
    /// In the order of the book: the first behind its front page, the others at its end.
    pub(crate) const ALL: [ReferencePage; 6] = [
        PAGES[0].0, PAGES[1].0, PAGES[2].0, PAGES[3].0, PAGES[4].0, PAGES[5].0,
    ];

    /// The page's path, as authors link to it. No page of an author may have it.
    pub(crate) fn path(self) -> &'static str {
        PAGES[self as usize].1
    }

    pub(crate) fn title(self) -> &'static str {
        PAGES[self as usize].2
    }

    /// The page at a path, be its letters large or small: on some systems they are the same file.
    pub(crate) fn at(path: &str) -> Option<ReferencePage> {
        ReferencePage::ALL
            .into_iter()
            .find(|page| page.path().eq_ignore_ascii_case(path))
    }
}
