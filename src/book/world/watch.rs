//! Notices changed files, however an editor writes them: in place, or under another name and then
//! renamed; one file, or many at once.
//!
//! A file is reported once its new content is complete: when it is closed after writing, or
//! renamed to its final name. If the system reports neither, or if files are still open or were
//! removed, they are reported after a quiet period, because the editor may still be at work.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

/// The quiet period after a file is complete: several may be saved together.
const SHORT_PAUSE: Duration = Duration::from_millis(2);
/// The quiet period after a change to a file that may be incomplete.
const LONG_PAUSE: Duration = Duration::from_millis(40);
/// The maximum delay after the first change, if the files are never quiet.
const MAX_DELAY: Duration = Duration::from_millis(100);
/// The polling interval if the system reports nothing.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// A watcher of folders, until it is dropped.
pub struct Watch {
    watcher: Box<dyn Watcher + Send>,
    /// The watched folders, each with whether everything below it is watched.
    folders: BTreeSet<(PathBuf, bool)>,
}

impl Watch {
    /// Calls `report` with the changed paths, several at once; an empty path means that the system
    /// cannot say which.
    ///
    /// # Errors
    ///
    /// The reason, if files cannot be watched here at all.
    pub fn new(report: impl Fn(Vec<PathBuf>) + Send + 'static) -> Result<Watch, String> {
        let (sender, receiver) = channel();
        let event_sender = sender.clone();
        let send_event = move |event| drop(event_sender.send(event));
        // Links need not be followed: their targets must be inside the book and are watched there.
        let config = Config::default()
            .with_follow_symlinks(false)
            .with_poll_interval(POLL_INTERVAL);
        let watcher: Box<dyn Watcher + Send> = match RecommendedWatcher::new(send_event, config) {
            Ok(watcher) => Box::new(watcher),
            Err(_) => {
                let send_event = move |event| drop(sender.send(event));
                Box::new(PollWatcher::new(send_event, config).map_err(|error| error.to_string())?)
            }
        };
        thread::spawn(move || gather(&receiver, &report));
        Ok(Watch {
            watcher,
            folders: BTreeSet::new(),
        })
    }

    /// Watches exactly these folders. A folder that does not exist is replaced by its nearest
    /// existing parent, where it may come back. Returns whether any folder is newly watched:
    /// earlier changes there went unnoticed.
    pub fn watch_only(&mut self, folders: BTreeSet<(PathBuf, bool)>) -> bool {
        let folders: BTreeSet<(PathBuf, bool)> = folders
            .into_iter()
            .filter_map(|(folder, recursive)| existing_folder(folder, recursive))
            .collect();
        for (unwatched, _) in self.folders.difference(&folders) {
            // The folder may have been removed from the disk.
            let _ = self.watcher.unwatch(unwatched);
        }
        let mut watched = BTreeSet::new();
        for (folder, recursive) in folders {
            let mode = if recursive {
                RecursiveMode::Recursive
            } else {
                RecursiveMode::NonRecursive
            };
            if self.watcher.watch(&folder, mode).is_ok() {
                watched.insert((folder, recursive));
            }
        }
        let has_new = !watched.is_subset(&self.folders);
        self.folders = watched;
        has_new
    }
}

/// Returns the folder itself if it exists, or else its nearest existing parent, with whether all
/// folders below it are watched.
fn existing_folder(folder: PathBuf, recursive: bool) -> Option<(PathBuf, bool)> {
    if folder.is_dir() {
        return Some((folder, recursive));
    }
    let above = folder.ancestors().skip(1).map(|above| {
        if above == Path::new("") {
            Path::new(".")
        } else {
            above
        }
    });
    above
        .into_iter()
        .find(|above| above.is_dir())
        .map(|above| (above.to_path_buf(), false))
}

/// What an event says about files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum News {
    /// The files were only read.
    Nothing,
    /// The files are complete.
    Complete,
    /// More may follow, unless a file was completed before: then the editor is only removing its
    /// temporary file.
    Cleanup,
    /// More may follow.
    Unsettled,
}

fn news(kind: EventKind) -> News {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write))
        | EventKind::Modify(ModifyKind::Name(RenameMode::To | RenameMode::Both)) => News::Complete,
        EventKind::Access(_) => News::Nothing,
        EventKind::Remove(_) | EventKind::Modify(ModifyKind::Metadata(_)) => News::Cleanup,
        _ => News::Unsettled,
    }
}

/// Gathers changes until there is a pause, then reports them.
fn gather(events: &Receiver<notify::Result<Event>>, report: &dyn Fn(Vec<PathBuf>)) {
    let mut open: BTreeSet<PathBuf> = BTreeSet::new();
    let mut changed: BTreeSet<PathBuf> = BTreeSet::new();
    let mut first: Option<Instant> = None;
    let mut has_complete = false;
    loop {
        let timeout = match first {
            None => None,
            Some(first) => {
                let pause = if open.is_empty() {
                    SHORT_PAUSE
                } else {
                    LONG_PAUSE
                };
                Some(pause.min((first + MAX_DELAY).saturating_duration_since(Instant::now())))
            }
        };
        let event = match timeout {
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(timeout) => events.recv_timeout(timeout),
        };
        match event {
            Ok(event) => {
                // After an error or lost events, anything may have changed.
                let event = event.unwrap_or_default();
                match news(event.kind) {
                    News::Nothing => continue,
                    News::Complete => {
                        event.paths.iter().for_each(|path| _ = open.remove(path));
                        has_complete = true;
                    }
                    News::Cleanup if has_complete => {}
                    News::Cleanup | News::Unsettled => open.extend(event.paths.iter().cloned()),
                }
                // The empty path stands for any path.
                changed.extend(if event.paths.is_empty() {
                    vec![PathBuf::new()]
                } else {
                    event.paths
                });
                first.get_or_insert_with(Instant::now);
            }
            Err(RecvTimeoutError::Timeout) => {
                report(std::mem::take(&mut changed).into_iter().collect());
                (open, first, has_complete) = (BTreeSet::new(), None, false);
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}
