//! What a reader meets first: the opening of a book's first page, the page over all books, and what the head of
//! every page says.

use std::ops::Deref;

use kit::folder::Folder;

/// A folder of its own for a test; gone when dropped.
struct Workplace(Folder);

impl Workplace {
    fn new(name: &str) -> Workplace {
        Workplace(Folder::new(name))
    }

    fn build(&self, books: &[&str]) {
        self.ask(&[&["build", "--no-png"], books].concat());
    }

    /// A file of the output.
    fn page(&self, path: &str) -> String {
        self.read(&format!("output/{path}"))
    }

    fn stands(&self, path: &str) -> bool {
        self.path("output").join(path).exists()
    }

    /// A book of a king and a rook on a small board.
    fn book(&self, name: &str, keys: &str, setup: &str, page: &str) {
        let title = format!("The book {name}");
        let chapter = "[[chapter]]\npages = [\"index.md\"]\n";
        self.write(
            &format!("content/{name}/book.toml"),
            format!("title = \"{title}\"\n{keys}\n{chapter}"),
        );
        self.write(
            &format!("content/{name}/{name}.toml"),
            &(BOARD.to_string() + setup),
        );
        self.write(&format!("content/{name}/index.md"), page);
    }
}

impl Deref for Workplace {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.0
    }
}

const BOARD: &str = r#"
title = "Four by four"

[board]
kind = "grid"
files = 4
ranks = 4

[[piece]]
id = "king"
movement = "step contiguous"
royal = true

[[piece]]
id = "rook"
movement = "slide along orthogonal"

[[piece]]
id = "frog"
movement = "leap 2 along orthogonal"
"#;

/// A setup in which each side has two rooks, and a third beside the board.
const SETUP: &str = r#"
[setup]
white = { king = "a1", rook = "b1 c1" }
black = { king = "a4", rook = "b4 c4" }
reserve = { rook = 1 }
"#;

const CARDS: &str =
    "# Four\n\nA small game.\n\n```piece king\n```\n\n## The Rook\n\n```piece rook\n```\n";

/// The parts of a page in this order, each behind the one before.
fn in_order(page: &str, parts: &[&str]) {
    let mut rest = page;
    for part in parts {
        let at = rest
            .find(part)
            .unwrap_or_else(|| panic!("`{part}` is not where it should be in {page}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn a_first_page_opens_with_its_board_and_its_pieces() {
    let workplace = Workplace::new("opening");
    let source = "[[source]]\ntitle = \"A leaflet\"\n";
    workplace.book("setup", source, SETUP, CARDS);
    workplace.book("silent", source, "", CARDS);
    workplace.book(
        "sources",
        &source.repeat(2),
        "",
        "# No paragraph\n\n## Below\n",
    );
    workplace.book("own", "", "", "No title.\n");
    workplace.build(&[]);
    let opening = "<section class=\"front";
    // Behind the title and what is said first; each side's pieces with their number, each where the book describes it.
    let page = workplace.page("setup/index.html");
    in_order(
        &page,
        &[
            "<h1",
            "<p>A small game.</p>",
            opening,
            "Black beside the board",
            "White King “K” on a1",
            "White beside the board",
            "The setup.",
            "href=\"rules-of-play.html\">How to play",
            "Each side has",
            "href=\"index.html\"",
            "King</span></a>",
            "1</span>",
            "href=\"index.html#the-rook\"",
            "Rook</span></a>",
            "3 <i>(1 of them beside the board)</i>",
            "href=\"piece-index.html\">and 1 more",
            "<div class=\"card\">",
        ],
    );
    in_order(
        &workplace.page("setup/markdown/index.md"),
        &[
            "A small game.",
            "](../diagrams/rules/setup.svg)",
            "The setup.",
            "[Rook](index.md#the-rook): 3, 1 of them beside the board",
            "## The Rook",
        ],
    );
    // A figure of the start is the board of the opening, with its marks: no other shows the same position.
    let start = "## The start\n\n```diagram start \"The start\"\nsetup\nx = reach(rook, b1) -- where a Rook can go\n```\n\n\
                 [White: King a1, Rooks b1 and c1, a Rook in hand; Black: King a4, Rooks b4 and c4, a Rook in \
                 hand](<claim:position()>).\n";
    let later = "```diagram later \"Later\"\nwhite R rook b2\n```\n";
    workplace.book(
        "drawn",
        source,
        SETUP,
        &format!("{CARDS}\n{start}\n{later}"),
    );
    workplace.build(&["drawn"]);
    let page = workplace.page("drawn/index.html");
    in_order(
        &page,
        &[
            opening,
            "id=\"d.start\"",
            "beside the board",
            "White King “K” on a1",
            "where a Rook can go",
            "Each side has",
            "<h2 id=\"the-start\">",
            "White: King a1, Rooks b1",
            "id=\"d.later\"",
        ],
    );
    assert_eq!(page.matches("White King “K” on a1").count(), 1);
    // Where a book leaves the opening out, the figure stands where it is written.
    workplace.write("content/drawn/templates/front.html", "");
    workplace.build(&["drawn"]);
    let plain = workplace.page("drawn/index.html");
    in_order(&plain, &["<h2 id=\"the-start\">", "id=\"d.start\""]);
    assert!(!plain.contains(opening));
    // On paper the first page does not bear the title of the book twice.
    workplace.book("heads", "", SETUP, "# The book heads\n\nA game.\n");
    workplace.build(&["heads"]);
    let heads = [".page-1{--page:\"\"}", ".page-2{--page:\"Rules of play\"}"];
    in_order(&workplace.page("heads/style.css"), &heads);
    // A piece that enters later has a place in the list, and says so.
    workplace.book(
        "later",
        source,
        SETUP,
        &format!("{CARDS}\n## The Frog\n\n```piece frog\n```\n"),
    );
    workplace.build(&["later"]);
    in_order(
        &workplace.page("later/index.html"),
        &["Frog</span></a>", "<i>(none at the start)</i>"],
    );
    assert!(
        workplace
            .page("later/markdown/index.md")
            .contains("#the-frog): none at the start")
    );
    // Nothing is made up where a book does not say how a game begins.
    for (book, said) in [
        (
            "silent",
            "The source does not say in words how a game begins.",
        ),
        (
            "sources",
            "The sources do not say in words how a game begins.",
        ),
        ("own", "This book does not say in words how a game begins."),
    ] {
        let page = workplace.page(&format!("{book}/index.html"));
        in_order(
            &page,
            &[opening, "Board of 16 cells.", "The empty board. ", said],
        );
        assert!(!page.contains("class=\"count\""), "{book}");
        assert!(
            workplace
                .page(&format!("{book}/markdown/index.md"))
                .contains(said),
            "{book}"
        );
        assert!(
            !workplace
                .page(&format!("{book}/diagrams/rules/{book}.svg"))
                .contains("King"),
            "{book}"
        );
    }
    in_order(
        &workplace.page("sources/index.html"),
        &["No paragraph</h1>", opening, "<h2 id=\"below\">"],
    );
    in_order(
        &workplace.page("own/index.html"),
        &[opening, "<p>No title.</p>"],
    );
    // Where no page presents a piece, the index does.
    in_order(
        &workplace.page("own/index.html"),
        &[
            "href=\"piece-index.html#p.king\"",
            "href=\"piece-index.html#p.frog\"",
        ],
    );
    assert!(
        !workplace.page("setup/piece-index.html").contains(opening),
        "only the first page has it"
    );
}

#[test]
fn books_are_listed_and_know_each_other_whichever_is_built_last() {
    let workplace = Workplace::new("all");
    workplace.book(
        "one",
        "subtitle = \"A first & small one\"\nlanguage = \"de\"",
        SETUP,
        CARDS,
    );
    workplace.book(
        "two",
        "[[source]]\ntitle = \"A leaflet\"\nurl = \"https://example.org/leaflet\"\n",
        "",
        CARDS,
    );
    workplace.build(&["one"]);
    assert!(!workplace.page("index.html").contains("two"));
    workplace.build(&["two"]);
    let page = workplace.page("index.html");
    in_order(
        &page,
        &[
            "<html lang=\"en\"",
            "<article lang=\"de\">",
            "<a class=\"opening\" href=\"one/index.html\"",
            "<h2><a href=\"one/index.html\">The book one</a></h2>",
            "A first &amp; small one",
            "title=\"King\"",
            "This book makes no statement that can be checked.",
            "<article>",
            "The book two",
            "<a href=\"https://example.org/leaflet\">A leaflet</a>",
        ],
    );
    // A page leads back, and to the others that stand there.
    let (all, two) = (
        " href=\"../index.html\">All books</a>",
        "<a href=\"../two/index.html\">The book two</a>",
    );
    assert!(
        workplace.page("one/index.html").contains(all)
            && !workplace.page("one/index.html").contains(two)
    );
    workplace.build(&[]);
    in_order(&workplace.page("one/index.html"), &[all, two]);
    assert!(
        !workplace.page("two/index.html").contains(two),
        "a book is no other than itself"
    );
    assert_eq!(
        workplace.page("index.html"),
        page,
        "the same books are listed alike"
    );
    // What the page over all books shows is there.
    let addresses = page.split(['"', '\'']).filter(|part| {
        [".css", ".js", ".svg"]
            .iter()
            .any(|end| part.ends_with(end))
            && !part.contains(' ')
    });
    let addresses: Vec<&str> = addresses.collect();
    assert!(addresses.len() >= 4, "{addresses:?}");
    for path in addresses {
        assert!(workplace.stands(path), "{path}");
    }
}

#[test]
fn a_book_of_another_language_sets_off_what_is_english() {
    let workplace = Workplace::new("language");
    let page = "# Übersicht\n\nEin Spiel.\n\n```piece king\n```\n\n## Das Ziel\n\n[hier](#%C3%BCbersicht), [da](#das-ziel)\n";
    workplace.book("german", "language = \"de\"", SETUP, page);
    workplace.book("hebrew", "language = \"he\"", SETUP, "# שח\n\nמשחק!\n");
    workplace.ask(&["build", "--no-png", "--also", "epub", "--also", "single"]);
    let (german, hebrew) = (
        workplace.page("german/index.html"),
        workplace.page("hebrew/index.html"),
    );
    in_order(
        &german,
        &[
            "<html lang=\"de\" class",
            "<a class=\"skip\" href=\"#Text\" lang=\"en\">",
            "lang=\"en\">Contents</a>",
            "<figcaption lang=\"en\">The setup.",
            "<h2 lang=\"en\">Each side has",
            "<div class=\"card\" lang=\"en\">",
            // An address that was copied from a browser leads where the plain one does.
            "<a href=\"#%C3%BCbersicht\">hier</a>",
            "<h2 lang=\"en\">Contents</h2>",
            "<a href=\"rules-of-play.html\" lang=\"en\">Rules of play",
        ],
    );
    in_order(
        &hebrew,
        &[
            "<html lang=\"he\" dir=\"rtl\" class",
            "href=\"#Text\" lang=\"en\" dir=\"ltr\">",
        ],
    );
    in_order(
        &workplace.page("hebrew/rules-of-play.html"),
        &[
            "<main id=\"Text\"",
            "<div lang=\"en\" dir=\"ltr\">",
            "<h1>Rules of play</h1>",
        ],
    );
    in_order(
        &workplace.page("hebrew/hebrew-single.html"),
        &["<html lang=\"he\" dir=\"rtl\">"],
    );
    let book = std::fs::File::open(workplace.path("output/hebrew/hebrew.epub")).unwrap();
    let mut book = zip::ZipArchive::new(book).unwrap();
    let mut read = |name: &str| std::io::read_to_string(book.by_name(name).unwrap()).unwrap();
    in_order(
        &read("EPUB/package.opf"),
        &["dir=\"rtl\"", "<spine page-progression-direction=\"rtl\">"],
    );
    in_order(&read("EPUB/index.xhtml"), &["xml:lang=\"he\" dir=\"rtl\">"]);
}

#[test]
fn the_head_of_a_page_says_what_it_is() {
    let workplace = Workplace::new("head");
    let page = format!(
        "# Four\n\nA [small](https://example.org) game of *two* pieces. {}\n",
        "More words. ".repeat(30)
    );
    workplace.book("one", "language = \"fr\"\nauthor = \"A. \\\"B\\\"\"\nsubtitle = \"Little\"\nurl = \"https://example.org/one/\"", "", &page);
    workplace.ask(&["build"]);
    let page = workplace.page("one/index.html");
    in_order(
        &page,
        &[
            "<html lang=\"fr\"",
            "<meta name=\"description\" content=\"A small game of two pieces. More words.",
            "<meta name=\"author\" content=\"A. &quot;B&quot;\">",
            "<meta property=\"og:title\" content=\"Four\">",
            "<meta property=\"og:url\" content=\"https://example.org/one/\">",
            "<meta property=\"og:image\" content=\"https://example.org/one/diagrams/front/preview.png\">",
            "<link rel=\"canonical\" href=\"https://example.org/one/\">",
            "favicon.svg\" type=\"image/svg+xml\"",
        ],
    );
    let description = page
        .split("name=\"description\" content=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    assert!(
        description.is_some_and(|text| text.chars().count() <= 200 && text.ends_with("words.")),
        "{description:?}"
    );
    assert!(
        workplace
            .page("one/atlas.html")
            .contains("content=\"Atlas of the board. The book one: Little\"")
    );
    assert!(workplace.stands("one/diagrams/front/preview.png"));
    assert!(
        workplace
            .page("one/atlas.html")
            .contains("<link rel=\"canonical\" href=\"https://example.org/one/atlas.html\">")
    );
    // The page over all books stands where the addresses of the books say.
    in_order(
        &workplace.page("index.html"),
        &[
            "<link rel=\"canonical\" href=\"https://example.org/\">",
            "<meta property=\"og:image\" content=\"https://example.org/one/diagrams/front/preview.png\">",
        ],
    );
    assert!(
        workplace.page("catalogue/pieces.html").contains(
            "<link rel=\"canonical\" href=\"https://example.org/catalogue/pieces.html\">"
        )
    );
    // Programs are led to the text of each page, and to all pages.
    assert!(
        workplace
            .page("one/atlas.html")
            .contains("<link rel=\"alternate\" type=\"text/markdown\" href=\"markdown/atlas.md\">")
    );
    in_order(
        &workplace.page("one/llms.txt"),
        &[
            "# The book one\n\n> Little.\n\n- [Four](markdown/index.md): A small game",
            "## Reference\n\n",
            "- [Atlas of the board](markdown/atlas.md): ",
        ],
    );
    assert!(
        workplace
            .page("llms.txt")
            .ends_with("\n- [The book one](one/llms.txt): Little\n")
    );
    let map = workplace.page("one/sitemap.xml");
    let map = resvg::usvg::roxmltree::Document::parse(&map).unwrap();
    let places = map.descendants().filter(|node| node.has_tag_name("loc"));
    let places: Vec<&str> = places.filter_map(|place| place.text()).collect();
    assert!(places.contains(&"https://example.org/one/"), "{places:?}");
    assert!(
        places.contains(&"https://example.org/one/atlas.html"),
        "{places:?}"
    );
    // Without an address the way to the picture is that from the page, and without PNG files there is none.
    workplace.book("one", "", "", "# Four\n");
    workplace.ask(&["build"]);
    assert!(!workplace.stands("one/sitemap.xml"));
    assert!(
        workplace
            .page("one/index.html")
            .contains("property=\"og:image\" content=\"diagrams/front/preview.png\"")
    );
    workplace.build(&[]);
    assert!(!workplace.page("one/index.html").contains("og:image"));
}

#[test]
fn pieces_are_counted_for_each_side_if_the_sides_differ() {
    let workplace = Workplace::new("uneven");
    workplace.book("uneven", "", "\n[setup]\nfen = \"k3/4/4/KR2\"\n", CARDS);
    workplace.build(&["uneven"]);
    let page = workplace.page("uneven/markdown/index.md");
    assert!(!page.contains("Each side has"), "{page}");
    in_order(&page, &["The pieces:", "White 1, Black none"]);
}

#[test]
fn a_piece_without_a_page_stands_in_no_chapter() {
    let workplace = Workplace::new("homeless");
    workplace.book("homeless", "", SETUP, "# Four\n\nA small game.\n");
    let chapters = "[[chapter]]\npages = [\"index.md\"]\n[[chapter]]\ntitle = \"Royal pieces\"\npages = [\"king.md\"]\n\
                    [[chapter]]\ntitle = \"Runners\"\npages = [\"rook.md\"]\n";
    workplace.write(
        "content/homeless/book.toml",
        format!("title = \"Homeless\"\n{chapters}"),
    );
    workplace.write("content/homeless/king.md", "# King\n\n```piece king\n```\n");
    workplace.write("content/homeless/rook.md", "# Rook\n\n```piece rook\n```\n");
    workplace.build(&["homeless"]);
    let page = workplace.page("homeless/markdown/rules-of-play.md");
    in_order(
        &page,
        &[
            "### Royal pieces",
            "(K)",
            "### Runners",
            "(R)",
            "### Other pieces",
            "(F)",
        ],
    );
}

#[test]
fn questions_are_shown_beside_the_rules_and_link_to_the_book() {
    let workplace = Workplace::new("questions");
    let questions = "[[question]]\nof = \"end\"\nsays = \"Nobody says who wins.\"\nsee = \"index.md#the-rook\"\nsilent = true\n\
                   [[question]]\nof = \"rook\"\nsays = \"It may turn.\"\n";
    workplace.book("questions", questions, SETUP, CARDS);
    workplace.build(&["questions"]);
    let page = workplace.page("questions/markdown/rules-of-play.md");
    in_order(
        &page,
        &[
            "## How to win",
            "(R)",
            "*Open question.* It may turn.",
            "## Other endings",
            "*Not in the source.* Nobody says who wins. ([more on this](index.md#the-rook))",
            "## Not in this game",
            "There is no castling",
        ],
    );
    let page = workplace.page("questions/rules-of-play.html");
    let appendix = workplace.page("questions/errata.html");
    for says in ["Nobody says who wins.", "It may turn."] {
        assert!(page.contains(says) && appendix.contains(says), "{says}");
    }
    // Away from its rule a question names its piece.
    assert!(appendix.contains("<p>Rook: It may turn."), "{appendix}");
    assert!(
        page.contains(
            "<i>Not in the source.</i> Nobody says who wins. <a href=\"index.html#the-rook\">"
        ),
        "{page}"
    );
}
