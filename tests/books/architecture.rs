//! The shape of the code, as falsifiable sentences.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

/// The crates, lowest first: the folder of each, and which of the others it may name.
const CRATES: &[(&str, &[&str])] = &[
    ("templates", &[]),
    ("src/text", &[]),
    ("src/words", &["text"]),
    ("src/rules", &["text"]),
    ("src/play", &["rules", "text"]),
    ("src/expr", &["play", "rules", "text", "words"]),
    ("src/variant", &["expr", "rules", "text", "words"]),
    ("src/exchange", &["rules", "text", "variant"]),
    ("src/picture", &["rules", "text", "words"]),
    (
        "src/book",
        &[
            "exchange", "expr", "picture", "play", "rules", "text", "variant", "words",
        ],
    ),
    (
        "src/site",
        &[
            "book",
            "expr",
            "picture",
            "rules",
            "templates",
            "text",
            "variant",
            "words",
        ],
    ),
    (
        "src/tools/mutate",
        &["book", "expr", "rules", "text", "variant"],
    ),
    (
        "src/tools/diff",
        &[
            "book", "picture", "rules", "site", "text", "variant", "words",
        ],
    ),
    (
        "src/tools/lsp",
        &[
            "book", "expr", "picture", "rules", "site", "text", "variant", "words",
        ],
    ),
    (
        "src/tools/serve",
        &["book", "picture", "site", "templates", "text", "words"],
    ),
    (
        "src/wasm",
        &["expr", "play", "rules", "text", "variant", "words"],
    ),
    // The root: the command line and the library's front door.
    (
        ".",
        &[
            "book", "diff", "exchange", "expr", "lsp", "mutate", "picture", "play", "rules",
            "serve", "site", "text", "variant", "words",
        ],
    ),
];

/// The name of the crate in a folder.
fn crate_of(folder: &str) -> &str {
    folder.rsplit('/').next().unwrap()
}

struct SourceFile {
    path: PathBuf,
    /// The crate it belongs to, and its place there: `["moves", "walk"]` for `moves/walk.rs`, `["moves"]` for `moves/mod.rs`.
    member: &'static str,
    place: Place,
    /// Its code: no comments, no tests.
    code: String,
    text: String,
}

type Place = Vec<String>;

fn source_files() -> Vec<SourceFile> {
    let root = kit::folder::root();
    let mut files = Vec::new();
    for (folder, _) in CRATES {
        let name = crate_of(folder);
        let top = match name {
            "." => root.join("src"),
            _ => root.join(folder),
        };
        let mut folders = vec![top.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let is_member = || path.join("Cargo.toml").exists() || path.ends_with("src/tools");
                if path.is_dir() {
                    folders.extend((!is_member()).then_some(path));
                    continue;
                }
                if path.extension().is_none_or(|ending| ending != "rs") {
                    continue;
                }
                let text = fs::read_to_string(&path).unwrap();
                let below = path.strip_prefix(&top).unwrap().with_extension("");
                let parts = below.iter().map(|part| part.to_string_lossy().into_owned());
                let mut place: Place = parts.collect();
                place.pop_if(|last| last == "mod" || last == "lib");
                files.push(SourceFile {
                    member: name,
                    place,
                    code: code_of(&text),
                    text,
                    path,
                });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn code_of(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or("");
    code.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn crates_name_only_those_below_them() {
    let root = kit::folder::root();
    let mut below = BTreeSet::new();
    for (folder, may_name) in CRATES {
        let manifest = fs::read_to_string(root.join(folder).join("Cargo.toml")).unwrap();
        let of_crate = manifest.split("[workspace").next().unwrap();
        let of_crate = of_crate.split("[dev-dependencies]").next().unwrap();
        let named = of_crate.lines().filter_map(|line| {
            let name = line.strip_prefix("padma-")?;
            name.split(['.', ' ']).next()
        });
        let named: BTreeSet<&str> = named.collect();
        assert_eq!(
            named,
            BTreeSet::from_iter(may_name.iter().copied()),
            "{folder}"
        );
        assert!(
            named.is_subset(&below),
            "{folder} stands above what it names"
        );
        below.insert(crate_of(folder));
        if *folder != "." {
            let listed = format!("\n    \"{folder}\",\n");
            let root = fs::read_to_string(root.join("Cargo.toml")).unwrap();
            assert_eq!(
                root.matches(&listed).count(),
                2,
                "{folder} is a member, and tested by default"
            );
        }
    }
}

#[test]
fn backends_do_not_know_each_other() {
    for file in source_files().into_iter().filter(|file| {
        file.path
            .components()
            .any(|part| part.as_os_str() == "backend")
    }) {
        let own = file
            .path
            .file_stem()
            .unwrap()
            .to_string_lossy()
            .into_owned();
        if own == "mod" || own == "pictures" {
            continue;
        }
        for other in ["svg", "png", "ascii"]
            .into_iter()
            .filter(|other| *other != own)
        {
            assert!(
                !file.code.contains(&format!("super::{other}"))
                    && !file.code.contains(&format!("backend::{other}")),
                "{own} names {other}"
            );
        }
    }
}

#[test]
fn only_the_world_module_touches_files_and_the_clock() {
    for file in source_files() {
        let module = file.place.first().map_or("", String::as_str);
        let forbidden: &[&str] = match (file.member, module) {
            // Files are quiet for a while before they are read.
            ("book", "world") if file.path.ends_with("watch.rs") => &["std::env", "SystemTime"],
            // What a reader finds has a date.
            ("book", "world") if file.path.ends_with("clock.rs") => &["std::fs", "std::env"],
            ("book", "world") => &["std::env", "std::time", "SystemTime"],
            // Clients are not waited for longer than they may take.
            ("serve", _) => &["std::fs", "std::env", "SystemTime", "std::process"],
            // A line of progress is gone when the work is done.
            (".", "cli") if file.path.ends_with("progress.rs") => {
                &["std::fs", "std::env", "SystemTime"]
            }
            // A book is checked when the typing pauses.
            ("lsp", "worker") => &["std::fs", "std::env", "SystemTime"],
            // The terminal's wishes are the command line's business.
            (".", "cli") => &["std::fs", "std::time", "SystemTime"],
            // The build reads the messages of English.
            ("words", "build") => &["std::time", "SystemTime", "std::process"],
            // A program says how it ended.
            (".", "main" | "mdbook_padma") => &["std::fs", "std::env", "std::time", "SystemTime"],
            _ => &[
                "std::fs",
                "std::env",
                "std::time",
                "SystemTime",
                "std::process",
            ],
        };
        for word in forbidden {
            assert!(
                !file.code.contains(word),
                "{} uses {word}",
                file.path.display()
            );
        }
    }
}

#[test]
fn drawings_use_no_arithmetic_that_differs_between_platforms() {
    for file in source_files() {
        for call in [
            ".sin(",
            ".cos(",
            ".tan(",
            ".atan2(",
            ".powf(",
            ".exp(",
            ".ln(",
            ".mul_add(",
        ] {
            assert!(
                !file.code.contains(call),
                "{} calls {call}…)",
                file.path.display()
            );
        }
    }
}

#[test]
fn no_hash_order_reaches_the_output() {
    // One that cannot be gone through has no order.
    for file in source_files()
        .into_iter()
        .filter(|file| !file.path.ends_with("text/lookup.rs"))
    {
        for word in ["HashMap", "HashSet"] {
            assert!(
                !file.code.contains(word),
                "{} uses {word}",
                file.path.display()
            );
        }
    }
}

/// The most lines of code that the crates in `src` may have, with the tables that they read.
const MOST_LINES: usize = 131_000;

/// Counts lines that are neither empty nor comments, which begin with `comment`.
fn lines_of_code(text: &str, comment: &str) -> usize {
    let lines = text.lines().map(str::trim_start);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with(comment))
        .count()
}

#[test]
fn the_code_stays_within_its_budget() {
    let files = source_files()
        .into_iter()
        .filter(|file| file.member != "templates");
    let code: usize = files.map(|file| lines_of_code(&file.code, "//")).sum();
    let source = kit::folder::root().join("src");
    let is_table = |path: &str| path.ends_with(".toml") && !path.ends_with("Cargo.toml");
    let tables = kit::folder::files(&source)
        .into_iter()
        .filter(|(path, _)| is_table(path));
    let tables: usize = tables
        .map(|(_, bytes)| lines_of_code(&String::from_utf8_lossy(&bytes), "#"))
        .sum();
    let lines = code + tables;
    assert!(
        lines <= MOST_LINES,
        "{lines} lines of code are more than {MOST_LINES}: say what is new with what is there, or raise the budget and say why"
    );
}

#[test]
fn every_file_opens_with_a_doc_comment_and_stays_short() {
    for file in source_files() {
        let name = file.path.display();
        assert!(
            file.text.starts_with("//!") || file.path.ends_with("main.rs"),
            "{name} does not open with what it is for"
        );
        let lines = file.code.lines().count();
        assert!(
            lines <= 760,
            "{name} has {lines} lines of code: split it by idea"
        );
    }
}

/// What a type that is defined in a line is called.
fn defined(line: &str) -> Option<&str> {
    let item = line.trim_start();
    let item = item
        .strip_prefix("pub")
        .map_or(item, |rest| match rest.strip_prefix('(') {
            Some(rest) => rest.split_once(')').map_or(rest, |(_, rest)| rest),
            None => rest,
        });
    let (kind, rest) = item.trim_start().split_once(' ')?;
    // A type within an `impl` or a `trait` belongs to what that is about.
    let is_type =
        ["struct", "enum", "trait"].contains(&kind) || kind == "type" && !line.starts_with(' ');
    is_type.then(|| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap())
}

#[test]
fn type_names_are_unique() {
    // The library's is the model's, with what it takes to ask it something.
    const ONE_IDEA: [&str; 1] = ["Variant"];
    let files = source_files();
    let mut places: BTreeMap<&str, &PathBuf> = BTreeMap::new();
    for file in &files {
        for name in file
            .code
            .lines()
            .filter_map(defined)
            .filter(|name| !ONE_IDEA.contains(name))
        {
            let first = places.insert(name, &file.path);
            assert_eq!(
                first,
                None,
                "another type is called `{name}` in {}",
                file.path.display()
            );
        }
    }
    assert!(places.len() > 900, "only {} types were found", places.len());
}

/// What the files name, seen from the top of the crate.
struct Names {
    /// For each file the paths it names, those apart that it only offers under its own name.
    named: BTreeMap<Place, Vec<Place>>,
    /// What a file offers that stands in another: its path here, and there.
    offered: BTreeMap<Place, Place>,
}

impl Names {
    fn of(files: &[SourceFile]) -> Names {
        let place =
            |file: &SourceFile| [&[file.member.to_string()], file.place.as_slice()].concat();
        let places: Vec<Place> = files.iter().map(place).collect();
        let mut names = Names {
            named: BTreeMap::new(),
            offered: BTreeMap::new(),
        };
        for (place, file) in places.iter().zip(files) {
            let is_file = |path: &Place| places.contains(path);
            let mut named = Vec::new();
            for statement in file.code.split(';') {
                let (is_use, offers, tree) = used(statement);
                let paths = if is_use {
                    leaves(tree)
                } else {
                    written(statement)
                };
                for path in paths {
                    let (path, name) = path.split_once(" as ").unwrap_or((&path, ""));
                    let Some(path) = absolute(place, path, &is_file) else {
                        continue;
                    };
                    if offers {
                        let name = Some(name).filter(|name| !name.is_empty());
                        let own = name.map_or_else(|| path.last().unwrap().clone(), str::to_string);
                        names
                            .offered
                            .insert([place.as_slice(), &[own]].concat(), path);
                    } else {
                        named.push(path);
                    }
                }
            }
            names.named.insert(place.clone(), named);
        }
        names
    }

    /// The file in which a path ends, followed through those that only offer it.
    fn home(&self, path: &[String]) -> Option<Place> {
        let lengths = || (1..=path.len()).rev();
        let is_file = |length: &usize| self.named.contains_key(&path[..*length]);
        let mut names = lengths().filter(|length| !is_file(length));
        let offered = names.find_map(|length| self.offered.get(&path[..length]));
        if let Some(there) = offered.filter(|there| !path.starts_with(there)) {
            return self.home(there);
        }
        (1..=path.len())
            .rev()
            .map(|length| path[..length].to_vec())
            .find(|place| self.named.contains_key(place))
    }

    fn edges(&self) -> BTreeMap<Place, BTreeSet<Place>> {
        let edges = self.named.iter().map(|(place, named)| {
            let homes = named
                .iter()
                .filter_map(|path| self.home(path))
                .filter(|home| home != place);
            (place.clone(), homes.collect())
        });
        edges.collect()
    }
}

/// Whether a statement is a `use`, whether it offers what it names to others, and its tree.
fn used(statement: &str) -> (bool, bool, &str) {
    let start = statement.rfind("use ").filter(|at| {
        let before = statement[..*at].trim_end();
        before.is_empty() || before.ends_with(['}', ']', ')', '\n']) || before.ends_with("pub")
    });
    let Some(start) = start else {
        return (false, false, "");
    };
    let before = statement[..start].trim_end();
    let line = before.rsplit('\n').next().unwrap_or_default().trim();
    (
        true,
        line.starts_with("pub"),
        &statement[start + "use ".len()..],
    )
}

/// The paths of a tree such as `super::{a, b::{self, c}}`.
fn leaves(tree: &str) -> Vec<String> {
    let tree = tree.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(open) = tree.find('{') else {
        return vec![tree];
    };
    let Some(close) = tree.rfind('}') else {
        return Vec::new();
    };
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in tree[open + 1..close].chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            c => parts.last_mut().unwrap().push(c),
        }
    }
    let parts = parts
        .iter()
        .map(|part| part.trim())
        .filter(|part| !part.is_empty());
    parts
        .flat_map(|part| leaves(&format!("{}{part}", &tree[..open])))
        .collect()
}

/// The paths that stand in code outside of `use`.
fn written(code: &str) -> Vec<String> {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words = code
        .split(|c: char| !is_path(c))
        .filter(|word| word.contains("::"));
    words
        .map(|word| word.trim_matches(':').to_string())
        .collect()
}

fn absolute(place: &[String], path: &str, is_file: &dyn Fn(&Place) -> bool) -> Option<Place> {
    let mut here = place.to_vec();
    let mut parts = path
        .split("::")
        .map(str::trim)
        .filter(|part| *part != "self" && *part != "*")
        .peekable();
    let first = *parts.peek()?;
    if first == "crate" {
        here.truncate(1);
        parts.next();
    } else if let Some(name) = first.strip_prefix("padma_") {
        here = vec![name.to_string()];
        parts.next();
    } else if first == "super" {
        while parts.next_if_eq(&"super").is_some() {
            here.pop();
        }
    } else if !path.starts_with("self::") && !is_file(&[place, &[first.to_string()]].concat()) {
        // The name of something in this file, or of another crate.
        return None;
    }
    here.extend(parts.map(str::to_string));
    Some(here)
}

#[test]
fn no_files_and_no_modules_name_each_other_in_a_circle() {
    let files = source_files();
    let names = Names::of(&files);
    let edges = names.edges();
    assert!(
        edges.values().map(BTreeSet::len).sum::<usize>() > 1000,
        "the files name each other"
    );
    // The modules at the top of a crate, by what their files name.
    let mut beside: BTreeMap<Place, BTreeSet<Place>> = BTreeMap::new();
    for (place, named) in &edges {
        for other in named {
            if let ([of, from, ..], [in_crate, to, ..]) = (&place[..], &other[..])
                && of == in_crate
                && from != to
            {
                let modules = beside.entry(vec![of.clone(), from.clone()]).or_default();
                modules.insert(vec![of.clone(), to.clone()]);
            }
        }
    }
    assert_eq!(circles(&edges), Vec::<String>::new());
    assert_eq!(circles(&beside), Vec::<String>::new());
}

/// Returns the things that name each other in a circle, and those that lead to one. It removes
/// what names nothing that is left, until nothing more can be removed.
fn circles(edges: &BTreeMap<Place, BTreeSet<Place>>) -> Vec<String> {
    let mut left: BTreeSet<&Place> = edges.keys().collect();
    loop {
        let free = |place: &&&Place| edges[**place].iter().all(|named| !left.contains(named));
        let free: Vec<&Place> = left.iter().filter(free).copied().collect();
        if free.is_empty() {
            break;
        }
        free.iter().for_each(|place| _ = left.remove(place));
    }
    let shown = |place: &&Place| {
        let named = edges[*place].iter().filter(|named| left.contains(named));
        let named: Vec<String> = named.map(|named| named.join("::")).collect();
        format!("{} names {}", place.join("::"), named.join(", "))
    };
    left.iter().map(shown).collect()
}

/// What each of the upper crates asks for: the modules of other crates that its files name.
const DOORS: &[(&str, &str)] = &[
    (
        "site",
        "book::claim book::judge book::load book::pages book::place book::plain book::propose book::report book::world expr \
         expr::movement expr::play picture::backend picture::scene picture::words rules::diagram rules::model \
         rules::movement rules::names rules::play rules::reach templates text text::diag \
         text::english variant::describe variant::likeness variant::places variant::resolve \
         variant::form variant::toml variant::words words",
    ),
    (
        "mutate",
        "book::claim book::judge book::load book::pages book::place expr rules::model \
         rules::movement rules::moves rules::play text text::diag text::english variant::decl \
         variant::difference variant::form variant::resolve variant::toml",
    ),
    (
        "diff",
        "book::judge book::load book::pages picture::backend picture::scene picture::words \
         rules::diagram rules::model rules::moves rules::reach site::page \
         text text::english variant::describe variant::difference words",
    ),
    (
        "lsp",
        "book::claim book::format book::judge book::load book::pages book::propose expr \
         picture::backend rules::diagram rules::model rules::movement rules::names \
         site::build text text::diag variant::decl variant::describe variant::form \
         variant::kinds variant::named variant::toml words",
    ),
    (
        "serve",
        "book::judge book::load book::propose book::report book::world picture::backend site::catalogue site::page \
         site::served templates text words",
    ),
    (
        ".",
        "book::claim book::explain book::judge book::load book::pages book::plain book::propose book::report book::world \
         diff exchange::export exchange::import expr expr::play lsp mutate picture::backend play rules::diagram rules::model rules::movement \
         rules::names \
         rules::play rules::reach rules::sentence serve site::build site::catalogue \
         site::mdbook site::page site::start text text::diag variant::decl variant::form \
         variant::kinds variant::named variant::resolve variant::rule variant::terminal words",
    ),
];

#[test]
fn upper_crates_ask_for_what_is_listed() {
    let files = source_files();
    let declares = |path: &[String]| {
        let head = files
            .iter()
            .find(|file| file.member == path[0] && file.place.is_empty());
        let module = format!("pub mod {};", path[1]);
        head.is_some_and(|file| file.code.lines().any(|line| line == module))
    };
    let mut asked: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let names = Names::of(&files);
    for (place, named) in &names.named {
        for path in named
            .iter()
            .filter(|path| path[0] != place[0] && path.len() > 1)
        {
            let module = if declares(path) {
                path[..2].join("::")
            } else {
                path[0].clone()
            };
            asked.entry(&place[0]).or_default().insert(module);
        }
    }
    let mut wrong = Vec::new();
    for (name, modules) in DOORS {
        let listed: BTreeSet<String> = modules.split_whitespace().map(str::to_string).collect();
        let found = asked.remove(*name).unwrap_or_default();
        let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
            a.difference(b).cloned().collect::<Vec<_>>().join(" ")
        };
        if listed != found {
            wrong.push(format!(
                "{name} asks for more: {}; no longer for: {}",
                only(&found, &listed),
                only(&listed, &found)
            ));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
