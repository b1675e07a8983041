//! Publishes books, together with the pages over all of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::page::{Books, CatalogueFiles, FOLDER, MAX_CARD, Neighbour, catalogue_files};
use padma_book::judge::Checked;
use padma_book::pages::made::BOOK_CARD;
use padma_book::world::{
    self, Catalogue, CatalogueOutput, Cleared, Disk, Output, PathError, Publication,
};
use padma_words::{Language, english};

/// The books that an output folder will hold, by folder name.
pub struct Neighbours {
    books: BTreeMap<String, Neighbour>,
}

impl Neighbours {
    /// Returns all books except `name`, by title.
    pub fn all_but(&self, name: &str) -> Vec<Neighbour> {
        let others = self.books.iter().filter(|(other, _)| *other != name);
        let mut others: Vec<Neighbour> = others.map(|(_, book)| book.clone()).collect();
        others.sort_by_key(|book| book.title.to_lowercase());
        others
    }
}

/// Returns the books that the output folder will hold: those already there, without the ones in
/// `gone`, and those being built.
pub fn neighbours(out: &Path, built: &[Checked], gone: &[PathBuf]) -> Neighbours {
    let mut existing = world::cards_in(out, BOOK_CARD, MAX_CARD);
    existing.retain(|name, _| !gone.contains(&out.join(name)));
    let mut books: BTreeMap<String, Neighbour> = existing
        .into_iter()
        .filter_map(|(name, card)| Neighbour::read(&name, &card).map(|book| (name, book)))
        .collect();
    for checked in built {
        let (name, title) = (&checked.book.name, &checked.book.decl.title);
        books.insert(name.clone(), Neighbour::new(name, title));
    }
    Neighbours { books }
}

/// Publishes books, and the catalogue of all books that the output folder then holds.
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
        max_card_bytes: MAX_CARD,
        folder: FOLDER,
        make: &|cards| make_catalogue(cards, english()),
    };
    world::publish(books, gone, Some(&catalogue), disk)
}

/// Makes the pages over all books. `cards` holds each book's name and its card.
pub fn make_catalogue(
    cards: &[(String, Vec<u8>)],
    words: &'static Language,
) -> Result<CatalogueOutput, String> {
    let books = Books::read(cards, words);
    let made = catalogue_files(&books).map_err(|faults| {
        faults
            .into_iter()
            .map(|fault| fault.message)
            .collect::<Vec<_>>()
            .join("; ")
    })?;
    let CatalogueFiles {
        texts,
        files,
        shared,
    } = made;
    let mut output = Output::default();
    output.shared = Some(shared);
    match files
        .into_iter()
        .all(|(path, bytes)| output.add(path, bytes))
    {
        true => Ok(CatalogueOutput {
            texts,
            output,
            unread: books.unread,
        }),
        false => Err("two of its files have the same path".to_string()),
    }
}
