//! The pages that a build makes for every book, after the author's own: what the model and the verdicts
//! have to say that no author should have to write.

mod atlas;
mod compare;
mod errata;
pub(crate) mod index;
mod kind;
mod ledger;
mod relations;
mod rules;

pub(super) use errata::{count, counted, sign};
pub(crate) use kind::ReferencePage;
pub(crate) use rules::PARTS_OF_RULES;

#[cfg(feature = "pdf")]
use serde_json::Value as Json;

use super::edition::Edition;
use super::passage::Bodies;
use super::templates::TemplateFault;
use crate::book::page::Page;
use padma_rules::model::Variant;

impl ReferencePage {
    /// What a link's `#` may name on the page, in a book with these variants and pages.
    pub(crate) fn anchors(self, variants: &[&Variant], pages: &[Page]) -> Vec<String> {
        match self {
            ReferencePage::RulesOfPlay => rules::anchors(variants),
            ReferencePage::PieceIndex => index::listed(variants)
                .into_iter()
                .map(|(place, kind)| index::anchor_of(variants, place, kind))
                .collect(),
            ReferencePage::Atlas => variants
                .iter()
                .map(|variant| atlas::anchor_of(variant))
                .collect(),
            ReferencePage::Compare => variants
                .iter()
                .map(|variant| compare::anchor_of(variant))
                .collect(),
            ReferencePage::Ledger => {
                let states = |page: &&Page| {
                    !(page.claims.is_empty() && page.games.is_empty())
                        || page
                            .diagrams
                            .iter()
                            .any(|diagram| !diagram.marks.is_empty())
                };
                pages
                    .iter()
                    .filter(states)
                    .map(|page| ledger::anchor_of(&page.path))
                    .collect()
            }
            ReferencePage::Errata => errata::ANCHORS.map(str::to_string).to_vec(),
        }
    }

    /// Whether a link's `#` leads to something on the page. On the page that compares pieces it may say
    /// what to compare.
    pub(crate) fn knows(self, anchor: &str, variants: &[&Variant], pages: &[Page]) -> bool {
        let compares = self == ReferencePage::Compare && compare::is_choice(anchor, variants);
        compares
            || self
                .anchors(variants, pages)
                .iter()
                .any(|known| known == anchor)
    }

    /// What a printed book says of it, with links by the paths of pages; `None` for what is of use on a screen alone.
    #[cfg(feature = "pdf")]
    pub(super) fn printed(self, edition: &Edition<'_>) -> Option<Json> {
        if edition.of_book.is_empty() && self != ReferencePage::Errata {
            return None;
        }
        match self {
            ReferencePage::RulesOfPlay => Some(rules::view(edition, str::to_string)),
            ReferencePage::PieceIndex => Some(index::view(edition, str::to_string)),
            ReferencePage::Compare => {
                Some(serde_json::json!({"variants": compare::views(edition)}))
            }
            ReferencePage::Errata => Some(errata::view(edition, str::to_string)),
            ReferencePage::Atlas | ReferencePage::Ledger => None,
        }
    }

    /// The page's text, for the site and for the Markdown edition.
    pub(super) fn bodies(self, edition: &Edition<'_>) -> Result<Bodies, TemplateFault> {
        match self {
            ReferencePage::RulesOfPlay => rules::bodies(edition),
            ReferencePage::PieceIndex => index::bodies(edition),
            ReferencePage::Atlas => atlas::bodies(edition),
            ReferencePage::Compare => compare::bodies(edition),
            ReferencePage::Ledger => ledger::bodies(edition),
            ReferencePage::Errata => errata::bodies(edition),
        }
    }
}
