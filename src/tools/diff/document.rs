//! A book in one of the two compared states, as plain values: its claims, figures, games, pages
//! and files as things, each with the results of its check.

use std::path::{Path, PathBuf};

use super::change::DiffKind;
use super::picture::ChangePicture;
use super::thing::{ListReport, ListSort, TextFact, Thing};
use padma_book::judge::{
    Checked, CheckedClaim, CheckedDiagram, CheckedGame, DiagramNaming, QuotedClaim, quote_claims,
    restate_claim,
};
use padma_book::load::{Session, display_path};
use padma_book::pages::page::Page;
use padma_rules::diagram::ShownPiece;
use padma_rules::model::Board;
use padma_rules::reach::Rules;

/// Books at one point in time, read and judged.
pub struct BooksState {
    /// The name that readers know, such as a folder or a revision.
    pub label: String,
    /// The session that has read them.
    pub session: Session,
    /// Whether a single book was requested, not a folder of books.
    pub is_book: bool,
    /// The books' folders, and the result of judging each book.
    pub books: Vec<(PathBuf, Checked)>,
}

/// A book of a state.
#[derive(Clone, Copy)]
pub(crate) struct StateBook<'a> {
    pub session: &'a Session,
    pub folder: &'a Path,
    pub checked: &'a Checked,
}

impl BooksState {
    pub(crate) fn books(&self) -> impl Iterator<Item = StateBook<'_>> {
        self.books.iter().map(|(folder, checked)| StateBook {
            session: &self.session,
            folder,
            checked,
        })
    }

    /// Returns the book to compare with a book of the other state: the book with the same name, or
    /// the only book if single books are compared.
    pub(crate) fn counterpart(
        &self,
        other: StateBook<'_>,
        is_single: bool,
    ) -> Option<StateBook<'_>> {
        let named = self.books().find(|own| own.name() == other.name());
        named.or_else(|| self.books().next().filter(|_| is_single))
    }
}

impl<'a> StateBook<'a> {
    pub(crate) fn name(self) -> &'a str {
        &self.checked.book.name
    }
}

/// A book of a state, as plain values.
pub(crate) struct BookDocument<'a> {
    /// The book's variants, claims, figures, games, pages and files.
    pub things: Vec<Thing>,
    pub variants: Vec<VariantDocument<'a>>,
}

/// A variant of a book.
pub(crate) struct VariantDocument<'a> {
    /// The texts of the variant's files.
    pub texts: Vec<&'a str>,
    /// The rules, which compute reach and legal moves when they are compared.
    pub rules: &'a Rules,
}

const MARKED_CELLS: ListSort = ListSort {
    verbs: ["gained", "lost"],
    item: str::to_string,
    programs: ListReport::Mark,
    cell: |name| Some(name),
    meanings: ["still marked", "newly marked", "no longer marked"],
};

const FIGURE_PIECES: ListSort = ListSort {
    item: |piece| format!("the {piece}"),
    programs: ListReport::Nothing,
    cell: |_| None,
    ..MARKED_CELLS
};

/// Returns a book of a state as plain values.
pub(crate) fn document(own: StateBook<'_>) -> BookDocument<'_> {
    let StateBook {
        session,
        folder,
        checked,
    } = own;
    let places = session
        .library
        .variants_of_book(folder, checked.book.variant);
    let variants = places.into_iter().map(|place| variant(own, place));
    let variants: Vec<VariantDocument<'_>> = variants.collect();
    let mut things: Vec<Thing> = variants.iter().map(|v| variant_thing(v.rules)).collect();
    things.extend(checked.diagrams.iter().map(|diagram| figure(own, diagram)));
    let raw_html = checked.book.decl.raw_html;
    let pages = checked.book.pages.iter();
    let quoted: Vec<_> = pages.map(|page| quote_claims(page, raw_html)).collect();
    things.extend(checked.claims.iter().map(|stated| {
        let quoted = &quoted[stated.page][stated.link];
        claim(own, stated, quoted)
    }));
    things.extend(checked.games.iter().map(|played| game(own, played)));
    things.extend(checked.book.pages.iter().map(|text| page(own, text)));
    let files = ["book.toml", "review.toml", "source.toml"].into_iter();
    things.extend(files.filter_map(|name| file(own, name)));
    BookDocument { things, variants }
}

fn variant(own: StateBook<'_>, place: usize) -> VariantDocument<'_> {
    let Session {
        library, sources, ..
    } = own.session;
    let files = library.files(&[place], sources).into_iter();
    VariantDocument {
        texts: files.map(|(file, ..)| sources.get(file).text()).collect(),
        rules: library.variants.rules(place),
    }
}

fn variant_thing(rules: &Rules) -> Thing {
    let (id, title) = (&rules.variant.id, &rules.variant.title);
    let mut thing = Thing::new(DiffKind::Variant, id, format!("The variant `{id}`"));
    thing.added_or_removed = format!("The variant `{id}`, {title},");
    thing.text("title", title, |was, is| {
        format!("is now called {is}, not {was}")
    });
    thing
}

fn figure(own: StateBook<'_>, diagram: &CheckedDiagram) -> Thing {
    let page = &own.checked.book.pages[diagram.page];
    let decl = &page.diagrams[diagram.index];
    let variant = own.checked.figure(diagram).variant;
    let board = &own.session.library.variants.rules(variant).variant.board;
    let id = &decl.id.text;
    let title = match decl.title.as_str() {
        "" => String::new(),
        title => format!(", “{title}”,"),
    };
    let mut thing = Thing::new(DiffKind::Figure, id, format!("The figure {id}{title}"));
    thing.is_computed = diagram.is_computed();
    let pieces = diagram.shown.pieces.iter();
    let items = pieces.map(|piece| figure_piece(piece, board)).collect();
    thing.list("pieces", items, &FIGURE_PIECES);
    for mark in &diagram.marks {
        thing.list(&mark.symbol, board.names_of(&mark.cells), &MARKED_CELLS);
    }
    thing.text("title", &decl.title, |was, _| {
        format!("had the title “{was}”")
    });
    thing.text("verdict", diagram.verdict.name(), |was, is| {
        match (was, is) {
            ("error", _) => "could not be computed before".to_string(),
            (_, "error") => "can no longer be computed".to_string(),
            _ => format!("changed its verdict from {was} to {is}"),
        }
    });
    thing.detail("page", &page.path);
    thing.picture = Some(ChangePicture {
        caption: format!("The figure {id}"),
        id: format!("/{id}"),
        diagram: diagram.shown.clone(),
        board: board.clone(),
    });
    thing
}

fn figure_piece(piece: &ShownPiece, board: &Board) -> String {
    let (side, cell) = (piece.owner.name(), board.name(piece.cell));
    format!("{side} {} {} on {cell}", piece.kind, piece.label)
}

/// Returns a claim as a thing. A named claim is matched by its name. Others are matched within
/// their page, in the order of the text: first those with the same text and expression, then those
/// with the same expression, then those with the same words around them.
fn claim(own: StateBook<'_>, claim: &CheckedClaim, quoted: &QuotedClaim) -> Thing {
    let checked = own.checked;
    let variants = &own.session.library.variants;
    let page = &checked.book.pages[claim.page];
    let link = checked.link(claim);
    let (id, path, text) = (&claim.id, &page.path, link.text.text());
    let is_named = checked.book.definitions.contains(link.target.text().trim());
    let expression = &claim.expression;
    let unnamed = (!is_named).then(|| format!("{path} {expression}"));
    let QuotedClaim { before, after, .. } = quoted;

    let mut thing = Thing::new(DiffKind::Claim, id, format!("`{id}` in {path}:"));
    thing.keys = vec![
        is_named.then(|| id.clone()),
        unnamed.as_ref().map(|key| format!("{key} {text}")),
        unnamed,
        Some(format!("{path} {is_named} {before} [] {after}")),
    ];
    thing.added_or_removed = format!("{} “{text}”", thing.subject);
    thing.detail("page", path);
    thing.text("text", text, |was, is| {
        format!("its text changed from “{was}” to “{is}”")
    });
    let value = claim.judgement.actual.as_ref().zip(claim.variant);
    let says = restate_claim(checked, claim, variants, DiagramNaming::ById);
    let sentence = says.map_or_else(String::new, |says| says.english());
    thing.texts.push(TextFact {
        key: Some("value"),
        text: value.map(|(value, variant)| value.show(&variants.rules(variant).variant)),
        phrase: |was, is| format!("its value changed from {was} to {is}"),
        note: sentence.trim_end_matches('.').to_string(),
    });
    thing.text("expression", expression, |was, is| {
        format!("its expression changed from `{was}` to `{is}`")
    });
    thing.texts.push(TextFact {
        key: Some("verdict"),
        text: Some(claim.judgement.verdict.name().to_string()),
        phrase: |was, is| format!("its verdict changed from {was} to {is}"),
        note: claim.judgement.note.clone(),
    });
    thing
}

fn game(own: StateBook<'_>, game: &CheckedGame) -> Thing {
    let page = &own.checked.book.pages[game.page];
    let id = &page.games[game.index].id.text;
    let mut thing = Thing::new(DiffKind::Game, id, format!("The game {id}"));
    thing.detail("page", &page.path);
    thing.text("verdict", game.verdict.name(), |was, is| {
        format!("changed its verdict from {was} to {is}")
    });
    let moves = game.plies.len().to_string();
    thing.texts.push(TextFact::for_people(moves, |was, is| {
        format!("now has {is} moves, not {was}")
    }));
    thing
}

/// Returns a page as a thing, which is matched by its path, and then by its text.
fn page(own: StateBook<'_>, page: &Page) -> Thing {
    let path = &page.path;
    let text = own.session.sources.get(page.source).text().to_string();
    let mut thing = Thing::new(DiffKind::Page, path, format!("The text of {path}"));
    thing.added_or_removed = format!("The page {path}");
    thing.keys.push(Some(text.clone()));
    thing.detail("title", &page.title);
    let phrase = |_: &str, _: &str| "changed".to_string();
    thing.texts.push(TextFact::for_people(text, phrase));
    thing
}

/// Returns a file in the book's folder as a thing, if it was read.
fn file(own: StateBook<'_>, name: &str) -> Option<Thing> {
    let sources = &own.session.sources;
    let source = sources.find(&display_path(&own.folder.join(name)))?;
    let text = sources.get(source).text().to_string();
    let mut thing = Thing::new(DiffKind::File, name, format!("The text of {name}"));
    thing.added_or_removed = format!("The file {name}");
    let phrase = |_: &str, _: &str| "changed".to_string();
    thing.texts.push(TextFact::for_people(text, phrase));
    Some(thing)
}
