//! The listener and its connections: which clients are accepted, how many at once, and what each
//! waits for. Knows no books.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::http::{self, HttpRequest, ResponseHead};
use padma_picture::backend::png;
use padma_site::served::SiteFile;

/// Maximum number of open connections. One more replaces the connection that has been silent for
/// the longest time; if none is silent, it is refused.
const MOST_CONNECTIONS: usize = 256;
/// Maximum number of connections that wait for changes.
const MOST_WAITING: usize = 64;
/// Maximum number of changes queued for a client. A client that exceeds it is dropped, and asks
/// again.
const MOST_UNTAKEN: usize = 8;
/// The interval of empty lines sent to a client that waits for changes, to find out whether it
/// still reads.
const PULSE: Duration = Duration::from_secs(10);
/// The interval of checks whether the client has closed the connection.
const LOOK: Duration = Duration::from_secs(1);
/// Pause after a connection could not be accepted because the system has no resources left.
const PAUSE: Duration = Duration::from_millis(50);

/// The path at which a page waits for its changes.
pub(super) const EVENTS: &str = "/.padma/events";

/// A message to the thread that owns the books.
pub(super) enum Message {
    /// These files have changed.
    Changed(Vec<PathBuf>),
    /// A file is requested, by its path.
    Ask(String, Sender<HttpResponse>),
    /// A page is open.
    Join(Client),
}

/// The answer for a path.
pub(super) struct HttpResponse {
    pub head: ResponseHead,
    /// The path to redirect to.
    pub instead: Option<String>,
    pub body: SiteFile,
}

/// An open page.
pub(super) struct Client {
    /// Its path.
    pub path: String,
    /// Identifies the version of the page that the client shows.
    pub seen: String,
    /// The channel for changes.
    pub sender: SyncSender<String>,
}

/// A port of this machine that accepts only connections from this machine.
pub struct Listener {
    listener: TcpListener,
    port: u16,
}

impl Listener {
    /// Binds a port; 0 stands for any free one.
    ///
    /// # Errors
    ///
    /// The system's error.
    pub fn new(port: u16) -> io::Result<Listener> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let port = listener.local_addr()?.port();
        Ok(Listener { listener, port })
    }

    /// Returns the address of the site.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Accepts clients from now on, in a thread of its own.
    pub(super) fn listen(self, messages: Sender<Message>) {
        thread::spawn(move || {
            let counts = Arc::new(Counts::default());
            for stream in self.listener.incoming() {
                match stream {
                    Ok(stream) => take(stream, self.port, &counts, &messages),
                    Err(_) => thread::sleep(PAUSE),
                }
            }
        });
    }
}

#[derive(Default)]
struct Counts {
    open: AtomicUsize,
    waiting: AtomicUsize,
    /// The connections that have not sent a request yet, the oldest first.
    silent: Mutex<VecDeque<Arc<TcpStream>>>,
}

impl Counts {
    fn lock_silent(&self) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a request; until it is complete, the connection may be ended in favour of another.
    fn read(
        &self,
        stream: &mut TcpStream,
        port: u16,
    ) -> Option<Result<HttpRequest, http::Refusal>> {
        let own = Arc::new(stream.try_clone().ok()?);
        self.lock_silent().push_back(Arc::clone(&own));
        let request = http::read(stream, port);
        self.lock_silent().retain(|other| !Arc::ptr_eq(other, &own));
        request
    }

    /// Ends the connection that has been silent for the longest time. Returns whether there was
    /// one.
    fn end_silent(&self) -> bool {
        let oldest = self.lock_silent().pop_front();
        oldest.is_some_and(|stream| stream.shutdown(Shutdown::Both).is_ok())
    }
}

/// A place of a limited number, held until it is dropped.
struct HeldPlace<'a>(&'a AtomicUsize);

impl HeldPlace<'_> {
    fn new(count: &AtomicUsize) -> HeldPlace<'_> {
        count.fetch_add(1, Ordering::AcqRel);
        HeldPlace(count)
    }
}

impl Drop for HeldPlace<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Returns a place if fewer than `most` are taken.
fn take_place(count: &AtomicUsize, most: usize) -> Option<HeldPlace<'_>> {
    let place = HeldPlace::new(count);
    (count.load(Ordering::Acquire) <= most).then_some(place)
}

fn take(mut stream: TcpStream, port: u16, counts: &Arc<Counts>, messages: &Sender<Message>) {
    let (own, messages) = (Arc::clone(counts), messages.clone());
    let Ok(second) = stream.try_clone() else {
        return;
    };
    let connection = move || {
        let mut stream = second;
        let _place = HeldPlace::new(&own.open);
        if own.open.load(Ordering::Acquire) <= MOST_CONNECTIONS || own.end_silent() {
            converse(&mut stream, port, &own, &messages);
        } else {
            refuse(&mut stream, (503, "too many connections are open"));
        }
        http::end(&mut stream);
    };
    // If no thread can be started, none can send a refusal either: the connection just ends.
    if counts.open.load(Ordering::Acquire) >= 2 * MOST_CONNECTIONS
        || thread::Builder::new().spawn(connection).is_err()
    {
        let _ = stream.flush();
    }
}

fn refuse(stream: &mut TcpStream, refusal: http::Refusal) {
    let (status, says) = refusal;
    let further = if status == 405 {
        "Allow: GET, HEAD\r\n"
    } else {
        ""
    };
    // Errors are ignored: a client that has gone needs no answer.
    let _ = http::send(
        stream,
        ResponseHead {
            status,
            kind: ResponseHead::TEXT,
        },
        further,
        format!("{says}\n").as_bytes(),
        false,
    );
}

/// Reads one request and answers it.
fn converse(stream: &mut TcpStream, port: u16, counts: &Counts, messages: &Sender<Message>) {
    let request = match counts.read(stream, port) {
        None => return,
        Some(Err(refusal)) => return refuse(stream, refusal),
        Some(Ok(request)) => request,
    };
    if request.path == EVENTS {
        match take_place(&counts.waiting, MOST_WAITING) {
            Some(_place) => wait(stream, &request, messages),
            None => refuse(stream, (503, "too many pages are open")),
        }
        return;
    }
    let (sender, answer) = channel();
    let answer = messages
        .send(Message::Ask(request.path, sender))
        .ok()
        .and_then(|()| answer.recv().ok());
    let Some(HttpResponse {
        head,
        instead,
        body,
    }) = answer
    else {
        return refuse(stream, (500, "this page could not be made"));
    };
    let body = match body {
        SiteFile::Bytes(bytes) => bytes,
        SiteFile::Png(svg, scale) => match png::render(&svg, scale) {
            Ok(bytes) => bytes,
            Err(_) => return refuse(stream, (500, "this picture is too large to be drawn")),
        },
    };
    let further = instead
        .map(|path| format!("Location: {path}\r\n"))
        .unwrap_or_default();
    let _ = http::send(stream, head, &further, &body, request.is_head);
}

/// Sends a page its changes until it goes away.
fn wait(stream: &mut TcpStream, request: &HttpRequest, messages: &Sender<Message>) {
    let field = |name: &str| {
        let mut pairs = request
            .query
            .split('&')
            .filter_map(|pair| pair.split_once('='));
        pairs
            .find(|(known, _)| *known == name)
            .and_then(|(_, value)| http::decode_percent(value))
            .unwrap_or_default()
    };
    let (sender, changes) = sync_channel(MOST_UNTAKEN);
    let client = Client {
        path: field("path"),
        seen: field("seen"),
        sender,
    };
    if !request.is_head && messages.send(Message::Join(client)).is_err() {
        return;
    }
    if http::begin(
        stream,
        ResponseHead {
            status: 200,
            kind: ResponseHead::EVENTS,
        },
    )
    .is_ok()
        && !request.is_head
    {
        // It ends when the client has gone.
        let _ = pass_on(stream, &changes);
    }
}

fn pass_on(stream: &mut TcpStream, changes: &Receiver<String>) -> io::Result<()> {
    let mut last = Instant::now();
    loop {
        match changes.recv_timeout(LOOK) {
            Ok(change) => stream.write_all(format!("data: {change}\n\n").as_bytes())?,
            Err(RecvTimeoutError::Timeout) if has_ended(stream)? => return Ok(()),
            Err(RecvTimeoutError::Timeout) if last.elapsed() < PULSE => continue,
            Err(RecvTimeoutError::Timeout) => stream.write_all(b":\n\n")?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        last = Instant::now();
    }
}

/// Whether a client that has nothing more to send has closed the connection.
fn has_ended(stream: &TcpStream) -> io::Result<bool> {
    stream.set_nonblocking(true)?;
    let read = stream.peek(&mut [0]);
    stream.set_nonblocking(false)?;
    match read {
        Ok(length) => Ok(length == 0),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
        Err(error) => Err(error),
    }
}
