//! Makes the pages of books: an HTML site and a Markdown edition, rendered from templates.
//!
//! Templates see only the views made here, never the program's own types. Reads and writes no
//! files: returns paths and texts.

mod beside;
mod board;
mod body;
mod bounded;
mod card;
mod catalogue;
mod combinations;
mod counted;
mod edition;
mod escape;
mod figures;
mod finding;
mod forge;
mod forms;
mod front;
mod game;
mod hands;
mod language;
mod leaf;
mod linked;
mod live;
mod machines;
mod markdown;
mod media;
mod medium;
mod passage;
mod playable;
#[cfg(feature = "pdf")]
mod print;
mod proof;
mod reference;
mod seal;
mod search;
mod templates;
mod text;
mod thumbnail;
mod ticks;
mod view;
mod words;

pub(crate) use board::PngPicture;
pub use catalogue::{Books, FOLDER, MAX_CARD, card};
pub(crate) use catalogue::{CatalogueFiles, catalogue_files};
pub use edition::{Edition, InlinePicture, Neighbour, TextFile};
pub use escape::escaped;
pub(crate) use forms::FormFault;
pub use forms::{BookForm, FORMS};
pub(crate) use markdown::chapter;
pub use media::{charset, media_type};
pub(crate) use templates::TemplateFault;
pub use templates::Templates;
pub(crate) use text::{html_path, markdown_path};

use rayon::prelude::*;

use body::PageBody;
use forms::BoundBook;
use leaf::Leaf;
use medium::{Addresses, FileOutlines, Medium};
use padma_book::pages::made::SEARCH_INDEX;
pub use padma_book::pages::made::STYLE;
use padma_picture::backend::svg;
use passage::{Section, title_section};
use reference::MadePage;
use view::BookPages;
use words::page_title;

/// Returns the picture for link previews; `None` if the book has no board.
pub(crate) fn preview(edition: &Edition<'_>) -> Option<PngPicture> {
    front::board(edition).map(|board| board.preview())
}

/// The files of a book's site, Markdown edition and further forms.
pub(crate) struct Files {
    pub(crate) texts: Vec<TextFile>,
    /// The files of the further forms, by path.
    pub forms: Vec<(String, Vec<u8>)>,
}

/// Makes all pages of a book, the style sheet and scripts, the Markdown edition, and the further
/// forms that are requested.
///
/// # Errors
///
/// The first template that does not render, or the first form that cannot be made.
pub(crate) fn files(edition: &Edition<'_>, forms: &[&BookForm]) -> Result<Files, FormFault> {
    let shelf = BookPages::new(edition);
    let pages = || pages(&shelf);
    let (pages, forms_of_book) = rayon::join(pages, || forms::make_from_book(forms, edition));
    let Pages {
        bodies,
        mut texts,
        sections,
    } = pages?;
    let book = shelf.book();
    forge::point_links(&mut texts, &sections, edition);
    let pictures = texts.iter_mut().filter(|file| file.path.ends_with(".svg"));
    pictures.for_each(|file| file.text = svg::add_dark_theme(&file.text, &edition.themes));
    texts.extend(shelf.readme(&book)?);
    texts.extend(machines::files(&shelf));
    let scales = svg::scales_css(bodies.iter().map(|(_, body)| body.html.as_str()));
    let templates = edition.templates;
    // Checkers of CSS want to know a property before its uses, and a book's colours replace the usual ones.
    let properties = shelf.running_heads() + &scales;
    let colours = svg::own_css(&edition.themes);
    let style = format!("{properties}{}{colours}", templates.plain(STYLE));
    let bound = BoundBook {
        edition,
        book: &book,
        leaves: shelf.leaves(),
        sections: &sections,
        texts: &texts,
        style: &style,
    };
    let (forms, downloads) = forms::make_files(forms, forms_of_book, &bound)?;
    let site_pages = bodies.into_par_iter().map(|(leaf, body)| {
        Ok(TextFile {
            path: html_path(leaf.path(edition)),
            text: shelf.page(&book, leaf, body, &downloads)?,
        })
    });
    let site_pages: Vec<Result<TextFile, TemplateFault>> = site_pages.collect();
    for file in site_pages {
        texts.push(file?);
    }
    texts.push(TextFile {
        path: STYLE.into(),
        text: properties + &colours,
    });
    texts.push(TextFile {
        path: SEARCH_INDEX.into(),
        text: search::index(&sections),
    });
    texts.push(catalogue::card(edition));
    Ok(Files { texts, forms })
}

/// The content of a book's pages, in order.
#[derive(Default)]
struct Pages {
    /// The texts of the site's pages.
    bodies: Vec<(Leaf, PageBody)>,
    /// The texts of the pages in the Markdown edition, and the files that they show.
    texts: Vec<TextFile>,
    /// The sections for the search index.
    sections: Vec<Section>,
}

/// Makes all pages in parallel.
fn pages(shelf: &BookPages<'_>) -> Result<Pages, TemplateFault> {
    let edition = shelf.edition;
    let made = Leaf::all(edition)
        .into_par_iter()
        .map(|leaf| make_page(shelf, leaf));
    let scripts = || [live::scripts(edition), playable::scripts(edition)].concat();
    let (made, texts): (Vec<Result<Pages, TemplateFault>>, _) =
        rayon::join(|| made.collect(), scripts);
    let mut all = Pages {
        texts,
        ..Pages::default()
    };
    for page in made {
        let Pages {
            bodies,
            texts,
            sections,
        } = page?;
        all.bodies.extend(bodies);
        all.texts.extend(texts);
        all.sections.extend(sections);
    }
    Ok(all)
}

fn make_page(shelf: &BookPages<'_>, leaf: Leaf) -> Result<Pages, TemplateFault> {
    let edition = shelf.edition;
    let (body, markdown, pictures, sections) = match leaf {
        Leaf::Own(index) => (
            site_body(edition, leaf)?,
            markdown::text(edition, index)?,
            Vec::new(),
            search::sections(edition, index),
        ),
        Leaf::Made(page) => {
            let title = &page_title(page, &edition.checked.book.decl);
            let url = html_path(page.path());
            let made = MadePage::new(page, edition);
            let outlines = FileOutlines::default();
            let [site, markdown] = [Medium::Site, Medium::Markdown]
                .map(|medium| Addresses::of(edition, medium, page.path(), &outlines));
            let view = made.view(&site);
            let passages = made.passages(&view).into_iter();
            let passages = passages.map(|passage| passage.section(title, &url));
            let sections = std::iter::once(title_section(title, &url)).chain(passages);
            let html = made.render_view(view, &site)?;
            let body = PageBody {
                html: site.definitions() + &html,
                ..PageBody::default()
            };
            (
                body,
                made.render(&markdown)?,
                made.pictures(),
                sections.collect(),
            )
        }
    };
    let own = TextFile {
        path: markdown_path(leaf.path(edition)),
        text: shelf.markdown_page(leaf, markdown)?,
    };
    Ok(Pages {
        bodies: vec![(leaf, body)],
        texts: std::iter::once(own).chain(pictures).collect(),
        sections,
    })
}

/// Writes the text of a page of the site, with the outlines of its pictures.
fn site_body(edition: &Edition<'_>, leaf: Leaf) -> Result<PageBody, TemplateFault> {
    let outlines = FileOutlines::default();
    let mut body = leaf.html(edition, Medium::Site, &outlines)?;
    body.html.insert_str(0, &outlines.into_inner().element());
    Ok(body)
}

/// Makes a single page of the site; `None` if no page has this path.
///
/// # Errors
///
/// A template that does not render.
pub(crate) fn page(edition: &Edition<'_>, path: &str) -> Result<Option<String>, TemplateFault> {
    let mut all = Leaf::all(edition).into_iter();
    let Some(leaf) = all.find(|leaf| html_path(leaf.path(edition)) == path) else {
        return Ok(None);
    };
    let (shelf, body) = (BookPages::new(edition), site_body(edition, leaf)?);
    shelf.page(&shelf.book(), leaf, body, &[]).map(Some)
}
