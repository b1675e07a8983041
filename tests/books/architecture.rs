//! The shape of the code, as falsifiable sentences.

use std::fs;
use std::path::PathBuf;

/// The modules in the order the data takes, and what each may name besides itself.
const MAY_NAME: [(&str, &[&str]); 25] = [
    ("lookup", &[]),
    ("text", &[]),
    ("diag", &["text"]),
    ("movement", &["text", "diag"]),
    ("model", &["lookup", "text", "diag", "movement"]),
    ("book", &["text", "diag"]),
    ("variant", &["text", "diag", "movement", "model", "book"]),
    ("describe", &["movement", "model", "variant"]),
    ("moves", &["movement", "model"]),
    ("reach", &["movement", "model", "moves"]),
    ("play", &["text", "diag", "movement", "model", "moves", "reach"]),
    ("lower", &["text", "diag", "movement", "model", "book", "variant", "reach", "play"]),
    ("library", &["text", "diag", "model", "variant", "reach", "lower"]),
    ("import", &["text", "diag", "movement", "model", "variant"]),
    ("claim", &["text", "diag", "movement", "model", "moves", "reach", "play", "lower"]),
    ("diagram", &["model"]),
    ("judge", &["lookup", "text", "diag", "model", "play", "book", "lower", "claim", "diagram"]),
    ("scene", &["model", "diagram"]),
    ("backend", &["text", "model", "diagram", "scene"]),
    // The atlas and the index show boards and pieces that no author has drawn.
    (
        "page",
        &[
            "text", "movement", "model", "describe", "reach", "play", "book", "lower", "claim", "diagram",
            "judge", "scene", "backend",
        ],
    ),
    ("report", &["text", "diag", "movement", "model", "play", "lower", "claim", "judge"]),
    ("world", &["text", "diag"]),
    (
        "compile",
        &[
            "text", "diag", "model", "reach", "book", "variant", "lower", "import", "judge", "scene",
            "backend", "page", "world",
        ],
    ),
    (
        "mutate",
        &[
            "text", "diag", "movement", "model", "moves", "reach", "play", "book", "lower", "claim", "judge",
            "compile",
        ],
    ),
    (
        "cli",
        &[
            "text", "diag", "movement", "model", "reach", "play", "lower", "import", "claim", "judge",
            "backend", "report", "world", "compile", "mutate",
        ],
    ),
];

struct SourceFile {
    path: PathBuf,
    /// The module it belongs to, at the top of the crate.
    module: String,
    /// Its code: no comments, no tests.
    code: String,
    text: String,
}

fn source_files() -> Vec<SourceFile> {
    let root = kit::folder::root().join("src");
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let below = path.strip_prefix(&root).unwrap();
                let module =
                    below.iter().next().unwrap().to_string_lossy().trim_end_matches(".rs").to_string();
                files.push(SourceFile { module, code: code_of(&text), text, path });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn code_of(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or("");
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn modules_name_only_those_above_them() {
    let known: Vec<&str> = MAY_NAME.iter().map(|(module, _)| *module).collect();
    for (index, (module, may_name)) in MAY_NAME.iter().enumerate() {
        for other in *may_name {
            assert!(known[..index].contains(other), "`{module}` stands above `{other}`");
        }
    }
    for file in source_files() {
        if ["lib", "main"].contains(&file.module.as_str()) {
            continue;
        }
        let allowed = MAY_NAME.iter().find(|(module, _)| *module == file.module);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("`{}` has no place in the order", file.module));
        for part in file.code.split("crate::").skip(1) {
            let named: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let fits = named == file.module || allowed.contains(&named.as_str());
            assert!(fits, "{} names `{named}`", file.path.display());
        }
    }
}

#[test]
fn backends_do_not_know_each_other() {
    for file in source_files().into_iter().filter(|file| file.module == "backend") {
        let own = file.path.file_stem().unwrap().to_string_lossy().into_owned();
        if own == "mod" || own == "pictures" {
            continue;
        }
        for other in ["svg", "png", "ascii"].into_iter().filter(|other| *other != own) {
            assert!(
                !file.code.contains(&format!("super::{other}"))
                    && !file.code.contains(&format!("backend::{other}")),
                "{own} names {other}"
            );
        }
    }
}

#[test]
fn only_the_world_touches_files_and_nothing_reads_the_clock() {
    for file in source_files() {
        let forbidden: &[&str] = match file.module.as_str() {
            "world" => &["std::env", "std::time", "SystemTime"],
            // A line of progress is gone when the work is done.
            "cli" if file.path.ends_with("cli/progress.rs") => &["std::fs", "std::env", "SystemTime"],
            // The terminal's wishes are the command line's business.
            "cli" => &["std::fs", "std::time", "SystemTime"],
            _ => &["std::fs", "std::env", "std::time", "SystemTime", "std::process"],
        };
        for word in forbidden {
            let exempt = file.module == "main" && *word == "std::process";
            assert!(exempt || !file.code.contains(word), "{} uses {word}", file.path.display());
        }
    }
}

#[test]
fn drawings_use_no_arithmetic_that_differs_between_platforms() {
    for file in source_files() {
        for call in [".sin(", ".cos(", ".tan(", ".atan2(", ".powf(", ".exp(", ".ln(", ".mul_add("] {
            assert!(!file.code.contains(call), "{} calls {call}…)", file.path.display());
        }
    }
}

#[test]
fn no_hash_order_reaches_the_output() {
    // One that cannot be gone through has no order.
    for file in source_files().into_iter().filter(|file| file.module != "lookup") {
        for word in ["HashMap", "HashSet"] {
            assert!(!file.code.contains(word), "{} uses {word}", file.path.display());
        }
    }
}

#[test]
fn every_file_says_what_it_is_and_fits_a_head() {
    for file in source_files() {
        let name = file.path.display();
        assert!(
            file.text.starts_with("//!") || file.module == "main",
            "{name} does not open with what it is for"
        );
        let lines = file.code.lines().count();
        assert!(lines <= 560, "{name} has {lines} lines of code: split it by idea");
    }
}
