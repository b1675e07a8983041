//! A rulebook in plain Markdown, as the pages of a book: where `propose` begins.
//!
//! ```text
//! text ──page::parse──▶ tree ──figures──▶ diagrams of FENs and drawings
//!                            ──split────▶ pages by headings, with the links mended
//! ```
//!
//! The prose stays as it is. What a split would break is mended: links to headings, and definitions that
//! links and footnotes of another page need. Knows no files.

mod drawn;
mod figures;
mod split;

pub use figures::PlainFigure;
pub use split::{PlainRulebook, RulebookPage, read};

#[cfg(test)]
mod tests {
    use super::{PlainRulebook, read};
    use padma_text::Sources;

    fn read_as_chess(text: &str) -> PlainRulebook {
        let chess = padma_variant::Variant::load(padma_variant::BUILT_IN[0].1).unwrap();
        read(
            "rules.md",
            text,
            &chess.rules().variant,
            &mut Sources::default(),
        )
    }

    /// The pages of a text, each with `== PATH` before it.
    fn pages(text: &str) -> String {
        let book = read_as_chess(text);
        let pages = book
            .pages
            .iter()
            .map(|page| format!("== {}\n{}", page.path, page.text));
        pages.collect()
    }

    #[test]
    fn pages_begin_at_headings() {
        for (text, expected) in [
            // One heading, and none.
            ("Text.\n", "== index.md\nText.\n"),
            ("# A\n\nText.\n", "== index.md\n# A\n\nText.\n"),
            ("", "== index.md\n\n"),
            // The title, and the highest level that occurs twice.
            (
                "# A\n\na\n\n## B\n\nb\n\n### C\n\n## D\n",
                "== index.md\n# A\n\na\n== b.md\n# B\n\nb\n\n## C\n== d.md\n# D\n",
            ),
            (
                "# A\n# B\n## C\n## D\n",
                "== index.md\n# A\n== b.md\n# B\n## C\n## D\n",
            ),
            ("## A\n## B\n", "== index.md\n# A\n== b.md\n# B\n"),
            (
                "a\n\n# A\n## B\n## C",
                "== index.md\na\n\n# A\n== b.md\n# B\n== c.md\n# C\n",
            ),
            (
                "a\n\n## B\n## C",
                "== index.md\na\n== b.md\n# B\n== c.md\n# C\n",
            ),
            (
                "# A\n## P\n### B\n### C\n",
                "== index.md\n# A\n== p.md\n# P\n== b.md\n# B\n== c.md\n# C\n",
            ),
            (
                "A\n===\n\nB\n---\n\nC\n---\n",
                "== index.md\nA\n===\n== b.md\nB\n===\n== c.md\nC\n===\n",
            ),
            // No headings: in code, and in a quotation.
            (
                "# A\n\n```\n# B\n# C\n```\n",
                "== index.md\n# A\n\n```\n# B\n# C\n```\n",
            ),
            (
                "# A\n\n> # B\n>\n> # C\n",
                "== index.md\n# A\n\n> # B\n>\n> # C\n",
            ),
            // Names of pages.
            (
                "# A\n## B & *b*\n## B b!\n## Index\n## 王\n## Errata\n## Con\n",
                "== index.md\n# A\n== b-b.md\n# B & *b*\n== b-b-2.md\n# B b!\n== index-2.md\n# Index\n== page.md\n# 王\n\
                 == errata-2.md\n# Errata\n== con-2.md\n# Con\n",
            ),
            // Other ends of lines, and front matter.
            (
                "# A\r\n\r\na  \r\nb\r\n## B\r\n## C",
                "== index.md\n# A\n\na  \nb\n== b.md\n# B\n== c.md\n# C\n",
            ),
            ("---\nlayout: x\n---\n# A\n", "== index.md\n# A\n"),
            ("---\n\na\n\n---\n", "== index.md\n---\n\na\n\n---\n"),
        ] {
            assert_eq!(pages(text), expected, "{text}");
        }
    }

    #[test]
    fn links_and_notes_hold_where_they_stand() {
        for (text, expected) in [
            // A heading on another page, on the same one, and twice.
            (
                "# A\n[b](#b) [a](#a 'b') [c](rules.md#c) [r](./rules.md)\n## B\n[a](#a) [b](<#b>)\n## C\n### B\n[b](#b-2)\n",
                "== index.md\n# A\n[b](b.md#b) [a](#a 'b') [c](c.md#c) [r](index.md)\n== b.md\n# B\n[a](index.md#a) [b](<#b>)\n\
                 == c.md\n# C\n## B\n[b](#b)\n",
            ),
            // Anchors as another program spells them, a link that leads to no heading, and code.
            (
                "# A\n[w](#whats-new) [x](#nowhere) `[b](#what-s-new)` [e](https://e.org/#a)\n## What's new\n## C\n",
                "== index.md\n# A\n[w](what-s-new.md#what-s-new) [x](#nowhere) `[b](#what-s-new)` [e](https://e.org/#a)\n\
                 == what-s-new.md\n# What's new\n== c.md\n# C\n",
            ),
            // Definitions of targets go where links need them.
            (
                "# A\n[x][1] ![p]\n\n[1]: #c\n[p]: p.png\n[2]: u.png\n## B\n[X][1] [p][]\n## C\n",
                "== index.md\n# A\n[x][1] ![p]\n\n[1]: c.md#c\n[p]: p.png\n[2]: u.png\n== b.md\n# B\n[X][1] [p][]\n\n\
                 [1]: c.md#c\n\n[p]: p.png\n== c.md\n# C\n",
            ),
            // Footnotes too, with those in them; one that nothing refers to stays.
            (
                "# A\na[^1]\n## B\nb[^N] b[^1]\n## C\n\n[^1]: One.\n[^n]: N[^1], [l].\n[^u]: U[^u].\n\n[l]: l.txt\n",
                "== index.md\n# A\na[^1]\n\n[^1]: One.\n== b.md\n# B\nb[^N] b[^1]\n\n[^1]: One.\n\n[^n]: N[^1], [l].\n\n[l]: l.txt\n\
                 == c.md\n# C\n\n[^u]: U[^u].\n\n[l]: l.txt\n",
            ),
        ] {
            assert_eq!(pages(text), expected, "{text}");
        }
    }

    /// Returns the page with the diagrams that its figures become, or why one stays as it is.
    fn figure(text: &str) -> String {
        let book = read_as_chess(text);
        let read = book
            .figures
            .into_iter()
            .map(|figure| figure.read.map_err(|flaw| flaw.message));
        match read.collect::<Result<Vec<String>, String>>() {
            Ok(_) => book.pages[0]
                .text
                .trim_end()
                .replace("```diagram figure-1", "D"),
            Err(flaw) => flaw,
        }
    }

    /// A drawing in a code block, with these rows between others that are empty.
    fn drawn(above: &str, row: &str, times: usize, below: &str) -> String {
        format!(
            "```\n{above}{}{below}```\n",
            format!("{row}\n").repeat(times)
        )
    }

    #[test]
    fn positions_become_diagrams() {
        const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";
        let setup = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for (text, expected) in [
            // FENs: in code, on a line, in a sentence, in a list and a quotation.
            (format!("```\n{KINGS}\n```"), format!("D\nfen {KINGS}\n```")),
            (format!("~~~fen\n{setup} w KQkq - 0 1\n~~~"), "D\nsetup\n# KQkq - 0 1\n```".into()),
            (format!("    {KINGS} b\n"), format!("D\nfen {KINGS}\nto-move black\n```")),
            (format!("Here:\n`{KINGS}`\nand on."), format!("Here:\nD\nfen {KINGS}\n```\nand on.")),
            (format!("In {KINGS} b - - 0 1, mate.\n\nNext."), format!("In {KINGS} b - - 0 1, mate.\nD\nfen {KINGS}\nto-move black\n# - - 0 1\n```\n\nNext.")),
            (format!("- In `{KINGS} w`\n- b"), format!("- In `{KINGS} w`\n  D\n  fen {KINGS}\n  ```\n- b")),
            (format!("> {KINGS}\n> b"), format!("> D\n> fen {KINGS}\n> ```\n> b")),
            (format!("1.  a\n\n        {KINGS}\n"), format!("1.  a\n\n    D\n    fen {KINGS}\n    ```")),
            // Drawings: with spaces, without, with bars, and with the names of ranks and files.
            (drawn("", ". . . . . . . .", 7, ". . . . K . . n\n"), "D\nfen 8/8/8/8/8/8/8/4K2n\n```".into()),
            (drawn("r...k..r\n", "--------", 6, "R3K2R\n"), "D\nfen r3k2r/8/8/8/8/8/8/R3K2R\n```".into()),
            (drawn("+---+\n", "| | | | |k| | | |\n+-+-+-+", 8, ""), "D\nfen 4k3/4k3/4k3/4k3/4k3/4k3/4k3/4k3\n```".into()),
            (
                "```\n  a b c d e f g h\n8 r . . . . . . . 8\n7 8 7\n6 8 6\n5 8 5\n4 8 4\n3 8 3\n2 8 2\n1 R . . . . . . . 1\n```".into(),
                "D\nfen r7/8/8/8/8/8/8/R7\n```".into(),
            ),
            (
                format!("```\n  +-----------------+\n{}  +-----------------+\n    A B C D E F G H\n```", (1..9).rev().map(|rank| format!("{rank} | * * Q · · - - . |\n")).collect::<String>()),
                "D\nfen 2Q5/2Q5/2Q5/2Q5/2Q5/2Q5/2Q5/2Q5\n```".into(),
            ),
            (drawn("", "| R' | N | | | | | | |", 8, ""), "`'` is not a piece's letter".into()),
            // Not of this board.
            ("4k3/8/8/8/8/8/4K3".into(), "this position has 7 ranks, but the board has 8".into()),
            (format!("# {KINGS}"), "no diagram can stand here".into()),
            (format!("a[^1]\n\n[^1]: {KINGS}"), "no diagram can stand here".into()),
            (drawn("", ". . . . . . . .", 9, ""), "this position has 9 ranks, but the board has 8".into()),
            (drawn("", ". . . . . . . .", 7, ". . . . . . .\n"), "this rank is 1 place short".into()),
            (drawn("", ". . . . . . . .", 7, ". . . Z . . . .\n"), "`Z` is not a piece's letter".into()),
            (drawn("", "wR . . . . . . .", 8, ""), "`w` is not a piece's letter".into()),
            // Ranks in another order than the board's.
            (drawn("1 R . . . . . . .\n", "2 . . . . . . . .", 7, ""), "this rank is longer than 8 places".into()),
        ] {
            assert_eq!(figure(&text), expected, "{text}");
        }
        // Neither a FEN nor a drawing.
        for text in [
            "a/b/c/d/e/f/g/h and 1/2/2020 and https://e.org/1/2/3/4/5/6",
            "```\n1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n```",
            "```\nKing\nRook\nPawn\n```",
            "```\nMate:\n4k3/8/8/8/8/8/8/4K3\n```",
            "```diagram d\nfen 8/8/8\n```",
        ] {
            assert!(read_as_chess(text).figures.is_empty(), "{text}");
            assert_eq!(pages(text), format!("== index.md\n{text}\n"));
        }
    }

    #[test]
    fn a_title_and_files_are_found() {
        let text = "---\ntitle: \"The \\ Game\"\n---\n![a](a.png) [b](b/c%20d.txt#x) [c](https://c.org) [d](d.md) [e](../e.png) [f](#f)\n\n# A *b*\n";
        let book = read_as_chess(text);
        assert_eq!(book.title.as_deref(), Some("The \\ Game"));
        let files = ["a.png", "b/c d.txt"].map(str::to_string);
        assert_eq!(book.files, files.into());
        assert_eq!(book.pages[0].title, "A b");
        assert_eq!(
            read_as_chess("a\n# A *b*\n<br>").title.as_deref(),
            Some("A b")
        );
        assert!(read_as_chess("a <br>").has_html && !book.has_html);
        assert_eq!(read_as_chess("## A\n").title, None);
    }
}
