//! What a build guarantees of its output: a fault or a kill at any step, another build at the same time and books
//! that fail leave a whole book standing, and nothing that others have written is touched.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kit::folder::{Folder, files, root};
use padma_book::world::{
    self, Catalogue, CatalogueOutput, Disk, DiskStep, Output, Publication, SharedFiles,
};
use proptest::prelude::*;

/// A folder with a content folder and the output in it.
struct Workplace(Folder);

impl Workplace {
    fn new(name: &str) -> Workplace {
        Workplace(Folder::new(name))
    }

    /// One with the small book in it.
    fn with_book(name: &str) -> Workplace {
        let workplace = Workplace::new(name);
        workplace.copy(&root().join("tests/golden/book"), "content/book");
        workplace
    }

    /// The folder in which the steps below publish.
    fn out(&self) -> PathBuf {
        self.path("output")
    }

    /// A book whose files all say the same.
    fn publication(&self, name: &str, text: &str) -> Publication {
        let mut output = Output::default();
        for path in PATHS {
            assert!(output.add(path, text));
        }
        output.shared = Some(shared(text));
        Publication {
            folder: self.out().join(name),
            book: Some(self.path("content").join(name)),
            output,
        }
    }

    /// What a book's place holds. A whole book has the files that it shares with others.
    fn stands(&self, name: &str) -> Stands {
        let stands = stands(&self.out().join(name));
        if let Stands::Whole(text) = &stands {
            assert_eq!(
                self.shares().get(shared(text).folder()),
                Some(text),
                "{name}"
            );
        }
        stands
    }

    /// The folders of shared files, each with what its file says.
    fn shares(&self) -> BTreeMap<String, String> {
        let found = files(&self.path("output/shared")).into_iter();
        let folder = |path: String| format!("shared/{}", path.trim_end_matches("/all.js"));
        found
            .filter(|(path, _)| path.ends_with("/all.js"))
            .map(|(path, bytes)| (folder(path), String::from_utf8(bytes).unwrap()))
            .collect()
    }
}

/// A script that all books with the same text share.
fn shared(text: &str) -> SharedFiles {
    SharedFiles::new(vec![("all.js".into(), text.into())])
}

impl Deref for Workplace {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.0
    }
}

const PATHS: [&str; 3] = ["index.html", "diagrams/D1.svg", "markdown/pieces/rook.md"];

/// Where the old page over all books lies between the two steps of a system without exchange.
const ASIDE_PAGE: &str = "output/.padma-build/aside/index.html";

/// The cards of books as a text: what the page over all books says here.
fn listed(cards: &[(String, Vec<u8>)]) -> String {
    cards
        .iter()
        .map(|(name, card)| format!("{name}: {}\n", String::from_utf8_lossy(card)))
        .collect()
}

/// The files beside that page.
fn whole_catalogue(text: &str) -> Output {
    let mut output = Output::default();
    assert!(output.add("all.txt", text));
    output
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Stands {
    Nothing,
    /// A book all of whose files say this.
    Whole(String),
    Damaged(String),
}

fn stands(folder: &Path) -> Stands {
    let mut found = files(folder);
    found.remove(".padma");
    let texts: Vec<String> = found
        .values()
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        .collect();
    let is_whole = PATHS.iter().all(|path| found.contains_key(*path))
        && texts.windows(2).all(|two| two[0] == two[1]);
    match &texts[..] {
        [] if !folder.exists() => Stands::Nothing,
        [first, ..] if is_whole && found.len() == PATHS.len() => Stands::Whole(first.clone()),
        _ => Stands::Damaged(format!("{found:?}")),
    }
}

fn silent(command: &mut Command) -> &mut Command {
    command.stdout(Stdio::null()).stderr(Stdio::null())
}

/// What goes wrong at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    /// That step fails.
    Fault,
    /// That step is not done, nor any behind it.
    Kill,
}

#[test]
fn a_fault_or_a_kill_at_any_step_leaves_whole_books() {
    for exchanges in [true, false] {
        for trouble in [Trouble::Fault, Trouble::Kill] {
            // The first book stands already, the second is new, and a third is gone.
            let mut number = 0;
            while interrupted(exchanges, trouble, number) {
                number += 1;
            }
            assert!(number > 30, "{number} steps were tried");
        }
    }
}

/// Publishes books, with a trouble at one step; whether that step was come to.
fn interrupted(exchanges: bool, trouble: Trouble, number: usize) -> bool {
    let case = format!("exchange {exchanges}, {trouble:?} at step {number}");
    let workplace = Workplace::new(&format!("step-{exchanges}-{trouble:?}-{number}"));
    let (new, old) = (Stands::Whole("new".into()), Stands::Whole("old".into()));
    workplace.write("content/one/book.toml", "");
    workplace.write("content/two/book.toml", "");
    let before = ["one", "gone"].map(|name| workplace.publication(name, "old"));
    let out = workplace.out();
    let make = |cards: &[(String, Vec<u8>)]| {
        Ok(CatalogueOutput {
            texts: [listed(cards), listed(cards)],
            output: whole_catalogue(&listed(cards)),
            unread: Vec::new(),
        })
    };
    let catalogue = Catalogue {
        out: &out,
        card: PATHS[0],
        max_card_bytes: 1 << 20,
        folder: "catalogue",
        make: &make,
    };
    let page = || fs::read_to_string(out.join("index.html")).unwrap_or_default();
    let page_says = |text: &str| page().lines().skip(2).eq(text.lines());
    world::publish(&before, &[], Some(&catalogue), Disk::PLAIN).unwrap();
    let (before, after) = ("gone: old\none: old\n", "one: new\ntwo: new\n");
    assert!(page_says(before), "{case}: {}", page());
    for foreign in ["one.new", "one.old", ".one.new/x", ".one.old/x", "two.html"] {
        workplace.write(&format!("output/{foreign}"), "foreign");
    }
    let foreign = |path: &&String| {
        path.starts_with("one.") || path.starts_with(".one.") || *path == "two.html"
    };
    let seen = Cell::new(0);
    let ask = |step: DiskStep, _: &Path| {
        let now = seen.replace(seen.get() + 1);
        // A reader who comes between two steps.
        let one = workplace.stands("one");
        let aside = stands(&workplace.path("output/.padma-build/aside/one"));
        let is_between = !exchanges && one == Stands::Nothing && aside == old;
        assert!(
            [&new, &old].contains(&&one) || is_between,
            "{case}: before {step:?} there stands {one:?}"
        );
        assert!(
            [&new, &Stands::Nothing].contains(&&workplace.stands("two")),
            "{case}: before {step:?}"
        );
        let is_between = !exchanges && page().is_empty() && workplace.path(ASIDE_PAGE).is_file();
        assert!(
            page_says(before) || page_says(after) || is_between,
            "{case}: before {step:?}: {}",
            page()
        );
        match trouble {
            _ if step == DiskStep::Exchange && !exchanges => Err(io::ErrorKind::Unsupported.into()),
            Trouble::Fault if now == number => Err(io::Error::other("a fault")),
            Trouble::Kill if now >= number => Err(io::Error::other("killed")),
            _ => Ok(()),
        }
    };
    let books = ["one", "two"].map(|name| workplace.publication(name, "new"));
    let gone = world::stale_folders(&workplace.out(), &workplace.path("content"));
    assert_eq!(gone, [workplace.out().join("gone")], "{case}");
    let published = world::publish(&books, &gone, Some(&catalogue), Disk::asking(&ask));
    let came = seen.get() > number;
    if trouble == Trouble::Fault {
        // The program itself has put everything in order.
        let expected = if published.is_ok() {
            [new.clone(), new.clone()]
        } else {
            [old.clone(), Stands::Nothing]
        };
        assert_eq!(
            [workplace.stands("one"), workplace.stands("two")],
            expected,
            "{case}: {published:?}"
        );
        assert!(
            page_says(if published.is_ok() { after } else { before }),
            "{case}: {}",
            page()
        );
    }
    world::recover(&workplace.out(), Disk::PLAIN).unwrap();
    assert!(
        [&new, &old].contains(&&workplace.stands("one")),
        "{case}: {:?}",
        workplace.stands("one")
    );
    assert!(
        [&old, &Stands::Nothing].contains(&&workplace.stands("gone")),
        "{case}: {:?}",
        workplace.stands("gone")
    );
    let made = fs::read_dir(workplace.path("output/.padma-build"))
        .into_iter()
        .flatten()
        .flatten();
    let made: Vec<_> = made
        .map(|entry| entry.file_name())
        .filter(|name| name != "lock")
        .collect();
    assert!(made.is_empty(), "{case}: {made:?} is left");
    // The next build is as good as any.
    let gone = world::stale_folders(&workplace.out(), &workplace.path("content"));
    let cleared = world::publish(&books, &gone, Some(&catalogue), Disk::PLAIN).unwrap();
    assert!(cleared.not_removed.is_empty(), "{case}: {cleared:?}");
    let stand = ["one", "two", "gone"].map(|name| workplace.stands(name));
    assert_eq!(stand, [new.clone(), new, Stands::Nothing], "{case}");
    let used = BTreeMap::from([(shared("new").folder().to_string(), "new".to_string())]);
    assert_eq!(
        workplace.shares(),
        used,
        "{case}: what no book uses is gone"
    );
    assert!(page_says(after), "{case}: {}", page());
    assert_eq!(
        fs::read_to_string(out.join("catalogue/all.txt")).unwrap(),
        after,
        "{case}"
    );
    let kept = files(&workplace.out());
    assert_eq!(
        kept.keys().filter(foreign).count(),
        5,
        "{case}: {:?}",
        kept.keys()
    );
    assert!(
        kept.iter()
            .filter(|(path, _)| foreign(path))
            .all(|(_, text)| text == b"foreign"),
        "{case}"
    );
    came
}

#[test]
fn builds_at_the_same_time_leave_a_whole_book() {
    let workplace = Workplace::with_book("together");
    let build = ["build", "--no-png"];
    assert_eq!(workplace.padma(&build).status.code(), Some(0));
    let good = files(&workplace.path("output/book"));
    for round in 0..6 {
        let mut both = [0, 1].map(|_| {
            let mut command = workplace.command(&build);
            silent(&mut command).spawn().unwrap()
        });
        let ended = both.each_mut().map(|build| build.wait().unwrap().code());
        assert_eq!(ended, [Some(0), Some(0)], "round {round}");
        assert!(
            files(&workplace.path("output/book")) == good,
            "round {round}: not the whole book stands"
        );
    }
    let left: Vec<String> = files(&workplace.out())
        .into_keys()
        .filter(|path| !path.starts_with("book/"))
        .collect();
    let left: Vec<&String> = left
        .iter()
        .filter(|path| !path.starts_with("catalogue/") && !path.starts_with("shared/"))
        .collect();
    assert_eq!(left, [".padma-build/lock", "index.html", "llms.txt"]);
}

#[test]
fn builds_killed_at_any_time_leave_a_whole_book() {
    let workplace = Workplace::with_book("killed");
    let build = ["build", "--no-png"];
    assert_eq!(workplace.padma(&build).status.code(), Some(0));
    let good = files(&workplace.path("output/book"));
    for round in 0..12 {
        let mut child = silent(&mut workplace.command(&build)).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(25 * round));
        let _ = child.kill();
        child.wait().unwrap();
        // Also if the next build fails, and whatever became of this one.
        workplace.write(
            "content/book/index.md",
            "# A book\n\n[99](<claim:count(cells)>)\n",
        );
        assert_eq!(
            workplace.padma(&build).status.code(),
            Some(1),
            "round {round}"
        );
        assert!(
            files(&workplace.path("output/book")) == good,
            "round {round}: not the whole book stands"
        );
        let page = fs::read(root().join("tests/golden/book/index.md")).unwrap();
        workplace.write("content/book/index.md", page);
    }
}

#[test]
fn a_removed_book_is_removed_from_the_output_and_nothing_else() {
    let workplace = Workplace::with_book("gone");
    let copy = |name: &str| {
        for (path, bytes) in files(&workplace.path("content/book")) {
            // Variants have names of their own.
            if path.ends_with(".md") || path == "book.toml" || !path.ends_with(".toml") {
                workplace.write(&format!("content/{name}/{path}"), bytes);
            }
        }
    };
    let shelf = |workplace: &Workplace, is_full: bool| -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(workplace.out())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names.retain(|name| {
            !name.starts_with('.')
                && !["catalogue", "index.html", "llms.txt", "shared"].contains(&name.as_str())
        });
        // The page over all books names none but those that a build has written.
        let page = fs::read_to_string(workplace.path("output/index.html")).unwrap();
        let named = page
            .split("<h2><a href=\"")
            .skip(1)
            .filter_map(|rest| rest.split('/').next());
        let named: Vec<&str> = named.collect();
        assert!(
            named
                .iter()
                .all(|name| workplace.path(format!("output/{name}/book.json")).is_file()),
            "{named:?}"
        );
        assert_eq!(
            named.contains(&"old-name"),
            names.iter().any(|name| name == "old-name") && !is_full,
            "{named:?}"
        );
        assert!(
            named.contains(&"book") && named.contains(&"kept"),
            "{named:?}"
        );
        names
    };
    copy("old-name");
    copy("kept");
    let build = ["build", "--no-png"];
    assert_eq!(workplace.padma(&build).status.code(), Some(0));
    // Another content folder's books, a reader's folder, and one that looks like a book's.
    fs::rename(workplace.path("content/kept"), workplace.path("kept")).unwrap();
    for (path, bytes) in files(&workplace.path("kept")) {
        workplace.write(&format!("others/kept/{path}"), bytes);
    }
    for (path, bytes) in files(&workplace.path("content/book"))
        .into_iter()
        .filter(|(path, _)| path.ends_with(".toml") && path != "book.toml")
    {
        workplace.write(&format!("others/kept/{path}"), bytes);
    }
    assert_eq!(
        workplace
            .padma(&["--content", "others", "build", "--no-png"])
            .status
            .code(),
        Some(0)
    );
    workplace.write("output/notes/index.html", "mine");
    workplace.write("output/marked/.padma", "mine too");
    fs::rename(
        workplace.path("content/old-name"),
        workplace.path("content/new-name"),
    )
    .unwrap();
    // A build of some books leaves all others.
    assert_eq!(
        workplace
            .padma(&["build", "--no-png", "book"])
            .status
            .code(),
        Some(0)
    );
    assert_eq!(
        shelf(&workplace, false),
        ["book", "kept", "marked", "notes", "old-name"]
    );
    // One that fails removes nothing.
    let page = fs::read(workplace.path("content/book/index.md")).unwrap();
    workplace.write(
        "content/book/index.md",
        "# A book\n\n[99](<claim:count(cells)>)\n",
    );
    assert_eq!(workplace.padma(&build).status.code(), Some(1));
    assert_eq!(
        shelf(&workplace, false),
        ["book", "kept", "marked", "notes", "old-name"]
    );
    workplace.write("content/book/index.md", page);
    // What a reader has put into the folder keeps it.
    workplace.write("output/old-name/pieces/thesis.txt", "years of work");
    let built = workplace.padma(&build);
    assert_eq!(
        built.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    assert!(String::from_utf8_lossy(&built.stderr).contains("output/old-name/pieces/thesis.txt"));
    assert_eq!(
        shelf(&workplace, true),
        ["book", "kept", "marked", "new-name", "notes", "old-name"]
    );
    fs::remove_file(workplace.path("output/old-name/pieces/thesis.txt")).unwrap();
    let built = workplace.padma(&build);
    assert!(String::from_utf8_lossy(&built.stdout).contains("removed output/old-name"));
    assert_eq!(
        shelf(&workplace, true),
        ["book", "kept", "marked", "new-name", "notes"]
    );
}

#[test]
fn a_build_keeps_files_that_others_put_into_its_folder() {
    let workplace = Workplace::with_book("reader");
    let build = ["build", "--no-png"];
    assert_eq!(workplace.padma(&build).status.code(), Some(0));
    for path in [
        "thesis.txt",
        "diagrams/mine.svg",
        ".padma.txt",
        "new/index.html",
    ] {
        workplace.write(&format!("output/book/{path}"), "mine");
        let before = files(&workplace.out());
        let built = workplace.padma(&build);
        assert_eq!(built.status.code(), Some(2), "{path}");
        let said = String::from_utf8_lossy(&built.stderr).into_owned();
        assert!(
            said.contains(&format!("`output/book/{path}`")),
            "{path}: {said}"
        );
        assert!(
            files(&workplace.out()) == before,
            "{path}: something has changed"
        );
        fs::remove_file(workplace.path("output/book").join(path)).unwrap();
    }
    // What a file manager leaves is in no one's way, and a file of the build is the build's.
    workplace.write("output/book/diagrams/.DS_Store", "");
    workplace.write("output/book/index.html", "changed by hand");
    assert_eq!(workplace.padma(&build).status.code(), Some(0));
    assert!(!workplace.path("output/book/diagrams/.DS_Store").exists());
    assert_ne!(
        fs::read(workplace.path("output/book/index.html")).unwrap(),
        b"changed by hand"
    );
    // A folder that an earlier version wrote has a mark that lists nothing.
    workplace.write(
        "output/book/.padma",
        "Written by padma build, which replaces this folder.\n",
    );
    assert_eq!(workplace.padma(&build).status.code(), Some(0));
    assert!(
        fs::read_to_string(workplace.path("output/book/.padma"))
            .unwrap()
            .contains("index.html")
    );
}

#[cfg(unix)]
#[test]
fn a_build_keeps_symbolic_links_and_permissions() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let permit =
        |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let workplace = Workplace::with_book("links");
    workplace.write("site/.keep", "");
    fs::create_dir_all(workplace.out()).unwrap();
    // A link that leads to where nothing is yet.
    symlink("../site/book", workplace.path("output/book")).unwrap();
    for round in 0..2 {
        assert_eq!(
            workplace.padma(&["build", "--no-png"]).status.code(),
            Some(0),
            "round {round}"
        );
        assert!(workplace.path("output/book").is_symlink(), "round {round}");
        assert!(
            workplace.path("site/book/index.html").is_file(),
            "round {round}"
        );
    }
    permit(&workplace.path("site/book"), 0o750);
    permit(&workplace.path("site/book/diagrams"), 0o711);
    permit(&workplace.path("site/book/index.html"), 0o600);
    assert_eq!(
        workplace.padma(&["build", "--no-png"]).status.code(),
        Some(0)
    );
    let modes = ["book", "book/diagrams", "book/index.html"]
        .map(|path| mode(&workplace.path("site").join(path)));
    assert_eq!(modes, [0o750, 0o711, 0o600]);

    // Single files: one with a link to it, one with two names, one that no one else may read.
    let draw = |path: &str| {
        workplace
            .padma(&["draw", "chess", "white R rook a1", "-o", path])
            .status
            .code()
    };
    for name in ["plain.svg", "real.svg", "bound.svg"] {
        workplace.write(name, "old");
        permit(&workplace.path(name), 0o600);
        for foreign in [format!("{name}.new"), format!(".{name}.padma-1")] {
            workplace.write(&foreign, "precious");
        }
    }
    symlink("real.svg", workplace.path("link.svg")).unwrap();
    symlink("nowhere.svg", workplace.path("loose.svg")).unwrap();
    fs::hard_link(workplace.path("bound.svg"), workplace.path("other.svg")).unwrap();
    for name in ["plain.svg", "link.svg", "bound.svg", "loose.svg"] {
        assert_eq!(draw(name), Some(0), "{name}");
        assert!(
            fs::read_to_string(workplace.path(name))
                .unwrap()
                .starts_with("<svg"),
            "{name}"
        );
    }
    assert!(
        ["link.svg", "loose.svg"]
            .iter()
            .all(|name| workplace.path(name).is_symlink())
    );
    assert_eq!(
        fs::metadata(workplace.path("bound.svg")).unwrap().nlink(),
        2
    );
    assert_eq!(
        fs::read(workplace.path("bound.svg")).unwrap(),
        fs::read(workplace.path("other.svg")).unwrap()
    );
    for name in ["plain.svg", "real.svg", "bound.svg"] {
        assert_eq!(mode(&workplace.path(name)), 0o600, "{name}");
        for foreign in [format!("{name}.new"), format!(".{name}.padma-1")] {
            assert_eq!(
                fs::read(workplace.path(&foreign)).unwrap(),
                b"precious",
                "{foreign}"
            );
        }
        assert!(
            !workplace.path(format!(".{name}.padma-2")).exists(),
            "{name}: something is left"
        );
    }
    let page = workplace.path("content/book/index.md");
    fs::write(&page, "# A book\n\n[99 cells](<claim:count(cells)>)\n").unwrap();
    permit(&page, 0o640);
    workplace.write("content/book/index.md.new", "precious");
    workplace.padma(&["check", "--bless"]);
    assert!(fs::read_to_string(&page).unwrap().contains("[23 cells]"));
    assert_eq!(mode(&page), 0o640);
    assert_eq!(
        fs::read(workplace.path("content/book/index.md.new")).unwrap(),
        b"precious"
    );
}

#[test]
fn a_fault_at_any_step_leaves_a_file_as_it_was() {
    let workplace = Workplace::new("file");
    let path = workplace.path("page.md");
    for number in 0.. {
        workplace.write("page.md", "old");
        let seen = Cell::new(0);
        let ask = |_: DiskStep, _: &Path| match seen.replace(seen.get() + 1) {
            now if now == number => Err(io::Error::other("a fault")),
            _ => Ok(()),
        };
        let written = world::write(&path, b"new", Disk::asking(&ask));
        let expected: &[u8] = if written.is_ok() { b"new" } else { b"old" };
        assert_eq!(fs::read(&path).unwrap(), expected, "step {number}");
        assert_eq!(
            files(workplace.top()).len(),
            1,
            "step {number}: something is left"
        );
        if seen.get() <= number {
            assert!(number > 2, "{number} steps were tried");
            break;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Bytes of a book's files changed, cut out or doubled: whatever a build says of it, a whole book stands.
    #[test]
    fn a_mutated_book_never_harms_the_last_good_one(
        file in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        length in 0_usize..40,
        put in prop::sample::select(vec!["", "](<claim:", "```\n", "\u{0}", "{{", "[[", "99", "\"", "é", "../"]),
    ) {
        let workplace = Workplace::with_book("mutated");
        let build = ["build", "--no-png"];
        prop_assert_eq!(workplace.padma(&build).status.code(), Some(0));
        let good = files(&workplace.path("output/book"));
        let sources = files(&workplace.path("content/book"));
        let (path, bytes) = file.get(&sources.iter().collect::<Vec<_>>()).to_owned();
        let start = at.index(bytes.len() + 1);
        let end = (start + length).min(bytes.len());
        workplace.write(&format!("content/book/{path}"), [&bytes[..start], put.as_bytes(), &bytes[end..]].concat());
        let built = workplace.padma(&build);
        let status = built.status.code();
        prop_assert!([Some(0), Some(1), Some(2)].contains(&status), "{:?}: {}", status, String::from_utf8_lossy(&built.stderr));
        let now = files(&workplace.path("output/book"));
        prop_assert!(status == Some(0) || now == good, "a failed build has changed the book");
        prop_assert!(now.contains_key("index.html") && now.contains_key(".padma"));
    }
}

#[test]
fn a_build_keeps_a_foreign_index_page_and_reserves_the_catalogues_names() {
    let workplace = Workplace::with_book("page");
    let build = ["build", "--no-png"];
    for path in ["output/index.html", "output/llms.txt"] {
        workplace.write(path, "<!doctype html>\n<p>mine</p>\n");
        let built = workplace.padma(&build);
        assert_eq!(built.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&built.stderr).contains(&format!(
            "warning[missing-file]: `{path}` was left in place"
        )));
        assert_eq!(workplace.read(path), "<!doctype html>\n<p>mine</p>\n");
        assert!(
            !workplace.path("output/catalogue").exists()
                && workplace.path("output/book/index.html").is_file()
        );
        fs::remove_file(workplace.path(path)).unwrap();
    }
    workplace.write("output/catalogue/mine.txt", "mine");
    assert_eq!(
        workplace.padma(&build).status.code(),
        Some(2),
        "a folder of somebody else's"
    );
    fs::remove_dir_all(workplace.path("output/catalogue")).unwrap();
    assert_eq!(workplace.padma(&build).status.code(), Some(0));
    assert!(workplace.path("output/index.html").is_file());
    for name in ["catalogue", "index.html", "llms.txt", "shared"] {
        fs::rename(
            workplace.path("content/book"),
            workplace.path(format!("content/{name}")),
        )
        .unwrap();
        let built = workplace.padma(&build);
        assert_eq!(built.status.code(), Some(2), "{name}");
        assert!(
            String::from_utf8_lossy(&built.stderr).contains("no book can have this name"),
            "{name}"
        );
        fs::rename(
            workplace.path(format!("content/{name}")),
            workplace.path("content/book"),
        )
        .unwrap();
    }
}

#[test]
fn a_book_keeps_the_scripts_that_it_was_built_with() {
    let workplace = Workplace::with_book("scripts");
    workplace.copy(&workplace.path("content/book"), "content/other");
    for path in files(&workplace.path("content/other")).into_keys() {
        if path.ends_with(".toml") && path != "book.toml" {
            fs::remove_file(workplace.path(format!("content/other/{path}"))).unwrap();
        }
    }
    let build = |books: &[&str]| {
        let built = workplace.padma(&[&["build", "--no-png"], books].concat());
        let said = String::from_utf8_lossy(&built.stderr).into_owned();
        assert_eq!(built.status.code(), Some(0), "{said}");
    };
    let script = |book: &str| {
        let page = workplace.read(&format!("output/{book}/index.html"));
        let (_, rest) = page.split_once("<script src=\"../").unwrap();
        rest.split_once("look.js\"").unwrap().0.to_string()
    };
    let folders = || {
        fs::read_dir(workplace.path("output/shared"))
            .unwrap()
            .count()
    };
    build(&[]);
    assert_eq!(
        (script("book"), folders()),
        (script("other"), 1),
        "books share one copy"
    );
    let mine = "output/shared/mine.txt";
    workplace.write(mine, "mine");
    workplace.write("content/other/templates/look.js", "// other");
    build(&["other"]);
    assert_ne!(script("book"), script("other"));
    let look = |book: &str| workplace.read(&format!("output/{}look.js", script(book)));
    assert!(look("book").contains("padma-look") && look("other") == "// other");
    assert_eq!(folders(), 3);
    // A copy that has lost a file is written again, and one that nobody uses goes.
    fs::remove_file(workplace.path(format!("output/{}stem.js", script("book")))).unwrap();
    fs::remove_dir_all(workplace.path("content/other/templates")).unwrap();
    build(&[]);
    assert_eq!(script("book"), script("other"));
    assert!(
        workplace
            .read(&format!("output/{}stem.js", script("book")))
            .contains("stem")
    );
    assert_eq!((folders(), workplace.read(mine).as_str()), (2, "mine"));
}
