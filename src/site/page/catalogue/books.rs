//! The books of an output folder, read from their cards, and the list of pages over all of them.

use super::super::passage::{Passage, Section};
use super::data::BookCard;
use padma_text::percent_encoded;
use padma_words::{Language, SlotValue, row};

/// The path and the bytes of a file, or the name and the card of a book.
pub(crate) type NamedBytes = (String, Vec<u8>);

/// A book as its card describes it.
pub(super) struct CatalogueBook {
    /// The name of its folder, encoded for a link.
    pub folder: String,
    pub card: BookCard,
}

impl CatalogueBook {
    /// Returns the address of the folder that contains the book's folder; `None` if the book's
    /// address does not end with the name of its folder.
    fn parent_address(&self) -> Option<&str> {
        let address = self.card.address.as_ref()?.trim_end_matches('/');
        address
            .strip_suffix(self.folder.as_str())
            .filter(|above| above.ends_with('/'))
    }
}

/// The books of an output folder, those without a group first, then in their order, then by title.
pub struct Books {
    pub(super) books: Vec<CatalogueBook>,
    /// The language in which the program speaks to readers.
    pub(super) words: &'static Language,
    /// The folders whose cards cannot be read, and why.
    pub(crate) unread: Vec<(String, &'static str)>,
}

impl Books {
    /// Reads the books from their folders' names and their cards.
    pub(crate) fn read(cards: &[NamedBytes], words: &'static Language) -> Books {
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
        books.sort_by_key(|CatalogueBook { card, .. }| {
            let title = card.title.to_lowercase();
            (card.group.clone(), card.order.unwrap_or(i64::MAX), title)
        });
        Books {
            books,
            words,
            unread,
        }
    }

    /// Returns the folder, the title and the subtitle of each book.
    pub(crate) fn titles(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.books.iter().map(|CatalogueBook { folder, card }| {
            let subtitle = card.subtitle.as_deref().unwrap_or_default();
            (folder.as_str(), card.title.as_str(), subtitle)
        })
    }

    /// Returns the address of the output folder, if the addresses of all books agree on it.
    pub(super) fn address(&self) -> Option<String> {
        let mut all = self.books.iter().map(CatalogueBook::parent_address);
        let first = all.next()??;
        all.all(|other| other == Some(first))
            .then(|| first.to_string())
    }
}

/// A page over all books.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CataloguePage {
    /// The books themselves: the page that is opened first.
    Books,
    /// All their pieces, in alphabetical order.
    Pieces,
    /// All their words, in alphabetical order.
    Glossary,
}

impl CataloguePage {
    pub(crate) const ALL: [CataloguePage; 3] = [
        CataloguePage::Books,
        CataloguePage::Pieces,
        CataloguePage::Glossary,
    ];

    /// Returns the path below the output folder.
    pub(super) fn path(self) -> &'static str {
        [
            "index.html",
            "catalogue/pieces.html",
            "catalogue/glossary.html",
        ][self as usize]
    }

    /// Says its title, the text of links to it, or a description of its content.
    pub(super) fn called(self, table: &'static str) -> SlotValue {
        row(table, self.path())
    }

    /// Returns a section of the page, under one of its headings, for the search.
    pub(super) fn section(
        self,
        words: &Language,
        heading: &str,
        anchor: &str,
        text: &str,
    ) -> Section {
        let url = self.path().rsplit('/').next().unwrap_or_default();
        let passage = Passage {
            heading: heading.into(),
            anchor: anchor.into(),
            text: text.into(),
        };
        passage.section(&words.say(self.called("catalogue.title")), url)
    }
}
