//! `padma lsp` as an editor meets it: a client over the protocol, and a small book that it opens and changes.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use kit::folder::{Folder, program, root};
use serde_json::{Value, json};

/// Longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client of one server.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What the server has said of each file, by the last part of its address.
    complaints: BTreeMap<String, Value>,
    next: i64,
}

impl Client {
    fn new(folder: &Folder) -> Client {
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
    fn ready(folder: &Folder) -> Client {
        let mut client = Client::new(folder);
        let answer = client.ask(
            "initialize",
            json!({ "processId": null, "capabilities": {} }),
        );
        assert_eq!(answer["result"]["serverInfo"]["name"], "padma", "{answer}");
        client.notify("initialized", json!({}));
        client
    }

    fn send_text(&mut self, text: &str) {
        let framed = format!("Content-Length: {}\r\n\r\n{text}", text.len());
        // A server that has gone says so by its status.
        let _ = self.input.as_mut().unwrap().write_all(framed.as_bytes());
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send_text(
            &json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string(),
        );
    }

    fn send(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        self.send_text(
            &json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params })
                .to_string(),
        );
        self.next
    }

    /// The next message that is no complaint.
    fn message(&mut self) -> Value {
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

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        let answer = self.message();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// What is complained of in a file now: a question about it is answered after it has been checked.
    fn complaints(&mut self, folder: &Folder, file: &str) -> Vec<String> {
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

    fn open(&mut self, folder: &Folder, file: &str) {
        let text = folder.read(file);
        let opened =
            json!({ "uri": uri(folder, file), "languageId": "x", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": opened }));
    }

    fn change(&mut self, folder: &Folder, file: &str, changes: Value) {
        let named = json!({ "uri": uri(folder, file), "version": 2 });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": named, "contentChanges": changes }),
        );
    }

    /// Asks about the place where a word stands in a file.
    fn ask_at(
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

    fn leave(mut self) -> ExitStatus {
        self.ask("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.child.wait().unwrap()
    }

    /// The status of a server that ends by itself, or when nothing can come any more.
    fn status(mut self) -> Option<i32> {
        self.input = None;
        self.child.wait().unwrap().code()
    }
}

fn received(output: &mut impl BufRead) -> Option<Value> {
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

fn at(line: usize, character: usize) -> Value {
    json!({ "line": line, "character": character })
}

/// The position of the middle of a word, counted as the protocol does; `a|b` is the place between the two.
fn position_of(text: &str, word: &str) -> Value {
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

fn uri(folder: &Folder, file: &str) -> String {
    format!("file://{}", folder.path(file).display())
}

const VARIANT: &str = r#"title = "Garden"

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
"#;

const PAGE: &str = r#"# Gärten 🏰

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

const OTHER: &str = "# Other\n\nA Newt has [all of it](<claim:all c in reach(toad, a1): c in reach(newt, a1)>).\n\n```piece toad\n```\n";

fn garden() -> Folder {
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

const INDEX: &str = "content/garden/index.md";
const TOML: &str = "content/garden/garden.toml";

#[test]
fn complaints_follow_the_text_as_it_is_typed() {
    let folder = garden();
    let mut client = Client::ready(&folder);
    client.open(&folder, INDEX);
    assert_eq!(client.complaints(&folder, INDEX), Vec::<String>::new());
    // A digit behind letters that take several units.
    let digit = |from: Value, text: &str| {
        let end = at(
            from["line"].as_u64().unwrap() as usize,
            from["character"].as_u64().unwrap() as usize + 1,
        );
        json!([{ "range": { "start": from, "end": end }, "text": text }])
    };
    let place = position_of(PAGE, "[|2 cells");
    client.change(&folder, INDEX, digit(place.clone(), "3"));
    let wrong = client.complaints(&folder, INDEX);
    assert!(
        wrong.len() == 1
            && wrong[0].starts_with("this claim fails: the text says 3, the rules give 2\n"),
        "{wrong:?}"
    );
    let said = client.complaints["index.md"][0].clone();
    assert_eq!(
        (&said["code"], &said["severity"]),
        (&json!("claim-verdict"), &json!(1))
    );
    assert_eq!(said["range"]["start"], place, "{said}");
    client.change(&folder, INDEX, digit(place, "2"));
    assert_eq!(client.complaints(&folder, INDEX), Vec::<String>::new());
    // The file is what it was; a change of the variant that is not saved is seen in the page.
    client.open(&folder, TOML);
    client.change(
        &folder,
        TOML,
        json!([{ "text": VARIANT.replace("leap 2", "leap 1") }]),
    );
    assert!(
        client
            .complaints(&folder, INDEX)
            .iter()
            .any(|said| said.contains("a3"))
    );
    client.change(
        &folder,
        TOML,
        json!([{ "text": VARIANT.replace("title = \"Garden\"", "title = ") }]),
    );
    assert_eq!(client.complaints(&folder, TOML).len(), 1);
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": uri(&folder, TOML) } }),
    );
    assert_eq!(client.complaints(&folder, INDEX), Vec::<String>::new());
    // A file that another program changes.
    folder.write(
        "content/garden/other.md",
        OTHER.replace("piece toad", "piece tood"),
    );
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    client.complaints(&folder, INDEX);
    assert!(
        client.complaints["other.md"][0]["message"]
            .as_str()
            .unwrap()
            .contains("did you mean `toad`?")
    );
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": uri(&folder, INDEX) } }),
    );
    client.complaints(&folder, INDEX);
    assert_eq!(client.complaints["other.md"], json!([]));
    assert!(client.leave().success());
}

#[test]
fn names_are_explained_and_found() {
    let folder = garden();
    let mut client = Client::ready(&folder);
    client.open(&folder, INDEX);
    let hovers = [
        (
            INDEX,
            "[2 cel|ls]",
            vec![
                "**holds**",
                "`count(reach(toad, a1))` is **2**",
                "The Toad reaches 2 cells from a1.",
                "```text",
            ],
        ),
        (INDEX, "re|ach(toad, a1)", vec!["`reach(M)`", "is **2**"]),
        (
            INDEX,
            "reach(to|ad, a1)",
            vec!["**Toad** (`toad`) leaps orthogonally", "promote"],
        ),
        (
            INDEX,
            "[a3 and c1](claim:reach(T|))",
            vec!["**Toad**", "a3 c1", "1 | T  |"],
        ),
        (INDEX, "siz|e = count(pond)", vec!["is **4**"]),
        (
            INDEX,
            "count(po|nd)",
            vec!["`pond`: 4 of the 64 cells", "d4 d5 e4 e5"],
        ),
        (
            INDEX,
            "```dia|gram",
            vec!["Ein Teich", "N  White Newt on h8", "`x`, **holds**"],
        ),
        (INDEX, "white ne|wt", vec!["**Newt**"]),
        (
            TOML,
            "kin|d = \"promotion\"",
            vec!["`promotion`: where a move ends on `cells`"],
        ),
        (
            TOML,
            "t|o = [",
            vec!["the choices", "a list of pieces' ids"],
        ),
        (
            TOML,
            "along ortho|gonal",
            vec!["`orthogonal`: a class of directions"],
        ),
        (TOML, "\"le|ap", vec!["**", "leaps"]),
    ];
    for (file, word, expected) in hovers {
        let answer = client.ask_at(&folder, "textDocument/hover", file, word, json!({}));
        let said = answer["result"]["contents"]["value"]
            .as_str()
            .unwrap_or_else(|| panic!("{word}: {answer}"));
        expected
            .iter()
            .for_each(|part| assert!(said.contains(part), "{word}: no {part:?} in\n{said}"));
    }
    for (file, word, definition) in [
        (INDEX, "reach(to|ad, a1)", (TOML, "id = \"|toad")),
        (INDEX, "claim:si|ze", (INDEX, "|size = ")),
        (INDEX, "reach(|T)", (INDEX, "white |T")),
        (INDEX, "count(po|nd)", (TOML, "|pond = ")),
        (TOML, "outside po|nd", (TOML, "|pond = ")),
        (TOML, "\"to|ad; step", (TOML, "id = \"|toad")),
        (INDEX, "other.m|d", ("content/garden/other.md", "|# Other")),
        ("content/garden/book.toml", "\"gard|en\"", (TOML, "|title")),
    ] {
        let answer = client.ask_at(&folder, "textDocument/definition", file, word, json!({}));
        let (file, place) = definition;
        let found = &answer["result"];
        assert_eq!(found["uri"], uri(&folder, file), "{word}: {answer}");
        assert_eq!(
            found["range"]["start"],
            position_of(&folder.read(file), place),
            "{word}"
        );
    }
    for (word, with, count) in [
        ("reach(to|ad, a1)", true, 10),
        ("reach(to|ad, a1)", false, 9),
        ("claim:si|ze", true, 2),
    ] {
        let more = json!({ "context": { "includeDeclaration": with } });
        let answer = client.ask_at(&folder, "textDocument/references", INDEX, word, more);
        assert_eq!(
            answer["result"].as_array().unwrap().len(),
            count,
            "{word}: {answer}"
        );
    }
}

/// The texts of a folder after the edits of an answer.
fn edited(folder: &Folder, edit: &Value) -> BTreeMap<String, String> {
    let changes = edit["changes"]
        .as_object()
        .unwrap_or_else(|| panic!("{edit}"));
    let text_of = |(address, edits): (&String, &Value)| {
        let path = address.strip_prefix(&uri(folder, "")).unwrap().to_string();
        let mut text = folder.read(&path);
        let mut edits = edits.as_array().unwrap().clone();
        edits.sort_by_key(|edit| {
            (
                edit["range"]["start"]["line"].as_u64(),
                edit["range"]["start"]["character"].as_u64(),
            )
        });
        for edit in edits.iter().rev() {
            let place = |end: &str| offset(&text, &edit["range"][end]);
            text.replace_range(
                place("start")..place("end"),
                edit["newText"].as_str().unwrap(),
            );
        }
        (path, text)
    };
    changes.iter().map(text_of).collect()
}

fn offset(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().unwrap() as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let mut units = position["character"].as_u64().unwrap() as usize;
    let mut offset = start;
    for c in text[start..].chars() {
        if units == 0 {
            break;
        }
        units -= c.len_utf16();
        offset += c.len_utf8();
    }
    offset
}

#[test]
fn a_new_name_reaches_every_text_and_changes_no_verdict() {
    let folder = garden();
    // Another book of the same pieces.
    folder.write(
        "content/meadow/meadow.toml",
        "extends = \"garden\"\ntitle = \"Meadow\"\n",
    );
    folder.write(
        "content/meadow/book.toml",
        "title = \"Meadow\"\n[[chapter]]\npages = [\"index.md\"]\n",
    );
    folder.write(
        "content/meadow/index.md",
        "# Meadow\n\n[2](<claim:count(reach(toad, a1))>)\n",
    );
    let mut client = Client::ready(&folder);
    client.open(&folder, INDEX);
    let cases = [
        (
            "reach(to|ad, a1)",
            "pad",
            vec![
                (
                    "garden/garden.toml",
                    vec![
                        "id = \"pad\"",
                        "\"pad; step",
                        "piece = \"pad\"",
                        "captures pad",
                    ],
                ),
                (
                    "garden/index.md",
                    vec!["reach(pad, a1)", "white T pad a1", "range(pad)"],
                ),
                ("garden/other.md", vec!["reach(pad, a1): c", "```piece pad"]),
                ("meadow/index.md", vec!["reach(pad, a1)"]),
            ],
        ),
        (
            "count(po|nd)",
            "pool",
            vec![
                (
                    "garden/garden.toml",
                    vec!["pool = \"cells", "outside pool\""],
                ),
                (
                    "garden/index.md",
                    vec!["count(pool & range", "size = count(pool)"],
                ),
            ],
        ),
        (
            "claim:si|ze",
            "wet-cells",
            vec![(
                "garden/index.md",
                vec!["claim:wet-cells", "wet-cells = count"],
            )],
        ),
    ];
    for (word, new, expected) in cases {
        let answer = client.ask_at(
            &folder,
            "textDocument/rename",
            INDEX,
            word,
            json!({ "newName": new }),
        );
        let texts = edited(&folder, &answer["result"]);
        let named: Vec<String> = expected
            .iter()
            .map(|(file, _)| format!("content/{file}"))
            .collect();
        assert_eq!(
            texts.keys().collect::<Vec<_>>(),
            named.iter().collect::<Vec<_>>(),
            "{answer}"
        );
        for (file, parts) in expected {
            let text = &texts[&format!("content/{file}")];
            parts
                .iter()
                .for_each(|part| assert!(text.contains(part), "{word}: no {part:?} in\n{text}"));
        }
        // The books hold with it, as the program itself says.
        let other = Folder::new("renamed");
        for (path, text) in kit::folder::texts(folder.top()) {
            other.write(&path, texts.get(&path).unwrap_or(&text));
        }
        assert!(other.ask(&["check"]).contains("hold"));
    }
    for (word, new, why) in [
        ("reach(to|ad, a1)", "newt", "is a name already"),
        ("reach(to|ad, a1)", "pond", "is a name already"),
        ("reach(to|ad, a1)", "to ad", "expected letters"),
        ("reach(to|ad, a1)", "", "expected letters"),
        ("reach(to|ad, a1)", "a4", "cannot name a piece"),
        ("reach(to|ad, a1)", "slide", "cannot name a piece"),
        ("count(po|nd)", "rank", "cannot name a set"),
        ("claim:si|ze", "pond-born", "is a name already"),
        ("re|ach(toad", "go", "not a name that an author gives"),
    ] {
        let answer = client.ask_at(
            &folder,
            "textDocument/rename",
            INDEX,
            word,
            json!({ "newName": new }),
        );
        let said = answer["error"]["message"]
            .as_str()
            .unwrap_or_else(|| panic!("{new}: {answer}"));
        assert!(said.contains(why), "{new}: {said}");
    }
}

#[test]
fn what_is_nearly_right_is_mended() {
    let folder = garden();
    let page = PAGE
        .replace("[2 cells]", "[5 cells]")
        .replace("white newt", "white nwet")
        .replace("[a3 and c1]", "[a3 and e1]");
    folder.write(
        INDEX,
        page.replace("```claims", "```cliams")
            .replace("claim:size", "claim:sise"),
    );
    let mut client = Client::ready(&folder);
    client.open(&folder, INDEX);
    let actions = |client: &mut Client, only: Value| {
        let whole = json!({ "start": at(0, 0), "end": at(999, 0) });
        let context = json!({ "diagnostics": [], "only": only });
        let params = json!({ "textDocument": { "uri": uri(&folder, INDEX) }, "range": whole, "context": context });
        let answer = client.ask("textDocument/codeAction", params);
        answer["result"]
            .as_array()
            .unwrap_or_else(|| panic!("{answer}"))
            .clone()
    };
    let titles = |actions: &[Value]| -> Vec<String> {
        actions
            .iter()
            .map(|action| action["title"].as_str().unwrap().to_string())
            .collect()
    };
    let found = actions(&mut client, Value::Null);
    assert_eq!(
        titles(&found)[..3],
        [
            "Write `newt`",
            "Write `claims`",
            "Write what the rules give: 2"
        ],
        "{found:?}"
    );
    // One after another, until nothing is left to mend.
    for _ in 0..9 {
        let Some(action) = actions(&mut client, json!(["quickfix"])).into_iter().next() else {
            break;
        };
        let texts = edited(&folder, &action["edit"]);
        folder.write(INDEX, &texts[INDEX]);
        client.change(&folder, INDEX, json!([{ "text": texts[INDEX] }]));
    }
    assert_eq!(client.complaints(&folder, INDEX), Vec::<String>::new());
    assert_eq!(folder.read(INDEX), PAGE);
    folder.write(
        INDEX,
        PAGE.replace("[2 cells]", "[5 cells]")
            .replace("[a3 and c1]", "[a3 and e1]"),
    );
    client.change(&folder, INDEX, json!([{ "text": folder.read(INDEX) }]));
    let all = actions(&mut client, json!(["source.fixAll"]));
    assert_eq!(all.len(), 1);
    assert_eq!(edited(&folder, &all[0]["edit"])[INDEX], PAGE);
}

#[test]
fn names_are_completed_where_they_may_stand() {
    let folder = garden();
    let mut client = Client::ready(&folder);
    client.open(&folder, INDEX);
    client.open(&folder, TOML);
    client.complaints(&folder, INDEX);
    // What is typed at the end of a file, what is then offered, and what is not.
    let cases = [
        (INDEX, "\n🏰 [x](claim:cou", "count", "white"),
        (INDEX, "\n🏰 [x](claim:", "pond-born", "white"),
        (INDEX, "\n[x](<claim:count(reach(", "T", "to-move"),
        (INDEX, "\n[x](<claim:count(reach(to", "toad", "to-move"),
        (INDEX, "\n[x](<claim:reach(G1.", "T", "toad"),
        (INDEX, "\n[x](claim:says \"st", "step", "count"),
        (INDEX, "\n[x](", "other.md", "count"),
        (INDEX, "\n[x](other.md#", "other", "count"),
        (INDEX, "\n```di", "diagram", "count"),
        (INDEX, "\n```piece ", "newt", "diagram"),
        (INDEX, "\n```diagram G2 \"x\"\nse", "setup", "toad"),
        (INDEX, "\n```diagram G2 \"x\"\nwhite ne", "newt", "to-move"),
        (INDEX, "\n```diagram G2 \"x\"\nwhite newt ", "e4", "to-move"),
        (INDEX, "\n```diagram G2 \"x\"\nx = re", "reach", "to-move"),
        (INDEX, "\n```diagram G2 \"x\"\nvariant ", "chess", "toad"),
        (INDEX, "\n```claims\nabc = po", "pond", "white"),
        (TOML, "\n[[", "rule", "toad"),
        (TOML, "\n[[rule]]\n", "kind", "toad"),
        (TOML, "\n[[rule]]\nkind = \"", "promotion", "toad"),
        (
            TOML,
            "\n[[rule]]\nkind = \"promotion\"\n",
            "may_wait",
            "kind",
        ),
        (
            TOML,
            "\n[[rule]]\nkind = \"promotion\"\npiece = \"",
            "toad",
            "pond",
        ),
        (
            TOML,
            "\n[[rule]]\nkind = \"promotion\"\ncells = \"",
            "pond",
            "toad",
        ),
        (
            TOML,
            "\n[[rule]]\nkind = \"promotion\"\nby = [\"",
            "swap",
            "toad",
        ),
        (
            TOML,
            "\n[[piece]]\nmovement = \"slide along ",
            "diagonal",
            "count",
        ),
        (
            TOML,
            "\n[[piece]]\nmovement = \"hop along or",
            "orthogonal",
            "toad",
        ),
        (
            TOML,
            "\n[[piece]]\nmovement = \"hop along diagonal, or",
            "orthogonal",
            "slide",
        ),
        (
            TOML,
            "\n[[piece]]\nmovement = \"hop along diagonal; s",
            "slide",
            "count",
        ),
        (TOML, "\n[setup.white]\n", "newt", "kind"),
    ];
    for (file, typed, offered, other) in cases {
        let text = folder.read(file) + typed;
        client.change(&folder, file, json!([{ "text": text }]));
        let end = at(
            text.matches('\n').count(),
            text.rsplit('\n').next().unwrap().encode_utf16().count(),
        );
        let params = json!({ "textDocument": { "uri": uri(&folder, file) }, "position": end });
        let answer = client.ask("textDocument/completion", params);
        let items = answer["result"]["items"]
            .as_array()
            .unwrap_or_else(|| panic!("{typed:?}: {answer}"));
        let labels: Vec<&str> = items
            .iter()
            .map(|item| item["label"].as_str().unwrap())
            .collect();
        assert!(
            labels.contains(&offered) && !labels.contains(&other),
            "{typed:?}: {labels:?}"
        );
        let item = items.iter().find(|item| item["label"] == offered).unwrap();
        assert_eq!(item["textEdit"]["range"]["end"], end, "{typed:?}");
    }
    let reach = json!({ "textDocument": { "uri": uri(&folder, INDEX) }, "position": position_of(PAGE, "cou|nt(reach(toad") });
    client.change(&folder, INDEX, json!([{ "text": PAGE }]));
    let answer = client.ask("textDocument/completion", reach);
    let items = answer["result"]["items"].as_array().unwrap();
    let item = items.iter().find(|item| item["label"] == "reach").unwrap();
    assert!(
        item["documentation"]["value"]
            .as_str()
            .unwrap()
            .contains("the cells it can land on"),
        "{item}"
    );
}

#[test]
fn a_text_has_an_outline() {
    let folder = garden();
    let mut client = Client::ready(&folder);
    client.open(&folder, INDEX);
    client.open(&folder, TOML);
    for (file, expected) in [
        (
            INDEX,
            &[
                "Gärten 🏰",
                "diagram G1 \"Ein Teich 🏰\"",
                "pond-born",
                "size",
            ][..],
        ),
        (
            TOML,
            &[
                "board grid",
                "sets",
                "piece toad",
                "piece newt",
                "rule promotion",
                "rule transformation",
            ],
        ),
    ] {
        let params = json!({ "textDocument": { "uri": uri(&folder, file) } });
        let answer = client.ask("textDocument/documentSymbol", params);
        let names: Vec<&str> = answer["result"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, expected, "{file}");
    }
}

#[test]
fn texts_are_laid_out_as_the_command_does_it() {
    let folder = garden();
    let page = "Größe 🏰: [13](<claim:count( cells )|{a1}>)\r\n\r\n```claims\r\nn=1\r\nb = f((\r\n```\r\n\r\n\
                ```claims\r\nlong=1\r\nx= 2  \r\n```\r\n";
    let variant = "[[piece]]\nid  = \"newt\"\nmovement = \"step  X ,Y\"\n";
    folder.write(INDEX, page);
    folder.write("elsewhere/x.toml", variant);
    let mut client = Client::ready(&folder);
    let mut laid_out = |file: &str| {
        client.open(&folder, file);
        let options = json!({ "tabSize": 4, "insertSpaces": true });
        let params = json!({ "textDocument": { "uri": uri(&folder, file) }, "options": options });
        let answer = client.ask("textDocument/formatting", params);
        let edit = json!({ "changes": { (uri(&folder, file)): answer["result"] } });
        edited(&folder, &edit)[file].clone()
    };
    // The text is the editor's, and one mistake holds nothing up.
    let expected = page
        .replace("count( cells )|{a1}", "count(cells) | {a1}")
        .replace("long=1\r\nx= 2  ", "long = 1\r\nx    = 2");
    assert_eq!(laid_out(INDEX), expected);
    assert_eq!(
        laid_out("elsewhere/x.toml"),
        variant.replace("step  X ,Y", "step X, Y")
    );
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let asked = json!({ "textDocument": { "uri": "file:///nowhere/x.md" }, "options": options });
    assert!(client.ask("textDocument/formatting", asked)["result"].is_null());
}

#[test]
fn nonsense_is_answered_and_stops_nothing() {
    let folder = garden();
    let mut client = Client::new(&folder);
    let code = |answer: Value| answer["error"]["code"].as_i64();
    assert_eq!(
        code(client.ask("textDocument/hover", json!({}))),
        Some(-32002)
    );
    client.notify("textDocument/didOpen", json!({}));
    client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(code(client.ask("initialize", json!({}))), Some(-32600));
    assert_eq!(code(client.ask("padma/unheard", json!({}))), Some(-32601));
    for params in [
        json!({}),
        json!([1]),
        json!({ "textDocument": { "uri": "untitled:1" }, "position": at(0, 0) }),
    ] {
        for method in [
            "hover",
            "definition",
            "references",
            "prepareRename",
            "rename",
            "completion",
            "codeAction",
            "formatting",
        ] {
            let answer = client.ask(&format!("textDocument/{method}"), params.clone());
            assert_eq!(code(answer), Some(-32602), "{method} {params}");
        }
    }
    for (text, expected) in [
        ("{", -32700),
        ("[]", -32600),
        ("{\"jsonrpc\":\"2.0\"}", -32600),
        ("\u{feff}", -32700),
    ] {
        client.send_text(text);
        let answer = client.message();
        assert_eq!(
            (&answer["id"], code(answer.clone())),
            (&Value::Null, Some(expected)),
            "{text}"
        );
    }
    for id in ["3000000000", "1.5", "null", "true", "{}"] {
        client.send_text(&format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"textDocument/hover\",\"params\":{{}}}}"
        ));
        let answer = client.message();
        assert_eq!(
            (answer["id"].to_string(), code(answer)),
            (id.to_string(), Some(-32600))
        );
    }
    let changes = |changes: Value| json!({ "textDocument": { "uri": uri(&folder, INDEX), "version": 2 }, "contentChanges": changes });
    let before = json!({ "start": { "line": -1, "character": 0 }, "end": at(0, 0) });
    for params in [
        json!({}),
        json!(null),
        changes(json!([{}])),
        changes(json!([{ "range": before, "text": "x" }])),
    ] {
        for method in ["textDocument/didChange", "textDocument/didOpen"] {
            client.notify(method, params.clone());
            let says = client.message();
            assert_eq!(says["method"], "window/showMessage", "{says}");
            assert!(
                says["params"]["message"].as_str().unwrap().contains(method),
                "{says}"
            );
        }
        client.notify("$/cancelRequest", params);
    }
    // A letter cut in two, and one that only looks so.
    client.open(&folder, INDEX);
    client.complaints(&folder, INDEX);
    let cut = format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{{\"textDocument\":{{\"uri\":\"{}\",\"version\":9}},\
         \"contentChanges\":[{{\"text\":\"# \\ud83d \\ud83d\\ude00 \\\\ud83d\\n\\n[x](claim:no)\\n\"}}]}}}}",
        uri(&folder, INDEX)
    );
    client.send_text(&cut);
    let complaints = client.complaints(&folder, INDEX);
    assert!(
        complaints.iter().any(|complaint| complaint.contains("no")),
        "{complaints:?}"
    );
    // Places beyond the text, files outside of any book, a text that cannot be read.
    client.open(&folder, INDEX);
    let far = json!({ "start": at(700, 3), "end": at(2, 1_000_000) });
    client.change(
        &folder,
        INDEX,
        json!([{ "range": far, "text": "\n\nEnd.\n" }]),
    );
    for method in [
        "hover",
        "definition",
        "references",
        "prepareRename",
        "completion",
    ] {
        let params =
            json!({ "textDocument": { "uri": uri(&folder, INDEX) }, "position": at(9999, 9999) });
        let answer = client.ask(&format!("textDocument/{method}"), params);
        assert!(answer.get("error").is_none(), "{answer}");
    }
    folder.write("notes.md", "# Notes\n");
    client.open(&folder, "notes.md");
    assert_eq!(client.complaints(&folder, "notes.md"), Vec::<String>::new());
    let huge = "x".repeat(5 * 1024 * 1024);
    client.change(&folder, INDEX, json!([{ "text": huge }]));
    client.complaints(&folder, INDEX);
    assert!(
        client.complaints["book.toml"][0]["message"]
            .as_str()
            .unwrap()
            .contains("is larger than")
    );
    client.open(&folder, "content/garden/book.toml");
    client.change(
        &folder,
        "content/garden/book.toml",
        json!([{ "text": "title = [" }]),
    );
    assert_eq!(
        client.complaints(&folder, "content/garden/book.toml").len(),
        1
    );
    // What was asked and is not wanted any more.
    client.change(&folder, INDEX, json!([{ "text": PAGE }]));
    let first = client.send(
        "textDocument/hover",
        json!({ "textDocument": { "uri": uri(&folder, INDEX) }, "position": at(0, 0) }),
    );
    let second = client.send(
        "textDocument/hover",
        json!({ "textDocument": { "uri": uri(&folder, INDEX) }, "position": at(0, 0) }),
    );
    client.notify("$/cancelRequest", json!({ "id": second }));
    let answers = [client.message(), client.message()];
    assert_eq!(
        (&answers[0]["id"], &answers[1]["id"]),
        (&json!(first), &json!(second))
    );
    assert!(answers[1].get("result").is_some() || code(answers[1].clone()) == Some(-32800));
    client.ask("shutdown", Value::Null);
    assert_eq!(
        code(client.ask("textDocument/hover", json!({}))),
        Some(-32600)
    );
    client.notify("exit", Value::Null);
    assert_eq!(client.status(), Some(0));
}

#[test]
fn the_status_says_how_a_server_ended() {
    let folder = garden();
    let mut client = Client::ready(&folder);
    client.notify("exit", Value::Null);
    assert_eq!(client.status(), Some(1), "without a shutdown");
    assert_eq!(
        Client::ready(&folder).status(),
        Some(1),
        "the client is gone"
    );
    for header in [
        "nonsense\r\n\r\n",
        "Content-Length: many\r\n\r\n",
        "Content-Length: 99999999999\r\n\r\n",
        "\r\n\r\n",
    ] {
        let mut client = Client::ready(&folder);
        client
            .input
            .as_mut()
            .unwrap()
            .write_all(header.as_bytes())
            .unwrap();
        assert_eq!(client.status(), Some(2), "{header:?}");
    }
}

#[test]
fn the_extension_colours_the_words_that_lines_of_diagrams_begin_with() {
    let folder = garden();
    let grammar = fs::read_to_string(root().join("editors/vscode/syntaxes/blocks.json")).unwrap();
    let mut client = Client::ready(&folder);
    folder.write(INDEX, "# A\n\n```diagram A \"A\"\n");
    client.open(&folder, INDEX);
    let params = json!({ "textDocument": { "uri": uri(&folder, INDEX) }, "position": at(3, 0) });
    let answer = client.ask("textDocument/completion", params);
    let words: Vec<&str> = answer["result"]["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["label"].as_str().unwrap())
        .collect();
    assert!(words.len() > 10, "{words:?}");
    assert!(
        grammar.contains(&format!("^\\\\s*({})\\\\b", words.join("|"))),
        "{words:?}"
    );
}
