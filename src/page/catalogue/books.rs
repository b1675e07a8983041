//! The books of an output folder by their cards, and the pages that there are over all of them.

use super::data::BookCard;
use crate::text::percent_encoded;

/// A file, or what it says, by a name.
pub(crate) type NamedBytes = (String, Vec<u8>);

/// A book by its card.
pub(super) struct CatalogueBook {
    /// The name of its folder, as a link has it.
    pub folder: String,
    pub card: BookCard,
}

/// The books of an output folder, by title.
pub(crate) struct Books {
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
                Ok(card) => books.push(CatalogueBook { folder: percent_encoded(name), card }),
                Err(why) => unread.push((name.clone(), why)),
            }
        }
        books.sort_by_key(|book| book.card.title.to_lowercase());
        Books { books, unread }
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

impl ShelfPage {
    pub(crate) const ALL: [ShelfPage; 3] = [ShelfPage::Books, ShelfPage::Pieces, ShelfPage::Glossary];

    /// Where it stands below the output folder.
    pub(crate) fn path(self) -> &'static str {
        match self {
            ShelfPage::Books => "index.html",
            ShelfPage::Pieces => "catalogue/pieces.html",
            ShelfPage::Glossary => "catalogue/glossary.html",
        }
    }

    pub(super) fn title(self) -> &'static str {
        match self {
            ShelfPage::Books => "Rulebooks",
            ShelfPage::Pieces => "Pieces of all books",
            ShelfPage::Glossary => "Glossary of all books",
        }
    }

    /// What the way to it is called.
    pub(super) fn called(self) -> &'static str {
        match self {
            ShelfPage::Books => "Books",
            ShelfPage::Pieces => "Pieces",
            ShelfPage::Glossary => "Glossary",
        }
    }
}
