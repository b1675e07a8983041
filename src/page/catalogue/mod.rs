//! The pages over all books of an output folder: the books, their pieces in one alphabet, and their words. They are
//! made of a card that each book's build leaves in the book's folder, so that they are right whichever books a build
//! writes.

mod books;
mod data;
mod entry;
mod glossary;
mod pieces;
mod words;

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::edition::{Edition, Neighbour, TextFile};
use super::front;
use super::passage::Section;
use super::search;
use super::templates::{TemplateFault, Templates, typefaces};
use super::text::{html_path, said};
use super::view;
use crate::backend::svg;
use crate::scene::Themes;
use data::{BookCard, Portrait};

pub(crate) use books::Books;
pub(crate) use data::LONGEST;

use books::{CatalogueBook, NamedBytes, ShelfPage};

/// The file of a book's folder that speaks for it.
pub(crate) const CARD: &str = "book.json";
/// The folder beside the page that holds what it shows.
pub(crate) const FOLDER: &str = "catalogue";

/// The plain files that the pages show or run.
const PLAIN: [&str; 6] = ["style.css", "favicon.svg", "look.js", "folds.js", "search.js", "stem.js"];

impl Neighbour {
    /// The book in a folder of this name, by its card.
    pub(crate) fn read(name: &str, card: &[u8]) -> Option<Neighbour> {
        Some(Neighbour::new(name, &data::title(card)?))
    }
}

/// What a book says of itself there.
pub(crate) fn card(edition: &Edition<'_>) -> TextFile {
    let decl = &edition.checked.book.decl;
    let portrait =
        |piece: &Json| Portrait { name: said(piece, "name").into(), svg: said(piece, "svg").into() };
    let (pieces, _) = front::pieces(edition, html_path);
    let card = BookCard {
        version: BookCard::VERSION,
        title: decl.title.clone(),
        subtitle: decl.subtitle.clone(),
        language: decl.language.clone(),
        sources: view::sources(decl),
        checks: view::summary(edition),
        board: front::board(edition).map(|board| board.ornament()),
        pieces: pieces.iter().map(portrait).collect(),
        index: entry::pieces(edition),
        terms: words::defined(edition),
        uses: words::used(edition),
    };
    // A card is text alone, so nothing of it can fail to be written.
    let text = serde_json::to_string(&card).unwrap_or_default() + "\n";
    TextFile { path: CARD.into(), text }
}

/// What all pages over all books know of them, and the templates that make them.
pub(crate) struct Shelves<'a> {
    books: &'a Books,
    templates: Templates,
}

impl<'a> Shelves<'a> {
    /// # Errors
    ///
    /// If a template cannot be read.
    pub(crate) fn new(books: &'a Books) -> Result<Shelves<'a>, Vec<TemplateFault>> {
        Ok(Shelves { books, templates: Templates::new(&[])? })
    }

    /// What stands on a page, and what of it can be searched.
    fn body(&self, page: ShelfPage) -> Result<(String, Vec<Section>), TemplateFault> {
        match page {
            ShelfPage::Books => {
                let book = |book: &CatalogueBook| json!({"folder": book.folder, "url": format!("{}/index.html", book.folder), "card": book.card});
                let books: Vec<Json> = self.books.books.iter().map(book).collect();
                let body = self.templates.render("shelf-books.html", &json!({"books": books}))?;
                Ok((body, Vec::new()))
            }
            ShelfPage::Pieces => {
                let (view, sections) = pieces::view(self.books);
                Ok((self.templates.render("shelf-pieces.html", &view)?, sections))
            }
            ShelfPage::Glossary => {
                let (view, sections) = glossary::view(self.books);
                Ok((self.templates.render("shelf-glossary.html", &view)?, sections))
            }
        }
    }

    fn framed(&self, page: ShelfPage, body: &str) -> Result<String, TemplateFault> {
        let titles: Vec<&str> = self.books.books.iter().map(|book| book.card.title.as_str()).collect();
        let root = super::text::root(page.path());
        let way = |other: &ShelfPage| json!({"title": other.called(), "url": format!("{root}{}", other.path()), "here": *other == page});
        self.templates.render(
            "catalogue.html",
            &json!({
                "title": page.title(),
                "description": format!("{}: {}.", match page {
                    ShelfPage::Books => "Rules, boards and pieces, computed and checked",
                    ShelfPage::Pieces => "All pieces in one alphabet, and which are one piece by another name",
                    ShelfPage::Glossary => "The words of the books and what they mean",
                }, titles.join(", ")),
                "pages": ShelfPage::ALL.iter().map(way).collect::<Vec<_>>(),
                // The way to the output folder, and to what the pages show.
                "root": root,
                "files": format!("{root}{FOLDER}/"),
                "is_first": page == ShelfPage::Books,
                "body": body,
            }),
        )
    }

    /// The page over all books, and the files of [`FOLDER`].
    ///
    /// # Errors
    ///
    /// If a template does not render.
    pub(crate) fn files(&self) -> Result<(String, Vec<NamedBytes>), TemplateFault> {
        let mut pages = Vec::new();
        let mut found = Vec::new();
        for page in ShelfPage::ALL {
            let (body, sections) = self.body(page)?;
            pages.push((page, self.framed(page, &body)?));
            found.extend(sections);
        }
        let css = svg::scales_css(pages.iter().map(|(_, text)| text.as_str()));
        let mut files: Vec<NamedBytes> = typefaces().map(|(path, bytes)| (path, bytes.to_vec())).collect();
        let shown = self.templates.plain(&Themes::BUILT_IN, &css).filter(|(name, _)| PLAIN.contains(name));
        files.extend(shown.map(|(name, text)| (name.to_string(), text.into_bytes())));
        let mut first = String::new();
        for (page, text) in pages {
            match page.path().strip_prefix(FOLDER).and_then(|path| path.strip_prefix('/')) {
                Some(path) => files.push((path.to_string(), format!("<!DOCTYPE html>\n{text}").into_bytes())),
                None => first = text,
            }
        }
        files.push((search::INDEX.to_string(), search::index(&found).into_bytes()));
        files.push(("books.js".to_string(), self.script().into_bytes()));
        Ok((first, files))
    }

    /// What the search reads first: the books by the way to them from the output folder.
    fn script(&self) -> String {
        #[derive(Serialize)]
        struct Listed<'a> {
            title: &'a str,
            folder: &'a str,
        }
        let own = Listed { title: "", folder: FOLDER };
        let books =
            self.books.books.iter().map(|book| Listed { title: &book.card.title, folder: &book.folder });
        let all: Vec<Listed<'_>> = std::iter::once(own).chain(books).collect();
        format!("\"use strict\";\nwindow.padmaBooks = {};\n", serde_json::to_string(&all).unwrap_or_default())
    }
}
