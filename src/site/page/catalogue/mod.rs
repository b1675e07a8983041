//! The pages over all books of an output folder: the books, all their pieces, and all their words.
//! They are made from the card that each book's build leaves in its folder, so they are right
//! whichever books a build writes.

mod books;
mod data;
mod entry;
mod glossary;
mod pieces;
mod words;

use serde_json::{Value as Json, json};

use super::edition::{Edition, Neighbour, TextFile};
use super::front;
use super::machines;
use super::medium::{Addresses, FileOutlines, Medium};
use super::passage::Section;
use super::playable;
use super::seal;
use super::search;
use super::templates::{TemplateFault, Templates};
use super::text::text_of;
use super::text::to_json;
use super::view;
use data::{BookCard, Portrait};
use padma_book::pages::made::{BOOK_CARD, SEARCH_INDEX, STYLE};
use padma_book::world::SharedFiles;
use padma_picture::backend::svg::{self, Outlines};
use padma_words::{Listing, say};

pub use books::Books;
pub use data::MAX_CARD;

use books::{CatalogueBook, CataloguePage, NamedBytes};

/// The folder beside the page over all books, which holds the files of that page and the other
/// pages.
pub const FOLDER: &str = "catalogue";

impl Neighbour {
    /// Reads the book in a folder of this name from its card.
    pub(crate) fn read(name: &str, card: &[u8]) -> Option<Neighbour> {
        Some(Neighbour::new(name, &data::title(card)?))
    }
}

/// Makes a book's card.
pub fn card(edition: &Edition<'_>) -> TextFile {
    let decl = &edition.checked.book.decl;
    let portrait = |piece: &Json| Portrait {
        name: text_of(piece, "name").into(),
        svg: text_of(piece, "svg").into(),
    };
    let (on_front, in_index) = (FileOutlines::default(), FileOutlines::default());
    let [front, index] =
        [&on_front, &in_index].map(|outlines| Addresses::of(edition, Medium::Site, "", outlines));
    let (pieces, _) = front::pieces(edition, &front);
    let board = front::board(edition).map(|board| front.picture(board.ornament()));
    let index = entry::pieces(edition, &index);
    let card = BookCard {
        version: data::VERSION,
        title: decl.title.clone(),
        subtitle: decl.subtitle.clone(),
        group: decl.group.clone(),
        language: decl.language.clone(),
        address: view::address(decl),
        preview: view::address(decl).and_then(|_| view::preview(edition, "")),
        plays: edition
            .rules()
            .and_then(|rules| playable::play_fragment(&rules.variant)),
        sources: view::sources(decl),
        order: decl.order,
        checks: seal::summary(edition.checked),
        bar: seal::described_bar(edition.checked),
        board,
        pieces: pieces.iter().map(portrait).collect(),
        front_outlines: on_front.into_inner().into_map(),
        index,
        index_outlines: in_index.into_inner().into_map(),
        terms: words::author_terms(edition),
        uses: words::rule_words(edition),
    };
    // A card is plain text, so serialising it cannot fail.
    let text = serde_json::to_string(&card).unwrap_or_default() + "\n";
    TextFile {
        path: BOOK_CARD.into(),
        text,
    }
}

/// The files over all books.
pub(crate) struct CatalogueFiles {
    /// The texts at the top of the output folder, without their first lines.
    pub texts: [String; 2],
    /// The files of [`FOLDER`], by their paths in it.
    pub files: Vec<NamedBytes>,
    /// The files that the pages and the books have in common.
    pub shared: SharedFiles,
}

/// Makes the files over all books, as [`padma_book::world::CATALOGUE_FILES`] names them, and those of [`FOLDER`].
///
/// # Errors
///
/// All templates that cannot be read, or the first that does not render.
pub(crate) fn catalogue_files(books: &Books) -> Result<CatalogueFiles, Vec<TemplateFault>> {
    let templates = Templates::built_in(books.words)?;
    let mut pages = Vec::new();
    let mut sections = Vec::new();
    for page in CataloguePage::ALL {
        let (text, own) = render_page(page, books, &templates).map_err(|fault| vec![fault])?;
        pages.push((page, text));
        sections.extend(own);
    }
    let css = svg::scales_css(pages.iter().map(|(_, text)| text.as_str()));
    let mut files: Vec<NamedBytes> = vec![(STYLE.to_string(), css.into_bytes())];
    let mut first = String::new();
    for (page, text) in pages {
        match page
            .path()
            .strip_prefix(FOLDER)
            .and_then(|path| path.strip_prefix('/'))
        {
            Some(path) => files.push((
                path.to_string(),
                format!("<!DOCTYPE html>\n{text}").into_bytes(),
            )),
            None => first = text,
        }
    }
    files.push((
        SEARCH_INDEX.to_string(),
        search::index(&sections).into_bytes(),
    ));
    files.push(("books.js".to_string(), script(books).into_bytes()));
    let text = |table| books.words.say(CataloguePage::Books.called(table));
    let list = machines::list_of_books(
        &text("catalogue.title"),
        &text("catalogue.description"),
        books,
    );
    Ok(CatalogueFiles {
        texts: [first, list],
        files,
        shared: templates.shared().clone(),
    })
}

/// Renders a page in its frame. Returns its HTML, and its sections for the search.
fn render_page(
    page: CataloguePage,
    books: &Books,
    templates: &Templates,
) -> Result<(String, Vec<Section>), TemplateFault> {
    let mut outlines = Outlines::default();
    for CatalogueBook { card, .. } in &books.books {
        match page {
            CataloguePage::Books => outlines.add(&card.front_outlines),
            CataloguePage::Pieces => outlines.add(&card.index_outlines),
            CataloguePage::Glossary => {}
        }
    }
    let (template, (view, sections)) = match page {
        CataloguePage::Books => {
            let book = |book: &CatalogueBook| json!({"folder": book.folder, "url": format!("{}/index.html", book.folder), "card": book.card});
            let all: Vec<Json> = books.books.iter().map(book).collect();
            (
                "catalogue-books.html",
                (
                    json!({"books": all, "language": books.words.tag()}),
                    Vec::new(),
                ),
            )
        }
        CataloguePage::Pieces => ("catalogue-pieces.html", pieces::view(books)),
        CataloguePage::Glossary => ("catalogue-glossary.html", glossary::view(books)),
    };
    let titles: Vec<&str> = books
        .books
        .iter()
        .map(|book| book.card.title.as_str())
        .collect();
    let path = page.path();
    let [title, description] = ["catalogue.title", "catalogue.description"]
        .map(|table| books.words.say(page.called(table)));
    let root = super::text::root(path);
    let page_link = |other: &CataloguePage| {
        let called = books.words.say(other.called("catalogue.label"));
        json!({"title": called, "url": format!("{root}{}", other.path()), "here": *other == page})
    };
    let address = books.address();
    let played = books.books.iter().any(|book| book.card.plays.is_some());
    let preview = books
        .books
        .iter()
        .find_map(|book| book.card.preview.as_ref());
    let frame = json!({
        "title": title,
        "language": books.words.tag(),
        "description": books.words.say(say!(catalogue::Described, description, titles = Listing::Enumeration.of(titles))),
        "pages": CataloguePage::ALL.iter().map(page_link).collect::<Vec<_>>(),
        // The paths to the output folder, to the pages' own files, and to those that books have too.
        "root": root,
        "files": format!("{root}{FOLDER}/"),
        "shared": format!("{root}{}/", templates.shared().folder()),
        "is_first": page == CataloguePage::Books,
        // Null unless the books' addresses show where the output folder is published.
        "address": address.as_ref().map(|address| address.clone() + path.trim_end_matches("index.html")),
        "preview": preview.filter(|_| address.is_some()),
        // Whether any book's game can be played on its pages.
        "played": played,
        "body": outlines.element() + &templates.render(template, &super::text::merge(view, json!({"title": title})))?,
    });
    Ok((templates.render("catalogue.html", &frame)?, sections))
}

/// Returns the script that the search reads first: the books' titles and folders.
fn script(books: &Books) -> String {
    let own = json!({"title": "", "folder": FOLDER});
    let book = |book: &CatalogueBook| json!({"title": book.card.title, "folder": book.folder});
    let all: Vec<Json> = std::iter::once(own)
        .chain(books.books.iter().map(book))
        .collect();
    format!("\"use strict\";\nwindow.padmaBooks = {};\n", to_json(&all))
}
