//! The JSON Schemas that `padma schema` prints, as a validator reads them: every TOML of the books is valid, and of the
//! mistakes in `errors.md` every one is refused that a schema can express.

use std::fs;

use kit::browser::drive;
use kit::folder::{Folder, program, root};
use serde_json::{Value, json};

const KINDS: [&str; 4] = ["book", "variant", "source", "review"];

/// What the program says of mistakes that a schema can express: the code, and a part of the message.
const EXPRESSED: [(&str, &str); 19] = [
    ("unknown-key", ""),
    ("wrong-value", "this value is of the wrong kind"),
    ("wrong-value", "is missing"),
    ("wrong-value", "is blank"),
    ("wrong-value", "names nothing"),
    ("wrong-value", "is not a kind of board"),
    ("wrong-value", "is not a basic rule"),
    ("wrong-value", "is not a kind of cell that a sheet can have"),
    ("wrong-value", "is not a shading of a grid"),
    ("wrong-value", "is not a symmetry of a setup"),
    ("wrong-value", "is not a notation"),
    ("wrong-value", "is not a dialect"),
    ("wrong-value", "is not a language tag"),
    ("wrong-value", "cannot be the id of a book"),
    ("wrong-value", "is not an address"),
    ("wrong-value", "is not a colour"),
    ("wrong-value", "has more than"),
    ("wrong-value", "this book has no chapter"),
    ("wrong-value", "is not a result of repetition"),
];

/// Of all other mistakes, why a schema cannot express them.
const NOT_EXPRESSED: [(&str, &str); 4] = [
    ("sentence-syntax", "a sentence has a grammar of its own"),
    ("betza-syntax", "so has Betza's notation"),
    (
        "unknown-",
        "a name is looked up in the variant, its board and the files beside it",
    ),
    (
        "",
        "it depends on another value, on the board, or on what is counted",
    ),
];

/// Mistakes in rules of a kind that a file defines itself. A schema knows nothing of their keys.
const OF_OWN_RULES: [&str; 2] = [
    "named rules and their keys",
    "values that are filled into named rules",
];

struct Complaint {
    code: String,
    message: String,
    file: String,
}

/// What is complained of in a case's output, each with the file it points into.
fn complaints(output: &str) -> Vec<Complaint> {
    let lines: Vec<&str> = output.lines().collect();
    let complaint = |pair: &[&str]| {
        let (code, message) = pair[0].strip_prefix("error[")?.split_once("]: ")?;
        let file = pair[1]
            .trim_start()
            .strip_prefix("--> ")?
            .split(':')
            .next()?;
        Some(Complaint {
            code: code.into(),
            message: message.into(),
            file: file.rsplit('/').next()?.into(),
        })
    };
    lines.windows(2).filter_map(complaint).collect()
}

fn kind_of(file: &str) -> &'static str {
    match file {
        "book.toml" => "book",
        "source.toml" => "source",
        "review.toml" => "review",
        _ => "variant",
    }
}

/// TOML as the JSON that a schema speaks of.
fn parsed(text: &str) -> Option<Value> {
    serde_json::to_value(toml::from_str::<toml::Table>(text).ok()?).ok()
}

/// What a validator finds wrong with documents, each of a kind.
fn validate(name: &str, documents: &[(String, String, Value)]) -> Vec<Vec<String>> {
    let schema = |kind: &&str| {
        let run = program().args(["schema", kind]).output().unwrap();
        (
            kind.to_string(),
            serde_json::from_slice(&run.stdout).unwrap(),
        )
    };
    let schemas: serde_json::Map<String, Value> = KINDS.iter().map(schema).collect();
    let documents: Vec<Value> = documents
        .iter()
        .map(|(kind, name, value)| json!({"kind": kind, "name": name, "value": value}))
        .collect();
    let folder = Folder::new(name);
    let path = folder.top().join("documents.json");
    fs::write(
        &path,
        json!({"schemas": schemas, "documents": documents}).to_string(),
    )
    .unwrap();
    let errors = |line: Value| serde_json::from_value(line["errors"].clone()).unwrap();
    drive("schemas.mjs", &path, &[])
        .into_iter()
        .map(errors)
        .collect()
}

#[test]
fn every_file_of_the_books_is_valid() {
    let mut documents = Vec::new();
    let mut folders: Vec<_> = fs::read_dir(root().join("content"))
        .unwrap()
        .flatten()
        .map(|e| e.path())
        .collect();
    folders.push(root().join("templates/variants"));
    folders.push(root().join("tests/games"));
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        for file in fs::read_dir(folder)
            .unwrap()
            .flatten()
            .map(|entry| entry.path())
        {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            // The program writes measured games, and nobody edits them.
            if name.ends_with(".toml") && name != "measured.toml" {
                let value = parsed(&fs::read_to_string(&file).unwrap()).unwrap();
                documents.push((
                    kind_of(&name).to_string(),
                    file.display().to_string(),
                    value,
                ));
            }
        }
    }
    let own = "title = \"Own\"\nextends = \"chess\"\n[[rule]]\nkind = \"refuge\"\ncells = \"cells d4\"\n\
        [[define]]\nid = \"refuge\"\nkey = [{ name = \"cells\", takes = \"cells\" }]\n\
        [[define.rule]]\nkind = \"forbid\"\nwhen = \"taken & $cells(other) != {}\"\n";
    documents.push(("variant".into(), "own rules".into(), parsed(own).unwrap()));
    assert!(documents.len() > 20, "{}", documents.len());
    for ((_, name, _), errors) in documents.iter().zip(validate("schemas-books", &documents)) {
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
}

#[test]
fn mistakes_are_refused_that_a_schema_can_express() {
    let text = fs::read_to_string(root().join("tests/errors.md")).unwrap();
    let mut documents = Vec::new();
    let mut expected = Vec::new();
    for case in text.split("\n## ").skip(1) {
        let title = case.lines().next().unwrap_or_default();
        let output = case.split("```stderr\n").nth(1).unwrap_or_default();
        let complaints = complaints(output.split("\n```").next().unwrap_or_default());
        for block in case.split("````file ").skip(1) {
            let (file, rest) = block.split_once('\n').unwrap();
            let Some(value) = rest
                .split("\n````")
                .next()
                .and_then(parsed)
                .filter(|_| file.ends_with(".toml"))
            else {
                continue;
            };
            let own: Vec<&Complaint> = complaints.iter().filter(|one| one.file == file).collect();
            let is_expressed = |one: &&Complaint| {
                let mut known = EXPRESSED.iter();
                !OF_OWN_RULES.contains(&title)
                    && known.any(|(code, part)| one.code == *code && one.message.contains(part))
            };
            for other in own.iter().filter(|one| !is_expressed(one)) {
                assert!(
                    NOT_EXPRESSED
                        .iter()
                        .any(|(code, _)| other.code.starts_with(code)),
                    "{}",
                    other.code
                );
            }
            expected.push(own.iter().any(is_expressed));
            documents.push((kind_of(file).to_string(), format!("{title}: {file}"), value));
        }
    }
    let found = validate("schemas-mistakes", &documents);
    assert_eq!(found.len(), documents.len());
    let refused = expected.iter().filter(|refused| **refused).count();
    assert!(refused > 20, "{refused} mistakes of {}", documents.len());
    let mut missed: Vec<String> = Vec::new();
    for (((_, name, _), expected), errors) in documents.iter().zip(expected).zip(found) {
        if expected && errors.is_empty() {
            missed.push(format!("not refused: {name}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
