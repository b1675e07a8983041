//! `mdbook-padma` with a real mdBook, on the book in `tests/mdbook`.

use std::path::PathBuf;
use std::process::{Command, Output};

use kit::folder::{Folder, fed, root};
use serde_json::{Value, json};

/// A book that mdBook has built, or has not.
struct Built {
    folder: Folder,
    output: Output,
}

fn preprocessor() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_mdbook-padma"))
}

/// Builds the sample with some words replaced in its files.
fn build(name: &str, changes: &[(&str, &str, &str)]) -> Built {
    let mdbook = root().join("tests/tools/bin/mdbook");
    assert!(mdbook.is_file(), "mdBook is not installed: run .ci/browser");
    let folder = Folder::new(name);
    folder.copy(&root().join("tests/mdbook"), ".");
    for (path, old, new) in changes {
        let text = folder.read(path);
        assert!(text.contains(old), "{path} has no {old}");
        folder.write(path, text.replacen(old, new, 1));
    }
    let programs = preprocessor().parent().unwrap().to_path_buf();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths =
        std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&paths))).unwrap();
    let output = Command::new(mdbook)
        .arg("build")
        .current_dir(folder.top())
        .env("PATH", paths)
        .output()
        .unwrap();
    Built { folder, output }
}

impl Built {
    fn said(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }
}

#[test]
fn an_mdbook_gets_diagrams_and_claims() {
    let built = build("mdbook", &[]);
    assert!(built.output.status.success(), "{}", built.said());
    let camel = built.folder.read("book/camel.html");
    for part in [
        "<figure class=\"padma-diagram ",
        "Marked x, cells C can go to: b3, b5, d1",
        "id=\"d.C-1\"",
        "<b>Figure 1</b> The Camel on e4",
        "class=\"padma-claim holds\"",
        ".coal,.navy,.ayu",
        "<a href=\"#d.C-1\">figure 1</a>",
        "<h2 id=\"the-camel-in-brief\">",
    ] {
        assert!(camel.contains(part), "{part}\n{camel}");
    }
    assert!(
        !camel.contains("```")
            && !camel.contains("(claim:")
            && !camel.contains("&lt;claim:")
            && !camel.contains("corner =")
    );
    // In a table too a claim is marked.
    assert_eq!(camel.matches("<td><span class=\"padma-claim ").count(), 2);
    let chess = built.folder.read("book/others/chess.html");
    assert!(
        chess.contains("<a href=\"../camel.html#d.C-1\">figure 1</a>"),
        "{chess}"
    );
    assert!(chess.contains("<b>Figure 2</b> A Knight of orthodox chess"));
    // A page without any of it is what mdBook makes of it.
    let plain = built.folder.read("book/before.html");
    assert!(
        plain.contains("[words][in] brackets") && !plain.contains("b-board"),
        "{plain}"
    );
}

#[test]
fn a_claim_that_fails_fails_the_build() {
    for (name, changes, said) in [
        (
            "mdbook-fails",
            (
                "src/camel.md",
                "[2](claim:corner) cells",
                "[3](claim:corner) cells",
            ),
            &[
                "the text says 3, the rules give 2",
                " --> src/camel.md:3:75",
            ][..],
        ),
        (
            "mdbook-cell",
            (
                "src/others/chess.md",
                "white N knight e4",
                "white N knight e9",
            ),
            &["e9", " --> src/others/chess.md:7:16"],
        ),
        (
            "mdbook-variant",
            ("book.toml", "content = \"variants\"", "variant = \"camel\""),
            &["no variant is named `camel`", " --> book.toml:7:11"],
        ),
        (
            "mdbook-folder",
            ("book.toml", "\"variants\"", "\"variant\""),
            &["there is no folder", "variant`"],
        ),
        (
            "mdbook-key",
            ("book.toml", "\"variants\"", "1"),
            &["`content` of `[preprocessor.padma]` is not a string"],
        ),
    ] {
        let built = build(name, &[changes]);
        assert!(!built.output.status.success());
        for part in said {
            assert!(built.said().contains(part), "{part}\n{}", built.said());
        }
        assert!(!built.folder.path("book/camel.html").exists());
    }
}

fn ask(words: &[&str], input: &str) -> Output {
    fed(Command::new(preprocessor()).args(words), input)
}

#[test]
fn both_protocols_work_and_unknown_fields_are_kept() {
    let page = "# T\n\n[8](<claim:on chess: count(reach(knight, e4))>)\n";
    for key in ["items", "sections"] {
        let context = json!({"root": root().join("tests/mdbook"), "config": {"book": {}, "preprocessor": {"padma": {"content": "variants"}}}});
        let chapter = json!({"Chapter": {"name": "T", "content": page, "path": "t.md", "sub_items": [], "later": {"x": [1]}}});
        let book = json!({key: [chapter, "Separator"], "__non_exhaustive": null});
        let output = ask(&[], &json!([context, book]).to_string());
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let mut answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let content = answer[key][0]["Chapter"]["content"].take();
        assert!(
            content
                .as_str()
                .unwrap()
                .contains("<span class=\"padma-claim holds\""),
            "{content}"
        );
        answer[key][0]["Chapter"]["content"] = json!(page);
        assert_eq!(answer, book);
    }
}

#[test]
fn it_supports_html_alone_and_rejects_unreadable_input() {
    assert_eq!(ask(&["supports", "html"], "").status.code(), Some(0));
    assert_eq!(ask(&["supports", "epub"], "").status.code(), Some(1));
    for (words, input, said) in [
        (&[][..], "nonsense", "not an mdBook book"),
        (&[], "[{},{}]", "neither `items` nor `sections`"),
        (&["build"], "", "expected no arguments"),
    ] {
        let output = ask(words, input);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(
            stderr.contains(said) && output.stdout.is_empty(),
            "{stderr}"
        );
    }
}
