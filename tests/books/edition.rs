//! The Markdown edition and the page of checks of books whose names, captions and texts are strange.

use std::collections::BTreeMap;

use kit::folder::{Folder, texts};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser};

/// Builds a book of one page on a board of 8 by 8 with a Rook and a King.
fn build(name: &str, book: &str, piece: &str, page: &str) -> BTreeMap<String, String> {
    let folder = Folder::new(name);
    let file = |path: &str, text: &str| folder.write(&format!("content/t/{path}"), text);
    let chapter = "\n[[chapter]]\npages = [\"index.md\"]\n";
    file("book.toml", &format!("variant = \"v\"\n{book}{chapter}"));
    let board = "title = \"V\"\n[board]\nkind = \"grid\"\nfiles = 8\nranks = 8\n";
    let rook = "[[piece]]\nid = \"rook\"\nbetza = \"R\"\n";
    file(
        "v.toml",
        &format!("{board}{rook}[[piece]]\nid = \"king\"\nbetza = \"K\"\n{piece}"),
    );
    file("index.md", page);
    // What is looked at is the author's text, without the opening.
    file("templates/front.md", "");
    let run = folder.padma(&["build", "--no-png"]);
    assert_eq!(
        run.status.code(),
        Some(0),
        "{page}\n{}",
        String::from_utf8_lossy(&run.stderr)
    );
    texts(&folder.path("output/t"))
}

/// What a reader of a page of the Markdown edition sees, the texts of pictures too.
fn seen(markdown: &str) -> String {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let mut seen = String::new();
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Text(text) | Event::Code(text) => seen.push_str(&text),
            Event::SoftBreak | Event::HardBreak => seen.push(' '),
            Event::Html(html) | Event::InlineHtml(html) => panic!("HTML `{html}` in\n{markdown}"),
            _ => {}
        }
    }
    seen
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[test]
fn figures_are_numbered_and_links_to_them_fill_the_numbers_in() {
    let diagram =
        |id: &str| format!("```diagram {id} \"Caption\"\nwhite R rook a1\nx = reach(R)\n```\n\n");
    let links =
        "See [the figure](#B-2), [](#A), [Figure](#B), [a\nRook](#A) and [the figure](#a-page).\n";
    let page = format!(
        "# A page\n\n{}{}{}{links}",
        diagram("B-2"),
        diagram("A"),
        diagram("B")
    );
    let pages = build("figures", "title = \"T\"\n", "", &page);
    let html = &pages["index.html"];
    let captions: Vec<&str> = html
        .split("<figcaption><b>")
        .skip(1)
        .filter_map(|rest| rest.split("</b>").next())
        .collect();
    assert_eq!(captions, ["Figure 1", "Figure 2", "Figure 3"]);
    for link in [
        "<a href=\"#d.B-2\">figure 1</a>",
        "<a href=\"#d.A\">figure 2</a>",
        "<a href=\"#d.B\">Figure 3</a>",
        "<a href=\"#d.A\">a\nRook</a>",
        "<a href=\"#a-page\">the figure</a>",
    ] {
        assert!(html.contains(link), "{link}");
    }
    let markdown = &pages["markdown/index.md"];
    assert!(
        markdown.contains("See figure 1, figure 2, Figure 3, a\nRook and [the figure](#a-page)."),
        "{markdown}"
    );
    assert!(markdown.contains("**Figure 2** Caption"), "{markdown}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn unusual_words_read_back_unchanged(words in proptest::collection::vec("[!-/:-~]([ -/:-~]{0,14}[!-/:-~])?", 4)) {
        let words: Vec<String> =
            words.iter().map(|word| word.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")).collect();
        let [title, name, caption, legend] = &words[..] else { panic!() };
        // No backtick and no quote can stand in the line that begins a diagram.
        let caption = caption.replace(['"', '`'], "'");
        let legend = legend.replace("--", "-").replace('"', "'");
        let page = format!(
            "# T\n\n```diagram D1 \"{caption}\"\nwhite king e4\nx = reach(king, a1) -- a{legend}b\n```\n\n```piece king\n```\n"
        );
        let book = format!("title = {}\n", quoted(title));
        let piece = format!("name = {}\ninventor = {}\nroyal = true\n", quoted(name), quoted(title));
        let pages = build("words", &book, &piece, &page);
        let page = |path: &str| seen(&pages[path]);
        prop_assert!(page("markdown/index.md").contains(&caption), "{caption}: {}", pages["markdown/index.md"]);
        prop_assert!(page("markdown/index.md").contains(&format!("a{legend}b")), "{legend}");
        for path in ["markdown/index.md", "markdown/piece-index.md", "markdown/compare.md"] {
            prop_assert!(page(path).contains(name), "{name}: {}", pages[path]);
        }
        prop_assert!(page("markdown/piece-index.md").contains(&format!("Origin: {title}")), "{title}");
        // A table has the columns of its head in each row.
        let compared = &pages["markdown/compare.md"];
        prop_assert_eq!(compared.matches("\n| ").count(), 8, "{}", compared);
    }
}

/// HTML that the book does not let through is text in both editions, and what a claim's text begins with is no mark.
#[test]
fn a_page_reads_alike_in_both_editions() {
    let cases = [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a <b>bold *x*</b> word", "a <b>bold x</b> word"),
        (
            "> <div class=\"a_b_c\">\n> - one\n> </div>",
            "<div class=\"a_b_c\"> - one </div>",
        ),
        ("[1. April](claim:n)", "1. April"),
        ("[# 1](claim:n)\n[- 1](claim:n)", "# 1 - 1"),
        ("- [+ 1](claim:n)", "+ 1"),
        (
            "It has [1 <b>*a*</b> `<i>`](claim:n).",
            "It has 1 <b>a</b> <i>.",
        ),
        (
            "| a |\n|---|\n| [1](claim:n) <b>x\\|y</b> |",
            "a1 <b>x|y</b>",
        ),
        ("`<b>` and \\<b> and &lt;b>", "<b> and <b> and <b>"),
    ];
    for (text, expected) in cases {
        let page = format!("# T\n\n{text}\n")
            .replace("claim:n", "<claim:count(reach(king, a1) & {a2}) = 1>");
        let pages = build("page", "title = \"T\"\n", "", &page);
        let body = pages["markdown/index.md"]
            .split("\n---\n")
            .next()
            .unwrap()
            .replacen("# T", "", 1);
        assert_eq!(
            seen(&body).split_whitespace().collect::<Vec<_>>().join(" "),
            expected,
            "{text}\n{body}"
        );
    }
}

#[test]
fn html_in_the_text_of_a_claim_is_quoted_as_the_page_shows_it() {
    let page = "# T\n\nA Rook reaches [14 <b>cells</b>](<claim:count(reach(rook, a1))>).\n";
    let pages = build("html", "title = \"T\"\n", "", page);
    assert!(
        pages["checks.html"].contains(">14 &lt;b&gt;cells&lt;/b&gt;</a>."),
        "{}",
        pages["checks.html"]
    );
    let pages = build("raw", "title = \"T\"\nraw_html = true\n", "", page);
    assert!(
        pages["checks.html"].contains(">14 cells</a>."),
        "{}",
        pages["checks.html"]
    );
    assert!(pages["markdown/index.md"].contains("14 <b>cells</b>."));
}

/// A sentence of many claims is quoted in part for each of them.
#[test]
fn the_page_of_checks_of_a_long_sentence_grows_with_its_claims() {
    let checks = |claims: usize| {
        let page = format!("# T\n\n{}\n", "[64](claim:count(cells))\n".repeat(claims));
        build("long", "title = \"T\"\n", "", &page)["checks.html"].len()
    };
    let (few, many) = (checks(500), checks(2000));
    assert!(
        many < 5 * few,
        "{few} bytes for 500 claims, {many} for 2000"
    );
}

#[test]
fn the_notes_of_a_piece_are_shown_nowhere() {
    let page = "# T\n\n```piece king\n```\n";
    let pages = build(
        "notes",
        "title = \"T\"\n",
        "notes = \"Xyzzy\"\ninventor = \"Plugh\"\n",
        page,
    );
    assert!(pages["index.html"].contains("Plugh"));
    for (path, text) in &pages {
        assert!(!text.contains("Xyzzy"), "{path}");
    }
}
