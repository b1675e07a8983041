//! Books as PDF: what other programs find in the files.

use std::fs;
use std::path::Path;
use std::process::Command;

use kit::folder::{self, Folder};

const BOOK: &str = "waterloo";

/// What a program of poppler says.
fn ask(program: &str, words: &[&str], file: &Path) -> String {
    let output = Command::new(program)
        .args(words)
        .arg(file)
        .arg("-")
        .output();
    let output =
        output.unwrap_or_else(|error| panic!("{program}, which .ci/browser installs: {error}"));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The same of a program that prints without being told where to.
fn tell(program: &str, words: &[&str], file: &Path) -> String {
    let output = Command::new(program).args(words).arg(file).output();
    let output =
        output.unwrap_or_else(|error| panic!("{program}, which .ci/browser installs: {error}"));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Letters and digits alone: a printed line may end in a hyphen, and words may stand apart.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

fn build(folder: &Folder, content: &Path, book: &str, out: &str) -> (String, bool) {
    let content = content.to_string_lossy();
    let words = [
        "build",
        "--content",
        &content,
        "--no-png",
        "--also",
        "pdf,card",
        "--out",
        out,
        book,
    ];
    let output = folder.padma(&words);
    (
        String::from_utf8_lossy(&output.stderr).into_owned(),
        output.status.success(),
    )
}

#[test]
fn a_printed_book_has_all_of_the_book() {
    let folder = Folder::new("printed");
    let content = folder::content();
    for out in ["once", "twice"] {
        let (said, _) = build(&folder, &content, BOOK, out);
        assert!(
            folder.path(format!("{out}/{BOOK}/{BOOK}-a5.pdf")).is_file(),
            "{said}"
        );
    }
    for (ending, size) in [
        ("a4", "595.276 x 841.89"),
        ("a5", "419.528 x 595.276"),
        ("card", "595.276 x 841.89"),
    ] {
        let file = folder.path(format!("once/{BOOK}/{BOOK}-{ending}.pdf"));
        let again = fs::read(folder.path(format!("twice/{BOOK}/{BOOK}-{ending}.pdf"))).unwrap();
        assert!(
            fs::read(&file).unwrap() == again,
            "{ending}: other bytes the second time"
        );
        let about = tell("pdfinfo", &[], &file);
        for line in [
            format!("Page size:       {size} pts"),
            "Tagged:          yes".to_string(),
        ] {
            assert!(about.contains(&line), "{ending}: no `{line}` in\n{about}");
        }
        assert!(!about.contains("CreationDate"), "{about}");
        assert_eq!(
            ending == "card",
            about.contains("Pages:           1\n"),
            "{about}"
        );
        let fonts = tell("pdffonts", &[], &file);
        let fonts: Vec<&str> = fonts.lines().skip(2).collect();
        assert!(
            fonts.len() >= 2 && fonts.iter().all(|font| font.contains("yes yes yes")),
            "{fonts:?}"
        );
    }
    let file = folder.path(format!("once/{BOOK}/{BOOK}-a5.pdf"));
    let text = bare(&ask("pdftotext", &["-layout"], &file));
    // The book brings a font for the letters that the program's lack.
    assert!(text.contains("百田棋") && !ask("pdftotext", &[], &file).contains('\u{fffd}'));
    let outline = tell(
        "pdftohtml",
        &["-xml", "-i", "-stdout", "-f", "1", "-l", "1"],
        &file,
    );
    let (mut titles, mut headings) = (0, 0);
    for (path, page) in folder::texts(&content.join(BOOK)) {
        let lines = page
            .lines()
            .filter(|line| path.ends_with(".md") && line.starts_with('#'));
        for line in lines.filter(|line| !line.contains('[')) {
            let heading = line.trim_start_matches('#').trim();
            assert!(
                text.contains(&bare(heading)),
                "{path}: `{heading}` is not printed"
            );
            assert!(
                bare(&outline).contains(&bare(heading)),
                "{path}: `{heading}` is no bookmark"
            );
            titles += usize::from(line.starts_with("# "));
            headings += 1;
        }
    }
    assert!(
        titles > 15 && headings > titles,
        "{titles} titles of {headings} headings"
    );
    let (numbered, links) = links_to_sheets(&file);
    assert!(
        numbered >= 50 && links > 300,
        "{numbered} of {links} links lead to the sheet they name"
    );
    let bytes = fs::read(&file).unwrap();
    let alts = bytes.windows(4).filter(|four| four == b"/Alt").count();
    let figures = tell("pdfinfo", &["-struct"], &file)
        .lines()
        .filter(|line| line.trim() == "Figure:")
        .count();
    assert!(
        figures > 60 && alts == figures,
        "{alts} texts for {figures} pictures"
    );
}

/// How many links whose words are a number lead to the sheet of that number (in the contents and the errata they all
/// do), and how many links there are.
fn links_to_sheets(file: &Path) -> (usize, usize) {
    let sheets = tell("pdftohtml", &["-xml", "-i", "-stdout"], file);
    let links = sheets.split("<a href=\"").skip(1).filter_map(|link| {
        let (_, to) = link.split_once('#')?;
        let (sheet, rest) = to.split_once("\">")?;
        Some((sheet, rest.trim_start_matches("<b>").split('<').next()?))
    });
    let links: Vec<_> = links.collect();
    let numbered = links
        .iter()
        .filter(|(sheet, said)| said.trim_matches([' ', ',', '.', ')']) == *sheet);
    (numbered.count(), links.len())
}

const ODD: &[(&str, &str)] = &[
    (
        "odd/book.toml",
        "title = \"Odd *things* #1: \\\"quotes\\\" & <tags>\"\nauthor = \"A. $Author$ @home 龜\"\n\
         [[chapter]]\npages = [\"index.md\"]\n[[chapter]]\ntitle = \"Part = #two\"\npages = [\"deep.md\"]\n",
    ),
    (
        "odd/index.md",
        "Before any heading[^1] and again[^1], `code \"with\" \\ back`.\n\n### A deep heading\n\n\
         = not a heading // not a comment $x$ #let a = 1 @label <label> \\u{41} ~~struck~~\n\n\
         [^1]: The note with *stress*.\n\n| a | b |\n| :-: | --: |\n| `x` | **1** |\n| [deep](deep.md) | y |\n\n\
         > Quoted\n>\n> > twice\n\n- one\n- two\n  1. three\n  2. four\n\n```rust\nfn f() { \"é\" }\n```\n\n---\n\n\
         ![](dot.svg) ![A dot](dot.svg)\n",
    ),
    (
        "odd/deep.md",
        "# Deep *and* [linked](index.md) `code`\n\n###### Six\n\n[outside](https://example.org/?a=b&c) [checks](checks.md)\n",
    ),
    (
        "odd/dot.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\"><circle cx=\"5\" cy=\"5\" r=\"4\"/></svg>",
    ),
];

#[test]
fn odd_pages_are_printed_and_broken_ones_named() {
    let folder = Folder::new("printed-odd");
    ODD.iter().for_each(|(path, text)| folder.write(path, text));
    let (said, _) = build(&folder, folder.top(), "odd", "out");
    let file = folder.path("out/odd/odd-a5.pdf");
    assert!(file.is_file(), "{said}");
    assert!(
        said.contains("no typeface of printed books has the letter `龜` (U+9F9C)"),
        "{said}"
    );
    assert!(said.contains("odd/book.toml:2:29\n"), "{said}");
    let text = bare(&ask("pdftotext", &["-layout"], &file));
    let whole = [
        "Odd *things* #1",
        "A. $Author$ @home",
        "code \"with\" \\ back",
        "twice",
        "The note with stress",
    ];
    let more = [
        "= not a heading // not a comment $x$ #let a = 1 @label <label> \\u{41} struck",
        "fn f() { \"é\" }",
    ];
    for words in whole.iter().chain(&more) {
        assert!(text.contains(&bare(words)), "no `{words}` in {text}");
    }
    assert!(tell("pdfinfo", &["-url"], &file).contains("https://example.org/?a=b&c"));
    assert!(
        !folder.path("out/odd/odd-card.pdf").exists(),
        "a card without pieces"
    );

    folder.write("odd/deep.md", "# Deep\n\n![A picture](broken.png)\n");
    folder.write("odd/broken.png", b"\x89PNG\r\n\x1a\nxxxx");
    let (said, built) = build(&folder, folder.top(), "odd", "out");
    assert!(
        !built
            && said.contains("`broken.png` cannot be printed")
            && said.contains("odd/deep.md:3:1"),
        "{said}"
    );
    for (page, words) in [
        (
            "# Deep\n\nOne[^1], two[^2].\n\n[^1]: This one\n\n[^2]: Not[^1] that[^3]\n\n[^3]: Unread\n",
            None,
        ),
        (
            &*format!("# Deep\n\n{} quoted\n", ">".repeat(30)),
            Some("odd/deep.md:3:17"),
        ),
        (
            &*format!("# Deep\n\n|a|b|\n|-|-|\n{}", "|c|d|\n".repeat(10_000)),
            Some("odd/deep.md:10004:2"),
        ),
        (
            &*format!("# Deep\n\n{}", "word ".repeat(1 << 18)),
            Some("odd/deep.md:3:1"),
        ),
    ] {
        folder.write("odd/deep.md", page);
        let (said, built) = build(&folder, folder.top(), "odd", "out");
        assert_eq!(built, words.is_none(), "{said}");
        assert!(words.is_none_or(|words| said.contains(words)), "{said}");
    }
}
