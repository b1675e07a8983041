//! A client of one server, and the small book that it opens.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use kit::folder::{Folder, program};
use serde_json::{Value, json};

/// Longer than any answer takes.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// A client of one server.
pub(super) struct Client {
    child: Child,
    pub(super) input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What the server has said of each file, by the last part of its address.
    pub(super) complaints: BTreeMap<String, Value>,
    next: i64,
}

impl Client {
    pub(super) fn new(folder: &Folder) -> Client {
        let mut command = program();
        command
            .arg("lsp")
            .current_dir(folder.top())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = received(&mut output) {
                let _ = sender.send(message);
            }
        });
        Client {
            child,
            input,
            messages,
            complaints: BTreeMap::new(),
            next: 0,
        }
    }

    /// A client whose server is ready.
    pub(super) fn ready(folder: &Folder) -> Client {
        let mut client = Client::new(folder);
        let answer = client.ask(
            "initialize",
            json!({ "processId": null, "capabilities": {} }),
        );
        assert_eq!(answer["result"]["serverInfo"]["name"], "padma", "{answer}");
        client.notify("initialized", json!({}));
        client
    }

    pub(super) fn send_text(&mut self, text: &str) {
        let framed = format!("Content-Length: {}\r\n\r\n{text}", text.len());
        // A server that has gone says so by its status.
        let _ = self.input.as_mut().unwrap().write_all(framed.as_bytes());
    }

    pub(super) fn notify(&mut self, method: &str, params: Value) {
        self.send_text(
            &json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string(),
        );
    }

    pub(super) fn send(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        self.send_text(
            &json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params })
                .to_string(),
        );
        self.next
    }

    /// The next message that is no complaint.
    pub(super) fn message(&mut self) -> Value {
        loop {
            let message = self
                .messages
                .recv_timeout(PATIENCE)
                .expect("the server answers");
            if message["method"] != "textDocument/publishDiagnostics" {
                return message;
            }
            let uri = message["params"]["uri"].as_str().unwrap();
            let file = uri.rsplit('/').next().unwrap().to_string();
            self.complaints
                .insert(file, message["params"]["diagnostics"].clone());
        }
    }

    pub(super) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        let answer = self.message();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Returns the complaints about a file as it is now: the server answers a question about it only
    /// after it has checked it.
    pub(super) fn complaints(&mut self, folder: &Folder, file: &str) -> Vec<String> {
        self.ask(
            "textDocument/hover",
            json!({ "textDocument": { "uri": uri(folder, file) }, "position": at(0, 0) }),
        );
        let said = self
            .complaints
            .get(file.rsplit('/').next().unwrap())
            .cloned()
            .unwrap_or(json!([]));
        said.as_array()
            .unwrap()
            .iter()
            .map(|one| one["message"].as_str().unwrap().to_string())
            .collect()
    }

    pub(super) fn open(&mut self, folder: &Folder, file: &str) {
        let text = folder.read(file);
        let opened =
            json!({ "uri": uri(folder, file), "languageId": "x", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": opened }));
    }

    pub(super) fn change(&mut self, folder: &Folder, file: &str, changes: Value) {
        let named = json!({ "uri": uri(folder, file), "version": 2 });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": named, "contentChanges": changes }),
        );
    }

    /// Asks about the place where a word stands in a file.
    pub(super) fn ask_at(
        &mut self,
        folder: &Folder,
        method: &str,
        file: &str,
        word: &str,
        more: Value,
    ) -> Value {
        let mut params = json!({
            "textDocument": { "uri": uri(folder, file) },
            "position": position_of(&folder.read(file), word),
        });
        params
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        self.ask(method, params)
    }

    pub(super) fn leave(mut self) -> ExitStatus {
        self.ask("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.child.wait().unwrap()
    }

    /// The status of a server that ends by itself, or when nothing can come any more.
    pub(super) fn status(mut self) -> Option<i32> {
        self.input = None;
        self.child.wait().unwrap().code()
    }
}

pub(super) fn received(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().unwrap(),
            None if line.trim_end().is_empty() => break,
            None => {}
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).unwrap())
}

pub(super) fn at(line: usize, character: usize) -> Value {
    json!({ "line": line, "character": character })
}

/// The position of the middle of a word, counted as the protocol does; `a|b` is the place between the two.
pub(super) fn position_of(text: &str, word: &str) -> Value {
    let (before, after) = word
        .split_once('|')
        .unwrap_or(word.split_at(word.len() / 2));
    let whole = format!("{before}{after}");
    let offset = text
        .find(&whole)
        .unwrap_or_else(|| panic!("{whole:?} in {text}"))
        + before.len();
    let line = text[..offset].matches('\n').count();
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    at(line, text[start..offset].encode_utf16().count())
}

pub(super) fn uri(folder: &Folder, file: &str) -> String {
    format!("file://{}", folder.path(file).display())
}

pub(super) const VARIANT: &str = r#"title = "Garden"

[board]
kind = "grid"
files = 8
ranks = 8

[sets]
pond = "cells d4 d5 e4 e5"

[[piece]]
id = "toad"
movement = "leap 2 along orthogonal onto outside pond"

[[piece]]
id = "newt"
name = "Newt"
movement = "toad; step diagonal"

[[rule]]
kind = "promotion"
piece = "toad"
cells = "far rank 1"
to = ["newt"]

[[rule]]
kind = "transformation"
piece = "newt"
when = "captures toad"
to = "toad"

[[define]]
id = "shy"
doc = "a piece that keeps away from others"
key = [{ name = "from", takes = "pieces" }]

[[define.rule]]
kind = "forbid"
when = "neighbours(pieces($from, other)) & pieces(mover) != {}"
"#;

pub(super) const PAGE: &str = r#"# Gärten 🏰

🏰 Größe: [Toads](other.md) reach [2 cells](<claim:count(reach(toad, a1))>), and from the pond [zero cells](claim:pond-born).

```diagram G1 "Ein Teich 🏰"
white T toad a1
white newt h8
x = reach(T)
```

It goes to [a3 and c1](claim:reach(T)), and [4 cells](claim:size) are wet.

```claims
pond-born = count(pond & range(toad))
size = count(pond)
```
"#;

pub(super) const OTHER: &str = "# Other\n\nA Newt has [all of it](<claim:all c in reach(toad, a1): c in reach(newt, a1)>).\n\n```piece toad\n```\n";

pub(super) fn garden() -> Folder {
    let folder = Folder::new("lsp");
    folder.write("content/garden/garden.toml", VARIANT);
    folder.write("content/garden/index.md", PAGE);
    folder.write("content/garden/other.md", OTHER);
    folder.write(
        "content/garden/book.toml",
        "title = \"Garden\"\nvariant = \"garden\"\n\n[[chapter]]\npages = [\"index.md\", \"other.md\"]\n",
    );
    folder
}

pub(super) const INDEX: &str = "content/garden/index.md";
pub(super) const TOML: &str = "content/garden/garden.toml";
