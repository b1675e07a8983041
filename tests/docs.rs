//! Runs the examples of README.md, of `docs/` and of the explanations of diagnostic codes, and holds
//! those texts against the words the program knows.
//!
//! The info words of a fenced block say how it is checked:
//!
//! ```text
//! sentence         one movement sentence a line: it parses, prints back, and its names are known.
//!                  `=> TEXT` below it is what it says in English; `@ CELL => CELLS` is what a piece
//!                  so written reaches, alone or among men: `@ e3 own c3 enemy d5 => …`. Before the
//!                  cell `black` and `unmoved` may stand
//! expression       `EXPRESSION => VALUE` a line, on lotus-39
//! console          `$ padma …` and below it what is printed, first stdout, then stderr. With nothing
//!                  below it, it must end with status 0. `$ echo $?` shows the status of the command
//!                  before it. What builds or writes a file is not run
//! page             a page of a book on lotus-39, which passes; `page 1` and `page 2` end with that
//!                  status
//! toml variant     a complete variant file, which settles
//! toml part        a part of a variant file that extends lotus-39
//! toml book        a `book.toml`
//! template NAME    a template of a book
//! json check       an example of what `padma check --format json` prints: the same keys, all of them
//! json coverage    the same of what `--coverage` adds
//! ebnf FILE        a grammar, letter for letter the one in the comment that opens this file
//! text             not checked: pictures and lists. In an explanation: parts of the message
//! ```
//!
//! Every other word is a mistake, so nothing is left unchecked by accident. In an explanation of a code
//! every example must provoke the code, but for those with the further word `unprovoked`; `latin-1` is
//! a page in that encoding, and `page coverage` one whose coverage is asked for. README.md keeps the words its readers' tools know: `console`, `markdown`,
//! `toml` (a part of a variant) and `sh` (not run).

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use padma::book::decl;
use padma::claim::{Scope, World, parse, settle};
use padma::compile::Session;
use padma::diag::{Code, Diagnostics, terminal};
use padma::lower::{Outline, VariantSource, variant};
use padma::model::{Man, Side};
use padma::movement;
use padma::moves::Walker;
use padma::page::Templates;
use padma::reach::Rules;
use padma::text::{Excerpt, Sources};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

/// A fenced block.
struct Block {
    /// `docs/claims.md:12`, for messages.
    place: String,
    info: String,
    text: String,
}

#[test]
fn the_examples_of_docs_are_true() {
    let mut faults = Vec::new();
    for path in markdown_files("docs") {
        for block in blocks(&path) {
            let words: Vec<&str> = block.info.split_whitespace().collect();
            let checked = match words[..] {
                ["sentence"] => sentences(&block),
                ["expression"] => expressions(&block),
                ["console"] => console(&block),
                ["page"] => page(&block, 0),
                ["page", "1"] => page(&block, 1),
                ["page", "2"] => page(&block, 2),
                ["toml", "variant"] => settled(&block.text).map(drop),
                ["toml", "part"] => settled(&extending(&block.text)).map(drop),
                ["toml", "book"] => book(&block.text),
                ["template", name] => template(name, &block.text),
                ["json", "check"] => check_json(&block.text),
                ["json", "coverage"] => coverage_json(&block.text),
                ["ebnf", file] => grammar(file, &block.text),
                ["text"] => Ok(()),
                _ => Err(format!("`{}` is no word for a block", block.info)),
            };
            faults.extend(checked.err().map(|fault| format!("{}: {fault}", block.place)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_examples_of_the_readme_are_true() {
    let path = root().join("README.md");
    if !path.exists() {
        return;
    }
    let mut faults = Vec::new();
    let (mut diagrams, mut prose) = (String::new(), String::new());
    for block in blocks(&path) {
        let checked = match block.info.as_str() {
            "console" => console(&block),
            "toml" => settled(&extending(&block.text)).map(drop),
            "markdown" => {
                // A claim speaks of the diagram above it, so diagrams come first.
                let part = if block.text.contains("```") { &mut diagrams } else { &mut prose };
                *part += &format!("{}\n", block.text);
                Ok(())
            }
            "sh" | "text" => Ok(()),
            other => Err(format!("`{other}` is no word for a block")),
        };
        faults.extend(checked.err().map(|fault| format!("{}: {fault}", block.place)));
    }
    let whole = Block { place: "README.md".into(), info: "markdown".into(), text: diagrams + &prose };
    faults.extend(page(&whole, 0).err().map(|fault| format!("README.md: {fault}")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_code_is_explained_by_an_example_that_provokes_it() {
    let mut faults = Vec::new();
    let mut files: Vec<String> = Vec::new();
    for code in Code::ALL {
        let name = code.name();
        files.push(format!("{name}.md"));
        if code.explanation().lines().next() != Some(&format!("# {name}")) {
            faults.push(format!("{name}: the first line is not `# {name}`"));
        }
        let mut said: Option<String> = None;
        for block in blocks(&root().join(format!("src/diag/codes/{name}.md"))) {
            let words: Vec<&str> = block.info.split_whitespace().collect();
            let (words, provokes) = match words[..] {
                [ref words @ .., "unprovoked"] => (words, false),
                ref words => (words, true),
            };
            let run = match *words {
                ["page"] => Scratch::new(&block.place).page(&block.text).check(),
                ["page", "coverage"] => Scratch::new(&block.place).page(&block.text).coverage(),
                ["latin-1"] => {
                    let bytes = block.text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
                    Scratch::new(&block.place).file("index.md", bytes).check()
                }
                ["toml", "variant"] => Scratch::new(&block.place).variant(&block.text).check(),
                ["toml", "book"] => {
                    Scratch::new(&block.place).file("book.toml", block.text.into_bytes()).check()
                }
                ["template", name] => {
                    let page = "```piece king\n```\n";
                    let path = format!("templates/{name}");
                    Scratch::new(&block.place).page(page).file(&path, block.text.into_bytes()).build()
                }
                ["text"] => {
                    let said = said.as_deref().unwrap_or("");
                    let missing = block.text.lines().filter(|line| !said.contains(line.trim()));
                    faults.extend(missing.map(|line| format!("{}: not said: {line}\n{said}", block.place)));
                    continue;
                }
                _ => {
                    faults.push(format!("{}: `{}` is no word for a block", block.place, block.info));
                    continue;
                }
            };
            if run.stderr.contains(&format!("[{name}]")) != provokes {
                faults.push(format!("{}: the example gives\n{}", block.place, run.stderr));
            }
            said = Some(run.stderr);
        }
        if said.is_none() {
            faults.push(format!("{name}: there is no example"));
        }
    }
    let there = markdown_files("src/diag/codes");
    for path in there.iter().filter(|path| !files.iter().any(|file| path.ends_with(file))) {
        faults.push(format!("{}: explains no code", path.display()));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_movement_page_explains_every_word() {
    let page = read("docs/movement.md");
    let words: BTreeSet<String> =
        ["VERBS", "LIMITS", "RESERVED"].iter().flat_map(|name| list("src/movement", name)).collect();
    assert!(words.len() > 20, "{words:?}");
    let missing: Vec<&String> = words.iter().filter(|word| !in_code(&page, word)).collect();
    assert!(missing.is_empty(), "docs/movement.md says nothing of {missing:?}");
}

#[test]
fn the_claims_page_explains_every_function() {
    let page = read("docs/claims.md");
    let names = list("src/claim", "FUNCTIONS");
    assert!(names.len() > 20, "{names:?}");
    let missing: Vec<&String> = names.iter().filter(|name| !in_code(&page, name)).collect();
    assert!(missing.is_empty(), "docs/claims.md says nothing of {missing:?}");
}

#[test]
fn the_formats_page_tells_every_key_template_command_and_flag() {
    let page = read("docs/formats.md");
    let mut missing = Vec::new();
    let source = read("src/book/decl.rs");
    let keys = source.split("(\"").skip(1).filter_map(|part| part.split_once("\", diagnostics)"));
    let keys: BTreeSet<&str> = keys.map(|(key, _)| key).filter(|key| !key.contains('"')).collect();
    assert!(keys.len() > 15, "{keys:?}");
    missing.extend(keys.into_iter().filter(|key| !in_code(&page, key)).map(|key| format!("the key `{key}`")));
    for name in Templates::names() {
        if !page.contains(&format!("`{name}`")) {
            missing.push(format!("the template `{name}`"));
        }
    }
    for command in commands() {
        if !page.contains(&format!("padma {command}")) {
            missing.push(format!("`padma {command}`"));
        }
        let help = padma(&[&command, "--help"], &root()).stdout;
        let flags = help.split_whitespace().filter(|word| word.starts_with("--") && word.len() > 2);
        for flag in flags.map(|flag| flag.trim_end_matches([',', '.', ':'])) {
            if !in_code(&page, flag) {
                missing.push(format!("`{flag}` of `padma {command}`"));
            }
        }
        let values = help.split("[possible values: ").skip(1).filter_map(|rest| rest.split(']').next());
        for value in values.flat_map(|values| values.split(',').map(str::trim)) {
            if !in_code(&page, value) {
                missing.push(format!("the value `{value}` of `padma {command}`"));
            }
        }
    }
    assert!(missing.is_empty(), "docs/formats.md says nothing of {}", missing.join(", "));
}

#[test]
fn the_examples_of_the_help_run() {
    let folder = scratch_folder("help");
    let content = root().join("content");
    let mut examples = 0;
    for command in commands() {
        let help = padma(&[&command, "--help"], &root()).stdout;
        for line in help.lines().filter_map(|line| line.strip_prefix("Example: padma ")) {
            let mut words = shell_words(line);
            words.extend(["--content".to_string(), content.to_string_lossy().into_owned()]);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let run = padma(&words, &folder);
            assert_eq!(run.status, 0, "{line}\n{}", run.stderr);
            examples += 1;
        }
    }
    assert!(examples > 0);
}

#[test]
fn the_pages_of_docs_link_to_what_is_there() {
    let mut all = markdown_files("docs");
    all.extend([root().join("README.md")].into_iter().filter(|path| path.exists()));
    for path in all {
        let text = load(&path);
        for event in Parser::new(&text) {
            let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
            let target = dest_url.split('#').next().unwrap_or("");
            let foreign = target.is_empty() || target.contains(':');
            let there = path.parent().is_some_and(|folder| folder.join(target).exists());
            assert!(foreign || there, "{}: there is no `{target}`", path.display());
        }
    }
}

/// `=> TEXT` and `@ CELL => CELLS` speak of the sentence above them.
fn sentences(block: &Block) -> Result<(), String> {
    let mut last: Option<Rules> = None;
    let mut line = |line: &str| {
        let above = || last.as_ref().ok_or_else(|| format!("no sentence stands above `{line}`"));
        if let Some(told) = line.strip_prefix("=> ") {
            return equal(line, &movement::describe(&example(above()?).movement), told);
        }
        if let Some(asked) = line.strip_prefix("@ ") {
            let (at, cells) = asked.split_once(" => ").ok_or_else(|| format!("no ` => ` in `{line}`"))?;
            return equal(line, &reached(above()?, at)?, cells);
        }
        let rules = settled(&extending(&format!("[[piece]]\nid = \"example\"\nmovement = '{line}'")))?;
        let printed = example(&rules).movement.to_string();
        last = Some(rules);
        equal(line, &printed, line)
    };
    let lines = block.text.lines().map(str::trim).filter(|line| !line.is_empty());
    all(lines.filter_map(|text| line(text).err()))
}

/// What the example piece reaches: `e3 own c3 enemy d5`.
fn reached(rules: &Rules, at: &str) -> Result<String, String> {
    let variant = &rules.variant;
    let piece = variant.piece_named("example").ok_or("no example")?;
    let mut position = variant.empty_position();
    let (mut side, mut moved, mut origin, mut man) = (Side::White, true, None, None);
    for word in at.split_whitespace() {
        match word {
            "black" => side = Side::Black,
            "unmoved" => moved = false,
            "own" => man = Some(side),
            "enemy" => man = Some(side.other()),
            _ => {
                let cell = variant.board.cell(word).ok_or_else(|| format!("`{word}` is no cell"))?;
                match man {
                    None => origin = Some(cell),
                    Some(side) => position.put(cell, Some(Man { side, piece: None })),
                }
            }
        }
    }
    let (origin, table) = (origin.ok_or("no cell to start from")?, rules.table(piece, side));
    let mut walker = Walker::default();
    let found = if moved {
        walker.reach(table, &position, origin)
    } else {
        walker.reach_unmoved(table, &position, origin)
    };
    let names = variant.board.names_of(&found.cells());
    Ok(if names.is_empty() { "no cell".to_string() } else { names.join(" ") })
}

fn example(rules: &Rules) -> &padma::model::Piece {
    let piece = rules.variant.piece_named("example").unwrap_or_else(|| panic!("the example has no piece"));
    rules.variant.piece(piece)
}

fn expressions(block: &Block) -> Result<(), String> {
    let mut session = Session::new(&root().join("content"), &[]);
    let lotus = session.variant("lotus-39").ok_or("lotus-39 does not settle")?;
    let mut line = |line: &str| {
        let (asked, value) = line.split_once(" => ").ok_or_else(|| format!("no ` => ` in `{line}`"))?;
        let id = session.sources.add("<example>", asked);
        let excerpt = Excerpt::verbatim(asked, session.sources.whole(id));
        let Session { sources, diagnostics, library, .. } = &mut session;
        let question = parse(&excerpt, diagnostics);
        let formula = question.and_then(|question| {
            let variant = match &question.variant {
                Some(name) => library.load(&name.text, name.span, sources, diagnostics)?,
                None => lotus,
            };
            let rules = library.variants.rules(variant);
            let scope = Scope { rules, variant, stages: &[], outline: Outline::NONE, nearest: None };
            Some((settle(&question.expr, scope, diagnostics)?, rules))
        });
        let (formula, rules) = formula.ok_or_else(|| complaints(diagnostics, sources))?;
        let found = World::new(rules, &[], Outline::NONE)
            .value(&formula)
            .map_err(|_| format!("`{asked}` takes too long"))?;
        equal(asked, &found.show(&rules.variant), value.trim())
    };
    let lines = block.text.lines().filter(|line| !line.trim().is_empty());
    all(lines.filter_map(|text| line(text).err()))
}

/// All faults of a block, if there are any.
fn all(faults: impl Iterator<Item = String>) -> Result<(), String> {
    let faults: Vec<String> = faults.collect();
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

fn console(block: &Block) -> Result<(), String> {
    let mut lines = block.text.lines().peekable();
    let mut status = 0;
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ ") else {
            return Err(format!("`{line}` belongs to no command"));
        };
        let mut printed = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            printed += &format!("{}\n", line.trim_end());
        }
        let words = shell_words(command);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words[..] {
            ["echo", "$?"] => equal(command, &status.to_string(), printed.trim_end())?,
            ["cargo", ..] | ["padma", "build", ..] => {}
            ["padma", ..] if words.contains(&"-o") => {}
            ["padma", ref rest @ ..] => {
                let run = padma(rest, &root());
                status = run.status;
                if printed.is_empty() {
                    equal(&format!("status of `{command}`"), &status.to_string(), "0")?;
                } else {
                    let all: Vec<&str> =
                        run.stdout.lines().chain(run.stderr.lines()).map(str::trim_end).collect();
                    equal(command, all.join("\n").trim_end(), printed.trim_end())?;
                }
            }
            _ => return Err(format!("`{command}` is no command of this program")),
        }
    }
    Ok(())
}

fn page(block: &Block, status: i32) -> Result<(), String> {
    let run = Scratch::new(&block.place).page(&block.text).check();
    if run.status == status { Ok(()) } else { Err(format!("ends with {}\n{}", run.status, run.stderr)) }
}

fn template(name: &str, text: &str) -> Result<(), String> {
    match Templates::new(&[(name.to_string(), text.to_string())]) {
        Ok(_) if Templates::names().any(|known| known == name) => Ok(()),
        Ok(_) => Err(format!("no template is named `{name}`")),
        Err(faults) => Err(format!("{faults:?}")),
    }
}

fn book(text: &str) -> Result<(), String> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("book.toml", text);
    decl::book(&sources, id, &mut diagnostics);
    if diagnostics.is_empty() { Ok(()) } else { Err(complaints(&diagnostics, &sources)) }
}

/// A variant of the docs, alone or upon lotus-39.
fn settled(text: &str) -> Result<Rules, String> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("example.toml", text);
    let base = sources.add("lotus-39.toml", read("content/lotus-39/lotus-39.toml"));
    let [own, base] = [id, base].map(|id| decl::variant(&sources, id, &mut diagnostics));
    let (Some(own), Some(base)) = (&own, &base) else { return Err(complaints(&diagnostics, &sources)) };
    let mut chain = vec![own];
    match own.extends.as_ref().map(|name| name.value.as_str()) {
        None => {}
        Some("lotus-39") => chain.push(base),
        Some(other) => return Err(format!("an example may extend lotus-39, not `{other}`")),
    }
    let source = VariantSource { id: "example", span: sources.whole(id), chain };
    match variant(&source, &mut diagnostics) {
        Some(variant) if diagnostics.is_empty() => Ok(Rules::new(variant)),
        _ => Err(complaints(&diagnostics, &sources)),
    }
}

fn extending(part: &str) -> String {
    format!("extends = \"lotus-39\"\n{part}")
}

/// The example has the keys of the real document, and no others.
fn check_json(text: &str) -> Result<(), String> {
    let example = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let real = padma(&["check", "--format", "json"], &root()).stdout;
    let real = serde_json::from_str(&real).map_err(|error| error.to_string())?;
    let (mut told, mut there) = (BTreeSet::new(), BTreeSet::new());
    keys(&example, "", &mut told);
    keys(&real, "", &mut there);
    if told == there { Ok(()) } else { Err(format!("the keys differ: {:?}", &told ^ &there)) }
}

fn coverage_json(text: &str) -> Result<(), String> {
    let example: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let words = ["check", "--content", "tests/golden", "--coverage", "--format", "json"];
    let real: serde_json::Value =
        serde_json::from_str(&padma(&words, &root()).stdout).map_err(|error| error.to_string())?;
    let (mut told, mut there) = (BTreeSet::new(), BTreeSet::new());
    keys(&example, "", &mut told);
    keys(&real["books"][0]["coverage"], "", &mut there);
    if told == there { Ok(()) } else { Err(format!("the keys differ: {:?}", &told ^ &there)) }
}

fn keys(value: &serde_json::Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(map) => {
            for (key, value) in map {
                found.insert(format!("{path}.{key}"));
                keys(value, &format!("{path}.{key}"), found);
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| keys(item, path, found)),
        _ => {}
    }
}

fn grammar(file: &str, text: &str) -> Result<(), String> {
    let source = read(file);
    let comment: Vec<&str> = source.lines().map_while(|line| line.strip_prefix("//!")).collect();
    let comment: String =
        comment.iter().map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect();
    if comment.contains(text) { Ok(()) } else { Err(format!("the grammar in {file} is another")) }
}

/// What a run of the program printed.
struct Run {
    status: i32,
    stdout: String,
    stderr: String,
}

fn padma(arguments: &[&str], folder: &Path) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_padma"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
    Run {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The words of a command, as a shell splits them: quotes of either kind keep spaces together.
fn shell_words(command: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quote): (Option<String>, Option<char>) = (None, None);
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// A book of one page in a folder of its own.
struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    fn new(place: &str) -> Scratch {
        let scratch = Scratch { folder: scratch_folder(place) };
        scratch.declare("lotus-39").page("# Page\n")
    }

    fn declare(self, variant: &str) -> Scratch {
        let text =
            format!("title = \"Scratch\"\nvariant = \"{variant}\"\n[[chapter]]\npages = [\"index.md\"]\n");
        self.file("book.toml", text.into_bytes())
    }

    fn page(self, text: &str) -> Scratch {
        self.file("index.md", text.as_bytes().to_vec())
    }

    fn variant(self, text: &str) -> Scratch {
        self.declare("scratch").file("scratch.toml", text.as_bytes().to_vec())
    }

    fn file(self, path: &str, bytes: Vec<u8>) -> Scratch {
        let path = self.folder.join(path);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, bytes));
        made.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self
    }

    fn check(self) -> Run {
        padma(&["check", &self.folder.to_string_lossy()], &root())
    }

    /// A check for loose facts, which are told on stdout.
    fn coverage(self) -> Run {
        let run = padma(&["check", "--coverage", &self.folder.to_string_lossy()], &root());
        Run { stderr: run.stdout + &run.stderr, stdout: String::new(), ..run }
    }

    fn build(self) -> Run {
        let out = self.folder.join("output");
        padma(
            &["build", "--no-png", "--out", &out.to_string_lossy(), &self.folder.to_string_lossy()],
            &root(),
        )
    }
}

/// An empty folder for one example.
fn scratch_folder(place: &str) -> PathBuf {
    let name: String = place.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    folder
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn load(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read(path: &str) -> String {
    load(&root().join(path))
}

fn markdown_files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    files.sort();
    files
}

/// The code blocks of a Markdown file.
fn blocks(path: &Path) -> Vec<Block> {
    let text = load(path);
    let shown = path.strip_prefix(root()).unwrap_or(path).display();
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for (event, range) in Parser::new(&text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                open = true;
                let line = text[..range.start].matches('\n').count() + 1;
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.to_string(),
                    CodeBlockKind::Indented => "an indented block".to_string(),
                };
                found.push(Block { place: format!("{shown}:{line}"), info, text: String::new() });
            }
            Event::End(TagEnd::CodeBlock) => open = false,
            Event::Text(text) if open => found.last_mut().into_iter().for_each(|block| block.text += &text),
            _ => {}
        }
    }
    found
}

/// The strings of a constant list somewhere in a folder of sources.
fn list(folder: &str, name: &str) -> Vec<String> {
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = load(&path);
            if let Some((_, text)) = source.split_once(&format!("const {name}: [")) {
                let text = text.split("];").next().unwrap_or("");
                return text.split('"').skip(1).step_by(2).map(str::to_string).collect();
            }
        }
    }
    panic!("there is no list {name} in {folder}")
}

/// Whether a word stands by itself in a code span or a code block of a page.
fn in_code(page: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut open = false;
    Parser::new(page).any(|event| {
        let text = match event {
            Event::Start(Tag::CodeBlock(_)) => {
                open = true;
                return false;
            }
            Event::End(TagEnd::CodeBlock) => {
                open = false;
                return false;
            }
            Event::Code(text) => text,
            Event::Text(text) if open => text,
            _ => return false,
        };
        text.split(|c: char| !is_part(c)).any(|part| part == word)
    })
}

fn commands() -> Vec<String> {
    let help = padma(&["--help"], &root()).stdout;
    let list =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter_map(|line| line.split_whitespace().next());
    let names: Vec<String> = names.filter(|name| *name != "help").map(str::to_string).collect();
    assert!(names.len() > 3, "{help}");
    names
}

fn complaints(diagnostics: &Diagnostics, sources: &Sources) -> String {
    diagnostics.iter().map(|diagnostic| terminal::render(diagnostic, sources, false)).collect()
}

fn equal(what: &str, found: &str, told: &str) -> Result<(), String> {
    if found == told { Ok(()) } else { Err(format!("{what}\n    told:  {told}\n    found: {found}")) }
}
