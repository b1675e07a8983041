//! What a build writes: pages, pictures and texts of a small book, and what becomes of a book that
//! fails. `PADMA_BLESS=1` writes the present output into `golden/`, to be read before it is kept.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Deref;
use std::path::PathBuf;

use kit::folder::{Folder, files, root};
use tiny_skia::Pixmap;

/// A content folder with the small book in it, and room for the output; gone when dropped.
struct Workplace(Folder);

impl Workplace {
    fn new(name: &str) -> Workplace {
        let folder = Folder::new(name);
        folder.copy(&golden("book"), "content/book");
        Workplace(folder)
    }

    fn output(&self) -> BTreeMap<String, Vec<u8>> {
        files(&self.path("output"))
    }
}

impl Deref for Workplace {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.0
    }
}

fn golden(name: &str) -> PathBuf {
    root().join("tests/golden").join(name)
}

#[test]
fn the_small_book_matches_its_golden_files() {
    let workplace = Workplace::new("golden");
    let built = workplace.padma(&["build"]);
    assert_eq!(
        built.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let mut written = workplace.output();
    let png = written.remove("book/diagrams/D1.png").unwrap();
    let picture = Pixmap::decode_png(&png).unwrap();
    assert!(
        picture.width() > 400 && picture.height() > 300,
        "a picture of a useful size"
    );
    let first = picture.pixels()[0];
    assert!(
        picture.pixels().iter().any(|pixel| *pixel != first),
        "something is drawn"
    );
    let preview =
        Pixmap::decode_png(&written.remove("book/diagrams/front/preview.png").unwrap()).unwrap();
    assert_eq!(
        (preview.width(), preview.height()),
        (1200, 630),
        "what previews of links ask for"
    );
    // What the book and the catalogue share is the templates' and typefaces, and read there.
    let mark = String::from_utf8_lossy(&written["book/.padma"]).into_owned();
    let shared = mark
        .lines()
        .find_map(|line| line.strip_prefix("../"))
        .unwrap()
        .to_string();
    let mut common = written.split_off("shared/");
    written.append(&mut common.split_off("shared0"));
    let common: BTreeMap<&str, usize> = common
        .iter()
        .filter_map(|(path, bytes)| {
            Some((path.strip_prefix(&shared)?.strip_prefix('/')?, bytes.len()))
        })
        .collect();
    let fonts = common.iter().filter(|(path, _)| path.ends_with(".woff2"));
    let size: usize = fonts.map(|(_, size)| size).sum();
    assert!(
        (1..=120_000).contains(&size),
        "the typefaces take {size} bytes"
    );
    for path in [
        "typefaces/LICENSE-OFL-1.1.txt",
        "engine.js",
        "look.js",
        "favicon.svg",
    ] {
        assert!(common.contains_key(path), "{path} is not among {common:?}");
    }
    // It keeps other builds out, and says nothing.
    assert_eq!(
        written.remove(".padma-build/lock").as_deref(),
        Some(&b""[..])
    );
    // The style sheets are the templates', and read there.
    for folder in ["catalogue", "book"] {
        written.remove(&format!("{folder}/style.css")).unwrap();
    }
    let texts: BTreeMap<String, String> = written
        .into_iter()
        .map(|(path, bytes)| {
            (
                path,
                String::from_utf8(bytes)
                    .unwrap()
                    .replace(&shared, "shared/X"),
            )
        })
        .collect();
    if std::env::var_os("PADMA_BLESS").is_some() {
        let _ = fs::remove_dir_all(golden("output"));
        for (path, text) in &texts {
            let path = golden("output").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        return;
    }
    let kept = files(&golden("output"));
    assert_eq!(
        texts.keys().collect::<Vec<_>>(),
        kept.keys().collect::<Vec<_>>(),
        "the files of the site"
    );
    for (path, text) in &texts {
        let kept = String::from_utf8_lossy(&kept[path]).into_owned();
        let differs = text
            .lines()
            .zip(kept.lines())
            .find(|(now, then)| now != then);
        assert!(*text == kept, "{path} differs, first in {differs:?}");
    }
}

#[test]
fn a_build_writes_the_same_bytes_again() {
    let workplace = Workplace::new("again");
    workplace.padma(&["build"]);
    let first = workplace.output();
    workplace.padma(&["build"]);
    assert_eq!(first, workplace.output());
    assert!(
        first.keys().all(|path| !path.contains(".new")),
        "nothing is left of the making"
    );
}

#[test]
fn a_book_that_fails_leaves_the_last_good_one() {
    let workplace = Workplace::new("fails");
    workplace.padma(&["build"]);
    let good = workplace.output();
    let page = "content/book/index.md";
    for (broken, status) in [
        (
            "# A small book\n\nThe board has [25 cells](claim:count(cells)). [Rook](pieces/rook.md)\n",
            1,
        ),
        (
            "# A small book\n\nThe board has [23 cells](claim:cuont(cells)). [Rook](pieces/rook.md)\n",
            2,
        ),
    ] {
        workplace.write(page, broken.as_bytes());
        let built = workplace.padma(&["build"]);
        assert_eq!(built.status.code(), Some(status), "{broken}");
        assert_eq!(good, workplace.output(), "{broken}");
    }
    workplace.write(
        page,
        b"# A small book\n\nWhole again. [Rook](pieces/rook.md)\n",
    );
    assert_eq!(workplace.padma(&["build"]).status.code(), Some(0));
    assert_ne!(good, workplace.output());
}

#[test]
fn a_build_replaces_nothing_it_did_not_write() {
    let workplace = Workplace::new("foreign");
    let before = files(&workplace.path("content"));
    let refused = workplace.padma(&["build", "--no-png", "--out", "content"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        before,
        files(&workplace.path("content")),
        "the book itself is untouched"
    );
    workplace.write("elsewhere/book/thesis.txt", b"years of work");
    assert_eq!(
        workplace
            .padma(&["build", "--no-png", "--out", "elsewhere"])
            .status
            .code(),
        Some(2)
    );
    assert_eq!(
        files(&workplace.path("elsewhere")).len(),
        1,
        "neither replaced nor added to"
    );
    workplace.write("file", b"no folder");
    assert_eq!(
        workplace
            .padma(&["build", "--no-png", "--out", "file"])
            .status
            .code(),
        Some(2)
    );
}

#[cfg(unix)]
#[test]
fn files_from_outside_the_book_stay_outside() {
    use std::os::unix::fs::symlink;
    let words = "# A small book\n\n[x](s.txt) [Rook](pieces/rook.md)\n";
    // What becomes a link that leads out, and the page then.
    for (path, page) in [
        ("s.txt", Some(words)),
        ("book.toml", None),
        ("source.toml", None),
        ("index.md", None),
        ("pieces", None),
        ("small.toml", None),
        ("templates/style.css", None),
        ("templates/page.html", None),
        ("templates", None),
    ] {
        let workplace = Workplace::new("outside");
        workplace.write("content/book/source.toml", b"");
        workplace.write("content/book/s.txt", b"text");
        workplace.write("content/book/templates/style.css", b"");
        workplace.write("content/book/templates/page.html", b"{{ page.body }}");
        if let Some(page) = page {
            workplace.write("content/book/index.md", page.as_bytes());
        }
        assert_eq!(workplace.padma(&["check"]).status.code(), Some(0), "{path}");
        let (inside, outside) = (
            workplace.path("content/book").join(path),
            workplace.path("elsewhere"),
        );
        fs::rename(&inside, &outside).unwrap();
        symlink(&outside, &inside).unwrap();
        for command in [&["check"][..], &["build", "--no-png"]] {
            let refused = workplace.padma(command);
            let said = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert_eq!(refused.status.code(), Some(2), "{path}: {said}");
            assert!(
                said.contains("a link that leads out of the book"),
                "{path}: {said}"
            );
        }
        assert!(workplace.output().is_empty(), "{path}");
    }
}

#[cfg(unix)]
#[test]
fn links_that_stay_in_the_book_are_followed() {
    use std::os::unix::fs::symlink;
    let workplace = Workplace::new("inside");
    fs::rename(workplace.path("content/book"), workplace.path("elsewhere")).unwrap();
    // The folder of the book is its author's choice.
    symlink("../elsewhere", workplace.path("content/book")).unwrap();
    fs::rename(
        workplace.path("elsewhere/pieces"),
        workplace.path("elsewhere/kept"),
    )
    .unwrap();
    symlink("kept", workplace.path("elsewhere/pieces")).unwrap();
    fs::rename(
        workplace.path("elsewhere/small.toml"),
        workplace.path("elsewhere/kept/rules"),
    )
    .unwrap();
    symlink("kept/rules", workplace.path("elsewhere/small.toml")).unwrap();
    let built = workplace.padma(&["build", "--no-png"]);
    assert_eq!(
        built.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    assert!(workplace.output().contains_key("book/pieces/rook.html"));
}

#[test]
fn raw_html_runs_only_if_the_book_allows_it() {
    let workplace = Workplace::new("html");
    let page = |workplace: &Workplace| {
        String::from_utf8(workplace.output()["book/index.html"].clone()).unwrap()
    };
    workplace.padma(&["build", "--no-png"]);
    assert!(
        !page(&workplace).contains("<script>alert("),
        "shown as text"
    );
    assert!(page(&workplace).contains("&lt;script&gt;"));
    let toml = String::from_utf8(fs::read(golden("book/book.toml")).unwrap()).unwrap();
    workplace.write(
        "content/book/book.toml",
        format!("raw_html = true\n{toml}").as_bytes(),
    );
    workplace.padma(&["build", "--no-png"]);
    assert!(page(&workplace).contains("<script>alert("), "let through");
}

#[test]
fn links_of_the_site_lead_somewhere() {
    let workplace = Workplace::new("links");
    workplace.padma(&["build"]);
    let written = workplace.output();
    let mut followed = 0;
    for (path, bytes) in written.iter().filter(|(path, _)| path.ends_with(".html")) {
        let text = String::from_utf8_lossy(bytes).into_owned();
        for part in text.split("href=\"").skip(1) {
            let target = part.split('"').next().unwrap();
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
            for part in file.split('/').filter(|part| !part.is_empty()) {
                if part == ".." {
                    parts.pop();
                } else {
                    parts.push(part);
                }
            }
            let there = if file.is_empty() {
                path.clone()
            } else {
                parts.join("/")
            };
            let found = written
                .get(&there)
                .unwrap_or_else(|| panic!("{path} links to {target}"));
            let found = String::from_utf8_lossy(found);
            assert!(
                anchor.is_empty() || found.contains(&format!("id=\"{anchor}\"")),
                "{path} links to {target}"
            );
            followed += 1;
        }
    }
    assert!(followed > 20, "links were followed: {followed}");
}

/// A pipe is never at its end: a check that opened it would wait for ever.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_file_of_a_book() {
    let folder = Folder::new("pipe");
    folder.ask(&["new", "--like", "lotus", "content/pond"]);
    let made = std::process::Command::new("mkfifo")
        .arg(folder.path("content/pond/frog.svg"))
        .status()
        .unwrap();
    assert!(made.success());
    let variant = folder.read("content/pond/pond.toml");
    let with_picture = variant.replacen("picture = \"frog\"", "picture = \"frog.svg\"", 1);
    assert_ne!(with_picture, variant);
    folder.write("content/pond/pond.toml", with_picture);
    let run = folder.padma(&["check"]);
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(2), "{said}");
    assert!(
        said.contains("it is not a file") && said.contains("content/pond/pond.toml:"),
        "{said}"
    );
}
