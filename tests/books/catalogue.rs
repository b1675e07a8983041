//! The pages over all books: their pieces in one alphabet, and their words.

use kit::folder::Folder;

const BOARD: &str = "[board]\nkind = \"grid\"\nfiles = 8\nranks = 8\n";

/// A book with these pieces, by id and movement, and these further keys of its variant.
fn book(folder: &Folder, name: &str, pieces: &[(&str, &str)], more: &str, pages: &[(&str, &str)]) {
    let paths: Vec<String> = pages.iter().map(|(path, _)| format!("{path:?}")).collect();
    let paths = paths.join(", ");
    let toml = format!(
        "title = \"Book {name}: a small one\"\n[[chapter]]\npages = [\"index.md\", {paths}]\n"
    );
    folder.write(&format!("content/{name}/book.toml"), toml);
    let piece = |(id, movement): &(&str, &str)| {
        format!("[[piece]]\nid = \"{id}\"\nmovement = '{movement}'\n")
    };
    let pieces: String = pieces.iter().map(piece).collect();
    folder.write(
        &format!("content/{name}/{name}.toml"),
        format!("title = \"{name}\"\n{BOARD}{pieces}{more}"),
    );
    folder.write(
        &format!("content/{name}/index.md"),
        format!("# Book {name}\n\nA small book.\n"),
    );
    for (path, text) in pages {
        folder.write(&format!("content/{name}/{path}"), text);
    }
}

/// Builds books, or all of them, and yields what was said.
fn build(folder: &Folder, books: &[&str]) -> String {
    let built = folder.padma(&[&["build", "--no-png"], books].concat());
    let said = String::from_utf8_lossy(&built.stderr).into_owned();
    assert_eq!(built.status.code(), Some(0), "{said}");
    said
}

/// A page's words, without its elements.
fn words(folder: &Folder, page: &str) -> String {
    let page = folder.read(&format!("output/{page}"));
    let text = page
        .split('<')
        .map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    text.collect::<Vec<_>>()
        .join(" ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

const PIECES: &str = "catalogue/pieces.html";
const GLOSSARY: &str = "catalogue/glossary.html";

#[test]
fn pieces_of_all_books_stand_under_their_names_and_the_rules_say_which_are_one() {
    let folder = Folder::new("catalogue");
    let royal = "royal = true\n";
    book(
        &folder,
        "one",
        &[
            ("rook", "slide along orthogonal"),
            ("archbishop", "\"BN\""),
            ("king", "\"K\""),
        ],
        royal,
        &[],
    );
    let push = "[[rule]]\nkind = \"push\"\npiece = \"rook\"\nalong = \"orthogonal\"\n";
    let own = [
        ("guard", "step contiguous"),
        ("rook", "\"R\""),
        ("knight", "\"N\""),
    ];
    book(&folder, "two", &own, push, &[]);
    let own = [
        ("cardinal", "slide along diagonal; step N"),
        ("king", "slide along orthogonal up to 1 + \"F\""),
        ("knight", "\"nN\""),
        ("man", "king"),
    ];
    book(&folder, "three", &own, royal, &[]);
    build(&folder, &[]);
    let page = words(&folder, PIECES);
    for text in [
        "10 pieces of 3 books, under 7 names.",
        // However their movements are written, and whatever the pieces are called.
        "Archbishop Book one = Cardinal Book three It",
        "Guard Book two = King Book one; royal = King Book three = Man Book three; royal It",
        "That of Book three moves like that of Book one, without this: ",
        "That of Book two moves like that of Book one, with this added: It pushes",
        "That of Book two moves differently from that of Book three: from a1 of a board of 16 × 16 cells, with a piece of its own on a2, it also goes to b3.",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    let page = folder.read(&format!("output/{PIECES}"));
    for text in [
        "<li id=\"n.king\">",
        "href=\"../two/piece-index.html#p.rook\"",
        "King on ",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert_eq!(
        page.matches("class=\"entry\"").count(),
        10,
        "each piece of each book is there once"
    );
    // What stands is what counts: a build of one book leaves the others there, and the same books give the same page.
    build(&folder, &["two"]);
    assert_eq!(folder.read(&format!("output/{PIECES}")), page);
    std::fs::remove_dir_all(folder.path("content/three")).unwrap();
    build(&folder, &[]);
    let page = words(&folder, PIECES);
    assert!(
        page.contains("6 pieces of 2 books") && !page.contains("Cardinal"),
        "{page}"
    );
}

#[test]
fn one_rule_is_one_whatever_pieces_are_called_and_where_they_stand_is_said() {
    let folder = Folder::new("renamed");
    let rules = |name: &str| {
        format!(
            "royal = true\nname = \"{name}\"\n[[rule]]\nkind = \"coordination\"\npiece = \"rook\"\nwith = \"king\"\n\
             [[rule]]\nkind = \"castling\"\nname = \"O-O\"\nwhite = [\"king e1 g1\", \"rook h1 f1\"]\nblack = []\n"
        )
    };
    let rook = ("rook", "slide along orthogonal only to move");
    let king = ("king", "step contiguous");
    book(&folder, "one", &[rook, king], &rules("King"), &[]);
    book(&folder, "two", &[rook, king], &rules("Monarch"), &[]);
    let kept = "stands_on = \"home\"\n[sets.home]\nwhite = \"rank 1, rank 2, rank 3\"\nblack = \"rank 6, rank 7, rank 8\"\n";
    book(&folder, "three", &[("guard", "step diagonal")], kept, &[]);
    let free_for_black = "stands_on = \"home\"\n[sets.home]\nwhite = \"rank 1, rank 2, rank 3\"\nblack = \"square\"\n";
    book(
        &folder,
        "five",
        &[("guard", "step orthogonal")],
        free_for_black,
        &[],
    );
    let free = [("guard", "\"F\""), ("minister", "\"F\"")];
    book(&folder, "four", &free, "", &[]);
    build(&folder, &[]);
    let page = words(&folder, PIECES);
    for text in [
        "Both move and capture alike: the Rook of Book one and Book two.",
        "King Book one; royal; castles = Monarch Book two; royal; castles",
        "That of Book three stands only on 24 of the 64 squares (ranks 1 to 3; for Black ranks 6 to 8).",
        "Guard Book three; kept to a part of the board",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    // The same sentence stands on the page of all rules.
    let rules = words(&folder, "three/rules-of-play.html");
    let text = "only on 24 of the 64 squares (ranks 1 to 3; for Black ranks 6 to 8).";
    assert!(rules.contains(text), "{rules}");
    let rules = words(&folder, "five/rules-of-play.html");
    let text = "only on some of the 64 squares (ranks 1 to 3; for Black all of them).";
    assert!(rules.contains(text), "{rules}");
}

#[test]
fn words_of_all_books_stand_in_one_alphabet() {
    let folder = Folder::new("glossary");
    let defined =
        "# Glossary\n\nWords.\n\n## Twin\n\nOne of *two* alike, as [here](index.md).\n\n## Empty\n";
    let rule = "[[rule]]\nkind = \"promotion\"\npiece = \"rook\"\ncells = \"the-end\"\nto = [\"frog\"]\n[sets]\nthe-end = \"rank 8\"\ninner = \"file c, file d, file e\"\nwhole = \"square\"\n";
    book(
        &folder,
        "one",
        &[("rook", "slide along orthogonal"), ("frog", "\"N\"")],
        rule,
        &[("glossary.md", defined)],
    );
    book(
        &folder,
        "two",
        &[("frog", "hop along diagonal")],
        "",
        &[("other.md", "# Other\n\n## Twain\n\nTwo.\n")],
    );
    build(&folder, &[]);
    let page = words(&folder, GLOSSARY);
    for text in [
        "Twin One of two alike, as here. Book one",
        "Square cell A cell with four sides. Book one: a small one · Book two: a small one",
        "Orthogonal direction To the next cell of the file or the rank. Book one",
        "Hopper movement A piece that hops: it goes along a line over another piece, the hurdle, to a cell behind it. Book two",
        "Leaper movement A piece that leaps",
        "Promotion rule A piece that comes to certain cells becomes another. Book one",
        "Inner set of cells Files c to e. Book one",
        "The end set of cells Rank 8. Book one",
        "Whole set of cells Every cell. Book one",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    assert!(
        !page.contains("Twain") && !page.contains("Empty"),
        "only that page defines, and what has a meaning"
    );
    assert!(
        folder
            .read(&format!("output/{GLOSSARY}"))
            .contains("href=\"../one/glossary.html#twin\"")
    );
}

#[test]
fn a_book_whose_card_cannot_be_read_is_left_out_with_a_word() {
    let folder = Folder::new("cards");
    book(
        &folder,
        "one",
        &[("rook", "slide along orthogonal")],
        "",
        &[],
    );
    book(&folder, "two", &[("frog", "\"N\"")], "", &[]);
    build(&folder, &[]);
    let whole = folder.read("output/one/book.json");
    let page = folder.read(&format!("output/{PIECES}"));
    let older = whole.replacen("\"version\":10", "\"version\":1", 1);
    let long = format!("{}{whole}", " ".repeat(33 << 20));
    for (card, why) in [
        ("", "it is not a book's card"),
        ("[]", "it is not a book's card"),
        (&whole[..whole.len() / 2], "it is not a book's card"),
        (
            "{\"title\":\"One\"}",
            "it was written by another version of the program",
        ),
        (
            "{\"title\":\"One\",\"version\":10}",
            "it is an incomplete card",
        ),
        (&older, "it was written by another version of the program"),
        (&long, "it is too long for a book's card"),
    ] {
        folder.write("output/one/book.json", card);
        let said = build(&folder, &["two"]);
        let expected = format!(
            "the pages about all books leave out the book of `output/one/book.json`: {why}"
        );
        assert!(said.contains(&expected), "{why}: {said}");
        let left = words(&folder, PIECES);
        assert!(
            left.contains("1 piece of 1 book, under 1 name.") && !left.contains("Rook"),
            "{why}: {left}"
        );
        assert!(!words(&folder, "index.html").contains("Book one"), "{why}");
    }
    // The next build of the book makes it whole.
    assert!(!build(&folder, &["one"]).contains("leave out"));
    assert_eq!(folder.read(&format!("output/{PIECES}")), page);
}
