//! `padma lsp` as an editor meets it: a client over the protocol, and a small book that it opens and changes.

mod client;
mod endings;

use std::collections::BTreeMap;

use kit::folder::Folder;
use serde_json::{Value, json};

use client::*;

#[test]
fn complaints_follow_the_text_as_it_is_typed() {
    let folder = garden();
    let mut client = Client::ready(&folder);
    client.open(&folder, INDEX);
    assert_eq!(client.complaints(&folder, INDEX), Vec::<String>::new());
    // A digit after letters that take several units.
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
fn hover_explains_names_and_definition_finds_them() {
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
        ("reach(to|ad, a1)", "newt", "is already taken"),
        ("reach(to|ad, a1)", "pond", "is already taken"),
        ("reach(to|ad, a1)", "to ad", "expected letters"),
        ("reach(to|ad, a1)", "", "expected letters"),
        ("reach(to|ad, a1)", "a4", "cannot name a piece"),
        ("reach(to|ad, a1)", "slide", "cannot name a piece"),
        ("count(po|nd)", "rank", "cannot name a set"),
        ("claim:si|ze", "pond-born", "is already taken"),
        ("re|ach(toad", "go", "not a name that authors choose"),
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
fn a_new_name_reaches_conditions_and_arguments_of_rules() {
    let folder = garden();
    let rules = "\n[[rule]]\nkind = \"forbid\"\nwhen = \"neighbours(pieces(toad, other)) & pieces(mover) != {}\"\n\
                 \n[[rule]]\nkind = \"shy\"\nfrom = [\"toad\"]\n";
    folder.write(TOML, VARIANT.to_string() + rules);
    let mut client = Client::ready(&folder);
    client.open(&folder, INDEX);
    let new = json!({ "newName": "pad" });
    let method = "textDocument/rename";
    let answer = client.ask_at(&folder, method, INDEX, "reach(to|ad, a1)", new);
    let text = &edited(&folder, &answer["result"])[TOML];
    assert!(text.ends_with(&rules.replace("toad", "pad")), "{text}");
}

#[test]
fn quick_fixes_correct_near_misses() {
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
fn a_fact_without_a_claim_can_be_claimed() {
    let folder = garden();
    let plain = "# Toads\n\nFrom a1 a Toad reaches nine cells.\n";
    folder.write(INDEX, plain);
    let mut client = Client::ready(&folder);
    client.open(&folder, INDEX);
    let actions = |client: &mut Client, column: usize| {
        let place = json!({ "start": at(2, column), "end": at(2, column) });
        let context = json!({ "diagnostics": [] });
        let params = json!({ "textDocument": { "uri": uri(&folder, INDEX) }, "range": place, "context": context });
        client.ask("textDocument/codeAction", params)["result"].clone()
    };
    let found = actions(&mut client, 24);
    let title = found[0]["title"].as_str().unwrap();
    assert!(
        title.starts_with("Claim `count(reach(toad, a1))`: the text says nine, the rules give "),
        "{title}"
    );
    assert_eq!(found[0]["kind"], "refactor");
    let claimed = plain.replace("nine", "[nine](<claim:count(reach(toad, a1))>)");
    assert_eq!(edited(&folder, &found[0]["edit"])[INDEX], claimed);
    // Nothing is offered for what is only an argument.
    assert_eq!(actions(&mut client, 6), json!([]));
}

#[test]
fn completion_offers_the_names_that_may_stand_there() {
    let folder = garden();
    let mut client = Client::ready(&folder);
    client.open(&folder, INDEX);
    client.open(&folder, TOML);
    client.complaints(&folder, INDEX);
    // What is typed at the end of a file, what is then offered, and what is not.
    let cases = [
        (INDEX, "\n🏰 [x](claim:cou", "count", "white"),
        (INDEX, "\n🏰 [x](claim:", "pond-born", "white"),
        (INDEX, "\n[x](<claim:count(reach(", "T", "source_id"),
        (INDEX, "\n[x](<claim:count(reach(to", "toad", "source_id"),
        (INDEX, "\n[x](<claim:reach(G1.", "T", "toad"),
        (INDEX, "\n[x](claim:says \"st", "step", "count"),
        (INDEX, "\n[x](", "other.md", "count"),
        (INDEX, "\n[x](other.md#", "other", "count"),
        (INDEX, "\n```di", "diagram", "count"),
        (INDEX, "\n```piece ", "newt", "diagram"),
        (INDEX, "\n```diagram G2 \"x\"\nse", "setup", "toad"),
        (INDEX, "\n```diagram G2 \"x\"\nwhite ne", "newt", "to-move"),
        (INDEX, "\n```diagram G2 \"x\"\nwhite newt ", "e4", "to-move"),
        (INDEX, "\n```diagram G2 \"x\"\nx = re", "reach", "source_id"),
        (INDEX, "\n```diagram G2 \"x\"\nvariant ", "chess", "toad"),
        (INDEX, "\n```claims\nabc = po", "pond", "white"),
        (TOML, "\n[[", "rule", "toad"),
        (TOML, "\n[[rule]]\n", "kind", "toad"),
        (TOML, "\n[[rule]]\nkind = \"", "promotion", "toad"),
        (TOML, "\n[[rule]]\nkind = \"", "extinction", "toad"),
        (TOML, "\n[[rule]]\nkind = \"", "shy", "toad"),
        (TOML, "\n[[rule]]\nkind = \"shy\"\n", "from", "kind"),
        (
            TOML,
            "\n[[rule]]\nkind = \"extinction\"\n",
            "pieces",
            "kind",
        ),
        (
            TOML,
            "\n[[rule]]\nkind = \"forbid\"\nwhen = \"",
            "attacked",
            "legal-moves",
        ),
        (
            TOML,
            "\n[[rule]]\nkind = \"end\"\nwhen = \"",
            "legal-moves",
            "taken",
        ),
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
    // Whoever types goes on at once, or pauses, and the unfinished text is checked.
    let tried = cases.iter().flat_map(|case| [(case, false), (case, true)]);
    for (&(file, typed, offered, other), pauses) in tried {
        let text = folder.read(file) + typed;
        client.change(&folder, file, json!([{ "text": text }]));
        let end = at(
            text.matches('\n').count(),
            text.rsplit('\n').next().unwrap().encode_utf16().count(),
        );
        let params = json!({ "textDocument": { "uri": uri(&folder, file) }, "position": end });
        if pauses {
            client.ask("textDocument/hover", params.clone());
        }
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
fn pages_and_variants_have_document_symbols() {
    let folder = garden();
    // Markdown has several forms of headings and of fences.
    let forms = "Forms\n=====\n\n> ~~~claims\n> one = 1\n> ~~~\n\n```text\n# no heading\n```\n";
    folder.write("content/garden/other.md", forms);
    let mut client = Client::ready(&folder);
    for file in [INDEX, TOML, "content/garden/other.md"] {
        client.open(&folder, file);
    }
    for (file, expected) in [
        ("content/garden/other.md", &["Forms", "one"][..]),
        (
            INDEX,
            &[
                "Gärten 🏰",
                "diagram G1 \"Ein Teich 🏰\"",
                "pond-born",
                "size",
            ],
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
                "define shy",
                "define.rule forbid",
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
