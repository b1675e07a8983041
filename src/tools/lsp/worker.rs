//! Checks a book when its texts have changed and typing pauses, and answers requests about
//! checked books. Runs in its own thread; texts and requests arrive in the order in which the
//! client sent them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lsp_server::{ErrorCode, Notification, RequestId, Response};
use serde_json::{Value, json};

use super::diagnostics::complaints_by_file;
use super::document::{book_of, uri_of};
use super::snapshot::{Snapshot, Texts};
use super::wire::Out;
use padma_book::load::display_path;

/// How long typing must pause before a book is checked.
const PAUSE: Duration = Duration::from_millis(50);

/// A job for the worker.
pub(super) enum Job {
    /// A text that the editor has open was changed, or closed.
    Text {
        path: PathBuf,
        text: Option<Arc<str>>,
        version: Option<i32>,
    },
    /// A file may have changed.
    Disk,
    /// A request about the book of a file.
    Request {
        id: RequestId,
        path: PathBuf,
        answer: FindAnswer,
    },
}

/// A function that finds the answer in the current state of a book.
pub(super) type FindAnswer = Box<dyn FnOnce(&Snapshot, &Texts) -> Result<Value, String> + Send>;

/// The state that the threads share.
#[derive(Default)]
pub(super) struct WorkerState {
    /// The books as they were last checked, by folder.
    books: Mutex<BTreeMap<PathBuf, Arc<Snapshot>>>,
    /// The books as they last were with a variant without errors, which has the names to complete
    /// with while somebody types in it.
    named: Mutex<BTreeMap<PathBuf, Arc<Snapshot>>>,
    /// Requests that the client has cancelled.
    cancelled: Mutex<BTreeSet<RequestId>>,
}

impl WorkerState {
    /// Returns the book of a file, as it was last checked.
    pub(super) fn book(&self, path: &Path) -> Option<Arc<Snapshot>> {
        let books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        book_of(path).and_then(|folder| books.get(&folder).cloned())
    }

    /// Returns the book of a file, as it last was with a variant.
    pub(super) fn named_book(&self, path: &Path) -> Option<Arc<Snapshot>> {
        let named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        let found = book_of(path).and_then(|folder| named.get(&folder).cloned());
        found.or_else(|| self.book(path))
    }

    fn set_book(&self, folder: PathBuf, snapshot: Option<Arc<Snapshot>>) {
        let lists = [&self.books, &self.named];
        let [mut books, mut named] =
            lists.map(|list| list.lock().unwrap_or_else(PoisonError::into_inner));
        let Some(snapshot) = snapshot else {
            books.remove(&folder);
            named.remove(&folder);
            return;
        };
        if snapshot.has_variant() {
            named.insert(folder.clone(), snapshot.clone());
        }
        books.insert(folder, snapshot);
    }

    pub(super) fn cancel(&self, id: RequestId) {
        self.cancelled
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(id);
    }

    fn was_cancelled(&self, id: &RequestId) -> bool {
        self.cancelled
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(id)
    }
}

/// Processes jobs until the server stops sending them.
pub(super) fn run_worker(jobs: &Receiver<Job>, shared: &WorkerState, out: &Out) {
    let mut worker = Worker {
        shared,
        out,
        texts: Texts::new(),
        versions: BTreeMap::new(),
        due: BTreeSet::new(),
        shown: BTreeMap::new(),
    };
    loop {
        let job = match worker.due.is_empty() {
            true => jobs.recv().map_err(|_| RecvTimeoutError::Disconnected),
            false => jobs.recv_timeout(PAUSE),
        };
        match job {
            Ok(job) => worker.process(job),
            Err(RecvTimeoutError::Timeout) => worker.check(),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

struct Worker<'a> {
    shared: &'a WorkerState,
    out: &'a Out,
    texts: Texts,
    versions: BTreeMap<PathBuf, i32>,
    /// The folders of the books that must be checked again.
    due: BTreeSet<PathBuf>,
    /// For each book, the files for which the client shows complaints.
    shown: BTreeMap<PathBuf, BTreeSet<String>>,
}

impl Worker<'_> {
    fn process(&mut self, job: Job) {
        match job {
            Job::Text {
                path,
                text,
                version,
            } => {
                // Other books may use the variant too.
                if path.extension().is_some_and(|ending| ending == "toml") {
                    self.mark_all_due();
                }
                self.due.extend(book_of(&path));
                match text {
                    Some(text) => self.texts.insert(path.clone(), text),
                    None => self.texts.remove(&path),
                };
                match version {
                    Some(version) => self.versions.insert(path, version),
                    None => self.versions.remove(&path),
                };
            }
            Job::Disk => self.mark_all_due(),
            Job::Request { id, path, answer } => {
                let response = self.answer(&id, &path, answer);
                self.out.send(response);
            }
        }
    }

    fn mark_all_due(&mut self) {
        self.due
            .extend(self.texts.keys().filter_map(|path| book_of(path)));
    }

    fn answer(&mut self, id: &RequestId, path: &Path, answer: FindAnswer) -> Response {
        let error_response =
            |code: ErrorCode, why: String| Response::new_err(id.clone(), code as i32, why);
        if self.shared.was_cancelled(id) {
            return error_response(
                ErrorCode::RequestCanceled,
                "the request was cancelled".to_string(),
            );
        }
        self.check();
        let Some(book) = self.shared.book(path) else {
            return Response::new_ok(id.clone(), Value::Null);
        };
        match answer(&book, &self.texts) {
            Ok(answer) => Response::new_ok(id.clone(), answer),
            Err(why) => error_response(ErrorCode::RequestFailed, why),
        }
    }

    /// Checks the books that are due. Drops the books of which the editor has no text open.
    fn check(&mut self) {
        let open: BTreeSet<PathBuf> = self.texts.keys().filter_map(|path| book_of(path)).collect();
        for folder in std::mem::take(&mut self.due) {
            let snapshot = open
                .contains(&folder)
                .then(|| Arc::new(Snapshot::new(&folder, &self.texts)));
            let complaints = snapshot
                .as_deref()
                .map(complaints_by_file)
                .unwrap_or_default();
            self.publish(&folder, complaints);
            self.shared.set_book(folder, snapshot);
        }
        let closed: Vec<PathBuf> = self
            .shown
            .keys()
            .filter(|folder| !open.contains(*folder))
            .cloned()
            .collect();
        for folder in closed {
            self.publish(&folder, BTreeMap::new());
            self.shared.set_book(folder, None);
        }
    }

    /// Sends the client the complaints about a book, and an empty list for each file whose
    /// complaints are gone.
    fn publish(
        &mut self,
        folder: &PathBuf,
        mut complaints: BTreeMap<String, Vec<lsp_types::Diagnostic>>,
    ) {
        let before = self.shown.remove(folder).unwrap_or_default();
        // An editor expects a list for each open text, even an empty one.
        let open_files = self
            .texts
            .keys()
            .filter(|path| book_of(path).as_ref() == Some(folder))
            .map(|path| display_path(path));
        let now: BTreeSet<String> = complaints.keys().cloned().chain(open_files).collect();
        for name in before.union(&now) {
            let version = self.versions.get(&PathBuf::from(name));
            let mut params = json!({ "uri": uri_of(name), "diagnostics": complaints.remove(name).unwrap_or_default() });
            if let (Some(version), Some(params)) = (version, params.as_object_mut()) {
                params.insert("version".to_string(), json!(version));
            }
            self.out.send(Notification::new(
                "textDocument/publishDiagnostics".to_string(),
                params,
            ));
        }
        if !now.is_empty() {
            self.shown.insert(folder.clone(), now);
        }
    }
}
