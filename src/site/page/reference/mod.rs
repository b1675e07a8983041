//! The pages that a build makes for every book, after the author's own. They state what follows
//! from the rules and the verdicts, so that no author has to write it.

mod atlas;
mod checks;
mod compare;
mod errata;
mod index;
mod playground;
mod relations;
mod rules;

pub(super) use checks::witness;
pub(super) use errata::{best, count_phrase, errata_letter};

use serde_json::{Value as Json, json};

use super::edition::Edition;
use super::medium::{Addresses, Medium};
use super::passage::Passage;
use super::templates::TemplateFault;
use super::text::merge;
use super::words::page_title;
use super::{language, playable};
use crate::page::edition::TextFile;
use atlas::Atlas;
use padma_book::pages::made::{ReferencePage, played_variants};

/// Returns the view of a page for a printed book, whose links are the pages' paths; `None` for a
/// page that is useful only on a screen.
#[cfg(feature = "pdf")]
pub(super) fn printed_view(
    page: ReferencePage,
    edition: &Edition<'_>,
    addresses: &Addresses<'_>,
) -> Option<Json> {
    if edition.variant_indices.is_empty() && page != ReferencePage::Errata {
        return None;
    }
    match page {
        ReferencePage::RulesOfPlay => Some(rules::view(edition, addresses)),
        ReferencePage::PieceIndex => Some(index::view(edition, addresses)),
        ReferencePage::Compare => Some(json!({"variants": compare::views(edition, addresses)})),
        ReferencePage::Errata => Some(errata::view(edition, addresses)),
        ReferencePage::Atlas | ReferencePage::Playground | ReferencePage::Checks => None,
    }
}

/// A page made for every book, with what several of its writers need.
pub(super) struct MadePage<'a> {
    page: ReferencePage,
    edition: &'a Edition<'a>,
    /// The pictures of the atlas, if the page is the atlas.
    atlas: Option<Atlas<'a>>,
}

impl<'a> MadePage<'a> {
    pub(super) fn new(page: ReferencePage, edition: &'a Edition<'a>) -> MadePage<'a> {
        let is_atlas = page == ReferencePage::Atlas;
        MadePage {
            page,
            edition,
            atlas: is_atlas.then(|| Atlas::new(edition)),
        }
    }

    /// Returns the view that the page's templates are given. It is the same for all media; only the ids and addresses
    /// in it differ.
    pub(super) fn view(&self, addresses: &Addresses<'_>) -> Json {
        let edition = self.edition;
        match self.page {
            ReferencePage::RulesOfPlay => json!({"rules": rules::view(edition, addresses)}),
            ReferencePage::PieceIndex => index::view(edition, addresses),
            ReferencePage::Atlas => {
                let atlas = self.atlas.as_ref();
                atlas.map(|atlas| atlas.view(addresses)).into()
            }
            ReferencePage::Compare => compare::view(edition, addresses),
            ReferencePage::Playground => playground::view(edition),
            ReferencePage::Checks => checks::view(edition, addresses),
            ReferencePage::Errata => errata::view(edition, addresses),
        }
    }

    /// Renders the page's text for a medium.
    pub(super) fn render(&self, addresses: &Addresses<'_>) -> Result<String, TemplateFault> {
        self.render_view(self.view(addresses), addresses)
    }

    /// Renders the page's text from its view for the same medium.
    pub(super) fn render_view(
        &self,
        view: Json,
        addresses: &Addresses<'_>,
    ) -> Result<String, TemplateFault> {
        let (page, edition, medium) = (self.page, self.edition, addresses.medium);
        let name = page.path().trim_end_matches(".md");
        let end = match medium {
            Medium::Markdown => "md",
            _ => "html",
        };
        let (is_live, is_site) = (medium.is_live(), medium == Medium::Site);
        // The path to the scripts that books have in common.
        let shared = is_site.then(|| format!("../{}/", edition.templates.shared().folder()));
        let view = merge(
            view,
            json!({"title": page_title(page, &edition.checked.book.decl), "live": is_live, "site": is_site, "shared": shared}),
        );
        let text = edition.templates.render(&format!("{name}.{end}"), &view)?;
        // The texts may be in another language than the book.
        let ours = language::own_attributes(&edition.checked.book.decl);
        Ok(match medium {
            Medium::Markdown => text,
            _ if ours.is_empty() => text,
            _ => format!("<div{ours}>\n{text}</div>\n"),
        })
    }

    /// Returns the files that the page shows.
    pub(super) fn pictures(&self) -> Vec<TextFile> {
        match self.page {
            ReferencePage::RulesOfPlay => rules::pictures(self.edition),
            _ => self.atlas.as_ref().map(Atlas::pictures).unwrap_or_default(),
        }
    }

    /// Returns the passages of the page that the search finds, from its view for the site.
    pub(super) fn passages(&self, view: &Json) -> Vec<Passage> {
        match self.page {
            ReferencePage::RulesOfPlay => rules::passages(self.edition, &view["rules"]),
            ReferencePage::PieceIndex => index::passages(self.edition),
            ReferencePage::Errata => errata::passages(self.edition, view),
            _ => self.atlas.as_ref().map(Atlas::passages).unwrap_or_default(),
        }
    }
}

/// Returns the scripts that a page needs in a medium, but for those that its template names.
pub(super) fn scripts(
    page: ReferencePage,
    edition: &Edition<'_>,
    medium: Medium,
) -> Vec<&'static str> {
    let variants = edition.own_variants();
    let has_variant = !variants.is_empty();
    let is_played = || {
        let mut played = played_variants(&variants).into_iter();
        played.any(|(_, variant)| playable::is_played(variant))
    };
    match page {
        ReferencePage::Checks => vec!["folds.js"],
        ReferencePage::RulesOfPlay if is_played() => vec!["ask.js", "try.js"],
        ReferencePage::PieceIndex if has_variant => vec!["folds.js"],
        // The comparison is laid out before the page is first drawn, so on the site its template runs
        // the scripts in the midst of the page.
        ReferencePage::Compare if has_variant && medium == Medium::Site => vec!["folds.js"],
        ReferencePage::Compare if has_variant => {
            vec!["ask.js", "picture.js", "compare.js", "folds.js"]
        }
        ReferencePage::Playground if has_variant => vec!["ask.js", "open-playground.js"],
        _ => Vec::new(),
    }
}
