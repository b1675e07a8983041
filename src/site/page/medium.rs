//! The media for which pages are written, and how each writes ids and addresses. Knows of a book only its
//! language.
//!
//! Links within a book are written as paths of pages in Markdown, relative to the page that has the
//! link: `../pieces/rook.md#powers`. Each medium turns them into addresses of its own.

use std::cell::RefCell;

use super::edition::Edition;
use super::text::{html_path, root};
use padma_book::pages::links::resolve;
use padma_book::pages::made::ReferencePage;
use padma_picture::backend::svg::{self, Outlines, PagePicture};
use padma_words::Language;

/// What a page is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Medium {
    /// The site: one HTML file a page.
    Site,
    /// The Markdown edition: the links stay paths of pages.
    Markdown,
    /// A printed book, in which a place is named by its page's path below the book's folder.
    #[cfg(feature = "pdf")]
    Print,
    /// One HTML file with all pages.
    Single,
    /// An EPUB: one XHTML file a page, without scripts.
    Epub,
}

impl Medium {
    /// Whether the medium has a page. Only the site has those that are useless without all of its
    /// scripts.
    pub(crate) fn has_page(self, path: &str) -> bool {
        !matches!(self, Medium::Single | Medium::Epub) || path != ReferencePage::Playground.path()
    }

    /// Whether readers can touch what a page shows: move pieces, compare them, step through games.
    pub(crate) fn is_live(self) -> bool {
        matches!(self, Medium::Site | Medium::Single)
    }
}

/// The outlines of the pictures of a file, collected while its pages are written.
pub(crate) type FileOutlines = RefCell<Outlines>;

/// How a page writes ids, pictures, and the addresses of what it links to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Addresses<'a> {
    pub medium: Medium,
    /// The path of the page below the book's folder: `pieces/rook.md`.
    pub page: &'a str,
    /// The outlines of the file that the page is in.
    pub outlines: &'a FileOutlines,
    /// The language in which the program speaks to the book's readers.
    pub words: &'static Language,
}

impl<'a> Addresses<'a> {
    pub(crate) fn of(
        edition: &Edition<'_>,
        medium: Medium,
        page: &'a str,
        outlines: &'a FileOutlines,
    ) -> Addresses<'a> {
        Addresses {
            medium,
            page,
            outlines,
            words: edition.words(),
        }
    }

    /// Returns the address of a page of the book, or of a place on a page.
    pub(crate) fn url(&self, target: &str) -> String {
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        let hash = if anchor.is_empty() { "" } else { "#" };
        if target == "#" && matches!(self.medium, Medium::Site | Medium::Markdown) {
            return target.to_string();
        }
        let page = || match path {
            "" => self.page.to_string(),
            path => resolve(self.page, path).unwrap_or_default(),
        };
        match self.medium {
            #[cfg(feature = "pdf")]
            Medium::Print => format!("{}{hash}{anchor}", page()),
            Medium::Markdown => target.to_string(),
            Medium::Site => html_path(target),
            Medium::Epub => {
                let path = match (path, anchor) {
                    ("", "") => self.page.rsplit('/').next().unwrap_or_default(),
                    _ => path,
                };
                let end = if path.is_empty() { "" } else { ".xhtml" };
                let stem = path.trim_end_matches(".md");
                format!("{stem}{end}{hash}{}", xml_id(anchor))
            }
            Medium::Single => format!("#{}", id_in_single(&page(), anchor)),
        }
    }

    /// Returns the id of a place on this page.
    pub(crate) fn id(&self, anchor: &str) -> String {
        match self.medium {
            Medium::Epub => xml_id(anchor),
            Medium::Single => id_in_single(self.page, anchor),
            _ => anchor.to_string(),
        }
    }

    /// Returns the id of the page itself, where several pages share a file.
    pub(crate) fn page_id(&self) -> String {
        self.id("")
    }

    /// Returns the path from the page to the book's folder, which the Markdown edition is one folder
    /// below.
    pub(crate) fn root(&self) -> String {
        match self.medium {
            Medium::Markdown => format!("../{}", root(self.page)),
            _ => root(self.page),
        }
    }

    /// Returns the path from the page to a file of the book's folder; `None` where there are no such
    /// files.
    pub(crate) fn file(&self, path: &str) -> Option<String> {
        let has_files = matches!(self.medium, Medium::Site | Medium::Markdown);
        has_files.then(|| self.root() + path)
    }

    /// Returns a picture as the medium needs it. In HTML its outlines go to those of the file.
    pub(crate) fn picture(&self, picture: PagePicture) -> String {
        match self.medium {
            Medium::Site | Medium::Single => picture.place(&mut self.outlines.borrow_mut()),
            Medium::Epub => svg::in_xml(&picture.place(&mut self.outlines.borrow_mut())),
            _ => picture.alone(),
        }
    }

    /// Returns SVG elements as the medium needs them.
    pub(crate) fn elements(&self, svg: String) -> String {
        match self.medium {
            Medium::Epub => svg::in_xml(&svg),
            _ => svg,
        }
    }

    /// Returns the element with the outlines collected so far, which must be in the file once.
    pub(crate) fn definitions(&self) -> String {
        self.elements(self.outlines.borrow().element())
    }
}

/// Returns the id of an anchor in a file that holds all pages, or of the page if `anchor` is empty.
/// The first two consecutive hyphens end the page's name, so no two places have the same id. Other
/// ids in the file have no two consecutive hyphens, or a dot before them.
pub(super) fn id_in_single(page: &str, anchor: &str) -> String {
    let stem = spelt(page.trim_end_matches(".md")).replace("--", "-_2d_");
    match anchor {
        "" => format!("page.{stem}"),
        anchor => format!("{stem}--{anchor}"),
    }
}

/// Makes an id valid for XML. Only headings have ids that are not.
fn xml_id(id: &str) -> String {
    match id.is_ascii() && !id.starts_with(|c: char| c.is_ascii_digit()) {
        true => id.to_string(),
        false => format!("x.{}", spelt(id)),
    }
}

/// Spells a name with ASCII letters, digits, hyphens and underscores: any other character becomes its
/// number between underscores.
fn spelt(name: &str) -> String {
    let letter = |c: char| match c {
        c if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') => c.to_string(),
        c => format!("_{:x}_", c as u32),
    };
    name.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_medium_writes_addresses_and_ids_of_its_own() {
        let cases = [
            (Medium::Site, "../index.html#the-start", "ä-b"),
            (Medium::Markdown, "../index.md#the-start", "ä-b"),
            #[cfg(feature = "pdf")]
            (Medium::Print, "index.md#the-start", "ä-b"),
            (Medium::Epub, "../index.xhtml#the-start", "x._e4_-b"),
            (Medium::Single, "#index--the-start", "pieces_2f_rook--ä-b"),
        ];
        let outlines = FileOutlines::default();
        for (medium, url, id) in cases {
            let addresses = Addresses {
                medium,
                page: "pieces/rook.md",
                outlines: &outlines,
                words: Default::default(),
            };
            assert_eq!(addresses.url("../index.md#the-start"), url);
            assert_eq!(addresses.id("ä-b"), id);
        }
        let single = Addresses {
            medium: Medium::Single,
            page: "pieces/rook.md",
            outlines: &outlines,
            words: Default::default(),
        };
        assert_eq!(single.url("#powers"), "#pieces_2f_rook--powers");
        assert_eq!(single.url("rook.md"), format!("#{}", single.page_id()));
        assert_ne!(id_in_single("a--b.md", "c"), id_in_single("a.md", "b--c"));
        for (medium, path) in [
            (Medium::Site, Some("../diagrams/a.svg")),
            (Medium::Markdown, Some("../../diagrams/a.svg")),
            (Medium::Epub, None),
        ] {
            let addresses = Addresses { medium, ..single };
            assert_eq!(addresses.file("diagrams/a.svg").as_deref(), path);
        }
        // A heading `X 1` has the id `x-1`.
        assert_eq!(xml_id("1"), "x.1");
    }
}
