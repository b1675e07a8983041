//! The books that are served, the page over all of them, and the pages that are open.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::http::ResponseHead;
use super::notice;
use super::server::{Client, HttpResponse};
use padma_book::judge::Checked;
use padma_book::load::Session;
use padma_book::world;
use padma_site::catalogue;
use padma_site::page::{Neighbour, media_type};
use padma_site::served::{ServedBook, SiteFile};
use padma_templates::SERVED_SCRIPT;
use padma_text::percent_encoded;

/// What is said of the books on a terminal.
pub trait Terminal {
    /// A book was read: what there is to complain of, and the book, if there is one.
    fn show(&self, name: &str, session: &mut Session, checked: Option<&Checked>);
    /// Something else happened.
    fn say(&self, line: &str);
}

/// What is served.
#[derive(Debug)]
pub struct Served {
    /// The folder of the books.
    pub content: PathBuf,
    /// The one book's, if not all are served.
    pub only: Option<PathBuf>,
}

impl Served {
    /// The address of the page to begin with, behind the site's own.
    pub fn start(&self) -> String {
        match self.only.as_deref().and_then(Path::file_name) {
            Some(name) => format!("/{}/index.html", percent_encoded(&name.to_string_lossy())),
            None => "/index.html".to_string(),
        }
    }
}

/// A book's place in the site.
#[derive(Default)]
struct BookSlot {
    folder: PathBuf,
    /// None until the first file of it is wanted.
    book: Option<ServedBook>,
    /// Whether something of it has changed since it was read.
    is_stale: bool,
    /// Whether more than pages has changed.
    is_shaken: bool,
    /// The pages and other files that were good when they were made last.
    good: BTreeMap<String, Vec<u8>>,
    /// What was said of it last.
    said: u64,
    /// By what the style sheet that its open pages have is known.
    dress: Option<u64>,
}

/// All that is served.
pub(super) struct Site<'a> {
    served: Served,
    terminal: &'a dyn Terminal,
    slots: BTreeMap<String, BookSlot>,
    /// The page over all books and what it shows, as far as they are made.
    catalogue: Option<BTreeMap<String, Vec<u8>>>,
    clients: Vec<Client>,
}

/// The file that is shown for a folder.
const INDEX: &str = "index.html";
/// A book's style sheet.
const STYLE: &str = "style.css";
/// What a page hears that is to be loaded again.
const ANEW: &str = "{\"anew\":true}";

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
        site.list();
        site
    }

    /// Reads the one book that is served, so that what is wrong with it is said at once.
    pub(super) fn begin(&mut self) {
        if self.served.only.is_some() {
            self.read_stale(|_, _| true);
        }
    }

    /// The folders in which a change can touch the site, each with whether all below it counts.
    pub(super) fn watched(&self) -> BTreeSet<(PathBuf, bool)> {
        let books = self.slots.values().map(|slot| (slot.folder.clone(), true));
        // Variants of other books may be spoken of.
        let others = world::books(&self.served.content).unwrap_or_default();
        let others = others
            .into_iter()
            .map(|name| (self.served.content.join(name), false));
        let others =
            others.filter(|(folder, _)| self.slots.values().all(|slot| slot.folder != *folder));
        let content = (self.served.content.clone(), false);
        books.chain(others).chain([content]).collect()
    }

    /// Lists the books. Whether they are others than before.
    fn list(&mut self) -> bool {
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
        let found: BTreeMap<String, PathBuf> = folders
            .into_iter()
            .filter_map(|folder| Some((name(&folder)?, folder)))
            .collect();
        let is_new = !found.keys().eq(self.slots.keys());
        self.slots.retain(|name, _| found.contains_key(name));
        for (name, folder) in found {
            self.slots.entry(name).or_insert_with(|| BookSlot {
                folder,
                ..BookSlot::default()
            });
        }
        is_new
    }

    /// Takes note that files have changed, and shows the pages that are open what has become of them.
    pub(super) fn change(&mut self, paths: &BTreeSet<PathBuf>) {
        let is_new = self.list();
        let is_variant = |path: &PathBuf| path.extension().is_some_and(|end| end == "toml");
        let is_known = |path: &PathBuf| {
            self.slots
                .values()
                .any(|slot| path.starts_with(&slot.folder))
        };
        // Books speak of one another's variants and titles.
        let shakes_all = is_new || paths.iter().any(|path| is_variant(path) || !is_known(path));
        for slot in self.slots.values_mut() {
            let is_page = |path: &Path| {
                let below = path.strip_prefix(&slot.folder).unwrap_or(path);
                below.extension().is_some_and(|end| end == "md") && !below.starts_with("templates")
            };
            let own = || paths.iter().filter(|path| path.starts_with(&slot.folder));
            slot.is_stale |= shakes_all || own().next().is_some();
            slot.is_shaken |= shakes_all || !own().all(|path| is_page(path));
        }
        let shaken = self.slots.iter().filter(|(_, slot)| slot.is_shaken);
        let shaken: Vec<String> = shaken.map(|(name, _)| name.clone()).collect();
        self.catalogue = None;
        self.read_stale(|slot, is_open| slot.book.is_some() || is_open);
        self.inform();
        self.redress(paths, &shaken);
    }

    /// Reads the books again that have changed, of those that are wanted.
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

    /// Reads a book, and says what is wrong with it unless that has been said.
    fn read(&mut self, name: &str) {
        let neighbours = self.neighbours(name);
        let Some(slot) = self.slots.get_mut(name) else {
            return;
        };
        let before = slot.book.take().filter(|_| !slot.is_shaken);
        let mut book = ServedBook::read(&self.served.content, &slot.folder, neighbours, before);
        (slot.is_stale, slot.is_shaken) = (false, false);
        let said = digest(notice::flaws(&book.complaints(), "").to_string());
        if said != slot.said {
            self.terminal
                .show(name, &mut book.session, book.checked.as_ref());
            slot.said = said;
        }
        slot.book = Some(book);
    }

    /// The other books, by title.
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

    /// Whatever could be half-done is done anew.
    pub(super) fn forget(&mut self) {
        self.slots.values_mut().for_each(|slot| slot.book = None);
        self.catalogue = None;
    }

    /// What is served under a path.
    pub(super) fn answer(&mut self, path: &str) -> HttpResponse {
        let good = |kind, body| HttpResponse {
            head: ResponseHead { status: 200, kind },
            instead: None,
            body,
        };
        if path == notice::SCRIPT {
            return good(media_type(path), SiteFile::Bytes(SERVED_SCRIPT.into()));
        }
        if self.slots.contains_key(path.trim_start_matches('/')) {
            let instead = Some(percent_encoded(&format!("{path}/")));
            let head = ResponseHead {
                status: 301,
                kind: ResponseHead::TEXT,
            };
            return HttpResponse {
                head,
                instead,
                body: SiteFile::Bytes(Vec::new()),
            };
        }
        let path = whole(path);
        let kind = media_type(&path);
        let file = self.file(&path);
        if let (Some(SiteFile::Bytes(bytes)), Some(slot)) = (&file, self.slot_of_style(&path)) {
            slot.dress = Some(digest(bytes));
        }
        match file {
            Some(SiteFile::Bytes(bytes)) if kind == ResponseHead::HTML => {
                let page = with_script(&bytes);
                good(kind, SiteFile::Bytes(page.into_bytes()))
            }
            Some(file) => good(kind, file),
            None => {
                let page = with_script(self.absent(&path).as_bytes());
                let head = ResponseHead {
                    status: 404,
                    kind: ResponseHead::HTML,
                };
                HttpResponse {
                    head,
                    instead: None,
                    body: SiteFile::Bytes(page.into_bytes()),
                }
            }
        }
    }

    /// The book whose style sheet has this path.
    fn slot_of_style(&mut self, path: &str) -> Option<&mut BookSlot> {
        let name = book_of(path)?;
        self.slots
            .get_mut(name)
            .filter(|_| path.get(name.len() + 2..) == Some(STYLE))
    }

    /// Has the open pages of these books loaded again if they look otherwise now, or go by other scripts.
    fn redress(&mut self, paths: &BTreeSet<PathBuf>, shaken: &[String]) {
        for name in shaken {
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
            let (dress, templates) = (Some(digest(&style)), slot.folder.join("templates"));
            let is_script = |path: &PathBuf| path.extension().is_some_and(|end| end == "js");
            let is_other = slot.dress.is_some() && slot.dress != dress;
            slot.dress = dress;
            if is_other
                || paths
                    .iter()
                    .any(|path| path.starts_with(&templates) && is_script(path))
            {
                let open = self.clients.iter().filter(|client| is_open(client));
                // A client that has gone is noticed with the next news.
                open.for_each(|client| _ = client.sender.try_send(ANEW.to_string()));
            }
        }
    }

    /// A file by its path; of a book that is broken, as it was last.
    fn file(&mut self, path: &str) -> Option<SiteFile> {
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
        let last = slot.good.get(below);
        // What is not on a page is kept as long as something is wrong.
        let is_page = below.ends_with(".html");
        let made = match last {
            Some(last) if !(is_sound || is_page && book.is_presentable()) => {
                return Some(SiteFile::Bytes(last.clone()));
            }
            _ => book.file(below),
        };
        match (&made, last) {
            (Some(SiteFile::Bytes(bytes)), _) if is_sound => {
                _ = slot.good.insert(below.into(), bytes.clone())
            }
            (None, Some(last)) if !is_sound => return Some(SiteFile::Bytes(last.clone())),
            _ => {}
        }
        made
    }

    fn make_catalogue(&mut self) {
        if self.catalogue.is_some() {
            return;
        }
        self.read_stale(|_, _| true);
        let card =
            |(name, slot): (&String, &BookSlot)| Some((name.clone(), slot.book.as_ref()?.card()?));
        let cards: Vec<(String, Vec<u8>)> = self.slots.iter().filter_map(card).collect();
        let Ok((page, output, _)) = catalogue::make(&cards) else {
            return;
        };
        let files = output.into_files().into_iter();
        let mut files: BTreeMap<String, Vec<u8>> = files
            .map(|(path, bytes)| (format!("{}/{path}", padma_site::page::FOLDER), bytes))
            .collect();
        files.insert(
            INDEX.into(),
            (world::PAGE_MARK.to_string() + &page).into_bytes(),
        );
        self.catalogue = Some(files);
    }

    /// The page that stands where there is none.
    fn absent(&self, path: &str) -> String {
        let book = book_of(path)
            .and_then(|name| self.slots.get(name))
            .and_then(|slot| slot.book.as_ref());
        if book.is_some_and(|book| book.session.diagnostics.has_errors()) {
            return notice::page(
                "This page cannot be made yet",
                "It appears when what is wrong is mended.",
            );
        }
        notice::page(
            "There is no such page",
            "All books are on the first page of the site.",
        )
    }

    /// Takes on a page that is open, and shows it what it does not show yet.
    pub(super) fn join(&mut self, client: Client) {
        let client = Client {
            path: whole(&client.path),
            ..client
        };
        self.clients.push(client);
        self.show(self.clients.len() - 1, true);
    }

    /// Shows every open page what has become of it.
    fn inform(&mut self) {
        for index in (0..self.clients.len()).rev() {
            self.show(index, false);
        }
    }

    /// Shows an open page its news; a client that does not take them is let go.
    fn show(&mut self, index: usize, is_first: bool) {
        let Some(news) = self.news(index, is_first) else {
            return;
        };
        if self.clients[index].sender.try_send(news).is_err() {
            self.clients.swap_remove(index);
        }
    }

    /// What an open page is to be shown.
    fn news(&mut self, index: usize, is_first: bool) -> Option<String> {
        let Client { path, seen, .. } = self.clients.get(index)?;
        let (path, seen) = (path.clone(), seen.clone());
        let page = match self.file(&path) {
            Some(SiteFile::Bytes(bytes)) if media_type(&path) == ResponseHead::HTML => {
                String::from_utf8_lossy(&bytes).into_owned()
            }
            _ => self.absent(&path),
        };
        let now = name_of(&page);
        let name = book_of(&path).filter(|name| self.slots.contains_key(*name));
        let slot = name.and_then(|name| self.slots.get(name));
        let root = name
            .map(|name| format!("/{}/", percent_encoded(name)))
            .unwrap_or_default();
        let book = slot.and_then(|slot| slot.book.as_ref());
        let flaws = book.map_or(Json::Array(Vec::new()), |book| {
            notice::flaws(&book.complaints(), &root)
        });
        let is_other = now != seen;
        if let Some(client) = self.clients.get_mut(index) {
            client.seen.clone_from(&now);
        }
        let news = json!({"seen": now, "page": is_other.then_some(page), "flaws": flaws, "first": is_first});
        Some(news.to_string())
    }
}

/// What a page is known by.
fn name_of(page: &str) -> String {
    format!("{:016x}", digest(page))
}

fn digest(bytes: impl AsRef<[u8]>) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.as_ref().hash(&mut hasher);
    hasher.finish()
}

fn with_script(page: &[u8]) -> String {
    let page = String::from_utf8_lossy(page);
    notice::with_script(&page, &name_of(&page))
}

/// A path of a file; of a folder, that of its first page.
fn whole(path: &str) -> String {
    if path.ends_with('/') {
        format!("{path}{INDEX}")
    } else {
        path.to_string()
    }
}

/// The name of the book that a path leads into.
fn book_of(path: &str) -> Option<&str> {
    path.strip_prefix('/')?
        .split_once('/')
        .map(|(name, _)| name)
}
