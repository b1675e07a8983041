//! Finds the parts of a book that a change of one page can affect: only these are judged again.
//!
//! A claim depends on its own text, on the diagram above it, and on the diagrams and games that it
//! names. A diagram depends on its own lines, and on the game that it begins from.

use std::collections::BTreeMap;

use super::change::Change;
use padma_book::claim::solves_endings;
use padma_book::judge::{Checked, JudgedPart};
use padma_book::pages::diagram::{BaseDecl, DiagramDecl};
use padma_book::pages::page::Page;
use padma_text::Span;

/// A claim with what it depends on.
struct Claim<'a> {
    page: usize,
    link: usize,
    /// The index on the page of the diagram above it.
    nearest: Option<usize>,
    /// Its expression as written, with what its source is said to print.
    text: &'a str,
}

/// The claims of a book with what each depends on.
pub(crate) struct Seen<'a> {
    pages: &'a [Page],
    claims: Vec<Claim<'a>>,
    endings: Vec<JudgedPart>,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(checked: &'a Checked) -> Seen<'a> {
        let pages = &checked.book.pages[..];
        let bodies: BTreeMap<&str, &str> = pages
            .iter()
            .flat_map(|page| &page.definitions)
            .map(|decl| (decl.name.text.as_str(), decl.body.text()))
            .collect();
        let mut claims = Vec::new();
        for (page, own) in pages.iter().enumerate() {
            claims.extend(own.claims.iter().enumerate().map(|(link, said)| {
                let target = said.target.text().trim();
                let text = bodies.get(target).copied().unwrap_or(target);
                Claim {
                    page,
                    link,
                    nearest: said.diagram,
                    text,
                }
            }));
        }
        let endings = claims
            .iter()
            .filter(|claim| solves_endings(claim.text))
            .map(Claim::part)
            .collect();
        Seen {
            pages,
            claims,
            endings,
        }
    }

    /// Returns the claims that need endgames solved.
    pub(crate) fn endings(&self) -> &[JudgedPart] {
        &self.endings
    }

    /// Returns the parts that a change can affect; `None` if it can be any part, as when the page
    /// has other blocks after the change.
    pub(crate) fn by(&self, page: usize, change: &Change, fresh: &Page) -> Option<Vec<JudgedPart>> {
        let old = &self.pages[page];
        let whole = change
            .also
            .iter()
            .fold(change.span, |whole, edit| whole.to(edit.span));
        let is_around = |span: Span| span.to(whole) == span;
        if !is_made_alike(old, fresh) {
            return None;
        }
        // The words of a block may contain claims of their own.
        let stated = old
            .claims
            .iter()
            .enumerate()
            .filter(|(_, claim)| is_around(claim.span));
        let stated: Vec<JudgedPart> = stated
            .map(|(link, _)| JudgedPart::Claim(page, link))
            .collect();
        let mut parts =
            if let Some(diagram) = old.diagrams.iter().position(|decl| is_around(decl.span)) {
                self.by_diagrams(&[(page, diagram)], &[])
            } else if let Some(game) = old.games.iter().find(|decl| is_around(decl.span)) {
                let mut parts = vec![JudgedPart::Games(page)];
                parts.extend(self.by_diagrams(&self.begun_from(&game.id.text), &[&game.id.text]));
                parts
            } else if let Some(body) = old
                .definitions
                .iter()
                .find(|decl| is_around(decl.body.whole()))
            {
                let states = |claim: &&Claim<'_>| {
                    self.pages[claim.page].claims[claim.link]
                        .target
                        .text()
                        .trim()
                        == body.name.text
                };
                self.claims.iter().filter(states).map(Claim::part).collect()
            } else if stated.is_empty() {
                return None;
            } else {
                Vec::new()
            };
        parts.extend(stated);
        Some(parts)
    }

    /// Returns the diagrams that begin from a game.
    fn begun_from(&self, game: &str) -> Vec<(usize, usize)> {
        let begins = |decl: &DiagramDecl| match &decl.base {
            Some(BaseDecl::After { game: base, .. }) => base.text == game,
            _ => false,
        };
        let pages = self.pages.iter().enumerate();
        let places = pages
            .flat_map(|(page, own)| (0..own.diagrams.len()).map(move |diagram| (page, diagram)));
        places
            .filter(|(page, diagram)| begins(&self.pages[*page].diagrams[*diagram]))
            .collect()
    }

    /// Returns all diagrams of the pages that have these diagrams, and the claims that depend on
    /// one of these diagrams or contain one of the names.
    fn by_diagrams(&self, diagrams: &[(usize, usize)], names: &[&str]) -> Vec<JudgedPart> {
        let ids = diagrams
            .iter()
            .map(|(page, diagram)| self.pages[*page].diagrams[*diagram].id.text.as_str());
        let names: Vec<&str> = ids.chain(names.iter().copied()).collect();
        let mut pages: Vec<usize> = diagrams.iter().map(|(page, _)| *page).collect();
        pages.dedup();
        let turns = |claim: &&Claim<'_>| {
            let nearest = claim.nearest.map(|diagram| (claim.page, diagram));
            nearest.is_some_and(|nearest| diagrams.contains(&nearest))
                || names.iter().any(|name| claim.text.contains(name))
        };
        let claims = self.claims.iter().filter(turns).map(Claim::part);
        pages
            .into_iter()
            .map(JudgedPart::Diagrams)
            .chain(claims)
            .collect()
    }

    /// Returns the claims whose expressions contain one of some words.
    pub(crate) fn with_words(&self, words: &[&str]) -> Vec<JudgedPart> {
        let has = |claim: &&Claim<'_>| words.iter().any(|word| claim.text.contains(word));
        self.claims.iter().filter(has).map(Claim::part).collect()
    }
}

impl Claim<'_> {
    fn part(&self) -> JudgedPart {
        JudgedPart::Claim(self.page, self.link)
    }
}

/// Whether two pages have the same blocks and claims in the same order.
fn is_made_alike(old: &Page, fresh: &Page) -> bool {
    let names = |page: &Page| -> Vec<String> {
        let diagrams = page.diagrams.iter().map(|decl| decl.id.text.clone());
        let games = page.games.iter().map(|decl| decl.id.text.clone());
        let definitions = page.definitions.iter().map(|decl| decl.name.text.clone());
        let claims = page
            .claims
            .iter()
            .map(|claim| format!("{} {:?}", claim.target.text(), claim.diagram));
        diagrams
            .chain(games)
            .chain(definitions)
            .chain(claims)
            .collect()
    };
    let counts = |page: &Page| {
        (
            page.flow.len(),
            page.cards.len(),
            page.combinations.len(),
            page.links.len(),
        )
    };
    counts(old) == counts(fresh) && names(old) == names(fresh)
}
