//! Puts books into their places, with the page over all of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::page::{Books, FOLDER, LONGEST, Neighbour, shelf_files};
use padma_book::judge::Checked;
use padma_book::pages::made::BOOK_CARD;
use padma_book::world::{
    self, Catalogue, CatalogueOutput, Cleared, Disk, Output, PathError, Publication,
};

/// The books that will stand in an output folder, by the names of their folders.
pub struct Neighbours {
    books: BTreeMap<String, Neighbour>,
}

impl Neighbours {
    /// All but one of them, by title.
    pub fn besides(&self, name: &str) -> Vec<Neighbour> {
        let others = self.books.iter().filter(|(other, _)| *other != name);
        let mut others: Vec<Neighbour> = others.map(|(_, book)| book.clone()).collect();
        others.sort_by_key(|book| book.title.to_lowercase());
        others
    }
}

/// The books that stand there but those that are gone, and those that are being built.
pub fn neighbours(out: &Path, built: &[Checked], gone: &[PathBuf]) -> Neighbours {
    let mut standing = world::standing(out, BOOK_CARD, LONGEST);
    standing.retain(|name, _| !gone.contains(&out.join(name)));
    let mut books: BTreeMap<String, Neighbour> = standing
        .into_iter()
        .filter_map(|(name, card)| Neighbour::read(&name, &card).map(|book| (name, book)))
        .collect();
    for checked in built {
        let (name, title) = (&checked.book.name, &checked.book.decl.title);
        books.insert(name.clone(), Neighbour::new(name, title));
    }
    Neighbours { books }
}

/// Publishes books and the catalogue of all that stand there then.
///
/// # Errors
///
/// As [`world::publish`].
pub fn publish(
    out: &Path,
    books: &[Publication],
    gone: &[PathBuf],
    disk: Disk<'_>,
) -> Result<Cleared, PathError> {
    let catalogue = Catalogue {
        out,
        card: BOOK_CARD,
        longest: LONGEST,
        folder: FOLDER,
        make: &make,
    };
    world::publish(books, gone, Some(&catalogue), disk)
}

/// The pages over all books, from the cards of books by name.
pub fn make(cards: &[(String, Vec<u8>)]) -> Result<CatalogueOutput, String> {
    let books = Books::read(cards);
    let (page, files) = shelf_files(&books).map_err(|faults| {
        faults
            .into_iter()
            .map(|fault| fault.message)
            .collect::<Vec<_>>()
            .join("; ")
    })?;
    let mut output = Output::default();
    match files
        .into_iter()
        .all(|(path, bytes)| output.add(path, bytes))
    {
        true => Ok((page, output, books.unread)),
        false => Err("two of its files have one place".to_string()),
    }
}
