//! A book's own colours: that everything made of the book has them, and that a book without any is as it was.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use kit::folder::{Folder, root, texts};
use kit::server::Server;

const THEME: &str = "\n[theme]\npaper = \"#fbe8ee\"\nink = \"#2a0f1c\"\naccent = \"#8c1050\"\nlight_cells = \"#f6c8d8\"\n\
                     dark_cells = \"#e58fb0\"\nmarks = [\"#0b3d91\"]\n\n[theme.dark]\npaper = \"#1c0b14\"\n";
const LIGHT_PAPER: &str = "#fbe8ee";

/// Two books beside each other, the first with colours of its own.
fn books(theme: &str) -> Folder {
    let folder = Folder::new("themes");
    ["pond", "plain"]
        .iter()
        .for_each(|book| _ = folder.ask(&["new", "--like", "lotus", &format!("content/{book}")]));
    let decl = folder.read("content/pond/book.toml");
    folder.write("content/pond/book.toml", &(decl + theme));
    folder
}

#[test]
fn everything_made_of_a_book_has_its_colours() {
    let folder = books(THEME);
    let said = folder.ask(&["build", "--also", "single,epub"]);
    assert!(said.ends_with("open output/index.html\n"), "{said}");
    for (file, has) in [
        // Boards, words, and what is right, in light and dark.
        (
            "pond/style.css",
            [
                "--b-paper:#fbe8ee;",
                "--paper:#fbe8ee;--ink:#2a0f1c;",
                "--good:#8c1050;",
            ]
            .as_slice(),
        ),
        (
            "pond/style.css",
            &[
                "--b-paper:#1c0b14;",
                "--paper:#1c0b14;",
                "--b-shade-3:#f6c8d8;--b-shade-4:#e58fb0;",
            ],
        ),
        (
            "pond/diagrams/rules/pond.svg",
            &[
                "fill=\"#fbe8ee\"",
                "fill:#e58fb0",
                "rect[fill=\"#fbe8ee\"]{fill:#1c0b14}",
            ],
        ),
        (
            "pond/pond-single.html",
            &["--paper:#fbe8ee;", "--paper:#1c0b14;"],
        ),
    ] {
        let text = folder.read(&format!("output/{file}"));
        has.iter()
            .for_each(|part| assert!(text.contains(part), "{file} lacks {part}"));
    }
    let drawings = texts(&folder.path("output/pond/diagrams"));
    for (path, text) in drawings.iter().filter(|(path, _)| path.ends_with(".svg")) {
        assert!(
            text.contains("fill=\"#fbe8ee\"") && !text.contains("#fbf9f4"),
            "{path}"
        );
    }
    let pixel = |path: &str| {
        let bytes = fs::read(folder.path(path)).unwrap();
        let picture = tiny_skia::Pixmap::decode_png(&bytes).unwrap();
        let corner = picture.pixel(0, 0).unwrap();
        format!(
            "#{:02x}{:02x}{:02x}",
            corner.red(),
            corner.green(),
            corner.blue()
        )
    };
    assert_eq!(pixel("output/pond/diagrams/front/preview.png"), LIGHT_PAPER);
    assert_eq!(pixel("output/plain/diagrams/front/preview.png"), "#fbf9f4");
    // Its neighbour, and the pages over both, keep the program's.
    for file in ["plain/style.css", "catalogue/style.css"] {
        let text = folder.read(&format!("output/{file}"));
        assert!(!text.contains("--paper:"), "{file}");
    }
    folder.ask(&["draw", "pond", "white turtle a1", "-o", "turtle.svg"]);
    assert!(folder.read("turtle.svg").contains("fill=\"#fbe8ee\""));
}

#[test]
fn an_empty_theme_changes_nothing() {
    let built = |theme: &str| {
        let folder = books(theme);
        folder.ask(&["build", "--no-png", "--also", "single"]);
        texts(&folder.path("output"))
    };
    assert_eq!(built("\n[theme]\n"), built(""));
}

#[test]
fn the_style_sheet_has_the_colours_of_the_built_in_theme() {
    let css = fs::read_to_string(root().join("templates/style.css")).unwrap();
    let epub = fs::read_to_string(root().join("templates/epub.css")).unwrap();
    let theme = padma_picture::scene::Theme::LIGHT.colour(padma_picture::scene::Ink::Paper);
    assert_eq!(theme, padma_picture::scene::Colour(0xfb, 0xf9, 0xf4));
    for paper in ["#fbf9f4", "#181714"] {
        assert!(css.contains(&format!("--paper:{paper};")));
        assert_eq!(
            epub.matches(paper).count(),
            1,
            "the paper of an EPUB is replaced by the book's"
        );
    }
}

#[test]
fn a_page_is_printed_in_colours_that_are_seen_on_white() {
    let folder = books("\n[theme]\npaper = \"#101820\"\n");
    folder.ask(&["build", "--no-png", "pond"]);
    let css = folder.read("output/pond/style.css");
    let own = css.split("The book's own colours").nth(1).unwrap();
    let (screen, print) = own.split_once("@media print{").unwrap();
    assert!(
        screen.contains("--paper:#101820;") && print.contains("--paper:#fbf9f4;"),
        "{own}"
    );
}

#[test]
fn a_served_book_has_its_new_colours_when_they_are_saved() {
    let folder = books("");
    let server = Server::start(folder.command(&["serve", "pond"]));
    let files = ["/pond/style.css", "/pond/diagrams/frog.svg"];
    for file in files {
        assert!(!server.get(file).text().contains(LIGHT_PAPER), "{file}");
    }
    let decl = folder.read("content/pond/book.toml");
    folder.write("content/pond/book.toml", &(decl + THEME));
    let begun = Instant::now();
    for file in files {
        while !server.get(file).text().contains(LIGHT_PAPER) {
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "{file} keeps its colours"
            );
            thread::sleep(Duration::from_millis(50));
        }
    }
}
