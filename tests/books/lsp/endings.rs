//! Nonsense, how a server ends, and the words that the extension colours.

use std::fs;
use std::io::Write;

use kit::folder::root;
use serde_json::{Value, json};

use super::client::*;

#[test]
fn invalid_requests_get_error_responses_and_the_server_runs_on() {
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
fn the_exit_status_tells_how_the_server_ended() {
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
