//! The index of names in a book's texts: pieces, sets, claims, diagrams and the rest, each with
//! the place that defines it. Built from the parsed book of a check.

use padma_book::judge::{Checked, CheckedClaim};
use padma_book::load::Session;
use padma_book::pages::diagram::{BaseDecl, DiagramDecl, PieceDecl, PieceWords};
use padma_book::pages::links::resolve;
use padma_book::pages::page::Page;
use padma_expr::{
    Mention, Name, PlacedDiagram, function_names, mentions, mentions_in, parse, solves_endings,
    takes_label,
};
use padma_rules::model::Variant;
use padma_rules::movement;
use padma_rules::names::{split_classes, words};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Span, Word, is_name, range_in};
use padma_variant::decl::{piece, top};
use padma_variant::form::{FieldValue, Fields, Takes};

/// The kind of thing that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameKind {
    Piece,
    Set,
    Claim,
    /// A piece of one diagram.
    Label,
    Diagram,
    Game,
    Variant,
    Page,
    Function,
    /// A class of directions.
    Direction,
}

/// A named thing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Symbol {
    pub(super) kind: NameKind,
    /// The owner of the name. For a piece or a set, the file of the most distant variant in the
    /// chain of `extends` that has it; for a claim, the book's name; for a label, the id of its
    /// diagram; otherwise empty.
    pub(super) home: String,
    pub(super) name: String,
}

/// An occurrence of a name.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    pub(super) span: Span,
    pub(super) symbol: Symbol,
    /// Whether the name is defined here.
    pub(super) is_definition: bool,
    /// The variant that the text is about here.
    pub(super) variant: Option<usize>,
}

/// Returns all occurrences of names in a book's texts, in the order of the texts.
pub(super) fn occurrences(session: &Session, checked: Option<&Checked>) -> Vec<Occurrence> {
    let mut index = Index {
        session,
        checked,
        occurrences: Vec::new(),
    };
    for (name, file, fields) in session.library.parsed_variants() {
        if !session.sources.get(file).is_built_in() {
            let place = session.library.variants.find(name);
            for leaf in fields.leaves() {
                index.add_leaf(&leaf, VariantRef { name, place });
            }
        }
    }
    if let Some(checked) = checked {
        index.add_book(checked);
    }
    index
        .occurrences
        .sort_by_key(|occurrence| (occurrence.span, !occurrence.is_definition));
    index.occurrences.dedup_by_key(|occurrence| occurrence.span);
    index.occurrences
}

struct Index<'a> {
    session: &'a Session,
    checked: Option<&'a Checked>,
    occurrences: Vec<Occurrence>,
}

/// The variant that a text is about: its name, and its index if it could be resolved. A text can be
/// about none.
#[derive(Clone, Copy, Default)]
struct VariantRef<'a> {
    name: &'a str,
    place: Option<usize>,
}

impl<'a> Index<'a> {
    fn add(&mut self, symbol: Symbol, span: Span, is_definition: bool, variant: Option<usize>) {
        // A name that is written differently in the source, for example with an escape, has no
        // exact place.
        if self.session.sources.slice(span) == symbol.name && !symbol.name.is_empty() {
            self.occurrences.push(Occurrence {
                span,
                symbol,
                is_definition,
                variant,
            });
        }
    }

    /// Adds the use of a name, except that of a label.
    fn add_use(&mut self, kind: NameKind, name: &str, span: Span, scope: VariantRef<'_>) {
        self.add(self.symbol(kind, name, scope), span, false, scope.place);
    }

    /// Adds the place that defines a name.
    fn add_definition(&mut self, kind: NameKind, name: &str, span: Span, scope: VariantRef<'_>) {
        self.add(self.symbol(kind, name, scope), span, true, scope.place);
    }

    fn add_label(
        &mut self,
        diagram: &str,
        label: &Word,
        is_definition: bool,
        scope: VariantRef<'_>,
    ) {
        let symbol = Symbol {
            kind: NameKind::Label,
            home: diagram.to_string(),
            name: label.text.clone(),
        };
        self.add(symbol, label.span, is_definition, scope.place);
    }

    fn add_variant(&mut self, name: &str, span: Span) {
        let place = self.session.library.variants.find(name);
        self.add_use(NameKind::Variant, name, span, VariantRef { name, place });
    }

    fn symbol(&self, kind: NameKind, name: &str, scope: VariantRef<'_>) -> Symbol {
        let home = match kind {
            NameKind::Piece => self.defining_file(scope, |fields| {
                let mut pieces = fields.tables(top::PIECE).iter();
                pieces.any(|piece| piece.str(piece::ID) == name)
            }),
            NameKind::Set => self.defining_file(scope, |fields| {
                let mut sets = fields.named(top::SETS).iter();
                sets.any(|(set, _)| set.value == name)
            }),
            NameKind::Claim => self.checked.map(|checked| checked.book.name.clone()),
            _ => None,
        };
        Symbol {
            kind,
            home: home.unwrap_or_default(),
            name: name.to_string(),
        }
    }

    /// Returns the file of the most distant variant in the chain of `extends` for which `defines`
    /// is true.
    fn defining_file(
        &self,
        scope: VariantRef<'_>,
        defines: impl Fn(&Fields) -> bool,
    ) -> Option<String> {
        let chain = self.session.library.parsed_chain(scope.name);
        let (file, _) = chain
            .into_iter()
            .rev()
            .find(|(_, fields)| defines(fields))?;
        Some(self.session.sources.get(file).name().to_string())
    }

    fn scope(&self, place: usize) -> VariantRef<'a> {
        VariantRef {
            name: &self.session.library.variants.rules(place).variant.id,
            place: Some(place),
        }
    }

    fn variant(&self, scope: VariantRef<'_>) -> Option<&'a Variant> {
        let variants = &self.session.library.variants;
        Some(&variants.rules(scope.place?).variant)
    }

    fn is_piece(&self, name: &str, scope: VariantRef<'_>) -> bool {
        let variant = self.variant(scope);
        variant.is_some_and(|variant| variant.kind_named(name).is_some())
    }

    fn is_set(&self, name: &str, scope: VariantRef<'_>) -> bool {
        let variant = self.variant(scope);
        variant.is_some_and(|variant| variant.sets.get(name).is_some())
    }

    // Files of variants.

    fn add_leaf(&mut self, leaf: &FieldValue<'_>, scope: VariantRef<'a>) {
        if let Some(name) = leaf.name {
            match (leaf.table, leaf.key) {
                ("setup", "white" | "black" | "reserve") => {
                    self.add_use(NameKind::Piece, &name.value, name.span, scope);
                }
                ("", "sets") => self.add_definition(NameKind::Set, &name.value, name.span, scope),
                _ => {}
            }
        }
        let is_castling = leaf.table == "rule" && matches!(leaf.takes, Takes::Texts);
        for text in leaf.value.texts() {
            let whole = text.span(0..text.text().len());
            match (leaf.takes, leaf.table, leaf.key) {
                (Takes::Kind | Takes::Pieces, ..) => {
                    self.add_use(NameKind::Piece, text.text(), whole, scope);
                }
                (Takes::Places | Takes::SidedPlaces, ..) => self.add_places(text, scope),
                (Takes::Directions(_), ..) => {
                    for class in split_classes(text) {
                        self.add_use(NameKind::Direction, &class.value, class.span, scope);
                    }
                }
                (Takes::Expression(_), ..) => {
                    if let Some(question) = parse(text, &mut Diagnostics::default()) {
                        self.add_mentions(None, mentions(&question.expr), scope, None);
                    }
                }
                (Takes::Text, "piece", "id") => {
                    self.add_definition(NameKind::Piece, text.text(), whole, scope);
                }
                (Takes::Text, "piece", "movement") => self.add_movement(text, scope),
                (Takes::Text, "", "extends") => self.add_variant(text.text(), whole),
                // An occasion, such as the capture of a piece, or an argument of a named rule.
                (Takes::Text, "rule", "when" | "") => {
                    for word in words(text) {
                        if self.is_piece(&word.value, scope) {
                            self.add_use(NameKind::Piece, &word.value, word.span, scope);
                        }
                    }
                }
                // A piece of a castling and its cells.
                _ if is_castling => {
                    if let Some(piece) = words(text).into_iter().next() {
                        self.add_use(NameKind::Piece, &piece.value, piece.span, scope);
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds the sets in a description of cells.
    fn add_places(&mut self, text: &Excerpt, scope: VariantRef<'_>) {
        for word in words(text) {
            let name = word.value.trim_end_matches(',');
            let symbol = self.symbol(NameKind::Set, name, scope);
            if self.is_set(name, scope) || !symbol.home.is_empty() {
                self.add(symbol, word.span.slice(0..name.len()), false, scope.place);
            }
        }
    }

    fn add_movement(&mut self, text: &Excerpt, scope: VariantRef<'_>) {
        let sentence = movement::parse(text, &mut Diagnostics::default());
        for piece in sentence.pieces() {
            self.add_use(NameKind::Piece, &piece.text, piece.span, scope);
        }
        for class in sentence.classes() {
            self.add_use(NameKind::Direction, &class.text, class.span, scope);
        }
        for set in sentence.places() {
            self.add_use(NameKind::Set, &set.text, set.span, scope);
        }
    }

    // The book.

    fn add_book(&mut self, checked: &'a Checked) {
        let book = &checked.book;
        // These names are in quotes.
        let inside = |span: Span| span.slice(1..span.range().len().max(2) - 1);
        if let Some(name) = &book.decl.variant {
            self.add_variant(&name.value, inside(name.span));
        }
        for page in book.decl.chapters.iter().flat_map(|chapter| &chapter.pages) {
            let span = inside(page.span);
            self.add_use(NameKind::Page, &page.value, span, VariantRef::default());
        }
        let own = book.variant.map(|place| self.scope(place));
        let own = own.unwrap_or_default();
        for (page_index, page) in book.pages.iter().enumerate() {
            self.add_blocks(checked, page_index, own);
            self.add_claims(checked, page_index, own);
            self.add_links(page);
        }
    }

    fn add_blocks(&mut self, checked: &'a Checked, page_index: usize, own: VariantRef<'a>) {
        let (book, page) = (&checked.book, &checked.book.pages[page_index]);
        for (index, decl) in page.diagrams.iter().enumerate() {
            let figure = book.figure_of[page_index][index].map(|figure| &book.placed[figure]);
            let scope = figure.map_or(own, |figure| self.scope(figure.variant));
            self.add_diagram(decl, scope);
            let mut diagrams = checked.diagrams.iter();
            let shown = diagrams.find(|shown| (shown.page, shown.index) == (page_index, index));
            for mark in shown.into_iter().flat_map(|shown| &shown.marks) {
                if let Some(question) = &mark.question {
                    let variant = question.variant.as_ref();
                    self.add_mentions(variant, mentions(&question.expr), scope, figure);
                }
            }
        }
        for game in &page.games {
            let Word { text, span } = &game.id;
            self.add_definition(NameKind::Game, text, *span, VariantRef::default());
            if let Some(name) = &game.variant {
                self.add_variant(&name.text, name.span);
            }
        }
        let axes = page.combinations.iter().flat_map(|table| &table.axes);
        let combined = axes.flat_map(|axis| &axis.pieces);
        for piece in page.cards.iter().map(|card| &card.piece).chain(combined) {
            self.add_use(NameKind::Piece, &piece.text, piece.span, own);
        }
    }

    fn add_diagram(&mut self, decl: &DiagramDecl, scope: VariantRef<'_>) {
        let id = &decl.id;
        self.add_definition(NameKind::Diagram, &id.text, id.span, scope);
        if let Some(name) = &decl.variant {
            self.add_variant(&name.text, name.span);
        }
        if let Some(BaseDecl::After { game, .. }) = &decl.base {
            self.add_use(NameKind::Game, &game.text, game.span, VariantRef::default());
        }
        for PieceDecl { words, .. } in &decl.pieces {
            let (label, piece) = match words {
                PieceWords::Full { label, kind, .. } => (Some(label), kind),
                PieceWords::Kind(kind) => (None, kind),
                PieceWords::Two(label, kind)
                    if decl.drawing.is_some() && self.is_piece(&kind.text, scope) =>
                {
                    (Some(label), kind)
                }
                PieceWords::Two(kind, _) => (None, kind),
            };
            self.add_use(NameKind::Piece, &piece.text, piece.span, scope);
            if let Some(label) = label {
                self.add_label(&id.text, label, true, scope);
            }
        }
        for Word { text, span } in decl.play.reserve.iter().map(|reserve| &reserve.piece) {
            self.add_use(NameKind::Piece, text, *span, scope);
        }
    }

    fn add_claims(&mut self, checked: &'a Checked, page_index: usize, own: VariantRef<'a>) {
        let book = &checked.book;
        let nearest = |claim: &CheckedClaim| {
            let figure = book.nearest(claim.page, checked.link(claim))?;
            Some(&book.placed[figure])
        };
        let claims = checked.claims.iter();
        for claim in claims.filter(|claim| claim.page == page_index) {
            let link = checked.link(claim);
            let scope = claim.variant.map_or(own, |place| self.scope(place));
            let target = link.target.text().trim();
            if is_name(target) {
                self.add_use(NameKind::Claim, target, link.target.at(target), scope);
            } else if let Some(question) = claim.question() {
                let variant = question.variant.as_ref();
                self.add_mentions(variant, mentions(&question.expr), scope, nearest(claim));
            }
        }
        for decl in &book.pages[page_index].definitions {
            let Word { text: name, span } = &decl.name;
            let stating = checked.claim_stating(name);
            let stated = stating.and_then(|claim| claim.variant);
            let scope = stated.map_or(own, |place| self.scope(place));
            self.add_definition(NameKind::Claim, name, *span, scope);
            let known = book.definitions.get(name);
            let known = known.filter(|(place, _)| place == span);
            if let Some((_, Some(definition))) = known {
                let question = definition.question();
                let variant = question.and_then(|question| question.variant.as_ref());
                let diagram = stating.and_then(nearest);
                self.add_mentions(variant, mentions_in(definition), scope, diagram);
            }
        }
    }

    /// Adds the names in an expression, and that of the variant that it names with `on`.
    fn add_mentions(
        &mut self,
        variant: Option<&Name>,
        mentions: Vec<Mention<'_>>,
        scope: VariantRef<'_>,
        nearest: Option<&PlacedDiagram>,
    ) {
        if let Some(name) = variant {
            self.add_variant(&name.text, name.span);
        }
        for mention in mentions {
            self.add_mention(mention, scope, nearest);
        }
    }

    fn add_mention(
        &mut self,
        mention: Mention<'_>,
        scope: VariantRef<'_>,
        nearest: Option<&PlacedDiagram>,
    ) {
        match mention {
            Mention::Name(name, span, call) => {
                let is_label = |figure: &&PlacedDiagram| {
                    call.is_some_and(takes_label)
                        && figure.pieces.iter().any(|piece| piece.label == name)
                };
                if let Some(figure) = nearest.filter(is_label) {
                    let text = name.to_string();
                    return self.add_label(&figure.id, &Word { text, span }, false, scope);
                }
                let Some(variant) = self.variant(scope) else {
                    return;
                };
                let kind = if variant.sets.get(name).is_some() {
                    NameKind::Set
                } else if variant.board.cell(name).is_none() && variant.kind_named(name).is_some() {
                    NameKind::Piece
                } else if variant.board.class(name).is_some() {
                    NameKind::Direction
                } else {
                    return;
                };
                self.add_use(kind, name, span, scope);
            }
            Mention::Called(Name { text, span }) => {
                let kind = if function_names().any(|name| name == text) {
                    NameKind::Function
                } else if self.is_set(text, scope) {
                    NameKind::Set
                } else {
                    NameKind::Direction
                };
                self.add_use(kind, text, *span, scope);
            }
            Mention::Subject(subject, label) => {
                let pages = self
                    .checked
                    .into_iter()
                    .flat_map(|checked| &checked.book.pages);
                let mut games = pages.flat_map(|page| &page.games);
                let kind = match games.any(|game| game.id.text == subject.text) {
                    true => NameKind::Game,
                    false => NameKind::Diagram,
                };
                self.add_use(kind, &subject.text, subject.span, scope);
                if let Some(label) = label {
                    self.add_label(&subject.text, label, false, scope);
                }
            }
            Mention::Sentence(text) => self.add_movement(text, scope),
            // The pieces of an ending.
            Mention::Text(text, span, call) if solves_endings(call) => {
                let inside = span.slice(1..1 + text.len());
                for word in text.split_whitespace() {
                    if self.is_piece(word, scope) {
                        let place = inside.slice(range_in(text, word));
                        self.add_use(NameKind::Piece, word, place, scope);
                    }
                }
            }
            Mention::Text(..) => {}
        }
    }

    /// Adds the pages that links lead to.
    fn add_links(&mut self, page: &Page) {
        let links = page.links.iter();
        for link in links.filter(|link| !link.image && !link.is_external()) {
            let path = link.target.split('#').next().unwrap_or_default();
            let text = self.session.sources.slice(link.span);
            let target = text.rfind("](").unwrap_or(text.len());
            let at = text[target..].find(path).map(|at| target + at);
            let page = resolve(&page.path, path).filter(|_| path.ends_with(".md"));
            if let (Some(name), Some(at)) = (page, at) {
                let symbol = self.symbol(NameKind::Page, &name, VariantRef::default());
                self.occurrences.push(Occurrence {
                    span: link.span.slice(at..at + path.len()),
                    symbol,
                    is_definition: false,
                    variant: None,
                });
            }
        }
    }
}
