//! The index of names in a book's texts: pieces, sets, claims, diagrams and the rest, each with
//! the place that defines it. Built from the parsed book of a check.

use std::ops::Range;

use padma_book::judge::{Checked, CheckedClaim, CheckedDiagram};
use padma_book::load::Session;
use padma_book::pages::diagram::{BaseDecl, DiagramDecl, PieceDecl, PieceWords};
use padma_book::pages::links::resolve;
use padma_book::pages::page::Page;
use padma_expr::{
    Mention, Name, PlacedDiagram, Question, function_names, mentions, mentions_in, solves_endings,
    takes_label,
};
use padma_rules::model::Variant;
use padma_rules::movement::{self, ClauseKind, Limit};
use padma_rules::names::{split_classes, words};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Span, Word, range_in};
use padma_variant::decl::{piece, top};
use padma_variant::form::{Fields, Takes, Value, sided_places};

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
            index.add_table(
                VariantRef {
                    name,
                    index: session.library.variants.find(name),
                },
                "",
                fields,
            );
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

/// The variant that a text is about: its name, and its index if it could be resolved.
#[derive(Clone, Copy)]
struct VariantRef<'a> {
    name: &'a str,
    index: Option<usize>,
}

impl<'a> Index<'a> {
    fn add(
        &mut self,
        sort: NameKind,
        home: String,
        name: &str,
        span: Span,
        is_definition: bool,
        variant: Option<usize>,
    ) {
        // A name that is written differently in the source, for example with an escape, has no
        // exact place.
        if self.session.sources.slice(span) == name && !name.is_empty() {
            let symbol = Symbol {
                kind: sort,
                home,
                name: name.to_string(),
            };
            self.occurrences.push(Occurrence {
                span,
                symbol,
                is_definition,
                variant,
            });
        }
    }

    /// Adds a use of a name that has no `home`.
    fn add_name(&mut self, sort: NameKind, name: &str, span: Span, variant: Option<usize>) {
        self.add(sort, String::new(), name, span, false, variant);
    }

    fn variant_ref(&self, index: usize) -> VariantRef<'a> {
        VariantRef {
            name: &self.session.library.variants.rules(index).variant.id,
            index: Some(index),
        }
    }

    fn variant(&self, variant_ref: VariantRef<'_>) -> Option<&'a Variant> {
        Some(
            &self
                .session
                .library
                .variants
                .rules(variant_ref.index?)
                .variant,
        )
    }

    /// Returns the file of the most distant variant in the chain of `extends` for which `defines`
    /// is true; empty if there is none.
    fn defining_file(
        &self,
        variant_ref: VariantRef<'_>,
        defines: impl Fn(&Fields) -> bool,
    ) -> String {
        let session = self.session;
        let chain = session.library.parsed_chain(variant_ref.name);
        let found = chain.into_iter().rev().find(|(_, fields)| defines(fields));
        found
            .map(|(file, _)| session.sources.get(file).name().to_string())
            .unwrap_or_default()
    }

    fn add_piece(
        &mut self,
        variant_ref: VariantRef<'_>,
        name: &str,
        span: Span,
        is_definition: bool,
    ) {
        let file = self.defining_file(variant_ref, |fields| {
            fields
                .tables(top::PIECE)
                .iter()
                .any(|piece| piece.str(piece::ID) == name)
        });
        self.add(
            NameKind::Piece,
            file,
            name,
            span,
            is_definition,
            variant_ref.index,
        );
    }

    /// Adds a word if it is a piece's id.
    fn add_known_piece(&mut self, variant_ref: VariantRef<'_>, word: &str, span: Span) {
        if self
            .variant(variant_ref)
            .is_some_and(|variant| variant.kind_named(word).is_some())
        {
            self.add_piece(variant_ref, word, span, false);
        }
    }

    fn add_set(
        &mut self,
        variant_ref: VariantRef<'_>,
        name: &str,
        span: Span,
        is_definition: bool,
    ) {
        let file = self.home_of_set(variant_ref, name);
        self.add(
            NameKind::Set,
            file,
            name,
            span,
            is_definition,
            variant_ref.index,
        );
    }

    fn home_of_set(&self, variant_ref: VariantRef<'_>, name: &str) -> String {
        self.defining_file(variant_ref, |fields| {
            fields
                .named(top::SETS)
                .iter()
                .any(|(set, _)| set.value == name)
        })
    }

    fn add_variant(&mut self, word: &str, span: Span) {
        let place = self.session.library.variants.find(word);
        self.add_name(NameKind::Variant, word, span, place);
    }

    // Files of variants.

    fn add_table(&mut self, variant_ref: VariantRef<'a>, table: &str, fields: &Fields) {
        for (key, value) in fields.entries() {
            match (key.takes, value) {
                (_, Value::Table(inner)) if !matches!(key.takes, Takes::SidedPlaces) => {
                    self.add_table(variant_ref, key.name, inner)
                }
                (_, Value::Tables(inner)) => inner
                    .iter()
                    .for_each(|inner| self.add_table(variant_ref, key.name, inner)),
                (Takes::Named(..), Value::Named(values, _)) => {
                    for (name, value) in values {
                        match (table, key.name) {
                            ("setup", "white" | "black" | "reserve") => {
                                self.add_piece(variant_ref, &name.value, name.span, false)
                            }
                            ("", "sets") => {
                                self.add_set(variant_ref, &name.value, name.span, true);
                                self.add_places(variant_ref, value);
                            }
                            _ => {}
                        }
                    }
                }
                (Takes::Kind, Value::Text(text)) => self.add_piece_text(variant_ref, text),
                (Takes::Pieces, Value::Texts(texts, _)) => texts
                    .iter()
                    .for_each(|text| self.add_piece_text(variant_ref, text)),
                (Takes::Places | Takes::SidedPlaces, value) => self.add_places(variant_ref, value),
                (Takes::Directions(_), Value::Text(text)) => {
                    for class in split_classes(text) {
                        self.add_name(
                            NameKind::Direction,
                            &class.value,
                            class.span,
                            variant_ref.index,
                        );
                    }
                }
                (Takes::Text, Value::Text(text)) => match (table, key.name) {
                    ("piece", "id") => self.add_piece(
                        variant_ref,
                        text.text(),
                        text.span(0..text.text().len()),
                        true,
                    ),
                    ("piece", "movement") => self.add_movement(variant_ref, text),
                    // A condition, such as the capture of a piece.
                    ("rule", "when") => {
                        words(text).iter().for_each(|word| {
                            self.add_known_piece(variant_ref, &word.value, word.span)
                        });
                    }
                    ("", "extends") => {
                        self.add_variant(text.text(), text.span(0..text.text().len()))
                    }
                    _ => {}
                },
                // A piece of a castling and its cells.
                (Takes::Texts, Value::Texts(texts, _)) if table == "rule" => {
                    for first in texts
                        .iter()
                        .filter_map(|text| words(text).into_iter().next())
                    {
                        self.add_piece(variant_ref, &first.value, first.span, false);
                    }
                }
                _ => {}
            }
        }
    }

    fn add_piece_text(&mut self, variant_ref: VariantRef<'_>, text: &Excerpt) {
        self.add_piece(
            variant_ref,
            text.text(),
            text.span(0..text.text().len()),
            false,
        );
    }

    /// Adds the sets in a description of cells, or in a description for each side.
    fn add_places(&mut self, variant_ref: VariantRef<'_>, value: &Value) {
        match value {
            Value::Text(text) => self.add_places_text(variant_ref, text),
            Value::Table(sides) => {
                [sided_places::WHITE, sided_places::BLACK]
                    .into_iter()
                    .filter_map(|side| sides.text(side))
                    .for_each(|text| self.add_places_text(variant_ref, text));
            }
            _ => {}
        }
    }

    fn add_places_text(&mut self, variant_ref: VariantRef<'_>, text: &Excerpt) {
        for word in words(text) {
            let name = word.value.trim_end_matches(',');
            let is_known = self
                .variant(variant_ref)
                .is_some_and(|variant| variant.sets.get(name).is_some());
            if is_known || !self.home_of_set(variant_ref, name).is_empty() {
                let start = word.span.range().start;
                self.add_set(
                    variant_ref,
                    name,
                    Span::new(word.span.source, start..start + name.len()),
                    false,
                );
            }
        }
    }

    fn add_movement(&mut self, variant_ref: VariantRef<'_>, text: &Excerpt) {
        let sentence = movement::parse(text, &mut Diagnostics::default());
        sentence
            .pieces()
            .for_each(|word| self.add_piece(variant_ref, &word.text, word.span, false));
        for class in sentence.classes() {
            self.add_name(
                NameKind::Direction,
                &class.text,
                class.span,
                variant_ref.index,
            );
        }
        for clause in &sentence.clauses {
            let ClauseKind::Action { limits, .. } = &clause.kind else {
                continue;
            };
            for limit in limits {
                let (Limit::Over(places) | Limit::Onto(places) | Limit::From(places)) = limit
                else {
                    continue;
                };
                places
                    .names
                    .iter()
                    .for_each(|word| self.add_set(variant_ref, &word.text, word.span, false));
            }
        }
    }

    // The book.

    fn add_book(&mut self, checked: &'a Checked) {
        let book = &checked.book;
        if let Some(name) = &book.decl.variant {
            self.add_quoted_name(NameKind::Variant, &name.value, name.span);
        }
        for page in book.decl.chapters.iter().flat_map(|chapter| &chapter.pages) {
            self.add_quoted_name(NameKind::Page, &page.value, page.span);
        }
        let book_variant = book.variant.map(|place| self.variant_ref(place));
        for (page_index, page) in book.pages.iter().enumerate() {
            self.add_blocks(checked, page_index, page, book_variant);
            self.add_claims(checked, page_index, page, book_variant);
            self.add_links(page);
        }
    }

    /// Adds a name in quotes.
    fn add_quoted_name(&mut self, sort: NameKind, name: &str, span: Span) {
        let range = span.range();
        let inside = Span::new(
            span.source,
            range.start + 1..range.end.max(range.start + 2) - 1,
        );
        let place = if sort == NameKind::Variant {
            self.session.library.variants.find(name)
        } else {
            None
        };
        self.add_name(sort, name, inside, place);
    }

    fn add_blocks(
        &mut self,
        checked: &'a Checked,
        page_index: usize,
        page: &'a Page,
        book_variant: Option<VariantRef<'a>>,
    ) {
        let book = &checked.book;
        for (index, decl) in page.diagrams.iter().enumerate() {
            let placed = book.figure_of[page_index][index].map(|figure| &book.placed[figure]);
            let variant_ref = placed
                .map(|placed| self.variant_ref(placed.variant))
                .or(book_variant);
            self.add_diagram(decl, variant_ref);
            let is_this =
                |diagram: &&CheckedDiagram| (diagram.page, diagram.index) == (page_index, index);
            let marks = checked.diagrams.iter().find(is_this).zip(variant_ref);
            if let Some((diagram, variant_ref)) = marks {
                for question in diagram
                    .marks
                    .iter()
                    .filter_map(|mark| mark.question.as_ref())
                {
                    self.add_question(question, variant_ref, placed);
                }
            }
        }
        for game in &page.games {
            self.add(
                NameKind::Game,
                String::new(),
                &game.id.text,
                game.id.span,
                true,
                None,
            );
            game.variant
                .iter()
                .for_each(|name| self.add_variant(&name.text, name.span));
        }
        let Some(variant_ref) = book_variant else {
            return;
        };
        let combined = page
            .combinations
            .iter()
            .flat_map(|table| &table.axes)
            .flat_map(|axis| &axis.pieces);
        let shown: Vec<&Word> = page
            .cards
            .iter()
            .map(|card| &card.piece)
            .chain(combined)
            .collect();
        shown
            .into_iter()
            .for_each(|word| self.add_piece(variant_ref, &word.text, word.span, false));
    }

    fn add_diagram(&mut self, decl: &DiagramDecl, variant_ref: Option<VariantRef<'a>>) {
        let id = &decl.id;
        self.add(
            NameKind::Diagram,
            String::new(),
            &id.text,
            id.span,
            true,
            variant_ref.and_then(|variant_ref| variant_ref.index),
        );
        decl.variant
            .iter()
            .for_each(|name| self.add_variant(&name.text, name.span));
        if let Some(BaseDecl::After { game, .. }) = &decl.base {
            self.add_name(NameKind::Game, &game.text, game.span, None);
        }
        let Some(variant_ref) = variant_ref else {
            return;
        };
        for PieceDecl { words, .. } in &decl.pieces {
            let is_piece = |word: &Word| {
                self.variant(variant_ref)
                    .is_some_and(|variant| variant.kind_named(&word.text).is_some())
            };
            let (label, piece) = match words {
                PieceWords::Full { label, kind, .. } => (Some(label), kind),
                PieceWords::Kind(kind) => (None, kind),
                PieceWords::Two(label, kind) if decl.drawing.is_some() && is_piece(kind) => {
                    (Some(label), kind)
                }
                PieceWords::Two(kind, _) => (None, kind),
            };
            self.add_piece(variant_ref, &piece.text, piece.span, false);
            if let Some(label) = label {
                self.add(
                    NameKind::Label,
                    id.text.clone(),
                    &label.text,
                    label.span,
                    true,
                    variant_ref.index,
                );
            }
        }
        for reserve in &decl.play.reserve {
            self.add_piece(variant_ref, &reserve.piece.text, reserve.piece.span, false);
        }
    }

    fn add_claims(
        &mut self,
        checked: &'a Checked,
        page_index: usize,
        page: &'a Page,
        book_variant: Option<VariantRef<'a>>,
    ) {
        let book = &checked.book;
        let nearest = |claim: &CheckedClaim| {
            let figure = book.nearest(claim.page, checked.link(claim))?;
            Some(&book.placed[figure])
        };
        for claim in checked
            .claims
            .iter()
            .filter(|claim| claim.page == page_index)
        {
            let link = checked.link(claim);
            let variant_ref = claim
                .variant
                .map(|place| self.variant_ref(place))
                .or(book_variant);
            let target = link.target.text().trim();
            let is_name = book.definitions.contains(target)
                || !target.contains(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_')));
            if is_name {
                let (span, variant) = (
                    link.target.at(target),
                    variant_ref.and_then(|variant_ref| variant_ref.index),
                );
                self.add(
                    NameKind::Claim,
                    book.name.clone(),
                    target,
                    span,
                    false,
                    variant,
                );
            } else if let (Some(question), Some(variant_ref)) = (claim.question(), variant_ref) {
                self.add_question(question, variant_ref, nearest(claim));
            }
        }
        for decl in &page.definitions {
            let name = &decl.name;
            let stating = checked.claim_stating(&name.text);
            let place = stating.and_then(|claim| claim.variant);
            self.add(
                NameKind::Claim,
                book.name.clone(),
                &name.text,
                name.span,
                true,
                place,
            );
            let variant_ref = place.map(|place| self.variant_ref(place)).or(book_variant);
            let known = book.definitions.get(&name.text);
            let known = known.filter(|(place, _)| *place == name.span);
            let definition = known.and_then(|(_, definition)| definition.as_ref());
            let (Some(definition), Some(variant_ref)) = (definition, variant_ref) else {
                continue;
            };
            let diagram = stating.and_then(nearest);
            if let Some(name) = definition
                .question()
                .and_then(|question| question.variant.as_ref())
            {
                self.add_variant(&name.text, name.span);
            }
            mentions_in(definition)
                .into_iter()
                .for_each(|mention| self.add_mention(mention, variant_ref, diagram));
        }
    }

    fn add_question(
        &mut self,
        question: &Question,
        variant_ref: VariantRef<'a>,
        nearest: Option<&PlacedDiagram>,
    ) {
        if let Some(name) = &question.variant {
            self.add_variant(&name.text, name.span);
        }
        mentions(&question.expr)
            .into_iter()
            .for_each(|mention| self.add_mention(mention, variant_ref, nearest));
    }

    fn add_mention(
        &mut self,
        mention: Mention<'_>,
        variant_ref: VariantRef<'a>,
        nearest: Option<&PlacedDiagram>,
    ) {
        match mention {
            Mention::Name(name, span, call) => {
                let label = nearest.filter(|figure| {
                    call.is_some_and(takes_label)
                        && figure.pieces.iter().any(|piece| piece.label == name)
                });
                if let Some(figure) = label {
                    return self.add(
                        NameKind::Label,
                        figure.id.clone(),
                        name,
                        span,
                        false,
                        variant_ref.index,
                    );
                }
                let Some(variant) = self.variant(variant_ref) else {
                    return;
                };
                if variant.sets.get(name).is_some() {
                    self.add_set(variant_ref, name, span, false);
                } else if variant.board.cell(name).is_none() && variant.kind_named(name).is_some() {
                    self.add_piece(variant_ref, name, span, false);
                } else if variant.board.class(name).is_some() {
                    self.add_name(NameKind::Direction, name, span, variant_ref.index);
                }
            }
            Mention::Called(Name { text, span }) => {
                let is_set = self
                    .variant(variant_ref)
                    .is_some_and(|variant| variant.sets.get(text).is_some());
                if function_names().any(|name| name == text) {
                    self.add_name(NameKind::Function, text, *span, variant_ref.index);
                } else if is_set {
                    self.add_set(variant_ref, text, *span, false);
                } else {
                    self.add_name(NameKind::Direction, text, *span, variant_ref.index);
                }
            }
            Mention::Subject(subject, label) => {
                let book = self.checked.map(|checked| &checked.book);
                let is_game = book.is_some_and(|book| {
                    book.pages
                        .iter()
                        .flat_map(|page| &page.games)
                        .any(|game| game.id.text == subject.text)
                });
                let sort = if is_game {
                    NameKind::Game
                } else {
                    NameKind::Diagram
                };
                self.add_name(sort, &subject.text, subject.span, variant_ref.index);
                if let Some(label) = label {
                    let diagram_id = subject.text.clone();
                    self.add(
                        NameKind::Label,
                        diagram_id,
                        &label.text,
                        label.span,
                        false,
                        variant_ref.index,
                    );
                }
            }
            Mention::Sentence(text) => self.add_movement(variant_ref, text),
            // The pieces of an ending.
            Mention::Text(text, span, call) if solves_endings(call) => {
                let inside = span.range().start + 1;
                for word in text.split_whitespace() {
                    let Range { start, end } = range_in(text, word);
                    self.add_known_piece(
                        variant_ref,
                        word,
                        Span::new(span.source, inside + start..inside + end),
                    );
                }
            }
            Mention::Text(..) => {}
        }
    }

    /// Adds the pages that links lead to.
    fn add_links(&mut self, page: &Page) {
        for link in page
            .links
            .iter()
            .filter(|link| !link.image && !link.is_external())
        {
            let path = link.target.split('#').next().unwrap_or_default();
            let text = self.session.sources.slice(link.span);
            let Some(at) = text
                .rfind("](")
                .and_then(|at| Some(at + text[at..].find(path)?))
            else {
                continue;
            };
            let resolved = resolve(&page.path, path);
            let start = link.span.range().start + at;
            let span = Span::new(link.span.source, start..start + path.len());
            if let Some(resolved) = resolved.filter(|_| path.ends_with(".md")) {
                let symbol = Symbol {
                    kind: NameKind::Page,
                    home: String::new(),
                    name: resolved,
                };
                self.occurrences.push(Occurrence {
                    span,
                    symbol,
                    is_definition: false,
                    variant: None,
                });
            }
        }
    }
}
