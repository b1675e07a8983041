//! Reads and writes messages: a header that gives the length, and JSON. Knows no methods.

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

/// Maximum size of a message, in bytes.
const MAX_MESSAGE: usize = 64 * 1024 * 1024;
/// Maximum length of a header line, in bytes.
const MAX_HEADER: u64 = 4096;

/// A message from the client.
pub(super) enum Received {
    Message(Message),
    /// Input that is not JSON or not a message, with the error response to send.
    Malformed(Value),
}

/// Reads the next message; `None` at the end of the input.
///
/// # Errors
///
/// A system error, or a header without the length of its message: then the start of the next
/// message is unknown.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Received>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if Read::take(&mut *input, MAX_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(invalid("a header without a colon"));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            length = value
                .trim()
                .parse()
                .ok()
                .filter(|length| *length <= MAX_MESSAGE);
        }
    }
    let length = length.ok_or_else(|| invalid("a header whose length cannot be read"))?;
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes)?;
    let malformed = |code: ErrorCode, id: Value, why: &str| {
        let error = json!({ "code": code as i32, "message": why });
        Received::Malformed(json!({ "jsonrpc": "2.0", "id": id, "error": error }))
    };
    // A request with any other id would be read as a notification and never be answered.
    let is_id =
        |id: &Value| id.is_string() || id.as_i64().is_some_and(|id| i32::try_from(id).is_ok());
    let parsed = serde_json::from_slice::<Value>(&bytes).or_else(|error| {
        serde_json::from_slice(&replace_lone_surrogates(&bytes)).map_err(|_| error)
    });
    Ok(Some(match parsed {
        Err(error) => malformed(ErrorCode::ParseError, Value::Null, &error.to_string()),
        Ok(value) => match value
            .get("id")
            .filter(|id| value.get("method").is_some() && !is_id(id))
        {
            Some(id) => malformed(
                ErrorCode::InvalidRequest,
                id.clone(),
                "expected an id that is a string or a 32-bit number",
            ),
            None => serde_json::from_value(value).map_or_else(
                |_| {
                    malformed(
                        ErrorCode::InvalidRequest,
                        Value::Null,
                        "expected a request, a notification or a response",
                    )
                },
                Received::Message,
            ),
        },
    }))
}

/// Replaces each unpaired surrogate in some JSON by the replacement character. An editor that
/// counts in UTF-16 may cut a character in two, and a Rust string cannot hold half of one.
fn replace_lone_surrogates(json: &[u8]) -> Vec<u8> {
    let unit_at = |at: usize| -> Option<u16> {
        let digits = json.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut repaired = Vec::with_capacity(json.len());
    let mut at = 0;
    while at < json.len() {
        let (length, is_unpaired) = match (unit_at(at), unit_at(at + 6)) {
            (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => (12, false),
            (Some(0xd800..0xe000), _) => (6, true),
            // A backslash escapes the next character, which may be another backslash.
            _ if json[at] == b'\\' => (2.min(json.len() - at), false),
            _ => (1, false),
        };
        repaired.extend_from_slice(if is_unpaired {
            b"\\ufffd"
        } else {
            &json[at..at + length]
        });
        at += length;
    }
    repaired
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// The output to the client, shared by all threads.
#[derive(Clone)]
pub(super) struct Out(Arc<Mutex<dyn Write + Send>>);

impl Out {
    pub(super) fn new(output: impl Write + Send + 'static) -> Out {
        Out(Arc::new(Mutex::new(output)))
    }

    /// Sends a message. Ignores errors: if the client has gone, reading ends too.
    pub(super) fn send(&self, message: impl Into<Message>) {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = message.into().write(&mut &mut *output);
    }

    /// Sends a response that `Message` cannot represent: its id is null, or neither a string nor a
    /// 32-bit number.
    pub(super) fn send_raw(&self, value: &Value) {
        let text = value.to_string();
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())
            .and_then(|()| output.flush());
    }
}
