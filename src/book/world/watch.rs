//! Notices that files change, whichever way an editor changes them: in place, or written beside
//! and renamed, one file or many at once.
//!
//! A file is reported when it has its new bytes: when it was closed after writing, or renamed to
//! its name. If the system says less than that, or if files are still open or were removed, they
//! are reported after a quiet period, because the editor may still be at work.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

/// The quiet period after a file is complete: several may be saved together.
const MOMENT: Duration = Duration::from_millis(2);
/// The quiet period after a change to a file that may be incomplete.
const QUIET: Duration = Duration::from_millis(40);
/// If it is never quiet, changes are reported this long after the first of them.
const LONGEST: Duration = Duration::from_millis(100);
/// The polling interval if the system reports nothing.
const ROUND: Duration = Duration::from_millis(500);

/// Watches folders until it is dropped.
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
        let heard = sender.clone();
        let hear = move |event| drop(heard.send(event));
        // Links are not followed: their targets in the book are watched where they are, and no
        // part of a book is elsewhere.
        let config = Config::default()
            .with_follow_symlinks(false)
            .with_poll_interval(ROUND);
        let watcher: Box<dyn Watcher + Send> = match RecommendedWatcher::new(hear, config) {
            Ok(watcher) => Box::new(watcher),
            Err(_) => {
                let hear = move |event| drop(sender.send(event));
                Box::new(PollWatcher::new(hear, config).map_err(|error| error.to_string())?)
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
    pub fn set(&mut self, folders: BTreeSet<(PathBuf, bool)>) -> bool {
        let folders: BTreeSet<(PathBuf, bool)> = folders
            .into_iter()
            .filter_map(|(folder, deep)| existing_folder(folder, deep))
            .collect();
        for (gone, _) in self.folders.difference(&folders) {
            // The folder may have been removed from the disk.
            let _ = self.watcher.unwatch(gone);
        }
        let mut watched = BTreeSet::new();
        for (folder, deep) in folders {
            let mode = if deep {
                RecursiveMode::Recursive
            } else {
                RecursiveMode::NonRecursive
            };
            if self.watcher.watch(&folder, mode).is_ok() {
                watched.insert((folder, deep));
            }
        }
        let is_more = !watched.is_subset(&self.folders);
        self.folders = watched;
        is_more
    }
}

/// Returns the folder itself if it exists, or else its nearest existing parent, with whether all
/// folders below it are watched.
fn existing_folder(folder: PathBuf, deep: bool) -> Option<(PathBuf, bool)> {
    if folder.is_dir() {
        return Some((folder, deep));
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
    /// They were only read.
    Nothing,
    /// They are complete.
    Complete,
    /// More may follow, unless another file was completed before: editors then remove what they
    /// wrote beside it.
    Late,
    /// More may follow.
    Unsettled,
}

fn news(kind: EventKind) -> News {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write))
        | EventKind::Modify(ModifyKind::Name(RenameMode::To | RenameMode::Both)) => News::Complete,
        EventKind::Access(_) => News::Nothing,
        EventKind::Remove(_) | EventKind::Modify(ModifyKind::Metadata(_)) => News::Late,
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
        let patience = match first {
            None => None,
            Some(first) => {
                let pause = if open.is_empty() { MOMENT } else { QUIET };
                Some(pause.min((first + LONGEST).saturating_duration_since(Instant::now())))
            }
        };
        let event = match patience {
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(patience) => events.recv_timeout(patience),
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
                    News::Late if has_complete => {}
                    News::Late | News::Unsettled => open.extend(event.paths.iter().cloned()),
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
