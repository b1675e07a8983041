//! What `padma diff` says of two states of books: each of many small edits in the sentence that a reader of the rule would
//! expect, and revisions that git knows.

use std::process::Command;

use kit::folder::{Folder, content};
use serde_json::Value as Json;

const BOOK: &str = "title = \"Pond\"\n[[chapter]]\npages = [\"index.md\", \"frog.md\"]\n";

const VARIANT: &str = r#"title = "Pond"

[board]
kind = "grid"
files = 5
ranks = 5

[[piece]]
id = "king"
betza = "K"
royal = true

[[piece]]
id = "frog"
betza = "D"

[[piece]]
id = "toad"
letter = "O"
betza = "R2"

[[piece]]
id = "pawn"
betza = "fmWfcF"

[[rule]]
kind = "promotion"
piece = "pawn"
cells = "far rank 1"
to = ["frog", "toad"]

[setup]
symmetry = "mirror"
white = { king = "c1", pawn = "b2 c2" }
"#;

const INDEX: &str = "# Pond\n\nThe Frog reaches [c5](claim:fc) from c3, and [4 cells](<claim:count(reach(frog, c3))>) in all.\n\n\
                     ```claims\nfc = rank(5) & reach(frog, c3)\n```\n";

const FROG: &str = "# Frog\n\n```diagram f \"A frog\"\nwhite F frog a1\nx = reach(F)\n```\n";

/// A small book, with some texts changed.
fn pond(edits: &[(&str, &str, &str)]) -> Folder {
    let folder = Folder::new("diff");
    lay_out(&folder, "old", &[]);
    lay_out(&folder, "new", edits);
    folder
}

fn lay_out(folder: &Folder, place: &str, edits: &[(&str, &str, &str)]) {
    for (path, text) in [
        ("book.toml", BOOK),
        ("pond.toml", VARIANT),
        ("index.md", INDEX),
        ("frog.md", FROG),
    ] {
        let mut text = text.to_string();
        for (_, before, after) in edits.iter().filter(|(file, ..)| *file == path) {
            assert!(text.contains(before), "{before}");
            text = text.replace(before, after);
        }
        folder.write(&format!("{place}/pond/{path}"), text);
    }
}

fn changes(folder: &Folder, words: &[&str]) -> (Option<i32>, Json, String) {
    let temporary = folder.path("temporary");
    std::fs::create_dir_all(&temporary).unwrap();
    let mut command = folder.command(&[&["diff"], words, &["--format", "json"]].concat());
    let output = command.env("TMPDIR", temporary).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (
        output.status.code(),
        serde_json::from_slice(&output.stdout).unwrap_or_default(),
        stderr,
    )
}

#[test]
fn each_edit_is_described_in_a_sentence() {
    let rule = "[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"far rank 1\"\nto = [\"frog\", \"toad\"]\n";
    let newt = "[[piece]]\nid = \"newt\"\nbetza = \"F\"\n\n[[piece]]\nid = \"pawn\"";
    let toad_promotes = "[[rule]]\nkind = \"promotion\"\npiece = \"toad\"\ncells = \"far rank 1\"\nto = [\"frog\"]\n\n[setup]";
    let cases: &[Case<'_>] = &[
        Case {
            edits: &[("pond.toml", "\"D\"", "\"DA\"")],
            said: &[
                "piece frog changed: The Frog gained cells from every cell: from c3, for example, it gained a1, a5, e1 and e5.",
                "figure f changed: The figure f, “A frog”, gained c3 under the mark x.",
                "claim fc changed: `fc` in index.md: its value changed from c5 to a5 c5 e5 (Of the cells of rank 5, the Frog reaches exactly a5, c5 and e5 from c3) and its verdict changed from holds to fails (the text leaves out a5 e5).",
                "claim index.md#2 changed: `index.md#2` in index.md: its value changed from 4 to 8 (The Frog reaches 8 cells from c3) and its verdict changed from holds to fails (the text says 4, the rules give 8).",
            ],
        },
        // From a rank that the frog may not stand on by both rules nothing is compared.
        Case {
            edits: &[(
                "pond.toml",
                "id = \"toad\"",
                "id = \"toad\"\nstands_on = \"rank 1, rank 2\"",
            )],
            said: &[
                "piece toad changed: The Toad lost cells from every cell: from a2, for example, it lost a3 and a4. The Toad may no longer stand on a3, a4, a5, b3, b4, b5, c3, c4, c5, d3, d4, d5 and 3 more.",
                "rule pawn changed: A rule of the Pawn changed: “When it moves to its last rank, it is promoted to a Frog or a Toad, as its side chooses; the new piece must be one that may stand there.”",
            ],
        },
        // Only a piece beside it tells a slider of two cells from a leaper.
        Case {
            edits: &[("pond.toml", "\"R2\"", "\"WD\"")],
            said: &["piece toad changed: A white Toad on a1 gains a3, with a white piece on a2."],
        },
        Case {
            edits: &[("pond.toml", "\"R2\"", "\"R2W\"")],
            said: &[
                "piece toad changed: The movement of the Toad is written differently, but no difference was found.",
            ],
        },
        Case {
            edits: &[("pond.toml", "fmWfcF", "fmWfcFifmnD")],
            said: &[
                "piece pawn changed: A white Pawn, unmoved, gained cells from 15 of 25 cells: from a1, for example, it gained a3. A black Pawn, unmoved, gained cells from 15 of 25 cells: from a3, for example, it gained a1.",
            ],
        },
        Case {
            edits: &[
                ("pond.toml", "id = \"toad\"", "id = \"bufo\""),
                ("pond.toml", "\"frog\", \"toad\"", "\"frog\", \"bufo\""),
            ],
            said: &[
                "piece bufo renamed: The piece `toad` is now `bufo`. The Toad is now called Bufo.",
            ],
        },
        Case {
            edits: &[("pond.toml", "[[piece]]\nid = \"pawn\"", newt)],
            said: &["piece newt added: The Newt is new: it steps diagonally."],
        },
        Case {
            edits: &[("pond.toml", "to = [\"frog\", \"toad\"]", "to = [\"frog\"]")],
            said: &[
                "rule pawn changed: A rule of the Pawn changed: “When it moves to its last rank, it is promoted to a Frog.” It was: “When it moves to its last rank, it is promoted to a Frog or a Toad, as its side chooses.” For example, black loses the move e2e1o",
            ],
        },
        Case {
            edits: &[("pond.toml", rule, "")],
            said: &[
                "rule pawn removed: A rule of the Pawn is gone: “When it moves to its last rank, it is promoted to a Frog or a Toad, as its side chooses.” For example, black loses the move",
            ],
        },
        Case {
            edits: &[("pond.toml", "[setup]", toad_promotes)],
            said: &[
                "rule toad added: A rule of the Toad is new: “When it moves to its last rank, it is promoted to a Frog.” For example",
            ],
        },
        // A rule that is said of the game and of its pieces is one rule.
        Case {
            edits: &[(
                "pond.toml",
                "[setup]",
                "[[rule]]\nkind = \"castling\"\nname = \"O-O\"\nwhite = [\"king c1 d1\", \"frog e1 c1\"]\nblack = []\n\
                 [[rule]]\nkind = \"castling\"\nname = \"O-O-O\"\nwhite = [\"king c1 b1\", \"frog a1 c1\"]\nblack = []\n\n[setup]",
            )],
            said: &[
                "rule pond added: A rule of the game is new: “O-O:",
                "rule pond added: A rule of the game is new: “O-O-O:",
            ],
        },
        Case {
            edits: &[("pond.toml", "b2 c2", "b2 d2")],
            said: &[
                "setup pond changed: The setup gained a white Pawn on d2 and a black Pawn on d4 and lost a white Pawn on c2 and a black Pawn on c4.",
            ],
        },
        Case {
            edits: &[("pond.toml", "files = 5", "files = 6")],
            said: &["board pond changed: The board gained f1, f2, f3, f4 and f5."],
        },
        // On another board the rewritten movement is compared by the new rules.
        Case {
            edits: &[
                ("pond.toml", "files = 5", "files = 6"),
                ("pond.toml", "\"R2\"", "\"WD\""),
            ],
            said: &[
                "board pond changed: The board gained f1, f2, f3, f4 and f5.",
                "piece toad changed: A white Toad on a1 gains a3, with a white piece on a2.",
            ],
        },
        Case {
            edits: &[(
                "pond.toml",
                "[setup]\nsymmetry = \"mirror\"\nwhite = { king = \"c1\", pawn = \"b2 c2\" }\n",
                "",
            )],
            said: &["setup pond changed: There is no longer a setup."],
        },
        Case {
            edits: &[("pond.toml", "title = \"Pond\"", "title = \"Lake\"")],
            said: &["variant pond changed: The variant `pond` is now called Lake, not Pond."],
        },
        Case {
            edits: &[("pond.toml", "title", "# A remark.\ntitle")],
            said: &[
                "file pond changed: The text of the variant `pond` changed, but no difference in its rules was found.",
            ],
        },
        Case {
            edits: &[("index.md", "[c5]", "[c4]")],
            said: &[
                "claim fc changed: `fc` in index.md: its text changed from “c5” to “c4” and its verdict changed from holds to fails (the text leaves out c5; the rules do not give c4).",
                "page index.md changed: The text of index.md changed.",
            ],
        },
        // A claim without a name is known by what it computes, and then by the words around it.
        Case {
            edits: &[(
                "index.md",
                "[4 cells](<claim:count(reach(frog, c3))>)",
                "[8 cells](<claim:2 * count(reach(frog, c3))>)",
            )],
            said: &[
                "claim index.md#2 changed: `index.md#2` in index.md: its text changed from “4 cells” to “8 cells”, its value changed from 4 to 8",
                "page index.md changed: The text of index.md changed.",
            ],
        },
        Case {
            edits: &[(
                "index.md",
                "\n\n```claims",
                " [Nothing](<claim:reach(frog, a1) = {}>) else.\n\n```claims",
            )],
            said: &[
                "claim index.md#3 added: `index.md#3` in index.md: “Nothing” is new.",
                "page index.md changed: The text of index.md changed.",
            ],
        },
        Case {
            edits: &[("frog.md", "frog a1", "frog b1")],
            said: &[
                "figure f changed: The figure f, “A frog”, gained the white Frog F on b1, lost the white Frog F on a1, gained b3 and d1 under the mark x and lost a3 and c1 under the mark x.",
                "page frog.md changed: The text of frog.md changed.",
            ],
        },
        Case {
            edits: &[("book.toml", "title = \"Pond\"", "title = \"Ponds\"")],
            said: &["file book.toml changed: The text of book.toml changed."],
        },
    ];
    for Case { edits, said } in cases {
        let folder = pond(edits);
        let (status, json, stderr) = changes(&folder, &["old", "new"]);
        assert_eq!((status, stderr.as_str()), (Some(1), ""), "{edits:?}");
        let row = |change: &Json| {
            let word = |key: &str| change[key].as_str().unwrap();
            format!(
                "{} {} {}: {}",
                word("kind"),
                word("subject"),
                word("change"),
                word("says")
            )
        };
        let found: Vec<String> = json["books"][0]["changes"]
            .as_array()
            .unwrap()
            .iter()
            .map(row)
            .collect();
        let fits = found.len() == said.len()
            && found
                .iter()
                .zip(*said)
                .all(|(row, said)| row.starts_with(said));
        assert!(fits, "{edits:?}: {found:#?}");
        // From the other side what was gained is lost.
        let (_, back, _) = changes(&folder, &["new", "old"]);
        assert_eq!(
            back["books"][0]["changes"].as_array().unwrap().len(),
            said.len(),
            "{edits:?}: {back}"
        );
    }
}

/// What is edited, and of each change its kind, subject and what became of it, with the beginning of what is said.
struct Case<'a> {
    edits: &'a [(&'a str, &'a str, &'a str)],
    said: &'a [&'a str],
}

#[test]
fn nothing_differs_from_itself() {
    let folder = pond(&[]);
    for (form, said) in [
        ("human", "From old to new:\n\nNothing changed.\n"),
        ("markdown", "## Rulebooks: old → new\n\nNothing changed.\n"),
        (
            "json",
            "{\"version\":1,\"old\":\"old\",\"new\":\"new\",\"same\":true,\"books\":[]}\n",
        ),
    ] {
        assert_eq!(folder.ask(&["diff", "old", "new", "--format", form]), said);
    }
    assert!(
        folder
            .ask(&["diff", "old/pond", "new/pond", "--format", "html"])
            .contains("<p>Nothing changed.</p>")
    );
}

#[test]
fn a_book_that_cannot_be_read_is_not_compared() {
    let folder = pond(&[("pond.toml", "title = \"Pond\"", "title = [")]);
    let says = "says\":\"In new, pond.toml has an error on line ";
    let json = folder.padma(&["diff", "old", "new", "--format", "json"]);
    let text = String::from_utf8_lossy(&json.stdout).into_owned();
    assert_eq!(json.status.code(), Some(2));
    assert!(
        text.contains(says) && text.contains("so this book was not compared"),
        "{text}"
    );
    assert_eq!(text.matches("\"says\"").count(), 1, "{text}");

    let folder = pond(&[("book.toml", "title", "[title")]);
    let markdown = folder.padma(&["diff", "new", "old", "--format", "markdown"]);
    let text = String::from_utf8_lossy(&markdown.stdout).into_owned();
    assert!(
        text.contains("In new, book.toml has an error on line 1"),
        "{text}"
    );
    assert!(
        !text.contains("is new") && !text.contains("is gone"),
        "{text}"
    );
}

#[test]
fn a_figure_that_cannot_be_computed_neither_gains_nor_loses_pieces() {
    let folder = pond(&[("frog.md", "reach(F)", "reach(G)")]);
    for (sides, said) in [
        (
            ["old", "new"],
            "The figure f, “A frog”, can no longer be computed.",
        ),
        (
            ["new", "old"],
            "The figure f, “A frog”, could not be computed before.",
        ),
    ] {
        let (status, json, _) = changes(&folder, &sides);
        let says: Vec<&str> = json["books"][0]["changes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["says"].as_str().unwrap())
            .collect();
        assert_eq!(
            (status, says),
            (Some(2), vec![said, "The text of frog.md changed."])
        );
    }
}

#[test]
fn a_book_in_another_folder_is_another_unless_it_is_asked_for() {
    let folder = pond(&[]);
    std::fs::rename(folder.path("new/pond"), folder.path("new/lake")).unwrap();
    let (status, json, _) = changes(&folder, &["old", "new"]);
    let how = |json: &Json| -> Vec<String> {
        let books = json["books"].as_array().unwrap();
        books
            .iter()
            .map(|book| format!("{} {}", book["book"], book["change"]).replace('"', ""))
            .collect()
    };
    assert_eq!(
        (status, how(&json)),
        (
            Some(1),
            vec!["lake added".to_string(), "pond removed".to_string()]
        )
    );
    let (status, json, _) = changes(&folder, &["old/pond", "new/lake"]);
    assert_eq!((status, how(&json)), (Some(0), Vec::new()), "{json}");
}

#[test]
fn the_haxxaba_on_the_x_axis_is_described_and_drawn() {
    let folder = Folder::new("diff");
    for place in ["old", "new"] {
        folder.copy(&content().join("lotus-39"), &format!("{place}/lotus-39"));
    }
    let path = "new/lotus-39/lotus-39.toml";
    let changed = folder.read(path).replace(
        "2 along Z, VW onto hexagon, square",
        "2 along X, Z, VW onto hexagon; leap 2 along Z, VW onto square",
    );
    folder.write(path, changed);
    let (status, json, stderr) = changes(&folder, &["old", "new"]);
    assert_eq!((status, stderr.as_str()), (Some(1), ""));
    let book = &json["books"][0];
    // By the X axis, of the hexagons of four petals only c4 and g4 lie two steps apart.
    let first = &book["changes"][0];
    assert_eq!(
        first["says"],
        "The Haxxaba gained g4 from c4 and c4 from g4. The same in Lotus-41."
    );
    assert_eq!(
        first["reach"][1],
        serde_json::json!({"side": null, "moved": null, "from": "g4", "gained": ["c4"], "lost": []})
    );
    assert!(
        first["picture"]
            .as_str()
            .unwrap()
            .contains("+  where it now goes: 1 cell"),
        "{first}"
    );
    let changed = |kind: &str| -> Vec<&str> {
        let changes = book["changes"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|change| change["kind"] == kind);
        changes
            .map(|change| change["subject"].as_str().unwrap())
            .collect()
    };
    assert_eq!(changed("figure"), ["H1-2"]);
    assert!(
        changed("claim").contains(&"hx-h1") && changed("claim").contains(&"hx-closed"),
        "{:?}",
        changed("claim")
    );
    assert!(
        changed("rule").is_empty() && changed("page").is_empty() && changed("setup").is_empty()
    );
}

#[test]
fn pull_requests_and_pages_have_the_pictures() {
    let folder = pond(&[("pond.toml", "\"D\"", "\"DA\"")]);
    let markdown = folder
        .padma(&["diff", "old/pond", "new", "--format", "markdown"])
        .stdout;
    let markdown = String::from_utf8(markdown).unwrap();
    assert!(
        markdown.contains("\n- The Frog gained cells from every cell: from c3,"),
        "{markdown}"
    );
    assert!(
        markdown.contains("\n  <details><summary>The Frog on c3</summary>\n\n  ```text\n"),
        "{markdown}"
    );
    assert!(
        markdown.contains("\n- `fc` in index.md: its value changed"),
        "{markdown}"
    );
    assert!(
        folder
            .padma(&["diff", "old", "new", "--format", "html", "-o", "page.html"])
            .stdout
            .is_empty()
    );
    let page = folder.read("page.html");
    assert!(
        page.contains("where it now goes") && page.contains("<svg") && !page.contains("src="),
        "{page}"
    );
    let refused = folder.padma(&["diff", "old", "new", "-o", "old"]);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(
        refused.status.code() == Some(2) && said.contains("it is a folder"),
        "{said}"
    );
    assert!(!folder.path(".old.padma-1").exists(), "{said}");
}

#[test]
fn diff_compares_git_revisions() {
    let folder = pond(&[("pond.toml", "\"D\"", "\"DA\"")]);
    let git = |words: &[&str]| {
        let mut command = Command::new("git");
        let quiet = command
            .args(["-c", "user.name=A", "-c", "user.email=a@b.c"])
            .args(words);
        assert!(
            quiet
                .current_dir(folder.top())
                .output()
                .unwrap()
                .status
                .success(),
            "{words:?}"
        );
    };
    let refused = |words: &[&str]| {
        let (status, json, stderr) = changes(&folder, words);
        assert_eq!((status, json), (Some(2), Json::Null), "{words:?}");
        stderr
    };
    std::fs::rename(folder.path("old"), folder.path("content")).unwrap();
    assert!(
        refused(&["HEAD"]).contains("git knows no revision `HEAD` in `content`"),
        "no repository"
    );
    git(&["init", "-q", "-b", "trunk"]);
    git(&["add", "content"]);
    git(&["commit", "-qm", "all"]);
    let unknown = refused(&["tronk"]);
    assert!(
        unknown.contains("git knows no revision `tronk`") && unknown.contains("no folder `tronk`"),
        "{unknown}"
    );
    assert_eq!(changes(&folder, &["trunk"]).1["same"], true);
    // The working tree as it stands, committed or not.
    std::fs::copy(
        folder.path("new/pond/pond.toml"),
        folder.path("content/pond/pond.toml"),
    )
    .unwrap();
    for words in [
        &["trunk"][..],
        &["trunk", "content"],
        &["trunk", "pond"],
        &["trunk", "content/pond"],
    ] {
        let (status, json, stderr) = changes(&folder, words);
        assert_eq!((status, stderr.as_str()), (Some(1), ""), "{words:?}");
        assert_eq!(
            json["books"][0]["changes"][0]["subject"], "frog",
            "{words:?}"
        );
    }
    git(&["commit", "-qam", "the frog leaps farther"]);
    assert_eq!(changes(&folder, &["HEAD~1", "HEAD"]).0, Some(1));
    // From a folder below the top, and of a folder that is gone.
    let below = kit::folder::program()
        .current_dir(folder.path("new"))
        .args(["diff", "HEAD~1", "--content", "../content"])
        .output();
    assert_eq!(below.unwrap().status.code(), Some(1));
    git(&["mv", "content", "books"]);
    git(&["commit", "-qm", "another name"]);
    assert!(refused(&["HEAD~1", "HEAD"]).contains("the revision `HEAD` has no folder `content`"));
    assert_eq!(changes(&folder, &["HEAD~2", "HEAD~1"]).0, Some(1));
    // What cannot be read is said with the revision's name, and not with that of a temporary folder.
    folder.write("books/pond/pond.toml", "nonsense");
    git(&["commit", "-qam", "nonsense"]);
    let (status, _, stderr) = changes(&folder, &["HEAD~1", "HEAD", "--content", "books"]);
    assert_eq!(status, Some(2));
    assert!(
        stderr.contains("--> HEAD:pond/pond.toml:1:9") && !stderr.contains("/tmp/"),
        "{stderr}"
    );
    let left = std::fs::read_dir(folder.path("temporary")).unwrap();
    assert_eq!(left.count(), 0, "a temporary folder is left");
    let without = folder
        .command(&["diff", "HEAD", "--content", "books"])
        .env("PATH", "")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&without.stderr).into_owned();
    assert!(
        without.status.code() == Some(2)
            && said.contains("git, which is needed for this, cannot be run"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn no_program_of_a_repository_is_run() {
    use std::os::unix::fs::PermissionsExt;
    let folder = pond(&[("pond.toml", "\"D\"", "\"DA\"")]);
    std::fs::rename(folder.path("old"), folder.path("content")).unwrap();
    let spy = folder.path("spy");
    folder.write(
        "spy",
        "#!/bin/sh\ntouch \"$(dirname \"$0\")/has-run\"\ncat\n",
    );
    std::fs::set_permissions(&spy, std::fs::Permissions::from_mode(0o755)).unwrap();
    let git = |words: &[&str]| {
        let mut command = Command::new("git");
        let quiet = command
            .args(["-c", "user.name=A", "-c", "user.email=a@b.c"])
            .args(words);
        assert!(
            quiet
                .current_dir(folder.top())
                .output()
                .unwrap()
                .status
                .success(),
            "{words:?}"
        );
    };
    git(&["init", "-q", "-b", "trunk"]);
    git(&["add", "content"]);
    folder.write(".gitattributes", "* filter=a.b=c diff=spy\n");
    git(&["add", ".gitattributes"]);
    git(&["commit", "-qm", "all"]);
    let spy = spy.to_str().unwrap();
    for key in [
        "filter.a.b=c.smudge",
        "filter.a.b=c.clean",
        "core.fsmonitor",
        "diff.spy.textconv",
    ] {
        git(&["config", key, spy]);
    }
    git(&["config", "filter.a.b=c.required", "true"]);
    std::fs::copy(
        folder.path("new/pond/pond.toml"),
        folder.path("content/pond/pond.toml"),
    )
    .unwrap();
    assert_eq!(changes(&folder, &["trunk"]).0, Some(1));
    let since = folder.padma(&["mutate", "--since", "trunk"]);
    assert!(!folder.path("has-run").exists(), "{since:?}");
}

#[test]
fn nothing_in_a_book_or_a_word_commands_a_terminal() {
    let folder = pond(&[]);
    let esc = "\u{1b}[31m";
    let heading = folder
        .read("new/pond/index.md")
        .replacen("# ", "# \u{1b}[31m &#7; ", 1);
    folder.write("new/pond/index.md", heading);
    let title =
        folder
            .read("new/pond/book.toml")
            .replacen("title = \"", "title = \"A \\u001b[31m ", 1);
    folder.write("new/pond/book.toml", title);
    for (words, is_refused) in [
        (&["--content", "new", "list"][..], false),
        (&["--content", "new", "check"], true),
        (&["diff", "old", "new"], true),
        (&["diff", "old", esc], true),
        (&["explain", esc], true),
        (&["list", esc], true),
        (&["--content", "new", "list", "pond"], false),
    ] {
        let output = folder.padma(words);
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(!said.contains(['\u{1b}', '\u{7}']), "{words:?}: {said:?}");
        assert_eq!(
            output.status.code() == Some(2),
            is_refused,
            "{words:?}: {said}"
        );
    }
    let said =
        String::from_utf8_lossy(&folder.padma(&["--content", "new", "check"]).stderr).into_owned();
    assert!(
        said.contains("`title` has the control character U+001B") && said.contains("book.toml:1:9"),
        "{said}"
    );
}
