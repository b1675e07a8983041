//! The pages that a build makes for every book, after the author's own. They state what follows
//! from the rules and the verdicts, so that no author has to write it.

mod atlas;
mod compare;
mod errata;
mod index;
mod ledger;
mod relations;
mod rules;
mod workbench;

pub(super) use errata::{count, count_phrase, errata_mark};

#[cfg(feature = "pdf")]
use serde_json::Value as Json;

use super::edition::Edition;
use super::passage::Bodies;
use super::templates::TemplateFault;
use padma_book::pages::made::ReferencePage;

/// Returns the view of a page for a printed book, whose links are the pages' paths; `None` for a
/// page that is useful only on a screen.
#[cfg(feature = "pdf")]
pub(super) fn printed_view(page: ReferencePage, edition: &Edition<'_>) -> Option<Json> {
    if edition.variant_indices.is_empty() && page != ReferencePage::Errata {
        return None;
    }
    match page {
        ReferencePage::RulesOfPlay => Some(rules::view(edition, str::to_string)),
        ReferencePage::PieceIndex => Some(index::view(edition, str::to_string)),
        ReferencePage::Compare => Some(serde_json::json!({"variants": compare::views(edition)})),
        ReferencePage::Errata => Some(errata::view(edition, str::to_string)),
        ReferencePage::Atlas | ReferencePage::Workbench | ReferencePage::Ledger => None,
    }
}

/// Renders the page's text, for the site and for the Markdown edition.
pub(super) fn bodies(page: ReferencePage, edition: &Edition<'_>) -> Result<Bodies, TemplateFault> {
    match page {
        ReferencePage::RulesOfPlay => rules::bodies(edition),
        ReferencePage::PieceIndex => index::bodies(edition),
        ReferencePage::Atlas => atlas::bodies(edition),
        ReferencePage::Compare => compare::bodies(edition),
        ReferencePage::Workbench => workbench::bodies(edition),
        ReferencePage::Ledger => ledger::bodies(edition),
        ReferencePage::Errata => errata::bodies(edition),
    }
}
