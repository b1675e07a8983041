//! The part of HTTP/1.1 that a browser needs to read a site: one request for each connection,
//! `GET` and `HEAD`, no bodies.
//!
//! It uses the standard library's sockets, because the existing small server crates start a thread
//! for each connection without a limit, and wait for a slow client forever. This module alone
//! determines what a client may send, how long it may take, and the headers of an answer. Of what
//! is served, it knows only how the text is encoded.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use padma_site::page::charset;

/// Maximum size of a request, in bytes.
const MAX_REQUEST_BYTES: usize = 16 * 1024;
/// Time limit for receiving a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
/// Time limit for sending a part of an answer.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum time for which a connection stays open after the answer. The rest of what the client
/// sends is read meanwhile, so that the client can read the answer.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(500);

/// A parsed request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HttpRequest {
    pub is_head: bool,
    /// Decoded; begins with `/`, and has no segment `.` or `..`.
    pub path: String,
    /// The raw text after the `?`.
    pub query: String,
}

/// An answer without its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ResponseHead {
    pub status: u16,
    pub kind: &'static str,
}

impl ResponseHead {
    pub(super) const TEXT: &'static str = "text/plain";
    pub(super) const HTML: &'static str = "text/html";
    pub(super) const EVENTS: &'static str = "text/event-stream";

    fn phrase(self) -> &'static str {
        match self.status {
            200 => "OK",
            301 => "Moved Permanently",
            400 => "Bad Request",
            403 => "Forbidden",
            404 => "Not Found",
            405 => "Method Not Allowed",
            408 => "Request Timeout",
            431 => "Request Header Fields Too Large",
            503 => "Service Unavailable",
            _ => "Internal Server Error",
        }
    }
}

/// The reason why a request is refused: a status and a sentence.
pub(super) type Refusal = (u16, &'static str);

/// Reads a request and checks that it is for this port. `None` if the client disconnects.
pub(super) fn read(stream: &mut TcpStream, port: u16) -> Option<Result<HttpRequest, Refusal>> {
    let end = Instant::now() + REQUEST_TIMEOUT;
    let mut bytes: Vec<u8> = Vec::new();
    let mut part = [0; 2048];
    loop {
        // An empty line ends the request even if it lacks the carriage return and is invalid.
        let find = |end: &[u8]| bytes.windows(end.len()).position(|part| part == end);
        let length = find(b"\r\n\r\n").or_else(|| find(b"\n\n"));
        if length.unwrap_or(bytes.len()) > MAX_REQUEST_BYTES {
            return Some(Err((431, "the request is too long")));
        }
        if let Some(length) = length {
            return Some(parse(&bytes[..length], port));
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return Some(Err((408, "the request took too long")));
        }
        match stream.read(&mut part) {
            Ok(0) => return None,
            Ok(length) => bytes.extend_from_slice(&part[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                ) => {}
            Err(_) => return None,
        }
    }
}

const NOT_A_REQUEST: Refusal = (400, "this is not a request");

/// Parses the lines of a request.
fn parse(bytes: &[u8], port: u16) -> Result<HttpRequest, Refusal> {
    let text = std::str::from_utf8(bytes).map_err(|_| NOT_A_REQUEST)?;
    if !text.bytes().all(|byte| {
        byte == b'\r' || byte == b'\n' || byte == b'\t' || (b' '..=b'~').contains(&byte)
    }) {
        return Err(NOT_A_REQUEST);
    }
    let mut lines = text.split("\r\n");
    let words: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let [method, target, "HTTP/1.1" | "HTTP/1.0"] = words[..] else {
        return Err(NOT_A_REQUEST);
    };
    let fields: Vec<(String, &str)> = lines
        .map(|line| {
            line.split_once(':')
                .map(|(name, value)| (name.to_ascii_lowercase(), value.trim()))
        })
        .collect::<Option<_>>()
        .ok_or(NOT_A_REQUEST)?;
    let field = |name: &str| {
        fields
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| *value)
    };
    if fields.iter().filter(|(name, _)| name == "host").count() > 1 {
        return Err(NOT_A_REQUEST);
    }
    // A page under another host name that resolves to this machine must not read the site (DNS
    // rebinding).
    if !field("host").is_some_and(|host| is_this_server(host, port)) {
        return Err((
            403,
            "this site is served only at the address that padma prints",
        ));
    }
    let is_foreign =
        field("sec-fetch-site").is_some_and(|site| matches!(site, "cross-site" | "same-site"));
    let origin = field("origin").map(|origin| origin.strip_prefix("http://"));
    let has_foreign_origin =
        origin.is_some_and(|host| !host.is_some_and(|host| is_this_server(host, port)));
    if has_foreign_origin || is_foreign && field("sec-fetch-mode") != Some("navigate") {
        return Err((403, "pages of other sites may not read this one"));
    }
    let is_head = match method {
        "GET" => false,
        "HEAD" => true,
        _ if !method.is_empty() && method.bytes().all(|byte| byte.is_ascii_uppercase()) => {
            return Err((405, "only GET and HEAD are supported"));
        }
        _ => return Err(NOT_A_REQUEST),
    };
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let path = decode_percent(path).ok_or((400, "this is not a path of a site"))?;
    let climbs = path.split('/').any(|part| matches!(part, "." | ".."));
    if !path.starts_with('/') || climbs || path.contains(|c: char| c.is_control() || c == '\\') {
        return Err((400, "this is not a path of a site"));
    }
    Ok(HttpRequest {
        is_head,
        path,
        query: query.to_string(),
    })
}

/// Whether a `Host` field names this machine and this port.
fn is_this_server(host: &str, port: u16) -> bool {
    let named = host
        .rsplit_once(':')
        .filter(|(_, given)| given.parse() == Ok(port));
    named.is_some_and(|(name, _)| name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost"))
}

/// Decodes percent escapes; `None` if one is invalid.
pub(super) fn decode_percent(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
            let (high, low) = (digit(rest.next())?, digit(rest.next())?);
            u8::try_from(16 * high + low).ok()?
        } else {
            byte
        });
    }
    String::from_utf8(bytes).ok()
}

/// Sends an answer. `extra_headers` holds whole header lines.
pub(super) fn send(
    stream: &mut TcpStream,
    head: ResponseHead,
    extra_headers: &str,
    body: &[u8],
    is_head: bool,
) -> io::Result<()> {
    let length = format!("Content-Length: {}\r\n{extra_headers}", body.len());
    let mut bytes = head_text(head, &length).into_bytes();
    if !is_head {
        bytes.extend_from_slice(body);
    }
    stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
    stream.write_all(&bytes)
}

/// Begins an answer whose body is sent in pieces.
pub(super) fn begin(stream: &mut TcpStream, head: ResponseHead) -> io::Result<()> {
    stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
    stream.set_nodelay(true)?;
    stream.write_all(head_text(head, "").as_bytes())
}

fn head_text(head: ResponseHead, extra_headers: &str) -> String {
    let ResponseHead { status, kind } = head;
    format!(
        "HTTP/1.1 {status} {}\r\nContent-Type: {kind}{}\r\n{extra_headers}Connection: close\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nX-Frame-Options: SAMEORIGIN\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\r\n",
        head.phrase(),
        charset(kind)
    )
}

/// Closes a connection so that the client can read the answer, whatever else it still sends.
pub(super) fn end(stream: &mut TcpStream) {
    let end = Instant::now() + CLOSE_TIMEOUT;
    let mut part = [0; 2048];
    let mut is_open = stream.shutdown(Shutdown::Write).is_ok();
    while is_open {
        let left = end.saturating_duration_since(Instant::now());
        is_open = !left.is_zero()
            && stream.set_read_timeout(Some(left)).is_ok()
            && stream.read(&mut part).is_ok_and(|length| length > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(lines: &str) -> Result<HttpRequest, u16> {
        parse(lines.replace('\n', "\r\n").as_bytes(), 4000).map_err(|(status, _)| status)
    }

    #[test]
    fn only_paths_of_this_site_are_accepted() {
        let get = |path: &str| request(&format!("GET {path} HTTP/1.1\nHost: localhost:4000"));
        for (target, path) in [
            ("/", "/"),
            ("/a/b.html?x=1", "/a/b.html"),
            ("/a%20b", "/a b"),
            ("/%C3%A9", "/é"),
        ] {
            assert_eq!(get(target).unwrap().path, path);
        }
        let refused = [
            "/../Cargo.toml",
            "/a/../../b",
            "/%2e%2e/x",
            "/%2E./x",
            "/a%2f..%2fb",
            "/a/./b",
            "/a%00b",
            "/a\\..\\b",
            "/%5c..",
            "http://localhost:4000/",
            "//..",
            "a",
            "",
            "/%",
            "/%2",
            "/%zz",
            "/%ff",
            "*",
        ];
        for target in refused {
            assert_eq!(
                get(target).map_err(|status| status / 100),
                Err(4),
                "{target}"
            );
        }
    }

    #[test]
    fn only_requests_from_this_site_are_answered() {
        for (fields, status) in [
            ("Host: 127.0.0.1:4000", None),
            ("host:LOCALHOST:4000", None),
            (
                "Host: 127.0.0.1:4000\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate",
                None,
            ),
            (
                "Host: 127.0.0.1:4000\nSec-Fetch-Site: same-origin\nSec-Fetch-Mode: cors",
                None,
            ),
            (
                "Host: 127.0.0.1:4000\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: no-cors",
                Some(403),
            ),
            (
                "Host: 127.0.0.1:4000\nSec-Fetch-Site: same-site\nSec-Fetch-Mode: cors",
                Some(403),
            ),
            ("Host: 127.0.0.1", Some(403)),
            ("Host: 127.0.0.1:4001", Some(403)),
            ("Host: example.org:4000", Some(403)),
            ("Host: localhost.example.org:4000", Some(403)),
            ("Accept: */*", Some(403)),
            ("Host: 127.0.0.1:4000\nHost: 127.0.0.1:4000", Some(400)),
            ("Host", Some(400)),
        ] {
            assert_eq!(
                request(&format!("GET / HTTP/1.1\n{fields}")).err(),
                status,
                "{fields}"
            );
        }
        for (line, status) in [
            ("POST / HTTP/1.1", 405),
            ("get / HTTP/1.1", 400),
            ("GET /", 400),
            ("GET / HTTP/2", 400),
            ("", 400),
        ] {
            assert_eq!(
                request(&format!("{line}\nHost: localhost:4000")).err(),
                Some(status),
                "{line}"
            );
        }
    }
}
