//! A judged book with all that its pages are made from, and its neighbours on the site.

use std::sync::OnceLock;

use serde::Serialize;
use serde_json::Value as Json;

use super::templates::Templates;
use super::ticks::{ProofTick, TickedSentence};
use padma_book::judge::{
    Checked, CheckedClaim, CheckedDiagram, DiagramNaming, Strength, restate_claim,
};
use padma_book::load::Library;
use padma_expr::Restatement;
use padma_picture::backend::svg::PagePicture;
use padma_picture::scene::{Fonts, Themes};
use padma_rules::model::Variant;
use padma_rules::reach::Rules;
use padma_text::{Sources, percent_encoded};
use padma_variant::resolve::Variants;
use padma_words::{Language, SlotValue};

/// A drawn diagram.
#[derive(Clone, Debug)]
pub struct InlinePicture {
    /// The SVG for a page, coloured by the page's style sheet.
    pub picture: PagePicture,
    /// A description in words.
    pub alt: String,
    /// Width, in sides of a cell.
    pub width: f64,
}

/// A book ready to be written as pages.
pub struct Edition<'a> {
    pub(crate) checked: &'a Checked,
    pub(crate) variants: &'a Variants,
    /// The indices of the book's own variants; the one that its pages are about comes first.
    pub variant_indices: &'a [usize],
    pub(crate) sources: &'a Sources,
    /// The pictures of `checked.diagrams`, in the same order.
    pub pictures: &'a [InlinePicture],
    pub(crate) templates: &'a Templates,
    /// The fonts for words in pictures.
    pub fonts: &'a Fonts<'a>,
    /// The colours of the pages and pictures.
    pub(crate) themes: Themes,
    /// Whether every picture is written as PNG too.
    pub with_png: bool,
    /// For each claim, a change that makes it fail; `None` if no search was made.
    pub strength: Option<&'a Strength>,
    /// The other books of the output folder, by title.
    pub neighbours: &'a [Neighbour],
    /// The texts of all variants.
    pub library: &'a Library,
    /// The author's files that pages show or link to, by path.
    pub assets: &'a [(String, Vec<u8>)],
    /// The sentences with marks, found on first use.
    pub(crate) ticked: OnceLock<Vec<TickedSentence>>,
    /// The comparison of the variants' pieces, filled on first use.
    pub compared: OnceLock<Vec<Json>>,
    /// What each claim says, found on first use.
    pub(crate) said: Box<[OnceLock<Option<SaidClaim>>]>,
}

/// What a claim or a mark says.
pub(crate) struct SaidClaim {
    pub text: String,
    /// Whether it is all in words: what would be hard to read appears as its author wrote it.
    pub is_in_words: bool,
}

/// A text file of the site, by its path below the book's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl<'a> Edition<'a> {
    /// Returns the rules of the variant that the book is about.
    pub(super) fn rules(&self) -> Option<&'a Rules> {
        Some(self.variants.rules(self.checked.book.variant?))
    }

    /// Returns the language in which the program speaks to the book's readers.
    pub(crate) fn words(&self) -> &'static Language {
        self.checked.book.decl.words
    }

    /// Says something in that language.
    pub(super) fn say(&self, said: impl Into<SlotValue>) -> String {
        self.words().say(said)
    }

    /// Returns the variant of a diagram.
    pub(super) fn variant_of(&self, diagram: &CheckedDiagram) -> &'a Variant {
        let index = self.checked.figure(diagram).variant;
        &self.variants.rules(index).variant
    }

    /// Returns what a claim of the book says.
    pub(super) fn restated(&self, claim: &CheckedClaim) -> Option<&SaidClaim> {
        let at = self.place_of_claim(claim.page, claim.link)?;
        let restate = || {
            let naming = DiagramNaming::ByNumber;
            restate_claim(self.checked, claim, self.variants, naming).map(|says| self.said(says))
        };
        self.said[at].get_or_init(restate).as_ref()
    }

    /// Puts what a claim or a mark says into the language of the book's readers.
    pub(super) fn said(&self, says: Restatement) -> SaidClaim {
        SaidClaim {
            text: self.say(says.said),
            is_in_words: says.is_in_words,
        }
    }

    /// Returns the book's own variants; the one that its pages are about comes first.
    pub(super) fn own_variants(&self) -> Vec<&Variant> {
        self.variant_indices
            .iter()
            .map(|place| &self.variants.rules(*place).variant)
            .collect()
    }

    /// Returns the title of the chapter that holds a page, if it has one.
    pub(super) fn chapter_of(&self, path: &str) -> Option<&str> {
        let mut chapters = self.checked.book.decl.chapters.iter();
        chapters
            .find(|chapter| chapter.pages.iter().any(|page| page.value == path))?
            .title
            .as_deref()
    }

    /// Returns the diagram with this index on a page, and its picture; `None` if it has an error.
    pub(super) fn diagram(
        &self,
        page: usize,
        index: usize,
    ) -> Option<(&CheckedDiagram, &InlinePicture)> {
        let at = self
            .checked
            .diagrams
            .binary_search_by_key(&(page, index), |d| (d.page, d.index))
            .ok()?;
        Some((&self.checked.diagrams[at], &self.pictures[at]))
    }

    /// Returns the sentences of a page that have ticks, in order.
    pub(super) fn ticked(&self, page: usize) -> &[TickedSentence] {
        let all = self
            .ticked
            .get_or_init(|| TickedSentence::all(self.checked, self.variants));
        let start = all.partition_point(|sentence| sentence.page < page);
        let end = all.partition_point(|sentence| sentence.page <= page);
        &all[start..end]
    }

    /// Returns the tick of the sentence that a claim is in.
    pub(super) fn tick(&self, page: usize, link: usize) -> Option<ProofTick> {
        let is_of = |claim: &usize| self.checked.claims[*claim].link == link;
        let mut ticked = self.ticked(page).iter();
        let sentence = ticked.find(|sentence| sentence.claims.iter().any(is_of))?;
        Some(sentence.tick)
    }

    /// Returns the claim with this index on a page; `None` if it could not be read.
    pub(super) fn claim(&self, page: usize, link: usize) -> Option<&CheckedClaim> {
        Some(&self.checked.claims[self.place_of_claim(page, link)?])
    }

    fn place_of_claim(&self, page: usize, link: usize) -> Option<usize> {
        let claims = &self.checked.claims;
        let place = claims.binary_search_by_key(&(page, link), |claim| (claim.page, claim.link));
        place.ok()
    }
}

/// Another book of the output folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Neighbour {
    /// Its title.
    pub title: String,
    /// Its folder, encoded for a link.
    pub folder: String,
}

impl Neighbour {
    /// Makes a neighbour from a book's folder name and title.
    pub fn new(name: &str, title: &str) -> Neighbour {
        Neighbour {
            title: title.to_string(),
            folder: percent_encoded(name),
        }
    }
}
