//! Puts whole books into their places: no place ever holds half a book.
//!
//! A book is made in the folder `.padma-build` beside its place, and then exchanged with the old
//! one in one atomic step. If the system or the file system has no such step, two are used: the
//! old book is put aside, and the new one is put in its place. The next build restores what a
//! killed build has put aside, and removes everything else that it left. While a build is at work,
//! other builds wait.
//!
//! The catalogue is beside the books: the page over all of them, and a folder with what the page
//! shows. It is made from a file in each book's folder while no other build is at work, and is put
//! in its place together with the books.
//!
//! ```text
//! output/index.html                the catalogue's page
//! output/catalogue/                what the page shows
//! output/shared/0123456789abcdef/  files that several books use, see `shared`
//! output/book/                     the current book
//! output/.padma-build/lock         held by the build that is at work
//! output/.padma-build/fresh/book/  the new book until it is in place; then the old, to be removed
//! output/.padma-build/aside/book/  the old book between the two steps; then to be removed
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::disk::Disk;
use super::mark::{FolderMark, Inventory, NO_BOOK, file_mark, is_own_file, origin};
use super::shared::{self, SHARED, SharedFiles};
use super::workshop::{
    ASIDE, FRESH, PathError, WORKSHOP, foreign_error, inventory, is_free, lock, make_files,
    path_on_shelf, shelf_of, take_away, tidy, with_path, write_file,
};
use super::{MARK, entries, follow_links, name, parent};

/// What a build writes for one book, complete before the first byte goes to disk.
#[derive(Debug, Default)]
pub struct Output {
    files: Vec<(String, Vec<u8>)>,
    /// The paths so far, in lower case, because some file systems ignore case.
    used_paths: BTreeSet<String>,
    /// The files outside the book's folder that its pages use.
    pub shared: Option<SharedFiles>,
}

impl Output {
    /// Adds a file by its path below the book's folder, with `/` between its parts; false if
    /// another file already has that path.
    #[must_use]
    pub fn add(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> bool {
        let path = path.into();
        let is_new = path.to_lowercase() != MARK && self.used_paths.insert(path.to_lowercase());
        self.files.push((path, bytes.into()));
        is_new
    }

    /// Returns the files by their paths.
    pub fn into_files(self) -> BTreeMap<String, Vec<u8>> {
        self.files.into_iter().collect()
    }
}

/// A book to be written.
#[derive(Debug)]
pub struct Publication {
    /// The folder to write to.
    pub folder: PathBuf,
    /// The folder of the book it is made from; `None` for the catalogue's folder.
    pub book: Option<PathBuf>,
    /// The files.
    pub output: Output,
}

/// What is made of the cards of all books.
pub struct CatalogueOutput {
    /// The text of each of [`CATALOGUE_FILES`] without its first lines.
    pub texts: [String; 2],
    /// The files of the folder beside them.
    pub output: Output,
    /// The books whose cards cannot be read, each with the reason.
    pub unread: Vec<(String, &'static str)>,
}

/// A function that makes the page over all books from their cards, each with its folder's name, or
/// returns the reason why it cannot.
pub(crate) type MakeCatalogue<'a> =
    &'a dyn Fn(&[(String, Vec<u8>)]) -> Result<CatalogueOutput, String>;

/// The page over all books in an output folder, and how it is made.
pub struct Catalogue<'a> {
    /// The output folder.
    pub out: &'a Path,
    /// The file in a book's folder that describes the book.
    pub card: &'a str,
    /// The maximum length of a card, in bytes.
    pub max_card_bytes: u64,
    /// The folder beside the page that holds what the page needs.
    pub folder: &'a str,
    /// Makes the page.
    pub make: MakeCatalogue<'a>,
}

/// The files over all books at the top of an output folder: a page for people, and a list for programs.
pub const CATALOGUE_FILES: [&str; 2] = ["index.html", "llms.txt"];

impl Catalogue<'_> {
    /// Whether the catalogue needs this place itself.
    fn needs(&self, place: &Path) -> bool {
        let mut names = CATALOGUE_FILES.iter().chain([&self.folder, &SHARED]);
        names.any(|name| self.out.join(name) == place)
    }
}

/// The outcome of removing books that no longer exist.
#[derive(Debug, Default)]
pub struct Cleared {
    /// The removed folders of the output.
    pub removed: Vec<PathBuf>,
    /// What could not be removed, with the reasons.
    pub not_removed: Vec<PathError>,
    /// The cards of books that could not be read, with the reasons.
    pub unread: Vec<PathError>,
}

/// Writes whole books: first makes all of them beside their places, and only then puts each in its
/// place. Then removes the `stale` folders, see [`stale_folders`].
///
/// # Errors
///
/// The system's error. Also fails if a place holds something that no build wrote. The previous
/// books are then restored if the system allows it.
pub fn publish(
    books: &[Publication],
    stale: &[PathBuf],
    catalogue: Option<&Catalogue<'_>>,
    disk: Disk<'_>,
) -> Result<Cleared, PathError> {
    let place_of = |book: &Publication| follow_links(&book.folder).map_err(with_path(&book.folder));
    let mut places = books
        .iter()
        .map(place_of)
        .collect::<Result<Vec<PathBuf>, PathError>>()?;
    let is_reserved = |folder: &Path| catalogue.is_some_and(|catalogue| catalogue.needs(folder));
    if let Some(book) = books.iter().find(|book| is_reserved(&book.folder)) {
        return Err((
            book.folder.clone(),
            io::Error::other("no book can have this name"),
        ));
    }
    // If one place is refused, no book is made.
    places.iter().try_for_each(|place| may_replace(place))?;
    let page = catalogue.map(|catalogue| catalogue.out.join(CATALOGUE_FILES[0]));
    let out_folders = parent_folders(places.iter().chain(stale).chain(&page), disk)?;
    let _locks = out_folders
        .iter()
        .map(|out_folder| lock(out_folder, disk))
        .collect::<Result<Vec<File>, PathError>>()?;
    out_folders
        .iter()
        .try_for_each(|out_folder| tidy(out_folder, disk))?;
    // Another build may have written in the meantime.
    places.iter().try_for_each(|place| may_replace(place))?;
    let mut cleared = Cleared::default();
    let prepared = places
        .iter()
        .zip(books)
        .try_for_each(|(place, book)| make_book(place, book, disk));
    let prepared = prepared.and_then(|()| match catalogue {
        Some(catalogue) => make_catalogue(catalogue, books, stale, &mut cleared, disk),
        None => Ok(Vec::new()),
    });
    let placed = prepared.and_then(|further| {
        places.extend(further);
        put_all_in_place(&places, disk)
    });
    if placed.is_ok() {
        for folder in stale {
            match take_away(folder, &parent(folder), disk) {
                Ok(()) => cleared.removed.push(folder.clone()),
                Err(fault) => cleared.not_removed.push(fault),
            }
        }
        for out_folder in &out_folders {
            cleared.not_removed.extend(shared::clear(out_folder, disk));
        }
    }
    // If the build fails, report only its own error: the next build reports what still cannot be
    // removed.
    let tidied = out_folders
        .iter()
        .filter_map(|out_folder| tidy(out_folder, disk).err());
    cleared.not_removed.extend(tidied);
    placed.map(|()| cleared)
}

/// Restores or removes what killed builds have left in an output folder, and in the folders that
/// its links lead to.
///
/// # Errors
///
/// The system's error.
pub fn recover(out: &Path, disk: Disk<'_>) -> Result<(), PathError> {
    let links = entries(out)
        .unwrap_or_default()
        .into_iter()
        .filter(|(_, kind)| kind.is_symlink());
    let places = links
        .filter_map(|(path, _)| follow_links(&path).ok())
        .chain([out.join(WORKSHOP)]);
    let out_folders: BTreeSet<PathBuf> = places.map(|place| parent(&place)).collect();
    for out_folder in out_folders.iter().filter(|out_folder| {
        [FRESH, ASIDE]
            .iter()
            .any(|shelf| shelf_of(out_folder, shelf).is_dir())
    }) {
        let _lock = lock(out_folder, disk)?;
        tidy(out_folder, disk)?;
    }
    Ok(())
}

/// Returns the folders in `out` that a build wrote from books that are no longer in `content`.
pub fn stale_folders(out: &Path, content: &Path) -> Vec<PathBuf> {
    let is_gone = |folder: &PathBuf| {
        let book = content.join(folder.file_name().unwrap_or_default());
        let Some(FolderMark::Listed {
            origin: written, ..
        }) = FolderMark::read(folder)
        else {
            return false;
        };
        !book.join("book.toml").exists() && origin(out, &book).is_ok_and(|origin| origin == written)
    };
    entries(out)
        .unwrap_or_default()
        .into_iter()
        .map(|(path, _)| path)
        .filter(is_gone)
        .collect()
}

/// Makes the folders that contain the places, and returns them sorted and without duplicates. All
/// builds lock them in this order.
fn parent_folders<'a>(
    places: impl Iterator<Item = &'a PathBuf>,
    disk: Disk<'_>,
) -> Result<Vec<PathBuf>, PathError> {
    let mut out_folders = Vec::new();
    for out_folder in places
        .map(|place| parent(place))
        .collect::<BTreeSet<PathBuf>>()
    {
        disk.make_folder(&out_folder)
            .map_err(with_path(&out_folder))?;
        out_folders.push((
            out_folder.canonicalize().map_err(with_path(&out_folder))?,
            out_folder,
        ));
    }
    out_folders.sort();
    out_folders.dedup_by(|(one, _), (other, _)| one == other);
    Ok(out_folders
        .into_iter()
        .map(|(_, out_folder)| out_folder)
        .collect())
}

/// Checks that a place is free, or holds only what a build has written.
fn may_replace(place: &Path) -> Result<(), PathError> {
    if place.file_name().is_none_or(|name| name == WORKSHOP) {
        return Err((
            place.to_path_buf(),
            io::Error::other("no book can have this name"),
        ));
    }
    match entries(place) {
        Ok(content) if content.is_empty() => Ok(()),
        Ok(_) => inventory(
            place,
            &FolderMark::read(place).ok_or_else(|| foreign_error(place))?,
        )
        .map(drop),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err((place.to_path_buf(), error)),
    }
}

/// Makes the catalogue beside its places and returns the places. Returns none if a page that
/// another program wrote is in the way.
fn make_catalogue(
    catalogue: &Catalogue<'_>,
    books: &[Publication],
    stale: &[PathBuf],
    cleared: &mut Cleared,
    disk: Disk<'_>,
) -> Result<Vec<PathBuf>, PathError> {
    let places = CATALOGUE_FILES.map(|name| catalogue.out.join(name));
    let folder = catalogue.out.join(catalogue.folder);
    let is_foreign = |place: &&PathBuf| !is_free(place) && !is_own_file(place, false);
    if let Some(foreign) = places.iter().find(is_foreign) {
        cleared.not_removed.push(foreign_error(foreign));
        return Ok(Vec::new());
    }
    if folder.is_symlink() {
        return Err(foreign_error(&folder));
    }
    may_replace(&folder)?;
    let cards: Vec<(String, Vec<u8>)> = cards(catalogue, books, stale).into_iter().collect();
    let CatalogueOutput {
        texts,
        output,
        unread,
    } = (catalogue.make)(&cards).map_err(|fault| (places[0].clone(), io::Error::other(fault)))?;
    let card = |name: String| catalogue.out.join(name).join(catalogue.card);
    cleared.unread.extend(
        unread
            .into_iter()
            .map(|(name, why)| (card(name), io::Error::other(why))),
    );
    make_book(
        &folder,
        &Publication {
            folder: folder.clone(),
            book: None,
            output,
        },
        disk,
    )?;
    for (place, text) in places.iter().zip(texts) {
        let fresh = path_on_shelf(place, FRESH);
        let whole = file_mark(place).to_string() + &text;
        write_file(&fresh, whole.as_bytes(), disk)?;
        if let Ok(old) = fs::metadata(place) {
            disk.permit(&fresh, old.permissions())
                .map_err(with_path(place))?;
        }
    }
    Ok([folder].into_iter().chain(places).collect())
}

/// Returns the cards of the books that will be in the output folder, by the names of their
/// folders.
fn cards(
    catalogue: &Catalogue<'_>,
    books: &[Publication],
    stale: &[PathBuf],
) -> BTreeMap<String, Vec<u8>> {
    let mut cards = cards_in(catalogue.out, catalogue.card, catalogue.max_card_bytes);
    cards.retain(|name, _| !stale.contains(&catalogue.out.join(name)));
    for book in books
        .iter()
        .filter(|book| book.folder.parent() == Some(catalogue.out))
    {
        let name = name(&book.folder);
        let card = book
            .output
            .files
            .iter()
            .find(|(path, _)| path == catalogue.card);
        cards.extend(card.map(|(_, bytes)| (name, bytes.clone())));
    }
    cards
}

/// Returns the cards of the books that are in an output folder, by the names of their folders. A
/// card that is too long is cut one byte after the maximum length.
pub fn cards_in(out: &Path, card: &str, longest: u64) -> BTreeMap<String, Vec<u8>> {
    let entries = entries(out).unwrap_or_default().into_iter();
    let card_of = |(folder, _): (PathBuf, _)| {
        FolderMark::read(&folder)?;
        let name = folder.file_name()?.to_str()?.to_string();
        let mut bytes = Vec::new();
        File::open(folder.join(card))
            .ok()?
            .take(longest.saturating_add(1))
            .read_to_end(&mut bytes)
            .ok()?;
        Some((name, bytes))
    };
    entries.filter_map(card_of).collect()
}

/// Makes a book beside its place, and the shared files that it uses in theirs.
fn make_book(place: &Path, book: &Publication, disk: Disk<'_>) -> Result<(), PathError> {
    let fresh = path_on_shelf(place, FRESH);
    let out_folder = parent(&book.folder);
    let origin = match &book.book {
        Some(book_folder) => origin(&out_folder, book_folder).map_err(with_path(book_folder))?,
        None => NO_BOOK.to_string(),
    };
    let Output { files, shared, .. } = &book.output;
    let folder = shared.as_ref().map(SharedFiles::folder);
    let mark = FolderMark::text(&origin, files.iter().map(|(path, _)| path.as_str()), folder);
    make_files(&fresh, mark, files, disk)?;
    if let Some(shared) = shared {
        shared::add(&out_folder, shared, disk)?;
    }
    if !is_free(place) {
        keep_permissions(place, &fresh, disk)
    } else {
        Ok(())
    }
}

/// Gives a new book the permissions of its old files and folders.
fn keep_permissions(place: &Path, fresh: &Path, disk: Disk<'_>) -> Result<(), PathError> {
    let old = Inventory::read(place, &FolderMark::Bare).map_err(with_path(place))?;
    for path in old
        .files
        .iter()
        .chain(&old.folders)
        .chain([&place.to_path_buf()])
    {
        let Ok(inner) = path.strip_prefix(place) else {
            continue;
        };
        let (Ok(was), Ok(is)) = (
            fs::symlink_metadata(path),
            fs::symlink_metadata(fresh.join(inner)),
        ) else {
            continue;
        };
        if was.file_type() == is.file_type() && was.permissions() != is.permissions() {
            disk.permit(&fresh.join(inner), was.permissions())
                .map_err(with_path(path))?;
        }
    }
    Ok(())
}

/// Puts books in their places; if one fails, the others are taken back.
fn put_all_in_place(places: &[PathBuf], disk: Disk<'_>) -> Result<(), PathError> {
    let mut placed: Vec<(&PathBuf, bool)> = Vec::new();
    for place in places {
        let was_free = is_free(place);
        if let Err(error) = put_in_place(place, was_free, disk) {
            for (place, was_free) in placed.into_iter().rev() {
                // If this fails, the place holds the whole new book.
                let _ = take_back(place, was_free, disk);
            }
            return Err((place.clone(), error));
        }
        placed.push((place, was_free));
    }
    Ok(())
}

fn put_in_place(place: &Path, is_free: bool, disk: Disk<'_>) -> io::Result<()> {
    let (fresh, aside) = (path_on_shelf(place, FRESH), path_on_shelf(place, ASIDE));
    if is_free {
        return disk.rename(&fresh, place);
    }
    match disk.exchange(&fresh, place) {
        Err(error) if is_refusal(&error) => put_in_place_by_two_steps(place, &fresh, &aside, disk),
        exchanged => exchanged,
    }
}

/// Whether an error means that the system, the file system or the sandbox does not support
/// exchanging names.
fn is_refusal(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    matches!(error.kind(), Unsupported | InvalidInput | PermissionDenied)
}

/// Replaces a book where names cannot be exchanged. Between the two steps the place is empty; if
/// the build is killed there, the next build restores the old book.
fn put_in_place_by_two_steps(
    place: &Path,
    fresh: &Path,
    aside: &Path,
    disk: Disk<'_>,
) -> io::Result<()> {
    disk.make_folder(&parent(aside))?;
    disk.rename(place, aside)?;
    disk.rename(fresh, place).inspect_err(|_| {
        // If this fails too, the next build does it.
        let _ = disk.rename(aside, place);
    })
}

/// Undoes putting a book in its place.
fn take_back(place: &Path, was_free: bool, disk: Disk<'_>) -> io::Result<()> {
    let (fresh, aside) = (path_on_shelf(place, FRESH), path_on_shelf(place, ASIDE));
    if was_free {
        disk.rename(place, &fresh)
    } else if is_free(&aside) {
        disk.exchange(&fresh, place)
    } else {
        disk.rename(place, &fresh)?;
        disk.rename(&aside, place)
    }
}
