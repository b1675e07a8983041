//! What every build makes by itself: pages, the anchors on them that links may name, and files.
//! Knows nothing of how they look.

use super::decl::BookDecl;
use super::ids::{anchor, anchor_of_part};
use super::page::Page;
use padma_rules::model::{KindId, Variant};
use padma_variant::describe::{self, RulesPart};

/// A page made for every book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferencePage {
    /// The rules of the game.
    RulesOfPlay,
    /// All pieces, by name.
    PieceIndex,
    /// The boards and the classes of their cells.
    Atlas,
    /// A comparison of pieces.
    Compare,
    /// The rules of each variant, to be edited.
    Playground,
    /// All claims with their verdicts.
    Checks,
    /// Errata of the source, open questions, and unchecked claims.
    Errata,
}

/// Each page with its path, in the order of declaration, which
/// [`ReferencePage::path`] relies on.
const PAGES: [(ReferencePage, &str); 7] = [
    (ReferencePage::RulesOfPlay, "rules-of-play.md"),
    (ReferencePage::PieceIndex, "piece-index.md"),
    (ReferencePage::Atlas, "atlas.md"),
    (ReferencePage::Compare, "compare.md"),
    (ReferencePage::Playground, "playground.md"),
    (ReferencePage::Checks, "checks.md"),
    (ReferencePage::Errata, "errata.md"),
];

impl ReferencePage {
    /// All pages in the order of the book: the first follows the front page, the others come at
    /// the end.
    pub const ALL: [ReferencePage; 7] = [
        PAGES[0].0, PAGES[1].0, PAGES[2].0, PAGES[3].0, PAGES[4].0, PAGES[5].0, PAGES[6].0,
    ];

    /// Returns the page's path, as authors link to it. No page of an author may have this path.
    pub fn path(self) -> &'static str {
        PAGES[self as usize].1
    }

    /// Finds the page at a path, ignoring case: on some systems two paths that differ only in case
    /// are the same file.
    pub fn at(path: &str) -> Option<ReferencePage> {
        ReferencePage::ALL
            .into_iter()
            .find(|page| page.path().eq_ignore_ascii_case(path))
    }

    /// Returns the anchors that a link's `#` may name on the page, in a book with these variants
    /// and pages.
    pub fn anchors(self, variants: &[&Variant], pages: &[Page], decl: &BookDecl) -> Vec<String> {
        match self {
            ReferencePage::RulesOfPlay => anchors_of_rules(variants),
            ReferencePage::PieceIndex => listed_pieces(variants)
                .into_iter()
                .map(|(place, kind)| anchor_of_piece(variants, place, kind))
                .collect(),
            ReferencePage::Atlas => variants
                .iter()
                .map(|variant| anchor_of_board(variant))
                .collect(),
            ReferencePage::Compare => variants
                .iter()
                .map(|variant| anchor_of_compared(variant))
                .collect(),
            ReferencePage::Playground => variants
                .iter()
                .map(|variant| anchor_of_playground(variant))
                .collect(),
            ReferencePage::Checks => {
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
                    .map(|page| anchor_of_statements(&page.path))
                    .collect()
            }
            ReferencePage::Errata => {
                let [errata, misprints, questions, unchecked] = ERRATA_ANCHORS;
                let retells = !decl.sources.is_empty();
                let open = retells || !decl.questions.is_empty();
                let known = [
                    (retells, errata),
                    (retells, misprints),
                    (open, questions),
                    (true, unchecked),
                ];
                let known = known.into_iter().filter(|(is_shown, _)| *is_shown);
                known.map(|(_, anchor)| anchor.to_string()).collect()
            }
        }
    }

    /// Whether a link's `#` leads to something on the page. On the page that compares pieces it
    /// may also name the pieces to compare.
    pub fn has_anchor(
        self,
        anchor: &str,
        variants: &[&Variant],
        pages: &[Page],
        decl: &BookDecl,
    ) -> bool {
        let compares = self == ReferencePage::Compare && is_choice(anchor, variants);
        compares
            || self
                .anchors(variants, pages, decl)
                .iter()
                .any(|known| known == anchor)
    }
}

/// Returns the variants that the page of rules covers, each with its place in the book: the book's
/// own variant, and every other that has a setup or a rule. Boards whose pieces are only there for
/// comparison are left out.
pub fn played_variants<'a>(variants: &[&'a Variant]) -> Vec<(usize, &'a Variant)> {
    variants
        .iter()
        .copied()
        .enumerate()
        .filter(|(place, variant)| {
            *place == 0 || variant.setup.is_some() || !variant.rules.is_empty()
        })
        .collect()
}

/// Returns the anchors on the page of rules.
fn anchors_of_rules(variants: &[&Variant]) -> Vec<String> {
    let variants = played_variants(variants);
    let Some(((_, first), others)) = variants.split_first() else {
        return Vec::new();
    };
    let parts: Vec<RulesPart> = describe::game(first)
        .iter()
        .map(|article| article.part)
        .collect();
    let parts = RulesPart::ALL
        .into_iter()
        .filter(|part| parts.contains(part))
        .map(|part| part.name().to_string());
    let pieces = first.kinds.iter().map(|kind| anchor("p", &kind.id));
    parts
        .chain([PIECES.to_string()])
        .chain(pieces)
        .chain(others.iter().map(|(_, variant)| anchor("b", &variant.id)))
        .collect()
}

/// The anchor of the pieces on the page of rules.
pub const PIECES: &str = "pieces";

/// Returns the parts of the page of rules, as links and readings name them.
pub fn parts_of_rules() -> Vec<&'static str> {
    RulesPart::NAMES.into_iter().chain([PIECES]).collect()
}

/// Returns the pieces of some variants by name, each with the place of the variant it is taken
/// from. A piece that several variants share is listed for the first of them.
pub fn listed_pieces(variants: &[&Variant]) -> Vec<(usize, KindId)> {
    let mut listed: Vec<(usize, KindId)> = Vec::new();
    for (place, variant) in variants.iter().enumerate() {
        for id in variant.kind_ids() {
            let kind = variant.kind(id);
            let is_listed = variants[..place].iter().any(|earlier| {
                let other = earlier
                    .kind_named(&kind.id)
                    .map(|other| earlier.kind(other));
                other.is_some_and(|other| {
                    other.movement.to_string() == kind.movement.to_string()
                        && other.name == kind.name
                })
            });
            if !is_listed {
                listed.push((place, id));
            }
        }
    }
    listed.sort_by_key(|(place, id)| (variants[*place].kind(*id).name.to_lowercase(), *place));
    listed
}

/// Returns the anchor of a piece on the index of pieces.
pub fn anchor_of_piece(variants: &[&Variant], place: usize, id: KindId) -> String {
    let (variant, kind) = (variants[place], variants[place].kind(id));
    match place {
        0 => anchor("p", &kind.id),
        _ => anchor_of_part(&anchor("p", &variant.id), &kind.id),
    }
}

/// Returns the anchor of a variant's board on the atlas.
pub fn anchor_of_board(variant: &Variant) -> String {
    anchor("b", &variant.id)
}

/// Returns the anchor of a variant's pieces on the page that compares them.
pub fn anchor_of_compared(variant: &Variant) -> String {
    anchor("v", &variant.id)
}

/// Returns the anchor of a variant on the playground.
pub fn anchor_of_playground(variant: &Variant) -> String {
    anchor("w", &variant.id)
}

/// Whether the text is a choice of pieces and a cell: `rook+bishop@e4`, with `lotus-41/` before it
/// for any variant but the first. The cell must be present at the start.
fn is_choice(text: &str, variants: &[&Variant]) -> bool {
    let (variant, choice) = match text.split_once('/') {
        Some((id, choice)) => (variants.iter().find(|variant| variant.id == id), choice),
        None => (variants.first(), text),
    };
    let Some((variant, (pieces, cell))) = variant.zip(choice.rsplit_once('@')) else {
        return false;
    };
    let cell = variant
        .board
        .cell(cell)
        .filter(|cell| !variant.board.absent().contains(*cell));
    cell.is_some()
        && pieces
            .split('+')
            .all(|piece| variant.kind_named(piece).is_some())
}

/// Returns the anchor of a page's statements on the page of checks.
pub fn anchor_of_statements(page: &str) -> String {
    anchor("page", page)
}

/// The anchors on the page of errata.
pub const ERRATA_ANCHORS: [&str; 4] = ["errata", "misprints", "questions", "unchecked"];

/// The folders of the site that only a build writes to.
pub mod folder {
    /// The drawn diagrams.
    pub const DIAGRAMS: &str = "diagrams/";
    /// The Markdown edition.
    pub const MARKDOWN: &str = "markdown/";
    /// The rules of each variant, for figures that readers can change.
    pub const RULES: &str = "rules/";
    /// The drawings of each variant, for the board that readers play on.
    pub const PLAY: &str = "play/";

    pub(super) const ALL: [&str; 4] = [DIAGRAMS, MARKDOWN, RULES, PLAY];
}

/// The script that holds the search index.
pub const SEARCH_INDEX: &str = "search-index.js";
/// The data of one book for the pages over all books.
pub const BOOK_CARD: &str = "book.json";
/// The style sheet of a book's pages.
pub const STYLE: &str = "style.css";

/// Whether a build writes its own file at a path of the site, which would overwrite an author's
/// file.
pub fn is_made(path: &str) -> bool {
    folder::ALL.iter().any(|folder| path.starts_with(folder))
        || [SEARCH_INDEX, BOOK_CARD, STYLE].contains(&path)
}
