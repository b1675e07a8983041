//! The further forms of the rulebooks as other programs take them: EPUB as its checker does, a book of one file as a browser
//! does, and the Markdown edition as forges do.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;

use kit::browser::{drive, opened, site};
use kit::folder::{Folder, files, program, root, texts};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The books that other programs open in these forms: a board of three shapes, one of two sheets, a grid with whole games, and
/// pieces in hand. What the pages of the rest have is held against the rules of HTML in the site.
const FORMED: [&str; 4] = ["turtle", "chessma-84", "orthodox-chess", "shogi"];

/// These books in both forms, built once.
static FORMS: LazyLock<Folder> = LazyLock::new(|| {
    let folder = Folder::new("forms");
    let built = program()
        .current_dir(root())
        .args(["build", "--no-png", "--also", "epub,single"])
        .args(FORMED)
        .arg("--out")
        .arg(folder.top())
        .output()
        .unwrap();
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    folder
});

fn with_ending(ending: &str) -> BTreeMap<String, Vec<u8>> {
    files(FORMS.top())
        .into_iter()
        .filter(|(path, _)| path.ends_with(ending))
        .collect()
}

/// Begins to check an EPUB.
fn check(epub: &Path) -> Child {
    let jar = root().join("tests/tools/epubcheck/epubcheck.jar");
    assert!(jar.is_file(), "EPUBCheck is not installed: run .ci/browser");
    Command::new("java")
        .args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar"])
        .arg(jar)
        .arg("--failonwarnings")
        .arg(epub)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("java cannot be started ({error}): run .ci/browser"))
}

#[test]
fn every_epub_passes_the_checker() {
    let epubs: Vec<String> = with_ending(".epub").into_keys().collect();
    assert_eq!(epubs.len(), FORMED.len(), "{epubs:?}");
    // As many at a time as there are cores on a small machine.
    for pair in epubs.chunks(2) {
        let running: Vec<Child> = pair.iter().map(|epub| check(&FORMS.path(epub))).collect();
        for (epub, child) in pair.iter().zip(running) {
            let done = child.wait_with_output().unwrap();
            let said =
                String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
            assert!(done.status.success(), "{epub}: {said}");
            assert!(said.contains("using EPUB version 3.3"), "{said}");
            assert!(said.contains("0 fatals / 0 errors / 0 warnings"), "{said}");
        }
    }
    // It finds what is wrong with one.
    let broken = FORMS.path("broken.epub");
    let whole = fs::read(FORMS.path(&epubs[0])).unwrap();
    fs::write(&broken, &whole[..whole.len() / 2]).unwrap();
    let found = check(&broken).wait_with_output().unwrap();
    fs::remove_file(&broken).unwrap();
    assert!(!found.status.success());
}

#[test]
fn an_epub_begins_with_what_it_is_and_has_no_clock_in_it() {
    let again = Folder::new("epub-again");
    let words = ["build", "--no-png", "--also", "epub", "shogi", "--out"];
    let built = program()
        .current_dir(root())
        .args(words)
        .arg(again.top())
        .output()
        .unwrap();
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let bytes = fs::read(again.path("shogi/shogi.epub")).unwrap();
    assert!(
        bytes == fs::read(FORMS.path("shogi/shogi.epub")).unwrap(),
        "the same book gives other bytes"
    );
    assert_eq!(&bytes[30..58], b"mimetypeapplication/epub+zip");
    // Midnight, on 1 January 1980.
    assert_eq!(&bytes[10..14], [0, 0, 0x21, 0]);
    // A page lists the form, with its size; a later build that is not asked for it takes it away.
    let front = again.read("shogi/index.html");
    assert!(
        front.contains("<a href=\"shogi.epub\">EPUB</a>") && front.contains(" kB</span>"),
        "{front}"
    );
    let plain = program()
        .current_dir(root())
        .args(["build", "--no-png", "shogi", "--out"])
        .arg(again.top())
        .output();
    assert!(plain.unwrap().status.success());
    assert!(!again.path("shogi/shogi.epub").exists());
    assert!(!again.read("shogi/index.html").contains("shogi.epub"));
}

#[test]
fn a_single_file_book_needs_no_other_file_and_its_scripts_run() {
    let singles = Folder::new("singles");
    for (path, bytes) in with_ending("-single.html") {
        singles.write(path.rsplit('/').next().unwrap(), bytes);
    }
    let books = drive("single.mjs", singles.top(), &[]);
    assert_eq!(books.len(), FORMED.len());
    for book in books {
        for nothing in ["fetched", "said", "dead", "twice"] {
            assert_eq!(
                book[nothing].as_array().map(Vec::len),
                Some(0),
                "{}: {nothing}: {}",
                book["name"],
                book[nothing]
            );
        }
        assert!(
            book["pages"].as_u64() > Some(7) && book["links"].as_u64() > Some(100),
            "{book}"
        );
        assert!(
            book["live"].as_u64() > Some(0) && book["compares"].as_u64() > Some(0),
            "{book}"
        );
        assert_eq!(book["sought"], true, "{book}");
        assert_ne!(book["moved"], "", "{book}");
    }
    // The pages themselves are held against the rules of HTML one by one; what a book of one file adds is the same in all.
    let one = Folder::new("single");
    one.write("turtle.html", singles.read("turtle-single.html"));
    let lines = drive("valid.mjs", one.top(), &[]);
    // All pages stand in it, and each has its title.
    let rest: Vec<String> = lines
        .iter()
        .filter(|line| line["check"].is_string() && !line["advice"].to_string().contains("h1"))
        .map(ToString::to_string)
        .collect();
    assert!(
        rest.is_empty(),
        "{} faults\n{}",
        rest.len(),
        rest[..rest.len().min(40)].join("\n")
    );
}

/// The anchors that GitHub gives to the headings of a page.
fn anchors(page: &str) -> BTreeSet<String> {
    let (mut found, mut counts) = (BTreeSet::new(), BTreeMap::<String, usize>::new());
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(page, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => heading
                .iter_mut()
                .for_each(|heading| heading.push_str(&text)),
            Event::End(TagEnd::Heading(_)) => {
                let text = heading.take().unwrap().to_lowercase();
                let text: String = text
                    .chars()
                    .filter(|c| c.is_alphanumeric() || "-_ ".contains(*c))
                    .collect::<String>()
                    .replace(' ', "-");
                let count = counts.entry(text.clone()).or_default();
                found.insert(if *count == 0 {
                    text
                } else {
                    format!("{text}-{count}")
                });
                *count += 1;
            }
            _ => {}
        }
    }
    found
}

#[test]
fn forges_find_what_the_markdown_edition_links_to() {
    let (mut links, mut anchored, mut pictures) = (0, 0, 0);
    for book in fs::read_dir(opened()).unwrap() {
        let book = site().join(book.unwrap().file_name());
        let edition = texts(&book.join("markdown"));
        let pages: BTreeMap<&String, BTreeSet<String>> = edition
            .iter()
            .filter(|(path, _)| path.ends_with(".md"))
            .map(|(path, text)| (path, anchors(text)))
            .collect();
        let contents = &edition["README.md"];
        for (path, page) in edition.iter().filter(|(path, _)| path.ends_with(".md")) {
            assert!(
                *path == "README.md" || contents.contains(&format!("]({path})")),
                "{path} is not in the contents"
            );
            let folder = book
                .join("markdown")
                .join(path)
                .parent()
                .unwrap()
                .to_path_buf();
            for event in Parser::new_ext(page, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES) {
                match event {
                    Event::Start(Tag::Link { dest_url, .. }) if !dest_url.contains("://") => {
                        let (file, anchor) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
                        let there = if file.is_empty() {
                            folder.join(Path::new(path).file_name().unwrap())
                        } else {
                            folder.join(file)
                        };
                        let there = there
                            .canonicalize()
                            .unwrap_or_else(|_| panic!("{path}: {dest_url}"));
                        links += 1;
                        if anchor.is_empty() {
                            continue;
                        }
                        anchored += 1;
                        let edition = book.join("markdown").canonicalize().unwrap();
                        let name = there
                            .strip_prefix(edition)
                            .unwrap()
                            .to_string_lossy()
                            .into_owned();
                        assert!(pages[&name].contains(anchor), "{path}: {dest_url}");
                    }
                    Event::Start(Tag::Image { dest_url, .. }) => {
                        pictures += 1;
                        let picture = fs::read_to_string(folder.join(&*dest_url));
                        let picture = picture.unwrap_or_else(|_| panic!("{path}: {dest_url}"));
                        assert!(
                            picture.contains("@media (prefers-color-scheme:dark)"),
                            "{dest_url} is light alone"
                        );
                    }
                    Event::Html(html) | Event::InlineHtml(html) => panic!("{path}: {html}"),
                    _ => {}
                }
            }
        }
    }
    assert!(
        links > 5000 && anchored > 500 && pictures > 300,
        "{links} {anchored} {pictures}"
    );
}
