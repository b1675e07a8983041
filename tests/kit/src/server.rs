//! `padma serve` at work in a folder, and what it answers over a socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A server of books; it ends when dropped.
pub struct Server {
    child: Child,
    /// `127.0.0.1:4000`.
    pub host: String,
    /// The address of the page it begins with.
    pub start: String,
    said: Arc<Mutex<String>>,
}

/// What it answers.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Server {
    /// Started by a command with `serve` and its words, to which `--no-open` is added.
    pub fn start(mut command: Command) -> Server {
        command.arg("--no-open").env("NO_COLOR", "1");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        lines.read_line(&mut first).unwrap();
        let said = Arc::new(Mutex::new(String::new()));
        let mut complaints = BufReader::new(child.stderr.take().unwrap());
        let Some(address) = first.trim().strip_prefix("serving http://") else {
            let mut text = String::new();
            complaints.read_to_string(&mut text).unwrap();
            panic!("it does not begin: {first}{text}");
        };
        let (host, _) = address.split_once('/').unwrap();
        let server = Server {
            host: host.into(),
            start: format!("http://{address}"),
            said: Arc::clone(&said),
            child,
        };
        // Which of the two is read first is chance, whichever was written first.
        let hear = |mut stream: Box<dyn BufRead + Send>| {
            let said = Arc::clone(&said);
            thread::spawn(move || {
                let mut line = String::new();
                while stream.read_line(&mut line).is_ok_and(|length| length > 0) {
                    said.lock().unwrap().push_str(&std::mem::take(&mut line));
                }
            });
        };
        hear(Box::new(lines));
        hear(Box::new(complaints));
        server
    }

    /// What it has said on its terminal since it began.
    pub fn said(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    /// Waits until what it has said, from a byte on, is as it should be.
    pub fn wait_to_hear(&self, from: usize, is_meant: impl Fn(&str) -> bool) {
        for _ in 0..400 {
            if is_meant(&self.said()[from..]) {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("it does not say what it should: {}", &self.said()[from..]);
    }

    pub fn is_alive(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// A connection that waits a while at most.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream
    }

    /// What bytes get that are sent as they are; `None` if the connection ends without an answer.
    pub fn send(&self, bytes: &[u8]) -> Option<Answer> {
        let mut stream = self.connect();
        // It may refuse before all is sent.
        let _ = stream.write_all(bytes);
        read(&mut stream)
    }

    pub fn get(&self, path: &str) -> Answer {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host);
        self.send(request.as_bytes())
            .unwrap_or_else(|| panic!("{path}: no answer"))
    }

    /// Asks until an answer is as it should be.
    pub fn wait_for(&self, path: &str, is_meant: impl Fn(&Answer) -> bool) -> Answer {
        for _ in 0..400 {
            let answer = self.get(path);
            if is_meant(&answer) {
                return answer;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!(
            "{path} does not become what it should: {}",
            self.get(path).text()
        );
    }
}

/// An answer up to its connection's end.
pub fn read(stream: &mut TcpStream) -> Option<Answer> {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(Answer {
        status,
        head,
        body: bytes.split_off(end + 4),
    })
}

/// A page without the script that the server puts into it.
pub fn without_script(page: &str) -> String {
    let Some(start) = page.find("<script src=\"/.padma/") else {
        return page.to_string();
    };
    let end = start + page[start..].find("</script>").unwrap() + "</script>".len();
    [&page[..start], &page[end..]].concat()
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let said = self.said();
        assert!(thread::panicking() || !said.contains("panicked"), "{said}");
    }
}
