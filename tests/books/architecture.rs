//! The shape of the code, as falsifiable sentences.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

/// The crates, lowest first, and which of the others each may name.
const CRATES: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("rules", &["text"]),
    ("variant", &["rules", "text"]),
    ("picture", &["rules", "text"]),
];

/// The modules of the root's crate in the order the data takes, and what each may name besides itself and the members.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("explain", &[]),
    ("book", &[]),
    ("lower", &["book"]),
    ("claim", &["lower"]),
    ("format", &["book", "claim"]),
    ("judge", &["book", "lower", "claim"]),
    ("page", &["book", "lower", "claim", "judge"]),
    ("report", &["explain", "lower", "claim", "judge"]),
    ("world", &[]),
    (
        "compile",
        &["book", "lower", "claim", "format", "judge", "page", "world"],
    ),
    ("mutate", &["book", "lower", "claim", "judge", "compile"]),
    (
        "lsp",
        &["book", "lower", "claim", "format", "judge", "compile"],
    ),
    ("serve", &["judge", "page", "world", "compile"]),
    ("diff", &["book", "judge", "page", "compile"]),
    (
        "cli",
        &[
            "explain", "lower", "claim", "judge", "page", "report", "world", "compile", "mutate",
            "lsp", "serve", "diff",
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
                let mut parts = below.iter().map(|part| part.to_string_lossy());
                let module = parts.next().unwrap();
                let module = module.trim_end_matches(".rs").to_string();
                files.push(SourceFile {
                    module,
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
    for (index, (name, may_name)) in CRATES.iter().enumerate() {
        let manifest = kit::folder::root()
            .join("src")
            .join(name)
            .join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).unwrap();
        let named = manifest.lines().filter_map(|line| {
            let name = line.strip_prefix("padma-")?;
            name.split(['.', ' ']).next()
        });
        let named: BTreeSet<&str> = named.collect();
        assert_eq!(
            named,
            BTreeSet::from_iter(may_name.iter().copied()),
            "{name}"
        );
        let below: Vec<&str> = CRATES[..index].iter().map(|(name, _)| *name).collect();
        assert!(
            may_name.iter().all(|name| below.contains(name)),
            "{name} stands above what it names"
        );
    }
    let members = fs::read_dir(kit::folder::root().join("src"))
        .unwrap()
        .filter(|entry| {
            let path = entry.as_ref().unwrap().path();
            path.join("Cargo.toml").is_file()
        });
    assert_eq!(members.count(), CRATES.len(), "each crate has its row");
}

#[test]
fn modules_name_only_those_above_them() {
    let known: Vec<&str> = MAY_NAME.iter().map(|(module, _)| *module).collect();
    for (index, (module, may_name)) in MAY_NAME.iter().enumerate() {
        for other in *may_name {
            assert!(
                known[..index].contains(other),
                "`{module}` stands above `{other}`"
            );
        }
    }
    for file in source_files() {
        let Some((_, allowed)) = MAY_NAME.iter().find(|(module, _)| *module == file.module) else {
            let is_member = CRATES.iter().any(|(name, _)| *name == file.module);
            let is_root = ["lib", "main", "mdbook_padma"].contains(&file.module.as_str());
            assert!(
                is_member || is_root,
                "`{}` has no place in the order",
                file.module
            );
            continue;
        };
        for part in file.code.split("crate::").skip(1) {
            let named: String = part
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let fits = named == file.module || allowed.contains(&named.as_str());
            assert!(fits, "{} names `{named}`", file.path.display());
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
fn only_the_world_touches_files_and_nothing_reads_the_clock() {
    for file in source_files() {
        let forbidden: &[&str] = match file.module.as_str() {
            // Files are quiet for a while before they are read.
            "world" if file.path.ends_with("world/watch.rs") => &["std::env", "SystemTime"],
            "world" => &["std::env", "std::time", "SystemTime"],
            // Clients are not waited for longer than they may take.
            "serve" => &["std::fs", "std::env", "SystemTime", "std::process"],
            // A line of progress is gone when the work is done.
            "cli" if file.path.ends_with("cli/progress.rs") => {
                &["std::fs", "std::env", "SystemTime"]
            }
            // A book is checked when the typing pauses.
            "lsp" if file.path.ends_with("lsp/worker.rs") => &["std::fs", "std::env", "SystemTime"],
            // The terminal's wishes are the command line's business.
            "cli" => &["std::fs", "std::time", "SystemTime"],
            _ => &[
                "std::fs",
                "std::env",
                "std::time",
                "SystemTime",
                "std::process",
            ],
        };
        for word in forbidden {
            let exempt =
                ["main", "mdbook_padma"].contains(&file.module.as_str()) && *word == "std::process";
            assert!(
                exempt || !file.code.contains(word),
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

#[test]
fn every_file_says_what_it_is_and_fits_a_head() {
    for file in source_files() {
        let name = file.path.display();
        assert!(
            file.text.starts_with("//!") || file.module == "main",
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
fn who_searches_for_a_type_finds_one() {
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

/// A module's place: `["moves", "walk"]` for `src/moves/walk.rs`, `["moves"]` for `src/moves/mod.rs`.
type Place = Vec<String>;

/// What the files name, seen from the top of the crate.
struct Names {
    /// For each file the paths it names, those apart that it only offers under its own name.
    named: BTreeMap<Place, Vec<Place>>,
    /// What a file offers that stands in another: its path here, and there.
    offered: BTreeMap<Place, Place>,
}

impl Names {
    fn of(files: &[SourceFile]) -> Names {
        let root = kit::folder::root().join("src");
        let places = files.iter().map(|file| {
            let path = file.path.strip_prefix(&root).unwrap().with_extension("");
            let mut place: Place = path
                .iter()
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            place.pop_if(|last| last == "mod" || last == "lib");
            place
        });
        let places: Vec<Place> = places.collect();
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

    fn edges(&self) -> BTreeMap<&Place, BTreeSet<Place>> {
        let edges = self.named.iter().map(|(place, named)| {
            let homes = named
                .iter()
                .filter_map(|path| self.home(path))
                .filter(|home| home != place);
            (place, homes.collect())
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
    let member = |name: &str| CRATES.iter().any(|(member, _)| *member == name);
    if first == "crate" {
        here.truncate(usize::from(place.first().is_some_and(|top| member(top))));
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
fn no_files_name_each_other_in_a_circle() {
    let files = source_files();
    let names = Names::of(&files);
    let edges = names.edges();
    assert!(
        edges.values().map(BTreeSet::len).sum::<usize>() > 1000,
        "the files name each other"
    );
    // What names nothing that is left is taken away; what then remains stands in circles.
    let mut left: BTreeSet<&Place> = edges.keys().copied().collect();
    loop {
        let free = |place: &&&Place| edges[**place].iter().all(|named| !left.contains(named));
        let free: Vec<&Place> = left.iter().filter(free).copied().collect();
        if free.is_empty() {
            break;
        }
        free.iter().for_each(|place| _ = left.remove(place));
    }
    let shown = |place: &&Place| {
        let named: Vec<String> = edges[*place]
            .iter()
            .filter(|named| left.contains(named))
            .map(|named| named.join("::"))
            .collect();
        format!("{} names {}", place.join("::"), named.join(", "))
    };
    let circles: Vec<String> = left.iter().map(shown).collect();
    assert_eq!(circles, Vec::<String>::new());
}
