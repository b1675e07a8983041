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
mod forge;
mod forms;
mod front;
mod game;
mod language;
mod live;
mod markdown;
mod media;
mod passage;
mod playable;
#[cfg(feature = "pdf")]
mod print;
mod reference;
mod search;
mod templates;
mod text;
mod thumbnail;
mod view;

pub(crate) use board::PngPicture;
pub use catalogue::{Books, FOLDER, MAX_CARD, card, catalogue_files};
pub use edition::{Edition, InlinePicture, Neighbour, TextFile};
pub use escape::escaped;
pub(crate) use forms::FormFault;
pub use forms::{BookForm, FORMS};
pub(crate) use markdown::chapter;
pub use media::{charset, media_type};
pub use templates::Templates;
pub(crate) use templates::{TemplateFault, typefaces};
pub(crate) use text::html_path;

use rayon::prelude::*;

use forms::{BoundBook, Leaf};
use padma_book::pages::made::{ReferencePage, SEARCH_INDEX, folder};
use padma_picture::backend::svg;
use passage::{Bodies, Section, title_section};
use view::BookPages;

/// Returns the picture for link previews; `None` if the book has no board.
pub(crate) fn preview(edition: &Edition<'_>) -> Option<PngPicture> {
    front::board(edition).map(|board| board.preview())
}

/// Returns the path in the Markdown edition for a file that both editions show.
pub(crate) fn markdown_path(path: &str) -> String {
    format!("{}{path}", folder::MARKDOWN)
}

/// Returns the path without the Markdown edition's folder; `None` for a file that is not in that
/// edition.
pub(crate) fn strip_markdown_folder(path: &str) -> Option<&str> {
    path.strip_prefix(folder::MARKDOWN)
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
        mut leaves,
        mut texts,
        sections,
    } = pages?;
    let book = shelf.book();
    forge::point_links(&mut texts, &leaves);
    // The Markdown edition has its own copies of the pictures, which adapt to light and dark
    // themes.
    let pictures = texts.iter().filter(|file| file.path.ends_with(".svg"));
    let with_dark_theme = |file: &TextFile| TextFile {
        path: markdown_path(&file.path),
        text: svg::add_dark_theme(&file.text, &edition.themes),
    };
    let pictures: Vec<TextFile> = pictures.map(with_dark_theme).collect();
    texts.extend(pictures);
    texts.extend(shelf.readme(&book)?);
    let scales = svg::scales_css(leaves.iter().map(|leaf| leaf.body.as_str()));
    let plain: Vec<_> = edition
        .templates
        .plain_files(&edition.themes, &(shelf.running_heads() + &scales))
        .collect();
    leaves = shelf.sort(leaves);
    let bound = BoundBook {
        edition,
        book: &book,
        leaves: &leaves,
        sections: &sections,
        texts: &texts,
        plain: &plain,
    };
    let (forms, downloads) = forms::make_files(forms, forms_of_book, &bound)?;
    let site_pages = leaves.into_par_iter().map(|leaf| {
        let path = leaf.path.clone();
        Ok(TextFile {
            path,
            text: shelf.page(&book, leaf, &downloads)?,
        })
    });
    let site_pages: Vec<Result<TextFile, TemplateFault>> = site_pages.collect();
    for file in site_pages {
        texts.push(file?);
    }
    texts.extend(plain.into_iter().map(|(name, text)| TextFile {
        path: name.into(),
        text,
    }));
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
    leaves: Vec<Leaf>,
    /// The texts of the pages in the Markdown edition, and the files that they show.
    texts: Vec<TextFile>,
    /// The sections for the search index.
    sections: Vec<Section>,
}

/// Makes all pages in parallel.
fn pages(shelf: &BookPages<'_>) -> Result<Pages, TemplateFault> {
    let edition = shelf.edition;
    let author_pages = edition.checked.book.pages.len();
    let page = |index: usize| match ReferencePage::ALL.get(index.wrapping_sub(author_pages)) {
        None => author_page(shelf, index),
        Some(reference) => reference_page(shelf, index, *reference),
    };
    let made = (0..author_pages + ReferencePage::ALL.len())
        .into_par_iter()
        .map(page);
    let scripts = || [live::scripts(edition), playable::scripts(edition)].concat();
    let (made, texts): (Vec<Result<Pages, TemplateFault>>, _) =
        rayon::join(|| made.collect(), scripts);
    let mut all = Pages {
        texts,
        ..Pages::default()
    };
    for page in made {
        let Pages {
            leaves,
            texts,
            sections,
        } = page?;
        all.leaves.extend(leaves);
        all.texts.extend(texts);
        all.sections.extend(sections);
    }
    Ok(all)
}

fn author_page(shelf: &BookPages<'_>, index: usize) -> Result<Pages, TemplateFault> {
    let leaf = author_leaf(shelf, index)?;
    let text = shelf.markdown_page(index, markdown::text(shelf.edition, index)?)?;
    Ok(Pages {
        leaves: vec![leaf],
        texts: vec![TextFile {
            path: shelf.markdown_path(index),
            text,
        }],
        sections: search::sections(shelf.edition, index),
    })
}

fn reference_page(
    shelf: &BookPages<'_>,
    index: usize,
    reference: ReferencePage,
) -> Result<Pages, TemplateFault> {
    let Bodies {
        html,
        markdown,
        pictures,
        passages,
    } = reference::bodies(reference, shelf.edition)?;
    let text = shelf.markdown_page(index, markdown)?;
    let own = TextFile {
        path: shelf.markdown_path(index),
        text,
    };
    let url = shelf.html_path(index);
    let sections = passages
        .into_iter()
        .map(|passage| passage.section(reference.title(), &url));
    Ok(Pages {
        leaves: vec![shelf.leaf(index, html, false)],
        texts: std::iter::once(own).chain(pictures).collect(),
        sections: std::iter::once(title_section(reference.title(), &url))
            .chain(sections)
            .collect(),
    })
}

/// Makes a single page of the site; `None` if no page has this path.
///
/// # Errors
///
/// A template that does not render.
pub(crate) fn page(edition: &Edition<'_>, path: &str) -> Result<Option<String>, TemplateFault> {
    let (shelf, pages) = (BookPages::new(edition), edition.checked.book.pages.len());
    let mut all = 0..pages + ReferencePage::ALL.len();
    let Some(index) = all.find(|index| shelf.html_path(*index) == path) else {
        return Ok(None);
    };
    let leaf = match ReferencePage::ALL.get(index.wrapping_sub(pages)) {
        None => author_leaf(&shelf, index)?,
        Some(reference) => shelf.leaf(index, reference::bodies(*reference, edition)?.html, false),
    };
    shelf.page(&shelf.book(), leaf, &[]).map(Some)
}

fn author_leaf(shelf: &BookPages<'_>, index: usize) -> Result<Leaf, TemplateFault> {
    let live = live::is_on_page(shelf.edition, index);
    Ok(shelf.leaf(index, body::html(shelf.edition, index)?, live))
}
