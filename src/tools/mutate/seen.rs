//! Finds the parts of a book that a change of one page can affect: only these are judged again.
//!
//! A claim depends on its own text, on the diagram above it, and on the diagrams and games that it
//! names. A diagram depends on its own lines, and on the game that it begins from.

use std::collections::BTreeMap;

use super::change::TextChange;
use padma_book::judge::{Checked, JudgedPart};
use padma_book::pages::content::each;
use padma_book::pages::diagram::{BaseDecl, DiagramDecl};
use padma_book::pages::page::Page;
use padma_expr::solves_endings;
use padma_text::Span;

/// Returns the variants that a book uses.
pub(crate) fn variants_of(checked: &Checked) -> Vec<usize> {
    let book = &checked.book;
    let placed = book.placed.iter().map(|figure| figure.variant);
    let played = book.games.played.iter().map(|game| game.variant);
    let claimed = checked.claims.iter().filter_map(|claim| claim.variant);
    let mut indices: Vec<usize> = book
        .variant
        .into_iter()
        .chain(placed)
        .chain(played)
        .chain(claimed)
        .collect();
    indices.sort_unstable();
    indices.dedup();
    indices
}

/// A claim, and what the claim depends on.
struct Claim<'a> {
    page: usize,
    link: usize,
    /// The index of the nearest diagram above, on the same page.
    nearest: Option<usize>,
    /// The target of the link: a name or an expression.
    target: &'a str,
    /// The claim's expression as written, with the value that its source prints.
    text: &'a str,
}

/// The claims of a book, and what each depends on.
pub(crate) struct ClaimDependencies<'a> {
    pages: &'a [Page],
    claims: Vec<Claim<'a>>,
    /// The claims that need endgames solved.
    pub endings: Vec<JudgedPart>,
}

impl<'a> ClaimDependencies<'a> {
    pub(crate) fn new(checked: &'a Checked) -> ClaimDependencies<'a> {
        let pages = &checked.book.pages[..];
        let definitions = pages.iter().flat_map(|page| &page.definitions);
        let bodies: BTreeMap<&str, &str> = definitions
            .map(|decl| (decl.name.text.as_str(), decl.body.text()))
            .collect();
        let claims = checked.claims.iter().map(|claim| {
            let link = checked.link(claim);
            let target = link.target.text().trim();
            Claim {
                page: claim.page,
                link: claim.link,
                nearest: link.diagram,
                target,
                text: bodies.get(target).copied().unwrap_or(target),
            }
        });
        let mut seen = ClaimDependencies {
            pages,
            claims: claims.collect(),
            endings: Vec::new(),
        };
        seen.endings = seen.claims(|claim| solves_endings(claim.text));
        seen
    }

    fn claims(&self, selects: impl Fn(&Claim<'_>) -> bool) -> Vec<JudgedPart> {
        let claims = self.claims.iter().filter(|claim| selects(claim));
        claims
            .map(|claim| JudgedPart::Claim(claim.page, claim.link))
            .collect()
    }

    /// Returns the claims whose expressions contain one of some words.
    pub(crate) fn with_words(&self, words: &[&str]) -> Vec<JudgedPart> {
        self.claims(|claim| words.iter().any(|word| claim.text.contains(word)))
    }

    /// Returns the parts that a change of a page can affect; `None` if any part may be affected,
    /// for example if the page has other blocks after the change.
    pub(crate) fn affected_by(
        &self,
        page: usize,
        change: &TextChange,
        fresh: &Page,
    ) -> Option<Vec<JudgedPart>> {
        let old = &self.pages[page];
        let edits = change.also.iter().map(|edit| edit.span);
        let whole = edits.fold(change.span, Span::to);
        let is_around = |span: Span| span.to(whole) == span;
        // The text of a block may itself contain claims.
        let enclosing =
            self.claims(|claim| claim.page == page && is_around(old.claims[claim.link].span));
        let diagram = old.diagrams.iter().position(|decl| is_around(decl.span));
        let game = old.games.iter().find(|decl| is_around(decl.span));
        let mut bodies = old.definitions.iter();
        let body = bodies.find(|decl| is_around(decl.body.whole()));
        let others = match (diagram, game, body) {
            _ if !has_same_blocks(old, fresh) => return None,
            (Some(diagram), ..) => self.affected_by_diagrams(&[(page, diagram)], None),
            (None, Some(game), _) => {
                let id = game.id.text.as_str();
                let affected = self.affected_by_diagrams(&self.diagrams_begun_from(id), Some(id));
                [vec![JudgedPart::Games(page)], affected].concat()
            }
            (None, None, Some(body)) => self.claims(|claim| claim.target == body.name.text),
            (None, None, None) if enclosing.is_empty() => return None,
            (None, None, None) => Vec::new(),
        };
        Some([others, enclosing].concat())
    }

    /// Returns the diagrams that begin from a game, by page and index.
    fn diagrams_begun_from(&self, game: &str) -> Vec<(usize, usize)> {
        let begins = |decl: &DiagramDecl| match &decl.base {
            Some(BaseDecl::After { game: base, .. }) => base.text == game,
            _ => false,
        };
        let mut found = Vec::new();
        for (page, parsed) in self.pages.iter().enumerate() {
            let places = (0..parsed.diagrams.len()).map(|diagram| (page, diagram));
            found.extend(places.filter(|(_, diagram)| begins(&parsed.diagrams[*diagram])));
        }
        found
    }

    /// Returns all diagrams of the pages that contain these diagrams, and the claims that depend
    /// on one of these diagrams or name the game.
    fn affected_by_diagrams(
        &self,
        diagrams: &[(usize, usize)],
        game: Option<&str>,
    ) -> Vec<JudgedPart> {
        let ids = diagrams.iter().map(|(page, diagram)| {
            let decl = &self.pages[*page].diagrams[*diagram];
            decl.id.text.as_str()
        });
        let names: Vec<&str> = ids.chain(game).collect();
        let mut pages: Vec<usize> = diagrams.iter().map(|(page, _)| *page).collect();
        pages.dedup();
        let claims = self.claims(|claim| {
            let nearest = claim.nearest.map(|diagram| (claim.page, diagram));
            nearest.is_some_and(|nearest| diagrams.contains(&nearest))
                || names.iter().any(|name| claim.text.contains(name))
        });
        let pages = pages.into_iter().map(JudgedPart::Diagrams);
        pages.chain(claims).collect()
    }
}

/// Whether two pages have the same blocks and claims in the same order.
fn has_same_blocks(old: &Page, fresh: &Page) -> bool {
    let blocks = |page: &Page| {
        let diagrams = page.diagrams.iter().map(|decl| &decl.id.text);
        let games = page.games.iter().map(|decl| &decl.id.text);
        let definitions = page.definitions.iter().map(|decl| &decl.name.text);
        let names: Vec<String> = diagrams.chain(games).chain(definitions).cloned().collect();
        let claims = page.claims.iter();
        let claims = claims.map(|claim| (claim.target.text().to_string(), claim.diagram));
        let mut nodes = 0;
        each(&page.content, &mut |_| nodes += 1);
        let counts = [
            nodes,
            page.cards.len(),
            page.combinations.len(),
            page.links.len(),
        ];
        (names, claims.collect::<Vec<_>>(), counts)
    };
    blocks(old) == blocks(fresh)
}
