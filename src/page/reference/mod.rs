//! The pages that a build makes for every book, after the author's own: what the model and the verdicts
//! have to say that no author should have to write.

mod atlas;
mod compare;
mod errata;
mod index;
mod ledger;
mod measures;
mod relations;
mod rules;
mod sentences;

pub(super) use index::{ThumbnailView, card_of, telling_cell, thumbnail};

use super::search::Passage;
use super::{Edition, Sheet, TemplateFault};
use crate::book::page::Page;
use crate::model::Variant;

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

    pub fn title(self) -> &'static str {
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

    /// What a link's `#` may name on the page, in a book with these variants and pages.
    pub fn anchors(self, variants: &[&Variant], pages: &[Page]) -> Vec<String> {
        match self {
            Reference::RulesOfPlay => rules::anchors(variants),
            Reference::PieceIndex => index::listed(variants)
                .into_iter()
                .map(|(place, piece)| index::anchor_of(variants, place, piece))
                .collect(),
            Reference::Atlas => variants.iter().map(|variant| atlas::anchor_of(variant)).collect(),
            Reference::Compare => variants.iter().map(|variant| compare::anchor_of(variant)).collect(),
            Reference::Ledger => {
                let states = |page: &&Page| {
                    !(page.claims.is_empty() && page.games.is_empty())
                        || page.diagrams.iter().any(|diagram| !diagram.marks.is_empty())
                };
                pages.iter().filter(states).map(|page| ledger::anchor_of(&page.path)).collect()
            }
            Reference::Errata => errata::ANCHORS.map(str::to_string).to_vec(),
        }
    }

    /// Whether a link's `#` leads to something on the page. On the page that compares pieces it may say
    /// what to compare.
    pub fn knows(self, anchor: &str, variants: &[&Variant], pages: &[Page]) -> bool {
        let compares = self == Reference::Compare && compare::is_choice(anchor, variants);
        compares || self.anchors(variants, pages).iter().any(|known| known == anchor)
    }

    /// The page's text, for the site and for the Markdown edition.
    pub(super) fn bodies(self, edition: &Edition<'_>) -> Result<Bodies, TemplateFault> {
        match self {
            Reference::RulesOfPlay => rules::bodies(edition),
            Reference::PieceIndex => index::bodies(edition),
            Reference::Atlas => atlas::bodies(edition),
            Reference::Compare => compare::bodies(edition),
            Reference::Ledger => ledger::bodies(edition),
            Reference::Errata => errata::bodies(edition),
        }
    }
}

/// A page's text in both forms, and the files it shows.
pub(super) struct Bodies {
    pub html: String,
    pub markdown: String,
    pub pictures: Vec<Sheet>,
    /// What readers can search of it.
    pub passages: Vec<Passage>,
}
