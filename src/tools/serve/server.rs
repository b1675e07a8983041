//! The listener and its connections: accepts a limited number of clients, forwards their requests
//! to the thread that owns the books, and sends its answers. Knows no books.

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
const MAX_CONNECTIONS: usize = 256;
/// Maximum number of connections that wait for changes.
const MAX_WAITING: usize = 64;
/// Maximum number of changes queued for a client. A client that exceeds it is disconnected; its
/// page connects again.
const MAX_QUEUED_CHANGES: usize = 8;
/// How often a client that waits for changes is sent an empty message, to find out whether it
/// still reads.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(10);
/// How often the server checks whether a client that waits has closed the connection.
const CLOSE_CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Pause after a connection could not be accepted, as when the system has no resources left.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

/// The path at which a page waits for its changes.
pub(super) const EVENTS: &str = "/.padma/events";

/// A message to the thread that owns the books.
pub(super) enum Message {
    /// These files have changed.
    Changed(Vec<PathBuf>),
    /// A file is requested, by its path.
    Request(String, Sender<HttpResponse>),
    /// A page is open.
    Join(Client),
    /// Nothing has happened for a while.
    Quiet,
}

/// The response to a request for a path.
pub(super) struct HttpResponse {
    pub head: ResponseHead,
    /// The path to redirect to.
    pub redirect_to: Option<String>,
    pub body: SiteFile,
}

/// An open page.
pub(super) struct Client {
    /// The path of the page.
    pub path: String,
    /// Identifies the version of the page that the client shows.
    pub seen: String,
    /// The proposed claims that it shows.
    pub proposals: String,
    /// Whether they are those of the version that it shows.
    pub is_proposed: bool,
    /// The channel for changes.
    pub sender: SyncSender<String>,
}

/// A listening port that accepts connections from this machine only.
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

    /// Starts a thread that accepts clients.
    pub(super) fn listen(self, messages: Sender<Message>) {
        thread::spawn(move || {
            let counts = Arc::new(Counts::default());
            for stream in self.listener.incoming() {
                match stream {
                    Ok(stream) => handle_connection(stream, self.port, &counts, &messages),
                    Err(_) => thread::sleep(ACCEPT_RETRY_DELAY),
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

    /// Reads a request. Until it is complete, the connection may be closed in favour of another.
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

    /// Closes the connection that has been silent for the longest time. Returns whether there was
    /// one.
    fn close_silent(&self) -> bool {
        let oldest = self.lock_silent().pop_front();
        oldest.is_some_and(|stream| stream.shutdown(Shutdown::Both).is_ok())
    }
}

/// One of a limited number of slots, released when the value is dropped.
struct HeldSlot<'a>(&'a AtomicUsize);

impl HeldSlot<'_> {
    fn new(count: &AtomicUsize) -> HeldSlot<'_> {
        count.fetch_add(1, Ordering::AcqRel);
        HeldSlot(count)
    }
}

impl Drop for HeldSlot<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Returns a slot if fewer than `limit` are taken.
fn acquire_slot(count: &AtomicUsize, limit: usize) -> Option<HeldSlot<'_>> {
    let slot = HeldSlot::new(count);
    (count.load(Ordering::Acquire) <= limit).then_some(slot)
}

fn handle_connection(
    mut stream: TcpStream,
    port: u16,
    counts: &Arc<Counts>,
    messages: &Sender<Message>,
) {
    let (own, messages) = (Arc::clone(counts), messages.clone());
    let Ok(second) = stream.try_clone() else {
        return;
    };
    let connection = move || {
        let mut stream = second;
        let _slot = HeldSlot::new(&own.open);
        if own.open.load(Ordering::Acquire) <= MAX_CONNECTIONS || own.close_silent() {
            serve_request(&mut stream, port, &own, &messages);
        } else {
            refuse(&mut stream, (503, "too many connections are open"));
        }
        http::end(&mut stream);
    };
    // If no thread can be started, none can send a refusal either: the connection just closes.
    if counts.open.load(Ordering::Acquire) >= 2 * MAX_CONNECTIONS
        || thread::Builder::new().spawn(connection).is_err()
    {
        let _ = stream.flush();
    }
}

fn refuse(stream: &mut TcpStream, refusal: http::Refusal) {
    let (status, reason) = refusal;
    let extra_headers = if status == 405 {
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
        extra_headers,
        format!("{reason}\n").as_bytes(),
        false,
    );
}

/// Reads one request and answers it.
fn serve_request(stream: &mut TcpStream, port: u16, counts: &Counts, messages: &Sender<Message>) {
    let request = match counts.read(stream, port) {
        None => return,
        Some(Err(refusal)) => return refuse(stream, refusal),
        Some(Ok(request)) => request,
    };
    if request.path == EVENTS {
        match acquire_slot(&counts.waiting, MAX_WAITING) {
            Some(_slot) => stream_changes(stream, &request, messages),
            None => refuse(stream, (503, "too many pages are open")),
        }
        return;
    }
    let (sender, answer) = channel();
    let answer = messages
        .send(Message::Request(request.path, sender))
        .ok()
        .and_then(|()| answer.recv().ok());
    let Some(HttpResponse {
        head,
        redirect_to: instead,
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
    let extra_headers = instead
        .map(|path| format!("Location: {path}\r\n"))
        .unwrap_or_default();
    let _ = http::send(stream, head, &extra_headers, &body, request.is_head);
}

/// Sends a page its changes until the client disconnects.
fn stream_changes(stream: &mut TcpStream, request: &HttpRequest, messages: &Sender<Message>) {
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
    let (sender, changes) = sync_channel(MAX_QUEUED_CHANGES);
    let client = Client {
        path: field("path"),
        seen: field("seen"),
        proposals: "[]".to_string(),
        is_proposed: false,
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
        // An error means that the client has gone.
        let _ = forward_changes(stream, &changes);
    }
}

fn forward_changes(stream: &mut TcpStream, changes: &Receiver<String>) -> io::Result<()> {
    let mut last = Instant::now();
    loop {
        match changes.recv_timeout(CLOSE_CHECK_INTERVAL) {
            Ok(change) => stream.write_all(format!("data: {change}\n\n").as_bytes())?,
            Err(RecvTimeoutError::Timeout) if has_ended(stream)? => return Ok(()),
            Err(RecvTimeoutError::Timeout) if last.elapsed() < KEEP_ALIVE_INTERVAL => continue,
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
