//! A book with its games played, its diagrams placed and its named claims gathered: everything
//! that needs all pages at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::sections;
use crate::pages::decl::BookDecl;
use crate::pages::diagram::{BaseDecl, DiagramDecl};
use crate::pages::figures::Figures;
use crate::pages::page::{ClaimLink, Page};
use crate::pages::review::ReviewDecl;
use crate::place::{
    Combinations, DrawnMarks, Games, Playable, combinations, place_diagram, play_game,
};
use padma_expr::{
    Definition, Name, Outline, PlacedDiagram, PlayedGame, Scope, parse_definition, variant_named,
};
use padma_rules::names::kind_named;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::lookup::Lookup;
use padma_text::{Excerpt, Span, Word};
use padma_variant::resolve::Variants;

/// What could be understood of a book.
#[derive(Debug)]
pub struct Book {
    /// The name of its folder.
    pub name: String,
    /// What its `book.toml` declares.
    pub decl: BookDecl,
    /// The contents, sections and figures of its source.
    pub outline: Outline,
    /// The findings about its sentences, if it has a `review.toml`.
    pub review: Option<ReviewDecl>,
    /// The sentences in the files of its variants: the name of each file, and its texts.
    pub variant_texts: Vec<(String, Vec<Excerpt>)>,
    /// The pages, in the order of `book.toml`.
    pub pages: Vec<Page>,
    /// The diagrams of all pages, numbered.
    pub figures: Figures,
    /// The variant of claims and diagrams that name none, as an index into the library.
    pub variant: Option<usize>,
    /// Whether the book's variant could not be resolved. Its errors have been reported, so the
    /// blocks that lack it are not.
    pub(crate) variant_failed: bool,
    /// The blocks that need a board although no variant is named.
    boardless: Vec<Boardless>,
    /// The recorded games of all pages, one after another.
    pub games: Games,
    /// For each page and game its index in `games`, if it could be played.
    pub game_of: Vec<Vec<Option<usize>>>,
    /// The diagrams of all pages, one after another.
    pub placed: Vec<PlacedDiagram>,
    /// The marks of each placed diagram's drawing.
    pub drawn: Vec<DrawnMarks>,
    /// For each page and diagram its index in `placed`, if its board is known.
    pub figure_of: Vec<Vec<Option<usize>>>,
    /// For each page its tables of combinations, if their pieces are known.
    pub tables: Vec<Vec<Option<Combinations>>>,
    /// The named claims of all pages.
    pub definitions: Arc<Lookup<String, NamedClaim>>,
}

/// The place of a named claim, and what it says; `None` if it does not parse.
pub(super) type NamedClaim = (Span, Option<Arc<Definition>>);

/// A block for which no variant is named: its kind and its place.
pub(super) type Boardless = (&'static str, Span);

/// Returns the variants that the claims of some pages name, known or not.
pub fn named_variants(pages: &[Page]) -> impl Iterator<Item = Name> {
    let targets = pages
        .iter()
        .flat_map(|page| &page.claims)
        .map(|claim| &claim.target);
    let bodies = pages
        .iter()
        .flat_map(|page| &page.definitions)
        .map(|definition| &definition.body);
    targets.chain(bodies).filter_map(variant_named)
}

/// Returns the variants' rules of play; each is prepared when it is first asked for.
pub fn playables(variants: &Variants) -> Vec<Playable<'_>> {
    variants
        .places()
        .map(|place| Playable::new(variants.rules(place)))
        .collect()
}

/// Why a book has no variant of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoVariant {
    /// It names none, and its folder does not hold exactly one.
    Unnamed,
    /// Its variant could not be resolved.
    Failed,
}

/// A book without errors, in which at most one page has changed.
#[derive(Clone, Copy)]
pub struct PreviousBook<'a> {
    /// The book as it was judged.
    pub book: &'a Book,
    /// The only page that has changed since, if any.
    pub changed_page: Option<usize>,
}

impl<'a> PreviousBook<'a> {
    /// Returns the index of a game or diagram on a page that has not changed.
    fn place(self, places: &[Vec<Option<usize>>], page: usize, number: usize) -> Option<usize> {
        *places
            .get(page)
            .filter(|_| self.changed_page != Some(page))?
            .get(number)?
    }

    fn game(self, page: usize, number: usize) -> Option<&'a PlayedGame> {
        Some(&self.book.games.played[self.place(&self.book.game_of, page, number)?])
    }

    /// Returns the index of a placed diagram, unless it begins from a game on the changed page.
    fn figure(self, page: usize, number: usize, decl: &DiagramDecl) -> Option<usize> {
        let place = self.place(&self.book.figure_of, page, number)?;
        let games = self
            .changed_page
            .map_or(&[][..], |changed| &self.book.pages[changed].games);
        let follows_changed_game = match &decl.base {
            Some(BaseDecl::After { game, .. }) => games
                .iter()
                .any(|changed_game| changed_game.id.text == game.text),
            _ => false,
        };
        (!follows_changed_game).then_some(place)
    }

    /// Whether the changed page still states and defines the same claims.
    fn defines_alike(self, pages: &[Page]) -> bool {
        let Some(changed) = self.changed_page else {
            return true;
        };
        let (old, new) = (&self.book.pages[changed], &pages[changed]);
        let defined = |page: &Page| -> Vec<(String, String)> {
            let pairs = page
                .definitions
                .iter()
                .map(|decl| (decl.name.text.clone(), decl.body.text().to_string()));
            pairs
                .chain(
                    page.claims
                        .iter()
                        .map(|claim| (claim.target.text().to_string(), String::new())),
                )
                .collect()
        };
        defined(old) == defined(new)
    }
}

impl Book {
    /// Assembles a book from its pages. The variants that their diagrams name must have been
    /// loaded before.
    pub fn assemble(
        name: String,
        decl: BookDecl,
        outline: Outline,
        variant: Result<usize, NoVariant>,
        pages: Vec<Page>,
        variants: &Variants,
        diagnostics: &mut Diagnostics,
    ) -> Book {
        let playables = playables(variants);
        let mut book = Book::unassembled(name, decl, outline, variant, pages);
        book.assemble_parts(variants, &playables, None, diagnostics);
        book
    }

    /// Assembles a book without errors again, by the same rules, with a changed page or with
    /// changed declarations of the book or its source. Keeps whatever does not depend on the
    /// change.
    pub fn reassemble(
        kept: PreviousBook<'_>,
        decl: BookDecl,
        outline: Outline,
        pages: Vec<Page>,
        variants: &Variants,
        playables: &[Playable<'_>],
        diagnostics: &mut Diagnostics,
    ) -> Book {
        let variant = kept.book.variant.ok_or(NoVariant::Unnamed);
        let mut book = Book::unassembled(kept.book.name.clone(), decl, outline, variant, pages);
        book.assemble_parts(variants, playables, Some(kept), diagnostics);
        book
    }

    /// Returns a book in which nothing is played, placed or gathered yet.
    fn unassembled(
        name: String,
        decl: BookDecl,
        outline: Outline,
        variant: Result<usize, NoVariant>,
        pages: Vec<Page>,
    ) -> Book {
        Book {
            name,
            decl,
            outline,
            review: None,
            variant_texts: Vec::new(),
            figures: Figures::new(&pages),
            pages,
            variant: variant.ok(),
            variant_failed: variant == Err(NoVariant::Failed),
            boardless: Vec::new(),
            games: Games::default(),
            game_of: Vec::new(),
            placed: Vec::new(),
            drawn: Vec::new(),
            figure_of: Vec::new(),
            tables: Vec::new(),
            definitions: Arc::default(),
        }
    }

    /// Plays the games, places the diagrams, gathers the definitions and resolves the rest.
    fn assemble_parts(
        &mut self,
        variants: &Variants,
        playables: &[Playable<'_>],
        kept: Option<PreviousBook<'_>>,
        diagnostics: &mut Diagnostics,
    ) {
        self.play_games(variants, playables, kept, diagnostics);
        self.place_diagrams(variants, playables, kept, diagnostics);
        match kept.filter(|kept| kept.defines_alike(&self.pages)) {
            Some(kept) => self.definitions = kept.book.definitions.clone(),
            None => self.gather_definitions(diagnostics),
        }
        self.check_cards(variants, diagnostics);
        self.resolve_tables(variants, diagnostics);
        sections::check(&self.pages, &self.outline, diagnostics);
    }

    /// Returns the number that the source gives a diagram: its `source_id`, or its id if the
    /// source has such a figure.
    pub fn source_number<'a>(&self, diagram: &'a DiagramDecl) -> Option<&'a str> {
        let source_id = diagram.source_id.as_ref();
        source_id
            .or(Some(&diagram.id).filter(|id| self.outline.has_figure(&id.text)))
            .map(|id| id.text.as_str())
    }

    /// Returns the scope in which a claim or mark is evaluated: a variant's rules, and the index
    /// in `placed` of the diagram above it.
    pub(crate) fn scope<'b>(
        &'b self,
        variants: &'b Variants,
        variant: usize,
        nearest: Option<usize>,
    ) -> Scope<'b> {
        Scope {
            rules: variants.rules(variant),
            variant,
            placed: &self.placed,
            games: &self.games.played,
            outline: &self.outline,
            nearest,
        }
    }

    /// Returns the index in `placed` of the diagram above a claim, if its board is known.
    pub fn nearest(&self, page: usize, claim: &ClaimLink) -> Option<usize> {
        self.figure_of[page][claim.diagram?]
    }

    /// Returns the names of its claims, in alphabetical order.
    pub(crate) fn claim_names(&self) -> impl Iterator<Item = &str> {
        let all = self.pages.iter().flat_map(|page| &page.definitions);
        let mut names: Vec<&str> = all.map(|decl| decl.name.text.as_str()).collect();
        names.sort_unstable();
        names.into_iter()
    }

    fn play_games(
        &mut self,
        variants: &Variants,
        playables: &[Playable<'_>],
        kept: Option<PreviousBook<'_>>,
        diagnostics: &mut Diagnostics,
    ) {
        let mut ids: BTreeMap<String, Span> = BTreeMap::new();
        for (index, page) in self.pages.iter().enumerate() {
            let mut places = Vec::new();
            for (number, decl) in page.games.iter().enumerate() {
                check_id("game", &decl.id, &mut ids, diagnostics);
                let known = kept.and_then(|kept| kept.game(index, number)).cloned();
                let played = known.or_else(|| {
                    let variant = match &decl.variant {
                        Some(name) => variants.find(&name.text),
                        None => {
                            own_variant(self.variant, "game", decl.id.span, &mut self.boardless)
                        }
                    }?;
                    play_game(decl, variant, &playables[variant], diagnostics)
                });
                places.push(played.is_some().then_some(self.games.played.len()));
                match played {
                    Some(played) => self.games.played.push(played),
                    None => self.games.unplayed.push(decl.id.text.clone()),
                }
            }
            self.game_of.push(places);
        }
    }

    /// Reports all blocks for which no variant is named, once: usually one line of `book.toml` is
    /// missing.
    pub(super) fn complain_boardless(&self, claims: Vec<Boardless>, diagnostics: &mut Diagnostics) {
        let mut all = [self.boardless.as_slice(), &claims].concat();
        all.sort_by_key(|(_, span)| *span);
        let Some((what, span)) = all.first().copied().filter(|_| !self.variant_failed) else {
            return;
        };
        let remedy = match what {
            "claim" => ", or `on VARIANT:` before the expression",
            "diagram" | "game" => ", or a line `variant NAME`",
            _ => "",
        };
        let complaint = Diagnostic::error(
            Code::UnknownVariant,
            format!("no variant is given for this {what}"),
        )
        .at(span, format!("expected `variant` in book.toml{remedy}"));
        let others = all[1..].iter().filter(|(_, other)| *other != span);
        let mut more: BTreeMap<&str, usize> = BTreeMap::new();
        others.for_each(|(what, _)| *more.entry(what).or_default() += 1);
        let more = more.iter().map(|(what, count)| match count {
            1 => format!("1 more {what}"),
            count => format!("{count} more {what}s"),
        });
        let more = more.collect::<Vec<_>>().join(", ");
        diagnostics.push(if more.is_empty() {
            complaint
        } else {
            complaint.help(format!("the same goes for {more} in this book"))
        });
    }

    fn place_diagrams(
        &mut self,
        variants: &Variants,
        playables: &[Playable<'_>],
        kept: Option<PreviousBook<'_>>,
        diagnostics: &mut Diagnostics,
    ) {
        let mut ids: BTreeMap<String, Span> = BTreeMap::new();
        for (index, page) in self.pages.iter().enumerate() {
            let mut places = Vec::new();
            for (number, decl) in page.diagrams.iter().enumerate() {
                check_id("diagram", &decl.id, &mut ids, diagnostics);
                let known = kept.and_then(|kept| {
                    let place = kept.figure(index, number, decl)?;
                    Some((
                        kept.book.placed[place].clone(),
                        kept.book.drawn[place].clone(),
                    ))
                });
                let placed = known.or_else(|| {
                    let variant = match &decl.variant {
                        // A variant that cannot be found was reported when it was to be loaded.
                        Some(name) => variants.find(&name.text),
                        None => variant_of_game(decl, &self.games).or_else(|| {
                            own_variant(self.variant, "diagram", decl.id.span, &mut self.boardless)
                        }),
                    }?;
                    Some(place_diagram(
                        decl,
                        variant,
                        &playables[variant],
                        &self.games,
                        diagnostics,
                    ))
                });
                places.push(placed.is_some().then_some(self.placed.len()));
                if let Some((placed, drawn)) = placed {
                    self.placed.push(placed);
                    self.drawn.push(drawn);
                }
            }
            self.figure_of.push(places);
        }
    }

    fn gather_definitions(&mut self, diagnostics: &mut Diagnostics) {
        let used = || {
            self.pages
                .iter()
                .flat_map(|page| &page.claims)
                .map(|claim| claim.target.text().trim())
        };
        let used_names: Lookup<&str, ()> = used().map(|name| (name, ())).collect();
        let mut definitions = Lookup::<String, NamedClaim>::default();
        for decl in self.pages.iter().flat_map(|page| &page.definitions) {
            let name = &decl.name;
            if let Some((first, _)) = definitions.get(&name.text) {
                let message = format!("two claims are named `{}`", name.text);
                diagnostics.duplicate(Code::ClaimName, message, *first, name.span);
                continue;
            }
            let definition = parse_definition(&decl.body, diagnostics).map(Arc::new);
            if !used_names.contains(name.text.as_str()) {
                diagnostics.push_error(Code::ClaimName, name.span, || {
                    Diagnostic::error(
                        Code::ClaimName,
                        format!("no link states the claim `{}`", name.text),
                    )
                    .at(name.span, "defined here but never used")
                    .suggest(&name.text, used())
                });
            }
            definitions.put(name.text.clone(), (name.span, definition));
        }
        self.definitions = Arc::new(definitions);
    }

    /// Checks that cards show pieces of the book's variant.
    fn check_cards(&mut self, variants: &Variants, diagnostics: &mut Diagnostics) {
        for card in self
            .pages
            .iter()
            .flat_map(|page| &page.cards)
            .map(|card| &card.piece)
        {
            let variant_index = own_variant(self.variant, "card", card.span, &mut self.boardless);
            let Some(variant) =
                variant_index.map(|variant_index| &variants.rules(variant_index).variant)
            else {
                continue;
            };
            kind_named(&variant.kinds, &card.text, card.span, diagnostics);
        }
    }

    /// Resolves the tables of combinations, which show pieces of the book's variant.
    fn resolve_tables(&mut self, variants: &Variants, diagnostics: &mut Diagnostics) {
        for page in &self.pages {
            let tables = page.combinations.iter().map(|decl| {
                let variant_index =
                    own_variant(self.variant, "table", decl.span, &mut self.boardless)?;
                combinations(decl, &variants.rules(variant_index).variant, diagnostics)
            });
            self.tables.push(tables.collect());
        }
    }
}

/// Returns the variant of the game that a diagram begins from.
fn variant_of_game(decl: &DiagramDecl, games: &Games) -> Option<usize> {
    let Some(BaseDecl::After { game, .. }) = &decl.base else {
        return None;
    };
    games.find(&game.text).map(|played| played.variant)
}

/// Returns the book's variant for a block that names none; if the book has none, adds the block to
/// `boardless`.
fn own_variant(
    book: Option<usize>,
    block: &'static str,
    at: Span,
    boardless: &mut Vec<Boardless>,
) -> Option<usize> {
    if book.is_none() {
        boardless.push((block, at));
    }
    book
}

/// Checks that an id names only one block, and can be a file name.
fn check_id(
    block: &str,
    id: &Word,
    ids: &mut BTreeMap<String, Span>,
    diagnostics: &mut Diagnostics,
) {
    if let Some(first) = ids.get(&id.text.to_lowercase()) {
        let message = format!("two {block}s have the id `{}`", id.text);
        let complaint = Diagnostic::duplicate(Code::DoubledName, message, *first, id.span);
        let remedy = "give each its own id, and put the source's number in a line `source_id`";
        diagnostics.push(if block == "diagram" {
            complaint.help(remedy)
        } else {
            complaint
        });
    }
    if !is_file_name(&id.text) {
        let label = "expected a letter, then letters, digits, hyphens and underscores";
        diagnostics.error(
            Code::DiagramName,
            format!("`{}` cannot be the id of a {block}", id.text),
            id.span,
            label,
        );
    }
    ids.entry(id.text.to_lowercase()).or_insert(id.span);
}

/// Whether an id can be a file name on the site, and a name in claims.
fn is_file_name(id: &str) -> bool {
    id.len() <= 64
        && id.starts_with(|c: char| c.is_ascii_alphabetic())
        && id
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}
