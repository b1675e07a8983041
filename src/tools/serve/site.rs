//! The served books, the page over all of them, and the pages that are open.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::http::ResponseHead;
use super::notice;
use super::server::{Client, HttpResponse};
use padma_book::judge::Checked;
use padma_book::load::Session;
use padma_book::world::{self, CATALOGUE_FILES, CatalogueOutput, SHARED, SharedFiles};
use padma_site::catalogue;
use padma_site::page::{Neighbour, STYLE, media_type};
use padma_site::served::{ServedBook, SiteFile};
use padma_templates::SERVED_SCRIPT;
use padma_text::percent_encoded;
use padma_words::english;

/// What the server reports on a terminal.
pub trait Terminal {
    /// Reports that a book was read, with its complaints, and the book if it could be read.
    fn show(&self, name: &str, session: &mut Session, checked: Option<&Checked>);
    /// Reports anything else.
    fn say(&self, line: &str);
}

/// The books to serve.
#[derive(Debug)]
pub struct Served {
    /// The folder that contains the books.
    pub content: PathBuf,
    /// The folder of the only book to serve; `None` to serve all.
    pub only: Option<PathBuf>,
}

impl Served {
    /// Returns the path of the page to begin with.
    pub fn start(&self) -> String {
        match self.only.as_deref().and_then(Path::file_name) {
            Some(name) => format!("/{}/index.html", percent_encoded(&name.to_string_lossy())),
            None => "/index.html".to_string(),
        }
    }
}

/// A book's entry in the site.
#[derive(Default)]
struct BookSlot {
    folder: PathBuf,
    /// `None` until one of its files is first requested.
    book: Option<ServedBook>,
    /// Whether any of its files has changed since it was read.
    is_stale: bool,
    /// Whether a change affects more than the text of its pages.
    has_other_changes: bool,
    /// The last version of each file that was made while the book had no errors.
    last_good: BTreeMap<String, Vec<u8>>,
    /// A digest of the complaints that were last reported.
    reported: u64,
    /// A digest of the style sheet that its open pages use.
    style_digest: Option<u64>,
}

/// Everything that is served, and its clients.
pub(super) struct Site<'a> {
    served: Served,
    terminal: &'a dyn Terminal,
    slots: BTreeMap<String, BookSlot>,
    /// The files of the page over all books; `None` until they are made.
    catalogue: Option<BTreeMap<String, Vec<u8>>>,
    clients: Vec<Client>,
}

/// The file that is served for a folder.
const INDEX: &str = "index.html";
/// The message that makes a page reload.
const RELOAD: &str = "{\"anew\":true}";

impl<'a> Site<'a> {
    pub(super) fn new(served: Served, terminal: &'a dyn Terminal) -> Site<'a> {
        let slots = BTreeMap::new();
        let mut site = Site {
            served,
            terminal,
            slots,
            catalogue: None,
            clients: Vec::new(),
        };
        site.list_books();
        site
    }

    /// Reads the book, if only one is served, so that its errors are reported at once.
    pub(super) fn begin(&mut self) {
        if self.served.only.is_some() {
            self.read_stale(|_, _| true);
        }
    }

    /// Returns the folders in which a change can affect the site, each with whether the folders
    /// below it are watched too.
    pub(super) fn watched_folders(&self) -> BTreeSet<(PathBuf, bool)> {
        let books = self.slots.values().map(|slot| (slot.folder.clone(), true));
        // Pages may refer to variants of other books, and a folder without a `book.toml` may be a book
        // that comes back: after a change of branches, or while an editor saves.
        let others = world::folders(&self.served.content).unwrap_or_default();
        let others = others.into_iter().map(|folder| (folder, false));
        let others =
            others.filter(|(folder, _)| self.slots.values().all(|slot| slot.folder != *folder));
        let content = (self.served.content.clone(), false);
        books.chain(others).chain([content]).collect()
    }

    /// Lists the books. Returns whether the list has changed.
    fn list_books(&mut self) -> bool {
        let all = || {
            let names = world::books(&self.served.content).unwrap_or_default();
            names
                .into_iter()
                .map(|name| self.served.content.join(name))
                .collect()
        };
        let folders: Vec<PathBuf> = self.served.only.clone().map_or_else(all, |only| vec![only]);
        let name = |folder: &PathBuf| {
            folder
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
        };
        let by_name: BTreeMap<String, PathBuf> = folders
            .into_iter()
            .filter_map(|folder| Some((name(&folder)?, folder)))
            .collect();
        let list_changed = !by_name.keys().eq(self.slots.keys());
        self.slots.retain(|name, _| by_name.contains_key(name));
        for (name, folder) in by_name {
            self.slots.entry(name).or_insert_with(|| BookSlot {
                folder,
                ..BookSlot::default()
            });
        }
        list_changed
    }

    /// Reads changed books again, and updates the open pages.
    pub(super) fn change(&mut self, paths: &BTreeSet<PathBuf>) {
        let list_changed = self.list_books();
        let is_variant = |path: &PathBuf| path.extension().is_some_and(|end| end == "toml");
        let is_known = |path: &PathBuf| {
            self.slots
                .values()
                .any(|slot| path.starts_with(&slot.folder))
        };
        // Books refer to one another's variants and titles.
        let affects_all =
            list_changed || paths.iter().any(|path| is_variant(path) || !is_known(path));
        for slot in self.slots.values_mut() {
            let is_page = |path: &Path| {
                let below = path.strip_prefix(&slot.folder).unwrap_or(path);
                below.extension().is_some_and(|end| end == "md") && !below.starts_with("templates")
            };
            let own = || paths.iter().filter(|path| path.starts_with(&slot.folder));
            slot.is_stale |= affects_all || own().next().is_some();
            slot.has_other_changes |= affects_all || !own().all(|path| is_page(path));
        }
        let changed_books = self.slots.iter().filter(|(_, slot)| slot.has_other_changes);
        let changed_books: Vec<String> = changed_books.map(|(name, _)| name.clone()).collect();
        self.catalogue = None;
        self.read_stale(|slot, is_open| slot.book.is_some() || is_open);
        self.update_clients();
        self.reload_restyled(paths, &changed_books);
    }

    /// Reads again each changed or unread book that `is_wanted` selects. The second argument of
    /// `is_wanted` is whether a page of the book is open.
    fn read_stale(&mut self, is_wanted: impl Fn(&BookSlot, bool) -> bool) {
        let open: BTreeSet<&str> = self
            .clients
            .iter()
            .filter_map(|client| book_of(&client.path))
            .collect();
        let wanted = |(name, slot): (&String, &BookSlot)| {
            let is_due = slot.is_stale || slot.book.is_none();
            (is_due && is_wanted(slot, open.contains(name.as_str()))).then(|| name.clone())
        };
        let wanted: Vec<String> = self.slots.iter().filter_map(wanted).collect();
        wanted.iter().for_each(|name| self.read(name));
    }

    /// Reads a book, and reports its complaints unless they are the same as last time.
    fn read(&mut self, name: &str) {
        let neighbours = self.neighbours(name);
        let Some(slot) = self.slots.get_mut(name) else {
            return;
        };
        let before = slot.book.take().filter(|_| !slot.has_other_changes);
        let mut book = ServedBook::read(&self.served.content, &slot.folder, neighbours, before);
        (slot.is_stale, slot.has_other_changes) = (false, false);
        let reported = digest(notice::complaints_json(&book.complaints(), "").to_string());
        if reported != slot.reported {
            self.terminal
                .show(name, &mut book.session, book.checked.as_ref());
            slot.reported = reported;
        }
        slot.book = Some(book);
    }

    /// Returns the other books, by title.
    fn neighbours(&self, name: &str) -> Vec<Neighbour> {
        let others = self.slots.iter().filter(|(other, _)| *other != name);
        let neighbour = |(name, slot): (&String, &BookSlot)| {
            let title = Session::new(&self.served.content, &[]).title(&slot.folder)?;
            Some(Neighbour::new(name, &title))
        };
        let mut others: Vec<Neighbour> = others.filter_map(neighbour).collect();
        others.sort_by_key(|book| book.title.to_lowercase());
        others
    }

    /// Drops everything that a panic may have left half-done, so that it is made again.
    pub(super) fn drop_books(&mut self) {
        self.slots.values_mut().for_each(|slot| slot.book = None);
        self.catalogue = None;
    }

    /// Returns the answer for a path.
    pub(super) fn answer(&mut self, path: &str) -> HttpResponse {
        let ok = |kind, body| HttpResponse {
            head: ResponseHead { status: 200, kind },
            redirect_to: None,
            body,
        };
        if path == notice::SCRIPT {
            return ok(media_type(path), SiteFile::Bytes(SERVED_SCRIPT.into()));
        }
        if self.slots.contains_key(path.trim_start_matches('/')) {
            let instead = Some(percent_encoded(&format!("{path}/")));
            let head = ResponseHead {
                status: 301,
                kind: ResponseHead::TEXT,
            };
            return HttpResponse {
                head,
                redirect_to: instead,
                body: SiteFile::Bytes(Vec::new()),
            };
        }
        let path = file_path(path);
        let kind = media_type(&path);
        let file = self.file(&path);
        if let (Some(SiteFile::Bytes(bytes)), Some(slot)) = (&file, self.slot_of_style(&path)) {
            slot.style_digest = Some(digest(bytes));
        }
        match file {
            Some(SiteFile::Bytes(bytes)) if kind == ResponseHead::HTML => {
                let page = add_script(&bytes);
                ok(kind, SiteFile::Bytes(page.into_bytes()))
            }
            Some(file) => ok(kind, file),
            None => {
                let page = add_script(self.missing_page(&path).as_bytes());
                let head = ResponseHead {
                    status: 404,
                    kind: ResponseHead::HTML,
                };
                HttpResponse {
                    head,
                    redirect_to: None,
                    body: SiteFile::Bytes(page.into_bytes()),
                }
            }
        }
    }

    /// Returns the book whose style sheet has this path.
    fn slot_of_style(&mut self, path: &str) -> Option<&mut BookSlot> {
        let name = book_of(path)?;
        self.slots
            .get_mut(name)
            .filter(|_| path.get(name.len() + 2..) == Some(STYLE))
    }

    /// Reloads the open pages of these books if their style sheet or their scripts have changed.
    fn reload_restyled(&mut self, paths: &BTreeSet<PathBuf>, changed_books: &[String]) {
        for name in changed_books {
            let path = format!("/{name}/{STYLE}");
            let is_open = |client: &Client| book_of(&client.path) == Some(name.as_str());
            if !self.clients.iter().any(is_open) {
                continue;
            }
            let Some(SiteFile::Bytes(style)) = self.file(&path) else {
                continue;
            };
            let Some(slot) = self.slots.get_mut(name) else {
                continue;
            };
            let (style_digest, templates) = (Some(digest(&style)), slot.folder.join("templates"));
            let is_script = |path: &PathBuf| path.extension().is_some_and(|end| end == "js");
            let is_other = slot.style_digest.is_some() && slot.style_digest != style_digest;
            slot.style_digest = style_digest;
            if is_other
                || paths
                    .iter()
                    .any(|path| path.starts_with(&templates) && is_script(path))
            {
                let open = self.clients.iter().filter(|client| is_open(client));
                // A client that has gone is noticed at the next update.
                open.for_each(|client| _ = client.sender.try_send(RELOAD.to_string()));
            }
        }
    }

    /// Returns a file by its path. For a book with errors, this may be its last good version.
    fn file(&mut self, path: &str) -> Option<SiteFile> {
        if book_of(path) == Some(SHARED) {
            return self.shared_file(path.strip_prefix('/')?);
        }
        let Some(name) = book_of(path).filter(|name| self.slots.contains_key(*name)) else {
            self.make_catalogue();
            let below = path.strip_prefix('/')?;
            return self
                .catalogue
                .as_ref()?
                .get(below)
                .cloned()
                .map(SiteFile::Bytes);
        };
        let below = path.get(name.len() + 2..)?;
        let slot = self.slots.get(name)?;
        if slot.book.is_none() || slot.is_stale {
            self.read(name);
        }
        let slot = self.slots.get_mut(name)?;
        let book = slot.book.as_mut()?;
        let is_sound = !book.session.diagnostics.has_errors();
        let last = slot.last_good.get(below);
        // Files other than pages keep their last good version until the errors are gone.
        let is_page = below.ends_with(".html");
        let made = match last {
            Some(last) if !(is_sound || is_page && book.is_presentable()) => {
                return Some(SiteFile::Bytes(last.clone()));
            }
            _ => book.file(below),
        };
        match (&made, last) {
            (Some(SiteFile::Bytes(bytes)), _) if is_sound => {
                _ = slot.last_good.insert(below.into(), bytes.clone())
            }
            (None, Some(last)) if !is_sound => return Some(SiteFile::Bytes(last.clone())),
            _ => {}
        }
        made
    }

    /// Returns a file that books have in common, by its path beside them.
    fn shared_file(&mut self, path: &str) -> Option<SiteFile> {
        let books = self.slots.values().filter_map(|slot| slot.book.as_ref());
        let found = books.filter_map(|book| book.shared_file(path)).next();
        if let Some(bytes) = found {
            return Some(SiteFile::Bytes(bytes.to_vec()));
        }
        self.make_catalogue();
        self.catalogue
            .as_ref()?
            .get(path)
            .cloned()
            .map(SiteFile::Bytes)
    }

    fn make_catalogue(&mut self) {
        if self.catalogue.is_some() {
            return;
        }
        self.read_stale(|_, _| true);
        let card =
            |(name, slot): (&String, &BookSlot)| Some((name.clone(), slot.book.as_ref()?.card()?));
        let cards: Vec<(String, Vec<u8>)> = self.slots.iter().filter_map(card).collect();
        let Ok(CatalogueOutput { texts, output, .. }) =
            catalogue::make_catalogue(&cards, english())
        else {
            return;
        };
        let shared = output.shared.iter().flat_map(SharedFiles::files);
        let shared: BTreeMap<String, Vec<u8>> =
            shared.map(|(path, bytes)| (path, bytes.to_vec())).collect();
        let files = output.into_files().into_iter();
        let mut files: BTreeMap<String, Vec<u8>> = files
            .map(|(path, bytes)| (format!("{}/{path}", padma_site::page::FOLDER), bytes))
            .chain(shared)
            .collect();
        files.extend(CATALOGUE_FILES.iter().zip(texts).map(|(name, text)| {
            let whole = world::file_mark(Path::new(name)).to_string() + &text;
            ((*name).to_string(), whole.into_bytes())
        }));
        self.catalogue = Some(files);
    }

    /// Returns the page that is shown for a path without a file.
    fn missing_page(&self, path: &str) -> String {
        let book = book_of(path)
            .and_then(|name| self.slots.get(name))
            .and_then(|slot| slot.book.as_ref());
        if book.is_some_and(|book| book.session.diagnostics.has_errors()) {
            return notice::page(
                "This page cannot be made yet",
                "It will appear once the errors are fixed.",
            );
        }
        notice::page(
            "This page does not exist",
            "The first page of the site lists all books.",
        )
    }

    /// Adds an open page, and sends it its first update.
    pub(super) fn join(&mut self, client: Client) {
        let client = Client {
            path: file_path(&client.path),
            ..client
        };
        self.clients.push(client);
        self.send_update(self.clients.len() - 1, true);
    }

    /// Updates every open page.
    fn update_clients(&mut self) {
        for index in (0..self.clients.len()).rev() {
            self.send_update(index, false);
        }
    }

    /// Sends an open page its update. Drops a client that has gone or whose queue is full.
    fn send_update(&mut self, index: usize, is_first: bool) {
        let Some(update) = self.update_for(index, is_first) else {
            return;
        };
        if self.clients[index].sender.try_send(update).is_err() {
            self.clients.swap_remove(index);
        }
    }

    /// Whether an open page may show claims that were proposed for an earlier version of it.
    pub(super) fn owes_proposals(&self) -> bool {
        self.clients.iter().any(|client| !client.is_proposed)
    }

    /// Sends such a page the claims that are proposed for its facts, unless it has them.
    pub(super) fn propose(&mut self) {
        let Some(index) = self.clients.iter().position(|client| !client.is_proposed) else {
            return;
        };
        // If a book makes it fail, that is not tried again.
        self.clients[index].is_proposed = true;
        let path = self.clients[index].path.clone();
        let name = book_of(&path).unwrap_or_default();
        let book = self.slots.get(name).and_then(|slot| slot.book.as_ref());
        let below = path.get(name.len() + 2..).unwrap_or_default();
        let proposals = book.map_or(Json::Array(Vec::new()), |book| {
            notice::proposals_json(book, below)
        });
        let (client, proposals) = (&mut self.clients[index], proposals.to_string());
        if client.proposals != proposals {
            let update = format!("{{\"proposals\":{proposals}}}");
            client.proposals = proposals;
            if client.sender.try_send(update).is_err() {
                self.clients.swap_remove(index);
            }
        }
    }

    /// Returns the update for an open page, if there is one.
    fn update_for(&mut self, index: usize, is_first: bool) -> Option<String> {
        let Client { path, seen, .. } = self.clients.get(index)?;
        let (path, seen) = (path.clone(), seen.clone());
        let page = match self.file(&path) {
            Some(SiteFile::Bytes(bytes)) if media_type(&path) == ResponseHead::HTML => {
                String::from_utf8_lossy(&bytes).into_owned()
            }
            _ => self.missing_page(&path),
        };
        let now = version_of(&page);
        let name = book_of(&path).filter(|name| self.slots.contains_key(*name));
        let slot = name.and_then(|name| self.slots.get(name));
        let root = name
            .map(|name| format!("/{}/", percent_encoded(name)))
            .unwrap_or_default();
        let book = slot.and_then(|slot| slot.book.as_ref());
        let flaws = book.map_or(Json::Array(Vec::new()), |book| {
            notice::complaints_json(&book.complaints(), &root)
        });
        let is_other = now != seen;
        if let Some(client) = self.clients.get_mut(index) {
            client.seen.clone_from(&now);
            client.is_proposed = false;
        }
        let update = json!({"seen": now, "page": is_other.then_some(page), "flaws": flaws, "first": is_first});
        Some(update.to_string())
    }
}

/// Returns a digest that identifies the version of a page.
fn version_of(page: &str) -> String {
    format!("{:016x}", digest(page))
}

fn digest(bytes: impl AsRef<[u8]>) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.as_ref().hash(&mut hasher);
    hasher.finish()
}

fn add_script(page: &[u8]) -> String {
    let page = String::from_utf8_lossy(page);
    notice::add_script(&page, &version_of(&page))
}

/// Returns the path of a file; for a folder, the path of its index page.
fn file_path(path: &str) -> String {
    if path.ends_with('/') {
        format!("{path}{INDEX}")
    } else {
        path.to_string()
    }
}

/// Returns the name of the book that a path leads into.
fn book_of(path: &str) -> Option<&str> {
    path.strip_prefix('/')?
        .split_once('/')
        .map(|(name, _)| name)
}
