//! The books of an output folder by their cards, and the pages that there are over all of them.

use super::super::passage::{Passage, Section};
use super::data::BookCard;
use padma_text::percent_encoded;

/// A file, or what it says, by a name.
pub(crate) type NamedBytes = (String, Vec<u8>);

/// A book by its card.
pub(super) struct CatalogueBook {
    /// The name of its folder, as a link has it.
    pub folder: String,
    pub card: BookCard,
}

impl CatalogueBook {
    /// The address of what its folder lies in, if its own ends with the name of the folder.
    fn above(&self) -> Option<&str> {
        let address = self.card.address.as_ref()?.trim_end_matches('/');
        address
            .strip_suffix(self.folder.as_str())
            .filter(|above| above.ends_with('/'))
    }
}

/// The books of an output folder, by title.
pub struct Books {
    pub(super) books: Vec<CatalogueBook>,
    /// The folders whose cards cannot be read, and why.
    pub(crate) unread: Vec<(String, &'static str)>,
}

impl Books {
    /// The books, from their folders by name and their cards.
    pub(crate) fn read(cards: &[NamedBytes]) -> Books {
        let (mut books, mut unread) = (Vec::new(), Vec::new());
        for (name, card) in cards {
            match BookCard::read(card) {
                Ok(card) => books.push(CatalogueBook {
                    folder: percent_encoded(name),
                    card,
                }),
                Err(why) => unread.push((name.clone(), why)),
            }
        }
        books.sort_by_key(|book| book.card.title.to_lowercase());
        Books { books, unread }
    }

    /// The address of the output folder, if every book's is a folder below it of the same name.
    pub(super) fn address(&self) -> Option<String> {
        let mut all = self.books.iter().map(CatalogueBook::above);
        let first = all.next()??;
        all.all(|other| other == Some(first))
            .then(|| first.to_string())
    }
}

/// A page over all books.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShelfPage {
    /// The books themselves: the page that is opened first.
    Books,
    /// Their pieces in one alphabet.
    Pieces,
    /// Their words in another.
    Glossary,
}

/// What there is to say of a page over all books.
pub(super) struct ShelfText {
    /// Where it stands below the output folder.
    pub path: &'static str,
    pub title: &'static str,
    /// What the way to it is called.
    pub called: &'static str,
    /// What it holds of the books.
    pub what: &'static str,
}

/// Each page as it is declared above.
static TEXTS: [ShelfText; 3] = [
    ShelfText {
        path: "index.html",
        title: "Rulebooks",
        called: "Books",
        what: "Rules, boards and pieces, computed and checked",
    },
    ShelfText {
        path: "catalogue/pieces.html",
        title: "Pieces of all books",
        called: "Pieces",
        what: "All pieces in one alphabet, and which are one piece by another name",
    },
    ShelfText {
        path: "catalogue/glossary.html",
        title: "Glossary of all books",
        called: "Glossary",
        what: "The words of the books and what they mean",
    },
];

impl ShelfPage {
    pub(crate) const ALL: [ShelfPage; 3] =
        [ShelfPage::Books, ShelfPage::Pieces, ShelfPage::Glossary];

    pub(super) fn text(self) -> &'static ShelfText {
        &TEXTS[self as usize]
    }

    /// What can be searched of it under a heading of its.
    pub(super) fn section(self, heading: &str, anchor: &str, text: &str) -> Section {
        let ShelfText { path, title, .. } = self.text();
        let url = path.rsplit('/').next().unwrap_or_default();
        let passage = Passage {
            heading: heading.into(),
            anchor: anchor.into(),
            text: text.into(),
        };
        passage.section(title, url)
    }
}
