//! Serves books to a browser on the same machine while they are being written. At every save, the
//! open pages are updated, with errors marked at their places.
//!
//! One thread owns the books and does all the work. Messages inform it that files have changed,
//! that a file is wanted, or that a page is open. Each connection has its own thread, which waits
//! for an answer. Nothing is written to disk.
//!
//! ```
//! // Any free port; only this machine can connect.
//! let listener = padma_serve::Listener::new(0)?;
//! assert!(listener.address().starts_with("http://127.0.0.1:"));
//! # Ok::<(), std::io::Error>(())
//! ```

#![warn(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

mod http;
mod notice;
mod server;
mod site;

use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use padma_book::world::Watch;
use server::Message;
use site::Site;

pub use server::Listener;
pub use site::{Served, Terminal};

/// How long nothing else must have happened before claims are proposed: a page is shown first.
const QUIET: Duration = Duration::from_millis(500);

/// Serves books to the clients of the listener, indefinitely.
///
/// # Errors
///
/// The system's error, if files cannot be watched.
pub fn serve(served: Served, listener: Listener, terminal: &dyn Terminal) -> io::Result<()> {
    let (sender, messages) = channel();
    let changes = sender.clone();
    let mut watch = Watch::new(move |paths| drop(changes.send(Message::Changed(paths))))
        .map_err(io::Error::other)?;
    let mut site = Site::new(served, terminal);
    watch.watch_only(site.watched_folders());
    site.begin();
    listener.listen(sender);
    let mut waiting: VecDeque<Message> = VecDeque::new();
    loop {
        let next = waiting.pop_front().or_else(|| match site.owes_proposals() {
            false => messages.recv().ok(),
            true => match messages.recv_timeout(QUIET) {
                Err(RecvTimeoutError::Timeout) => Some(Message::Quiet),
                next => next.ok(),
            },
        });
        let Some(next) = next else { return Ok(()) };
        // Several saves count as one change, which is handled before any other message.
        waiting.extend(messages.try_iter());
        let mut changed: BTreeSet<PathBuf> = BTreeSet::new();
        waiting.retain(|message| match message {
            Message::Changed(paths) => {
                changed.extend(paths.iter().cloned());
                false
            }
            _ => true,
        });
        let request = match next {
            Message::Changed(paths) => {
                changed.extend(paths);
                None
            }
            request => Some(request),
        };
        // A panic caused by a book must not end the server.
        let result = catch_unwind(AssertUnwindSafe(|| {
            if !changed.is_empty() {
                // A folder that was removed and created again is a new folder. It is watched before
                // it is read, so that no change between the two is missed.
                let came_back = watch.watch_only(site.watched_folders());
                site.change(&changed);
                if watch.watch_only(site.watched_folders()) || came_back {
                    // An empty path stands for any file.
                    waiting.push_back(Message::Changed(vec![PathBuf::new()]));
                }
            }
            match request {
                Some(Message::Request(path, reply)) => drop(reply.send(site.answer(&path))),
                Some(Message::Join(client)) => site.join(client),
                Some(Message::Quiet) => site.propose(),
                Some(Message::Changed(_)) | None => {}
            }
        }));
        if result.is_err() {
            terminal.say("this is a bug in padma, which goes on with what it has");
            site.drop_books();
        }
    }
}
