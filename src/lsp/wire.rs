//! Messages as they travel: a header that says how long one is, and JSON. Knows no methods.

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

/// The longest message that is read, in bytes.
const MAX_MESSAGE: usize = 64 * 1024 * 1024;
/// The longest line of a header.
const MAX_HEADER: u64 = 4096;

/// What a client sent.
pub(super) enum Received {
    Message(Message),
    /// No JSON, or no message, and the answer to it.
    Malformed(Value),
}

/// Reads the next message; `None` at the end.
///
/// # Errors
///
/// What the system says, or that a header says nothing of how long its message is: then it is not known where the next
/// begins.
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
            length = value.trim().parse().ok().filter(|length| *length <= MAX_MESSAGE);
        }
    }
    let length = length.ok_or_else(|| invalid("a header without a length that can be read"))?;
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes)?;
    let refused = |code: ErrorCode, why: String| {
        let error = json!({ "code": code as i32, "message": why });
        Received::Malformed(json!({ "jsonrpc": "2.0", "id": null, "error": error }))
    };
    Ok(Some(match serde_json::from_slice::<Value>(&bytes) {
        Err(error) => refused(ErrorCode::ParseError, error.to_string()),
        Ok(value) => match serde_json::from_value(value) {
            Err(error) => refused(ErrorCode::InvalidRequest, error.to_string()),
            Ok(message) => Received::Message(message),
        },
    }))
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Where messages to the client go, from whichever thread.
#[derive(Clone)]
pub(super) struct Out(Arc<Mutex<dyn Write + Send>>);

impl Out {
    pub(super) fn new(output: impl Write + Send + 'static) -> Out {
        Out(Arc::new(Mutex::new(output)))
    }

    /// Sends a message. If the client has gone, reading ends too.
    pub(super) fn send(&self, message: impl Into<Message>) {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = message.into().write(&mut &mut *output);
    }

    /// Sends what is no proper message: an answer to an unknown request.
    pub(super) fn send_raw(&self, value: &Value) {
        let text = value.to_string();
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = write!(output, "Content-Length: {}\r\n\r\n{text}", text.len()).and_then(|()| output.flush());
    }
}
