//! The tick at the end of a sentence, the proof that it opens, and the card of what the check has found.

use kit::folder::{Folder, texts};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Fingerprint, Sources};

const BOOK: &str =
    "title = \"B\"\n[[source]]\ntitle = \"S\"\n[[chapter]]\npages = [\"index.md\"]\n";

const VARIANT: &str = "[board]\nkind = \"grid\"\nfiles = 8\nranks = 8\n\n\
    [[piece]]\nid = \"king\"\nmovement = \"step contiguous\"\nroyal = true\n\n\
    [[piece]]\nid = \"rook\"\nmovement = \"slide orthogonal\"\n";

const FIGURE: &str =
    "```diagram D1 \"A Rook\"\nwhite R rook d4\nwhite K king a1\nx = reach(R)\n```\n";

/// The folder of the book whose page is `page`, and that page as the site has it.
fn built(name: &str, page: &str, more: &[(&str, &str)]) -> (Folder, String) {
    let folder = Folder::new(name);
    folder.write("content/b/book.toml", BOOK);
    folder.write("content/b/v.toml", VARIANT);
    folder.write("content/b/index.md", page);
    for (path, text) in more {
        folder.write(&format!("content/b/{path}"), text);
    }
    let output = folder
        .command(&["build", "b", "--no-png"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let html = folder.read("output/b/index.html");
    (folder, html)
}

/// The ticks in a part of a page, in order.
fn ticks(html: &str) -> String {
    let ticks = html.split("<a class=\"tick ").skip(1);
    let ticks = ticks.map(|rest| rest.split('"').next().unwrap_or_default());
    ticks.collect::<Vec<_>>().join(" ")
}

#[test]
fn each_sentence_that_is_checked_ends_in_one_tick() {
    const CLAIMS: &str = "\n\n```claims\n\
        wrong = count(reach(rook, a1)) source 13 erratum \"13 leaves one out of seven and seven\"\n\
        open = count(reach(rook, a1)) depends \"all\" 14; \"along the rank\" 7\n\
        said = unchecked \"nobody has counted\"\n```\n";
    for (text, expected) in [
        // Two claims of a sentence have one tick, two sentences have two.
        (
            "From a1 it reaches [14](<claim:count(reach(rook, a1))>), from b1 [14](<claim:count(reach(rook, b1))>) cells.",
            "computed",
        ),
        (
            "It has [14](<claim:count(reach(rook, a1))>). It has [14](<claim:count(reach(rook, b1))>).",
            "computed computed",
        ),
        // A sentence may end within a claim, in italics, or with a list or a row.
        (
            "[It reaches 14 cells.](<claim:count(reach(rook, a1))>) So it is.",
            "computed",
        ),
        (
            "*It reaches [14](<claim:count(reach(rook, a1))>). So it is.* Indeed.",
            "computed",
        ),
        (
            "- It has [14](<claim:count(reach(rook, a1))>)\n- and more\n- [14](<claim:count(reach(rook, b1))>) there",
            "computed computed",
        ),
        (
            "| a | b |\n| --- | --- |\n| [14](<claim:count(reach(rook, a1))>) | [14](<claim:count(reach(rook, b1))>) |",
            "computed",
        ),
        // Names and headings need no tick, unless something is to be told of them.
        ("The letter is [R](<claim:letter(rook)>).", ""),
        ("## The [14](<claim:count(reach(rook, a1))>) cells", ""),
        ("## The [14](claim:wrong) cells", "erratum"),
        // What is more than right is told first.
        (
            "It has [14](claim:wrong), or [14](<claim:count(reach(rook, a1))>).",
            "erratum",
        ),
        ("It has [14](claim:open).", "depends"),
        ("[They are many](claim:said).", "rests"),
        (
            "They are [many](claim:said), that is [14](<claim:count(reach(rook, a1))>).",
            "computed",
        ),
        // What only reads a figure agrees with the picture; its position stands in the caption.
        ("It stands on [d4](<claim:cell(R)>).", "figure"),
        ("[White: Rook d4, King a1](<claim:position()>).", ""),
        // The words say what the expression denies.
        (
            "[It reaches b2](<claim:b2 not in reach(rook, a1)>).",
            "person",
        ),
    ] {
        let page = format!(
            "# V\n\n{FIGURE}\n{text}{CLAIMS}\nSee [14](claim:wrong), [14](claim:open), [so](claim:said).\n"
        );
        let (_, html) = built("proof-ticks", &page, &[]);
        let (own, _) = html.split_once("See <span").unwrap();
        let (_, own) = own.split_once("</figure>\n<p").unwrap_or(("", own));
        assert_eq!(ticks(own), expected, "{text}\n{html}");
        // Each tick leads to a proof, and each claim has its place.
        let proofs = html.matches("<div class=\"proof\"").count();
        assert_eq!(html.matches("<a class=\"tick ").count(), proofs, "{text}");
    }
}

#[test]
fn a_line_about_a_position_stands_in_the_caption() {
    let line = "[White: Rook d4, King a1](<claim:position()>).";
    let caption = |after: &str| {
        let (_, html) = built("proof-caption", &format!("# V\n\n{FIGURE}\n{after}\n"), &[]);
        let (_, rest) = html.split_once("<figcaption>").unwrap();
        // The board of the front page has one too.
        let rest = rest
            .split_once("<figcaption>")
            .map_or(rest, |(_, rest)| rest);
        rest.split("</figcaption>")
            .next()
            .unwrap()
            .contains("class=\"position\"")
    };
    assert!(caption(line));
    assert!(
        !caption(&format!("{line} It is alone.")),
        "it is part of a paragraph"
    );
    assert!(
        !caption("It stands on [d4](<claim:cell(R)>)."),
        "it is not the position"
    );
}

#[test]
fn a_proof_tells_what_was_computed_and_who_has_read_it() {
    let page = format!(
        "# V\n\n{FIGURE}\nFrom d4 it reaches [14](<claim:count(reach(R))>) cells. It is [strong](claim:s).\n\n```claims\ns = unchecked \"so they say\"\n```\n"
    );
    let (folder, html) = built("proof-told", &page, &[]);
    let proof = |html: &str| -> String {
        let (_, rest) = html.split_once("<div class=\"proof\"").unwrap();
        rest.split("</div>").next().unwrap().to_string()
    };
    let own = proof(&html);
    for part in [
        "<b>Computed.</b>",
        "In figure 1, the Rook reaches 14 cells",
        "The cells: a4 b4 c4 d1",
        "data-at=\"d.D1\"",
        "<code>count(reach(R))</code>",
        "href=\"checks.html#c.",
    ] {
        assert!(own.contains(part), "{part}: {own}");
    }
    // The place in the list of checks is there.
    let row = own
        .split("checks.html#")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    assert!(
        folder
            .read("output/b/checks.html")
            .contains(&format!("id=\"{row}\""))
    );
    // The claims of the sentence were others.
    let read = Fingerprint::of(["From d4 it reaches 14 cells"]);
    let review = format!(
        "[[file]]\npath = \"index.md\"\nby = \"ab 2016-12-29\"\nfound = [{{ confirmed = \"{read}+000000\" }}]\n"
    );
    let (_, html) = built("proof-changed", &page, &[("review.toml", &review)]);
    assert!(
        proof(&html).contains("To be read: the claims may not say this."),
        "{html}"
    );
    let folder = Folder::new("proof-read");
    folder.write("content/b/book.toml", BOOK);
    folder.write("content/b/v.toml", VARIANT);
    folder.write("content/b/index.md", &page);
    let accept = [
        "review",
        "b",
        "--by",
        "ab",
        "--accept",
        "index.md:9",
        "--as",
        "confirmed",
    ];
    assert!(folder.command(&accept).output().unwrap().status.success());
    assert!(
        folder
            .command(&["build", "b", "--no-png"])
            .output()
            .unwrap()
            .status
            .success()
    );
    let html = folder.read("output/b/index.html");
    assert!(
        proof(&html).contains("Computed, and read against its claims."),
        "{html}"
    );
    assert!(ticks(&html).starts_with("confirmed"), "{html}");
    let checks = folder.read("output/b/checks.html");
    assert!(
        checks.contains(
            "Sentences of this book were read against their claims while it was made.</p>"
        ),
        "{checks}"
    );
    // What its claims do not say rests on something else, so the tick is not "confirmed".
    let accept = [
        "review",
        "b",
        "--by",
        "ab",
        "--accept",
        "index.md:9",
        "--as",
        "rests",
        "--on",
        "piece rook",
        "--note",
        "the cells of others are not counted",
    ];
    assert!(folder.command(&accept).output().unwrap().status.success());
    let build = folder
        .command(&["build", "b", "--no-png"])
        .output()
        .unwrap();
    assert!(build.status.success());
    let html = folder.read("output/b/index.html");
    assert!(ticks(&html).starts_with("partly"), "{html}");
    assert!(
        proof(&html).contains(
            "Computed in part.</b> It rests on the rules of the Rook. The cells of others are not counted."
        ),
        "{html}"
    );
}

/// Pages name no reader but those whom the book names; one who has read nothing is an error.
#[test]
fn pages_say_what_was_done_and_name_the_readers_that_the_book_names() {
    let folder = Folder::new("readers");
    let book = |readers: &str| folder.write("content/b/book.toml", format!("{readers}{BOOK}"));
    folder.write("content/b/v.toml", VARIANT);
    folder.write(
        "content/b/index.md",
        "# V\n\nThe Rook reaches [14](<claim:count(reach(rook, a1))>) cells from a1.\n\nIt is old.\n",
    );
    let [read, on] = ["It is old", ""].map(|text| Fingerprint::of([text]));
    folder.write(
        "content/b/review.toml",
        format!(
            "[[file]]\npath = \"index.md\"\nby = \"q7zedyx 2016-12-29\"\nfound = [{{ rests = \"{read}\", on = \"common knowledge\", as = \"{on}\" }}]\n"
        ),
    );
    let build = || {
        let built = folder.padma(&["build", "b", "--no-png", "--also", "epub,single"]);
        (
            built.status.code(),
            String::from_utf8_lossy(&built.stderr).into_owned(),
        )
    };
    book("");
    assert_eq!(build().0, Some(0));
    for (path, text) in texts(&folder.path("output")) {
        let is_made = path.ends_with("html") || path.ends_with(".md") || path.ends_with(".json");
        assert!(!is_made || !text.contains("q7zedyx"), "{path}");
        for word in ["eople", "erson ", "omebody", "nybody", "eaders have"] {
            let is_words = path.ends_with("html") || path.ends_with(".md");
            assert!(
                !is_words
                    || path.contains("playground")
                    || path.contains("single")
                    || !text.contains(word),
                "{path}: {word}"
            );
        }
    }
    book("readers = { q7zedyx = \"Ada Brown, who plays [the] game\" }\n");
    assert_eq!(build().0, Some(0));
    let says =
        "while it was made. By, with the number of sentences: Ada Brown, who plays [the] game (1).";
    assert!(folder.read("output/b/checks.html").contains(says));
    let says = says.replace('[', "\\[").replace(']', "\\]");
    assert!(folder.read("output/b/markdown/checks.md").contains(&says));
    assert!(!folder.read("output/b/checks.html").contains("q7zedyx"));
    book("readers = { q7zedyx = \"Ada\", q8z = \"Max\" }\n");
    let (status, said) = build();
    // A reader may be named before the first sentence is read.
    assert_eq!(status, Some(0));
    assert!(
        said.contains("no line of `review.toml` is by `q8z`"),
        "{said}"
    );
}

#[test]
fn the_first_page_shows_the_erratum_with_a_board_and_the_longest_proof() {
    let page = "# V\n\nThe King reaches [3](claim:a) cells, [b2](claim:b) and no others; the Rook [14](claim:c).\n\n```claims\n\
        a = count(pieces) + 1 source 4 erratum \"4 is wrong, but this has no board, however long its proof may be; it is not shown\"\n\
        b = reach(king, a1) & rank(2) & file(b) source {c2, b2} erratum {c2} \"c2 is two files away. See figure D1; a King steps\"\n\
        c = count(reach(rook, a1)) source 13 erratum \"13 is less than seven and seven\"\n```\n";
    let (folder, html) = built("proof-best", &format!("{page}\n{FIGURE}"), &[]);
    let (_, card) = html
        .split_once("<section class=\"finding erratum\"")
        .unwrap();
    let card = card.split("</section>").next().unwrap();
    for part in [
        "<dd class=\"printed\">b2 c2</dd>",
        "<dt>The rules give</dt><dd>b2</dd>",
        "<span>by the rules and in the source</span>",
        "<span>only in the source</span>",
        "<li>c2 is two files away.</li>",
        "<li>See figure <a href=\"index.html#d.D1\">D1</a>.</li>",
        "<li>A King steps.</li>",
        "White King",
    ] {
        assert!(card.contains(part), "{part}: {card}");
    }
    // What was found is counted, each with its list.
    assert!(
        html.contains("<a href=\"errata.html#errata\">3 errata</a>"),
        "{html}"
    );
    let list = folder.read("output/b/errata.html");
    assert_eq!(
        list.matches("<article class=\"finding erratum\"").count(),
        3,
        "{list}"
    );
    // A sentence that refers to one before it would not be understood on the first page.
    let page = page.replace("The King reaches", "The King is slow. So it reaches");
    let (folder, html) = built("proof-referring", &format!("{page}\n{FIGURE}"), &[]);
    assert!(!html.contains("<section class=\"finding"), "{html}");
    // The list gives that one, too.
    let list = folder.read("output/b/errata.html");
    assert!(
        list.contains("<p>The King is slow. So it reaches <a"),
        "{list}"
    );
}

#[test]
fn a_board_shows_the_first_position_that_is_asked_about() {
    use padma_expr::{Outline, Scope, World, parse, resolve};
    let loaded = padma_variant::Variant::load(padma_variant::BUILT_IN[0].1).unwrap();
    let (rules, endings) = (loaded.rules(), Default::default());
    let world = World::new(rules, &endings, &[], &[], Outline::NONE);
    let board = &rules.variant.board;
    for (text, pieces, cells) in [
        ("count(reach(king, a1))", "a1", "a2 b1 b2"),
        ("b2 in reach(king, a1)", "a1", "a2 b1 b2"),
        ("reach(king, a1) & file(b)", "a1", "b1 b2"),
        ("with(own a2: reach(king, a1))", "a1 a2", "b1 b2"),
        ("reach(betza \"N\", a1)", "a1", "b3 c2"),
        ("file(a) & rank(1)", "", "a1"),
        (
            "setup(king) = {e1}",
            "a1 a2 a7 a8 b1 b2 b7 b8 c1 c2 c7 c8 d1 d2 d7 d8 e1 e2 e7 e8 f1 f2 f7 f8 g1 g2 g7 g8 h1 h2 h7 h8",
            "e1",
        ),
        // Nothing that one board could show.
        ("all c: reach(king, c) != {}", "-", ""),
        ("1 + 1", "-", ""),
        ("letter(king)", "-", ""),
    ] {
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let id = sources.add("question", text);
        let excerpt = Excerpt::verbatim(text, sources.whole(id));
        let scope = Scope {
            rules,
            variant: 0,
            placed: &[],
            games: &[],
            outline: Outline::NONE,
            nearest: None,
        };
        let question = parse(&excerpt, &mut diagnostics).unwrap();
        let formula = resolve(&question.expr, scope, &mut diagnostics).unwrap();
        let shown = world.illustrate(&formula).unwrap();
        let found = shown.map_or(("-".to_string(), String::new()), |shown| {
            (
                board.names_of(&shown.position.occupied()).join(" "),
                board.names_of(&shown.cells).join(" "),
            )
        });
        assert_eq!(found, (pieces.to_string(), cells.to_string()), "{text}");
    }
}

/// The board of a proof begins with the figure above the sentence, and another position would have other moves.
#[test]
fn a_line_is_played_only_from_the_figure_that_it_begins_in() {
    let figure = |name: &str, rook: &str| {
        format!(
            "```diagram {name} \"White to move\"\nwhite K king g6\nwhite R rook {rook}\nblack k king g8\nto-move white\n```\n"
        )
    };
    let page = format!(
        "# V\n\n{}\nWhite [mates](claim:mate-in(1)).\n\n{}\nWhite [mates](<claim:D1.mate-in(1)>). So it \
         [would](<claim:with(empty b1, white rook c1: D2.mate-in(1))>).\n",
        figure("D1", "a1"),
        figure("D2", "b1"),
    );
    let (_, html) = built("proof-line", &page, &[]);
    for (part, count) in [
        ("data-line=\"[&quot;a1a8&quot;]\"", 1),
        ("data-line=", 1),
        ("The line: a1a8.", 2),
        ("The line: c1c8.", 1),
    ] {
        assert_eq!(html.matches(part).count(), count, "{part}: {html}");
    }
}
